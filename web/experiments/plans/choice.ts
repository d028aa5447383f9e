/** Beyond the paper: what `restarts: 'auto'` does to ordinary data. */

import type { CellOptions, Plan, Study } from '../types.js';
import { pointOf } from './candidates.js';

const both = (set: string, options: CellOptions, trials: number): Study => ({
  sets: [set],
  grids: [{ ...pointOf(options), restarts: [1, 'auto'] }],
  protocol: { kind: 'folds', folds: 10, trials },
});

const vectors = { hidden: [10, 10], lambda: 0.01 };
const small = (trials: number) => ['iris', 'wine', 'sonar'].map((set) => both(set, vectors, trials));

export const choice: Plan = {
  name: 'choice',
  title: "'auto' and a single plain start on real data",
  protocol:
    'Ten-fold cross validation, J = 2 and two hidden layers (digits: 3 x 3 and one), lambda 0.01 (digits 0.001), 200 epochs for Spambase, three trials (Spambase and digits one); the same folds and seeds for both. The standard error of the difference allows for training sets that overlap (Nadeau and Bengio 2003): the variance over the folds times 1/n + 1/9.',
  beyond: true,
  quick: small(1),
  full: [
    ...small(3),
    both('digits-8x8', { ranks: [3, 3], hidden: [10], lambda: 0.001 }, 1),
    both('spambase', { ...vectors, epochs: 200 }, 1),
  ],
};
