/** The data of the experiments: the source of each set, and its training settings in the paper (section 5). */

import type { Dataset, Trip } from 'trip-wasm';
import type { CellOptions, Loaded } from './types.js';

interface Source {
  /** The name in the paper. */
  readonly title: string;
  /** [N, I_1, ..., I_K]. */
  readonly shape: readonly [number, ...number[]];
  /** Options of every fit on the set. */
  readonly options: CellOptions;
  /** Epochs of the methods with a fixed projection, if they differ. */
  readonly baselineEpochs?: number;
}

/**
 * A file of numbers with one sample per row (for matrices and cubes the last mode varies fastest) and the response in
 * the last column.
 */
interface FileSource extends Source {
  readonly kind: 'file';
  readonly file: string;
  readonly task?: 'regression';
  /** Factor for all variables. */
  readonly scale?: number;
}

interface SpiralSource extends Source {
  readonly kind: 'spiral';
  readonly seed: number;
}

/**
 * Twenty normal variables: eighteen with deviation 1 and two with a smaller one. The class is the sign of the last
 * variable, or (`corners`) whether the last two variables have equal signs, so that neither has information alone. 300
 * training samples and 300 test samples.
 */
interface WeakSource extends Source {
  readonly kind: 'weak';
  readonly seed: number;
  readonly deviation: number;
  readonly corners: boolean;
}

/**
 * Many normal variables and two random classes: nothing to find (`shift` 0). With a `shift`, the mean of the first 50 variables differs
 * between the classes by that much.
 */
interface NoiseSource extends Source {
  readonly kind: 'noise';
  readonly seed: number;
  readonly shift: number;
}

interface NetworkSource extends Source {
  readonly kind: 'network';
  readonly seed: number;
}

export type SetSource = FileSource | SpiralSource | WeakSource | NoiseSource | NetworkSource;

const twoClasses = (title: string, file: string, shape: [number, number], batchSize: number): FileSource => ({
  kind: 'file',
  title,
  file,
  shape,
  options: { batchSize, epochs: 1000 },
});

const spiral = (seed: number): SpiralSource => ({
  kind: 'spiral',
  title: `Spiral (data seed ${seed})`,
  shape: [220, 100],
  seed,
  options: { batchSize: 20, epochs: 2000 },
});

const weak = (corners: boolean, deviation: number, seed: number): WeakSource => ({
  kind: 'weak',
  title: `${corners ? 'Weak plane' : 'Weak direction'} (deviation ${deviation}, data seed ${seed})`,
  shape: [300, 20],
  ...{ corners, deviation, seed },
  options: { hidden: [10, 10], batchSize: 20, learningRate: 0.01 },
});

const noise = (shift: number, seed: number): NoiseSource => ({
  kind: 'noise',
  title: `${shift === 0 ? 'Noise' : 'Planted difference'} (data seed ${seed})`,
  shape: [50, 1000],
  shift,
  seed,
  options: { hidden: [], batchSize: 40, learningRate: 0.1, epochs: 30 },
});

const threeClasses = (title: string, file: string, shape: [number, number]): FileSource => ({
  kind: 'file',
  title,
  file,
  shape,
  options: { batchSize: 32, epochs: 2000 },
  baselineEpochs: 500,
});

const network = (title: string, shape: [number, number, number]): NetworkSource => ({
  kind: 'network',
  title,
  shape,
  seed: 1,
  options: { batchSize: 128, learningRate: 0.01 },
});

/** Seeds 1, 2, .. were used during development; 2001, .. were not. */
const spiralSeeds = [...Array(5).keys()].map((s) => s + 1).concat([...Array(40).keys()].map((s) => s + 2001));
/** Seeds 1 to 10 are the plan's; 2001, .. compare searches. */
const weakSeeds = [...Array(10).keys()].map((s) => s + 1).concat([...Array(100).keys()].map((s) => s + 2001));
const weakSets = [false, true].flatMap((corners) =>
  [0.5, 0.2, 0.1, 0.05].flatMap((deviation) => weakSeeds.map((seed) => ({ corners, deviation, seed }))),
);

const noiseSeeds = [...Array(1000).keys()].map((s) => s + 5001);

export const sets: { readonly [name: string]: SetSource } = {
  ...Object.fromEntries(spiralSeeds.map((seed) => [`spiral-${seed}`, spiral(seed)])),
  ...Object.fromEntries(
    weakSets.map(({ corners, deviation, seed }) => [
      `weak-${corners ? 'plane' : 'line'}-${deviation}-${seed}`,
      weak(corners, deviation, seed),
    ]),
  ),
  ...Object.fromEntries(noiseSeeds.map((seed) => [`noise-${seed}`, noise(0, seed)])),
  ...Object.fromEntries(noiseSeeds.slice(0, 100).map((seed) => [`planted-${seed}`, noise(1.5, seed)])),
  sonar: twoClasses('Sonar', 'sonar.csv', [208, 60], 64),
  colposcopies: twoClasses('Colposcopies', 'colposcopies.csv', [287, 62], 64),
  alizadeh: twoClasses('Alizadeh', 'alizadeh.csv', [303, 57], 64),
  sports: twoClasses('Sports', 'sports-articles.csv', [1000, 59], 256),
  secom: twoClasses('SECOM', 'secom.csv', [1567, 439], 256),
  ozone: twoClasses('Ozone', 'ozone-onehr.csv', [1848, 72], 256),
  spambase: twoClasses('Spambase', 'spambase.csv', [4601, 57], 1024),
  theorem: twoClasses('Theorem', 'theorem.csv', [6118, 51], 1024),
  musk: twoClasses('Musk', 'musk2.csv', [6598, 166], 1024),
  epileptic: twoClasses('Epileptic', 'epileptic.csv', [11500, 178], 2048),
  iris: threeClasses('Iris', 'iris.csv', [150, 4]),
  wine: threeClasses('Wine', 'wine.csv', [178, 13]),
  network: network('Network (for Genes)', [762, 13508, 1732]),
  'network-small': network('Network, small', [300, 2000, 400]),
  'digits-8x8': {
    kind: 'file',
    title: 'Digits',
    file: 'digits-8x8.csv',
    shape: [1797, 8, 8],
    scale: 1 / 16,
    options: { batchSize: 64, epochs: 100, learningRate: 0.01, standardize: false },
  },
  'digits-64': {
    kind: 'file',
    title: 'Digits as vectors',
    file: 'digits-8x8.csv',
    shape: [1797, 64],
    scale: 1 / 16,
    options: { batchSize: 64, epochs: 100, learningRate: 0.01, standardize: false },
  },
  'olive-oil': {
    kind: 'file',
    title: 'Olive oil (excitation-emission)',
    file: 'olive-oil-eem-50x13.csv',
    shape: [80, 50, 13],
    task: 'regression',
    scale: 1 / 1000,
    options: { batchSize: 32, learningRate: 0.01 },
  },
};

