/** Options of a fit: defaults, types and ranges. The core checks everything that depends on the values of the data. */

import { type Numbers, requireRoom } from '../common/arrays.js';
import { type Check, callback, defined, readOptions, refuse } from '../common/check.js';
import { fail, guarded } from '../common/errors.js';
import { isA } from '../common/realm.js';
import type { RawModule } from '../core/raw.js';
import { alignClasses, bytesInCore, referenceOf, requireTrainable } from '../data/dataset.js';
import { toDataset } from '../data/rows.js';
import { fillMissing, meansOf } from '../data/subset.js';
import { alignVariables } from '../data/variables.js';
import { requireClassWeight, withClassWeight } from '../data/weights.js';
import type { Dataset, FitOptions, FullOptions, Model, ModelSpec, Samples, Snapshot } from '../types.js';
import { fitDefaults, optionChecks } from './option-table.js';
import { openModel } from './spec.js';

/** Restarts of `restarts: 'auto'`: 8 searched starts and 4 random ones. */
const AUTO_RESTARTS = 12;

const heldOut: Check<Dataset> = (name, value) => toDataset(name, value as Samples);

/** Accepts a model or a snapshot: both have a spec and parameters. */
const startCheck: Check<Model | Snapshot> = (name, value) => {
  const { spec, parameters } = (value ?? {}) as Partial<Model>;
  if (isA(parameters, 'Float32Array') && isA(spec?.mean, 'Float64Array')) return value as Model | Snapshot;
  refuse(name, value, 'a model or a snapshot of a run is');
};

/** A fit that has passed the checks. */
export interface FitPlan {
  /** The training set without missing values; `test` has none either. */
  readonly train: Dataset;
  /** The test set in the order of classes and variables of `train`. */
  readonly test: Dataset | null;
  readonly options: FullOptions;
  /** Notes on variables of `test` that were left out. */
  readonly notes?: readonly string[];
  /** Values that replace missing ones. */
  readonly fill?: Numbers;
  /** Initial parameters. */
  readonly start?: Float32Array;
}

/** Checks data and options together. `raw` derives the seeds. */
export function planFit(raw: RawModule, data: Samples, given: FitOptions): FitPlan {
  const train = toDataset('data', data);
  const {
    test,
    start,
    onEpoch: _onEpoch,
    ...options
  } = readOptions('fit', given, {
    ...optionChecks(),
    test: heldOut,
    start: startCheck,
    onEpoch: callback,
  });
  const full = fillOptions(raw, options, train);
  requireTrainable(train);
  requireSpace(full, train, test);
  const aligned = test && alignVariables('test', test, referenceOf(train));
  const alignedTest = aligned === undefined ? null : alignClasses('test', aligned.data, referenceOf(train));
  const notes = aligned?.notes ?? [];
  if (start === undefined) return { ...planOf(train, alignedTest, full), notes };
  const fingerprint = requireStart(raw, start, full, train);
  return { ...planOf(train, alignedTest, { ...full, start: fingerprint }), start: start.parameters, notes };
}

/** Weights the classes of the training set, and replaces missing values of both sets by its means. */
export function planOf(given: Dataset, test: Dataset | null, options: FullOptions): FitPlan {
  const train = withClassWeight(given, options.classWeight);
  const fill = meansOf(train);
  return {
    train: fillMissing('data', train, fill),
    test: test && fillMissing('test', test, fill),
    options,
    ...defined({ fill }),
  };
}

/** Fills in the defaults and checks the options together with the shape and task of the data. */
export function fillOptions(raw: RawModule, given: object, data: Dataset): FullOptions {
  const { shape, offsets, task } = data;
  const dims = shape.slice(1);
  const options = readOptions('fit', given, optionChecks(), {
    ...fitDefaults,
    ranks: dims.map((size) => Math.min(2, size)),
    standardize: dims.length === 1 && offsets === undefined,
  }) as typeof fitDefaults & Pick<FitOptions, 'startSeed' | 'orderSeed' | 'classWeight'>;
  const full: FullOptions = {
    startSeed: raw.deriveSeed(options.seed, 0),
    orderSeed: raw.deriveSeed(options.seed, 1),
    ...options,
    // Fixed projections need no search.
    search: options.method === 'trip' && (options.search || options.restarts === 'auto'),
    restarts: options.restarts === 'auto' ? AUTO_RESTARTS : options.restarts,
  };
  requireClassWeight(full.classWeight, data);
  requireRanks(full.ranks, dims);
  refuseMethod(full, dims.length, offsets !== undefined, task);
  return full;
}

