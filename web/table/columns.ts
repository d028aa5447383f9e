/** Builders of columns, which append row by row and keep a single copy of the values. */

import { isWholeExponent, mayBeIdentifier } from './cells.js';
import { type DateOrder, dateValue } from './dates.js';
import { quote } from './errors.js';
import type { Marks } from './marks.js';
import { messages } from './messages.js';
import { isGrouped, type MarkKind, markKind, markOf, simpleNumber, toNumber, unitOf, whyNoNumber } from './numbers.js';
import type { CategoryColumn, ColumnPlan, DecimalMark, NumberColumn } from './types.js';

/** Largest block after the expected length, so that short columns stay small and long ones waste little memory. */
const MAX_BLOCK = 2 ** 14;

/** A list of numbers in blocks. The first block holds all numbers when the expected length is right. */
export class Growing<T extends Float64Array | Int32Array> {
  readonly #make: (length: number) => T;
  #blocks: T[] = [];
  #block: T;
  #used = 0;
  #length = 0;

  constructor(make: (length: number) => T, expected: number) {
    this.#make = make;
    this.#block = make(expected);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#used === this.#block.length) {
      this.#blocks.push(this.#block);
      this.#block = this.#make(Math.min(MAX_BLOCK, Math.max(64, this.#length)));
      this.#used = 0;
    }
    this.#block[this.#used++] = value;
    this.#length++;
  }

  /** Returns all values in one array and empties the list. */
  drain(): T {
    const last = this.#block.subarray(0, this.#used) as T;
    let all = last;
    if (this.#blocks.length > 0) {
      all = this.#make(this.#length);
      let at = 0;
      for (const block of [...this.#blocks, last]) {
        all.set(block, at);
        at += block.length;
      }
    }
    this.#blocks = [];
    this.#block = this.#make(0);
    this.#used = 0;
    this.#length = 0;
    return all;
  }
}

/** Largest number of values in one array; more are in arrays of their own. */
const MOST_SHARED = 2 ** 27;

/**
 * Makes arrays for columns of numbers. Those of the expected length are parts of one array, because the system gets the memory of large
 * arrays back at once when they are freed, and that of small ones rarely.
 */
export class NumberArrays {
  readonly expected: number;
  #free: Float64Array;

  constructor(columns: number, expected: number) {
    this.expected = expected;
    this.#free = new Float64Array(columns * expected <= MOST_SHARED ? columns * expected : 0);
  }

  readonly take = (length: number): Float64Array => {
    if (length !== this.expected || this.#free.length < length) return new Float64Array(length);
    const own = this.#free.subarray(0, length);
    const rest = this.#free.subarray(length);
    // An empty part would keep all of the memory.
    this.#free = rest.length > 0 ? rest : new Float64Array(0);
    return own;
  };
}

/** Builds a column from its cells; `add` returns the error of a cell. */
export interface ColumnBuilder {
  add(cell: string): string | undefined;
  addMissing(): void;
  build(): NumberColumn | CategoryColumn;
  /** The cells since the last block, which are then forgotten; all counts go on. */
  block(): NumberColumn | CategoryColumn;
  /** Signs and separators that were removed from the numbers, with an example of each. */
  readonly changes?: Changes;
}

/** First cell of each kind that is not a plain number but was read as one. */
export interface Changes {
  thousands?: string;
  percent?: string;
  currency?: string;
  exponent?: string;
}

/** The decimal mark while a file is read, since a cell far from the beginning may determine it. */
export class Decimal {
  readonly marks: Marks | undefined;
  #mark: DecimalMark;

  /** `marks` is absent if the mark is already known. */
  constructor(mark: DecimalMark, marks: Marks | undefined) {
    this.#mark = mark;
    this.marks = marks;
  }

  get mark(): DecimalMark {
    return this.#mark;
  }

  get open(): boolean {
    return this.marks?.undecided ?? false;
  }

  /** Records a cell; the first cell with a single reading determines the mark. */
  see(column: number, cell: string): MarkKind | undefined {
    const kind = markKind(cell);
    if (kind === undefined) return undefined;
    this.marks?.see(column, cell, kind);
    if (kind === '.' || kind === ',') this.#mark = kind;
    return kind;
  }

