/** A pool of browser or Node workers: starts and loads them, assigns one job at a time, and replaces workers that die. */

import { isRecord } from '../common/check.js';
import { fromRecord, TripError, toTripError } from '../common/errors.js';
import type { CompiledCore } from '../core/raw.js';
import type { CellMessage, MessageFromWorker, MessageToWorker, StartMessage } from './protocol.js';
import { cannotStart, type OpenThread, type Thread } from './thread.js';
import { isSmall, Watch } from './watch.js';

/** A worker that does not cancel its job within this time is terminated. */
const CANCEL_GRACE_MS = 60;
/** A slot stays empty when so many workers in a row ended before they were ready. */
const MOST_STARTS = 3;

export interface SlotOptions {
  /** Undefined: the package's own script. */
  readonly workerUrl: string | URL | undefined;
  readonly open: OpenThread;
  /** The binary for each worker; when it fails, no worker can start. */
  readonly compiled: Promise<CompiledCore>;
  /** Milliseconds within which the script must answer the message with the binary. */
  readonly startTimeout: number;
  /** Called when the slot can take a job, or its worker cannot be restarted. */
  readonly onChange: () => void;
  /** Called when its worker has died in silence, before the job goes to another worker. */
  readonly onSilence: () => void;
}

/** Callbacks of a job. */
export interface Assignment {
  onMessage(message: JobMessage): void;
  /** The worker died during the job, or could not receive it. */
  onLost(error: TripError): void;
}

/** A run or a sweep, whose jobs the pool assigns to workers. */
export interface Client {
  /** Number of jobs that are not assigned yet; `Infinity` if it is not known. */
  readonly waiting: number;
  readonly settled: boolean;
  readonly active: { readonly size: number };
  /** Assigns the next job to the idle worker of a slot. */
  startNext(slot: Slot): void;
  /** Ends with an error, unless it has already ended. */
  fail(error: TripError): void;
}

let jobs = 0;

/** A new job id. */
export function nextJob(): number {
  return ++jobs;
}

export type JobMessage = Exclude<MessageFromWorker, { type: 'loading' | 'ready' | 'unloadable' | 'pulse' }>;

const ofJobs: readonly string[] = ['started', 'progress', 'finished', 'rested', 'failed', 'report', 'cancelled'];
const isJobMessage = (message: MessageFromWorker): message is JobMessage => ofJobs.includes(message.type);

