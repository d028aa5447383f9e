/** Types of the experiments. A plan is data: sets, grids, protocol and seeds. A cell is one fit of a plan. */

import type { Dataset, FitOptions, ModelFile, ParameterGrid, ScoreName } from 'trip-wasm';
import type { Trainer } from 'trip-wasm/trainer';

/** Options of one fit in a plan; they determine the fit completely. */
export type CellOptions = Readonly<
  Omit<
    FitOptions,
    'test' | 'start' | 'startSeed' | 'orderSeed' | 'firstRestart' | 'record' | 'lambda' | 'epochs' | 'validation'
  >
> & {
  readonly lambda?: number;
  readonly epochs?: number;
  /** Lambdas for preceding fits, each starting from the model of the fit before; all fits have equal numbers of epochs. */
  readonly lambdasBefore?: readonly number[];
};

/** Selects the samples that a cell trains on. */
export interface Split {
  /** Number of folds; `trip.folds(data, folds, trial)` assigns the samples. */
  readonly folds: number;
  /** Number of the repetition, from 1; each has other folds. */
  readonly trial: number;
  /** The held-out fold, which is scored. */
  readonly fold: number;
  /** A fold that is neither trained on nor scored: the outer fold in the inner loop of a nested choice. */
  readonly without?: number;
}

/**
 * A linear map that is learned from the training samples of a cell before its fit. The fit uses the new variables:
 * coordinates in the true `plane` (Spiral), along the leading five principal directions (`span5`), or in two dimensions
 * by neighbourhood component analysis in another program (`nca`).
 */
export type View = 'plane' | 'span5' | 'nca';

/** One fit and its scores; it can be run alone. */
export interface Cell {
  /** Name in the table of sets. */
  readonly set: string;
  readonly options: CellOptions;
  /** If absent, the cell trains on the complete set and is scored on the set's test samples, if it has them. */
  readonly split?: Split;
  readonly view?: View;
  /** The row holds the model, for pictures. */
  readonly keep?: true;
}

/** The time of an epoch on random tensors. */
export interface TimeCell {
  readonly dims: readonly number[];
  /** Stored values per sample. */
  readonly nonzeros: number;
  readonly options: CellOptions;
  /** Repetition. Each round covers all sizes, so that a disturbance of the machine does not affect one size alone. */
  readonly round: number;
}

/** The scores that are one number; values that are not finite are left out. */
export type RowScore = { readonly [name in ScoreName]?: number };

/** The outcome of a cell: plain data, the same on every machine. */
export interface Row {
  /** The name of the cell, which identifies it completely. */
  readonly cell: string;
  readonly train?: RowScore;
  readonly test?: RowScore;
  readonly fingerprint?: string;
  /** Result version of the package that computed the row; rows without this field have version 1. */
  readonly resultVersion?: number;
  /**
   * Only for generated data that are not standardised: ||Q^T C||_F^2 / width of Q, where Q is the true plane. It is 1
   * if the plane is found, about 0 if not.
   */
  readonly overlap?: number;
  readonly model?: ModelFile;
  /** The fit failed, for example because it diverged. */
  readonly error?: string;
}

/** The outcome of a {@link TimeCell}. */
export interface TimeRow {
  readonly cell: string;
  /** Medians over the epochs: milliseconds of processor time and of wall-clock time. */
  readonly cpu: number;
  readonly wall: number;
}

/** A permutation test, or a choice of options by nested cross validation, of a whole set. */
export interface AssessmentCell {
  readonly kind: 'permutation' | 'choice';
  /** Name in the table of sets. */
  readonly set: string;
  readonly options: CellOptions;
  readonly folds: number;
  /** Number of permutations; the test stops when the decision at 0.05 is certain. */
  readonly permutations?: number;
  /** Options to choose from. */
  readonly grid?: ParameterGrid;
}

/** The outcome of an {@link AssessmentCell}. */
export interface AssessmentRow {
  readonly cell: string;
  readonly resultVersion: number;
  /** Held-out accuracy, pooled over the folds; of a choice the balanced accuracy of the outer folds, since 0.5 is chance for classes of any size. */
  readonly accuracy: number;
  /** Permutation test: the p value, or its bound where the test stopped early, and the number of permutations computed. */
  readonly p?: number;
  readonly significant?: boolean;
  readonly permuted?: number;
  /** Choice: the balanced accuracy that chose, which is that of the best point on all samples. */
  readonly optimistic?: number;
}

