/** The reader's own data: turns a table into data to train on, inside the page. arrays.ts does the same with files of arrays. */

import type { Dataset, Method, Task, Trip } from 'trip-wasm';
import {
  type ColumnPlan,
  type ColumnType,
  type DecimalMark,
  type Inspection,
  inspectRows,
  inspectTable,
  missingTokens,
  type Note,
  readTable,
  refusedColumns,
  type Table,
  tableOfRows,
  toDataset,
} from '../../table/index.ts';
import { catalogue, type Entry } from './catalogue.ts';
import { type Rows as FileRows, split } from './entry.ts';
import { fewestGroups, lonelyClasses, splitByGroups } from './groups.ts';
import { Refusal } from './refusal.ts';
import { nextTask } from './tasks.ts';

/** Larger files are refused without reading them. */
export const fileLimit = 100e6;
/** Tables with more samples are sampled at random: pictures of more samples show no more. */
export const sampleLimit = 5000;
/** Arrays with more numbers are refused: with the copies of a training they would fill the memory of a page. */
export const numberLimit = 2 ** 25;
/** Fewer samples cannot be split into ten folds. */
const fewest = 20;

/** Rows of a file that is no text. */
export interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  /** The kind of file. */
  readonly origin: string;
}

/** A file, pasted text, or rows. */
export type Source = Blob | string | Rows;

const isRows = (source: Source): source is Rows => typeof source === 'object' && 'rows' in source;

/** Options of reading the file; undefined ones are detected. */
export interface Reading {
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly decimal: DecimalMark | undefined;
  readonly header: boolean | undefined;
  /** Tokens separated by spaces; the empty cell always counts too. */
  readonly missingTokens: string;
  /** Rows that begin with this are skipped; an empty string skips none. */
  readonly comment: string;
  /** Types that the reader changed, by column index. */
  readonly types: ReadonlyMap<number, ColumnType>;
}

/** Options of the columns. */
export interface Choice {
  readonly target: string;
  readonly task: Task;
  readonly missing: 'refuse' | 'mean' | 'drop';
  readonly categories: 'refuse' | 'indicators';
  /** Name of the column whose values group the rows, if any. */
  readonly group?: string;
}

/** Reason why a table cannot be trained on. */
export type TableProblem =
  /** Sizes in megabytes. */
  | { readonly code: 'tooLarge'; readonly size: number; readonly limit: number }
  | { readonly code: 'tooFew'; readonly rows: number; readonly fewest: number }
  | { readonly code: 'oneValue'; readonly column: string; readonly value: number }
  | { readonly code: 'oneClass'; readonly column: string; readonly name: string }
  | { readonly code: 'allClasses'; readonly column: string; readonly classes: number; readonly rows: number }
  | { readonly code: 'rareClasses'; readonly names: readonly string[] }
  | { readonly code: 'allConstant' }
  | { readonly code: 'fewGroups'; readonly column: string; readonly groups: number; readonly fewest: number }
  | { readonly code: 'lonelyClasses'; readonly column: string; readonly names: readonly string[] }
  /** Files of arrays. */
  | { readonly code: 'tooMany'; readonly numbers: number; readonly limit: number }
  | { readonly code: 'modes'; readonly modes: number; readonly most: number }
  | { readonly code: 'shape'; readonly text: string }
  | { readonly code: 'responseFile'; readonly name: string };

/** Changes to a table; the table module adds notes of its own. */
export type OwnNote =
  | Note
  | { readonly code: 'drawn'; readonly shown: number; readonly all: number }
  /** Variables by index, with their names if they have any. */
  | { readonly code: 'constant'; readonly variables: readonly { readonly index: number; readonly name?: string }[] }
  | { readonly code: 'oneVariable' };

export interface OwnData {
  readonly name: string;
  readonly data: Dataset;
  /** Hash of values, names and responses: the same table read with the same options. */
  readonly fingerprint: string;
  /** Notes on skipped, renamed and filled-in values. */
  readonly notes: readonly OwnNote[];
  readonly entry: Entry;
}

