/** Reads and writes model files, and reads data for a model. */

import type { Dataset, DatasetInput, Model, ModelFile, Trip } from 'trip-wasm';
import { checksumOf, TripError } from 'trip-wasm';
import {
  type ColumnPlan,
  type ColumnType,
  type Format,
  findColumn,
  findTargets,
  indicatorsIn,
  positionsOf,
  type Table,
} from '../table/index.js';
import { cut, defined, parseJson } from './checks.js';
import type { ArrayRequest, ArraySamples } from './files.js';
import {
  datasetOf,
  datasetOfInput,
  displayName,
  isInput,
  type Reading,
  readData,
  readText,
  reportTable,
  requestedTypes,
  withPath,
} from './input.js';
import { type Signs, signNotes } from './signs.js';
import type { Terminal } from './terminal.js';
import { traced } from './trace.js';
import { killable } from './waiting.js';

/** Characters of a note of a model. */
const MAX_NOTE = 1000;

/** A field that the command adds to a model file before computing the checksum: the variables in the file. The package ignores it. */
export interface TableOfModel {
  /** The column of the response, a list for several responses. */
  readonly target?: string | readonly string[];
  /** Names of the variable columns in order, for any shape; absent if the training file was not a table. */
  readonly features?: readonly string[];
  /** Signs of the columns of numbers that had one, including the response. */
  readonly signs?: Signs;
  /** The index of the first variable in svmlight files. */
  readonly firstIndex?: 0 | 1;
}

/** The properties of a model needed to find the columns of its data. */
export interface KnownModel {
  readonly spec: Pick<Model['spec'], 'dims' | 'task' | 'featureNames' | 'modeNames' | 'fill' | 'input'>;
  readonly table?: TableOfModel;
}

export function writeModel(model: Model, table: TableOfModel | undefined): string {
  const file: Record<string, unknown> = { ...model.toJSON(), ...(table === undefined ? {} : { table }) };
  return `${JSON.stringify({ ...file, checksum: checksumOf(file) })}\n`;
}

/** Prints the notes of a model, whose file may come from anybody. */
export function reportNotes({ notes }: Model, terminal: Terminal): void {
  for (const note of notes) terminal.note(cut(note, MAX_NOTE));
}

