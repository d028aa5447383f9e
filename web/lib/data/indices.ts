/** Lists of sample indices: all, those that count, those of each part, and in random order. */

import { guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import type { Dataset } from '../types.js';

export const allSamples = ({ shape }: Pick<Dataset, 'shape'>): number[] => [...Array(shape[0]).keys()];

/** Samples of weight 0 do not count. */
export const isCounted = ({ sampleWeight }: Pick<Dataset, 'sampleWeight'>, n: number): boolean =>
  (sampleWeight?.[n] ?? 1) > 0;

export const countedSamples = (data: Pick<Dataset, 'shape' | 'sampleWeight'>): number[] =>
  allSamples(data).filter((n) => isCounted(data, n));

/** The indices in each of `count` parts, ascending; `part` has the part of each index. */
export function indicesByPart(part: ArrayLike<number>, count: number): number[][] {
  const indices = Array.from({ length: count }, (): number[] => []);
  for (let n = 0; n < part.length; n++) indices[part[n] as number]?.push(n);
  return indices;
}

/** The samples of all other folds, and those of this one, ascending. */
export function splitByFold(assignment: Int32Array, fold: number): { train: number[]; heldOut: number[] } {
  const split: { train: number[]; heldOut: number[] } = { train: [], heldOut: [] };
  for (const [n, own] of assignment.entries()) split[own === fold ? 'heldOut' : 'train'].push(n);
  return split;
}

/** 0 .. count - 1 in the random order of a seed; with `labels` class after class. */
export function shuffled(
  raw: RawModule,
  count: number,
  seed: number,
  labels: Int32Array = new Int32Array(),
): Int32Array {
  // With as many folds as samples, the fold of a sample is its position.
  const position = guarded(() => raw.folds(count, labels, count, seed));
  const order = new Int32Array(count);
  for (const [n, at] of position.entries()) order[at] = n;
  return order;
}
