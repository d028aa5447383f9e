/** Results of the trainings: curves over the epochs, the outcome of each, and whether the link's result is the same. */

import type { Model } from 'trip-wasm';
import type { Stability } from 'trip-wasm/trainer';
import type { Material } from '../data/catalogue.ts';
import type { State } from '../data/state.ts';
import { type Judgement, judge } from '../training/judgement.ts';
import type { Method } from '../training/track.ts';
import type { Choices } from './choices.svelte.ts';
import type { Loaded } from './loaded.svelte.ts';
import type { Shown } from './shown.svelte.ts';
import type { Trained } from './trained.svelte.ts';

/** Results of the test of the separation. */
export interface Assessed {
  /** One sentence in the current language. */
  readonly sentence: string | undefined;
  readonly stability: Stability | undefined;
  /** The p value of the permutation test. */
  readonly p: number | undefined;
}

export class Results {
  /** Set by the component of the test, for the trainings shown. */
  assessed = $state.raw<Assessed>();
  /** Best test score of a plane turned by hand, and the number of its moves; set by the tour. */
  byHand = $state.raw<{ readonly score: number; readonly moves: number }>();
  private readonly choices: Choices;
  private readonly loaded: Loaded;
  private readonly trained: Trained;
  private readonly shown: Shown;

  private history = $derived.by(() => this.trained.track(this.choices.curve)?.history);
  /** Measure of the curves: only classes have an accuracy. */
  measure = $derived.by<State['measure']>(() => {
    const { measure } = this.choices.state;
    return measure === 'accuracy' && !this.trained.classes ? 'loss' : measure;
  });
  /** Curves of the chosen method, up to the current epoch. */
  curves = $derived.by(() => {
    const history = this.history;
    const epochs = Float32Array.from(history?.loss ?? [], (_, at) => at + 1);
    return { epochs, history };
  });
  /** Epoch at which TRIP's objective became flat. */
  plateau = $derived.by(() => (this.choices.state.epochs > 0 ? this.trained.track('trip')?.plateau : undefined));
  private recorded = $derived.by(() => this.trained.track('trip'));
  private recordedCount = $derived.by(() => this.trained.track('trip')?.frames.length ?? 0);
  /** Principal angles of TRIP's recorded frames. */
  angles = $derived.by(() => {
    const frames = this.recordedCount > 0 ? (this.recorded?.frames ?? []) : [];
    return {
      epochs: frames.map((frame) => frame.epoch),
      nearest: frames.map(({ match }) => match?.nearest ?? Number.NaN),
      furthest: frames.map(({ match }) => match?.furthest ?? Number.NaN),
    };
  });
  /** The judgement of each training shown, which notices and verdict share. */
  judgements = $derived.by(() => {
    const { data } = this.trained;
    const { learningRate } = this.choices.state;
    return this.choices.methods.flatMap((method) => {
      const track = this.trained.track(method);
      if (!data) return [];
      const { train } = data;
      const ended = { state: track?.state, report: track?.report, train, learningRate };
      return [{ method, judgement: judge({ ...ended, isConstant: () => this.isConstant(method) }) }];
    });
  });
  /** Outcome of each training shown; undefined until all have ended and the start with the lowest objective is known, or that none has a result. */
  outcome = $derived.by(() => {
    const { finished, chosen, replaying, withoutResult } = this.trained;
    if (!finished || (chosen === undefined && !withoutResult) || replaying) return undefined;
    return this.choices.methods.map((method) => {
      const track = this.trained.track(method);
      const seen = this.shown.scores[method]?.testScore;
      return {
        method,
        // An opened model may have been trained without test samples; the picture has computed their scores.
        accuracy: track?.report?.testAccuracy ?? seen?.accuracy,
        loss: track?.report?.testLoss ?? seen?.loss,
        judgement: this.judgementOf(method),
        match: track?.newest?.match,
      };
    });
  });
  busySeconds = $derived.by(() => {
    const track = this.trained.track('trip');
    return track?.settled && track.busyMs > 0 && !this.choices.branch ? track.busyMs / 1000 : undefined;
  });
  /** Fingerprint of the start shown, once it has ended. */
  fingerprint = $derived.by(() => {
    const state = this.trained.track('trip')?.state;
    return state?.kind === 'done' ? state.fingerprint : undefined;
  });
  /** Whether the link's sender got the same bits; undefined while unknown, without a fingerprint in the link, and for other data. */
  sameResult = $derived.by(() => {
    const { expected, sameTable } = this.choices;
    if (sameTable === false) return undefined;
    const { starts, picked, chosen } = this.trained;
    const start = starts[picked ?? chosen ?? -1];
    return expected && start?.model ? start.model.fingerprint === expected : undefined;
  });
  /** Trainings that diverged: which, after which epoch, and from which epoch all can continue. */
  divergence = $derived.by(() => {
    const broken = this.judgements.flatMap(({ method, judgement }) =>
      judgement.code === 'diverged' ? [{ method, epoch: judgement.epoch }] : [],
    );
    if (broken.length === 0) return undefined;
    const resumes = broken.map(({ method, epoch }) => this.resumesAt(method, epoch) ?? Number.NaN);
    const first = Math.min(...resumes);
    return { broken, resumes: Number.isNaN(first) ? undefined : first };
  });
  /** Methods with this judgement, once all trainings shown have ended. */
  judged(code: Judgement['code'], inactive?: boolean): Method[] {
    if (!this.trained.finished) return [];
    return this.judgements.flatMap(({ method, judgement }) =>
      judgement.code === code && (judgement.code !== 'nothing' || judgement.inactive === inactive) ? [method] : [],
    );
  }

