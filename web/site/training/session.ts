/**
 * One lesson: a data set, up to three trainings on view and the starts that run behind them. Knows nothing of the page; whoever
 * shows it is told by `onChange`.
 *
 * The trainings on view are slowed down so that the projection can be watched, or run at full speed where only their end is of
 * interest. The starts run at full speed on the other workers; when all have ended, the one with the lowest training objective
 * comes on view.
 */

import type { FitOptions, Model, RestartReport, Trip } from 'trip-wasm';
import type { Run, RunOptions, Trainer } from 'trip-wasm/trainer';
import type { Material } from '../data/catalogue.ts';
import { nextTask } from '../data/tasks.ts';
import type { Branch, Settings } from '../link/state.ts';
import { matchTruth } from '../picture/geometry.ts';
import { type Stage, stageOf } from '../picture/picture.ts';
import { fitOptions } from './fit-options.ts';
import type { Lanes } from './lanes.ts';
import { sizesOf } from './sizes.ts';
import { framesFor, type MatchPlane, type Method, Track, type TrackFrame } from './track.ts';

/** Workers that serve the trainings on view, which are at most three. */
export const viewWorkers = 3;
/** What was on view before stays at most this long (milliseconds) in the place of a training at full speed. */
const longestHold = 500;

/** Settings that move the baselines' planes. */
const scaleNames = ['standardize', 'ranks'] as const satisfies readonly (keyof Settings)[];

/** Epochs a second at a given epoch, for the trainings on view. It changes no bits. */
export type Pace = (epoch: number) => number;

/** One restart of TRIP. */
export interface Start {
  readonly index: number;
  readonly state: 'waiting' | 'training' | 'done' | 'failed';
  readonly report?: RestartReport;
  readonly model?: Model;
  /** The first of two legs, freed: only its record is of use. */
  readonly lead?: Model;
}

/** What is to be trained. */
export interface Plan {
  readonly settings: Settings;
  readonly branch?: Branch | undefined;
  readonly material: Material;
  readonly methods: readonly Method[];
}

/** How a training comes on view. */
export interface Arrival {
  /** Its end, as soon as it is known, instead of the way to it. */
  readonly direct?: boolean;
  /** Epoch from which it is then shown: up to there it repeats what the reader has seen. */
  readonly from?: number | undefined;
}

export class Session {
  settings: Settings | undefined;
  branch: Branch | undefined;
  /** What is on view, TRIP last. */
  methods: readonly Method[] = [];
  /** What everything on view is trained with. */
  material: Material | undefined;
  /** Data and scale of all panels; undefined until the first frame of the first method, which sets the scale, is there. */
  stage: Stage | undefined;
  tracks: Partial<Record<Method, Track>> = {};
  starts: readonly Start[] = [];
  /** Index of the start with the lowest training objective, once all have ended. */
  chosen: number | undefined;
  /** Start that the reader picked instead. */
  picked: number | undefined;
  playing = false;
  /** Epoch on view while looking back; undefined shows the newest. */
  playhead: number | undefined;
  /** The trainings on view run at full speed, whatever the pace. */
  direct = false;
  /** Until a training at full speed has ended, what was on view before stays. */
  held = false;
  /** Holds the view where TRIP's objective has become flat. */
  stopsAtPlateau = false;
  /** First failure that is not a divergence. */
  failure: string | undefined;

  trainer: Trainer | undefined;
  private previews: Model[] = [];
  private readonly runs = new Map<Method, { readonly control: AbortController; run?: Run }>();
  private search = new AbortController();
  private framesKept = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private later: (() => void) | undefined;

  constructor(
    private readonly trip: Trip,
    private pace: Pace,
    private readonly onChange: () => void,
    private readonly lanes: Lanes,
  ) {}

  /** Shows the untrained planes while the workers are still loading; in short tasks, so that the page stays awake. */
  async preview({ settings, material, methods }: Plan, restart: number): Promise<void> {
    Object.assign(this, { settings, material, methods });
    for (const method of this.methods) {
      await nextTask();
      if (this.trainer) return;
      const model = this.trip.fit(this.data.train, { ...this.options(method, restart), epochs: 0, record: 0 });
      this.previews.push(model);
      const track = this.newTrack(method, restart);
      track.preview(model);
      this.stage ??= this.scale(track);
      this.onChange();
    }
  }

