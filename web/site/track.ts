/** One training on view: its frames as they arrive, its history, and how it ended. */

import type { Frame, History, Model, RestartReport, Snapshot } from 'trip-wasm';
import type { PlaneMatch } from './geometry.ts';

export type Method = 'pca' | 'lda' | 'trip';
export const methods: readonly Method[] = ['pca', 'lda', 'trip'];

export interface TrackFrame extends Frame {
  readonly match: PlaneMatch;
}

export type TrackState =
  | { readonly kind: 'training' }
  | { readonly kind: 'done'; readonly fingerprint: string }
  | { readonly kind: 'diverged'; readonly epoch: number }
  | { readonly kind: 'failed'; readonly message: string };

export class Track {
  state: TrackState = { kind: 'training' };
  history: History | undefined;
  /** Scores at the end. */
  report: RestartReport | undefined;
  busyMs = 0;
  /** In order of their epochs, the first at epoch 0. */
  frames: TrackFrame[] = [];

  /**
   * @param origin the untrained model: the source of every frame's model
   * @param match compares a projection with the true plane
   */
  constructor(
    readonly method: Method,
    readonly restart: number,
    readonly origin: Model,
    private readonly match: (projection: Float32Array) => PlaneMatch,
  ) {
    this.frames.push(this.withMatch({ restart, epoch: 0, parameters: origin.parameters }));
  }

  get newest(): TrackFrame {
    return this.frames[this.frames.length - 1] as TrackFrame;
  }

  get settled(): boolean {
    return this.state.kind !== 'training';
  }

  /** The last frame at or before `epoch`. */
  frameAt(epoch: number): TrackFrame {
    let low = 0;
    let high = this.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.frames[middle] as TrackFrame).epoch <= epoch) low = middle;
      else high = middle - 1;
    }
    return this.frames[low] as TrackFrame;
  }

  take(snapshot: Snapshot): void {
    this.history = snapshot.history;
    this.busyMs = snapshot.busyMs;
    if (snapshot.epoch > this.newest.epoch) {
      const { restart, epoch, parameters } = snapshot;
      this.frames.push(this.withMatch({ restart, epoch, parameters }));
    }
  }

  /** Takes the finished model; its evenly spaced frames fill the gaps that a fast training left between snapshots. */
  finish(model: Model): void {
    const report = model.restarts[model.best];
    this.history = model.history;
    this.report = report;
    const last: Frame = {
      restart: this.restart,
      epoch: report?.epochs ?? this.newest.epoch,
      parameters: model.parameters,
    };
    this.merge([...model.frames, last]);
    this.state = report?.diverged
      ? { kind: 'diverged', epoch: last.epoch }
      : { kind: 'done', fingerprint: model.fingerprint };
  }

  private merge(frames: readonly Frame[]): void {
    const byEpoch = new Map(this.frames.map((frame) => [frame.epoch, frame]));
    for (const frame of frames) if (!byEpoch.has(frame.epoch)) byEpoch.set(frame.epoch, this.withMatch(frame));
    this.frames = [...byEpoch.values()].sort((a, b) => a.epoch - b.epoch);
  }

  private withMatch(frame: Frame): TrackFrame {
    const projection = frame.parameters.subarray(0, (this.origin.spec.dims[0] as number) * 2);
    return { ...frame, match: this.match(projection) };
  }
}
