/** The spread of planes, loadings and points over bootstrap samples. */

import { product } from '../common/arrays.js';
import { defined } from '../common/check.js';
import { guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { namesAlong } from '../data/categories.js';
import type { Dataset, ModeStability, PointStability } from '../types.js';
import { dimsOf, type Projected } from './projections.js';
import { quantile } from './quantile.js';
import { planeRotations, times, turned } from './turning.js';

/** Everything but the bootstraps themselves. */
export interface SpreadSettings {
  readonly reference: Projected;
  /** The axes of the loadings in the basis of the reference, J_k x J_k. */
  readonly axes: readonly Float64Array[] | undefined;
  /** Coverage of the intervals. */
  readonly level: number;
  readonly seed: number;
}

/** Random planes that are compared with the mean plane. */
const RANDOM_PLANES = 99;
/** Most random planes that are compared with their own mean. */
const MOST_RANDOM = 200;

export function modesOf(
  raw: RawModule,
  data: Dataset,
  bootstraps: readonly Projected[],
  settings: SpreadSettings,
): ModeStability[] {
  return settings.reference.ranks.map((rank, k) => {
    const planes = bootstraps.map(({ projections }) => Float64Array.from(projections[k] as ArrayLike<number>));
    const rows = dimsOf(data)[k] as number;
    return Object.freeze({
      ...defined({ names: namesAlong(data, k) }),
      ...anglesOf(raw, planes, { rows, rank, seed: settings.seed }),
      ...loadingsOf(raw, planes, { mode: k, rank, settings }),
    });
  });
}

function anglesOf(
  raw: RawModule,
  planes: readonly Float64Array[],
  { rows, rank, seed }: { rows: number; rank: number; seed: number },
) {
  return guarded(() => {
    const angles = aroundMean(raw, planes, { rows, rank });
    const random = raw.randomAngles(rows, rank, RANDOM_PLANES, seed).sort();
    const others = Array.from({ length: Math.min(planes.length, MOST_RANDOM) }, (_, b) =>
      raw.randomPlane(rows, rank, seed, b),
    );
    return {
      angles,
      angleQuantiles: quantilesOf(angles, rank),
      randomAngle: quantile(random, 0.5),
      randomQuantiles: quantilesOf(aroundMean(raw, others, { rows, rank }), rank),
    };
  });
}

/** Principal angles between each plane and the mean of all, planes x J. */
function aroundMean(
  raw: RawModule,
  planes: readonly Float64Array[],
  { rows, rank }: { rows: number; rank: number },
): Float64Array {
  const all = new Float64Array(planes.length * rows * rank);
  for (const [b, plane] of planes.entries()) all.set(plane, b * rows * rank);
  const mean = raw.meanPlane(all, rows, rank);
  const angles = new Float64Array(planes.length * rank);
  for (const [b, plane] of planes.entries()) angles.set(raw.principalAngles(mean, plane, rows), b * rank);
  return angles;
}

/** Quantiles of the largest angle of each plane. */
function quantilesOf(angles: Float64Array, rank: number): readonly [number, number, number] {
  const largest = angles.filter((_, at) => at % rank === rank - 1).sort();
  return Object.freeze([0.05, 0.5, 0.95].map((share) => quantile(largest, share)) as [number, number, number]);
}

function loadingsOf(
  raw: RawModule,
  planes: readonly Float64Array[],
  { mode, rank, settings }: { mode: number; rank: number; settings: SpreadSettings },
) {
  const { reference, axes, level } = settings;
  const onAxes = (projection: ArrayLike<number>) =>
    axes === undefined ? Float64Array.from(projection) : times(projection, axes[mode] as Float64Array, rank);
  const own = { projections: [reference.projections[mode] as ArrayLike<number>], ranks: [rank] };
  const loadings = onAxes(own.projections[0] as ArrayLike<number>);
  const seen = planes.map((plane) => {
    const [rotation] = planeRotations(raw, [plane], own) as [Float64Array];
    return onAxes(times(plane, rotation, rank));
  });
  const [low, high, signHolds] = [0, 0, 0].map(() => new Float64Array(loadings.length)) as Three;
  for (const [i, loading] of loadings.entries()) {
    const values = Float64Array.from(seen, (own) => own[i] as number).sort();
    low[i] = quantile(values, (1 - level) / 2);
    high[i] = quantile(values, (1 + level) / 2);
    signHolds[i] = values.filter((value) => Math.sign(value) === Math.sign(loading)).length / planes.length;
  }
  return { loadings, low, high, signHolds };
}

type Three = [Float64Array, Float64Array, Float64Array];

/** Means and covariances of every sample's position, turned by the rotations that turn the projections to the reference's. */
export function pointsOf(
  raw: RawModule,
  bootstraps: readonly Projected[],
  { reference }: SpreadSettings,
): PointStability {
  const { ranks } = reference;
  const size = product(ranks);
  const count = bootstraps[0]?.latent?.length ?? 0;
  const mean = new Float64Array(count);
  const covariance = new Float64Array(count * size);
  const before = new Float64Array(size);
  for (const [b, { projections, latent }] of bootstraps.entries()) {
    const points = turned(Float64Array.from(latent ?? []), ranks, planeRotations(raw, projections, reference));
    // One pass, so that the points of all bootstraps are never in memory together (Welford 1962).
    for (let first = 0; first < count; first += size) {
      for (let p = 0; p < size; p++) {
        before[p] = (points[first + p] as number) - (mean[first + p] as number);
        mean[first + p] = (mean[first + p] as number) + (before[p] as number) / (b + 1);
      }
      for (let p = 0; p < size; p++) {
        for (let q = 0; q < size; q++) {
          const after = (points[first + q] as number) - (mean[first + q] as number);
          const at = (first + p) * size + q;
          covariance[at] = (covariance[at] as number) + (before[p] as number) * after;
        }
      }
    }
  }
  return Object.freeze({ mean, covariance: covariance.map((sum) => sum / (bootstraps.length - 1)) });
}
