/** The plane that is turned by hand, the network that is fitted to it, and TRIP's training from it. */

import type { Model, Score, Snapshot } from 'trip-wasm';
import type { Trainer } from 'trip-wasm/trainer';
import type { Loading } from '../../draw/loadings.ts';
import { variableName } from '../text/variable-name.ts';
import { Hand, handlesOf, moveTo, withMove } from '../tour/hand.ts';
import { basisOf } from '../tour/path.ts';
import { type Refit, Refits } from '../tour/refit.ts';
import type { Ground, Predictions } from '../tour/view.ts';
import { messageOf } from '../training/error-message.ts';
import { fitOptions } from '../training/fit-options.ts';
import type { Method } from '../training/track.ts';
import type { App } from './app.svelte.ts';

/** TRIP's training from a plane. */
interface Taking {
  /** The newest parameters. */
  readonly at: Snapshot | Model;
  readonly epoch: number;
  readonly testScore: Score | Snapshot['test'];
  readonly complete: boolean;
}

/** Epochs a second of this training at an epoch. */
const paceAt = (epoch: number) => 60 + epoch;
/** Milliseconds after the last key that moved a handle, until the network is fitted. */
const keyPause = 250;

export class HandTurning {
  /** Variable whose handle is being dragged. */
  dragging = $state<number>();
  /** Variables that the reader has asked for or moved. */
  asked = $state.raw<readonly number[]>([]);
  refit = $state.raw<Refit>();
  /** The best score of a whole training so far, and the number of moves of its plane. */
  best = $state.raw<{ readonly score: number; readonly moves: number }>();
  taking = $state.raw<Taking>();
  problem = $state('');
  private readonly app: App;
  private readonly ground: Ground;
  private readonly refits: Refits;
  private control = new AbortController();
  private fresh = false;
  private lastFirst: Float64Array | undefined;
  private lastHandles: readonly Loading[] = [];

  /** The plane with which turning begins. */
  private first = $derived.by(() => {
    const { trip } = this.app.loaded;
    const { handFrom, tourSeed } = this.app.state;
    const { cloud, frames } = this.ground;
    if (!cloud || !frames) return undefined;
    const named = (method: Method) => frames.find(({ name }) => 'method' in name && name.method === method)?.frame;
    const frame = handFrom === 'random' ? undefined : (named(handFrom) ?? named('pca'));
    const plane = frame ? basisOf(frame.parameters, cloud.rows) : trip.randomPlane(cloud.rows, 2, tourSeed, 0);
    // The baselines' planes are the same at every epoch: the same object keeps everything that depends on it.
    const same = this.lastFirst?.length === plane.length && this.lastFirst.every((value, at) => value === plane[at]);
    if (!same) this.lastFirst = plane;
    return this.lastFirst;
  });
  private hand = $derived.by(() => {
    const { first } = this;
    return first && new Hand(this.app.loaded.trip, first.length / 2, first);
  });
  /** The plane after all moves. */
  plane = $derived.by(() => this.hand?.after(this.app.choices.moves));
  /** The plane in the picture: TRIP's while it trains from the plane by hand. */
  shown = $derived.by(() => {
    const { taking } = this;
    if (!taking || !this.plane) return this.plane;
    return Float64Array.from(taking.at.parameters.subarray(0, this.plane.length));
  });
  /** Handles of the variables, which stay the same while one is dragged. */
  handles = $derived.by<readonly Loading[]>(() => {
    const { shown } = this;
    if (!shown) return [];
    const { data } = this.app.state;
    const names = this.app.trained.data?.train.featureNames?.map((name) => variableName(data, name));
    if (this.dragging === undefined || this.lastHandles.length === 0) {
      this.lastHandles = handlesOf(shown, names, this.asked, this.lastHandles);
      return this.lastHandles;
    }
    return this.lastHandles.map(({ index, name }) => {
      const [x, y] = [shown[2 * index] as number, shown[2 * index + 1] as number];
      return { index, name, x, y, length: Math.sqrt(x * x + y * y) };
    });
  });
  /** The network belongs to the plane shown. */
  fits = $derived(this.refit !== undefined && this.refit.plane === this.plane);
  predictions = $derived.by<Predictions | undefined>(() => {
    const { taking, refit } = this;
    if (taking) {
      const frame = { source: taking.at, parameters: taking.at.parameters };
      const begin: Predictions['begin'] = (cells) => this.ground.predict(frame, undefined, cells);
      return { key: taking.at, source: 'taking', strength: 1, begin };
    }
    if (!refit || !this.fits) return undefined;
    const frame = { source: refit.source, parameters: refit.source.parameters };
    return { key: refit, source: 'hand', strength: 1, begin: (cells) => this.ground.predict(frame, undefined, cells) };
  });

