/** Decodes bytes to text, chunk by chunk. */

import { TableError } from './errors.js';
import { messages } from './messages.js';
import type { Chunk, Found, TableSource } from './types.js';

/** Bytes of a chunk. A chunk is decoded in one task, so a larger one would block the page for too long. */
const BLOB_CHUNK = 2 ** 16;
/** Longest part of a chunk that is given. */
const LARGEST = 2 ** 18;

/** The text of a source and its encoding. */
export interface TextSource {
  readonly encoding: Found<string>;
  readonly chunks: AsyncGenerator<string, void>;
  /** The chunks as bytes with their decoder. Once they are read, `chunks` is only closed. Absent for text. */
  readonly raw?: RawSource;
}

export interface RawSource {
  readonly chunks: AsyncGenerator<Chunk, void>;
  readonly decoding: Decoding;
  /** Bytes of the source before the next chunk. */
  readonly read: () => number;
}

export async function openText(
  source: TableSource,
  given: string | undefined,
  onProgress: (read: number) => void = () => {},
): Promise<TextSource> {
  let read = 0;
  const chunks = counted(chunksOf(source), (length) => {
    read = length;
    onProgress(length);
  });
  const first = await firstOf(chunks);
  if (typeof first === 'string') {
    return { encoding: { value: 'text', reason: messages().givenAsText }, chunks: checked(joined(first, chunks)) };
  }
  const encoding = given === undefined ? detectEncoding(first) : { value: given, reason: messages().given };
  const decoding = new Decoding(encoding.value);
  return { encoding, chunks: checked(decoded(first, chunks, decoding)), raw: { chunks, decoding, read: () => read } };
}

/** The bytes of a source from a line that begins at `offset`. */
export function resumed(source: TableSource, encoding: string, offset: number): RawSource {
  let read = offset;
  const chunks = counted(chunksOf(source), (length) => {
    read = offset + length;
  });
  return { chunks, decoding: new Decoding(encoding), read: () => read };
}

async function* chunksOf(source: TableSource): AsyncGenerator<Chunk, void> {
  if (typeof source === 'string') yield* piecesOf(source);
  else if (source instanceof Blob) {
    for (let from = 0; from < source.size; from += BLOB_CHUNK) {
      yield new Uint8Array(await source.slice(from, from + BLOB_CHUNK).arrayBuffer());
    }
  } else for await (const chunk of source) yield* piecesOf(chunk);
}

/** Parts of a chunk that may be a whole file: its layout is detected in the first one, and each is read in one task. */
function* piecesOf(chunk: Chunk): Generator<Chunk, void> {
  if (!(chunk.length > LARGEST)) yield chunk;
  else
    for (let from = 0; from < chunk.length; from += LARGEST)
      yield typeof chunk === 'string' ? chunk.slice(from, from + LARGEST) : chunk.subarray(from, from + LARGEST);
}

async function* counted(chunks: AsyncIterable<Chunk>, onProgress: (read: number) => void) {
  let read = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    onProgress(read);
    yield chunk;
  }
}

/** The first chunk, with at least the bytes of the longest byte order mark. */
async function firstOf(chunks: AsyncGenerator<Chunk, void>): Promise<Chunk> {
  let bytes = new Uint8Array(0);
  while (bytes.length < 3) {
    const { value } = await chunks.next();
    if (value === undefined) break;
    if (typeof value === 'string') return value;
    const longer = new Uint8Array(bytes.length + value.length);
    longer.set(bytes);
    longer.set(value, bytes.length);
    bytes = longer;
  }
  return bytes;
}

function detectEncoding([a, b, c]: Uint8Array): Found<string> {
  const reason = messages().byteOrderMark;
  if (a === 0xff && b === 0xfe) return { value: 'utf-16le', reason };
  if (a === 0xfe && b === 0xff) return { value: 'utf-16be', reason };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { value: 'utf-8', reason };
  return { value: 'utf-8', reason: messages().noByteOrderMark };
}

/** A byte is invalid in the encoding; all text before it has been emitted. */
export class Undecodable extends Error {
  readonly encoding: string;

  constructor(encoding: string) {
    super(`not ${encoding}`);
    this.encoding = encoding;
  }
}

/** The state of decoding between two chunks. */
export class Decoding {
  readonly #encoding: string;
  readonly #decoder: TextDecoder;
  readonly #recent: RecentBytes;

