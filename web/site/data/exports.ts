/** The data and the projected samples as plain values, for export. */

import type { Dataset, Model } from 'trip-wasm';
import type { Material } from './entry.ts';

/** Both sets in the form that `trip.dataset` takes; a missing value is null, as JSON has no NaN. */
export function dataFile({ train, test }: Material): string {
  return JSON.stringify({ train: plainOf(train), test: plainOf(test) });
}

function plainOf({ x, shape, task, labels, targets, classNames, featureNames, modeNames, missing }: Dataset) {
  const y = labels ? Array.from(labels, (label) => classNames?.[label]) : Array.from(targets ?? []);
  // JSON leaves out undefined entries.
  return { x: Array.from(x), shape, y, task, classNames, featureNames, modeNames, missing };
}

type Row = readonly (string | number)[];

/** 1 for each marked sample of a set. */
type Marked = Readonly<Record<'train' | 'test', Uint8Array>>;

/** A row for each sample: its set, response, prediction, latent coordinates, the probability of each class, and whether it is marked. */
export function projectionRows(model: Model, { train, test }: Material, marked?: Marked): Row[] {
  const { ranks } = model.spec;
  const axes = ranks.reduce((product, rank) => product * rank, 1);
  const classes = model.spec.classNames ?? [];
  const part = (values: Float32Array, n: number, size: number) => values.subarray(n * size, (n + 1) * size);
  const names = Array.from({ length: axes }, (_, axis) => `z${positions(axis, ranks).join('_')}`);
  const rows = [train, test].flatMap((data, at) => {
    const [latent, predicted] = [model.transform(data), model.predict(data)];
    const probability = data.labels ? model.predictProba(data) : new Float32Array();
    const name = (label: number | undefined) => data.classNames?.[label ?? -1] ?? '';
    return Array.from({ length: data.shape[0] as number }, (_, n): Row => {
      const response = data.labels
        ? [name(data.labels[n]), name(predicted[n])]
        : [data.targets?.[n] ?? '', predicted[n] as number];
      return [
        at === 0 ? 'fit' : 'test',
        n + 1,
        ...response,
        ...part(latent, n, axes),
        ...part(probability, n, classes.length),
        marked?.[at === 0 ? 'train' : 'test'][n] ?? 0,
      ];
    });
  });
  const titles = ['set', 'sample', 'response', 'predicted', ...names, ...classes.map((name) => `p ${name}`), 'marked'];
  return [titles, ...rows];
}

/** 1-based index in each mode of a row-major position. */
function positions(flat: number, ranks: readonly number[]): number[] {
  const indices: number[] = [];
  let rest = flat;
  for (let mode = ranks.length - 1; mode >= 0; mode--) {
    const rank = ranks[mode] as number;
    indices.unshift((rest % rank) + 1);
    rest = Math.floor(rest / rank);
  }
  return indices;
}
