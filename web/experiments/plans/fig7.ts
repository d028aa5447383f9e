/** Figure 7: the time of training. */

import type { CellOptions, Plan, TimeStudy } from '../types.js';

const options: CellOptions = {
  hidden: [10, 10],
  lambda: 0.01,
  epochs: 40,
  batchSize: 32,
  standardize: false,
  seed: 1,
};
const vectors = [1000];
const matrices = [1000, 1000];
const cubes = [1000, 1000, 1000];

/** (a) over the stored values. Vectors of 1000 have at most 1000 values, so longer vectors are added. */
const overValues = (many: number[]): TimeStudy['series'] => [
  { dims: vectors, nonzeros: many.map((count) => count / 10), ranks: [[2]] },
  { dims: [20_000], nonzeros: many, ranks: [[2]] },
  { dims: matrices, nonzeros: many, ranks: [[2, 2]] },
  { dims: cubes, nonzeros: many, ranks: [[2, 2, 2]] },
];

/** (b) over the projected size: one J_k increases. */
const overRanks = (sizes: number[]): TimeStudy['series'] => [
  { dims: vectors, nonzeros: [100], ranks: sizes.map((size) => [size]) },
  { dims: matrices, nonzeros: [100], ranks: sizes.map((size) => [size, 2]) },
  { dims: cubes, nonzeros: [100], ranks: sizes.map((size) => [size, 2, 2]) },
];

const study = (many: number[], sizes: number[], rounds: number): TimeStudy => ({
  series: [...overValues(many), ...overRanks(sizes)],
  options,
  rounds,
});

export const fig7: Plan = {
  name: 'fig7',
  title: 'Figure 7: time of an epoch over the stored values and over the projected size',
  protocol:
    '100 random samples (Random-1st, Random-2nd and Random-3rd, and longer vectors), two hidden layers, lambda 0.01, batches of 32. (a) 100 to 10,000 stored values per sample (a tenth of that for vectors of 1000), ranks 2; (b) 100 stored values, one rank from 2 to 20, the others 2. Processor time of an epoch: median over the epochs of a fit, the lowest of several rounds over all sizes, since other processes only add time. Lines by least squares.',
  quick: [],
  full: [],
  time: {
    quick: study([1000, 4000, 7000, 10_000], [2, 8, 14, 20], 2),
    full: study(
      [100, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000],
      [2, 4, 6, 8, 10, 12, 14, 16, 18, 20],
      7,
    ),
  },
};
