/** Strings of the drawings of the lessons. */

import { live } from '../language.svelte.ts';

export const drawn = live('drawn', {
  coveredAccuracy: 'Accuracy hidden by your teacher',
  /** What is left out of the figure of each step where the answers are covered. */
  covered: {
    pca: 'Hidden by your teacher: the true plane, and how much of each direction is spiral.',
    lda: 'Hidden by your teacher: the class means on old and new samples.',
    trip: 'Hidden by your teacher: the angle to the true plane.',
    lambda: 'Hidden by your teacher: accuracies and angles at each λ.',
    lottery: 'Hidden by your teacher: the accuracies of the six trainings.',
    chooses: 'Hidden by your teacher: objectives and accuracies of the starts.',
    axes: 'Hidden by your teacher: the accuracies with two and three axes.',
    read: 'Hidden by your teacher: the weights of the variables.',
    matrices: 'Hidden by your teacher: the accuracies of both methods.',
    noise: 'Hidden by your teacher: the accuracies and the permutation test.',
  },
  onFit: 'fit samples',
  onNew: 'new samples',
  training: 'Training',

  truth: 'True plane',
  truthPicture: 'the same samples on the plane of the spiral',
  variances: 'Variance along the leading directions of the data.',
  spiralPart: 'in the plane of the spiral',
  noisePart: 'noise',
  direction: (number: number) => `Direction ${number}`,
  varianceText: (variance: string, inside: string) => `${variance}, ${inside} spiral`,
  variancesNote: (kept: string, dropped: string) =>
    `Three directions vary about equally, and PCA keeps the first two. The second is noise, ${kept} of it spiral. The third, which PCA drops, is ${dropped} spiral.`,

  reasonMeans: 'Reason 1: in the true plane the means hardly differ',
  means: (deviations: string) =>
    `The means of both arms, marked +, are near the centre: ${deviations} deviations apart. LDA looks for the direction in which this number is largest.`,
  meansPicture: (deviations: string) =>
    `The fit samples on the true plane with the means of both arms, ${deviations} deviations apart`,
  reasonChance: 'Reason 2: among 100 directions, some separate by chance',
  apart: (deviations: string) => `means ${deviations} deviations apart`,
  chanceNote:
    'LDA’s first direction: one arm upwards, the other downwards, a line at each mean. The gap exists in the samples of the fit alone.',
  ldaAxes: 'Why the picture is a stick: the spread along its two directions.',
  between: 'between the arms',
  withinClasses: 'within them',
  ldaAxis: (number: number) => `Direction ${number}`,
  ldaAxisText: (deviation: string, share: string) => `${deviation}, ${share} between`,

  turningPicture: (epoch: number) => `The projected samples on TRIP’s plane after ${epoch} epochs`,
  atEpoch: (epoch: number) => `after ${epoch} epochs`,
  offTrue: 'off the true plane',
  angleAxis: 'The angle over the training, from 0° at the bottom to 90°',
  scrub: 'Moment of the training',
  momentSpoken: (epoch: number, angle: string) => `after ${epoch} epochs: ${angle} off the true plane`,

  pairs: 'Share of correct predictions',
  toPca: 'Angle to PCA’s plane',
  toPcaNote: 'The angle is the largest between TRIP’s plane and that of PCA on the same samples.',
  markNote: (mark: string) => `The dashed line marks ${mark}: above it, a training counts as having found the spiral.`,

  scatter: 'The starts by their objective and their test accuracy',
  dot: (start: number, objective: string, right: string) =>
    `Start ${start}: objective ${objective}, ${right} of the unseen samples correct`,
  dotChosen: (start: number, objective: string, right: string) =>
    `Start ${start}, which has the lowest objective: ${objective}, ${right} of the unseen samples correct`,
  testAxis: 'Share of the unseen samples that is correct, which the choice does not use',
  objectiveAxis: 'objective on the fit samples: the lowest is chosen',

  space: (label: string) => `Picture with ${label}. Drag it, or press the arrow keys, to turn it.`,
  turnIt: 'Drag the picture or use the arrow keys to turn it.',
  viewed: (yaw: number, pitch: number) => `Direction: ${yaw}°, tilt ${pitch}°.`,

  weights: 'Weights of all variables on the first axis',

  original: 'Unseen digits',
  originals: 'The first unseen digit of each class',
  rebuiltBy: (method: string) => `The same digits rebuilt from 3 × 3 numbers by ${method}`,
  kept: (share: string) => `keeps ${share} of the grey levels`,
  rightDigits: (share: string) => `${share} of the digits right`,
});
