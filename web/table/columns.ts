/** Columns that grow by the row, without a second copy of what they hold. */

import { mayBeIdentifier } from './cells.js';
import { type DateOrder, dateValue } from './dates.js';
import { quote } from './errors.js';
import type { Marks } from './marks.js';
import { said } from './messages.js';
import { isGrouped, type MarkKind, markKind, markOf, simpleNumber, toNumber, unitOf, whyNoNumber } from './numbers.js';
import type { CategoryColumn, ColumnPlan, DecimalMark, NumberColumn } from './types.js';

/** Blocks behind the expected length: short columns stay small and long ones waste little. */
const MAX_BLOCK = 2 ** 14;

/** A list of numbers in blocks; the first one holds all when the expected length is right. */
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

  /** All values in one array; the list is empty afterwards. */
  take(): T {
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

/** What takes the cells of a column; `add` returns what is wrong with one. */
export interface ColumnBuilder {
  add(cell: string): string | undefined;
  addMissing(): void;
  take(): NumberColumn | CategoryColumn;
  /** Signs and marks that were taken out of the numbers, with an example of each. */
  readonly changes?: Changes;
}

/** First cell of each kind that is no plain number but was read as one. */
export interface Changes {
  thousands?: string;
  percent?: string;
  currency?: string;
  exponent?: string;
}

/** The decimal mark of a file while it is read: it may be settled by a cell far from the beginning. */
export class Decimal {
  readonly marks: Marks | undefined;
  #mark: DecimalMark;

  /** `marks` is absent where the mark is known already. */
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

  /** Takes note of a cell; the first one that can be read in one way only settles the mark. */
  see(column: number, cell: string): MarkKind | undefined {
    const kind = markKind(cell);
    if (kind === undefined) return undefined;
    this.marks?.see(column, cell, kind);
    if (kind === '.' || kind === ',') this.#mark = kind;
    return kind;
  }

  /** At the end of the file. */
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
  /** Twice the index of each value that can be read either way, and one more where its mark is a comma. */
  readonly #either = new Growing((length) => new Int32Array(length), 0);
  readonly #eitherCells: { [mark in DecimalMark]?: string } = {};
  #bare = false;
  #currency: string;
  #missing = 0;

  constructor(plan: ColumnPlan, column: number, decimal: Decimal, expected: number) {
    this.#plan = plan;
    this.#column = column;
    this.#values = new Growing((length) => new Float64Array(length), expected);
    this.#decimal = decimal;
    this.#currency = plan.unit === '%' ? '' : plan.unit;
  }

  add(cell: string): string | undefined {
    if (this.#decimal.open) return this.#addOpen(cell);
    const { mark } = this.#decimal;
    const value = simpleNumber(cell, mark);
    if (Number.isNaN(value) || this.#plan.unit !== '') return this.#addDressed(cell, mark);
    this.#values.push(value);
    this.#seePlain(cell, value);
    return undefined;
  }

  /** Digits with an exponent are whole numbers: most cells need no look at their text. */
  #seePlain(cell: string, value: number): void {
    if (this.changes.exponent === undefined && Number.isInteger(value) && mayBeIdentifier(cell))
      this.changes.exponent = detached(cell);
  }

  /** A cell before the mark is settled; one with two readings is kept as a decimal, and mended at the end. */
  #addOpen(cell: string): string | undefined {
    if (this.#bare && this.#plan.unit === '' && isWhole(cell)) {
      this.#values.push(Number(cell));
      return undefined;
    }
    const kind = this.#decimal.see(this.#column, cell);
    if (kind === 'none') this.#bare = true;
    if (kind !== 'either') return this.#addDressed(cell, this.#decimal.mark);
    const mark = markOf(cell);
    this.#eitherCells[mark] ??= detached(cell);
    this.#either.push(2 * this.#values.length + Number(mark === ','));
    return this.#addDressed(cell, mark);
  }

  #addDressed(cell: string, mark: DecimalMark): string | undefined {
    const value = toNumber(cell, mark);
    this.#values.push(value);
    if (Number.isNaN(value)) return whyNoNumber(cell, mark);
    this.#seePlain(cell, value);
    return this.#seeUnit(cell, mark);
  }

  /** Percent and currency signs are taken off where the whole column means the same by them. */
  #seeUnit(cell: string, mark: DecimalMark): string | undefined {
    const unit = unitOf(cell);
    if (isGrouped(cell, mark)) this.changes.thousands ??= detached(cell);
    const percent = this.#plan.unit === '%';
    if ((unit === '%') !== percent) return percent ? said().noPercent(quote(cell)) : said().percent(quote(cell));
    if (percent) this.changes.percent ??= detached(cell);
    if (percent || unit === '') return undefined;
    if (this.#currency === '') this.#currency = detached(unit);
    if (unit !== this.#currency) return said().otherUnit(quote(cell), quote(this.#currency));
    this.changes.currency ??= detached(cell);
    return undefined;
  }

  addMissing(): void {
    this.#values.push(Number.NaN);
    this.#missing++;
  }

  take(): NumberColumn {
    const values = this.#values.take();
    const other = Number(this.#decimal.mark === '.');
    // At most six digits: the float that was read as a decimal tells all of them.
    for (const entry of this.#either.take()) {
      if (entry % 2 !== other) continue;
      const index = entry >> 1;
      values[index] = Math.round(1000 * (values[index] as number));
      const first = this.#eitherCells[this.#decimal.mark === '.' ? ',' : '.'];
      if (first !== undefined) this.changes.thousands ??= first;
    }
    const sign = this.#plan.unit === '%' ? '%' : this.#currency;
    return { name: this.#plan.name, type: 'number', values, missing: this.#missing, ...(sign === '' ? {} : { sign }) };
  }
}

/** A copy: a part of a string keeps the whole piece of the file in memory. */
const detached = (text: string): string => JSON.parse(JSON.stringify(text));

/** Short enough for a 32-bit float to hold its magnitude. */
const isWhole = (cell: string) => /^[+-]?\d{1,15}$/.test(cell);

export class DateBuilder implements ColumnBuilder {
  readonly #name: string;
  readonly #order: DateOrder;
  readonly #values: Growing<Float64Array>;
  #missing = 0;

  constructor(name: string, order: DateOrder, expected: number) {
    this.#name = name;
    this.#order = order;
    this.#values = new Growing((length) => new Float64Array(length), expected);
  }

  add(cell: string): string | undefined {
    const value = dateValue(cell, this.#order);
    this.#values.push(value);
    if (!Number.isNaN(value)) return undefined;
    return this.#order === 'time' ? said().noTime(quote(cell)) : said().noDate(quote(cell));
  }

  addMissing(): void {
    this.#values.push(Number.NaN);
    this.#missing++;
  }

  take(): NumberColumn {
    const sign = this.#order === 'time' ? 'time' : 'date';
    return { name: this.#name, type: 'number', values: this.#values.take(), missing: this.#missing, sign };
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

  take(): CategoryColumn {
    const categories = [...this.#known.keys()];
    const column = {
      name: this.#name,
      type: 'category',
      codes: this.#codes.take(),
      categories,
      missing: this.#missing,
    } as const;
    return this.#indicators ? { ...column, indicators: true } : column;
  }
}
