/** What the page shows and does: settings, link and session tied together, as reactive values for the components. */

import { loadTrip, type Model, resultVersion as ownVersion, type Trip } from 'trip-wasm';
import { createTrainer, type Trainer, TripError } from 'trip-wasm/trainer';
import { catalogue, type DataId, type Entry, type Material, methodsOf } from '../data/catalogue.ts';
import type { OwnData } from '../data/own.ts';
import { nextTask } from '../data/tasks.ts';
import type { Scene } from '../draw/panel.ts';
import type { Fit } from '../lessons/lessons.ts';
import { type Audience, permitted } from '../link/audience.ts';
import {
  type Branch,
  fitted,
  formatHash,
  initialOf,
  initialState,
  isExtendable,
  type Link,
  type Name,
  type Phrase,
  parseHash,
  properties,
  randomSeed,
  type Settings,
  type State,
  sealed,
  trainingNames,
} from '../link/state.ts';
import {
  type Look,
  type Picture,
  type Probe,
  picturing,
  probe,
  type SampleRef,
  type Stage,
  type Steps,
} from '../picture/picture.ts';
import { page } from '../text/en/page.ts';
import { messageOf } from '../training/error-message.ts';
import { explain, type Reading } from '../training/explain.ts';
import type { Pace } from '../training/playback.ts';
import { TaskQueue } from '../training/queue.ts';
import { type Arrival, Session, viewWorkers } from '../training/session.ts';
import type { Method, TrackFrame } from '../training/track.ts';
import { allowed } from '../training/training-state.ts';

/** Slow at first, because the plane turns early: epochs a second at epoch 0, and what each epoch adds. */
const speeds: Readonly<Record<State['speed'], readonly [number, number]>> = {
  slow: [15, 0.2],
  normal: [40, 0.5],
  quick: [160, 2],
  full: [Number.POSITIVE_INFINITY, 0],
};
export const stepEpochs = 10;
/** What can be drawn over the epochs. */
export type Measure = State['measure'];
/** Settings that shape the data. */
const dataNames = ['data', 'dataSeed', 'samplesPerClass', 'noiseDimensions'] as const satisfies readonly Name[];
/** A loss no better than guessing is blamed on learning rates from here on. */
const longSteps = 0.03;
/** While a slider is dragged, trainings start at most this often (milliseconds). */
const dragPause = 150;
/** Milliseconds without a move after which pictures that are being turned are at rest. */
const restPause = 200;

/** What a panel shows, and how finely. */
export interface View {
  readonly stage: Stage;
  readonly frame: TrackFrame;
  readonly look: Look;
  readonly cells: number;
}

export class Lesson {
  state = $state.raw<State>(initialState);
  /** The training is in two legs. */
  branch = $state.raw<Branch>();
  /** Parts of the link that could not be used. */
  problems = $state.raw<readonly Phrase[]>([]);
  /** Settings that the maker of the link keeps from what was opened last. */
  kept = $state.raw<readonly Name[]>([]);
  /** Why nothing can be shown at all. */
  broken = $state.raw<Phrase>();
  /** Trainings share the thread of the page, and the reader has not closed the notice of it. */
  withoutWorkers = $state(false);
  /** False where there is no WebAssembly: all that can be shown is a recording. */
  computes = $state(true);
  /** Scores of what each panel shows. */
  scores = $state.raw<
    Partial<Record<Method, Pick<Picture, 'trainScore' | 'testScore'> & Pick<TrackFrame, 'epoch' | 'match'>>>
  >({});
  /** Something can be seen. */
  drawn = $derived(this.scores.trip !== undefined);
  /** Sample ringed in all panels while it is pointed at. */
  highlight = $state.raw<SampleRef>();
  /** Sample whose story is told. */
  selected = $state.raw<SampleRef>();
  /** The reader's own table. */
  own = $state.raw<OwnData>();
  /** The dialogue for it is open. */
  importing = $state(false);
  /** Explanation of the newest still picture of TRIP. */
  private explained = $state.raw<Reading>();
  /** The reader asked the system for less motion: results only, no animation. */
  readonly calm = matchMedia('(prefers-reduced-motion: reduce)').matches;

