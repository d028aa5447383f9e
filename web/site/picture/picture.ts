/** Content of a panel, computed from one frame of a training: projected points, predictions over the plane, scores. */

import type { Explanation, Model, ModelSpec, RankOne, Score, Trip } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import type { State } from '../link/state.ts';
import type { TrackFrame } from '../training/track.ts';
import { alongMode, facingPlane, flatPlane, latentAt, onPlane, type Plane } from './geometry.ts';
import { type Regions, regionsOf } from './regions.ts';

/** Lowest and highest response of a regression. */
export type Range = readonly [number, number];

/** Data and scale that all panels share. */
export interface Stage {
  readonly material: Material;
  /** Half the side of the visible square, in latent units; vectors only. */
  readonly extent: number;
  /** The pictures are centred on the origin of the latent space instead of the mean of the samples. */
  readonly centred: boolean;
  /** Range of the fit samples of a regression. */
  readonly range: Range | undefined;
}

/** Viewing direction, mode and explained class. */
export type Look = Pick<State, 'mode' | 'target' | 'yaw' | 'pitch'>;

export interface Picture {
  readonly stage: Stage;
  /** Coordinates in the picture, N x 2. */
  readonly train: Float32Array;
  readonly test: Float32Array;
  /** Centre of the square, and half its side. */
  readonly centre: readonly [number, number];
  readonly extent: number;
  /** Vectors: the plane of the picture in the latent space. */
  readonly plane: Plane | undefined;
  /** Number of axes that stay at their mean, because the picture shows the first two rotated axes. */
  readonly unseen: number;
  /** Reason why the axes are not rotated: the explanation that would rotate them was refused. */
  readonly unturned: string | undefined;
  readonly field: Field | undefined;
  readonly trainScore: Score;
  readonly testScore: Score;
}

/** Predictions at the centres of `cells` x `cells` squares that cover [-reach, reach]^2 around the centre, first row on top. */
export interface Field {
  readonly cells: number;
  readonly reach: number;
  /** Two classes: probability of class 1. Regression: the value. */
  readonly layer?: Float32Array;
  /** Three classes and more. */
  readonly regions?: Regions;
}

/** Maximum number of probabilities in a field: with many classes it has fewer cells, so that it does not block the page. */
const mostProbabilities = 2e6;
/** Fewer cells in a row give no useful field. */
const fewestCells = 24;

/**
 * Cache of latent grids: every frame of a run needs the same one. It is global because a grid depends only on its key, and no
 * caller can tell whether it was cached.
 */
const grids = new Map<string, Float32Array>();

function latentGrid(plane: Plane, centre: readonly [number, number], cells: number, reach: number): Float32Array {
  const key = JSON.stringify([plane, centre, cells, reach]);
  const known = grids.get(key);
  if (known) return known;
  if (grids.size > 8) grids.clear();
  const size = plane.origin.length;
  const grid = new Float32Array(cells * cells * size);
  const middle = (at: number) => ((2 * at + 1) / cells - 1) * reach;
  for (let at = 0; at < cells * cells; at++) {
    const place = [centre[0] + middle(at % cells), centre[1] - middle(Math.floor(at / cells))] as const;
    grid.set(latentAt(plane, place), size * at);
  }
  grids.set(key, grid);
  return grid;
}

type Frame = Pick<Picture, 'plane' | 'centre' | 'extent'>;

/** Work in steps: the page may do other work at each yield. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all remaining steps synchronously. */
export function finished<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Number of probabilities that one step computes. */
const probabilitiesAtOnce = 5e5;

/** Computes the regions of many classes in parts. */
function* regionsAt(model: Model, grid: Float32Array, plane: Plane): Steps<Regions> {
  const { outputs } = model.spec;
  const size = plane.origin.length;
  const cells = grid.length / size;
  const step = Math.ceil(probabilitiesAtOnce / outputs);
  const regions = { label: new Uint16Array(cells), margin: new Float32Array(cells), lead: new Float32Array(cells) };
  for (let at = 0; at < cells; at += step) {
    if (at > 0) yield;
    const part = regionsOf(model.predictProbaLatent(grid.subarray(size * at, size * (at + step))), outputs);
    for (const key of ['label', 'margin', 'lead'] as const) regions[key].set(part[key], at);
  }
  return regions;
}

