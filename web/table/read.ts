/** Reads tables: detects the layout from the beginning, then reads all rows in one pass, chunk by chunk. */

import { answersIn } from './answers.js';
import {
  CategoryBuilder,
  type Changes,
  type ColumnBuilder,
  DateBuilder,
  Decimal,
  Growing,
  NumberArrays,
  NumberBuilder,
} from './columns.js';
import { detect, isFilled, type Layout } from './detect.js';
import { quote, RowErrors, TableError } from './errors.js';
import { LineReader, type Place } from './lines.js';
import { Marks } from './marks.js';
import { messages } from './messages.js';
import { simpleNumber } from './numbers.js';
import { PlainReader, type PlainTarget } from './plain.js';
import { type Head, splitPreamble } from './preamble.js';
import { type Row, RowReader } from './rows.js';
import { openText, resumed, type TextSource, Undecodable } from './source.js';
import type {
  ColumnPlan,
  ColumnType,
  DecimalMark,
  Format,
  Found,
  Inspection,
  Note,
  Question,
  RowCount,
  Table,
  TableOptions,
  TableSource,
} from './types.js';

/** Characters and lines used for detection, unless the file is shorter, and the largest number of characters used. */
const HEAD = 2 ** 16;
const HEAD_LINES = 10;
const MAX_HEAD = 2 ** 24;
const PREVIEW = 10;
/** Largest number of columns named in a note. */
const MAX_NAMED = 5;

/** Returns the format, the columns and the first rows; reads only the beginning. */
export async function inspectTable(source: TableSource, options: TableOptions = {}): Promise<Inspection> {
  const { encoding, chunks } = await openText(source, options.encoding, options.onProgress);
  const head = await headOf(chunks, options.comment);
  await chunks.return();
  const layout = detectIn(head, encoding, options);
  if (head.failure !== undefined)
    throw undecodable(head.failure, rowReader(layout.format, options, head, new RowErrors()), head.text);
  const count = layout.body.length;
  const estimate = Math.round((count * Math.max(sizeOf(source, options), head.text.length)) / head.text.length);
  return inspectionOf(layout, { count: head.whole ? count : estimate, exact: head.whole, seen: count });
}

/** Size of a source; 0 where it is unknown. */
function sizeOf(source: TableSource, { size }: TableOptions): number {
  return size ?? (typeof source === 'string' ? source.length : source instanceof Blob ? source.size : 0);
}

export function inspectionOf(layout: Layout, rows: RowCount): Inspection {
  const { format, plans, notes, decimalNotes, questions, body } = layout;
  const preview = body.slice(0, PREVIEW).map(({ cells }) => cells);
  const names = plans.map(({ name }) => name);
  const answers = (target: string) => answersIn(body, names, names.indexOf(target), format);
  return { format, rows, columns: plans, preview, notes: [...notes, ...decimalNotes], questions, answers };
}

/**
 * Reads all rows.
 *
 * @throws TableError `format` for a file that is not a table, `value` with the first 20 cells or rows that have errors,
 * `option` for an ambiguous file ({@link Question}) or an invalid option.
 */
export async function readTable(source: TableSource, options: TableOptions = {}): Promise<Table> {
  let builder: TableBuilder | undefined;
  for await (const part of partsOf(source, options)) builder = part.builder;
  return (builder as TableBuilder).build();
}

/** A builder with the rows read so far, and the place of the next line where it is known. */
export interface Part {
  readonly builder: TableBuilder;
  readonly place?: Place | undefined;
}

/** Reads a table chunk by chunk. */
export async function* partsOf(
  source: TableSource,
  options: TableOptions,
  blocks?: Blocks,
): AsyncGenerator<Part, void> {
  const text = await openText(source, options.encoding, options.onProgress);
  const { encoding, chunks } = text;
  try {
    const head = await headOf(chunks, options.comment);
    const layout = detectIn(head, encoding, options);
    // A later row may determine the decimal mark, but not the delimiter.
    const question = layout.questions.find(({ option }) => option === 'delimiter');
    if (question !== undefined) throw questionError(question);
    const expected = blocks ? 0 : expectedRows(layout, head.text.length, sizeOf(source, options));
    const builder = new TableBuilder(layout, options, expected, blocks?.decimal);
    const reader = rowReader(layout.format, options, head, builder.errors);
    builder.comments = () => reader.comments;
    if (head.failure !== undefined) throw undecodable(head.failure, reader, head.text);
    for (const row of reader.push(head.text, false)) builder.add(row);
    head.text = '';
    yield { builder };
    for await (const place of readRest(text, reader, builder, options.comment)) yield { builder, place };
  } finally {
    // Closes the source if an error occurred before its end.
    await chunks.return();
  }
}

