/** Errors of tables: TripErrors with the rows that have errors. */

import { TripError, type TripErrorCode } from 'trip-wasm';
import { messages } from './messages.js';
import type { Question } from './types.js';

/** One error in one row. */
export interface RowError {
  /** Row number as in a spreadsheet: the first row of the file is row 1. */
  readonly row: number;
  readonly column?: string;
  /** The error, without its position. */
  readonly message: string;
}

const MAX_SHOWN = 20;

export interface Flags {
  readonly ignore?: string;
  readonly dates?: string;
  readonly categories?: 'indicators';
  readonly missing?: 'mean';
}

/** Details of an error in addition to its message. */
export interface ErrorDetails {
  /** At most 20. */
  readonly rows?: readonly RowError[];
  /** The option that resolves the ambiguity of the file. */
  readonly option?: 'delimiter' | 'decimal';
  /** Flags of the command that resolve the error, with their values; lists are separated by commas. */
  readonly flags?: Flags;
}

export class TableError extends TripError {
  /** At most 20. */
  readonly rows: readonly RowError[];
  readonly details: ErrorDetails;

  constructor(code: TripErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, message);
    this.name = 'TableError';
    this.rows = details.rows ?? [];
    this.details = details;
  }
}

/** Characters that a terminal would obey instead of showing: control characters, ends of lines, and those that change the direction of writing. */
export const controls =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Formats a text of the file for messages: shortened, and without characters that a terminal would obey. */
export function quote(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return messages().quoted(short.replace(controls, escaped));
}

function escaped(character: string): string {
  const names: { readonly [character: string]: string } = { '\n': '\\n', '\t': '\\t' };
  const code = character.charCodeAt(0).toString(16);
  return names[character] ?? (code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`);
}

/** Collects errors: keeps the first 20 and counts the others. */
export class RowErrors {
  readonly #rows: RowError[] = [];
  #count = 0;

  add(row: number, column: string | undefined, message: string): void {
    this.#count++;
    if (this.#rows.length < MAX_SHOWN) this.#rows.push({ row, ...(column === undefined ? {} : { column }), message });
  }

  get count(): number {
    return this.#count;
  }

  /** Adds another list, in the order of the rows. */
  join(other: RowErrors): void {
    this.#count += other.#count;
    this.#rows.push(...other.#rows);
    this.#rows.sort((a, b) => a.row - b.row).splice(MAX_SHOWN);
  }

  /** A heading, a line per error, and the number of errors that are not shown. */
  lines(heading: (count: number) => string): string[] {
    const { inCell, inRow, more } = messages();
    const lines = this.#rows.map(({ row, column, message }) =>
      column === undefined ? inRow(row, message) : inCell(row, quote(column), message),
    );
    if (this.#count > MAX_SHOWN) lines.push(more(this.#count - MAX_SHOWN));
    return [heading(this.#count), ...lines];
  }

  get rows(): readonly RowError[] {
    return this.#rows;
  }

  /** Throws if there are errors; `before`: lines about other problems. */
  refuse(heading: (count: number) => string, advice = '', before: readonly string[] = []): void {
    if (this.#count === 0) return;
    const lines = [...before, ...this.lines(heading)];
    if (advice !== '') lines.push(advice);
    throw new TableError('value', lines.join('\n'), { rows: this.#rows });
  }
}

/** The error of a file that only an option can settle. */
export function questionError({ option, message }: Question): TableError {
  return new TableError('option', message, { option });
}
