/** Options of a fit: defaults, types and ranges. The core checks everything that depends on the values of the data. */

import { requireRoom } from '../common/arrays.js';
import { type Check, callback, defined, readOptions, refuse } from '../common/check.js';
import { cut, fail, guarded } from '../common/errors.js';
import { requireSignal } from '../common/on-abort.js';
import { isA } from '../common/realm.js';
import type { RawModule } from '../core/raw.js';
import { categoricalOf, encodedDims } from '../data/categories.js';
import { alignClasses, bytesInCore, referenceOf, requireTrainable } from '../data/dataset.js';
import { type Names, toDataset } from '../data/rows.js';
import { split } from '../data/subset.js';
import { alignVariables } from '../data/variables.js';
import { requireClassWeight, withClassWeight } from '../data/weights.js';
import type {
  CellOptions,
  Dataset,
  FitOptions,
  FullOptions,
  LambdaChoice,
  Model,
  Samples,
  Snapshot,
  Step,
} from '../types.js';
import { AUTO_RESTARTS, autoEpochs, autoLambda, lambdasAround, SEARCHED_RESTARTS, VALIDATE_SHARE } from './defaults.js';
import { joined, requireProjection } from './given-projection.js';
import { fitDefaults, optionChecks } from './option-table.js';
import { openModel } from './spec.js';
import { learn, type Preparation, prepare, requireSteps } from './steps.js';

/** Columns that are categorical in the training set are so in other samples. */
const heldOut =
  (names: Names): Check<Dataset> =>
  (name, value) =>
    toDataset(name, value as Samples, names);

/** A share of the samples, or a dataset. */
const shareOrData =
  (names: Names): Check<number | Dataset> =>
  (name, value) =>
    typeof value === 'object' && value !== null
      ? heldOut(names)(name, value)
      : (optionChecks().validation(name, value) as number);

/** Accepts a model or a snapshot: both have a spec and parameters. */
const startCheck: Check<Model | Snapshot> = (name, value) => {
  const { spec, parameters } = (value ?? {}) as Partial<Model>;
  if (isA(parameters, 'Float32Array') && isA(spec?.mean, 'Float64Array')) return value as Model | Snapshot;
  refuse(name, value, 'a model or a snapshot of a run is');
};

/** A fit that has passed the checks, with the preprocessing that its training samples determined. */
export interface FitPlan extends Preparation {
  /** The training set without the validation set, after the preprocessing, as the other sets are. */
  readonly train: Dataset;
  /** The test set in the order of classes and variables of `train`, like the validation set. */
  readonly test: Dataset | null;
  readonly validation: Dataset | null;
  readonly options: FullOptions;
  /** How lambda is chosen; absent when it is given. */
  readonly lambdaChoice?: LambdaChoice;
  /** Notes on variables of the other sets that were left out, and on their unknown categories. */
  readonly notes: readonly string[];
  /** Initial parameters. */
  readonly start?: Float32Array;
  /** C^(k) of all modes, one after the other. */
  readonly projection?: Float64Array;
}

/** Options whose values may still depend on the samples. */
export type OpenOptions = Omit<CellOptions, 'projection'> & { readonly projection?: readonly Float64Array[] };

/** Options that are not checked yet; defaults depend on these. */
type GivenOptions = { readonly [name in 'method' | 'lambda' | 'steps' | 'projection' | 'halving']?: unknown };

/** Checks data and options together. `raw` derives the seeds. */
export function planFit(raw: RawModule, data: Samples, given: FitOptions): FitPlan {
  const train = toDataset('data', data);
  const names = { categorical: categoricalOf(train) };
  const {
    test,
    start,
    validation,
    onEpoch: _onEpoch,
    signal: _signal,
    ...options
  } = readOptions('fit', given, {
    ...optionChecks(),
    test: heldOut(names),
    start: startCheck,
    validation: shareOrData(names),
    onEpoch: callback,
    signal: requireSignal,
  });
  const ownSet = typeof validation === 'object' ? validation : undefined;
  const single = start === undefined ? {} : { restarts: 1 };
  // fillOptions() knows only shares; a dataset counts as one that is not 0.
  const share = ownSet ? { validation: VALIDATE_SHARE } : defined({ validation });
  const full: OpenOptions = {
    ...fillOptions(raw, { ...single, ...options, ...share }, train),
    ...(ownSet ? { validation: 'dataset' } : {}),
  };
  requireTrainable(train);
  const notes: string[] = [];
  const align = (name: string, data: Dataset | undefined): Dataset | null => {
    if (data === undefined) return null;
    const aligned = alignVariables(name, data, referenceOf(train));
    for (const note of aligned.notes) notes.push(note);
    return alignClasses(name, aligned.data, referenceOf(train));
  };
  const sets = { train, test: align('test', test), validation: align('validation', ownSet) };
  const plan = planOf(raw, sets, full);
  const planned = { ...plan, notes: [...notes, ...plan.notes] };
  if (start === undefined) return planned;
  if (planned.projection !== undefined && full.method === 'trip')
    fail('option', 'start and projection are both given, but a start has a projection; one of them is accepted');
  const fingerprint = requireStart(raw, start, planned);
  return { ...planned, options: { ...planned.options, start: fingerprint }, start: start.parameters };
}

