/** Strings of the saved reproduction. */

import { live } from '../language.svelte.ts';

export const reproduction = live('reproduction', {
  title: 'The paper, reproduced',
  lead: 'Every figure and table of the paper, recomputed from seeds, with a verdict on each claim. The experiments whose data this page has can be run here.',
  loading: 'Loading the report …',
  noReport: 'The report could not be loaded. Only the hosted page includes it.',
  again: 'Try again',
  whole: 'Open the report on its own page',
  run: 'Run this here:',
  twoMeasures: 'Degrees and overlap',
  training: (data: string, lambda: string, layers: number, seed: string) =>
    `${data}, λ ${lambda}, ${layers === 0 ? 'no hidden layer' : `${layers} hidden layer${layers > 1 ? 's' : ''}`}, start seed ${seed}`,
  grid: (data: string) => `${data}, all λ and depths as small multiples, trained by themselves`,
  ofPanel: (panel: string, training: string) => `${panel}: ${training}`,
  panelNames: {
    generated: 'as generated',
    standardised: 'standardised',
    probability: (name: string) => `probability of ${name}`,
    against: (name: string, other: string) => `${name} against ${other}`,
    mode: (name: string) => `rotated axes of the ${name}`,
  },
  same: 'The training of TRIP is exactly that of the figure: the page tells whether its result is the same, bit for bit. PCA and LDA beside it have its start seed; in the report they may have another.',
  baseline: 'The links of PCA and LDA have the start seed with which these have the scores of the figure.',
  split: 'The page keeps some of the samples for testing, so the numbers differ a little from the figure.',
  starts:
    'The page shows the best start of one seed. The figure shows the mean of starts that each have their own seed.',
  smaller: (lambda: string, own: string) =>
    `The page uses smaller gene networks with groups planted in the same way, and λ ${own} instead of ${lambda}: with ${lambda}, the lowest objective in these networks keeps the groups that vary most, which carry no information.`,
  firstAxis:
    'Axis 1 of both modes lists the group whose effect is the response, as in the table. Axis 2 lists other groups than in the table.',
  batch: (most: string) =>
    `Batches have at most ${most} samples here, and more on the four largest tables in the report.`,
  own: 'The tables are not part of the page. They come from the UCI Machine Learning Repository (archive.ics.uci.edu): one sample a row, the class in the last column. A link waits until you choose its file as your own table. The first of them, sonar.csv, is also in the folder tests/data of the source code.',
  file: (set: string, file: string) => `${set} (${file})`,
  missing: (sets: string) => `Only on the command line: ${sets}.`,
  nothing: 'This runs only on the command line.',
  command: 'Everything on the command line:',
});
