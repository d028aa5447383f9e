/** Projects and scores many samples in parts, between which the page does other work. */

import type { Dataset, Model, Score } from 'trip-wasm';
import type { Steps } from '../../draw/types.ts';
import { sizeOf, takeRows } from '../data/rows.ts';

/** Numbers that are projected at once, and samples that are scored at once: each takes about 20 ms. */
const projectedAtOnce = 2 ** 21;
const scoredAtOnce = 16384;

const rowsOf = ({ shape }: Dataset) => shape[0] as number;

/** The projected samples, N x prod J: the same as of all samples at once. */
export function* projected(model: Model, data: Dataset): Steps<Float32Array> {
  const [rows, size] = [rowsOf(data), sizeOf(data)];
  const atOnce = Math.max(1, Math.floor(projectedAtOnce / size));
  if (rows <= atOnce || data.offsets) return model.transform(data);
  let all: Float32Array | undefined;
  for (let from = 0; from < rows; from += atOnce) {
    const to = Math.min(rows, from + atOnce);
    const part = model.transform({
      ...data,
      x: data.x.subarray(from * size, to * size),
      shape: [to - from, ...data.shape.slice(1)],
      ...(data.labels && { labels: data.labels.subarray(from, to) }),
      ...(data.targets && { targets: data.targets.subarray(from, to) }),
    });
    all ??= new Float32Array((part.length / (to - from)) * rows);
    all.set(part, (part.length / (to - from)) * from);
    yield;
  }
  return all as Float32Array;
}

/** The model with the projections of these samples already computed. */
export function withProjected(model: Model, known: ReadonlyMap<Dataset, Float32Array>): Model {
  const transform: Model['transform'] = (data) => known.get(data as Dataset) ?? model.transform(data);
  return new Proxy(model, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'transform') return transform;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * The score of many samples from those of parts of them: a mean over the samples for scores that are means, the root of the mean square
 * for their roots, sums for the confusion matrix. Scores of the order of the samples, such as the AUC, are means over the parts.
 */
export function* scored(model: Model, data: Dataset): Steps<Score> {
  const rows = rowsOf(data);
  const parts = Math.ceil(rows / Math.min(scoredAtOnce, Math.max(1, Math.floor(projectedAtOnce / 2 / sizeOf(data)))));
  if (parts === 1) return model.score(data);
  const scores: { readonly score: Score; readonly count: number }[] = [];
  for (let part = 0; part < parts; part++) {
    // Every so many-th row: parts of a sorted table would lack classes.
    const own = Int32Array.from({ length: Math.ceil((rows - part) / parts) }, (_, at) => part + at * parts);
    scores.push({ score: model.score(takeRows(data, own)), count: own.length });
    yield;
  }
  return joined(scores);
}

function joined(parts: readonly { readonly score: Score; readonly count: number }[]): Score {
  const first = (parts[0] as (typeof parts)[number]).score;
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  const mean = (of: (score: Score) => number) =>
    parts.reduce((sum, { score, count }) => sum + count * of(score), 0) / all;
  const numbers = (Object.keys(first) as (keyof Score)[])
    .filter((name) => typeof first[name] === 'number')
    .map((name) => {
      if (name === 'rmse') return [name, Math.sqrt(mean((score) => (score.rmse as number) ** 2))];
      return [name, mean((score) => score[name] as number)];
    });
  const { confusion, reliability } = first;
  const counts = confusion?.map((row, at) =>
    row.map((_, column) => parts.reduce((sum, { score }) => sum + (score.confusion?.[at]?.[column] as number), 0)),
  );
  return {
    ...Object.fromEntries(numbers),
    ...(counts && { confusion: counts, recall: counts.map(shareOnDiagonal) }),
    ...(reliability && { reliability }),
  };
}

function shareOnDiagonal(row: readonly number[], at: number): number | null {
  const sum = row.reduce((total, count) => total + count, 0);
  return sum === 0 ? null : (row[at] as number) / sum;
}
