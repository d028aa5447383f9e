/** Strings of marking samples in the pictures. */

import { live } from '../language.svelte.ts';

const samples = (count: number) => `${count} ${count === 1 ? 'sample' : 'samples'}`;

export const brush = live('brush', {
  modes: { rectangle: 'Rectangle', lasso: 'Lasso' },
  pointer: 'Shape',
  operation: 'A new shape',
  operations: { replace: 'replaces the marks', add: 'adds marks', remove: 'removes marks' },
  classToMark: 'Class to mark',
  markClass: 'Mark the class',
  markWrong: 'Mark wrong predictions of TRIP',
  markErrors: 'Mark the tenth with the largest errors of TRIP',
  invert: 'Invert',
  clear: 'Clear',
  done: 'Done',
  counted: (marked: string, all: string) => `${marked} of ${all} samples marked`,
  toMarked: 'See what sets them apart',
  layer: {
    rectangle: (name: string) =>
      `${name}: mark samples with a rectangle. Drag, or move the cursor with the arrow keys, with Shift in large steps. Enter sets a corner, and then the opposite one. Shift adds marks, Alt removes marks, Escape clears them.`,
    lasso: (name: string) =>
      `${name}: mark samples with a lasso. Drag around them, or move the cursor with the arrow keys, with Shift in large steps. Enter sets a corner, and a second Enter at the same place ends the lasso. Shift adds marks, Alt removes marks, Escape clears them.`,
  },
  layerRole: 'picture to mark samples in',
  inside: (count: number) => `${samples(count)} inside`,
  dropped: {
    data: 'The marks were cleared, because they belong to other data or, in a link, to another training.',
    link: 'The marks of the link cannot be used with these data.',
  },
  leftOut: (limit: number) =>
    `Links do not contain these marks, because they would exceed ${limit} characters. The points saved as CSV contain them.`,

  title: 'Marked samples',
  count: (fit: string, test: string) => `${fit} and ${test} are marked.`,
  countFit: (fit: string) => `${fit} are marked.`,
  ofFit: (marked: number, all: number) => `${marked} of ${all} fit samples`,
  ofTest: (marked: number, all: number) => `${marked} of ${all} test samples`,
  byClass: 'Marked samples by class',
  className: 'Class',
  all: 'All',
  marksOf: (marked: number, all: number) => `${marked} of ${all}`,
  moreClasses: (count: number) => `${count} more ${count === 1 ? 'class has' : 'classes have'} marked samples.`,

  apart: 'Variables that set them apart',
  largest: (names: string) => `Compared with the other samples, the means of the marked ones differ most in ${names}.`,
  higher: (name: string, deviations: string) => `${name} (${deviations} standard deviations higher)`,
  lower: (name: string, deviations: string) => `${name} (${deviations} standard deviations lower)`,
  entry: (mode: string, index: number) => `${mode}: ${index}`,
  noDifference: 'No variable differs between the marked and the other samples.',
  nothingElse: 'All samples are marked, so there are no others to compare them with.',
  differences: 'Mean of the marked samples minus mean of the others, in standard deviations of all samples',
  differencesOf: (mode: string) =>
    `Mean of the marked samples minus mean of the others, in standard deviations of all samples; ${mode}, each as the mean over its entries`,
  oneMarked: 'One marked sample has no spread: the differences describe this sample alone.',

  coefficients: 'How TRIP uses the variables near them',
  coefficientsMarked: (predicted: string, mode: string) =>
    `Marked samples: mean local regression coefficients for ${predicted}${mode}`,
  coefficientsOthers: (predicted: string, mode: string) =>
    `Other samples: mean local regression coefficients for ${predicted}${mode}`,
  ofMode: (mode: string) => `, ${mode}`,
  usedFit: (marked: number, allMarked: number, others: number, allOthers: number) =>
    `Means over ${marked} of ${allMarked} marked and ${others} of ${allOthers} other fit samples, evenly spaced. Samples without neighbours are left out. The largest differences come first.`,
  usedTest: (marked: number, allMarked: number, others: number, allOthers: number) =>
    `Means over ${marked} of ${allMarked} marked and ${others} of ${allOthers} other test samples, evenly spaced, since no fit sample is marked. Samples without neighbours are left out. The largest differences come first.`,
  noneUsed:
    'No marked sample has neighbours within the width σ, so there are no local coefficients. Choose a larger neighbourhood.',

  list: 'List of the marked samples',
  sample: 'Sample',
  row: 'Row of the table',
  response: 'Response',
  prediction: 'Predicted by TRIP',
  moreListed: (count: number) => `${count} more marked samples are not listed. The points saved as CSV contain all.`,
});
