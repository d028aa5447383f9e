/// <reference lib="esnext.disposable" preserve="true" />

/**
 * The public types of trip-wasm. Shapes are row-major; indices (classes, samples, modes, restarts) count from 0.
 * "Section n" refers to the paper, Maruhashi et al. 2020, arXiv 2007.03912.
 */

/** What the response is: a class of two or more, or a real number. */
export type Task = 'classification' | 'regression';

/**
 * `trip` learns the projection together with the network; the others fix it first and train the same network on it: `pca` and
 * `lda` for dense vectors, `tucker` for matrices and cubes, dense or sparse (the paper's PCANN, LDANN and TuckerNN).
 */
export type Method = 'trip' | 'pca' | 'lda' | 'tucker';

/** Any array of numbers; it is copied to 32-bit floats, or to doubles where {@link Dataset.x} says so. */
export type NumericArray =
  | ArrayLike<number>
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

/** Numbers nested as deep as the shape has entries, for example an array of rows. */
export type NestedArray = readonly number[] | readonly NestedArray[];

/** Where the WebAssembly binary comes from and which build is used. */
export interface LoadOptions {
  /** Address of the binary; the default is the file beside the package. */
  wasmUrl?: string | URL;
  /** The binary itself; then nothing is fetched. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** `'auto'` (default) validates a tiny probe; `false` forces the scalar build. The bits of every result are the same. */
  simd?: 'auto' | boolean;
}

/** Samples with or without a response: plain, frozen, structured-cloneable data that owns no heap memory. */
export interface Dataset {
  /**
   * Dense: samples, N x I_1 x ... x I_K, row-major. Sparse: the stored values, always floats. A Float64Array, which takes twice the
   * memory here and in the core while it reads, where floats would lose what a variable has: where its values, say seconds since 1970 or
   * 101325 +- 0.004, are spread over less than 1000 units in the last place of the largest as a float. They stay doubles until their mean
   * is taken off. Input that is a Float32Array stays one.
   */
  readonly x: Float32Array | Float64Array;
  /** Sparse samples only: the stored values of sample n are x[offsets[n]] up to, not including, x[offsets[n + 1]]. */
  readonly offsets?: Int32Array;
  /** Sparse samples only: where each stored value lies, K indices each. All other elements are zero. */
  readonly index?: Int32Array;
  /** [N, I_1, ..., I_K]. */
  readonly shape: readonly number[];
  /** Absent when the samples have no response (only `transform` and `predict` accept those). */
  readonly task?: Task;
  /** Class of each sample, 0..c-1, for classification. */
  readonly labels?: Int32Array;
  /** Response of each sample, in the user's units, for regression; a Float64Array where floats would lose its spread. */
  readonly targets?: Float32Array | Float64Array;
  /** Names of the classes in order of their index. */
  readonly classNames?: readonly string[];
  /** Names of the variables (K = 1) in order. */
  readonly featureNames?: readonly string[];
  /** Names along each mode (K > 1), I_k each; an empty list where a mode has none. */
  readonly modeNames?: readonly (readonly string[])[];
  /** Elements of x may be NaN: a training puts in the means of its training set, and its model the same ones. */
  readonly missing?: 'mean';
}

/** What dense and sparse input have in common. */
export interface ResponseInput {
  /** N class names or class numbers, or N real responses. */
  y?: NumericArray | readonly (string | number)[];
  /** Needed when `y` holds numbers that are not all integers; integers and strings default to classification. */
  task?: Task;
  /** Vectors (K = 1): I names. */
  featureNames?: readonly string[];
  /** Matrices and cubes (K > 1): one list a mode, of I_k names or empty. */
  modeNames?: readonly (readonly string[])[];
  /** Order of the classes; default: numbers ascending, strings in order of first appearance. */
  classNames?: readonly string[];
}

/** Input of {@link Trip.dataset}. */
export interface DatasetInput extends ResponseInput {
  /** Samples: a typed or plain array with `shape`, or nested arrays (then `shape` may be left out). */
  x: NumericArray | NestedArray;
  /** [N, I_1, ..., I_K]; N >= 1, every I_k >= 1. */
  shape?: readonly number[];
  /**
   * What NaN in `x` means. `'refuse'` (default): an error. `'mean'`: a missing value, in whose place a training puts the mean of
   * that variable over its training set (0 when it has none there), before it standardises.
   */
  missing?: 'refuse' | 'mean';
}

