/** What the reading of tables takes and gives. Rows count as a spreadsheet counts them: the first row of the file is row 1. */

import type { DateOrder } from './dates.js';

/** A piece of a file: text, or bytes in any encoding that the reader knows. */
export type Chunk = string | Uint8Array;

/** Where a table comes from. Blobs (files of a browser) and iterables are read piece by piece and never held as a whole. */
export type TableSource = string | Blob | Iterable<Chunk> | AsyncIterable<Chunk>;

/**
 * `number`: magnitudes that a 32-bit float can hold. `category`: names. `indicators`: categories that become a variable 0 or 1 each,
 * however many they are. `date`: days since 1970-01-01, or hours of the day. `skip`: not read at all.
 */
export type ColumnType = 'number' | 'category' | 'indicators' | 'date' | 'skip';

/**
 * The look of a column. `counter` counts the rows and `rowNames` names them, so that neither is a variable; the values of an
 * `identifier` are texts that all differ; `codes` are digits of one length, as zip codes are; `openDates` are dates whose order of day
 * and month the file does not tell.
 */
export type Looks =
  | 'number'
  | 'categories'
  | 'counter'
  | 'rowNames'
  | 'identifier'
  | 'codes'
  | 'dates'
  | 'times'
  | 'openDates';

export type DecimalMark = '.' | ',';

/** A column as the first rows show it. */
export interface ColumnPlan {
  /** From the header, trimmed; `column 3` where there is none, `x (2)` for the second of two columns x. */
  readonly name: string;
  /** `skip` where the column names or counts the rows. */
  readonly type: ColumnType;
  /** The type when the column is kept. */
  readonly kept: 'number' | 'category';
  readonly looks: Looks;
  /** What speaks for the type. */
  readonly reason: string;
  /** Different values among the first rows. */
  readonly count: number;
  /** The percent or currency sign of its numbers; empty without one. */
  readonly unit: string;
  /** The order of day, month and year; absent for columns that hold no dates. */
  readonly order?: DateOrder | 'open';
}

/** How a file is read. What is not given is detected, and {@link Format} says what and why. */
export interface TableOptions {
  /** One character; the detected ones are comma, semicolon, tab and vertical bar. */
  delimiter?: string;
  decimal?: DecimalMark;
  /** Whether the first row holds names. */
  header?: boolean;
  /** Texts that mean a missing value. Default {@link missingTokens}. */
  missingTokens?: readonly string[];
  /** Rows that begin with this text are left out. Default: those before the header that begin with '#'. */
  comment?: string;
  /** A name that TextDecoder knows. Default: by the byte order mark, UTF-8 without one. */
  encoding?: string;
  /** Columns in which a missing value is a fault: such cells are listed among those that cannot be read. Default: none. */
  required?: (column: string) => boolean;
  /** Types of the columns in order, decided before the rows are read. Default: those of the plans. */
  choose?: (columns: readonly ColumnPlan[], format: Format) => readonly ColumnType[];
  /** Bytes of the source, where they are known: columns then take their memory once. Blobs and texts tell themselves. */
  size?: number;
  /** Called after each piece with the bytes (of text: characters) read so far. */
  onProgress?: (read: number) => void;
}

/** A property of the file with its origin: `given`, or what it was detected by. */
export interface Found<T> {
  readonly value: T;
  readonly reason: string;
}

export interface Format {
  readonly encoding: Found<string>;
  readonly delimiter: Found<string>;
  readonly decimal: Found<DecimalMark>;
  readonly header: Found<boolean>;
  readonly missingTokens: readonly string[];
}

/** Something that the file does not tell; reading refuses until the option is given. */
export interface Question {
  readonly option: 'delimiter' | 'decimal';
  readonly message: string;
}

/** Something to tell, in the words of the moment. */
export type Note = () => string;

/** The beginning of a file, for a look before it is read. */
export interface Inspection {
  readonly format: Format;
  readonly columns: readonly ColumnPlan[];
  /** The first rows of data, as they stand in the file. */
  readonly preview: readonly (readonly string[])[];
  /** Columns whose value alone tells the class of this one in the first rows, by name. */
  readonly answers: (target: string) => readonly string[];
  readonly notes: readonly Note[];
  readonly questions: readonly Question[];
}

export interface NumberColumn {
  readonly name: string;
  readonly type: 'number';
  /** NaN where the value is missing. Doubles: `trip.dataset` decides whether floats hold them well. */
  readonly values: Float64Array;
  readonly missing: number;
  /** The percent or currency sign that was taken off, `date` for days since 1970-01-01, `time` for hours; absent for plain numbers. */
  readonly sign?: string;
}

export interface CategoryColumn {
  readonly name: string;
  readonly type: 'category';
  /** Index into `categories`, -1 where the value is missing. */
  readonly codes: Int32Array;
  /** In order of first appearance. */
  readonly categories: readonly string[];
  readonly missing: number;
  /** Each category is to be a variable, however many they are. */
  readonly indicators?: true;
}

export type Column = NumberColumn | CategoryColumn;

export interface Table {
  readonly format: Format;
  /** All columns of the file, those that were skipped included. */
  readonly plans: readonly ColumnPlan[];
  /** The columns that were read. */
  readonly columns: readonly Column[];
  /** Row in the file of each row of the table. */
  readonly rows: Int32Array;
  /** Texts that were taken for missing in each column, with their number. */
  readonly tokens: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** What was left out, renamed or taken for missing. */
  readonly notes: readonly Note[];
}
