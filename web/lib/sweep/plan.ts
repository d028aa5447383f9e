/** Checks the plan of a sweep, expands it into cells, and runs single cells. */

import {
  type Check,
  defined,
  describe,
  integer,
  readOptions,
  refuse,
  refuseUnknown,
  requireObject,
  seed,
} from '../common/check.js';
import { fail, guarded, TripError } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { variablesOf } from '../data/categories.js';
import { requireTrainable, toRaw } from '../data/dataset.js';
import { indicesByPart, splitByFold } from '../data/indices.js';
import { permuted } from '../data/permuted.js';
import { toDataset } from '../data/rows.js';
import { folds, requireLearnable, subset } from '../data/subset.js';
import { trainingOf } from '../model/fit.js';
import { fitDefaults } from '../model/option-table.js';
import { fillOptions, type OpenOptions, planOf, plansOf } from '../model/options.js';
import { prepare } from '../model/steps.js';
import type {
  CellPlan,
  Dataset,
  GridOptions,
  Samples,
  SweepCell,
  SweepFailure,
  SweepPlan,
  SweepRow,
} from '../types.js';
import { type CellTask, cellSteps } from './cell.js';
import { toCellOptions, toOpenOptions } from './cell-options.js';

export type Given = Readonly<Partial<GridOptions>>;

/** A plan that has passed the checks. */
export interface FullPlan {
  readonly data: Dataset;
  readonly points: readonly { readonly given: Given; readonly options: OpenOptions }[];
  readonly folds: number;
  readonly trials: number;
  readonly seed: number;
}

const fixed = ['seed', 'firstRestart', 'record'];
/** Options that a sweep or an assessment accepts. */
const gridNames = [...Object.keys(fitDefaults).filter((name) => !fixed.includes(name)), 'classWeight', 'projection'];
const MAX_POINTS = 100_000;
export const MAX_CELLS = 1_000_000;

/** First stream of a sweep's seeds: streams 0 and 1 of a seed belong to a fit. */
const FIRST_STREAM = 2;

export function readData(name: string, value: unknown): Dataset {
  const data = toDataset(name, value as Samples);
  requireTrainable(data);
  return data;
}

/** Accepts the options of fits that `whose` does not set itself. */
export const givenCheck =
  (whose: string): Check<Given> =>
  (name, value) => {
    requireObject(name, value);
    refuseUnknown(`options of ${whose}`, value, gridNames);
    return value;
  };

const checks = {
  data: readData,
  grid: readGrid,
  options: givenCheck('a sweep'),
  folds: (name: string, value: unknown) => integer(name, value, 2, Number.MAX_SAFE_INTEGER),
  trials: (name: string, value: unknown) => integer(name, value, 1, 10_000),
  seed,
};

export function planSweep(raw: RawModule, given: SweepPlan): FullPlan {
  const defaults = { data: undefined, grid: undefined, options: {}, folds: 10, trials: 1, seed: 1 };
  const plan = readOptions('a sweep', given, checks, defaults);
  integer('folds', plan.folds, 2, plan.data.shape[0] as number);
  requireLearnable('folds', plan.data, plan.folds);
  const cells = plan.grid.length * plan.trials * plan.folds;
  if (cells > MAX_CELLS) {
    const counts = `${plan.grid.length} points, ${plan.trials} trials and ${plan.folds} folds`;
    fail('option', `the sweep has ${cells} cells (${counts}); at most ${MAX_CELLS} are accepted`);
  }
  const points = fillPoints(raw, plan, ({ lambda, ...options }) => {
    if (lambda === 'validate')
      fail('option', "lambda is 'validate', but a sweep compares lambdas itself; a number or 'auto' is accepted");
    requireSplits(options, plan);
  });
  return { ...plan, points };
}

/** The full options of every point of a grid; messages name the point. */
export function fillPoints(
  raw: RawModule,
  { data, grid, options }: { readonly data: Dataset; readonly grid: readonly Given[]; readonly options: Given },
  check?: (options: OpenOptions) => void,
): FullPlan['points'] {
  return grid.map((point, p) => {
    const given: Given = Object.freeze({ ...options, ...point });
    try {
      const full = fillOptions(raw, given, data);
      check?.(full);
      return { given, options: full };
    } catch (thrown) {
      if (!(thrown instanceof TripError)) throw thrown;
      return fail(thrown.code, `point ${p} of the grid: ${thrown.message}`, thrown);
    }
  });
}

/** Refuses a validation share where one fold would leave one sample of a class, which cannot be split. */
function requireSplits(
  { validation }: Pick<OpenOptions, 'validation'>,
  { data, folds }: Pick<FullPlan, 'data' | 'folds'>,
): void {
  if (validation === 0) return;
  const { labels, classNames = [], shape } = data;
  const counts: number[] = labels === undefined ? [shape[0] as number] : classNames.map(() => 0);
  for (const label of labels ?? []) counts[label] = (counts[label] as number) + 1;
  // Samples are assigned to folds class after class.
  const scarce = counts.findIndex((count) => count > 0 && count - Math.ceil(count / folds) < 2);
  if (scarce === -1) return;
  const whose = labels === undefined ? 'the data have' : `class ${describe(classNames[scarce])} has`;
  const reason = `${folds} folds leave one to train with, which cannot be split`;
  fail('value', `validation is ${validation}, but ${whose} too few samples (${counts[scarce]}): ${reason}`);
}

/** The points of all grids, in order. */
export function readGrid(name: string, value: unknown): Given[] {
  const grids: unknown[] = Array.isArray(value) ? value : [value];
  if (grids.length === 0) refuse(name, value, 'an object or an array of objects is');
  let free = MAX_POINTS;
  return Array.from(grids).flatMap((grid) => {
    const points = pointsOf(grid, free);
    free -= points.length;
    return points;
  });
}

