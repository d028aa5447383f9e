/** The text at the end of the page. Links lead to a value of λ. */

import { live } from '../language.svelte.ts';

export const prose = live('prose', {
  title: 'How to read this page',
  hidden: (dimensions: number) => `A spiral, hidden in ${dimensions} dimensions`,
  hiddenText: (dimensions: number, noise: number) =>
    `Each sample is a list of ${dimensions} numbers. Two of its directions contain a point on one of two intertwined spiral arms; the arm is the class. A third direction is pure noise that varies as much as the spiral, and ${noise} more contain weak noise. A random rotation then mixes all directions, so no single variable means anything. The question is: which projection of this cloud shows the spiral again?`,
  miss: 'Why PCA and LDA miss it',
  missText:
    '**PCA** looks for the plane in which the data vary most. It does not use the classes. The strong noise direction varies as much as the spiral does, so PCA chooses a tilted mixture of them. **LDA** uses the classes, but only their means. Both arms have their mean near the centre, so LDA finds only chance differences: it fits the samples it saw and fails on new ones. All three panels train the same network, but these two projections do not show it the spiral.',
  trip: 'How TRIP works',
  tripText:
    'TRIP learns the plane and the network together. The network’s errors determine how the plane turns; this is the turning that you see. The projection matrix has orthonormal columns, so it cannot stretch the data and only chooses the direction of view. Over the fit samples, TRIP minimises',
  formula: 'objective = prediction loss + λ · (reconstruction error of the projection)',
  lambda: 'The effect of λ',
  lambdaText: (dimensions: number, samples: number, opening: string) =>
    `With a very small λ only the prediction counts. In ${dimensions} dimensions, some planes separate ${samples} samples by class purely by chance, so TRIP [overfits at λ = 0.001](0.001): it predicts all fit samples correctly and test samples little better than a coin toss. With a very large λ only the shape of the data counts, and TRIP [becomes PCA at λ = 10](10). In between, [around ${opening}](opening), the reconstruction error keeps TRIP among the three strong directions, and the classes choose the two that matter.`,
  starts: 'Why many starts',
  startsText:
    'The objective has many local minima. In the report on the paper, a single start with λ = 0.1 finds the spiral in 13% of 40 data sets. Several starts are therefore trained, and the one with the lowest objective **on the fit samples** is shown. The test accuracies stay hidden until that choice, because choosing by them would be biased. The planes of PCA and LDA do not depend on the start, so they need no such search.',
  ceiling: 'Fit, test, and the accuracy of a perfect picture',
  ceilingText: (noise: number, samples: number, ceiling: string) =>
    `TRIP trains on the **fit** samples and never sees the **test** samples. The test accuracy says whether the boundary that you see also holds for new samples. It has a limit below 100%: ${noise} of the ${samples} test samples are noise with random labels, and any method gets half of those wrong on average. The accuracy of a perfect picture is therefore ${ceiling} on average; in a single test set it may be a little higher or lower.`,
  bits: 'Reproducible bit for bit',
  bitsText:
    'Everything is computed in your browser, in WebAssembly, and nothing is sent anywhere. The same settings give the same result in every browser, bit for bit, with or without SIMD. You can check this: “Save and share” shows the fingerprint of TRIP’s result, a link made with “Copy link” contains it, and the page tells its readers whether they get the same result.',
  source:
    'Method: K. Maruhashi, H. Park, R. Yamaguchi, S. Miyano, “Linear Tensor Projection Revealing Nonlinearity”, 2020, arXiv:2007.03912.',
});