/** The processor time of the fit of a cell, alone and on one thread. */
export interface ClockRow {
  readonly cell: string;
  readonly seconds: number;
}

/** The result of another program on the training samples of a cell. */
export interface LearnedMap {
  /** I x 2, row-major: the new variables are x times this. */
  readonly map: readonly number[];
}

/** Values to try for some options: all combinations, the last name varies fastest. */
export type Grid = { readonly [name in keyof CellOptions]?: readonly CellOptions[name][] };

export type Protocol =
  /** Trains on the complete set with the seeds 1..trials. */
  | { readonly kind: 'whole'; readonly trials: number }
  /** `trials` repetitions of cross validation; `only` limits each to its first folds. */
  | { readonly kind: 'folds'; readonly folds: number; readonly trials: number; readonly only?: number }
  /** The inner loop of a nested choice: for every outer fold, a fit on the other folds is scored on the next fold. */
  | { readonly kind: 'inner'; readonly folds: number; readonly trials: number };

/** A combination of sets and grids with one protocol. */
export interface Study {
  readonly sets: readonly string[];
  readonly grids: readonly Grid[];
  readonly protocol: Protocol;
  readonly view?: View;
  readonly keep?: true;
}

/** A strategy that selects one model by training data alone. */
export interface Candidate {
  readonly title: string;
  readonly options: CellOptions;
  readonly view?: View;
  /**
   * [starts, epochs] of each round. The first round begins all starts, the lowest objectives continue in the next
   * round, and the lowest one of the last round is the model.
   */
  readonly rounds: readonly (readonly [starts: number, epochs: number])[];
  /** Number of sets to use, from the first; all if absent. */
  readonly sets?: number;
}

/** The time of training over a growing size. */
export interface TimeStudy {
  readonly series: readonly {
    readonly dims: readonly number[];
    readonly nonzeros: readonly number[];
    readonly ranks: readonly (readonly number[])[];
  }[];
  readonly options: CellOptions;
  readonly rounds: number;
}

export type PlanName =
  | 'fig1'
  | 'fig3'
  | 'fig4'
  | 'fig5'
  | 'fig6'
  | 'table2'
  | 'fig7'
  | 'auto'
  | 'weak'
  | 'choice'
  | 'table3'
  | 'chance';

/** One figure or table. */
export interface Plan {
  readonly name: PlanName;
  readonly title: string;
  /** The protocol in a few sentences, for the report. */
  readonly protocol: string;
  /** A first complete picture in minutes. Its cells are also cells of `full` if possible, so that nothing is computed twice. */
  readonly quick: readonly Study[];
  readonly full: readonly Study[];
  readonly time?: { readonly quick: TimeStudy; readonly full: TimeStudy };
  readonly assessments?: { readonly quick: readonly AssessmentCell[]; readonly full: readonly AssessmentCell[] };
  /** Not in the paper. */
  readonly beyond?: true;
  /** The compared candidates, if the studies are derived from them. */
  readonly candidates?: readonly Candidate[];
  /** Studies whose fits are repeated alone to measure processor time. */
  readonly clock?: { readonly quick: readonly Study[]; readonly full: readonly Study[] };
}

/** A set in memory. */
export interface Loaded {
  readonly data: Dataset;
  readonly test?: Dataset;
  /** Only for generated data: orthonormal basis of the true subspace, I x 2 or I x 1. */
  readonly plane?: Float64Array;
}

/** A cell as an executor receives it. Plain data: what travels is the cell, not its samples or models. */
export interface CellTask {
  readonly cell: Cell;
  /** The map that another program has learned for the cell. */
  readonly map?: readonly number[];
}

/** Runs cells anywhere and in any order: cells go in, rows come out. The executor loads the sets by their names. */
export interface Executor {
  /** `cells` are taken one by one when there is room, and `receive` is called once for each. Rejects when a cell cannot be run. */
  execute(cells: Iterable<CellTask>, receive: (task: CellTask, row: Row) => void): Promise<void>;
}

/** Runs assessments, whose cells the package knows: its trainer. */
export type Assessor = Pick<Trainer, 'permutationTest' | 'select'>;
