import {
  type ClassWeight,
  type Dataset,
  type FitOption,
  type FitOptions,
  loadTrip,
  type Model,
  optionTable,
  type Trip,
  TripError,
} from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import {
  type ColumnPlan,
  type ColumnType,
  type DatasetChoice,
  findColumn,
  findTargets,
  requireRegression,
  type Table,
} from '../table/index.js';
import { defined } from './checks.js';
import { type Arguments, aNumber, type Command, list, numbers, type Option, type Options, yesOrNo } from './command.js';
import { constantNote, constantVariables } from './constant.js';
import type { ArraySamples } from './files.js';
import { chosenIn, resultOf, tableOf } from './fit-result.js';
import {
  asChoice,
  datasetOf,
  datasetOfInput,
  decidedOf,
  displayName,
  isInput,
  readData,
  readingOf,
  readingOptions,
  reportTable,
  requestedTypes,
  trainingDataOptions,
  withPath,
} from './input.js';
import { readModel, readModelData, type TableOfModel, writeModel } from './model.js';
import { requireWritable, writeFile } from './output.js';
import { arraysFrom } from './response.js';
import { signsOf } from './signs.js';
import type { Terminal } from './terminal.js';

/** Options of the package without a flag: the model file has no frames. */
const withoutFlag = ['record'];

/** The options of `trip.fit` as flags: `batchSize` is --batch-size. */
const fitFlags: Options = Object.fromEntries(
  Object.entries(optionTable)
    .filter(([name]) => !withoutFlag.includes(name))
    .map(([name, option]) => [kebab(name), flagOf(option)]),
);

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function flagOf({ kind, initial, words = [], help }: FitOption): Option {
  const read = { name: undefined, names, number: aNumber, integer: aNumber, boolean: yesOrNo, integers: numbers }[kind];
  const placeholder = { name: [], names: [], number: ['X'], integer: ['N'], boolean: ['yes', 'no'], integers: ['N,N'] };
  const text = typeof initial === 'boolean' ? (initial ? 'yes' : 'no') : String(initial) || 'none';
  return {
    value: [...placeholder[kind], ...words].join(kind === 'names' ? ',' : '|'),
    help: initial === undefined ? help : `${help} (default ${text})`,
    ...defined({
      read: kind === 'names' ? read : read && ((given: string, flag: string) => readWordOr(read, words, given, flag)),
    }),
  };
}

/** `log1p,snv`; `none` is the empty list. */
function names(text: string): string[] {
  return text === 'none' ? [] : list(text);
}

/** One of the words, or another value; the message of a refusal lists the words too. */
function readWordOr(
  read: (text: string, name: string) => unknown,
  words: readonly string[],
  text: string,
  flag: string,
) {
  if (words.includes(text)) return text;
  try {
    return read(text, flag);
  } catch (error) {
    if (words.length === 0 || !(error instanceof TripError)) throw error;
    throw new TripError(error.code, `${error.message}, or ${words.join(', ')}`, { cause: error });
  }
}

