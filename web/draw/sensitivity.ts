/**
 * The directions of the projected space along which the predictions of a model change most.
 *
 * Each sample moves a little to both sides along each principal axis of the fit samples. The differences of the predictions are summed as
 * outer products. The leading directions of this matrix are the active subspace of Constantine, Dow and Wang (2014), which Xia, Tong, Li
 * and Zhu (2002) call the outer product of gradients. They find classes that differ by the product of two coordinates, which class means
 * cannot. Square roots of probabilities turn the sum into the Fisher information, so that certain predictions count too. Only + - * / and
 * square roots are used, so that every engine gets the same directions.
 */

import type { Model } from 'trip-wasm';
import { type Plane, sizeOf } from './geometry.js';
import { lengthOf } from './numbers.js';

/** More projected coordinates than this take too long for a picture. */
export const mostDimensions = 36;
/** Length of the move in standard deviations. */
const step = 0.3;
/** Maximum number of predictions, which limits the samples. */
const mostPredictions = 10_000;
/** Weight of the variance of the samples, which decides between directions that change no prediction. */
const varianceWeight = 1e-3;
/** Smallest standard deviation as a share of the largest: coordinates without variance would be divided by 0. */
const leastDeviation = 1e-3;

type Vector = readonly number[];
const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += (a[j] as number) * (b[j] as number);
  return sum;
};

export interface Sensitivity {
  /** Mean of the fit samples. */
  readonly mean: Vector;
  /** Principal axes of the fit samples, and the standard deviation along each. */
  readonly axes: readonly Vector[];
  readonly deviations: Vector;
  /** Sums of the products of the changes along two axes, for a move by a standard deviation of each. */
  readonly changes: readonly Vector[];
}

/** `latent`: projected fit samples, N x D. */
export function sensitivityOf(model: Model, latent: Float32Array): Sensitivity {
  const size = sizeOf(model.spec.ranks);
  const { mean, covariance } = momentsOf(latent, size);
  const { values, vectors: axes } = eigenOf(covariance);
  const least = leastDeviation * Math.sqrt(Math.max(0, values[0] as number)) || 1;
  const deviations = values.map((value) => Math.max(Math.sqrt(Math.max(0, value)), least));
  const samples = latent.length / size;
  const count = Math.max(1, Math.min(samples, Math.floor(mostPredictions / (2 * size))));
  const chosen = new Float32Array(count * size);
  for (let n = 0; n < count; n++) {
    const from = Math.floor((n * samples) / count) * size;
    chosen.set(latent.subarray(from, from + size), n * size);
  }
  const differences = axes.map((axis, k) => {
    const move = axis.map((value) => step * (deviations[k] as number) * value);
    const [ahead, behind] = [1, -1].map((side) =>
      predictionsOf(
        model,
        chosen.map((value, cell) => value + side * (move[cell % size] as number)),
      ),
    ) as [Float64Array, Float64Array];
    return ahead.map((value, n) => value - (behind[n] as number));
  });
  return { mean, axes, deviations, changes: differences.map((one) => differences.map((other) => dot(one, other))) };
}

/** Square roots of the probabilities of all classes, or responses in units of their scale. */
function predictionsOf(model: Model, latent: Float32Array): Float64Array {
  const { task, outputs, responses } = model.spec;
  if (task === 'classification') return new Float64Array(model.predictProbaLatent(latent)).map(Math.sqrt);
  return new Float64Array(model.predictLatent(latent)).map(
    (value, n) => value / (responses?.[n % outputs]?.scale ?? 1),
  );
}

function momentsOf(latent: Float32Array, size: number) {
  const samples = latent.length / size;
  const mean = new Float64Array(size);
  for (let cell = 0; cell < latent.length; cell++)
    mean[cell % size] = (mean[cell % size] as number) + (latent[cell] as number) / samples;
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  const away = new Float64Array(size);
  for (let n = 0; n < samples; n++) {
    for (let j = 0; j < size; j++) away[j] = (latent[n * size + j] as number) - (mean[j] as number);
    for (let i = 0; i < size; i++) {
      const row = covariance[i] as Float64Array;
      const share = (away[i] as number) / samples;
      for (let j = 0; j < size; j++) row[j] = (row[j] as number) + share * (away[j] as number);
    }
  }
  return { mean: Array.from(mean), covariance };
}