/** The field extends two cells beyond the visible square, so that contour lines cross its edge instead of closing there. */
export function* fieldAt(model: Model, { plane, centre, extent }: Frame, finest: number): Steps<Field | undefined> {
  if (!plane) return undefined;
  const { outputs, task } = model.spec;
  const cells = Math.min(finest, Math.max(fewestCells, Math.floor(Math.sqrt(mostProbabilities / outputs))));
  const reach = (extent * cells) / (cells - 4);
  const grid = latentGrid(plane, centre, cells, reach);
  if (task === 'regression') return { cells, reach, layer: Float32Array.from(model.predictLatent(grid)) };
  if (outputs > 2) return { cells, reach, regions: yield* regionsAt(model, grid, plane) };
  return { cells, reach, layer: model.predictProbaLatent(grid).filter((_, at) => at % 2 === 1) };
}

export const fieldOf = (model: Model, frame: Frame, finest: number): Field | undefined =>
  finished(fieldAt(model, frame, finest));

/** The picture of the model at a frame. It has its own copy of the model, and disposes of it when it ends or is cancelled. */
export function* picturing(trip: Trip, stage: Stage, frame: TrackFrame, cells: number, look: Look): Steps<Picture> {
  const model = trip.modelAt(frame.source, frame);
  try {
    return yield* pictureAt(model, stage, cells, look);
  } finally {
    model.dispose();
  }
}

/** The parts take about equally long: axes rotated by an explanation, samples and field, scores. */
function* pictureAt(model: Model, stage: Stage, cells: number, look: Look): Steps<Picture> {
  const { train, test } = stage.material;
  const axes = isTurned(model.spec) ? turnedAxes(model, stage, look) : undefined;
  if (axes) yield;
  const points = placed(model, stage, look, axes);
  const field = yield* fieldAt(model, points, cells);
  yield;
  const trainScore = model.score(train);
  yield;
  return { stage, ...points, field, trainScore, testScore: model.score(test) };
}

export const modelPicture = (model: Model, stage: Stage, cells: number, look: Look): Picture =>
  finished(pictureAt(model, stage, cells, look));

/** A picture of so many classes and samples takes longer than a frame, even at low resolution. */
export function isLong({ material: { train, test } }: Stage, cells: number): boolean {
  const classes = train.classNames?.length ?? 1;
  return classes * ((train.shape[0] as number) + (test.shape[0] as number) + cells ** 2) > 2 * probabilitiesAtOnce;
}

export interface Placed extends Frame, Pick<Picture, 'train' | 'test' | 'unseen' | 'unturned'> {
  /** Coordinates in the picture, M x 2, of any projected samples, M x prod J. */
  readonly place: (latent: Float32Array) => Float32Array;
}

/** Vectors with more axes are projected on rotated axes, like tensors, because a viewing direction needs at most three. */
const mostSpace = 3;
const isTurned = ({ ranks }: ModelSpec) => ranks.length > 1 || (ranks[0] as number) > mostSpace;

/**
 * Positions of the samples: on the plane of their two axes, on one that faces the viewer, on the first two rotated axes of more than
 * three, or on two axes of one mode.
 */
export function placed(model: Model, stage: Stage, look: Look, axes?: Axes): Placed {
  const { spec } = model;
  if (!isTurned(spec)) return placedVectors(model, stage, look);
  const turned = axes ?? turnedAxes(model, stage, look);
  return spec.ranks.length === 1 ? placedAxes(model, stage, turned) : placedTensors(model, stage, look, turned);
}

function placedVectors(model: Model, { material, extent, centred }: Stage, { yaw, pitch }: Look): Placed {
  const [train, test] = [model.transform(material.train), model.transform(material.test)];
  const rank = model.spec.ranks[0] as number;
  const whole = { unseen: 0, unturned: undefined };
  if (rank === 2) {
    const place = (latent: Float32Array) => latent;
    return { train, test, place, plane: flatPlane, extent, centre: centred ? [0, 0] : pair(means(train, 2)), ...whole };
  }
  const middle = means(train, rank);
  // A single axis is horizontal, and the prediction does not depend on the height.
  const plane = rank === 1 ? { origin: middle, first: [1], second: [0] } : facingPlane(middle, yaw, pitch);
  const place = (latent: Float32Array) => onPlane(latent, plane);
  return { train: place(train), test: place(test), place, plane, extent, centre: [0, 0], ...whole };
}