export async function readModel(
  trip: Trip,
  path: string,
  signal: AbortSignal,
): Promise<KnownModel & { readonly model: Model }> {
  traced('read a model');
  try {
    const text = await readText(path, signal);
    const { model, file } = await killable(() => {
      const read = parseJson(text) as ModelFile & { readonly table?: unknown };
      return { model: trip.restore(read), file: read };
    }, signal);
    const { spec } = model;
    return { model, spec, ...(file.table === undefined ? {} : { table: readTableOfModel(file.table, spec) }) };
  } catch (error) {
    throw withPath(error, path);
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((own) => typeof own === 'string') && new Set(value).size === value.length;

/** Checks the field of a model file that only the command knows; a column named twice would stand for two variables. */
function readTableOfModel(value: unknown, { dims, input, responses }: Model['spec']): TableOfModel {
  const bad = (name: string, wanted: string): never => {
    throw new TripError('format', `table${name} of the model file does not fit; ${wanted} accepted`);
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('', 'an object is');
  const { target, features, signs, firstIndex } = value as TableOfModel;
  const size = (input?.dims ?? dims).reduce((product, length) => product * length, 1);
  if (features !== undefined && !(isTexts(features) && features.length === size))
    bad('.features', `a list of ${size} different names is`);
  const targets = [target ?? []].flat() as unknown[];
  const names: unknown[] = [...(features ?? []), ...targets];
  if (target !== undefined && !(isTexts(targets) && targets.length === (responses?.length ?? 1) && isTexts(names)))
    bad('.target', 'the name of a column that is no variable, or one for each response, is');
  const isSign = (own: unknown) =>
    Array.isArray(own) && own.length === 2 && own.every((one) => typeof one === 'string');
  if (signs !== undefined && !(Array.isArray(signs) && signs.every(isSign)))
    bad('.signs', 'a list of pairs of a column and its sign is');
  if (firstIndex !== undefined && firstIndex !== 0 && firstIndex !== 1) bad('.firstIndex', '0 or 1 is');
  return value as TableOfModel;
}

/** Samples for a model, and additional columns of the file. */
export interface ModelData {
  readonly data: Dataset;
  /** Row number in the file of each sample. */
  readonly rows: ArrayLike<number>;
  /** Row number in the file of the first row, which may have been left out. */
  readonly first: number;
  /** Columns copied to the result, one text per sample. */
  readonly kept: readonly { readonly name: string; readonly cells: readonly string[] }[];
}

export interface DataRequest {
  readonly reading: Reading;
  /** The response column, or several with commas; true selects the target of the model. */
  readonly target?: string | true;
  /** The column of the weights. */
  readonly weight?: string;
  readonly keep?: readonly string[];
  readonly missing?: 'refuse' | 'mean' | 'drop';
  /** The arrays to read, and the response of another file. */
  readonly arrays?: Pick<ArrayRequest, 'array' | 'targetArray' | 'first' | 'response' | 'weight'>;
  /** The bytes of a table that is open already. */
  readonly source?: () => AsyncIterable<Uint8Array>;
}

export async function readModelData(
  trip: Trip,
  known: KnownModel,
  path: string,
  request: DataRequest,
  terminal: Terminal,
): Promise<ModelData> {
  const { fill, task, input } = known.spec;
  const { dims } = input ?? known.spec;
  let columns: Columns | undefined;
  const choose = (plans: readonly ColumnPlan[], format: Format) => {
    columns = findColumns(known, request, plans, format);
    return columns.types;
  };
  const missing = request.missing ?? (fill === undefined ? 'refuse' : 'mean');
  const required = (name: string) => missing === 'refuse' && (columns?.isFeature.has(name) ?? false);
  const verbatim = (name: string) => columns?.copied.has(name) ?? false;
  const arrays = arrayRequest(known, request);
  const { source } = request;
  const table = await readData(path, request.reading, { choose, required, verbatim, arrays, source }, terminal);
  try {
    if (isInput(table) && request.keep !== undefined)
      throw new TripError('option', '--keep takes columns of a table; there are none');
    if (isInput(table)) return { data: datasetOfInput(trip, table), rows: rowsOf(table), first: 1, kept: [] };
    const { features, target, weight, keep } = columns as Columns;
    const categorical = input?.categories.map(({ column }) => features[column] as string);
    const choice = { features, shape: dims, missing, task, target, ...defined({ weight, categorical }) };
    const dataset = datasetOf(path, table, choice, terminal);
    reportTable(path, table, terminal, dataset);
    reportSigns(path, table, known.table, columns as Columns, terminal);
    const { samples } = dataset;
    // In a file read by position, column names do not belong to the variables of the model.
    const { featureNames, ...rest } = dataset.input;
    const given = (columns as Columns).byPosition ? rest : { ...rest, ...defined({ featureNames }) };
    const rows = samples.map((index) => table.rows[index] as number);
    return {
      data: trip.dataset(given),
      rows,
      first: table.rows[0] as number,
      kept: keep.map((name) => ({ name, cells: cellsOf(table, name, samples) })),
    };
  } catch (error) {
    throw withPath(error, path);
  }
}

function arrayRequest({ spec, table }: KnownModel, { arrays, target, missing }: DataRequest): ArrayRequest {
  return {
    first: table?.firstIndex,
    ...arrays,
    target: typeof target === 'string' && arrays?.response === undefined ? target : undefined,
    task: target === undefined ? undefined : spec.task,
    dims: (spec.input ?? spec).dims,
    missing,
    usualMissing: spec.fill === undefined ? undefined : 'mean',
    withResponse: target !== undefined,
  };
}

/** Old model files do not know signs. */
export function reportSigns(
  path: string,
  table: Table,
  known: TableOfModel | undefined,
  { features, target }: Columns,
  terminal: Terminal,
): void {
  if (known?.signs === undefined) return;
  const there = known.target === undefined ? [] : [known.target].flat();
  const pairs = [
    ...features.map((name, i) => [known.features?.[i] ?? name, name] as const),
    ...target.flatMap((name, r) => (there[r] === undefined ? [] : [[there[r], name] as const])),
  ];
  for (const note of signNotes(table, known.signs, pairs)) terminal.note(`${displayName(path)}: ${note}`);
}

/** Positions of the samples in the file, from 1. */
function rowsOf({ input, kept }: ArraySamples): ArrayLike<number> {
  const count = input.shape?.[0] ?? (input as DatasetInput).x.length;
  return kept?.map((n) => n + 1) ?? Array.from({ length: count }, (_, n) => n + 1);
}

export interface Columns {
  readonly byPosition: boolean;
  readonly types: ColumnType[];
  readonly features: string[];
  readonly isFeature: ReadonlySet<string>;
  readonly target: readonly string[];
  readonly weight?: string;
  readonly keep: string[];
  /** Columns that are only copied. */
  readonly copied: ReadonlySet<string>;
}

/** Finds columns by name, or by position in a file without names. */
export function findColumns(
  { spec, table }: KnownModel,
  { reading, target, weight, keep = [] }: DataRequest,
  plans: readonly ColumnPlan[],
  format: Format,
): Columns {
  const names = plans.map(({ name }) => name);
  const kept = new Set(positionsOf(names, keep));
  const { dims, featureNames } = spec.input ?? spec;
  const known = table?.features ?? featureNames;
  const categorical = new Set(spec.input?.categories.map(({ column }) => column));
  const there = new Set(names);
  const byPosition = known === undefined || (!format.header.value && !known.every((name) => there.has(name)));
  const own = byPosition || table?.target === undefined ? [] : [table.target].flat();
  const responses =
    typeof target === 'string' ? findTargets(names, target) : target ? own.map((name) => names.indexOf(name)) : [];
  if (target !== undefined && (responses.length === 0 || responses.includes(-1))) {
    const absent = own.find((name) => !there.has(name)) ?? 'that the model names';
    throw new TripError('option', `--target COLUMN is needed: the data have no column ${cut(absent)}`);
  }
  const weights = weight === undefined ? -1 : findColumn(names, weight);
  if (responses.includes(weights)) {
    throw new TripError('option', `--weight and the response are both column '${cut(names[weights] ?? '')}'`);
  }
  const responseType = spec.task === 'regression' ? 'number' : 'category';
  const requested = requestedTypes(plans, reading);
  const wanted = new Set(known);
  const dated = new Set((table?.signs ?? []).flatMap(([name, sign]) => (sign === 'date' ? [name] : [])));
  // A file with exactly the variables may contain a variable that looks like row numbers.
  const size = dims.reduce((product, length) => product * length, 1);
  const others = new Set(weight === undefined ? responses : [...responses, weights]);
  const encoded = new Set(known?.filter((_, i) => categorical.has(i)));
  const indicating = indicatorsIn(known?.filter((name) => !there.has(name)) ?? [], names);
  const spare = plans.length - others.size > size;
  const typeOf = (c: number): ColumnType | 'copied' => {
    if (c === weights) return 'number';
    if (others.has(c)) return responseType;
    const plan = plans[c] as ColumnPlan;
    const digits = plan.order === 'ymd' && dated.has(plan.name);
    const number =
      requested[c] === 'date' || plan.looks === 'dates' || plan.looks === 'times' || digits ? 'date' : 'number';
    if (byPosition) {
      if (kept.has(c)) return 'copied';
      return requested[c] === 'skip' && (spare || plan.type !== 'skip') ? 'skip' : number;
    }
    if (wanted.has(plan.name)) return encoded.has(plan.name) ? 'category' : number;
    // A variable that is a column itself is no indicator of a category.
    if (indicating.get(plan.name)?.length) return 'category';
    return kept.has(c) ? 'copied' : 'skip';
  };
  const kinds = plans.map((_, c) => typeOf(c));
  const types = kinds.map((kind) => (kind === 'copied' ? 'category' : kind));
  const isVariable = (c: number) => (types[c] === 'number' || types[c] === 'date') && !others.has(c);
  const variables = [...types.keys()].filter(isVariable);
  if (byPosition) for (const [i, c] of variables.entries()) if (categorical.has(i)) types[c] = 'category';
  const features = byPosition ? variables.map((c) => names[c] as string) : [...known];
  return {
    byPosition,
    types,
    features,
    isFeature: new Set(features),
    target: responses.map((c) => names[c] as string),
    ...(weight === undefined ? {} : { weight: names[weights] as string }),
    keep: [...kept].map((c) => names[c] as string),
    copied: new Set(names.filter((_, c) => kinds[c] === 'copied')),
  };
}

/** The cells of a column, one text a sample; '' where a value is missing. */
export function cellsOf({ columns }: Table, name: string, samples: Int32Array): string[] {
  const column = columns.find((one) => one.name === name);
  return Array.from(samples, (row) => {
    if (column?.type !== 'number') return column?.categories[column.codes[row] as number] ?? '';
    const value = column.values[row] as number;
    return Number.isNaN(value) ? '' : String(value);
  });
}
