/** Reads Parquet files to names and rows, the input of web/table. The first file loads the library hyparquet. */

import type { ColumnMetaData, FileMetaData } from 'hyparquet';
import { TripError } from 'trip-wasm';
import { requireBytes } from './checks.js';
import { cut } from './lines.js';
import { type Budget, readChunk, type Unpack } from './parquet-pages.js';
import { inflate } from './zip.js';

/** A value of a table; dates and times are texts, and null is a missing value. */
export type ParquetCell = string | number | boolean | null;

/** The names of the columns, and rows of their cells. */
export interface ParquetRows {
  /** Names of the columns. */
  readonly names: readonly string[];
  /** Rows in the order of the file, each with a cell per column. */
  readonly rows: readonly (readonly ParquetCell[])[];
}

/** Functions that unpack a page, by the name of the codec: `BROTLI`, `ZSTD`. Snappy and gzip are built in. */
export type Codecs = {
  /** Returns `size` bytes. */
  readonly [codec: string]: ((packed: Uint8Array, size: number) => Uint8Array | Promise<Uint8Array>) | undefined;
};

/**
 * Largest accepted numbers, which grow with the file, since a few bytes can stand for any number of equal values: cells and rows, which are
 * all in memory at once, and bytes of all pages once they are unpacked.
 */
const limits = {
  cells: { base: 2 ** 24, perByte: 64, most: 2 ** 27 },
  rows: { base: 2 ** 22, perByte: 16, most: 2 ** 27 },
  unpacked: { base: 2 ** 28, perByte: 64, most: Number.POSITIVE_INFINITY },
} as const;
const limitOf = (of: keyof typeof limits, { length }: Uint8Array) =>
  Math.min(limits[of].most, limits[of].base + limits[of].perByte * length);

const magic = 'PAR1';

/** Called between the columns with the number of columns read so far and of all columns, over all groups of rows. */
export type OnColumn = (read: number, all: number) => void | Promise<void>;

/**
 * Numbers, texts, truth values, dates and times (as texts), and null for missing cells.
 *
 * @throws TripError `format` for a file that is not Parquet, is damaged, uses a codec that is neither built in nor given, or contains lists
 * or structures.
 */
export async function readParquet(bytes: Uint8Array, codecs: Codecs = {}, onColumn?: OnColumn): Promise<ParquetRows> {
  requireBytes(bytes);
  const library = await import('./hyparquet.js');
  requireMagic(bytes);
  const { metadata, columns } = readable(() => {
    // A copy: slice() of Node's buffers shares their memory.
    const metadata = library.parquetMetadata(new Uint8Array(bytes).buffer as ArrayBuffer, { geoparquet: false });
    const root = library.parquetSchema(metadata);
    return { metadata, columns: root.children.map((column) => ({ column, path: [root, column] })) };
  });
  const names = columns.map(({ column }) => column.element.name);
  if (names.some((name) => typeof name !== 'string')) throw unreadable(new Error('a column has no name'));
  const known = { ...builtIn(library), ...codecs };
  requirePlain(bytes, metadata, known);
  const all = limitOf('unpacked', bytes);
  const budget: Budget = { all, left: all };
  const nested = columns.find(
    ({ column }) => column.children.length > 0 || column.element.repetition_type === 'REPEATED',
  );
  if (nested !== undefined) {
    const kinds = 'numbers, texts, truth values and dates are accepted';
    throw new TripError('format', `column '${cut(nested.column.element.name)}' holds lists or structures; ${kinds}`);
  }
  const rows: ParquetCell[][] = [];
  let read = 0;
  for (const group of metadata.row_groups) {
    const count = Number(group.num_rows);
    const cells: ParquetCell[][] = columns.map(() => []);
    if (group.columns.length !== columns.length)
      throw unreadable(new Error(`a group has ${group.columns.length} columns, its schema ${columns.length}`));
    // Columns are in the order of the schema; two may have the same name.
    for (const [at, { meta_data: chunk }] of (group.columns as { meta_data: ColumnMetaData }[]).entries()) {
      const { column, path } = columns[at] as (typeof columns)[number];
      const name = names[at] as string;
      if (chunk.path_in_schema[0] !== name) throw unreadable(new Error('a column is not in its schema'));
      const decoder = {
        pathInSchema: chunk.path_in_schema,
        element: column.element,
        schemaPath: path,
        type: chunk.type,
        codec: chunk.codec,
        parsers: library.DEFAULT_PARSERS,
      };
      const optional = column.element.repetition_type !== 'REQUIRED';
      const unpack = known[chunk.codec] as Unpack;
      const pages = await readChunk(library, {
        bytes: bytesOf(bytes, chunk),
        rows: count,
        budget,
        unpack,
        decoder,
        optional,
      }).catch((error) => Promise.reject(unreadable(error, name)));
      let row = rows.length;
      const own = cells[at] as ParquetCell[];
      for (const values of pages) for (const value of values) own.push(cellOf(value, name, row++));
      await onColumn?.(++read, metadata.row_groups.length * names.length);
    }
    // A damaged number of rows is detected while the cells are read, so rows are created afterwards.
    for (let r = 0; r < count; r++) rows.push(cells.map((column) => column[r] ?? null));
  }
  return { names, rows };
}

