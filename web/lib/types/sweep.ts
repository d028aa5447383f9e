/** Sweeps: a grid of options on cross-validated data. */

import type { CellError, CellPlan, CellReport, ExecutorChoice, SweepScore } from './cells.js';
import type { Dataset, Samples } from './data.js';
import type { FitOptions } from './fit.js';

/** Options that a grid may vary. */
export type GridOptions = Omit<
  Required<FitOptions>,
  'test' | 'start' | 'seed' | 'startSeed' | 'orderSeed' | 'firstRestart' | 'record' | 'validation'
> & {
  /** The share of the samples of the other folds that is held out to choose the best epoch and restart. */
  validation: number;
};

/** Values to try for each option: all combinations, of which the last name varies fastest. */
export type ParameterGrid = { readonly [name in keyof GridOptions]?: readonly GridOptions[name][] };

/**
 * Repeated k-fold cross validation over a grid of options. Standardiser and means of missing values are fitted in each fold.
 *
 * Every cell (point, trial, fold) can be repeated alone, since its seeds follow from its indices. Let d(seed, stream) be the rule that
 * also derives `startSeed` (stream 0) and `orderSeed` (stream 1) of a fit. Trial t has the seed s = d(plan.seed, 2 + t), its folds are
 * `trip.folds(data, folds, s)`, and fold f is fitted with the seed d(s, 2 + f). All points share these seeds, so that they are compared
 * on the same folds and starts.
 */
export interface SweepPlan {
  /** Samples with a response; each is held out once per trial. */
  data: Samples;
  /** Options to vary; several grids are run in order (baselines need no lambda). */
  grid: ParameterGrid | readonly ParameterGrid[];
  /** Options that all points share; the grid overrides them. */
  options?: Partial<GridOptions>;
  /** Number of folds. Default 10. */
  folds?: number;
  /** Repetitions with other folds and starts. Default 1. */
  trials?: number;
  /** Master seed, 0..2^53-1. Default 1. */
  seed?: number;
}

/** Indices of one fit of a sweep. */
export interface SweepCell {
  /** Index into {@link SweepTable.points}. */
  readonly point: number;
  /** Index of the repetition. */
  readonly trial: number;
  /** Index of the fold that is held out. */
  readonly fold: number;
}

/** The outcome of one cell: a {@link CellReport} on all folds but one, with predictions for that one. */
export interface SweepRow extends SweepCell, Omit<CellReport, 'predictions' | 'projections' | 'latent' | 'importance'> {
  /** The options of the point, as given. */
  readonly options: Readonly<Partial<GridOptions>>;
  /** `trip.fit` with this seed on the other folds repeats the fit. */
  readonly seed: number;
  /** Indices of the held-out samples, ascending. */
  readonly samples: readonly number[];
  /** Predictions for the held-out samples with 9 digits: probabilities, samples x classes, or values, samples x responses. */
  readonly predictions: readonly number[];
}

/** A cell that failed, also when it was tried again. It stands for the row in a file of rows. */
export interface SweepFailure {
  /** The cell. */
  readonly cell: SweepCell;
  /** The error of the last try. */
  readonly error: CellError;
}

/** Mean and deviation of a score over the folds of all trials, or over the trials when folds are pooled. */
export interface Spread {
  /** Mean over the folds in which the score is defined. */
  readonly mean: number;
  /** Standard deviation over the same folds (n - 1; 0 for one). The standard error of the mean is this / sqrt(`defined`). */
  readonly deviation: number;
  /** Number of these folds. The AUC of a fold without one of two classes is undefined, and so is the correlation of one sample. */
  readonly defined: number;
}

/** A spread for each score that is defined in at least one fold. */
export type Spreads = { readonly [name in keyof SweepScore]: Spread };

/** Summary of one point of the grid. */
export interface SweepSummary {
  /** Index into {@link SweepTable.points}. */
  readonly point: number;
  /** The options of the point, as given. */
  readonly options: Readonly<Partial<GridOptions>>;
  /** Number of fits: trials x folds. */
  readonly cells: number;
  /** Number of these cells that failed; no other number includes them. */
  readonly failed: number;
  /** Number of cells whose kept restart diverged. */
  readonly diverged: number;
  /** Training scores over all trials and folds. */
  readonly train: Spreads;
  /** Held-out scores over all trials and folds. */
  readonly test: Spreads;
  /** Scores of the pooled held-out predictions of each trial, over the trials: those with `pooled` in `scoreTable`. */
  readonly pooled: Spreads;
}

/** The outcome of a sweep, in the order of the cells, independent of the order of completion. */
export interface SweepTable {
  /** The options of each point of the grid, as given. */
  readonly points: readonly Readonly<Partial<GridOptions>>[];
  /** Rows ordered by point, then trial, then fold, without the cells that failed. */
  readonly rows: readonly SweepRow[];
  /** The cells that failed, in the same order; empty without `retries`, since the sweep then rejects. */
  readonly failures: readonly SweepFailure[];
  /** Summaries in the order of the points. */
  readonly summary: readonly SweepSummary[];
}

/** Argument of `onProgress`. */
export interface SweepProgress {
  /** Number of finished cells, including those of `done`. */
  readonly done: number;
  /** Number of cells. */
  readonly total: number;
  /** The row that has just been finished. */
  readonly row: SweepRow;
}

/** Options of {@link Trainer.sweep} that never change its results. */
export interface SweepOptions {
  /** Stops the sweep within 100 ms: it rejects with code `aborted`. Finished cells have been reported to `onProgress`. */
  signal?: AbortSignal;
  /** Called once for each row, in order of completion. */
  onProgress?: (progress: SweepProgress) => unknown;
  /** Called once for each cell that failed, after its last try. */
  onFailure?: (failure: SweepFailure) => unknown;
  /**
   * Rows of an earlier sweep of the same plan; these cells are not trained again. Cells that failed are. Changes of `x` are not detected.
   */
  done?: readonly (SweepRow | SweepFailure)[];
  /**
   * How often a cell that fails is tried again, 0 to 100. A cell that fails each time is then one of {@link SweepTable.failures}, and the
   * sweep goes on. Without this option the first failure rejects.
   */
  retries?: number;
  /** Where the cells are computed. Default `'workers'`. */
  executor?: ExecutorChoice;
}

/**
 * The cells of a sweep, for programs that distribute them: which cells there are, and what belongs to each. Cell c is point
 * floor(c / (trials x folds)), trial floor(c / folds) mod trials, fold c mod folds.
 */
export interface SweepCells {
  /** The samples of the plan. */
  readonly data: Dataset;
  /** Number of cells. */
  readonly length: number;
  /** The options of each point of the grid, as given. */
  readonly points: readonly Readonly<Partial<GridOptions>>[];
  /** The point, trial and fold of cell c. */
  at(c: number): SweepCell;
  /** Cell c as an executor runs it. */
  plan(c: number): CellPlan;
  /** The row of cell c with this report. */
  row(c: number, report: CellReport): SweepRow;
  /**
   * The cell to which a row belongs. Refuses rows that are incomplete, of another plan or of another result version (code `value`);
   * `name` begins the message.
   */
  indexOf(row: SweepRow | SweepFailure, name?: string): number;
  /** Means over rows that are added in the order of the cells; the rows of one point are kept at a time. */
  summary(): SweepSummarizer;
}

/** Summarises rows one by one. */
export interface SweepSummarizer {
  /** Adds the next row or failure in the order of the cells. */
  add(row: SweepRow | SweepFailure): void;
  /** The summaries of all points; points without a row have no scores. */
  result(): readonly SweepSummary[];
}
