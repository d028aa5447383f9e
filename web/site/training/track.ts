/** One training shown: its frames by epoch, its history, and its outcome. */

import type { Frame, History, Model, ModelSpec, RestartReport, Snapshot } from 'trip-wasm';
import type { Method } from '../link/state.ts';
import type { PlaneMatch } from '../picture/truth.ts';
import { plateauOf } from './plateau.ts';

export type { Method } from '../link/state.ts';

export interface TrackFrame extends Frame {
  /** The package computes the model of this frame from it. */
  readonly source: Model | Snapshot;
  /** Undefined where the true plane is unknown. */
  readonly match: PlaneMatch | undefined;
}

export type TrackState =
  | { readonly kind: 'training' }
  | { readonly kind: 'done'; readonly fingerprint: string }
  | { readonly kind: 'diverged'; readonly epoch: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Compares a model's projections with the true ones. */
export type MatchPlane = (parameters: Float32Array, spec: ModelSpec) => PlaneMatch | undefined;

/** Limit in bytes for all frames of a session. Only the first and the last frame of each training may exceed it. */
export const frameBytes = 64 * 2 ** 20;
/** More than the epochs of any training. */
const largestSpacing = 2 ** 30;
/** Number of frames of one training that give a smooth time line. */
const smoothFrames = 201;

/**
 * Number of frames to record of each training. Every start is recorded, and a training shown keeps up to twice as many frames of
 * its snapshots.
 */
export function framesFor(parameters: number, starts: number, shown: number): number {
  const frame = Float32Array.BYTES_PER_ELEMENT * parameters;
  return Math.max(2, Math.min(smoothFrames, Math.floor(frameBytes / (frame * (starts + 3 * shown)))));
}

export class Track {
  state: TrackState = { kind: 'training' };
  history: History | undefined;
  /** Final scores. */
  report: RestartReport | undefined;
  busyMs = 0;
  /** Ordered by epoch. */
  frames: TrackFrame[] = [];
  /** Number whose multiples are the epochs of the frames that are kept of snapshots. */
  private spacing = 1;

  constructor(
    readonly method: Method,
    readonly restart: number,
    /** Maximum number of frames kept from snapshots. */
    private readonly maxFrames: number,
    private readonly match: MatchPlane,
    /** The first of two parts: this track continues where that part ended. */
    private readonly first?: Model,
  ) {
    this.history = first?.history;
    this.frames = (first?.frames ?? []).map((frame) => this.complete(frame, first as Model));
  }

  /** Epochs of the first part. */
  private get firstEpochs(): number {
    return this.first?.restarts[this.first.best]?.epochs ?? 0;
  }

  /** The history of both parts. */
  private wholeHistory(history: History): History {
    return this.first ? joined(this.first.history, history) : history;
  }

  get newest(): TrackFrame | undefined {
    return this.frames[this.frames.length - 1];
  }

  get epoch(): number {
    return this.newest?.epoch ?? 0;
  }

  get settled(): boolean {
    return this.state.kind !== 'training';
  }

  /** The last frame at or before `epoch`, else the first. */
  frameAt(epoch: number): TrackFrame | undefined {
    let low = 0;
    let high = Math.max(0, this.frames.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.frames[middle] as TrackFrame).epoch <= epoch) low = middle;
      else high = middle - 1;
    }
    return this.frames[low];
  }

  /** The first frame at or after `epoch`. */
  frameFrom(epoch: number): TrackFrame | undefined {
    return this.frames.find((frame) => frame.epoch >= epoch);
  }

  /** First epoch at which the objective was flat. */
  get plateau(): number | undefined {
    return this.history && plateauOf(this.history.objective);
  }

  /** Shows the untrained model, which outlives the track. */
  preview(model: Model): void {
    this.frames = [this.complete({ restart: this.restart, epoch: 0, parameters: model.parameters }, model)];
  }

  addSnapshot(snapshot: Snapshot): void {
    this.history = this.wholeHistory(snapshot.history);
    this.busyMs = snapshot.busyMs;
    const epoch = this.firstEpochs + snapshot.epoch;
    if (this.newest !== undefined && epoch <= this.epoch) return;
    // All frames share one source: each snapshot contains the whole history, and keeping them all would use too much memory.
    this.frames.push(this.complete({ ...snapshot, epoch }, this.newest?.source ?? snapshot));
    if (this.frames.length > this.maxFrames) this.thin();
  }

  /** Keeps every second frame of a long training, at epochs that other trainings keep too. */
  private thin(): void {
    do {
      this.spacing *= 2;
      this.frames = this.frames.filter(({ epoch }, at) => {
        const own = epoch - this.firstEpochs;
        return own <= 0 || own % this.spacing === 0 || at === this.frames.length - 1;
      });
    } while (this.frames.length > this.maxFrames && this.spacing < largestSpacing);
  }

  /**
   * Ends the track with the trained model, whose evenly spaced frames fill the gaps that a fast training leaves between
   * snapshots. `source` outlives the track.
   */
  finish(model: Model, source: Model | Snapshot = this.newest?.source ?? model): void {
    const report = model.restarts[model.best];
    this.history = this.wholeHistory(model.history);
    this.report = report;
    const end = report ? this.firstEpochs + report.epochs : this.epoch;
    const last = { restart: this.restart, epoch: end, parameters: model.parameters };
    const frames = model.frames.map((frame) => ({ ...frame, epoch: this.firstEpochs + frame.epoch }));
    // With a validation set the kept parameters are those of the best epoch, and the training ends with them.
    this.merge([last, ...frames], source);
    this.state = report?.diverged
      ? { kind: 'diverged', epoch: last.epoch }
      : { kind: 'done', fingerprint: model.fingerprint };
  }

  private merge(frames: readonly Frame[], source: Model | Snapshot): void {
    const byEpoch = new Map(this.frames.map((frame) => [frame.epoch, frame]));
    for (const frame of frames) if (!byEpoch.has(frame.epoch)) byEpoch.set(frame.epoch, this.complete(frame, source));
    this.frames = [...byEpoch.values()].sort((a, b) => a.epoch - b.epoch);
  }

  private complete({ restart, epoch, parameters }: Frame, source: Model | Snapshot): TrackFrame {
    return { restart, epoch, parameters, source, match: this.match(parameters, source.spec) };
  }
}

/** Joins two histories, column by column. */
function joined(first: History, second: History): History {
  const columns = Object.entries(second).map(([name, values]: [string, Float32Array]) => {
    const before = first[name as keyof History] ?? new Float32Array();
    const both = new Float32Array(before.length + values.length);
    both.set(before);
    both.set(values, before.length);
    return [name, both];
  });
  return Object.fromEntries(columns);
}
