// An append-only file of rows, one JSON line each, by the name of their cell. Whatever ends a run, the lines before it are whole.
import { appendFileSync, existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { Failure } from '../../build-scripts/tools.mjs';

export class Store {
  /** Name of the cell -> row; the last line of a cell counts. */
  rows = new Map();
  #file;

  constructor(file) {
    this.#file = file;
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A line without an end was being written when the run was killed: its cell is run again.
    if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
    for (const [l, line] of whole.split('\n').entries())
      if (line !== '') this.#take(parse(line, `${file}, line ${l + 1}`));
  }

  keep(row) {
    appendFileSync(this.#file, `${JSON.stringify(row)}\n`);
    this.#take(row);
  }

  /** The same rows in the order of their names: two complete files are equal, whoever was first. */
  sort() {
    const lines = [...this.rows.keys()].sort().map((cell) => `${JSON.stringify(this.rows.get(cell))}\n`);
    writeFileSync(`${this.#file}.new`, lines.join(''));
    renameSync(`${this.#file}.new`, this.#file);
  }

  #take(row) {
    this.rows.set(row.cell, row);
  }
}

function parse(line, where) {
  try {
    const row = JSON.parse(line);
    if (typeof row.cell === 'string') return row;
  } catch {
    // said below
  }
  throw new Failure(`${where} is not a row; a file that this command has written is accepted.`);
}