export function sourceOf(name: string): SetSource {
  const source = sets[name];
  if (source === undefined) throw new Error(`there is no set ${name}; the sets are ${Object.keys(sets).join(', ')}`);
  return source;
}

/** Generates or reads a set; `read` returns the text of a file. */
export async function loadSet(trip: Trip, name: string, read: (file: string) => Promise<string>): Promise<Loaded> {
  const source = sourceOf(name);
  switch (source.kind) {
    case 'spiral': {
      const { train, test, truth } = trip.spiral({ seed: source.seed });
      return { data: train, test, plane: truth.plane };
    }
    case 'weak':
      return weakOf(trip, source);
    case 'noise':
      return { data: noiseOf(trip, source) };
    case 'network': {
      const [count, rows, columns] = source.shape as [number, number, number];
      return { data: trip.network({ seed: source.seed, rows, columns, count }).data };
    }
    case 'file':
      return { data: parse(trip, await read(source.file), source) };
  }
}

function weakOf(trip: Trip, { shape, deviation, corners, seed }: WeakSource): Loaded {
  const [count, variables] = shape as [number, number];
  const { x } = normals(trip, 2 * count, variables, seed);
  for (let at = 0; at < x.length; at++) {
    if (at % variables >= variables - 2) x[at] = (x[at] as number) * deviation;
  }
  const y = Array.from({ length: 2 * count }, (_, n) => {
    const [other, last] = x.subarray((n + 1) * variables - 2, (n + 1) * variables) as unknown as [number, number];
    return Number(corners ? last > 0 === other > 0 : last > 0);
  });
  const all = trip.dataset({ x, shape: [2 * count, variables], y, task: 'classification' });
  const half = (from: number) =>
    trip.subset(
      all,
      Array.from({ length: count }, (_, n) => from + n),
    );
  const width = corners ? 2 : 1;
  const plane = Float64Array.from({ length: variables * width }, (_, at) =>
    Math.floor(at / width) === variables - width + (at % width) ? 1 : 0,
  );
  return { data: half(0), test: half(count), plane };
}

/** Variables of a planted difference. */
const PLANTED = 50;

function noiseOf(trip: Trip, { shape, seed, shift }: NoiseSource): Dataset {
  const [count, variables] = shape as [number, number];
  const { x, labels } = normals(trip, count, variables, seed);
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < PLANTED; i++)
      x[n * variables + i] = (x[n * variables + i] as number) + shift * (labels[n] as number);
  }
  return trip.dataset({ x, shape, y: Array.from(labels), task: 'classification' });
}

/** Independent normal values, samples x variables, and random labels 0 and 1. */
function normals(trip: Trip, count: number, variables: number, seed: number) {
  const dense = trip.randomTensors({ seed, dims: [variables], nonzeros: variables, count });
  const x = new Float64Array(count * variables);
  // Every position holds a value.
  for (const [at, value] of dense.x.entries()) {
    const [n, i] = [Math.floor(at / variables), (dense.index as Int32Array)[at] as number];
    x[n * variables + i] = value;
  }
  return { x, labels: dense.labels as Int32Array };
}

/** Parses a file. An empty field is a missing value. A file with other numbers of samples or variables than the plan is refused. */
function parse(trip: Trip, text: string, { file, shape, task, scale = 1 }: FileSource): Dataset {
  const [header = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.trimEnd().split(','));
  const names = header.slice(0, -1);
  const variables = shape.slice(1).reduce((product, size) => product * size, 1);
  if (rows.length !== shape[0] || names.length !== variables || rows.some((row) => row.length !== header.length)) {
    const found = `${rows.length} rows and ${names.length} variables`;
    throw new Error(`${file} has ${found}; ${shape[0]} rows with ${variables} fields and a response are accepted`);
  }
  const number = (field: string) => (field === '' ? Number.NaN : Number(field) * scale);
  return trip.dataset({
    x: Float64Array.from(
      rows.flatMap((row) => row.slice(0, -1)),
      number,
    ),
    shape,
    y: rows.map((row) => Number(row.at(-1))),
    task: task ?? 'classification',
    missing: 'mean',
    ...(shape.length === 2 ? { featureNames: names } : {}),
  });
}
