/** Planes in the latent space, and positions on them. */

import { turned } from './numbers.js';

/** A plane in the latent space: position = origin + x * first + y * second. */
export interface Plane {
  readonly origin: readonly number[];
  readonly first: readonly number[];
  readonly second: readonly number[];
}

export const flatPlane: Plane = { origin: [0, 0], first: [1, 0], second: [0, 1] };

/** The plane through `origin` that faces a viewer rotated by `yaw` degrees around the third axis and raised by `pitch` degrees. */
export function facingPlane(origin: readonly number[], yaw: number, pitch: number): Plane {
  const [c, s] = turned(yaw / 360);
  const [across, up] = turned(pitch / 360);
  return { origin, first: [c, s, 0], second: [-s * up, c * up, across] };
}

/** Coordinates on the plane of latent positions, N x 2. */
export function onPlane(latent: ArrayLike<number>, { origin, first, second }: Plane): Float32Array {
  const size = origin.length;
  const points = new Float32Array((2 * latent.length) / size);
  for (let n = 0; n < latent.length / size; n++) {
    for (let j = 0; j < size; j++) {
      const away = (latent[n * size + j] as number) - (origin[j] as number);
      points[2 * n] = (points[2 * n] as number) + away * (first[j] as number);
      points[2 * n + 1] = (points[2 * n + 1] as number) + away * (second[j] as number);
    }
  }
  return points;
}

/** Latent position of a point on the plane. */
export const latentAt = ({ origin, first, second }: Plane, [x, y]: readonly [number, number]): number[] =>
  origin.map((value, j) => value + x * (first[j] as number) + y * (second[j] as number));

/** Number of coordinates of a projected sample: the product of the ranks of all modes. */
export const sizeOf = (ranks: readonly number[]): number => ranks.reduce((product, rank) => product * rank, 1);

/**
 * The samples on the axes of one mode, N x J_mode: each latent sample (N x J_1 x ... x J_K) is multiplied by g in all other modes,
 * then turned by R, J x J row-major.
 */
export function alongMode(
  latent: ArrayLike<number>,
  ranks: readonly number[],
  g: readonly Float64Array[],
  mode: number,
  rotation: Float64Array,
): Float32Array {
  const [size, rank] = [sizeOf(ranks), ranks[mode] as number];
  const weight = new Float64Array(size);
  const own = new Int32Array(size);
  for (let cell = 0; cell < size; cell++) {
    let rest = cell;
    let product = 1;
    for (let k = ranks.length - 1; k >= 0; k--) {
      const index = rest % (ranks[k] as number);
      rest = Math.floor(rest / (ranks[k] as number));
      if (k === mode) own[cell] = index;
      else product *= (g[k] as Float64Array)[index] as number;
    }
    weight[cell] = product;
  }
  const samples = latent.length / size;
  const out = new Float32Array(samples * rank);
  for (let n = 0; n < samples; n++) {
    for (let cell = 0; cell < size; cell++) {
      const value = (latent[n * size + cell] as number) * (weight[cell] as number);
      const row = (own[cell] as number) * rank;
      for (let j = 0; j < rank; j++)
        out[n * rank + j] = (out[n * rank + j] as number) + value * (rotation[row + j] as number);
    }
  }
  return out;
}
