/** What runs and sweeps have in common: jobs that workers are busy with, an abort, and one end. */

import { TripError } from '../common/errors.js';
import { onAbort } from '../common/on-abort.js';
import type { Client, Slot } from './pool.js';

/** What a worker is busy with. */
export interface ActiveJob {
  readonly id: number;
  readonly slot: Slot;
}

export abstract class Work<Result, Job extends ActiveJob> implements Client {
  readonly result: Promise<Result>;
  readonly active = new Set<Job>();
  settled = false;
  #forgetSignal = () => {};
  #resolve!: (result: Result) => void;
  #reject!: (error: unknown) => void;

  constructor() {
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  abstract get waiting(): boolean;
  abstract occupy(slot: Slot): void;

  /** `what` is aborted with the signal. */
  listen(signal: AbortSignal | undefined, what: string): void {
    const abort = () => this.fail(new TripError('aborted', `${what} was aborted`, { cause: signal?.reason }));
    if (signal?.aborted) abort();
    else if (signal !== undefined) this.#forgetSignal = onAbort(signal, abort);
  }

  /** Ends with an error, unless it has ended. */
  fail(error: unknown): void {
    if (this.settled) return;
    this.settle();
    this.#reject(error);
  }

  succeed(result: Result): void {
    this.settle();
    this.#resolve(result);
  }

  /** Jobs that are no longer active are late: nothing of them is heard any more. */
  settle(): void {
    this.settled = true;
    this.#forgetSignal();
    for (const { slot, id } of this.active) slot.cancel(id);
    this.active.clear();
  }
}
