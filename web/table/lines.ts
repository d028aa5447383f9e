/** Cuts the bytes of a file into whole lines: plain ones are read as bytes, the others as text. */

import type { PlainReader } from './plain.js';
import type { Row, RowReader } from './rows.js';
import { type Decoding, type RawSource, requireText } from './source.js';
import type { Chunk } from './types.js';

/** An incomplete line of more bytes is read as text, since joining it with each further chunk would take quadratic time. */
const MAX_LINE = 2 ** 20;
const LF = 10;

/** The begin of a line, and the number of rows and comments before it. */
export interface Place {
  readonly offset: number;
  readonly count: number;
}

const nothing = new Uint8Array(0);

/** Reads the bytes after the head. A chunk that holds another line than plain ones is text from there on; the next chunk is tried again. */
export class LineReader {
  readonly #plain: PlainReader;
  readonly #rows: RowReader;
  readonly #decoding: Decoding;
  readonly #add: (row: Row) => void;
  /** The incomplete line at the end of the last chunk. */
  #rest: Uint8Array = nothing;

  constructor(plain: PlainReader, rows: RowReader, decoding: Decoding, add: (row: Row) => void) {
    this.#plain = plain;
    this.#rows = rows;
    this.#decoding = decoding;
    this.#add = add;
  }

  /** Yields after each chunk the place of the next line, if a line begins there. */
  async *read({ chunks, read }: RawSource): AsyncGenerator<Place | undefined, void> {
    for await (const chunk of chunks) {
      this.#push(chunk);
      const { between, count } = this.#rows;
      yield between ? { offset: read() - this.#rest.length, count } : undefined;
    }
    this.#text(this.#rest);
    this.#parse(this.#decoding.end(), false);
    this.#parse('', true);
  }

  #push(chunk: Chunk): void {
    if (typeof chunk === 'string') {
      this.#text(this.#rest);
      this.#rest = nothing;
      this.#parse(chunk, false);
      return;
    }
    const bytes = this.#rest.length === 0 ? chunk : joined(this.#rest, chunk);
    this.#rest = nothing;
    const end = bytes.lastIndexOf(LF) + 1;
    let at = 0;
    // The text before may end within a row.
    if (!this.#rows.between && end > 0) {
      at = bytes.indexOf(LF) + 1;
      this.#text(bytes.subarray(0, at));
    }
    if (this.#rows.between) at = this.#plain.read(bytes, at, end);
    if (at < end) this.#text(bytes.subarray(at, end));
    const rest = bytes.subarray(Math.max(at, end));
    if (this.#rows.between && rest.length < MAX_LINE) this.#rest = new Uint8Array(rest);
    else this.#text(rest);
  }

  #text(bytes: Uint8Array): void {
    const { text, failure } = this.#decoding.decode(bytes);
    this.#parse(text, false);
    if (failure !== undefined) throw failure;
  }

  #parse(text: string, last: boolean): void {
    requireText(text);
    if (text === '' && !last) return;
    for (const row of this.#rows.push(text, last)) this.#add(row);
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
