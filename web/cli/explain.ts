/** The command `explain`: axes and predictions of a model in terms of the user's variables. */

import { type Dataset, type Explanation, loadTrip, type Model, type TargetExplanation, TripError } from 'trip-wasm';
import { writeNpy } from '../formats/index.js';
import { quote, toCsv } from '../table/index.js';
import { exact, missingOption } from './apply.js';
import { type Arguments, aNumber, type Command, integerFrom } from './command.js';
import { arraysOf, resultFormat } from './files.js';
import { readingOf, readingOptions } from './input.js';
import { type KnownModel, type ModelData, readModel, readModelData, reportNotes } from './model.js';
import { refuseInputs, requireWritable, writeFile } from './output.js';
import { align, cellsFor, short, type Terminal } from './terminal.js';
import { traced } from './trace.js';
import { killable, nextTurn } from './waiting.js';

/** Largest number of samples whose local coefficients are averaged, since the time grows with the square of this number. */
const MAX_LOCAL = 500;

export const explain: Command = {
  name: 'explain',
  summary: 'list the variables with the largest weights on the axes and the largest effects on predictions',
  files: ['MODEL', 'DATA'],
  details:
    'Prints for each rotated axis of each mode its correlation with the prediction and the variables with the largest ' +
    'weights, then the local regression coefficients: how the prediction changes with each variable (of standardised data: ' +
    `per standard deviation), for one row, or as mean and deviation over at most ${MAX_LOCAL} evenly spaced rows. A row ` +
    'without neighbours within the width has no meaningful coefficients: such rows are listed and left out of the mean.',
  options: {
    class: {
      value: 'NAME',
      help: 'the class whose probability is explained (default: the second of two classes, the first of more)',
    },
    response: { value: 'NAME', help: 'the response that is explained, a name (default: the first of several)' },
    row: { value: 'N', help: 'coefficients of this row of the file instead of their mean', read: aNumber },
    top: { value: 'N', help: 'number of variables to print (default 10)', read: integerFrom(1, 1_000_000) },
    sigma: {
      value: 'X|auto',
      help: 'width of a neighbourhood in the projection; auto (the default): the median distance to the nearest neighbour; the paper: 1',
      read: sigma,
    },
    out: {
      value: 'FILE',
      help: 'all variables, format by extension: .npy (the numbers as an array), .json, otherwise CSV',
    },
    ...missingOption,
    ...readingOptions,
  },
  examples: [
    ['trip explain iris.json iris.csv --class virginica', ''],
    ['trip explain iris.json iris.csv --row 17 --out row-17.csv', 'the effects on the prediction near row 17'],
  ],
  run,
};

function sigma(text: string, name: string): number | 'auto' {
  return text === 'auto' ? 'auto' : aNumber(text, name);
}

/** One mode: the weights of its variables on the axes and their coefficients, in the order of the variables. */
interface Mode {
  readonly names: readonly string[];
  readonly rank: number;
  readonly correlation: readonly number[];
  /** C R, I x J. */
  readonly axes: Float64Array;
  readonly mean: Float64Array;
  /** Deviation over the samples; absent for one row. */
  readonly deviation?: Float64Array;
}

async function run({ files: [modelPath = '', path = ''], values }: Arguments, terminal: Terminal): Promise<object> {
  const out = values.out === undefined ? undefined : await requireWritable(values.out as string);
  if (out !== undefined) await refuseInputs(out, [modelPath, path]);
  if (out === '-' && values.json === true)
    throw new TripError('option', `--json and --out ${values.out} both use the standard output`);
  const trip = await loadTrip();
  const known = await readModel(trip, modelPath, terminal.signal);
  const missing = values.missing as 'refuse' | 'mean' | 'drop' | undefined;
  const request = {
    reading: readingOf(values),
    ...(missing === undefined ? {} : { missing }),
    arrays: arraysOf(values),
  };
  const samples = await readModelData(trip, known, path, request, terminal);
  traced('explain');
  const explanation = await killable(() => explanationOf(known.model, samples.data, values), terminal.signal);
  reportNotes(known.model, terminal);
  try {
    const chosen = samplesOf(samples, values.row as number | undefined);
    const { modes, isolated, few } = await modesOf(known, explanation, chosen, terminal);
    const rowsOf = (some: readonly number[]) => some.map((n) => samples.rows[n] as number);
    reportFew(few, chosen.length, explanation.sigma, terminal);
    reportIsolated(rowsOf(isolated), chosen.length, explanation.sigma, terminal);
    if (out !== undefined) await writeFile(out, [formatted(modes, out)], terminal.signal);
    const { className, responseName } = explanation;
    const top = (values.top as number | undefined) ?? 10;
    const where = values.row === undefined ? `mean of ${meanOver(chosen, isolated).length} rows` : `row ${values.row}`;
    for (const [k, mode] of out === '-' ? [] : modes.entries())
      printMode(mode, modes.length > 1 ? `mode ${k + 1}: ` : '', top, where, terminal);
    return {
      ...(className === undefined ? {} : { class: className }),
      ...(responseName === undefined ? {} : { response: responseName }),
      sigma: explanation.sigma,
      rows: rowsOf(chosen),
      isolated: rowsOf(isolated),
      fewNeighbours: few,
      modes: modes.map((mode) => jsonOf(mode, top)),
    };
  } finally {
    explanation.dispose();
  }
}

