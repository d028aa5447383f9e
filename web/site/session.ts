/**
 * One lesson: a data set, three trainings on view and the starts that run behind them. Knows nothing of the page; whoever
 * shows it is told by `onChange`.
 *
 * The trainings on view are slowed down so that the projection can be watched. The starts run at full speed on the other
 * workers; when all have ended, the one with the lowest training objective comes on view.
 */

import type { FitOptions, Model, RestartReport, Spiral, Trip } from 'trip-wasm';
import type { Trainer } from 'trip-wasm/trainer';
import { matchPlanes, planeInTrainingUnits } from './geometry.ts';
import { extentOf } from './picture.ts';
import type { Settings } from './state.ts';
import { type Method, methods, Track, type TrackFrame } from './track.ts';

/** Frames kept of each training: enough for a smooth time line. */
const framesKept = 201;
/** Workers that serve the three trainings on view. */
export const viewWorkers = methods.length;

/** Epochs a second at a given epoch, for the trainings on view. It changes no bits. */
export type Pace = (epoch: number) => number;

/** One restart of TRIP. */
export interface Start {
  readonly index: number;
  readonly state: 'waiting' | 'training' | 'done' | 'failed';
  readonly report?: RestartReport;
  readonly model?: Model;
}

export class Session {
  data: Spiral | undefined;
  settings: Settings | undefined;
  tracks: Partial<Record<Method, Track>> = {};
  starts: readonly Start[] = [];
  /** Index of the start with the lowest training objective, once all have ended. */
  chosen: number | undefined;
  /** Start that the reader picked instead. */
  picked: number | undefined;
  /** Half the side of the square that all panels show. */
  extent = 1;
  playing = false;
  /** Epoch on view while looking back; undefined shows the newest. */
  playhead: number | undefined;
  /** First failure that is not a divergence. */
  failure: string | undefined;

  private readonly runs = new Map<Method, { control: AbortController; run: ReturnType<Trainer['fit']> }>();
  private search = new AbortController();

  constructor(
    private readonly trip: Trip,
    private readonly trainer: Trainer,
    private pace: Pace,
    private readonly onChange: () => void,
  ) {}

  /** Draws the data and trains anew. */
  begin(settings: Settings, picked: number | undefined, playing: boolean): void {
    this.stop();
    const { dataSeed: seed, samplesPerClass, noiseDimensions } = settings;
    this.settings = settings;
    this.data = this.trip.spiral({ seed, samplesPerClass, noiseDimensions });
    this.picked = picked;
    this.chosen = undefined;
    this.failure = undefined;
    this.playing = playing;
    this.playhead = undefined;
    for (const method of methods) this.train(method, picked ?? 0);
    this.extent = extentOf((this.tracks.pca as Track).origin, this.data);
    this.starts = Array.from({ length: settings.restarts }, (_, index) => ({ index, state: 'waiting' as const }));
    this.runStarts();
    this.onChange();
  }

  play(): void {
    if (this.playhead !== undefined && this.playhead >= this.newestEpoch()) this.playhead = undefined;
    if (this.playhead === undefined && this.finished) this.rewind();
    this.playing = true;
    for (const { run } of this.runs.values()) run.resume();
    this.onChange();
  }

  pause(): void {
    this.playing = false;
    for (const { run } of this.runs.values()) run.pause();
    this.onChange();
  }

  /** One move forward: through what has been recorded while looking back, else `epochs` more of training. */
  step(epochs: number): void {
    this.pause();
    if (this.playhead !== undefined) this.seek(this.playhead + epochs);
    else for (const { run } of this.runs.values()) run.step(epochs);
    this.onChange();
  }

  /** Back to epoch 0; training again with the same seeds gives the same bits. */
  rewind(): void {
    this.playing = false;
    this.playhead = undefined;
    const restart = this.tracks.trip?.restart ?? 0;
    for (const method of methods) this.train(method, restart);
    this.onChange();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    for (const [method, { run }] of this.runs) run.setSpeed(pace(this.tracks[method]?.newest.epoch ?? 0));
  }

  /** Looks at the recorded frame of `epoch`; at or past the newest one the view is live again. */
  seek(epoch: number): void {
    this.pause();
    this.playhead = epoch >= this.newestEpoch() ? undefined : Math.max(0, epoch);
    this.onChange();
  }

  /** While recorded frames are played: moves on by the time that has passed. */
  tick(seconds: number): void {
    if (!this.replaying) return;
    const next = (this.playhead as number) + this.pace(this.playhead as number) * seconds;
    if (next < this.newestEpoch()) this.playhead = next;
    else this.goLive();
    this.onChange();
  }

  get replaying(): boolean {
    return this.playing && this.playhead !== undefined;
  }

  get finished(): boolean {
    return methods.every((method) => this.tracks[method]?.settled);
  }

  newestEpoch(): number {
    return Math.max(0, ...methods.map((method) => this.tracks[method]?.newest.epoch ?? 0));
  }

  frame(method: Method): TrackFrame | undefined {
    const track = this.tracks[method];
    return this.playhead === undefined ? track?.newest : track?.frameAt(this.playhead);
  }

  /** Puts another start on view. */
  pick(index: number): void {
    this.picked = index === this.chosen ? undefined : index;
    this.view(index);
  }

