/** Transforms samples to new variables that are linear in the old ones. */

import type { Dataset, Trip } from 'trip-wasm';
import type { Loaded, View } from './types.js';

/** The directions of `view`, I x J row-major with orthonormal columns; the map of `nca` is learned by another program. */
export function directionsOf(trip: Trip, view: Exclude<View, 'nca'>, train: Dataset, { plane }: Loaded): Float64Array {
  if (view === 'span5') {
    const model = trip.fit(train, { method: 'pca', ranks: [5], hidden: [], epochs: 0, standardize: false });
    const directions = model.projection(0);
    model.dispose();
    return Float64Array.from(directions);
  }
  if (plane === undefined) throw new Error('this set has no true plane');
  return plane;
}

/** Multiplies samples (vectors with classes) by a matrix with I rows. */
export function through(trip: Trip, data: Dataset, map: ArrayLike<number>): Dataset {
  const [count, variables] = data.shape as readonly [number, number];
  const x = multiply(data.x, map, variables);
  return trip.dataset({ x, shape: [count, x.length / count], y: data.labels as Int32Array, task: 'classification' });
}

/** A B, row-major; A has `inner` columns and B has `inner` rows. */
export function multiply(a: ArrayLike<number>, b: ArrayLike<number>, inner: number): Float64Array {
  const [rows, columns] = [a.length / inner, b.length / inner];
  return Float64Array.from({ length: rows * columns }, (_, at) => {
    const [row, column] = [Math.floor(at / columns) * inner, at % columns];
    let total = 0;
    for (let i = 0; i < inner; i++) total += (a[row + i] as number) * (b[i * columns + column] as number);
    return total;
  });
}
