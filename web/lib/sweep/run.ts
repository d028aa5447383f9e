/** Runs the cells of a sweep and puts the rows in the order of the cells. */

import { readOptions, requireObject } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { responsesOf } from '../data/dataset.js';
import type { SweepCell, SweepOptions, SweepProgress, SweepRow, SweepTable } from '../types.js';
import type { Cell, Execute } from './cell.js';
import { requireResultVersion, runChecks } from './earlier-rows.js';
import { cellsOf, type FullPlan, knownOf, nameOf, seedsOf, splitOf, taskOf } from './plan.js';
import { summarize } from './summary.js';

export const readSweepOptions = (options: SweepOptions) =>
  readOptions('sweep', options, runChecks<SweepRow, SweepProgress>(), { done: [] });

interface PlacedCell extends Cell {
  readonly position: number;
}

/** Trains the cells that have no row in `done`. */
export async function runSweep(
  raw: RawModule,
  plan: FullPlan,
  { done, onProgress }: Pick<ReturnType<typeof readSweepOptions>, 'done' | 'onProgress'>,
  execute: Execute,
): Promise<SweepTable> {
  const cells = cellsOf(plan);
  const rows = placeRows(raw, plan, cells, done);
  const total = cells.length;
  let left = rows.filter((row) => row === undefined).length;
  await execute(waitingCells(raw, plan, cells, rows), ({ position }, report) => {
    const row: SweepRow = { ...knownOf(raw, plan, cells[position] as SweepCell), ...report } as SweepRow;
    rows[position] = row;
    left--;
    onProgress?.({ done: total - left, total, row });
  });
  const points = plan.points.map(({ given }) => given);
  const summary = summarize(raw, plan, rows as SweepRow[]);
  return Object.freeze({
    points: Object.freeze(points),
    rows: Object.freeze(rows as SweepRow[]),
    summary: Object.freeze(summary),
  });
}

function* waitingCells(
  raw: RawModule,
  plan: FullPlan,
  cells: readonly SweepCell[],
  rows: readonly (SweepRow | undefined)[],
): Generator<PlacedCell> {
  for (const [position, cell] of cells.entries()) {
    if (rows[position] !== undefined) continue;
    yield { position, name: nameOf(cell), task: () => taskOf(raw, plan, cell) };
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
    requireResultVersion(`done[${i}]`, row);
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
