/** Models from files, and data in the shape that a model needs. */

import type { Dataset, DatasetInput, Model, ModelFile, Trip } from 'trip-wasm';
import { checksumOf, TripError } from 'trip-wasm';
import { type ColumnPlan, type ColumnType, type Format, findColumn, type Table } from '../table/index.js';
import { defined } from './checks.js';
import { type ArraySamples, type ArrayWishes, formatOf, isArrayFormat } from './files.js';
import {
  called,
  datasetOf,
  datasetOfInput,
  isInput,
  parseJson,
  type Reading,
  readData,
  readText,
  tell,
  withPath,
  withWishes,
} from './input.js';
import type { Terminal } from './terminal.js';

/** What the command adds to a model file, under its checksum: where the variables were in the file. The package ignores it. */
export interface TableOfModel {
  readonly target?: string;
  /** Names of the variables' columns in order, whatever the shape; absent where the file was no table. */
  readonly features?: readonly string[];
  /** The index of the first variable in svmlight files. */
  readonly firstIndex?: 0 | 1;
}

/** What finding the columns of a model's data takes. */
export interface KnownModel {
  readonly spec: Pick<Model['spec'], 'dims' | 'task' | 'featureNames' | 'fill'>;
  readonly table?: TableOfModel;
}

export function writeModel(model: Model, table: TableOfModel | undefined): string {
  const file: Record<string, unknown> = { ...model.toJSON(), ...(table === undefined ? {} : { table }) };
  return `${JSON.stringify({ ...file, checksum: checksumOf(file) })}\n`;
}