/** All combinations, at most `most`; the last name varies fastest. */
function pointsOf(grid: unknown, most: number): Given[] {
  requireObject('grid', grid);
  refuseUnknown('grid', grid, gridNames);
  let points: Given[] = [{}];
  const requireFew = (count: number) => {
    if (count > most) fail('option', `grid has more than ${MAX_POINTS} points`);
  };
  requireFew(1);
  for (const [name, values] of Object.entries(grid)) {
    if (!Array.isArray(values) || values.length === 0) {
      refuse(`grid.${name}`, values, 'an array of the values to try is');
    }
    requireFew(points.length * values.length);
    const tried = Array.from(values, (value, v) => value ?? refuse(`grid.${name}[${v}]`, value, 'a value to try is'));
    points = points.flatMap((point) => tried.map((value) => ({ ...point, [name]: value })));
  }
  return points;
}

/** Cell c in the order of the table. */
export const cellAt = ({ trials, folds }: Pick<FullPlan, 'trials' | 'folds'>, c: number): SweepCell => ({
  point: Math.floor(c / (trials * folds)),
  trial: Math.floor(c / folds) % trials,
  fold: c % folds,
});

/** The cell that a row names; undefined where the plan has no such cell. */
export function cellOf(plan: FullPlan, row: SweepRow | SweepFailure): SweepCell | undefined {
  const { point, trial, fold } = (isFailure(row) ? row.cell : row) ?? {};
  const isBelow = (value: unknown, size: number) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) < size;
  const isKnown = isBelow(point, plan.points.length) && isBelow(trial, plan.trials) && isBelow(fold, plan.folds);
  return isKnown ? { point, trial, fold } : undefined;
}

/** Whether a row says that its cell failed. */
export const isFailure = (row: SweepRow | SweepFailure): row is SweepFailure => 'error' in row;

/** The seed of a trial's folds, and the seed of a fold's fit. */
export function seedsOf(raw: RawModule, seed: number, { trial, fold }: Omit<SweepCell, 'point'>) {
  const foldSeed = raw.deriveSeed(seed, FIRST_STREAM + trial);
  return { foldSeed, fitSeed: raw.deriveSeed(foldSeed, FIRST_STREAM + fold) };
}

/** A cell of a sweep. The folds of its trial are drawn again unless they are given. */
export function cellPlanOf(raw: RawModule, plan: FullPlan, cell: SweepCell, assignment?: Int32Array): CellPlan {
  const { foldSeed, fitSeed } = seedsOf(raw, plan.seed, cell);
  const { options } = plan.points[cell.point] as FullPlan['points'][number];
  const split = splitByFold(assignment ?? folds(raw, plan.data, plan.folds, foldSeed), cell.fold);
  const wanted = { predictions: true };
  return { name: nameOf(cell), ...split, options: toCellOptions(options), seed: fitSeed, wanted };
}

/** The task of a cell; everything that a fit learns from data is learned from the training samples alone. */
export function taskOf(raw: RawModule, given: Dataset, cell: CellPlan): CellTask {
  const { train, heldOut, validation, responses, seed, wanted } = cell;
  const options = toOpenOptions(cell.options);
  const { latent, importance, ...asked } = wanted;
  const data = responses === undefined ? given : permuted(given, responses);
  const seeds = { startSeed: raw.deriveSeed(seed, 0), orderSeed: raw.deriveSeed(seed, 1) };
  const own = validation && subset(data, validation);
  const sets = { train: subset(data, train), test: null, validation: own ?? null };
  const fit = planOf(raw, sets, { ...options, ...(own ? { validation: 'dataset' } : {}), ...seeds, seed });
  const prepared = (samples: readonly number[]) => prepare(raw, 'data', subset(data, samples), fit).data;
  const variables = fit.input && indicesByPart(variablesOf(fit.input), fit.input.dims[0] as number);
  return {
    trainings: plansOf(fit).map((plan) => trainingOf(plan)),
    heldOut: toRaw(prepared(heldOut), true),
    wanted: defined({
      ...asked,
      latent: latent && toRaw(prepared(latent), false),
      importance: importance && { ...importance, seed, ...defined({ variables }) },
    }),
  };
}

/** The fields of a row that are known beforehand. */
export function knownOf(raw: RawModule, plan: FullPlan, cell: SweepCell, heldOut?: readonly number[]) {
  const { foldSeed, fitSeed } = seedsOf(raw, plan.seed, cell);
  const { given } = plan.points[cell.point] as FullPlan['points'][number];
  const samples = heldOut ?? splitByFold(folds(raw, plan.data, plan.folds, foldSeed), cell.fold).heldOut;
  return { ...cell, options: given, seed: fitSeed, samples };
}

export const nameOf = ({ point, trial, fold }: SweepCell) => `point ${point}, trial ${trial}, fold ${fold}`;

export function sweepCell(raw: RawModule, given: SweepPlan, cell: SweepCell): SweepRow {
  const plan = planSweep(raw, given);
  requireObject('cell', cell);
  const within = (name: 'point' | 'trial' | 'fold', count: number) => integer(`cell.${name}`, cell[name], 0, count - 1);
  const checked = {
    point: within('point', plan.points.length),
    trial: within('trial', plan.trials),
    fold: within('fold', plan.folds),
  };
  return guarded(() => {
    const steps = cellSteps(raw, taskOf(raw, plan.data, cellPlanOf(raw, plan, checked)));
    let step = steps.next();
    while (!step.done) step = steps.next();
    return { ...knownOf(raw, plan, checked), ...step.value } as SweepRow;
  });
}
