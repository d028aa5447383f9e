/** The data that the page offers: what they are, how they are trained by default, and how they are made. */

import type { Dataset, Trip } from 'trip-wasm';
import type { Settings } from '../link/state.ts';
import { dataText, type ModeName } from '../text/en/data.ts';
import type { Method } from '../training/track.ts';
import { nextTask } from './tasks.ts';

/** What is trained on and shown. */
export interface Material {
  readonly train: Dataset;
  readonly test: Dataset;
  /** Orthonormal basis of what is hidden in each mode, I_k x r row-major; only data that were made have it. */
  readonly truth?: readonly Float64Array[];
}

export type DataId = 'spiral' | 'rings' | 'helix' | 'iris' | 'wine' | 'digits' | 'network' | 'cube' | 'own';

export interface Entry {
  /** One sentence under the title of the page. */
  readonly about: (settings: Settings) => string;
  /** Where the data have a made-up size, which settings shape them. */
  readonly made: readonly ('samplesPerClass' | 'noiseDimensions')[];
  /** What TRIP is compared with: the first sets the scale of the pictures. */
  readonly baselines: readonly Method[];
  /** Names of the modes; one for vectors. */
  readonly modes: readonly ModeName[];
  /** How many classes there are to predict; 0 where the response is a number, undefined while nobody knows. */
  readonly classes: number | undefined;
  /** Axes that can be kept at most; any number that the page offers where it is not said. */
  readonly mostAxes?: number;
  /** Settings that differ from the spiral's when these data are chosen. */
  readonly preset: Partial<Settings>;
  /** The same settings give the same data. */
  readonly load: (trip: Trip, settings: Settings) => Material | Promise<Material>;
}

const vectors = { baselines: ['pca', 'lda'], modes: ['variables'] } as const;
const table = {
  ...vectors,
  made: [],
  preset: { standardize: true, lambda: 0.01, layers: 0, epochs: 500, learningRate: 0.01, dataSeed: 1, startSeed: 1 },
} as const;
const tensor = {
  baselines: ['tucker'],
  made: [],
  preset: { learningRate: 0.01, dataSeed: 1, startSeed: 1, restarts: 6 },
} as const;

export const catalogue: Readonly<Record<DataId, Entry>> = {
  spiral: {
    ...vectors,
    about: ({ noiseDimensions }) => dataText.spiral.about(noiseDimensions + 3),
    classes: 2,
    made: ['samplesPerClass', 'noiseDimensions'],
    preset: {},
    load: (trip, settings) => {
      const { train, test, truth } = trip.spiral({
        seed: settings.dataSeed,
        samplesPerClass: settings.samplesPerClass,
        noiseDimensions: settings.noiseDimensions,
      });
      const classNames = ['A', 'B'];
      return { train: { ...train, classNames }, test: { ...test, classNames }, truth: [truth.plane] };
    },
  },
  rings: {
    ...vectors,
    about: ({ noiseDimensions }) => dataText.rings.about(noiseDimensions + 3),
    classes: 2,
    made: ['samplesPerClass', 'noiseDimensions'],
    preset: { dataSeed: 1, startSeed: 1, layers: 2, epochs: 1000 },
    load: (trip, settings) => loadShape(trip, 'rings', settings),
  },
  helix: {
    ...vectors,
    about: ({ noiseDimensions }) => dataText.helix.about(noiseDimensions + 4),
    classes: 2,
    made: ['samplesPerClass', 'noiseDimensions'],
    preset: {
      ...{ dataSeed: 3, startSeed: 1, epochs: 1000, rank: 3, samplesPerClass: 150, noiseDimensions: 17, layers: 2 },
      lambda: 0.03,
    },
    load: (trip, settings) => loadShape(trip, 'helix', settings),
  },
  iris: {
    ...table,
    about: () => dataText.iris.about,
    classes: 3,
    load: (trip, { dataSeed }) => loadTable(trip, 'iris', dataSeed),
  },
  wine: {
    ...table,
    about: () => dataText.wine.about,
    classes: 3,
    load: (trip, { dataSeed }) => loadTable(trip, 'wine', dataSeed),
  },
  digits: {
    ...tensor,
    about: () => dataText.digits.about,
    classes: 10,
    modes: ['rows', 'columns'],
    preset: { ...tensor.preset, lambda: 0.001, layers: 1, width: 20, epochs: 200, batchSize: 60, rank: 3 },
    load: (trip, { dataSeed }) => loadTable(trip, 'digits', dataSeed),
  },
  network: {
    ...tensor,
    about: () => dataText.network.about,
    classes: 0,
    modes: ['targets', 'regulators'],
    preset: { ...tensor.preset, lambda: 0.001, layers: 1, epochs: 200 },
    load: async (trip, { dataSeed }) => {
      const { smallNetwork } = await import('./network.ts');
      return split(trip, smallNetwork(trip, dataSeed, 200), dataSeed);
    },
  },
  cube: {
    ...tensor,
    about: () => dataText.cube.about,
    classes: 2,
    modes: ['first mode', 'second mode', 'third mode'],
    preset: { ...tensor.preset, lambda: 0.01, layers: 2, epochs: 300, batchSize: 64 },
    load: async (trip, { dataSeed }) => {
      // The task that asks for them has enough to do.
      await nextTask();
      const { train, test, truth } = trip.planted({ seed: dataSeed, dims: [10, 8, 6], count: 160 });
      const classNames = ['opposite signs', 'same sign'];
      return { train: { ...train, classNames }, test: { ...test, classNames }, truth: truth.basis };
    },
  },
  /** Stands for the reader's table until there is one: then that brings its own entry. */
  own: {
    ...table,
    about: () => dataText.own.about,
    classes: undefined,
    preset: { ...table.preset, layers: 1 },
    load: () => Promise.reject(new Error('no table has been chosen')),
  },
};

async function loadShape(trip: Trip, name: 'rings' | 'helix', settings: Settings): Promise<Material> {
  const { hiddenShape } = await import('./shapes.ts');
  const { dataSeed: seed, samplesPerClass, noiseDimensions } = settings;
  const { train, test, truth } = hiddenShape(trip, name, { seed, samplesPerClass, noiseDimensions });
  return { train, test, truth: [truth] };
}

async function loadTable(trip: Trip, name: 'iris' | 'wine' | 'digits', seed: number): Promise<Material> {
  const data = await (await import('./tables.ts'))[name](trip);
  await nextTask();
  return split(trip, data, seed);
}

/** Three of ten folds, classes in equal shares, are kept for testing. */
export function split(trip: Trip, data: Dataset, seed: number): Material {
  const folds = trip.folds(data, 10, seed);
  const where = (keep: (fold: number) => boolean) => [...folds.keys()].filter((n) => keep(folds[n] as number));
  const [fit, test] = [where((fold) => fold >= 3), where((fold) => fold < 3)];
  return { train: trip.subset(data, fit), test: trip.subset(data, test) };
}

/** What is on view, TRIP last. */
export const methodsOf = ({ baselines }: Entry): readonly Method[] => [...baselines, 'trip'];
