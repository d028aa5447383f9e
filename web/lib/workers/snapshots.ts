/** The stream of a run's snapshots: readers get only the newest, at most 30 a second. Any number of readers is allowed. */

import type { TripError } from '../common/errors.js';
import type { Snapshot } from '../types.js';

const INTERVAL_MS = 1000 / 30;

/** A snapshot that is created when the first reader takes it. */
interface Entry {
  /** Index of the snapshot, from 1. */
  readonly index: number;
  readonly create: () => Snapshot;
  snapshot?: Snapshot;
}

export class SnapshotFeed {
  #newest: Entry | undefined;
  #ended = false;
  #error: TripError | undefined;
  #readers = 0;
  readonly #onWatch: (watched: boolean) => void;
  /** Wakes the waiting readers. */
  #wake: () => void = () => {};
  #nextChange: Promise<void> = Promise.resolve();

  /** `onWatch` is called when the first reader comes and when the last one leaves. */
  constructor(onWatch: (watched: boolean) => void) {
    this.#onWatch = onWatch;
    this.#resetNextChange();
  }

  get watched(): boolean {
    return this.#readers > 0;
  }

  publish(create: () => Snapshot): void {
    this.#newest = { index: (this.#newest?.index ?? 0) + 1, create };
    this.#notify();
  }

  /** Readers still get the newest snapshot, then their iteration ends. */
  end(): void {
    this.#ended = true;
    this.#notify();
  }

  /** Drops all snapshots; every reader gets the error. */
  fail(error: TripError): void {
    this.#error = error;
    this.#newest = undefined;
    this.#notify();
  }

  iterate(): AsyncIterator<Snapshot> {
    let reading: 'before' | 'during' | 'after' = 'before';
    let seen = 0;
    let deliveredAt = Number.NEGATIVE_INFINITY;
    const leave = (): IteratorResult<Snapshot> => {
      if (reading === 'during') this.#countReaders(-1);
      reading = 'after';
      return { done: true, value: undefined };
    };
    const next = async (): Promise<IteratorResult<Snapshot>> => {
      if (reading === 'before') {
        reading = 'during';
        this.#countReaders(+1);
      }
      while (reading === 'during') {
        if (this.#error !== undefined) {
          leave();
          throw this.#error;
        }
        const early = deliveredAt + INTERVAL_MS - performance.now();
        if (this.#newest === undefined || this.#newest.index === seen) {
          if (this.#ended) break;
          await this.#nextChange;
        } else if (early > 0) {
          await this.#sleep(early);
        } else {
          seen = this.#newest.index;
          deliveredAt = performance.now();
          this.#newest.snapshot ??= this.#newest.create();
          return { done: false, value: this.#newest.snapshot };
        }
      }
      return leave();
    };
    return { next, return: async () => leave() };
  }

  #countReaders(change: 1 | -1): void {
    const before = this.watched;
    this.#readers += change;
    if (this.watched !== before) this.#onWatch(this.watched);
  }

  #notify(): void {
    const wake = this.#wake;
    this.#resetNextChange();
    wake();
  }

  #resetNextChange(): void {
    this.#nextChange = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Waits for the given time, or until a failure. */
  async #sleep(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (this.#error === undefined) {
      const rest = until - performance.now();
      if (rest <= 0) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const elapsed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, rest);
      });
      await Promise.race([elapsed, this.#nextChange]);
      clearTimeout(timer);
    }
  }
}
