/** Computes jobs of the queue in worker threads, so that the main thread renews the locks of the jobs. */

import type { Queue, QueueJob, Worker } from 'bullmq';
import { type CellPlan, type Dataset, loadTrip, resultVersion, type SweepCells, TripError } from 'trip-wasm';
import { type CellOutcome, createTrainer, type Trainer } from 'trip-wasm/trainer';
import { hashOf, identityOf, partHeaderOf, RowFile, state } from '../shards/index.js';
import {
  type CellsJob,
  closed,
  connectionOf,
  integer,
  isJob,
  isRange,
  type JobResult,
  loadBullmq,
  openQueue,
  openStates,
  pauseUnless,
  planId,
  type RangeJob,
  requireQueue,
  type SweepJob,
  shown,
  unlessAborted,
  withoutData,
} from './queue.js';
import type { WorkOptions, WorkResult, WorkSource } from './types.js';

/** Jobs at a time: while the last cells of one are computed, the next one has cells for the other threads. */
const CONCURRENCY = 2;
/** Milliseconds between two checks whether a job is left. */
const CHECK_MS = 500;

/** The plan that this worker has, and the file of its rows. */
interface Planned {
  readonly id: string;
  readonly cells: SweepCells;
  readonly file: RowFile | undefined;
}

/**
 * Computes jobs until the signal is aborted, or with `untilEmpty` until no job is left. A job is done when its rows are in the file. A worker
 * that is killed loses nothing: its job is given to another worker, and rows that are computed twice are equal. Rejects when the file cannot
 * be written; its job is then done elsewhere.
 */
export async function work(source: WorkSource, options: WorkOptions): Promise<WorkResult> {
  requireQueue(options);
  const settings = { ...options, ...limitsOf(options) };
  const trip = await loadTrip();
  const { out, workers, signal } = options;
  const planned =
    'grid' in source ? await openPlan(trip.sweepCells(source), withoutData(source), out, signal) : undefined;
  const data = planned?.cells.data ?? (source as Exclude<WorkSource, { grid: unknown }>).data;
  const trainer = await createTrainer({ trip, ...(workers === undefined ? {} : { workers }) });
  const jobs = new Jobs(trainer, { data, hash: hashOf(data) }, planned, settings);
  try {
    await jobs.run();
    return jobs.counts;
  } finally {
    await trainer.close();
    await planned?.file?.close();
  }
}

/** Timers of Node take no more milliseconds. */
const MOST_MS = 2 ** 31 - 1;

/** The options that are numbers, checked before a job fails with them. */
const limitsOf = ({ retries = 2, lockDuration = 30_000, maxStalledCount = 20 }: WorkOptions) => ({
  retries: integer('retries', retries, 0, 100),
  lockDuration: integer('lockDuration', lockDuration, 1, MOST_MS),
  maxStalledCount: integer('maxStalledCount', maxStalledCount, 0, 1_000_000),
});

