/** The worker's side: loads the module once, then trains one job at a time. */

import { isRecord } from '../common/check.js';
import { release, TripError, toRecord, toTripError } from '../common/errors.js';
import { startModule } from '../core/load.js';
import type { RawFit, RawModule, RawOptions } from '../core/raw.js';
import { openFit } from '../model/fit.js';
import { CellJob } from './cell-job.js';
import { failure, Job } from './job.js';
import type { CellMessage, LoadMessage, MessageToWorker, Post, StartMessage } from './protocol.js';

/** Jobs that a worker remembers, so that it does not begin one again whose message arrives twice. */
const MOST_REMEMBERED = 64;

/** One instance of the module, and its current job. */
export class Server {
  readonly #post: Post;
  readonly #start: typeof startModule;
  #raw: RawModule | undefined;
  #ended = false;
  #current: { id: number; job: Job | CellJob } | undefined;
  /** Kept between the restarts of a run, so that data are scaled and fixed projections are computed only once. */
  #kept: { fit: RawFit; options: RawOptions } | undefined;
  /** Ids of the last jobs that began. */
  readonly #begun = new Set<number>();

  /** `start` gives the instance of a compiled binary, a new one by default. */
  constructor(post: Post, start = startModule) {
    this.#post = post;
    this.#start = start;
  }

  /** Other scripts may post to a worker too: a job that cannot begin is answered by `failed`, and what is no message is ignored. */
  async onMessage(given: unknown): Promise<void> {
    if (!isRecord(given)) return;
    const message = given as MessageToWorker;
    if (message.type === 'load') await this.#load(message);
    else if (message.type === 'ping') this.#answer();
    else if (message.type === 'forget') this.#forget();
    else if (message.type === 'start' || message.type === 'cell') await this.#train(message);
    else if (this.#current !== undefined && message.job === this.#current.id) this.#current.job.onMessage(message);
  }

  /** Cancels the current job, if any, and frees what was kept. */
  end(): void {
    this.#ended = true;
    if (this.#current) this.#current.job.onMessage({ type: 'cancel', job: this.#current.id });
    else this.#forget();
  }

  #answer(): void {
    if (this.#current) this.#current.job.pulse.answer();
    else this.#post({ type: 'pulse', steady: false }, []);
  }

  async #load({ compiled }: LoadMessage): Promise<void> {
    if (this.#raw !== undefined) return;
    this.#post({ type: 'loading' }, []);
    try {
      this.#raw = await this.#start(compiled);
      this.#post({ type: 'ready' }, []);
    } catch (thrown) {
      this.#post({ type: 'unloadable', error: toRecord(toTripError(thrown)) }, []);
    }
  }

  #forget(): void {
    if (this.#current !== undefined) return;
    if (this.#kept !== undefined) release(this.#kept.fit);
    this.#kept = undefined;
  }

  async #train(message: StartMessage | CellMessage): Promise<void> {
    if (this.#begun.has(message.job)) return;
    const raw = this.#raw;
    if (raw === undefined || this.#current !== undefined) {
      const reason = raw ? 'the worker has another job' : 'the worker has not loaded the core';
      this.#post(failure(message.job, new TripError('worker', reason)), []);
      return;
    }
    try {
      const job = message.type === 'cell' ? new CellJob(raw, message, this.#post) : this.#open(raw, message);
      this.#current = { id: message.job, job };
      this.#remember(message.job);
      await job.run();
    } catch (thrown) {
      // The core refused the data.
      this.#post(failure(message.job, thrown), []);
    }
    this.#current = undefined;
    if (this.#ended) this.#forget();
  }

  #remember(job: number): void {
    this.#begun.add(job);
    const [oldest] = this.#begun;
    if (this.#begun.size > MOST_REMEMBERED) this.#begun.delete(oldest as number);
  }

  #open(raw: RawModule, message: StartMessage): Job {
    const since = performance.now();
    const { training, restart, state } = message;
    if (training !== null) {
      this.#forget();
      this.#kept = { fit: openFit(raw, training), options: training.options };
    }
    if (this.#kept === undefined) throw new TripError('worker', 'the worker has no training to go on with');
    const { fit, options } = this.#kept;
    if (state) fit.resume(state);
    else
      while (fit.restart() < restart)
        if (!fit.nextRestart()) throw new TripError('worker', 'the training has no such restart');
    return new Job(fit, options, message, this.#post, performance.now() - since);
  }
}