  /** What the maker of the link lets the reader see and change. */
  readonly audience: Audience;

  /** Of each panel, as it was drawn last. */
  private readonly pictures: Partial<Record<Method, Picture>> = {};
  private version = $state(0);
  private session = $state.raw<Session>();
  private library: Trip | undefined;
  private trainer: Trainer | undefined;
  /** Queue of the workers that the trainings on view do not need. */
  private queue = new TaskQueue(1);
  private expected = $state<string>();
  private expectedTable = $state<string>();
  /** The sender's package gives other bits than this one. */
  madeByAnother = $state(false);
  private picked: number | undefined;
  private begun = '';
  private loaded: { readonly key: string; readonly material: Material | Promise<Material> } | undefined;
  /** When a training was asked for whose end is to come on view. */
  private asked: number | undefined;
  private dragging = false;
  /** The reader is turning the pictures. */
  private turning = $state(false);
  private turned: ReturnType<typeof setTimeout> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  stage = $derived.by(() => this.current()?.stage);
  data = $derived.by(() => this.current()?.material);
  /** What is predicted are classes. */
  classes = $derived(this.data?.train.task !== 'regression');
  entry = $derived(this.entryOf(this.state.data));
  /** Axes kept, which are no more than there are variables. */
  rank = $derived(Math.min(this.state.rank, this.entry.mostAxes ?? properties.rank.max));
  methods = $derived(methodsOf(this.entry));
  /** Method whose losses are drawn. */
  curve = $derived(this.methods.includes(this.state.curve) ? this.state.curve : 'trip');
  starts = $derived.by(() => this.current()?.starts ?? []);
  chosen = $derived.by(() => this.current()?.chosen);
  /** The chosen start, unless all have diverged: among these there is nothing to choose. */
  best = $derived(this.starts[this.chosen ?? -1]?.report?.diverged ? undefined : this.chosen);
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
  private pca = $derived.by(() => this.frame('pca'));
  private lda = $derived.by(() => this.frame('lda'));
  private tucker = $derived.by(() => this.frame('tucker'));
  private trip = $derived.by(() => this.frame('trip'));
  /** Nothing moves, nor will at once: the pictures are worth drawing finely and explaining. */
  still = $derived.by(() => this.ready && !this.playing && !this.turning);

  /** What was on view before still is, while a training at full speed has not ended: share of the epochs done, 0 to 1. */
  waiting = $derived.by(() => {
    const session = this.current();
    const done = session?.tracks.trip?.epoch ?? 0;
    return session?.direct && session.playing && !session.finished ? done / this.state.epochs : undefined;
  });
  /** Epoch at which TRIP's objective was flat. */
  plateau = $derived.by(() => (this.state.epochs > 0 ? this.current()?.tracks.trip?.plateau : undefined));
  /** Epochs that one press of the button adds; none when no more are allowed. */
  moreEpochs = $derived(
    isExtendable(this.state)
      ? Math.max(0, Math.min(initialOf(this.state.data).epochs, properties.epochs.max - this.state.epochs))
      : 0,
  );