  constructor(app: App, ground: Ground) {
    this.app = app;
    this.ground = ground;
    const onRefit = (refit: Refit) => {
      this.refit = refit;
      const score = this.scoreOf(refit.testScore);
      if (refit.complete && score !== undefined && this.beats(score, this.best?.score))
        this.best = { score, moves: app.choices.moves.length };
    };
    this.refits = new Refits(app.loaded.fit, onRefit, (error) => (this.problem = messageOf(error)));
  }

  /** Accuracy, or the error of a regression. */
  scoreOf(score: Score | Snapshot['test']): number | undefined {
    if (!score) return undefined;
    return this.app.trained.classes ? score.accuracy : 'rmse' in score ? score.rmse : undefined;
  }

  /** Accuracies are better when they are larger, errors when they are smaller. */
  beats(score: number, other: number | undefined): boolean {
    return other === undefined || (this.app.trained.classes ? score > other : score < other);
  }

  /** Fits the network to the plane. Returns a function that cancels. */
  follow(): () => void {
    const { plane } = this;
    const { trained, choices } = this.app;
    const material = trained.data;
    const { settings } = choices;
    if (!plane || !material || this.dragging !== undefined || !this.app.loaded.trainer || !trained.stage)
      return () => {};
    const { test: _test, ...options } = fitOptions(settings, material, 'trip');
    const wanted = { plane, train: material.train, test: material.test, options };
    const timer = setTimeout(() => this.refits.request(wanted), keyPause);
    return () => {
      clearTimeout(timer);
      this.refits.stop();
    };
  }

  /** Other data or settings have another best score. */
  forget(): void {
    this.refit = undefined;
    this.best = undefined;
    this.problem = '';
  }

  begin(variable: number): void {
    this.leaveTaking();
    this.dragging = variable;
    this.fresh = true;
  }

  drag(x: number, y: number): void {
    if (this.dragging === undefined) return;
    this.put(this.dragging, x, y, !this.fresh);
    this.fresh = false;
  }

  drop(): void {
    if (this.dragging === undefined) return;
    this.dragging = undefined;
    this.app.choices.write(false);
  }

  /** Moves a handle by keys; presses in a row are one move. */
  nudge(variable: number, dx: number, dy: number): void {
    this.leaveTaking();
    const at = this.handles.find(({ index }) => index === variable);
    if (!at) return;
    const rounded = (value: number) => Math.round(100 * value) / 100;
    this.put(variable, rounded(at.x) + dx, rounded(at.y) + dy, true);
    this.app.choices.write(false);
  }

  undo(): void {
    this.leaveTaking();
    this.app.choices.moves = this.app.choices.moves.slice(0, -1);
    this.app.choices.write(false);
  }

  /** Begins with another plane, without moves. */
  beginWith(from: App['state']['handFrom']): void {
    this.leaveTaking();
    this.app.choices.moves = [];
    this.app.set('handFrom', from, true);
    this.app.choices.write(false);
  }

  /** Adds a handle. */
  ask(variable: number): void {
    this.asked = [...this.asked.filter((other) => other !== variable), variable];
  }

  /** TRIP trains from the plane by hand, and the picture follows. */
  async takeOver(): Promise<void> {
    const { plane } = this;
    const { loaded, choices, trained } = this.app;
    const material = trained.data;
    if (!plane || !material || !loaded.trainer) return;
    this.leaveTaking();
    this.control = new AbortController();
    const { signal } = this.control;
    const options = { ...fitOptions(choices.settings, material, 'trip'), projection: plane };
    const epochsPerSecond = this.app.reducedMotion ? Number.POSITIVE_INFINITY : paceAt(0);
    const run = (loaded.trainer as Trainer).fit(material.train, options, { signal, epochsPerSecond });
    try {
      for await (const at of run) {
        if (signal.aborted) return;
        this.taking = { at, epoch: at.epoch, testScore: at.test, complete: false };
        if (!this.app.reducedMotion) run.setSpeed(paceAt(at.epoch));
      }
      const model = await run.model;
      const testScore = model.score(material.test);
      const epoch = model.restarts[model.best]?.epochs ?? 0;
      model.dispose();
      if (!signal.aborted) this.taking = { at: model, epoch, testScore, complete: true };
    } catch (error) {
      if (signal.aborted) return;
      this.problem = messageOf(error);
      this.taking = undefined;
    }
  }

  /** Returns to the plane by hand. */
  leaveTaking(): void {
    this.control.abort();
    this.taking = undefined;
    this.problem = '';
  }

  private put(variable: number, x: number, y: number, joins: boolean): void {
    if (!this.asked.includes(variable)) this.asked = [...this.asked, variable];
    this.app.choices.moves = withMove(this.app.choices.moves, moveTo(variable, x, y), joins);
  }
}