async function openPlan(
  cells: SweepCells,
  plan: ReturnType<typeof withoutData>,
  out: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Planned> {
  const identity = identityOf(plan, cells.data);
  const header = partHeaderOf(identity);
  const file = out === undefined ? undefined : await RowFile.open(out, { cells, header, marked: true }, signal);
  return { id: planId(identity), cells, file };
}

/** The samples of this worker and their hash. */
interface HashedData {
  readonly data: Dataset;
  readonly hash: string;
}

type Settings = WorkOptions & ReturnType<typeof limitsOf>;

class Jobs {
  readonly counts = { jobs: 0, cells: 0, failed: 0 };
  readonly #trainer: Trainer;
  readonly #own: HashedData;
  readonly #plan: Planned | undefined;
  readonly #options: Settings;
  readonly #end = new AbortController();

  constructor(trainer: Trainer, own: HashedData, plan: Planned | undefined, options: Settings) {
    this.#trainer = trainer;
    this.#own = own;
    this.#plan = plan;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal, untilEmpty = false, lockDuration, maxStalledCount } = this.#options;
    const { Worker } = await loadBullmq();
    const failed = this.#plan?.file?.failed;
    const ended = AbortSignal.any([this.#end.signal, signal ?? this.#end.signal, failed ?? this.#end.signal]);
    const stalledInterval = Math.min(30_000, lockDuration);
    const worker: Worker<SweepJob, JobResult> = new Worker(this.#options.queue, (job) => this.#process(job, ended), {
      ...{ connection: connectionOf(this.#options), concurrency: CONCURRENCY },
      ...{ lockDuration, maxStalledCount, stalledInterval },
    });
    // A connection that was lost is opened again, and a job whose lock was lost belongs to another worker.
    worker.on('error', () => {});
    const queue = untilEmpty ? await openQueue(this.#options) : undefined;
    try {
      while (!ended.aborted && !(queue !== undefined && (await unlessAborted(isEmpty(queue), ended))))
        await pauseUnless(ended, CHECK_MS);
    } finally {
      this.#end.abort();
      // Paused, it has no job, so that it can close without a further wait; only its first close() can be by force.
      const leave = () => worker.close(true);
      const closing = Promise.all([worker.pause().then(leave, leave), queue?.close()]);
      await closed(closing, () => Promise.all([worker.close(true), queue?.disconnect()]));
    }
    if (failed?.aborted) throw failed.reason;
  }

  async #process({ data: job }: QueueJob<SweepJob>, ended: AbortSignal): Promise<JobResult> {
    if (!isJob(job)) throw new TripError('value', 'the job is not one of trip-wasm; use a queue for sweeps alone');
    if (job.resultVersion !== resultVersion) {
      const version = shown(job.resultVersion);
      throw new TripError('value', `the job is of result version ${version}; this worker has ${resultVersion}`);
    }
    const result = await (job.kind === 'range' ? this.#range(job, ended) : this.#cells(job, ended));
    this.counts.jobs++;
    this.counts.cells += result.cells;
    this.counts.failed += result.failed;
    return result;
  }

  /** Computes the cells of a range that the file has not, and waits until their rows are in it. */
  async #range(job: RangeJob, ended: AbortSignal): Promise<JobResult> {
    const { plan, from, to } = job;
    if (plan !== this.#plan?.id) throw new TripError('value', 'the job belongs to another plan or to other data');
    const { cells, file } = this.#plan;
    if (file === undefined) throw new TripError('option', 'out is missing: the rows of a plan need a file');
    if (!isRange(job, cells.length)) {
      const seen = `the job goes from ${shown(from)} to ${shown(to)}`;
      throw new TripError('value', `${seen}; integers with 0 <= from < to <= ${cells.length} are accepted`);
    }
    const open = Array.from({ length: to - from }, (_, i) => from + i).filter((c) => file.states[c] !== state.row);
    const plans = open.map((c) => cells.plan(c));
    const numbers = new Map(plans.map((cell, i) => [cell, open[i] as number]));
    await this.#compute(plans, ended, (cell, outcome) => {
      const c = numbers.get(cell) as number;
      file.add(c, 'report' in outcome ? cells.row(c, outcome.report) : { cell: cells.at(c), error: outcome.error });
    });
    await file.written();
    let failed = 0;
    for (let c = from; c < to; c++) if (file.states[c] === state.failure) failed++;
    return { cells: to - from, failed };
  }

  async #cells({ data, cells }: CellsJob, ended: AbortSignal): Promise<JobResult> {
    if (data !== this.#own.hash) throw new TripError('value', 'the job belongs to other data');
    const outcomes = new Map<CellPlan, CellOutcome>();
    await this.#compute(cells, ended, (cell, outcome) => void outcomes.set(cell, outcome));
    const all = cells.map((cell) => outcomes.get(cell) as CellOutcome);
    return { cells: cells.length, failed: all.filter((outcome) => 'error' in outcome).length, outcomes: all };
  }

  #compute(cells: readonly CellPlan[], signal: AbortSignal, receive: (cell: CellPlan, outcome: CellOutcome) => void) {
    const { retries } = this.#options;
    return this.#trainer.execute({ data: this.#own.data, cells, receive, signal }, { retries });
  }
}

async function isEmpty(queue: Queue<SweepJob, JobResult>): Promise<boolean> {
  const counts = await queue.getJobCounts(...openStates);
  return Object.values(counts).every((count) => count === 0);
}