  private history = $derived.by(() => this.current()?.tracks[this.curve]?.history);
  /** What is drawn over the epochs: only classes have an accuracy. */
  measure = $derived<Measure>(this.state.measure === 'accuracy' && !this.classes ? 'loss' : this.state.measure);
  /** What the epochs of the method that the reader chose have brought, up to the one that has been reached. */
  curves = $derived.by(() => {
    const history = this.history;
    const epochs = Float32Array.from(history?.loss ?? [], (_, at) => at + 1);
    return { epochs, history };
  });
  private recorded = $derived.by(() => this.current()?.tracks.trip);
  private recordedCount = $derived.by(() => this.current()?.tracks.trip?.frames.length ?? 0);
  /** Principal angles of TRIP's recorded frames. */
  angles = $derived.by(() => {
    const frames = this.recordedCount > 0 ? (this.recorded?.frames ?? []) : [];
    return {
      epochs: frames.map((frame) => frame.epoch),
      nearest: frames.map(({ match }) => match?.nearest ?? Number.NaN),
      furthest: frames.map(({ match }) => match?.furthest ?? Number.NaN),
    };
  });
  /** How all on view ended; undefined until they have, and the start with the lowest objective is known. */
  outcome = $derived.by(() => {
    const session = this.current();
    if (!session?.finished || session.chosen === undefined || session.replaying) return undefined;
    return session.methods.map((method) => {
      const track = session.tracks[method];
      return {
        method,
        // An opened model may have been trained without test samples: the picture knows what it makes of these.
        accuracy: track?.report?.testAccuracy ?? this.scores[method]?.testScore.accuracy,
        loss: track?.report?.testLoss ?? this.scores[method]?.testScore.loss,
        diverged: track?.report?.diverged,
        match: track?.newest?.match,
      };
    });
  });
  busySeconds = $derived.by(() => {
    const track = this.current()?.tracks.trip;
    return track?.settled && track.busyMs > 0 && !this.branch ? track.busyMs / 1000 : undefined;
  });
  /** The very settings that the page opens with. */
  opening = $derived(trainingNames.every((name) => this.state[name] === initialState[name]));

  /** Fingerprint of the start on view once it has ended. */
  fingerprint = $derived.by(() => {
    const state = this.current()?.tracks.trip?.state;
    return state?.kind === 'done' ? state.fingerprint : undefined;
  });
  /** Address that shows this very page. */
  link = $derived.by(() => this.linkFor(this.audience));
  /** Whether the link's sender saw the same bits; undefined while unknown, when the link does not say, or when the data are others. */
  sameResult = $derived.by(() => {
    if (this.sameTable === false) return undefined;
    const start = this.starts[this.current()?.picked ?? this.chosen ?? -1];
    return this.expected && start?.model ? start.model.fingerprint === this.expected : undefined;
  });
  /** Trainings broke down: which, after which epoch, and from where all can go on. */
  divergence = $derived.by(() => {
    const session = this.current();
    const broken = this.methods.flatMap((method) => {
      const state = session?.tracks[method]?.state;
      return state?.kind === 'diverged' ? [{ method, epoch: state.epoch }] : [];
    });
    if (broken.length === 0) return undefined;
    const resumes = broken.map(({ method, epoch }) => this.resumesAt(method, epoch) ?? Number.NaN);
    const first = Math.min(...resumes);
    return { broken, resumes: Number.isNaN(first) ? undefined : first };
  });

  /** From where half the learning rate can go on: the state that was kept, when it is better than the beginning. */
  private resumesAt(method: Method, epoch: number): number | undefined {
    const { library, session } = this;
    const track = session?.tracks[method];
    const first = track?.frames[0];
    if (!library || !session?.material || !track?.report || !first || epoch === 0) return undefined;
    const beginning = library.modelAt(first.source, first);
    try {
      return track.report.objective < beginning.score(session.material.train).objective ? epoch : undefined;
    } finally {
      beginning.dispose();
    }
  }

  /** Trainings that ended no better than guessing because their steps were too long. */
  collapsed = $derived.by<readonly Method[]>(() => {
    const session = this.current();
    const classes = session?.stage?.material.train.classNames?.length;
    if (this.state.learningRate < longSteps || !session?.finished || !classes) return [];
    return this.methods.filter((method) => {
      const report = session.tracks[method]?.report;
      return report !== undefined && !report.diverged && report.loss > 0.99 * Math.log(classes);
    });
  });

  constructor() {
    const link = parseHash(location.hash);
    this.audience = link.audience;
    this.apply(link);
    const follow = () => this.followAddress();
    addEventListener('popstate', follow);
    addEventListener('hashchange', follow);
  }

