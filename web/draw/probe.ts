/** The samples and the predictions near a position in a picture. */

import type { Model } from 'trip-wasm';
import { latentAt, type Plane } from './geometry.js';
import { nearestPoint } from './nearest.js';
import type { Picture, Prediction, SampleRef } from './types.js';

/** Prediction at a position on the plane. `response`: index of the one wanted, of a regression with several. */
export function predictionAt(model: Model, plane: Plane, at: readonly [number, number], response = 0): Prediction {
  const latent = latentAt(plane, at);
  return model.spec.task === 'regression'
    ? { value: model.predictLatent(latent)[response] as number }
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
    const { index, squared } = nearestPoint(picture[set], at[0], at[1]);
    if (squared >= best) continue;
    best = squared;
    nearest = { set, index };
  }
  return { nearest, distance: Math.sqrt(best) };
}
