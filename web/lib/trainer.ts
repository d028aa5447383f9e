/**
 * Training in workers: browser Workers, or worker threads in Node.
 *
 * @packageDocumentation
 */

import { boolean, integer, number, refuseUnknown, requireObject } from './check.js';
import { asyncDisposeSymbol } from './dispose-symbols.js';
import { TripError } from './errors.js';
import { absolute, chooseSimd, loadOptionNames, loadTrip } from './load.js';
import { TripModel } from './model.js';
import { builtin, isNode } from './node.js';
import { requireSignal } from './on-abort.js';
import { planFit } from './options.js';
import { inside, ownBinary } from './parts.js';
import { type Client, Slot } from './pool.js';
import type { LoadMessage } from './protocol.js';
import { type RunSettings, TrainerRun } from './run.js';
import { Sweep } from './sweep-run.js';
import { moduleOf } from './trip.js';
import type {
  Dataset,
  FitOptions,
  LoadOptions,
  Run,
  RunOptions,
  SweepOptions,
  SweepPlan,
  SweepTable,
  Trainer,
  TrainerOptions,
  Trip,
} from './types.js';

export { TripError, type TripErrorCode } from './errors.js';
export type {
  Run,
  RunOptions,
  Snapshot,
  SnapshotScore,
  SweepOptions,
  SweepProgress,
  Trainer,
  TrainerOptions,
} from './types.js';

const MAX_WORKERS = 64;

/** Starts the workers and loads the module in each; rejects when one of them cannot. */
export async function createTrainer(options: TrainerOptions = {}): Promise<Trainer> {
  requireObject('options', options);
  refuseUnknown('createTrainer', options, [...loadOptionNames, 'workers', 'workerUrl', 'trip']);
  const { workers, workerUrl, trip, ...load } = options as TrainerOptions;
  const count = workers === undefined ? defaultWorkers() : integer('workers', workers, 1, MAX_WORKERS);
  if (trip !== undefined) moduleOf(trip);
  const pool = new Pool(count, workerUrl, await loadMessage(load));
  const [loaded, started] = await Promise.allSettled([trip ?? loadTrip(load), pool.start()]);
  if (loaded.status === 'fulfilled' && started.status === 'fulfilled') return new PoolTrainer(pool, loaded.value);
  await pool.close();
  throw loaded.status === 'rejected' ? loaded.reason : (started as PromiseRejectedResult).reason;
}

/** A relative address means this side's page, not the worker's script; bytes that this side has are sent along. */
async function loadMessage(load: LoadOptions): Promise<LoadMessage> {
  const { wasmUrl, wasmBinary } = load;
  const simd = chooseSimd(load.simd);
  const own = inside && wasmUrl === undefined && wasmBinary === undefined;
  const bytes = own ? await ownBinary(simd) : wasmBinary;
  return {
    type: 'load',
    wasmUrl: wasmUrl === undefined ? undefined : absolute(wasmUrl).href,
    wasmBinary: bytes === undefined ? undefined : new Uint8Array(bytes as ArrayBuffer),
    simd,
  };
}

/** Processors less one, 1 to 8. */
function defaultWorkers(): number {
  let processors = globalThis.navigator?.hardwareConcurrency;
  if (processors === undefined && isNode()) {
    processors = builtin<{ availableParallelism(): number }>('node:os').availableParallelism();
  }
  return Math.min(8, Math.max(1, (processors ?? 2) - 1));
}

/** Slots and the runs that want them. */
class Pool {
  readonly slots: readonly Slot[];
  #runs: Client[] = [];
  #closed = false;

  constructor(count: number, workerUrl: string | URL | undefined, load: LoadMessage) {
    const options = { workerUrl, load, onChange: () => this.schedule() };
    this.slots = Array.from({ length: count }, () => new Slot(options));
  }

  get closed(): boolean {
    return this.#closed;
  }

  async start(): Promise<void> {
    const outcomes = await Promise.allSettled(this.slots.map((slot) => slot.start()));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  add(run: Client): void {
    this.#runs.push(run);
    for (const slot of this.slots) if (slot.empty) slot.revive();
    this.schedule();
  }

  /** Idle workers go to the run with the fewest workers; among equals the older one. */
  schedule(): void {
    if (this.#closed) return;
    this.#runs = this.#runs.filter((run) => !run.settled);
    for (const slot of this.slots) {
      const waiting = this.#runs.filter((run) => run.waiting).sort((a, b) => a.activeJobs - b.activeJobs);
      if (slot.idle) waiting[0]?.occupy(slot);
    }
    if (this.slots.every((slot) => slot.empty)) this.#failAll();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const run of this.#runs) run.fail(new TripError('closed', 'the trainer was closed'));
    await Promise.all(this.slots.map((slot) => slot.stop()));
  }

  #failAll(): void {
    const reason = this.slots.find((slot) => slot.error !== undefined)?.error?.message ?? 'none is left';
    for (const run of this.#runs) run.fail(new TripError('worker', `no worker could be started again: ${reason}`));
  }
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

  fit(data: Dataset, options: FitOptions = {}, settings: RunOptions = {}): Run {
    if (this.#pool.closed) throw new TripError('closed', 'the trainer has been closed');
    requireObject('options', options);
    if ('onEpoch' in options) {
      throw new TripError('option', 'onEpoch is for the synchronous fit; iterate the run for snapshots');
    }
    const module = moduleOf(this.#trip);
    const plan = planFit(module, data, options);
    const run = new TrainerRun(plan, fillSettings(settings), (result) => new TripModel(module, result));
    if (!run.settled) this.#pool.add(run);
    return run;
  }

  async sweep(plan: SweepPlan, options: SweepOptions = {}): Promise<SweepTable> {
    if (this.#pool.closed) throw new TripError('closed', 'the trainer has been closed');
    const sweep = new Sweep(moduleOf(this.#trip), plan, options);
    if (!sweep.settled) this.#pool.add(sweep);
    return sweep.table;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  [asyncDisposeSymbol](): Promise<void> {
    return this.close();
  }
}

function fillSettings(given: RunOptions): RunSettings {
  requireObject('run', given);
  refuseUnknown('the run', given, ['signal', 'snapshotEvery', 'epochsPerSecond', 'paused']);
  const { signal, snapshotEvery = 1, epochsPerSecond = Number.POSITIVE_INFINITY, paused = false } = given as RunOptions;
  return {
    signal: requireSignal(signal),
    snapshotEvery: integer('snapshotEvery', snapshotEvery, 1, 2 ** 31 - 1),
    epochsPerSecond: number('epochsPerSecond', epochsPerSecond, 0, Number.POSITIVE_INFINITY, true),
    paused: boolean('paused', paused),
  };
}
