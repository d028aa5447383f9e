/**
 * Reads plain lines from the bytes of a file without a text for each cell. The values, errors and notes are those of `RowReader` and
 * `TableBuilder.add` (builder.ts): a cell that is not made of a few digits becomes text and takes the same way as the cells of other lines.
 */

import { type ColumnBuilder, type Decimal, FEWEST_DIGITS, NumberBuilder } from './columns.js';
import type { Row, RowReader } from './rows.js';

/** Where plain lines go: the columns, and the ways of other cells and rows. */
export interface PlainTarget {
  readonly delimiter: string;
  readonly decimal: Decimal;
  /** Every row may end with a delimiter. */
  readonly trailing: boolean;
  /** The row of the names has been read. */
  readonly headerRead: boolean;
  /** Absent for columns that are not read. */
  readonly builders: readonly (ColumnBuilder | undefined)[];
  /** Texts for a missing value that are numbers. */
  readonly numericTokens: readonly number[];
  /** Begins a row of as many cells as columns. */
  begin(row: number): void;
  addCell(row: number, column: number, cell: string): void;
  /** Adds a row of any number of cells. */
  add(row: Row): void;
}

/** Integers of so many digits are exact in a double, and so are the powers of ten that their decimals need. */
const MAX_DIGITS = 15;
const powers = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);

const [LF, CR, QUOTE, PLUS, MINUS, ZERO, NINE] = [10, 13, 34, 43, 45, 48, 57];
/** Delimiters that are part of no number. */
const delimiters = [',', ';', '\t', '|'];