  constructor(encoding: string) {
    this.#encoding = encoding;
    this.#decoder = decoderOf(encoding);
    this.#recent = new RecentBytes(this.#decoder.encoding);
  }

  /** Every byte below 128 is the ASCII character, whatever bytes precede it. */
  get keepsAscii(): boolean {
    return ['utf-8', 'windows-1252'].includes(this.#decoder.encoding);
  }

  /** The text of a chunk; up to the byte that cannot be decoded if one fails. */
  decode(bytes: Uint8Array): { text: string; failure?: Undecodable } {
    try {
      const text = this.#decoder.decode(bytes, { stream: true });
      this.#recent.add(bytes);
      return { text };
    } catch {
      const text = decodedBefore(this.#encoding, this.#recent.tail(), bytes);
      return { text, failure: new Undecodable(this.#encoding) };
    }
  }

  /** Ends the text: an incomplete character fails. */
  end(): string {
    try {
      return this.#decoder.decode();
    } catch {
      throw new Undecodable(this.#encoding);
    }
  }
}

async function* decoded(
  first: Uint8Array,
  rest: AsyncIterable<Chunk>,
  decoding: Decoding,
): AsyncGenerator<string, void> {
  const chunks = (async function* () {
    yield first;
    yield* rest;
  })();
  for await (const chunk of chunks) {
    const { text, failure } = typeof chunk === 'string' ? { text: chunk } : decoding.decode(chunk);
    yield text;
    if (failure !== undefined) throw failure;
  }
  yield decoding.end();
}

/** Lines longer than this are not decoded again. */
const MAX_TAIL = 4096;

/** The last bytes of the input. A new decoder that reads them has the same state as the decoder that read all bytes. */
class RecentBytes {
  readonly #wide: boolean;
  readonly #little: boolean;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  #count = 0;

  constructor(encoding: string) {
    this.#wide = encoding.startsWith('utf-16');
    this.#little = encoding === 'utf-16le';
  }

  add(chunk: Uint8Array): void {
    this.#count += chunk.length;
    const line = this.#wide ? -1 : chunk.lastIndexOf(10);
    if (line !== -1) {
      this.#chunks = [];
      this.#kept = 0;
    }
    // A copy, since the source may use the memory of the chunk again.
    const own = new Uint8Array(chunk.subarray(Math.max(line + 1, this.#wide ? 0 : chunk.length - MAX_TAIL)));
    this.#chunks.push(own);
    this.#kept += own.length;
    while (this.#kept - (this.#chunks[0]?.length ?? 0) >= MAX_TAIL) this.#kept -= this.#chunks.shift()?.length ?? 0;
  }

  /** Bytes after the last line feed; for UTF-16 an incomplete unit and the first unit of a surrogate pair. */
  tail(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#kept);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    if (!this.#wide) return all.slice(-MAX_TAIL);
    const half = this.#count % 2;
    const high = all[all.length - half - (this.#little ? 1 : 2)] ?? 0;
    return all.slice(all.length - half - ((high & 0xfc) === 0xd8 ? 2 : 0));
  }
}

/** The text of a chunk up to the byte that cannot be decoded; `tail`: the bytes before the chunk. */
function decodedBefore(encoding: string, tail: Uint8Array, chunk: Uint8Array): string {
  const upTo = (length: number): string | undefined => {
    const decoder = decoderOf(encoding);
    try {
      decoder.decode(tail, { stream: true });
      return decoder.decode(chunk.subarray(0, length), { stream: true });
    } catch {
      return undefined;
    }
  };
  let [good, bad] = [0, chunk.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (upTo(middle) === undefined) bad = middle;
    else good = middle;
  }
  return upTo(good) ?? '';
}

function decoderOf(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    const accepted = "a name that TextDecoder knows is accepted, as 'utf-8', 'windows-1252' or 'utf-16le'";
    throw new TableError('option', `encoding is ${JSON.stringify(encoding)}; ${accepted}`);
  }
}

async function* joined(first: string, rest: AsyncIterable<Chunk>): AsyncGenerator<string, void> {
  yield first.startsWith('\ufeff') ? first.slice(1) : first;
  for await (const chunk of rest) if (typeof chunk === 'string') yield chunk;
}

async function* checked(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const text of texts) {
    requireText(text);
    if (text !== '') yield text;
  }
}

export function requireText(text: string): void {
  if (text.includes('\0')) throw new TableError('format', messages().noText);
}
