/** The data that the page offers: what they are, how they are trained by default, and how they are made. */

import type { Dataset, Trip } from 'trip-wasm';
import type { Settings } from '../state.ts';
import type { Method } from '../track.ts';

/** What is trained on and shown. */
export interface Material {
  readonly train: Dataset;
  readonly test: Dataset;
  /** Orthonormal basis of what is hidden in each mode, I_k x r row-major; only data that were made have it. */
  readonly truth?: readonly Float64Array[];
}

export type DataId = 'spiral' | 'rings' | 'helix' | 'iris' | 'wine' | 'digits' | 'network' | 'cube' | 'own';

export interface Entry {
  readonly name: string;
  /** One sentence under the title of the page. */
  readonly about: (settings: Settings) => string;
  /** Where the data have a made-up size, which settings shape them. */
  readonly made: readonly ('samplesPerClass' | 'noiseDimensions')[];
  /** What TRIP is compared with: the first sets the scale of the pictures. */
  readonly baselines: readonly Method[];
  /** Names of the modes; one for vectors. */
  readonly modes: readonly string[];
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
    name: 'Spiral',
    about: ({ noiseDimensions }) =>
      `A spiral is hidden in ${noiseDimensions + 3} dimensions. PCA and LDA look from fixed sides; TRIP learns where to look, live in your browser.`,
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
    name: 'Rings',
    about: ({ noiseDimensions }) =>
      `A ring within a ring, hidden in ${noiseDimensions + 3} dimensions. Both have the same middle, so the class means say nothing.`,
    made: ['samplesPerClass', 'noiseDimensions'],
    preset: { dataSeed: 1, startSeed: 1, layers: 2, epochs: 1000 },
    load: (trip, settings) => loadShape(trip, 'rings', settings),
  },
  helix: {
    ...vectors,
    name: 'Double helix (3-D)',
    about: ({ noiseDimensions }) =>
      `Two strands wind around one another in three of ${noiseDimensions + 4} dimensions. Every plane crosses them, so TRIP keeps three axes: turn them with the mouse, a finger or the arrow keys.`,
    made: ['samplesPerClass', 'noiseDimensions'],
    preset: {
      ...{ dataSeed: 3, startSeed: 1, epochs: 1000, rank: 3, samplesPerClass: 150, noiseDimensions: 17, layers: 2 },
      lambda: 0.03,
    },
    load: (trip, settings) => loadShape(trip, 'helix', settings),
  },
  iris: {
    ...table,
    name: 'Iris',
    about: () =>
      'Sepals and petals of 150 irises of three species: four measurements each, of which two axes are learned.',
    load: async (trip, { dataSeed }) => split(trip, await (await import('./tables.ts')).iris(trip), dataSeed),
  },
  wine: {
    ...table,
    name: 'Wine',
    about: () => 'Thirteen measurements of 178 wines from three cultivars. Which of them tell the cultivars apart?',
    load: async (trip, { dataSeed }) => split(trip, await (await import('./tables.ts')).wine(trip), dataSeed),
  },
  digits: {
    ...tensor,
    name: 'Digits (matrices)',
    about: () =>
      'Handwritten digits as matrices of 8 × 8 grey levels. TRIP learns one projection for the rows and one for the columns.',
    modes: ['rows', 'columns'],
    preset: { ...tensor.preset, lambda: 0.001, layers: 1, width: 20, epochs: 200, batchSize: 60, rank: 3 },
    load: async (trip, { dataSeed }) => split(trip, await (await import('./tables.ts')).digits(trip), dataSeed),
  },
  network: {
    ...tensor,
    name: 'Network (regression)',
    about: () =>
      'Gene networks of 36 targets by 24 regulators. The response, a number, hides in how two groups act; louder groups mean nothing.',
    modes: ['targets', 'regulators'],
    preset: { ...tensor.preset, lambda: 0.001, layers: 1, epochs: 200 },
    load: async (trip, { dataSeed }) => {
      const { smallNetwork } = await import('./network.ts');
      return split(trip, smallNetwork(trip, dataSeed, 200), dataSeed);
    },
  },
  cube: {
    ...tensor,
    name: 'Cubes (three modes)',
    about: () =>
      'Cubes of 12 × 10 × 8 numbers. The class is the sign of a product in a hidden 2 × 2 × 2 core, under directions that are far louder.',
    modes: ['first mode', 'second mode', 'third mode'],
    preset: { ...tensor.preset, lambda: 0.01, layers: 2, epochs: 300, batchSize: 64 },
    load: (trip, { dataSeed }) => {
      const { train, test, truth } = trip.planted({ seed: dataSeed, dims: [12, 10, 8], count: 200 });
      const classNames = ['opposite signs', 'same sign'];
      return { train: { ...train, classNames }, test: { ...test, classNames }, truth: truth.basis };
    },
  },
  /** Stands for the reader's table until there is one: then that brings its own entry. */
  own: {
    ...table,
    name: 'Your own table',
    about: () => 'Your own table: choose the file, say what is to be predicted, and train. It stays in this page.',
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

/** Three of ten folds, classes in equal shares, are kept for testing. */
export function split(trip: Trip, data: Dataset, seed: number): Material {
  const folds = trip.folds(data, 10, seed);
  const where = (keep: (fold: number) => boolean) => [...folds.keys()].filter((n) => keep(folds[n] as number));
  const [fit, test] = [where((fold) => fold >= 3), where((fold) => fold < 3)];
  return { train: trip.subset(data, fit), test: trip.subset(data, test) };
}

/** What is on view, TRIP last. */
export const methodsOf = ({ baselines }: Entry): readonly Method[] => [...baselines, 'trip'];
