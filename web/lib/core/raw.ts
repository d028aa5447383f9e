/**
 * Types of the core's interface, with the names that `cpp/wasm/bindings.cpp` registers; the headers in `cpp/include/trip` document each
 * function. Every returned array is a copy, and no call keeps its arguments. `delete()` frees objects. A number or a column that does
 * not apply is NaN.
 */

import type { Numbers } from '../common/arrays.js';
import type * as Public from '../types.js';

type List = readonly number[] | Int32Array;

export interface RawDataset {
  dims: List;
  count: number;
  x: Float32Array;
  /** Dense samples as doubles; `x` is then empty. */
  exact: Float64Array;
  /** '' when there is no response. */
  task: Public.Task | '';
  classes: number;
  labels: Int32Array;
  /** N x responses. */
  targets: Numbers;
  responses: number;
  /** Empty when all samples have the same weight. */
  weights: Float64Array;
  sparse: boolean;
  offsets: Int32Array;
  index: Int32Array;
}

/** Options with all defaults; an empty `start` means random initial values, an empty `projection` that none is given. */
export type RawOptions = Omit<
  Public.FullOptions,
  'seed' | 'start' | 'projection' | 'validation' | 'classWeight' | 'steps'
> & {
  readonly start: Float32Array;
  readonly projection: Float64Array;
};

export interface RawOptionSchema {
  name: string;
  type: 'number' | 'integer' | 'boolean' | 'name' | 'integers' | 'numbers';
  low: number;
  high: number;
  open: boolean;
  longest: number;
  words: string[];
}

export interface RawSpec {
  method: Public.Method;
  task: Public.Task;
  lambda: number;
  architecture: { dims: List; ranks: List; hidden: List; outputs: number };
  scaling: RawScaling;
  /** Mean and scale of each response; 0 and 1 for classes. */
  target: RawScaling;
}

export type RawScaling = { mean: Float64Array; scale: Float64Array };

/** Empty arrays when there is no reference. */
export interface RawReference {
  mean: Float64Array;
  covariance: Float64Array;
  residualLimits: Float64Array;
  hotellingLimits: Float64Array;
}

/** Contributions: N x modes x most. */
export interface RawDiagnosis {
  residual: Float64Array;
  hotelling: Float64Array;
  residualIndex: Int32Array;
  residualValue: Float64Array;
  residualShare: Float64Array;
  hotellingIndex: Int32Array;
  hotellingValue: Float64Array;
  hotellingShare: Float64Array;
}

export type RawHistory = Required<Public.History>;
export type RawReport = Required<Public.RestartReport> & { ranking: number };
export type RawMeans = Required<Public.SnapshotScore>;
export type RawEvaluation = { train: RawMeans; test: RawMeans | null };

export type RawScore = { [name in Public.ScoreName]: number } & {
  confusion: Float64Array;
  recall: Float64Array;
  /** Bins x 5: low, high, predicted, observed, weight. */
  reliability: Float64Array;
  responseRmse: Float64Array;
  responsePearson: Float64Array;
};

interface Deletable {
  delete(): void;
}

/** A restart between two epochs, which only the core reads. */
export interface RawState {
  values: Float32Array;
  exact: Float64Array;
  counts: Int32Array;
}

export interface RawFit extends Deletable {
  spec(): RawSpec;
  advance(maxSteps: number, untilEpoch: number): number;
  nextRestart(): boolean;
  stop(): void;
  halt(): void;
  /** The value that halving compares. */
  standing(): number;
  state(): RawState;
  resume(state: RawState): void;
  atEnd(): boolean;
  restart(): number;
  epoch(): number;
  stepsPerEpoch(): number;
  parameters(): Float32Array;
  history(fromEpoch: number): RawHistory;
  evaluate(): RawEvaluation;
  reports(): RawReport[];
  best(): number;
  bestParameters(): Float32Array;
  bestHistory(): RawHistory;
  bestFrames(): { epochs: Int32Array; parameters: Float32Array };
  bestReference(): RawReference;
}

