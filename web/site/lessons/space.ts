/** Samples on three axes, from any direction: their places in the picture and their distances from the viewer. */

import type { Model } from 'trip-wasm';
import { facingPlane, onPlane } from '../../draw/geometry.ts';
import type { Material } from '../data/catalogue.ts';
import type { Space } from './types.ts';

/** The direction from which a viewer looks, in degrees. */
export interface Viewpoint {
  readonly yaw: number;
  readonly pitch: number;
}

type Vector = readonly [number, number, number];

/** The samples around the mean of the fit samples, N x 3, and the direction of the last hidden axis in this space. */
export function spaceOf(model: Model, { train, test, truth }: Material): Space | undefined {
  if (model.spec.ranks.join() !== '3') return undefined;
  const [fit, unseen] = [model.transform(train), model.transform(test)];
  const count = fit.length / 3;
  const middle = [0, 0, 0];
  for (const [at, value] of fit.entries()) middle[at % 3] = (middle[at % 3] as number) + value / count;
  const centred = (points: Float32Array) => points.map((value, at) => value - (middle[at % 3] as number));
  const axis = truth?.[0] && alongLast(model.projection(0), truth[0]);
  return { train: centred(fit), test: centred(unseen), axis };
}

/** The last column of an orthonormal basis, I x J row-major, in the space of a projection, I x 3 row-major. */
export function alongLast(projection: ArrayLike<number>, basis: ArrayLike<number>): Vector {
  const rows = projection.length / 3;
  const columns = basis.length / rows;
  const sums = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < rows; i++)
      sum += (projection[3 * i + axis] as number) * (basis[columns * i + columns - 1] as number);
    return sum;
  });
  return sums as unknown as Vector;
}

/** The unit vector towards the viewer. */
export function towards({ yaw, pitch }: Viewpoint): Vector {
  const { first, second } = facingPlane([0, 0, 0], yaw, pitch);
  const [a, b, c] = first as unknown as Vector;
  const [d, e, f] = second as unknown as Vector;
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}

/** The direction from which a viewer looks along a vector, in whole degrees. */
export function facing([x, y, z]: Vector): Viewpoint {
  const degrees = 180 / Math.PI;
  const length = Math.sqrt(x * x + y * y + z * z);
  return { yaw: Math.round(degrees * Math.atan2(x, -y)), pitch: Math.round(degrees * Math.asin(z / length)) };
}

export interface Viewed {
  /** Coordinates in the picture, N x 2. */
  readonly points: Float32Array;
  /** Distance towards the viewer. */
  readonly near: Float32Array;
}

/** The samples, N x 3, from a direction. */
export function viewed(samples: Float32Array, direction: Viewpoint): Viewed {
  const [x, y, z] = towards(direction);
  const near = new Float32Array(samples.length / 3);
  for (let n = 0; n < near.length; n++)
    near[n] = x * (samples[3 * n] as number) + y * (samples[3 * n + 1] as number) + z * (samples[3 * n + 2] as number);
  return { points: onPlane(samples, facingPlane([0, 0, 0], direction.yaw, direction.pitch)), near };
}
