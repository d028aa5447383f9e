/**
 * Messages between a trainer and its workers: discriminated unions on `type`. A job is one restart of a run, or its leg
 * between two comparisons of halving, or one cell of a sweep or an assessment; its id is never reused, so late messages of a job that has ended are recognised and dropped. What is no message of these is ignored on
 * both sides, except that a worker answers a `start` or `cell` that it cannot begin by `failed`.
 */

import type { ErrorRecord } from '../common/errors.js';
import type { CompiledCore, RawEvaluation, RawHistory, RawSpec, RawState } from '../core/raw.js';
import type { ModelOutcome, Training } from '../model/fit.js';
import type { CellTask } from '../sweep/cell.js';
import type { CellReport } from '../types.js';

/** Speed of a job. It does not change the bits of the result. */
export interface Pace {
  /** Epochs that may still be trained; null when not paused. */
  allowance: number | null;
  /** `Infinity` is full speed. */
  epochsPerSecond: number;
  /** Epochs that a lost worker had trained already: they are repeated at full speed. */
  repeated: number;
}

export type MessageToWorker =
  /** The first message has the binary, compiled. Answered by `loading`, then `ready` or `unloadable`. */
  | { type: 'load'; compiled: CompiledCore }
  /** Train one restart. Answered by `started`, then any number of `progress`, then `finished`, `rested`, `failed` or `cancelled`. */
  | {
      type: 'start';
      job: number;
      /** This restart and those after it; null continues with the training of the previous `start`, whose preparation is kept. */
      training: Training | null;
      restart: number;
      /** The state from which the restart goes on; null begins it. */
      state: RawState | null;
      /** The epoch at which the job ends, if the restart does not end before. */
      until: number;
      /** The restart ends there, as others have beaten it; otherwise it rests there, unless it is its last epoch. */
      halts: boolean;
      pace: Pace;
      /** Whether snapshots have a reader. */
      watched: boolean;
      /** Smallest number of epochs between two snapshots. */
      snapshotEvery: number;
    }
  /** Train and score one cell. Answered by `report`, `failed` or `cancelled`. */
  | { type: 'cell'; job: number; task: CellTask }
  | { type: 'pause'; job: number }
  | { type: 'resume'; job: number }
  /** While paused, train this many more epochs. */
  | { type: 'step'; job: number; epochs: number }
  /** While paused, train until this epoch has ended. */
  | { type: 'stepTo'; job: number; epoch: number }
  | { type: 'speed'; job: number; epochsPerSecond: number }
  /** Whether snapshots have a reader from now on. */
  | { type: 'watch'; job: number; watched: boolean }
  /** Answered by `cancelled`, unless the job has already ended. */
  | { type: 'cancel'; job: number }
  /** Answered by `pulse` between two calls of the core. */
  | { type: 'ping' }
  /** Between jobs: no further restart of the last training will be requested. */
  | { type: 'forget' };

export type MessageFromWorker =
  /** `steady`: pings are answered at once from now on. Otherwise the next call of the core may take any time. */
  | { type: 'pulse'; steady: boolean }
  /** The script is the right one. */
  | { type: 'loading' }
  | { type: 'ready' }
  /** The binary did not load, so the worker is unusable. */
  | { type: 'unloadable'; error: ErrorRecord }
  | { type: 'started'; job: number; spec: RawSpec }
  | {
      type: 'progress';
      job: number;
      /** Epochs finished. */
      epoch: number;
      parameters: Float32Array;
      /** Scores of the parameters. */
      scores: RawEvaluation;
      /** The epochs since the last message. */
      history: RawHistory;
      /** Milliseconds spent computing in this job so far. */
      busyMs: number;
    }
  | {
      type: 'finished';
      job: number;
      /** Outcome of this restart alone; without frames when an earlier restart of this worker is better. */
      outcome: ModelOutcome;
      /** Scores of the final parameters. */
      scores: RawEvaluation;
      busyMs: number;
    }
  | {
      type: 'rested';
      job: number;
      /** The value that halving compares. */
      standing: number;
      /** From which any worker can go on. */
      state: RawState;
      busyMs: number;
    }
  | {
      type: 'failed';
      job: number;
      error: ErrorRecord;
      /** The module is in an unknown state, so the worker must be replaced. */
      fatal: boolean;
    }
  | { type: 'report'; job: number; report: CellReport }
  | { type: 'cancelled'; job: number };

export type LoadMessage = Extract<MessageToWorker, { type: 'load' }>;
export type StartMessage = Extract<MessageToWorker, { type: 'start' }>;
export type CellMessage = Extract<MessageToWorker, { type: 'cell' }>;
export type ProgressMessage = Extract<MessageFromWorker, { type: 'progress' }>;
export type FinishedMessage = Extract<MessageFromWorker, { type: 'finished' }>;
export type RestedMessage = Extract<MessageFromWorker, { type: 'rested' }>;

export type Post = (message: MessageFromWorker, transfer: ArrayBuffer[]) => void;
