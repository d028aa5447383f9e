/** Options of a fit. */

import type { Samples, Step } from './data.js';
import type { EpochProgress } from './history.js';
import type { Method, Model, Snapshot } from './model.js';

/**
 * Weights of classes. `'balanced'`: n / (k * count) for each of k classes, as in scikit-learn, with sums of sample weights instead of
 * numbers of samples if the data have weights. An object: weights by class name, finite and not negative; other classes have 1.
 */
export type ClassWeight = 'balanced' | Readonly<Record<string, number>>;

/**
 * Options of {@link Trip.fit}: the model and objective of section 3, loss + lambda * reconstruction. Unknown names are refused with the
 * code `option`; the message suggests the known name that was probably meant.
 */
export interface FitOptions {
  /** How the projection is found. `'fixed'` keeps {@link FitOptions.projection}. Default `'trip'`. */
  method?: Method;
  /** J_k for each of the (at most 8) modes, 1 <= J_k <= I_k, product at most 65,536. Default 2, or I_k where that is 1. */
  ranks?: readonly number[];
  /** Widths of the hidden ReLU layers, at most 16 of at most 4096; `[]` is softmax (or linear) regression. Default [10, 10, 10]. */
  hidden?: readonly number[];
  /**
   * Weight of the reconstruction term, >= 0. `'auto'`, the default, is a constant divided by the mean squared norm of the scaled training
   * samples, so that the reconstruction counts as much beside the loss for any number and unit of the variables. `'validate'` trains
   * multiples of that value (0.03 to 10) and keeps the one with the lowest validation loss, in six times the time; it needs `validation`,
   * which is then 0.2 by default. {@link Model.options} has the number, {@link Model.lambdaChoice} how it was chosen.
   */
  lambda?: number | 'auto' | 'validate';
  /**
   * Passes over the training set, 0 to 1,000,000. `'auto'`, the default, is 2000, or for more than 220 samples in batches of 20 as many as
   * make 22,000 steps, at least 1. {@link Model.options} has the number.
   */
  epochs?: number | 'auto';
  /** Samples in a mini-batch; more than N means full batches. Default 20. */
  batchSize?: number;
  /** Step size of Adam, > 0. Default 0.001. */
  learningRate?: number;
  /**
   * The learning rate over the steps of each restart. `'none'`: the same for all. `'cosine'`: step t of T, counted from 0, is
   * learningRate * (1 + cos(pi t / T)) / 2, where T is all steps of the restart; a training with more epochs is then another one from
   * its first steps on. Default `'none'`.
   */
  learningRateDecay?: 'none' | 'cosine';
  /**
   * Scales every variable to mean 0 and deviation 1, fitted on the training set. Default true for dense vectors (K = 1), false for
   * matrices, cubes and sparse samples; sparse samples cannot be standardised. Default false with the step `pareto`, which excludes it.
   */
  standardize?: boolean;
  /**
   * Preprocessing in this order, each step at most once, fitted on the training samples alone and stored with the model, which applies it to
   * all samples that it is given. Default none. The complete order: missing values are replaced, categorical columns are encoded
   * ({@link DatasetInput.categorical}), these steps are applied, and `standardize` comes last.
   *
   * - `'log1p'`: log(1 + x), the natural logarithm; values must be above -1. Not applied to encoded columns. For samples of any shape,
   *   dense or sparse.
   * - `'snv'`, standard normal variate, dense vectors: subtracts the mean of the sample and divides by its deviation (n - 1), over the
   *   variables that are not encoded; a constant sample becomes 0.
   * - `'pareto'`, dense vectors: subtracts the mean of the variable and divides by the square root of its population deviation; a constant
   *   variable becomes 0. Encoded columns included.
   */
  steps?: readonly Step[];
  /** Regression only: standardises the target too. Default true; the paper uses false. */
  standardizeTarget?: boolean;
  /**
   * Independent starts; the one with the lowest training objective (with `validation`: the lowest validation loss) is kept, all are
   * reported. `'auto'` is 12 with {@link FitOptions.search} and {@link FitOptions.halving}; it is the default for the method `trip`, and
   * trains 3.3 times as many epochs as 1, or up to 5.9 times with fewer than 20,000 steps. The default is 1 for fixed projections and
   * with a `start` or a `projection`.
   */
  restarts?: number | 'auto';
  /**
   * Searches for good starts of a learned projection (method 'trip'), using only the training data. Restarts 0 to 7 learn inside the
   * span of the leading directions of each mode, those with more than the average sum of squares, and begin with projections in which
   * samples resemble their nearest neighbours in the response. Later restarts learn in all dimensions from random values, as without
   * a search; they find signals in weak directions, and are kept when their objective is lower by more than 0.03 (with `validation`:
   * when their validation loss is lower). Default false; true with `restarts: 'auto'`. The paper has no such search.
   */
  search?: boolean;
  /**
   * Successive halving of the restarts. Every restart trains a tenth of the epochs; then a third of them goes on, and after a fifth
   * of the epochs an eighth, both rounded up: those with the lowest training objective, the mean over the batches of the last epoch that
   * {@link Model.history} has (with `validation`: with the lowest validation loss so far, since the kept restart has the lowest one).
   * Searched restarts and those in all dimensions are compared separately, and ties go to the lower index. Beside searched ones, those
   * in all dimensions are compared after 2000 and 4000 steps at the earliest, since signals in weak directions show late. A restart that goes on makes
   * the steps of an uninterrupted one, bit for bit; one that ended by `patience` or diverged takes no place. The kept restart is the
   * best of all, those that were halted included; {@link RestartReport.haltedEpoch} tells which. Without effect on a single restart or
   * epoch. Default true with `restarts: 'auto'`, otherwise false. The paper has no such choice.
   */
  halving?: boolean;
  /**
   * Begins with the parameters of this model or snapshot instead of random ones, and continues with the options of this fit, such as
   * another learning rate or lambda, more epochs or new samples. Task, shape, ranks, hidden widths and names must be the same, and
   * `restarts` must be 1. Scaling and fixed projections are computed from these data, Adam restarts, and the seed orders the batches.
   * {@link Model.options} contains the fingerprint of the start.
   */
  start?: Model | Snapshot;
  /**
   * The projection C^(k) of each mode, I_k x J_k row-major with orthonormal columns, in training units (after centring and scaling), as
   * {@link Model.projection} returns it; for vectors the array itself is accepted too. The method `'fixed'` keeps it and trains the
   * network alone, as the baselines do after they have computed theirs. With the method `'trip'` each restart begins with this projection
   * and a random network, by default one restart, without a search. Other methods refuse it. {@link Trip.orthonormalize} makes columns
   * orthonormal. {@link Model.options} contains a fingerprint of the numbers.
   */
  projection?: ArrayLike<number> | readonly ArrayLike<number>[];
  /**
   * Samples that are held out to choose the best epoch of each restart and the best restart, by the loss on them (without the
   * reconstruction). A dataset, or a share of the samples, 0 to 0.9: {@link Trip.split} with the same `seed` gives these samples. They
   * are held out before anything is scaled and never trained on; `test` is not used for them. Default 0: none are held out, the last
   * epoch of each restart is kept, and the restart with the lowest training objective.
   */
  validation?: number | Samples;
  /**
   * With `validation`: a restart ends after this many epochs without an improvement of the validation loss. 0, the default, never ends
   * it early; the best epoch is kept all the same.
   */
  patience?: number;
  /** With `patience`: only a decrease of the validation loss by more than this is an improvement. Default 0. */
  minDelta?: number;
  /**
   * Classification: multiplies the weight of each training sample by the weight of its class, in everything that is computed from the
   * training set: loss, reconstruction, scaling, fixed projections. Test and validation sets and `score` do not use it. Default: 1 for
   * each class.
   */
  classWeight?: ClassWeight;
  /** Index of the first restart, so that restart r can be repeated alone. Default 0. */
  firstRestart?: number;
  /** Master seed, 0..2^53-1. Default 1. */
  seed?: number;
  /** Seed of the initial values; derived from `seed` when absent. */
  startSeed?: number;
  /** Seed of the batch order; derived from `seed` when absent. */
  orderSeed?: number;
  /**
   * Method `lda`: the scatter within classes gets this times trace(Sw) / I added to its diagonal. Variables are first divided by their
   * deviation, so that units do not matter; larger values shrink more. Default 1e-8.
   */
  ldaRidge?: number;
  /** Number of frames (all parameters) to keep, at evenly spaced epochs, first and last included (1: the last). Default 0. */
  record?: number;
  /** The test set, evaluated once an epoch and in every report; training never uses it. */
  test?: Samples;
}

