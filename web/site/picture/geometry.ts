/** The hidden subspaces in training units, and their distance from the learned ones. */

import type { ModelSpec, Trip } from 'trip-wasm';

/** Similarity of two subspaces, over all modes if there are several. */
export interface PlaneMatch {
  /** Smallest and largest principal angle in degrees: 0 is a shared direction, 90 an orthogonal one. */
  readonly nearest: number;
  readonly furthest: number;
  /** Mean squared cosine of the angles: 1 means the same subspace. */
  readonly overlap: number;
}

/**
 * The columns in training units, I x J row-major and orthonormal. A projection of standardised data shows the same picture as
 * `basis` does when its columns span diag(scale) * basis.
 */
export function inTrainingUnits(basis: Float64Array, columns: number, { scale }: ModelSpec): Float64Array {
  if (scale.length === 0) return basis;
  return orthonormal(
    basis.map((value, at) => value * (scale[Math.floor(at / columns)] as number)),
    columns,
  );
}

/** Gram-Schmidt on the columns of an I x J matrix. */
function orthonormal(matrix: Float64Array, columns: number): Float64Array {
  const out = matrix.slice();
  const dot = (a: number, b: number) => {
    let sum = 0;
    for (let row = 0; row < out.length; row += columns) sum += (out[row + a] as number) * (out[row + b] as number);
    return sum;
  };
  for (let column = 0; column < columns; column++) {
    for (let other = 0; other < column; other++) {
      const along = dot(other, column);
      for (let row = 0; row < out.length; row += columns)
        out[row + column] = (out[row + column] as number) - along * (out[row + other] as number);
    }
    const length = Math.sqrt(dot(column, column));
    for (let row = column; row < out.length; row += columns) out[row] = (out[row] as number) / length;
  }
  return out;
}

/** Compares each mode's projection with the true one; undefined where the numbers of axes differ. */
export function matchTruth(
  trip: Trip,
  parameters: Float32Array,
  spec: ModelSpec,
  truth: readonly Float64Array[] | undefined,
): PlaneMatch | undefined {
  if (!truth) return undefined;
  const angles: number[] = [];
  let from = 0;
  for (const [mode, basis] of truth.entries()) {
    const [rows, columns] = [spec.dims[mode] as number, spec.ranks[mode] as number];
    if (basis.length !== rows * columns) return undefined;
    const learned = parameters.subarray(from, from + rows * columns);
    from += rows * columns;
    angles.push(...trip.principalAngles(learned, inTrainingUnits(basis, columns, spec), rows));
  }
  const squaredCosines = angles.map((angle) => Math.cos((angle * Math.PI) / 180) ** 2);
  return {
    nearest: Math.min(...angles),
    furthest: Math.max(...angles),
    overlap: squaredCosines.reduce((sum, value) => sum + value, 0) / angles.length,
  };
}

/** A plane in the latent space: position = origin + x * first + y * second. */
export interface Plane {
  readonly origin: readonly number[];
  readonly first: readonly number[];
  readonly second: readonly number[];
}

export const flatPlane: Plane = { origin: [0, 0], first: [1, 0], second: [0, 1] };

/** The plane through `origin` that faces a viewer rotated by `yaw` degrees around the third axis and raised by `pitch` degrees. */
export function facingPlane(origin: readonly number[], yaw: number, pitch: number): Plane {
  const [around, up] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
  const [c, s] = [Math.cos(around), Math.sin(around)];
  return { origin, first: [c, s, 0], second: [-s * Math.sin(up), c * Math.sin(up), Math.cos(up)] };
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
  const [size, rank] = [ranks.reduce((product, value) => product * value, 1), ranks[mode] as number];
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
