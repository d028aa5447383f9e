/** What is trained: the session of the trainings on view and of their starts, as reactive values, and when it begins anew. */

import type { Model } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import type { Settings } from '../data/state.ts';
import { nextTask } from '../data/tasks.ts';
import type { Branch } from '../link/state.ts';
import { messageOf } from '../training/error-message.ts';
import type { Pace } from '../training/playback.ts';
import { type Arrival, Session } from '../training/session.ts';
import type { Method, TrackFrame } from '../training/track.ts';
import { allowed } from '../training/training-state.ts';
import type { Choices } from './choices.svelte.ts';
import type { Loaded } from './loaded.svelte.ts';

/** Slow at first, because the plane turns early: epochs a second at epoch 0, and what each epoch adds. */
const speeds: Readonly<Record<Choices['state']['speed'], readonly [number, number]>> = {
  slow: [15, 0.2],
  normal: [40, 0.5],
  quick: [160, 2],
  full: [Number.POSITIVE_INFINITY, 0],
};
export const stepEpochs = 10;

export class Trained {
  private readonly choices: Choices;
  private readonly loaded: Loaded;
  /** The reader asked the system for less motion: results only, no animation. */
  private readonly calm: boolean;
  /** Another training begins. */
  private readonly onBegin: () => void;
  private version = $state(0);
  private session = $state.raw<Session>();
  private begun = '';
  /** When a training was asked for whose end is to come on view. */
  private asked: number | undefined;

  stage = $derived.by(() => this.current()?.stage);
  data = $derived.by(() => this.current()?.material);
  /** What is predicted are classes. */
  classes = $derived(this.data?.train.task !== 'regression');
  starts = $derived.by(() => this.current()?.starts ?? []);
  chosen = $derived.by(() => this.current()?.chosen);
  /** The chosen start, unless all have diverged: among these there is nothing to choose. */
  best = $derived(this.starts[this.chosen ?? -1]?.report?.diverged ? undefined : this.chosen);
  /** Start that the reader picked instead of the chosen one. */
  picked = $derived.by(() => this.current()?.picked);
  /** What the reader may do with the trainings on view. */
  allowed = $derived.by(() => allowed(this.current()?.state ?? { kind: 'idle' }));
  playing = $derived.by(() => this.current()?.playing ?? false);
  replaying = $derived.by(() => this.current()?.replaying ?? false);
  finished = $derived.by(() => this.current()?.finished ?? false);
  failure = $derived.by(() => this.current()?.failure);
  /** Epoch on view: TRIP's, while the trainings run. */
  now = $derived.by(() => Math.round(this.current()?.playhead ?? this.current()?.tracks.trip?.epoch ?? 0));
  /** An earlier moment than the end of what has been trained is on view. */
  lookingBack = $derived.by(() => this.current()?.playhead !== undefined);
  shownStart = $derived.by(() => this.current()?.tracks.trip?.restart);
  /** There are workers to train with. */
  ready = $derived.by(() => this.current()?.stage !== undefined && this.current()?.trainer !== undefined);
  /** What was on view before still is, while a training at full speed has not ended: share of the epochs done, 0 to 1. */
  waiting = $derived.by(() => {
    const session = this.current();
    const done = session?.tracks.trip?.epoch ?? 0;
    return session?.direct && session.playing && !session.finished ? done / this.choices.state.epochs : undefined;
  });
  /** Data of the very settings of the page; undefined until these are being trained. */
  materialNow = $derived.by(() => {
    const session = this.current();
    const same = JSON.stringify(session?.settings) === JSON.stringify(this.choices.settings);
    return same ? session?.stage?.material : undefined;
  });
  private pca = $derived.by(() => this.frame('pca'));
  private lda = $derived.by(() => this.frame('lda'));
  private tucker = $derived.by(() => this.frame('tucker'));
  private trip = $derived.by(() => this.frame('trip'));

  constructor(choices: Choices, loaded: Loaded, { calm = false, onBegin = () => {} } = {}) {
    this.choices = choices;
    this.loaded = loaded;
    this.calm = calm;
    this.onBegin = onBegin;
  }

  /** Shows the untrained planes while the workers are still starting. */
  async preview(): Promise<void> {
    const { choices, loaded } = this;
    this.session = new Session(loaded.trip, this.pace, () => this.version++, loaded.queue);
    const { settings, methods } = choices;
    if (choices.waitsForTable) return;
    const material = await loaded.material(choices.entry, settings);
    await this.session.preview({ settings, methods, material }, choices.picked ?? 0);
  }

