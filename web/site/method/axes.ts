/** The rank-one surrogate of a prediction on matrices, and the rotated axes of one mode that follow from it. */

import type { Dataset, Explanation, FitOptions, Model, Trip } from 'trip-wasm';
import { Random } from '../data/random.ts';

const [rows, columns, count] = [8, 6, 60];
/** Strength of the planted blocks, and deviation of the noise. */
const [strength, noise] = [3, 0.3];

/**
 * Matrices with a number e to predict: a block of the first half of rows and columns follows e, and the two blocks beside it follow 1 - e^2.
 * The paper's gene networks have the same form.
 */
export function matrices(trip: Trip): Dataset {
  const random = new Random(5);
  const e = Array.from({ length: count }, () => random.between(-1, 1));
  // Unit vectors: the first half of a mode, and its second half.
  const half = (i: number, size: number) => (i < size / 2 ? [1, 0] : [0, 1]).map((one) => one / Math.sqrt(size / 2));
  const x = e.flatMap((value) =>
    Array.from({ length: rows * columns }, (_, at) => {
      const [first, second] = half(Math.floor(at / columns), rows) as [number, number];
      const [left, right] = half(at % columns, columns) as [number, number];
      const hump = 1 - value * value;
      return strength * (value * first * left + hump * (second * left + first * right)) + noise * random.normal();
    }),
  );
  return trip.dataset({ x, shape: [count, rows, columns], y: e, task: 'regression' });
}

export const matrixOptions: FitOptions = {
  ...{ ranks: [2, 2], hidden: [8], lambda: 0.1, epochs: 400, batchSize: 20, learningRate: 0.01 },
  ...{ standardize: false, restarts: 4, seed: 1 },
};

/** The surrogate of a model, and everything that is drawn of it. Plain data: the explanation is freed. */
export interface Surrogate {
  /** y', N: the predictions of the model, as samples to score against. */
  readonly predicted: Dataset;
  readonly values: ArrayLike<number>;
  /** Xbar, N x 2 x 2. */
  readonly latent: ArrayLike<number>;
  readonly fit: Explanation['surrogate'];
  /** R^(1) and the correlation of each axis with the prediction, as the package reports them. */
  readonly rotation: ArrayLike<number>;
  readonly correlation: ArrayLike<number>;
}

export function surrogateOf(trip: Trip, model: Model, data: Dataset): Surrogate {
  const explanation = model.explain(data);
  explanation.dispose();
  const values = model.predict(data);
  const latent = model.transform(data);
  return {
    predicted: trip.dataset({ x: latent, shape: [values.length, 4], y: values, task: 'regression' }),
    ...{ values, latent, fit: explanation.surrogate },
    rotation: explanation.rotation[0] as Float64Array,
    correlation: explanation.correlation[0] as Float64Array,
  };
}

/** The angle of the least-squares g^(2), in degrees from -90 to 90: the opposite vector has the same axes. */
export function angleOf({ fit }: Pick<Surrogate, 'fit'>): number {
  const [x = 1, y = 0] = fit.g[1] ?? [];
  return (Math.atan(y / x) * 180) / Math.PI;
}

/** g^(2) turned to an angle, with everything that follows for the first mode. */
export interface Turned {
  readonly g: readonly [number, number];
  /** u_n = Xbar_n g^(2), N x 2, without its mean. */
  readonly points: Float64Array;
  /** R^(1), 2 x 2 row-major: the principal axes of the points. */
  readonly rotation: ArrayLike<number>;
  /** Mean squared difference between the surrogate and the prediction. */
  readonly error: number;
  /** Absolute correlation of each rotated axis with the prediction. */
  readonly correlation: readonly [number, number];
}

export function turnedTo(trip: Trip, surrogate: Surrogate, degrees: number): Turned {
  const { latent, values, predicted, fit } = surrogate;
  const best = fit.g[1] as Float64Array;
  const angle = (degrees * Math.PI) / 180;
  const turned = [Math.cos(angle), Math.sin(angle)] as const;
  // The one of two opposite vectors that lies on the side of the least-squares g^(2): the other weights stay those of the package.
  const side = turned[0] * (best[0] as number) + turned[1] * (best[1] as number) < 0 ? -1 : 1;
  const g = [side * turned[0], side * turned[1]] as const;
  const u = Array.from(
    { length: 2 * values.length },
    (_, at) => g[0] * (latent[2 * at] as number) + g[1] * (latent[2 * at + 1] as number),
  );
  const [first, second] = fit.g[0] as unknown as readonly [number, number];
  const fitted = Array.from(
    values,
    (_, n) => fit.scale * (first * (u[2 * n] as number) + second * (u[2 * n + 1] as number)) + fit.bias,
  );
  const { rotation, points } = principalAxes(trip, u, predicted);
  const along = (axis: 0 | 1) =>
    Array.from(values, (_, n) =>
      [0, 1].reduce((sum, j) => sum + (points[2 * n + j] as number) * (rotation[2 * j + axis] as number), 0),
    );
  const correlation = ([0, 1] as const).map((axis) =>
    Math.abs(trip.scorePredictions(along(axis), predicted).pearson ?? 0),
  );
  const { rmse = 0 } = trip.scorePredictions(fitted, predicted);
  return { g, points, rotation, error: rmse * rmse, correlation: correlation as [number, number] };
}

/** The principal axes of points in a plane: the fixed projection of the method `pca`, without an epoch of training. */
function principalAxes(trip: Trip, u: readonly number[], { targets }: Dataset) {
  const means = [0, 1].map(
    (axis) => (2 * u.reduce((sum, value, at) => sum + (at % 2 === axis ? value : 0), 0)) / u.length,
  );
  const points = Float64Array.from(u, (value, at) => value - (means[at % 2] as number));
  const data = trip.dataset({ x: points, shape: [points.length / 2, 2], y: targets ?? [], task: 'regression' });
  const model = trip.fit(data, { method: 'pca', ranks: [2], hidden: [], epochs: 0, lambda: 0, standardize: false });
  const rotation = model.projection(0);
  model.dispose();
  return { rotation, points };
}