  /** Trains anew. */
  begin(
    trainer: Trainer,
    { settings, branch, material, methods }: Plan,
    picked: number | undefined,
    { direct = false, from }: Arrival = {},
  ): void {
    const shown = this.tracks.trip?.restart ?? 0;
    this.stop();
    this.trainer = trainer;
    // The baselines' planes, which set the scale, are where they were.
    const scaled = this.material === material && scaleNames.every((name) => this.settings?.[name] === settings[name]);
    if (!scaled) this.stage = undefined;
    Object.assign(this, { settings, branch, material, methods, picked });
    const { projection, network } = sizesOf(material.train, settings);
    // Two legs share the place of one.
    this.framesKept = framesFor(
      projection + network,
      (branch ? 2 : 1) * settings.restarts,
      (branch ? 2 : 1) * methods.length,
    );
    this.chosen = undefined;
    this.failure = undefined;
    this.playing = true;
    this.playhead = from;
    this.direct = direct;
    this.held = direct;
    if (direct && from === undefined) this.timer = setTimeout(() => this.reveal(), longestHold);
    this.starts = Array.from({ length: settings.restarts }, (_, index) => ({ index, state: 'waiting' as const }));
    // The start that was on view is the likeliest one to come on view again.
    const start = picked ?? (direct && shown < settings.restarts ? shown : 0);
    this.train('trip', start);
    this.later = () => {
      for (const method of methods) if (method !== 'trip') this.train(method, start);
      this.runStarts();
    };
    // At full speed TRIP has the processor for itself, so that its picture comes soon.
    if (!direct) this.beginRest();
    this.onChange();
  }

  play(): void {
    if (!this.trainer) return;
    this.playing = true;
    if (this.waitsForChoice) this.view(this.chosen as number);
    if (this.playhead !== undefined && this.playhead >= this.newestEpoch()) this.playhead = undefined;
    if (this.playhead === undefined && this.finished) this.rewind();
    this.playing = true;
    for (const { run } of this.runs.values()) run?.resume();
    this.onChange();
  }

  pause(): void {
    this.playing = false;
    this.watch();
    for (const { run } of this.runs.values()) run?.pause();
    this.onChange();
  }

  /**
   * One move: through what has been recorded while looking back, else `epochs` more of training. Goes further where frames are
   * further apart.
   */
  step(epochs: number): void {
    if (!this.trainer) return;
    this.pause();
    const newest = this.newestEpoch();
    const to = (this.playhead ?? newest) + epochs;
    const track = this.tracks.trip;
    if (epochs < 0) this.seek(track?.frameAt(to)?.epoch ?? 0);
    else if (this.playhead !== undefined) this.seek(track?.frameFrom(to)?.epoch ?? newest);
    else for (const { run } of this.runs.values()) run?.step(epochs);
    this.onChange();
  }

  /** Back to epoch 0; training again with the same seeds gives the same bits. */
  rewind(): void {
    if (!this.trainer) return;
    this.beginRest();
    this.playing = false;
    this.playhead = undefined;
    this.direct = false;
    const restart = this.tracks.trip?.restart ?? 0;
    for (const method of this.methods) this.train(method, restart);
    this.onChange();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    for (const [method, { run }] of this.runs) run?.setSpeed(this.speedAt(this.tracks[method]?.epoch ?? 0));
  }

  /** Looks at the recorded frame of `epoch`; at or past the newest one the view is live again. */
  seek(epoch: number): void {
    this.pause();
    this.playhead = epoch >= this.newestEpoch() ? undefined : Math.max(0, epoch);
    this.onChange();
  }

  /** While recorded frames are played: moves on by the time that has passed. */
  tick(seconds: number): void {
    if (!this.replaying || this.held) return;
    const before = this.playhead as number;
    const next = before + this.pace(before) * seconds;
    if (this.stopsBetween(before, next)) return;
    if (next < this.newestEpoch()) this.playhead = next;
    else this.goLive();
    this.onChange();
  }

  get replaying(): boolean {
    return this.playing && this.playhead !== undefined;
  }

  get finished(): boolean {
    return this.methods.length > 0 && this.methods.every((method) => this.tracks[method]?.settled);
  }

  newestEpoch(): number {
    return Math.max(0, ...this.methods.map((method) => this.tracks[method]?.epoch ?? 0));
  }

  frame(method: Method): TrackFrame | undefined {
    const track = this.tracks[method];
    return this.playhead === undefined ? track?.newest : track?.frameAt(this.playhead);
  }