export const defaultReading: Reading = {
  encoding: undefined,
  delimiter: undefined,
  decimal: undefined,
  header: undefined,
  missingTokens: missingTokens.filter((token) => token !== '').join(' '),
  comment: '',
  types: new Map(),
};

const optionsOf = (reading: Reading) => ({
  ...(reading.encoding === undefined ? {} : { encoding: reading.encoding }),
  ...(reading.comment === '' ? {} : { comment: reading.comment }),
  ...(reading.delimiter === undefined ? {} : { delimiter: reading.delimiter }),
  ...(reading.decimal === undefined ? {} : { decimal: reading.decimal }),
  ...(reading.header === undefined ? {} : { header: reading.header }),
  missingTokens: ['', ...reading.missingTokens.split(/\s+/).filter((token) => token !== '')],
});

/** Problem of a file that is too large. */
export function tooLarge({ size }: Blob): TableProblem | undefined {
  return size <= fileLimit ? undefined : { code: 'tooLarge', size: Math.ceil(size / 1e6), limit: fileLimit / 1e6 };
}

/** A column whose type the reader may have changed. */
export type Column = ColumnPlan & { readonly chosen: boolean };
export type TableInspection = Omit<Inspection, 'columns'> & { readonly columns: readonly Column[] };

/** Inspects the beginning, with the types that the reader changed. */
export async function inspect(source: Source, reading: Reading): Promise<TableInspection> {
  const options = optionsOf(reading);
  const found = isRows(source) ? inspectRows(source.rows, source, options) : await inspectTable(source, options);
  const columns = found.columns.map((column, at) => {
    const type = reading.types.get(at) ?? column.type;
    return { ...column, type, chosen: type !== column.type };
  });
  return { ...found, columns };
}

/** Reads the whole table; throws a TableError that names the faulty rows, or a Refusal with the missing requirement. */
export async function importTable(
  trip: Trip,
  source: Source,
  name: string,
  reading: Reading,
  choice: Choice,
): Promise<OwnData> {
  const choose: NonNullable<Parameters<typeof readTable>[1]>['choose'] = (columns) =>
    columns.map((column, at) => typeOf(column, reading.types.get(at), choice));
  const required = (column: string) =>
    column === choice.group || (choice.missing === 'refuse' && column !== choice.target);
  const problems: NonNullable<Parameters<typeof readTable>[1]>['problems'] = (table) =>
    refusedColumns(table, { ...choice, beside: choice.group ? [choice.group] : [] });
  const options = { ...optionsOf(reading), choose, required, problems };
  const table = isRows(source) ? tableOfRows(source.rows, source, options) : await readTable(source, options);
  await nextTask();
  const decided = table.plans.filter((_, at) => reading.types.has(at)).map((plan) => plan.name);
  const beside = choice.group ? [choice.group] : [];
  const { input, notes, samples } = toDataset(table, { ...choice, beside, decided: [...decided, ...beside] });
  const [column] = beside;
  const groups = column === undefined ? {} : { groups: { column, of: textsOf(table, column, samples) } };
  const rows = Array.from(samples, (sample) => table.rows[sample] as number);
  const all = { name, response: choice.target, notes: [...notes, ...table.notes], rows, ...groups };
  return ownOf(trip, trip.dataset(input), all);
}

/** The values of a column of categories, one a sample. */
function textsOf({ columns }: Table, name: string, samples: Int32Array): string[] {
  const column = columns.find((one) => one.name === name);
  if (column?.type === 'number' || column === undefined) throw new Error(`${name} is no column of categories`);
  return Array.from(samples, (row) => column.categories[column.codes[row] as number] ?? '');
}

interface OwnSource {
  readonly name: string;
  /** Name of the response in messages. */
  readonly response: string;
  readonly notes: readonly OwnNote[];
  /** Row of each sample in the file. */
  readonly rows?: FileRows;
  /** Group of each sample, and the name of its column. */
  readonly groups?: { readonly column: string; readonly of: readonly string[] };
}

