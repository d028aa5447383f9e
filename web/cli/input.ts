/** Reads data from files: the choice of columns, and the report about them. */

import { open, stat } from 'node:fs/promises';
import { type Dataset, type DatasetInput, type Trip, TripError } from 'trip-wasm';
import { readParquet } from '../formats/index.js';
import {
  type ColumnPlan,
  type ColumnType,
  type DatasetChoice,
  nameOf,
  positionsOf,
  readTable,
  type Table,
  type TableDataset,
  TableError,
  type TableOptions,
  tableOfRecords,
  tableOfRows,
  toDataset,
} from '../table/index.js';
import { parseJson, quoted } from './checks.js';
import { list, numbers, type Options, oneOf, yesOrNo } from './command.js';
import {
  type ArrayRequest,
  type ArraySamples,
  arrayOptions,
  codecsOfNode,
  type FileFormat,
  formatNames,
  formatOf,
  formats,
  isArrayFormat,
  ofObject,
  readArrays,
  responseOptions,
  unused,
  unusedArrayOptions,
} from './files.js';
import { harmless, type Terminal } from './terminal.js';
import { traced } from './trace.js';
import { orAborted } from './waiting.js';

const tab = (text: string) => (text === 'tab' || text === '\\t' ? '\t' : text);

/** Options for reading a file; their values are the fields of {@link Reading}. */
export const readingOptions: Options = {
  format: {
    value: formats.join('|'),
    help: 'default: by file extension (.svm and .libsvm are svmlight), otherwise csv',
    read: oneOf(...formats),
  },
  ...arrayOptions,
  delimiter: { value: 'C', help: "column separator, 'tab' for a tab (default: detected)", read: tab },
  decimal: {
    value: '.|,',
    help: 'decimal mark; the other one may separate thousands (default: detected)',
    read: oneOf('.', ','),
  },
  header: { value: 'yes|no', help: 'whether the first row holds names (default: detected)', read: yesOrNo },
  encoding: { value: 'NAME', help: 'default: from the byte order mark, or else utf-8' },
  comment: { value: 'TEXT', help: 'skip rows starting with this text (default: # before the header)' },
  'missing-tokens': {
    value: 'A,B',
    help: 'texts for a missing value (default: empty, ?, -, NA, N/A, #N/A, <NA>, NaN, None, null)',
    read: list,
  },
  ignore: { value: 'A,B', help: 'columns that are not read, names or positions', read: list },
  number: { value: 'A,B', help: 'columns read as numbers, overriding detection', read: list },
  category: { value: 'A,B', help: 'columns read as categories, overriding detection', read: list },
  indicators: {
    value: 'A,B',
    help: 'columns with a 0/1 variable for each category, for any number of categories',
    read: list,
  },
  dates: {
    value: 'A,B',
    help: 'columns of dates or times, read as days since 1970-01-01 or hours of the day',
    read: list,
  },
  include: {
    value: 'A,B',
    help: 'columns that are variables even if they look like row names or row numbers',
    read: list,
  },
};

export const targetOption: Options = {
  target: {
    value: 'COLUMN',
    help: 'the response: a name or a position, 1 is the first column, -1 the last; several responses of a regression: A,B',
  },
  weight: {
    value: 'COLUMN',
    help: 'the weights of the rows, no variable: a weight of 2 counts as the row given twice, 0 leaves it out',
  },
  ...responseOptions,
};

/** Options for training data; a model already has these settings. */
export const trainingDataOptions: Options = {
  ...targetOption,
  task: {
    value: 'classification|regression',
    help: 'default: texts and integers are classes',
    read: oneOf('classification', 'regression'),
  },
  shape: { value: '8x8', help: 'shape of a sample, over its columns in order (default: a vector)', read: numbers },
  missing: {
    value: 'refuse|mean|drop',
    help: 'missing values: an error (default), the mean of the training set, or leaving the row out',
    read: oneOf('refuse', 'mean', 'drop'),
  },
  categorical: {
    value: 'A,B',
    help: 'columns of categories: a 0/1 variable for each category that occurs in the training samples, also in each fold of a sweep',
    read: list,
  },
  categories: {
    value: 'refuse|indicators',
    help: 'variables that are categories: an error (default), or a 0/1 variable for each of at most 20 categories',
    read: oneOf('refuse', 'indicators'),
  },
};

export type Reading = Omit<TableOptions, 'choose' | 'onProgress'> & {
  readonly format?: FileFormat;
  readonly ignore?: readonly string[];
  readonly number?: readonly string[];
  readonly category?: readonly string[];
  readonly indicators?: readonly string[];
  readonly dates?: readonly string[];
  readonly include?: readonly string[];
};

/** The reading options among the values of the command line, or of the plan of a sweep. */
export function readingOf(values: { readonly [name: string]: unknown }): Reading {
  const { 'missing-tokens': missingTokens, ...rest } = values;
  const entries = Object.entries({ ...rest, ...(missingTokens === undefined ? {} : { missingTokens }) });
  const names = [...Object.keys(readingOptions), 'missingTokens'];
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}

