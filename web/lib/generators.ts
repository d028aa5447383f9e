/** Artificial data with known truth, made by the core. */

import { integer, integers, refuseUnknown, requireObject } from './check.js';
import { freeze } from './dataset.js';
import { guarded } from './errors.js';
import { MAX_SEED, withoutUndefined } from './options.js';
import type { RawDataset, RawModule } from './raw.js';
import type {
  Dataset,
  Network,
  NetworkOptions,
  Planted,
  PlantedOptions,
  RandomOptions,
  Spiral,
  SpiralOptions,
} from './types.js';

const MAX_COUNT = 1_000_000;

/** Refuses unknown names and fills in defaults. */
function fill<T extends object>(name: string, given: unknown, defaults: Required<T>): Required<T> {
  requireObject('options', given);
  refuseUnknown(name, given, Object.keys(defaults));
  return { ...defaults, ...withoutUndefined(given) };
}

const toSeed = (seed: unknown): number => integer('seed', seed, 0, MAX_SEED);

/** All of them make classes 0 and 1, or numbers. */
function toDataset({ x, shape, task, labels, targets, offsets, index }: RawDataset): Dataset {
  return freeze({
    x,
    shape,
    ...(offsets === undefined || index === undefined ? {} : { offsets, index }),
    ...(task === 'regression' ? { task, targets } : { task: 'classification', labels, classNames: ['0', '1'] }),
  });
}

export function spiral(module: RawModule, given: SpiralOptions): Spiral {
  const defaults = { seed: 1, samplesPerClass: 100, noiseSamplesPerClass: 10, noiseDimensions: 97 };
  const options = fill('spiral', given, defaults);
  const raw = guarded(() =>
    module._spiral(
      toSeed(options.seed),
      integer('samplesPerClass', options.samplesPerClass, 2, 100_000),
      integer('noiseSamplesPerClass', options.noiseSamplesPerClass, 0, 100_000),
      integer('noiseDimensions', options.noiseDimensions, 0, 2000),
    ),
  );
  return Object.freeze({
    train: toDataset(raw.train),
    test: toDataset(raw.test),
    truth: Object.freeze({ plane: raw.plane }),
  });
}

export function randomTensors(module: RawModule, given: RandomOptions): Dataset {
  const defaults = { seed: 1, dims: [1000, 1000], count: 100, nonzeros: 1000 };
  const options = fill('randomTensors', given, defaults);
  const raw = guarded(() =>
    module._random(
      toSeed(options.seed),
      integers('dims', options.dims, 1, MAX_COUNT),
      integer('count', options.count, 1, MAX_COUNT),
      integer('nonzeros', options.nonzeros, 0, 2 ** 31 - 1),
    ),
  );
  return toDataset(raw);
}

export function network(module: RawModule, given: NetworkOptions): Network {
  const options = fill('network', given, { seed: 1, rows: 13508, columns: 1732, count: 762 });
  const { data, e, ...groups } = guarded(() =>
    module._network(
      toSeed(options.seed),
      integer('rows', options.rows, 700, 10_000_000),
      integer('columns', options.columns, 280, 10_000_000),
      integer('count', options.count, 1, MAX_COUNT),
    ),
  );
  return Object.freeze({ data: toDataset(data), truth: Object.freeze({ groups: Object.freeze(groups), e }) });
}

export function planted(module: RawModule, given: PlantedOptions): Planted {
  const options = fill('planted', given, { seed: 1, dims: [30, 20], count: 600 });
  const raw = guarded(() =>
    module._planted(
      toSeed(options.seed),
      integers('dims', options.dims, 4, 1000),
      integer('count', options.count, 1, MAX_COUNT),
    ),
  );
  return Object.freeze({
    train: toDataset(raw.train),
    test: toDataset(raw.test),
    truth: Object.freeze({ basis: Object.freeze(raw.basis) }),
  });
}