  frameOf(method: Method): TrackFrame | undefined {
    // One value at a time: reading all three would redraw every panel for each of them.
    return this[method];
  }

  track(method: Method) {
    return this.current()?.tracks[method];
  }

  /** The end of a training is on view: measures since it was asked for. */
  arrived(): void {
    if (this.asked === undefined) return;
    performance.measure('retrained', { start: this.asked, detail: this.track('trip')?.busyMs });
    this.asked = undefined;
  }

  /** What holds for the training under way too. */
  tune(): void {
    if (!this.session) return;
    this.session.setPace(this.pace);
    this.session.stopsAtPlateau = this.choices.state.plateau;
  }

  playOrPause = () => (this.playing ? this.session?.pause() : this.session?.play());
  step = () => this.session?.step(stepEpochs);
  back = () => this.session?.step(-stepEpochs);
  rewind = () => this.session?.rewind();
  seek = (epoch: number) => this.session?.seek(epoch);
  tick = (seconds: number) => this.session?.tick(seconds);
  /** Puts another start on view; returns the one that is picked then. */
  pick(index: number): number | undefined {
    this.session?.pick(index);
    return this.session?.picked;
  }

  /** A training at full speed has not been shown yet. */
  get held(): boolean {
    return this.session?.held ?? false;
  }

  /** Puts a model that was trained elsewhere among the starts, and on view. */
  add(model: Model): void {
    this.session?.add(model);
  }

  /** The next `begin` trains, even if nothing has changed. */
  startOver(): void {
    this.begun = '';
  }

  /** Trains what has been chosen, unless it is being trained already; then only another start comes on view. */
  begin(picked?: number, arrival?: Arrival): void {
    const { choices, loaded, session } = this;
    const { settings, branch } = choices;
    if (!loaded.trainer || !session) return;
    const wanted = JSON.stringify([settings, branch]);
    if (wanted === this.begun) {
      if (picked !== session.picked) session.pick(picked);
      return;
    }
    // Data that could not be loaded are no longer what is wanted, or are tried again.
    loaded.broken = undefined;
    this.begun = wanted;
    this.asked = arrival?.direct ? performance.now() : undefined;
    this.onBegin();
    if (choices.waitsForTable) {
      session.stop();
      return;
    }
    const material = loaded.material(choices.entry, settings);
    const plan = { settings, branch, methods: choices.methods };
    if (material instanceof Promise) void this.beginLater(wanted, plan, material, picked, arrival);
    else session.begin(loaded.trainer, { ...plan, material }, picked, arrival);
  }

  /** Begins once the data are there, unless something else has been begun meanwhile. */
  private async beginLater(
    wanted: string,
    plan: { settings: Settings; branch: Branch | undefined; methods: readonly Method[] },
    loading: Promise<Material>,
    picked: number | undefined,
    arrival: Arrival | undefined,
  ): Promise<void> {
    const { loaded, session } = this;
    if (!loaded.trainer || !session) return;
    session.load();
    const material = await loading.catch((error: unknown) => {
      if (this.begun !== wanted) return;
      session.stop();
      loaded.dropMaterial();
      this.begun = '';
      loaded.broken = { code: 'noData', message: messageOf(error) };
    });
    if (!material) return;
    await nextTask();
    if (this.begun === wanted) session.begin(loaded.trainer, { ...plan, material }, picked, arrival);
  }

  private get pace(): Pace {
    const [first, growth] = speeds[this.calm ? 'full' : this.choices.state.speed];
    return (epoch) => first + growth * epoch;
  }

  /** Reading the session through this makes a value follow it. */
  private current(): Session | undefined {
    void this.version;
    return this.session;
  }

  private frame(method: Method): TrackFrame | undefined {
    const session = this.current();
    const track = session?.tracks[method];
    const calm = this.calm && session?.playhead === undefined;
    const waits = session?.playing && !track?.settled && (session.held || calm);
    if (!waits) return session?.frame(method);
    // Undefined leaves in its place what was drawn before.
    const first = session.direct ? undefined : track?.frames[0];
    return first?.epoch === 0 ? first : undefined;
  }
}
