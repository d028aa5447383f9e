/** What the page shows and does: settings, link and session tied together, as reactive values for the components. */

import { loadTrip, type Trip } from 'trip-wasm';
import { createTrainer, type Trainer } from 'trip-wasm/trainer';
import { type Picture, type Probe, pictureOf, probe, type SampleRef, type Stage } from './picture.ts';
import { type Pace, Session, viewWorkers } from './session.ts';
import {
  formatHash,
  initialState,
  type Link,
  type Name,
  parseHash,
  randomSeed,
  type Settings,
  type State,
  trainingNames,
} from './state.ts';
import { type Method, methods, type TrackFrame } from './track.ts';

/** Slow at first, because the plane turns early: epochs a second at epoch 0, and what each epoch adds. */
const speeds: Readonly<Record<State['speed'], readonly [number, number]>> = {
  slow: [15, 0.2],
  normal: [40, 0.5],
  quick: [160, 2],
  full: [Number.POSITIVE_INFINITY, 0],
};
export const stepEpochs = 10;
/** Cross entropy of guessing one of two classes. */
const guessing = Math.LN2;
/** A loss no better than guessing is blamed on learning rates from here on. */
const longSteps = 0.03;
/** While a slider is dragged, trainings start at most this often (milliseconds). */
const dragPause = 150;

export class Lesson {
  state = $state.raw<State>(initialState);
  /** Parts of the link that could not be used. */
  problems = $state.raw<readonly string[]>([]);
  /** Why nothing can be shown at all. */
  broken = $state<string>();
  /** Scores of what each panel shows. */
  scores = $state.raw<Partial<Record<Method, Pick<Picture, 'trainScore' | 'testScore'>>>>({});
  /** Sample ringed in all panels. */
  highlight = $state.raw<SampleRef>();
  /** The reader asked the system for less motion: results only, no animation. */
  readonly calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

  private version = $state(0);
  private session = $state.raw<Session>();
  private library: Trip | undefined;
  private trainer: Trainer | undefined;
  private expected = $state<string>();
  private picked: number | undefined;
  private begun = '';
  private dragging = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  stage = $derived.by(() => this.look()?.stage);
  /** Number of variables in the data. */
  dimensions = $derived(this.state.noiseDimensions + 3);
  starts = $derived.by(() => this.look()?.starts ?? []);
  chosen = $derived.by(() => this.look()?.chosen);
  playing = $derived.by(() => this.look()?.playing ?? false);
  replaying = $derived.by(() => this.look()?.replaying ?? false);
  finished = $derived.by(() => this.look()?.finished ?? false);
  failure = $derived.by(() => this.look()?.failure);
  /** Epoch on view: TRIP's, while the trainings run. */
  now = $derived.by(() => Math.round(this.look()?.playhead ?? this.look()?.tracks.trip?.epoch ?? 0));
  shownStart = $derived.by(() => this.look()?.tracks.trip?.restart);
  private pca = $derived.by(() => this.frame('pca'));
  private lda = $derived.by(() => this.frame('lda'));
  private trip = $derived.by(() => this.frame('trip'));
  /** Nothing moves: the pictures are worth drawing finely. */
  still = $derived.by(() => !this.playing);

