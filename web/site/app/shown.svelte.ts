/** The pictures and their viewing direction, the sample under the pointer, and the explanation of TRIP's picture. */

import type { Panel } from '../../draw/panel.ts';
import type { Look, SampleRef, Steps } from '../../draw/types.ts';
import type { State } from '../data/state.ts';
import { writeSample } from '../link/sample.ts';
import { lookOf, type Picture, type Probe, picturing, placeOf, probe, type Stage } from '../picture/picture.ts';
import type { Question, Reading } from '../training/explain.ts';
import type { Method, TrackFrame } from '../training/track.ts';
import type { Choices } from './choices.svelte.ts';
import type { Loaded } from './loaded.svelte.ts';
import type { Trained } from './trained.svelte.ts';

/** A turn of the pictures ends after so many milliseconds without a move. */
const restPause = 200;

/** Explains in short tasks, and calls `onReading` with each intermediate reading. */
type Explain = (question: Question, signal: AbortSignal, onReading: (reading: Reading) => void) => Promise<void>;
/** Content of a panel, and its resolution. */
export interface View {
  readonly stage: Stage;
  readonly frame: TrackFrame;
  readonly look: Look;
  readonly cells: number;
  /** The picture moves: of large data it shows a sample. */
  readonly moving?: boolean;
}

/** The positions in a picture of those samples that it shows. */
export const ringsIn = (picture: Picture, samples: readonly (SampleRef | undefined)[]): SampleRef[] =>
  samples.flatMap((sample) => (sample && placeOf(picture, sample)) ?? []);

/** The samples that the picture of a view shows. */
export const drawnStage = ({ stage, moving }: View): Stage => (moving ? (stage.moving ?? stage) : stage);

type Scores = Pick<Picture, 'trainScore' | 'testScore'> &
  Pick<TrackFrame, 'epoch' | 'match'> & { readonly frame: TrackFrame };

export class Shown {
  /** Scores of the content of each panel; those of all panels change together. */
  scores = $state.raw<Partial<Record<Method, Scores>>>({});
  /** Epoch of the pictures; a training that ended earlier shows its end. Undefined while nothing is drawn. */
  epoch = $derived.by(() => {
    const epochs = this.choices.methods.flatMap((method) => this.scores[method]?.epoch ?? []);
    return epochs.length > 0 ? Math.max(...epochs) : undefined;
  });
  /** At least one picture has been drawn. */
  drawn = $derived(this.scores.trip !== undefined);
  /** Sample under the pointer, ringed in all panels. */
  highlight = $state.raw<SampleRef>();
  /** Sample that is explained, where the data of the settings have it. */
  private explainedSample = $derived.by(() => {
    const { sample } = this.choices;
    return sample && sample.index < this.countOf(sample) ? sample : undefined;
  });
  /** The import dialogue is open. */
  importing = $state(false);

  private readonly choices: Choices;
  private readonly loaded: Loaded;
  private readonly trained: Trained;
  /** Scores of the panels that have drawn their newest frame before all others have. */
  private early: Partial<Record<Method, Scores>> = {};
  /** The latest picture of each panel. */
  private readonly pictures: Partial<Record<Method, Picture>> = {};
  /** Explanation of TRIP's newest picture at full resolution. */
  private explained = $state.raw<Reading>();
  /** The reader is turning the pictures, or is dragging a setting. */
  private turning = $state(false);
  private turned: ReturnType<typeof setTimeout> | undefined;

  /** Nothing moves or is about to: the pictures are drawn at full resolution and explained. */
  still = $derived.by(() => this.trained.ready && !this.trained.playing && !this.turning);
  // One derived value each: changes of other settings do not redraw the pictures.
  private mode = $derived.by(() => this.choices.state.mode);
  private target = $derived.by(() => this.choices.state.target);
  private yaw = $derived.by(() => this.choices.state.yaw);
  private pitch = $derived.by(() => this.choices.state.pitch);
  /** Everything that a picture depends on except its frame. */
  lookFrom: Look = $derived.by(() =>
    lookOf({ mode: this.mode, target: this.target, yaw: this.yaw, pitch: this.pitch }),
  );
  private rested: Look | undefined;
  /** View of the small pictures, which change only when a turn has ended. */
  lookAtRest: Look = $derived.by(() => {
    const look = this.lookFrom;
    if (!this.turning) this.rested = look;
    return this.rested ?? look;
  });
  /** Explanation of TRIP's picture; undefined while it moves. */
  reading = $derived.by(() => {
    const { explained } = this;
    return explained?.question.frame === this.trained.frameOf('trip') ? explained : undefined;
  });
  /** Another explanation, or more of this one, is being computed. */
  explaining = $derived.by(() => {
    const { reading, selected } = this;
    const { state } = this.choices;
    return !reading?.complete || reading.question.state !== state || reading.question.selected !== selected;
  });

