/** What an experiment is made of. Plans are data: sets, grids, protocol and seeds; a cell is one fit of one of them. */

import type { Dataset, FitOptions, Model, ModelFile, Score } from 'trip-wasm';

/** Options of one fit as a plan gives them; nothing is left to the moment. */
export type CellOptions = Readonly<Omit<FitOptions, 'test' | 'startSeed' | 'orderSeed' | 'firstRestart' | 'record'>>;

/** Which samples a cell trains on. */
export interface Split {
  /** Number of folds; `trip.folds(data, folds, trial)` says which sample is in which. */
  readonly folds: number;
  /** Repetition with other folds, from 1. */
  readonly trial: number;
  /** The fold that is scored and not trained on. */
  readonly fold: number;
  /** This fold is left out entirely: a cell of the inner loop of a nested choice, which must not see it. */
  readonly without?: number;
}

/** One fit and its scores: it can be run alone, by anyone who has the data. */
export interface Cell {
  /** Name in the table of sets. */
  readonly set: string;
  readonly options: CellOptions;
  /** Absent: trained on the whole set, and scored on the set's own test samples where it has any. */
  readonly split?: Split;
  /** The row holds the model, for pictures. */
  readonly keep?: true;
}

/** The time of an epoch on random tensors. */
export interface TimeCell {
  readonly dims: readonly number[];
  /** Stored values a sample. */
  readonly nonzeros: number;
  readonly options: CellOptions;
  /** Repetition; the rounds go over all sizes, so that a disturbance of the machine does not hit one size alone. */
  readonly round: number;
}

/** Scores without the confusion matrix; what is not a finite number is left out. */
export type RowScore = { readonly [name in Exclude<keyof Score, 'confusion'>]?: number };

/** The outcome of a cell: plain data, the same on every machine. */
export interface Row {
  /** The cell's name, which says everything about it. */
  readonly cell: string;
  readonly train?: RowScore;
  readonly test?: RowScore;
  readonly fingerprint?: string;
  /** Spiral as generated: ||Q^T C||_F^2 / J, Q the true plane: 1 when it is found, about 0 when not. */
  readonly overlap?: number;
  readonly model?: ModelFile;
  /** The fit failed, for example because it diverged. */
  readonly error?: string;
}

/** The outcome of a {@link TimeCell}. */
export interface TimeRow {
  readonly cell: string;
  /** Median over the epochs, milliseconds of processor time and of the clock on the wall. */
  readonly cpu: number;
  readonly wall: number;
}

/** Values to try for some options: all combinations, the last name varies fastest. */
export type Grid = { readonly [name in keyof CellOptions]?: readonly CellOptions[name][] };

export type Protocol =
  /** The whole set, with the seeds 1..trials. */
  | { readonly kind: 'whole'; readonly trials: number }
  /** `trials` repetitions of cross validation; `only` the first few folds of each. */
  | { readonly kind: 'folds'; readonly folds: number; readonly trials: number; readonly only?: number }
  /** The inner loop of a nested choice: for every outer fold the next one is scored by a fit on the others. */
  | { readonly kind: 'inner'; readonly folds: number; readonly trials: number };

/** Some sets under some grids by one protocol. */
export interface Study {
  readonly sets: readonly string[];
  readonly grids: readonly Grid[];
  readonly protocol: Protocol;
  readonly keep?: true;
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

export type PlanName = 'fig1' | 'fig3' | 'fig4' | 'fig5' | 'fig6' | 'table2' | 'fig7';

/** One figure or table. */
export interface Plan {
  readonly name: PlanName;
  readonly title: string;
  /** What is done, in a few sentences for the report. */
  readonly protocol: string;
  /** A first complete picture in minutes. Its cells are cells of `full` where that has them, so nothing is done twice. */
  readonly quick: readonly Study[];
  readonly full: readonly Study[];
  readonly time?: { readonly quick: TimeStudy; readonly full: TimeStudy };
}

/** A set in memory. */
export interface Loaded {
  readonly data: Dataset;
  readonly test?: Dataset;
  /** Spiral: orthonormal basis of the true plane. */
  readonly plane?: Float64Array;
}

/** Whatever trains: the package's trainer in Node or in a page, or another engine. */
export interface Executor {
  /** How many fits go on at the same time. */
  readonly width: number;
  fit(data: Dataset, options: CellOptions): Promise<Model>;
}
