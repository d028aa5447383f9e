/** Nested choice: lambda and depth are chosen in each outer fold by fits that do not use it. */

import { nameOf, seedOf, slotOf } from './cells.js';
import { grouped } from './grouped.js';
import type { Cell, Row } from './types.js';

/**
 * The cells that score a nested choice: for each set, method, rank and outer fold, the setting with the highest AUC in the inner fits,
 * trained on all other folds. Outer folds with an inner fit that is missing have none; a failed inner fit is never chosen. The first of
 * equal settings is chosen.
 */
export function chosenCells(cells: readonly Cell[], rows: ReadonlyMap<string, Row>): Cell[] {
  const inner = cells.filter(({ split }) => split?.without !== undefined);
  const auc = (cell: Cell) => rows.get(nameOf(cell))?.test?.auc ?? Number.NEGATIVE_INFINITY;
  return grouped(inner, (cell) => `${slotOf(cell)} ${cell.split?.trial} ${cell.split?.without}`)
    .filter((tried) => tried.every((cell) => rows.has(nameOf(cell))))
    .map((tried) => outerOf(tried.reduce((top, cell) => (auc(cell) > auc(top) ? cell : top))));
}

function outerOf({ set, options, split }: Cell): Cell {
  const { folds = 0, trial = 0, without: fold = 0 } = split ?? {};
  const outer = { folds, trial, fold };
  return { set, options: { ...options, seed: seedOf(outer) }, split: outer };
}
