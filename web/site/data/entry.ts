/** The form of the data that the page offers: their facts, their default settings, and the function that makes them. */

import type { Dataset, Trip } from 'trip-wasm';
import type { Method, Preset, Settings, SizeName } from '../link/state.ts';
import { nextTask } from './tasks.ts';

/** The data of a training and of the pictures. */
export interface Material {
  readonly train: Dataset;
  readonly test: Dataset;
  /** Orthonormal basis of the hidden subspace of each mode, I_k x r row-major; only generated data have it. */
  readonly truth?: readonly Float64Array[];
  /** Group of each fit sample; only readers' tables have them. */
  readonly groups?: readonly string[];
  /** Row of each sample in the file; only readers' tables have them. */
  readonly rows?: Readonly<Record<'train' | 'test', readonly number[]>>;
}

export interface EntryOf<Mode extends string = string> {
  /** Settings of the data's size that the reader can choose. */
  readonly sizes: readonly SizeName[];
  /** Dimensions other than faint noise, where the reader can choose the number of noise dimensions. */
  readonly dimensions?: number;
  /** Methods to compare TRIP with; the first sets the scale of the pictures. */
  readonly baselines: readonly Method[];
  /** Names of the modes; one for vectors. */
  readonly modes: readonly Mode[];
  /** Number of classes; 0 for a regression, undefined while unknown. */
  readonly classes: number | undefined;
  /** Maximum number of axes; by default that of the page. */
  readonly mostAxes?: number;
  /** Settings that differ from the defaults when these data are chosen. */
  readonly preset: Preset;
  /** The same settings give the same data. */
  readonly load: (trip: Trip, settings: Pick<Settings, 'dataSeed' | SizeName>) => Material | Promise<Material>;
}

/** Vectors. */
export const vectors = { baselines: ['pca', 'lda'], modes: ['variables'], sizes: [] } as const;
/** Vectors of two classes, hidden in noise. */
export const hidden = { ...vectors, classes: 2, sizes: ['samplesPerClass', 'noiseDimensions'] } as const;
/** Vectors of measured data. */
export const measured = {
  ...vectors,
  preset: { standardize: true, lambda: 0.01, hiddenLayers: 0, epochs: 500, learningRate: 0.01, dataSeed: 1, seed: 1 },
} as const;
/** Matrices and cubes. */
export const tensor = {
  baselines: ['tucker'],
  sizes: [],
  preset: { learningRate: 0.01, dataSeed: 1, seed: 1, restarts: 6 },
} as const;

/** Share of the samples that are fitted. */
export const fitShare = 0.7;

/** Three of ten stratified folds are kept for testing. `rows`: row of each sample in its file. */
export function split(trip: Trip, data: Dataset, seed: number, rows?: Rows): Material {
  const { fit, test } = foldsOfSplit(trip, data, seed);
  return { train: trip.subset(data, fit), test: trip.subset(data, test), ...rowsOf(rows, fit, test) };
}

/** Row of each sample in the file that it was read from. */
export type Rows = ArrayLike<number>;

/** Rows of the samples of both sets. */
export function rowsOf(
  rows: Rows | undefined,
  fit: readonly number[],
  test: readonly number[],
): Pick<Material, 'rows'> {
  const of = (samples: readonly number[]) => samples.map((n) => rows?.[n] as number);
  return rows ? { rows: { train: of(fit), test: of(test) } } : {};
}

/** As `split`, between other tasks. */
export async function splitInTasks(trip: Trip, data: Dataset, seed: number, rows?: Rows): Promise<Material> {
  await nextTask();
  const { fit, test } = foldsOfSplit(trip, data, seed);
  await nextTask();
  const train = trip.subset(data, fit);
  await nextTask();
  return { train, test: trip.subset(data, test), ...rowsOf(rows, fit, test) };
}

function foldsOfSplit(trip: Trip, data: Dataset, seed: number) {
  const folds = trip.folds(data, 10, seed);
  const where = (keep: (fold: number) => boolean) => [...folds.keys()].filter((n) => keep(folds[n] as number));
  return { fit: where((fold) => fold >= 3), test: where((fold) => fold < 3) };
}
