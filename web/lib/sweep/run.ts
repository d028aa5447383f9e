/** Runs the cells of a sweep and puts the rows in the order of the cells. */

import { callback, readOptions } from '../common/check.js';
import type { SweepFailure, SweepOptions, SweepProgress, SweepRow, SweepTable } from '../types.js';
import { runChecks } from './earlier-rows.js';
import type { Cell, Execute } from './execute.js';
import { isFailure } from './plan.js';
import type { PlannedCells } from './sweep-cells.js';

export const readSweepOptions = (options: SweepOptions) =>
  readOptions(
    'sweep',
    options,
    { ...runChecks<SweepRow | SweepFailure, SweepProgress>(), onFailure: callback<(failure: SweepFailure) => unknown> },
    { done: [] },
  );

type RunOptions = Pick<ReturnType<typeof readSweepOptions>, 'done' | 'onProgress' | 'onFailure' | 'retries'>;

interface PlacedCell extends Cell {
  readonly c: number;
}

/** Trains the cells that have no row in `done`. */
export async function runSweep(
  cells: PlannedCells,
  { done, onProgress, onFailure, retries }: RunOptions,
  execute: Execute,
): Promise<SweepTable> {
  const rows = placeRows(cells, done);
  let finished = rows.filter((row) => row !== undefined).length;
  const receive = ({ c }: PlacedCell, row: SweepRow) => {
    rows[c] = row;
    onProgress?.({ done: ++finished, total: cells.length, row });
  };
  const failed = ({ c }: PlacedCell, error: SweepFailure['error']) => {
    const failure = { cell: cells.at(c), error };
    rows[c] = failure;
    onFailure?.(failure);
  };
  await execute(
    waitingCells(cells, [...rows]),
    (cell, report) => receive(cell, cells.row(cell.c, report)),
    ...(retries === undefined ? [] : [failed]),
  );
  const all = rows as (SweepRow | SweepFailure)[];
  const summary = cells.summary();
  for (const row of all) summary.add(row);
  return Object.freeze({
    points: Object.freeze(cells.points),
    rows: Object.freeze(all.filter((row): row is SweepRow => !isFailure(row))),
    failures: Object.freeze(all.filter(isFailure)),
    summary: Object.freeze(summary.result()),
  });
}

function* waitingCells(
  cells: PlannedCells,
  rows: readonly (SweepRow | SweepFailure | undefined)[],
): Generator<PlacedCell> {
  for (const [c, row] of rows.entries())
    if (row === undefined) yield { c, name: cells.name(c), plan: () => cells.plan(c) };
}

/** Puts earlier rows in their positions. Cells that failed are open again. */
function placeRows(
  cells: PlannedCells,
  done: readonly (SweepRow | SweepFailure)[],
): (SweepRow | SweepFailure | undefined)[] {
  const rows: (SweepRow | SweepFailure | undefined)[] = Array.from({ length: cells.length }, () => undefined);
  for (const [i, row] of done.entries()) {
    const c = cells.indexOf(row, `done[${i}]`);
    if (!isFailure(row)) rows[c] = row;
  }
  return rows;
}