/** Rotation of the latent axes of tensors, and of vectors with more than three, towards the explained class. */
export type Axes = Pick<Explanation, 'rotation'> & {
  readonly surrogate: Pick<RankOne, 'g'>;
  /** The library's reason for refusing to explain; the axes are those of the model then. */
  readonly refused?: string;
};

function turnedAxes(model: Model, { material }: Stage, { target }: Look): Axes {
  try {
    const explanation = model.explain(material.train, targetOf(model, target));
    explanation.dispose();
    return explanation;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { ranks } = model.spec;
    const rotation = ranks.map((rank) =>
      Float64Array.from({ length: rank ** 2 }, (_, at) => Number(at % (rank + 1) === 0)),
    );
    const g = ranks.map((rank) => new Float64Array(rank).fill(1 / Math.sqrt(rank)));
    return { rotation, surrogate: { g }, refused: error.message };
  }
}

/** The library refuses explanations that would take more than some seconds. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === 'option';

/** Places vectors on the first two rotated axes through the mean of the fit samples, with their own scale. */
function placedAxes(model: Model, { material }: Stage, { rotation, refused }: Axes): Placed {
  const rank = model.spec.ranks[0] as number;
  const [train, test] = [model.transform(material.train), model.transform(material.test)];
  const column = (axis: number) =>
    Array.from({ length: rank }, (_, j) => (rotation[0] as Float64Array)[j * rank + axis] as number);
  const plane = { origin: means(train, rank), first: column(0), second: column(1) };
  const place = (latent: Float32Array) => onPlane(latent, plane);
  const [fit, unseen] = [place(train), place(test)];
  return { train: fit, test: unseen, place, plane, ...boxOf(fit, unseen), unseen: rank - 2, unturned: refused };
}

function placedTensors(
  model: Model,
  { material }: Stage,
  { mode }: Look,
  { surrogate, rotation, refused }: Axes,
): Placed {
  const { ranks } = model.spec;
  const at = Math.min(Number(mode), ranks.length) - 1;
  const place = (latent: Float32Array) =>
    firstTwo(alongMode(latent, ranks, surrogate.g, at, rotation[at] as Float64Array), ranks[at] as number);
  const [train, test] = [place(model.transform(material.train)), place(model.transform(material.test))];
  // Without a field no axis stays at its mean.
  return { train, test, place, plane: undefined, ...boxOf(train, test), unseen: 0, unturned: refused };
}

/** The centre of the smallest square around the samples, and half its side with a margin. */
function boxOf(train: Float32Array, test: Float32Array): Pick<Picture, 'centre' | 'extent'> {
  const [low, high] = [bounds(Math.min, train, test), bounds(Math.max, train, test)];
  const centre = pair([0, 1].map((axis) => ((low[axis] as number) + (high[axis] as number)) / 2));
  const half = Math.max(...[0, 1].map((axis) => ((high[axis] as number) - (low[axis] as number)) / 2));
  return { centre, extent: 1.08 * half || 1 };
}

/** The class to explain, limited to the existing ones. */
export function targetOf({ spec }: Model, target: number): { target?: number } {
  return spec.task === 'regression' ? {} : { target: Math.min(target, spec.outputs - 1) };
}

/** The first two of `rank` columns; the second is zero when only one exists. */
function firstTwo(matrix: Float32Array, rank: number): Float32Array {
  return Float32Array.from({ length: (2 * matrix.length) / rank }, (_, at) =>
    at % 2 < rank ? (matrix[(at >> 1) * rank + (at % 2)] as number) : 0,
  );
}

const pair = ([x = 0, y = 0]: readonly number[]) => [x, y] as const;

function means(points: Float32Array, size: number): number[] {
  const sums = Array<number>(size).fill(0);
  for (let at = 0; at < points.length; at++) sums[at % size] = (sums[at % size] as number) + (points[at] as number);
  return sums.map((sum) => (sum * size) / points.length);
}

