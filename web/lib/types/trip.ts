/// <reference lib="esnext.disposable" preserve="true" />

/** The functions of one WebAssembly module, and training in workers. */

import type {
  AssessedOptions,
  CrossValidation,
  CrossValidationOptions,
  PermutationOptions,
  PermutationTest,
  Selection,
  SelectionOptions,
  Stability,
  StabilityOptions,
} from './assess.js';
import type { CellBatch, CellExecutor } from './cells.js';
import type {
  Dataset,
  DatasetInput,
  Network,
  NetworkOptions,
  NumericArray,
  Planted,
  PlantedOptions,
  RandomOptions,
  RowsInput,
  Samples,
  SparseInput,
  Spiral,
  SpiralOptions,
  Split,
} from './data.js';
import type { FitOptions, SyncFitOptions } from './fit.js';
import type { Frame, Model, PredictionScore, Snapshot } from './model.js';
import type { ParameterGrid, SweepCell, SweepCells, SweepOptions, SweepPlan, SweepRow, SweepTable } from './sweep.js';

/** Source and build of the WebAssembly binary. */
export interface LoadOptions {
  /** Address of the binary; the default is the file beside the package. */
  wasmUrl?: string | URL;
  /** The binary itself; then nothing is fetched. */
  wasmBinary?: ArrayBuffer | Uint8Array;
  /** `'auto'` (default) tests the engine with a tiny module; `false` forces the scalar build. Results are the same, bit for bit. */
  simd?: 'auto' | boolean;
}

/** One instance of the WebAssembly module, as {@link loadTrip} returns it. */
export interface Trip {
  /** Version of the package. */
  readonly version: string;
  /** `resultVersion` of the package: the same training has the same fingerprint only under the same result version. */
  readonly resultVersion: number;
  /** Whether the SIMD build is in use. */
  readonly simd: boolean;
  /** The paper's Spiral: two arms in a random plane, hidden among noise dimensions (section 5). Labels 0 and 1. */
  spiral(options?: SpiralOptions): Spiral;
  /** Sparse samples with random values, positions and labels (the paper's Random-1st, -2nd and -3rd). */
  randomTensors(options?: RandomOptions): Dataset;
  /** Sparse matrices that stand in for the paper's gene networks. */
  network(options?: NetworkOptions): Network;
  /** Matrices or cubes with a planted core, hidden among stronger directions. */
  planted(options?: PlantedOptions): Planted;
  /**
   * Dense samples as a {@link Dataset}: checked, copied, frozen. Errors have the codes `shape`, `value` and `option` and name the wrong
   * element.
   */
  dataset(input: DatasetInput | RowsInput): Dataset;
  /** Sparse samples as a {@link Dataset}; time and memory depend only on the stored values. Codes as for `dataset`. */
  sparseDataset(input: SparseInput): Dataset;
  /** The samples with these indices, in this order; class and variable names stay. */
  subset(data: Samples, indices: ArrayLike<number>): Dataset;
  /**
   * Fold, 0..k-1, of each sample for k-fold cross validation. Folds are stratified by class; a class with fewer samples than folds is
   * missing from some of them. Fails with code `value` when a training part would have only one class. Seed 1 by default.
   */
  folds(data: Samples, k: number, seed?: number): Int32Array;
  /**
   * Two parts of the samples. `heldOut` has the given share of each class, rounded, and at least one sample; `train` has the others, at
   * least one of each class (code `value` for a class of one sample). Both keep the order. A fit with the same `seed` and this share as
   * `validation` validates on `heldOut`. Seed 1 by default.
   *
   * The derivation: let s be the seed's stream 2 (`startSeed` and `orderSeed` are streams 0 and 1), and let `trip.folds(data, N, s)`
   * be the position of each sample in a random order of all N samples, class after class. The first samples of each class are held out.
   */
  split(data: Samples, share: number, seed?: number): Split;
  /** Runs one cell of a sweep synchronously and blocks: returns the row of {@link Trainer.sweep}, bit for bit. */
  sweepCell(plan: SweepPlan, cell: SweepCell): SweepRow;
  /** The cells of a sweep, for programs that distribute them over processes or machines: {@link Trainer.execute} computes them. */
  sweepCells(plan: SweepPlan): SweepCells;
  /**
   * Trains synchronously and blocks. {@link Trainer.fit} trains in workers with the same result, bit for bit. A restart that diverges
   * keeps its last finite state and is marked in its report; without such a state the fit fails with code `diverged`.
   */
  fit(data: Samples, options?: SyncFitOptions): Model;
  /** The value of `lambda: 'auto'` in a fit of these data with these options, of which `standardize` and `validation` matter. */
  autoLambda(data: Samples, options?: FitOptions): number;
  /** The model at another epoch: of a frame of `source`, or of a snapshot of a run. */
  modelAt(source: Model | Snapshot, frame?: Frame): Model;
  /**
   * The scores of {@link Model.score} that follow from predictions, of these samples by any program or of the held-out parts of a cross
   * validation together. `predictions` are probabilities, N x classes, in the order of `classNames` of the data (the largest of a sample
   * is its prediction, ties go to the lowest index), or values, N x responses, in the user's units; row-major. Only response and weights
   * of `data` count. Fails with code `shape` for another length, with `value` for numbers that are not finite and probabilities outside
   * 0..1; the probabilities of a sample need not add up to 1.
   */
  scorePredictions(predictions: NumericArray, data: Samples): PredictionScore;
  /**
   * Angles in degrees, ascending, between the column spaces of two I x J matrices with orthonormal columns
   * (0 = shared direction, 90 = orthogonal).
   */
  principalAngles(a: ArrayLike<number>, b: ArrayLike<number>, rows: number): Float64Array;
  /**
   * The I x J matrix with orthonormal columns that is nearest to the given one (its polar factor), row-major with `rows` rows. Fails with
   * code `value` when the columns are linearly dependent.
   */
  orthonormalize(matrix: ArrayLike<number>, rows: number): Float64Array;
  /**
   * The plane at the share `t`, 0 to 1, of the shortest path from one plane to another, each given by an I x J matrix with orthonormal
   * columns (Buja, Cook, Asimov and Hurley 2005). Each principal direction turns by `t` times its principal angle, at constant speed, and
   * nothing turns within the plane. The result is `from` itself at 0, and at 1 the basis of the plane of `to` that is nearest to `from`.
   */
  interpolatePlanes(from: ArrayLike<number>, to: ArrayLike<number>, rows: number, t: number): Float64Array;
  /**
   * The plane turned by hand (manual tour, Cook and Buja 1997): row `variable` of the I x J matrix `frame`, whose columns are orthonormal,
   * becomes `position` (J numbers; longer ones are shortened to length 1). The plane turns within the space that it spans with the axis of
   * this variable, by the shortest rotation; directions orthogonal to that space stay. An axis that lies in the plane leaves it
   * towards the axis of the variable that is farthest from the plane. With J = I the position is also lengthened to 1. The columns stay
   * orthonormal over any number of turns.
   */
  turnPlane(frame: ArrayLike<number>, rows: number, variable: number, position: ArrayLike<number>): Float64Array;
  /** Plane number `index` of a tour: an I x J matrix with orthonormal columns, uniformly distributed, from a seed of 0 to 2^53 - 1. */
  randomPlane(rows: number, columns: number, seed: number, index: number): Float64Array;
  /**
   * Restores the model that {@link Model.toJSON} wrote, from the object or its JSON text, with the same bits. Fails with code `format`
   * when the file is foreign, truncated, altered or written by a newer version. Unknown fields are ignored.
   */
  restore(file: object | string): Model;
}