/** A line that only the reader of rows can split: quotes, NUL, CR within the line, characters beyond ASCII. */
const unusual = /["\0\r\u0080-\uffff]/;

/** Kinds of cells of the current line. */
const [VALUE, LONG, EMPTY, TEXT, SKIPPED] = [0, 1, 2, 3, 4];

export class PlainReader {
  readonly #target: PlainTarget;
  readonly #rows: RowReader;
  readonly #delimiter: number;
  readonly #comment: number;
  /** Values of missing tokens such as -999. */
  readonly #tokens: ReadonlySet<number>;
  readonly #columns: readonly (NumberBuilder | undefined)[];
  readonly #values: Float64Array;
  readonly #kinds: Uint8Array;
  /** Begin and end of each cell that becomes text. */
  readonly #from: Int32Array;
  readonly #to: Int32Array;

  constructor(target: PlainTarget, rows: RowReader, comment: string | undefined) {
    this.#target = target;
    this.#rows = rows;
    this.#delimiter = target.delimiter.charCodeAt(0);
    this.#comment = comment?.charCodeAt(0) ?? -1;
    const { builders } = target;
    this.#tokens = new Set(target.numericTokens);
    this.#columns = builders.map((one) => (one instanceof NumberBuilder && one.isPlain ? one : undefined));
    this.#values = new Float64Array(builders.length);
    this.#kinds = new Uint8Array(builders.length);
    this.#from = new Int32Array(builders.length);
    this.#to = new Int32Array(builders.length);
  }

  /** Whether lines of this table can be plain. */
  static suits({ delimiter, headerRead, decimal }: PlainTarget): boolean {
    return headerRead && delimiters.includes(delimiter) && (decimal.open || decimal.mark !== delimiter);
  }

  /** Reads whole lines from `from`, up to `end`, which follows an LF. Returns the begin of the first line that is not plain, or `end`. */
  read(bytes: Uint8Array, from: number, end: number): number {
    let at = from;
    while (at < end) {
      const next = this.#line(bytes, at);
      if (next > 0) {
        this.#commit(bytes);
        at = next;
      } else {
        const line = bytes.indexOf(LF, at);
        if (!this.#oddLine(bytes, at, line)) return at;
        at = line + 1;
      }
    }
    return at;
  }

  /** Splits a line into cells; returns its end, or 0 if the line needs another way. */
  #line(bytes: Uint8Array, start: number): number {
    const { open, mark } = this.#target.decimal;
    const point = open ? -1 : mark === '.' ? 46 : 44;
    const [delimiter, comment, hasTokens] = [this.#delimiter, this.#comment, this.#tokens.size > 0];
    const [values, kinds, columns] = [this.#values, this.#kinds, this.#columns];
    const width = kinds.length;
    let filled = false;
    let at = start;
    if (comment !== -1 && ((bytes[at] as number) <= 32 || bytes[at] === comment)) return 0;
    for (let c = 0; c < width; c++) {
      const begin = at;
      const column = columns[c];
      let code = bytes[at] as number;
      let kind = TEXT;
      if (column !== undefined) {
        const negative = code === MINUS;
        if (negative || code === PLUS) code = bytes[++at] as number;
        const digit = at;
        let whole = 0;
        while (code >= ZERO && code <= NINE) {
          whole = 10 * whole + (code - ZERO);
          code = bytes[++at] as number;
        }
        let digits = at - digit;
        let decimals = -1;
        if (code === point) {
          code = bytes[++at] as number;
          const first = at;
          while (code >= ZERO && code <= NINE) {
            whole = 10 * whole + (code - ZERO);
            code = bytes[++at] as number;
          }
          decimals = at - first;
          digits += decimals;
        }
        const ends = code === delimiter || code === LF || code === CR;
        if (ends && digits > 0 && digits <= MAX_DIGITS && (!open || column.bare)) {
          const value = decimals > 0 ? whole / (powers[decimals] as number) : whole;
          const signed = negative ? -value : value;
          values[c] = signed;
          kind = decimals < 0 && at - begin >= FEWEST_DIGITS ? LONG : VALUE;
          if (hasTokens && this.#tokens.has(signed)) kind = TEXT;
          filled = true;
        } else {
          at = begin;
          code = bytes[at] as number;
        }
      }
      if (kind === TEXT) {
        while (code !== delimiter && code !== LF && code !== CR) {
          if (code === QUOTE || code === 0 || code > 127) return 0;
          if (code > 32) filled = true;
          code = bytes[++at] as number;
        }
        this.#from[c] = begin;
        this.#to[c] = at;
        kind = this.#target.builders[c] === undefined ? SKIPPED : at === begin ? EMPTY : TEXT;
      }
      kinds[c] = kind;
      if (c < width - 1) {
        if (code !== delimiter) return 0;
        at++;
      }
    }
    if (this.#target.trailing && bytes[at] === delimiter) at++;
    if (bytes[at] === CR) at++;
    return filled && bytes[at] === LF ? at + 1 : 0;
  }

  /** Adds the cells of the line in the order of the columns. */
  #commit(bytes: Uint8Array): void {
    const { open } = this.#target.decimal;
    const [values, kinds, columns, target] = [this.#values, this.#kinds, this.#columns, this.#target];
    const row = this.#rows.pass();
    target.begin(row);
    for (let c = 0; c < kinds.length; c++) {
      const kind = kinds[c] as number;
      if (kind <= LONG) {
        const column = columns[c] as NumberBuilder;
        if (open) column.addWhole(values[c] as number, kind === LONG);
        else column.addPlain(values[c] as number, kind === LONG);
      } else if (kind !== SKIPPED) {
        const cell = kind === EMPTY ? '' : textOf(bytes, this.#from[c] as number, this.#to[c] as number).trim();
        target.addCell(row, c, cell);
      }
    }
  }

  /** Splits a line with too few or too many cells, without any, or a comment; false if it needs the reader of rows. */
  #oddLine(bytes: Uint8Array, start: number, end: number): boolean {
    const text = textOf(bytes, start, bytes[end - 1] === CR && end > start ? end - 1 : end);
    if (unusual.test(text)) return false;
    const row = this.#rows.take(text.split(this.#target.delimiter));
    if (row !== undefined) this.#target.add(row);
    return true;
  }
}

/** The text of bytes, which are ASCII characters in every line that is used. */
function textOf(bytes: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}