/** Input of {@link Trip.sparseDataset}: coordinates of stored values, sample after sample. */
export interface SparseInput extends ResponseInput {
  /** N + 1 integers that rise from 0 to the number of stored values; those of sample n begin at offsets[n]. */
  offsets: NumericArray;
  /** K indices for each stored value, flat or nested. No position twice in a sample. */
  index: NumericArray | readonly (readonly number[])[];
  /** The stored values. */
  value: NumericArray;
  /** [N, I_1, ..., I_K]. */
  shape: readonly number[];
}

/** Options of {@link Trip.spiral} (the paper's Spiral data, section 5). */
export interface SpiralOptions {
  /** Data seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** Samples on each arm of the spiral, 2 to 100,000. Default 100. */
  samplesPerClass?: number;
  /** Samples a class that are uniform noise in the plane, at most 100,000. Default 10. */
  noiseSamplesPerClass?: number;
  /** Number of minor noise dimensions, N(0, 0.1^2) each, at most 1000. Default 97, which makes 100 dimensions in all. */
  noiseDimensions?: number;
}

/** Spiral data with its ground truth. */
export interface Spiral {
  /** What is trained on. */
  readonly train: Dataset;
  /** As `train`, of other samples from the same distribution. */
  readonly test: Dataset;
  /** What the data were made from. */
  readonly truth: {
    /** Orthonormal basis of the plane that holds the spiral, I x 2 row-major. */
    readonly plane: Float64Array;
  };
}

/** Options of {@link Trip.randomTensors}. */
export interface RandomOptions {
  /** Data seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** [I_1, ..., I_K]. Default [1000, 1000], the paper's Random-2nd. */
  dims?: readonly number[];
  /** Number of samples. Default 100. */
  count?: number;
  /** Stored values a sample. Default 1000. */
  nonzeros?: number;
}

/** Options of {@link Trip.network}. */
export interface NetworkOptions {
  /** Data seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** Targets (mode 0), at least 700. Default 13508. */
  rows?: number;
  /** Regulators (mode 1), at least 280. Default 1732. */
  columns?: number;
  /** Number of samples. Default 762. */
  count?: number;
}

/** Groups of rows (t, d) and columns (r, e) by index. Planted: t1 x r1 follows e, t2 x r1 and t1 x r2 follow 1 - e^2. */
export type NetworkGroups = { readonly [group in 't1' | 't2' | 'd1' | 'd2' | 'r1' | 'r2' | 'e1' | 'e2']: Int32Array };

/** A network of targets by regulators with its ground truth. */
export interface Network {
  /** Sparse matrices, regression: y = e + N(0, 0.02^2). */
  readonly data: Dataset;
  /** What the data were made from. */
  readonly truth: {
    /** Targets t1, t2 (150 each) and their distractors d1, d2 (200); regulators r1, r2 (60), e1, e2 (80). */
    readonly groups: NetworkGroups;
    /** What the response follows, uniform in (-1, 1), N. */
    readonly e: Float64Array;
  };
}

/** Options of {@link Trip.planted}. */
export interface PlantedOptions {
  /** Data seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** [I_1, ..., I_K], each at least 4. Default [30, 20]; the cube is [12, 10, 8]. */
  dims?: readonly number[];
  /** Samples of the training set, and of the test set. Default 600. */
  count?: number;
}

/** Matrices or cubes whose class hides in a small core, with their ground truth. */
export interface Planted {
  /** What is trained on, `count` samples of `dims`, classes 0 and 1. */
  readonly train: Dataset;
  /** As `train`, of other samples from the same distribution. */
  readonly test: Dataset;
  /** What the data were made from. */
  readonly truth: {
    /** Orthonormal basis of the core in each mode, I_k x 2 row-major. */
    readonly basis: readonly Float64Array[];
  };
}

/**
 * Options of {@link Trip.fit}: the model and objective of section 3, loss + lambda * reconstruction. Unknown names are refused with the
 * code `option`, and with the known one that was probably meant.
 */
