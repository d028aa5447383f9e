/** Explanations of a kept model in terms of the variables: numbers for pictures, tables and claims. */

import type { Dataset, Explanation, Model } from 'trip-wasm';
import { mean } from './numbers.js';

/** Mean direction in which a prediction increases, a unit vector over the named variables. */
export type Direction = readonly { readonly name: string; readonly weight: number }[];

/**
 * The direction towards class `target`, averaged over the samples of the classes `among`, from local regression
 * coefficients with sigma 1.
 */
export function directionOf(
  explanation: Explanation,
  data: Dataset,
  target: number,
  among: readonly number[],
): Direction {
  const own = Array.from(data.labels ?? [], (label, n) => (among.includes(label) ? n : -1)).filter((n) => n >= 0);
  const [variables = 0] = data.shape.slice(1);
  const towards = own.map((n) => explanation.local(n).targets[target]?.original[0] ?? new Float64Array(variables));
  const sums = Array.from({ length: variables }, (_, i) => mean(towards.map((one) => one[i] as number)));
  const norm = Math.hypot(...sums);
  return sums.map((sum, i) => ({ name: data.featureNames?.[i] ?? `x${i + 1}`, weight: sum / norm }));
}

/** The numbers of Figure 6 and Table 2 for a regression on matrices. */
export interface MatrixFacts {
  /** Pearson correlation of each rotated axis of each mode with the prediction. */
  readonly correlation: readonly (readonly number[])[];
  /** For each mode, the share of samples whose arrow points up along the second axis. */
  readonly up: readonly number[];
  /** For each mode and axis, the variables with the highest |C R|. */
  readonly top: readonly (readonly (readonly number[])[])[];
}

export function matrixFacts(model: Model, data: Dataset, count = 50): MatrixFacts {
  const samples = Array.from({ length: data.shape[0] as number }, (_, n) => n);
  const explanation = model.explain(data, { samples });
  try {
    const axes = explanation.correlation.map((mode) => Array.from(mode));
    return {
      correlation: axes,
      up: axes.map((_, k) => mean(samples.map((n) => ((explanation.local(n).rotated[k]?.[1] ?? 0) > 0 ? 1 : 0)))),
      top: axes.map((mode, k) => mode.map((_, j) => explanation.top(k, j, count).map(({ index }) => index))),
    };
  } finally {
    explanation.dispose();
  }
}