/** The codecs of the language and of hyparquet. */
function builtIn({ snappyUncompress }: typeof import('./hyparquet.js')): Codecs {
  return {
    UNCOMPRESSED: (packed) => packed,
    SNAPPY: (packed, size) => {
      const page = new Uint8Array(size);
      snappyUncompress(packed, page);
      return page;
    },
    GZIP: (packed, size) => inflate(packed, size, 'gzip'),
  };
}

/** The bytes of a column; they begin with its dictionary, if it has one. */
function bytesOf(bytes: Uint8Array, chunk: ColumnMetaData): Uint8Array {
  const [start, length] = [
    Number(chunk.dictionary_page_offset || chunk.data_page_offset),
    Number(chunk.total_compressed_size),
  ];
  if (start >= 0 && length >= 0 && start + length <= bytes.length) return bytes.subarray(start, start + length);
  throw unreadable(new Error('it ends behind the file'), chunk.path_in_schema.join('.'));
}

function requireMagic(bytes: Uint8Array): void {
  const at = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4));
  if (bytes.length >= 12 && at(0) === magic && at(bytes.length - 4) === magic) return;
  throw new TripError(
    'format',
    `the file does not begin and end with ${magic}: it is no Parquet file, or it is cut off`,
  );
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown, column?: string): TripError {
  if (error instanceof TripError) return error;
  const where = column === undefined ? '' : `column '${cut(column)}': `;
  return new TripError('format', `the Parquet file cannot be read: ${where}${(error as Error).message}`);
}

/** Sizes that the file cannot have and unknown codecs are refused before anything is unpacked. */
function requirePlain(
  bytes: Uint8Array,
  { row_groups: groups, num_rows: claimed, schema }: FileMetaData,
  codecs: Codecs,
): void {
  const rows = groups.reduce((sum, group) => sum + Math.max(Number(group.num_rows), 0), 0);
  if (rows !== Number(claimed)) throw unreadable(new Error(`it claims ${claimed} rows, its groups have ${rows}`));
  const columns = schema.length - 1;
  for (const [of, count] of [
    ['cells', rows * columns],
    ['rows', rows],
  ] as const) {
    if (count <= limitOf(of, bytes)) continue;
    const found = `the file of ${bytes.length} bytes has ${rows} rows of ${columns} columns`;
    throw new TripError('memory', `${found}; at most ${limitOf(of, bytes)} ${of} are accepted`);
  }
  const accepted = Object.keys(codecs).filter((codec) => codecs[codec] !== undefined);
  for (const { meta_data: chunk } of groups.flatMap(({ columns }) => columns)) {
    // A damaged file may have a number or a truth value there.
    if (typeof chunk !== 'object') throw unreadable(new Error('a column lies in another file'));
    if (accepted.includes(chunk.codec)) continue;
    const found = `column '${cut(chunk.path_in_schema.join('.'))}' is compressed by ${chunk.codec}`;
    throw new TripError('format', `${found}; ${accepted.join(', ')} are accepted`);
  }
}

/** Dates and times become texts, and 64-bit integers become numbers; integers that a number does not hold exactly are refused. */
function cellOf(value: unknown, name: string, row: number): ParquetCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    throw new TripError('value', `row ${row + 1}, column '${cut(name)}' is ${value}; integers below 2^53 are accepted`);
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  const kind = value instanceof Uint8Array ? 'bytes' : 'a list or a structure';
  throw new TripError(
    'format',
    `row ${row + 1}, column '${cut(name)}' holds ${kind}; numbers, texts and dates are accepted`,
  );
}
