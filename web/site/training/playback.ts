/**
 * Playback of the trainings shown: play, pause, steps, time line, speed. Calls and reports of the trainer become
 * events of the state, and changes of the state cause actions. This file does not depend on the other starts.
 */

import type { Trip } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import type { Settings } from '../link/state.ts';
import { type Stage, stageOf } from '../picture/picture.ts';
import { commonEpoch, nextCommonEpoch } from './common-epoch.ts';
import { Estimate } from './estimate.ts';
import type { Plan, PlannedFits } from './planned-fits.ts';
import type { Method, Track, TrackFrame } from './track.ts';
import * as training from './training-state.ts';
import { ViewRuns } from './view-runs.ts';

/** Seconds of training by which one training may be ahead of another. */
const longestLead = 0.5;

/** A frame is one of many changes a second; the owner may show several of them at once. */
export type OnChange = (change?: 'frame') => void;
/** Epochs a second at a given epoch, for the trainings shown. The pace changes no bits. */
export type Pace = (epoch: number) => number;

export abstract class Playback {
  /** Data and scale of all panels; undefined until the first method, which sets the scale, has a frame. */
  stage: Stage | undefined;
  /** The view pauses where TRIP's objective has become flat. */
  stopsAtPlateau = false;
  protected plan: Plan | undefined;
  protected fits: PlannedFits | undefined;
  protected readonly runs: ViewRuns;
  private current: training.TrainingState = { kind: 'idle' };
  /** Remaining time of the trainings shown. */
  private estimate = new Estimate(1);
  /** Epoch up to which steps have been asked for since the last pause. */
  private steppedTo = 0;

  constructor(
    protected readonly trip: Trip,
    private pace: Pace,
    protected readonly onChange: OnChange,
  ) {
    this.runs = new ViewRuns(trip, {
      isPaused: () => this.state.kind !== 'training',
      speedAt: (epoch) => this.speedAt(epoch),
      onFrame: (track, before) => {
        this.stage ??= this.scale(track);
        if (this.paced && this.playing && !this.replaying) this.stopsBetween(before, track.epoch);
        this.align();
        onChange('frame');
      },
      onFail: (message) => this.dispatch({ type: 'fail', message }),
      onEnd: () => {
        this.dispatch({ type: 'aloneEnded' });
        this.settle();
        onChange();
      },
    });
  }

  get state(): training.TrainingState {
    return this.current;
  }
  get playing(): boolean {
    return training.isPlaying(this.state);
  }
  /** Recorded epochs are being played. */
  get replaying(): boolean {
    return training.isReplaying(this.state);
  }
  /** All trainings shown have ended. */
  get finished(): boolean {
    return training.isEnded(this.state);
  }
  /** The panels keep the pictures of the previous training. */
  get held(): boolean {
    return training.isHeld(this.state);
  }
  /** The trainings shown run at full speed, whatever the pace. */
  get direct(): boolean {
    return training.isDirect(this.state);
  }
  /** Epoch shown while looking back; undefined shows the newest. */
  get playhead(): number | undefined {
    return training.playheadOf(this.state);
  }
  /** Message of the first training that failed. */
  get failure(): string | undefined {
    return training.failureOf(this.state);
  }
  get settings(): Settings | undefined {
    return this.plan?.settings;
  }
  get material(): Material | undefined {
    return this.plan?.material;
  }
  /** The methods shown, TRIP last. */
  get methods(): readonly Method[] {
    return this.plan?.methods ?? [];
  }
  get tracks(): Readonly<Partial<Record<Method, Track>>> {
    return this.runs.tracks;
  }

  newestEpoch(): number {
    return Math.max(0, ...this.methods.map((method) => this.tracks[method]?.epoch ?? 0));
  }

  /** Epoch of all pictures: the newest one that every training has recorded, up to the playhead. A training that ended earlier shows its end. */
  get epoch(): number | undefined {
    const tracks = this.shownTracks;
    return tracks && commonEpoch(tracks, this.playhead);
  }

  /** Share of the epochs of all trainings shown that are done, and estimated seconds to their end, while they run at full speed. */
  get progress(): { readonly share: number; readonly left: number | undefined } | undefined {
    if (this.state.kind !== 'training' || this.paced || !this.settings) return undefined;
    const { epochs } = this.settings;
    const shares = this.methods.map((method) => {
      const track = this.tracks[method];
      return track?.settled ? 1 : (track?.epoch ?? 0) / Math.max(1, epochs);
    });
    const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
    return { share, left: this.estimate.left(share) };
  }

  frame(method: Method): TrackFrame | undefined {
    const { epoch } = this;
    return epoch === undefined ? undefined : this.tracks[method]?.frameAt(epoch);
  }

  play(): void {
    const { finished } = this;
    this.dispatch({ type: 'play', newest: this.newestEpoch() });
    if (finished && this.state.kind === 'training') this.trainAll();
    this.runs.resume();
    this.onChange();
  }

  pause(): void {
    // First: paused trainings make their steps at full speed, which the change of the state sets.
    this.runs.pause();
    this.dispatch({ type: 'pause' });
    this.align();
    this.onChange();
  }

