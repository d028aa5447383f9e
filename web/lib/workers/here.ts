/** The executor of the calling thread: cells are trained one after the other, in slices between which other events are handled. */

import { toRecord, toTripError } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { taskOf } from '../sweep/plan.js';
import type { CellExecutor, CellOutcome } from '../types.js';
import { CellJob } from './cell-job.js';

export const executorHere = (raw: RawModule): CellExecutor => ({
  async execute({ data, cells, receive, signal }) {
    for (const cell of cells) {
      const outcome = await outcomeOf(
        signal,
        (post) => new CellJob(raw, { type: 'cell', job: 0, task: taskOf(raw, data, cell) }, post),
      );
      if (outcome === undefined) return;
      receive(cell, outcome);
    }
  },
});

type Open = (post: ConstructorParameters<typeof CellJob>[2]) => CellJob;

/** Undefined after an abort. */
async function outcomeOf(signal: AbortSignal, open: Open): Promise<CellOutcome | undefined> {
  let outcome: CellOutcome | undefined;
  try {
    const job = open((message) => {
      if (message.type === 'report') outcome = { report: message.report };
      else if (message.type === 'failed') outcome = { error: message.error };
    });
    const cancel = () => job.onMessage({ type: 'cancel', job: 0 });
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    await job.run();
    signal.removeEventListener('abort', cancel);
  } catch (thrown) {
    outcome = { error: toRecord(toTripError(thrown)) };
  }
  return signal.aborted ? undefined : outcome;
}
