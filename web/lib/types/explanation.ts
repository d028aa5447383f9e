/// <reference lib="esnext.disposable" preserve="true" />

/**
 * Explanations of a model (section 4.4). Surrogates, axes and correlations describe all samples, so they use the weights of the samples.
 * Local coefficients weight samples by their distance alone.
 */

/** Options of {@link Model.explain}. */
export interface ExplainOptions {
  /**
   * Width of a neighbourhood in the latent space: sample m has the weight exp(-||Xbar_n - Xbar_m||^2 / sigma^2) in the local fit of
   * sample n. Default 1, as in the paper; `'auto'` is the median distance to the nearest neighbour.
   */
  sigma?: number | 'auto';
  /** The class, or the response of several, to explain: its name (string) or index (number). Default: each of them. */
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
  /** Index of the response; absent for classification and for a single response without a name. */
  readonly response?: number;
  /** Name of this response, if it has one. */
  readonly responseName?: string;
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

/** The arrow at one sample: for the true class when it is known, else for the predicted one, or for the requested `target`. */
export interface LocalExplanation extends LocalCoefficients {
  /** Index of the sample. */
  readonly sample: number;
  /** Position in {@link Explanation.targets} of the target shown. */
  readonly target: number;
  /** The coefficients for every target. */
  readonly targets: readonly LocalCoefficients[];
  /**
   * Effective number of neighbours, the sum of the weights; the sample itself counts 1. Near 1 (in the command `trip explain` below 1.01)
   * the sample has no neighbours within the width, and its coefficients depend on itself alone: exclude it from means.
   */
  readonly neighbours: number;
  /** Fewer neighbours than prod J + 1: the neighbours do not determine the coefficients, which are those of minimum norm. */
  readonly isolated: boolean;
}

/** One entry of {@link Explanation.top}. */
export interface TopVariable {
  /** Position along the mode. */
  readonly index: number;
  /** Name of the variable, if the data had names. */
  readonly name?: string;
  /** The variable's entry in C R. */
  readonly weight: number;
}

/**
 * The subspace of a model in terms of the original variables (section 4). The arrays on the explanation itself are those of its main
 * target: the requested one, the (first) value of a regression, class 1 of two classes, class 0 of more. It owns memory that only `local`
 * needs: call {@link Explanation.dispose} (or `using`); all arrays stay.
 */
export interface Explanation extends TargetExplanation, Disposable {
  /** One entry for each explained prediction, classes in order. */
  readonly targets: readonly TargetExplanation[];
  /** Position of the main target in `targets`. */
  readonly main: number;
  /** The width in use. */
  readonly sigma: number;
  /** Local regression coefficients of sample n. */
  local(n: number): LocalExplanation;
  /** Variables of highest |C R| on a rotated axis (the paper's Table 2), for the main target or that at position `target`; default 10. */
  top(mode: number, axis: number, count?: number, target?: number): readonly TopVariable[];
  /**
   * One number for each position i along a mode, I_k: how strongly the predictions follow it. It is
   * sqrt(mean over targets t of v_ti * mean over samples n of b_nti^2), where b_nti are the local coefficients on the original variables
   * ({@link LocalCoefficients.original}) and v_ti is the variance of the position over the samples, in training units. For vectors that
   * is the variance of the variable, 1 where it was standardised; for matrices and cubes that of u_n = X_n x_l (C^(l) g^(l)) over all
   * modes l but this one, with the surrogate of the target. So it is the root mean square of the change of a prediction when the
   * variable changes by its standard deviation.
   *
   * Gradients by local linear fits are the outer product of gradients of Xia and others (2002); their mean square times the variance is
   * the derivative-based measure of sensitivity of Sobol and Kucherenko (2009). Samples are weighted by `sampleWeight`. Samples without
   * neighbours ({@link LocalExplanation.neighbours} below 1.01) are left out (code `value` when all are). With more than 200 samples a
   * fixed random choice of 200 of them is used, fewer where large ranks make a local fit expensive.
   */
  importance(mode?: number): Float64Array;
  /** Frees the memory; can be repeated. `local` then returns only the samples that were computed before. */
  dispose(): void;
}
