/** The stream of a run's snapshots: the newest wins, at most 30 a second, any number of readers. */

import type { TripError } from '../common/errors.js';
import type { Snapshot } from '../types.js';

const INTERVAL_MS = 1000 / 30;

/** A snapshot that is made when the first reader takes it. */
interface Entry {
  /** Counts up from 1. */
  readonly index: number;
  readonly make: () => Snapshot;
  made?: Snapshot;
}

export class SnapshotFeed {
  #newest: Entry | undefined;
  #ended = false;
  #error: TripError | undefined;
  #readers = 0;
  readonly #onWatch: (watched: boolean) => void;
  /** Wakes the readers that wait. */
  #wake: () => void = () => {};
  #news: Promise<void> = Promise.resolve();

  /** `onWatch` hears when the first reader comes and when the last one leaves. */
  constructor(onWatch: (watched: boolean) => void) {
    this.#onWatch = onWatch;
    this.#expectNews();
  }

  get watched(): boolean {
    return this.#readers > 0;
  }

  publish(make: () => Snapshot): void {
    this.#newest = { index: (this.#newest?.index ?? 0) + 1, make };
    this.#announce();
  }

  /** The newest snapshot is still delivered, then the readers are done. */
  end(): void {
    this.#ended = true;
    this.#announce();
  }

  /** Nothing is delivered any more; every reader gets the error. */
  fail(error: TripError): void {
    this.#error = error;
    this.#newest = undefined;
    this.#announce();
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
          await this.#news;
        } else if (early > 0) {
          await this.#pass(early);
        } else {
          seen = this.#newest.index;
          deliveredAt = performance.now();
          this.#newest.made ??= this.#newest.make();
          return { done: false, value: this.#newest.made };
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

  #announce(): void {
    const wake = this.#wake;
    this.#expectNews();
    wake();
  }

  #expectNews(): void {
    this.#news = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Waits, but not beyond a failure. */
  async #pass(ms: number): Promise<void> {
    const until = performance.now() + ms;
    while (this.#error === undefined) {
      const rest = until - performance.now();
      if (rest <= 0) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const elapsed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, rest);
      });
      await Promise.race([elapsed, this.#news]);
      clearTimeout(timer);
    }
  }
}
