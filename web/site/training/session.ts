/**
 * The trainings of one plan: those shown, and the starts of TRIP that run beside them. It does not depend on the page and
 * calls `onChange` after every change.
 *
 * The trainings shown are slowed down so that the projection can be watched, or run at full speed where only their end is of
 * interest. When all starts have ended, the one with the lowest training objective is shown.
 */

import type { Model, Trip } from 'trip-wasm';
import type { Trainer } from 'trip-wasm/trainer';
import { nextTask } from '../data/tasks.ts';
import type { Settings } from '../link/state.ts';
import { fitOptions } from './fit-options.ts';
import { type Plan, PlannedFits } from './planned-fits.ts';
import { type OnChange, type Pace, Playback } from './playback.ts';
import type { TaskQueue } from './queue.ts';
import { type Start, Starts } from './starts.ts';
import { allowed } from './training-state.ts';

/** Number of workers for the trainings shown, which are at most three. */
export const viewWorkers = 3;
/** Milliseconds for which the pictures of the previous training are kept at most while one at full speed runs. */
const longestHold = 500;

/** Data of at most so many numbers are sent to several workers in one task. */
const sentAtOnce = 2 ** 20;

/** Settings that affect the baselines' planes. */
const scaleNames = ['standardize', 'ranks'] as const satisfies readonly (keyof Settings)[];

/** Transition of the panels from one training to the next. */
export interface Arrival {
  /** The panels show only the end, as soon as it is computed. */
  readonly direct?: boolean;
  /** First epoch to show: the reader has seen the epochs before. */
  readonly from?: number | undefined;
}

export class Session extends Playback {
  /** Index of the start that the reader picked instead of the chosen one. */
  picked: number | undefined;
  trainer: Trainer | undefined;
  private readonly search: Starts;
  /** Start of TRIP that is shown first. */
  private firstStart = 0;
  /** Untrained models of the preview. */
  private previews: Model[] = [];
  private revealTimer: ReturnType<typeof setTimeout> | undefined;

  /** `queue`: queue of the workers that the trainings shown do not need. */
  constructor(trip: Trip, pace: Pace, onChange: OnChange, queue: TaskQueue) {
    super(trip, pace, onChange);
    this.search = new Starts(queue, {
      onChange: () => onChange(),
      onFail: (message) => this.dispatch({ type: 'fail', message }),
      onChosen: () => this.showChosen(),
    });
  }

  get starts(): readonly Start[] {
    return this.search.list;
  }
  /** Estimated seconds until all starts have ended. */
  get startsLeft(): number | undefined {
    return this.search.left;
  }
  get fastest(): number | undefined {
    return this.search.fastest;
  }
  /** Index of the start with the lowest training objective, once all have ended. */
  get chosen(): number | undefined {
    return this.search.chosen;
  }

  /** Shows the untrained planes while the workers load, in short tasks, so that the page can respond meanwhile. */
  async preview(plan: Plan, restart: number): Promise<void> {
    this.load();
    this.plan = plan;
    const { settings, material, methods } = plan;
    for (const method of methods) {
      await nextTask();
      if (this.trainer) return;
      const options = { ...fitOptions(settings, material, method), firstRestart: restart, epochs: 0, record: 0 };
      const model = this.trip.fit(material.train, options);
      this.previews.push(model);
      const track = this.runs.preview(method, restart, material, model);
      this.stage ??= this.scale(track);
      this.onChange();
    }
  }

