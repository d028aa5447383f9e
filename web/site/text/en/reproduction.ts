/** Strings of the saved reproduction. */

import { live } from '../language.svelte.ts';

export const reproduction = live('reproduction', {
  title: 'The paper, reproduced',
  lead: 'Every figure and table of the paper, made again from seeds, with a verdict on each of its claims. What this page has the data for can be run here.',
  loading: 'Loading the report …',
  missing: 'The report could not be loaded; it is only beside the hosted page.',
  again: 'Try again',
  whole: 'The report on a page of its own',
  run: 'Run this here:',
  training: (data: string, lambda: string, layers: number, seed: string) =>
    `${data}, λ ${lambda}, ${layers === 0 ? 'no hidden layer' : `${layers} hidden layer${layers > 1 ? 's' : ''}`}, start seed ${seed}`,
  grid: (data: string) => `${data}, all λ and depths as small multiples`,
  same: 'The very training: the page says whether your result has the same bits.',
  split: 'The page keeps some of the samples for testing, so the numbers differ a little from the figure.',
  starts:
    'The page takes the starts of one seed and shows the best of them; the figure has the mean of starts with seeds of their own.',
  smaller: 'The page has a smaller network with groups planted in the same way.',
  own: (file: string) => `Choose ${file} as your own table.`,
  nothing: 'This runs on the command line alone.',
  command: 'On the command line, all of it:',
});
