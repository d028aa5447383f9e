/** Columns that grow by the row, without a second copy of what they hold. */

import { toNumber, whyNoNumber } from './cells.js';
import type { CategoryColumn, DecimalMark, NumberColumn } from './types.js';

/** Blocks behind the expected length: short columns stay small and long ones waste little. */
const MAX_BLOCK = 2 ** 14;

/** A list of numbers in blocks; the first one holds all when the expected length is right. */
export class Growing<T extends Float32Array | Int32Array> {
  readonly #make: (length: number) => T;
  #blocks: T[] = [];
  #block: T;
  #used = 0;
  #length = 0;

  constructor(make: (length: number) => T, expected: number) {
    this.#make = make;
    this.#block = make(expected);
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
}

export class NumberBuilder implements ColumnBuilder {
  readonly #name: string;
  readonly #decimal: DecimalMark;
  readonly #values: Growing<Float32Array>;
  #missing = 0;

  constructor(name: string, decimal: DecimalMark, expected: number) {
    this.#name = name;
    this.#values = new Growing((length) => new Float32Array(length), expected);
    this.#decimal = decimal;
  }

  add(cell: string): string | undefined {
    const value = toNumber(cell, this.#decimal);
    this.#values.push(value);
    return Number.isNaN(value) ? whyNoNumber(cell, this.#decimal) : undefined;
  }

  addMissing(): void {
    this.#values.push(Number.NaN);
    this.#missing++;
  }

  take(): NumberColumn {
    return { name: this.#name, type: 'number', values: this.#values.take(), missing: this.#missing };
  }
}

export class CategoryBuilder implements ColumnBuilder {
  readonly #name: string;
  readonly #codes: Growing<Int32Array>;
  readonly #known = new Map<string, number>();
  #missing = 0;

  constructor(name: string, expected: number) {
    this.#name = name;
    this.#codes = new Growing((length) => new Int32Array(length), expected);
  }

  add(cell: string): undefined {
    let code = this.#known.get(cell);
    if (code === undefined) {
      code = this.#known.size;
      // A copy: a part of a string keeps the whole piece of the file in memory.
      this.#known.set(JSON.parse(JSON.stringify(cell)), code);
    }
    this.#codes.push(code);
  }

  addMissing(): void {
    this.#codes.push(-1);
    this.#missing++;
  }

  take(): CategoryColumn {
    const categories = [...this.#known.keys()];
    return { name: this.#name, type: 'category', codes: this.#codes.take(), categories, missing: this.#missing };
  }
}
