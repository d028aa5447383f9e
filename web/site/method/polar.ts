/** The polar factor: Z with two columns, and C, the nearest matrix with orthonormal columns. */

import { type Trip, TripError } from 'trip-wasm';

/** 2 x 2 row-major; a column is an arrow in the plane that the columns of Z span. */
export type Square = readonly [number, number, number, number];

export const firstZ: Square = [1.3, 0.55, 0.25, 0.9];

export interface Polar {
  /** C = P Q^T of the singular value decomposition Z = P S Q^T; undefined when the columns of Z lie on one line. */
  readonly c: Square | undefined;
  /** ||Z - C||, the root of the sum of the squared differences. */
  readonly distance: number | undefined;
  /** The columns by Gram-Schmidt, which keeps the direction of the first; undefined with C. */
  readonly schmidt: Square | undefined;
  readonly schmidtDistance: number | undefined;
}

const nothing: Polar = { c: undefined, distance: undefined, schmidt: undefined, schmidtDistance: undefined };

export function polarOf(trip: Trip, z: Square): Polar {
  try {
    const c = [...trip.orthonormalize(z, 2)] as unknown as Square;
    const schmidt = schmidtOf(z);
    return { c, distance: distanceOf(z, c), schmidt, schmidtDistance: distanceOf(z, schmidt) };
  } catch (error) {
    if (error instanceof TripError && error.code === 'value') return nothing;
    throw error;
  }
}

export const distanceOf = (one: Square, other: Square): number =>
  Math.sqrt(one.reduce((sum, value, at) => sum + (value - (other[at] as number)) ** 2, 0));

/** In a plane the second column is the first one turned by a right angle, to the side of the second column of Z. */
function schmidtOf([a, b, c, d]: Square): Square {
  const length = Math.sqrt(a * a + c * c);
  const [x, y] = [a / length, c / length];
  const side = x * d - y * b < 0 ? -1 : 1;
  return [x, -side * y, y, side * x];
}
