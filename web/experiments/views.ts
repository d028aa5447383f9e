/** Samples in new variables, linear in the old ones. */

import type { Dataset, Trip } from 'trip-wasm';
import type { Loaded, View } from './types.js';

/** The directions along which `view` looks, I x J row-major with orthonormal columns; those of `nca` are learned elsewhere. */
export function directionsOf(trip: Trip, view: Exclude<View, 'nca'>, train: Dataset, { plane }: Loaded): Float64Array {
  if (view === 'span5') {
    const model = trip.fit(train, { method: 'pca', ranks: [5], hidden: [], epochs: 0, standardize: false });
    const directions = model.projection(0);
    model.dispose();
    return Float64Array.from(directions);
  }
  if (plane === undefined) throw new Error('this set has no true plane to be seen in');
  return plane;
}

/** The samples times a matrix of I rows. Vectors with classes. */
export function through(trip: Trip, data: Dataset, map: ArrayLike<number>): Dataset {
  const [count, variables] = data.shape as readonly [number, number];
  const x = multiply(data.x, map, variables);
  return trip.dataset({ x, shape: [count, x.length / count], y: data.labels as Int32Array, task: 'classification' });
}

/** Row-major: A of `inner` columns times B of `inner` rows. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>, inner: number): Float64Array {
  const [rows, columns] = [a.length / inner, b.length / inner];
  return Float64Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns) * inner, at % columns];
    let total = 0;
    for (let i = 0; i < inner; i++) total += (a[row + i] as number) * (b[i * columns + column] as number);
    return total;
  });
}