  /** Loads WebAssembly and workers, then trains. */
  async open(): Promise<void> {
    if (typeof WebAssembly === 'undefined') {
      this.broken = () => page.notices.noWebAssembly;
      this.computes = false;
      return;
    }
    try {
      const workers = Math.max(viewWorkers + 1, Math.min(8, navigator.hardwareConcurrency || 4));
      this.library = await loadTrip();
      const trainer = this.hire(workers, this.library);
      this.queue = new TaskQueue(workers - viewWorkers);
      this.session = new Session(this.library, this.pace, () => this.version++, this.queue);
      const { settings, methods } = this;
      if (!this.waitsForTable) {
        await this.session.preview({ settings, methods, material: await this.material() }, this.picked ?? 0);
      }
      this.trainer = await trainer;
      this.tune();
      this.begin(this.picked);
    } catch (error) {
      this.broken = () => page.notices.noStart(messageOf(error));
    }
  }

  /** Workers; where the browser refuses them, the thread of the page. */
  private async hire(workers: number, trip: Trip): Promise<Trainer> {
    try {
      return await createTrainer({ workers, trip });
    } catch (error) {
      if (!(error instanceof TripError && error.code === 'worker')) throw error;
      this.withoutWorkers = true;
      return createTrainer({ workers, trip, local: true });
    }
  }

  frameOf(method: Method): TrackFrame | undefined {
    // One value at a time: reading all three would redraw every panel for each of them.
    return this[method];
  }

  track(method: Method) {
    return this.current()?.tracks[method];
  }

  /** The picture of a panel, whose scores are shown as soon as it is there. */
  *picture(method: Method, { stage, frame, look, cells }: View): Steps<Picture> {
    const picture = yield* picturing(this.library as Trip, stage, frame, cells, look);
    this.pictures[method] = picture;
    const { trainScore, testScore } = picture;
    const { epoch, match } = frame;
    this.scores = { ...this.scores, [method]: { trainScore, testScore, epoch, match } };
    if (method === 'trip' && this.asked !== undefined && epoch === this.state.epochs) {
      performance.measure('retrained', { start: this.asked, detail: this.session?.tracks.trip?.busyMs });
      this.asked = undefined;
    }
    return picture;
  }

  probe(frame: TrackFrame, picture: Picture, at: readonly [number, number]): Probe {
    return probe(this.library as Trip, frame, picture, at, this.state.testPoints);
  }

  // One by one: other settings leave the pictures as they are.
  private mode = $derived.by(() => this.state.mode);
  private target = $derived.by(() => this.state.target);
  private yaw = $derived.by(() => this.state.yaw);
  private pitch = $derived.by(() => this.state.pitch);
  /** Everything that a picture depends on beside its frame. */
  lookFrom: Look = $derived.by(() => ({ mode: this.mode, target: this.target, yaw: this.yaw, pitch: this.pitch }));
  private rested: Look | undefined;
  /** Of small pictures: they follow a turn when it has ended. */
  lookAtRest: Look = $derived.by(() => {
    const look = this.lookFrom;
    if (!this.turning) this.rested = look;
    return this.rested ?? look;
  });

  /** What TRIP's picture means; undefined while it moves. */
  reading = $derived.by(() => (this.explained?.question.frame === this.trip ? this.explained : undefined));
  /** More or something else is to come. */
  explaining = $derived.by(() => {
    const { reading, state, selected } = this;
    return !reading?.whole || reading.question.state !== state || reading.question.selected !== selected;
  });

  /** Explains the picture on view; what it returns ends that. */
  explain(): () => void {
    const control = new AbortController();
    const { stage, state, selected, trip: frame, library } = this;
    if (this.still && stage && frame && library) {
      const question = { trip: library, stage, frame, state, modes: this.entry.modes, selected };
      void explain(question, control.signal, (reading) => {
        if (!control.signal.aborted) this.explained = reading;
      });
    }
    return () => control.abort();
  }

