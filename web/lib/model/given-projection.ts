/** The option `projection`: C^(k) of each mode, given instead of computed. */

import { isArrayLike, requireArrayLike } from '../common/arrays.js';
import { type Check, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';

/** Copies the projection of each mode. A single array is that of vectors. The core checks that the columns are orthonormal. */
export const projectionCheck: Check<readonly Float64Array[]> = (name, value) => {
  if (!isArrayLike(value) || value.length === 0)
    refuse(name, value, 'an array of numbers for each mode, or one for vectors, is');
  const several = isArrayLike(value[0]);
  return Object.freeze(
    Array.from(several ? value : [value], (matrix, k) => {
      const own = several ? `${name}[${k}]` : name;
      requireArrayLike(own, matrix);
      return Float64Array.from(matrix, (entry, i) =>
        Number.isFinite(entry) ? (entry as number) : refuse(`${own}[${i}]`, entry, 'finite numbers are', 'value'),
      );
    }),
  );
};

/** Refuses a projection of another shape, and one that the method, a search or a start contradicts. */
export function requireProjection(
  projection: readonly Float64Array[] | undefined,
  dims: readonly number[],
  { method, ranks, search }: { method: string; ranks: readonly number[]; search: boolean },
): void {
  if (projection === undefined) {
    if (method !== 'fixed') return;
    fail('option', "method 'fixed' keeps a given projection, but none is given; the option projection is needed");
  }
  if (method !== 'fixed' && method !== 'trip')
    fail('option', `projection is given, but method '${method}' computes its own; 'fixed' and 'trip' accept one`);
  if (search)
    fail('option', 'search is true, but projection is where each start begins; projection without search is accepted');
  if (projection.length !== dims.length)
    fail('shape', `projection has ${projection.length} matrices; one for each of ${dims.length} modes is accepted`);
  for (const [k, { length }] of projection.entries()) {
    const [rows, columns] = [dims[k] as number, ranks[k] as number];
    if (length === rows * columns) continue;
    const wanted = `${rows} x ${columns} (variables x ranks, row-major) are accepted`;
    fail('shape', `projection of mode ${k} has ${length} numbers; ${wanted}`);
  }
}

/** The projections of all modes, one after the other, as the core reads them. */
export function joined(projection: readonly Float64Array[]): Float64Array {
  return Float64Array.from(projection.flatMap((matrix) => [...matrix]));
}
