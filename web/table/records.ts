/** Tables of rows that are in memory: records of JSON, and the rows of other files. */

import { TableBuilder } from './builder.js';
import { missingTokens } from './cells.js';
import { layoutOf } from './detect.js';
import { questionError, quote, TableError } from './errors.js';
import { marksOf } from './marks.js';
import { inspectionOf } from './read.js';
import type { DecimalMark, Inspection, Question, Table, TableOptions } from './types.js';

/**
 * Converts rows of JSON: objects (names are keys) or arrays of numbers, texts, booleans and null (a missing value). The
 * decimal mark of numbers in texts is determined as in a file.
 */
export function tableOfRecords(records: readonly unknown[], options: TableOptions = {}): Table {
  const [first] = records;
  if (records.length > 0 && (typeof first !== 'object' || first === null)) {
    const seen = typeof first === 'string' ? quote(first) : String(first);
    throw new TableError('format', `record 1 is ${seen}; objects, or arrays of equal length, are accepted`);
  }
  const names = records.length === 0 || Array.isArray(first) ? undefined : Object.keys(first as object);
  const known = new Set(names);
  const values = records.map((record, index) => valuesOf(record, names, known, index));
  return tableOfRows(values, { names, origin: 'JSON' }, options);
}

/** The origin of rows: the names of their columns, if they have names, and the kind of file for the report. */
export interface RowsOrigin {
  readonly names: readonly string[] | undefined;
  readonly origin: string;
}

/** As {@link tableOfRecords}, of rows that are in the order of the names. */
export function tableOfRows(values: readonly Row[], origin: RowsOrigin, options: TableOptions = {}): Table {
  const { rows, layout, question } = layoutOfRows(values, origin, options);
  if (question !== undefined) throw questionError(question);
  const builder = new TableBuilder(layout, options, rows.length);
  for (const row of rows) builder.add(row);
  return builder.build();
}

/** As inspectTable, of all rows. */
export function inspectRows(values: readonly Row[], origin: RowsOrigin, options: TableOptions = {}): Inspection {
  const { layout, question } = layoutOfRows(values, origin, options);
  const rows = { count: values.length, exact: true, seen: values.length };
  return inspectionOf(question === undefined ? layout : { ...layout, questions: [question] }, rows);
}

function layoutOfRows(values: readonly Row[], { names: given, origin }: RowsOrigin, options: TableOptions) {
  if (values.length === 0) throw new TableError('format', 'the list holds no rows');
  const names = given ?? [];
  const named = given !== undefined;
  const header = named || options.header === true;
  const { decimal, question } = decimalOf(values, names, options);
  const cells = values.map((row) => row.map((value) => cellOf(value, decimal)));
  const all = named ? [names, ...cells] : cells;
  const rows = all.map((row, index) => ({ number: named ? index : index + 1, cells: row }));
  const found = { value: 'none', reason: origin };
  return { rows, layout: layoutOf(rows, found, found, { ...options, decimal, header }), question };
}

type Scalar = string | number | boolean | null | undefined;
type Row = readonly Scalar[];

/** Only texts determine the decimal mark, since numbers have none. */
function decimalOf(
  rows: readonly Row[],
  names: readonly string[],
  options: TableOptions,
): { decimal: DecimalMark; question?: Question | undefined } {
  if (options.decimal !== undefined) return { decimal: options.decimal };
  const texts = rows.map((row) => ({ cells: row.map((value) => (typeof value === 'string' ? value.trim() : '')) }));
  const missing = new Set(options.missingTokens ?? missingTokens).add('');
  const { found, question } = marksOf(texts, 'none', missing).judge(names);
  return { decimal: found.value, question };
}

function cellOf(value: Scalar, decimal: DecimalMark): string {
  if (value === null || value === undefined) return '';
  const text = String(value).trim();
  return typeof value === 'number' && decimal === ',' ? text.replace('.', ',') : text;
}

function valuesOf(
  record: unknown,
  names: readonly string[] | undefined,
  known: ReadonlySet<string>,
  index: number,
): Scalar[] {
  const where = `record ${index + 1}`;
  if (typeof record !== 'object' || record === null || Array.isArray(record) !== (names === undefined)) {
    throw new TableError(
      'format',
      `${where} is not ${names === undefined ? 'an array' : 'an object'} like the first one`,
    );
  }
  const unknownKey = names && Object.keys(record).find((key) => !known.has(key));
  if (unknownKey !== undefined)
    throw new TableError('format', `${where} has ${quote(unknownKey)}, which the first one has not`);
  const entries = new Map(Object.entries(record));
  const values = names === undefined ? (record as unknown[]) : names.map((name) => entries.get(name));
  if (values.every((value) => typeof value !== 'object' || value === null)) return values as Scalar[];
  throw new TableError(
    'format',
    `${where} holds a list or an object; numbers, texts, true, false and null are accepted`,
  );
}