type Sets = Pick<FitPlan, 'train' | 'test' | 'validation'>;

/**
 * Requires memory for the fit, holds out the validation set, weights the classes of the training set, learns the preprocessing from the training set and applies it to
 * all sets.
 */
export function planOf(raw: RawModule, sets: Sets, given: OpenOptions): FitPlan {
  requireSpace(given, sets);
  const { test } = sets;
  const { train: fitted, heldOut: validation } =
    typeof given.validation === 'number' && given.validation > 0
      ? split(raw, sets.train, given.validation, given.seed)
      : { train: sets.train, heldOut: sets.validation };
  const train = withClassWeight(fitted, given.classWeight);
  const { data, learned } = learn(raw, train, given.steps);
  const notes: string[] = [];
  const apply = (name: string, set: Dataset | null): Dataset | null => {
    const prepared = set && prepare(raw, name, set, learned);
    for (const note of prepared?.notes ?? []) notes.push(note);
    return prepared?.data ?? null;
  };
  const { projection, ...options } = given;
  const { lambda: rule, epochs } = options;
  const flat = projection && joined(projection);
  const auto = typeof rule === 'number' ? rule : autoLambda(data, given.standardize);
  return {
    train: data,
    test: apply('test', test),
    validation: apply('validation', validation),
    options: {
      ...options,
      lambda: auto,
      epochs: epochs === 'auto' ? autoEpochs(train.shape[0] as number, given.batchSize) : epochs,
      ...(flat && { projection: raw.fingerprintOf(flat) }),
    },
    ...(flat && { projection: flat }),
    ...(typeof rule === 'number' ? {} : { lambdaChoice: { rule, auto } }),
    ...learned,
    notes,
  };
}

/** Splits a plan into one for each lambda to try. */
export function plansOf(plan: FitPlan): readonly FitPlan[] {
  if (plan.lambdaChoice?.rule !== 'validate') return [plan];
  return lambdasAround(plan.lambdaChoice.auto).map((lambda) => ({ ...plan, options: { ...plan.options, lambda } }));
}

/** Fills in the defaults and checks the options together with the shape and task of the data. */
export function fillOptions(raw: RawModule, given: GivenOptions, data: Dataset): OpenOptions {
  const { shape, offsets, task } = data;
  const dims = encodedDims(shape.slice(1), data.categories);
  const scaled = Array.isArray(given.steps) && given.steps.includes('pareto');
  const options = readOptions('fit', given, optionChecks(), {
    ...fitDefaults,
    ...((given.method ?? 'trip') === 'trip' && given.projection === undefined ? {} : { restarts: 1 }),
    ...(given.lambda === 'validate' ? { validation: VALIDATE_SHARE } : {}),
    ranks: dims.map((size) => Math.min(2, size)),
    standardize: dims.length === 1 && offsets === undefined && !scaled,
  }) as typeof fitDefaults &
    Pick<FitOptions, 'startSeed' | 'orderSeed' | 'classWeight'> &
    Pick<OpenOptions, 'projection'> & { validation: number };
  const { projection } = options;
  const full: OpenOptions = {
    startSeed: raw.deriveSeed(options.seed, 0),
    orderSeed: raw.deriveSeed(options.seed, 1),
    ...options,
    // Fixed and given projections need no search.
    search: options.method === 'trip' && (options.search || (options.restarts === 'auto' && projection === undefined)),
    restarts: options.restarts === 'auto' ? AUTO_RESTARTS : options.restarts,
    halving: given.halving === undefined ? options.restarts === 'auto' : options.halving,
  };
  requireValidation(full);
  requireClassWeight(full.classWeight, data);
  requireRanks(full.ranks, dims);
  requireProjection(projection, dims, full);
  requireSteps(full.steps, data, full.standardize);
  refuseMethod(full, dims.length, offsets !== undefined, task);
  return full;
}