  /** Address that shows what is on view and lets its reader compare the result, once the start on view is the one they will see. */
  linkFor(audience: Audience, page = location.href): string {
    const picked = this.current()?.picked;
    const settled = this.shownStart === (picked ?? this.chosen);
    // An opened model is no start that a link could name.
    const start = picked !== undefined && picked < this.state.restarts ? picked : undefined;
    const fingerprint = settled ? this.fingerprint : undefined;
    const { branch, table } = this;
    const hash = formatHash(this.state, { branch, start, fingerprint, table, audience });
    return `${page.replace(/#.*/, '')}#${sealed(hash)}`;
  }

  private entryOf(data: DataId): Entry {
    return data === 'own' && this.own ? this.own.entry : catalogue[data];
  }

  /** What of a state the data do not have is replaced, and told where a link asked for it. */
  private fitted(state: State, problems: Phrase[] = []): State {
    return fitted(state, this.entryOf(state.data), problems);
  }

  /** Takes several settings at once, but for those that the maker of the link keeps. */
  private take(next: Partial<State>): void {
    const { values, kept } = permitted(this.state, next, this.audience);
    this.state = this.fitted({ ...this.state, ...values });
    this.kept = kept;
  }

  /** Axes and arrows on a panel, where they are known. */
  overlay(method: Method): Pick<Scene, 'axes' | 'arrows'> {
    // Those of another view would lie beside the samples.
    const reading = method === 'trip' && this.reading?.question.state === this.state ? this.reading : undefined;
    return { axes: this.state.arrows ? (reading?.axes ?? []) : [], arrows: reading?.arrows ?? [] };
  }

  /** What a panel shows, without what the reader points at. */
  sceneOf(method: Method): Scene | undefined {
    const picture = this.pictures[method];
    const { testPoints, discrete, target } = this.state;
    const rings = this.selected ? [this.selected] : [];
    return picture && { picture, testPoints, discrete, target, rings, cross: undefined, ...this.overlay(method) };
  }

  /** One control has a new value. While it is dragged (`settled` false) the address follows without new history entries. */
  set(name: Name, value: number | boolean | string, settled: boolean): void {
    if (this.audience.locked.includes(name)) return;
    const changed = this.state[name] !== value;
    this.kept = [];
    if (changed && name === 'data') {
      this.choose(value as DataId);
      return;
    }
    if (changed) {
      this.state = { ...this.state, [name]: value };
      if (isTraining(name)) this.forget();
      this.write(!this.dragging);
      this.tune();
    }
    this.dragging = !settled;
    if (isTraining(name)) this.beginSoon(settled);
  }

  /** What holds for the training under way too. */
  private tune(): void {
    if (!this.session) return;
    this.session.setPace(this.pace);
    this.session.stopsAtPlateau = this.state.plateau;
  }

  /** Another direction to look from; like `set`. */
  turn(values: Partial<Pick<State, 'yaw' | 'pitch'>>, settled: boolean): void {
    const { locked } = this.audience;
    this.turning = !settled;
    clearTimeout(this.turned);
    // A hand that rests on the picture looks at it; not every move ends with a word.
    this.turned = setTimeout(() => (this.turning = false), restPause);
    this.state = { ...this.state, ...permitted(this.state, values, { hidden: [], locked }).values };
    this.write(!this.dragging);
    this.dragging = !settled;
  }

  /** Several values at once, one history entry. */
  setAll(values: Partial<State>, arrival?: Arrival): void {
    this.take(values);
    this.forget();
    this.write(true);
    this.begin(undefined, arrival);
  }

  /** More epochs, or fewer: the same training goes on, or ends earlier, to the last bit. The reader's start stays on view. */
  endAt(epochs: number): void {
    const { picked, branch } = this;
    const reached = this.finished && isExtendable(this.state) ? this.state.epochs : undefined;
    this.take({ epochs });
    this.forget();
    this.picked = picked;
    this.branch = branch && branch.epoch < epochs ? branch : undefined;
    this.write(true);
    this.begin(picked, { direct: true, from: reached !== undefined && reached < epochs ? reached : undefined });
  }

