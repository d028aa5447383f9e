/** What an experiment is made of. Plans are data: sets, grids, protocol and seeds; a cell is one fit of one of them. */

import type { Dataset, FitOptions, Model, ModelFile, Score } from 'trip-wasm';

/** Options of one fit as a plan gives them; nothing is left to the moment. */
export type CellOptions = Readonly<
  Omit<FitOptions, 'test' | 'start' | 'startSeed' | 'orderSeed' | 'firstRestart' | 'record'>
> & {
  /** Lambdas to learn with before the last one, each from the model of the one before; all share the epochs equally. */
  readonly lambdasBefore?: readonly number[];
};

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

/**
 * A linear map that is learned from the samples a cell trains on, before its fit, which then sees all samples in the new variables:
 * their coordinates in the true `plane` (Spiral), along the leading five principal directions (`span5`), or in two dimensions by
 * neighbourhood component analysis in another program (`nca`).
 */
export type View = 'plane' | 'span5' | 'nca';

/** One fit and its scores: it can be run alone, by anyone who has the data. */
export interface Cell {
  /** Name in the table of sets. */
  readonly set: string;
  readonly options: CellOptions;
  /** Absent: trained on the whole set, and scored on the set's own test samples where it has any. */
  readonly split?: Split;
  readonly view?: View;
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
  /** Of the package that computed it; rows without this field have 1. */
  readonly resultVersion?: number;
  /** Generated data that are not standardised: ||Q^T C||_F^2 / width of Q, Q the true plane: 1 when it is found, about 0 when not. */
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

/** The processor time of the fit of a cell, alone and on one thread. */
export interface ClockRow {
  readonly cell: string;
  readonly seconds: number;
}

/** What another program has learned on the training samples of a cell. */
export interface LearnedMap {
  /** I x 2, row-major: the new variables are x times this. */
  readonly map: readonly number[];
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
  readonly view?: View;
  readonly keep?: true;
}

/** A way to one model by training data alone. */
export interface Candidate {
  readonly title: string;
  readonly options: CellOptions;
  readonly view?: View;
  /**
   * [starts, epochs] of each round: all starts of the first one begin, the lowest objectives go on into the next, and the lowest
   * one of the last is the model.
   */
  readonly rounds: readonly (readonly [starts: number, epochs: number])[];
  /** Only the first so many sets; all when absent. */
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
  | 'table3';

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
  /** Not in the paper. */
  readonly beyond?: true;
  /** What is compared, where the studies come from these. */
  readonly candidates?: readonly Candidate[];
  /** Studies whose fits are repeated alone for their processor time. */
  readonly clock?: { readonly quick: readonly Study[]; readonly full: readonly Study[] };
}

/** A set in memory. */
export interface Loaded {
  readonly data: Dataset;
  readonly test?: Dataset;
  /** Generated data: orthonormal basis of what a projection should find, I x 2 or I x 1. */
  readonly plane?: Float64Array;
}

/** Whatever trains: the package's trainer in Node or in a page, or another engine. */
export interface Executor {
  /** How many fits go on at the same time. */
  readonly width: number;
  fit(data: Dataset, options: FitOptions): Promise<Model>;
}
