/** Workers of either kind behind one face: started, loaded, handed one job at a time, replaced when they die. */

import { fromRecord, TripError } from './errors.js';
import { absolute, isNode } from './load.js';
import type { CellMessage, MessageFromWorker, MessageToWorker, StartMessage } from './protocol.js';

/** A worker that does not stop by itself within this time is thrown away. */
const CANCEL_GRACE_MS = 60;

/** A browser Worker or a Node worker thread. */
interface Thread {
  postMessage(message: MessageToWorker): void;
  terminate(): unknown;
  /** Node: whether the process waits for it. */
  ref?(): void;
  unref?(): void;
}

/** What a thread tells its slot. */
interface Listener {
  hear(message: MessageFromWorker): void;
  /** The script could not be loaded, threw, or ended. */
  die(reason: string): void;
}

export interface SlotOptions {
  /** Undefined: the package's own script. */
  readonly workerUrl: string | URL | undefined;
  readonly load: Extract<MessageToWorker, { type: 'load' }>;
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
      openThread(this.#options.workerUrl, { hear, die }).then(
        (thread) => {
          if (generation !== this.#generation) {
            void thread.terminate();
            reject(new TripError('closed', 'the worker was stopped while it started'));
            return;
          }
          this.#thread = thread;
          thread.postMessage(this.#options.load);
        },
        (thrown) => die((thrown as Error).message),
      );
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

function cannotStart(workerUrl: string | URL | undefined, reason: string): TripError {
  const script = workerUrl === undefined ? "the package's own worker.js" : String(workerUrl);
  const advice = 'give workerUrl, the address of worker.js of this package on the same origin as the page';
  return new TripError('worker', `the worker script could not start from ${script}: ${reason}; ${advice}`);
}

async function openThread(workerUrl: string | URL | undefined, listener: Listener): Promise<Thread> {
  const url = workerUrl === undefined ? undefined : absolute(workerUrl);
  return isNode() ? openNodeThread(url, listener) : openBrowserWorker(url, listener);
}

function openBrowserWorker(url: URL | undefined, { hear, die }: Listener): Thread {
  // Bundlers recognise this expression only when it is written out.
  const worker =
    url === undefined
      ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })
      : new Worker(url, { type: 'module' });
  worker.onmessage = (event: MessageEvent<MessageFromWorker>) => hear(event.data);
  worker.onmessageerror = () => die('a message could not be read');
  worker.onerror = (event) => {
    event.preventDefault();
    die(event.message || 'the script could not be loaded');
  };
  return worker;
}

async function openNodeThread(url: URL | undefined, { hear, die }: Listener): Promise<Thread> {
  const name = 'node:worker_threads';
  const { Worker: NodeWorker } = await import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  // Not written out: bundlers would emit the script a second time, as a plain file.
  const script = './worker.js';
  const worker = new NodeWorker(url ?? new URL(/* @vite-ignore */ script, import.meta.url), inlineSafe());
  worker.on('message', hear);
  worker.on('messageerror', () => die('a message could not be read'));
  worker.on('error', (error: unknown) => die(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code: number) => die(`it ended with exit code ${code}`));
  return worker;
}

/** Threads take over the flags of the process, but refuse to start from a file with the one for code on the command line. */
function inlineSafe(): { execArgv?: string[] } {
  const flags = globalThis.process?.execArgv ?? [];
  return flags.some((flag) => flag.startsWith('--input-type')) ? { execArgv: [] } : {};
}
