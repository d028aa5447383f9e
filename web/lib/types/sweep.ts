/** Sweeps: a grid of options on cross-validated data. */

import type { Samples } from './data.js';
import type { FitOptions } from './fit.js';
import type { Score } from './model.js';

/** Options that a grid may vary. */
export type GridOptions = Omit<
  Required<FitOptions>,
  'test' | 'start' | 'seed' | 'startSeed' | 'orderSeed' | 'firstRestart' | 'record'
>;

/** For each option the values to try: all combinations, the last name varies fastest. */
export type ParameterGrid = { readonly [name in keyof GridOptions]?: readonly GridOptions[name][] };

/**
 * Repeated k-fold cross validation over a grid of options. Standardizer and means of missing values are fitted in each fold.
 *
 * Every cell (point, trial, fold) can be repeated alone, since its seeds follow from its indices: with d(seed, stream) the rule that
 * also derives `startSeed` (stream 0) and `orderSeed` (stream 1) of a fit, trial t has the seed s = d(plan.seed, 2 + t), its folds are
 * `trip.folds(data, folds, s)`, and fold f is fitted with the seed d(s, 2 + f). All points share these, so that they are compared on
 * the same folds and starts.
 */
export interface SweepPlan {
  /** Samples with a response; all are held out once a trial. */
  data: Samples;
  /** What is varied; several grids are put one after the other (baselines need no lambda). */
  grid: ParameterGrid | readonly ParameterGrid[];
  /** Options that all points share; a grid goes before them. */
  options?: Partial<GridOptions>;
  /** Default 10. */
  folds?: number;
  /** Repetitions with other folds and starts. Default 1. */
  trials?: number;
  /** 0..2^53-1. Default 1. */
  seed?: number;
}

/** Which fit of a sweep. */
export interface SweepCell {
  /** Index into {@link SweepTable.points}. */
  readonly point: number;
  /** Index of the repetition. */
  readonly trial: number;
  /** Index of the fold that is held out. */
  readonly fold: number;
}

/** As {@link Score}; what is not a finite number (the AUC of a fold with one class) is left out. */
export type SweepScore = { readonly [name in Exclude<keyof Score, 'confusion'>]?: number };

/** The outcome of one cell. Plain data that survives JSON. */
export interface SweepRow extends SweepCell {
  /** The options of the point, as given. */
  readonly options: Readonly<Partial<GridOptions>>;
  /** `trip.fit` with this seed on the other folds repeats the fit. */
  readonly seed: number;
  /** The restart that was kept, by the training objective. */
  readonly restart: number;
  /** The kept restart diverged. */
  readonly diverged: boolean;
  /** Of the model, as {@link Model.fingerprint}. */
  readonly fingerprint: string;
  /** Of the package that computed it; rows without this field have 1. */
  readonly resultVersion: number;
  /** On the other folds. */
  readonly train: SweepScore;
  /** On the fold held out. */
  readonly test: SweepScore;
  /** The samples held out, ascending. */
  readonly samples: readonly number[];
  /** Predictions for them with 9 digits: probabilities, samples x classes, or values. */
  readonly predictions: readonly number[];
}

/** A score over the folds (of all trials), or over the trials where folds are pooled. */
export interface Spread {
  /** Over the folds in which the score is defined. */
  readonly mean: number;
  /** Standard deviation over the same folds (n - 1; 0 for one). The standard error of the mean is this / sqrt(`defined`). */
  readonly deviation: number;
  /** How many folds these are: the AUC of a fold without one of two classes is not defined, nor the correlation of one sample. */
  readonly defined: number;
}

/** A spread for each score that is defined in at least one fold. */
export type Spreads = { readonly [name in keyof SweepScore]: Spread };

/** One point of the grid. */
export interface SweepSummary {
  /** Index into {@link SweepTable.points}. */
  readonly point: number;
  /** The options of the point, as given. */
  readonly options: Readonly<Partial<GridOptions>>;
  /** Number of fits: trials x folds. */
  readonly cells: number;
  /** Cells whose kept restart diverged. */
  readonly diverged: number;
  /** On the other folds, over all trials and folds. */
  readonly train: Spreads;
  /** On the folds held out, over all trials and folds. */
  readonly test: Spreads;
  /** Held-out predictions of all folds of a trial taken together, over the trials: the scores with `pooled` in `scoreTable`. */
  readonly pooled: Spreads;
}

/** The outcome of a sweep, in the order of the cells, whoever was first. */
export interface SweepTable {
  /** The options of each point of the grid, as given. */
  readonly points: readonly Readonly<Partial<GridOptions>>[];
  /** Points, in them trials, in them folds. */
  readonly rows: readonly SweepRow[];
  /** One for each point, in their order. */
  readonly summary: readonly SweepSummary[];
}

/** What `onProgress` is told. */
export interface SweepProgress {
  /** Cells finished, those of `done` included. */
  readonly done: number;
  /** Cells in all. */
  readonly total: number;
  /** The row that has just been finished. */
  readonly row: SweepRow;
}

/** Options of {@link Trainer.sweep} that change how it runs, never what comes out. */
export interface SweepOptions {
  /** Stops the sweep within 100 ms: it rejects with code `aborted`. What was finished has been reported to `onProgress`. */
  signal?: AbortSignal;
  /** Called once a cell, in order of completion. */
  onProgress?: (progress: SweepProgress) => unknown;
  /** Rows of an earlier sweep of the same plan; these cells are not trained again. Changed values of `x` cannot be told from them. */
  done?: readonly SweepRow[];
}
