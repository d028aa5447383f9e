/** Reads the pages of a column of a Parquet file: checks sizes and runs, then hyparquet decodes the values. */

import type { ColumnMetaData, PageHeader } from 'hyparquet';
import { TripError } from 'trip-wasm';

type Hyparquet = typeof import('./hyparquet.js');
type Decoder = Parameters<Hyparquet['readPage']>[2];
type Values = NonNullable<ReturnType<Hyparquet['readPage']>['data']>;

/** Unpacks at most `size` bytes. */
export type Unpack = (packed: Uint8Array, size: number) => Uint8Array | Promise<Uint8Array>;

/** Bytes that further pages of a file may have once they are unpacked. */
export interface Budget {
  readonly all: number;
  left: number;
}

/** A column of a group of rows. */
export interface Chunk {
  /** Bytes of the column: page headers, each followed by its page. */
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly budget: Budget;
  readonly unpack: Unpack;
  readonly decoder: Decoder;
  /** Whether cells may be missing. */
  readonly optional: boolean;
}

/** A larger page counts as damaged: writers make pages of about 1 MB, and dictionaries of a few MB. */
const largestPage = 2 ** 30;
/** A dictionary may have values that do not occur in its rows. */
const unusedValues = 2 ** 20;

/** Largest ratio of compression; a header with a larger one is damaged. A Snappy copy stores 64 bytes in 3 bytes, deflate 258 bytes in 2 bits. */
const ratios: { readonly [codec: string]: number } = { UNCOMPRESSED: 1, SNAPPY: 22, GZIP: 1032 };
/** Bytes that headers of a codec may take. */
const slack = 64;