/** Reading in blocks; `decimal`: the mark that all rows have determined. */
export interface Blocks {
  readonly decimal?: DecimalMark | undefined;
}

/** Reads the rows from a place on; `source` begins with its line. */
export async function* partsFrom(
  source: TableSource,
  options: TableOptions,
  { layout, decimal, place }: { layout: Layout; decimal: DecimalMark; place: Place },
): AsyncGenerator<Part, void> {
  const { encoding, delimiter } = layout.format;
  const raw = resumed(source, encoding.value, place.offset);
  try {
    const builder = new TableBuilder(layout, options, 0, decimal);
    builder.skipHeader();
    const reader = new RowReader(delimiter.value, options.comment, builder.errors, place.count);
    const text = { encoding, chunks: raw.chunks as AsyncGenerator<string, void>, raw };
    for await (const next of readRest(text, reader, builder, options.comment)) yield { builder, place: next };
  } finally {
    await raw.chunks.return();
  }
}

/** A file that cannot be decoded in its first row must not be reported as empty. */
function detectIn(head: Head, encoding: Found<string>, options: TableOptions): Layout {
  if (head.failure !== undefined && head.text.trim() === '') {
    throw undecodable(head.failure, new RowReader(',', undefined, new RowErrors(), head.preamble.lines), '');
  }
  return detect(head, encoding, options);
}

async function* readRest(
  { chunks, raw }: TextSource,
  reader: RowReader,
  builder: TableBuilder,
  comment: string | undefined,
): AsyncGenerator<Place | undefined, void> {
  const target = builder.plainTarget();
  try {
    if (raw?.decoding.keepsAscii && PlainReader.suits(target)) {
      const plain = new PlainReader(target, reader, comment);
      yield* new LineReader(plain, reader, raw.decoding, (row) => builder.add(row)).read(raw);
      yield undefined;
      return;
    }
    for await (const text of chunks) {
      for (const row of reader.push(text, false)) builder.add(row);
      yield undefined;
    }
  } catch (error) {
    throw undecodable(error, reader, '');
  }
  for (const row of reader.push('', true)) builder.add(row);
  yield undefined;
}

function rowReader(format: Format, { comment }: TableOptions, { preamble }: Head, errors: RowErrors): RowReader {
  return new RowReader(format.delimiter.value, comment, errors, preamble.lines);
}

/** The error with the row of the byte; `text` is the text not yet passed to the reader. */
function undecodable(error: unknown, reader: RowReader, text: string): unknown {
  if (!(error instanceof Undecodable)) return error;
  reader.push(text, false);
  const row = reader.count + 1;
  const { encoding } = error;
  return new TableError('format', messages().notEncoded(encoding, row), {
    rows: [{ row, message: messages().badByte(encoding) }],
  });
}

export function questionError({ option, message }: Question): TableError {
  return new TableError('option', message, { option });
}

/** Slightly more than the number of rows if all rows are as long as the first ones, within what the file can have: a byte for each cell. */
function expectedRows({ body, plans }: Layout, head: number, size: number): number {
  const most = Math.ceil(Math.max(size, head) / plans.length);
  return Math.min(most, Math.ceil((1.05 * body.length * Math.max(size, head)) / head)) + 1;
}

/** Reads enough of the beginning for detection. */
async function headOf(chunks: AsyncGenerator<string, void>, comment: string | undefined): Promise<Head> {
  let text = '';
  let lines = 0;
  let whole = false;
  let failure: Error | undefined;
  for (let enough = HEAD; ; enough = 2 * text.length) {
    while (!whole && (text.length < enough || (lines < HEAD_LINES && text.length < MAX_HEAD))) {
      try {
        const { value } = await chunks.next();
        if (value === undefined) whole = true;
        else {
          text += value;
          lines += linesIn(value);
        }
      } catch (error) {
        if (!(error instanceof Undecodable)) throw error;
        failure = error;
        whole = true;
      }
    }
    const split = splitPreamble(text, comment);
    // The lines before the table may be longer than what was read.
    if (whole || text.length >= MAX_HEAD || split.preamble.lines === 0 || linesIn(split.text) >= HEAD_LINES)
      return { ...split, whole, ...(failure === undefined ? {} : { failure }) };
  }
}

const linesIn = (text: string) => text.split(/\r\n?|\n/, HEAD_LINES + 1).length - 1;

