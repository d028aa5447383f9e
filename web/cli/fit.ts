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
import { defined, quoted, requireTest } from './checks.js';
import { type Arguments, aNumber, type Command, list, numbers, type Option, type Options, yesOrNo } from './command.js';
import { chosenIn, resultOf, tableOf } from './fit-result.js';
import { asChoice, readingOf, readingOptions, trainingDataOptions } from './input.js';
import { readModel, readModelData, type TableOfModel, writeModel } from './model.js';
import { refuseInputs, requireWritable, writeFile } from './output.js';
import { plotTarget, writePlot } from './plot.js';
import { arraysFrom } from './response.js';
import type { Terminal } from './terminal.js';
import { traced } from './trace.js';
import { readTraining } from './training.js';
import { killable } from './waiting.js';

/** Options of the package without a flag: the model file has no frames. */
const withoutFlag = ['record'];

/** The options of `trip.fit` as flags: `batchSize` is --batch-size. */
export const fitFlags: Options = Object.fromEntries(
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

export const classWeightOption: Option = {
  value: 'balanced|NAME=W,..',
  help: 'weights of the classes in the training; balanced: rare classes count as much as frequent ones',
  read: classWeightOf,
};

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
    plot: { value: 'FILE', help: 'also draw the model: .svg, .png or .html, as trip plot' },
    test: { value: 'FILE', help: 'also score the model on these data' },
    'test-y': { value: 'FILE', help: 'the response of --test, as --y for DATA' },
    'class-weight': classWeightOption,
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
  requireTest(values);
  const [path = '', out] = [files[0], await requireWritable(values.out as string)];
  await refuseInputs(out, [path, values.test, values.y]);
  const plotted = values.plot === undefined ? undefined : await plotTarget(values.plot as string, '--plot', {});
  if (plotted?.out === '-') throw new TripError('option', '--plot is -; the name of a file is accepted');
  if (out === '-' && values.json === true)
    throw new TripError('option', `--json and --out ${values.out} both use the standard output`);
  const trip = await loadTrip();
  const { data, table, constant } = await readTraining(trip, path, values, terminal);
  const test = values.test === undefined ? undefined : await readTest(trip, values, data, table, terminal);
  const start =
    values.start === undefined ? undefined : (await readModel(trip, values.start as string, terminal.signal)).model;
  const options = {
    ...optionsOf(values),
    ...(start === undefined ? {} : { start }),
    ...(test === undefined ? {} : { test }),
  };
  const model = await train(trip, data, options, values.workers as number | undefined, terminal);
  for (const note of [...chosenIn(model, options), ...model.notes]) terminal.note(`note: ${note}`);
  await writeFile(out, [writeModel(model, table)], terminal.signal);
  if (plotted) await writePlot({ ...plotted, model, data, drawing: defined({ test }), values: {} }, terminal);
  const { validation: share, seed } = model.options as { validation: number; seed: number };
  const { train: fitted, heldOut: validation } = share > 0 ? trip.split(data, share, seed) : { train: data };
  const parts = { train: fitted, ...defined({ validation, test }) };
  const result = { ...(await killable(() => resultOf(model, parts, out), terminal.signal)), constant };
  if (out !== '-') terminal.print(tableOf(result));
  return result;
}

/** `balanced`, or `name=weight` with commas; the last `=` of each part separates. */
function classWeightOf(text: string, name: string): ClassWeight {
  if (text === 'balanced') return text;
  const entries = text.split(',').map((part): [string, number] => {
    const at = part.lastIndexOf('=');
    const own = part.slice(0, at).trim();
    if (at > 0) return [own, aNumber(part.slice(at + 1), `${name} of ${quoted(own)}`)];
    throw new TripError(
      'option',
      `${name} is ${quoted(text)}; balanced, or weights such as ill=5,well=1, are accepted`,
    );
  });
  const names = entries.map(([own]) => own);
  const seen = new Set<string>();
  const twice = names.find((own) => seen.size === seen.add(own).size);
  if (twice === undefined) return Object.fromEntries(entries);
  throw new TripError('option', `${name} has the class ${quoted(twice)} twice; one weight a class is accepted`);
}

export function optionsOf(values: Arguments['values']): FitOptions {
  const names = [...Object.keys(optionTable), 'classWeight'];
  return Object.fromEntries(names.flatMap((name) => (kebab(name) in values ? [[name, values[kebab(name)]]] : [])));
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

/**
 * Trains in workers, so that restarts share the processors and an interrupt is handled at once. A single training of the method trip runs on
 * this thread, which handles an interrupt between slices of about 10 ms once the data are prepared, and needs no second copy of them.
 */
async function train(
  trip: Trip,
  data: Dataset,
  options: FitOptions,
  workers: number | undefined,
  terminal: Terminal,
): Promise<Model> {
  const { method = 'trip', start, lambda } = options;
  const { restarts = method === 'trip' && start === undefined ? 'auto' : 1 } = options;
  const single = restarts === 1 && lambda !== 'validate';
  traced(`train by ${method}`);
  const trainer = await createTrainer({
    trip,
    local: single && method === 'trip',
    ...defined({ workers: single ? 1 : workers }),
  });
  try {
    const run = trainer.fit(data, options, { signal: terminal.signal });
    for await (const { progress } of run) terminal.progress('training', progress, 1);
    terminal.finish();
    return await run.model;
  } finally {
    await trainer.close();
  }
}
