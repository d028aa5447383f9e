/**
 * Every score that is one number, described once. `Model.score`, the summaries of sweeps, the command, the page and the table of the
 * documentation follow from here; `trip/metrics.h` computes them, and a test compares the two.
 */

import { frozen } from '../common/check.js';
import type { ScoreName, Task } from '../types.js';

/** Properties of a score. */
export interface ScoreRow {
  /** Absent where it applies to every response. */
  readonly task?: Task;
  /** How it is written: a share of 1 as `percent`, `fixed` digits after the point, or `significant` digits where units matter. */
  readonly format: 'percent' | 'fixed' | 'significant';
  /** A larger value is better. */
  readonly larger: boolean;
  /**
   * How the folds of a trial become one value: the `mean` over their samples, its `root` for a score that is the root of a mean, or
   * computed from the `predictions` of all folds. Absent where a sweep does not pool it.
   */
  readonly pooled?: 'mean' | 'root' | 'predictions';
  /** One line. */
  readonly help: string;
}

const classification = { task: 'classification', larger: true } as const;
const regression = 'regression';

const rows: { readonly [name in ScoreName]: Omit<ScoreRow, 'help'> } = {
  loss: { format: 'fixed', larger: false },
  reconstruction: { format: 'fixed', larger: false },
  objective: { format: 'fixed', larger: false },
  accuracy: { ...classification, format: 'percent', pooled: 'mean' },
  balancedAccuracy: { ...classification, format: 'percent', pooled: 'predictions' },
  macroF1: { ...classification, format: 'fixed', pooled: 'predictions' },
  matthews: { ...classification, format: 'fixed', pooled: 'predictions' },
  auc: { ...classification, format: 'fixed', pooled: 'predictions' },
  brier: { ...classification, larger: false, format: 'fixed', pooled: 'predictions' },
  rmse: { task: regression, format: 'significant', larger: false, pooled: 'root' },
  pearson: { task: regression, format: 'fixed', larger: true, pooled: 'predictions' },
};

/** Apart from the rows, so that bundles that show no table of the scores leave the texts out. */
const help: { readonly [name in ScoreName]: string } = {
  loss: 'mean cross entropy or squared error summed over the responses, in training units',
  reconstruction: 'mean squared norm of what the projection leaves out, in training units',
  objective: 'loss + lambda * reconstruction',
  accuracy: 'share of the samples predicted rightly',
  balancedAccuracy: 'mean of this share over the classes that occur: rare classes count as much as frequent ones',
  macroF1: 'mean F1 score of the classes that occur as class or prediction',
  matthews:
    'Matthews correlation of classes and predictions (R_K above two classes); 0 at chance, and when either has one class alone',
  auc: 'area under the ROC curve; above two classes the mean of each class against the rest',
  brier:
    'mean squared error of the probabilities: of class 1 for two classes (0 to 1), summed over the classes for more (0 to 2)',
  rmse: 'root mean squared error, in the units of the response; the mean is over all responses',
  pearson: 'correlation of prediction and response; the mean over several responses',
};

/** The scores in the order of the table. */
export const scoreNames = /* @__PURE__ */ Object.keys(rows) as readonly ScoreName[];

/** How a score becomes one value of several folds, if at all. */
export const poolingOf = (name: ScoreName) => rows[name].pooled;

/** Whether a larger value of a score is better. */
export const isLargerBetter = (name: ScoreName) => rows[name].larger;

/** Scores that are defined for responses of this kind. */
export const scoresOf = (task: Task): readonly ScoreName[] =>
  scoreNames.filter((name) => (rows[name].task ?? task) === task);

/** Every score of {@link Model.score} that is one number: for tables and forms. */
export const scoreTable: { readonly [name in ScoreName]: ScoreRow } = /* @__PURE__ */ describeAll();

/** Those that follow from predictions alone. */
export const predictionScoresOf = (task: Task): readonly ScoreName[] =>
  scoreNames.filter((name) => rows[name].task === task);

function describeAll(): typeof scoreTable {
  return frozen(
    Object.fromEntries(scoreNames.map((name) => [name, { ...rows[name], help: help[name] }])),
  ) as typeof scoreTable;
}
