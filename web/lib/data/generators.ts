/** Artificial data with known truth, made by the core. */

import { product, requireRoom } from '../common/arrays.js';
import { type Check, frozen, integer, integers, readOptions, seed } from '../common/check.js';
import { guarded } from '../common/errors.js';
import type { RawDataset, RawModule } from '../core/raw.js';
import type {
  Dataset,
  Network,
  NetworkOptions,
  Planted,
  PlantedOptions,
  RandomOptions,
  Spiral,
  SpiralOptions,
} from '../types.js';

/** Stored values of a sample of a network, and two indices each. */
const NETWORK_NUMBERS = 1500 * 3;

const within =
  (low: number, high: number): Check<number> =>
  (name, value) =>
    integer(name, value, low, high);
const allWithin =
  (low: number, high: number): Check<number[]> =>
  (name, value) =>
    integers(name, value, low, high);

const count = within(1, 1_000_000);

/** The core holds the numbers up to three times while they become more, JavaScript once. */
const requireNumbers = (numbers: number): void => requireRoom('what these options make', 16 * numbers);

/** All of them make classes 0 and 1, or numbers. */
function toDataset({ x, count, dims, task, labels, targets, sparse, offsets, index }: RawDataset): Dataset {
  const response =
    task === 'regression'
      ? { task, targets: Float32Array.from(targets) }
      : ({ task: 'classification', labels, classNames: ['0', '1'] } as const);
  return frozen({ x, shape: [count, ...dims], ...response, ...(sparse && { offsets, index }) });
}

const spiralChecks = {
  seed,
  samplesPerClass: within(2, 100_000),
  noiseSamplesPerClass: within(0, 100_000),
  noiseDimensions: within(0, 1000),
};

export function spiral(module: RawModule, given: SpiralOptions): Spiral {
  const defaults = { seed: 1, samplesPerClass: 100, noiseSamplesPerClass: 10, noiseDimensions: 97 };
  const options = readOptions('spiral', given, spiralChecks, defaults);
  const { samplesPerClass, noiseSamplesPerClass, noiseDimensions } = options;
  requireNumbers(4 * (samplesPerClass + noiseSamplesPerClass) * (noiseDimensions + 3));
  const { train, test, plane } = guarded(() => module.spiral(options));
  return frozen({ train: toDataset(train), test: toDataset(test), truth: { plane } });
}

const randomChecks = { seed, dims: allWithin(1, 1_000_000), count, nonzeros: within(0, 2 ** 31 - 1) };

export function randomTensors(module: RawModule, given: RandomOptions): Dataset {
  const defaults = { seed: 1, dims: [1000, 1000], count: 100, nonzeros: 1000 };
  const options = readOptions('randomTensors', given, randomChecks, defaults);
  requireNumbers(options.count * options.nonzeros * (1 + options.dims.length));
  return toDataset(guarded(() => module.randomTensors(options)));
}

const networkChecks = { seed, rows: within(700, 10_000_000), columns: within(280, 10_000_000), count };

export function network(module: RawModule, given: NetworkOptions): Network {
  const defaults = { seed: 1, rows: 13508, columns: 1732, count: 762 };
  const options = readOptions('network', given, networkChecks, defaults);
  requireNumbers(options.count * NETWORK_NUMBERS);
  const { data, e, ...groups } = guarded(() => module.network(options));
  return frozen({ data: toDataset(data), truth: { groups, e } });
}

const plantedChecks = { seed, dims: allWithin(4, 1000), count };

export function planted(module: RawModule, given: PlantedOptions): Planted {
  const options = readOptions('planted', given, plantedChecks, { seed: 1, dims: [30, 20], count: 600 });
  requireNumbers(2 * options.count * product(options.dims));
  const { train, test, basis } = guarded(() => module.planted(options));
  return frozen({ train: toDataset(train), test: toDataset(test), truth: { basis } });
}