/** Returns the fingerprint of a start that fits this training. In any other, its parameters would have another meaning. */
function requireStart(
  raw: RawModule,
  { spec, parameters }: Model | Snapshot,
  { method, ranks, hidden, restarts, search }: FullOptions,
  train: Dataset,
): string {
  // Names are compared only when both sides have them.
  const own = defined({
    featureNames: spec.featureNames && train.featureNames,
    modeNames: spec.modeNames && train.modeNames,
  });
  const { dims, task, classNames, outputs } = referenceOf(train);
  const wanted = { task, dims, outputs, ranks, hidden, classNames, ...own, ...(method === 'trip' ? {} : { method }) };
  for (const [name, value] of Object.entries(wanted)) {
    const [own, asked] = [spec[name as keyof ModelSpec], value].map((part) => JSON.stringify(part));
    if (own !== asked) fail('option', `start has ${name} ${own}; for this fit ${asked} is accepted`);
  }
  if (restarts > 1 || search) {
    const seen = search ? 'search is true' : `restarts is ${restarts}`;
    fail('option', `${seen}, but start is one start; 1 restart without search is accepted`);
  }
  return guarded(() => {
    const model = openModel(raw, spec, parameters);
    try {
      return model.fingerprint();
    } finally {
      model.delete();
    }
  });
}

/**
 * Requires memory for two copies of the samples and a dozen arrays of the projection's size. Two of these are padded to vectors of four
 * columns for sparse samples whose ranks are not 2. Tucker needs four more arrays of eight columns, in doubles.
 */
function requireSpace(options: FullOptions, train: Dataset, test?: Dataset): void {
  const { method, ranks, classWeight } = options;
  const { x, shape, offsets, sampleWeight } = train;
  const padded = offsets !== undefined && (ranks.length > 3 || ranks.some((rank) => rank !== 2));
  const bytesOf = (rank: number) =>
    method === 'tucker' ? 32 * (rank + 8) : padded ? 40 * rank + 32 * Math.ceil(rank / 4) : 48 * rank;
  const bytes = ranks.map((rank, k) => (shape[k + 1] as number) * bytesOf(rank));
  const what = `a fit of samples [${shape.slice(1).join(', ')}] with ranks [${ranks.join(', ')}]`;
  // Samples of weight 0 are left out of a copy.
  const copy = (classWeight ?? sampleWeight) === undefined ? 0 : x.byteLength;
  requireRoom(what, bytesInCore(x) + copy + (test === undefined ? 0 : bytesInCore(test.x)) + Math.max(...bytes));
}

function requireRanks(ranks: readonly number[], dims: readonly number[]): void {
  if (ranks.length !== dims.length) {
    fail('option', `ranks has ${ranks.length} entries; the samples have ${dims.length} modes`);
  }
  for (const [k, size] of dims.entries()) {
    const rank = ranks[k] as number;
    if (rank > size) refuse(`ranks[${k}]`, rank, `mode ${k} of the data has ${size}; at most that many are`);
  }
}

function refuseMethod({ method, standardize }: FullOptions, modes: number, sparse: boolean, task?: string): void {
  const refuseIf = (bad: boolean, reason: string) => {
    if (bad) fail('option', reason);
  };
  refuseIf(standardize && sparse, 'standardize is true, but sparse samples keep their zeros; false is accepted');
  if (method === 'trip') return;
  const owner = `method '${method}'`;
  if (method === 'tucker') {
    refuseIf(modes === 1, `${owner} is for matrices and cubes; for vectors 'trip', 'pca' and 'lda' are accepted`);
    return;
  }
  const others = "for which 'trip' and 'tucker' are accepted";
  refuseIf(modes > 1, `${owner} is for vectors; the samples have ${modes} modes, ${others}`);
  refuseIf(sparse, `${owner} is for dense samples; for sparse vectors 'trip' is accepted`);
  const wrongTask = method === 'lda' && task === 'regression';
  refuseIf(wrongTask, `${owner} needs classes; for regression 'trip' and 'pca' are accepted`);
}