  /** Ends every training and frees the models. */
  stop(): void {
    this.search.abort();
    for (const method of methods) this.drop(method);
    for (const start of this.starts) start.model?.dispose();
    this.starts = [];
  }

  private goLive(): void {
    this.playhead = undefined;
    this.playing = !this.finished;
  }

  private options(method: Method, restart: number): FitOptions {
    const s = this.settings as Settings;
    return {
      method,
      lambda: s.lambda,
      hidden: Array<number>(s.layers).fill(s.width),
      epochs: s.epochs,
      batchSize: s.batchSize,
      learningRate: s.learningRate,
      standardize: s.standardize,
      seed: s.startSeed,
      firstRestart: restart,
      test: (this.data as Spiral).test,
    };
  }

  /** Starts a training on view, after the one that it replaces has been dropped. */
  private train(method: Method, restart: number): void {
    this.drop(method);
    const options = this.options(method, restart);
    const train = (this.data as Spiral).train;
    const track = this.newTrack(method, restart, this.trip.fit(train, { ...options, epochs: 0 }));
    const control = new AbortController();
    const epochsPerSecond = this.pace(0);
    const run = this.trainer.fit(
      train,
      { ...options, record: framesKept },
      { signal: control.signal, paused: !this.playing, ...(Number.isFinite(epochsPerSecond) && { epochsPerSecond }) },
    );
    this.runs.set(method, { control, run });
    void this.follow(track, run, control.signal);
  }

  private newTrack(method: Method, restart: number, origin: Model): Track {
    const plane = planeInTrainingUnits((this.data as Spiral).truth.plane, origin.spec);
    const track = new Track(method, restart, origin, (projection) => matchPlanes(this.trip, projection, plane));
    this.tracks[method] = track;
    return track;
  }

  private async follow(track: Track, run: ReturnType<Trainer['fit']>, signal: AbortSignal): Promise<void> {
    try {
      for await (const snapshot of run) {
        if (signal.aborted) return;
        track.take(snapshot);
        run.setSpeed(this.pace(snapshot.epoch));
        this.onChange();
      }
      const model = await run.model;
      if (!signal.aborted) track.finish(model);
      model.dispose();
    } catch (error) {
      if (signal.aborted) return;
      track.state = { kind: 'failed', message: messageOf(error) };
      this.failure ??= messageOf(error);
    }
    if (signal.aborted) return;
    this.runs.delete(track.method);
    if (this.finished && this.playhead === undefined) this.playing = false;
    this.onChange();
  }

  private drop(method: Method): void {
    this.runs.get(method)?.control.abort();
    this.runs.delete(method);
    this.tracks[method]?.origin.dispose();
    delete this.tracks[method];
  }

  /** Keeps the workers that are not needed on view busy with the starts, in order of their index. */
  private runStarts(): void {
    const search = new AbortController();
    this.search = search;
    let next = 0;
    const worker = async () => {
      while (next < this.starts.length && !search.signal.aborted) await this.runStart(next++, search.signal);
    };
    const lanes = Math.max(1, this.trainer.workers - viewWorkers);
    void Promise.all(Array.from({ length: lanes }, worker)).then(() => {
      if (!search.signal.aborted) this.choose();
    });
  }

  private async runStart(index: number, signal: AbortSignal): Promise<void> {
    this.setStart({ index, state: 'training' });
    try {
      const options = { ...this.options('trip', index), record: framesKept };
      const model = await this.trainer.fit((this.data as Spiral).train, options, { signal }).model;
      if (signal.aborted) model.dispose();
      else this.setStart({ index, state: 'done', model, report: model.restarts[model.best] });
    } catch (error) {
      if (signal.aborted) return;
      this.failure ??= messageOf(error);
      this.setStart({ index, state: 'failed' });
    }
  }

  private setStart(start: Start): void {
    this.starts = this.starts.map((known) => (known.index === start.index ? start : known));
    this.onChange();
  }

  /** Lowest objective on the training set; diverged starts only when there is nothing else; ties to the lowest index. */
  private choose(): void {
    const ended = this.starts.flatMap(({ report, index }) => (report ? [{ report, index }] : []));
    ended.sort(
      (a, b) =>
        Number(a.report.diverged) - Number(b.report.diverged) ||
        a.report.objective - b.report.objective ||
        a.index - b.index,
    );
    this.chosen = ended[0]?.index;
    if (this.chosen !== undefined && this.picked === undefined) this.view(this.chosen);
    this.onChange();
  }

  /** Shows a start that has ended from its recorded frames, or trains it on view. Playing goes back to the beginning. */
  private view(index: number): void {
    if (this.tracks.trip?.restart === index) {
      this.onChange();
      return;
    }
    const model = this.starts[index]?.model;
    const moving = this.playing && Number.isFinite(this.pace(0));
    if (model) {
      this.drop('trip');
      const options = { ...this.options('trip', index), epochs: 0 };
      const track = this.newTrack('trip', index, this.trip.fit((this.data as Spiral).train, options));
      track.finish(model);
      if (moving) this.playhead = 0;
    } else {
      this.train('trip', index);
    }
    if (this.finished && this.playhead === undefined) this.playing = false;
    this.onChange();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
