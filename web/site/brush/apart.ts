/** The variables that set marked samples apart: differences of means, in units of the standard deviation of all samples. */

import type { Dataset, TopVariable } from 'trip-wasm';
import type { Brushed, Steps } from '../../draw/types.ts';
import type { Samples, Sets } from './brushed.ts';

/** Number of values between two yields: a few milliseconds of work. */
const valuesInStep = 200_000;

/** The variables of one mode, largest difference first. */
export interface Differences {
  /** The weight is the mean of the marked samples minus that of the others, in standard deviations of all; 0 for constants. */
  readonly variables: readonly TopVariable[];
}

/**
 * The variables of vectors, or the entries of each mode of matrices and cubes: an entry's value is the mean of its slice. Missing values
 * are left out. Undefined when one of the two groups is empty.
 */
export function* apart(material: Samples, brushed: Brushed, sets: Sets): Steps<readonly Differences[] | undefined> {
  const marked = sets.reduce((sum, set) => sum + brushed[set].reduce((total, one) => total + one, 0), 0);
  const all = sets.reduce((sum, set) => sum + brushed[set].length, 0);
  if (marked === 0 || marked === all) return undefined;
  const { train } = material;
  const modes: Differences[] = [];
  for (const [mode, size] of train.shape.slice(1).entries()) {
    const moments = new Moments(size);
    for (const square of [false, true]) {
      for (const set of sets)
        yield* scan(material[set], mode, (entries, n) => moments.add(entries, brushed[set][n] as number, square));
    }
    const names = train.modeNames?.[mode] ?? train.featureNames ?? [];
    modes.push({ variables: sorted(moments.differences(), names) });
  }
  return modes;
}

/** Calls `take` with the entries of one mode of each sample. */
function* scan(
  { x, shape }: Dataset,
  mode: number,
  take: (entries: ArrayLike<number>, n: number) => void,
): Steps<void> {
  const [count, ...dims] = shape as [number, ...number[]];
  const size = dims.reduce((product, length) => product * length, 1);
  const stride = Math.max(1, Math.floor(valuesInStep / size));
  for (let n = 0; n < count; n++) {
    const sample = x.subarray(n * size, (n + 1) * size);
    take(dims.length === 1 ? sample : slices(sample, dims, mode), n);
    if (n % stride === stride - 1) yield;
  }
}

/** The mean of each slice along one mode; missing elements are left out. */
function slices(sample: ArrayLike<number>, dims: readonly number[], mode: number): Float64Array {
  const length = dims[mode] as number;
  const inner = dims.slice(mode + 1).reduce((product, size) => product * size, 1);
  const sums = new Float64Array(length);
  const counts = new Uint32Array(length);
  for (let at = 0; at < sample.length; at++) {
    const value = sample[at] as number;
    if (Number.isNaN(value)) continue;
    const entry = Math.floor(at / inner) % length;
    sums[entry] = (sums[entry] as number) + value;
    counts[entry] = (counts[entry] as number) + 1;
  }
  return sums.map((sum, entry) => sum / (counts[entry] as number));
}

/** Sums of each variable over the marked samples and over the others. */
class Moments {
  /** First value: sums of the distances from it keep their digits, and are exactly 0 for a constant. */
  private readonly origin: Float64Array;
  private readonly sums: readonly [Float64Array, Float64Array];
  private readonly counts: readonly [Uint32Array, Uint32Array];
  private readonly squares: Float64Array;
  /** Mean distance of all samples from the origin, once all have been added. */
  private means: Float64Array | undefined;

  constructor(private readonly size: number) {
    this.origin = new Float64Array(size).fill(Number.NaN);
    this.sums = [new Float64Array(size), new Float64Array(size)];
    this.counts = [new Uint32Array(size), new Uint32Array(size)];
    this.squares = new Float64Array(size);
  }

  /** Adds a sample; all samples are added once for the means and then, as a `square`, for the deviations. */
  add(values: ArrayLike<number>, marked: number, square: boolean): void {
    const [sums, counts] = [this.sums[marked as 0 | 1], this.counts[marked as 0 | 1]];
    if (square) this.means ??= this.meansOfAll();
    for (let i = 0; i < this.size; i++) {
      const value = values[i] as number;
      if (Number.isNaN(value)) continue;
      if (Number.isNaN(this.origin[i] as number)) this.origin[i] = value;
      const distance = value - (this.origin[i] as number);
      if (this.means) {
        const away = distance - (this.means[i] as number);
        this.squares[i] = (this.squares[i] as number) + away * away;
        continue;
      }
      sums[i] = (sums[i] as number) + distance;
      counts[i] = (counts[i] as number) + 1;
    }
  }

  private meansOfAll(): Float64Array {
    const [[others, marked], [otherCount, markedCount]] = [this.sums, this.counts];
    return others.map(
      (sum, i) => (sum + (marked[i] as number)) / ((otherCount[i] as number) + (markedCount[i] as number)),
    );
  }

  differences(): Float64Array {
    const [[others, marked], [otherCount, markedCount]] = [this.sums, this.counts];
    return others.map((sum, i) => {
      const [without, within] = [otherCount[i] as number, markedCount[i] as number];
      const deviation = Math.sqrt((this.squares[i] as number) / (without + within));
      // Constant variables, and those whose values are all missing in one of the groups.
      if (!(deviation > 0) || without === 0 || within === 0) return 0;
      return ((marked[i] as number) / within - sum / without) / deviation;
    });
  }
}

function sorted(weights: Float64Array, names: readonly string[]): TopVariable[] {
  return Array.from(weights, (weight, index) => ({
    index,
    weight,
    ...(names[index] !== undefined && { name: names[index] }),
  })).sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.index - b.index);
}