/** Builds columns from rows. */
export class TableBuilder {
  readonly errors = new RowErrors();
  /** The number of rows that the reader has left out as comments. */
  comments = () => 0;
  readonly #absent = new RowErrors();
  readonly #layout: Layout;
  readonly #decimal: Decimal;
  readonly #builders: readonly (ColumnBuilder | undefined)[];
  readonly #required: readonly boolean[];
  readonly #verbatim: readonly boolean[];
  readonly #missing: ReadonlySet<string>;
  /** Length of the longest text that means a missing value. */
  readonly #longest: number;
  readonly #tokens = new Map<string, Map<string, number>>();
  readonly #rows: Growing<Int32Array>;
  readonly #problems: TableOptions['problems'];
  #header: boolean;
  #blank = 0;
  /** Rows in blocks that were taken. */
  #taken = 0;

  /** `decimal`: the mark of the complete file, if it is known. */
  constructor(
    layout: Layout,
    { choose, required, verbatim, problems }: TableOptions,
    expected: number,
    decimal: DecimalMark | undefined = undefined,
  ) {
    const { format, plans, settled } = layout;
    this.#layout = layout;
    this.#problems = problems;
    this.#rows = new Growing((length) => new Int32Array(length), expected);
    this.#header = format.header.value;
    this.#missing = new Set(format.missingTokens);
    this.#longest = Math.max(0, ...[...this.#missing].map((token) => token.length));
    const open = !settled && decimal === undefined;
    this.#decimal = new Decimal(decimal ?? format.decimal.value, open ? new Marks(format.delimiter.value) : undefined);
    const types: readonly ColumnType[] = choose?.(plans, format) ?? plans.map(({ type }) => type);
    const arrays = new NumberArrays(types.filter((type) => type === 'number' || type === 'date').length, expected);
    this.#builders = plans.map((plan, c) => builderOf(plan, c, types[c] as ColumnType, this.#decimal, arrays));
    this.#required = plans.map(({ name }) => required?.(name) ?? false);
    this.#verbatim = plans.map(({ name }) => verbatim?.(name) ?? false);
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
    const { number, cells } = row;
    this.#rows.push(number);
    for (let c = 0; c < this.#builders.length; c++) {
      const builder = this.#builders[c];
      if (builder !== undefined) this.#addCell(builder, number, c, cells[c] as string);
    }
  }

  get layout(): Layout {
    return this.#layout;
  }

  /** Whether a later cell may still change the values of this block. */
  get open(): boolean {
    return this.#decimal.open;
  }

  skipHeader(): void {
    this.#header = false;
  }

