/** The text at the end of the page. Links lead to a value of λ. */

import { live } from '../language.svelte.ts';

export const prose = live('prose', {
  title: 'What you are looking at',
  hidden: (dimensions: number) => `A spiral, hidden in ${dimensions} dimensions`,
  hiddenText: (dimensions: number, noise: number) =>
    `Each sample is a list of ${dimensions} numbers. Two of its directions hold a point on one of two intertwined spiral arms; the arm is the class. A third direction is pure noise that is just as loud as the spiral, and ${noise} more hold faint noise. Then everything is rotated at random, so that no single variable means anything. The question is: from which side must one look at this cloud to see the spiral again?`,
  miss: 'Why PCA and LDA miss it',
  missText:
    '**PCA** looks for the plane in which the data vary most. It never asks for the classes, and the loud noise direction varies as much as the spiral does, so it takes a tilted mixture of them. **LDA** asks for the classes, but only for their means. Both arms have their mean near the middle, so it finds nothing but chance differences: it fits the samples it saw and fails on new ones. In both panels the network is as able as in the third; what it needs is simply not in the picture.',
  trip: 'What TRIP does',
  tripText:
    'TRIP learns the plane and the network together. The network’s errors say how the plane should turn, and a matrix with orthonormal columns keeps it an honest projection: no stretching, only a choice of where to look from. That is the turning that you see. It minimises, over the fit samples,',
  formula: 'objective = prediction loss + λ · (what the projection loses of the data)',
  lambda: 'What λ does',
  lambdaText: (dimensions: number, samples: number, opening: string) =>
    `With a very small λ only the prediction counts. In ${dimensions} dimensions chance alone offers planes in which ${samples} samples fall apart by class, so TRIP [overfits at λ = 0.001](0.001): all fit samples right, test samples near a coin toss. With a very large λ only the shape of the data counts, and TRIP [becomes PCA at λ = 10](10). In between, [around ${opening}](opening), the reconstruction keeps TRIP among the three loud directions, and the classes choose the two that matter.`,
  starts: 'Why many starts',
  startsText:
    'The objective has many valleys. A single start finds the spiral in roughly one case out of five; that is a coin toss, not a method. So several starts are trained and the one with the lowest objective **on the fit samples** is shown. The test accuracies are uncovered only after that choice: picking by them would be peeking. PCA and LDA need no such search for their plane, which does not depend on the start.',
  ceiling: 'Fit, test, and an honest ceiling',
  ceilingText: (noise: number, samples: number, ceiling: string) =>
    `**Fit** samples are the ones trained on, **test** samples were never seen. Only the test accuracy says whether the picture is true. It cannot reach 100%: ${noise} of the ${samples} test samples are noise whose label says nothing, and half of those are wrong whatever one does, so about ${ceiling} is the ceiling. **Off plane** is the larger of the two principal angles between the learned plane and the true one: 0° is the plane itself, 90° means that a direction of the spiral is missing altogether.`,
  bits: 'The same bits everywhere',
  bitsText:
    'Everything is computed in your browser, in WebAssembly, and nothing is sent anywhere. The same settings give the same result to the last bit in every browser, with or without SIMD; the fingerprint under the pictures proves it. A link made with “Copy link” carries that fingerprint, and the page tells whoever opens it whether they see the same.',
  source:
    'Method: K. Maruhashi, H. Park, R. Yamaguchi, S. Miyano, “Linear Tensor Projection Revealing Nonlinearity”, 2020, arXiv:2007.03912.',
});
