/// <reference lib="esnext.disposable" preserve="true" />

/** Models: their spec, frames and snapshots of their training, scores, the file format. */

import type { CategoricalColumn, NumericArray, Samples, Step, Task } from './data.js';
import type { DiagnoseOptions, Diagnosis, TrainingReference } from './diagnosis.js';
import type { ExplainOptions, Explanation } from './explanation.js';
import type { History, RestartReport } from './history.js';

/**
 * `trip` learns the projection together with the network; the others fix it first and train the same network on it: `pca` and
 * `lda` for dense vectors, `tucker` for matrices and cubes, dense or sparse (the paper's PCANN, LDANN and TuckerNN). `fixed` keeps the
 * projection that {@link FitOptions.projection} gives.
 */
export type Method = 'trip' | 'pca' | 'lda' | 'tucker' | 'fixed';

/** Everything about a model except its parameters. Plain data. */
export interface ModelSpec {
  /** Method that determined the projection. */
  readonly method: Method;
  /** [I_1, ..., I_K], of samples whose categorical columns are encoded. */
  readonly dims: readonly number[];
  /** [J_1, ..., J_K]. */
  readonly ranks: readonly number[];
  /** Widths of the hidden layers; empty for softmax or linear regression. */
  readonly hidden: readonly number[];
  /** Kind of the predictions. */
  readonly task: Task;
  /** Number of outputs of the network: the classes, or the responses of a regression. */
  readonly outputs: number;
  /** Weight of the reconstruction in the objective. */
  readonly lambda: number;
  /** Mean of each variable in the training set, I; empty without standardising. */
  readonly mean: Float64Array;
  /** Divisor of each variable, I; empty without standardising. */
  readonly scale: Float64Array;
  /** Regression: mean of the (first) response in the training set; 0 without standardising. */
  readonly targetMean: number;
  /** Regression: divisor of the (first) response; 1 without standardising. */
  readonly targetScale: number;
  /** Regression with several responses or with names: each response; absent otherwise. */
  readonly responses?: readonly ResponseSpec[];
  /** Classification: names of the classes in order of their index. */
  readonly classNames?: readonly string[];
  /** Vectors: names of the variables, if the data had them. */
  readonly featureNames?: readonly string[];
  /** Matrices and cubes: names along each mode, if the data had them. */
  readonly modeNames?: readonly (readonly string[])[];
  /**
   * Replacement of missing values of each variable before the categorical columns are encoded, in the precision of the training set; -1 for
   * categorical columns. Absent unless the training set allowed missing values.
   */
  readonly fill?: Float32Array | Float64Array;
  /** The samples before their categorical columns are encoded; absent without such columns. */
  readonly input?: InputSpec;
  /** The steps of {@link FitOptions.steps} as the training samples determined them; absent without steps. */
  readonly steps?: readonly FittedStep[];
  /**
   * The training samples about the plane, for {@link Model.diagnose}. Absent in models of older packages, of frames and snapshots, with more
   * than 64 projected dimensions or fewer than 3 training samples.
   */
  readonly reference?: TrainingReference;
}

/** Samples with categorical columns, as a model takes them. */
export interface InputSpec {
  /** [I] before the columns are encoded. */
  readonly dims: readonly number[];
  /** Names of the variables before the columns are encoded, if the data had them. */
  readonly featureNames?: readonly string[];
  /** The categorical columns with the categories that occur in the training samples, sorted. */
  readonly categories: readonly CategoricalColumn[];
}

/** A step of {@link FitOptions.steps}. */
export interface FittedStep {
  /** Which one. */
  readonly step: Step;
  /** `pareto`: mean of each variable in the training set. */
  readonly mean?: Float64Array;
  /** `pareto`: divisor of each variable. */
  readonly scale?: Float64Array;
}

/** One response of a regression. */
export interface ResponseSpec {
  /** Name, if the training set had names. */
  readonly name?: string;
  /** Mean in the training set; 0 without standardising. */
  readonly mean: number;
  /** Divisor; 1 without standardising. */
  readonly scale: number;
}