  /** The rows since the last block, which are then forgotten; errors and notes are those of {@link build}. */
  block(): Table {
    const { format, plans } = this.#layout;
    const rows = this.#rows.drain();
    this.#taken += rows.length;
    const columns = this.#builders.flatMap((builder) => builder?.block() ?? []);
    return { format, plans, columns, rows, tokens: this.#tokens, notes: [] };
  }

  plainTarget(): PlainTarget {
    const { format, trailing } = this.#layout;
    const marks = ['.', ','] as const;
    const numbers = format.missingTokens.flatMap((token) => marks.map((mark) => simpleNumber(token, mark)));
    return {
      delimiter: format.delimiter.value,
      decimal: this.#decimal,
      trailing,
      headerRead: !this.#header,
      builders: this.#builders,
      numericTokens: numbers.filter((value) => !Number.isNaN(value)),
      begin: (row) => this.#rows.push(row),
      addCell: (row, c, cell) => this.#addCell(this.#builders[c] as ColumnBuilder, row, c, cell),
      add: (row) => this.add(row),
    };
  }

  #fits({ number, cells }: Row): boolean {
    const width = this.#builders.length;
    if (cells.length === width) return true;
    if (this.#layout.trailing && cells.length === width + 1 && cells[width] === '') return true;
    const marked = [cells[0], this.#layout.plans[0]?.name].some((text) => text?.startsWith('#'));
    const wrong = cells.length === 1 ? messages().oneCell(width) : messages().cells(cells.length, width);
    this.errors.add(number, undefined, marked ? messages().comment(wrong) : wrong);
    return false;
  }

  #addCell(builder: ColumnBuilder, number: number, c: number, cell: string): void {
    // Long cells are not looked up, since hashing would read their complete text.
    if (cell.length <= this.#longest && this.#missing.has(cell) && !this.#verbatim[c]) {
      const name = this.#layout.plans[c]?.name as string;
      builder.addMissing();
      this.#seeMissing(cell, name);
      if (this.#required[c]) this.#absent.add(number, name, messages().noCell);
      return;
    }
    const wrong = builder.add(cell);
    if (wrong !== undefined) this.errors.add(number, this.#layout.plans[c]?.name as string, wrong);
  }

  #seeMissing(cell: string, name: string): void {
    if (cell === '') return;
    const counts = this.#tokens.get(name) ?? new Map<string, number>();
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
    this.#tokens.set(name, counts);
  }

  build(): Table {
    const { plans, notes } = this.#layout;
    const { format, decimalNotes } = this.#settled();
    const rows = this.#rows.drain();
    if (this.#taken + rows.length === 0) {
      this.errors.refuse(messages().problems);
      throw new TableError('format', messages().onlyHeader);
    }
    const empty = this.#blank;
    const comments = this.comments();
    const blank = [
      ...(empty === 0 ? [] : [() => messages().emptyRows(empty)]),
      ...(comments === 0 ? [] : [() => messages().skipped(comments)]),
    ];
    const columns = this.#builders.flatMap((builder) => builder?.build() ?? []);
    const changed = changeNotes(plans.map(({ name }, c) => ({ name, changes: this.#builders[c]?.changes ?? {} })));
    const all = [...notes, ...blank, ...decimalNotes, ...changed, ...tokenNotes(this.#tokens)];
    const table = { format, plans, columns, rows, tokens: this.#tokens, notes: all };
    this.#refuse(table);
    return table;
  }

  /** Reports all errors at once, including missing values and columns that would be refused next. */
  #refuse(table: Table): void {
    if (this.errors.count === 0) return;
    this.errors.join(this.#absent);
    const advice = this.#absent.count > 0 ? messages().meanAdvice : '';
    this.errors.refuse(messages().problems, advice, this.#problems?.(table));
  }

  /** The format with the decimal mark determined from all rows. */
  #settled(): { format: Format; decimalNotes: readonly Note[] } {
    const { format, plans } = this.#layout;
    const { marks } = this.#decimal;
    if (marks === undefined) return { format, decimalNotes: [] };
    const { found, question, note } = marks.judge(plans.map(({ name }) => name));
    if (question !== undefined) throw questionError(question);
    this.#decimal.settle(found.value);
    return { format: { ...format, decimal: found }, decimalNotes: note === undefined ? [] : [note] };
  }
}

function builderOf(
  plan: ColumnPlan,
  column: number,
  type: ColumnType,
  decimal: Decimal,
  arrays: NumberArrays,
): ColumnBuilder | undefined {
  if (type === 'skip') return undefined;
  if (type === 'number') return new NumberBuilder(plan, column, decimal, arrays);
  if (type !== 'date') return new CategoryBuilder(plan.name, type === 'indicators', arrays.expected);
  const { order } = plan;
  if (order !== undefined && order !== 'open') return new DateBuilder(plan.name, order, arrays);
  const why = order === 'open' ? messages().openOrder(quote(plan.name)) : messages().noDates(quote(plan.name));
  throw new TableError('value', why);
}

function tokenNotes(tokens: ReadonlyMap<string, ReadonlyMap<string, number>>): Note[] {
  if (tokens.size === 0) return [];
  const counts = new Map<string, number>();
  for (const own of tokens.values()) {
    for (const [token, count] of own) counts.set(token, (counts.get(token) ?? 0) + count);
  }
  const listed = () => [...counts].map(([token, count]) => `${quote(token)} (${count})`).join(messages().list);
  return [() => messages().readAsMissing(listed())];
}

/** One note per kind of sign, with its columns. */
function changeNotes(columns: readonly { name: string; changes: Changes }[]): Note[] {
  const kinds = [
    ['thousands', 'thousandsMarks'],
    ['percent', 'percentSigns'],
    ['currency', 'currencySigns'],
    ['exponent', 'exponents'],
  ] as const;
  return kinds.flatMap(([kind, message]) => {
    const found = columns.flatMap(({ name, changes }) =>
      changes[kind] === undefined ? [] : [{ name, cell: changes[kind] }],
    );
    if (found.length === 0) return [];
    const some = found.slice(0, MAX_NAMED);
    const listed = () =>
      some.map(({ name, cell }) => messages().example(quote(name), quote(cell))).join(messages().list);
    const rest = found.length - some.length;
    return [() => messages()[message](rest === 0 ? listed() : `${listed()}${messages().list}${messages().more(rest)}`)];
  });
}