  private history = $derived.by(() => this.look()?.tracks[this.state.curve]?.history);
  /** Losses of the method that the reader chose, up to the epoch that has been reached. */
  losses = $derived.by(() => {
    const fit = this.history?.loss ?? new Float32Array();
    return {
      fit,
      test: this.history?.testLoss ?? new Float32Array(),
      epochs: Float32Array.from(fit, (_, at) => at + 1),
    };
  });
  private recorded = $derived.by(() => this.look()?.tracks.trip);
  private recordedCount = $derived.by(() => this.look()?.tracks.trip?.frames.length ?? 0);
  /** Principal angles of TRIP's recorded frames. */
  angles = $derived.by(() => {
    const frames = this.recordedCount > 0 ? (this.recorded?.frames ?? []) : [];
    return {
      epochs: frames.map((frame) => frame.epoch),
      nearest: frames.map((frame) => frame.match.nearest),
      furthest: frames.map((frame) => frame.match.furthest),
    };
  });
  /** How the three ended; undefined until all have, and the start with the lowest objective is known. */
  outcome = $derived.by(() => {
    const session = this.look();
    if (!session?.finished || session.chosen === undefined || session.replaying) return undefined;
    const of = (method: Method) => {
      const track = session.tracks[method];
      return { test: track?.report?.testAccuracy, match: track?.newest?.match };
    };
    return { pca: of('pca'), lda: of('lda'), trip: of('trip') };
  });
  busySeconds = $derived.by(() => {
    const track = this.look()?.tracks.trip;
    return track?.settled && track.busyMs > 0 ? track.busyMs / 1000 : undefined;
  });
  /** The very settings that the page opens with. */
  opening = $derived(trainingNames.every((name) => this.state[name] === initialState[name]));

  /** Fingerprint of the start on view once it has ended. */
  fingerprint = $derived.by(() => {
    const state = this.look()?.tracks.trip?.state;
    return state?.kind === 'done' ? state.fingerprint : undefined;
  });
  /** Address that shows this very page and lets its reader compare the result, once the start on view is the one they will see. */
  link = $derived.by(() => {
    const picked = this.look()?.picked;
    const settled = this.shownStart === (picked ?? this.chosen);
    const hash = formatHash(this.state, picked, settled ? this.fingerprint : undefined);
    return `${location.origin}${location.pathname}${location.search}#${hash}`;
  });
  /** Whether the link's sender saw the same bits; undefined while unknown or when the link does not say. */
  sameResult = $derived.by(() => {
    const start = this.starts[this.look()?.picked ?? this.chosen ?? -1];
    return this.expected && start?.model ? start.model.fingerprint === this.expected : undefined;
  });
  /** A training broke down: which, and when. */
  divergence = $derived.by(() => {
    const session = this.look();
    for (const method of methods) {
      const state = session?.tracks[method]?.state;
      if (state?.kind === 'diverged') return { method, epoch: state.epoch };
    }
    return undefined;
  });

  /** A training that ended no better than guessing because its steps were too long. */
  collapse = $derived.by(() => {
    const session = this.look();
    if (this.state.learningRate < longSteps || !session?.finished) return undefined;
    return methods.find((method) => {
      const report = session.tracks[method]?.report;
      return report !== undefined && !report.diverged && report.loss > 0.99 * guessing;
    });
  });

  constructor() {
    this.apply(parseHash(location.hash));
    const follow = () => this.followAddress();
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
  }

