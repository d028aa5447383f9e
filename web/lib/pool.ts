/** Workers of either kind behind one face: started, loaded, handed one job at a time, replaced when they die. */

import { fromRecord, TripError } from './errors.js';
import type { CellMessage, LoadMessage, MessageFromWorker, MessageToWorker, StartMessage } from './protocol.js';
import { cannotStart, openThread, type Thread } from './thread.js';

/** A worker that does not stop by itself within this time is thrown away. */
const CANCEL_GRACE_MS = 60;

export interface SlotOptions {
  /** Undefined: the package's own script. */
  readonly workerUrl: string | URL | undefined;
  readonly load: LoadMessage;
  /** Called when the slot can take a job, or has lost its worker for good. */
  readonly onChange: () => void;
}

/** A job as the pool sees it. */
export interface Assignment {
  hear(message: JobMessage): void;
  /** The worker died, and the job with it, or never got it. */
  lost(error: TripError): void;
}

/** What the pool's workers work for: a run or a sweep. */
export interface Client {
  /** There are jobs that no worker has yet. */
  readonly waiting: boolean;
  readonly settled: boolean;
  readonly activeJobs: number;
  /** Hands the next job to an idle worker. */
  occupy(slot: Slot): void;
  /** Ends with an error, unless it has ended. */
  fail(error: TripError): void;
}

let jobs = 0;

/** An id that no job has had. */
export function nextJob(): number {
  return ++jobs;
}

export type JobMessage = Exclude<MessageFromWorker, { type: 'ready' | 'unloadable' }>;

/** One place for a worker; the worker in it may be replaced. */
export class Slot {
  readonly #options: SlotOptions;
  #thread: Thread | undefined;
  #state: 'empty' | 'starting' | 'usable' = 'empty';
  #assignment: Assignment | undefined;
  #cancelTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the workers of this slot: whatever an earlier one still says is not heard. */
  #generation = 0;
  /** Why the slot is empty. */
  #error: TripError | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
  }

  get idle(): boolean {
    return this.#state === 'usable' && this.#assignment === undefined;
  }

  get empty(): boolean {
    return this.#state === 'empty';
  }

  get error(): TripError | undefined {
    return this.#error;
  }

  /** Starts a worker; rejects when it cannot start or load. */
  start(): Promise<void> {
    const generation = ++this.#generation;
    this.#state = 'starting';
    return new Promise((resolve, reject) => {
      const fail = (error: TripError) => {
        void this.stop();
        this.#error = error;
        reject(error);
      };
      const hear = (message: MessageFromWorker) => {
        if (generation !== this.#generation) return;
        if (message.type === 'ready') {
          this.#state = 'usable';
          this.#thread?.unref?.();
          resolve();
        } else if (message.type === 'unloadable') {
          fail(fromRecord(message.error));
        } else {
          this.#hearJob(message);
        }
      };
      const die = (reason: string) => {
        if (generation !== this.#generation) return;
        if (this.#state === 'usable') this.#die(reason);
        else fail(cannotStart(this.#options.workerUrl, reason));
      };
      try {
        this.#thread = openThread(this.#options.workerUrl, { hear, die });
        this.#thread.postMessage(this.#options.load);
      } catch (thrown) {
        die((thrown as Error).message);
      }
    });
  }

  /** Gives the worker a job; the slot is idle again when the job has ended, or could not be handed over. */
  assign(assignment: Assignment, message: StartMessage | CellMessage): void {
    try {
      this.post(message);
    } catch (cause) {
      const reason = `the data cannot be handed to a worker: ${(cause as Error).message}`;
      assignment.lost(new TripError('value', `${reason}; a dataset as the package made it is accepted`, { cause }));
      queueMicrotask(this.#options.onChange);
      return;
    }
    this.#assignment = assignment;
    this.#thread?.ref?.();
  }

  post(message: MessageToWorker): void {
    this.#thread?.postMessage(message);
  }

  /** Ends the job; a worker that is stuck in a long computation is replaced. */
  cancel(job: number): void {
    this.post({ type: 'cancel', job });
    clearTimeout(this.#cancelTimer);
    this.#cancelTimer = setTimeout(() => this.#replace(), CANCEL_GRACE_MS);
  }

  /** Throws the worker away, with whatever it is doing. */
  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#generation++;
    this.#thread = undefined;
    this.#state = 'empty';
    this.#assignment = undefined;
    this.#error = undefined;
    clearTimeout(this.#cancelTimer);
    await thread?.terminate();
  }

  #hearJob(message: JobMessage): void {
    const assignment = this.#assignment;
    const ended = message.type !== 'started' && message.type !== 'progress';
    if (ended) {
      clearTimeout(this.#cancelTimer);
      this.#assignment = undefined;
      this.#thread?.unref?.();
      if (message.type === 'failed' && message.fatal) this.#replace();
    }
    assignment?.hear(message);
    if (ended) this.#options.onChange();
  }

  /** Starts a worker in an empty slot; a failure is kept in `error`. */
  revive(): void {
    this.start().then(this.#options.onChange, this.#options.onChange);
  }

  #replace(): void {
    void this.stop();
    this.revive();
  }

  #die(reason: string): void {
    const assignment = this.#assignment;
    this.#replace();
    assignment?.lost(new TripError('worker', `the worker died: ${reason}`));
  }
}