export interface FitOptions {
  /** Default `'trip'`. */
  method?: Method;
  /** J_k for each of the (at most 8) modes, 1 <= J_k <= I_k, product at most 65,536. Default 2, or I_k where that is 1. */
  ranks?: readonly number[];
  /** Widths of the hidden ReLU layers, at most 16 of at most 4096; `[]` is softmax (or linear) regression. Default [10, 10, 10]. */
  hidden?: readonly number[];
  /** Weight of the reconstruction term, >= 0. Default 0.1. */
  lambda?: number;
  /** Passes over the training set, 0 to 1,000,000. Default 2000. */
  epochs?: number;
  /** Samples in a mini-batch; a larger one than N means full batches. Default 20. */
  batchSize?: number;
  /** Adam's step, > 0. Default 0.001. */
  learningRate?: number;
  /**
   * Mean 0 and deviation 1 for every variable, fitted on the training set. Default true for dense vectors (K = 1), false for
   * matrices, cubes and sparse samples; sparse samples cannot be standardised.
   */
  standardize?: boolean;
  /** Regression only: the target is standardised too. Default true; false is the paper. */
  standardizeTarget?: boolean;
  /**
   * Independent starts; the lowest training objective is kept, all are reported. Default 1. `'auto'` is 12 with
   * {@link FitOptions.search}.
   */
  restarts?: number | 'auto';
  /**
   * Looks for good starts of a learned projection (method 'trip') first, on the training data alone. Restarts 0 to 7 learn inside
   * the span of the leading directions of each mode, those that hold more than their share of the squares, and begin with
   * projections in which samples resemble their nearest neighbours in the response. Later restarts learn in all dimensions from
   * random values, as without a search; they find what lies in weak directions, and are kept when their objective is lower by
   * more than 0.03. Default false; true with `restarts: 'auto'`. Beyond the paper.
   */
  search?: boolean;
  /**
   * Begins with the parameters of this model or snapshot instead of random ones, and learns on with the options of this fit: another
   * learning rate, lambda, more epochs, new samples. Task, shape, ranks, hidden widths and names must be the same, and `restarts`
   * 1. Scaling and fixed projections are computed from these data as ever, Adam begins anew, the seed orders the batches. In
   * {@link Model.options} stands the fingerprint of what it began with.
   */
  start?: Model | Snapshot;
  /** Index of the first restart, so that restart r can be repeated alone. Default 0. */
  firstRestart?: number;
  /** Master seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** Seed of the initial values; derived from `seed` when absent. */
  startSeed?: number;
  /** Seed of the batch order; derived from `seed` when absent. */
  orderSeed?: number;
  /**
   * Method `lda`: this times trace(Sw) / I is added to the diagonal of the scatter within classes, of variables divided by their
   * deviation, so that units do not matter; larger shrinks. Default 1e-8.
   */
  ldaRidge?: number;
  /** Keep this many frames (all parameters) of the run at evenly spaced epochs, first and last included (1: the last). Default 0. */
  record?: number;
  /** Evaluated once an epoch and in every report; never trained on. */
  test?: Dataset;
}

/** Options of the synchronous {@link Trip.fit}. */
export interface SyncFitOptions extends FitOptions {
  /** Called after every epoch; returning `false` stops the training and keeps what has been learned. */
  onEpoch?: (progress: EpochProgress) => unknown;
}

/** What `onEpoch` is told after each epoch: means over its mini-batches as they were met, in training units. */
export interface EpochProgress {
  /** Index of the restart, from {@link FitOptions.firstRestart} on. */
  readonly restart: number;
  /** Epochs finished in this restart. */
  readonly epoch: number;
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of what the projection leaves out, ||X - Xbar C^T||^2. */
  readonly reconstruction: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Of the mini-batches of this epoch (classification). */
  readonly accuracy?: number;
  /** Loss on the test set after this epoch. */
  readonly testLoss?: number;
  /** Accuracy on the test set after this epoch (classification), 0..1. */
  readonly testAccuracy?: number;
}

/**
 * One entry an epoch: means over the mini-batches as they were met, before each step. Classification has the accuracies,
 * a run with a test set the test columns. Everything in training units (standardised where that was asked).
 */