  /** Trains a plan from epoch 0. */
  begin(trainer: Trainer, plan: Plan, picked: number | undefined, { direct = false, from }: Arrival = {}): void {
    const shown = this.tracks.trip?.restart ?? 0;
    this.clear();
    this.trainer = trainer;
    const { settings, material } = plan;
    // The scale stays, since the baselines' planes that set it are unchanged.
    const scaled = this.material === material && scaleNames.every((name) => this.settings?.[name] === settings[name]);
    if (!scaled) this.stage = undefined;
    this.plan = plan;
    this.picked = picked;
    this.fits = new PlannedFits(trainer, plan);
    this.search.open(settings.restarts);
    this.dispatch({ type: 'begin', direct, from });
    if (direct && from === undefined) this.revealTimer = setTimeout(() => this.reveal(), longestHold);
    // The start shown before is the most likely one to be shown again.
    this.firstStart = picked ?? (direct && shown < settings.restarts ? shown : 0);
    this.runs.train(this.fits, 'trip', this.firstStart);
    if (!direct) this.trainOthers();
    this.onChange();
  }

  override play(): void {
    if (!allowed(this.state).play) return;
    if (this.waitsForChoice) this.show(this.chosen as number, true);
    super.play();
  }

  /** Shows another start; undefined selects the one with the lowest objective. */
  pick(index: number | undefined): void {
    this.picked = index === this.chosen ? undefined : index;
    if (allowed(this.state).move) this.show(index ?? this.chosen ?? 0, this.playing);
    this.onChange();
  }

  /** Adds a model that was trained elsewhere to the starts, and shows it. */
  add(model: Model): void {
    this.pick(this.search.add(model));
  }

  /** Cancels every training and frees the models. */
  stop(): void {
    this.clear();
    this.onChange();
  }

  /** Like `stop`, while data or workers for the next training are loading. */
  load(): void {
    this.clear();
    this.dispatch({ type: 'load' });
    this.onChange();
  }

  protected trainOthers(): void {
    void this.trainEach(this.fits as PlannedFits);
  }

  /** Sending large data to a worker takes a task of its own. */
  private async trainEach(fits: PlannedFits): Promise<void> {
    const large = fits.plan.material.train.x.length > sentAtOnce;
    for (const method of this.methods) {
      if (method === 'trip') continue;
      if (large) await nextTask();
      if (this.fits !== fits) return;
      this.runs.train(fits, method, this.firstStart);
    }
    if (large) await nextTask();
    if (this.fits === fits) void this.search.train(fits);
  }

  protected get showsFinalStart(): boolean {
    return this.tracks.trip?.restart === (this.picked ?? this.chosen);
  }

  private clear(): void {
    clearTimeout(this.revealTimer);
    this.dispatch({ type: 'stop' });
    this.fits = undefined;
    this.search.stop();
    this.runs.stop();
    for (const model of this.previews) model.dispose();
    this.previews = [];
  }

  /** The end of TRIP's training, which is shown already, is not replaced by an earlier epoch. */
  private reveal(): void {
    if (this.tracks.trip?.settled) return;
    this.dispatch({ type: 'reveal' });
    this.onChange();
  }

  /** The start with the lowest objective is known, but another one is shown that the reader has not picked. */
  private get waitsForChoice(): boolean {
    return this.chosen !== undefined && this.picked === undefined && !this.showsFinalStart;
  }

  /** A paused view is not interrupted: Play shows the chosen start. */
  private showChosen(): void {
    if (this.waitsForChoice && (this.playing || this.finished)) this.show(this.chosen as number, this.playing);
    else this.settle();
    this.onChange();
  }

  /**
   * Shows a finished start from its recorded frames, or trains it visibly. Where the view plays, or is about to, the
   * recording is played from epoch 0.
   */
  private show(index: number, moves: boolean): void {
    if (this.tracks.trip?.restart === index) return;
    const { finished } = this;
    const fits = this.fits as PlannedFits;
    const start = this.starts[index];
    const recorded = start?.state === 'done';
    const fromStart = recorded && moves && this.paced;
    if (recorded) this.runs.show(fits, 'trip', index, start);
    else this.runs.train(fits, 'trip', index);
    this.dispatch({ type: 'swap', finished: this.settled, fromStart });
    // A view in which all has ended is at rest: a start without a model trains at once.
    if (!recorded && finished) this.play();
    // A recorded start has no end for the others to wait for.
    if (recorded) this.dispatch({ type: 'aloneEnded' });
    this.settle();
  }
}
