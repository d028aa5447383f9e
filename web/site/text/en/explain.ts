/** Strings of the explanation. */

import { live } from '../language.svelte.ts';

export const explained = live('explained', {
  title: 'What TRIP’s picture is made of',
  probabilityOf: (name: string) => `the probability of ${name}`,
  predictedValue: 'the predicted value',
  really: (response: string) => `really ${response}`,
  all: 'all',
  axis: (axis: number, correlation: string, predicted: string) =>
    `Axis ${axis}, correlation ${correlation} with ${predicted}`,
  whenStill: 'The axes are read when the picture stands still.',
  oneSample: 'One sample',
  sampleBefore: 'Sample before',
  nextSample: 'Next sample',
  noneChosen: 'none chosen',
  predicted: (value: string, truth: string) => `Predicted ${value}, ${truth}.`,
  raises: (predicted: string) => `What raises ${predicted} near this sample`,
  raisesMode: (predicted: string, mode: string) => `What raises ${predicted} near this sample, ${mode}`,
  neighbours: (count: string) => `Local regression coefficients from ${count} effective neighbours.`,
  tooFew: (count: string) =>
    `Local regression coefficients from ${count} effective neighbours: too few to rest on, take a larger neighbourhood.`,
  refused: (message: string) => `No explanation: ${message}.`,
  moreAxes: (count: number) => `The file holds the weights of ${count} more axes.`,
  overall: (predicted: string) =>
    `What moves ${predicted} over all samples: mean size of the local regression coefficients, with the sign of their mean`,
  overallMode: (predicted: string, mode: string) =>
    `What moves ${predicted} over all samples, ${mode}: mean size of the local regression coefficients, with the sign of their mean`,
  width: (sigma: string) => `Neighbourhoods have the width σ = ${sigma}.`,
  isolatedOf: (samples: number, isolated: number) =>
    `${isolated} of the ${samples} samples looked at have too few neighbours within it: their coefficients are drawn towards zero. A larger neighbourhood gives them more.`,
  allCounted: (samples: number) => `Each of the ${samples} samples looked at has enough neighbours within it.`,
  alone: (count: number, named: string) =>
    `${count === 1 ? 'One of them has' : `${count} of them have`} no neighbour at all and ${count === 1 ? 'is' : 'are'} left out of the means, as long as others have some: ${named}.`,
  andMore: (named: string, more: number) => `${named} and ${more} more`,
  widths: {
    auto: 'automatic',
    half: 'automatic × 0.5',
    double: 'automatic × 2',
    fourfold: 'automatic × 4',
    paper: (sigma: string) => `${sigma}, as in the paper`,
  },
  howToChoose: 'Click or tap a sample in a picture, press Enter there, or step through them here.',
  sizes: (projection: string, network: string, inputs: string, plain: string) =>
    `TRIP has ${projection} numbers in its projection and ${network} in its network. The same layers on all ${inputs} inputs would have ${plain}.`,
  variable: 'Variable',
  bar: 'Bar',
  weight: 'Weight',
  variableNumber: (index: number) => `variable ${index}`,
});