  /** Other data, with the settings that suit them; how things are shown stays. */
  choose(data: DataId): void {
    const { theme, language, speed, testPoints, scale, measure, plateau, arrows, pathStep } = this.state;
    const { gridFrom, gridTo, gridSteps, gridDepths, gridStarts } = this.state;
    const shown = { theme, language, speed, testPoints, scale, measure, plateau, arrows, pathStep };
    const grid = { gridFrom, gridTo, gridSteps, gridDepths, gridStarts };
    this.setAll({ ...initialOf(data), ...shown, ...grid });
  }

  /** Trains on the reader's own table. */
  useOwn(own: OwnData): void {
    const { waitsForTable } = this;
    this.own = own;
    this.importing = false;
    this.loaded = undefined;
    this.begun = '';
    // A link may have brought settings for this table.
    if (this.state.data !== 'own') this.choose('own');
    else {
      const problems = [...this.problems];
      this.state = this.fitted(this.state, problems);
      if (waitsForTable) this.problems = problems;
      this.begin(this.picked);
    }
    this.write(false);
  }

  /** The address speaks of a table that is not here. */
  waitsForTable = $derived(this.state.data === 'own' && this.own === undefined);
  /** Whether the reader's table is the one that the link speaks of. */
  sameTable = $derived(this.expectedTable && this.own ? this.own.fingerprint === this.expectedTable : undefined);

  /** Lends the library. */
  with<T>(work: (trip: Trip) => T): T {
    return work(this.library as Trip);
  }

  /** Lends TRIP's model on view; undefined while there is none. */
  withShown<T>(work: (model: Model, material: Material) => T): T | undefined {
    const { trip: frame, data, library } = this;
    if (!frame || !data || !library) return undefined;
    const start = this.starts.find(({ index }) => index === this.shownStart);
    if (start?.model && this.fingerprint === start.model.fingerprint) return work(start.model, data);
    const model = library.modelAt(frame.source, frame);
    try {
      return work(model, data);
    } finally {
      model.dispose();
    }
  }

  /** Puts a saved model on view among the starts; throws when it was made for other data. */
  openModel(text: string): { fingerprint: string; accuracy?: number; rmse?: number; otherData: boolean } {
    const { data, session } = this;
    const model = (this.library as Trip).restore(text);
    try {
      if (!data || !session) throw new Error(page.nothingOnView);
      const wanted = data.train.shape.slice(1).join(' × ');
      if (model.spec.dims.join(' × ') !== wanted) throw new Error(page.otherShape(model.spec.dims.join(' × '), wanted));
      const { accuracy, rmse } = model.score(data.test);
      const { fingerprint } = model;
      const otherData = !fittedWith(model, data);
      session.add(model);
      return {
        fingerprint,
        otherData,
        ...(accuracy === undefined ? {} : { accuracy }),
        ...(rmse === undefined ? {} : { rmse }),
      };
    } catch (error) {
      model.dispose();
      throw error;
    }
  }

  /** Trains in the workers, beside what is on view. */
  fit: Fit = (data, options, signal) => (this.trainer as Trainer).fit(data, options, { signal }).model;

  /** As `fit`, but only where neither what is on view nor its starts need a worker. */
  fitBeside: Fit = (data, options, signal) => this.queue.run(async () => this.fit(data, options, signal));
  /** How many of these go on at once. */
  get lanesBeside(): number {
    return this.queue.concurrency;
  }

  /** Data of the very settings of the page; undefined until these are being trained. */
  materialNow = $derived.by(() => {
    const session = this.current();
    return JSON.stringify(session?.settings) === JSON.stringify(this.settings) ? session?.stage?.material : undefined;
  });