export const fit: Command = {
  name: 'fit',
  summary: 'train a model on a table and save it',
  files: ['DATA'],
  details:
    'DATA is a CSV, JSON or Parquet table, a NumPy array (.npy, .npz) of samples of any shape, sparse samples (svmlight, .tns), or - ' +
    'for the standard input. The detected format is reported; an ambiguous file needs a flag. The package reads the model file with trip.restore.',
  options: {
    ...trainingDataOptions,
    out: { value: 'MODEL', help: 'the model file, - for the standard output' },
    start: { value: 'MODEL', help: 'a model file whose parameters are the initial values' },
    test: { value: 'FILE', help: 'also score the model on these data' },
    'test-y': { value: 'FILE', help: 'the response of --test, as --y for DATA' },
    'class-weight': {
      value: 'balanced|NAME=W,..',
      help: 'weights of the classes in the training; balanced: rare classes count as much as frequent ones',
      read: classWeightOf,
    },
    workers: { value: 'N', help: 'threads for the restarts (default: processors minus one)', read: aNumber },
    ...fitFlags,
    ...readingOptions,
  },
  needs: ['out'],
  examples: [
    ['trip fit iris.csv --target species --restarts 8 --out iris.json', ''],
    ['trip fit wine.csv --target 1 --hidden none --lambda 0.01 --out wine.json', 'the class is in the first column'],
    ['trip fit digits.csv --target=-1 --shape 8x8 --ranks 3,3 --out digits.json', 'samples are matrices'],
    ['trip fit images.npy --y labels.npy --ranks 3,3 --out images.json', 'the array has the shape of the samples'],
    [
      'trip fit wine.csv --target 1 --start wine.json --learning-rate 0.0003 --out on.json',
      'continues training with smaller steps',
    ],
    ['trip fit prices.csv --target price --task regression --missing mean --out m.json', ''],
    ['trip fit homes.csv --target rent,price --task regression --weight surveyed --out homes.json', 'two responses'],
    ['trip fit rare.csv --target ill --class-weight balanced --out rare.json', ''],
    ['trip fit spectra.csv --target kind --steps log1p,pareto --categorical device --out spectra.json', ''],
    [
      'trip fit iris.csv --target species --validation 0.2 --patience 50 --out iris.json',
      'stops when the loss on a fifth of the samples no longer falls',
    ],
    [
      'trip fit sales.csv --target price --task regression --ignore name --dates sold --out sales.json',
      'names are left out, dates are numbers',
    ],
  ],
  run,
};

async function run({ files, values }: Arguments, terminal: Terminal): Promise<object> {
  const [path = '', out] = [files[0], await requireWritable(values.out as string)];
  if (out === '-' && values.json === true)
    throw new TripError('option', `--json and --out ${values.out} both use the standard output`);
  const trip = await loadTrip();
  const { data, table, constant } = await readTraining(trip, path, values, terminal);
  const test = values.test === undefined ? undefined : await readTest(trip, values, data, table, terminal);
  const start =
    values.start === undefined ? undefined : (await readModel(trip, values.start as string, terminal.signal)).model;
  const classWeight = values['class-weight'] as ClassWeight | undefined;
  const options = {
    ...optionsOf(values),
    ...(classWeight === undefined ? {} : { classWeight }),
    ...(start === undefined ? {} : { start }),
    ...(test === undefined ? {} : { test }),
  };
  const model = await train(trip, data, options, values.workers as number | undefined, terminal);
  for (const note of [...chosenIn(model, options), ...model.notes]) terminal.note(`note: ${note}`);
  await writeFile(out, [writeModel(model, table)], terminal.signal);
  const { validation: share, seed } = model.options as { validation: number; seed: number };
  const { train: fitted, heldOut: validation } = share > 0 ? trip.split(data, share, seed) : { train: data };
  const result = { ...resultOf(model, { train: fitted, ...defined({ validation, test }) }, out), constant };
  if (out !== '-') terminal.print(tableOf(result));
  return result;
}

/** `balanced`, or `name=weight` with commas; the last `=` of each part separates. */
function classWeightOf(text: string, name: string): ClassWeight {
  if (text === 'balanced') return text;
  const entries = text.split(',').map((part): [string, number] => {
    const at = part.lastIndexOf('=');
    const own = part.slice(0, at).trim();
    if (at > 0) return [own, aNumber(part.slice(at + 1), `${name} of ${JSON.stringify(own)}`)];
    throw new TripError(
      'option',
      `${name} is ${JSON.stringify(text)}; balanced, or weights such as ill=5,well=1, are accepted`,
    );
  });
  const names = entries.map(([own]) => own);
  const twice = names.find((own, n) => names.indexOf(own) < n);
  if (twice === undefined) return Object.fromEntries(entries);
  throw new TripError('option', `${name} has the class ${JSON.stringify(twice)} twice; one weight a class is accepted`);
}

