/** The commands that apply a model to samples: predict, transform, score. */

import { loadTrip, type Model, type ResponseSpec, type Score, TripError } from 'trip-wasm';
import { type NdArray, writeNpy } from '../formats/index.js';
import { toCsv } from '../table/index.js';
import { openData } from './blocks.js';
import { defined } from './checks.js';
import { type Arguments, type Command, list, type Options, oneOf } from './command.js';
import { withDiagnosis } from './diagnose.js';
import { arraysOf, resultFormat } from './files.js';
import { readingOf, readingOptions, targetOption } from './input.js';
import { type KnownModel, type ModelData, readModel, readModelData, reportNotes } from './model.js';
import { refuseInputs, requireWritable, writeFile } from './output.js';
import { arraysFrom } from './response.js';
import type { Compute, Result } from './result.js';
import { align, cellsFor, type Terminal } from './terminal.js';
import { traced } from './trace.js';
import { killable } from './waiting.js';

const files = ['MODEL', 'DATA'];

/** Number of rows written at once. */
const BLOCK = 4096;

/** The treatment of missing values for an existing model. */
export const missingOption: Options = {
  missing: {
    value: 'refuse|mean|drop',
    help: 'missing values (default: the means stored in the model, or else an error)',
    read: oneOf('refuse', 'mean', 'drop'),
  },
};

const outOptions: Options = {
  out: {
    value: 'FILE',
    help: 'format by extension: .npy (an array without row numbers and names), .json, otherwise CSV (default: CSV to the standard output)',
  },
  keep: { value: 'A,B', help: 'columns of the data to copy to the result', read: list },
  ...missingOption,
  ...readingOptions,
};

const columnsFound =
  'Columns of DATA are matched to the variables of the model by name, in any order; other columns are ignored. A file without ' +
  'names has the columns of the training file, or the variables alone. The first column of the result is the row number in DATA.';

export const predict: Command = {
  name: 'predict',
  summary: 'predict the class or value of each row',
  files,
  details: `${columnsFound} Texts that a spreadsheet would run as formulas are prefixed with an apostrophe.`,
  options: {
    proba: { help: 'also print the probability of each class' },
    diagnose: {
      help: 'also print the squared distance of each row from the plane (residual) and within it (T2), and whether it is like the training rows',
    },
    training: {
      value: 'FILE',
      help: 'with --diagnose: the training data, for a model file that lacks their distribution',
    },
    ...outOptions,
  },
  examples: [
    ['trip predict iris.json new.csv --proba --out predictions.csv', ''],
    ['trip predict images.json new.npy --proba --out probabilities.npy', 'an array with a row for each sample'],
    ['cat new.csv | trip predict iris.json - --keep id', 'from a pipe, with the column id'],
    ['trip predict wine.json new.csv --diagnose', 'names rows that are unlike anything in training'],
  ],
  run: (given, terminal) => apply(given, terminal, resultOf(given.values)),
};

export const transform: Command = {
  name: 'transform',
  summary: 'project each row to the axes of the model',
  files,
  details: `${columnsFound} z1, z2, ... are the coordinates of the projected sample (z1.2 of a matrix: row 1, column 2).`,
  options: outOptions,
  examples: [
    ['trip transform iris.json iris.csv --keep species --out plane.csv', ''],
    ['trip transform images.json images.npz --out points.npy', 'projected matrices: an array of the shape N x J1 x J2'],
  ],
  run: (given, terminal) => apply(given, terminal, projections),
};

export const score: Command = {
  name: 'score',
  summary: 'compare predictions with the response in the data',
  files,
  details:
    'The response is the target column of the training, or --target; for arrays the response in the archive, or --y FILE.',
  options: { ...targetOption, ...missingOption, ...readingOptions },
  examples: [
    ['trip score iris.json test.csv', ''],
    ['trip score iris.json test.csv --target kind --json', ''],
  ],
  run: runScore,
};

