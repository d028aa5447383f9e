/** A sweep on this side: hands its cells to workers and puts the rows in the order of the cells. */

import { seedsOf, splitOf } from './cell.js';
import { describe, refuseUnknown, requireObject } from './check.js';
import { type ErrorRecord, TripError } from './errors.js';
import { onAbort, requireSignal } from './on-abort.js';
import { type Client, type JobMessage, nextJob, type Slot } from './pool.js';
import type { RawModule } from './raw.js';
import { cellsOf, type FullPlan, planSweep, taskOf } from './sweep.js';
import { summarize } from './sweep-summary.js';
import type { SweepCell, SweepOptions, SweepPlan, SweepProgress, SweepRow, SweepTable } from './types.js';

export class Sweep implements Client {
  readonly table: Promise<SweepTable>;
  readonly #plan: FullPlan;
  readonly #cells: readonly SweepCell[];
  readonly #rows: (SweepRow | undefined)[];
  readonly #onProgress: ((progress: SweepProgress) => unknown) | undefined;
  /** Positions of the cells that wait for a worker. */
  readonly #waiting: number[];
  readonly #active = new Map<number, Slot>();
  #left: number;
  #settled = false;
  #forgetSignal: () => void = () => {};
  #resolve!: (table: SweepTable) => void;
  #reject!: (error: unknown) => void;

  constructor(raw: RawModule, given: SweepPlan, options: SweepOptions) {
    requireObject('options', options);
    refuseUnknown('sweep', options, ['signal', 'onProgress', 'done']);
    const { done = [], onProgress } = options as SweepOptions;
    const signal = requireSignal(options.signal);
    if (onProgress !== undefined && typeof onProgress !== 'function') {
      throw new TripError('option', `onProgress is ${describe(onProgress)}; a function is accepted`);
    }
    this.#plan = planSweep(raw, given);
    this.#cells = cellsOf(this.#plan);
    this.#rows = placeRows(raw, this.#plan, this.#cells, done);
    this.#waiting = [...this.#rows.keys()].filter((c) => this.#rows[c] === undefined);
    this.#left = this.#waiting.length;
    this.#onProgress = onProgress;
    this.table = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    if (signal?.aborted) this.#abort(signal);
    else if (this.#left === 0) this.#succeed();
    else if (signal !== undefined) this.#forgetSignal = onAbort(signal, () => this.#abort(signal));
  }

  get waiting(): boolean {
    return !this.#settled && this.#waiting.length > 0;
  }

  get settled(): boolean {
    return this.#settled;
  }

  get activeJobs(): number {
    return this.#active.size;
  }

  occupy(slot: Slot): void {
    const c = this.#waiting.shift() as number;
    const cell = this.#cells[c] as SweepCell;
    const job = nextJob();
    this.#active.set(job, slot);
    slot.assign(
      { hear: (message) => this.#hear(job, c, message), lost: (error) => this.#lose(job, c, error) },
      { type: 'cell', job, task: taskOf(this.#plan, cell) },
    );
  }

  fail(error: unknown): void {
    if (this.#settled) return;
    this.#settle();
    this.#reject(error);
  }

  #abort(signal: AbortSignal): void {
    this.fail(new TripError('aborted', 'the sweep was aborted', { cause: signal.reason }));
  }

  #settle(): void {
    this.#settled = true;
    this.#forgetSignal();
    for (const [job, slot] of this.#active) slot.cancel(job);
    this.#active.clear();
  }

  #hear(job: number, c: number, message: JobMessage): void {
    if (!this.#active.has(job)) return;
    if (message.type === 'row') this.#receive(job, c, message.row);
    else if (message.type === 'failed') this.#lose(job, c, message.error);
    else this.#lose(job, c, { code: 'internal', message: 'a worker ended its job without being asked' });
  }

  #receive(job: number, c: number, row: SweepRow): void {
    this.#active.delete(job);
    this.#rows[c] = row;
    this.#left--;
    const total = this.#cells.length;
    try {
      this.#onProgress?.({ done: total - this.#left, total, row });
      if (this.#left === 0 && !this.#settled) this.#succeed();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  #lose(job: number, c: number, { code, message }: ErrorRecord): void {
    const { point, trial, fold } = this.#cells[c] as SweepCell;
    if (!this.#active.delete(job)) return;
    this.fail(new TripError(code, `point ${point}, trial ${trial}, fold ${fold}: ${message}`));
  }

  #succeed(): void {
    const rows = this.#rows as SweepRow[];
    const points = this.#plan.points.map(({ given }) => given);
    const table = Object.freeze({
      points: Object.freeze(points),
      rows: Object.freeze(rows),
      summary: Object.freeze(summarize(this.#plan, rows)),
    });
    this.#settle();
    this.#resolve(table);
  }
}

/** Earlier rows in their places; rows of another plan are refused. */
function placeRows(
  raw: RawModule,
  plan: FullPlan,
  cells: readonly SweepCell[],
  done: readonly SweepRow[],
): (SweepRow | undefined)[] {
  const rows: (SweepRow | undefined)[] = cells.map(() => undefined);
  if (!Array.isArray(done)) throw new TripError('option', `done is ${describe(done)}; an array of rows is accepted`);
  for (const [i, row] of (done as readonly SweepRow[]).entries()) {
    requireObject(`done[${i}]`, row);
    const { point, trial, fold } = row;
    const c = (point * plan.trials + trial) * plan.folds + fold;
    const cell = cells[c];
    const same =
      cell !== undefined &&
      cell.point === point &&
      cell.trial === trial &&
      cell.fold === fold &&
      isRowOf(raw, plan, cell, row);
    if (!same) throw new TripError('value', `done[${i}] is a row of another plan; rows of the same plan are accepted`);
    rows[c] = row;
  }
  return rows;
}

/** Everything that the plan decides about a row, and the parts that a summary reads. */
function isRowOf(raw: RawModule, plan: FullPlan, cell: SweepCell, row: SweepRow): boolean {
  const { foldSeed, fitSeed } = seedsOf(raw, plan.seed, cell);
  const { held } = splitOf(raw, plan, foldSeed, cell.fold);
  const values = held.length * (plan.data.classNames?.length ?? 1);
  return (
    row.seed === fitSeed &&
    JSON.stringify(row.options) === JSON.stringify(plan.points[cell.point]?.given) &&
    JSON.stringify(row.samples) === JSON.stringify(held) &&
    Array.isArray(row.predictions) &&
    row.predictions.length === values &&
    [row.train, row.test].every((score) => typeof score === 'object' && score !== null)
  );
}