/** Eigenvalues of a symmetric matrix, largest first, and their vectors, by the rotations of Jacobi. */
export function eigenOf(matrix: readonly ArrayLike<number>[]) {
  const rows = matrix.map((row) => Float64Array.from(row));
  const vectors = rows.map((_, i) => new Float64Array(rows.length).fill(1, i, i + 1));
  const beside = () => lengthOf(rows.map((row, i) => lengthOf([...row.subarray(0, i)])));
  const whole = lengthOf(rows.map((row) => lengthOf([...row])));
  for (let sweep = 0; sweep < 30 && beside() > 1e-14 * whole; sweep++) {
    for (let p = 0; p < rows.length; p++) for (let q = p + 1; q < rows.length; q++) rotate(rows, vectors, p, q);
  }
  const value = (at: number) => (rows[at] as Float64Array)[at] as number;
  const order = [...rows.keys()].sort((a, b) => value(b) - value(a) || a - b);
  return { values: order.map(value), vectors: order.map((at) => Array.from(vectors[at] as Float64Array)) };
}

/** Makes the entries (p, q) and (q, p) zero. `vectors` has the eigenvectors as rows. */
function rotate(rows: readonly Float64Array[], vectors: readonly Float64Array[], p: number, q: number): void {
  const [one, other] = [rows[p] as Float64Array, rows[q] as Float64Array];
  const off = one[q] as number;
  if (off === 0) return;
  const theta = ((other[q] as number) - (one[p] as number)) / (2 * off);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (const row of rows) {
    const [x, y] = [row[p] as number, row[q] as number];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  }
  turnRows(one, other, cosine, sine);
  turnRows(vectors[p] as Float64Array, vectors[q] as Float64Array, cosine, sine);
}

function turnRows(one: Float64Array, other: Float64Array, cosine: number, sine: number): void {
  for (let k = 0; k < one.length; k++) {
    const [x, y] = [one[k] as number, other[k] as number];
    one[k] = cosine * x - sine * y;
    other[k] = sine * x + cosine * y;
  }
}

/** A vector of length 1 whose entry of largest magnitude is positive, so that its sign has a rule; a vector of zeros stays. */
function unit(vector: Vector): number[] {
  const largest = vector.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most), 0);
  const length = (lengthOf(vector) || 1) * (largest < 0 ? -1 : 1);
  return vector.map((value) => value / length);
}

/**
 * The plane through the mean of the samples along which the predictions change most, most of all along its first axis. A projected space
 * of one coordinate has a second axis of zeros.
 */
export function sensitivePlane({ mean, axes, deviations, changes }: Sensitivity): Plane {
  const change = changes.reduce((sum, row, k) => sum + (row[k] as number), 0) || 1;
  const variances = deviations.map((deviation) => deviation * deviation);
  const variance = dot(deviations, deviations);
  const weighted = changes.map((row, i) =>
    row.map((value, j) => value / change + (i === j ? (varianceWeight * (variances[i] as number)) / variance : 0)),
  );
  const [one, two] = eigenOf(weighted).vectors;
  /** The direction on which a sample has the coordinate that `weights` give from its coordinates in standard deviations. */
  const direction = (weights: Vector = []) =>
    mean.map((_, j) =>
      weights.reduce(
        (sum, weight, k) => sum + (weight / (deviations[k] as number)) * ((axes[k] as Vector)[j] as number),
        0,
      ),
    );
  const first = unit(direction(one));
  const rest = direction(two);
  const along = dot(first, rest);
  return { origin: mean, first, second: unit(rest.map((value, j) => value - along * (first[j] as number))) };
}

/** Coordinates of the direction `v` along the principal axes, times the deviation: its length is the deviation of the samples along `v`. */
const spreadAlong = ({ axes, deviations }: Sensitivity, v: Vector) =>
  axes.map((axis, k) => (deviations[k] as number) * dot(axis, v));

/** Change of the predictions when the samples move along `v` by their standard deviation along it, squared. */
function changeAlong(sensitivity: Sensitivity, v: Vector): number {
  const { axes, deviations, changes } = sensitivity;
  const move = axes.map((axis, k) => dot(axis, v) / (deviations[k] as number));
  const deviation = lengthOf(spreadAlong(sensitivity, v));
  return (
    deviation *
    deviation *
    dot(
      move,
      changes.map((row) => dot(row, move)),
    )
  );
}

/** Indices of the (at most) two of some directions along which the predictions change most; ties go to the lower index. */
export function sensitivePair(sensitivity: Sensitivity, directions: readonly Vector[]): number[] {
  const order = directions.map((direction, index) => ({ index, change: changeAlong(sensitivity, direction) }));
  order.sort((a, b) => b.change - a.change || a.index - b.index);
  return order.slice(0, 2).map(({ index }) => index);
}

/** Correlation of the samples' coordinates along two directions; 0 where they have no variance. */
export function correlationAlong(sensitivity: Sensitivity, one: Vector, two: Vector): number {
  const [a, b] = [spreadAlong(sensitivity, one), spreadAlong(sensitivity, two)];
  return dot(a, b) / (lengthOf(a) * lengthOf(b) || 1);
}