/** The detected types, except for columns that the user named. */
export function requestedTypes(columns: readonly ColumnPlan[], reading: Reading): ColumnType[] {
  const types: ColumnType[] = columns.map(({ type }) => type);
  for (const [index, type] of requestsOf(columns, reading)) types[index] = type ?? (columns[index] as ColumnPlan).kept;
  return types;
}

/** Columns that the user named with their types, later entries override earlier ones; undefined keeps the detected type. */
function requestsOf(columns: readonly ColumnPlan[], reading: Reading): (readonly [number, ColumnType | undefined])[] {
  const names = columns.map(({ name }) => name);
  const request = [
    [undefined, reading.include],
    ['category', reading.category],
    ['number', reading.number],
    ['indicators', reading.indicators],
    ['date', reading.dates],
    ['skip', reading.ignore],
  ] as const;
  return request.flatMap(([type, wanted = []]) => positionsOf(names, wanted).map((index) => [index, type] as const));
}

/** Names of the columns that the user named. */
export function decidedOf(columns: readonly ColumnPlan[], reading: Reading): string[] {
  return requestsOf(columns, reading).map(([index]) => (columns[index] as ColumnPlan).name);
}

/** Callbacks that choose the columns once they are known, and the requested arrays of files that contain arrays. */
export type Choosing = Required<Pick<TableOptions, 'choose' | 'required'>> &
  Pick<TableOptions, 'problems' | 'verbatim'> & {
    readonly arrays?: ArrayRequest;
    /** The bytes of a table that is open already. */
    readonly source?: (() => AsyncIterable<Uint8Array>) | undefined;
  };

/** A table, or samples if the file contains arrays or, as JSON, the input of `trip.dataset`. */
export async function readData(
  path: string,
  reading: Reading,
  { arrays = { withResponse: false }, source, ...choosing }: Choosing,
  terminal: Terminal,
): Promise<Table | ArraySamples> {
  const options = { ...readerOptions(reading), ...choosing };
  const format = reading.format ?? formatOf(path);
  traced(`read data as ${format}`);
  for (const name of unusedArrayOptions(reading, format))
    terminal.note(`${displayName(path)}: --${name} is an option for other formats and is ignored`);
  try {
    if (!isArrayFormat(format)) refuseResponse(arrays);
    else refuseWeight(arrays);
    if (format === 'json') return ofJson(await readText(path, terminal.signal), options, arrays);
    if (format === 'parquet') {
      const { names, rows } = await readParquet(await readBytes(path, terminal.signal), codecsOfNode());
      return tableOfRows(rows, { names, origin: 'Parquet' }, options);
    }
    if (isArrayFormat(format)) {
      const samples = await readArrays(await readBytes(path, terminal.signal), format, arrays);
      terminal.note(`${displayName(path)}: ${formatNames[format]} of the shape ${samples.input.shape?.join(' x ')}`);
      for (const note of samples.notes) terminal.note(`${displayName(path)}: ${note}`);
      // A response from another file may be a table.
      for (const name of arrays.response === undefined ? unused(reading) : [])
        terminal.note(`${displayName(path)}: --${name} is a table option and is ignored`);
      return samples;
    }
    const size = await sizeOf(path);
    const known = Number.isFinite(size) ? { size } : {};
    const onProgress = (read: number) => terminal.progress(`reading ${displayName(path)}`, read, size);
    return await readTable(source?.() ?? bytesOf(path, terminal.signal), { ...options, ...known, onProgress });
  } catch (error) {
    throw withPath(error, path);
  }
}

/** The response of a table is one of its columns, so --y cannot be used. */
function refuseResponse({ response }: ArrayRequest): void {
  if (response === undefined) return;
  throw new TripError('option', '--y is for arrays; the response of a table is its column --target');
}

/** Weights are read from a column of a table, or from `sampleWeight` of a JSON object. */
function refuseWeight({ weight }: ArrayRequest): void {
  if (weight === undefined) return;
  throw new TripError('option', `--weight is ${quoted(weight)}, a column of a table; arrays have no columns`);
}

/** The reading options of the table module. */
export function readerOptions({ delimiter, decimal, header, missingTokens, comment, encoding }: Reading): TableOptions {
  const given = Object.entries({ delimiter, decimal, header, missingTokens, comment, encoding });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

/**
 * Reports the detected format and all notes. If few rows are left, that note comes first. `dataset` is absent if it
 * could not be created.
 */
export function reportTable(
  path: string,
  table: Table,
  terminal: Terminal,
  dataset?: Pick<TableDataset, 'notes' | 'fewLeft'>,
  summary?: string,
): void {
  const name = displayName(path);
  const [first, ...rest] = dataset?.notes ?? [];
  const few = dataset?.fewLeft === true && first !== undefined;
  if (few) terminal.note(`${name}: ${first()}`);
  terminal.note(formatReport(name, table));
  for (const note of table.notes) terminal.note(`${name}: ${note()}`);
  if (first !== undefined && !few) terminal.note(`${name}: ${first()}`);
  for (const note of rest) terminal.note(`${name}: ${note()}`);
  if (summary !== undefined) terminal.note(`${name}: ${summary}`);
}

export async function readText(path: string, signal: AbortSignal): Promise<string> {
  return (await readBytes(path, signal)).toString('utf8');
}

export async function readBytes(path: string, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytesOf(path, signal)) chunks.push(new Uint8Array(chunk));
  return Buffer.concat(chunks);
}