/** The parameters at one epoch. */
export interface Frame {
  /** Index of the restart. */
  readonly restart: number;
  /** Epochs finished. */
  readonly epoch: number;
  /** C^(1), .., C^(K) (I_k x J_k), G^(1), .., G^(K) (J_k x M), b1, then W and b of each further layer; all row-major. */
  readonly parameters: Float32Array;
}

/** The state of a run, at most 30 a second. */
export interface Snapshot extends Frame {
  /** Everything about the model except its parameters. */
  readonly spec: ModelSpec;
  /** As {@link Model.options}. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Scores of these parameters on the training set. */
  readonly train: SnapshotScore;
  /** Scores on the test set, if the run has one. */
  readonly test?: SnapshotScore;
  /** History of this restart so far. */
  readonly history: History;
  /** Restarts finished so far, in order of their index. */
  readonly restarts: readonly RestartReport[];
  /**
   * Share of the epochs of all restarts that are finished, 0..1; with lambda 'validate' those of all lambdas. Restarts that stop early
   * count as finished, and with `halving` only epochs that some restart will train count.
   */
  readonly progress: number;
  /** Milliseconds spent computing (not waiting) in this run so far. */
  readonly busyMs: number;
}

/** Scores of a snapshot's parameters, in training units. */
export interface SnapshotScore {
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of the residual X - Xbar C^T. */
  readonly reconstruction: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Share of correct predictions, 0..1 (classification). */
  readonly accuracy?: number;
}

/** Scores of one of several responses. */
export interface ResponseScore {
  /** Name, if the training set had names. */
  readonly name?: string;
  /** Root mean squared error in the user's units. */
  readonly rmse: number;
  /** Pearson correlation of prediction and response. */
  readonly pearson: number;
}

/** One bin of {@link Score.reliability}. */
export interface ReliabilityBin {
  /** Lower end of the bin. */
  readonly low: number;
  /** Upper end, which belongs to the bin. */
  readonly high: number;
  /** Mean probability of the samples in the bin. */
  readonly predicted: number;
  /** Share of these samples for which it came true, 0..1: equal to `predicted` for calibrated probabilities. */
  readonly observed: number;
  /** Number of these samples (sum of weights). */
  readonly weight: number;
}

/** Result of {@link Model.score}. A sample counts by its `sampleWeight`, and a sample of weight 0 is left out. */
export interface Score {
  /** Mean cross entropy (natural logarithm) or squared error summed over the responses, training units. */
  readonly loss: number;
  /** Mean squared norm of the residual X - Xbar C^T, training units. */
  readonly reconstruction: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Share of correct predictions, 0..1 (classification). */
  readonly accuracy?: number;
  /** Mean of this share over the classes that occur, 0..1 (classification): rare classes count as much as frequent ones. */
  readonly balancedAccuracy?: number;
  /**
   * Mean F1 score, 0..1, of the classes that occur as class or prediction (classification). It is 2 r / (t + p) for a class of t samples,
   * of which r are predicted as it, with p predictions of it in all.
   */
  readonly macroF1?: number;
  /**
   * Matthews correlation of classes and predictions, at most 1 (classification); Gorodkin's R_K above two classes. 0 at chance, and when
   * all samples or all predictions are of one class.
   */
  readonly matthews?: number;
  /** Two classes: P(score of class 1 is higher for a sample of class 1), ties half. More: mean of one-vs-rest over the classes present. */
  readonly auc?: number;
  /**
   * Brier score of the probabilities (classification). Two classes: mean of (p_1 - y)^2, 0..1. More: mean over the samples of the sum of
   * (p_c - y_c)^2 over the classes, 0..2.
   */
  readonly brier?: number;
  /** c x c counts (sums of weights), true class by row, predicted by column. */
  readonly confusion?: readonly (readonly number[])[];
  /** Share of the samples of each class that are predicted as it, 0..1; `null` for a class without samples, as NaN is not JSON. */
  readonly recall?: readonly (number | null)[];
  /**
   * Reliability curve: the probability of class 1 against the share of class 1, or above two classes the probability of the predicted
   * class against the share of right predictions. Ten bins of equal width, without the empty ones.
   */
  readonly reliability?: readonly ReliabilityBin[];
  /** Root mean squared error in the user's units; of several responses the root of the mean over all of them. */
  readonly rmse?: number;
  /** Pearson correlation of prediction and response; of several responses the mean of the correlations that are defined. */
  readonly pearson?: number;
  /** Scores of each response; absent for a single one. */
  readonly responses?: readonly ResponseScore[];
}

