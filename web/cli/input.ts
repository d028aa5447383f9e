/** Data from files: which columns are read, and what is said about them. */

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { type DatasetInput, TripError } from 'trip-wasm';
import {
  type ColumnPlan,
  type ColumnType,
  type DatasetChoice,
  findColumn,
  nameOf,
  readTable,
  type Table,
  TableError,
  type TableOptions,
  tableOfRecords,
} from '../table/index.js';
import { list, numbers, type Options, oneOf, yesOrNo } from './command.js';
import type { Terminal } from './terminal.js';

const tab = (text: string) => (text === 'tab' || text === '\\t' ? '\t' : text);

/** How a file is read; the names of the values are those of {@link Reading}. */
export const readingOptions: Options = {
  format: {
    value: 'csv|json',
    help: 'default: json for names that end in .json, else csv',
    read: oneOf('csv', 'json'),
  },
  delimiter: { value: 'C', help: "what separates cells, 'tab' for a tab (default: detected)", read: tab },
  decimal: { value: '.|,', help: 'the decimal mark (default: detected)', read: oneOf('.', ',') },
  header: { value: 'yes|no', help: 'whether the first row holds names (default: detected)', read: yesOrNo },
  encoding: { value: 'NAME', help: 'default: by the byte order mark, else utf-8' },
  comment: { value: 'TEXT', help: 'leave out rows that begin with it' },
  'missing-tokens': {
    value: 'A,B',
    help: 'what means a missing value (default: empty, ?, -, NA, N/A, NaN, null)',
    read: list,
  },
  ignore: { value: 'A,B', help: 'columns that are not read, names or positions', read: list },
  number: { value: 'A,B', help: 'columns that hold numbers, whatever was detected', read: list },
  category: { value: 'A,B', help: 'columns that hold categories, whatever was detected', read: list },
};

export const targetOption: Options = {
  target: { value: 'COLUMN', help: 'the response: a name or a position, 1 is the first column, -1 the last' },
};

/** What only a training decides; a model knows it. */
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
    help: 'missing values: an error (default), the mean of the training set, or leave the row out',
    read: oneOf('refuse', 'mean', 'drop'),
  },
  categories: {
    value: 'refuse|indicators',
    help: 'variables that are categories: an error (default), or a variable 0/1 for each category',
    read: oneOf('refuse', 'indicators'),
  },
};

export type Reading = Omit<TableOptions, 'choose' | 'onProgress'> & {
  readonly format?: 'csv' | 'json';
  readonly ignore?: readonly string[];
  readonly number?: readonly string[];
  readonly category?: readonly string[];
};

/** The reading options among the values of the command line, or of the plan of a sweep. */
export function readingOf(values: { readonly [name: string]: unknown }): Reading {
  const { 'missing-tokens': missingTokens, ...rest } = values;
  const entries = Object.entries({ ...rest, ...(missingTokens === undefined ? {} : { missingTokens }) });
  const names = [...Object.keys(readingOptions), 'missingTokens'];
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}

/** Types for the columns of a file, by what is wanted of it. */
export type Chooser = NonNullable<TableOptions['choose']>;

/** Types as detected, but for the columns that the user named. */
export function withWishes(columns: readonly ColumnPlan[], { ignore = [], number = [], category = [] }: Reading) {
  const names = columns.map(({ name }) => name);
  const types: ColumnType[] = columns.map(({ type }) => type);
  const wishes = [
    ['category', category],
    ['number', number],
    ['skip', ignore],
  ] as const;
  for (const [type, wanted] of wishes) for (const name of wanted) types[findColumn(names, name)] = type;
  return types;
}

/** A table, or the input of `trip.dataset` where a JSON file holds that. */
export async function readData(
  path: string,
  reading: Reading,
  choose: Chooser,
  terminal: Terminal,
): Promise<Table | DatasetInput> {
  const { format, ignore: _ignore, number: _number, category: _category, ...options } = reading;
  try {
    if ((format ?? (path.endsWith('.json') ? 'json' : 'csv')) === 'json') {
      return ofJson(await readText(path), { ...options, choose });
    }
    const size = path === '-' ? Number.POSITIVE_INFINITY : (await stat(path)).size;
    const known = Number.isFinite(size) ? { size } : {};
    const onProgress = (read: number) => terminal.progress(`reading ${called(path)}`, read, size);
    const table = await readTable(bytesOf(path, terminal.signal), { ...options, ...known, choose, onProgress });
    terminal.note(formatReport(called(path), table));
    for (const note of table.notes) terminal.note(`${called(path)}: ${note()}`);
    return table;
  } catch (error) {
    throw withPath(error, path);
  }
}

export async function readText(path: string): Promise<string> {
  if (path !== '-') return readFile(path, 'utf8');
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function* bytesOf(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const stream = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: 2 ** 18 });
  for await (const piece of stream) {
    signal.throwIfAborted();
    yield piece;
  }
}

function ofJson(text: string, options: TableOptions): Table | DatasetInput {
  const value: unknown = parseJson(text);
  if (Array.isArray(value)) return tableOfRecords(value, options);
  if (typeof value === 'object' && value !== null && 'x' in value) return value as DatasetInput;
  throw new TripError('format', 'the file holds neither a list of records or rows nor an object with x (and y)');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new TripError('format', `the file is not JSON: ${(error as Error).message}`);
  }
}

/** A path as it is shown. */
export function called(path: string): string {
  return path === '-' ? 'standard input' : path;
}

/** The system would not let us read. */
export class FileError extends Error {
  readonly code = 'file';
}

/** The error with the file at fault in front. */
export function withPath(error: unknown, path: string): unknown {
  const name = called(path);
  if (error instanceof TableError) return new TableError(error.code, `${name}: ${error.message}`, error.rows);
  if (error instanceof TripError) return new TripError(error.code, `${name}: ${error.message}`);
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new FileError(`${name}: there is no such file`);
  return code === undefined ? error : new FileError(`${name} cannot be read: ${message}`);
}

/** Whether the file held a dataset as it is, so that there are no columns to choose from. */
export function isInput(data: Table | DatasetInput): data is DatasetInput {
  return 'x' in data;
}

/** What was detected and what was given, in two lines. */
export function formatReport(path: string, { format, plans }: Table): string {
  const { encoding, delimiter, decimal, header } = format;
  if (delimiter.reason === 'JSON') return `${path}: JSON, ${plans.length} columns`;
  const parts = [
    `delimiter ${nameOf(delimiter.value)} (${delimiter.reason})`,
    `decimal ${decimal.value === '.' ? 'point' : 'comma'} (${decimal.reason})`,
    `${header.value ? 'names in the first row' : 'no names'} (${header.reason})`,
    `${encoding.value} (${encoding.reason})`,
  ];
  return `${path}: ${parts.join(', ')}`;
}

export function asChoice(values: { readonly [name: string]: unknown }): DatasetChoice {
  const names = ['target', 'task', 'shape', 'missing', 'categories'];
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
