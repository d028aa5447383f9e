/**
 * The core as the package sees it: what `cpp/wasm/bindings.cpp` registers, by the same names. Every array that comes out is a copy;
 * no call keeps what it was given. Objects end by `delete()`.
 */

import type { FullOptions } from './option-table.js';
import type { Method, Task } from './types.js';

export interface RawDataset {
  /** I_1, ..., I_K */
  dims: readonly number[] | Int32Array;
  /** N */
  count: number;
  /** N x I_1 x ... x I_K, row-major; sparse: the stored values, those of sample n are offsets[n] .. offsets[n + 1] - 1. */
  x: Float32Array;
  /** '' when there is no response. */
  task: Task | '';
  /** Number of classes; 0 for regression or no response. */
  classes: number;
  labels: Int32Array;
  targets: Float32Array;
  sparse: boolean;
  offsets: Int32Array;
  /** Position of each stored value, K indices each. */
  index: Int32Array;
}

/** Options with all defaults filled in. */
export interface RawOptions extends Omit<FullOptions, 'seed' | 'start'> {
  /** Parameters to begin with, as {@link RawFit.parameters} gives them; empty for random ones. */
  readonly start: Float32Array;
}

export interface RawArchitecture {
  dims: readonly number[] | Int32Array;
  ranks: readonly number[] | Int32Array;
  hidden: readonly number[] | Int32Array;
  outputs: number;
}

export interface RawSpec {
  method: Method;
  task: Task;
  lambda: number;
  targetMean: number;
  targetScale: number;
  architecture: RawArchitecture;
  scaling: { mean: Float64Array; scale: Float64Array };
}

/** One entry an epoch; NaN where a column does not apply. */
export interface RawHistory {
  loss: Float32Array;
  reconstruction: Float32Array;
  objective: Float32Array;
  accuracy: Float32Array;
  testLoss: Float32Array;
  testAccuracy: Float32Array;
}

/** A restart at its end; NaN where a number does not apply. */
export interface RawReport {
  restart: number;
  objective: number;
  loss: number;
  reconstruction: number;
  accuracy: number;
  testLoss: number;
  testAccuracy: number;
  epochs: number;
  diverged: boolean;
  /** The kept restart has the lowest. */
  ranking: number;
}

/** Means over one set. */
export interface RawSetScore {
  loss: number;
  reconstruction: number;
  objective: number;
  accuracy: number;
}

/** What the present parameters are worth. */
export interface RawEvaluation {
  train: RawSetScore;
  test?: RawSetScore;
}

interface Deletable {
  delete(): void;
}

/** A resumable fit over one or more restarts. */
export interface RawFit extends Deletable {
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
  /** The current restart's epochs from `fromEpoch` on. */
  history(fromEpoch: number): RawHistory;
  evaluate(): RawEvaluation;
  /** One a restart that has ended. */
  reports(): RawReport[];
  /** Position in reports() of the restart that is kept; `best...` are of that one. */
  best(): number;
  bestParameters(): Float32Array;
  bestHistory(): RawHistory;
  /** Epochs of the frames kept. */
  bestFrameEpochs(): Int32Array;
  /** Their parameters, one after the other. */
  bestFrames(): Float32Array;
}

export interface RawModel extends Deletable {
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

export interface RawExplanation extends Deletable {
  sigma(): number;
  /** N predictions; its surrogate. */
  addTarget(target: Float64Array): RawSurrogate;
  /** One entry a target. */
  local(sample: number): RawLocal[];
  neighbours(sample: number): number;
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

/** One option of a fit, from trip/options.h. */
export interface RawOptionSchema {
  name: string;
  /** 'number', 'integer', 'boolean', 'name', 'integers' or 'numbers'. */
  type: string;
  /** Smallest and largest value, of each entry where the option is a list. */
  low: number;
  high: number;
  /** `low` itself is refused. */
  open: boolean;
  /** Most entries of a list; 0: no limit. */
  longest: number;
  meaning: string;
}

export interface RawModule {
  /** `test` may be null. */
  createFit(train: RawDataset, test: RawDataset | null, options: RawOptions): RawFit;
  createModel(spec: RawSpec, parameters: Float32Array): RawModel;
  /** `latent`: N x P; sigma 0 takes the median distance to the nearest neighbour. */
  createExplanation(model: RawModel, latent: Float64Array, sigma: number): RawExplanation;
  spiral(options: { seed: number; samplesPerClass: number; noiseSamplesPerClass: number; noiseDimensions: number }): {
    train: RawDataset;
    test: RawDataset;
    plane: Float64Array;
  };
  /** dims.length = K, `nonzeros` stored values a sample. */
  randomTensors(options: { seed: number; dims: readonly number[]; count: number; nonzeros: number }): RawDataset;
  network(options: { seed: number; rows: number; columns: number; count: number }): RawNetwork;
  /** basis: U of each mode, I_k x 2 row-major. */
  planted(options: { seed: number; dims: readonly number[]; count: number }): {
    train: RawDataset;
    test: RawDataset;
    basis: Float64Array[];
  };
  /** Fold of each sample; `labels` empty for folds that are not stratified. */
  folds(count: number, labels: Int32Array, folds: number, seed: number): Int32Array;
  principalAngles(a: Float64Array, b: Float64Array, rows: number): Float64Array;
  /** Each option of a fit as the core describes it. */
  optionSchema(): RawOptionSchema[];
  /** The documented rule that derives startSeed (stream 0) and orderSeed (stream 1) from seed. */
  deriveSeed(seed: number, stream: number): number;
}
