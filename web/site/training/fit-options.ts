/** What the library is asked to train, from the settings of the page. */

import type { Dataset, FitOptions, Model } from 'trip-wasm';
import type { Material } from '../data/entry.ts';
import { optionNames, properties, type Settings } from '../link/state.ts';
import type { Method } from './track.ts';

/** Trains; the caller says where. */
export type Fit = (data: Dataset, options: FitOptions, signal: AbortSignal) => Model | Promise<Model>;

export function fitOptions(settings: Settings, { train, test }: Material, method: Method): FitOptions {
  return {
    method,
    ranks: train.shape.slice(1).map((size) => Math.min(size, settings.rank)),
    hidden: Array<number>(settings.layers).fill(settings.width),
    ...Object.fromEntries(optionNames.map((name) => [properties[name].option, settings[name]])),
    test,
  };
}