function predictions(...[model, { data }]: Parameters<Compute>): Result {
  const values = model.predict(data);
  const { classNames, responses = [] } = model.spec;
  if (responses.length > 1) return severalPredictions(values, responses);
  const number = values instanceof Float64Array ? (value: number) => value : exact;
  return {
    names: ['prediction'],
    cells: (n) => [classNames?.[values[n] as number] ?? number(values[n] as number)],
    array: () => ({
      shape: [values.length],
      values: classNames === undefined ? values : classesOf(values, classNames),
    }),
  };
}

/** The columns that the flags of predict ask for. */
function resultOf({ proba, diagnose, training }: Arguments['values']): Compute {
  const compute = proba === true ? withProbabilities : predictions;
  if (diagnose === true) return withDiagnosis(compute);
  if (training === undefined) return compute;
  throw new TripError('option', '--training is for --diagnose');
}

/** A column for each of several responses. */
function severalPredictions(values: ReturnType<Model['predict']>, responses: readonly ResponseSpec[]): Result {
  const width = responses.length;
  const number = values instanceof Float64Array ? (value: number) => value : exact;
  return {
    names: responses.map(({ name }, r) => `prediction(${name ?? r + 1})`),
    cells: (n) => Array.from(values.subarray(n * width, (n + 1) * width), number),
    array: () => ({ shape: [values.length / width, width], values }),
  };
}

/** Class names, or integers if all names are integers. */
function classesOf(labels: ArrayLike<number>, names: readonly string[]): NdArray['values'] {
  const own = Array.from(labels, (label) => names[label] as string);
  return names.every((name) => String(Number(name) | 0) === name) ? Int32Array.from(own, Number) : own;
}

function withProbabilities(...[model, samples, about]: Parameters<Compute>): Result {
  const probabilities = model.predictProba(samples.data);
  const { names, cells } = predictions(model, samples, about);
  const { classNames = [] } = model.spec;
  const own = (n: number) => classNames.map((_, c) => exact(probabilities[n * classNames.length + c] as number));
  return {
    names: [...names, ...classNames.map((name) => `p(${name})`)],
    cells: (n) => [...cells(n), ...own(n)],
    array: () => ({ shape: [samples.rows.length, classNames.length], values: probabilities }),
  };
}

function projections(...[model, { data }]: Parameters<Compute>): Result {
  const z = model.transform(data);
  const size = z.length / (data.shape[0] as number);
  return {
    names: Array.from({ length: size }, (_, j) => `z${place(j, model.spec.ranks)}`),
    cells: (n) => Array.from(z.subarray(n * size, (n + 1) * size), exact),
    array: () => ({ shape: [data.shape[0] as number, ...model.spec.ranks], values: z }),
  };
}

/** The indices of a row-major element, from 1. */
function place(index: number, ranks: readonly number[]): string {
  const at: number[] = [];
  let rest = index;
  for (const rank of [...ranks].reverse()) {
    at.unshift((rest % rank) + 1);
    rest = Math.floor(rest / rank);
  }
  return at.join('.');
}

/** Nine digits identify a 32-bit float, so that reading the text gives the same bits. */
export function exact(value: number): number {
  return Number(value.toPrecision(9));
}