  /**
   * One step: through recorded epochs while looking back, else `epochs` more of training. The step is longer where frames are
   * further apart.
   */
  step(epochs: number): void {
    if (!training.allowed(this.state).move) return;
    this.pause();
    const newest = this.newestEpoch();
    const to = (this.epoch ?? newest) + epochs;
    const tracks = this.shownTracks ?? [];
    if (epochs < 0) this.seek(commonEpoch(tracks, to) ?? 0);
    else if (this.playhead !== undefined) this.seek(nextCommonEpoch(tracks, to) ?? newest);
    else {
      this.steppedTo = Math.max(this.steppedTo, this.runs.newestEpoch ?? 0) + epochs;
      this.align();
    }
    this.onChange();
  }

  /** Returns to epoch 0; training again with the same seeds gives the same bits. */
  rewind(): void {
    if (!training.allowed(this.state).move) return;
    this.dispatch({ type: 'rewind' });
    this.steppedTo = 0;
    this.trainAll();
    this.onChange();
  }

  /** Shows the recorded frame of `epoch`; at or past the newest one the view follows the training again. */
  seek(epoch: number): void {
    this.runs.pause();
    this.dispatch({ type: 'seek', epoch, newest: this.newestEpoch() });
    this.align();
    this.onChange();
  }

  /** Advances the playhead by the elapsed time. */
  tick(seconds: number): void {
    if (!this.replaying || this.held) return;
    const before = this.playhead as number;
    const epoch = before + this.pace(before) * seconds;
    if (this.stopsBetween(before, epoch)) return;
    this.dispatch({ type: 'advance', epoch, newest: this.newestEpoch() });
    this.onChange();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    this.runs.updateSpeed();
  }

  /** Trains the baselines, and the starts. */
  protected abstract trainOthers(): void;

  /** TRIP's current start will remain the one shown. */
  protected abstract get showsFinalStart(): boolean;

  /** Changes the state, and runs the actions that depend on the change rather than on its event. */
  protected dispatch(event: training.TrainingEvent): void {
    const before = this.current;
    this.current = training.next(before, event);
    if (event.type === 'begin') this.estimate = new Estimate(1);
    if (training.isAlone(before) && training.isActive(this.current) && !training.isAlone(this.current))
      this.trainOthers();
    const wasPaused = before.kind === 'paused';
    if (!wasPaused) this.steppedTo = 0;
    if ((training.isDirect(before) && !this.direct) || wasPaused !== (this.state.kind === 'paused'))
      this.runs.updateSpeed();
  }

  /** Handles the end of a training. Trainings at full speed stop at their plateau only when all have ended. */
  protected settle(): void {
    if (!this.settled) return;
    this.dispatch({ type: 'finish' });
    if (this.playhead === undefined && this.showsFinalStart && !this.paced) this.stopsBetween(0, this.newestEpoch());
  }

  /** Every training shown has ended. */
  get settled(): boolean {
    return this.methods.every((method) => this.tracks[method]?.settled ?? false);
  }

  /** The trainings shown run slowly enough to watch. */
  get paced(): boolean {
    return !this.direct && Number.isFinite(this.pace(0));
  }

  /** PCA has the widest view, so its scale contains the others too. */
  protected scale({ method, newest }: Track): Stage | undefined {
    const { settings, material, methods } = this.plan as Plan;
    return method === methods[0] && newest ? stageOf(this.trip, material, newest, settings.standardize) : undefined;
  }

  /** The tracks of all methods; undefined until each has one, except that untrained planes are shown one by one. */
  private get shownTracks(): Track[] | undefined {
    const tracks = this.methods.flatMap((method) => this.tracks[method] ?? []);
    return this.state.kind === 'loading' || tracks.length === this.methods.length ? tracks : undefined;
  }

  /** Trains paused trainings at the newest epoch until all have reached the same one. */
  private align(): void {
    const newest = this.runs.newestEpoch;
    if (this.state.kind !== 'paused' || this.playhead !== undefined || newest === undefined) return;
    this.runs.stepTo(Math.max(newest, this.steppedTo), this.fits?.firstEpochs ?? 0);
  }

  /** Speed of a training at an epoch. Paused trainings make their steps at once. */
  private speedAt(epoch: number): number {
    if (this.direct || this.state.kind === 'paused') return Number.POSITIVE_INFINITY;
    const running = (this.shownTracks ?? []).filter(({ settled }) => !settled);
    const last = Math.min(epoch, ...running.map((track) => track.epoch));
    const pace = this.pace(last);
    // The pictures show the epoch of the last training: one that is far ahead leaves it the processor.
    return epoch - last > longestLead * pace ? pace / 4 : pace;
  }

  /** Retrains all shown methods from epoch 0. */
  private trainAll(): void {
    const restart = this.tracks.trip?.restart ?? 0;
    for (const method of this.methods) this.runs.train(this.fits as PlannedFits, method, restart);
  }

  /** Shows the plateau if that option is on and the plateau lies after `before` and not after `now`; returns whether it did. */
  private stopsBetween(before: number, now: number): boolean {
    const plateau = this.stopsAtPlateau ? this.tracks.trip?.plateau : undefined;
    if (plateau === undefined || plateau <= before || plateau > now) return false;
    this.seek(plateau);
    return true;
  }
}