export interface RawModel extends Deletable {
  transform(data: RawDataset): Float32Array;
  inverseTransform(latent: Float32Array): Float32Array;
  inverseTransformExact(latent: Float32Array): Float64Array;
  predict(data: RawDataset): Float64Array;
  predictProba(data: RawDataset): Float32Array;
  predictLatent(latent: Float32Array): Float64Array;
  predictProbaLatent(latent: Float32Array): Float32Array;
  score(data: RawDataset): RawScore;
  projection(mode: number): Float32Array;
  reference(training: RawDataset): RawReference;
  diagnose(
    data: RawDataset,
    mean: Float64Array,
    covariance: Float64Array,
    center: Float64Array,
    most: number,
  ): RawDiagnosis;
  fingerprint(): string;
}

export type RawSurrogate = Omit<
  Public.TargetExplanation,
  'surrogate' | 'class' | 'className' | 'response' | 'responseName'
> &
  WithFit;
export type RawLocal = { rotated: Float64Array[]; original: Float64Array[]; neighbours: number } & WithFit;
type WithFit = { fit: Public.RankOne };

export interface RawExplanation extends Deletable {
  sigma(): number;
  addTarget(target: Float64Array): RawSurrogate;
  local(sample: number): RawLocal[];
  neighbours(sample: number): number;
}

type Sets = { train: RawDataset; test: RawDataset };

/** The binary after compilation, a `WebAssembly.Module`, whose type some readers of these declarations do not know. Every thread can start its own instance. */
export type CompiledCore = object;

/** Restarts `begin` .. `end` - 1, which are compared at these epochs. */
export interface RawGroup {
  readonly begin: number;
  readonly end: number;
  readonly comparisons: Int32Array;
}

export interface RawModule {
  readonly resultVersion: number;
  readonly compiled: CompiledCore;
  optionSchema(): RawOptionSchema[];
  createFit(train: RawDataset, test: RawDataset | null, validation: RawDataset | null, options: RawOptions): RawFit;
  createModel(spec: RawSpec, parameters: Float32Array): RawModel;
  createExplanation(model: RawModel, latent: Float64Array, sigma: number, weights: Float64Array): RawExplanation;
  /** The restarts that are compared with each other. */
  groups(options: RawOptions, stepsPerEpoch: number): RawGroup[];
  /** The restarts that go on after a comparison, ascending. */
  goingOn(group: RawGroup, at: number, restarts: Int32Array, standings: Float64Array): Int32Array;
  spiral(options: Required<Public.SpiralOptions>): Sets & { plane: Float64Array };
  randomTensors(options: Required<Public.RandomOptions>): RawDataset;
  network(options: Required<Public.NetworkOptions>): Public.NetworkGroups & { data: RawDataset; e: Float64Array };
  planted(options: Required<Public.PlantedOptions>): Sets & { basis: Float64Array[] };
  folds(count: number, labels: Int32Array, folds: number, seed: number): Int32Array;
  /** `count` integers from 0 to `below` - 1, drawn with replacement. */
  draw(count: number, below: number, seed: number): Int32Array;
  /** Scores of probabilities (N x classes), or without labels of values (N x responses); `width` is the number of either. */
  scorePredictions(
    predictions: Float64Array,
    labels: Int32Array,
    targets: Float64Array,
    width: number,
    weights: Float64Array,
  ): RawScore;
  principalAngles(a: Float64Array, b: Float64Array, rows: number): Float64Array;
  /** log(1 + x) of each value. */
  log1p(values: Float64Array): Float64Array;
  /** Rotations R^(k) that turn `a` to `b` (N x prod J each); `start` has all R^(k), or is empty. */
  align(a: Float64Array, b: Float64Array, ranks: List, start: Float64Array): Float64Array[];
  /** I x J; `bases` has all bases, one after the other. */
  meanPlane(bases: Float64Array, rows: number, columns: number): Float64Array;
  /** Largest angles between a plane and `count` random ones. */
  randomAngles(rows: number, columns: number, count: number, seed: number): Float64Array;
  /** The polar factor of a matrix. */
  orthonormalize(matrix: Float64Array, rows: number): Float64Array;
  interpolatePlanes(from: Float64Array, to: Float64Array, rows: number, t: number): Float64Array;
  turnPlane(frame: Float64Array, rows: number, variable: number, position: Float64Array): Float64Array;
  randomPlane(rows: number, columns: number, seed: number, index: number): Float64Array;
  /** 16 hex digits. */
  fingerprintOf(values: Float64Array): string;
  deriveSeed(seed: number, stream: number): number;
}
