/** Strings of the explanation. */

import { live } from '../language.svelte.ts';

export const explained = live('explained', {
  title: 'How TRIP uses the variables',
  probabilityOf: (name: string) => `the probability of ${name}`,
  predictedValue: 'the predicted value',
  trueClass: (name: string) => `true class: ${name}`,
  trueValue: (value: string) => `true value: ${value}`,
  all: 'all',
  axis: (axis: number, correlation: string, predicted: string) =>
    `Axis ${axis}, correlation ${correlation} with ${predicted}`,
  whenStill: 'The axes are explained when the training pauses or ends.',
  oneSample: 'One sample',
  sampleBefore: 'Previous sample',
  nextSample: 'Next sample',
  noneChosen: 'none chosen',
  predicted: (value: string, truth: string) => `Predicted ${value}, ${truth}.`,
  raises: (predicted: string) => `Variables that raise ${predicted} near this sample`,
  raisesMode: (predicted: string, mode: string) => `Variables that raise ${predicted} near this sample, ${mode}`,
  neighbours: (count: string) => `Local regression coefficients from ${count} effective neighbours.`,
  tooFew: (count: string) =>
    `Local regression coefficients from ${count} effective neighbours. These are too few to be reliable: choose a larger neighbourhood.`,
  refused: (message: string) => `No explanation: ${message}.`,
  moreAxes: (count: number) => `The saved file contains the weights of ${count} more axes.`,
  overall: (predicted: string) =>
    `Variables that change ${predicted} over all samples: mean size of the local regression coefficients, with the sign of their mean`,
  overallMode: (predicted: string, mode: string) =>
    `Variables that change ${predicted} over all samples, ${mode}: mean size of the local regression coefficients, with the sign of their mean`,
  againstNone: 'no other class',
  contrast: (name: string, against: string) =>
    `${name} against ${against}: mean local regression coefficients over the samples of both classes, scaled to length 1`,
  contrastMode: (name: string, against: string, mode: string) =>
    `${name} against ${against}, ${mode}: mean local regression coefficients over the samples of both classes, scaled to length 1`,
  contrastLength: (samples: number, length: string) =>
    `The mean over these ${samples} samples has the length ${length} before it is scaled.`,
  sampleLength: (length: string) => `Their length is ${length}.`,
  flat: 'Flat here.',
  flatText: (predicted: string) =>
    `Around this sample, ${predicted} hardly changes: its coefficients are shorter than 1 % of those of the steepest sample examined.`,
  oneScale: 'All bars have one scale: bars of equal length are equal numbers.',
  twoScales:
    'The bars of all axes have one scale. The bars of coefficients have another, because these are in units of the response.',
  width: (sigma: string) => `Neighbourhoods have the width σ = ${sigma}.`,
  fromSample: (used: string, all: string) =>
    `Explained by ${used} of the ${all} fit samples, drawn at random: all of them would take long.`,
  isolatedOf: (samples: number, isolated: number) =>
    `${isolated} of the ${samples} samples examined have too few neighbours within it, so their coefficients shrink towards zero. A larger neighbourhood includes more of them.`,
  allCounted: (samples: number) => `Each of the ${samples} samples examined has enough neighbours within it.`,
  withoutNeighbours: (count: number, named: string) =>
    `${count === 1 ? 'One of them has' : `${count} of them have`} no neighbours, so the means exclude ${count === 1 ? 'it' : 'them'} unless all samples are without neighbours: ${named}.`,
  andMore: (named: string, more: number) => `${named} and ${more} more`,
  widths: {
    auto: 'automatic',
    half: 'automatic × 0.5',
    double: 'automatic × 2',
    fourfold: 'automatic × 4',
    paper: (sigma: string) => `${sigma}, as in the paper`,
  },
  likeTraining: 'Its variables are like those of the fit samples.',
  unlike: {
    residual: (variables: string) =>
      `Unlike anything in training: it lies further from the plane than 99 % of samples of the same kind. Largest shares: ${variables}.`,
    hotelling: (variables: string) =>
      `Unlike anything in training: within the plane it lies further from the centre than 99 % of samples of the same kind. Largest shares: ${variables}.`,
    both: (variables: string) =>
      `Unlike anything in training: it lies further from the plane, and within it further from the centre, than 99 % of samples of the same kind. Largest shares: ${variables}.`,
  },
  share: (variable: string, share: string) => `${variable} (${share})`,
  howToChoose: 'Click or tap a sample in a picture, press Enter there, or step through them here.',
  sizes: (projection: string, network: string, inputs: string, plain: string) =>
    `TRIP has ${projection} parameters in its projection and ${network} in its network. The same layers on all ${inputs} inputs would have ${plain}.`,
  variable: 'Variable',
  bar: 'Bar',
  weight: 'Weight',
  interval: (low: string, high: string) => `, ${low} to ${high}`,
  intervals:
    'The lines show where 95 % of the resamples put each weight. Pale bars may be zero: their line crosses it. The lines test nothing, since some weights seem steady on noise too.',
  variableNumber: (index: number) => `variable ${index}`,
});
