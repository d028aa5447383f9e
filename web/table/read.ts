/** Reading: a look at the beginning, then all rows in one pass, a piece of the file at a time. */

import { CategoryBuilder, type ColumnBuilder, Growing, NumberBuilder } from './columns.js';
import { detect, isFilled, type Layout, layoutOf } from './detect.js';
import { quote, RowErrors, TableError } from './errors.js';
import { said } from './messages.js';
import { type Row, RowReader } from './rows.js';
import { openText } from './source.js';
import type { ColumnType, Inspection, Table, TableOptions, TableSource } from './types.js';

/** Characters and lines that the detection wants to see, unless the file is shorter; and the most that it looks at. */
const HEAD = 2 ** 16;
const HEAD_LINES = 10;
const MAX_HEAD = 2 ** 24;
const PREVIEW = 10;

/** The format, the columns and the first rows; reads no more than the beginning. */
export async function inspectTable(source: TableSource, options: TableOptions = {}): Promise<Inspection> {
  const { encoding, chunks } = await openText(source, options.encoding, options.onProgress);
  const { text, whole } = await headOf(chunks);
  await chunks.return();
  const { format, plans, notes, questions, body } = detect(text, whole, encoding, options);
  const preview = body.slice(0, PREVIEW).map(({ cells }) => cells);
  return { format, columns: plans, preview, notes, questions };
}

/**
 * Reads all rows.
 *
 * @throws TableError `format` for a file that is no table, `value` with the first 20 cells or rows that are wrong, `option` for a
 * question that the file does not answer ({@link Question}) and an option that it does not allow.
 */
export async function readTable(source: TableSource, options: TableOptions = {}): Promise<Table> {
  const { encoding, chunks } = await openText(source, options.encoding, options.onProgress);
  const size = options.size ?? (typeof source === 'string' ? source.length : source instanceof Blob ? source.size : 0);
  try {
    const head = await headOf(chunks);
    const layout = detect(head.text, head.whole, encoding, options);
    const [question] = layout.questions;
    if (question !== undefined) throw new TableError('option', question.message);
    const builder = new TableBuilder(layout, options, expectedRows(layout, head.text.length, size));
    const reader = new RowReader(layout.format.delimiter.value, options.comment, builder.errors);
    for (const row of reader.push(head.text, false)) builder.add(row);
    head.text = '';
    for await (const text of chunks) for (const row of reader.push(text, false)) builder.add(row);
    for (const row of reader.push('', true)) builder.add(row);
    return builder.take();
  } finally {
    // Closes the source when something was refused before its end.
    await chunks.return();
  }
}

/** A little more than the rows that the file has when all are as long as the first ones. */
function expectedRows({ body }: Layout, head: number, size: number): number {
  return Math.ceil((1.05 * body.length * Math.max(size, head)) / head) + 1;
}

/** Rows of JSON: objects (names are keys) or arrays of numbers, texts, truth values and null (a missing value). */
export function tableOfRecords(records: readonly unknown[], options: TableOptions = {}): Table {
  const named = typeof records[0] === 'object' && !Array.isArray(records[0]);
  const names = named && records[0] !== null ? Object.keys(records[0] as object) : [];
  const cells = records.map((record, index) => cellsOf(record, named ? names : undefined, index));
  const all = named ? [names, ...cells] : cells;
  const rows = all.map((row, index) => ({ number: named ? index : index + 1, cells: row }));
  if (cells.length === 0) throw new TableError('format', 'the list holds no rows');
  const given = { value: 'none', reason: 'JSON' };
  const layout = layoutOf(rows, given, given, { ...options, decimal: '.', header: named }, []);
  const builder = new TableBuilder(layout, options, rows.length);
  for (const row of rows) builder.add(row);
  return builder.take();
}

