// An append-only file of rows by the name of their cell, one JSON line each. After an interrupted run all earlier lines are complete.
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
    // A line without an end was cut off when the run was killed: its cell is run again.
    if (whole.length < text.length) truncateSync(file, Buffer.byteLength(whole));
    for (const [l, line] of whole.split('\n').entries())
      if (line !== '') this.#take(parse(line, `${file}, line ${l + 1}`));
  }

  keep(row) {
    appendFileSync(this.#file, `${JSON.stringify(row)}\n`);
    this.#take(row);
  }

  /** Sorts the rows by name, so that complete files are equal for any order of completion. */
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
    // The error below covers this case.
  }
  throw new Failure(`${where} is not a row; a file that this command has written is accepted.`);
}
