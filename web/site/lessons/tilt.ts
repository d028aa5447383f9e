/** The viewing direction of three axes against a hidden direction of the data. */

import { facingPlane } from '../../draw/geometry.ts';

/**
 * Angle in degrees, 0 to 90, between the viewing direction and a hidden direction. `projection`: I x 3 row-major, `truth`: orthonormal, I x
 * J row-major, whose last column is the hidden direction.
 */
export function tiltOf(
  projection: ArrayLike<number>,
  truth: Float64Array,
  { yaw, pitch }: { readonly yaw: number; readonly pitch: number },
): number | undefined {
  const rows = projection.length / 3;
  const columns = truth.length / rows;
  if (!Number.isInteger(columns) || columns < 1) return undefined;
  const hidden = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (let i = 0; i < rows; i++)
      sum += (projection[3 * i + axis] as number) * (truth[columns * i + columns - 1] as number);
    return sum;
  });
  const { first, second } = facingPlane([0, 0, 0], yaw, pitch);
  const [a, b, c] = first as [number, number, number];
  const [d, e, f] = second as [number, number, number];
  const view = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.sqrt(hidden.reduce((sum, value) => sum + value * value, 0));
  const along = hidden.reduce((sum, value, axis) => sum + value * (view[axis] as number), 0) / length;
  return (Math.acos(Math.min(1, Math.abs(along))) * 180) / Math.PI;
}
