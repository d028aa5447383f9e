/** Puts the cells of a plan into the queue. */

import { loadTrip, resultVersion, type SweepPlan } from 'trip-wasm';
import { identityOf } from '../shards/index.js';
import { integer, jobOptions, planId, type RangeJob, requireLive, withoutData, withQueue } from './queue.js';
import type { Submission, SubmitOptions } from './types.js';

/** Jobs that are sent together. */
const BULK = 1000;
const MOST_JOBS = 10_000;

/**
 * Puts the cells of a sweep into the queue, as jobs that are ranges of cells; neither data nor models are sent. Submitting a plan again adds
 * only what is missing, and tries jobs again that have failed.
 */
export async function submit(plan: SweepPlan, options: SubmitOptions): Promise<Submission> {
  requireLive(options.signal);
  const trip = await loadTrip();
  const cells = trip.sweepCells(plan);
  const usual = Math.max(10, Math.ceil(cells.length / MOST_JOBS));
  const size = integer('cellsPerJob', options.cellsPerJob ?? usual, 1, 10_000);
  const id = planId(identityOf(withoutData(plan), cells.data));
  const total = cells.length;
  return withQueue(options, async (queue) => {
    const jobs = Math.ceil(total / size);
    for (let first = 0; first < jobs; first += BULK) {
      requireLive(options.signal);
      const some = Array.from({ length: Math.min(BULK, jobs - first) }, (_, j): RangeJob => {
        const from = (first + j) * size;
        const to = Math.min(total, from + size);
        return { kind: 'range', resultVersion, plan: id, from, to };
      });
      await queue.addBulk(
        some.map((data) => ({ name: 'range', data, opts: { ...jobOptions, jobId: `${id}_${data.from}_${data.to}` } })),
      );
    }
    let retried = 0;
    for (const job of await queue.getJobs(['failed'], 0, -1)) {
      if (job?.data?.kind !== 'range' || job.data.plan !== id) continue;
      // Without the reset, the first failure would again be the last attempt.
      await job.retry('failed', { resetAttemptsMade: true });
      retried++;
    }
    return { cells: total, jobs, retried };
  });
}
