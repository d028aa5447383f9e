/**
 * Messages between a trainer and its workers: discriminated unions on `type`. A job is one restart of a run or one cell of a sweep;
 * its id is never used again, so a message of a job that is no longer known is late and is dropped.
 */

import type { ErrorRecord } from '../common/errors.js';
import type { RawEvaluation, RawHistory, RawSpec } from '../core/raw.js';
import type { Outcome, Training } from '../model/fit.js';
import type { CellTask } from '../sweep/cell.js';
import type { SweepRow } from '../types.js';

/** How fast a job goes. None of it changes bits. */
export interface Pace {
  /** Epochs that may still be trained; null for as many as there are (not paused). */
  allowance: number | null;
  /** `Infinity`: as fast as it goes. */
  epochsPerSecond: number;
}

export type MessageToWorker =
  /** The first message: which binary to use. Answered by `loading`, then `ready` or `unloadable`. */
  | { type: 'load'; wasmUrl: string | undefined; wasmBinary: Uint8Array | undefined; simd: boolean }
  /** Train one restart. Answered by `started`, then any number of `progress`, then `finished`, `failed` or `cancelled`. */
  | {
      type: 'start';
      job: number;
      /** This restart and those after it; null: as in the start before, with whatever was computed for all restarts. */
      training: Training | null;
      restart: number;
      pace: Pace;
      /** Whether somebody looks at snapshots. */
      watched: boolean;
      /** Smallest number of epochs between two snapshots. */
      snapshotEvery: number;
    }
  /** Train and score one cell of a sweep. Answered by `row`, `failed` or `cancelled`. */
  | { type: 'cell'; job: number; task: CellTask }
  | { type: 'pause'; job: number }
  | { type: 'resume'; job: number }
  /** While paused: so many epochs more. */
  | { type: 'step'; job: number; epochs: number }
  | { type: 'speed'; job: number; epochsPerSecond: number }
  /** Somebody looks at snapshots from now on, or nobody does. */
  | { type: 'watch'; job: number; watched: boolean }
  /** Answered by `cancelled`, unless the job has ended meanwhile. */
  | { type: 'cancel'; job: number }
  /** Between jobs: no further restart of the last training will be asked for. */
  | { type: 'forget' };

export type MessageFromWorker =
  /** It is the right script. */
  | { type: 'loading' }
  | { type: 'ready' }
  /** The binary did not load; the worker is of no use. */
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
      /** Of this restart alone; without frames when an earlier one of this worker is better. */
      outcome: Outcome;
      /** Scores of the final parameters. */
      scores: RawEvaluation;
      busyMs: number;
      /** Epochs of the last `step` that were left. */
      allowance: number | null;
    }
  | {
      type: 'failed';
      job: number;
      error: ErrorRecord;
      /** The module is in an unknown state: discard the worker. */
      fatal: boolean;
    }
  | { type: 'row'; job: number; row: SweepRow }
  | { type: 'cancelled'; job: number };

export type LoadMessage = Extract<MessageToWorker, { type: 'load' }>;
export type StartMessage = Extract<MessageToWorker, { type: 'start' }>;
export type CellMessage = Extract<MessageToWorker, { type: 'cell' }>;
export type ProgressMessage = Extract<MessageFromWorker, { type: 'progress' }>;
export type FinishedMessage = Extract<MessageFromWorker, { type: 'finished' }>;
