/** The session of the trainings shown and of their starts, as reactive values; decides when a new training begins. */

import type { Model } from 'trip-wasm';
import { onceAFrame } from '../browser/next-frame.ts';
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
import { type Frames, SideBySide } from './side-by-side.svelte.ts';

/** Epochs a second at epoch 0, and the increase per epoch: slow at first, because the plane turns early. */
const speeds: Readonly<Record<Choices['state']['speed'], readonly [number, number]>> = {
  slow: [15, 0.2],
  normal: [60, 0.4],
  quick: [160, 2],
  full: [Number.POSITIVE_INFINITY, 0],
};
export const stepEpochs = 10;

export class Trained {
  private readonly choices: Choices;
  private readonly loaded: Loaded;
  /** The reader prefers reduced motion: the page shows results without animation. */
  private readonly reducedMotion: boolean;
  /** Called when another training begins. */
  private readonly onBegin: () => void;
  private version = $state(0);
  private readonly sideBySide = new SideBySide(() => this.newestFrames());
  private session = $state.raw<Session>();
  private begun = '';
  /** Time at which a training was requested whose end is to be shown. */
  private asked: number | undefined;

  stage = $derived.by(() => this.current()?.stage);
  data = $derived.by(() => this.current()?.material);
  /** The task is a classification. */
  classes = $derived(this.data?.train.task !== 'regression');
  starts = $derived.by(() => this.current()?.starts ?? []);
  /** Milliseconds of the shortest training of a start. */
  fastest = $derived.by(() => this.current()?.fastest);
  chosen = $derived.by(() => this.current()?.chosen);
  /** All starts have ended with errors, so that none can be chosen. */
  withoutResult = $derived(this.starts.length > 0 && this.starts.every(({ state }) => state === 'failed'));
  /** The chosen start; undefined when all have diverged, because none is better then. */
  best = $derived(this.starts[this.chosen ?? -1]?.report?.diverged ? undefined : this.chosen);
  /** Start that the reader picked instead of the chosen one. */
  picked = $derived.by(() => this.current()?.picked);
  /** Actions that the trainings shown allow. */
  allowed = $derived.by(() => allowed(this.current()?.state ?? { kind: 'idle' }));
  playing = $derived.by(() => this.current()?.playing ?? false);
  replaying = $derived.by(() => this.current()?.replaying ?? false);
  finished = $derived.by(() => this.current()?.finished ?? false);
  failure = $derived.by(() => this.current()?.failure);
  /** Newest epoch that all trainings have recorded, up to the playhead. */
  now = $derived.by(() => Math.round(this.current()?.epoch ?? this.current()?.playhead ?? 0));
  /** An earlier epoch than the last trained one is shown. */
  lookingBack = $derived.by(() => this.current()?.playhead !== undefined);
  shownStart = $derived.by(() => this.current()?.tracks.trip?.restart);
  /** Workers are ready to train. */
  ready = $derived.by(() => this.current()?.stage !== undefined && this.current()?.trainer !== undefined);
  /** Progress of the trainings shown while they run at full speed: share of the epochs, 0 to 1, and estimated seconds to the end. */
  waiting = $derived.by(() => this.current()?.progress);
  /** Estimated seconds until all starts have ended. */
  startsLeft = $derived.by(() => this.current()?.startsLeft);
  /** Data of exactly the current settings; undefined until these are being trained. */
  materialNow = $derived.by(() => {
    const session = this.current();
    const same = JSON.stringify(session?.settings) === JSON.stringify(this.choices.settings);
    return same ? session?.stage?.material : undefined;
  });
  private pca = $derived.by(() => this.sideBySide.shown.pca);
  private lda = $derived.by(() => this.sideBySide.shown.lda);
  private tucker = $derived.by(() => this.sideBySide.shown.tucker);
  private trip = $derived.by(() => this.sideBySide.shown.trip);
  /** The frames that arrive between two animation frames are one change. */
  private readonly changeSoon = onceAFrame(() => this.change());

