/** Permuted responses, and how far they are from the true ones. */

import { describe } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { responsesOf } from '../data/dataset.js';
import { countedSamples, indicesByPart, isCounted, shuffled } from '../data/indices.js';
import type { Dataset } from '../types.js';
import type { Groups } from './group-folds.js';

/** For each sample, the sample whose response it gets. */
export type Permutation = Int32Array;

/** A way to permute responses. */
export interface Permuting {
  /** The permutation of a seed. Samples of weight 0 keep their response. */
  readonly draw: (seed: number) => Permutation;
  /** Number of different responses that permutations give; `Infinity` beyond doubles. */
  readonly arrangements: number;
}

/** Permutes within each group; without groups among all samples. */
export function amongSamples(raw: RawModule, data: Dataset, groups: Groups | undefined): Permuting {
  const count = data.shape[0] as number;
  const of = groups?.of ?? new Int32Array(count);
  const members = Array.from({ length: groups?.names.length ?? 1 }, (): number[] => []);
  for (const n of countedSamples(data)) members[of[n] as number]?.push(n);
  const response = requireDifferent(data);
  if (members.every((own) => own.every((n) => response[n] === response[own[0] as number]))) {
    const remedy = "permute: 'groups' exchanges the responses of whole groups";
    fail(
      'value',
      `all samples of each group have the same response, so that nothing can be permuted within groups; ${remedy}`,
    );
  }
  const draw = (seed: number) => {
    const at = members.map(() => 0);
    const from = Int32Array.from({ length: count }, (_, n) => n);
    for (const n of shuffled(raw, count, seed)) {
      if (!isCounted(data, n)) continue;
      const g = of[n] as number;
      from[members[g]?.[at[g] as number] as number] = n;
      at[g] = (at[g] as number) + 1;
    }
    return from;
  };
  const arrangements = members
    .map((own) => arrangementsOf(own.map((n) => response[n] as string)))
    .reduce((product, count) => product * count, 1);
  return { draw, arrangements };
}

/** In how many ways values can be arranged of which some are equal: n! / (product of the factorials of their numbers). */
function arrangementsOf(values: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let [all, placed] = [1, 0];
  for (const count of counts.values()) for (let i = 1; i <= count; i++) all = (all * ++placed) / i;
  return Math.round(all);
}

/** Whole groups exchange their response. */
export function amongGroups(raw: RawModule, data: Dataset, { names, of }: Groups): Permuting {
  const first = indicesByPart(of, names.length).map(([n]) => n as number);
  const response = requireDifferent(data);
  for (const [n, g] of of.entries()) {
    if (response[n] === response[first[g] as number]) continue;
    const whose = `group ${describe(names[g])} has the responses ${response[first[g] as number]} and ${response[n]}`;
    fail('value', `permute is 'groups', but ${whose}; with 'samples' they are permuted within each group`);
  }
  const groups = [...new Set(countedSamples(data).map((n) => of[n] as number))];
  const draw = (seed: number) => {
    const from = [...first];
    for (const [at, other] of shuffled(raw, groups.length, seed).entries())
      from[groups[at] as number] = first[groups[other] as number] as number;
    return of.map((g) => from[g] as number);
  };
  return { draw, arrangements: arrangementsOf(groups.map((g) => response[first[g] as number] as string)) };
}

/** The response of each sample, as messages name it; refuses data in which all are equal. */
function requireDifferent(data: Dataset): string[] {
  const response = responsesAsText(data);
  const [first, ...others] = countedSamples(data).map((n) => response[n] as string);
  if (others.every((own) => own === first))
    fail('value', `the response is ${first} for every sample, so that nothing can be permuted`);
  return response;
}

/** The response of each sample, as messages name it. */
function responsesAsText(data: Dataset): string[] {
  const { shape, labels, classNames, targets } = data;
  const width = responsesOf(data);
  return Array.from({ length: shape[0] as number }, (_, n) =>
    labels === undefined
      ? (targets?.subarray(n * width, (n + 1) * width).join(', ') as string)
      : describe(classNames?.[labels[n] as number]),
  );
}

/** Matthews correlation of the classes, or the mean Pearson correlation of the responses that vary; of the samples that count. */
export function correlationOf(a: Dataset, b: Dataset): number {
  const samples = countedSamples(a);
  const labelsOf = ({ labels }: Dataset) => Int32Array.from(samples, (n) => labels?.[n] as number);
  if (a.labels !== undefined) return matthews(labelsOf(a), labelsOf(b), a.classNames?.length as number);
  const width = responsesOf(a);
  const columnOf = ({ targets }: Dataset, r: number) =>
    Float64Array.from(samples, (n) => targets?.[n * width + r] as number);
  const own = Array.from({ length: width }, (_, r) => pearson(columnOf(a, r), columnOf(b, r)));
  const known = own.filter(Number.isFinite);
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
}

/** Gorodkin's R_K, of two classes the Matthews correlation. Counts are integers, so that it is exact but for one root and one division. */
function matthews(a: Int32Array, b: Int32Array, classes: number): number {
  const [ofA, ofB] = [new Float64Array(classes), new Float64Array(classes)];
  let equal = 0;
  for (const [n, label] of a.entries()) {
    const other = b[n] as number;
    ofA[label] = (ofA[label] as number) + 1;
    ofB[other] = (ofB[other] as number) + 1;
    if (label === other) equal++;
  }
  const count = a.length;
  const product = (x: Float64Array, y: Float64Array) => x.reduce((sum, value, c) => sum + value * (y[c] as number), 0);
  const spread = (x: Float64Array) => count * count - product(x, x);
  return (equal * count - product(ofA, ofB)) / Math.sqrt(spread(ofA) * spread(ofB));
}

function pearson(a: Float64Array, b: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const [n, value] of a.entries()) {
    const [da, db] = [value - meanA, (b[n] as number) - meanB];
    ab += da * db;
    aa += da * da;
    bb += db * db;
  }
  return ab / Math.sqrt(aa * bb);
}