export interface History {
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: Float32Array;
  /** Mean squared norm of what the projection leaves out, ||X - Xbar C^T||^2. */
  readonly reconstruction: Float32Array;
  /** loss + lambda * reconstruction. */
  readonly objective: Float32Array;
  /** Share of the samples predicted rightly, 0..1 (classification). */
  readonly accuracy?: Float32Array;
  /** Loss on the test set after the epoch. */
  readonly testLoss?: Float32Array;
  /** Accuracy on the test set after the epoch (classification). */
  readonly testAccuracy?: Float32Array;
}

/** One restart's outcome, evaluated on the whole training set with its final parameters. */
export interface RestartReport {
  /** Its index, from {@link FitOptions.firstRestart} on: together with the seeds it repeats this restart alone. */
  readonly restart: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of what the projection leaves out, ||X - Xbar C^T||^2. */
  readonly reconstruction: number;
  /** Fit accuracy (classification). */
  readonly accuracy?: number;
  /** Test accuracy (classification with a test set). */
  readonly testAccuracy?: number;
  /** Loss on the test set, when there is one. */
  readonly testLoss?: number;
  /** Epochs finished; fewer than asked for when the training was stopped or diverged. */
  readonly epochs: number;
  /** The training met a value that is not finite, or Z lost its rank; the last finite state was kept. */
  readonly diverged: boolean;
}

/** Everything about a model but its parameters. Plain data. */
export interface ModelSpec {
  /** How the projection came about. */
  readonly method: Method;
  /** [I_1, ..., I_K]. */
  readonly dims: readonly number[];
  /** [J_1, ..., J_K]. */
  readonly ranks: readonly number[];
  /** Widths of the hidden layers; empty for softmax or linear regression. */
  readonly hidden: readonly number[];
  /** What the model predicts. */
  readonly task: Task;
  /** Number of outputs of the network: the classes, or 1. */
  readonly outputs: number;
  /** Weight of the reconstruction in the objective. */
  readonly lambda: number;
  /** Mean of each variable in the training set, I; empty without standardising. */
  readonly mean: Float64Array;
  /** What each variable is divided by, I; empty without standardising. */
  readonly scale: Float64Array;
  /** Regression: mean of the response in the training set; 0 without standardising. */
  readonly targetMean: number;
  /** Regression: what the response is divided by; 1 without standardising. */
  readonly targetScale: number;
  /** Classification: names of the classes in order of their index. */
  readonly classNames?: readonly string[];
  /** Vectors: names of the variables, where the data had them. */
  readonly featureNames?: readonly string[];
  /** Matrices and cubes: names along each mode, where the data had them. */
  readonly modeNames?: readonly (readonly string[])[];
  /** What missing values of each variable are replaced by, I, in the precision of the training set; absent unless it allowed them. */
  readonly fill?: Float32Array | Float64Array;
}

/** The parameters at one moment. */
export interface Frame {
  /** Index of the restart. */
  readonly restart: number;
  /** Epochs finished. */
  readonly epoch: number;
  /** C^(1), .., C^(K) (I_k x J_k), G^(1), .., G^(K) (J_k x M), b1, then W and b of each further layer; all row-major. */
  readonly parameters: Float32Array;
}

/** Result of {@link Model.score}. */
export interface Score {
  /** Mean cross entropy (natural logarithm) or squared error, training units. */
  readonly loss: number;
  /** Mean squared norm of the residual X - Xbar C^T, training units. */
  readonly reconstruction: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Share of the samples predicted rightly, 0..1 (classification). */
  readonly accuracy?: number;
  /** Two classes: P(score of class 1 is higher for a sample of class 1), ties half; more: one-vs-rest mean over the classes present. */
  readonly auc?: number;
  /** c x c counts, true class by row, predicted by column. */
  readonly confusion?: readonly (readonly number[])[];
  /** Root mean squared error in the user's units. */
  readonly rmse?: number;
  /** Pearson correlation of prediction and response. */
  readonly pearson?: number;
}

/** Options of {@link Model.explain}. */
export interface ExplainOptions {
  /**
   * Width of a neighbourhood in the latent space: sample m has the weight exp(-||Xbar_n - Xbar_m||^2 / sigma^2) in the local fit of
   * sample n. Default 1, as in the paper; `'auto'` is the median distance to the nearest neighbour.
   */
  sigma?: number | 'auto';
  /** Classification: the class to explain, by name (string) or index (number). Default: every class. */
  target?: string | number;
  /** Samples whose local coefficients are computed at once; `local` knows these even after `dispose`. */
  samples?: readonly number[];
}

