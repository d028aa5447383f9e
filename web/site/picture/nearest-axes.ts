/** The rotated axes nearest to those of a picture, which give these a name. */

import { type Plane, sizeOf } from '../../draw/geometry.ts';
import { spaced } from '../../draw/neighbours.ts';
import { axesAt, rotatedAxes } from '../../draw/rotated-axes.ts';
import type { RotatedAxis } from '../../draw/types.ts';

/** Maximum number of samples, evenly spaced, so that a picture takes milliseconds. */
const mostSamples = 500;

/**
 * The rotated axes whose coordinates have the highest correlation with those of the picture over the samples, a different one for each axis;
 * ties go to the lower index. `latent`: projected samples, N x J_1 x ... x J_K; `rotation`: that of each mode, J x J row-major. Undefined for
 * a single coordinate.
 */
export function nearestAxes(
  latent: Float32Array,
  plane: Plane,
  rotation: readonly Float64Array[],
  ranks: readonly number[],
): readonly [RotatedAxis, RotatedAxis] | undefined {
  const size = sizeOf(ranks);
  if (size < 2) return undefined;
  const samples = spaced(latent.length / size, mostSamples).map((n) => latent.subarray(n * size, (n + 1) * size));
  /** Coordinates of the samples along a direction. */
  const along = (direction: readonly number[]) =>
    samples.map((sample) => direction.reduce((sum, value, j) => sum + value * (sample[j] as number), 0));
  const coordinates = rotatedAxes(rotation, ranks).map(along);
  const nearestTo = (shown: readonly number[], taken?: number) =>
    coordinates
      .map((values, index) => ({ index, correlation: correlationOf(shown, values) }))
      .filter(({ index }) => index !== taken)
      .sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation) || a.index - b.index)[0] as Found;
  const across = nearestTo(along(plane.first));
  const up = nearestTo(along(plane.second), across.index);
  const named = ({ index, correlation }: Found): RotatedAxis => ({ axes: axesAt(index, ranks), correlation });
  return [named(across), named(up)];
}

interface Found {
  readonly index: number;
  readonly correlation: number;
}

/** Correlation of two lists of values; 0 where one of them has no variance. */
function correlationOf(one: readonly number[], two: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const [a, b] = [centred(one), centred(two)];
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, n) => sum + value * (y[n] as number), 0);
  return dot(a, b) / (Math.sqrt(dot(a, a) * dot(b, b)) || 1);
}
