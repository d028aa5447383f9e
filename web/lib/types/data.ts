/** Datasets and their generators. */

/** Kind of the response: one of two or more classes, or a real number. */
export type Task = 'classification' | 'regression';

/** Any array of numbers; it is copied to 32-bit floats, or to doubles as {@link Dataset.x} describes. */
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

/** Numbers nested to the depth of the shape, for example an array of rows. */
export type NestedArray = readonly number[] | readonly NestedArray[];

/** Numbers and the texts of categorical columns: a list of rows, or flat and row-major. */
export type MixedArray = readonly (number | string | boolean)[] | readonly (readonly (number | string | boolean)[])[];

/** A column of categories in the samples of a {@link Dataset} or a model. */
export interface CategoricalColumn {
  /** Position among the variables. */
  readonly column: number;
  /** The categories; x has positions in this list. */
  readonly names: readonly string[];
}

/** A preprocessing step of {@link FitOptions.steps}. */
export type Step = 'log1p' | 'snv' | 'pareto';

/** Samples with or without a response: plain, frozen, structured-cloneable data that owns no heap memory. */
export interface Dataset {
  /**
   * Dense: samples, N x I_1 x ... x I_K, row-major. Sparse: the stored values, always floats. A Float64Array when floats would lose
   * precision: when the values of a variable, such as seconds since 1970 or 101325 +- 0.004, spread over less than 1000 units in the
   * last place of the largest as a float. Doubles take twice the memory, here and in the core while it reads; they stay doubles until
   * their mean is subtracted. A Float32Array as input stays one.
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
  /**
   * Responses of each sample, in the user's units, for regression: N numbers, or N x {@link Dataset.responses} row-major. A
   * Float64Array where floats would lose the spread of one.
   */
  readonly targets?: Float32Array | Float64Array;
  /** Number of responses of a sample; absent for one. */
  readonly responses?: number;
  /** Names of the responses of a regression, if the input had them. */
  readonly responseNames?: readonly string[];
  /** Weight of each sample, N; absent if all have the same weight. */
  readonly sampleWeight?: Float64Array;
  /** Names of the classes in order of their index. */
  readonly classNames?: readonly string[];
  /** Names of the variables (K = 1) in order. */
  readonly featureNames?: readonly string[];
  /** Names along each mode (K > 1), I_k each; an empty list where a mode has none. */
  readonly modeNames?: readonly (readonly string[])[];
  /**
   * Vectors: the categorical columns, ascending. x has positions in `names` there, NaN where the category is missing. A training encodes
   * them as {@link DatasetInput.categorical} describes.
   */
  readonly categories?: readonly CategoricalColumn[];
  /** Elements of x may be NaN: a training replaces them by the means of its training set, and its model uses the same means. */
  readonly missing?: 'mean';
}

/** The common part of dense and sparse input. */
export interface ResponseInput {
  /**
   * N class names or class numbers, or N real responses. Several responses of a regression are nested (N arrays of c numbers), or flat
   * and row-major with `responses` or `responseNames`.
   */
  y?: NumericArray | readonly (string | number)[] | readonly (NumericArray | readonly number[])[];
  /** Needed when `y` holds numbers that are not all integers; integers and strings default to classification. */
  task?: Task;
  /** Vectors (K = 1): I names. */
  featureNames?: readonly string[];
  /** Matrices and cubes (K > 1): one list a mode, of I_k names or empty. */
  modeNames?: readonly (readonly string[])[];
  /** Order of the classes; default: numbers ascending, strings in order of first appearance. */
  classNames?: readonly string[];
  /** Regression: the number c of responses of a sample, at most 4096. Needed for a flat `y` of several responses without names. */
  responses?: number;
  /** Regression: c names of the responses. */
  responseNames?: readonly string[];
  /**
   * N weights, finite and not negative, not all 0; default 1 each. A weight of 2 counts as the sample given twice, and 0 as the sample
   * left out, in trainings with full batches and in scores. A mini-batch minimises the weighted mean over its samples.
   */
  sampleWeight?: NumericArray;
}

