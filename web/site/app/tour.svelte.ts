/** One plane in place of the panels: where it is on its path, and what it shows. Loaded together with its component. */

import { fieldAt } from '../../draw/field.ts';
import { flatPlane, type Plane } from '../../draw/geometry.ts';
import type { Field, Steps } from '../../draw/types.ts';
import type { Material } from '../data/entry.ts';
import { nextTask } from '../data/tasks.ts';
import { properties } from '../link/state.ts';
import type { Stage } from '../picture/picture.ts';
import { inTrainingUnits } from '../picture/truth.ts';
import { type Cloud, cloudOf, hashOf, middleOf, movesPlanes, project } from '../tour/cloud.ts';
import { basisOf, grandTour, nearStation, Path } from '../tour/path.ts';
import type { Ground, Parameters, PlaneView, Predictions, Station } from '../tour/view.ts';
import type { App } from './app.svelte.ts';
import { HandTurning } from './hand.svelte.ts';

/** Stations that are passed in a second while the tour plays. */
const speed = 0.4;
/** Part of the way from one station to the next that a press of the step button moves. */
export const stepShare = 0.25;

export class Tour implements Ground {
  readonly hand: HandTurning;
  playing = $state(false);
  private readonly app: App;
  /** Position while the tour plays. */
  private moving = $state<number>();
  /** Samples in training units, standardised or not. */
  private readonly clouds = new WeakMap<Material, { scaled?: Cloud; plain?: Cloud }>();

  kind = $derived.by(() => this.app.state.tour);
  stage = $derived.by<Stage | undefined>(() => this.app.trained.stage);
  /** The newest frame of each method; undefined until all have one, and where planes cannot be moved. */
  frames = $derived.by<readonly Station[] | undefined>(() => {
    const frames = this.app.choices.methods.flatMap((method) => {
      const frame = this.app.trained.frameOf(method);
      return frame ? [{ name: { method }, frame }] : [];
    });
    const complete = frames.length === this.app.choices.methods.length;
    const flat = frames.every(({ frame }) => frame.source.spec.ranks.join() === '2');
    const { stage } = this;
    return stage && complete && flat && movesPlanes(stage.material.train) ? frames : undefined;
  });
  /** Something moves: of large data the picture shows a sample. */
  busy = $derived.by(() => {
    const { dragging, taking } = this.hand;
    return this.playing || dragging !== undefined || taking?.complete === false || !this.app.shown.still;
  });
  /** The samples of the picture. */
  shownStage = $derived.by<Stage | undefined>(() => (this.busy ? (this.stage?.moving ?? this.stage) : this.stage));
  cloud = $derived.by<Cloud | undefined>(() => {
    const spec = this.frames?.[0]?.frame.source.spec;
    const material = this.shownStage?.material;
    if (!spec || !material) return undefined;
    const key = spec.scale.length > 0 ? 'scaled' : 'plain';
    const known = this.clouds.get(material) ?? {};
    known[key] ??= cloudOf(material, spec);
    this.clouds.set(material, known);
    return known[key];
  });
  stations = $derived.by<readonly Station[]>(() => {
    if (this.kind === 'methods') return this.frames ?? [];
    if (this.kind !== 'training') return [];
    // Reading the frame makes this depend on the training.
    const newest = this.frames?.at(-1)?.frame;
    const track = this.app.trained.track('trip');
    if (!newest || !track) return [];
    return [0, track.epoch / 2, track.epoch].flatMap((epoch) => {
      const frame = track.frameAt(epoch);
      return frame ? [{ name: { epoch: frame.epoch }, frame }] : [];
    });
  });
  path = $derived.by<Path | undefined>(() => {
    const { trip } = this.app.loaded;
    const rows = this.cloud?.rows;
    if (rows === undefined || this.kind === 'hand') return undefined;
    if (this.kind === 'grand') return grandTour(trip, rows, this.app.state.tourSeed);
    const bases = this.stations.map(({ frame }) => basisOf(frame.parameters, rows));
    return bases.length > 0 ? new Path(trip, rows, bases.length, (index) => bases[index] as Float64Array) : undefined;
  });
  /** The last position of the path. */
  end = $derived((this.path?.count ?? 1) - 1);
  position = $derived.by(() => Math.min(this.end, this.moving ?? this.app.state.tourAt / 100));
  private plane = $derived.by(() => (this.kind === 'hand' ? this.hand.shown : this.path?.at(this.position)));
  view = $derived.by<PlaneView | undefined>(() => {
    const { plane, cloud, shownStage: stage } = this;
    if (!plane || !cloud || !stage || plane.length !== 2 * cloud.rows) return undefined;
    const train = project(cloud.train, plane);
    const centre = stage.centred ? ([0, 0] as const) : middleOf(train);
    return { plane, stage, train, test: project(cloud.test, plane), centre };
  });
  /** The station at the position, while its network shows. */
  near = $derived.by(() => {
    const { index, strength } = nearStation(this.position);
    const station = this.stations[index];
    return station && strength > 0 ? { index, strength, station } : undefined;
  });
  predictions = $derived.by<Predictions | undefined>(() => {
    if (this.kind === 'hand') return this.hand.predictions;
    const { near, path, stage } = this;
    if (!near || !path || !stage) return undefined;
    const { frame } = near.station;
    const source = `${this.kind} ${near.index}`;
    const plane = path.latentPlane(near.index);
    return { key: frame, source, strength: near.strength, begin: (cells) => this.predict(frame, plane, cells) };
  });
  /** Largest angle in degrees between the plane shown and the true one; undefined where that is unknown. */
  angle = $derived.by(() => {
    const truth = this.stage?.material.truth?.[0];
    const spec = this.frames?.[0]?.frame.source.spec;
    const { view, cloud } = this;
    if (!truth || !spec || !view || !cloud || truth.length !== view.plane.length) return undefined;
    return this.app.loaded.trip.principalAngles(view.plane, inTrainingUnits(truth, 2, spec), cloud.rows)[1];
  });
  /** Hash of the points shown, while nothing moves. */
  print = $derived.by(() => (this.view && !this.busy ? hashOf(this.view.train, this.view.test) : undefined));