/** Checks and samples data. */
export async function ownOf(
  trip: Trip,
  whole: Dataset,
  { name, response, notes, rows, groups }: OwnSource,
): Promise<OwnData> {
  await nextTask();
  checkResponse(whole, response);
  const all = whole.shape[0] as number;
  const kept = sampled(trip, whole);
  const data = dense(trip, kept ? trip.subset(whole, kept) : whole);
  const own = groups && (kept?.map((n) => groups.of[n] as string) ?? groups.of);
  if (groups && own) checkGroups(data, groups.column, own);
  await nextTask();
  if (constantOf(data).length === sizeOf(data)) throw refusal({ code: 'allConstant' });
  const shown: OwnNote[] = all > sampleLimit ? [{ code: 'drawn', shown: sampleLimit, all }] : [];
  const fingerprint = fingerprintOf(data, own);
  await nextTask();
  return {
    name,
    data,
    fingerprint,
    notes: [...notes, ...constantNotes(data), ...axesNotes(data), ...shown],
    entry: entryOf(data, own, rows && kept ? kept.map((n) => rows[n] as number) : rows),
  };
}

/** The target of a classification is read as text, since numbers can be class names too. */
function typeOf(
  column: { name: string; type: ColumnType },
  chosen: ColumnType | undefined,
  choice: Choice,
): ColumnType {
  if (column.name === choice.group) return 'category';
  if (column.name !== choice.target) return chosen ?? column.type;
  if (choice.task === 'classification') return 'category';
  return chosen === 'date' ? 'date' : 'number';
}

export const refusal = (reason: TableProblem) => new Refusal(reason);

function checkResponse({ shape, labels, targets, classNames = [] }: Dataset, column: string): void {
  const rows = shape[0] as number;
  if (rows < fewest) throw refusal({ code: 'tooFew', rows, fewest });
  if (targets?.every((value) => value === targets[0])) {
    throw refusal({ code: 'oneValue', column, value: targets[0] as number });
  }
  if (!labels) return;
  const classes = classNames.length;
  if (classes === 1) throw refusal({ code: 'oneClass', column, name: classNames[0] ?? '' });
  if (classes > rows / 2) throw refusal({ code: 'allClasses', column, classes, rows });
  const counts = new Uint32Array(classes);
  for (const label of labels) counts[label] = (counts[label] as number) + 1;
  const rare = classNames.filter((_, label) => (counts[label] as number) < 2);
  if (rare.length > 0) throw refusal({ code: 'rareClasses', names: rare.slice(0, 5) });
}

function checkGroups(data: Dataset, column: string, groups: readonly string[]): void {
  const count = new Set(groups).size;
  if (count < fewestGroups) throw refusal({ code: 'fewGroups', column, groups: count, fewest: fewestGroups });
  const names = lonelyClasses(data, groups);
  if (names.length > 0) throw refusal({ code: 'lonelyClasses', column, names: names.slice(0, 5) });
}

/** Indices of the samples that are kept; undefined for all. */
function sampled(trip: Trip, data: Dataset): number[] | undefined {
  const count = data.shape[0] as number;
  if (count <= sampleLimit) return undefined;
  const folds = Math.ceil(count / sampleLimit);
  const fold = trip.folds(data, folds, 1);
  return [...fold.keys()].filter((n) => fold[n] === 0);
}

const sizeOf = ({ shape }: Dataset): number => shape.slice(1).reduce((product, size) => product * size, 1);

