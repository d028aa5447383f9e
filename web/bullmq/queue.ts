/** Jobs of the queue, and its connection. */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { type CellPlan, resultVersion, type SweepPlan, TripError } from 'trip-wasm';
import type { CellOutcome } from 'trip-wasm/trainer';
import { headerOf, type Identity } from '../shards/index.js';
import type { QueueOptions } from './types.js';

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

export const cellsOfJob = (job: SweepJob): number => (job.kind === 'range' ? job.to - job.from : job.cells.length);

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

export function requireQueue({ queue, connection }: QueueOptions): void {
  if (typeof queue !== 'string' || queue === '' || queue.includes(':'))
    throw new TripError('option', `queue is ${JSON.stringify(queue)}; a name without a colon is accepted`);
  if (typeof connection === 'object' && connection !== null) return;
  const seen = connection === undefined ? 'missing' : JSON.stringify(connection);
  throw new TripError('option', `connection is ${seen}; an object such as { host, port } is accepted`);
}

/** An option that is an integer. */
export function integer(name: string, value: number, low: number, high: number): number {
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new TripError('option', `${name} is ${value}; an integer from ${low} to ${high} is accepted`);
}

/** A plan without its samples. */
export const withoutData = ({ data: _data, ...plan }: SweepPlan) => plan;

/** Resolves after the pause, or at once when the signal is aborted; the timer takes its listener away from the signal. */
export const pauseUnless = (signal: AbortSignal, milliseconds: number) =>
  pause(milliseconds, undefined, { signal }).catch(() => {});
