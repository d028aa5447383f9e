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
