/** Options of a fit: defaults, types and ranges. What depends on the values in the data is left to the core. */

import { boolean, integer, integers, number, oneOf, refuseUnknown, requireObject } from './check.js';
import { alignClasses, referenceOf, requireDataset, requireTrainable } from './dataset.js';
import { TripError } from './errors.js';
import type { RawModule, RawOptions } from './raw.js';
import { fillMissing, meansOf } from './subset.js';
import type { Dataset, FitOptions, Method } from './types.js';

/** The defaults of {@link FitOptions} for vectors (K = 1); matrices, cubes and sparse samples are not standardised. */
export const fitDefaults = Object.freeze({
  method: 'trip' as Method,
  ranks: Object.freeze([2]) as readonly number[],
  hidden: Object.freeze([10, 10, 10]) as readonly number[],
  lambda: 0.1,
  epochs: 2000,
  batchSize: 20,
  learningRate: 0.001,
  standardize: true,
  standardizeTarget: true,
  restarts: 1,
  firstRestart: 0,
  seed: 1,
  ldaRidge: 1e-8,
  record: 0,
});

/** The most restarts that `restarts: 'auto'` takes. */
export const AUTO_RESTARTS = 64;

export const MAX_SEED = Number.MAX_SAFE_INTEGER;
const MAX_COUNT = 2 ** 31 - 1;
const MAX_EPOCHS = 1_000_000;
const MAX_RESTARTS = 100_000;
const MAX_FRAMES = 10_000;
const MAX_LAYERS = 16;
const MAX_WIDTH = 4096;
const MAX_FLOAT = 3.4028234663852886e38;
export const methods: readonly Method[] = ['trip', 'pca', 'lda', 'tucker'];

export const optionNames = [
  'method',
  'ranks',
  'hidden',
  'lambda',
  'epochs',
  'batchSize',
  'learningRate',
  'standardize',
  'standardizeTarget',
  'restarts',
  'firstRestart',
  'seed',
  'startSeed',
  'orderSeed',
  'ldaRidge',
  'record',
  'test',
];

/** Every option but the test set, defaults filled in. Plain data. */
export interface FullOptions extends Omit<Required<FitOptions>, 'test'> {}

/** A fit that has passed the checks. */
export interface FitPlan {
  /** Without missing values, as is `test`. */
  readonly train: Dataset;
  /** In the class order of `train`. */
  readonly test: Dataset | null;
  readonly options: FullOptions;
  /** What missing values have been replaced by. */
  readonly fill?: Float32Array;
}

/** Checks data and options together. `raw` derives the seeds. */
export function planFit(raw: RawModule, train: Dataset, options: FitOptions): FitPlan {
  requireDataset('data', train);
  requireObject('options', options);
  refuseUnknown('fit', options, [...optionNames, 'onEpoch']);
  const full = fillOptions(raw, options, train);
  requireTrainable(train);
  if (options.test === undefined) return planOf(train, null, full);
  requireDataset('test', options.test);
  return planOf(train, alignClasses('test', options.test, referenceOf(train)), full);
}

/** Missing values are replaced, in the test set too by what the training set says. */
export function planOf(train: Dataset, test: Dataset | null, options: FullOptions): FitPlan {
  const fill = meansOf(train);
  return {
    train: fillMissing('data', train, fill),
    test: test && fillMissing('test', test, fill),
    options,
    ...(fill === undefined ? {} : { fill }),
  };
}

/** Defaults filled in and everything checked that these data and options allow or refuse. */
export function fillOptions(raw: RawModule, given: FitOptions, train: Dataset): FullOptions {
  const dims = train.shape.slice(1);
  const derived = { standardize: dims.length === 1 && train.offsets === undefined };
  const options = { ...fitDefaults, ...derived, ...withoutUndefined(given) } as FitOptions;
  const seed = integer('seed', options.seed, 0, MAX_SEED);
  const full: FullOptions = {
    method: oneOf('method', options.method, methods),
    ranks: fillRanks(given.ranks, dims),
    hidden: fillHidden(options.hidden),
    lambda: number('lambda', options.lambda, 0, MAX_FLOAT),
    epochs: integer('epochs', options.epochs, 0, MAX_EPOCHS),
    batchSize: integer('batchSize', options.batchSize, 1, MAX_COUNT),
    learningRate: number('learningRate', options.learningRate, 0, MAX_FLOAT, true),
    standardize: boolean('standardize', options.standardize),
    standardizeTarget: boolean('standardizeTarget', options.standardizeTarget),
    restarts: options.restarts === 'auto' ? 'auto' : integer('restarts', options.restarts, 1, MAX_RESTARTS),
    firstRestart: integer('firstRestart', options.firstRestart, 0, MAX_COUNT - MAX_RESTARTS),
    seed,
    startSeed: fillSeed('startSeed', options.startSeed, () => raw._deriveSeed(seed, 0)),
    orderSeed: fillSeed('orderSeed', options.orderSeed, () => raw._deriveSeed(seed, 1)),
    ldaRidge: number('ldaRidge', options.ldaRidge, 0, MAX_FLOAT),
    record: integer('record', options.record, 0, MAX_FRAMES),
  };
  refuseMethod(full, train);
  return full;
}

function fillSeed(name: string, given: unknown, derive: () => number): number {
  return given === undefined ? derive() : integer(name, given, 0, MAX_SEED);
}

export function withoutUndefined(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function fillRanks(given: unknown, dims: readonly number[]): number[] {
  if (given === undefined) return dims.map((size) => Math.min(fitDefaults.ranks[0] as number, size));
  const ranks = integers('ranks', given, 1, MAX_COUNT);
  if (ranks.length !== dims.length) {
    throw new TripError('option', `ranks has ${ranks.length} entries; the samples have ${dims.length} modes`);
  }
  ranks.forEach((rank, k) => {
    const size = dims[k] as number;
    if (rank <= size) return;
    throw new TripError(
      'option',
      `ranks[${k}] is ${rank}; mode ${k} of the data has ${size}, so 1 to ${size} is accepted`,
    );
  });
  return ranks;
}

function fillHidden(given: unknown): number[] {
  const hidden = integers('hidden', given, 1, MAX_WIDTH);
  if (hidden.length <= MAX_LAYERS) return hidden;
  throw new TripError('option', `hidden has ${hidden.length} widths; at most ${MAX_LAYERS} are accepted`);
}

function refuseMethod({ method, standardize }: FullOptions, train: Dataset): void {
  const modes = train.shape.length - 1;
  const sparse = train.offsets !== undefined;
  const refuse = (reason: string) => {
    throw new TripError('option', reason);
  };
  if (standardize && sparse) refuse('standardize is true, but sparse samples keep their zeros; false is accepted');
  if (method === 'trip') return;
  if (method === 'tucker') {
    if (modes === 1)
      refuse("method 'tucker' is for matrices and cubes; for vectors 'trip', 'pca' and 'lda' are accepted");
    return;
  }
  const others = "'trip' and 'tucker' are accepted";
  if (modes > 1) refuse(`method '${method}' is for vectors; the samples have ${modes} modes, for which ${others}`);
  if (sparse) refuse(`method '${method}' is for dense samples; for sparse vectors 'trip' is accepted`);
  if (method === 'lda' && train.task === 'regression') {
    refuse("method 'lda' needs classes; for regression 'trip' and 'pca' are accepted");
  }
}

/** The options as the core takes them: `restarts` of them from `firstRestart` on. */
export function toRawOptions(options: FullOptions, firstRestart: number, restarts: number): RawOptions {
  const { seed: _seed, ...rest } = options;
  return { ...rest, firstRestart, restarts };
}
