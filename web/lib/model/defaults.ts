/** Values of options that follow from the data: `'auto'`. */

import { type Numbers, product } from '../common/arrays.js';
import type { Dataset } from '../types.js';

/** Restarts of `restarts: 'auto'`: 8 searched starts and 4 random ones. */
export const AUTO_RESTARTS = 12;
/** Restarts of `search` that learn in the span of the leading directions. */
export const SEARCHED_RESTARTS = 8;

/** lambda 'auto' times the mean squared norm; web/bench/choose-lambda.mjs measured it. */
const AUTO_LAMBDA = 0.3;
/** Multiples of lambda 'auto' that 'validate' tries. */
const TRIED = [0.03, 0.1, 0.3, 1, 3, 10];
/** Products of lambda with a residual remain in the range of floats. */
const LARGEST_LAMBDA = 1e30;

const [AUTO_EPOCHS, AUTO_STEPS] = [2000, 22_000];

/** Default share of the validation set of lambda 'validate'. */
export const VALIDATE_SHARE = 0.2;

/** lambda 'auto' for a training set without missing values. Without any variation every value is right. */
export function autoLambda(train: Dataset, standardize: boolean): number {
  const norm = meanSquaredNorm(train, standardize);
  return norm > 0 ? Math.min(AUTO_LAMBDA / norm, LARGEST_LAMBDA) : AUTO_LAMBDA;
}

/** The values that lambda 'validate' tries. */
export function lambdasAround(auto: number): readonly number[] {
  return TRIED.map((multiple) => Math.min(multiple * auto, LARGEST_LAMBDA));
}

/** A standardised variable contributes 1, a constant one 0. Weights count as in the objective. */
function meanSquaredNorm({ x, shape, offsets, sampleWeight }: Dataset, standardize: boolean): number {
  const [count, size] = [shape[0] as number, product(shape, 1)];
  const weightOf = (n: number) => sampleWeight?.[n] ?? 1;
  if (standardize) return countVarying(x, count, (n) => weightOf(n) > 0);
  let [sum, total] = [0, 0];
  for (let n = 0; n < count; n++) {
    const [begin, end] = [offsets?.[n] ?? n * size, offsets?.[n + 1] ?? (n + 1) * size];
    let norm = 0;
    for (let at = begin; at < end; at++) norm += (x[at] as number) * (x[at] as number);
    sum += weightOf(n) * norm;
    total += weightOf(n);
  }
  return sum / total;
}

/** Number of variables that vary among the samples that count. */
function countVarying(x: Numbers, count: number, counts: (sample: number) => boolean): number {
  const size = x.length / count;
  const samples = Array.from({ length: count }, (_, n) => n).filter(counts);
  const first = (samples[0] ?? 0) * size;
  const varies = (i: number) => samples.some((n) => x[n * size + i] !== x[first + i]);
  return Array.from({ length: size }, (_, i) => i).filter(varies).length;
}

/** epochs 'auto': for a large set the number of steps is limited instead of the number of passes. */
export function autoEpochs(samples: number, batchSize: number): number {
  const steps = Math.ceil(samples / Math.min(batchSize, samples));
  return Math.max(1, Math.min(AUTO_EPOCHS, Math.ceil(AUTO_STEPS / steps)));
}