function explanationOf(model: Model, data: Dataset, values: Arguments['values']): Explanation {
  const {
    sigma: width,
    class: className,
    response,
  } = values as { [name in 'class' | 'response']?: string } & {
    sigma?: number | 'auto';
  };
  const { classNames, responses } = model.spec;
  if (response !== undefined && classNames !== undefined)
    throw new TripError('option', `--response is ${quote(response)}; the model has classes, --class NAME is accepted`);
  if (className !== undefined && classNames === undefined)
    throw new TripError(
      'option',
      `--class is ${quote(className)}; the model predicts numbers, --response NAME is accepted`,
    );
  const known = responses?.flatMap(({ name }) => name ?? []);
  if (response !== undefined && known?.includes(response) === false)
    throw new TripError('option', `--response is ${quote(response)}; the responses are ${known.map(quote).join(', ')}`);
  const name = className ?? response;
  // Only one target is explained, since the local coefficients of all classes would take a multiple of the time.
  const first = classNames === undefined ? responses && 0 : Number(classNames.length === 2);
  const target = name ?? first;
  return model.explain(data, {
    sigma: width ?? 'auto',
    ...(target === undefined ? {} : { target }),
  });
}

/** The sample of a row, or evenly spaced samples. */
function samplesOf({ rows }: ModelData, row: number | undefined): number[] {
  if (row === undefined) {
    const count = Math.min(rows.length, MAX_LOCAL);
    return Array.from({ length: count }, (_, i) => Math.floor((i * rows.length) / count));
  }
  const sample = Array.from(rows).indexOf(row);
  if (sample !== -1) return [sample];
  const range = `${rows[0]} to ${rows[rows.length - 1]}`;
  throw new TripError('option', `--row is ${row}; a row of the file with a sample is accepted, ${range}`);
}

/** A row whose neighbours have a smaller total weight counts as isolated, since its coefficients depend on itself alone. */
const MIN_NEIGHBOURS = 0.01;

/** The rows in the mean: rows with neighbours, or all rows if none has neighbours. */
function meanOver(chosen: readonly number[], isolated: readonly number[]): readonly number[] {
  const without = new Set(isolated);
  return isolated.length === chosen.length ? chosen : chosen.filter((n) => !without.has(n));
}

/** Most rows may have a neighbour and yet fewer than a regression in as many axes needs. */
function reportFew(few: number, count: number, width: number, terminal: Terminal): void {
  if (2 * few <= count) return;
  const seen = `${few} of ${count} rows have fewer neighbours within the width ${short(width)} than their regression has coefficients`;
  terminal.note(
    `${seen}, which are drawn towards zero; --sigma ${short(2 * width)} or ${short(4 * width)} gives them more`,
  );
}

const MOST_NAMED = 10;

function reportIsolated(rows: readonly number[], count: number, width: number, terminal: Terminal): void {
  if (rows.length === 0) return;
  const more = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  const named = `${rows.length > 1 ? 'rows' : 'row'} ${rows.slice(0, MOST_NAMED).join(', ')}${more}`;
  const seen = `${rows.length} of ${count} rows have no neighbours within the width ${short(width)}: ${named}`;
  const left = rows.length === count ? 'their coefficients mean little' : 'the mean leaves them out';
  terminal.note(`${seen}; ${left}; a larger --sigma includes more neighbours`);
}

/** `isolated` are those of the chosen samples that have no neighbours, `few` counts those that have too few. */
async function modesOf(
  { spec, table }: KnownModel,
  explanation: Explanation,
  chosen: readonly number[],
  terminal: Terminal,
): Promise<{ modes: Mode[]; isolated: number[]; few: number }> {
  const local = new Map<number, readonly Float64Array[]>();
  const isolated: number[] = [];
  let few = 0;
  for (const [done, n] of chosen.entries()) {
    await nextTurn();
    terminal.signal.throwIfAborted();
    terminal.progress('explaining', done, chosen.length);
    const { targets, neighbours, isolated: tooFew } = explanation.local(n);
    local.set(n, (targets[explanation.main] as { original: readonly Float64Array[] }).original);
    if (neighbours < 1 + MIN_NEIGHBOURS) isolated.push(n);
    if (tooFew) few++;
  }
  terminal.finish();
  const rows = meanOver(chosen, isolated);
  const { axes, correlation } = explanation as TargetExplanation;
  const modes = spec.dims.map((size, k) => {
    const { mean, deviation } = summaryOf(
      rows.map((n) => (local.get(n) as readonly Float64Array[])[k] as Float64Array),
      size,
    );
    return {
      names: namesOf(spec, table?.features, k),
      rank: (correlation[k] as Float64Array).length,
      correlation: Array.from(correlation[k] as Float64Array),
      axes: axes[k] as Float64Array,
      mean,
      ...(chosen.length === 1 ? {} : { deviation }),
    };
  });
  return { modes, isolated, few };
}