function cellsOf(record: unknown, names: readonly string[] | undefined, index: number): string[] {
  const where = `record ${index + 1}`;
  if (typeof record !== 'object' || record === null || Array.isArray(record) !== (names === undefined)) {
    throw new TableError(
      'format',
      `${where} is not ${names === undefined ? 'an array' : 'an object'} like the first one`,
    );
  }
  const stranger = names && Object.keys(record).find((key) => !names.includes(key));
  if (stranger !== undefined)
    throw new TableError('format', `${where} has ${quote(stranger)}, which the first one has not`);
  const entries = new Map(Object.entries(record));
  const values = names === undefined ? (record as unknown[]) : names.map((name) => entries.get(name));
  return values.map((value) => {
    if (typeof value !== 'object') return value === undefined ? '' : String(value).trim();
    if (value === null) return '';
    throw new TableError(
      'format',
      `${where} holds a list or an object; numbers, texts, true, false and null are accepted`,
    );
  });
}

/** Enough of the beginning to judge by. */
async function headOf(chunks: AsyncGenerator<string, void>): Promise<{ text: string; whole: boolean }> {
  let text = '';
  let lines = 0;
  while (text.length < HEAD || (lines < HEAD_LINES && text.length < MAX_HEAD)) {
    const { value } = await chunks.next();
    if (value === undefined) return { text, whole: true };
    text += value;
    lines += value.split(/\r\n?|\n/).length - 1;
  }
  return { text, whole: false };
}

/** Rows in, columns out. */
class TableBuilder {
  readonly errors = new RowErrors();
  readonly #layout: Layout;
  readonly #builders: readonly (ColumnBuilder | undefined)[];
  readonly #missing: ReadonlySet<string>;
  readonly #tokens = new Map<string, number>();
  readonly #rows: Growing<Int32Array>;
  #header: boolean;
  #blank = 0;

  constructor(layout: Layout, { choose }: TableOptions, expected: number) {
    this.#layout = layout;
    this.#rows = new Growing((length) => new Int32Array(length), expected);
    this.#header = layout.format.header.value;
    this.#missing = new Set(layout.format.missingTokens);
    const types: readonly ColumnType[] = choose?.(layout.plans, layout.format) ?? layout.plans.map(({ type }) => type);
    this.#builders = layout.plans.map(({ name }, c) => {
      if (types[c] === 'skip') return undefined;
      return types[c] === 'number'
        ? new NumberBuilder(name, layout.format.decimal.value, expected)
        : new CategoryBuilder(name, expected);
    });
  }

  add(row: Row): void {
    if (!isFilled(row)) {
      this.#blank++;
      return;
    }
    if (this.#header) {
      this.#header = false;
      return;
    }
    if (!this.#fits(row)) return;
    this.#rows.push(row.number);
    for (let c = 0; c < this.#builders.length; c++) {
      const builder = this.#builders[c];
      if (builder !== undefined) this.#addCell(builder, row, c);
    }
  }

  #fits({ number, cells }: Row): boolean {
    const width = this.#builders.length;
    if (cells.length === width) return true;
    if (this.#layout.trailing && cells.length === width + 1 && cells[width] === '') return true;
    const marked = [cells[0], this.#layout.plans[0]?.name].some((text) => text?.startsWith('#'));
    const wrong = cells.length === 1 ? said().oneCell(width) : said().cells(cells.length, width);
    this.errors.add(number, undefined, marked ? said().comment(wrong) : wrong);
    return false;
  }

  #addCell(builder: ColumnBuilder, { number, cells }: Row, c: number): void {
    const cell = cells[c] as string;
    if (this.#missing.has(cell)) {
      builder.addMissing();
      if (cell !== '') this.#tokens.set(cell, (this.#tokens.get(cell) ?? 0) + 1);
      return;
    }
    const wrong = builder.add(cell);
    if (wrong !== undefined) this.errors.add(number, this.#layout.plans[c]?.name, wrong);
  }

  take(): Table {
    this.errors.refuse(said().unreadable);
    const rows = this.#rows.take();
    if (rows.length === 0) throw new TableError('format', said().onlyHeader);
    const [empty, tokens] = [this.#blank, [...this.#tokens]];
    const listed = () => tokens.map(([token, count]) => `${quote(token)} (${count})`).join(said().list);
    const blank = empty === 0 ? [] : [() => said().emptyRows(empty)];
    const taken = tokens.length === 0 ? [] : [() => said().takenForMissing(listed())];
    const columns = this.#builders.flatMap((builder) => builder?.take() ?? []);
    const { format, plans, notes } = this.#layout;
    return { format, plans, columns, rows, notes: [...notes, ...blank, ...taken] };
  }
}
