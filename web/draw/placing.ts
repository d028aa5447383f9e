/** Positions of the samples of a model in a picture, and the scale of the picture. */

import type { Explanation, Model, ModelSpec, RankOne } from 'trip-wasm';
import { alongMode, facingPlane, flatPlane, onPlane, sizeOf } from './geometry.js';
import { lengthOf } from './numbers.js';
import { axesAt, rotatedAxes } from './rotated-axes.js';
import { mostDimensions, sensitivePair, sensitivePlane, sensitivityOf } from './sensitivity.js';
import type { Frame, Look, Picture, Sets, Stage, View } from './types.js';

export interface Placed extends Frame, Pick<Picture, 'train' | 'test' | 'unseen' | 'unturned' | 'view' | 'nearest'> {
  /** Coordinates in the picture, M x 2, of any projected samples, M x prod J. */
  readonly place: (latent: Float32Array) => Float32Array;
}

/** Vectors with more axes are projected on rotated axes, like tensors, because a viewing direction needs at most three. */
const mostSpace = 3;
export const isTurned = ({ ranks }: ModelSpec) => ranks.length > 1 || (ranks[0] as number) > mostSpace;

/** The view of a model whose axes are turned; spaces too large for the directions of the predictions have the first mode's axes. */
export function viewOf({ ranks }: ModelSpec, { view }: Pick<Look, 'view'>): View {
  if (typeof view === 'number') return Math.min(view, ranks.length - 1);
  return sizeOf(ranks) > mostDimensions ? 0 : view;
}

/**
 * Positions of the samples: on the plane of their two axes, on one that faces the viewer, on two rotated axes of more than three, on the
 * plane along which the predictions change most, or on two axes of one mode. `axes` gives the rotation where it is known.
 */
export function placed(model: Model, stage: Stage, look: Look, axes?: Axes): Placed {
  const { spec } = model;
  if (!isTurned(spec)) return placedVectors(model, stage, look);
  const view = viewOf(spec, look);
  if (view === 'plane') return placedSensitive(model, stage);
  const turned = axes ?? turnedAxes(model, stage, look);
  if (view === 'pair') return placedPair(model, stage, turned);
  return spec.ranks.length === 1 ? placedAxes(model, stage, turned) : placedTensors(model, stage, view, turned);
}

/** The projected fit samples, and the test samples where the picture has some. */
const transformed = (model: Model, { train, test }: Sets) =>
  [model.transform(train), test ? model.transform(test) : new Float32Array(0)] as const;

function placedVectors(model: Model, { material, extent, centred }: Stage, { yaw, pitch }: Look): Placed {
  const [train, test] = transformed(model, material);
  const rank = model.spec.ranks[0] as number;
  const whole = { unseen: 0, unturned: undefined, view: undefined, nearest: undefined };
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

export function turnedAxes(model: Model, { material }: Stage, { target }: Look): Axes {
  try {
    const explanation = model.explain(material.train, targetOf(model, target));
    explanation.dispose();
    return explanation;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { ranks } = model.spec;
    const rotation = ranks.map((rank) =>
      Float64Array.from({ length: rank * rank }, (_, at) => Number(at % (rank + 1) === 0)),
    );
    const g = ranks.map((rank) => new Float64Array(rank).fill(1 / Math.sqrt(rank)));
    return { rotation, surrogate: { g }, refused: error.message };
  }
}

/** The library refuses explanations that would take more than some seconds. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === 'option';

/** Places samples on a plane of the projected space through the mean of the fit samples, with their own scale. */
function onMeanPlane(model: Model, { material }: Stage, directionsOf: (train: Float32Array) => readonly number[][]) {
  const size = sizeOf(model.spec.ranks);
  const [train, test] = transformed(model, material);
  const [first = [], second = first.map(() => 0)] = directionsOf(train);
  const plane = { origin: means(train, size), first, second };
  const place = (latent: Float32Array) => onPlane(latent, plane);
  const [fit, unseen] = [place(train), place(test)];
  return { train: fit, test: unseen, place, plane, ...boxOf(fit, unseen), unseen: Math.max(0, size - 2) };
}

/** Places vectors on the first two rotated axes. */
function placedAxes(model: Model, stage: Stage, { rotation, refused }: Axes): Placed {
  const points = onMeanPlane(model, stage, () => rotatedAxes(rotation, model.spec.ranks).slice(0, 2));
  return { ...points, unturned: refused, view: 0, nearest: undefined };
}

/** Places samples on the directions along which the predictions change most. */
function placedSensitive(model: Model, stage: Stage): Placed {
  const points = onMeanPlane(model, stage, (train) => sensitivePlane(sensitivityOf(model, train)));
  return { ...points, unturned: undefined, view: 'plane', nearest: undefined };
}

/** Places samples on the two rotated axes whose coordinates tell most of the changes of the predictions. */
function placedPair(model: Model, stage: Stage, { rotation, refused }: Axes): Placed {
  const { ranks } = model.spec;
  const axes = rotatedAxes(rotation, ranks);
  let pair: number[] = [];
  const points = onMeanPlane(model, stage, (train) => {
    pair = sensitivePair(sensitivityOf(model, train), axes);
    return pair.map((index) => axes[index] as number[]);
  });
  const [across, up] = pair.map((index) => ({ axes: axesAt(index, ranks), correlation: 1 }));
  return { ...points, unturned: refused, view: 'pair', nearest: across && up && !refused ? [across, up] : undefined };
}

function placedTensors(
  model: Model,
  { material }: Stage,
  mode: number,
  { surrogate, rotation, refused }: Axes,
): Placed {
  const { ranks } = model.spec;
  const place = (latent: Float32Array) =>
    firstTwo(alongMode(latent, ranks, surrogate.g, mode, rotation[mode] as Float64Array), ranks[mode] as number);
  const [train, test] = transformed(model, material).map(place) as [Float32Array, Float32Array];
  const common = { train, test, place, plane: undefined, ...boxOf(train, test), unturned: refused };
  // Without a field no axis stays at its mean.
  return { ...common, unseen: 0, view: mode, nearest: undefined };
}

/** The centre of the smallest square around the samples, and half its side with a margin. */
export function boxOf(train: Float32Array, test: Float32Array): Pick<Picture, 'centre' | 'extent'> {
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

/** The lowest and the highest value. */
export function rangeOf(values: Iterable<number>): [number, number] {
  const range: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    range[0] = Math.min(range[0], value);
    range[1] = Math.max(range[1], value);
  }
  return range;
}

/** The square that contains every sample in the view of the model, with a margin, from any viewing direction. */
export function stageOf(model: Model, material: Sets, centred: boolean): Stage {
  const { targets } = material.train;
  const range = targets && rangeOf(targets);
  const extent = model.spec.ranks.length === 1 ? 1.08 * furthest(model, material, centred) || 1 : 1;
  return { material, extent, centred, range };
}

/** Largest distance of a sample from the origin: along an axis of two, in any direction of three. */
function furthest(model: Model, material: Sets, centred: boolean): number {
  const rank = model.spec.ranks[0] as number;
  const [train, test] = transformed(model, material);
  const middle = centred && rank === 2 ? [0, 0] : means(train, rank);
  let largest = 0;
  for (const points of [train, test]) {
    for (let n = 0; n < points.length; n += rank) {
      const away = middle.map((value, j) => Math.abs((points[n + j] as number) - value));
      largest = Math.max(largest, rank === 2 ? Math.max(...away) : lengthOf(away));
    }
  }
  return largest;
}
