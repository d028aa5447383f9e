/** Translates the settings of the page into options of the package. */

import type { Dataset, FitOptions, Model } from 'trip-wasm';
import type { Material } from '../data/entry.ts';
import { type OptionName, optionNames, type properties, type Settings } from '../link/state.ts';
import type { Method } from './track.ts';

/** Trains a model; the caller provides the thread. */
export type Fit = (data: Dataset, options: FitOptions, signal: AbortSignal) => Model | Promise<Model>;

/** Options whose value depends on settings and the shape of the data. */
const shaped = {
  ranks: ({ ranks }: Settings, dims: readonly number[]) => dims.map((size) => Math.min(size, ranks)),
  hidden: ({ hiddenLayers, hiddenWidth }: Settings) => Array<number>(hiddenLayers).fill(hiddenWidth),
};

/** Options without a setting: the caller sets them, or the package's default applies. */
type Elsewhere =
  | ('method' | 'test' | 'start' | 'projection' | 'restarts' | 'firstRestart' | 'record')
  | ('standardizeTarget' | 'steps' | 'search' | 'startSeed' | 'orderSeed' | 'ldaRidge' | 'classWeight');
type Plain = Exclude<OptionName, keyof typeof shaped | Elsewhere>;
/** Settings that are passed on unchanged. The starts are trained one by one. */
const plainNames = optionNames.filter((name): name is Plain => !(name in shaped) && name !== 'restarts');
type Given = Plain | keyof typeof shaped | Elsewhere;
/** Options of the package that are missing on the page, and settings that determine an option and are not passed on. */
type Forgotten = Exclude<keyof FitOptions | Exclude<(typeof properties)[keyof Settings]['trains'], 'data'>, Given>;
type None<T extends never> = T;
/** A type error here names the missing option: it needs a row among the settings, or its name above. */
export type EveryOptionHasItsPlace = None<Forgotten>;

export function fitOptions(settings: Settings, { train, test }: Material, method: Method): FitOptions {
  return {
    method,
    // A start is a training of its own.
    restarts: 1,
    ranks: shaped.ranks(settings, train.shape.slice(1)),
    hidden: shaped.hidden(settings),
    ...(Object.fromEntries(plainNames.map((name) => [name, settings[name]])) as Pick<Settings, Plain>),
    ...(settings.validation > 0 ? {} : { patience: 0 }),
    test,
  };
}

/**
 * Options of the command with the settings of the page. Lambda and starts of settings that were made for other data are left to the
 * package's automatic choice.
 */
export function commandOptions(settings: Settings, ownData: boolean): Readonly<Record<string, unknown>> {
  const dims = { shape: [1, Number.POSITIVE_INFINITY] };
  const material = { train: dims, test: dims } as unknown as Material;
  const { method: _method, test: _test, lambda, halving, ...options } = fitOptions(settings, material, 'trip');
  return { ...options, ...(ownData ? { lambda, halving, restarts: settings.restarts } : { restarts: 'auto' }) };
}