/** Options of {@link createTrainer}. */
export interface TrainerOptions extends LoadOptions {
  /** Largest number of workers, which start when they are needed. Default: the number of processors minus one, from 1 to 8. */
  workers?: number;
  /**
   * Trains on this thread instead of in workers, as many trainings at once, in slices of about 10 ms between which other events are
   * handled. Results are the same, bit for bit, but slower. With `workers: 1` it trains in the instance `trip`, which takes the least memory; a
   * failure with code `internal` or `memory` then needs a new instance. `wasmUrl`, `wasmBinary` and `simd` beside `trip` have no effect. For
   * pages in which workers are refused (code `worker`), and for a single training in Node. Default false.
   */
  local?: boolean;
  /**
   * Address of the worker script (the entry `trip-wasm/worker`). Needed where a bundler leaves it behind, and where the package
   * lies on another origin, or is `trip-wasm/single`, under a content security policy that refuses workers from blobs.
   */
  workerUrl?: string | URL;
  /** Milliseconds within which a worker's script must answer; otherwise it counts as the wrong script. Default 30,000. */
  startTimeout?: number;
  /** An instance for the models on this side; loaded when absent. */
  trip?: Trip;
}

/** Options of {@link Trainer.fit} that never change its results. */
export interface RunOptions {
  /** Stops the run within 100 ms: `run.model` rejects with code `aborted` and nothing arrives afterwards. */
  signal?: AbortSignal;
  /** Smallest number of epochs between two snapshots. Default 1. */
  snapshotEvery?: number;
  /** Limits the speed of the training; the result is the same, bit for bit. Default: full speed. */
  epochsPerSecond?: number;
  /** Starts the run paused (then `step` or `resume`). Default false. */
  paused?: boolean;
}

