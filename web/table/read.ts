/** Reads tables: detects the layout from the beginning, then reads all rows in one pass, chunk by chunk. */

import { answersIn } from './answers.js';
import { TableBuilder } from './builder.js';
import { detect, type Layout } from './detect.js';
import { questionError, RowErrors, TableError } from './errors.js';
import { LineReader, type Place } from './lines.js';
import { messages } from './messages.js';
import { PlainReader } from './plain.js';
import { type Head, splitPreamble } from './preamble.js';
import { RowReader } from './rows.js';
import { openText, resumed, type TextSource, Undecodable } from './source.js';
import type { DecimalMark, Format, Found, Inspection, RowCount, Table, TableOptions, TableSource } from './types.js';

/** Characters and lines used for detection, unless the file is shorter, and the largest number of characters used. */
const HEAD = 2 ** 16;
const HEAD_LINES = 10;
const MAX_HEAD = 2 ** 24;
const PREVIEW = 10;

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
