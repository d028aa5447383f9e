/** What is shown: pictures and from where they are seen, the sample that the reader points at, what TRIP's picture means. */

import type { State } from '../data/state.ts';
import type { Scene } from '../draw/panel.ts';
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
import type { Question, Reading } from '../training/explain.ts';
import type { Method, TrackFrame } from '../training/track.ts';
import type { Choices } from './choices.svelte.ts';
import type { Loaded } from './loaded.svelte.ts';
import type { Trained } from './trained.svelte.ts';

/** Milliseconds without a move after which pictures that are being turned are at rest. */
const restPause = 200;

/** Explains in short tasks, and tells what is known so far. */
type Explain = (question: Question, signal: AbortSignal, tell: (reading: Reading) => void) => Promise<void>;
/** What a panel shows, and how finely. */
export interface View {
  readonly stage: Stage;
  readonly frame: TrackFrame;
  readonly look: Look;
  readonly cells: number;
}

type Scores = Pick<Picture, 'trainScore' | 'testScore'> & Pick<TrackFrame, 'epoch' | 'match'>;

export class Shown {
  /** Scores of what each panel shows. */
  scores = $state.raw<Partial<Record<Method, Scores>>>({});
  /** Something can be seen. */
  drawn = $derived(this.scores.trip !== undefined);
  /** Sample ringed in all panels while it is pointed at. */
  highlight = $state.raw<SampleRef>();
  /** Sample whose story is told. */
  selected = $state.raw<SampleRef>();
  /** The dialogue for the reader's table is open. */
  importing = $state(false);

  private readonly choices: Choices;
  private readonly loaded: Loaded;
  private readonly trained: Trained;
  /** Of each panel, as it was drawn last. */
  private readonly pictures: Partial<Record<Method, Picture>> = {};
  /** Explanation of the newest still picture of TRIP. */
  private explained = $state.raw<Reading>();
  /** The reader is turning the pictures. */
  private turning = $state(false);
  private turned: ReturnType<typeof setTimeout> | undefined;

  /** Nothing moves, nor will at once: the pictures are worth drawing finely and explaining. */
  still = $derived.by(() => this.trained.ready && !this.trained.playing && !this.turning);
  // One by one: other settings leave the pictures as they are.
  private mode = $derived.by(() => this.choices.state.mode);
  private target = $derived.by(() => this.choices.state.target);
  private yaw = $derived.by(() => this.choices.state.yaw);
  private pitch = $derived.by(() => this.choices.state.pitch);
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
  reading = $derived.by(() => {
    const { explained } = this;
    return explained?.question.frame === this.trained.frameOf('trip') ? explained : undefined;
  });
  /** More or something else is to come. */
  explaining = $derived.by(() => {
    const { reading, selected } = this;
    const { state } = this.choices;
    return !reading?.whole || reading.question.state !== state || reading.question.selected !== selected;
  });

  constructor(choices: Choices, loaded: Loaded, trained: Trained) {
    this.choices = choices;
    this.loaded = loaded;
    this.trained = trained;
  }

  /** The picture of a panel, whose scores are shown as soon as it is there. */
  *picture(method: Method, { stage, frame, look, cells }: View): Steps<Picture> {
    const picture = yield* picturing(this.loaded.trip, stage, frame, cells, look);
    this.pictures[method] = picture;
    const { trainScore, testScore } = picture;
    const { epoch, match } = frame;
    this.scores = { ...this.scores, [method]: { trainScore, testScore, epoch, match } };
    if (method === 'trip' && epoch === this.choices.state.epochs) this.trained.arrived();
    return picture;
  }

  probe(frame: TrackFrame, picture: Picture, at: readonly [number, number]): Probe {
    return probe(this.loaded.trip, frame, picture, at, this.choices.state.testPoints);
  }

  /** The reader turns the pictures; `settled` is false while they are being dragged. */
  turn(settled: boolean): void {
    this.turning = !settled;
    clearTimeout(this.turned);
    // A hand that rests on the picture looks at it; not every move ends with a word.
    this.turned = setTimeout(() => (this.turning = false), restPause);
  }

  /** Samples of other data mean nothing. */
  unselect(): void {
    this.highlight = undefined;
    this.selected = undefined;
  }

  /** Explains the picture on view by `how`, which comes with what shows it; what it returns ends that. */
  explain(how: Explain): () => void {
    const control = new AbortController();
    const { selected, choices, trained } = this;
    const { stage } = trained;
    const { state } = choices;
    const frame = trained.frameOf('trip');
    if (this.still && stage && frame) {
      const question = { trip: this.loaded.trip, stage, frame, state, modes: choices.entry.modes, selected };
      void how(question, control.signal, (reading) => {
        if (!control.signal.aborted) this.explained = reading;
      });
    }
    return () => control.abort();
  }

  /** Axes and arrows on a panel, where they are known. */
  overlay(method: Method): Pick<Scene, 'axes' | 'arrows'> {
    const state: State = this.choices.state;
    // Those of another view would lie beside the samples.
    const reading = method === 'trip' && this.reading?.question.state === state ? this.reading : undefined;
    return { axes: state.arrows ? (reading?.axes ?? []) : [], arrows: reading?.arrows ?? [] };
  }

  /** What a panel shows, without what the reader points at. */
  sceneOf(method: Method): Scene | undefined {
    const picture = this.pictures[method];
    const { testPoints, discrete, target } = this.choices.state;
    const rings = this.selected ? [this.selected] : [];
    return picture && { picture, testPoints, discrete, target, rings, cross: undefined, ...this.overlay(method) };
  }
}
