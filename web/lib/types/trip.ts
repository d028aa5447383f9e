/// <reference lib="esnext.disposable" preserve="true" />

/** The functions of one WebAssembly module, and training in workers. */

import type {
  Dataset,
  DatasetInput,
  Network,
  NetworkOptions,
  Planted,
  PlantedOptions,
  RandomOptions,
  RowsInput,
  Samples,
  SparseInput,
  Spiral,
  SpiralOptions,
} from './data.js';
import type { FitOptions, SyncFitOptions } from './fit.js';
import type { Frame, Model, Snapshot } from './model.js';
import type { SweepCell, SweepOptions, SweepPlan, SweepRow, SweepTable } from './sweep.js';

/** Where the WebAssembly binary comes from and which build is used. */
export interface LoadOptions {
  /** Address of the binary; the default is the file beside the package. */
  wasmUrl?: string | URL;
  /** The binary itself; then nothing is fetched. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** `'auto'` (default) validates a tiny probe; `false` forces the scalar build. The bits of every result are the same. */
  simd?: 'auto' | boolean;
}

/** What {@link loadTrip} resolves to: one instance of the WebAssembly module. */
export interface Trip {
  /** Version of the package. */
  readonly version: string;
  /** As `resultVersion` of the package: fingerprints of equal trainings are equal only where it is equal. */
  readonly resultVersion: number;
  /** True when the SIMD build is in use. */
  readonly simd: boolean;
  /** The paper's Spiral: two arms in a random plane, hidden among noise dimensions (section 5). Labels 0 and 1. */
  spiral(options?: SpiralOptions): Spiral;
  /** Sparse samples with random values, positions and labels (the paper's Random-1st, -2nd and -3rd). */
  randomTensors(options?: RandomOptions): Dataset;
  /** Sparse matrices that stand in for the paper's gene networks. */
  network(options?: NetworkOptions): Network;
  /** Matrices or cubes with a planted core, hidden by stronger directions. */
  planted(options?: PlantedOptions): Planted;
  /**
   * Dense samples as a {@link Dataset}: checked, copied, frozen. Codes `shape`, `value` and `option` name the element that is wrong.
   */
  dataset(input: DatasetInput | RowsInput): Dataset;
  /** Sparse samples as a {@link Dataset}; time and memory go with the stored values alone. Codes as for `dataset`. */
  sparseDataset(input: SparseInput): Dataset;
  /** The samples with these indices, in this order; class and variable names stay. */
  subset(data: Samples, indices: ArrayLike<number>): Dataset;
  /**
   * Fold, 0..k-1, of each sample for k-fold cross validation; stratified when the data have classes: a class of fewer samples than
   * folds is missing from some of them. Code `value` when a fold would leave only one class to learn from. Seed 1 by default.
   */
  folds(data: Samples, k: number, seed?: number): Int32Array;
  /** One cell of a sweep, here and now: the row that {@link Trainer.sweep} gives for it, to the last bit. */
  sweepCell(plan: SweepPlan, cell: SweepCell): SweepRow;
  /**
   * Trains here and now, and blocks meanwhile: {@link Trainer.fit} does the same in workers, to the last bit. A restart that
   * diverges keeps its last finite state and says so in its report; code `diverged` when there was none.
   */
  fit(data: Samples, options?: SyncFitOptions): Model;
  /** The model of another moment: a frame of `source`, or a snapshot of a run. */
  modelAt(source: Model | Snapshot, frame?: Frame): Model;
  /**
   * Angles in degrees, ascending, between the column spaces of two I x J matrices with orthonormal columns
   * (0 = shared direction, 90 = orthogonal).
   */
  principalAngles(a: ArrayLike<number>, b: ArrayLike<number>, rows: number): Float64Array;
  /**
   * The model that {@link Model.toJSON} wrote, from the object or its JSON text, with the same bits. Code `format` when the file is
   * not one of this package, is truncated or altered, or was written by a newer version; fields it does not know are ignored.
   */
  restore(file: object | string): Model;
}

/** Options of {@link createTrainer}. */
export interface TrainerOptions extends LoadOptions {
  /** Number of workers; default: the number of processors less one, 1 to 8. */
  workers?: number;
  /**
   * No workers: as many trainings at once on this thread, in slices of about 10 ms between which everything else gets its turn. The
   * same bits, slower. For pages in which workers are refused (code `worker`). Default false.
   */
  local?: boolean;
  /**
   * Address of the worker script (the entry `trip-wasm/worker`). Needed where a bundler leaves it behind, and where the package
   * lies on another origin, or is `trip-wasm/single`, under a content security policy that refuses workers from blobs.
   */
  workerUrl?: string | URL;
  /** Milliseconds within which a worker's script must give a sign of life, or it counts as the wrong one. Default 30,000. */
  startTimeout?: number;
  /** An instance for the models on this side; loaded when absent. */
  trip?: Trip;
}

/** Options of {@link Trainer.fit} that change how a training runs, never what comes out. */
export interface RunOptions {
  /** Stops the run within 100 ms: `run.model` rejects with code `aborted` and nothing arrives afterwards. */
  signal?: AbortSignal;
  /** Smallest number of epochs between two snapshots. Default 1. */
  snapshotEvery?: number;
  /** Slows the training down; changes no bits. Default: as fast as it goes. */
  epochsPerSecond?: number;
  /** Start paused (then `step` or `resume`). Default false. */
  paused?: boolean;
}

/**
 * A training that runs in workers. Iterate it for snapshots, await `model` for the result. With several restarts, snapshots of
 * the ones that are being trained alternate (`restart` says which); the last snapshot is always the kept restart at its end.
 */
export interface Run extends AsyncIterable<Snapshot> {
  /** The kept restart's model, usable on this side. Rejects with a {@link TripError}. */
  readonly model: Promise<Model>;
  /** Stops between two steps, in mid-epoch too; changes no bits. */
  pause(): void;
  /** Goes on where `pause` or `step` has stopped. */
  resume(): void;
  /** While paused: train this many epochs more, then wait again. Default 1. */
  step(epochs?: number): void;
  /** Change the speed of a running training; `Infinity` is as fast as it goes. */
  setSpeed(epochsPerSecond: number): void;
}

/** A pool of workers. */
export interface Trainer extends AsyncDisposable {
  /** How many there are. */
  readonly workers: number;
  /**
   * Trains in the workers with the bits of the synchronous `fit`. Restarts of a run are shared among the workers that are idle;
   * more runs than workers wait in line, and the run with the fewest workers is served first. Bad options throw here; what the
   * core finds wrong with the values reaches the iterator and `model`.
   */
  fit(data: Samples, options?: FitOptions, run?: RunOptions): Run;
  /** Cross validation over a grid, one cell a worker; the number of workers changes no bits. */
  sweep(plan: SweepPlan, options?: SweepOptions): Promise<SweepTable>;
  /** Stops the workers; runs and sweeps that are not finished fail with the code `closed`. */
  close(): Promise<void>;
}
