/** The samples and the predictions near a position in a picture. */

import type { Model } from 'trip-wasm';
import { latentAt, type Plane } from './geometry.js';
import type { Picture, Prediction, SampleRef } from './types.js';

/** Prediction at a position on the plane. */
export function predictionAt(model: Model, plane: Plane, at: readonly [number, number]): Prediction {
  const latent = latentAt(plane, at);
  return model.spec.task === 'regression'
    ? { value: model.predictLatent(latent)[0] as number }
    : { probabilities: Array.from(model.predictProbaLatent(latent)) };
}

export function nearestSample(
  picture: Pick<Picture, 'train' | 'test'>,
  at: readonly [number, number],
  testToo: boolean,
) {
  let nearest: SampleRef = { set: 'train', index: 0 };
  let best = Number.POSITIVE_INFINITY;
  for (const set of testToo ? (['train', 'test'] as const) : (['train'] as const)) {
    const points = picture[set];
    for (let index = 0; 2 * index < points.length; index++) {
      const squared = ((points[2 * index] as number) - at[0]) ** 2 + ((points[2 * index + 1] as number) - at[1]) ** 2;
      if (squared < best) {
        best = squared;
        nearest = { set, index };
      }
    }
  }
  return { nearest, distance: Math.sqrt(best) };
}