  /** Shows the settings of a figure in the tool. */
  show(settings: Settings, start: number | undefined): void {
    // Data that are on view already need no introduction.
    const direct = settings.data === this.state.data;
    this.take(settings);
    this.forget();
    // A start of other settings is not the one that was meant.
    this.picked = this.kept.length > 0 ? undefined : start;
    this.write(true);
    this.begin(this.picked, { direct });
  }

  /** There are workers to train with. */
  ready = $derived.by(() => this.current()?.stage !== undefined && this.current()?.trainer !== undefined);

  newData = () => this.setAll({ dataSeed: randomSeed() });
  newStart = () => this.setAll({ startSeed: randomSeed() });
  reset = () => {
    const { data, theme, language } = this.state;
    this.setAll({ ...initialOf(data), theme, language });
  };
  halveLearningRate = () => this.setAll({ learningRate: halved(this.state.learningRate) }, { direct: true });

  /** Half the rate from here would need more epochs, and the maker of the link keeps their number. */
  endKept = $derived.by(() => {
    const { hidden, locked } = this.audience;
    return this.now >= this.state.epochs && [...hidden, ...locked].includes('epochs');
  });
  /** Epoch from which half the rate could go on: a training has two legs at most. */
  branchable = $derived.by(() => {
    const epoch = this.now;
    const last = this.branch?.epoch ?? properties.epochs.max - 1;
    return this.ready && isExtendable(this.state) && !this.endKept && epoch > 0 && epoch <= last ? epoch : undefined;
  });
  /** Half the rate from this epoch on, and as many epochs more as one press gives where it was the last one. */
  halveFrom(epoch: number): void {
    const { learningRate, epochs } = this.state;
    const { picked, branch = { epoch, rate: learningRate } } = this;
    const rate = epoch < branch.epoch ? branch.rate : learningRate;
    const longer = epoch < epochs ? {} : { epochs: epochs + this.moreEpochs };
    const next = { learningRate: halved(rate), ...longer };
    this.kept = permitted(this.state, next, this.audience).kept;
    if (this.kept.length > 0) return;
    this.state = { ...this.state, ...next };
    this.forget();
    this.picked = picked;
    this.branch = { epoch, rate: branch.rate };
    this.write(true);
    this.begin(picked, { direct: true, from: epoch });
  }
  /** One learning rate for the whole training. */
  joinLegs = () => this.setAll({}, { direct: true });

  goOn = () => this.endAt(this.state.epochs + this.moreEpochs);

  playOrPause = () => (this.playing ? this.session?.pause() : this.session?.play());
  step = () => this.session?.step(stepEpochs);
  back = () => this.session?.step(-stepEpochs);
  rewind = () => this.session?.rewind();
  seek = (epoch: number) => this.session?.seek(epoch);
  tick = (seconds: number) => this.session?.tick(seconds);
  pick = (index: number) => {
    this.session?.pick(index);
    this.picked = this.session?.picked;
    this.write(true);
  };
  tryAgain = () => {
    this.begun = '';
    this.begin(this.picked);
  };

  private get settings(): Settings {
    return Object.fromEntries(trainingNames.map((name) => [name, this.state[name]])) as Settings;
  }

  /** Part of the address: which table the settings are for. */
  get table(): string | undefined {
    return this.state.data === 'own' ? (this.own?.fingerprint ?? this.expectedTable) : undefined;
  }

  private get pace(): Pace {
    const [first, growth] = speeds[this.calm ? 'full' : this.state.speed];
    return (epoch) => first + growth * epoch;
  }