/** Result of {@link Trip.scorePredictions}: the scores that follow from predictions alone. */
export type PredictionScore = Omit<Score, 'loss' | 'reconstruction' | 'objective'>;

/** The scores that are one number. */
export type ScoreName = Exclude<keyof Score, 'confusion' | 'recall' | 'reliability' | 'responses'>;

/** How lambda was chosen. */
export interface LambdaChoice {
  /** The value of the option `lambda`. */
  readonly rule: 'auto' | 'validate';
  /** The value of `lambda: 'auto'` on the training set. */
  readonly auto: number;
  /** `'validate'`: the values tried, ascending, with the lowest validation loss of their restarts. */
  readonly tried?: readonly TriedLambda[];
}

/** One value that `lambda: 'validate'` tried. */
export interface TriedLambda {
  /** The value. */
  readonly lambda: number;
  /** The lowest validation loss of its restarts; absent if all of them diverged. */
  readonly validationLoss?: number;
}

/** A projected sample of {@link Model.points}. */
export interface Point {
  /** First coordinate of the projection. */
  readonly x: number;
  /** Second coordinate; 0 when the projection has one. */
  readonly y: number;
  /** Name of the sample's class, or its (first) response; absent when the samples have none. */
  readonly label?: string | number;
}

/**
 * A trained model. It owns memory: call {@link Model.dispose} (or `using`) when it is no longer needed. Samples must have the
 * dimensions of the training set (code `shape`) and finite values (`value`). Calls that the model cannot answer, such as probabilities
 * of a regression, fail with `option`; calls after `dispose` fail with `disposed`.
 */
export interface Model extends Disposable {
  /** Everything about the model except its parameters. */
  readonly spec: ModelSpec;
  /**
   * All parameters, a copy: C^(1), .., C^(K) (I_k x J_k), G^(1), .., G^(K) (J_k x M), b1, then W and b of each further layer; all
   * row-major.
   */
  readonly parameters: Float32Array;
  /** Options of the training, with all defaults (without `test` and `onEpoch`; `validation` is the share, or `'dataset'`). */
  readonly options: Readonly<Record<string, unknown>>;
  /** How lambda was chosen; absent when it was given as a number. */
  readonly lambdaChoice?: LambdaChoice;
  /** History of the kept restart, one entry per epoch. */
  readonly history: History;
  /** The frames that `record` asked for, in order of their epoch. */
  readonly frames: readonly Frame[];
  /** The outcome of every restart, in order of their index. */
  readonly restarts: readonly RestartReport[];
  /** Index in {@link Model.restarts} of the kept restart; -1 for a model of an unfinished restart. */
  readonly best: number;
  /** `resultVersion` of the package that trained the model; 1 for files of packages without this field. */
  readonly resultVersion: number;
  /** FNV-1a hash of scaling and parameters, 16 hex digits: equal fingerprints mean models that are equal bit for bit. */
  readonly fingerprint: string;
  /**
   * Notes, usually none. Notes on the training name variables and responses that 32-bit floats cannot hold well because they were not
   * centred; the model file contains them. Notes on the data of the last call, or after a fit on its `test`, name variables that were
   * left out because the model does not know them. When model and data both have `featureNames`, variables are matched by name, in any
   * order (code `value` when one is missing); otherwise, and for matrices and cubes, by position.
   */
  readonly notes: readonly string[];
  /** The projected samples Xbar = X x_1 C^(1)T ... x_K C^(K)T, N x J_1 x ... x J_K row-major. */
  transform(data: Samples): Float32Array;
  /**
   * Reconstruction of projected samples (length a multiple of prod J) in the units of the data (after encoding and `steps`, where the model
   * has them), N x I_1 x ... A Float64Array when the
   * mean of a variable is so large compared with its scale that floats would lose the difference (1000 units in the last place).
   */
  inverseTransform(latent: NumericArray): Float32Array | Float64Array;
  /**
   * Class of each sample (ties go to the lowest index), or predicted values in the user's units, N x responses row-major: a Float64Array
   * when the mean of a response is so large compared with its scale that floats would lose the difference, else a Float32Array.
   */
  predict(data: Samples): Int32Array | Float32Array | Float64Array;
  /** The name of the predicted class of each sample. Classification only. */
  predictLabels(data: Samples): string[];
  /** The projected samples of vectors as points, one object per sample, for charting libraries. */
  points(data: Samples): Point[];
  /** Softmax probabilities, N x classes. Classification only. */
  predictProba(data: Samples): Float32Array;
  /** {@link Model.predict} from projected points (length a multiple of prod J) instead of samples. */
  predictLatent(latent: NumericArray): Int32Array | Float32Array | Float64Array;
  /** {@link Model.predictProba} from projected points, for decision contours. Classification only. */
  predictProbaLatent(latent: NumericArray): Float32Array;
  /** Scores of the model on samples with a response; classes are matched by name. */
  score(data: Samples): Score;
  /** C^(mode), I x J row-major with orthonormal columns. */
  projection(mode?: number): Float32Array;
  /**
   * How each sample lies to the plane, compared with the training samples: its distance from the plane, its distance within the plane, and
   * the variables that contribute. Fails with `option` when the model has no {@link ModelSpec.reference} and no `training` is given.
   */
  diagnose(data: Samples, options?: DiagnoseOptions): Diagnosis;
  /** Explains the model's predictions on these samples. All local coefficients take time proportional to N^2 (prod J)^2. */
  explain(data: Samples, options?: ExplainOptions): Explanation;
  /**
   * A plain object that {@link Trip.restore} converts back to a model with the same bits. Frames are large and left out unless
   * requested. (JSON.stringify passes the string.)
   */
  toJSON(keep?: { readonly frames?: boolean } | string): ModelFile;
  /**
   * Frees the memory; can be repeated. Plain data (`spec`, `history`, `parameters`, ...) stay; later calls fail with `disposed`.
   */
  dispose(): void;
}

