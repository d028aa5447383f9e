/** Options and results of the queue. */

import type { Dataset, SweepPlan } from 'trip-wasm';

/** The queue that submitters and workers share. */
export interface QueueOptions {
  /** Name of the BullMQ queue. Use a queue for sweeps alone, since its workers take every job. */
  readonly queue: string;
  /** The connection to Redis as BullMQ takes it, such as `{ host: '127.0.0.1', port: 6379 }`. */
  readonly connection: object;
}

/** Options of {@link status}. */
export interface StatusOptions extends QueueOptions {
  /** Rejects with the code `aborted` at once; without it a call waits for as long as Redis does not answer. */
  readonly signal?: AbortSignal;
}

/** Options of {@link submit}. */
export interface SubmitOptions extends StatusOptions {
  /**
   * Number of cells of a job, 1 to 10,000. Default 10, or more where the plan would have over 10,000 jobs. Another number than before
   * submits all cells again; workers compute only those that their files lack.
   */
  readonly cellsPerJob?: number;
}

/** The outcome of {@link submit}. */
export interface Submission {
  /** Number of cells of the plan. */
  readonly cells: number;
  /** Number of jobs of the plan. */
  readonly jobs: number;
  /** Jobs that had failed in an earlier submission of the plan, and are tried again. */
  readonly retried: number;
}

/** The work of a worker: the cells of this plan, and cells that an {@link executor} sends for these data. */
export type WorkSource =
  | SweepPlan
  | {
      /** The samples that the cells name by index. */
      readonly data: Dataset;
    };

/** Options of {@link work}. */
export interface WorkOptions extends QueueOptions {
  /**
   * The part to which the rows of a plan are appended, for `trip sweep --merge`. Each worker needs its own file, on a disk that outlives the
   * worker; with the same file, a worker that is started again goes on with it. Needed for jobs of {@link submit}.
   */
  readonly out?: string;
  /** Number of threads. Default: the number of processors minus one, from 1 to 8. */
  readonly workers?: number;
  /** How often a cell that fails is tried again, 0 to 100. Default 2. */
  readonly retries?: number;
  /** Ends the work; jobs that have not ended are done by other workers. */
  readonly signal?: AbortSignal;
  /** Ends the work when no job is left. Default false: the worker waits for further jobs. */
  readonly untilEmpty?: boolean;
  /** Milliseconds after which a job of a worker that no longer answers is given to another worker, 1 to 2^31 - 1. Default 30,000. */
  readonly lockDuration?: number;
  /** How often a job may lose its worker before it fails, 0 to 1,000,000. Default 20. */
  readonly maxStalledCount?: number;
}

/** The outcome of {@link work}. */
export interface WorkResult {
  /** Number of jobs that this worker has done. */
  readonly jobs: number;
  /** Number of cells of these jobs. */
  readonly cells: number;
  /** Number of these cells that failed each time. */
  readonly failed: number;
}

/** How far the jobs of a queue are. */
export interface QueueStatus {
  /** Number of cells of all jobs in the queue. */
  readonly cells: number;
  /** Number of cells with a row. */
  readonly done: number;
  /** Number of cells that failed each time, also in jobs that failed. */
  readonly failed: number;
  /** Number of cells that no worker has done. */
  readonly left: number;
  /** Number of workers that are connected. */
  readonly workers: number;
  /** Seconds until no cell is left, at the speed of the last jobs; absent where it is unknown. */
  readonly secondsLeft?: number;
}

/** Options of {@link executor}. */
export interface ExecutorOptions extends QueueOptions {
  /** Number of cells of a job, 1 to 1000. Default 10. */
  readonly cellsPerJob?: number;
  /** Most jobs in the queue at a time, 1 to 10,000. Default 100. */
  readonly ahead?: number;
}