function optionsOf(values: Arguments['values']): FitOptions {
  return Object.fromEntries(
    Object.keys(optionTable).flatMap((name) => (kebab(name) in values ? [[name, values[kebab(name)]]] : [])),
  );
}

export interface Training {
  readonly data: Dataset;
  /** Absent when the file was the input of `trip.dataset`. */
  readonly table?: TableOfModel;
  /** Names of the constant variables. */
  readonly constant: readonly string[];
}

/** The training set given by the values of a command line or of the plan of a sweep. */
export async function readTraining(
  trip: Trip,
  path: string,
  values: Arguments['values'],
  terminal: Terminal,
): Promise<Training> {
  const choice = asChoice(values);
  const reading = readingOf(values);
  let roles: Roles = { target: [] };
  let decided: readonly string[] = [];
  let categorical: readonly string[] = [];
  const choose = (columns: readonly ColumnPlan[]) => {
    const types = requestedTypes(columns, reading);
    categorical = categoricalOf(columns, choice, types);
    roles = rolesOf(columns, choice, types);
    decided = [...decidedOf(columns, reading), ...categorical];
    return types;
  };
  const required = (name: string) => (choice.missing ?? 'refuse') === 'refuse' && !roles.target.includes(name);
  const arrays = { ...(await arraysFrom(values, values.y, terminal)), dims: choice.shape, withResponse: true };
  const read = await readData(path, reading, { choose, required, arrays }, terminal);
  try {
    const training = isInput(read)
      ? fromArrays(trip, read, choice)
      : fromTable(trip, path, read, { ...choice, ...roles, decided, categorical }, terminal);
    return { ...training, constant: reportConstant(path, training, terminal) };
  } catch (error) {
    throw withPath(error, path);
  }
}

function fromArrays(trip: Trip, samples: ArraySamples, { categorical }: DatasetChoice): Omit<Training, 'constant'> {
  const { first } = samples;
  if (categorical !== undefined)
    throw new TripError(
      'option',
      `--categorical is ${JSON.stringify(categorical)}, columns of a table; arrays have none`,
    );
  return { data: datasetOfInput(trip, samples), ...(first === undefined ? {} : { table: { firstIndex: first } }) };
}

/** Names of the constant variables; numbers from 1 if the data have no names. */
function reportConstant(path: string, { data, table }: Omit<Training, 'constant'>, terminal: Terminal): string[] {
  const [samples = 0, ...dims] = data.shape;
  // In a single sample every variable would be constant; in sparse samples most variables are nearly always zero.
  if (samples === 1 || data.offsets !== undefined) return [];
  const names = data.featureNames ?? table?.features;
  const constant = constantVariables(data).map((i) => names?.[i] ?? `${i + 1}`);
  const size = dims.reduce((product, length) => product * length, 1);
  if (constant.length === size) {
    const reason = 'every variable is constant, so nothing can be learned from them';
    throw new TripError('value', `all ${samples} samples are equal: ${reason}`);
  }
  if (constant.length > 0) terminal.note(`${displayName(path)}: ${constantNote(constant, size)}`);
  const { targets, responses = 1, responseNames } = data;
  for (let r = 0; targets !== undefined && r < responses; r++) {
    if (!targets.every((value, at) => at % responses !== r || value === targets[r])) continue;
    const which = responses === 1 ? 'the response' : `the response '${responseNames?.[r] ?? r + 1}'`;
    terminal.note(`${displayName(path)}: ${which} is ${targets[r]} in every row, so that nothing can be learned of it`);
  }
  return constant;
}

/** The columns that are no variables. */
interface Roles {
  readonly target: readonly string[];
  readonly weight?: string;
}

/** Names of the columns with categories that a training encodes, and sets their types. */
function categoricalOf(
  columns: readonly ColumnPlan[],
  { categorical = [] }: DatasetChoice,
  types: ColumnType[],
): string[] {
  const names = columns.map(({ name }) => name);
  const found = categorical.map((wanted) => findColumn(names, wanted));
  for (const c of found) types[c] = 'category';
  return found.map((c) => names[c] as string);
}