  /** Loads WebAssembly and workers, then trains. */
  async open(): Promise<void> {
    if (typeof WebAssembly === 'undefined') {
      this.broken =
        'This browser has WebAssembly switched off (a lockdown or enhanced security mode does that), and this page computes with it. Allow it for this site, or open the page in another browser.';
      return;
    }
    try {
      const workers = Math.max(viewWorkers + 1, Math.min(8, navigator.hardwareConcurrency || 4));
      this.library = await loadTrip();
      const trainer = createTrainer({ workers, trip: this.library });
      this.session = new Session(this.library, this.pace, () => this.version++);
      const [ready] = await Promise.all([trainer, this.session.preview(this.settings, this.picked ?? 0)]);
      this.trainer = ready;
      this.begin(this.picked);
    } catch (error) {
      this.broken = `The page could not start: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  frameOf(method: Method): TrackFrame | undefined {
    // One value at a time: reading all three would redraw every panel for each of them.
    return method === 'pca' ? this.pca : method === 'lda' ? this.lda : this.trip;
  }

  track(method: Method) {
    return this.look()?.tracks[method];
  }

  picture(method: Method, stage: Stage, frame: TrackFrame, cells: number): Picture {
    const picture = pictureOf(this.library as Trip, stage, frame, cells);
    this.scores = { ...this.scores, [method]: picture };
    return picture;
  }

  probe(frame: TrackFrame, picture: Picture, at: readonly [number, number]): Probe {
    return probe(this.library as Trip, frame, picture, at, this.state.testPoints);
  }

  /** One control has a new value. While it is dragged (`settled` false) the address follows without new history entries. */
  set(name: Name, value: number | boolean | string, settled: boolean): void {
    const changed = this.state[name] !== value;
    if (changed) {
      this.state = { ...this.state, [name]: value };
      if (isTraining(name)) this.forget();
      this.write(!this.dragging);
      if (name === 'speed') this.session?.setPace(this.pace);
    }
    this.dragging = !settled;
    if (isTraining(name)) this.beginSoon(settled);
  }

  /** Several values at once, one history entry. */
  setAll(values: Partial<State>): void {
    this.state = { ...this.state, ...values };
    this.forget();
    this.write(true);
    this.begin();
  }

  newData = () => this.setAll({ dataSeed: randomSeed() });
  newStart = () => this.setAll({ startSeed: randomSeed() });
  reset = () => this.setAll({ ...initialState, theme: this.state.theme });
  halveLearningRate = () => this.setAll({ learningRate: Number((this.state.learningRate / 2).toPrecision(3)) });

  playOrPause = () => (this.playing ? this.session?.pause() : this.session?.play());
  step = () => this.session?.step(stepEpochs);
  rewind = () => this.session?.rewind();
  seek = (epoch: number) => this.session?.seek(epoch);
  tick = (seconds: number) => this.session?.tick(seconds);
  pick = (index: number) => {
    this.session?.pick(index);
    this.write(true);
  };
  tryAgain = () => {
    this.begun = '';
    this.begin(this.picked);
  };

  private get settings(): Settings {
    return Object.fromEntries(trainingNames.map((name) => [name, this.state[name]])) as Settings;
  }

  private get pace(): Pace {
    const [first, growth] = speeds[this.calm ? 'full' : this.state.speed];
    return (epoch) => first + growth * epoch;
  }

  /** Reading the session through this makes a value follow it. */
  private look(): Session | undefined {
    void this.version;
    return this.session;
  }

  private frame(method: Method): TrackFrame | undefined {
    const session = this.look();
    const track = session?.tracks[method];
    const hold = this.calm && session?.playing && session.playhead === undefined && !track?.settled;
    if (!hold) return session?.frame(method);
    const first = track?.frames[0];
    return first?.epoch === 0 ? first : undefined;
  }

  /** A changed training has another result than the one that the link spoke of. */
  private forget(): void {
    this.expected = undefined;
    this.picked = undefined;
    this.problems = [];
  }

  private beginSoon(now: boolean): void {
    if (now) {
      this.begin();
    } else if (this.timer === undefined) {
      this.timer = setTimeout(() => this.begin(), dragPause);
    }
  }

  private begin(picked?: number): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { settings, trainer, session } = this;
    if (!trainer || !session) return;
    const wanted = JSON.stringify(settings);
    if (wanted === this.begun) {
      if (picked !== session.picked) session.pick(picked);
      return;
    }
    this.begun = wanted;
    this.highlight = undefined;
    session.begin(trainer, settings, picked);
  }

  private write(entry: boolean): void {
    const hash = formatHash(this.state, this.session?.picked);
    const address = hash ? `#${hash}` : location.pathname + location.search;
    if (entry) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }

  private followAddress(): void {
    const current = formatHash(this.state, this.session?.picked);
    if (location.hash.replace(/^#/, '') === current) return;
    this.apply(parseHash(location.hash));
    this.session?.setPace(this.pace);
    this.begin(this.picked);
  }

  private apply({ state, start, fingerprint, problems }: Link): void {
    this.state = state;
    this.picked = start;
    this.expected = fingerprint;
    this.problems = problems;
  }
}

function isTraining(name: Name): boolean {
  return (trainingNames as readonly Name[]).includes(name);
}
