/** Types of reading tables. Row numbers are those of a spreadsheet: the first row of the file is row 1. */

import type { DateOrder } from './dates.js';

/** A chunk of a file: text, or bytes in any supported encoding. */
export type Chunk = string | Uint8Array;

/**
 * The source of a table. Blobs (files of a browser) and iterables are read chunk by chunk and never held completely in memory. An iterable
 * may use the memory of a chunk again when the next one is asked for.
 */
export type TableSource = string | Blob | Iterable<Chunk> | AsyncIterable<Chunk>;

/**
 * `number`: numbers in the range of a 32-bit float. `category`: names. `indicators`: categories that become one 0/1
 * variable each, for any number of categories. `date`: days since 1970-01-01, or hours of the day. `skip`: not read.
 */
export type ColumnType = 'number' | 'category' | 'indicators' | 'date' | 'skip';

/**
 * The look of a column. `counter` holds row numbers and `rowNames` row names, so that neither is a variable. The values
 * of an `identifier` are texts that all differ. `codes` are digits of equal length, such as zip codes. `openDates` are
 * dates whose order of day and month is ambiguous.
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

/** Properties of a column, detected from the first rows. */
export interface ColumnPlan {
  /** The name in the header, trimmed; `column 3` without a name, `x (2)` for the second of two columns x. */
  readonly name: string;
  /** `skip` for row names and row numbers. */
  readonly type: ColumnType;
  /** The type if the column is kept. */
  readonly kept: 'number' | 'category';
  readonly looks: Looks;
  /** The reason for the type. */
  readonly reason: string;
  /** Number of different values in the first rows. */
  readonly count: number;
  /** The percent or currency sign of its numbers, or empty. */
  readonly unit: string;
  /** The order of day, month and year; absent for columns without dates. */
  readonly order?: DateOrder | 'open';
}

/** Options for reading a file. Absent options are detected, and {@link Format} reports the result and the reason. */
export interface TableOptions {
  /** One character; the detected ones are comma, semicolon, tab and vertical bar. */
  delimiter?: string;
  decimal?: DecimalMark;
  /** Whether the first row holds names. */
  header?: boolean;
  /** Texts that mean a missing value. Default {@link missingTokens}. */
  missingTokens?: readonly string[];
  /** Rows that begin with this text are skipped. Default: rows before the header that begin with '#'. */
  comment?: string;
  /** A label that TextDecoder accepts. Default: from the byte order mark, UTF-8 without one. */
  encoding?: string;
  /** Columns in which a missing value is an error, listed with the cells that cannot be read. Default: none. */
  required?: (column: string) => boolean;
  /** Columns of categories whose texts are all kept as they are, also those that mean a missing value elsewhere. Default: none. */
  verbatim?: (column: string) => boolean;
  /** Further problems of the columns that were read. It is asked when cells or rows cannot be read, so that one error lists everything. */
  problems?: (table: Table) => readonly string[];
  /** Returns the types of the columns in order, before the rows are read. Default: the types of the plans. */
  choose?: (columns: readonly ColumnPlan[], format: Format) => readonly ColumnType[];
  /** Size of the source in bytes, if known: each column then allocates its memory once. Blobs and strings have a known size. */
  size?: number;
  /** Called after each chunk with the number of bytes (for text: characters) read so far. */
  onProgress?: (read: number) => void;
}

/** A property of the file with its reason: `given`, or the evidence that it was detected from. */
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

/** An ambiguity of the file; reading fails until the option is given. */
export interface Question {
  readonly option: 'delimiter' | 'decimal';
  readonly message: string;
}

/** A note for the user, in the language set when it is called. */
export type Note = () => string;

/** Number of rows of data, with blank and faulty ones. */
export interface RowCount {
  readonly count: number;
  /** False: estimated from the length of the first rows. */
  readonly exact: boolean;
  /** Number of the first rows that were inspected. */
  readonly seen: number;
}

/** A preview of a file before it is read. */
export interface Inspection {
  readonly format: Format;
  readonly rows: RowCount;
  readonly columns: readonly ColumnPlan[];
  /** The first rows of data, unchanged. */
  readonly preview: readonly (readonly string[])[];
  /** Names of the columns whose value alone determines the class of `target` in the first rows. */
  readonly answers: (target: string) => readonly string[];
  readonly notes: readonly Note[];
  readonly questions: readonly Question[];
}

export interface NumberColumn {
  readonly name: string;
  readonly type: 'number';
  /** Doubles, NaN if a value is missing. `trip.dataset` decides whether 32-bit floats are precise enough. */
  readonly values: Float64Array;
  readonly missing: number;
  /** The percent or currency sign that was taken off, `date` for days since 1970-01-01, `time` for hours; absent for plain numbers. */
  readonly sign?: string;
}

export interface CategoryColumn {
  readonly name: string;
  readonly type: 'category';
  /** Index into `categories`, -1 if the value is missing. */
  readonly codes: Int32Array;
  /** In order of first appearance. */
  readonly categories: readonly string[];
  readonly missing: number;
  /** Each category becomes a variable, for any number of categories. */
  readonly indicators?: true;
}

export type Column = NumberColumn | CategoryColumn;

export interface Table {
  readonly format: Format;
  /** All columns of the file, including skipped ones. */
  readonly plans: readonly ColumnPlan[];
  /** The columns that were read. */
  readonly columns: readonly Column[];
  /** Row number in the file of each row of the table. */
  readonly rows: Int32Array;
  /** Texts read as missing in each column, with their number. */
  readonly tokens: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Notes on data that were left out, renamed or read as missing. */
  readonly notes: readonly Note[];
}
