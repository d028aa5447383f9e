/** Files of finished fits as JSON lines: a header that identifies the work, then one line a fit, in any order while it runs. */

import { appendFile } from 'node:fs/promises';
import { parseJson, requireObject } from './checks.js';
import { FileError, readText, withPath } from './input.js';
import { unwritable, writeFile } from './output.js';
import type { Terminal } from './terminal.js';

/** Appends rows as fits finish. The first row creates the file, since the plan is then known to be valid. */
export class Journal<Row extends object> {
  readonly #path: string;
  readonly #header: string;
  readonly #what: string;
  readonly #texts: readonly (keyof Row)[];
  readonly #failure = new AbortController();
  #done: readonly Row[] = [];
  #last: Promise<void> | undefined;
  #signal: AbortSignal = new AbortController().signal;

  /** `what` names the work in messages; `texts` are the properties of a row that are texts. */
  constructor(
    path: string,
    { header, what, texts }: { readonly header: string; readonly what: string; readonly texts: readonly (keyof Row)[] },
  ) {
    this.#path = path;
    this.#header = header;
    this.#what = what;
    this.#texts = texts;
  }

  /** Aborted when the file cannot be written, so that no further fits are computed. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  /** The fits in the file; an incomplete last line is ignored. */
  async read(terminal: Terminal): Promise<readonly Row[]> {
    this.#signal = terminal.signal;
    this.#done = await this.#rows();
    if (this.#done.length > 0) terminal.note(`${this.#path}: ${this.#done.length} fits already exist`);
    return this.#done;
  }

  async #rows(): Promise<Row[]> {
    const path = this.#path;
    let text: string;
    try {
      text = await readText(path, this.#signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw withPath(error, path);
    }
    const [first, ...lines] = text.split('\n').slice(0, -1);
    if (text === '') return [];
    if (first !== this.#header)
      throw new FileError(`${path} is not the file of this ${this.#what}; give another --out or delete it`);
    return lines.map((line, l) => {
      try {
        const row = parseJson(line);
        requireObject('row', row);
        if (this.#texts.every((name) => typeof row[name as string] === 'string')) return row as Row;
      } catch {}
      throw new FileError(`${path}: line ${l + 2} is not JSON of a fit; delete it to compute that fit again`);
    });
  }

  add(row: Row): void {
    const line = `${JSON.stringify(row)}\n`;
    const append = () =>
      appendFile(this.#path, line).catch((error) => {
        throw unwritable(this.#path, error);
      });
    this.#last ??= writeFile(this.#path, linesOf(this.#header, this.#done), this.#signal);
    this.#last = this.#last.then(append);
    this.#last.catch((error) => this.#failure.abort(error));
  }

  written(): Promise<void> {
    return this.#last ?? Promise.resolve();
  }
}

export function* linesOf(header: string, rows: readonly object[]): Generator<string, void> {
  yield `${header}\n`;
  for (const row of rows) yield `${JSON.stringify(row)}\n`;
}
