/** Splits text into rows of cells: quoted fields, all line ends, chunks split at any position. */

import Papa from 'papaparse';
import { type RowErrors, TableError } from './errors.js';
import { messages } from './messages.js';

/** A longer row is caused by a quote that was never closed. */
const MAX_ROW = 2 ** 24;

export interface Row {
  /** Number of the row in the file, from 1. */
  readonly number: number;
  /** The cells, trimmed. */
  readonly cells: readonly string[];
}

export class RowReader {
  readonly #parser: Papa.Parser;
  readonly #errors: RowErrors;
  readonly #comment: string | undefined;
  #rest = '';
  #count = 0;
  #comments = 0;

  /** `skipped`: number of lines in the file before the text. */
  constructor(delimiter: string, comment: string | undefined, errors: RowErrors, skipped = 0) {
    this.#count = skipped;
    this.#parser = new Papa.Parser({ delimiter, newline: '\n' });
    this.#comment = comment;
    this.#errors = errors;
  }

  /** Number of rows so far, including the lines before the text. */
  get count(): number {
    return this.#count;
  }

  /** Number of rows that were left out as comments. */
  get comments(): number {
    return this.#comments;
  }

  /** The text so far ends with a row. */
  get between(): boolean {
    return this.#rest === '';
  }

  /** A row of cells without quotes, which the caller has split: undefined for a comment. */
  take(cells: string[]): Row | undefined {
    const number = this.pass();
    for (let c = 0; c < cells.length; c++) cells[c] = (cells[c] as string).trim();
    return this.#isComment(cells) ? undefined : { number, cells };
  }

  /** Counts a row that the caller has read. Returns its number. */
  pass(): number {
    return ++this.#count;
  }

  /** Returns the rows that end in this chunk, without comments; with `last` the end of the text ends a row. */
  push(text: string, last: boolean): Row[] {
    const all = toLineFeeds(this.#rest + text, last);
    if (all.text === '' && last) return [];
    const { data, errors, meta } = this.#parser.parse(all.text, 0, !last) as Papa.ParseResult<string[]>;
    this.#rest = last ? '' : all.text.slice(meta.cursor) + all.held;
    if (this.#rest.length > MAX_ROW) {
      const row = this.#count + data.length + 1;
      throw new TableError('format', messages().endless(row, MAX_ROW));
    }
    for (const { row = 0, code } of errors) {
      if (row >= data.length) continue;
      const message = code === 'MissingQuotes' ? messages().openQuote : messages().textAfterQuote;
      this.#errors.add(this.#count + row + 1, undefined, message);
    }
    const first = this.#count + 1;
    this.#count += data.length;
    for (const cells of data) for (let c = 0; c < cells.length; c++) cells[c] = (cells[c] as string).trim();
    const rows = data.map((cells, index) => ({ number: first + index, cells }));
    return this.#comment === undefined ? rows : rows.filter((row) => !this.#isComment(row.cells));
  }

  #isComment([first]: readonly string[]): boolean {
    const is = this.#comment !== undefined && first?.startsWith(this.#comment) === true;
    if (is) this.#comments++;
    return is;
  }
}

/** Converts CRLF and CR to LF. A CR at the end of a chunk is held back, since its LF may be in the next chunk. */
function toLineFeeds(text: string, last: boolean): { text: string; held: string } {
  const held = !last && text.endsWith('\r') ? '\r' : '';
  const cut = held === '' ? text : text.slice(0, -1);
  const feeds = cut.includes('\r') ? cut.replace(/\r\n?/g, '\n') : cut;
  return { text: last && feeds.endsWith('\n') ? feeds.slice(0, -1) : feeds, held };
}
