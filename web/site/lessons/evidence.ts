/** Numbers of a trained model that a drawing needs beside its picture and its scores. */

import type { Model, Trip } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import { takeRows } from '../data/rows.ts';
import { cloudOf } from '../tour/cloud.ts';
import { spaceOf } from './space.ts';
import type { Direction, Evidence, Rebuilt } from './types.ts';

/** Leading directions to compare: the two of the hidden plane, the strong noise, and one of the faint noise. */
const leading = 4;

/** Variances along the leading directions of the data, and how much of each direction lies in the true plane. */
export function directionsIn(trip: Trip, material: Material, model: Model): Evidence {
  const truth = material.truth?.[0];
  if (!truth) return {};
  const ranks = [Math.min(leading, material.train.shape[1] as number)];
  const wide = trip.fit(material.train, { ...optionsOfPca(model), ranks });
  try {
    const { train, rows } = cloudOf(material, wide.spec);
    const basis = wide.projection(0);
    const columns = ranks[0] as number;
    return {
      directions: Array.from({ length: columns }, (_, column): Direction => {
        const direction = Float64Array.from({ length: rows }, (_, i) => basis[i * columns + column] as number);
        return { variance: varianceAlong(train, direction), inside: shareInside(direction, truth) };
      }),
    };
  } finally {
    wide.dispose();
  }
}

/** The angle between the model's plane and that of PCA. */
export function angleToPca(trip: Trip, material: Material, model: Model): Evidence {
  const pca = trip.fit(material.train, { ...optionsOfPca(model), ranks: model.spec.ranks });
  try {
    const rows = model.spec.dims[0] as number;
    return { fromPca: Math.max(...trip.principalAngles(model.projection(0), pca.projection(0), rows)) };
  } finally {
    pca.dispose();
  }
}

/** The samples in space where there are three axes, and the unseen ones with a wrong prediction. */
export function spaceIn(_trip: Trip, material: Material, model: Model): Evidence {
  const { test } = material;
  const predicted = model.predict(test);
  const wrong = [...predicted.keys()].filter((index) => predicted[index] !== test.labels?.[index]);
  return { space: spaceOf(model, material), wrong: wrong.map((index) => ({ set: 'test', index })) };
}

const optionsOfPca = ({ spec }: Model) => ({ method: 'pca', epochs: 0, standardize: spec.scale.length > 0 }) as const;

/** The first test sample of each class, rebuilt from its projection, and the share that all test samples keep. */
export function digitsOf(_trip: Trip, { test }: Material, model: Model): Evidence {
  const [rows = 0, columns = 0] = test.shape.slice(1);
  const names = test.classNames ?? [];
  const chosen = names.map((_, label) => test.labels?.indexOf(label) ?? -1).filter((n) => n >= 0);
  const some = takeRows(test, Int32Array.from(chosen));
  const rebuilt: Rebuilt = {
    ...{ rows, columns, names: chosen.map((n) => names[test.labels?.[n] ?? 0] ?? '') },
    original: some.x as Float32Array,
    rebuilt: Float32Array.from(model.inverseTransform(model.transform(some))),
    kept: 1 - model.score(test).reconstruction / meanSquare(test.x, test.shape[0] as number),
  };
  return { rebuilt };
}

/** Mean over the samples of the sum of their squared values. */
function meanSquare(values: ArrayLike<number>, samples: number): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at] as number) * (values[at] as number);
  return sum / samples;
}

function varianceAlong(samples: Float32Array, direction: Float64Array): number {
  const size = direction.length;
  const count = samples.length / size;
  let [sum, squares] = [0, 0];
  for (let n = 0; n < count; n++) {
    let value = 0;
    for (let i = 0; i < size; i++) value += (samples[n * size + i] as number) * (direction[i] as number);
    sum += value;
    squares += value * value;
  }
  return squares / count - (sum / count) * (sum / count);
}

/** Squared length of a unit direction within a plane, I x 2 with orthonormal columns. */
function shareInside(direction: Float64Array, plane: Float64Array): number {
  let share = 0;
  for (const axis of [0, 1]) {
    let along = 0;
    for (const [i, value] of direction.entries()) along += value * (plane[2 * i + axis] as number);
    share += along * along;
  }
  return share;
}