  /** Puts another start on view; undefined is the one with the lowest objective. */
  pick(index: number | undefined): void {
    this.picked = index === this.chosen ? undefined : index;
    this.view(index ?? this.chosen ?? 0);
  }

  /** Puts a model that was trained elsewhere beside the starts, and on view. */
  add(model: Model): void {
    const index = this.starts.length;
    const report = model.restarts[model.best];
    this.starts = [...this.starts, { index, state: 'done', model, ...(report && { report }) }];
    this.pick(index);
  }

  /** Ends every training and frees the models. */
  stop(): void {
    clearTimeout(this.timer);
    this.later = undefined;
    this.search.abort();
    for (const method of this.methods) this.drop(method);
    this.tracks = {};
    for (const start of this.starts) start.model?.dispose();
    for (const model of this.previews) model.dispose();
    this.starts = [];
    this.previews = [];
    this.onChange();
  }

  private goLive(): void {
    this.playhead = undefined;
    this.playing = !this.finished;
  }

  /** Shows what there is of a training at full speed. */
  private reveal(): void {
    this.held = false;
    this.beginRest();
    this.onChange();
  }

  /** Begins what has waited for TRIP. */
  private beginRest(): void {
    const { later } = this;
    this.later = undefined;
    later?.();
  }

  /** Who pauses or steps wants to see the way. */
  private watch(): void {
    this.held = false;
    this.beginRest();
    if (!this.direct) return;
    this.direct = false;
    this.setPace(this.pace);
  }

  /** Epochs a second of the trainings on view. */
  private speedAt(epoch: number): number {
    return this.direct ? Number.POSITIVE_INFINITY : this.pace(epoch);
  }

  /** The trainings on view can be watched on their way. */
  private get paced(): boolean {
    return Number.isFinite(this.speedAt(0));
  }

  /** Holds the view at the plateau when the reader wants that and it lies after `before` and not after `now`. */
  private stopsBetween(before: number, now: number): boolean {
    const plateau = this.stopsAtPlateau ? this.tracks.trip?.plateau : undefined;
    if (plateau === undefined || plateau <= before || plateau > now) return false;
    this.seek(plateau);
    return true;
  }

  /** All on view may have ended. Those at full speed are held at their plateau only now. */
  private settle(): void {
    if (!this.finished) return;
    this.held = false;
    if (this.playhead !== undefined) return;
    this.playing = false;
    const settled = this.tracks.trip?.restart === (this.picked ?? this.chosen);
    if (settled && !this.paced) this.stopsBetween(0, this.newestEpoch());
  }

  /** The data that everything on view was trained with. */
  private get data(): Material {
    return this.material as Material;
  }

  private options(method: Method, restart: number): FitOptions {
    const options = fitOptions(this.settings as Settings, this.data, method);
    return { ...options, firstRestart: restart, record: this.framesKept };
  }

  /** The first of two legs, to its end. */
  private async lead(method: Method, restart: number, signal: AbortSignal): Promise<Model | undefined> {
    if (!this.branch) return undefined;
    const { epoch: epochs, rate: learningRate } = this.branch;
    const options = { ...this.options(method, restart), epochs, learningRate };
    return (this.trainer as Trainer).fit(this.data.train, options, { signal }).model;
  }

  /** A whole training, or what comes after `lead`, which is freed. */
  private fit(method: Method, restart: number, settings: RunOptions, lead?: Model): Run {
    const options = this.options(method, restart);
    const epochs = (options.epochs as number) - (this.branch?.epoch ?? 0);
    const run = (this.trainer as Trainer).fit(
      this.data.train,
      { ...options, epochs, ...(lead && { start: lead }) },
      settings,
    );
    lead?.dispose();
    return run;
  }

  /** Starts a training on view in place of the one before. */
  private train(method: Method, restart: number): void {
    this.drop(method);
    const control = new AbortController();
    this.runs.set(method, { control });
    if (this.branch) void this.trainAfter(method, restart, control);
    else this.trainOn(method, restart, control);
  }

  private async trainAfter(method: Method, restart: number, control: AbortController): Promise<void> {
    try {
      const lead = await this.lead(method, restart, control.signal);
      if (control.signal.aborted) lead?.dispose();
      else this.trainOn(method, restart, control, lead);
    } catch (error) {
      if (!control.signal.aborted) this.fail(this.newTrack(method, restart), error);
    }
  }

