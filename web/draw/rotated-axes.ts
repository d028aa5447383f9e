/** The rotated axes of the projected space: one for each combination of an axis of every mode. */

import { type Plane, sizeOf } from './geometry.js';
import { correlationAlong, type Sensitivity } from './sensitivity.js';
import type { RotatedAxis } from './types.js';

/** Index of the axis of each mode, from 0, of the coordinate `index`. The last mode varies fastest. */
export function axesAt(index: number, ranks: readonly number[]): number[] {
  const axes: number[] = [];
  let rest = index;
  for (let k = ranks.length - 1; k >= 0; k--) {
    axes.unshift(rest % (ranks[k] as number));
    rest = Math.floor(rest / (ranks[k] as number));
  }
  return axes;
}

/**
 * The directions of the rotated axes in the projected space, in the order of its coordinates: products of one column of the `rotation` of
 * each mode, J x J row-major.
 */
export function rotatedAxes(rotation: readonly Float64Array[], ranks: readonly number[]): number[][] {
  const cells = Array.from({ length: sizeOf(ranks) }, (_, index) => axesAt(index, ranks));
  return cells.map((columns) =>
    cells.map((rows) =>
      ranks.reduce(
        (product, rank, k) =>
          product * ((rotation[k] as Float64Array)[(rows[k] as number) * rank + (columns[k] as number)] as number),
        1,
      ),
    ),
  );
}

/** The rotated axes with the highest correlation with the axes of a picture, a different one for each; ties go to the lower index. */
export function nearestAxes(
  sensitivity: Sensitivity,
  { first, second }: Plane,
  rotated: readonly (readonly number[])[],
  ranks: readonly number[],
): readonly [RotatedAxis, RotatedAxis] | undefined {
  const nearestTo = (direction: readonly number[], taken: number) => {
    const all = rotated.map((axis, index) => ({ index, correlation: correlationAlong(sensitivity, direction, axis) }));
    const others = all.filter(({ index }) => index !== taken);
    return others.sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation) || a.index - b.index)[0];
  };
  const across = nearestTo(first, -1);
  const up = across && nearestTo(second, across.index);
  if (!across || !up) return undefined;
  const named = ({ index, correlation }: typeof across): RotatedAxis => ({ axes: axesAt(index, ranks), correlation });
  return [named(across), named(up)];
}