/** A linear fit of rank one: scale * <Xbar, g[0] o g[1] o ...> + bias. */
export interface RankOne {
  /** Unit vectors, one a mode, J_k. */
  readonly g: readonly Float64Array[];
  /** Not negative. */
  readonly scale: number;
  /** The constant term. */
  readonly bias: number;
  /** Weighted mean of the squared error. */
  readonly objective: number;
}

/** How one prediction, the probability of a class or the value of a regression, depends on the subspace. One array a mode. */
export interface TargetExplanation {
  /** Index and name of the class; absent for regression. */
  readonly class?: number;
  /** Name of the class; absent for regression. */
  readonly className?: string;
  /** Linear surrogate of the prediction over all samples (section 4); a regression's is in the user's units. */
  readonly surrogate: RankOne;
  /** R^(k), J_k x J_k row-major, orthonormal: from the axes of C to axes by descending spread of the data. */
  readonly rotation: readonly Float64Array[];
  /** C^(k) R^(k), I_k x J_k row-major: the original variables behind each rotated axis; the largest entry of a column is positive. */
  readonly axes: readonly Float64Array[];
  /** R^(k)T u_n, N x J_k row-major: the samples on the rotated axes, not centred. For vectors u_n is Xbar_n. */
  readonly rotated: readonly Float64Array[];
  /** Spread of the centred u_n along each rotated axis, J_k descending. */
  readonly singularValues: readonly Float64Array[];
  /** Pearson correlation of each rotated axis with the prediction, J_k; NaN for an axis or prediction without spread. */
  readonly correlation: readonly Float64Array[];
}

/** Local regression coefficients of one sample for one prediction: its gradient in the neighbourhood. One array a mode. */
export interface LocalCoefficients {
  /** Weighted linear surrogate of rank one around the sample. */
  readonly surrogate: RankOne;
  /** On the rotated axes, J_k: the arrow to draw. */
  readonly rotated: readonly Float64Array[];
  /** On the original variables, I_k (training units: per standard deviation where the variables are standardised). */
  readonly original: readonly Float64Array[];
}

/** What an arrow at one sample shows: the true class where it is known, else the predicted one, or the `target` that was asked for. */
export interface LocalExplanation extends LocalCoefficients {
  /** Index of the sample. */
  readonly sample: number;
  /** Position in {@link Explanation.targets} of what is shown. */
  readonly target: number;
  /** The same for every target. */
  readonly targets: readonly LocalCoefficients[];
  /**
   * Effective number of neighbours, the sum of the weights; the sample itself counts 1. Near 1 (the command `trip explain` says: below
   * 1.01) the sample has no neighbours within the width, and its coefficients rest on itself alone: leave it out of means.
   */
  readonly neighbours: number;
  /** Fewer neighbours than prod J + 1: the coefficients rest on too little and are those of minimum norm. */
  readonly isolated: boolean;
}

/** One entry of {@link Explanation.top}. */
export interface TopVariable {
  /** Position along the mode. */
  readonly index: number;
  /** Where the data named it. */
  readonly name?: string;
  /** Its entry in C R. */
  readonly weight: number;
}

/**
 * The subspace of a model in the language of the original variables (section 4). The arrays on the explanation itself are those of
 * its main target: the one asked for, the value of a regression, of two classes class 1, of more class 0. It owns memory that
 * only `local` needs: call {@link Explanation.dispose} (or `using`); everything that is an array stays.
 */
export interface Explanation extends TargetExplanation, Disposable {
  /** One for each prediction explained, classes in order. */
  readonly targets: readonly TargetExplanation[];
  /** Position of the main target in `targets`. */
  readonly main: number;
  /** The width in use. */
  readonly sigma: number;
  /** Local regression coefficients of sample n. */
  local(n: number): LocalExplanation;
  /** Variables of highest |C R| on one rotated axis (the paper's Table 2), of the main target or the one at position `target`. Count 10 by default. */
  top(mode: number, axis: number, count?: number, target?: number): readonly TopVariable[];
  /** Frees the memory; can be repeated. `local` then knows only the samples it has been asked for. */
  dispose(): void;
}