  /** Sets the mark at the end of the file. */
  settle(mark: DecimalMark): void {
    this.#mark = mark;
  }
}

export class NumberBuilder implements ColumnBuilder {
  readonly changes: Changes = {};
  readonly #plan: ColumnPlan;
  readonly #column: number;
  readonly #decimal: Decimal;
  readonly #values: Growing<Float64Array>;
  /** Twice the index of each value with two readings, plus one if its mark is a comma. */
  readonly #either = new Growing((length) => new Int32Array(length), 0);
  readonly #eitherCells: { [mark in DecimalMark]?: string } = {};
  #bare = false;
  /** Cells with a fraction, and integers as long as identifiers. */
  #fractions = false;
  #longIntegers = false;
  /** First cell with an exponent that is an identifier only beside long integers alone. */
  #rounded: string | undefined;
  #currency: string;
  #missing = 0;

  constructor(plan: ColumnPlan, column: number, decimal: Decimal, arrays: NumberArrays) {
    this.#plan = plan;
    this.#column = column;
    this.#values = new Growing(arrays.take, arrays.expected);
    this.#decimal = decimal;
    this.#currency = plan.unit === '%' ? '' : plan.unit;
  }

  add(cell: string): string | undefined {
    if (this.#decimal.open) return this.#addOpen(cell);
    const { mark } = this.#decimal;
    const value = simpleNumber(cell, mark);
    if (Number.isNaN(value) || this.#plan.unit !== '') return this.#addDecorated(cell, mark);
    this.#values.push(value);
    this.#seePlain(cell, value);
    return undefined;
  }

  /** Identifiers such as 12e3 are integers, so the text of most cells need not be checked. */
  #seePlain(cell: string, value: number): void {
    if (!Number.isInteger(value)) {
      this.#fractions = true;
      return;
    }
    if (this.changes.exponent !== undefined || cell.length < FEWEST_DIGITS) return;
    if (isWhole(cell)) this.#longIntegers = true;
    else if (mayBeIdentifier(cell)) this.changes.exponent = detached(cell);
    else if (isWholeExponent(cell)) this.#rounded ??= detached(cell);
  }

  /** Plain digits are numbers of this column as they are: {@link addPlain} and, while the mark is open, {@link addWhole} take them. */
  get isPlain(): boolean {
    return this.#plan.unit === '';
  }

  /** An integer was seen while the mark was open, so that further ones say nothing about the mark. */
  get bare(): boolean {
    return this.#bare;
  }

  /** Adds the value of digits with at most one mark, once the mark is known; `long`: at least four characters, without a mark. */
  addPlain(value: number, long: boolean): void {
    this.#values.push(value);
    if (long) this.#longIntegers = true;
    else if (!this.#fractions && value !== Math.trunc(value)) this.#fractions = true;
  }

  /** The same for digits without a mark in a row that began with an open mark; a cell before it may have settled the mark. */
  addWhole(value: number, long: boolean): void {
    if (this.#decimal.open) this.#values.push(value);
    else this.addPlain(value, long);
  }

  /** Adds a cell while the mark is unknown. A cell with two readings is stored as a decimal and corrected at the end. */
  #addOpen(cell: string): string | undefined {
    if (this.#bare && this.#plan.unit === '' && isWhole(cell)) {
      this.#values.push(Number(cell));
      return undefined;
    }
    const kind = this.#decimal.see(this.#column, cell);
    if (kind === 'none') this.#bare = true;
    if (kind !== 'either') return this.#addDecorated(cell, this.#decimal.mark);
    const mark = markOf(cell);
    this.#eitherCells[mark] ??= detached(cell);
    this.#either.push(2 * this.#values.length + Number(mark === ','));
    return this.#addDecorated(cell, mark);
  }

  #addDecorated(cell: string, mark: DecimalMark): string | undefined {
    const value = toNumber(cell, mark);
    this.#values.push(value);
    if (Number.isNaN(value)) return whyNoNumber(cell, mark);
    this.#seePlain(cell, value);
    return this.#seeUnit(cell, mark);
  }

  /** Percent and currency signs are removed if the complete column has the same sign. */
  #seeUnit(cell: string, mark: DecimalMark): string | undefined {
    const unit = unitOf(cell);
    if (isGrouped(cell, mark)) this.changes.thousands ??= detached(cell);
    const percent = this.#plan.unit === '%';
    if ((unit === '%') !== percent)
      return percent ? messages().noPercent(quote(cell)) : messages().percent(quote(cell));
    if (percent) this.changes.percent ??= detached(cell);
    if (percent || unit === '') return undefined;
    if (this.#currency === '') this.#currency = detached(unit);
    if (unit !== this.#currency) return messages().otherUnit(quote(cell), quote(this.#currency));
    this.changes.currency ??= detached(cell);
    return undefined;
  }

  addMissing(): void {
    this.#values.push(Number.NaN);
    this.#missing++;
  }

  block(): NumberColumn {
    this.#either.drain();
    return { name: this.#plan.name, type: 'number', values: this.#values.drain(), missing: this.#missing };
  }

  build(): NumberColumn {
    const values = this.#values.drain();
    const other = Number(this.#decimal.mark === '.');
    // The cell has at most six digits, and the number read as a decimal preserves all of them.
    for (const entry of this.#either.drain()) {
      if (entry % 2 !== other) continue;
      const index = entry >> 1;
      values[index] = Math.round(1000 * (values[index] as number));
    }
    const first = this.#eitherCells[this.#decimal.mark === '.' ? ',' : '.'];
    if (first !== undefined) this.changes.thousands ??= first;
    if (this.#rounded !== undefined && this.#longIntegers && !this.#fractions) this.changes.exponent ??= this.#rounded;
    const sign = this.#plan.unit === '%' ? '%' : this.#currency;
    return { name: this.#plan.name, type: 'number', values, missing: this.#missing, ...(sign === '' ? {} : { sign }) };
  }
}

/** Copies a string, since a substring would keep the complete chunk of the file in memory. */
const detached = (text: string): string => JSON.parse(JSON.stringify(text));

/** Fewer characters are no identifier. */
export const FEWEST_DIGITS = 4;

/** Integers short enough for the range of a 32-bit float. */
const isWhole = (cell: string) => /^[+-]?\d{1,15}$/.test(cell);

export class DateBuilder implements ColumnBuilder {
  readonly #name: string;
  readonly #order: DateOrder;
  readonly #values: Growing<Float64Array>;
  #missing = 0;

  constructor(name: string, order: DateOrder, arrays: NumberArrays) {
    this.#name = name;
    this.#order = order;
    this.#values = new Growing(arrays.take, arrays.expected);
  }

  add(cell: string): string | undefined {
    const value = dateValue(cell, this.#order);
    this.#values.push(value);
    if (!Number.isNaN(value)) return undefined;
    return this.#order === 'time' ? messages().noTime(quote(cell)) : messages().noDate(quote(cell));
  }

  addMissing(): void {
    this.#values.push(Number.NaN);
    this.#missing++;
  }

  block(): NumberColumn {
    return this.build();
  }

  build(): NumberColumn {
    const sign = this.#order === 'time' ? 'time' : 'date';
    return { name: this.#name, type: 'number', values: this.#values.drain(), missing: this.#missing, sign };
  }
}

export class CategoryBuilder implements ColumnBuilder {
  readonly #name: string;
  readonly #codes: Growing<Int32Array>;
  readonly #known = new Map<string, number>();
  readonly #indicators: boolean;
  #missing = 0;

  constructor(name: string, indicators: boolean, expected: number) {
    this.#name = name;
    this.#indicators = indicators;
    this.#codes = new Growing((length) => new Int32Array(length), expected);
  }

  add(cell: string): undefined {
    let code = this.#known.get(cell);
    if (code === undefined) {
      code = this.#known.size;
      this.#known.set(detached(cell), code);
    }
    this.#codes.push(code);
  }

  addMissing(): void {
    this.#codes.push(-1);
    this.#missing++;
  }

  block(): CategoryColumn {
    const column = this.build();
    this.#known.clear();
    return column;
  }

  build(): CategoryColumn {
    const categories = [...this.#known.keys()];
    const column = {
      name: this.#name,
      type: 'category',
      codes: this.#codes.drain(),
      categories,
      missing: this.#missing,
    } as const;
    return this.#indicators ? { ...column, indicators: true } : column;
  }
}