/** Mean and deviation of each entry. */
function summaryOf(vectors: readonly Float64Array[], size: number): { mean: Float64Array; deviation: Float64Array } {
  const mean = new Float64Array(size);
  const deviation = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const values = vectors.map((vector) => vector[i] as number);
    mean[i] = averageOf(values);
    deviation[i] = Math.sqrt(averageOf(values.map((value) => (value - (mean[i] as number)) ** 2)));
  }
  return { mean, deviation };
}

function averageOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Variables of vectors have the names of their columns; the modes of matrices and cubes have names, or else numbers from 1. */
function namesOf(spec: KnownModel['spec'], features: readonly string[] | undefined, mode: number): readonly string[] {
  const known = spec.featureNames ?? (spec.dims.length === 1 ? features : undefined);
  return spec.modeNames?.[mode] ?? known ?? Array.from({ length: spec.dims[mode] as number }, (_, i) => `${i + 1}`);
}

/** Indices of the largest magnitudes. */
function largest(values: ArrayLike<number>, count: number): number[] {
  const size = (i: number) => Math.abs(values[i] as number);
  return [...Array.from(values).keys()].sort((a, b) => size(b) - size(a) || a - b).slice(0, count);
}

function axisOf({ axes, rank, names }: Mode, axis: number): number[] {
  return names.map((_, i) => axes[i * rank + axis] as number);
}

function printMode(mode: Mode, title: string, top: number, where: string, terminal: Terminal): void {
  for (let axis = 0; axis < mode.rank; axis++) {
    const weights = axisOf(mode, axis);
    const correlation = short(mode.correlation[axis] as number);
    terminal.heading(`${title}axis ${axis + 1}, correlation with the prediction ${correlation}`);
    terminal.print(align(largest(weights, top).map((i) => [`  ${mode.names[i]}`, weights[i] as number])));
  }
  terminal.heading(`${title}local regression coefficients, ${where}`);
  const rows = largest(mode.mean, top).map((i) => [
    `  ${mode.names[i]}`,
    mode.mean[i] as number,
    ...(mode.deviation === undefined ? [] : ['+-', mode.deviation[i] as number]),
  ]);
  terminal.print(align(rows));
}

function jsonOf(mode: Mode, top: number): object {
  const { names, mean, deviation, correlation } = mode;
  return {
    axes: correlation.map((value, axis) => {
      const weights = axisOf(mode, axis);
      const variables = largest(weights, top).map((i) => ({ name: names[i], weight: weights[i] }));
      return { correlation: Number.isFinite(value) ? value : null, top: variables };
    }),
    coefficients: largest(mean, top).map((i) => ({
      name: names[i],
      mean: mean[i],
      ...(deviation === undefined ? {} : { deviation: deviation[i] }),
    })),
  };
}

/** One row per variable, in the format given by the file extension. An array contains the number of the variable, from 1, and NaN for absent cells. */
function formatted(modes: readonly Mode[], out: string): string | Uint8Array {
  const { columns, rows } = variablesOf(modes);
  const format = resultFormat(out);
  if (format === 'npy') {
    const numbers = rows.map(([mode, { number }, ...rest]) => [
      mode,
      number,
      ...rest.map((value) => value ?? Number.NaN),
    ]);
    return writeNpy({ shape: [rows.length, columns.length], values: Float64Array.from(numbers.flat()) });
  }
  const short = (value: number | null) => (value === null ? null : exact(value));
  const cells = rows.map(([mode, { name }, ...rest]) => [mode, name, ...rest.map(short)]);
  if (format === 'csv') return toCsv([columns, ...cells].map(cellsFor(out)));
  return `${JSON.stringify({ columns, rows: cells })}\n`;
}

type Variable = { readonly name: string; readonly number: number };
type Row = readonly [mode: number, variable: Variable, ...values: (number | null)[]];

function variablesOf(modes: readonly Mode[]): { readonly columns: readonly string[]; readonly rows: readonly Row[] } {
  const rank = Math.max(...modes.map((mode) => mode.rank));
  const axes = Array.from({ length: rank }, (_, j) => `axis ${j + 1}`);
  const rows = modes.flatMap((mode, k) =>
    mode.names.map(
      (name, i): Row => [
        k + 1,
        { name, number: i + 1 },
        ...axes.map((_, j) => (j < mode.rank ? (mode.axes[i * mode.rank + j] as number) : null)),
        mode.mean[i] as number,
        mode.deviation === undefined ? null : (mode.deviation[i] as number),
      ],
    ),
  );
  return { columns: ['mode', 'variable', ...axes, 'coefficient', 'deviation'], rows };
}
