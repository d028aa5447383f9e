/** Projects and scores many samples in parts, between which the page does other work. */

import type { Dataset, Model, Score, Trip } from 'trip-wasm';
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

/** Loss, reconstruction and objective of many samples are means over parts of them; all other scores follow from all predictions. */
export function* scored(trip: Trip, model: Model, data: Dataset): Steps<Score> {
  const rows = rowsOf(data);
  const parts = Math.ceil(rows / Math.min(scoredAtOnce, Math.max(1, Math.floor(projectedAtOnce / 2 / sizeOf(data)))));
  if (parts === 1) return model.score(data);
  const width = model.spec.outputs;
  const predictions = new Float64Array(rows * width);
  const means = { loss: 0, reconstruction: 0, objective: 0 };
  for (let part = 0; part < parts; part++) {
    // Every so many-th row: parts of a sorted table would lack classes.
    const own = Int32Array.from({ length: Math.ceil((rows - part) / parts) }, (_, at) => part + at * parts);
    const samples = takeRows(data, own);
    const score = model.score(samples);
    for (const name of ['loss', 'reconstruction', 'objective'] as const)
      means[name] += (own.length / rows) * score[name];
    const predicted = data.task === 'regression' ? model.predict(samples) : model.predictProba(samples);
    for (const [at, n] of own.entries()) predictions.set(predicted.subarray(at * width, (at + 1) * width), n * width);
    yield;
  }
  return { ...means, ...trip.scorePredictions(predictions, data) };
}
