/// <reference lib="esnext.disposable" preserve="true" />

/**
 * The public types of trip-wasm. Shapes are row-major; indices (classes, samples, modes, restarts) count from 0.
 * "Section n" refers to the paper, Maruhashi et al. 2020, arXiv 2007.03912.
 */

/** What the response is: a class of two or more, or a real number. */
export type Task = 'classification' | 'regression';

/** `trip` learns the projection together with the network; the others fix it first (the paper's PCANN and LDANN). */
export type Method = 'trip' | 'pca' | 'lda';

/** Any array of numbers that is read once and copied to 32-bit floats. */
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
  /** Samples, N x I_1 x ... x I_K, row-major. */
  readonly x: Float32Array;
  /** [N, I_1, ..., I_K]. */
  readonly shape: readonly number[];
  /** Absent when the samples have no response (only `transform` and `predict` accept those). */
  readonly task?: Task;
  /** Class of each sample, 0..c-1, for classification. */
  readonly labels?: Int32Array;
  /** Response of each sample, in the user's units, for regression. */
  readonly targets?: Float32Array;
  /** Names of the classes in order of their index. */
  readonly classNames?: readonly string[];
  /** Names of the variables (K = 1) in order. */
  readonly featureNames?: readonly string[];
}

/** Input of {@link Trip.dataset}. */
export interface DatasetInput {
  /** Samples: a typed or plain array with `shape`, or nested arrays (then `shape` may be left out). */
  x: NumericArray | NestedArray;
  /** [N, I_1, ..., I_K]; N >= 1, every I_k >= 1. */
  shape?: readonly number[];
  /** N class names or class numbers, or N real responses. */
  y?: NumericArray | readonly (string | number)[];
  /** Needed when `y` holds numbers that are not all integers; integers and strings default to classification. */
  task?: Task;
  featureNames?: readonly string[];
  /** Order of the classes; default: numbers ascending, strings in order of first appearance. */
  classNames?: readonly string[];
}

/** Options of {@link Trip.spiral} (the paper's Spiral data, section 5). */
export interface SpiralOptions {
  /** Data seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** Samples on each arm of the spiral. Default 100. */
  samplesPerClass?: number;
  /** Samples a class that are uniform noise in the plane. Default 10. */
  noiseSamplesPerClass?: number;
  /** Number of minor noise dimensions, N(0, 0.1^2) each. Default 97, which makes 100 dimensions in all. */
  noiseDimensions?: number;
}

/** Spiral data with its ground truth. */
export interface Spiral {
  readonly train: Dataset;
  readonly test: Dataset;
  readonly truth: {
    /** Orthonormal basis of the plane that holds the spiral, I x 2 row-major. */
    readonly plane: Float64Array;
  };
}

/** Options of {@link Trip.fit}; unknown names are refused. */
export interface FitOptions {
  /** Default `'trip'`. */
  method?: Method;
  /** J_k for each mode, 1 <= J_k <= I_k. Default 2 for every mode. */
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
  /** Mean 0 and deviation 1 for every variable, fitted on the training set. Default true for vectors (K = 1), false for tensors. */
  standardize?: boolean;
  /** Regression only: the target is standardised too. Default true; false is the paper. */
  standardizeTarget?: boolean;
  /**
   * Independent starts; the lowest training objective is kept, all are reported. Default 1. `'auto'` goes on until the lowest
   * objective has not fallen by more than 1 % for 8 starts in a row, at most 64.
   */
  restarts?: number | 'auto';
  /** Index of the first restart, so that restart r can be repeated alone. Default 0. */
  firstRestart?: number;
  /** Master seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** Seed of the initial values; derived from `seed` when absent. */
  startSeed?: number;
  /** Seed of the batch order; derived from `seed` when absent. */
  orderSeed?: number;
  /** Keep this many frames (all parameters) of the run at evenly spaced epochs, first and last included. Default 0. */
  record?: number;
  /** Evaluated once an epoch and in every report; never trained on. */
  test?: Dataset;
}

/** Options of the synchronous {@link Trip.fit}. */
export interface SyncFitOptions extends FitOptions {
  /** Called after every epoch; returning `false` stops the training and keeps what has been learned. */
  onEpoch?: (progress: EpochProgress) => unknown;
}

export interface EpochProgress {
  readonly restart: number;
  /** Epochs finished in this restart. */
  readonly epoch: number;
  readonly loss: number;
  readonly reconstruction: number;
  readonly objective: number;
  /** Of the mini-batches of this epoch (classification). */
  readonly accuracy?: number;
  readonly testLoss?: number;
  readonly testAccuracy?: number;
}

/**
 * One entry an epoch: means over the mini-batches as they were met, before each step. Classification has the accuracies,
 * a run with a test set the test columns. Everything in training units (standardised where that was asked).
 */
export interface History {
  readonly loss: Float32Array;
  readonly reconstruction: Float32Array;
  readonly objective: Float32Array;
  readonly accuracy?: Float32Array;
  readonly testLoss?: Float32Array;
  readonly testAccuracy?: Float32Array;
}

/** One restart's outcome, evaluated on the whole training set with its final parameters. */
export interface RestartReport {
  readonly restart: number;
  readonly objective: number;
  readonly loss: number;
  readonly reconstruction: number;
  /** Fit accuracy (classification). */
  readonly accuracy?: number;
  /** Test accuracy (classification with a test set). */
  readonly testAccuracy?: number;
  readonly testLoss?: number;
  readonly epochs: number;
  /** The training met a value that is not finite, or Z lost its rank; the last finite state was kept. */
  readonly diverged: boolean;
}

