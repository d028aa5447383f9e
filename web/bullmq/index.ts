/** The entry `trip-wasm/bullmq`: sweeps and assessments by a queue in Redis. It needs Node and the packages bullmq and ioredis. */

export { executor } from './executor.js';
export { status } from './status.js';
export { submit } from './submit.js';
export type {
  ExecutorOptions,
  QueueOptions,
  QueueStatus,
  StatusOptions,
  Submission,
  SubmitOptions,
  WorkOptions,
  WorkResult,
  WorkSource,
} from './types.js';
export { work } from './work.js';