  /** The data of the settings; the same object again while nothing that shapes them has changed. */
  private material(): Material | Promise<Material> {
    const { settings } = this;
    const key = JSON.stringify(dataNames.map((name) => settings[name]));
    if (this.loaded?.key === key) return this.loaded.material;
    const material = this.entry.load(this.library as Trip, settings);
    this.loaded = { key, material };
    // Once they are there, a change of other settings need not wait for them.
    if (material instanceof Promise)
      void material.then(
        (data) => {
          if (this.loaded?.key === key) this.loaded = { key, material: data };
        },
        () => {},
      );
    return material;
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

  /** A changed training has another result than the one that the link spoke of. */
  private forget(): void {
    this.expected = undefined;
    this.picked = undefined;
    this.branch = undefined;
    this.problems = [];
  }

  private beginSoon(now: boolean): void {
    if (now) {
      this.begin(undefined, { direct: true });
    } else if (this.timer === undefined) {
      this.timer = setTimeout(() => this.beginInDrag(), dragPause);
    }
  }

  /** While a slider is dragged each training is shown before the next one begins. */
  private beginInDrag(): void {
    this.timer = undefined;
    if (this.session?.held) this.beginSoon(false);
    else this.begin(undefined, { direct: true });
  }

  private begin(picked?: number, arrival?: Arrival): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { settings, branch, trainer, session } = this;
    if (!trainer || !session) return;
    const wanted = JSON.stringify([settings, branch]);
    if (wanted === this.begun) {
      if (picked !== session.picked) session.pick(picked);
      return;
    }
    // Data that could not be loaded are no longer what is wanted, or are tried again.
    this.broken = undefined;
    this.begun = wanted;
    this.asked = arrival?.direct ? performance.now() : undefined;
    this.highlight = undefined;
    this.selected = undefined;
    if (this.waitsForTable) {
      session.stop();
      return;
    }
    const { methods } = this;
    const material = this.material();
    if (!(material instanceof Promise)) {
      session.begin(trainer, { settings, branch, methods, material }, picked, arrival);
      return;
    }
    session.load();
    material.then(
      async (data) => {
        await nextTask();
        if (this.begun === wanted)
          session.begin(trainer, { settings, branch, methods, material: data }, picked, arrival);
      },
      (error) => {
        if (this.begun !== wanted) return;
        session.stop();
        this.loaded = undefined;
        this.begun = '';
        this.broken = () => page.notices.noData(messageOf(error));
      },
    );
  }

  /** The address bar's: of what is on view, without what came out. */
  private get hash(): string {
    const { branch, picked: start, table, audience } = this;
    return formatHash(this.state, { branch, start, table, audience });
  }

  private write(entry: boolean): void {
    const hash = this.hash;
    const address = hash ? `#${hash}` : location.pathname + location.search;
    try {
      if (entry) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    } catch {
      // A document without an address of its own, as a frame's srcdoc: links still hold everything.
    }
  }

  private followAddress(): void {
    if (location.hash.replace(/^#/, '') === this.hash) return;
    const link = parseHash(location.hash);
    // What is hidden and locked is decided when the page opens.
    if (JSON.stringify(link.audience) !== JSON.stringify(this.audience)) {
      location.reload();
      return;
    }
    const { kept, values } = permitted(this.state, link.state, this.audience);
    const state = { ...this.state, ...values };
    this.apply(kept.length > 0 ? { ...link, state, start: undefined, fingerprint: undefined } : link);
    this.kept = kept;
    if (kept.length > 0) this.write(false);
    this.tune();
    this.begin(this.picked, { direct: true });
  }

  private apply({ state, branch, start, fingerprint, resultVersion, table, problems }: Link): void {
    const all = [...problems];
    this.state = this.fitted(state, all);
    this.branch = branch;
    this.picked = start;
    this.expected = fingerprint;
    this.madeByAnother = resultVersion !== ownVersion;
    this.expectedTable = table;
    this.problems = all;
  }
}

/** The objective that the model's file records is that of these training data; true too when it records none. */
function fittedWith(model: Model, { train }: Material): boolean {
  const recorded = model.restarts[model.best]?.objective;
  if (recorded === undefined) return true;
  // The same numbers up to the rounding of how they are summed; other data miss by far more.
  return Math.abs(model.score(train).objective - recorded) <= 1e-4 * Math.abs(recorded);
}

const halved = (rate: number) => Math.max(properties.learningRate.min, Number((rate / 2).toPrecision(3)));

function isTraining(name: Name): boolean {
  return (trainingNames as readonly Name[]).includes(name);
}