/** Input of {@link Trip.dataset}. */
export interface DatasetInput extends ResponseInput {
  /** Samples: a typed or plain array with `shape`, or nested arrays (then `shape` may be left out). */
  x: NumericArray | NestedArray | MixedArray;
  /** [N, I_1, ..., I_K]; N >= 1, every I_k >= 1. */
  shape?: readonly number[];
  /**
   * Meaning of NaN in `x`. `'refuse'` (default): an error. `'mean'`: a missing value, which a training replaces by the mean of that
   * variable over its training set (0 when it has no value there) before it standardises.
   */
  missing?: 'refuse' | 'mean';
  /**
   * Vectors: names or positions of the columns that hold categories (texts, numbers or booleans). A training replaces such a column, before
   * {@link FitOptions.steps}, by one column of zeros and ones for each category that occurs in its training samples (one-hot), sorted and
   * named `colour=red`. A sample with another category, or with a missing one (`missing: 'mean'`), has 0 in all of these columns.
   */
  categorical?: readonly (string | number)[];
}

/** Input of {@link Trip.dataset} from rows as objects, such as those of table parsers, Arquero and Arrow. */
export interface RowsInput {
  /** One object per sample, keyed by the names of the columns. */
  rows: readonly object[];
  /** The column of the response, or the columns of several responses; without it the samples have no response. */
  target?: string | readonly string[];
  /** The column of the weights of the samples. */
  sampleWeight?: string;
  /** The columns of the variables, in order; default: all columns of the first row except `target` and `sampleWeight`. */
  features?: readonly string[];
  /** As in {@link DatasetInput}. */
  task?: Task;
  /** As in {@link DatasetInput}. */
  classNames?: readonly string[];
  /** As in {@link DatasetInput}; `null` and `undefined` are missing values too. */
  missing?: 'refuse' | 'mean';
  /** As in {@link DatasetInput}: names of columns. */
  categorical?: readonly (string | number)[];
}

/**
 * Samples in any accepted form: a dataset, the input of {@link Trip.dataset}, an array of rows of numbers, or an array of objects, in
 * which a model finds its variables by name.
 */
export type Samples = Dataset | DatasetInput | RowsInput | NestedArray | MixedArray | readonly object[];

/** Input of {@link Trip.sparseDataset}: coordinates of stored values, sample after sample. */
export interface SparseInput extends ResponseInput {
  /** N + 1 integers that rise from 0 to the number of stored values; those of sample n begin at offsets[n]. */
  offsets: NumericArray;
  /** K indices for each stored value, flat or nested. A sample may not repeat a position. */
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
  /** Number of weak noise dimensions, N(0, 0.1^2) each, at most 1000. Default 97, for a total of 100 dimensions. */
  noiseDimensions?: number;
}

/** Spiral data with its ground truth. */
export interface Spiral {
  /** The training set. */
  readonly train: Dataset;
  /** Other samples from the same distribution. */
  readonly test: Dataset;
  /** The ground truth. */
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
  /** The ground truth. */
  readonly truth: {
    /** Targets t1, t2 (150 each) and their distractors d1, d2 (200); regulators r1, r2 (60), e1, e2 (80). */
    readonly groups: NetworkGroups;
    /** The response without its noise, uniform in (-1, 1), N. */
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

/** Matrices or cubes whose class depends on a small hidden core, with their ground truth. */
export interface Planted {
  /** The training set: `count` samples of `dims`, classes 0 and 1. */
  readonly train: Dataset;
  /** Other samples from the same distribution. */
  readonly test: Dataset;
  /** The ground truth. */
  readonly truth: {
    /** Orthonormal basis of the core in each mode, I_k x 2 row-major. */
    readonly basis: readonly Float64Array[];
  };
}

/** Two parts of a dataset, by `trip.split`. */
export interface Split {
  /** The samples that remain. */
  readonly train: Dataset;
  /** The samples that were held out. */
  readonly heldOut: Dataset;
}
