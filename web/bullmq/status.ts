/** How far the jobs of a queue are. */

import { cellsOfJob, openStates, withQueue } from './queue.js';
import type { QueueStatus, StatusOptions } from './types.js';

/** Jobs that are read together. */
const PAGE = 1000;

/** Says how far the jobs of a queue are, from any process that reaches Redis. */
export function status(options: StatusOptions): Promise<QueueStatus> {
  return withQueue(options, async (queue) => {
    let [left, done, failed] = [0, 0, 0];
    let [begun, timed] = [Number.POSITIVE_INFINITY, 0];
    const read = async (state: string, count: (cells: number, bad: number) => void) => {
      for (let first = 0; ; first += PAGE) {
        const jobs = await queue.getJobs([state], first, first + PAGE - 1);
        for (const job of jobs) {
          if (job === undefined) continue;
          count(cellsOfJob(job.data), job.returnvalue?.failed ?? 0);
          // The speed is that of the first page, which has the jobs that were completed last.
          if (state !== 'completed' || first > 0 || job.processedOn === undefined) continue;
          begun = Math.min(begun, job.processedOn);
          timed += cellsOfJob(job.data);
        }
        if (jobs.length < PAGE) return;
      }
    };
    for (const state of openStates)
      await read(state, (cells) => {
        left += cells;
      });
    await read('failed', (cells) => {
      failed += cells;
    });
    await read('completed', (cells, bad) => {
      done += cells - bad;
      failed += bad;
    });
    const workers = await queue.getWorkersCount();
    const speed = timed / Math.max(1, Date.now() - begun);
    return {
      ...{ cells: left + done + failed, done, failed, left, workers },
      ...(left > 0 && timed > 0 ? { secondsLeft: left / speed / 1000 } : {}),
    };
  });
}
