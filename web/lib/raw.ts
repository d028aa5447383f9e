/**
 * The core as the package sees it: what `cpp/wasm/bindings.cpp` registers, by the same names. Every array that comes out is a copy;
 * no call keeps what it was given. Objects end by `delete()`. A number or a column that does not apply is NaN.
 */

import type { Numbers } from './arrays.js';
import type { FullOptions } from './option-table.js';
import type {
  History,
  Method,
  NetworkGroups,
  NetworkOptions,
  PlantedOptions,
  RandomOptions,
  RankOne,
  RestartReport,
  Score,
  SnapshotScore,
  SpiralOptions,
  TargetExplanation,
  Task,
} from './types.js';

type List = readonly number[] | Int32Array;

export interface RawDataset {
  /** I_1, ..., I_K */
  dims: List;
  /** N */
  count: number;
  /** N x I_1 x ... x I_K, row-major; sparse: the stored values, those of sample n are offsets[n] .. offsets[n + 1] - 1. */
  x: Float32Array;
  /** Dense samples as doubles, in place of `x`, which is then empty. */
  exact: Float64Array;
  /** '' when there is no response. */
  task: Task | '';
  /** Number of classes; 0 for regression or no response. */
  classes: number;
  labels: Int32Array;
  targets: Numbers;
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

/** One option of a fit, from trip/options.h. */
export interface RawOptionSchema {
  name: string;
  type: 'number' | 'integer' | 'boolean' | 'name' | 'integers' | 'numbers';
  /** Smallest and largest value, of each entry where the option is a list. */
  low: number;
  high: number;
  /** `low` itself is refused. */
  open: boolean;
  /** Most entries of a list; 0: no limit. */
  longest: number;
}

export interface RawSpec {
  method: Method;
  task: Task;
  lambda: number;
  targetMean: number;
  targetScale: number;
  architecture: { dims: List; ranks: List; hidden: List; outputs: number };
  scaling: { mean: Float64Array; scale: Float64Array };
}

export type RawHistory = Required<History>;
/** The kept restart has the lowest ranking. */
export type RawReport = Required<RestartReport> & { ranking: number };
export type RawMeans = Required<SnapshotScore>;
export type RawEvaluation = { train: RawMeans; test: RawMeans | null };

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
  nextRestart(): boolean;
  /** Ends the current restart here and reports it as it is. */
  stop(): void;
  atEnd(): boolean;
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
  /** Parameters one frame after the other. */
  bestFrames(): { epochs: Int32Array; parameters: Float32Array };
}

export interface RawModel extends Deletable {
  transform(data: RawDataset): Float32Array;
  inverseTransform(latent: Float32Array): Float32Array;
  inverseTransformExact(latent: Float32Array): Float64Array;
  /** Classes as numbers, or values in the user's units. */
  predict(data: RawDataset): Float64Array;
  predictProba(data: RawDataset): Float32Array;
  predictLatent(latent: Float32Array): Float64Array;
  predictProbaLatent(latent: Float32Array): Float32Array;
  /** confusion: c x c, row-major */
  score(data: RawDataset): Required<Omit<Score, 'confusion'>> & { confusion: Float64Array };
  projection(mode: number): Float32Array;
  fingerprint(): string;
}

/** The surrogate of one target and its axes. */
export type RawSurrogate = Omit<TargetExplanation, 'surrogate' | 'class' | 'className'> & { fit: RankOne };
/** Local regression coefficients of one sample for one target; one array a mode. */
export type RawLocal = { fit: RankOne; rotated: Float64Array[]; original: Float64Array[] };

export interface RawExplanation extends Deletable {
  sigma(): number;
  /** N predictions; its surrogate. */
  addTarget(target: Float64Array): RawSurrogate;
  /** One entry a target. */
  local(sample: number): RawLocal[];
  neighbours(sample: number): number;
}

export interface RawModule {
  readonly resultVersion: number;
  optionSchema(): RawOptionSchema[];
  createFit(train: RawDataset, test: RawDataset | null, options: RawOptions): RawFit;
  createModel(spec: RawSpec, parameters: Float32Array): RawModel;
  /** `latent`: N x P; sigma 0 takes the median distance to the nearest neighbour. */
  createExplanation(model: RawModel, latent: Float64Array, sigma: number): RawExplanation;
  spiral(options: Required<SpiralOptions>): { train: RawDataset; test: RawDataset; plane: Float64Array };
  randomTensors(options: Required<RandomOptions>): RawDataset;
  network(options: Required<NetworkOptions>): NetworkGroups & { data: RawDataset; e: Float64Array };
  planted(options: Required<PlantedOptions>): { train: RawDataset; test: RawDataset; basis: Float64Array[] };
  /** Fold of each sample; `labels` empty for folds that are not stratified. */
  folds(count: number, labels: Int32Array, folds: number, seed: number): Int32Array;
  principalAngles(a: Float64Array, b: Float64Array, rows: number): Float64Array;
  /** The documented rule that derives startSeed (stream 0) and orderSeed (stream 1) from seed. */
  deriveSeed(seed: number, stream: number): number;
}
