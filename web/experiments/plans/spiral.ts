/** Figures 1 and 3: Spiral. */

import type { Plan, Study } from '../types.js';
import { depths, lambdas } from './common.js';

const standardize = [false];
const trials = { kind: 'whole', trials: 10 } as const;
const baselines = ['pca', 'lda'] as const;
const all = ['spiral-1', 'spiral-2', 'spiral-3', 'spiral-4', 'spiral-5'];
const deep = [[10, 10, 10]];

/** The lowest objective of ten trials is what is drawn, so the models of all ten are kept. */
const figure1: Study[] = [
  {
    sets: ['spiral-1'],
    grids: [
      { standardize, hidden: deep, method: baselines },
      { standardize, hidden: deep, lambda: [0.1, 0.3] },
    ],
    protocol: trials,
    keep: true,
  },
];

export const fig1: Plan = {
  name: 'fig1',
  title: 'Figure 1: Spiral by LDA, TRIP and PCA',
  protocol:
    'One data set, as generated. Three hidden layers, 2000 epochs; of ten starts the one with the lowest objective on the training set is drawn. TRIP with lambda 0.1, the setting of the paper, and 0.3.',
  quick: figure1,
  full: [],
};

const accuracies = (sets: readonly string[], scaling: readonly boolean[]): Study => ({
  sets,
  grids: [
    { standardize: scaling, hidden: depths, lambda: lambdas },
    { standardize: scaling, hidden: depths, method: baselines },
  ],
  protocol: trials,
});

export const fig3: Plan = {
  name: 'fig3',
  title: 'Figure 3: fit and test accuracy on Spiral over lambda and depth',
  protocol:
    'Ten starts for each lambda from 1e-5 to 10 and zero to four hidden layers, PCANN and LDANN beside it, 2000 epochs. As generated (primary) and standardised; on one data set, and in full on five. The projections are those of the lowest objective of the ten starts.',
  quick: [
    accuracies(['spiral-1'], [false]),
    {
      sets: ['spiral-1'],
      grids: [{ standardize, hidden: deep, lambda: [1e-4, 1e-3, 0.01, 0.1, 0.3, 1, 10] }],
      protocol: trials,
      keep: true,
    },
  ],
  full: [
    accuracies(all, [false, true]),
    // Between the paper's values, where the plane is found most often.
    { sets: all, grids: [{ standardize, hidden: deep, lambda: [0.3] }], protocol: trials },
  ],
};
