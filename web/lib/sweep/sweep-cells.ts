/** The cells of a sweep: what each one computes, what belongs in its row, and to which cell a row belongs. */

import { integer, isRecord, requireObject } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { responsesOf } from '../data/dataset.js';
import { splitByFold } from '../data/indices.js';
import { folds } from '../data/subset.js';
import type { CellPlan, CellReport, SweepCell, SweepCells, SweepFailure, SweepRow, SweepSummarizer } from '../types.js';
import { requireResultVersion } from './earlier-rows.js';
import { isCellError } from './execute.js';
import { cellAt, cellOf, cellPlanOf, type FullPlan, isFailure, knownOf, nameOf, seedsOf } from './plan.js';
import { Summarizer } from './summary.js';

/** Trials whose folds are kept. */
const KEPT_TRIALS = 64;

export class PlannedCells implements SweepCells {
  readonly #raw: RawModule;
  readonly #plan: FullPlan;
  readonly length: number;
  /** The folds of trials that were used last. */
  readonly #trials = new Map<number, { assignment: Int32Array; heldOut: (readonly number[] | undefined)[] }>();

  constructor(raw: RawModule, plan: FullPlan) {
    this.#raw = raw;
    this.#plan = plan;
    this.length = plan.points.length * plan.trials * plan.folds;
  }

  get data() {
    return this.#plan.data;
  }

  get points() {
    return this.#plan.points.map(({ given }) => given);
  }

  at(c: number): SweepCell {
    return cellAt(this.#plan, integer('cell', c, 0, this.length - 1));
  }

  name(c: number): string {
    return nameOf(this.at(c));
  }

  plan(c: number): CellPlan {
    const cell = this.at(c);
    return cellPlanOf(this.#raw, this.#plan, cell, this.#foldsOf(cell.trial).assignment);
  }

  row(c: number, report: CellReport): SweepRow {
    return { ...this.#known(this.at(c)), ...report } as SweepRow;
  }

  indexOf(row: SweepRow | SweepFailure, name = 'the row'): number {
    requireObject(name, row);
    const cell = cellOf(this.#plan, row);
    if (cell === undefined || !(isFailure(row) ? isCellError(row.error) : this.#isRow(cell, row)))
      fail('value', `${name} is a row of another plan; rows of the same plan are accepted`);
    if (!isFailure(row)) requireResultVersion(name, row);
    return (cell.point * this.#plan.trials + cell.trial) * this.#plan.folds + cell.fold;
  }

  summary(): SweepSummarizer {
    return new Summarizer(this.#raw, this.#plan);
  }

  #foldsOf(trial: number) {
    const known = this.#trials.get(trial);
    if (known !== undefined) return known;
    if (this.#trials.size >= KEPT_TRIALS) this.#trials.clear();
    const { foldSeed } = seedsOf(this.#raw, this.#plan.seed, { trial, fold: 0 });
    const assignment = folds(this.#raw, this.#plan.data, this.#plan.folds, foldSeed);
    const own = { assignment, heldOut: [] };
    this.#trials.set(trial, own);
    return own;
  }

  #known(cell: SweepCell) {
    const { assignment, heldOut } = this.#foldsOf(cell.trial);
    heldOut[cell.fold] ??= splitByFold(assignment, cell.fold).heldOut;
    return knownOf(this.#raw, this.#plan, cell, heldOut[cell.fold] as readonly number[]);
  }

  /** Whether a row agrees with everything that the plan determines, and has the parts that a summary reads. */
  #isRow(cell: SweepCell, row: SweepRow): boolean {
    const known = this.#known(cell);
    const { train, test, predictions, options, samples } = row;
    const { data } = this.#plan;
    return (
      sameJson([row.seed, options, samples], [known.seed, known.options, known.samples]) &&
      Array.isArray(predictions) &&
      Array.from(predictions).every(Number.isFinite) &&
      predictions.length === known.samples.length * (data.classNames?.length ?? responsesOf(data)) &&
      [train, test].every((score) => isRecord(score) && Object.values(score).every(Number.isFinite))
    );
  }
}

/** Whether both values have the same JSON; false for values that JSON cannot write. */
function sameJson(a: unknown, b: unknown): boolean {
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false;
  }
}
