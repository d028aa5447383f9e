/** Beyond the paper: commonly used projections, compared with a network on all variables. */

import type { CellOptions, Grid, Plan, Study, View } from '../types.js';
import { pointOf } from './candidates.js';

const common: Grid = { hidden: [[10, 10, 10]], restarts: ['auto'] };
const folds = { kind: 'folds', folds: 5, trials: 1 } as const;
const two = { ...folds, only: 2 };

/** Studies with two dimensions, and with all `variables`. */
function studies(
  sets: readonly string[],
  variables: number,
  options: CellOptions,
  protocol: Study['protocol'] = folds,
): Study[] {
  const { lambda, ...rest } = options;
  const fixed = pointOf(rest);
  const study = (grid: Grid, view?: View): Study => ({
    sets,
    grids: [{ ...common, ...grid }],
    protocol,
    ...(view === undefined ? {} : { view }),
  });
  return [
    study({ ...fixed, ranks: [[2]], lambda: [lambda] }),
    study({ ...fixed, ranks: [[2]], method: ['pca', 'lda'] }),
    // The scale of the axes of NCA is arbitrary, so they are standardised for the network.
    study({ ranks: [[2]], method: ['pca'], standardize: [true] }, 'nca'),
    // All principal directions together are a rotation, which loses no information.
    study({ ...fixed, ranks: [[variables]], method: ['pca'] }),
  ];
}

const spiral = (seeds: readonly number[]) =>
  studies(
    seeds.map((seed) => `spiral-${seed}`),
    100,
    { standardize: false, lambda: 0.1 },
    { kind: 'whole', trials: 1 },
  );

const small = [
  ...studies(['iris'], 4, { lambda: 0.01 }),
  ...studies(['wine'], 13, { lambda: 0.01 }),
  ...studies(['sonar'], 60, { lambda: 0.01 }),
];

export const table3: Plan = {
  name: 'table3',
  title: 'Projections side by side',
  protocol:
    "Two dimensions by TRIP, PCANN, LDANN and neighbourhood component analysis (NCA), three hidden layers of ten, the lowest training objective of twelve starts (TRIP: restarts: 'auto'); a plain network with the same layers on all variables. The plain network is PCANN with all directions, which is a rotation of the variables, so that engine, steps, starts and seeds equal those of the others. Five-fold cross validation (two of the folds for digits); Spiral: five data sets with their own test sets. NCA is scikit-learn's with its defaults, on the same training rows with the same standardisation (none for Spiral and digits); it is followed by the usual five nearest neighbours, and by the network. Digits: 64 variables; at the end as matrices, ranks 3 x 3. Parameters: numbers in the projection and in the network; nearest neighbours keep the projected training samples instead.",
  beyond: true,
  quick: [...small, ...spiral([2001, 2002])],
  full: [
    ...small,
    ...spiral([2001, 2002, 2003, 2004, 2005]),
    ...studies(['digits-64'], 64, { lambda: 0.001 }, two),
    {
      sets: ['digits-8x8'],
      grids: [
        { ...common, ranks: [[3, 3]], lambda: [0.001] },
        { ...common, ranks: [[3, 3]], method: ['tucker'] },
      ],
      protocol: two,
    },
  ],
};
