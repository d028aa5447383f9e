/** The trainings shown: for each method one run of the trainer, and the track of its reported frames. */

import type { Model, Trip } from 'trip-wasm';
import type { Run } from 'trip-wasm/trainer';
import type { Material } from '../data/catalogue.ts';
import { matchTruth } from '../picture/truth.ts';
import { messageOf } from './error-message.ts';
import type { PlannedFits } from './planned-fits.ts';
import { type MatchPlane, type Method, Track } from './track.ts';

/** The owner of the runs: it sets their speed, and acts on their reports. */
export interface RunOwner {
  /** A run that starts now begins paused. */
  isPaused(): boolean;
  /** Epochs a second at an epoch; infinite at full speed. */
  speedAt(epoch: number): number;
  /** A frame has arrived; `before` is the epoch of the previous one. */
  onFrame(track: Track, before: number): void;
  onFail(message: string): void;
  /** A run has ended, or failed. */
  onEnd(): void;
}

export class ViewRuns {
  tracks: Partial<Record<Method, Track>> = {};
  /** A run is absent while the first of two parts trains. */
  private readonly active = new Map<Method, { readonly control: AbortController; readonly run?: Run }>();

  constructor(
    private readonly trip: Trip,
    private readonly owner: RunOwner,
  ) {}

  /** Starts a training in place of the previous one. */
  train(fits: PlannedFits, method: Method, restart: number): void {
    this.drop(method);
    const control = new AbortController();
    this.active.set(method, { control });
    if (fits.plan.branch) void this.trainTwoParts(fits, method, restart, control);
    else this.start(fits, method, restart, control);
  }

  /** Shows a finished training from its recorded frames. `model` outlives the track. */
  show(fits: PlannedFits, method: Method, restart: number, { model, first }: { model: Model; first?: Model }): void {
    this.drop(method);
    this.open(method, restart, fits.plan.material, { frames: fits.frames, ...(first && { first }) }).finish(
      model,
      model,
    );
  }

  /** Shows an untrained model, which outlives the track. */
  preview(method: Method, restart: number, material: Material, model: Model): Track {
    const track = this.open(method, restart, material, { frames: 0 });
    track.preview(model);
    return track;
  }

  pause(): void {
    for (const { run } of this.active.values()) run?.pause();
  }

  resume(): void {
    for (const { run } of this.active.values()) run?.resume();
  }

  /** Trains paused runs until this epoch has ended. */
  stepTo(epoch: number, first: number): void {
    for (const { run } of this.active.values()) if (epoch > first) run?.stepTo(epoch - first);
  }

  /** The newest epoch of the trainings that run; undefined when all have ended. */
  get newestEpoch(): number | undefined {
    const epochs = [...this.active.keys()].map((method) => this.tracks[method]?.epoch ?? 0);
    return epochs.length > 0 ? Math.max(...epochs) : undefined;
  }

  /** Sets the speed of each run again. */
  updateSpeed(): void {
    for (const [method, { run }] of this.active) run?.setSpeed(this.owner.speedAt(this.tracks[method]?.epoch ?? 0));
  }

  /** Cancels all runs and removes their tracks. */
  stop(): void {
    for (const method of this.active.keys()) this.drop(method);
    this.tracks = {};
  }

  private drop(method: Method): void {
    this.active.get(method)?.control.abort();
    this.active.delete(method);
    delete this.tracks[method];
  }

  private async trainTwoParts(
    fits: PlannedFits,
    method: Method,
    restart: number,
    control: AbortController,
  ): Promise<void> {
    const { signal } = control;
    try {
      const first = await fits.trainFirstPart(method, restart, signal);
      if (signal.aborted) first?.dispose();
      else this.start(fits, method, restart, control, first);
    } catch (error) {
      if (!signal.aborted) this.fail(this.open(method, restart, fits.plan.material, { frames: fits.frames }), error);
    }
  }

  private start(fits: PlannedFits, method: Method, restart: number, control: AbortController, first?: Model): void {
    const { signal } = control;
    const epochsPerSecond = this.owner.speedAt(fits.firstEpochs);
    const paced = Number.isFinite(epochsPerSecond) && { epochsPerSecond };
    const run = fits.start(method, restart, { signal, paused: this.owner.isPaused(), ...paced }, first);
    this.active.set(method, { control, run });
    const memory = { frames: fits.frames, ...(first && { first }) };
    void this.follow(this.open(method, restart, fits.plan.material, memory), run, signal);
  }

  /** `frames`: number of frames to record. `first`: the first of two parts. */
  private open(
    method: Method,
    restart: number,
    { truth }: Material,
    { frames, first }: { frames: number; first?: Model },
  ): Track {
    const match: MatchPlane = (parameters, spec) => matchTruth(this.trip, parameters, spec, truth);
    const track = new Track(method, restart, 2 * frames, match, first);
    this.tracks[method] = track;
    return track;
  }

  private async follow(track: Track, run: Run, signal: AbortSignal): Promise<void> {
    try {
      let speed = this.owner.speedAt(track.epoch);
      for await (const snapshot of run) {
        if (signal.aborted) return;
        const before = track.epoch;
        track.addSnapshot(snapshot);
        const wanted = this.owner.speedAt(track.epoch);
        // The worker receives only larger changes.
        if (wanted > 1.1 * speed || wanted < speed / 1.1) {
          speed = wanted;
          run.setSpeed(speed);
        }
        this.owner.onFrame(track, before);
      }
      const model = await run.model;
      if (!signal.aborted) track.finish(model);
      model.dispose();
    } catch (error) {
      if (!signal.aborted) this.fail(track, error);
      return;
    }
    if (!signal.aborted) this.end(track);
  }

  private fail(track: Track, error: unknown): void {
    const message = messageOf(error);
    track.state = { kind: 'failed', message };
    this.owner.onFail(message);
    this.end(track);
  }

  private end({ method }: Track): void {
    this.active.delete(method);
    this.owner.onEnd();
  }
}