/** One place for a worker; the worker in it may be replaced. */
export class Slot {
  /** The client whose training the worker keeps between jobs. */
  preparedFor: Client | undefined;
  readonly #options: SlotOptions;
  #thread: Thread | undefined;
  #state: 'unused' | 'empty' | 'starting' | 'usable' = 'unused';
  #assignment: Assignment | undefined;
  /** The id of the last job: messages about others are late, repeated or foreign, and are ignored. */
  #job: number | undefined;
  /** Timeout of a start or a cancellation. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the workers of this slot, so that messages of earlier ones are ignored. */
  #generation = 0;
  /** Watches the worker during a job. */
  readonly #watch: Watch;
  /** The training that the worker has is small. */
  #small = false;
  /** The reason why the slot is empty. */
  #error: TripError | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#watch = new Watch(
      () => this.post({ type: 'ping' }),
      (reason) => this.#onDeath(reason, this.#options.onSilence),
    );
  }

  get idle(): boolean {
    return this.#state === 'usable' && this.#assignment === undefined;
  }

  /** No worker was needed yet. */
  get unused(): boolean {
    return this.#state === 'unused';
  }

  get starting(): boolean {
    return this.#state === 'starting';
  }

  /** Its worker has ended and could not be replaced. */
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
      // A worker answers `load` once: later answers to it are repeated or foreign.
      const onMessage = (message: MessageFromWorker) => {
        if (generation !== this.#generation || !isRecord(message)) return;
        if (this.#state === 'starting') {
          if (message.type === 'unloadable') fail(fromRecord(message.error));
          if (message.type === 'loading') clearTimeout(this.#timer);
          if (message.type !== 'ready') return;
          this.#state = 'usable';
          this.#thread?.unref?.();
          resolve();
        } else if (message.type === 'pulse') {
          this.#watch.heard(message.steady);
        } else if (isJobMessage(message) && message.job === this.#job) {
          this.#onJobMessage(message);
        }
      };
      const onDeath = (reason: string) => {
        if (generation !== this.#generation) return;
        if (this.#state === 'usable') this.#onDeath(reason);
        else fail(cannotStart(this.#options.workerUrl, reason));
      };
      try {
        const { open, workerUrl, compiled } = this.#options;
        // The script loads while the binary is compiled.
        this.#thread = open({ onMessage, onDeath }, workerUrl);
        compiled.then(
          (module) => generation === this.#generation && this.#load(module, onDeath),
          (error) => generation === this.#generation && fail(error),
        );
      } catch (thrown) {
        onDeath((thrown as Error).message);
      }
    });
  }

  #load(compiled: CompiledCore, onDeath: (reason: string) => void): void {
    const { startTimeout } = this.#options;
    this.#timer = setTimeout(
      () => onDeath(`it has not answered within ${startTimeout} ms (startTimeout)`),
      startTimeout,
    );
    try {
      this.post({ type: 'load', compiled });
    } catch (thrown) {
      onDeath((thrown as Error).message);
    }
  }

  /** Assigns a job to the worker. The slot is idle again when the job has ended or could not be sent. */
  assign(assignment: Assignment, message: StartMessage | CellMessage): void {
    try {
      const training = message.type === 'cell' ? message.task.trainings[0] : message.training;
      // Without a training the worker continues with the previous one.
      if (training) this.#small = isSmall(training);
      this.#watch.begin(this.#small);
      this.#job = message.job;
      this.post(message);
    } catch (cause) {
      this.#watch.end();
      const reason = `the job cannot be sent to a worker: ${(cause as Error).message}`;
      assignment.onLost(new TripError('value', `${reason}; plain data are accepted`, { cause }));
      queueMicrotask(this.#options.onChange);
      return;
    }
    this.#assignment = assignment;
    this.#thread?.ref?.();
  }

  /** Lets the worker free the training that it keeps for a client that has ended. */
  forgetSettled(): void {
    if (!this.idle || !this.preparedFor?.settled) return;
    this.preparedFor = undefined;
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

  /** Terminates the worker, even during a job. */
  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#generation++;
    this.#thread = undefined;
    this.#state = 'empty';
    this.#assignment = undefined;
    this.preparedFor = undefined;
    this.#error = undefined;
    clearTimeout(this.#timer);
    this.#watch.end();
    await thread?.terminate();
  }

  #onJobMessage(message: JobMessage): void {
    const assignment = this.#assignment;
    const ended = message.type !== 'started' && message.type !== 'progress';
    this.#watch.heard();
    if (ended) {
      this.#watch.end();
      clearTimeout(this.#timer);
      this.#assignment = undefined;
      this.#job = undefined;
      this.#thread?.unref?.();
      if (message.type === 'failed' && message.fatal) this.#replace();
    }
    try {
      assignment?.onMessage(message);
    } catch (cause) {
      assignment?.onLost(new TripError('worker', 'a message of the worker cannot be understood', { cause }));
    }
    if (ended) this.#options.onChange();
  }

  /** Starts a worker in a slot without one. One that ends before it is ready is replaced too; `error` keeps the last failure. */
  restartWorker(tries = MOST_STARTS): void {
    this.start().then(this.#options.onChange, () => {
      if (tries > 1 && this.empty) this.restartWorker(tries - 1);
      else this.#options.onChange();
    });
  }

  /** Replaces a worker without a job. */
  replaceIdle(): void {
    if (this.idle) this.#replace();
  }

  #replace(): void {
    void this.stop();
    this.restartWorker();
  }

  #onDeath(reason: string, beforeLoss = () => {}): void {
    const assignment = this.#assignment;
    this.#replace();
    beforeLoss();
    assignment?.onLost(new TripError('worker', `the worker died: ${reason}`));
    // The client may give the job to another worker.
    this.#options.onChange();
  }
}

/** The slots, and the queue of runs and sweeps. */
export class Pool {
  readonly slots: readonly Slot[];
  closed = false;
  #runs: Client[] = [];

  constructor(count: number, options: Omit<SlotOptions, 'onChange' | 'onSilence'>) {
    const onChange = () => this.schedule();
    // A system that ends workers without a word may have ended several. Those without a job are not watched, and a job of which two
    // workers die has failed.
    const onSilence = () => {
      for (const slot of this.slots) slot.replaceIdle();
    };
    this.slots = Array.from({ length: count }, () => new Slot({ ...options, onChange, onSilence }));
  }

  /** Starts one worker, which shows that workers can start; the others start when runs wait for them. */
  async start(): Promise<void> {
    await this.slots[0]?.start();
  }

  add(run: Client): void {
    if (run.settled) return;
    this.#runs.push(run);
    for (const slot of this.slots) if (slot.empty) slot.restartWorker();
    this.schedule();
  }

  /** Assigns idle workers to the run with the fewest workers; ties go to the older run. */
  schedule(): void {
    if (this.closed) return;
    this.#runs = this.#runs.filter((run) => !run.settled);
    for (const slot of this.slots) {
      slot.forgetSettled();
      const [next] = this.#runs.filter((run) => run.waiting > 0).sort((a, b) => a.active.size - b.active.size);
      if (!slot.idle || next === undefined) continue;
      try {
        next.startNext(slot);
      } catch (thrown) {
        next.fail(toTripError(thrown));
      }
    }
    this.#startUnused();
    if (this.slots.every((slot) => slot.empty)) this.#failAll();
  }

  /**
   * Starts a worker for each job that neither has one nor gets one that is starting; all that were never started where the others could not
   * be replaced.
   */
  #startUnused(): void {
    const waiting = this.#runs.reduce((sum, run) => sum + run.waiting, 0);
    const starting = this.slots.filter((slot) => slot.starting).length;
    const unused = this.slots.filter((slot) => slot.unused);
    const broken = this.slots.some((slot) => slot.empty) && this.slots.every((slot) => slot.empty || slot.unused);
    const needed = broken ? waiting * unused.length : waiting - starting;
    for (const slot of unused.slice(0, Math.max(0, needed))) slot.restartWorker();
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
