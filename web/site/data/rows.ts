/** Some rows of data: drawn at random, and taken out. */

import type { Dataset } from 'trip-wasm';
import { Random } from './random.ts';

/** Numbers of one sample. */
export const sizeOf = ({ shape }: Dataset): number => shape.slice(1).reduce((product, size) => product * size, 1);

/**
 * About `wanted` rows drawn at random with a fixed seed, ascending: of each class its share, at least two, so that a split has samples
 * of it on both sides.
 */
export function drawnRows(labels: ArrayLike<number> | undefined, count: number, wanted: number): Int32Array {
  const order = new Random(1).order(count);
  const sizes = new Map<number, number>();
  for (let n = 0; n < count; n++) sizes.set(labels?.[n] ?? 0, (sizes.get(labels?.[n] ?? 0) ?? 0) + 1);
  const left = new Map([...sizes].map(([label, size]) => [label, Math.max(2, Math.round((size * wanted) / count))]));
  const kept = order.filter((n) => {
    const label = labels?.[n] ?? 0;
    const more = left.get(label) as number;
    left.set(label, more - 1);
    return more > 0;
  });
  return Int32Array.from(kept).sort();
}

/** Some rows of dense or sparse data. */
export function takeRows(data: Dataset, rows: Int32Array): Dataset {
  const { labels, targets, offsets } = data;
  return {
    ...data,
    ...(offsets === undefined ? { x: denseRows(data, rows) } : storedRows(data, rows)),
    shape: [rows.length, ...data.shape.slice(1)],
    ...(labels && { labels: Int32Array.from(rows, (n) => labels[n] as number) }),
    ...(targets && { targets: targets.slice(0, rows.length).map((_, at) => targets[rows[at] as number] as number) }),
  };
}

function denseRows(data: Dataset, rows: Int32Array): Dataset['x'] {
  const size = sizeOf(data);
  const x = data.x.slice(0, rows.length * size);
  for (const [at, n] of rows.entries()) x.set(data.x.subarray(n * size, (n + 1) * size), at * size);
  return x;
}

function storedRows({ x, offsets, index, shape }: Dataset, rows: Int32Array) {
  const [from, places] = [offsets as Int32Array, index as Int32Array];
  const modes = shape.length - 1;
  const next = new Int32Array(rows.length + 1);
  for (const [at, n] of rows.entries())
    next[at + 1] = (next[at] as number) + (from[n + 1] as number) - (from[n] as number);
  const stored = next[rows.length] as number;
  const part = { x: x.slice(0, stored), offsets: next, index: new Int32Array(stored * modes) };
  for (const [at, n] of rows.entries()) {
    const [begin, end] = [from[n] as number, from[n + 1] as number];
    part.x.set(x.subarray(begin, end), next[at]);
    part.index.set(places.subarray(begin * modes, end * modes), (next[at] as number) * modes);
  }
  return part;
}
