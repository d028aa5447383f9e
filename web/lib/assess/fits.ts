/** Runs the fits of an assessment: those that no earlier row has, with progress. */

import { isRecord, requireObject } from '../common/check.js';
import { fail } from '../common/errors.js';
import { checksumOf } from '../model/file.js';
import { requireResultVersion, runChecks } from '../sweep/earlier-rows.js';
import type { Cell, Execute } from '../sweep/execute.js';
import type { AssessmentProgress, AssessmentRow, CellReport, Dataset } from '../types.js';

/** The checks of the options that all assessments have, for `readOptions`. */
export const fitsChecks = runChecks<AssessmentRow, AssessmentProgress>();

/** Settings that the fits of an assessment share. */
export interface FitsSettings {
  /** From {@link planChecksum}. */
  readonly plan: string;
  /** Number of fits, or the most that can be needed. */
  readonly total: number;
  readonly done?: readonly AssessmentRow[];
  readonly onProgress?: ((progress: AssessmentProgress) => unknown) | undefined;
}

/** A cell whose report has this many predictions, if it is to have them, and other parts. */
export interface AssessedCell extends Cell {
  readonly predictions?: number;
  /** Whether an earlier row has the other parts. */
  readonly hasParts?: (row: AssessmentRow) => boolean;
}

export class Fits {
  readonly #execute: Execute;
  readonly #settings: FitsSettings;
  /** Rows by the name of their cell. */
  readonly #rows = new Map<string, AssessmentRow>();
  #finished = 0;

  constructor(execute: Execute, settings: FitsSettings) {
    this.#execute = execute;
    this.#settings = settings;
    for (const [i, row] of settings.done?.entries() ?? []) this.#place(`done[${i}]`, row);
  }

  /**
   * The rows of these cells, whose names are unique in the assessment, in their order. No further cell is begun when `isOver` is true;
   * its row is then missing.
   */
  async run(cells: readonly AssessedCell[], isOver = () => false): Promise<AssessmentRow[]> {
    const rows = this.#rows;
    const waiting = cells.filter((cell) => !this.#isDone(cell));
    this.#finished += cells.length - waiting.length;
    await this.#execute(untilOver(waiting, isOver), ({ name }, report) => this.#receive(name, report));
    return cells.map(({ name }) => rows.get(name) as AssessmentRow);
  }

  #isDone({ name, predictions, hasParts = () => true }: AssessedCell): boolean {
    const row = this.#rows.get(name);
    if (row === undefined) return false;
    const scores = [row.train, row.test].every(isScore) && typeof row.diverged === 'boolean';
    const predicted = predictions === undefined ? row.predictions === undefined : isList(row.predictions, predictions);
    if (scores && predicted && hasParts(row)) return true;
    return fail('value', `the row of ${name} in done is incomplete; rows are accepted as onProgress received them`);
  }

  #receive(cell: string, report: CellReport): void {
    const { plan, total, onProgress } = this.#settings;
    const row = Object.freeze({ plan, cell, ...report });
    this.#rows.set(cell, row);
    this.#finished++;
    onProgress?.({ done: this.#finished, total, row });
  }

  #place(name: string, row: AssessmentRow): void {
    requireObject(name, row);
    if (row.plan !== this.#settings.plan || typeof row.cell !== 'string') {
      fail('value', `${name} is a row of another plan or of other data; rows of the same assessment are accepted`);
    }
    requireResultVersion(name, row);
    this.#rows.set(row.cell, row);
  }
}

/** Whether a part of a row that may have been altered is a list of this many finite numbers. */
export const isList = (part: unknown, length: number) =>
  Array.isArray(part) && part.length === length && part.every(Number.isFinite);

/** Every fit has at least one score, which is a finite number. */
function isScore(part: unknown): boolean {
  const values = isRecord(part) ? Object.values(part) : [];
  return values.length > 0 && values.every(Number.isFinite);
}

function* untilOver(cells: readonly AssessedCell[], isOver: () => boolean): Generator<AssessedCell> {
  for (const cell of cells) {
    if (isOver()) return;
    yield cell;
  }
}

/** Identifies data and settings. It detects accidental changes only. */
export function planChecksum(data: Dataset, settings: object): string {
  const arrays = Object.entries(data).map(([name, part]) => [name, ArrayBuffer.isView(part) ? hash(part) : part]);
  return checksumOf({ data: Object.fromEntries(arrays), settings });
}

/** FNV-1a over words of 32 bits. High bits are mixed into the low ones: two changed signs, which are the highest bits, would otherwise cancel. */
function hash({ buffer, byteOffset, byteLength }: ArrayBufferView): number {
  const words = new Int32Array(buffer, byteOffset, byteLength / 4);
  let value = 0x811c9dc5;
  for (let i = 0; i < words.length; i++) {
    value = Math.imul(value ^ (words[i] as number), 0x01000193);
    value ^= value >>> 15;
  }
  return value >>> 0;
}
