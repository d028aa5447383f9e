/** Merges files of rows in the order of the cells, however long they are: the positions of lines are kept, not the lines. */

import { closeSync, openSync, readSync } from 'node:fs';
import { type SweepCells, TripError } from 'trip-wasm';
import { headerOf, type Identity, partHeaderOf, readHeader, requireBeginning } from './header.js';
import { linesOf } from './lines.js';
import { cellText, isFailure, markIn, rowIn, state } from './rows.js';
import { isIn, readShard, type Shard } from './rule.js';

/** Files that are open at a time, and bytes that are read at a time from each. */
const OPEN_FILES = 256;
const BLOCK = 2 ** 16;

interface Position {
  readonly file: number;
  readonly offset: number;
  readonly length: number;
}

/** A line of a cell, as bytes without the end of the line. */
export interface PlacedLine {
  readonly c: number;
  readonly bytes: Buffer;
}

export class Merger {
  readonly #cells: SweepCells;
  readonly #identity: Identity;
  readonly #paths: string[] = [];
  readonly #readers: Readers;
  /** The state of each cell, and where its line is. */
  readonly #states: Uint8Array;
  readonly #files: Uint32Array;
  readonly #offsets: Float64Array;
  readonly #lengths: Uint32Array;
  /** Rows that stood in several parts, and were equal. */
  repeated = 0;
  /** The file of the results so far, which has rows of the parts. */
  #results: number | undefined;

  constructor(cells: SweepCells, identity: Identity) {
    const { length } = cells;
    this.#cells = cells;
    this.#identity = identity;
    this.#readers = new Readers(this.#paths);
    this.#states = new Uint8Array(length);
    this.#files = new Uint32Array(length);
    this.#offsets = new Float64Array(length);
    this.#lengths = new Uint32Array(length);
  }

  /** Reads the rows of an earlier merge, which the parts have too. */
  async addResults(path: string, signal?: AbortSignal): Promise<void> {
    this.#results = this.#paths.length;
    await this.add(path, signal);
  }

  /** Reads the rows of a file. A row that another file has too must be equal bit for bit. */
  async add(path: string, signal?: AbortSignal): Promise<void> {
    const file = this.#paths.push(path) - 1;
    let shard: Shard | undefined;
    await requireBeginning(path);
    for await (const { bytes, offset, number } of linesOf(path, signal)) {
      if (number === 1) shard = this.#requireHeader(bytes.toString(), path);
      else if (markIn(bytes) === undefined) {
        const where = `${path}: line ${number}`;
        const { c, row } = rowIn(bytes, this.#cells, where);
        if (shard !== undefined && !isIn(shard, c))
          throw new TripError('format', `${where} is the row of another shard`);
        this.#place(c, isFailure(row), { file, offset, length: bytes.length }, { bytes, where });
      }
    }
  }

  /** Cells with a row, cells that failed, and all cells. */
  counts(): { readonly done: number; readonly failed: number; readonly total: number } {
    const [done, failed] = [state.row, state.failure].map((own) =>
      this.#states.reduce((n, one) => n + +(one === own), 0),
    );
    return { done: done as number, failed: failed as number, total: this.#states.length };
  }

  /** The first cells without a line, and their number. */
  missing(most: number): { readonly count: number; readonly first: readonly string[] } {
    let count = 0;
    const first: string[] = [];
    for (const [c, own] of this.#states.entries())
      if (own === state.none && ++count <= most) first.push(cellText(this.#cells.at(c)));
    return { count, first };
  }

  /** All lines in the order of the cells. */
  *lines(): Generator<PlacedLine, void> {
    try {
      for (const [c, own] of this.#states.entries())
        if (own !== state.none) yield { c, bytes: this.#readers.read(this.#positionOf(c)) };
    } finally {
      this.#readers.close();
    }
  }

  /** Closes the files, which stay open between lines. */
  close(): void {
    this.#readers.close();
  }

  #requireHeader(line: string, path: string): Shard | undefined {
    const { shard: text, isPart } = readHeader(line, path);
    const shard = text === undefined ? undefined : readShard(text, `${path}: shard`);
    const expected = isPart ? partHeaderOf(this.#identity, shard) : headerOf(this.#identity);
    if (line !== expected) throw new TripError('format', `${path} has rows of another plan or of other data`);
    return shard;
  }

  #place(c: number, failed: boolean, position: Position, { bytes, where }: { bytes: Buffer; where: string }): void {
    if (this.#states[c] === state.row) {
      if (failed) return;
      const known = this.#positionOf(c);
      const name = cellText(this.#cells.at(c));
      if (known.file === position.file)
        throw new TripError(
          'format',
          `${where} repeats ${name}, which the file has already; one process at a time may write a file`,
        );
      if (!this.#readers.read(known).equals(bytes)) {
        const files = `${this.#paths[known.file]} and ${where}`;
        throw new TripError(
          'value',
          `${name} has different rows in ${files}: a file is damaged, or a machine computes wrongly`,
        );
      }
      if (known.file !== this.#results) this.repeated++;
      return;
    }
    this.#states[c] = failed ? state.failure : state.row;
    [this.#files[c], this.#offsets[c], this.#lengths[c]] = [position.file, position.offset, position.length];
  }

  #positionOf(c: number): Position {
    const at = <T extends { readonly [c: number]: number }>(list: T) => list[c] as number;
    return { file: at(this.#files), offset: at(this.#offsets), length: at(this.#lengths) };
  }
}

interface Reader {
  readonly descriptor: number;
  readonly block: Buffer;
  start: number;
  length: number;
}

/** Reads lines at known positions; a file that was used last stays open. */
class Readers {
  readonly #paths: readonly string[];
  readonly #open = new Map<number, Reader>();

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  read({ file, offset, length }: Position): Buffer {
    const reader = this.#readerOf(file);
    if (length > BLOCK) {
      const line = Buffer.alloc(length);
      readSync(reader.descriptor, line, 0, length, offset);
      return line;
    }
    if (offset < reader.start || offset + length > reader.start + reader.length) {
      reader.start = offset;
      reader.length = readSync(reader.descriptor, reader.block, 0, BLOCK, offset);
    }
    // A copy, since the block is read into again.
    return Buffer.from(reader.block.subarray(offset - reader.start, offset - reader.start + length));
  }

  close(): void {
    for (const { descriptor } of this.#open.values()) closeSync(descriptor);
    this.#open.clear();
  }

  #readerOf(file: number): Reader {
    const known = this.#open.get(file);
    if (known !== undefined) {
      // Moved to the end of the order in which files are closed.
      this.#open.delete(file);
      this.#open.set(file, known);
      return known;
    }
    if (this.#open.size >= OPEN_FILES) {
      const [[oldest, { descriptor }]] = this.#open as unknown as [[number, Reader]];
      closeSync(descriptor);
      this.#open.delete(oldest);
    }
    const reader = {
      descriptor: openSync(this.#paths[file] as string, 'r'),
      block: Buffer.alloc(BLOCK),
      start: 0,
      length: 0,
    };
    this.#open.set(file, reader);
    return reader;
  }
}