/**
 * A trained model. It owns memory: call {@link Model.dispose} (or `using`) when it is no longer needed. Samples must have the
 * dimensions of the training set (code `shape`) and finite values (`value`); what a call needs and the model does not have, say classes,
 * is refused with `option`; after `dispose` calls have the code `disposed`.
 */
export interface Model extends Disposable {
  /** Everything about the model but its parameters. */
  readonly spec: ModelSpec;
  /**
   * All parameters, a copy: C^(1), .., C^(K) (I_k x J_k), G^(1), .., G^(K) (J_k x M), b1, then W and b of each further layer; all
   * row-major.
   */
  readonly parameters: Float32Array;
  /** Options the model was trained with, every default filled in (`test` and `onEpoch` left out). */
  readonly options: Readonly<Record<string, unknown>>;
  /** One entry an epoch of the kept restart. */
  readonly history: History;
  /** The frames that `record` asked for, in order of their epoch. */
  readonly frames: readonly Frame[];
  /** The outcome of every restart, in order of their index. */
  readonly restarts: readonly RestartReport[];
  /** Index into {@link Model.restarts} of the one that was kept; -1 for a model of an unfinished restart. */
  readonly best: number;
  /** `resultVersion` of the package that trained it; models saved by packages before it had this field have 1. */
  readonly resultVersion: number;
  /** FNV-1a of scaling and parameters, 16 hex digits: equal means equal to the last bit. */
  readonly fingerprint: string;
  /**
   * About the training: variables, by name or index, and responses that 32-bit floats cannot hold well because nothing was centred; these
   * are saved with the model. Then about the data of the last call, or after a fit about its `test`: variables that were left out, since
   * the model does not know them. Empty as a rule. Where model and data both have `featureNames`, variables are matched by name, in any order (code `value`
   * when one is missing); without names on one side, and for matrices and cubes, by position.
   */
  readonly notes: readonly string[];
  /** The projected samples Xbar = X x_1 C^(1)T ... x_K C^(K)T, N x J_1 x ... x J_K row-major. */
  transform(data: Dataset): Float32Array;
  /**
   * Reconstruction of projected samples (length a multiple of prod J) in the units of the data, N x I_1 x ... A Float64Array where the
   * mean of a variable is so large against its scale that floats would lose the difference (1000 units in the last place).
   */
  inverseTransform(latent: NumericArray): Float32Array | Float64Array;
  /**
   * Class of each sample (lowest index among equals), or predicted value in the user's units: a Float64Array where the mean of the
   * response is so large against its scale that floats would lose the difference, else a Float32Array.
   */
  predict(data: Dataset): Int32Array | Float32Array | Float64Array;
  /** Softmax probabilities, N x classes. Classification only. */
  predictProba(data: Dataset): Float32Array;
  /** {@link Model.predict} from projected points (length a multiple of prod J) instead of samples. */
  predictLatent(latent: NumericArray): Int32Array | Float32Array | Float64Array;
  /** {@link Model.predictProba} from projected points: what decision contours are drawn from. Classification only. */
  predictProbaLatent(latent: NumericArray): Float32Array;
  /** How well the model does on samples with a response; classes are matched by name. */
  score(data: Dataset): Score;
  /** C^(mode), I x J row-major with orthonormal columns. */
  projection(mode?: number): Float32Array;
  /** Explains the model's predictions on these samples, in time of N^2 (prod J)^2 for all local coefficients. */
  explain(data: Dataset, options?: ExplainOptions): Explanation;
  /**
   * A plain object that {@link Trip.restore} reads back to a model with the same bits. Frames are large and left out unless
   * asked for. (The string is what JSON.stringify passes.)
   */
  toJSON(keep?: { readonly frames?: boolean } | string): ModelFile;
  /**
   * Frees the memory; can be repeated. Plain data (`spec`, `history`, `parameters`, ...) stay; calls then have the code
   * `disposed`.
   */
  dispose(): void;
}

/**
 * The saved form of a model: plain JSON, arrays as base64 of little-endian bytes. docs/model-file.md describes every field and has
 * a reader in Python.
 */