  constructor(choices: Choices, loaded: Loaded, trained: Trained, shown: Shown) {
    this.choices = choices;
    this.loaded = loaded;
    this.trained = trained;
    this.shown = shown;
  }

  private judgementOf(method: Method): Judgement {
    return this.judgements.find((one) => one.method === method)?.judgement ?? { code: 'training' };
  }

  /** Whether a network predicts the same for every fit sample, as one does whose units have become inactive. */
  private isConstant(method: Method): boolean {
    const { data } = this.trained;
    const last = this.trained.track(method)?.newest;
    if (!data || !last) return false;
    const model = this.loaded.trip.modelAt(last.source, last);
    try {
      const { task, shape, classNames } = data.train;
      const values = task === 'regression' ? model.predict(data.train) : model.predictProba(data.train);
      const width = task === 'regression' ? values.length / (shape[0] as number) : (classNames?.length ?? 1);
      return values.every((value, at) => value === values[at % width]);
    } finally {
      model.dispose();
    }
  }

  /** Epoch from which half the learning rate can continue: that of the kept state, when it is better than the beginning. */
  private resumesAt(method: Method, epoch: number): number | undefined {
    const { data } = this.trained;
    const track = this.trained.track(method);
    const first = track?.frames[0];
    if (!data || !track?.report || !first || epoch === 0) return undefined;
    const beginning = this.loaded.trip.modelAt(first.source, first);
    try {
      return track.report.objective < beginning.score(data.train).objective ? epoch : undefined;
    } finally {
      beginning.dispose();
    }
  }

  /** Estimated seconds of so many trainings of one start in all workers; undefined until a start has ended. */
  secondsFor(trainings: number): number | undefined {
    const fastest = this.trained.fastest ?? this.expectedMs();
    const workers = Math.min(this.loaded.trainer?.workers ?? 1, navigator.hardwareConcurrency || 4);
    if (fastest === undefined) return undefined;
    // The training shown also measures the time without its waits, unless it was replayed from a recording.
    return (trainings * Math.min(fastest / 1000, this.busySeconds ?? Number.POSITIVE_INFINITY)) / workers;
  }

  /** Computing time of the training shown, extrapolated to its end; undefined until a tenth of it is done. */
  private expectedMs(): number | undefined {
    const { epochs } = this.choices.state;
    const track = this.trained.track('trip');
    return track && track.busyMs > 0 && track.epoch >= epochs / 10 ? (track.busyMs / track.epoch) * epochs : undefined;
  }

  /** Calls `work` with the TRIP model shown; undefined while there is none. */
  withShown<T>(work: (model: Model, material: Material) => T): T | undefined {
    const { data, starts, shownStart } = this.trained;
    const frame = this.trained.frameOf('trip');
    if (!frame || !data) return undefined;
    const start = starts.find(({ index }) => index === shownStart);
    if (start?.model && this.fingerprint === start.model.fingerprint) return work(start.model, data);
    const model = this.loaded.trip.modelAt(frame.source, frame);
    try {
      return work(model, data);
    } finally {
      model.dispose();
    }
  }
}
