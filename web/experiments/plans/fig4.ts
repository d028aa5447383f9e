/** Figure 4: AUC over the size of the projection on ten 2-class sets. */

import type { CellOptions, Grid, Plan } from '../types.js';
import { depths, lambdas, ranks, twoClassSets } from './common.js';

type Values<Name extends keyof CellOptions> = readonly NonNullable<CellOptions[Name]>[];

/** Fixed projections need no lambda. */
const grids = (sizes: Values<'ranks'>, hidden: Values<'hidden'>, lambda: Values<'lambda'>): Grid[] => [
  { ranks: sizes, hidden, lambda },
  { ranks: sizes, hidden, method: ['pca', 'lda'] },
];

const shallowAndDeep = [[], [10, 10]];

export const fig4: Plan = {
  name: 'fig4',
  title: 'Figure 4: AUC for one to five dimensions on ten 2-class sets',
  protocol:
    'Five trials of ten-fold cross validation, 1000 epochs. Lambda and depth are chosen in two ways: by the reported scores, as in the paper, which is optimistic, and by an inner validation that does not use the scored fold (the next fold, scored by a fit on the other eight; one trial), whose choices are then scored by fits on all other folds. The quick run has two of the ten folds and few settings. The full run has 135,000 fits: about 31 hours of processor time, estimated from a sample of its settings on every set, or about 16 hours on two cores (two thirds of it for Musk and Epileptic). Musk has several shapes of each molecule and Epileptic several parts of each recording, and folds of samples divide them, so that their scores are those of known molecules and patients. Order of work: the quick run, one trial of all folds on a coarse grid, which completes the picture, the inner validations on the complete grid with the fits that score their choices, and the five trials.',
  quick: [
    {
      sets: twoClassSets,
      grids: grids([[1], [2], [5]], [[10, 10]], [0.01]),
      protocol: { kind: 'folds', folds: 10, trials: 1, only: 2 },
    },
    {
      sets: ['sonar', 'colposcopies', 'alizadeh', 'ozone', 'spambase', 'theorem'],
      grids: grids([[1], [2]], shallowAndDeep, [0.001, 0.1]),
      protocol: { kind: 'folds', folds: 10, trials: 1, only: 2 },
    },
  ],
  full: [
    // First a complete picture of one trial on a coarse grid, then the complete grid.
    {
      sets: twoClassSets,
      grids: grids(ranks, shallowAndDeep, [0.001, 0.1]),
      protocol: { kind: 'folds', folds: 10, trials: 1 },
    },
    { sets: twoClassSets, grids: grids(ranks, depths, lambdas), protocol: { kind: 'inner', folds: 10, trials: 1 } },
    { sets: twoClassSets, grids: grids(ranks, depths, lambdas), protocol: { kind: 'folds', folds: 10, trials: 5 } },
  ],
};
