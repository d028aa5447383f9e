/** The held-out picture: every sample where a model that has never seen it puts it, all folds turned to the picture of one model. */

import { product } from '../common/arrays.js';
import { guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { moderate } from '../data/weights.js';
import { planeRotations, turned } from './turning.js';

/** One fold: its samples by index, and the report of its fit. */
export interface PicturedFold {
  readonly train: readonly number[];
  readonly heldOut: readonly number[];
  /** All samples projected by the model of the fold, N x prod J. */
  readonly latent: ArrayLike<number>;
  /** Its projections: for matrices and cubes, where the search for the rotations begins. */
  readonly projections?: readonly ArrayLike<number>[];
}

export interface Picture {
  /** All samples projected by the reference, N x prod J. */
  readonly latent: ArrayLike<number>;
  /** Its projections C^(k), I_k x J_k row-major. */
  readonly projections: readonly ArrayLike<number>[];
  readonly ranks: readonly number[];
  readonly sampleWeight?: Float64Array | undefined;
}

/**
 * Held-out points, N x prod J row-major. The points of a fold are rotated and shifted so that its training samples come as near as
 * possible to where the reference has them: by an orthogonal Procrustes rotation about the weighted means (reflections are allowed, since
 * the signs of axes are arbitrary). Matrices and cubes have one rotation a mode, found by Procrustes rotations of the modes in turn, which
 * begin with those that turn the projections of the fold to the reference's. Held-out samples have no part in it.
 */
export function pictureOf(raw: RawModule, folds: readonly PicturedFold[], reference: Picture): Float32Array {
  const size = product(reference.ranks);
  const picture = new Float32Array(reference.latent.length);
  const weights = reference.sampleWeight && moderate(reference.sampleWeight);
  for (const { train, heldOut, latent, projections = [] } of folds) {
    const own = centred(latent, train, size, weights);
    const wanted = centred(reference.latent, train, size, weights);
    const start = reference.ranks.length === 1 ? [] : planeRotations(raw, projections, reference);
    const flat = Float64Array.from(start.flatMap((rotation) => [...rotation]));
    const rotations = guarded(() => raw.align(own.points, wanted.points, reference.ranks, flat));
    const points = Float64Array.from({ length: heldOut.length * size }, (_, at) => {
      const [n, p] = [heldOut[Math.floor(at / size)] as number, at % size];
      return (latent[n * size + p] as number) - (own.mean[p] as number);
    });
    for (const [at, value] of turned(points, reference.ranks, rotations).entries()) {
      const [n, p] = [heldOut[Math.floor(at / size)] as number, at % size];
      picture[n * size + p] = value + (wanted.mean[p] as number);
    }
  }
  return picture;
}

/** Points minus their weighted mean, times the roots of their weights, as a weighted least squares problem needs them. */
function centred(
  latent: ArrayLike<number>,
  samples: readonly number[],
  size: number,
  weights?: Float64Array,
): { points: Float64Array; mean: Float64Array } {
  const mean = new Float64Array(size);
  let total = 0;
  for (const n of samples) {
    const weight = weights?.[n] ?? 1;
    total += weight;
    for (let p = 0; p < size; p++) mean[p] = (mean[p] as number) + weight * (latent[n * size + p] as number);
  }
  for (let p = 0; p < size; p++) mean[p] = (mean[p] as number) / total;
  const points = new Float64Array(samples.length * size);
  for (const [at, n] of samples.entries()) {
    const root = Math.sqrt(weights?.[n] ?? 1);
    for (let p = 0; p < size; p++)
      points[at * size + p] = root * ((latent[n * size + p] as number) - (mean[p] as number));
  }
  return { points, mean };
}
