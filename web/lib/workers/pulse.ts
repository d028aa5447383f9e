/**
 * The worker's side of the watch: it says whether its calls of the core are short. A worker that is silent may be preparing large data,
 * and nobody can tell it from one that has died.
 */

import type { Post } from './protocol.js';

/** Short jobs need no watch, and so no messages about it. */
const SHORT_JOB_MS = 200;
/** When the first epoch takes longer, no later call can be trusted to be short: a busy machine makes it many times longer. */
const LONGEST_EPOCH_MS = 200;

export class Pulse {
  readonly #post: Post;
  readonly #since = performance.now();
  #firstEpochMs: number | undefined;
  #steady = false;

  constructor(post: Post) {
    this.#post = post;
  }

  /** `ms`: computing time until the first epoch had ended; later values are ignored. Returns whether calls that follow are short. */
  trusts(ms: number): boolean {
    this.#firstEpochMs ??= ms;
    return this.#firstEpochMs < LONGEST_EPOCH_MS;
  }

  /** `steady`: the worker answers pings at once from now on. Otherwise the next call may take any time. */
  say(steady: boolean): void {
    if (steady === this.#steady || (steady && performance.now() - this.#since < SHORT_JOB_MS)) return;
    this.#steady = steady;
    this.answer();
  }

  /** Answers a ping. */
  answer(): void {
    this.#post({ type: 'pulse', steady: this.#steady }, []);
  }
}
