/** The true plane as the training sees it, and how far a learned plane is from it. */

import type { ModelSpec, Trip } from 'trip-wasm';

/** How close two planes are. */
export interface PlaneMatch {
  /** Principal angles in degrees: 0 is a shared direction, 90 an orthogonal one. */
  readonly nearest: number;
  readonly furthest: number;
  /** Mean squared cosine of the two angles: 1 is the same plane. */
  readonly overlap: number;
}

/**
 * The plane in training units, I x 2 row-major with orthonormal columns. A projection of standardised data shows the same
 * picture as `plane` does when its columns span diag(scale) * plane.
 */
export function planeInTrainingUnits(plane: Float64Array, spec: ModelSpec): Float64Array {
  if (spec.scale.length === 0) return plane;
  const scaled = plane.map((value, at) => value * (spec.scale[at >> 1] as number));
  return orthonormalPair(scaled);
}

/** Gram-Schmidt on the two columns of an I x 2 matrix. */
function orthonormalPair(matrix: Float64Array): Float64Array {
  const out = matrix.slice();
  const dot = (a: number, b: number) => {
    let sum = 0;
    for (let row = 0; row < out.length; row += 2) sum += (out[row + a] as number) * (out[row + b] as number);
    return sum;
  };
  for (const column of [0, 1]) {
    if (column === 1) {
      const along = dot(0, 1);
      for (let row = 0; row < out.length; row += 2)
        out[row + 1] = (out[row + 1] as number) - along * (out[row] as number);
    }
    const length = Math.sqrt(dot(column, column));
    for (let row = column; row < out.length; row += 2) out[row] = (out[row] as number) / length;
  }
  return out;
}

export function matchPlanes(trip: Trip, projection: ArrayLike<number>, plane: Float64Array): PlaneMatch {
  const [nearest = Number.NaN, furthest = Number.NaN] = trip.principalAngles(projection, plane, plane.length / 2);
  const squaredCosine = (angle: number) => Math.cos((angle * Math.PI) / 180) ** 2;
  return { nearest, furthest, overlap: (squaredCosine(nearest) + squaredCosine(furthest)) / 2 };
}
