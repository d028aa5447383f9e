/** Turns projections and projected samples of one model to those of another. */

import { product } from '../common/arrays.js';
import { guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';

/** The projections of a model, I_k x J_k row-major. */
export interface Planes {
  readonly projections: readonly ArrayLike<number>[];
  readonly ranks: readonly number[];
}

/** R^(k), J_k x J_k row-major, of each mode: the Procrustes rotation of its projection to the reference's. */
export function planeRotations(
  raw: RawModule,
  projections: readonly ArrayLike<number>[],
  reference: Planes,
): Float64Array[] {
  return reference.ranks.map((rank, k) => {
    const [own, wanted] = [projections[k], reference.projections[k]].map((values) => Float64Array.from(values ?? []));
    return guarded(() => raw.align(own as Float64Array, wanted as Float64Array, [rank], new Float64Array()))[0];
  }) as Float64Array[];
}

/** A x_1 R^(1)T .. x_K R^(K)T of N x J_1 x .. x J_K row-major numbers. */
export function turned(
  points: Float64Array,
  ranks: readonly number[],
  rotations: readonly ArrayLike<number>[],
): Float64Array {
  let result = points;
  for (const [k, rank] of ranks.entries()) {
    const rotation = rotations[k] as ArrayLike<number>;
    const after = product(ranks, k + 1);
    const next = new Float64Array(result.length);
    for (let at = 0; at < result.length; at++) {
      const j = Math.floor(at / after) % rank;
      const first = at - j * after;
      let sum = 0;
      for (let i = 0; i < rank; i++) sum += (result[first + i * after] as number) * (rotation[i * rank + j] as number);
      next[at] = sum;
    }
    result = next;
  }
  return result;
}

/** A B of row-major matrices; `inner` is the number of columns of A. */
export function times(a: ArrayLike<number>, b: ArrayLike<number>, inner: number): Float64Array {
  const columns = b.length / inner;
  return Float64Array.from({ length: (a.length / inner) * columns }, (_, at) => {
    const [i, j] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let k = 0; k < inner; k++) sum += (a[i * inner + k] as number) * (b[k * columns + j] as number);
    return sum;
  });
}
