/** Sweeps: a grid of options on cross-validated data. */

import type { Samples } from './data.js';
import type { FitOptions } from './fit.js';
import type { Score, ScoreName } from './model.js';

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

/** As {@link Score}, without values that are not finite, such as the AUC of a fold with one class. */
export type SweepScore = { readonly [name in ScoreName]?: number };

/** The outcome of one fit: scores on its own samples and on those held out. Plain data that survives JSON. */
export interface CellReport {
  /** `resultVersion` of the package that computed the row; 1 for rows without this field. */
  readonly resultVersion: number;
  /** The restart that was kept, by the training objective or the validation loss. */
  readonly restart: number;
  /** Whether the kept restart diverged. */
  readonly diverged: boolean;
  /** {@link Model.fingerprint} of the model. */
  readonly fingerprint: string;
  /** Scores on the samples of the fit. */
  readonly train: SweepScore;
  /** Scores on the samples held out. */
  readonly test: SweepScore;
  /** Predictions for the samples held out with 9 digits: probabilities, samples x classes, or values, samples x responses. */
  readonly predictions?: readonly number[];
  /** C^(k) of each mode with 9 digits, I_k x J_k row-major. */
  readonly projections?: readonly (readonly number[])[];
  /** Xbar of the samples that an assessment projects, with 9 digits, N x prod J row-major. */
  readonly latent?: readonly number[];
  /**
   * With permutation importance: the decrease of the score (increase, where smaller is better) for each position along each mode and each
   * permutation, I_k x repeats row-major; `null` where it is undefined.
   */
  readonly importance?: readonly (readonly (number | null)[])[];
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
  /** Rows ordered by point, then trial, then fold. */
  readonly rows: readonly SweepRow[];
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
  /** Called once per cell, in order of completion. */
  onProgress?: (progress: SweepProgress) => unknown;
  /** Rows of an earlier sweep of the same plan; these cells are not trained again. Changes of `x` are not detected. */
  done?: readonly SweepRow[];
}
