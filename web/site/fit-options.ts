/** What the library is asked to train, from the settings of the page. */

import type { FitOptions } from 'trip-wasm';
import type { Material } from './data/catalogue.ts';
import type { Settings } from './state.ts';
import type { Method } from './track.ts';

export function fitOptions(settings: Settings, { train, test }: Material, method: Method): FitOptions {
  return {
    method,
    ranks: train.shape.slice(1).map((size) => Math.min(size, settings.rank)),
    lambda: settings.lambda,
    hidden: Array<number>(settings.layers).fill(settings.width),
    epochs: settings.epochs,
    batchSize: settings.batchSize,
    learningRate: settings.learningRate,
    standardize: settings.standardize,
    seed: settings.startSeed,
    test,
  };
}
