/** The common part of runs and sweeps: active jobs, an abort signal, and one result. */

import { TripError } from '../common/errors.js';
import { onAbort } from '../common/on-abort.js';
import type { Client, Slot } from './pool.js';

/** A job fails when so many workers have died of it. */
const MOST_DEATHS = 2;

/** The error of a job after the death of so many workers; undefined when another worker may try it. */
export function lastDeath(error: TripError, deaths: number): TripError | undefined {
  if (error.code !== 'worker') return error;
  return deaths < MOST_DEATHS ? undefined : new TripError('worker', `${error.message}; ${deaths} workers died of it`);
}

/** A job that a worker has. */
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

  abstract get waiting(): number;
  abstract startNext(slot: Slot): void;

  /** Aborts when the signal does; `what` names this work in the message. */
  listen(signal: AbortSignal | undefined, what: string): void {
    const abort = () => this.fail(new TripError('aborted', `${what} was aborted`, { cause: signal?.reason }));
    if (signal?.aborted) abort();
    else if (signal !== undefined) this.#forgetSignal = onAbort(signal, abort);
  }

  /** Ends with an error, unless it has already ended. */
  fail(error: unknown): void {
    if (this.settled) return;
    this.settle();
    this.#reject(error);
  }

  succeed(result: Result): void {
    this.settle();
    this.#resolve(result);
  }

  /** Cancels the active jobs and removes them, so that their late messages are ignored. */
  settle(): void {
    this.settled = true;
    this.#forgetSignal();
    for (const { slot, id } of this.active) slot.cancel(id);
    this.active.clear();
  }
}