/** The page draws and explains dense samples only. */
function dense(trip: Trip, data: Dataset): Dataset {
  const { x, offsets, index, shape, task, labels, targets, classNames } = data;
  if (offsets === undefined || index === undefined) return data;
  const [samples, ...dims] = shape as [number, ...number[]];
  const size = sizeOf(data);
  if (samples * size > numberLimit) throw refusal({ code: 'tooMany', numbers: samples * size, limit: numberLimit });
  const all = new Float32Array(samples * size);
  for (let n = 0; n < samples; n++) {
    for (let e = offsets[n] as number; e < (offsets[n + 1] as number); e++) {
      const at = dims.reduce((place, length, k) => place * length + (index[e * dims.length + k] as number), 0);
      all[n * size + at] = x[e] as number;
    }
  }
  const y = labels ? Array.from(labels, (label) => classNames?.[label] as string) : Array.from(targets ?? []);
  return trip.dataset({ x: all, shape, y, ...(task && { task }), ...(classNames && { classNames }) });
}

function constantOf(data: Dataset): number[] {
  const { x, shape } = data;
  const [count, size] = [shape[0] as number, sizeOf(data)];
  return Array.from({ length: size }, (_, i) => i).filter((i) => {
    for (let n = 1; n < count; n++) if (x[n * size + i] !== x[i]) return false;
    return true;
  });
}

/** Notes on constant variables, which are kept. Elements of matrices have no names, and pictures have many constant ones. */
function constantNotes(data: Dataset): OwnNote[] {
  if (data.shape.length > 2) return [];
  const variables = constantOf(data).map((index) => {
    const name = data.featureNames?.[index];
    return { index, ...(name !== undefined && { name }) };
  });
  return variables.length === 0 ? [] : [{ code: 'constant', variables }];
}

const axesNotes = (data: Dataset): OwnNote[] => (sizeOf(data) === 1 ? [{ code: 'oneVariable' }] : []);

/** Names of the modes of matrices and of cubes. */
const modesOf: { readonly [modes: number]: Entry['modes'] } = {
  2: ['rows', 'columns'],
  3: ['first mode', 'second mode', 'third mode'],
};
export const mostModes = 3;

function entryOf(data: Dataset, groups: readonly string[] | undefined, rows: FileRows | undefined): Entry {
  const dims = data.shape.slice(1);
  const vectors: readonly Method[] = data.task === 'regression' ? ['pca'] : ['pca', 'lda'];
  return {
    ...catalogue.own,
    baselines: dims.length === 1 ? vectors : ['tucker'],
    modes: modesOf[dims.length] ?? catalogue.own.modes,
    mostAxes: Math.max(...dims),
    classes: data.classNames?.length ?? 0,
    load: (trip, { dataSeed }) =>
      groups ? splitByGroups(trip, data, groups, dataSeed, rows) : split(trip, data, dataSeed, rows),
  };
}

/** 64-bit FNV-1a hash of all training input, as 16 hexadecimal digits. */
export function fingerprintOf(
  { x, shape, labels, targets, classNames = [], featureNames = [] }: Dataset,
  groups: readonly string[] = [],
): string {
  const mask = (1n << 64n) - 1n;
  let hash = 0xcbf29ce484222325n;
  let [low, high] = [Number(hash & 0xffffffffn), Number(hash >> 32n)];
  const feed = (bytes: Uint8Array) => {
    // Two halves of 32 bits: a BigInt for each byte of a large table would take seconds.
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.imul(low, 0x100) + Math.floor(product / 2 ** 32)) >>> 0;
      low = product >>> 0;
    }
  };
  const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
    new Uint8Array(buffer, byteOffset, byteLength);
  for (const values of [x, labels, targets]) if (values) feed(bytesOf(values));
  // Links to tables contain fingerprints without a shape.
  if (shape.length > 2) feed(new TextEncoder().encode(shape.join()));
  feed(new TextEncoder().encode([...featureNames, ...classNames, ...groups].join('\n')));
  hash = ((BigInt(high) << 32n) | BigInt(low)) & mask;
  return hash.toString(16).padStart(16, '0');
}

/** A small table as an example of the format. */
export const template = `height_cm,weight_kg,team
171.5,64.2,red
182.0,80.1,blue
165.3,,red
`;
