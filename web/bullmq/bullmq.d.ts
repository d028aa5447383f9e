/** The part of BullMQ that this entry uses, of its versions 5 and 6. */
declare module 'bullmq' {
  export interface QueueJob<Data = unknown, Result = unknown> {
    readonly id?: string;
    readonly data: Data;
    readonly returnvalue: Result;
    readonly failedReason: string | undefined;
    readonly processedOn?: number;
    getState(): Promise<string>;
    remove(): Promise<void>;
    retry(state: 'failed', options: { readonly resetAttemptsMade: boolean }): Promise<void>;
  }

  export interface JobOptions {
    readonly jobId?: string;
    readonly attempts?: number;
    readonly backoff?: { readonly type: 'fixed'; readonly delay: number };
  }

  export class Queue<Data = unknown, Result = unknown> {
    constructor(name: string, options: object);
    addBulk(jobs: readonly { name: string; data: Data; opts: JobOptions }[]): Promise<QueueJob<Data, Result>[]>;
    getJob(id: string): Promise<QueueJob<Data, Result> | undefined>;
    getJobs(states: readonly string[], start: number, end: number): Promise<(QueueJob<Data, Result> | undefined)[]>;
    getJobCounts(...states: string[]): Promise<{ [state: string]: number }>;
    getWorkersCount(): Promise<number>;
    on(event: 'error', listener: (error: Error) => void): this;
    close(): Promise<void>;
    disconnect(): Promise<void>;
  }

  export class Worker<Data = unknown, Result = unknown> {
    constructor(name: string, process: (job: QueueJob<Data, Result>) => Promise<Result>, options: object);
    on(event: 'error', listener: (error: Error) => void): this;
    pause(): Promise<void>;
    close(force?: boolean): Promise<void>;
  }
}
