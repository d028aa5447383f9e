/** Parquet files, by hyparquet, which is loaded with the first one: names and rows as web/table takes them. */

import type { Compressors, FileMetaData } from 'hyparquet';
import { TripError } from 'trip-wasm';

/** The names of the columns, and rows of their cells. */
export interface ParquetRows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
}

/** Decompressors beside Snappy, by the name of the codec. */
export type Codecs = { readonly [codec: string]: ((input: Uint8Array, size: number) => Uint8Array) | undefined };

/** Cells that are held at once; more do not fit into memory. */
const maxCells = 2 ** 27;

const magic = 'PAR1';

/** @throws TripError `format` for what is no Parquet file, is compressed in another way, or holds lists and structures. */
export async function readParquet(bytes: Uint8Array, codecs: Codecs = {}): Promise<ParquetRows> {
  const { parquetMetadata, parquetRead, parquetSchema } = await import('./hyparquet.js');
  requireMagic(bytes);
  // A copy: slice() of Node's buffers shares their memory.
  const file = new Uint8Array(bytes).buffer as ArrayBuffer;
  const metadata = readable(() => parquetMetadata(file, { geoparquet: false }));
  const names = readable(() => parquetSchema(metadata).children.map(({ element }) => element.name));
  requirePlain(metadata, bytes.length, codecs);
  const nested = readable(() => parquetSchema(metadata).children.find(({ children }) => children.length > 0));
  if (nested !== undefined) {
    const kinds = 'numbers, texts, truth values and dates are accepted';
    throw new TripError('format', `column '${nested.element.name}' holds lists or structures; ${kinds}`);
  }
  let rows: unknown[][] = [];
  const onComplete = (all: unknown[][]) => {
    rows = all;
  };
  try {
    await parquetRead({ file, metadata, compressors: codecs as Compressors, rowFormat: 'array', onComplete });
  } catch (error) {
    throw unreadable(error);
  }
  return { names, rows: rows.map((row, r) => names.map((name, c) => cellOf(row[c], name, r))) };
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

function unreadable(error: unknown): TripError {
  return new TripError('format', `the Parquet file cannot be read: ${(error as Error).message}`);
}

/** Sizes that the file cannot have and codecs that nobody can read are refused before anything is unpacked. */
function requirePlain(
  { row_groups: groups, num_rows: claimed, schema }: FileMetaData,
  size: number,
  codecs: Codecs,
): void {
  const rows = groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (rows !== Number(claimed)) throw unreadable(new Error(`it claims ${claimed} rows, its groups have ${rows}`));
  if (rows * (schema.length - 1) > maxCells) {
    const found = `the file has ${rows} rows of ${schema.length - 1} columns`;
    throw new TripError('memory', `${found}; at most ${maxCells} cells are accepted`);
  }
  const accepted = ['UNCOMPRESSED', 'SNAPPY', ...Object.keys(codecs).filter((codec) => codecs[codec] !== undefined)];
  for (const { meta_data: chunk } of groups.flatMap(({ columns }) => columns)) {
    if (chunk === undefined) throw unreadable(new Error('a column lies in another file'));
    const { path_in_schema: path, codec, data_page_offset: start, total_compressed_size: length } = chunk;
    if (!accepted.includes(codec)) {
      const found = `column '${path.join('.')}' is compressed by ${codec}`;
      throw new TripError('format', `${found}; ${accepted.join(', ')} are accepted`);
    }
    if (Number(start) >= size || Number(length) > size) {
      throw unreadable(new Error(`column '${path.join('.')}' ends behind the file`));
    }
  }
}

/** Dates and times as texts, 64-bit integers as numbers where those are exact. */
function cellOf(value: unknown, name: string, row: number): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    throw new TripError('value', `row ${row + 1}, column '${name}' is ${value}; integers below 2^53 are accepted`);
  }
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
  }
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  const kind = value instanceof Uint8Array ? 'bytes' : 'a list or a structure';
  throw new TripError(
    'format',
    `row ${row + 1}, column '${name}' holds ${kind}; numbers, texts and dates are accepted`,
  );
}