  constructor(app: App) {
    this.app = app;
    this.hand = new HandTurning(app, this);
  }

  /** Reports and corrects what a link asks for beyond these data: moves of variables, and a position after the end of the path. */
  checkLink(): void {
    const { choices } = this.app;
    const complete = this.kind === 'methods' ? choices.methods.length : this.kind === 'training' ? 3 : 0;
    if (!choices.tourUnchecked || !this.cloud || this.stations.length < complete) return;
    choices.tourUnchecked = false;
    const { rows } = this.cloud;
    if (this.kind === 'hand') {
      const known = choices.moves.filter(({ variable }) => variable < rows);
      const moves = choices.moves.length - known.length;
      if (moves === 0) return;
      choices.problems = [...choices.problems, { code: 'unknownVariables', moves, variables: rows }];
      choices.moves = known;
      choices.write(false);
      return;
    }
    const { tourAt } = choices.state;
    const high = 100 * this.end;
    if (tourAt <= high) return;
    const part = `${properties.tourAt.key}=${tourAt}`;
    choices.problems = [...choices.problems, { code: 'clamped', part, low: 0, high, used: String(high) }];
    this.app.set('tourAt', high, true);
  }

  choose(kind: Tour['kind']): void {
    this.pause();
    this.app.set('tour', kind, true);
    if (this.app.state.tourAt !== 0) this.app.set('tourAt', 0, true);
  }

  /** Moves to a position in hundredths. */
  go(hundredths: number, settled: boolean): void {
    this.playing = false;
    this.moving = undefined;
    const last = 100 * this.end;
    this.app.set('tourAt', Math.max(0, Math.min(last, Math.round(hundredths))), settled);
  }

  /** Moves by a part of the way, and stops at stations. */
  step(sign: 1 | -1): void {
    this.go(100 * stepShare * (Math.round(this.position / stepShare) + sign), true);
  }

  playOrPause(): void {
    if (this.playing) {
      this.pause();
      return;
    }
    this.moving = this.position >= this.end ? 0 : this.position;
    this.playing = true;
  }

  pause(): void {
    if (this.moving === undefined) return;
    this.go(100 * this.moving, true);
  }

  /** Advances a tour that plays. */
  tick(seconds: number): void {
    if (this.moving === undefined) return;
    this.moving = Math.min(this.end, this.moving + speed * seconds);
    if (this.moving >= this.end) this.pause();
  }

  /** The field of a model at a frame on a plane of its latent space. */
  *predict({ source, parameters }: Parameters, plane: Plane = flatPlane, cells = 64): Steps<Field | undefined> {
    const model = this.app.loaded.trip.modelAt(source, { restart: 0, epoch: 0, parameters });
    try {
      return yield* fieldAt(
        model,
        { plane, centre: this.view?.centre ?? [0, 0], extent: this.stage?.extent ?? 1 },
        cells,
      );
    } finally {
      model.dispose();
    }
  }

  /** Computes the pictures of all methods in short tasks, as their panels would: other parts of the page show their scores. */
  async keepPictures(signal: AbortSignal): Promise<void> {
    const { stage, app, frames } = this;
    if (!stage) return;
    const [look, moving] = [app.shown.lookFrom, !app.shown.still];
    const cells = moving ? 64 : 128;
    for (const { name, frame } of [...(frames ?? [])].reverse()) {
      if (!('method' in name)) continue;
      const { method } = name;
      const steps = app.shown.picture(method, { stage, frame, look, cells, moving });
      for (let ended = false; !ended; ended = steps.next().done === true) {
        await nextTask();
        if (!signal.aborted) continue;
        steps.return(undefined as never);
        return;
      }
    }
  }
}