export async function readModel(
  trip: Trip,
  path: string,
  signal: AbortSignal,
): Promise<KnownModel & { readonly model: Model }> {
  try {
    const file = parseJson(await readText(path, signal)) as ModelFile & { readonly table?: TableOfModel };
    const model = trip.restore(file);
    return { model, spec: model.spec, ...(file.table === undefined ? {} : { table: file.table }) };
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Samples for a model, and what the file says beside them. */
export interface ModelData {
  readonly data: Dataset;
  /** Row in the file of each sample. */
  readonly rows: ArrayLike<number>;
  /** Columns that are handed through, a text for each sample. */
  readonly kept: readonly { readonly name: string; readonly cells: readonly string[] }[];
}

export interface DataWishes {
  readonly reading: Reading;
  /** With the response: true takes the model's own target. */
  readonly target?: string | true;
  readonly keep?: readonly string[];
  readonly missing?: 'refuse' | 'mean' | 'drop';
  /** Which arrays of a file are read, and the response from another file. */
  readonly arrays?: Pick<ArrayWishes, 'array' | 'targetArray' | 'first' | 'response'>;
}

export async function readModelData(
  trip: Trip,
  known: KnownModel,
  path: string,
  wishes: DataWishes,
  terminal: Terminal,
): Promise<ModelData> {
  const { dims, fill, task } = known.spec;
  let columns: Columns | undefined;
  const choose = (plans: readonly ColumnPlan[], format: Format) => {
    columns = findColumns(known, wishes, plans, format);
    return columns.types;
  };
  const missing = wishes.missing ?? (fill === undefined ? 'refuse' : 'mean');
  const required = (name: string) => missing === 'refuse' && (columns?.features.includes(name) ?? false);
  if (wishes.keep !== undefined && isArrayFormat(wishes.reading.format ?? formatOf(path))) {
    throw new TripError('option', `--keep takes columns of a table; ${called(path)} has none`);
  }
  const arrays = arrayWishes(known, { ...wishes, missing });
  const table = await readData(path, wishes.reading, { choose, required, arrays }, terminal);
  try {
    if (isInput(table)) return { data: datasetOfInput(trip, table), rows: rowsOf(table), kept: [] };
    const { features, target, keep } = columns as Columns;
    const choice = { features, shape: dims, missing, task, ...(target === undefined ? {} : { target }) };
    const dataset = datasetOf(path, table, choice, terminal);
    tell(path, table, terminal, dataset);
    const { samples } = dataset;
    // Names of a file that is read by position are those of other places.
    const { featureNames, ...rest } = dataset.input;
    const input = (columns as Columns).byPosition ? rest : { ...rest, ...defined({ featureNames }) };
    const rows = samples.map((index) => table.rows[index] as number);
    return {
      data: trip.dataset(input),
      rows,
      kept: keep.map((name) => ({ name, cells: cellsOf(table, name, samples) })),
    };
  } catch (error) {
    throw withPath(error, path);
  }
}

function arrayWishes({ spec, table }: KnownModel, { arrays, target, missing }: DataWishes): ArrayWishes {
  return {
    first: table?.firstIndex,
    ...arrays,
    target: typeof target === 'string' && arrays?.response === undefined ? target : undefined,
    task: target === undefined ? undefined : spec.task,
    dims: spec.dims,
    missing,
    withResponse: target !== undefined,
  };
}

/** Positions of the samples in their file, from 1. */
function rowsOf({ input, kept }: ArraySamples): ArrayLike<number> {
  const count = input.shape?.[0] ?? (input as DatasetInput).x.length;
  return kept?.map((n) => n + 1) ?? Array.from({ length: count }, (_, n) => n + 1);
}

interface Columns {
  readonly byPosition: boolean;
  readonly types: ColumnType[];
  readonly features: string[];
  readonly target?: string;
  readonly keep: string[];
}

/** By name; in a file without names that has no more columns than the model has variables, by position. */
function findColumns(
  { spec, table }: KnownModel,
  { reading, target, keep = [] }: DataWishes,
  plans: readonly ColumnPlan[],
  format: Format,
): Columns {
  const names = plans.map(({ name }) => name);
  const kept = new Set(keep.map((name) => findColumn(names, name)));
  const known = table?.features ?? spec.featureNames;
  const there = new Set(names);
  const byPosition = known === undefined || (!format.header.value && !known.every((name) => there.has(name)));
  const own = byPosition || table?.target === undefined ? undefined : table.target;
  const response = typeof target === 'string' ? findColumn(names, target) : target && own ? names.indexOf(own) : -1;
  if (target !== undefined && response === -1) {
    throw new TripError(
      'option',
      `--target COLUMN is needed: the data have no column ${own ?? 'that the model names'}`,
    );
  }
  const responseType = spec.task === 'regression' ? 'number' : 'category';
  const wished = withWishes(plans, reading);
  const wanted = new Set(known);
  // A file of the variables alone may have one that counts the rows.
  const size = spec.dims.reduce((product, length) => product * length, 1);
  const spare = plans.length - Number(response !== -1) > size;
  const typeOf = (c: number): ColumnType => {
    if (c === response) return responseType;
    const plan = plans[c] as ColumnPlan;
    const number = wished[c] === 'date' || plan.looks === 'dates' || plan.looks === 'times' ? 'date' : 'number';
    if (byPosition) {
      if (kept.has(c)) return 'category';
      return wished[c] === 'skip' && (spare || plan.type !== 'skip') ? 'skip' : number;
    }
    if (wanted.has(plan.name)) return number;
    const isCategory = known.some((name) => name.startsWith(`${names[c]}=`));
    return isCategory || kept.has(c) ? 'category' : 'skip';
  };
  const types = plans.map((_, c) => typeOf(c));
  return {
    byPosition,
    types,
    features: byPosition
      ? names.filter((_, c) => (types[c] === 'number' || types[c] === 'date') && c !== response)
      : [...known],
    ...(response === -1 ? {} : { target: names[response] as string }),
    keep: [...kept].map((c) => names[c] as string),
  };
}

function cellsOf({ columns }: Table, name: string, samples: Int32Array): string[] {
  const column = columns.find((one) => one.name === name);
  return Array.from(samples, (row) => {
    if (column?.type !== 'number') return column?.categories[column.codes[row] as number] ?? '';
    const value = column.values[row] as number;
    return Number.isNaN(value) ? '' : String(value);
  });
}
