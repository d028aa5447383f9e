/** The rotated axes of the projected space: one for each combination of an axis of every mode. */

import { sizeOf } from './geometry.js';

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
