/** The viewing direction of three axes against a hidden direction of the data. */

import { alongLast, towards, type Viewpoint } from './space.ts';

/**
 * Angle in degrees, 0 to 90, between the viewing direction and a hidden direction. `projection`: I x 3 row-major, `truth`: orthonormal, I x
 * J row-major, whose last column is the hidden direction.
 */
export function tiltOf(projection: ArrayLike<number>, truth: Float64Array, viewpoint: Viewpoint): number | undefined {
  const rows = projection.length / 3;
  const columns = truth.length / rows;
  if (!Number.isInteger(columns) || columns < 1) return undefined;
  const hidden = alongLast(projection, truth);
  const view = towards(viewpoint);
  const length = Math.sqrt(hidden.reduce((sum, value) => sum + value * value, 0));
  const along = hidden.reduce((sum, value, axis) => sum + value * (view[axis] as number), 0) / length;
  return (Math.acos(Math.min(1, Math.abs(along))) * 180) / Math.PI;
}