/** Values of all rows of a column, in order, as lists. Messages of errors do not contain the name of the column. */
export async function readChunk({ convert, parquetHeader, readPage }: Hyparquet, chunk: Chunk): Promise<Values[]> {
  const { bytes, rows, budget, decoder } = chunk;
  const reader = { view: viewOf(bytes), offset: 0 };
  const lists: Values[] = [];
  let dictionary: Values | undefined;
  let read = 0;
  while (read < rows) {
    if (reader.offset >= bytes.length) throw new Error(`it has ${read} of ${rows} rows`);
    const header = parquetHeader(reader);
    const packed = packedOf(header, bytes.subarray(reader.offset));
    checkCounts(header, packed.length, rows - read, chunk);
    budget.left -= header.uncompressed_page_size;
    reader.offset += packed.length;
    const page = await unpackPage(header, packed, chunk);
    const own = { ...header, compressed_page_size: page.length, uncompressed_page_size: page.length };
    if (header.data_page_header_v2) own.data_page_header_v2 = { ...header.data_page_header_v2, is_compressed: false };
    const plain = { ...decoder, codec: 'UNCOMPRESSED' as const };
    const { data = [] } = readPage({ view: viewOf(page), offset: 0 }, own, plain, dictionary, undefined, 0);
    if (header.type === 'DICTIONARY_PAGE') {
      dictionary = convert(data, decoder);
    } else {
      if (data.length !== valuesOf(header)) throw new Error(`a page has ${data.length} of ${valuesOf(header)} values`);
      lists.push(data);
      read += data.length;
    }
  }
  return lists;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function valuesOf(header: PageHeader): number {
  const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header;
  return (v1 ?? v2 ?? dictionary)?.num_values ?? -1;
}

function packedOf({ compressed_page_size: size }: PageHeader, rest: Uint8Array): Uint8Array {
  if (size >= 0 && size <= rest.length) return rest.subarray(0, size);
  throw new Error(`a page claims ${size} bytes; ${rest.length} are left`);
}

/** Refuses counts and sizes that the column cannot contain before anything is allocated. */
function checkCounts(header: PageHeader, packed: number, rows: number, { budget, decoder }: Chunk): void {
  const { type, uncompressed_page_size: size, data_page_header_v2: v2 } = header;
  const most = Math.min(largestPage, packed * (ratios[decoder.codec] ?? Number.POSITIVE_INFINITY) + slack);
  if (!(size >= 0 && size <= most)) {
    throw new Error(`a page of ${packed} bytes claims ${size} bytes unpacked; at most ${most} are possible`);
  }
  if (size > budget.left)
    throw new TripError('memory', `the pages of the file unpack to more than ${budget.all} bytes, which are accepted`);
  const count = valuesOf(header);
  // The values of a dictionary are at least one byte each.
  const values = type === 'DICTIONARY_PAGE' ? Math.min(size, rows + unusedValues) : rows;
  if (!(count >= 0 && count <= values))
    throw new Error(`a page claims ${count} values; at most ${values} are possible`);
  if (v2 === undefined) return;
  const levels = [v2.repetition_levels_byte_length, v2.definition_levels_byte_length];
  const fits =
    levels.every((length) => length >= 0) && (levels[0] as number) + (levels[1] as number) <= Math.min(packed, size);
  if (!fits || !(v2.num_nulls >= 0 && v2.num_nulls <= count)) throw new Error('the header of a page is damaged');
}

/** Unpacks a page and checks that its runs of levels and of indices are not longer than its values. */
async function unpackPage(header: PageHeader, packed: Uint8Array, chunk: Chunk): Promise<Uint8Array> {
  const { data_page_header: v1, data_page_header_v2: v2, uncompressed_page_size: size } = header;
  if (v2 === undefined) {
    const page = await unpacked(packed, size, chunk);
    if (v1 !== undefined) {
      const length = chunk.optional ? 4 + viewOf(page).getUint32(0, true) : 0;
      const filled = chunk.optional ? checkRuns(page.subarray(4, length), 1, v1.num_values) : v1.num_values;
      checkValues(v1.encoding, page.subarray(length), filled, chunk.decoder.type);
    }
    return page;
  }
  const begin = v2.repetition_levels_byte_length + v2.definition_levels_byte_length;
  const levels = packed.subarray(v2.repetition_levels_byte_length, begin);
  if (chunk.optional) checkRuns(levels, 1, v2.num_values);
  const stored = v2.is_compressed === false || size === begin;
  const values = stored ? packed.subarray(begin) : await unpacked(packed.subarray(begin), size - begin, chunk);
  checkValues(v2.encoding, values, v2.num_values - v2.num_nulls, chunk.decoder.type);
  const page = new Uint8Array(begin + values.length);
  page.set(packed.subarray(0, begin));
  page.set(values, begin);
  return page;
}

async function unpacked(packed: Uint8Array, size: number, { unpack }: Chunk): Promise<Uint8Array> {
  const page = await unpack(packed, size);
  if (page.length !== size) throw new Error(`a page has ${page.length} bytes unpacked; its header claims ${size}`);
  return page;
}

function checkValues(encoding: string, values: Uint8Array, count: number, type: ColumnMetaData['type']): void {
  if (encoding.endsWith('_DICTIONARY') && count > 0) checkRuns(values.subarray(1), values[0] as number, count);
  if (encoding === 'RLE' && type === 'BOOLEAN') checkRuns(values.subarray(4), 1, count);
}

/**
 * Runs of equal values and groups of 8 packed values, each of `width` bits, up to `count` values. hyparquet fills a run whatever its
 * length, so a run that is longer than the page is refused here. Returns the number of ones among values of one bit.
 */
function checkRuns(bytes: Uint8Array, width: number, count: number): number {
  let [at, seen, ones] = [0, 0, 0];
  if (width > 32) throw new Error(`indices of ${width} bits; at most 32 are possible`);
  while (seen < count && width > 0) {
    let [head, shift, byte] = [0, 1, 128];
    for (; byte >= 128; shift *= 128) {
      byte = bytes[at++] ?? Number.NaN;
      head += (byte & 127) * shift;
      if (Number.isNaN(byte) || shift > 2 ** 28) throw new Error('a page ends within its runs');
    }
    const length = Math.floor(head / 2);
    if (head % 2 === 1) {
      const values = Math.min(8 * length, count - seen);
      for (let i = 0; width === 1 && i < values; i++) ones += ((bytes[at + (i >> 3)] ?? 0) >> (i & 7)) & 1;
      at += length * width;
      seen += values;
    } else {
      if (length > count - seen) throw new Error(`a run claims ${length} values; ${count - seen} are left in its page`);
      ones += length * ((bytes[at] ?? 0) & 1);
      at += (width + 7) >> 3;
      seen += length;
    }
  }
  return ones;
}