/** Bytes that are read at a time. */
export const CHUNK = 2 ** 18;

/** Pipes and devices have an unknown size. */
export async function sizeOf(path: string): Promise<number> {
  const found = isStandard(path) ? undefined : await stat(path);
  return found?.isFile() && found.size > 0 ? found.size : Number.POSITIVE_INFINITY;
}

/** The names of the standard input; opening one as a file fails if the standard input is a socket. */
function isStandard(path: string): boolean {
  return ['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'].includes(path);
}

let standardRead = false;

/** The bytes of a file or of the standard input. A chunk is valid until the next one is asked for. */
export async function* bytesOf(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const standard = isStandard(path);
  if (standard && standardRead) throw new TripError('option', 'it is given twice, but can only be read once');
  standardRead ||= standard;
  const chunks = standard ? process.stdin[Symbol.asyncIterator]() : chunksOf(path);
  try {
    for (;;) {
      const { done, value } = await orAborted<IteratorResult<Uint8Array, void>>(chunks.next(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    // A read that is under way, as of a pipe without a writer, may never end, so that nothing waits for it.
    if (standard) process.stdin.destroy();
    else chunks.return?.(undefined)?.catch(() => {});
  }
}

/** Reads into the same memory each time: a buffer for each chunk stays until the next garbage collection, tens of MB of them. */
async function* chunksOf(path: string): AsyncGenerator<Uint8Array, void> {
  const file = await open(path);
  try {
    const buffer = new Uint8Array(CHUNK);
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function ofJson(text: string, options: TableOptions, arrays: ArrayRequest): Table | ArraySamples {
  const value: unknown = parseJson(text);
  if (Array.isArray(value)) return tableOfRecords(value, options);
  if (typeof value === 'object' && value !== null && 'x' in value) return ofObject(value as DatasetInput, arrays);
  throw new TripError('format', 'the file contains neither a list of records or rows nor an object with x (and y)');
}

/** A path in a message: one line, of which at most the last 200 characters are shown. */
export function pathIn(path: string): string {
  return harmless(path.length > 200 ? `...${path.slice(-200)}` : path);
}

/** The name of an input in messages. */
export function displayName(path: string): string {
  return isStandard(path) ? 'standard input' : pathIn(path);
}

/** An error of the operating system with a file. */
export class FileError extends Error {
  readonly code = 'file';
  /** Where a result was saved that could not be written. */
  savedAs: string | undefined;
}

/** Adds the file name to the message of an error. */
export function withPath(error: unknown, path: string): unknown {
  const name = displayName(path);
  if (error instanceof TableError) return new TableError(error.code, `${name}: ${error.message}`, error.details);
  if (error instanceof TripError) return new TripError(error.code, `${name}: ${error.message}`);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new FileError(`${name}: there is no such file`);
  return typeof code === 'string' ? new FileError(`${name} cannot be read: ${message.slice(0, 300)}`) : error;
}

/** Whether the file contained samples, which have no columns to choose from. */
export function isInput(data: Table | ArraySamples): data is ArraySamples {
  return 'input' in data;
}

export function datasetOfInput(trip: Trip, { input }: ArraySamples): Dataset {
  return 'offsets' in input ? trip.sparseDataset(input) : trip.dataset(input);
}

/** The detected and given properties of the format. */
function formatReport(path: string, { format, plans }: Table): string {
  const { encoding, delimiter, decimal, header } = format;
  if (delimiter.value === 'none') return `${path}: ${delimiter.reason}, ${plans.length} columns`;
  const parts = [
    `delimiter ${nameOf(delimiter.value)} (${delimiter.reason})`,
    `decimal ${decimal.value === '.' ? 'point' : 'comma'} (${decimal.reason})`,
    `${header.value ? 'names in the first row' : 'no names'} (${header.reason})`,
    `${encoding.value} (${encoding.reason})`,
  ];
  return `${path}: ${parts.join(', ')}`;
}

/** Creates the dataset of a table. The format is reported even if this fails. */
export function datasetOf(path: string, table: Table, choice: DatasetChoice, terminal: Terminal): TableDataset {
  try {
    return toDataset(table, { ...choice, lazy: true });
  } catch (error) {
    reportTable(path, table, terminal);
    throw error;
  }
}

export function asChoice(values: { readonly [name: string]: unknown }): DatasetChoice & { target?: string } {
  const names = ['target', 'weight', 'task', 'shape', 'missing', 'categories', 'categorical'];
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
