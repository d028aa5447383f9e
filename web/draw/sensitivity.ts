/**
 * The directions of the projected space along which the predictions of a model change most.
 *
 * Each fit sample moves a little to both sides along each coordinate. The sums of the products of the differences, M, and the covariance S
 * of the samples have the leading eigenvectors of M S in common with the active subspace of Constantine, Dow and Wang (2014), which Xia, Tong,
 * Li and Zhu (2002) call the outer product of gradients, of samples with unit covariance. They find classes that differ by the product of two
 * coordinates, which class means cannot. Square roots of probabilities turn M into the Fisher information, so that certain predictions count
 * too. Only + - * / and square roots are used, so that every engine gets the same directions.
 */

import type { Model } from 'trip-wasm';
import { sizeOf } from './geometry.js';
import { lengthOf } from './numbers.js';

/** More projected coordinates than this take too long for a picture. */
export const mostDimensions = 64;
/** Length of the move as a share of the root mean square of the standard deviations. */
const step = 0.1;
/** Maximum numbers of predictions and of products for the covariance, which limit the samples. */
const [mostPredictions, mostProducts] = [1e4, 4e6];
/** Weight of the variance of the samples, which decides between directions that change no prediction. */
const varianceWeight = 1e-3;
/** Keeps directions apart that change neither predictions nor samples. */
const apart = 1e-9;
const iterations = 200;

type Vector = readonly number[];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += (a[j] as number) * (b[j] as number);
  return sum;
};
const times = (matrix: readonly ArrayLike<number>[], vector: Vector): number[] => matrix.map((row) => dot(row, vector));

export interface Sensitivity {
  /** Covariance of the fit samples, D x D by rows. */
  readonly covariance: readonly Float64Array[];
  /** Sums of the products of the changes of the predictions along two coordinates, D x D by rows. */
  readonly changes: readonly Vector[];
}

/** `latent`: projected fit samples, N x D. */
export function sensitivityOf(model: Model, latent: Float32Array): Sensitivity {
  const size = sizeOf(model.spec.ranks);
  const covariance = covarianceOf(evenly(latent, size, mostProducts / (size * size)), size);
  const variance = covariance.reduce((sum, row, j) => sum + (row[j] as number), 0) / size;
  const move = step * Math.sqrt(variance) || step;
  const chosen = evenly(latent, size, mostPredictions / (2 * size));
  const predicted = (j: number, by: number) =>
    predictionsOf(
      model,
      chosen.map((value, cell) => (cell % size === j ? value + by : value)),
    );
  const differences = covariance.map((_, j) => {
    const behind = predicted(j, -move);
    return predicted(j, move).map((value, n) => value - (behind[n] as number));
  });
  return { covariance, changes: differences.map((one) => differences.map((other) => dot(one, other))) };
}

/** At most `most` samples, evenly spaced. */
function evenly(latent: Float32Array, size: number, most: number): Float32Array {
  const samples = latent.length / size;
  const count = Math.min(samples, Math.floor(most));
  const chosen = new Float32Array(count * size);
  for (let n = 0; n < count; n++) {
    const from = Math.floor((n * samples) / count) * size;
    chosen.set(latent.subarray(from, from + size), n * size);
  }
  return chosen;
}

/** Square roots of the probabilities of all classes, or responses in units of their scale. */
function predictionsOf(model: Model, latent: Float32Array): Float64Array {
  const { task, outputs, responses } = model.spec;
  if (task === 'classification') return new Float64Array(model.predictProbaLatent(latent)).map(Math.sqrt);
  return new Float64Array(model.predictLatent(latent)).map(
    (value, n) => value / (responses?.[n % outputs]?.scale ?? 1),
  );
}

function covarianceOf(latent: Float32Array, size: number): Float64Array[] {
  const samples = latent.length / size;
  const mean = new Float64Array(size);
  for (let cell = 0; cell < latent.length; cell++)
    mean[cell % size] = (mean[cell % size] as number) + (latent[cell] as number) / samples;
  const covariance = Array.from(mean, () => new Float64Array(size));
  const away = new Float64Array(size);
  for (let n = 0; n < samples; n++) {
    for (let j = 0; j < size; j++) away[j] = (latent[n * size + j] as number) - (mean[j] as number);
    for (const [i, row] of covariance.entries()) {
      const share = (away[i] as number) / samples;
      for (let j = 0; j < size; j++) row[j] = (row[j] as number) + share * (away[j] as number);
    }
  }
  return covariance;
}

/**
 * Orthonormal directions of the plane along which the predictions change most, most of all along the first. A space of one coordinate has a
 * second direction of zeros. They are the result of an orthogonal iteration with a fixed start, so those of successive frames of a training
 * turn without jumps.
 */
export function sensitivePlane({ covariance, changes }: Sensitivity): [number[], number[]] {
  const change = changes.reduce((sum, row, j) => sum + dot(row, covariance[j] as Float64Array), 0) || 1;
  const variance = covariance.reduce((sum, row, j) => sum + (row[j] as number), 0) || 1;
  const moved = (vector: Vector) => {
    const spread = times(covariance, vector);
    const changed = times(changes, spread);
    return vector.map(
      (value, j) =>
        (changed[j] as number) / change + (varianceWeight * (spread[j] as number)) / variance + apart * value,
    );
  };
  let [one, two] = [covariance.map((_, j) => 1 / (j + 1)), covariance.map((_, j) => (j % 2 === 0 ? 1 : -1) / (j + 2))];
  for (let count = 0; count < iterations; count++) {
    one = unit(moved(one));
    const next = moved(two);
    const along = dot(one, next);
    two = unit(next.map((value, j) => value - along * (one[j] as number)));
  }
  return [one, two];
}

function unit(vector: Vector): number[] {
  const length = lengthOf(vector) || 1;
  return vector.map((value) => value / length);
}

/**
 * Indices of the (at most) two of some directions whose coordinates tell most of the changes of the predictions: the samples move as their
 * means do when these coordinates change. The one that tells more alone is first; ties go to the lower index.
 */
export function sensitivePair({ covariance, changes }: Sensitivity, directions: readonly Vector[]): number[] {
  const spread = directions.map((direction) => times(covariance, direction));
  const changed = spread.map((move) => times(changes, move));
  const variance = (i: number, j: number) => dot(directions[i] as Vector, spread[j] as Vector);
  const change = (i: number, j: number) => dot(spread[i] as Vector, changed[j] as Vector);
  let pair = [...directions.keys()].slice(0, 2);
  let most = 0;
  for (let j = 1; j < directions.length; j++) {
    for (let i = 0; i < j; i++) {
      const [a, b, c] = [variance(i, i), variance(j, j), variance(i, j)];
      const area = a * b - c * c;
      const told = (b * change(i, i) + a * change(j, j) - 2 * c * change(i, j)) / area;
      if (area <= apart * a * b || told <= most) continue;
      most = told;
      pair = change(j, j) * a > change(i, i) * b ? [j, i] : [i, j];
    }
  }
  return pair;
}
