/** Sweeps: the plan, checked and spread out into cells, and one cell at a time. */

import { type CellTask, cellSteps } from './cell.js';
import { describe, integer, refuseUnknown, requireObject } from './check.js';
import { requireDataset, requireTrainable } from './dataset.js';
import { guarded, TripError } from './errors.js';
import { type FullOptions, fillOptions, fitDefaults, MAX_SEED } from './options.js';
import type { RawModule } from './raw.js';
import type { Dataset, GridOptions, SweepCell, SweepPlan, SweepRow } from './types.js';

type Given = Readonly<Partial<GridOptions>>;

/** A plan that has passed the checks. */
export interface FullPlan {
  readonly data: Dataset;
  readonly points: readonly { readonly given: Given; readonly options: FullOptions }[];
  readonly folds: number;
  readonly trials: number;
  readonly seed: number;
}

const fixed = ['seed', 'firstRestart', 'record'];
const gridNames = Object.keys(fitDefaults).filter((name) => !fixed.includes(name));
const MAX_POINTS = 100_000;
const MAX_CELLS = 1_000_000;

export function planSweep(raw: RawModule, given: SweepPlan): FullPlan {
  requireObject('plan', given);
  refuseUnknown('a sweep', given, ['data', 'grid', 'options', 'folds', 'trials', 'seed']);
  const { data, grid, options = {}, folds = 10, trials = 1, seed = 1 } = given as SweepPlan;
  requireDataset('data', data);
  requireTrainable(data);
  requireObject('options', options);
  refuseUnknown('options of a sweep', options, gridNames);
  const points = (Array.isArray(grid) ? grid : [grid]).flatMap(pointsOf).map((point, p) => {
    const own: Given = Object.freeze({ ...options, ...point });
    try {
      return { given: own, options: fillOptions(raw, own, data) };
    } catch (thrown) {
      if (!(thrown instanceof TripError)) throw thrown;
      throw new TripError(thrown.code, `point ${p} of the grid: ${thrown.message}`, { cause: thrown });
    }
  });
  const plan = {
    data,
    points,
    folds: integer('folds', folds, 2, data.shape[0] as number),
    trials: integer('trials', trials, 1, 10_000),
    seed: integer('seed', seed, 0, MAX_SEED),
  };
  const cells = points.length * plan.trials * plan.folds;
  if (cells <= MAX_CELLS) return plan;
  const counts = `${points.length} points, ${trials} trials and ${folds} folds`;
  throw new TripError('option', `the sweep has ${cells} cells (${counts}); at most ${MAX_CELLS} are accepted`);
}

/** All combinations; the last name varies fastest. */
function pointsOf(grid: unknown): Given[] {
  requireObject('grid', grid);
  refuseUnknown('grid', grid, gridNames);
  let points: Given[] = [{}];
  for (const [name, values] of Object.entries(grid)) {
    if (!Array.isArray(values) || values.length === 0) {
      throw new TripError('option', `grid.${name} is ${describe(values)}; an array of the values to try is accepted`);
    }
    if (points.length * values.length > MAX_POINTS) {
      throw new TripError('option', `grid has more than ${MAX_POINTS} points`);
    }
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  return points;
}

/** Every cell in the order of the table. */
export function cellsOf({ points, trials, folds }: FullPlan): SweepCell[] {
  return Array.from({ length: points.length * trials * folds }, (_, c) => ({
    point: Math.floor(c / (trials * folds)),
    trial: Math.floor(c / folds) % trials,
    fold: c % folds,
  }));
}

export function taskOf({ data, points, folds, seed }: FullPlan, cell: SweepCell): CellTask {
  return { data, cell, folds, seed, ...(points[cell.point] as FullPlan['points'][number]) };
}

export function sweepCell(raw: RawModule, given: SweepPlan, cell: SweepCell): SweepRow {
  const plan = planSweep(raw, given);
  requireObject('cell', cell);
  const { point, trial, fold } = cell as unknown as Record<string, unknown>;
  const checked = {
    point: integer('cell.point', point, 0, plan.points.length - 1),
    trial: integer('cell.trial', trial, 0, plan.trials - 1),
    fold: integer('cell.fold', fold, 0, plan.folds - 1),
  };
  return guarded(() => {
    const steps = cellSteps(raw, taskOf(plan, checked));
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  });
}
