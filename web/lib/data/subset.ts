/** Parts of datasets, folds, and means for missing values. */

import { isArrayLike, type Numbers, place, product } from '../common/arrays.js';
import { defined, describe, frozen, integer, number, refuse } from '../common/check.js';
import { fail, guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import type { Dataset, Samples, Split } from '../types.js';
import { responsesOf } from './dataset.js';
import { indicesByPart, shuffled } from './indices.js';
import { toDataset } from './rows.js';

export function subset(given: Samples, indices: ArrayLike<number>): Dataset {
  const data = toDataset('data', given);
  if (!isArrayLike(indices) || indices.length === 0) {
    refuse('indices', indices, 'an array of sample indices is', 'value');
  }
  const last = (data.shape[0] as number) - 1;
  const isIndex = (n: unknown): n is number => Number.isInteger(n) && (n as number) >= 0 && (n as number) <= last;
  // The name of an index is written only where it is refused: a large subset has many.
  const read = (n: number, i: number) => (isIndex(n) ? n : integer(`indices[${i}]`, n, 0, last));
  const samples = guarded(() => Array.from(indices, read));
  const { labels, targets, sampleWeight } = data;
  const width = responsesOf(data);
  return frozen({
    ...data,
    ...(data.offsets === undefined ? { x: rowsOf(data.x, product(data.shape, 1), samples) } : storedOf(data, samples)),
    shape: [samples.length, ...data.shape.slice(1)],
    ...defined({
      labels: labels && Int32Array.from(samples, (n) => labels[n] as number),
      targets: targets && rowsOf(targets, width, samples),
      sampleWeight: sampleWeight && Float64Array.from(samples, (n) => sampleWeight[n] as number),
    }),
  });
}

/** A new array of the same type. */
function newLike(values: Numbers, length: number): Numbers {
  return values instanceof Float64Array ? new Float64Array(length) : new Float32Array(length);
}

/** Rows of `size` numbers. */
function rowsOf(x: Numbers, size: number, samples: readonly number[]): Numbers {
  const rows = newLike(x, samples.length * size);
  for (const [at, n] of samples.entries()) rows.set(x.subarray(n * size, (n + 1) * size), at * size);
  return rows;
}

function storedOf(data: Dataset, samples: readonly number[]) {
  const [from, index] = [data.offsets as Int32Array, data.index as Int32Array];
  const modes = data.shape.length - 1;
  const offsets = new Int32Array(samples.length + 1);
  for (const [at, n] of samples.entries()) {
    offsets[at + 1] = (offsets[at] as number) + (from[n + 1] as number) - (from[n] as number);
  }
  const stored = offsets[samples.length] as number;
  const part = { x: newLike(data.x, stored), offsets, index: new Int32Array(stored * modes) };
  for (const [at, n] of samples.entries()) {
    const [begin, end] = [from[n] as number, from[n + 1] as number];
    part.x.set(data.x.subarray(begin, end), offsets[at]);
    part.index.set(index.subarray(begin * modes, end * modes), (offsets[at] as number) * modes);
  }
  return part;
}

export function folds(raw: RawModule, given: Samples, k: number, seed = 1): Int32Array {
  const data = toDataset('data', given);
  const count = data.shape[0] as number;
  integer('k', k, 2, count);
  integer('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  requireLearnable('k', data, k);
  return guarded(() => raw.folds(count, data.labels ?? new Int32Array(), k, seed));
}

/** Stream of a fit's seed that orders the samples of a split: streams 0 and 1 seed the initial values and the batches. */
export const SPLIT_STREAM = 2;

export function split(raw: RawModule, given: Samples, share: number, seed = 1): Split {
  const data = toDataset('data', given);
  number('share', share, 0, 0.9, true);
  integer('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  const { labels = new Int32Array(), classNames = [] } = data;
  const count = data.shape[0] as number;
  const sizes = new Map<number, number>();
  for (let n = 0; n < count; n++) sizes.set(labels[n] ?? 0, (sizes.get(labels[n] ?? 0) ?? 0) + 1);
  for (const [label, size] of sizes) {
    if (size > 1) continue;
    const what = labels.length > 0 ? `class ${describe(classNames[label])} has 1 sample` : 'the data have 1 sample';
    fail('value', `${what}; a split needs 2, one to train on and one to hold out`);
  }
  const wanted = (size: number) => Math.min(size - 1, Math.max(1, Math.floor(share * size + 0.5)));
  const left = new Map([...sizes].map(([label, size]) => [label, wanted(size)]));
  const part = new Uint8Array(count);
  for (const n of shuffled(raw, count, raw.deriveSeed(seed, SPLIT_STREAM), labels)) {
    const label = labels[n] ?? 0;
    const more = left.get(label) as number;
    if (more > 0) part[n] = 1;
    left.set(label, more - 1);
  }
  const [train, heldOut] = indicesByPart(part, 2) as [number[], number[]];
  return { train: subset(data, train), heldOut: subset(data, heldOut) };
}

/**
 * Refuses a number of folds where one training part would have a single class. Samples are assigned to folds class after class, so
 * every training part has each class of two samples or more. Only classes of one sample can be missing.
 */
export function requireLearnable(name: string, { labels, classNames = [] }: Dataset, folds: number): void {
  if (labels === undefined) return;
  const singletons = singletonClasses(labels, classNames);
  const present = new Set(labels).size;
  // Data with one class have no class that a split could remove.
  if (singletons.length === 0 || present < 2) return;
  const works = (k: number) => {
    const heldOut = new Map<number, number>();
    return singletons.every(({ at }) => {
      const missing = (heldOut.get(at % k) ?? 0) + 1;
      heldOut.set(at % k, missing);
      return present - missing >= 2;
    });
  };
  if (works(folds)) return;
  const names = singletons.slice(0, 5).map(({ className }) => describe(className));
  const seen = singletons.length === 1 ? `class ${names[0]} has` : `classes ${names.join(', ')} have`;
  const most = largestBelow(labels.length, works);
  const accepted = most < 2 ? 'no number of folds works: a class needs 2 samples' : `at most ${most} folds work`;
  const reason = `${name} is ${folds}, but ${seen} 1 sample: a fold that holds it out leaves one class to learn from`;
  fail('value', `${reason}; ${accepted}`);
}

/** Classes of one sample, each with the position of its sample when all samples are sorted by class. */
function singletonClasses(labels: Int32Array, classNames: readonly string[]) {
  const counts = new Float64Array(classNames.length);
  for (const label of labels) counts[label] = (counts[label] as number) + 1;
  let at = 0;
  return classNames.flatMap((className, c) => {
    const own = { className, at };
    at += counts[c] as number;
    return counts[c] === 1 ? [own] : [];
  });
}

/** The largest number up to `high` for which `works` is true, 1 when it is false for 2 and more. */
function largestBelow(high: number, works: (k: number) => boolean): number {
  let k = high;
  while (k > 1 && !works(k)) k--;
  return k;
}

/**
 * Weighted mean of every variable over the samples that have it, 0 for a variable that no sample has, in the precision of the samples;
 * -1, which is no category, for categorical columns. Undefined unless missing values are allowed.
 */
export function meansOf(data: Dataset): Numbers | undefined {
  if (data.missing !== 'mean') return undefined;
  const size = product(data.shape, 1);
  const sums = new Float64Array(size);
  const counts = new Float64Array(size);
  for (let i = 0; i < data.x.length; i++) {
    const value = data.x[i] as number;
    if (Number.isNaN(value)) continue;
    const weight = data.sampleWeight?.[Math.floor(i / size)] ?? 1;
    sums[i % size] = (sums[i % size] as number) + weight * value;
    counts[i % size] = (counts[i % size] as number) + weight;
  }
  const means = sums.map((sum, i) => (counts[i] === 0 ? 0 : sum / (counts[i] as number)));
  for (const { column } of data.categories ?? []) means[column] = -1;
  return data.x instanceof Float64Array ? means : Float32Array.from(means);
}

/** The data with `fill` in place of missing values, as doubles when either of them has doubles. */
export function fillMissing(name: string, data: Dataset, fill: Numbers | undefined): Dataset {
  if (data.missing !== 'mean') return data;
  const { missing: _missing, ...rest } = data;
  const size = product(data.shape, 1);
  const values = fill instanceof Float64Array ? Float64Array.from(data.x) : data.x;
  const x = values.map((value, i) => {
    if (!Number.isNaN(value)) return value;
    if (fill !== undefined) return fill[i % size] as number;
    const where = place(`${name}.x`, i, data.shape);
    return fail('value', `${where} is missing; the training set was not made with missing: 'mean'`);
  });
  return frozen({ ...rest, x });
}
