/** Intervals of pooled scores. */

import type { RawModule } from '../core/raw.js';
import { moderate } from '../data/weights.js';
import type { Dataset, Interval, Spreads } from '../types.js';
import type { FoldSettings } from './fold-settings.js';
import { FREE_STREAM } from './folds.js';
import type { Groups } from './group-folds.js';
import { quantile } from './quantile.js';

const LEVEL = 0.95;
/** The normal quantile of (1 + LEVEL) / 2. */
const Z = 1.959963984540054;

interface Predicted {
  readonly data: Dataset;
  /** Held-out predictions of each repeat. */
  readonly predictions: readonly Float64Array[];
  readonly pooled: Spreads;
  readonly settings: FoldSettings;
}

export function intervalOf(raw: RawModule, held: Predicted): Interval {
  const { data, pooled, settings } = held;
  const score = data.task === 'classification' ? 'accuracy' : 'rmse';
  const value = pooled[score]?.mean ?? Number.NaN;
  const ends = score === 'accuracy' ? wilson(value, effectiveNumber(data, settings)) : bootstrap(raw, held);
  return Object.freeze({ score, value, ...ends, level: LEVEL });
}

/** The interval of a share of `count` independent samples (Wilson 1927). */
function wilson(share: number, count: number): { low: number; high: number } {
  const square = (Z * Z) / count;
  const centre = (share + square / 2) / (1 + square);
  const half = (Z / (1 + square)) * Math.sqrt((share * (1 - share)) / count + square / (4 * count));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** (sum of w)^2 / sum of w^2 for the weights of samples, or of whole groups (Kish 1965): their number where all weigh the same. */
function effectiveNumber({ shape, sampleWeight }: Dataset, { groups }: FoldSettings): number {
  if (groups === undefined && sampleWeight === undefined) return shape[0] as number;
  const weights = sampleWeight === undefined ? new Float64Array(shape[0] as number).fill(1) : moderate(sampleWeight);
  const units = new Float64Array(groups?.names.length ?? weights.length);
  for (const [n, weight] of weights.entries()) {
    const unit = groups?.of[n] ?? n;
    units[unit] = (units[unit] as number) + weight;
  }
  let [sum, squares] = [0, 0];
  for (const weight of units) {
    sum += weight;
    squares += weight * weight;
  }
  return (sum * sum) / squares;
}

const BOOTSTRAPS = 2000;

/** Percentiles of the rmse over bootstrap samples of the held-out errors: of groups where they are given. */
function bootstrap(raw: RawModule, { data, predictions, settings }: Predicted): { low: number; high: number } {
  const units = unitErrors(data, predictions, settings.groups);
  const count = units.weight.length;
  const seed = raw.deriveSeed(settings.seed, FREE_STREAM);
  const values = Float64Array.from({ length: BOOTSTRAPS }, (_, b) => {
    const drawn = raw.draw(count, count, raw.deriveSeed(seed, b));
    const weight = sumOf(drawn, units.weight);
    const roots = units.errors.map((own) => Math.sqrt(sumOf(drawn, own) / weight));
    return roots.reduce((sum, root) => sum + root, 0) / roots.length;
  })
    .filter(Number.isFinite)
    .sort();
  return { low: quantile(values, (1 - LEVEL) / 2), high: quantile(values, (1 + LEVEL) / 2) };
}

/** Sums over the samples of each group, or each sample: weights, and in each repeat the weighted mean squared errors. */
function unitErrors(
  { shape, targets, sampleWeight, responses = 1 }: Dataset,
  predictions: Predicted['predictions'],
  groups?: Groups,
) {
  const samples = shape[0] as number;
  const weights = sampleWeight && moderate(sampleWeight);
  const units = groups?.names.length ?? samples;
  const weight = new Float64Array(units);
  const errors = predictions.map(() => new Float64Array(units));
  for (let n = 0; n < samples; n++) {
    const [unit, own] = [groups?.of[n] ?? n, weights?.[n] ?? 1];
    weight[unit] = (weight[unit] as number) + own;
    for (const [r, predicted] of predictions.entries()) {
      const sums = errors[r] as Float64Array;
      for (let i = n * responses; i < (n + 1) * responses; i++) {
        const error = (predicted[i] as number) - (targets?.[i] as number);
        sums[unit] = (sums[unit] as number) + (own * error * error) / responses;
      }
    }
  }
  return { weight, errors };
}

const sumOf = (drawn: Int32Array, values: Float64Array) => drawn.reduce((sum, n) => sum + (values[n] as number), 0);