async function apply(
  { files: [modelPath = '', path = ''], values }: Arguments,
  terminal: Terminal,
  compute: Compute,
): Promise<object> {
  const out = values.out === undefined ? undefined : await requireWritable(values.out as string);
  if (out !== undefined) await refuseInputs(out, [modelPath, path, values.training]);
  const trip = await loadTrip();
  const known = await readModel(trip, modelPath, terminal.signal);
  const { keep, missing } = requested(values);
  const plain = { reading: readingOf(values), ...defined({ missing }), arrays: arraysOf(values) };
  const request = { ...plain, ...defined({ keep }) };
  const standard = out === undefined || out === '-';
  const format = resultFormat(out ?? '-');
  const asObject = standard && values.json === true;
  const data = asObject || format === 'npy' ? undefined : await openData(trip, known, path, request, terminal);
  try {
    const { source, large } = data ?? {};
    const samples = large
      ? { count: large.count, blocks: large.blocks(), only: undefined }
      : whole(await readModelData(trip, known, path, { ...request, ...defined({ source }) }, terminal));
    const training =
      values.training === undefined
        ? undefined
        : (await readModelData(trip, known, values.training as string, plain, terminal)).data;
    traced('apply a model');
    const about = { table: known.table, training };
    const { only } = samples;
    if (only !== undefined && (asObject || format === 'npy')) {
      const { cells, names, array, tally } = await killable(() => compute(known.model, only, about), terminal.signal);
      const count = samples.count;
      reportNotes(known.model, terminal);
      if (tally) terminal.note(tally.note(tally.count, count));
      const all = { names: namesOf(samples.only, names), cells: withRow(samples.only, cells) };
      if (asObject) return { columns: all.names, rows: Array.from({ length: count }, (_, n) => all.cells(n)) };
      reportRows(samples.only, out as string, terminal);
      await writeFile(out as string, [writeNpy(array())], terminal.signal);
    } else {
      // Later blocks are computed while a draft of the result lies beside it.
      const all = (block: ModelData) => compute(known.model, block, about);
      const work = only === undefined ? all : (block: ModelData) => killable(() => all(block), terminal.signal);
      const blocks = computed(samples.blocks, work, terminal);
      // A result that cannot be computed is refused before anything is reported.
      const results = startedWith(await blocks.next(), blocks);
      reportNotes(known.model, terminal);
      const clean = cellsFor(out ?? '-');
      const contents = { csv: () => linesOf(results, clean), json: () => jsonOf(results) };
      await writeFile(out ?? '-', contents[format as 'csv' | 'json'](), terminal.signal);
    }
    if (!standard) terminal.print(`${out}: ${samples.count} rows`);
    return { out, rows: samples.count };
  } finally {
    await data?.close();
  }
}

async function* startedWith<T>(
  { value }: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  if (value !== undefined) yield value;
  yield* rest;
}

/** Samples that are held completely, as a single block. */
function whole(only: ModelData) {
  const blocks = (async function* () {
    yield only;
  })();
  return { count: only.rows.length, blocks, only };
}

const namesOf = ({ kept }: ModelData, names: readonly string[]) => ['row', ...kept.map(({ name }) => name), ...names];

/** A part of the result table. */
interface Block extends Pick<Result, 'names' | 'cells'> {
  readonly count: number;
}

/** The result of each block; after the last one the note on all of them. */
async function* computed(
  blocks: AsyncIterable<ModelData>,
  compute: (block: ModelData) => Result | Promise<Result>,
  terminal: Terminal,
): AsyncGenerator<Block, void> {
  let [unlike, count] = [0, 0];
  let tally: Result['tally'];
  for await (const block of blocks) {
    const { names, cells, ...result } = await compute(block);
    ({ tally } = result);
    unlike += tally?.count ?? 0;
    count += block.rows.length;
    yield { names: namesOf(block, names), cells: withRow(block, cells), count: block.rows.length };
  }
  if (tally !== undefined) terminal.note(tally.note(unlike, count));
}

function requested(values: Arguments['values']) {
  const { keep, missing } = values as { keep?: readonly string[]; missing?: 'refuse' | 'mean' | 'drop' };
  return { ...(keep === undefined ? {} : { keep }), ...(missing === undefined ? {} : { missing }) };
}

/** An array cannot hold copied columns and row numbers. */
function reportRows({ rows, first, kept }: ModelData, out: string, terminal: Terminal): void {
  if (kept.length > 0) throw new TripError('option', `--keep needs a table as the result; ${out} is an array`);
  const gaps = (rows[rows.length - 1] as number) - first + 1 - rows.length;
  if (gaps > 0)
    terminal.note(
      `${out}: ${gaps} of the rows of the data were left out, so row n of the array is not row n of the data`,
    );
}

function withRow({ rows, kept }: ModelData, cells: Result['cells']): Result['cells'] {
  return (n) => [rows[n] as number, ...kept.map((column) => column.cells[n] as string), ...cells(n)];
}

