/** Options of a fit. */

import type { Samples } from './data.js';
import type { EpochProgress } from './history.js';
import type { Method, Model, Snapshot } from './model.js';

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
   * The learning rate over the steps of each restart. `'none'`: the same for all. `'cosine'`: step t of T, counted from 0, is
   * learningRate * (1 + cos(pi t / T)) / 2, where T is all steps of the restart; a training with more epochs is then another one from
   * its first steps on. Default `'none'`.
   */
  learningRateDecay?: 'none' | 'cosine';
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
  test?: Samples;
}

/** Every option but the test set, defaults filled in. Plain data. */
export interface FullOptions extends Omit<Required<FitOptions>, 'test' | 'start'> {
  readonly restarts: number;
  /** Fingerprint of what the training begins with, when that is not random. */
  readonly start?: string;
}

/** Options of the synchronous {@link Trip.fit}. */
export interface SyncFitOptions extends FitOptions {
  /** Called after every epoch; returning `false` stops the training and keeps what has been learned. */
  onEpoch?: (progress: EpochProgress) => unknown;
}