/** Finds the columns of the response and of the weights, and sets their types. */
function rolesOf(
  columns: readonly ColumnPlan[],
  { target, weight, task }: ReturnType<typeof asChoice>,
  types: ColumnType[],
): Roles {
  const names = columns.map(({ name }) => name);
  if (target === undefined)
    throw new TripError('option', `--target COLUMN is needed, one of ${names.slice(0, 20).join(', ')}`);
  const responses = findTargets(names, target);
  const own = responses.map((c) => names[c] as string);
  requireRegression(own, task);
  for (const c of responses) {
    if (task !== 'regression') types[c] = 'category';
    else if (types[c] !== 'date') types[c] = 'number';
  }
  if (weight === undefined) return { target: own };
  const c = findColumn(names, weight);
  if (responses.includes(c)) throw new TripError('option', `--weight and --target are both column '${names[c]}'`);
  types[c] = 'number';
  return { target: own, weight: names[c] as string };
}

function fromTable(
  trip: Trip,
  path: string,
  table: Table,
  choice: DatasetChoice & Roles,
  terminal: Terminal,
): Omit<Training, 'constant'> {
  const dataset = datasetOf(path, table, choice, terminal);
  const data = trip.dataset(dataset.input);
  const [samples, ...dims] = data.shape;
  const classes = data.classNames?.length;
  const response = classes === undefined ? 'numbers' : `${classes} classes`;
  const listed = choice.target.map((name) => `'${name}'`).join(', ');
  const place = `${choice.target.length > 1 ? 'columns' : 'column'} ${listed}`;
  const weights = choice.weight === undefined ? '' : `, weights in column '${choice.weight}'`;
  const summary = `${samples} samples of ${dims.join(' x ')} variables, ${response} in ${place}${weights}`;
  reportTable(path, table, terminal, dataset, summary);
  const { features } = dataset;
  const [target, ...others] = choice.target as [string, ...string[]];
  const known = { target: others.length === 0 ? target : choice.target, features };
  return { data, table: { ...known, signs: signsOf(table, [...features, ...choice.target]) } };
}

/** Reads the test set with the names of the training set, as for a model. */
async function readTest(
  trip: Trip,
  values: Arguments['values'],
  train: Dataset,
  table: TableOfModel | undefined,
  terminal: Terminal,
): Promise<Dataset> {
  const { shape, task = 'classification', featureNames, categories } = train;
  const dims = shape.slice(1);
  const input = categories && { dims, categories, ...defined({ featureNames }) };
  const spec = { dims, task, ...defined({ input }) };
  const { missing = 'refuse' } = asChoice(values);
  const arrays = await arraysFrom(values, values['test-y'], terminal);
  // Two files of arrays have the response in the same column.
  const target =
    table?.target === undefined ? ((values.target as string | undefined) ?? (true as const)) : (true as const);
  const weight = values.weight as string | undefined;
  const request = { reading: readingOf(values), target, missing, arrays, ...defined({ weight }) };
  const known = { spec, ...(table === undefined ? {} : { table }) };
  return (await readModelData(trip, known, values.test as string, request, terminal)).data;
}

/** Trains in workers, so that restarts share the processors and an interrupt is handled at once. */
async function train(
  trip: Trip,
  data: Dataset,
  options: FitOptions,
  workers: number | undefined,
  terminal: Terminal,
): Promise<Model> {
  const { method = 'trip', start, lambda } = options;
  const { restarts = method === 'trip' && start === undefined ? 'auto' : 1 } = options;
  const useful = restarts === 1 && lambda !== 'validate' ? 1 : workers;
  const trainer = await createTrainer({ trip, ...(useful === undefined ? {} : { workers: useful }) });
  try {
    const run = trainer.fit(data, options, { signal: terminal.signal });
    for await (const { progress } of run) terminal.progress('training', progress, 1);
    terminal.finish();
    return await run.model;
  } finally {
    await trainer.close();
  }
}
