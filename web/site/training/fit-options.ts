/** Translates the settings of the page into options of the library. */

import type { FitOptions } from 'trip-wasm';
import type { Material } from '../data/catalogue.ts';
import { optionNames, properties, type Settings } from '../link/state.ts';
import type { Method } from './track.ts';

export function fitOptions(settings: Settings, { train, test }: Material, method: Method): FitOptions {
  return {
    method,
    ranks: train.shape.slice(1).map((size) => Math.min(size, settings.rank)),
    hidden: Array<number>(settings.layers).fill(settings.width),
    ...Object.fromEntries(optionNames.map((name) => [properties[name].option, settings[name]])),
    test,
  };
}
