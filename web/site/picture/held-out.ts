/** The picture of samples that their models have never seen, beside the ordinary one of the same samples. */

import type { Model } from 'trip-wasm';
import type { PointStability } from 'trip-wasm/trainer';
import type { Ellipse } from '../../draw/ellipses.ts';
import { fieldAt } from '../../draw/field.ts';
import { type Placed, placed } from '../../draw/placing.ts';
import type { Look, Steps } from '../../draw/types.ts';
import type { Picture, Stage } from './picture.ts';

export interface Pair {
  readonly ordinary: Picture;
  /** Without a field, since each fold has its own. */
  readonly heldOut: Picture;
  readonly place: Placed['place'];
}

/** Resolution of the field. */
const cells = 128;

/** The pictures of `reference` and of the held-out samples, `latent` in its projected space, at a scale that shows all of them. */
export function* heldOutPair(reference: Model, stage: Stage, look: Look, latent: Float32Array): Steps<Pair> {
  const { place, train, centre, plane, unseen, unturned, view, nearest } = placed(reference, stage, look);
  yield;
  const moved = place(latent);
  const extent = 1.08 * Math.max(furthest(train, centre), furthest(moved, centre)) || 1;
  yield;
  const field = yield* fieldAt(reference, { plane, centre, extent }, cells);
  yield;
  const score = reference.score(stage.material.train);
  const common = { stage, test: new Float32Array(0), centre, extent, plane, unseen, unturned, view, nearest };
  const scores = { trainScore: score, testScore: score };
  return {
    ordinary: { ...common, ...scores, train, field },
    heldOut: { ...common, ...scores, train: moved, field: undefined },
    place,
  };
}

/** Largest distance from the centre along an axis. */
function furthest(points: Float32Array, centre: readonly [number, number]): number {
  let most = 0;
  for (const [at, value] of points.entries()) most = Math.max(most, Math.abs(value - (centre[at % 2] as number)));
  return most;
}

/** Chi-squared quantile 0.95 with two degrees of freedom: -2 ln 0.05. */
const chi95 = 5.991;
/** Maximum number of ellipses, evenly spaced over the samples. */
export const mostEllipses = 300;

/** Ellipses that contain 95 % of the positions of the samples over the resamples, as far as these are normally distributed. */
export function ellipsesOf({ place }: Pick<Pair, 'place'>, { mean, covariance }: PointStability): Ellipse[] {
  const size = covariance.length / mean.length;
  const samples = mean.length / size;
  const count = Math.min(samples, mostEllipses);
  const indices = Array.from({ length: count }, (_, at) => Math.floor((at * samples) / count));
  const origin = place(new Float32Array(size));
  /** The columns of the linear part of `place`. */
  const columns = Array.from({ length: size }, (_, j) => {
    const point = place(Float32Array.from({ length: size }, (_, at) => Number(at === j)));
    return [(point[0] as number) - (origin[0] as number), (point[1] as number) - (origin[1] as number)] as const;
  });
  return indices.map((index) => {
    const [x = 0, y = 0] = place(Float32Array.from(mean.subarray(index * size, (index + 1) * size)));
    const of = (a: 0 | 1, b: 0 | 1) => {
      let sum = 0;
      for (const [i, left] of columns.entries())
        for (const [j, right] of columns.entries())
          sum += left[a] * (covariance[(index * size + i) * size + j] as number) * right[b];
      return chi95 * sum;
    };
    return { x, y, covariance: [of(0, 0), of(0, 1), of(1, 1)], index };
  });
}
