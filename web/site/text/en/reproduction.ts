/** Strings of the saved reproduction. */

import { live } from '../language.svelte.ts';

export const reproduction = live('reproduction', {
  title: 'The paper, reproduced',
  lead: 'Every figure and table of the paper, recomputed from seeds, with a verdict on each claim. The experiments whose data this page has can be run here.',
  loading: 'Loading the report …',
  missing: 'The report could not be loaded. Only the hosted page includes it.',
  again: 'Try again',
  whole: 'Open the report on its own page',
  run: 'Run this here:',
  training: (data: string, lambda: string, layers: number, seed: string) =>
    `${data}, λ ${lambda}, ${layers === 0 ? 'no hidden layer' : `${layers} hidden layer${layers > 1 ? 's' : ''}`}, start seed ${seed}`,
  grid: (data: string) => `${data}, all λ and depths as small multiples`,
  same: 'Exactly this training: the page tells whether your result is the same, bit for bit.',
  split: 'The page keeps some of the samples for testing, so the numbers differ a little from the figure.',
  starts:
    'The page shows the best start of one seed. The figure shows the mean of starts that each have their own seed.',
  smaller: 'The page uses smaller gene networks with groups planted in the same way.',
  own: (file: string) => `Choose ${file} as your own table.`,
  nothing: 'This runs only on the command line.',
  command: 'Everything on the command line:',
});
