/** Cells: the single fits of sweeps and assessments as plain data, and executors that run them. */

import type { Dataset } from './data.js';
import type { ClassWeight, FitOptions } from './fit.js';
import type { Score, ScoreName } from './model.js';

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

/** Options of the fit of a cell, with all defaults. Lambda and epochs may still follow from the training samples. */
export interface CellOptions
  extends Omit<Required<FitOptions>, 'test' | 'start' | 'projection' | 'classWeight' | 'restarts' | 'validation'> {
  /** Number of restarts. */
  readonly restarts: number;
  /** The share of the training samples that is held out. */
  readonly validation: number | 'dataset';
  /** As given. */
  readonly classWeight?: ClassWeight;
  /** The projection of each mode, I_k x J_k row-major, when it is given: base64 of little-endian doubles, which keeps every bit. */
  readonly projection?: readonly string[];
}

/** Parts of a {@link CellReport} that are left out by default. */
export interface CellParts {
  /** The predictions for the samples held out. */
  readonly predictions?: boolean;
  /** The projections of the model. */
  readonly projections?: boolean;
  /** Indices of the samples to project. */
  readonly latent?: readonly number[];
  /** Permutation importance. */
  readonly importance?: {
    /** Score whose change is measured. */
    readonly score: ScoreName;
    /** Whether a larger score is better. */
    readonly larger: boolean;
    /** Permutations of each variable. */
    readonly repeats: number;
  };
}

/**
 * One fit of a sweep or an assessment, and what is wanted of its model. Plain data that survives JSON: a cell names samples by their index
 * in the data set of its {@link CellBatch}, and contains neither data nor models.
 */
export interface CellPlan {
  /** Name in messages, unique in the sweep or assessment. */
  readonly name: string;
  /** Indices of the training samples, which may be repeated. */
  readonly train: readonly number[];
  /** Indices of the samples to score and predict. */
  readonly heldOut: readonly number[];
  /** Indices of the validation set; without it, `options.validation` is the share of `train` that is held out. */
  readonly validation?: readonly number[];
  /** Permuted responses: for each sample of the data set, the sample whose response it has. */
  readonly responses?: readonly number[];
  /** Options of the fit. */
  readonly options: CellOptions;
  /** Seed from which all others of the fit follow. */
  readonly seed: number;
  /** Parts of the report. */
  readonly wanted: CellParts;
}

/** The reason for which a cell has no report. Plain data. */
export interface CellError {
  /** The {@link TripErrorCode} of the error. */
  readonly code: string;
  /** Its message. */
  readonly message: string;
}

/** The outcome of a cell: its report or its error. */
export type CellOutcome =
  | {
      /** The outcome of the fit. */
      readonly report: CellReport;
    }
  | {
      /** The reason for which there is no report. */
      readonly error: CellError;
    };

/** Cells for an executor. */
export interface CellBatch {
  /** The data set whose samples the cells name by index. */
  readonly data: Dataset;
  /** Taken one by one, whenever the executor has room for a further cell. */
  readonly cells: Iterable<CellPlan>;
  /** Called once for each cell, in any order, with the object that `cells` gave. If it throws, `execute` must reject with that error. */
  readonly receive: (cell: CellPlan, outcome: CellOutcome) => void;
  /** Aborted when no further outcome is needed. */
  readonly signal: AbortSignal;
}

/** Runs cells, anywhere and in any order: the workers of a trainer, the thread of the caller, other machines. */
export interface CellExecutor {
  /**
   * Resolves when every cell has an outcome. A cell that fails is an outcome; `execute` rejects only when no further cell can be computed.
   */
  execute(batch: CellBatch): Promise<void>;
}

/** Where cells are computed: on the calling thread in slices of about 10 ms, in the workers of the trainer, or by an own executor. */
export type ExecutorChoice = 'here' | 'workers' | CellExecutor;
