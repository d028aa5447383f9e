/** Means of local regression coefficients over samples, computed in short tasks. */

import type { Explanation, Model, TopVariable } from 'trip-wasm';
import { nextTask } from '../data/tasks.ts';

/** Minimum total weight of the neighbours of a sample; with less, its coefficients are unreliable. */
export const fewestNeighbours = 0.01;
/** Milliseconds of computing in one task: the page can respond between tasks. */
export const slice = 10;

/** Continues in a new task; resolves to whether the work was aborted meanwhile. */
export async function abortedInNextTask(signal: AbortSignal): Promise<boolean> {
  await nextTask();
  return signal.aborted;
}

/** At most `most` of the values, evenly spaced. */
export function spaced(values: readonly number[], most: number): number[] {
  const count = Math.min(values.length, most);
  return Array.from({ length: count }, (_, at) => values[Math.floor((at * values.length) / count)] as number);
}

export interface Means {
  /** Number of samples with neighbours. */
  readonly used: number;
  /** Mean coefficients of each mode; 0 when no sample has neighbours. */
  readonly modes: readonly Float64Array[];
}

/** Leaves out samples without neighbours, whose coefficients are 0. Undefined when aborted. */
export async function meansOf(
  explanation: Explanation,
  model: Model,
  samples: readonly number[],
  signal: AbortSignal,
): Promise<Means | undefined> {
  const sums = model.spec.dims.map((size) => new Float64Array(size));
  let used = 0;
  let end = performance.now() + slice;
  for (const sample of samples) {
    const { original, neighbours } = explanation.local(sample);
    if (neighbours >= 1 + fewestNeighbours) {
      used++;
      for (const [mode, sum] of sums.entries())
        for (const [i, value] of (original[mode] as Float64Array).entries()) sum[i] = (sum[i] as number) + value;
    }
    if (performance.now() < end) continue;
    if (await abortedInNextTask(signal)) return undefined;
    end = performance.now() + slice;
  }
  return { used, modes: sums.map((sum) => sum.map((value) => value / Math.max(1, used))) };
}

/** Euclidean length. */
export const lengthOf = (values: ArrayLike<number>): number =>
  Math.sqrt(Array.from(values).reduce((sum, value) => sum + value * value, 0));

export const namesOf = ({ spec }: Model, mode: number): readonly string[] =>
  (spec.modeNames ?? [spec.featureNames ?? []])[mode] ?? [];

/** Variables by the absolute value of their weight; ties by position. */
export const heaviest = (weights: Float64Array, names: readonly string[]): TopVariable[] =>
  Array.from(weights, (weight, index) => {
    const name = names[index];
    return { index, weight, ...(name === undefined ? {} : { name }) };
  }).sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.index - b.index);