export interface ModelFile {
  /** Tells this file from any other JSON. */
  readonly format: 'trip-wasm model';
  /** A package reads its own version and older ones. */
  readonly version: 1;
  /** {@link Model.resultVersion}; absent means 1. */
  readonly resultVersion?: number;
  /** CRC-32, 8 hex digits, of the canonical JSON (RFC 8785) of all other fields: whatever is edited or lost is noticed. */
  readonly checksum: string;
  /** As {@link Model.fingerprint}. */
  readonly fingerprint: string;
  /** {@link ModelSpec} with `mean` and `scale` as 64-bit and `fill` as 32-bit or 64-bit numbers in base64. */
  readonly spec: Readonly<Record<string, unknown>>;
  /** {@link Model.parameters}: base64 of 32-bit numbers. */
  readonly parameters: string;
  /** {@link Model.options}. */
  readonly options: Readonly<Record<string, unknown>>;
  /** {@link Model.notes}, where there are any. */
  readonly notes?: readonly string[];
  /** The columns of {@link History}: base64 of 32-bit numbers. */
  readonly history: Readonly<Record<string, string>>;
  /** {@link Model.restarts}: base64 of 9 64-bit numbers each. */
  readonly restarts: string;
  /** {@link Model.best}. */
  readonly best: number;
  /** {@link Model.frames}, where they were asked for, with `parameters` in base64. */
  readonly frames?: readonly Readonly<Record<string, unknown>>[];
}

/** What {@link loadTrip} resolves to: one instance of the WebAssembly module. */
export interface Trip {
  /** Version of the package. */
  readonly version: string;
  /** As `resultVersion` of the package: fingerprints of equal trainings are equal only where it is equal. */
  readonly resultVersion: number;
  /** True when the SIMD build is in use. */
  readonly simd: boolean;
  /** The paper's Spiral: two arms in a random plane, hidden among noise dimensions (section 5). Labels 0 and 1. */
  spiral(options?: SpiralOptions): Spiral;
  /** Sparse samples with random values, positions and labels (the paper's Random-1st, -2nd and -3rd). */
  randomTensors(options?: RandomOptions): Dataset;
  /** Sparse matrices that stand in for the paper's gene networks. */
  network(options?: NetworkOptions): Network;
  /** Matrices or cubes with a planted core, hidden by stronger directions. */
  planted(options?: PlantedOptions): Planted;
  /**
   * Dense samples as a {@link Dataset}: checked, copied, frozen. Codes `shape`, `value` and `option` name the element that is wrong.
   */
  dataset(input: DatasetInput): Dataset;
  /** Sparse samples as a {@link Dataset}; time and memory go with the stored values alone. Codes as for `dataset`. */
  sparseDataset(input: SparseInput): Dataset;
  /** The samples with these indices, in this order; class and variable names stay. */
  subset(data: Dataset, indices: ArrayLike<number>): Dataset;
  /**
   * Fold, 0..k-1, of each sample for k-fold cross validation; stratified when the data have classes: a class of fewer samples than
   * folds is missing from some of them. Code `value` when a fold would leave only one class to learn from. Seed 1 by default.
   */
  folds(data: Dataset, k: number, seed?: number): Int32Array;
  /** One cell of a sweep, here and now: the row that {@link Trainer.sweep} gives for it, to the last bit. */
  sweepCell(plan: SweepPlan, cell: SweepCell): SweepRow;
  /**
   * Trains here and now, and blocks meanwhile: {@link Trainer.fit} does the same in workers, to the last bit. A restart that
   * diverges keeps its last finite state and says so in its report; code `diverged` when there was none.
   */
  fit(data: Dataset, options?: SyncFitOptions): Model;
  /** The model of another moment: a frame of `source`, or a snapshot of a run. */
  modelAt(source: Model | Snapshot, frame?: Frame): Model;
  /**
   * Angles in degrees, ascending, between the column spaces of two I x J matrices with orthonormal columns
   * (0 = shared direction, 90 = orthogonal).
   */
  principalAngles(a: ArrayLike<number>, b: ArrayLike<number>, rows: number): Float64Array;
  /**
   * The model that {@link Model.toJSON} wrote, from the object or its JSON text, with the same bits. Code `format` when the file is
   * not one of this package, is truncated or altered, or was written by a newer version; fields it does not know are ignored.
   */
  restore(file: object | string): Model;
}

