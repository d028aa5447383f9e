/** Permutation importance (Breiman 2001) of a cell's model on the samples held out. */

import { product } from '../common/arrays.js';
import type { RawDataset, RawModel, RawModule, RawScaling, RawSpec } from '../core/raw.js';
import type { NextCall } from '../model/fit.js';
import type { ScoreName } from '../types.js';

/** The permutations, and the score that they change. */
export interface WantedImportance {
  /** A score that follows from predictions. */
  readonly score: ScoreName;
  /** Whether a larger score is better. */
  readonly larger: boolean;
  /** Permutations of each variable. */
  readonly repeats: number;
  /** Seed of the fit, from whose streams the permutations follow. */
  readonly seed: number;
  /** Vectors with categorical columns: the positions of each variable. A variable without categories in the training samples has none. */
  readonly variables?: readonly (readonly number[])[];
}

/** Streams 0 to 2 of a fit's seed are its initial values, its batches and its validation set. */
const FIRST_STREAM = 3;

/**
 * Decrease of the score (increase, where smaller is better) for each position along each mode and each repeat, I_k x repeats row-major;
 * null where it is undefined. Permuting the values of a position moves the projected samples by the difference of its contributions,
 * since a projection is linear. Repeat r uses the same permutation for every position, so that their differences have less noise. The
 * caller may pause between permutations.
 */
export function* importanceSteps(
  raw: RawModule,
  model: RawModel,
  spec: RawSpec,
  data: RawDataset,
  wanted: WantedImportance,
): Generator<NextCall, (number | null)[][]> {
  const { architecture, task, scaling } = spec;
  const [dims, ranks] = [Array.from(architecture.dims), Array.from(architecture.ranks)];
  const factors = ranks.map((_, k) => model.projection(k));
  const latent = model.transform(data);
  const scoreOf = (points: Float32Array): number => {
    const predictions = task === 'classification' ? model.predictProbaLatent(points) : model.predictLatent(points);
    const { labels, targets, weights } = data;
    const numbers = task === 'classification' ? new Float64Array() : Float64Array.from(targets);
    return raw.scorePredictions(Float64Array.from(predictions), labels, numbers, architecture.outputs, weights)[
      wanted.score
    ];
  };
  const base = scoreOf(latent);
  const sources = Array.from({ length: wanted.repeats }, (_, r) =>
    permutation(raw, data, raw.deriveSeed(wanted.seed, FIRST_STREAM + r)),
  );
  const result: (number | null)[][] = [];
  for (const [mode, size] of dims.entries()) {
    const parts = contributions(data, { dims, ranks, factors, scaling }, mode);
    const decreases: (number | null)[] = [];
    for (const positions of wanted.variables ?? Array.from({ length: size }, (_, i) => [i])) {
      for (const source of sources) {
        const score = scoreOf(moved(latent, positions, source, parts));
        const decrease = wanted.larger ? base - score : score - base;
        decreases.push(Number.isFinite(decrease) ? decrease : null);
        yield 'long';
      }
    }
    result.push(decreases);
  }
  return result;
}

/** The sample whose value each sample receives. Samples of weight 0 are left out: they keep their own. */
function permutation(raw: RawModule, { count, weights }: RawDataset, seed: number): Int32Array {
  const source = Int32Array.from({ length: count }, (_, n) => n);
  const counted = source.filter((n) => (weights[n] ?? 1) > 0);
  const { length } = counted;
  if (length < 2) return source;
  for (const [c, at] of raw.folds(length, new Int32Array(), length, seed).entries())
    source[counted[c] as number] = counted[at] as number;
  return source;
}

interface Projection {
  readonly dims: readonly number[];
  readonly ranks: readonly number[];
  /** C^(k), I_k x J_k. */
  readonly factors: readonly Float32Array[];
  readonly scaling: RawScaling;
}

/** Contributions of positions along one mode to projected samples. */
interface Contributions {
  /** The samples projected in all other modes, N x I_k x (prod J / J_k). */
  readonly others: Float64Array;
  /** C^(k), I_k x J_k. */
  readonly factor: Float32Array;
  readonly rank: number;
  /** Product of the ranks after the mode. */
  readonly after: number;
}

function contributions(data: RawDataset, { dims, ranks, factors, scaling }: Projection, mode: number): Contributions {
  const { sparse, offsets, index, exact, count } = data;
  const x = exact.length > 0 ? exact : data.x;
  const { mean, scale } = scaling;
  const [size, elements] = [dims[mode] as number, product(dims)];
  const width = product(ranks) / (ranks[mode] as number);
  const others = new Float64Array(count * size * width);
  const at = dims.map((_, k) => product(dims, k + 1));
  const position = new Int32Array(dims.length);
  const row = new Float64Array(width);
  const add = (n: number, value: number): void => {
    row[0] = value;
    let filled = 1;
    for (const [k, rank] of ranks.entries()) {
      if (k === mode) continue;
      // The last mode varies fastest.
      for (let r = filled - 1; r >= 0; r--) {
        const before = row[r] as number;
        for (let j = rank - 1; j >= 0; j--)
          row[r * rank + j] = before * ((factors[k] as Float32Array)[(position[k] as number) * rank + j] as number);
      }
      filled *= rank;
    }
    const start = (n * size + (position[mode] as number)) * width;
    for (let r = 0; r < width; r++) others[start + r] = (others[start + r] as number) + (row[r] as number);
  };
  for (let n = 0; n < count; n++) {
    if (sparse) {
      for (let e = offsets[n] as number; e < (offsets[n + 1] as number); e++) {
        for (let k = 0; k < dims.length; k++) position[k] = index[e * dims.length + k] as number;
        add(n, x[e] as number);
      }
      continue;
    }
    for (let e = 0; e < elements; e++) {
      for (let k = 0; k < dims.length; k++) position[k] = Math.floor(e / (at[k] as number)) % (dims[k] as number);
      add(n, ((x[n * elements + e] as number) - (mean[e] ?? 0)) / (scale[e] ?? 1));
    }
  }
  const rank = ranks[mode] as number;
  return { others, factor: factors[mode] as Float32Array, rank, after: product(ranks, mode + 1) };
}

/** The projected samples when the values of these positions come from other samples. */
function moved(
  latent: Float32Array,
  positions: readonly number[],
  source: Int32Array,
  { others, factor, rank, after }: Contributions,
): Float32Array {
  const count = source.length;
  const points = Float64Array.from(latent);
  const [size, width] = [latent.length / count, latent.length / count / rank];
  const length = others.length / count;
  for (let n = 0; n < count; n++) {
    const from = source[n] as number;
    if (from === n) continue;
    for (const i of positions) {
      for (let r = 0; r < width; r++) {
        const at = i * width + r;
        const difference = (others[from * length + at] as number) - (others[n * length + at] as number);
        const first = n * size + Math.floor(r / after) * rank * after + (r % after);
        for (let j = 0; j < rank; j++)
          points[first + j * after] =
            (points[first + j * after] as number) + difference * (factor[i * rank + j] as number);
      }
    }
  }
  return Float32Array.from(points);
}
