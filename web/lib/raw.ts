/**
 * The shape of the Embind module (cpp/wasm/bindings.cpp). Raw names start with an underscore; only this package calls them.
 * Every array that comes out is a copy; no call keeps what it was given. Errors are `Error` objects with a `code` property.
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
}

export interface RawSpiral {
  dims: number;
  /** Rows of x: samples. */
  train: { x: Float32Array; labels: Int32Array };
  test: { x: Float32Array; labels: Int32Array };
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
  startSeed: number;
  orderSeed: number;
  record: number;
}

export interface RawSpec {
  method: string;
  dims: number[];
  ranks: number[];
  hidden: number[];
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
  /** Position in reports() of the lowest objective (diverged ones last, ties to the lowest index). */
  best(): number;
  bestParameters(): Float32Array;
  /** As history(0), of the best restart. */
  bestHistory(): Float64Array;
  /** Epochs of the frames kept of the best restart. */
  bestFrameEpochs(): Float64Array;
  /** Their parameters, one after the other. */
  bestFrames(): Float32Array;
  delete(): void;
}

export interface RawModel {
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

export interface RawModule {
  _spiral(seed: number, samplesPerClass: number, noiseSamplesPerClass: number, noiseDimensions: number): RawSpiral;
  /** `test` may be null. */
  _createFit(train: RawDataset, test: RawDataset | null, options: RawOptions): RawFit;
  _createModel(spec: RawSpec, parameters: Float32Array): RawModel;
  _principalAngles(a: Float64Array, b: Float64Array, rows: number): Float64Array;
  /** The documented rule that derives startSeed (stream 0) and orderSeed (stream 1) from seed. */
  _deriveSeed(seed: number, stream: number): number;
}

/** The factory that Emscripten's glue exports by default. */
export type CoreFactory = (options: {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (path: string) => string;
  print?: (text: string) => void;
  printErr?: (text: string) => void;
}) => Promise<RawModule>;