  constructor(choices: Choices, loaded: Loaded, trained: Trained) {
    this.choices = choices;
    this.loaded = loaded;
    this.trained = trained;
  }

  /** The picture of a panel; its scores are shown when it is complete. */
  *picture(method: Method, view: View): Steps<Picture> {
    const { frame, look, cells } = view;
    const picture = yield* picturing(this.loaded.trip, drawnStage(view), frame, cells, look);
    this.pictures[method] = picture;
    const { trainScore, testScore } = picture;
    const { epoch, match } = frame;
    this.early[method] = { trainScore, testScore, epoch, match, frame };
    this.publish();
    if (method === 'trip' && epoch === this.choices.state.epochs) this.trained.arrived();
    return picture;
  }

  /** Shows the scores when every panel has drawn its frame. */
  private publish(): void {
    const known = { ...this.scores, ...this.early };
    const frames = Object.entries(this.trained.frames) as [Method, TrackFrame][];
    if (frames.some(([method, frame]) => known[method]?.frame !== frame)) return;
    this.scores = known;
    this.early = {};
    this.trained.drawn();
  }

  probe(frame: TrackFrame, picture: Picture, at: readonly [number, number]): Probe {
    return probe(this.loaded.trip, frame, picture, at, this.choices.state.testPoints);
  }

  /** The pictures follow a control or a pointer; `settled` is false while it is being dragged. */
  turn(settled: boolean): void {
    this.turning = !settled;
    clearTimeout(this.turned);
    // A short pause ends the turn too, because not every drag ends with an event.
    this.turned = setTimeout(() => (this.turning = false), restPause);
  }

  get selected(): SampleRef | undefined {
    return this.explainedSample;
  }

  set selected(sample: SampleRef | undefined) {
    this.choices.sample = sample;
    this.choices.write(false);
  }

  /** Reports a sample of the address that the data do not have. */
  refuseMissing(): void {
    const { choices } = this;
    const { sample } = choices;
    const count = sample && this.countOf(sample);
    if (!sample || !count || sample.index < count) return;
    choices.sample = undefined;
    choices.problems = [...choices.problems, { code: 'badSample', part: `sn=${writeSample(sample)}`, count }];
    choices.write(false);
  }

  /** Number of samples in the set of a sample; 0 until the data of the settings are known. */
  private countOf({ set }: SampleRef): number {
    return this.trained.materialNow?.[set].shape[0] ?? 0;
  }

  /** Explains the picture shown with `explainer`, which is loaded together with its component; returns a function that cancels. */
  explain(explainer: Explain): () => void {
    const control = new AbortController();
    const { selected, choices, trained } = this;
    const { stage } = trained;
    const { state } = choices;
    const frame = trained.frameOf('trip');
    const { modes } = choices.entry;
    // Until other data are trained, the frame is of those before, whose modes have other names.
    if (this.still && stage && frame?.source.spec.ranks.length === modes.length) {
      const question = { trip: this.loaded.trip, stage, frame, state, modes, selected };
      void explainer(question, control.signal, (reading) => {
        if (!control.signal.aborted) this.explained = reading;
      });
    }
    return () => control.abort();
  }

  /** Axes and arrows of a panel, where they are known. */
  overlay(method: Method): Pick<Panel, 'axes' | 'arrows'> {
    const state: State = this.choices.state;
    // Arrows computed for another view would not match the samples.
    const reading = method === 'trip' && this.reading?.question.state === state ? this.reading : undefined;
    return { axes: state.arrows ? (reading?.axes ?? []) : [], arrows: reading?.arrows ?? [] };
  }

  /** Scene of a panel, without the sample under the pointer. */
  sceneOf(method: Method): (Panel & { readonly picture: Picture }) | undefined {
    const picture = this.pictures[method];
    const { testPoints, discrete, target } = this.choices.state;
    const rings = picture ? ringsIn(picture, [this.selected]) : [];
    return picture && { picture, testPoints, discrete, target, rings, cross: undefined, ...this.overlay(method) };
  }
}
