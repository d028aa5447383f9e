/** A file of rows that one process writes: it goes on where it ended, after any kind of end. */

import { type FileHandle, open, stat } from 'node:fs/promises';
import { type SweepCells, TripError } from 'trip-wasm';
import { beginningOf, linesOf } from './lines.js';
import { type AnyRow, isFailure, markIn, markOf, rowIn, state } from './rows.js';

export interface RowFileOptions {
  readonly cells: SweepCells;
  /** The first line. */
  readonly header: string;
  /** Whether each writer begins with the time. */
  readonly marked: boolean;
  /** Whether a cell may be in the file. Default: all. */
  readonly belongs?: (c: number) => boolean;
}

export class RowFile {
  readonly path: string;
  /** The state of each cell. */
  readonly states: Uint8Array;
  readonly #options: RowFileOptions;
  readonly #begun = new Date();
  readonly #failure = new AbortController();
  #file: FileHandle | undefined;
  /** Bytes of the file up to its last complete line. */
  #size = 0;
  /** Bytes of the file when it was opened, with an unfinished last line. */
  #found = 0;
  #waiting: string[] = [];
  #last: Promise<void> | undefined;

  private constructor(path: string, options: RowFileOptions) {
    this.path = path;
    this.#options = options;
    this.states = new Uint8Array(options.cells.length);
  }

  /** Reads the file if it exists. Refuses files of other plans, and lines that are foreign or repeated. The first row creates it. */
  static async open(path: string, options: RowFileOptions, signal?: AbortSignal): Promise<RowFile> {
    const file = new RowFile(path, options);
    try {
      file.#found = (await stat(path)).size;
      for await (const { bytes, offset, number } of linesOf(path, signal)) {
        if (number === 1) file.#requireHeader(bytes);
        else if (markIn(bytes) === undefined) file.#place(bytes, number);
        file.#size = offset + bytes.length + 1;
      }
      if (file.#size === 0) await file.#requireUnfinished();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return file;
  }

  /** Number of rows, without failures. */
  get rows(): number {
    let count = 0;
    for (const own of this.states) if (own === state.row) count++;
    return count;
  }

  /** Aborted when the file cannot be written, so that no further cell is computed. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  /** A cell that has its row already is left as it is: a queue may give it out twice, and its rows are equal. */
  add(c: number, row: AnyRow): void {
    if (this.states[c] === state.row) return;
    this.states[c] = isFailure(row) ? state.failure : state.row;
    this.#waiting.push(`${JSON.stringify(row)}\n`);
    if (this.#waiting.length > 1) return;
    this.#last = (this.#last ?? this.#begin()).then(() => this.#write());
    this.#last.catch((error) => this.#failure.abort(error));
  }

  /** Resolves when all rows so far are in the file; rejects with the error that kept one out. */
  async written(): Promise<void> {
    await this.#last;
  }

  /** Writes all rows and closes the file. */
  async close(): Promise<void> {
    try {
      await this.#last;
    } finally {
      await this.#file?.close();
      this.#file = undefined;
    }
  }

  #requireHeader(bytes: Buffer): void {
    if (bytes.toString() === this.#options.header) return;
    throw new TripError('format', `${this.path} is not the file of this sweep; give another --out or delete it`);
  }

  /** A file without a complete line has at most a part of the first line. */
  async #requireUnfinished(): Promise<void> {
    const { header } = this.#options;
    const text = await beginningOf(this.path, header.length + 1);
    if (!header.startsWith(text)) this.#requireHeader(Buffer.from(text));
  }

  #place(bytes: Buffer, number: number): void {
    const { cells, belongs = () => true } = this.#options;
    const where = `${this.path}: line ${number}`;
    const { c, row } = rowIn(bytes, cells, where);
    if (!belongs(c)) throw new TripError('format', `${where} is the row of another shard`);
    if (this.states[c] === state.row)
      throw new TripError('format', `${where} repeats an earlier line; one process at a time may write a file`);
    this.states[c] = isFailure(row) ? state.failure : state.row;
  }

  /** Drops an unfinished last line. */
  async #begin(): Promise<void> {
    this.#file = await open(this.path, 'a');
    await this.#requireSize(this.#file, this.#found);
    if (this.#size < this.#found) await this.#file.truncate(this.#size);
    const { header, marked } = this.#options;
    this.#waiting.unshift(
      ...(this.#size === 0 ? [`${header}\n`] : []),
      ...(marked ? [`${markOf(this.#begun)}\n`] : []),
    );
  }

  async #write(): Promise<void> {
    const text = Buffer.from(this.#waiting.join(''));
    this.#waiting = [];
    const file = this.#file as FileHandle;
    await this.#requireSize(file, this.#size);
    await file.appendFile(text);
    this.#size += text.length;
  }

  async #requireSize(file: FileHandle, size: number): Promise<void> {
    if ((await file.stat()).size === size) return;
    const advice = 'one process at a time may write a file';
    throw new TripError('format', `${this.path} was changed by another process; ${advice}`);
  }
}