/**
 * A training that runs in workers. Iterate it for snapshots, await `model` for the result. With several restarts, the snapshots
 * alternate between those in training (`restart` is the index); the last snapshot is always the kept restart at its end.
 */
export interface Run extends AsyncIterable<Snapshot> {
  /** The model of the kept restart, usable on the caller's thread. Rejects with a {@link TripError}. */
  readonly model: Promise<Model>;
  /** Pauses at the end of the epoch, within a long epoch between two steps; the result is the same, bit for bit. */
  pause(): void;
  /** Continues after `pause` or `step`. */
  resume(): void;
  /**
   * While paused: each worker trains this many more epochs, then pauses again. A worker that begins its first restart during the pause trains
   * it as many epochs as all steps of this pause together. Default 1.
   */
  step(epochs?: number): void;
  /**
   * While paused: each restart trains until this epoch has ended (1 to 1,000,000), unless it has already, so that several runs pause at the same
   * one.
   */
  stepTo(epoch: number): void;
  /** Changes the speed of a running training; `Infinity` is full speed. */
  setSpeed(epochsPerSecond: number): void;
}

/** A pool of workers. */
export interface Trainer extends CellExecutor, AsyncDisposable {
  /** Largest number of workers, which start when they are needed. */
  readonly workers: number;
  /**
   * Trains in the workers with the result of the synchronous `fit`, bit for bit. Idle workers share the restarts of a run. When runs
   * outnumber workers, they wait in a queue, and the run with the fewest workers is served first. Invalid options throw here; errors
   * of the core about the values reach the iterator and `model`.
   */
  fit(data: Samples, options?: FitOptions, run?: RunOptions): Run;
  /** Cross validation over a grid, one cell per worker; the result does not depend on the number of workers. */
  sweep(plan: SweepPlan, options?: SweepOptions): Promise<SweepTable>;
  /**
   * Computes cells in the workers. A trainer is thereby the executor of a process that receives cells from elsewhere:
   * `trip.sweepCells(plan).plan(c)` is cell c of a sweep, and an own {@link CellExecutor} receives those of any procedure. A cell that
   * fails is tried again `retries` times (default 0) when all others have ended.
   */
  execute(batch: CellBatch, options?: { retries?: number }): Promise<void>;
  /**
   * Predicts every sample by models that have never seen it, and scores these predictions. `options` are those of the fits. Repeat t has
   * the seeds of trial t of a sweep, so that one point of a sweep with the same folds has the same models. Folds that a fit cannot learn
   * from are refused before anything is trained (code `value`).
   */
  crossValidate(data: Samples, options?: AssessedOptions, settings?: CrossValidationOptions): Promise<CrossValidation>;
  /**
   * Chooses options in a grid by nested cross validation: each outer fold is predicted by a model whose options an inner cross validation
   * has chosen without it. The inner folds of an outer fold are those of {@link Trainer.crossValidate} on its training samples, with
   * stream 3 of the seed of its fit as master seed. The options for further use are chosen on all samples, by the folds of a sweep with
   * the same seed.
   */
  select(
    data: Samples,
    grid: ParameterGrid | readonly ParameterGrid[],
    settings?: SelectionOptions,
  ): Promise<Selection>;
  /**
   * Repeats a cross validation with permuted responses: p is the chance that a procedure with nothing to learn scores at least as well.
   * Everything that looks at responses is repeated: folds are drawn for the permuted responses with the same seeds, and `choice` chooses
   * again in every fit. Permutation p is the order in which `trip.folds` without classes puts the samples, seeded by stream 10,002 + p of
   * the master seed; weights stay with their samples.
   */
  permutationTest(data: Samples, options?: AssessedOptions, settings?: PermutationOptions): Promise<PermutationTest>;
  /**
   * How stable a model is: bootstrap samples are fitted, and their projections are turned to that of a reference model by orthogonal
   * Procrustes rotations, one a mode. The samples that a bootstrap left out score its model. Samples of weight 0 are never drawn.
   *
   * A `validation` share is one of the different samples (or groups) that were drawn: all copies of a sample are on one side, and samples
   * out of the bag have no part in the choice of epoch and restart. Bootstraps without a class, without samples that are left out, or
   * without samples to validate with are drawn again. Let d(seed, stream) be the rule of {@link SweepPlan}: bootstrap b has the seed
   * s = d(seed, 2 + b), its fit the seed d(s, 2), and its attempt a to draw samples d(s, 3 + a). The reference is fitted with `seed`
   * itself, as `trip.fit` would. Rows of fewer bootstraps can be continued with more.
   */
  stability(data: Samples, options?: AssessedOptions, settings?: StabilityOptions): Promise<Stability>;
  /** Stops the workers; unfinished runs, sweeps and assessments fail with the code `closed`. */
  close(): Promise<void>;
}
