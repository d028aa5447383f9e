/** Beyond the paper: `restarts: 'auto'` on ordinary data. */

import type { CellOptions, Plan, Study } from '../types.js';
import { pointOf } from './candidates.js';

const both = (set: string, options: CellOptions, trials: number): Study => ({
  sets: [set],
  grids: [{ ...pointOf(options), restarts: [1, 12, 'auto'] }],
  protocol: { kind: 'folds', folds: 10, trials },
});

const vectors = { hidden: [10, 10], lambda: 0.01 };
/** Iris and Wine also without hidden layers, since they need few parameters. */
const small = (trials: number) => [
  ...['iris', 'wine'].map((set) => both(set, { hidden: [], lambda: 0.01 }, trials)),
  ...['iris', 'wine', 'sonar'].map((set) => both(set, vectors, trials)),
];

export const choice: Plan = {
  name: 'choice',
  title: "'auto' and a single plain start on real data",
  protocol:
    "Ten-fold cross validation, J = 2 (digits 3 x 3), lambda 0.01 (digits 0.001), two hidden layers (digits one; Iris and Wine also none), 200 epochs for Spambase, three trials (digits and Spambase one); all use the same folds and seeds. 'auto' and one start are compared with the lowest of 12 plain starts, the number of starts of 'auto': a loss of these plain starts is caused by choosing the lowest training objective, not by the search. The standard error of the difference is corrected for overlapping training sets (Nadeau and Bengio 2003): the variance over the folds times 1/n + 1/9.",
  beyond: true,
  quick: small(1),
  full: [
    ...small(3),
    both('digits-8x8', { ranks: [3, 3], hidden: [10], lambda: 0.001 }, 1),
    both('spambase', { ...vectors, epochs: 200 }, 1),
  ],
};