  private trainOn(method: Method, restart: number, control: AbortController, lead?: Model): void {
    const settings = {
      signal: control.signal,
      paused: !this.playing,
      ...(this.paced && { epochsPerSecond: this.speedAt(this.branch?.epoch ?? 0) }),
    };
    const run = this.fit(method, restart, settings, lead);
    this.runs.set(method, { control, run });
    void this.follow(this.newTrack(method, restart, lead), run, control.signal);
  }

  private newTrack(method: Method, restart: number, lead?: Model): Track {
    const { truth } = this.data;
    const match: MatchPlane = (parameters, spec) => matchTruth(this.trip, parameters, spec, truth);
    const track = new Track(method, restart, 2 * this.framesKept, match, lead);
    this.tracks[method] = track;
    return track;
  }

  private async follow(track: Track, run: Run, signal: AbortSignal): Promise<void> {
    try {
      let pace = this.speedAt(track.epoch);
      for await (const snapshot of run) {
        if (signal.aborted) return;
        const before = track.epoch;
        track.take(snapshot);
        this.stage ??= this.scale(track);
        const next = this.speedAt(track.epoch);
        if (next > 1.1 * pace) {
          pace = next;
          run.setSpeed(pace);
        }
        if (this.paced && this.playing && !this.replaying) this.stopsBetween(before, track.epoch);
        this.onChange();
      }
      const model = await run.model;
      if (!signal.aborted) track.finish(model);
      model.dispose();
    } catch (error) {
      if (signal.aborted) return;
      this.fail(track, error);
    }
    if (signal.aborted) return;
    this.runs.delete(track.method);
    this.beginRest();
    this.settle();
    this.onChange();
  }

  private fail(track: Track, error: unknown): void {
    track.state = { kind: 'failed', message: messageOf(error) };
    this.failure ??= messageOf(error);
    this.onChange();
  }

  /** PCA has the widest view, so its scale holds the others too. */
  private scale({ method, newest }: Track): Stage | undefined {
    if (method !== this.methods[0] || !newest) return undefined;
    return stageOf(this.trip, this.data, newest, (this.settings as Settings).standardize);
  }

  private drop(method: Method): void {
    this.runs.get(method)?.control.abort();
    this.runs.delete(method);
    delete this.tracks[method];
  }

  /** Trains the starts beside what is on view, in order of their index. */
  private runStarts(): void {
    const search = new AbortController();
    const { signal } = search;
    this.search = search;
    void Promise.all(this.starts.map(({ index }) => this.lanes.run(() => this.runStart(index, signal)))).then(() => {
      if (!signal.aborted) this.choose();
    });
  }

  private async runStart(index: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    this.setStart({ index, state: 'training' });
    try {
      const lead = await this.lead('trip', index, signal);
      const model = await this.fit('trip', index, { signal }, lead).model;
      if (signal.aborted) model.dispose();
      else this.setStart({ index, state: 'done', model, report: model.restarts[model.best], ...(lead && { lead }) });
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

  private choose(): void {
    this.chosen = this.starts.filter(({ report }) => report).sort(byObjective)[0]?.index;
    // A reader who has paused is not interrupted: the chosen start comes on view with Play.
    if (this.waitsForChoice && (this.playing || this.finished)) this.view(this.chosen as number);
    else this.settle();
    this.onChange();
  }

  /** The start with the lowest objective is known, and another one is on view without having been picked. */
  private get waitsForChoice(): boolean {
    return this.chosen !== undefined && this.picked === undefined && this.tracks.trip?.restart !== this.chosen;
  }

  /** Shows a start that has ended from its recorded frames, or trains it on view. Playing goes back to the beginning. */
  private view(index: number): void {
    if (this.tracks.trip?.restart === index) {
      this.onChange();
      return;
    }
    const { model, lead } = this.starts[index] ?? {};
    const moving = this.playing && this.paced;
    if (model) {
      this.drop('trip');
      this.newTrack('trip', index, lead).finish(model, model);
      if (moving) this.playhead = 0;
    } else {
      this.train('trip', index);
    }
    this.settle();
    this.onChange();
  }
}

/** Lowest objective on the fit samples first, then starts that diverged, then those without a result; ties by index. */
export function byObjective(a: Pick<Start, 'index' | 'report'>, b: Pick<Start, 'index' | 'report'>): number {
  const rank = ({ report }: Pick<Start, 'report'>) => (report ? Number(report.diverged) : 2);
  return rank(a) - rank(b) || (a.report?.objective ?? 0) - (b.report?.objective ?? 0) || a.index - b.index;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
