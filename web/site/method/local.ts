/** Local regression coefficients around one sample: of irises in the plane of a trained model. */

import type { Dataset, Explanation, FitOptions, LocalExplanation, Model } from 'trip-wasm';

export const localOptions: FitOptions = {
  ...{ ranks: [2], hidden: [10, 10], lambda: 0.01, epochs: 300, batchSize: 32, learningRate: 0.01 },
  ...{ standardize: true, restarts: 1, seed: 1 },
};
/** The class whose probability is explained. */
export const explainedClass = 'virginica';
/** Widths of the neighbourhood that the drawing offers; the paper has 1. */
export const sigmas = [0.25, 0.5, 1, 2] as const;
export const firstSigma = 1;

/** The rotated samples and every sample's coefficients for one width. Plain data. */
export interface Neighbourhoods {
  readonly sigma: number;
  /** R^T Xbar_n, N x 2: the samples on the rotated axes. */
  readonly points: ArrayLike<number>;
  readonly rotation: ArrayLike<number>;
  readonly locals: readonly LocalExplanation[];
  /** Length of the longest arrow, and the largest coefficient of a variable. */
  readonly longest: number;
  readonly largest: number;
}

export function neighbourhoodsOf(model: Model, data: Dataset, sigma: number): Neighbourhoods {
  const explanation: Explanation = model.explain(data, { sigma, target: explainedClass });
  try {
    const locals = Array.from({ length: data.shape[0] as number }, (_, n) => explanation.local(n));
    return {
      sigma,
      points: explanation.rotated[0] as Float64Array,
      rotation: explanation.rotation[0] as Float64Array,
      locals,
      longest: Math.max(...locals.map(({ rotated }) => lengthOf(rotated[0] as Float64Array))),
      largest: Math.max(...locals.flatMap(({ original }) => Array.from(original[0] as Float64Array, Math.abs))),
    };
  } finally {
    explanation.dispose();
  }
}

const lengthOf = ([x = 0, y = 0]: ArrayLike<number> & Iterable<number>) => Math.sqrt(x * x + y * y);

/** The weight of each sample in the fit around sample n. */
export function weightsAround({ points, sigma }: Pick<Neighbourhoods, 'points' | 'sigma'>, n: number): number[] {
  const [x, y] = [points[2 * n] as number, points[2 * n + 1] as number];
  return Array.from({ length: points.length / 2 }, (_, m) => {
    const [dx, dy] = [(points[2 * m] as number) - x, (points[2 * m + 1] as number) - y];
    return Math.exp(-(dx * dx + dy * dy) / (sigma * sigma));
  });
}

/** The sample nearest to a place. */
export function nearestTo(points: ArrayLike<number>, x: number, y: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let n = 0; 2 * n < points.length; n++) {
    const [dx, dy] = [(points[2 * n] as number) - x, (points[2 * n + 1] as number) - y];
    if (dx * dx + dy * dy < least) [best, least] = [n, dx * dx + dy * dy];
  }
  return best;
}

/** The nearest other sample within 45 degrees of a direction; the same sample where there is none. */
export function neighbourTowards(points: ArrayLike<number>, n: number, [right, up]: readonly [number, number]): number {
  let [best, least] = [n, Number.POSITIVE_INFINITY];
  for (let m = 0; 2 * m < points.length; m++) {
    const [dx, dy] = [
      (points[2 * m] as number) - (points[2 * n] as number),
      (points[2 * m + 1] as number) - (points[2 * n + 1] as number),
    ];
    const [along, across] = [dx * right + dy * up, Math.abs(dx * up - dy * right)];
    if (along > 0 && across <= along && dx * dx + dy * dy < least) [best, least] = [m, dx * dx + dy * dy];
  }
  return best;
}

/** A sample where the probability is steep, with which the drawing opens. */
export function steepest({ locals }: Neighbourhoods): number {
  return locals.reduce(
    (best, { rotated }, n) =>
      lengthOf(rotated[0] as Float64Array) > lengthOf(locals[best]?.rotated[0] as Float64Array) ? n : best,
    0,
  );
}

/** The probabilities whose lines are drawn. */
export const levels = [0.1, 0.5, 0.9] as const;

/** The square of a drawing that has all points. */
export function squareAround(points: ArrayLike<number>): {
  readonly centre: readonly [number, number];
  readonly half: number;
} {
  const all = Array.from(points);
  const ends = [0, 1].map((axis) => {
    const own = all.filter((_, at) => at % 2 === axis);
    return [Math.min(...own), Math.max(...own)] as const;
  });
  const [[left = 0, right = 0] = [], [low = 0, high = 0] = []] = ends;
  return { centre: [(left + right) / 2, (low + high) / 2], half: 0.55 * Math.max(right - left, high - low) };
}

/** The model's probability of the class on a square of the rotated axes, `cells` x `cells` from the upper left. */
export function probabilities(
  model: Model,
  { rotation }: Neighbourhoods,
  centre: readonly [number, number],
  reach: number,
  cells: number,
): Float32Array {
  const [a, b, c, d] = rotation as unknown as readonly [number, number, number, number];
  const at = (cell: number) => ((2 * cell + 1) / cells - 1) * reach;
  const latent = Array.from({ length: cells * cells }, (_, cell) => {
    const [x, y] = [centre[0] + at(cell % cells), centre[1] - at(Math.floor(cell / cells))];
    return [a * x + b * y, c * x + d * y];
  }).flat();
  const classes = model.spec.classNames ?? [];
  const own = classes.indexOf(explainedClass);
  return model.predictProbaLatent(latent).filter((_, i) => i % classes.length === own);
}
