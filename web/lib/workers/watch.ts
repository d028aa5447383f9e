/**
 * Notices a worker that died in silence: browsers do not always report it. A worker answers pings between its calls of the core. These
 * are short in small trainings, and in others once the worker has said so: before, it may be preparing large data. Time counts only
 * while this side is awake, so that a frozen tab or a sleeping computer is not taken for a death.
 */

import type { Training } from '../model/fit.js';

const TICK_MS = 450;
/** So many whole ticks without a word show that a worker is dead. The first tick after its last word is not whole. */
const SILENT_TICKS = 5;
/** As before, for a small training before its worker has said that its calls are short: engines run new code slowly at first. */
const FIRST_SILENT_TICKS = 20;
/**
 * A tick that is later than this shows that this side was frozen, asleep or busy, or that the machine is: messages may still be waiting,
 * and a worker that lives may be waiting for a processor.
 */
const LATEST_TICK_MS = 700;

/** Multiplications that any machine does within a tenth of a second. A worker may get only a tenth of the time of a busy machine. */
const SMALL_WORK = 3e7;

/** Whether every call of the core is certainly short, so that the worker is watched from the beginning. */
export function isSmall({ train, test, options }: Training): boolean {
  const dims = Array.from(train.dims);
  const sets = [train, ...(test ? [test] : [])];
  const values = sets.reduce((sum, { x, exact }) => sum + x.length + exact.length, 0);
  const samples = sets.reduce((sum, { labels, targets }) => sum + labels.length + targets.length, 0);
  const widths = [Array.from(options.ranks).reduce((all, rank) => all * rank, 1), ...options.hidden, train.classes + 1];
  const network = widths.slice(1).reduce((sum, width, at) => sum + width * (widths[at] as number), 0);
  const decompositions = dims.reduce((sum, size) => sum + 10 * size ** 3, 0);
  return values * Math.max(...dims) + decompositions + (samples + options.batchSize) * network < SMALL_WORK;
}

export class Watch {
  readonly #ping: () => void;
  readonly #onSilence: (reason: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ticks = 0;
  #steady = false;
  #small = false;

  constructor(ping: () => void, onSilence: (reason: string) => void) {
    this.#ping = ping;
    this.#onSilence = onSilence;
  }

  /** A job is about to be given to the worker, which must answer now. `small`: and at any time until its end. */
  begin(small: boolean): void {
    this.#small = small;
    this.#steady = true;
    this.#ticks = 0;
    this.#ping();
    this.#wait();
  }

  /** The worker has said something; `steady`: whether it will from now on. */
  heard(steady = this.#steady): void {
    this.#ticks = 0;
    this.#steady = steady;
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    const since = performance.now();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(performance.now() - since), TICK_MS);
  }

  #tick(took: number): void {
    if ((this.#steady || this.#small) && took < LATEST_TICK_MS) this.#ticks++;
    const most = this.#steady ? SILENT_TICKS : FIRST_SILENT_TICKS;
    if (this.#ticks > most) {
      this.#onSilence(`it has not answered for ${(TICK_MS * most) / 1000} seconds`);
      return;
    }
    // A worker that has spoken since the last tick need not be asked.
    if (this.#ticks > 0) this.#ping();
    this.#wait();
  }
}
