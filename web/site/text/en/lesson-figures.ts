/** Strings of the drawings of the lessons. */

import { live } from '../language.svelte.ts';

export const drawn = live('drawn', {
  coveredAccuracy: 'Accuracy hidden by your teacher',
  /** The parts that the figure of each step leaves out where the answers are covered. */
  covered: {
    pca: 'Hidden by your teacher: the true plane, and how much of each direction is spiral.',
    lda: 'Hidden by your teacher: the class means on fit and unseen samples.',
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
  onUnseen: 'unseen samples',
  training: 'Training',

  legend: 'Legend of the maps',
  fitMark: 'fit sample',
  unseenMark: 'unseen sample',
  letterFit: 'bold: fit sample',
  letterUnseen: 'thin: unseen sample',
  area: 'prediction of the network',
  border: 'where the prediction changes',
  wrong: 'wrong prediction of an unseen sample',
  arms: ['one arm', 'the other arm'],
  strands: ['one strand', 'the other strand'],
  randomClasses: ['random class A', 'random class B'],
  cultivar: (number: number) => `cultivar ${number}`,

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
    `The means of both arms, marked +, are ${deviations} deviations apart: the distance of the means, divided by the standard deviation within the arms. LDA makes this number as large as it can.`,
  meansPicture: (deviations: string) =>
    `The fit samples on the true plane with the means of both arms, ${deviations} deviations apart`,
  reasonChance: 'Reason 2: among 100 directions, some separate by chance',
  apart: (deviations: string) => `means ${deviations} deviations apart`,
  chanceNote:
    'LDA’s first direction: one arm upwards, the other downwards, a line at each mean. Only the fit samples have the gap.',
  ldaAxes: 'The picture is a stick: spread along its two directions.',
  ldaAxesNote: 'Two classes determine one direction. The second only fills the plane, and hardly separates.',
  between: 'between the arms',
  withinClasses: 'within them',
  ldaAxis: (number: number) => `Direction ${number}`,
  ldaAxisText: (deviation: string, share: string) => `${deviation}, ${share}`,

  turningPicture: (epoch: number) => `The projected samples on TRIP’s plane after ${epoch} epochs`,
  atEpoch: (epoch: number) => `after ${epoch} epochs`,
  offTrue: 'off the true plane',
  angleAxis: (first: string, last: string) =>
    `The larger angle to the true plane: ${first} at first, ${last} at the end`,
  scrub: 'Moment of the training',
  momentSpoken: (epoch: number, angle: string) => `after ${epoch} epochs: ${angle} off the true plane`,

  pairs: 'Share of correct predictions',
  toTruth: 'off the true plane',
  toPca: 'off PCA’s plane',
  anglesNote: (samples: number) =>
    `Angles: the larger one between TRIP’s plane and the true plane, and between TRIP’s plane and PCA’s. Each share is a count of ${samples} samples, so that equal ones occur.`,
  markNote: (mark: string) => `The dashed line marks ${mark}: a training to the right of it has found the spiral.`,

  scatter: 'The starts by their objective and their accuracy on unseen samples',
  dot: (start: number, objective: string, right: string) =>
    `Start ${start}: objective ${objective}, ${right} of the unseen samples correct`,
  dotChosen: (start: number, objective: string, right: string) =>
    `Start ${start}, which has the lowest objective: ${objective}, ${right} of the unseen samples correct`,
  testAxis: 'Unseen samples correct (not used for the choice)',
  objectiveAxis: 'objective on the fit samples',

  space: (label: string) => `Picture with ${label}. Drag it, or press the arrow keys, to turn it.`,
  turnIt: 'Drag the picture or use the arrow keys to turn it.',
  views: { apart: 'Both strands', along: 'Along their axis', side: 'Across it' },
  noAreas: 'Near samples are larger. The predictions fill the space, so that no areas are drawn.',
  viewed: (yaw: string, tilt: string) => `Direction: ${yaw}, tilt ${tilt}.`,

  weights: 'Weights of all variables on the first axis',
  weightsSecond: 'Weights of all variables on the second axis',

  original: 'Unseen digits',
  originals: 'The first unseen digit of each class',
  rebuiltBy: (method: string) => `The same digits rebuilt from 3 × 3 numbers by ${method}`,
  kept: (share: string) => `keeps ${share} of the squared grey values`,
  digitsNote:
    'Each map shows two of nine dimensions: the directions along which the predictions change most. Digits that overlap there may be apart in the other seven.',

  rightDigits: (share: string) => `${share} of the unseen digits right`,

  shuffled: 'Accuracies on held-out samples after the classes were shuffled',
  heldOutAccuracy: 'accuracy on held-out samples',
  actual: (share: string) => `actual classes: ${share}`,
  shuffledPicture: (low: string, high: string, actual: string) =>
    `Accuracies with shuffled classes range from ${low} to ${high}; with the actual classes it is ${actual}.`,
  heldOutNote:
    'In the second picture, each sample is where a model puts it that was trained without it. Each of these models has a plane of its own, turned to the axes of the first picture.',
});