/** Bounds of both coordinates. */
function bounds(pick: (one: number, other: number) => number, ...sets: readonly Float32Array[]): number[] {
  return [0, 1].map((axis) => {
    let bound = sets[0]?.[axis] as number;
    for (const set of sets) for (let at = axis; at < set.length; at += 2) bound = pick(bound, set[at] as number);
    return bound;
  });
}

/** The square that contains every sample in the view of `frame`, with a margin, from any viewing direction. */
export function stageOf(trip: Trip, material: Material, frame: TrackFrame, standardized: boolean): Stage {
  const model = trip.modelAt(frame.source, frame);
  try {
    return modelStage(model, material, standardized);
  } finally {
    model.dispose();
  }
}

/** The lowest and the highest value. */
function rangeOf(values: Iterable<number>): [number, number] {
  const range: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    range[0] = Math.min(range[0], value);
    range[1] = Math.max(range[1], value);
  }
  return range;
}

export function modelStage(model: Model, material: Material, standardized: boolean): Stage {
  const centred = material.truth !== undefined || standardized;
  const { targets } = material.train;
  const range = targets && rangeOf(targets);
  const extent = model.spec.ranks.length === 1 ? 1.08 * furthest(model, material, centred) || 1 : 1;
  return { material, extent, centred, range };
}

/** Largest distance of a sample from the origin: along an axis of two, in any direction of three. */
function furthest(model: Model, material: Material, centred: boolean): number {
  const rank = model.spec.ranks[0] as number;
  const [train, test] = [model.transform(material.train), model.transform(material.test)];
  const middle = centred && rank === 2 ? [0, 0] : means(train, rank);
  let largest = 0;
  for (const points of [train, test]) {
    for (let n = 0; n < points.length; n += rank) {
      const away = middle.map((value, j) => Math.abs((points[n + j] as number) - value));
      largest = Math.max(largest, rank === 2 ? Math.max(...away) : Math.hypot(...away));
    }
  }
  return largest;
}

export interface Probe {
  /** Position in the picture. */
  readonly at: readonly [number, number];
  /** Prediction at this position, or of the nearest sample where positions have none (matrices and cubes). */
  readonly prediction: Prediction;
  readonly nearest: SampleRef;
  readonly distance: number;
}

/** Softmax probabilities of the classes, or the value of a regression. */
export type Prediction = { readonly probabilities: readonly number[] } | { readonly value: number };

export interface SampleRef {
  readonly set: 'train' | 'test';
  readonly index: number;
}

/** Prediction at a position, and the nearest sample. */
export function probe(
  trip: Trip,
  frame: TrackFrame,
  picture: Picture,
  at: readonly [number, number],
  testToo: boolean,
): Probe {
  const near = nearestSample(picture, at, testToo);
  const model = trip.modelAt(frame.source, frame);
  try {
    if (!picture.plane)
      return { at, ...near, prediction: predictionOf(trip, model, picture.stage.material, near.nearest) };
    const latent = latentAt(picture.plane, at);
    const prediction =
      model.spec.task === 'regression'
        ? { value: model.predictLatent(latent)[0] as number }
        : { probabilities: Array.from(model.predictProbaLatent(latent)) };
    return { at, ...near, prediction };
  } finally {
    model.dispose();
  }
}

export function predictionOf(trip: Trip, model: Model, material: Material, { set, index }: SampleRef): Prediction {
  const sample = trip.subset(material[set], [index]);
  return model.spec.task === 'regression'
    ? { value: model.predict(sample)[0] as number }
    : { probabilities: Array.from(model.predictProba(sample)) };
}

export function nearestSample(
  picture: Pick<Picture, 'train' | 'test'>,
  at: readonly [number, number],
  testToo: boolean,
) {
  let nearest: SampleRef = { set: 'train', index: 0 };
  let best = Number.POSITIVE_INFINITY;
  for (const set of testToo ? (['train', 'test'] as const) : (['train'] as const)) {
    const points = picture[set];
    for (let index = 0; 2 * index < points.length; index++) {
      const squared = ((points[2 * index] as number) - at[0]) ** 2 + ((points[2 * index + 1] as number) - at[1]) ** 2;
      if (squared < best) {
        best = squared;
        nearest = { set, index };
      }
    }
  }
  return { nearest, distance: Math.sqrt(best) };
}
