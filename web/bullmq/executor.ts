/** An executor of cells whose outcomes come back through the queue. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { type CellPlan, resultVersion } from 'trip-wasm';
import type { CellBatch, CellExecutor, CellOutcome } from 'trip-wasm/trainer';
import { hashOf } from '../shards/index.js';
import { type CellsJob, integer, type JobResult, jobOptions, openQueue, pauseUnless, type SweepJob } from './queue.js';
import type { ExecutorOptions } from './types.js';

/** Milliseconds between two checks of the jobs. Events of the queue would be lost with the connection; the states of the jobs are not. */
const CHECK_MS = 100;

/** Milliseconds that the end of an execution waits for Redis. */
const LEAVE_MS = 5000;

/** A job in the queue. */
interface Sent {
  readonly id: string;
  readonly cells: readonly CellPlan[];
}

/**
 * Runs the cells of {@link Trainer.sweep} and of all assessments by the workers of a queue, which need the same data:
 * `work({ data }, { queue, connection })`. Data and models are not sent.
 */
export function executor(options: ExecutorOptions): CellExecutor {
  const size = integer('cellsPerJob', options.cellsPerJob ?? 10, 1, 1000);
  const ahead = integer('ahead', options.ahead ?? 100, 1, 10_000);
  return {
    async execute({ data, cells, receive, signal }: CellBatch): Promise<void> {
      const given = cells[Symbol.iterator]();
      const hash = hashOf(data);
      const queue = await openQueue(options);
      const sent = new Map<string, Sent>();
      try {
        for (let more = true; (more || sent.size > 0) && !signal.aborted; ) {
          while (more && sent.size < ahead) {
            const some = take(given, size);
            more = some.length === size;
            if (some.length > 0) await send(queue, { hash, cells: some }, sent);
          }
          const ended = await endedOf(queue, [...sent.values()]);
          for (const { job, outcomes } of ended) {
            sent.delete(job.id);
            for (const [i, cell] of job.cells.entries()) receive(cell, outcomes[i] as CellOutcome);
          }
          if (ended.length === 0 && sent.size > 0) await pauseUnless(signal, CHECK_MS);
        }
      } finally {
        await leave(queue, [...sent.keys()]);
      }
    },
  };
}

function take(cells: Iterator<CellPlan>, size: number): CellPlan[] {
  const some: CellPlan[] = [];
  while (some.length < size) {
    const { done, value } = cells.next();
    if (done) break;
    some.push(value);
  }
  return some;
}

async function send(
  queue: Queue<SweepJob, JobResult>,
  { hash, cells }: { readonly hash: string; readonly cells: readonly CellPlan[] },
  sent: Map<string, Sent>,
): Promise<void> {
  const id = `cells_${globalThis.crypto.randomUUID()}`;
  const data: CellsJob = { kind: 'cells', resultVersion, data: hash, cells };
  await queue.addBulk([{ name: 'cells', data, opts: { ...jobOptions, jobId: id } }]);
  sent.set(id, { id, cells });
}

/** A job that the queue has lost is unknown. */
const isEnded = (state: string) => ['completed', 'failed', 'unknown'].includes(state);

/** The jobs that have ended, which are removed, with an outcome for each of their cells. */
async function endedOf(queue: Queue<SweepJob, JobResult>, sent: readonly Sent[]) {
  const ended: { readonly job: Sent; readonly outcomes: readonly CellOutcome[] }[] = [];
  for (const job of sent) {
    const state = (await (await queue.getJob(job.id))?.getState()) ?? 'unknown';
    // Read again: the job may have ended since it was read for its state.
    const found = isEnded(state) ? await queue.getJob(job.id) : undefined;
    const outcomes = state === 'completed' ? found?.returnvalue?.outcomes : undefined;
    if (outcomes !== undefined) ended.push({ job, outcomes });
    else if (isEnded(state)) {
      const message = found?.failedReason ?? 'the queue has lost the job';
      ended.push({ job, outcomes: job.cells.map(() => ({ error: { code: 'worker', message } })) });
    } else continue;
    await forget(queue, job.id);
  }
  return ended;
}

/**
 * Takes the jobs that have not ended out of the queue and closes the connection. When Redis does not answer, the connection is cut: its
 * commands would wait for ever, and the process with them.
 */
async function leave(queue: Queue<SweepJob, JobResult>, ids: readonly string[]): Promise<void> {
  const leaving = (async () => {
    for (const id of ids) await forget(queue, id);
    await queue.close();
    return true;
  })();
  const waiting = new AbortController();
  const late = pause(LEAVE_MS, false, { signal: waiting.signal }).catch(() => true);
  const left = await Promise.race([leaving, late]);
  waiting.abort();
  if (left) return;
  leaving.catch(() => {});
  queue.disconnect().catch(() => {});
}

/** A job that a worker has cannot be removed; its result is then left in the queue. */
async function forget(queue: Queue<SweepJob, JobResult>, id: string): Promise<void> {
  const job = await queue.getJob(id);
  await job?.remove().catch(() => {});
}
