/**
 * Training in workers: browser Workers, or worker threads in Node.
 *
 * @packageDocumentation
 */

import { boolean, integer, readOptions, requireObject } from './common/check.js';
import { asyncDisposeSymbol } from './common/dispose-symbols.js';
import { fail } from './common/errors.js';
import { builtin, isNode } from './common/node.js';
import { absolute, address, chooseSimd, loadChecks } from './core/load.js';
import { isBundled, ownBinary } from './core/parts.js';
import { TripModel } from './model/model.js';
import { planFit } from './model/options.js';
import type { Execute } from './sweep/cell.js';
import { planSweep } from './sweep/plan.js';
import { readSweepOptions, runSweep } from './sweep/run.js';
import { loadTrip, moduleOf } from './trip.js';
import type {
  AssessedOptions,
  CrossValidation,
  CrossValidationOptions,
  FitOptions,
  LoadOptions,
  ParameterGrid,
  PermutationOptions,
  PermutationTest,
  Run,
  RunOptions,
  Samples,
  Selection,
  SelectionOptions,
  Stability,
  StabilityOptions,
  SweepOptions,
  SweepPlan,
  SweepTable,
  Trainer,
  TrainerOptions,
  Trip,
} from './types.js';
import { CellWork } from './workers/cell-work.js';
import { openLocalThread } from './workers/local-thread.js';
import { Pool } from './workers/pool.js';
import type { LoadMessage } from './workers/protocol.js';
import { TrainerRun } from './workers/run.js';
import { openThread } from './workers/thread.js';

export { TripError, type TripErrorCode } from './common/errors.js';
export type {
  AssessedOptions,
  AssessedScore,
  AssessmentProgress,
  AssessmentRow,
  AssessmentRunOptions,
  ChoiceOptions,
  CrossValidation,
  CrossValidationOptions,
  FoldOptions,
  ImportanceOptions,
  Interval,
  ModeStability,
  PermutationOptions,
  PermutationTest,
  PointStability,
  Run,
  RunOptions,
  Selection,
  SelectionOptions,
  Snapshot,
  SnapshotScore,
  Stability,
  StabilityOptions,
  SweepOptions,
  SweepProgress,
  Trainer,
  TrainerOptions,
  VariableImportance,
} from './types.js';

const checks = {
  ...loadChecks,
  workers: (name: string, value: unknown) => integer(name, value, 1, 64),
  local: boolean,
  workerUrl: address,
  startTimeout: (name: string, value: unknown) => integer(name, value, 1, 2 ** 31 - 1),
  trip(_name: string, value: unknown): Trip {
    moduleOf(value as Trip);
    return value as Trip;
  },
};

/**
 * Starts the workers and loads the module in each. Fails with code `worker` when a worker cannot start, and with `load` when it cannot
 * load the binary; the message names the address that was tried.
 *
 * @example
 * ```js
 * import { loadTrip } from 'trip-wasm';
 * import { createTrainer } from 'trip-wasm/trainer';
 *
 * const trip = await loadTrip();
 * const trainer = await createTrainer({ trip, workers: 2 });
 * const run = trainer.fit(trip.spiral().train, { standardize: false, restarts: 4, epochs: 200 });
 * console.log((await run.model).fingerprint);
 * await trainer.close();
 * ```
 */
export async function createTrainer(options: TrainerOptions = {}): Promise<Trainer> {
  const defaults = { workers: defaultWorkers(), local: false, startTimeout: 30_000 };
  const { workers, local, workerUrl, startTimeout, trip, ...source } = readOptions(
    'createTrainer',
    options,
    checks,
    defaults,
  );
  const open = local ? openLocalThread : openThread;
  const pool = new Pool(workers, { open, workerUrl, startTimeout, load: await loadMessage(source) });
  const [loaded, started] = await Promise.allSettled([trip ?? loadTrip(source), pool.start()]);
  if (loaded.status === 'fulfilled' && started.status === 'fulfilled') return new PoolTrainer(pool, loaded.value);
  await pool.close();
  throw loaded.status === 'rejected' ? loaded.reason : (started as PromiseRejectedResult).reason;
}

