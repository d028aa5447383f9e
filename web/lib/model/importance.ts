/** One number a variable from a projection and local regression coefficients. */

import { product } from '../common/arrays.js';
import type { RawDataset } from '../core/raw.js';

/** Sums of squared coefficients over samples. */
export class SquaredCoefficients {
  readonly #sums: Float64Array;
  #weight = 0;

  constructor(size: number) {
    this.#sums = new Float64Array(size);
  }

  add(coefficients: Float64Array, weight: number): void {
    this.#weight += weight;
    for (const [i, value] of coefficients.entries()) this.#sums[i] = (this.#sums[i] as number) + weight * value * value;
  }

  /** Their mean, or undefined without samples. */
  mean(): Float64Array | undefined {
    return this.#weight > 0 ? this.#sums.map((sum) => sum / this.#weight) : undefined;
  }
}

/** Standardiser of the elements of a sample; empty arrays stand for none. */
interface Scaling {
  readonly mean: Float64Array;
  readonly scale: Float64Array;
}

/**
 * Variance over the samples of each position along a mode, after the samples have been contracted with a vector in every other mode, in
 * training units: I_k. `along` has these vectors; its entry of the mode itself is not read.
 */
export function variances(
  samples: RawDataset,
  { mean, scale }: Scaling,
  mode: number,
  along: readonly Float64Array[],
): Float64Array {
  const dims = Array.from(samples.dims);
  const size = dims[mode] as number;
  const spread = new Spread(size);
  const value = new Float64Array(size);
  const [x, elements] = [samples.exact.length > 0 ? samples.exact : samples.x, product(dims)];
  const weightOf = (index: (k: number) => number) =>
    dims.reduce((weight, _, k) => (k === mode ? weight : weight * (along[k]?.[index(k)] as number)), 1);
  const at = dims.map((_, k) => product(dims, k + 1));
  const dense = samples.sparse
    ? undefined
    : Float64Array.from({ length: elements }, (_, e) =>
        weightOf((k) => Math.floor(e / (at[k] as number)) % (dims[k] as number)),
      );
  for (let n = 0; n < samples.count; n++) {
    value.fill(0);
    const add = (i: number, part: number) => {
      value[i] = (value[i] as number) + part;
    };
    if (dense !== undefined) {
      for (let e = 0; e < elements; e++) {
        const own = ((x[n * elements + e] as number) - (mean[e] ?? 0)) / (scale[e] ?? 1);
        add(Math.floor(e / (at[mode] as number)) % size, own * (dense[e] as number));
      }
    } else {
      for (let e = samples.offsets[n] as number; e < (samples.offsets[n + 1] as number); e++) {
        const index = (k: number) => samples.index[e * dims.length + k] as number;
        add(index(mode), (x[e] as number) * weightOf(index));
      }
    }
    spread.add(value, samples.weights[n] ?? 1);
  }
  return spread.variance();
}

/** Weighted variances in one pass (West 1979). */
class Spread {
  readonly #mean: Float64Array;
  readonly #squares: Float64Array;
  #weight = 0;

  constructor(size: number) {
    this.#mean = new Float64Array(size);
    this.#squares = new Float64Array(size);
  }

  add(values: Float64Array, weight: number): void {
    if (weight === 0) return;
    this.#weight += weight;
    for (const [i, value] of values.entries()) {
      const before = value - (this.#mean[i] as number);
      this.#mean[i] = (this.#mean[i] as number) + (weight / this.#weight) * before;
      this.#squares[i] = (this.#squares[i] as number) + weight * before * (value - (this.#mean[i] as number));
    }
  }

  variance(): Float64Array {
    return this.#squares.map((sum) => sum / this.#weight);
  }
}