/** The state of a run, at most 30 a second. */
export interface Snapshot extends Frame {
  /** Everything about the model but its parameters. */
  readonly spec: ModelSpec;
  /** As {@link Model.options}. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Scores of these parameters on the training set. */
  readonly train: SnapshotScore;
  /** The same on the test set, when there is one. */
  readonly test?: SnapshotScore;
  /** Everything recorded so far in this restart. */
  readonly history: History;
  /** Restarts finished so far, in order of their index. */
  readonly restarts: readonly RestartReport[];
  /** Milliseconds spent computing (not waiting) in this run so far. */
  readonly busyMs: number;
}

/** How the parameters of a snapshot do, in training units. */
export interface SnapshotScore {
  /** Mean cross entropy (classification) or squared error (regression). */
  readonly loss: number;
  /** Mean squared norm of what the projection leaves out, ||X - Xbar C^T||^2. */
  readonly reconstruction: number;
  /** loss + lambda * reconstruction. */
  readonly objective: number;
  /** Share of the samples predicted rightly, 0..1 (classification). */
  readonly accuracy?: number;
}

/** Options of {@link createTrainer}. */
export interface TrainerOptions extends LoadOptions {
  /** Number of workers; default: the number of processors less one, 1 to 8. */
  workers?: number;
  /**
   * No workers: as many trainings at once on this thread, in slices of about 10 ms between which everything else gets its turn. The
   * same bits, slower. For pages in which workers are refused (code `worker`). Default false.
   */
  local?: boolean;
  /**
   * Address of the worker script (the entry `trip-wasm/worker`). Needed where a bundler leaves it behind, and where the package
   * lies on another origin, or is `trip-wasm/single`, under a content security policy that refuses workers from blobs.
   */
  workerUrl?: string | URL;
  /** Milliseconds within which a worker's script must give a sign of life, or it counts as the wrong one. Default 30,000. */
  startTimeout?: number;
  /** An instance for the models on this side; loaded when absent. */
  trip?: Trip;
}

/** Options of {@link Trainer.fit} that change how a training runs, never what comes out. */
export interface RunOptions {
  /** Stops the run within 100 ms: `run.model` rejects with code `aborted` and nothing arrives afterwards. */
  signal?: AbortSignal;
  /** Smallest number of epochs between two snapshots. Default 1. */
  snapshotEvery?: number;
  /** Slows the training down; changes no bits. Default: as fast as it goes. */
  epochsPerSecond?: number;
  /** Start paused (then `step` or `resume`). Default false. */
  paused?: boolean;
}

/**
 * A training that runs in workers. Iterate it for snapshots, await `model` for the result. With several restarts, snapshots of
 * the ones that are being trained alternate (`restart` says which); the last snapshot is always the kept restart at its end.
 */
export interface Run extends AsyncIterable<Snapshot> {
  /** The kept restart's model, usable on this side. Rejects with a {@link TripError}. */
  readonly model: Promise<Model>;
  /** Stops between two steps, in mid-epoch too; changes no bits. */
  pause(): void;
  /** Goes on where `pause` or `step` has stopped. */
  resume(): void;
  /** While paused: train this many epochs more, then wait again. Default 1. */
  step(epochs?: number): void;
  /** Change the speed of a running training; `Infinity` is as fast as it goes. */
  setSpeed(epochsPerSecond: number): void;
}

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
  data: Dataset;
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
  /** Held-out predictions of all folds of a trial taken together, over the trials. */
  readonly pooled: Pick<Spreads, 'accuracy' | 'auc' | 'rmse' | 'pearson'>;
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

/** A pool of workers. */
export interface Trainer extends AsyncDisposable {
  /** How many there are. */
  readonly workers: number;
  /**
   * Trains in the workers with the bits of the synchronous `fit`. Restarts of a run are shared among the workers that are idle;
   * more runs than workers wait in line, and the run with the fewest workers is served first. Bad options throw here; what the
   * core finds wrong with the values reaches the iterator and `model`.
   */
  fit(data: Dataset, options?: FitOptions, run?: RunOptions): Run;
  /** Cross validation over a grid, one cell a worker; the number of workers changes no bits. */
  sweep(plan: SweepPlan, options?: SweepOptions): Promise<SweepTable>;
  /** Stops the workers; runs and sweeps that are not finished fail with the code `closed`. */
  close(): Promise<void>;
}