/** Everything about a model but its parameters. Plain data. */
export interface ModelSpec {
  readonly method: Method;
  /** [I_1, ..., I_K]. */
  readonly dims: readonly number[];
  /** [J_1, ..., J_K]. */
  readonly ranks: readonly number[];
  readonly hidden: readonly number[];
  readonly task: Task;
  /** Number of outputs of the network: the classes, or 1. */
  readonly outputs: number;
  readonly lambda: number;
  /** Mean of each variable in the training set, I; empty without standardising. */
  readonly mean: Float64Array;
  /** What each variable is divided by, I; empty without standardising. */
  readonly scale: Float64Array;
  readonly targetMean: number;
  readonly targetScale: number;
  readonly classNames?: readonly string[];
  readonly featureNames?: readonly string[];
}

/** The parameters at one moment. */
export interface Frame {
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

/** A trained model. It owns memory: call {@link Model.dispose} (or `using`) when it is no longer needed. */
export interface Model extends Disposable {
  readonly spec: ModelSpec;
  readonly parameters: Float32Array;
  /** Options the model was trained with, every default filled in (`test` and `onEpoch` left out). */
  readonly options: Readonly<Record<string, unknown>>;
  readonly history: History;
  readonly frames: readonly Frame[];
  readonly restarts: readonly RestartReport[];
  /** Index into {@link Model.restarts} of the one that was kept; -1 for a model of an unfinished restart. */
  readonly best: number;
  /** FNV-1a of scaling and parameters, 16 hex digits: equal means equal to the last bit. */
  readonly fingerprint: string;
  /** Xbar, N x J_1 x ... x J_K row-major. */
  transform(data: Dataset): Float32Array;
  /** Reconstruction of projected samples (length a multiple of prod J) in the units of the data, N x I_1 x ... */
  inverseTransform(latent: NumericArray): Float32Array;
  /** Class of each sample (lowest index among equals), or predicted value in the user's units. */
  predict(data: Dataset): Int32Array | Float32Array;
  /** Softmax probabilities, N x classes. Classification only. */
  predictProba(data: Dataset): Float32Array;
  predictLatent(latent: NumericArray): Int32Array | Float32Array;
  predictProbaLatent(latent: NumericArray): Float32Array;
  score(data: Dataset): Score;
  /** C^(mode), I x J row-major with orthonormal columns. */
  projection(mode?: number): Float32Array;
  /**
   * A plain object that {@link Trip.restore} reads back to a model with the same bits. Frames are large and left out unless
   * asked for. (The string is what JSON.stringify passes.)
   */
  toJSON(keep?: { readonly frames?: boolean } | string): ModelFile;
  dispose(): void;
}

/** The saved form of a model. Arrays are base64 of little-endian bytes. */
export interface ModelFile {
  readonly format: 'trip-wasm model';
  readonly version: 1;
  readonly [key: string]: unknown;
}

/** What {@link loadTrip} resolves to: one instance of the WebAssembly module. */
export interface Trip {
  /** Version of the package. */
  readonly version: string;
  /** True when the SIMD build is in use. */
  readonly simd: boolean;
  spiral(options?: SpiralOptions): Spiral;
  dataset(input: DatasetInput): Dataset;
  fit(data: Dataset, options?: SyncFitOptions): Model;
  /** The model of another moment: a frame of `source`, or a snapshot of a run. */
  modelAt(source: Model | Snapshot, frame?: Frame): Model;
  /**
   * Angles in degrees, ascending, between the column spaces of two I x J matrices with orthonormal columns
   * (0 = shared direction, 90 = orthogonal).
   */
  principalAngles(a: ArrayLike<number>, b: ArrayLike<number>, rows: number): Float64Array;
  restore(file: ModelFile | string): Model;
}

/** The state of a run, at most 30 a second. */
export interface Snapshot extends Frame {
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

export interface SnapshotScore {
  readonly loss: number;
  readonly reconstruction: number;
  readonly objective: number;
  readonly accuracy?: number;
}

/** Options of {@link createTrainer}. */
export interface TrainerOptions extends LoadOptions {
  /** Number of workers; default: the number of processors less one, 1 to 8. */
  workers?: number;
  /** Address of the worker script; needed when the package's own lies on another origin. */
  workerUrl?: string | URL;
  /** An instance for the models on this side; loaded when absent. */
  trip?: Trip;
}

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
  pause(): void;
  resume(): void;
  /** While paused: train this many epochs more, then wait again. Default 1. */
  step(epochs?: number): void;
  /** Change the speed of a running training; `Infinity` is as fast as it goes. */
  setSpeed(epochsPerSecond: number): void;
}

/** A pool of workers. */
export interface Trainer extends AsyncDisposable {
  readonly workers: number;
  /**
   * Trains in the workers with the bits of the synchronous `fit`. Restarts of a run are shared among the workers that are idle;
   * more runs than workers wait in line, and the run with the fewest workers is served first. Bad options throw here; what the
   * core finds wrong with the values reaches the iterator and `model`.
   */
  fit(data: Dataset, options?: FitOptions, run?: RunOptions): Run;
  close(): Promise<void>;
}
