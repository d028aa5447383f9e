/** An executor of cells whose outcomes come back through the queue. */

import type { Queue } from 'bullmq';
import { type CellPlan, resultVersion } from 'trip-wasm';
import type { CellBatch, CellExecutor, CellOutcome } from 'trip-wasm/trainer';
import { hashOf } from '../shards/index.js';
import {
  type CellsJob,
  closed,
  integer,
  type JobResult,
  jobOptions,
  openQueue,
  outcomesIn,
  pauseUnless,
  type SweepJob,
  unlessAborted,
} from './queue.js';
import type { ExecutorOptions } from './types.js';

/** Milliseconds between two checks of the jobs. Events of the queue would be lost with the connection; the states of the jobs are not. */
const CHECK_MS = 100;

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
          while (more && sent.size < ahead && !signal.aborted) {
            const some = take(given, size);
            more = some.length === size;
            if (some.length > 0) await unlessAborted(send(queue, { hash, cells: some }, sent), signal);
          }
          const ended = (await unlessAborted(endedOf(queue, [...sent.values()]), signal)) ?? [];
          for (const { job, outcomes } of ended) {
            sent.delete(job.id);
            for (const [i, cell] of job.cells.entries()) receive(cell, outcomes[i] as CellOutcome);
          }
          if (ended.length === 0 && sent.size > 0) await pauseUnless(signal, CHECK_MS);
        }
      } finally {
        await closed(leave(queue, [...sent.keys()]), () => queue.disconnect());
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
  // Noted first: an abort during the command leaves a job that is then taken out of the queue.
  sent.set(id, { id, cells });
  await queue.addBulk([{ name: 'cells', data, opts: { ...jobOptions, jobId: id } }]);
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
    const outcomes = state === 'completed' ? outcomesIn(found?.returnvalue, job.cells) : undefined;
    if (outcomes !== undefined) ended.push({ job, outcomes });
    else if (isEnded(state)) {
      const lost =
        state === 'completed' && found ? 'the job has no outcome for each of its cells' : 'the queue has lost the job';
      const message = found?.failedReason ?? lost;
      ended.push({ job, outcomes: job.cells.map(() => ({ error: { code: 'worker', message } })) });
    } else continue;
    await forget(queue, job.id);
  }
  return ended;
}

/** Takes the jobs that have not ended out of the queue and closes the connection. */
async function leave(queue: Queue<SweepJob, JobResult>, ids: readonly string[]): Promise<void> {
  for (const id of ids) await forget(queue, id);
  await queue.close();
}

/** A job that a worker has cannot be removed; its result is then left in the queue. */
async function forget(queue: Queue<SweepJob, JobResult>, id: string): Promise<void> {
  const job = await queue.getJob(id);
  await job?.remove().catch(() => {});
}
