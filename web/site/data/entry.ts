/** The form of the data that the page offers: what they are, how they are trained by default, and how they are made. */

import type { Dataset, Method, Trip } from 'trip-wasm';
import type { Preset, Settings, SizeName } from '../link/state.ts';

/** What is trained on and shown. */
export interface Material {
  readonly train: Dataset;
  readonly test: Dataset;
  /** Orthonormal basis of what is hidden in each mode, I_k x r row-major; only data that were made have it. */
  readonly truth?: readonly Float64Array[];
}

export interface EntryOf<Mode extends string = string> {
  /** Settings of the data's size, where the reader can choose it. */
  readonly sizes: readonly SizeName[];
  /** Dimensions beside those of faint noise, where the number of these can be chosen. */
  readonly dimensions?: number;
  /** What TRIP is compared with: the first sets the scale of the pictures. */
  readonly baselines: readonly Method[];
  /** Names of the modes; one for vectors. */
  readonly modes: readonly Mode[];
  /** How many classes there are to predict; 0 where the response is a number, undefined while nobody knows. */
  readonly classes: number | undefined;
  /** Axes that can be kept at most; any number that the page offers where it is not said. */
  readonly mostAxes?: number;
  /** Settings that differ from the defaults when these data are chosen. */
  readonly preset: Preset;
  /** The same settings give the same data. */
  readonly load: (trip: Trip, settings: Pick<Settings, 'dataSeed' | SizeName>) => Material | Promise<Material>;
}

/** Vectors. */
export const vectors = { baselines: ['pca', 'lda'], modes: ['variables'], sizes: [] } as const;
/** Vectors of two classes, hidden among noise. */
export const hidden = { ...vectors, classes: 2, sizes: ['samplesPerClass', 'noiseDimensions'] } as const;
/** Vectors of real measurements. */
export const table = {
  ...vectors,
  preset: { standardize: true, lambda: 0.01, hiddenLayers: 0, epochs: 500, learningRate: 0.01, dataSeed: 1, seed: 1 },
} as const;
/** Matrices and cubes. */
export const tensor = {
  baselines: ['tucker'],
  sizes: [],
  preset: { learningRate: 0.01, dataSeed: 1, seed: 1, restarts: 6 },
} as const;

/** Three of ten folds, classes in equal shares, are kept for testing. */
export function split(trip: Trip, data: Dataset, seed: number): Material {
  const folds = trip.folds(data, 10, seed);
  const where = (keep: (fold: number) => boolean) => [...folds.keys()].filter((n) => keep(folds[n] as number));
  const [fit, test] = [where((fold) => fold >= 3), where((fold) => fold < 3)];
  return { train: trip.subset(data, fit), test: trip.subset(data, test) };
}