/** Every option except the data, with all defaults. Plain data. */
export interface FullOptions
  extends Omit<
    Required<FitOptions>,
    'test' | 'start' | 'projection' | 'classWeight' | 'lambda' | 'epochs' | 'restarts' | 'validation'
  > {
  readonly lambda: number;
  readonly epochs: number;
  readonly restarts: number;
  /** The share of the samples that was held out, or `'dataset'` when the samples were given. */
  readonly validation: number | 'dataset';
  /** As given. */
  readonly classWeight?: ClassWeight;
  /** Fingerprint of the start, when the initial values are not random. */
  readonly start?: string;
  /** Fingerprint of the projection, when it is given. */
  readonly projection?: string;
}

/** Options of the synchronous {@link Trip.fit}. */
export interface SyncFitOptions extends FitOptions {
  /**
   * Called after every epoch; returning `false` stops the training and keeps the current parameters (with `validation`: the best ones).
   * A function that returns a promise is refused: the fit blocks, so use a trainer.
   */
  onEpoch?: (progress: EpochProgress) => unknown;
  /**
   * Checked between short calls of the core: the fit then fails with the code `aborted`. The fit blocks, so only code that it calls,
   * such as `onEpoch`, can abort the signal meanwhile.
   */
  signal?: AbortSignal;
}