async function* jsonOf(blocks: AsyncIterable<Block>): AsyncGenerator<string, void> {
  let first = true;
  for await (const { names, cells, count } of blocks) {
    if (first) yield `{"columns":${JSON.stringify(names)},"rows":[`;
    for (let from = 0; from < count; from += BLOCK) {
      const length = Math.min(BLOCK, count - from);
      const rows = Array.from({ length }, (_, n) => `\n${JSON.stringify(cells(from + n))}`).join(',');
      yield first ? rows : `,${rows}`;
      first = false;
    }
  }
  yield '\n]}\n';
}

async function* linesOf(
  blocks: AsyncIterable<Block>,
  clean: ReturnType<typeof cellsFor>,
): AsyncGenerator<string, void> {
  let first = true;
  for await (const { names, cells, count } of blocks) {
    if (first) yield toCsv([clean(names)]);
    first = false;
    for (let from = 0; from < count; from += BLOCK) {
      const length = Math.min(BLOCK, count - from);
      yield toCsv(Array.from({ length }, (_, n) => clean(cells(from + n))));
    }
  }
}

async function runScore(
  { files: [modelPath = '', path = ''], values }: Arguments,
  terminal: Terminal,
): Promise<object> {
  const trip = await loadTrip();
  const known = await readModel(trip, modelPath, terminal.signal);
  const { task } = known.spec;
  const arrays = await arraysFrom({ ...values, task }, values.y, terminal);
  const target = (values.target as string | undefined) ?? true;
  const { data } = await readModelData(
    trip,
    known,
    path,
    {
      reading: readingOf(values),
      target,
      ...defined({ weight: values.weight as string | undefined }),
      ...requested(values),
      arrays,
    },
    terminal,
  );
  const result = await killable(() => known.model.score(data), terminal.signal);
  for (const note of known.model.notes) terminal.note(note);
  terminal.print(scoreTable(known, result));
  return { samples: data.shape[0], ...result };
}

/** Classes of the largest confusion matrix that is printed, and the number of recalls and of mistakes listed for more classes. */
const [mostClasses, mostMistakes] = [30, 10];

function scoreTable(
  { model }: KnownModel & { readonly model: Model },
  { confusion, recall = [], reliability: _curve, responses, ...score }: Score,
): string[] {
  const scores = align(Object.entries(score));
  if (responses !== undefined) {
    const rows = responses.map(({ name, rmse, pearson }, r) => [name ?? `${r + 1}`, rmse, pearson]);
    return [...scores, '', 'scores of each response', ...align([['', 'rmse', 'pearson'], ...rows])];
  }
  if (confusion === undefined) return scores;
  const { classNames = [] } = model.spec;
  if (confusion.length > mostClasses) {
    const among = `among ${confusion.length} classes; --json has all`;
    const missed = align([['class', 'recall'], ...lowestOf(recall, classNames)]);
    const mistakes = align([['class', 'prediction', 'samples'], ...mistakesOf(confusion, classNames)]);
    const frequent = `the most frequent mistakes ${among} counts`;
    return [...scores, '', `the lowest recalls ${among}`, ...missed, '', frequent, ...mistakes];
  }
  const rows = confusion.map((row, c) => [classNames[c] as string, ...row, recall[c] ?? 'none']);
  const heading = 'class by row, prediction by column, and the recall of the class';
  return [...scores, '', heading, ...align([['', ...classNames, 'recall'], ...rows])];
}

/** The classes of which the smallest share is found. */
function lowestOf(recall: Score['recall'] & {}, names: readonly string[]): [string, number][] {
  return recall
    .flatMap((share, c): [string, number][] => (share === null ? [] : [[names[c] as string, share]]))
    .sort((a, b) => a[1] - b[1])
    .slice(0, mostMistakes);
}

/** The most frequent pairs of a true class and a wrong prediction, with the number of samples. */
function mistakesOf(confusion: Score['confusion'] & {}, names: readonly string[]): [string, string, number][] {
  return confusion
    .flatMap((row, c) =>
      row.flatMap((count, other): [string, string, number][] =>
        count > 0 && other !== c ? [[names[c] as string, names[other] as string, count]] : [],
      ),
    )
    .sort((a, b) => b[2] - a[2])
    .slice(0, mostMistakes);
}
