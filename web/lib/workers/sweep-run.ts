/** The caller's side of a sweep: assigns cells to workers and puts the rows in the order of the cells. */

import { callback, describe, readOptions, refuse, requireObject } from '../common/check.js';
import { type ErrorRecord, fail, TripError } from '../common/errors.js';
import { requireSignal } from '../common/on-abort.js';
import { resultVersion } from '../common/version.js';
import type { RawModule } from '../core/raw.js';
import { responsesOf } from '../data/dataset.js';
import { cellsOf, type FullPlan, planSweep, seedsOf, splitOf, taskOf } from '../sweep/plan.js';
import { summarize } from '../sweep/summary.js';
import type { SweepCell, SweepOptions, SweepPlan, SweepProgress, SweepRow, SweepTable } from '../types.js';
import { type JobMessage, nextJob, type Slot } from './pool.js';
import { type ActiveJob, Work } from './work.js';

const checks = {
  signal: requireSignal,
  onProgress: callback<(progress: SweepProgress) => unknown>,
  done: (name: string, value: unknown): readonly SweepRow[] =>
    Array.isArray(value) ? value : refuse(name, value, 'an array of rows is'),
};

export class Sweep extends Work<SweepTable, ActiveJob> {
  readonly #raw: RawModule;
  readonly #plan: FullPlan;
  readonly #cells: readonly SweepCell[];
  readonly #rows: (SweepRow | undefined)[];
  readonly #onProgress: ((progress: SweepProgress) => unknown) | undefined;
  /** Positions of the cells that wait for a worker. */
  readonly #waiting: number[];
  #left: number;

  constructor(raw: RawModule, given: SweepPlan, options: SweepOptions) {
    super();
    const { signal, onProgress, done } = readOptions('sweep', options, checks, { done: [] });
    this.#raw = raw;
    this.#plan = planSweep(raw, given);
    this.#cells = cellsOf(this.#plan);
    this.#rows = placeRows(raw, this.#plan, this.#cells, done);
    this.#waiting = [...this.#rows.keys()].filter((c) => this.#rows[c] === undefined);
    this.#left = this.#waiting.length;
    this.#onProgress = onProgress;
    this.listen(signal, 'the sweep');
    if (!this.settled && this.#left === 0) this.#finish();
  }

  get waiting(): boolean {
    return !this.settled && this.#waiting.length > 0;
  }

  startNext(slot: Slot): void {
    const c = this.#waiting.shift() as number;
    const task = taskOf(this.#raw, this.#plan, this.#cells[c] as SweepCell);
    const job: ActiveJob = { id: nextJob(), slot };
    this.active.add(job);
    slot.assign(
      { onMessage: (message) => this.#onMessage(job, c, message), onLost: (error) => this.#onLost(job, c, error) },
      { type: 'cell', job: job.id, task },
    );
  }

  #onMessage(job: ActiveJob, c: number, message: JobMessage): void {
    if (!this.active.has(job)) return;
    if (message.type === 'row') this.#receive(job, c, message.row);
    else if (message.type === 'failed') this.#onLost(job, c, message.error);
    else this.#onLost(job, c, { code: 'internal', message: 'a worker ended its job without being asked' });
  }

  #receive(job: ActiveJob, c: number, row: SweepRow): void {
    this.active.delete(job);
    this.#rows[c] = row;
    this.#left--;
    const total = this.#cells.length;
    try {
      this.#onProgress?.({ done: total - this.#left, total, row });
      if (this.#left === 0 && !this.settled) this.#finish();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  #onLost(job: ActiveJob, c: number, { code, message }: ErrorRecord): void {
    const { point, trial, fold } = this.#cells[c] as SweepCell;
    if (!this.active.delete(job)) return;
    this.fail(new TripError(code, `point ${point}, trial ${trial}, fold ${fold}: ${message}`));
  }

  #finish(): void {
    const rows = this.#rows as SweepRow[];
    const points = this.#plan.points.map(({ given }) => given);
    const summary = summarize(this.#raw, this.#plan, rows);
    this.succeed(
      Object.freeze({ points: Object.freeze(points), rows: Object.freeze(rows), summary: Object.freeze(summary) }),
    );
  }
}

/** Puts earlier rows in their positions and refuses rows of another plan. */
function placeRows(
  raw: RawModule,
  plan: FullPlan,
  cells: readonly SweepCell[],
  done: readonly SweepRow[],
): (SweepRow | undefined)[] {
  const rows: (SweepRow | undefined)[] = cells.map(() => undefined);
  for (const [i, row] of done.entries()) {
    requireObject(`done[${i}]`, row);
    const { point, trial, fold } = row;
    const known = [point, trial, fold].every(Number.isInteger);
    const c = known ? (point * plan.trials + trial) * plan.folds + fold : -1;
    const cell = cells[c];
    if (cell === undefined || !isRowOf(raw, plan, cell, row)) {
      fail('value', `done[${i}] is a row of another plan; rows of the same plan are accepted`);
    }
    if ((row.resultVersion ?? 1) !== resultVersion) {
      const seen = `done[${i}] was computed by result version ${describe(row.resultVersion ?? 1)} of the package`;
      fail('value', `${seen}; rows of version ${resultVersion} are accepted, since others differ in their bits`);
    }
    rows[c] = row;
  }
  return rows;
}

/** Whether a row agrees with everything that the plan determines, and has the parts that a summary reads. */
function isRowOf(raw: RawModule, plan: FullPlan, { point, trial, fold }: SweepCell, row: SweepRow): boolean {
  const { foldSeed, fitSeed } = seedsOf(raw, plan.seed, { trial, fold });
  const { heldOut } = splitOf(raw, plan, foldSeed, fold);
  const { train, test, predictions, options, samples } = row;
  const expected = [point, trial, fold, fitSeed, plan.points[point]?.given, heldOut];
  return (
    sameJson([row.point, row.trial, row.fold, row.seed, options, samples], expected) &&
    Array.isArray(predictions) &&
    Array.from(predictions).every(Number.isFinite) &&
    predictions.length === heldOut.length * (plan.data.classNames?.length ?? responsesOf(plan.data)) &&
    [train, test].every((score) => Object.values(score ?? [Number.NaN]).every(Number.isFinite))
  );
}

/** Whether both values have the same JSON; false for values that JSON cannot write. */
function sameJson(a: unknown, b: unknown): boolean {
  try {
    return JSON.stringify(a) === JSON.stringify(b);
  } catch {
    return false;
  }
}
