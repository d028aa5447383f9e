/** Sets of marked samples: how a gesture or a rule changes them, and their numbers. */

import type { Dataset } from 'trip-wasm';
import type { Brushed, SampleRef } from '../../draw/types.ts';
import type { Material } from '../data/entry.ts';

/** How the samples of a gesture change those that are marked already. */
export type Operation = 'replace' | 'add' | 'remove';

const both = ['train', 'test'] as const;
/** The sets that the pictures show. */
export const shownSets = (testPoints: boolean) => (testPoints ? both : (['train'] as const));
export type Sets = ReturnType<typeof shownSets>;

/** The samples that can be marked. */
export type Samples = Pick<Material, 'train' | 'test'>;
const countOf = ({ shape }: Dataset) => shape[0] as number;

/** Marks each sample of `sets` for which `wanted` returns true. */
export function where(material: Samples, sets: Sets, wanted: (sample: SampleRef) => boolean): Brushed {
  const of = (set: SampleRef['set']) => {
    const result = new Uint8Array(countOf(material[set]));
    if ((sets as readonly string[]).includes(set))
      for (let index = 0; index < result.length; index++) if (wanted({ set, index })) result[index] = 1;
    return result;
  };
  return { train: of('train'), test: of('test') };
}

export function combined(before: Brushed | undefined, next: Brushed, operation: Operation): Brushed {
  if (!before || operation === 'replace') return operation === 'remove' ? cleared(next) : next;
  const of = (set: SampleRef['set']) =>
    next[set].map((hit, at) =>
      operation === 'add' ? hit | (before[set][at] as number) : hit ? 0 : (before[set][at] as number),
    );
  return { train: of('train'), test: of('test') };
}

const cleared = ({ train, test }: Brushed): Brushed => ({
  train: new Uint8Array(train.length),
  test: new Uint8Array(test.length),
});

/** Marks the samples of `sets` that were not marked; other sets keep their marks. */
export function inverted({ train, test }: Brushed, sets: Sets): Brushed {
  const turn = (marks: Uint8Array) => marks.map((marked) => 1 - marked);
  return { train: turn(train), test: sets.length > 1 ? turn(test) : test };
}

/** The samples of a class. */
export const ofClass = (material: Samples, sets: Sets, label: number): Brushed =>
  where(material, sets, ({ set, index }) => material[set].labels?.[index] === label);

/** Predictions of both sets: classes, or values of a regression. */
export type Predictions = Readonly<Record<SampleRef['set'], ArrayLike<number>>>;

/** Share of the samples of a regression that have the largest errors. */
export const largestErrors = 0.1;

/** The samples whose class is predicted wrongly; of a regression, the tenth with the largest errors. */
export function wrong(material: Samples, sets: Sets, predictions: Predictions): Brushed {
  const { labels } = material.train;
  if (labels)
    return where(material, sets, ({ set, index }) => material[set].labels?.[index] !== predictions[set][index]);
  const error = ({ set, index }: SampleRef) =>
    Math.abs((material[set].targets?.[index] as number) - (predictions[set][index] as number));
  const all = samplesOf(sets.map((set) => ({ set, count: countOf(material[set]) })));
  const sorted = Float64Array.from(all, error).sort();
  const limit = sorted[Math.floor((1 - largestErrors) * sorted.length)] as number;
  return where(material, sets, (sample) => error(sample) >= limit);
}

const samplesOf = (sizes: readonly { readonly set: SampleRef['set']; readonly count: number }[]): SampleRef[] =>
  sizes.flatMap(({ set, count }) => Array.from({ length: count }, (_, index) => ({ set, index })));

/** The marked samples of `sets`, fit samples first. */
export const listOf = (brushed: Brushed, sets: Sets): SampleRef[] =>
  sets.flatMap((set) =>
    [...brushed[set].keys()].filter((index) => brushed[set][index] === 1).map((index) => ({ set, index })),
  );

export interface Count {
  readonly marked: number;
  readonly all: number;
}

/** Number of marked samples, and of all, in each set and in each class. */
export function countsOf(material: Samples, brushed: Brushed, sets: Sets) {
  const sum = (counts: readonly Count[]) =>
    counts.reduce((total, { marked, all }) => ({ marked: total.marked + marked, all: total.all + all }), {
      marked: 0,
      all: 0,
    });
  const ofSets = sets.map((set) => {
    const marks = brushed[set];
    return { set, marked: marks.reduce((total, one) => total + one, 0), all: marks.length };
  });
  const classes = (material.train.classNames ?? []).map((name, label) => {
    const parts = sets.map((set) => {
      let [marked, all] = [0, 0];
      for (const [index, own] of material[set].labels?.entries() ?? []) {
        if (own !== label) continue;
        all++;
        marked += brushed[set][index] as number;
      }
      return { marked, all };
    });
    return { name, label, ...sum(parts) };
  });
  return { ...sum(ofSets), sets: ofSets, classes };
}