  constructor(choices: Choices, loaded: Loaded, { reducedMotion = false, onBegin = () => {} } = {}) {
    this.choices = choices;
    this.loaded = loaded;
    this.reducedMotion = reducedMotion;
    this.onBegin = onBegin;
  }

  /** Shows the untrained planes while the workers are still starting. */
  async preview(): Promise<void> {
    const { choices, loaded } = this;
    this.session = new Session(
      loaded.trip,
      this.pace,
      (what) => (what ? this.changeSoon() : this.change()),
      loaded.queue,
    );
    const { settings, methods } = choices;
    if (choices.waitsForTable) return;
    const material = await loaded.material(choices.entry, settings);
    await this.session.preview({ settings, methods, material }, choices.picked ?? 0);
  }

  frameOf(method: Method): TrackFrame | undefined {
    // One derived value per method: reading all three would redraw every panel for each of them.
    return this[method];
  }

  /** The frames of all panels, which are of one epoch. */
  get frames(): Frames {
    return this.sideBySide.shown;
  }

  /** All panels have drawn their frames. */
  drawn(): void {
    this.sideBySide.drawn();
  }

  track(method: Method) {
    return this.current()?.tracks[method];
  }

  /** Measures the time from the request to the picture of a training's end. */
  arrived(): void {
    if (this.asked === undefined) return;
    // The browser keeps every entry: a page that trains for hours must not have all of them.
    if (performance.getEntriesByName('retrained').length >= 100) performance.clearMeasures('retrained');
    performance.measure('retrained', { start: this.asked, detail: this.track('trip')?.busyMs });
    this.asked = undefined;
  }

  /** Applies settings that also affect a running training. */
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
  /** Shows another start; returns the index of the picked one. */
  pick(index: number): number | undefined {
    this.session?.pick(index);
    return this.session?.picked;
  }

  /** A training at full speed is not shown yet. */
  get held(): boolean {
    return this.session?.held ?? false;
  }

  /** Adds a model that was trained elsewhere to the starts, and shows it. */
  add(model: Model): void {
    this.session?.add(model);
  }

  /** Makes the next `begin` train, even if nothing has changed. */
  startOver(): void {
    this.begun = '';
  }

  /** Trains the current settings unless they are being trained already; then it only shows another start. */
  begin(picked?: number, arrival?: Arrival): void {
    const { choices, loaded, session } = this;
    const { settings, branch } = choices;
    if (!loaded.trainer || !session) return;
    const wanted = JSON.stringify([settings, branch]);
    if (wanted === this.begun) {
      if (picked !== session.picked) session.pick(picked);
      return;
    }
    // Failed data are not needed any more, or are loaded again.
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

  /** Begins once the data are loaded, unless another training has begun meanwhile. */
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
    const [first, growth] = speeds[this.reducedMotion ? 'full' : this.choices.state.speed];
    return (epoch) => first + growth * epoch;
  }

  /** Reading the session through this method makes a derived value depend on it. */
  private current(): Session | undefined {
    void this.version;
    return this.session;
  }

  private change(): void {
    this.version++;
    this.sideBySide.refresh(this.session?.stage);
  }

  private newestFrames(): Frames {
    const { session } = this;
    const found = session?.methods.map((method) => [method, this.frame(session, method)]) ?? [];
    return Object.fromEntries(found.filter(([, frame]) => frame));
  }

  /** The frame that a panel could show; undefined keeps the picture that was drawn before. */
  private frame(session: Session, method: Method): TrackFrame | undefined {
    const track = session.tracks[method];
    const atEndOnly = this.reducedMotion && session.playhead === undefined && !session.settled;
    if (session.playing && (session.held || atEndOnly)) {
      if (session.playhead !== undefined) return undefined;
      // The end of one training beside pictures that stay is a comparison only when they are of its epoch.
      const kept = Math.max(...Object.values(this.sideBySide.shown).map(({ epoch }) => epoch));
      if (session.held && track?.settled && (kept === track.epoch || kept < 0)) return track.newest;
      const first = session.direct ? undefined : track?.frames[0];
      return first?.epoch === 0 ? first : undefined;
    }
    return session.frame(method);
  }
}
