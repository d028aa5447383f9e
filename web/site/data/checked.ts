/** Checks the reader's own data and describes them, without WebAssembly: in the worker that reads a table, or in the page. */

import { type Dataset, dataset } from 'trip-wasm';
import type { Note } from '../../table/index.ts';
import { fewestGroups, lonelyClasses } from './groups.ts';
import { Refusal } from './refusal.ts';
import { drawnRows, sizeOf, takeRows } from './rows.ts';
import { nextTask } from './tasks.ts';

/**
 * Data with more numbers are trained on only after a question. Each of at most 8 workers has three copies of 4 bytes: the data as they
 * were sent, those of the core, and those in the order of access. With the two copies of the page that is 104 bytes a number.
 */
export const askLimit = 2 ** 23;
/** Data with more numbers are refused: they would fill the memory of a page. */
export const numberLimit = 2 ** 25;
export const bytesPerNumber = 104;
/** Fewer samples cannot be split into ten folds. */
const fewest = 20;

/** The rows to train on, where the reader was asked: all of them, or as many as are trained on without a question. */
export type RowsChoice = 'all' | 'sample';

interface ManyNumbers {
  readonly code: 'manyNumbers';
  readonly rows: number;
  readonly size: number;
  readonly fits: boolean;
  readonly sample: number;
}

/** Reason why a table cannot be trained on. */
export type TableProblem =
  /** Sizes in megabytes. */
  | { readonly code: 'tooLarge'; readonly size: number; readonly limit: number }
  /** Rows and variables; whether all rows are accepted; and the rows of a sample, 0 where that would be too small. */
  | ManyNumbers
  | { readonly code: 'noMemory' }
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

export const refusal = (reason: TableProblem) => new Refusal(reason);

/** Changes to a table; the table module adds notes of its own. */
export type OwnNote =
  | Note
  | { readonly code: 'drawn'; readonly shown: number; readonly all: number }
  /** Variables by index, with their names if they have any. */
  | { readonly code: 'constant'; readonly variables: readonly { readonly index: number; readonly name?: string }[] }
  | { readonly code: 'oneVariable' };

export interface Groups {
  readonly column: string;
  /** Group of each sample. */
  readonly of: readonly string[];
}

export interface Unchecked {
  /** Name of the response in messages. */
  readonly response: string;
  readonly notes: readonly OwnNote[];
  readonly groups?: Groups;
  /** Row of each sample in its file. */
  readonly fileRows?: Int32Array;
  /** Undefined: a question is asked where there are many numbers. */
  readonly rows?: RowsChoice | undefined;
}

/** Data without functions, which a worker can send. */
export interface Checked {
  readonly data: Dataset;
  /** Hash of values, names and responses: the same table read with the same options. */
  readonly fingerprint: string;
  /** Notes on skipped, renamed and filled-in values. */
  readonly notes: readonly OwnNote[];
  /** Group of each sample. */
  readonly groups?: readonly string[];
  /** Row of each sample in its file. */
  readonly rows?: Int32Array;
}

/** Checks data in several tasks; throws a Refusal with the missing requirement. */
export async function checked(
  whole: Dataset,
  { response, notes, groups, fileRows, rows }: Unchecked,
): Promise<Checked> {
  await nextTask();
  checkResponse(whole, response);
  const all = whole.shape[0] as number;
  const size = sizeOf(whole);
  const kept = keptRows(whole, rows);
  const data = dense(kept ? takeRows(whole, kept) : whole);
  const own = groups && (kept ? Array.from(kept, (n) => groups.of[n] as string) : groups.of);
  if (groups && own) checkGroups(data, groups.column, own);
  await nextTask();
  const constant = constantOf(data);
  if (constant.length === size) throw refusal({ code: 'allConstant' });
  const drawn: OwnNote[] = kept ? [{ code: 'drawn', shown: kept.length, all }] : [];
  await nextTask();
  return {
    data,
    fingerprint: await fingerprintOf(data, own),
    notes: [...notes, ...constantNotes(data, constant), ...axesNotes(data), ...drawn],
    ...(own && { groups: own }),
    ...(fileRows && { rows: kept ? kept.map((n) => fileRows[n] as number) : fileRows }),
  };
}

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

/** Indices of the rows that are kept, ascending; undefined for all. */
function keptRows(data: Dataset, rows: RowsChoice | undefined): Int32Array | undefined {
  const count = data.shape[0] as number;
  const size = sizeOf(data);
  if (count * size <= askLimit) return undefined;
  const fits = count * size <= numberLimit;
  if (rows === 'all' && fits) return undefined;
  const most = Math.floor(askLimit / size);
  const sample = most < fewest ? 0 : most;
  if (rows === 'sample' && sample > 0) return drawnRows(data.labels, count, sample);
  if (!fits && sample === 0) throw refusal({ code: 'tooMany', numbers: count * size, limit: numberLimit });
  throw refusal({ code: 'manyNumbers', rows: count, size, fits, sample });
}

/** The page draws and explains dense samples only. */
function dense(data: Dataset): Dataset {
  const { x, offsets, index, shape, task, labels, targets, classNames } = data;
  if (offsets === undefined || index === undefined) return data;
  const [samples, ...dims] = shape as [number, ...number[]];
  const size = sizeOf(data);
  const all = new Float32Array(samples * size);
  for (let n = 0; n < samples; n++) {
    for (let e = offsets[n] as number; e < (offsets[n + 1] as number); e++) {
      const at = dims.reduce((place, length, k) => place * length + (index[e * dims.length + k] as number), 0);
      all[n * size + at] = x[e] as number;
    }
  }
  const y = labels ? Array.from(labels, (label) => classNames?.[label] as string) : Array.from(targets ?? []);
  return dataset({ x: all, shape, y, ...(task && { task }), ...(classNames && { classNames }) });
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
function constantNotes(data: Dataset, constant: readonly number[]): OwnNote[] {
  if (data.shape.length > 2) return [];
  const variables = constant.map((index) => {
    const name = data.featureNames?.[index];
    return { index, ...(name !== undefined && { name }) };
  });
  return variables.length === 0 ? [] : [{ code: 'constant', variables }];
}

const axesNotes = (data: Dataset): OwnNote[] => (sizeOf(data) === 1 ? [{ code: 'oneVariable' }] : []);

/** Bytes that are hashed in one task. */
const hashedAtOnce = 2 ** 22;

/** 64-bit FNV-1a hash of all training input, as 16 hexadecimal digits. */
export async function fingerprintOf(
  { x, shape, labels, targets, classNames = [], featureNames = [] }: Dataset,
  groups: readonly string[] = [],
): Promise<string> {
  // Two halves of 32 bits: a BigInt for each byte of a large table would take seconds.
  let [low, high] = [0x84222325, 0xcbf29ce4];
  const feed = (bytes: Uint8Array) => {
    for (const byte of bytes) {
      low = (low ^ byte) >>> 0;
      const product = low * 0x1b3;
      high = (Math.imul(high, 0x1b3) + Math.imul(low, 0x100) + Math.floor(product / 2 ** 32)) >>> 0;
      low = product >>> 0;
    }
  };
  for (const values of [x, labels, targets]) {
    if (!values) continue;
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let at = 0; at < bytes.length; at += hashedAtOnce) {
      if (at > 0) await nextTask();
      feed(bytes.subarray(at, at + hashedAtOnce));
    }
  }
  // Links to tables contain fingerprints without a shape.
  if (shape.length > 2) feed(new TextEncoder().encode(shape.join()));
  feed(new TextEncoder().encode([...featureNames, ...classNames, ...groups].join('\n')));
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
