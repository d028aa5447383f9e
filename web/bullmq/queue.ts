/** Jobs of the queue, and its connection. */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { type CellPlan, resultVersion, type SweepPlan, TripError } from 'trip-wasm';
import type { CellOutcome } from 'trip-wasm/trainer';
import { headerOf, type Identity } from '../shards/index.js';
import type { QueueOptions, StatusOptions } from './types.js';

/** Cells `from` to `to` - 1 of a plan, which workers know. Their rows go to the file of the worker. */
export interface RangeJob {
  readonly kind: 'range';
  readonly resultVersion: number;
  /** From {@link planId}. */
  readonly plan: string;
  readonly from: number;
  readonly to: number;
}

/** Cells of any procedure. Their outcomes are the result of the job. */
export interface CellsJob {
  readonly kind: 'cells';
  readonly resultVersion: number;
  /** From `hashOf`. */
  readonly data: string;
  readonly cells: readonly CellPlan[];
}

export type SweepJob = RangeJob | CellsJob;

/** The result of a job: how many cells were computed and failed, or the outcomes in the order of the cells. */
export type JobResult = { readonly cells: number; readonly failed: number; readonly outcomes?: readonly CellOutcome[] };

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether the data of a job are of this package: everything that reaches Redis can put jobs into the queue. */
export function isJob(data: unknown): data is SweepJob {
  const { kind, cells } = Object(data) as { readonly kind?: unknown; readonly cells?: unknown };
  return kind === 'range' || (kind === 'cells' && Array.isArray(cells) && cells.every(isObject));
}

/** Whether a job has cells of a plan with this many. */
export const isRange = ({ from, to }: RangeJob, cells: number = Number.MAX_SAFE_INTEGER): boolean =>
  [from, to].every(Number.isInteger) && 0 <= from && from < to && to <= cells;

/** A job that is not of this package has no cells. */
export function cellsOfJob(job: unknown): number {
  if (!isJob(job)) return 0;
  if (job.kind === 'cells') return job.cells.length;
  return isRange(job) ? job.to - job.from : 0;
}

/** The outcomes that a job has, if there is one for each of its cells. */
export function outcomesIn(result: JobResult | null | undefined, { length }: readonly CellPlan[]) {
  const outcomes: unknown = result?.outcomes;
  const isWhole = Array.isArray(outcomes) && outcomes.length === length && outcomes.every(isObject);
  return isWhole ? (outcomes as readonly CellOutcome[]) : undefined;
}

/** Names plan, data and the version of the results, since jobs of another version would be refused by each worker. */
export const planId = (identity: Identity): string =>
  createHash('sha256')
    .update(`${resultVersion} ${headerOf(identity)}`)
    .digest('hex')
    .slice(0, 24);

/** A job is tried this often: a worker whose disk is full, for example, fails its job. */
const ATTEMPTS = 20;

export const jobOptions = { attempts: ATTEMPTS, backoff: { type: 'fixed', delay: 1000 } } as const;

/** States of jobs that are not done. */
export const openStates = ['waiting', 'active', 'delayed', 'prioritized', 'paused', 'waiting-children'];

/** BullMQ is no dependency of the package, so it is loaded when it is used. */
export async function loadBullmq(): Promise<typeof import('bullmq')> {
  try {
    return await import('bullmq');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new TripError('load', 'trip-wasm/bullmq needs two packages: npm install bullmq ioredis', { cause });
  }
}

/** Commands wait while Redis does not answer. A connection of ioredis is used as it is. */
export const connectionOf = ({ connection }: QueueOptions): object =>
  Object.getPrototypeOf(connection) === Object.prototype ? { ...connection, maxRetriesPerRequest: null } : connection;

export async function openQueue(options: QueueOptions): Promise<Queue<SweepJob, JobResult>> {
  requireQueue(options);
  const { Queue } = await loadBullmq();
  const queue = new Queue<SweepJob, JobResult>(options.queue, { connection: connectionOf(options) });
  // A connection that was lost is opened again.
  queue.on('error', () => {});
  return queue;
}

/** Refuses a signal that is aborted. */
export function requireLive(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new TripError('aborted', 'the call was aborted', { cause: signal.reason });
}

/** Gives commands to a queue and closes it. An abort rejects at once, though commands wait while Redis does not answer. */
export async function withQueue<T>(
  options: StatusOptions,
  use: (queue: Queue<SweepJob, JobResult>) => Promise<T>,
): Promise<T> {
  const { signal } = options;
  requireLive(signal);
  const queue = await openQueue(options);
  try {
    if (signal === undefined) return await use(queue);
    const done = await unlessAborted(
      use(queue).then((result) => ({ result })),
      signal,
    );
    if (done === undefined) requireLive(signal);
    return (done as { result: T }).result;
  } finally {
    const closing = closed(queue.close(), () => queue.disconnect());
    if (signal?.aborted) closing.catch(() => {});
    else await closing;
  }
}

export function requireQueue({ queue, connection }: QueueOptions): void {
  if (typeof queue !== 'string' || queue === '' || queue.includes(':'))
    throw new TripError('option', `queue is ${shown(queue)}; a name without a colon is accepted`);
  if (isObject(connection)) return;
  // A text may have a password.
  const seen = connection === undefined ? 'missing' : connection === null ? 'null' : `a ${typeof connection}`;
  throw new TripError('option', `connection is ${seen}; an object such as { host, port } is accepted`);
}

const MOST_CHARACTERS = 200;

/** The text of a value in messages, which is cut since a text can have any length. */
export function shown(value: unknown): string {
  if (isObject(value)) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text;
}

/** An option that is an integer. */
export function integer(name: string, value: number, low: number, high: number): number {
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new TripError('option', `${name} is ${shown(value)}; an integer from ${low} to ${high} is accepted`);
}

/** A plan without its samples. */
export const withoutData = ({ data: _data, ...plan }: SweepPlan) => plan;

/** Resolves after the pause, or at once when the signal is aborted; the timer takes its listener away from the signal. */
export const pauseUnless = (signal: AbortSignal, milliseconds: number) =>
  pause(milliseconds, undefined, { signal }).catch(() => {});

/** Settles like the work, or with undefined as soon as the signal is aborted: a command waits for as long as Redis does not answer. */
export const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const abort = () => resolve(undefined);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Milliseconds that the end of an execution or of a worker waits for Redis. */
const LEAVE_MS = 5000;

/**
 * Waits until connections have been closed. When one fails to close or Redis does not answer, `cut` ends them: their commands would wait for ever, and the process
 * with them.
 */
export async function closed(closing: Promise<unknown>, cut: () => Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  const late = pause(LEAVE_MS, true, { signal: waiting.signal }).catch(() => false);
  const failed = () => true;
  try {
    if (!(await Promise.race([closing.then(() => false, failed), late]))) return;
    closing.catch(() => {});
    cut().catch(() => {});
  } finally {
    waiting.abort();
  }
}
