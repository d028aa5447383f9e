/** Beyond the paper: permutation tests and nested choice on data without anything to find, and with a planted difference. */

import { sourceOf } from '../sets.js';
import type { AssessmentCell, Plan } from '../types.js';

/** With 99 permutations p <= 0.05 means that at most 4 of them are as good. */
const PERMUTATIONS = 99;
const FOLDS = 5;

const sets = (kind: 'noise' | 'planted', count: number) =>
  Array.from({ length: count }, (_, s) => `${kind}-${5001 + s}`);

const tests = (kind: 'noise' | 'planted', count: number): AssessmentCell[] =>
  sets(kind, count).map((set) => ({
    kind: 'permutation',
    set,
    options: { ...sourceOf(set).options, seed: 1 },
    folds: FOLDS,
    permutations: PERMUTATIONS,
  }));

/** Twelve points, as many as people try by hand. */
const choices = (count: number): AssessmentCell[] =>
  sets('noise', count).map((set) => ({
    kind: 'choice',
    set,
    options: { ...sourceOf(set).options, seed: 1 },
    folds: FOLDS,
    grid: { lambda: [0.0001, 0.001, 0.01, 0.1], hidden: [[], [5], [5, 5]] },
  }));

export const chance: Plan = {
  name: 'chance',
  title: 'Permutation tests and nested choice where chance is known',
  protocol:
    'Noise: 50 samples of 1000 independent normal variables, two random classes; 1000 data sets with new seeds. Planted: the same with the means of 50 variables 1.5 deviations apart between the classes; 100 data sets. J = 2, no hidden layer, 30 epochs, lambda 0.1. Permutation test of the accuracy pooled over five folds with 99 permutations, each of which repeats the cross validation; a test stops when the decision at 0.05 is certain, which never changes the decision. Choice: twelve points (four lambdas, three depths) by five folds, in five outer folds, on the first 40 noise sets: the balanced accuracy that chose beside that of the outer folds. Random classes have unequal sizes, so that chance is above 0.5 for the accuracy, and 0.5 for the balanced accuracy.',
  beyond: true,
  quick: [],
  full: [],
  assessments: {
    quick: [...tests('noise', 40), ...tests('planted', 10), ...choices(4)],
    full: [...tests('noise', 1000), ...tests('planted', 100), ...choices(40)],
  },
};