/** Relative addresses are resolved here, against the page: a worker would resolve them against its script. Known bytes are sent along. */
async function loadMessage(load: LoadOptions): Promise<LoadMessage> {
  const { wasmUrl, wasmBinary } = load;
  const simd = chooseSimd(load.simd);
  const own = isBundled && wasmUrl === undefined && wasmBinary === undefined;
  const bytes = own ? await ownBinary(simd) : wasmBinary;
  return {
    type: 'load',
    wasmUrl: wasmUrl === undefined ? undefined : absolute(wasmUrl).href,
    wasmBinary: bytes === undefined ? undefined : new Uint8Array(bytes as ArrayBuffer),
    simd,
  };
}

/** Number of processors minus one, from 1 to 8. */
function defaultWorkers(): number {
  let processors = globalThis.navigator?.hardwareConcurrency;
  if (processors === undefined && isNode()) {
    processors = builtin<{ availableParallelism(): number }>('node:os').availableParallelism();
  }
  return Math.min(8, Math.max(1, (processors ?? 2) - 1));
}

class PoolTrainer implements Trainer {
  readonly #pool: Pool;
  readonly #trip: Trip;

  constructor(pool: Pool, trip: Trip) {
    this.#pool = pool;
    this.#trip = trip;
  }

  get workers(): number {
    return this.#pool.slots.length;
  }

  fit(data: Samples, options: FitOptions = {}, settings: RunOptions = {}): Run {
    this.#requireOpen();
    requireObject('options', options);
    if ('onEpoch' in options) fail('option', 'onEpoch is for the synchronous fit; iterate the run for snapshots');
    if ('signal' in options) fail('option', 'signal is an option of the run; give it in the third argument of fit');
    const module = moduleOf(this.#trip);
    const run = new TrainerRun(planFit(module, data, options), settings, (result) => new TripModel(module, result));
    this.#pool.add(run);
    return run;
  }

  async sweep(plan: SweepPlan, options: SweepOptions = {}): Promise<SweepTable> {
    this.#requireOpen();
    const module = moduleOf(this.#trip);
    const { signal, ...settings } = readSweepOptions(options);
    const full = planSweep(module, plan);
    return this.#run('the sweep', signal, (execute) => runSweep(module, full, settings, execute));
  }

  async crossValidate(
    data: Samples,
    options: AssessedOptions = {},
    settings: CrossValidationOptions = {},
  ): Promise<CrossValidation> {
    const { planCrossValidation } = await this.#loadAssessments();
    const { signal, run } = planCrossValidation(moduleOf(this.#trip), { data, options, settings });
    return this.#run('the cross validation', signal, run);
  }

  async select(
    data: Samples,
    grid: ParameterGrid | readonly ParameterGrid[],
    settings: SelectionOptions = {},
  ): Promise<Selection> {
    const { planSelection } = await this.#loadAssessments();
    const { signal, run } = planSelection(moduleOf(this.#trip), { data, grid, settings });
    return this.#run('the selection', signal, run);
  }

  async permutationTest(
    data: Samples,
    options: AssessedOptions = {},
    settings: PermutationOptions = {},
  ): Promise<PermutationTest> {
    const { planPermutationTest } = await this.#loadAssessments();
    const { signal, run } = planPermutationTest(moduleOf(this.#trip), { data, options, settings });
    return this.#run('the permutation test', signal, run);
  }

  async stability(data: Samples, options: AssessedOptions = {}, settings: StabilityOptions = {}): Promise<Stability> {
    const { planStability } = await this.#loadAssessments();
    const { signal, run } = planStability(moduleOf(this.#trip), { data, options, settings });
    return this.#run('the assessment of stability', signal, run);
  }

  /** Assessments are loaded on demand: a page that only trains need not download them. */
  async #loadAssessments() {
    this.#requireOpen();
    const assessments = await import('./assess/assessments.js');
    this.#requireOpen();
    return assessments;
  }

  #run<Result>(
    what: string,
    signal: AbortSignal | undefined,
    procedure: (execute: Execute) => Promise<Result>,
  ): Promise<Result> {
    const work = new CellWork(what, signal, procedure, () => this.#pool.schedule());
    this.#pool.add(work);
    return work.result;
  }

  #requireOpen(): void {
    if (this.#pool.closed) fail('closed', 'the trainer has been closed');
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  [asyncDisposeSymbol](): Promise<void> {
    return this.close();
  }
}
