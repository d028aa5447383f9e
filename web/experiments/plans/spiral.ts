/** Figures 1 and 3: Spiral. */

import type { Plan, Study } from '../types.js';
import { depths, lambdas } from './common.js';

const standardize = [false];
const trials = { kind: 'whole', trials: 10 } as const;
const baselines = ['pca', 'lda'] as const;
const all = ['spiral-1', 'spiral-2', 'spiral-3', 'spiral-4', 'spiral-5'];
const deep = [[10, 10, 10]];

/** The trial with the lowest objective of ten is drawn, so the models of all ten are kept. */
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
    'One data set, as generated. Three hidden layers, 2000 epochs; the start with the lowest training objective of ten is drawn. TRIP with lambda 0.1, the setting of the paper, and 0.3.',
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
    'Ten starts for each lambda from 1e-5 to 10 and zero to four hidden layers, and PCANN and LDANN for comparison, 2000 epochs. Data as generated (primary) and standardised; one data set in the quick run, five in the full run. The projections show the start with the lowest objective of ten.',
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
    // A lambda between the paper's values, which finds the plane most often.
    { sets: all, grids: [{ standardize, hidden: deep, lambda: [0.3] }], protocol: trials },
  ],
};
