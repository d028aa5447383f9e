/** Workers of either kind behind one face: started, loaded, handed one job at a time, replaced when they die. */

import { fromRecord, TripError, toTripError } from '../common/errors.js';
import type { CellMessage, LoadMessage, MessageFromWorker, MessageToWorker, StartMessage } from './protocol.js';
import { cannotStart, type OpenThread, type Thread } from './thread.js';

/** A worker that does not stop by itself within this time is thrown away. */
const CANCEL_GRACE_MS = 60;

export interface SlotOptions {
  /** Undefined: the package's own script. */
  readonly workerUrl: string | URL | undefined;
  readonly open: OpenThread;
  readonly load: LoadMessage;
  /** Milliseconds for the script to give a sign of life. */
  readonly startTimeout: number;
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
  readonly active: { readonly size: number };
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

export type JobMessage = Exclude<MessageFromWorker, { type: 'loading' | 'ready' | 'unloadable' }>;

/** One place for a worker; the worker in it may be replaced. */
export class Slot {
  /** Whose training the worker keeps between jobs. */
  holds: Client | undefined;
  readonly #options: SlotOptions;
  #thread: Thread | undefined;
  #state: 'empty' | 'starting' | 'usable' = 'empty';
  #assignment: Assignment | undefined;
  /** Of a start or a cancellation that must not take longer. */
  #timer: ReturnType<typeof setTimeout> | undefined;
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
        if (message.type === 'loading') {
          clearTimeout(this.#timer);
        } else if (message.type === 'ready') {
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
        const { open, workerUrl, load, startTimeout } = this.#options;
        this.#thread = open({ hear, die }, workerUrl);
        this.#thread.postMessage(load);
        this.#timer = setTimeout(
          () => die(`it has not answered within ${startTimeout} ms (startTimeout)`),
          startTimeout,
        );
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
      const reason = `this cannot be handed to a worker: ${(cause as Error).message}`;
      assignment.lost(new TripError('value', `${reason}; plain data are accepted`, { cause }));
      queueMicrotask(this.#options.onChange);
      return;
    }
    this.#assignment = assignment;
    this.#thread?.ref?.();
  }

  /** Lets the worker free what it keeps for a client that has ended. */
  tidy(): void {
    if (!this.idle || !this.holds?.settled) return;
    this.holds = undefined;
    this.post({ type: 'forget' });
  }

  post(message: MessageToWorker): void {
    this.#thread?.postMessage(message);
  }

  /** Ends the job; a worker that is stuck in a long computation is replaced. */
  cancel(job: number): void {
    this.post({ type: 'cancel', job });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#replace(), CANCEL_GRACE_MS);
  }

  /** Throws the worker away, with whatever it is doing. */
  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#generation++;
    this.#thread = undefined;
    this.#state = 'empty';
    this.#assignment = undefined;
    this.holds = undefined;
    this.#error = undefined;
    clearTimeout(this.#timer);
    await thread?.terminate();
  }

  #hearJob(message: JobMessage): void {
    const assignment = this.#assignment;
    const ended = message.type !== 'started' && message.type !== 'progress';
    if (ended) {
      clearTimeout(this.#timer);
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

/** Slots, and the runs and sweeps that want them. */
export class Pool {
  readonly slots: readonly Slot[];
  closed = false;
  #runs: Client[] = [];

  constructor(count: number, options: Omit<SlotOptions, 'onChange'>) {
    const onChange = () => this.schedule();
    this.slots = Array.from({ length: count }, () => new Slot({ ...options, onChange }));
  }

  async start(): Promise<void> {
    const outcomes = await Promise.allSettled(this.slots.map((slot) => slot.start()));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  add(run: Client): void {
    if (run.settled) return;
    this.#runs.push(run);
    for (const slot of this.slots) if (slot.empty) slot.revive();
    this.schedule();
  }

  /** Idle workers go to the run with the fewest workers; among equals the older one. */
  schedule(): void {
    if (this.closed) return;
    this.#runs = this.#runs.filter((run) => !run.settled);
    for (const slot of this.slots) {
      slot.tidy();
      const [next] = this.#runs.filter((run) => run.waiting).sort((a, b) => a.active.size - b.active.size);
      if (!slot.idle || next === undefined) continue;
      try {
        next.occupy(slot);
      } catch (thrown) {
        next.fail(toTripError(thrown));
      }
    }
    if (this.slots.every((slot) => slot.empty)) this.#failAll();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const run of this.#runs) run.fail(new TripError('closed', 'the trainer was closed'));
    await Promise.all(this.slots.map((slot) => slot.stop()));
  }

  #failAll(): void {
    const reason = this.slots.find((slot) => slot.error !== undefined)?.error?.message ?? 'none is left';
    for (const run of this.#runs) run.fail(new TripError('worker', `no worker could be started again: ${reason}`));
  }
}