/** Refuses options that have no effect without a validation set. */
function requireValidation({ lambda, validation, patience }: OpenOptions): void {
  const needs = lambda === 'validate' ? "lambda is 'validate'" : patience > 0 ? `patience is ${patience}` : undefined;
  if (needs !== undefined && validation === 0)
    fail('option', `${needs}, but validation is 0; a share of the samples or a dataset is accepted`);
}

/** Returns the fingerprint of a start that fits this training. In any other, its parameters would have another meaning. */
function requireStart(raw: RawModule, { spec, parameters }: Model | Snapshot, plan: FitPlan): string {
  const { train, input, steps } = plan;
  const { method, ranks, hidden, restarts, search } = plan.options;
  const names = spec.responses?.flatMap(({ name }) => name ?? []) ?? [];
  const responseNames = names.length > 0 ? names : undefined;
  // Names are compared only when both sides have them.
  const own = defined({
    featureNames: spec.featureNames && train.featureNames,
    modeNames: spec.modeNames && train.modeNames,
    responseNames: responseNames && train.responseNames,
  });
  const { dims, task, classNames, outputs } = referenceOf(train);
  const preprocessing = ({ input, steps }: Preparation) => ({
    steps: (steps ?? []).map(({ step }): Step => step),
    categories: input?.categories,
  });
  const given = { ...spec, ...defined({ responseNames }), ...preprocessing(spec) };
  const network = { task, dims, outputs, ranks, hidden, classNames, ...own, ...(method === 'trip' ? {} : { method }) };
  const wanted = { ...network, ...preprocessing({ input, steps } as Preparation) };
  for (const [name, value] of Object.entries(wanted)) {
    const [own, asked] = [given[name as keyof typeof given], value].map((part) => JSON.stringify(part));
    if (own !== asked)
      fail('option', `start has ${name} ${cut(String(own))}; for this fit ${cut(String(asked))} is accepted`);
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
 * columns for sparse samples whose ranks are not 2. Tucker begins with half of these arrays, and for one mode after the other it needs five
 * arrays of doubles with eight more columns.
 */
function requireSpace(options: OpenOptions, { train, test, validation }: Sets): void {
  const { method, ranks, classWeight, restarts, search, halving } = options;
  // A restart that rests has four arrays of the projection's size: in all dimensions, a third of the restarts and another one.
  const rested = halving ? Math.ceil((restarts - (search ? Math.min(restarts, SEARCHED_RESTARTS) : 0)) / 3) + 1 : 0;
  const { x, shape, offsets, sampleWeight, categories } = train;
  const dims = encodedDims(shape.slice(1), categories);
  const padded = offsets !== undefined && (ranks.length > 3 || ranks.some((rank) => rank !== 2));
  const overModes = (bytesOf: (rank: number) => number) => ranks.map((rank, k) => (dims[k] as number) * bytesOf(rank));
  const arrays = sum(overModes((rank) => (padded ? 40 * rank + 32 * Math.ceil(rank / 4) : 48 * rank)));
  const training = arrays + sum(overModes((rank) => 16 * rank * rested));
  const start = method === 'tucker' ? arrays / 2 + Math.max(...overModes((rank) => 40 * (rank + 8))) : 0;
  const what = `a fit of samples [${dims.join(', ')}] with ranks [${ranks.join(', ')}]`;
  // Samples of weight 0 are left out of a copy.
  const copy = (classWeight ?? sampleWeight) === undefined ? 0 : x.byteLength;
  const sets = [x, ...[test, validation].flatMap((other) => other?.x ?? [])];
  requireRoom(what, copy + sum(sets.map(bytesInCore)) + Math.max(training, start));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function requireRanks(ranks: readonly number[], dims: readonly number[]): void {
  if (ranks.length !== dims.length) {
    fail('option', `ranks has ${ranks.length} entries; the samples have ${dims.length} modes`);
  }
  for (const [k, size] of dims.entries()) {
    const rank = ranks[k] as number;
    if (rank > size) refuse(`ranks[${k}]`, rank, `mode ${k} of the data has ${size}; at most that many are`);
  }
}

function refuseMethod({ method, standardize }: OpenOptions, modes: number, sparse: boolean, task?: string): void {
  const refuseIf = (bad: boolean, reason: string) => {
    if (bad) fail('option', reason);
  };
  refuseIf(standardize && sparse, 'standardize is true, but sparse samples keep their zeros; false is accepted');
  if (method === 'trip' || method === 'fixed') return;
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
