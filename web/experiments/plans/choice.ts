/** Beyond the paper: what `restarts: 'auto'` does to ordinary data. */

import type { CellOptions, Plan, Study } from '../types.js';
import { pointOf } from './candidates.js';

const both = (set: string, options: CellOptions, trials: number): Study => ({
  sets: [set],
  grids: [{ ...pointOf(options), restarts: [1, 12, 'auto'] }],
  protocol: { kind: 'folds', folds: 10, trials },
});

const vectors = { hidden: [10, 10], lambda: 0.01 };
/** As few parameters as Iris and Wine need, and as many as the others have. */
const small = (trials: number) => [
  ...['iris', 'wine'].map((set) => both(set, { hidden: [], lambda: 0.01 }, trials)),
  ...['iris', 'wine', 'sonar'].map((set) => both(set, vectors, trials)),
];

export const choice: Plan = {
  name: 'choice',
  title: "'auto' and a single plain start on real data",
  protocol:
    "Ten-fold cross validation, J = 2 (digits 3 x 3), lambda 0.01 (digits 0.001), two hidden layers (digits one; Iris and Wine also none), 200 epochs for Spambase, three trials (digits and Spambase one); the same folds and seeds for all. Beside 'auto' and one start stands the lowest of 12 plain starts, as many as 'auto' has: what it loses is lost by choosing the lowest training objective, not by the search. The standard error of the difference allows for training sets that overlap (Nadeau and Bengio 2003): the variance over the folds times 1/n + 1/9.",
  beyond: true,
  quick: small(1),
  full: [
    ...small(3),
    both('digits-8x8', { ranks: [3, 3], hidden: [10], lambda: 0.001 }, 1),
    both('spambase', { ...vectors, epochs: 200 }, 1),
  ],
};
