/**
 * The core as the package sees it; core.ts makes it of the functions of the module. Every array that comes out is a copy; no
 * call keeps what it was given.
 */

import type { Task } from './types.js';

export interface RawDataset {
  x: Float32Array;
  /** [N, I_1, ..., I_K] */
  shape: readonly number[];
  /** '' when there is no response. */
  task: Task | '';
  /** Number of classes; 0 for regression or no response. */
  classes: number;
  labels: Int32Array;
  targets: Float32Array;
  /** Sparse samples: x holds the stored values, those of sample n are offsets[n] .. offsets[n + 1] - 1. */
  offsets?: Int32Array;
  /** Position of each stored value, K indices each. */
  index?: Int32Array;
}

export interface RawSpiral {
  train: RawDataset;
  test: RawDataset;
  plane: Float64Array;
}

/** All fields are required: defaults are filled in by options.ts. */
export interface RawOptions {
  method: string;
  ranks: readonly number[];
  hidden: readonly number[];
  lambda: number;
  epochs: number;
  batchSize: number;
  learningRate: number;
  standardize: boolean;
  standardizeTarget: boolean;
  firstRestart: number;
  restarts: number;
  search: boolean;
  /** Parameters to begin with, as {@link RawFit.parameters} gives them. Absent: random ones. */
  start?: Float32Array;
  startSeed: number;
  orderSeed: number;
  record: number;
  /** method 'lda': this times trace(Sw) / I is added to the diagonal of Sw. Absent: 1e-8. */
  ldaRidge?: number;
}

export interface RawSpec {
  method: string;
  dims: readonly number[];
  ranks: readonly number[];
  hidden: readonly number[];
  task: Task;
  outputs: number;
  lambda: number;
  mean: Float64Array;
  scale: Float64Array;
  targetMean: number;
  targetScale: number;
}

/** A resumable fit over one or more restarts. */
export interface RawFit {
  spec(): RawSpec;
  /**
   * Takes optimisation steps in the current restart until `maxSteps` are done or `untilEpoch` epochs (at most options.epochs)
   * are finished; returns the steps taken. When the restart is at its end (or diverged) it is evaluated and reported, and
   * `atEnd()` turns true; `nextRestart()` then starts the next one (false when there is none).
   */
  advance(maxSteps: number, untilEpoch: number): number;
  /** The current restart has reached options.epochs or diverged, and has been reported. */
  atEnd(): boolean;
  nextRestart(): boolean;
  /** Ends the current restart here and reports it as it is. */
  stop(): void;
  /** Index (from options.firstRestart) of the current restart. */
  restart(): number;
  epoch(): number;
  stepsPerEpoch(): number;
  /** Current parameters (the last finite ones after a divergence). */
  parameters(): Float32Array;
  /**
   * Rows of 6 for the current restart's epochs from `fromEpoch` on:
   * loss, reconstruction, objective, accuracy, testLoss, testAccuracy (NaN where it does not apply).
   */
  history(fromEpoch: number): Float64Array;
  /** The current parameters: loss, reconstruction, objective, accuracy on the training set, then the same on the test set (NaN where it does not apply). */
  evaluate(): Float64Array;
  /** Rows of 9, one a reported restart: restart, objective, loss, reconstruction, accuracy, testLoss, testAccuracy, epochs, diverged. */
  reports(): Float64Array;
  /** Of the restart with the lowest objective (diverged ones last, ties to the lowest index). */
  bestParameters(): Float32Array;
  /** As history(0), of the best restart. */
  bestHistory(): Float64Array;
  /** Epochs of the frames kept of the best restart. */
  bestFrameEpochs(): Int32Array;
  /** Their parameters, one after the other. */
  bestFrames(): Float32Array;
  delete(): void;
}

export interface RawModel {
  /** Where it lies in the heap. */
  readonly address: number;
  transform(data: RawDataset): Float32Array;
  inverseTransform(latent: Float32Array): Float32Array;
  /** Classes as numbers, or values in the user's units. */
  predict(data: RawDataset): Float32Array;
  predictProba(data: RawDataset): Float32Array;
  predictLatent(latent: Float32Array): Float32Array;
  predictProbaLatent(latent: Float32Array): Float32Array;
  score(data: RawDataset): RawScore;
  projection(mode: number): Float32Array;
  fingerprint(): string;
  delete(): void;
}

export interface RawScore {
  loss: number;
  reconstruction: number;
  objective: number;
  accuracy: number;
  auc: number;
  /** c x c, row-major */
  confusion: Float64Array;
  rmse: number;
  pearson: number;
}

/** A rank-one linear fit: scale * <Xbar, g[0] o g[1] o ..> + bias. */
export interface RawRankOne {
  /** J_k values a mode. */
  g: Float64Array[];
  scale: number;
  bias: number;
  objective: number;
}

/** The surrogate of one target and its axes; one array a mode. */
export interface RawSurrogate {
  fit: RawRankOne;
  /** J_k x J_k */
  rotation: Float64Array[];
  singularValues: Float64Array[];
  /** N x J_k */
  rotated: Float64Array[];
  /** C R, I_k x J_k */
  axes: Float64Array[];
  /** J_k: Pearson correlation of each rotated axis with the target. */
  correlation: Float64Array[];
}

/** Local regression coefficients of one sample for one target; one array a mode. */
export interface RawLocal {
  fit: RawRankOne;
  rotated: Float64Array[];
  original: Float64Array[];
}

export interface RawExplanation {
  sigma(): number;
  /** N predictions; its surrogate. */
  addTarget(target: Float64Array): RawSurrogate;
  /** One entry a target. */
  local(sample: number): RawLocal[];
  neighbours(sample: number): number;
  delete(): void;
}

export interface RawNetwork {
  data: RawDataset;
  t1: Int32Array;
  t2: Int32Array;
  d1: Int32Array;
  d2: Int32Array;
  r1: Int32Array;
  r2: Int32Array;
  e1: Int32Array;
  e2: Int32Array;
  e: Float64Array;
}

export interface RawPlanted {
  train: RawDataset;
  test: RawDataset;
  /** U of each mode, I_k x 2 row-major. */
  basis: Float64Array[];
}

export interface RawModule {
  /** dims.length = K, `nonzeros` stored values a sample. */
  randomTensors(seed: number, dims: readonly number[], count: number, nonzeros: number): RawDataset;
  network(seed: number, rows: number, columns: number, count: number): RawNetwork;
  planted(seed: number, dims: readonly number[], count: number): RawPlanted;
  /** Fold of each sample; `labels` empty for folds that are not stratified. */
  folds(count: number, labels: Int32Array, folds: number, seed: number): Int32Array;
  /** `ranks`: those of the model; `latent`: N x P; sigma 0 takes the median distance to the nearest neighbour. */
  createExplanation(model: RawModel, ranks: readonly number[], latent: Float64Array, sigma: number): RawExplanation;
  spiral(seed: number, samplesPerClass: number, noiseSamplesPerClass: number, noiseDimensions: number): RawSpiral;
  /** `test` may be null. */
  createFit(train: RawDataset, test: RawDataset | null, options: RawOptions): RawFit;
  createModel(spec: RawSpec, parameters: Float32Array): RawModel;
  principalAngles(a: Float64Array, b: Float64Array, rows: number): Float64Array;
  /** The documented rule that derives startSeed (stream 0) and orderSeed (stream 1) from seed. */
  deriveSeed(seed: number, stream: number): number;
}
