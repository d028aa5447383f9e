/** How samples lie to the plane of a model. */

import type { Samples } from './data.js';

/** Options of {@link Model.diagnose}. */
export interface DiagnoseOptions {
  /** The samples of the training, for models without {@link ModelSpec.reference}; where it is given, the limits follow from it. */
  readonly training?: Samples;
  /** Variables that are listed for each distance and mode, 0 to 1000. Default 5. */
  readonly contributions?: number;
}

/** Two limits of a distance. */
export interface Limits {
  /** About 5 % of new samples from the distribution of the training samples are above it. */
  readonly p95: number;
  /** About 1 % are above it. */
  readonly p99: number;
}

/**
 * The training samples about the plane of a model; samples count by their weights. A limit is the larger of two: the quantile of the
 * training values, and that of a scaled chi-squared distribution with their mean and variance (Box 1954). The training values are corrected
 * first, because the plane was found on them: with n samples and P projected dimensions, residuals are multiplied by (n + 1) / (n - 1 - P)
 * if the variables are standardised and by n / (n - P) otherwise, with a divisor of at least n / 2, and T^2 becomes that of the sample left
 * out of mean and covariance.
 */
export interface TrainingReference {
  /** Mean of the projected samples, P. */
  readonly mean: Float64Array;
  /** Covariance of the projected samples, P x P row-major, unbiased. */
  readonly covariance: Float64Array;
  /** Dense vectors that are not standardised: mean of each variable after the preprocessing, I. */
  readonly center?: Float64Array;
  /** Limits of {@link SampleDiagnosis.residual}. */
  readonly residual: Limits;
  /** Limits of {@link SampleDiagnosis.hotelling}. */
  readonly hotelling: Limits;
}

/** One value for each of the two distances. */
export interface Distances<Value> {
  /** That of {@link SampleDiagnosis.residual}. */
  readonly residual: Value;
  /** That of {@link SampleDiagnosis.hotelling}. */
  readonly hotelling: Value;
}

/** Result of {@link Model.diagnose}. */
export interface Diagnosis {
  /** The limits of the two distances. */
  readonly limits: Distances<Limits>;
  /** One entry for each sample. */
  readonly samples: readonly SampleDiagnosis[];
}

/** One sample compared with the training samples. */
export interface SampleDiagnosis {
  /**
   * Squared distance from the plane, in training units: the reconstruction error ||X - Xbar C^T||^2 = ||X||^2 - ||Xbar||^2 of section 3.
   * Rounding to 32-bit floats changes it by up to 1e-6 of ||X||^2.
   */
  readonly residual: number;
  /**
   * Hotelling's T^2: squared distance within the plane from the mean of the training samples, measured by their covariance. Directions in
   * which their variance is at most 1e-10 of the largest are left out.
   */
  readonly hotelling: number;
  /** Whether a distance is above its limit `p99`. */
  readonly unlike: boolean;
  /** The distances that are above their limit `p99`. */
  readonly reasons: readonly ('residual' | 'hotelling')[];
  /** The variables with the largest shares of each distance, mode after mode, the largest first. */
  readonly contributions: Distances<readonly Contribution[]>;
}

/** The part of a variable in a distance of a sample. Shares of all variables of a mode add up to 1. */
export interface Contribution {
  /** The mode, from 0; vectors have one. */
  readonly mode: number;
  /** The variable, from 0. */
  readonly index: number;
  /** Name, if the training set had names. */
  readonly name?: string;
  /**
   * Signed, in training units. Residual: how much larger the variable is than its reconstruction. T^2: how much larger it is than its
   * training mean, for matrices, cubes and sparse samples the part of this in the plane. Values of matrices and cubes are summed over all
   * elements of the variable.
   */
  readonly value: number;
  /** Its share of the distance: of the residual at least 0; of T^2 negative for a variable that makes it smaller. */
  readonly share: number;
}