/**
 * The saved form of a model: plain JSON, arrays as base64 of little-endian bytes. docs/model-file.md describes every field and has
 * a reader in Python.
 */
export interface ModelFile {
  /** Identifies the format. */
  readonly format: 'trip-wasm model';
  /** Version of the format, 2 for models with `spec.input` or `spec.steps`: a package reads its own version and older ones. */
  readonly version: 1 | 2;
  /** {@link Model.resultVersion}; absent means 1. */
  readonly resultVersion?: number;
  /** CRC-32, 8 hex digits, of the canonical JSON (RFC 8785) of all other fields. It detects edited and truncated files. */
  readonly checksum: string;
  /** As {@link Model.fingerprint}. */
  readonly fingerprint: string;
  /** {@link ModelSpec} with `mean` and `scale`, also those of `steps`, as 64-bit and `fill` as 32-bit or 64-bit numbers in base64. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** {@link Model.parameters}: base64 of 32-bit numbers. */
  readonly parameters: string;
  /** {@link Model.options}. */
  readonly options: Readonly<Record<string, unknown>>;
  /** {@link Model.lambdaChoice}, if any. */
  readonly lambdaChoice?: LambdaChoice;
  /** {@link Model.notes} on the training, if any. */
  readonly notes?: readonly string[];
  /** The columns of {@link History}: base64 of 32-bit numbers. */
  readonly history: Readonly<Record<string, string>>;
  /** {@link Model.restarts}: base64 of 9 64-bit numbers each. */
  readonly restarts: string;
  /** With a validation set, the numbers of {@link Model.restarts} on it: base64 of 4 64-bit numbers each. */
  readonly validation?: string;
  /** With `halving`, `haltedEpoch` of {@link Model.restarts}: base64 of a 64-bit number each. */
  readonly halving?: string;
  /** {@link Model.best}. */
  readonly best: number;
  /** {@link Model.frames}, if requested, with `parameters` in base64. */
  readonly frames?: readonly Readonly<Record<string, unknown>>[];
}
