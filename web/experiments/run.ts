/** Runs cells on an executor. The caller keeps the rows, from which a later run resumes. */

import type { Dataset, FitOptions, Model, Trip } from 'trip-wasm';
import { cellDefaults, nameOf } from './cells.js';
import { sourceOf } from './sets.js';
import type { Cell, CellOptions, CellTask, ClockRow, Executor, LearnedMap, Loaded, Row, RowScore } from './types.js';
import { directionsOf, multiply, through } from './views.js';

export interface Progress {
  /** Number of finished cells, including earlier runs. */
  readonly done: number;
  readonly total: number;
  /** Seconds left, estimated from the cells run so far. */
  readonly left: number;
  readonly row: Row;
}

/** Another program that learns a map from the training samples of a cell; it may use the test samples to score itself. */
export type Learner = (cell: Cell, parts: Parts) => Promise<LearnedMap>;

export interface Parts {
  readonly train: Dataset;
  readonly test: Dataset | undefined;
}

export interface RunContext {
  readonly trip: Trip;
  readonly executor: Executor;
  readonly load: (set: string) => Promise<Loaded>;
  /** Needed for cells whose map is learned by another program. */
  readonly learn?: Learner | undefined;
  /** The rows so far, by the names of their cells. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Stores a new row; the cell is done when this returns. */
  readonly keep: (row: Row) => void;
  readonly onProgress?: (progress: Progress) => void;
}

/** Whether the cell has a row, including a model if the cell keeps it. */
export function isDone(cell: Cell, rows: ReadonlyMap<string, Row>): boolean {
  const row = rows.get(nameOf(cell));
  return row !== undefined && (!cell.keep || row.model !== undefined || row.error !== undefined);
}

/** Runs every cell without a row, in order. Maps of other programs are learned before. */
export async function runCells(cells: readonly Cell[], around: RunContext): Promise<void> {
  const { executor, rows, keep, onProgress } = around;
  const waiting = cells.filter((cell) => !isDone(cell, rows));
  const tasks: CellTask[] = [];
  for (const cell of waiting) tasks.push(await taskOf(cell, around));
  const since = performance.now();
  let work = waiting.reduce((sum, cell) => sum + costOf(cell), 0);
  let finished = 0;
  let done = cells.length - waiting.length;
  await executor.execute(tasks, ({ cell }, row) => {
    keep(row);
    work -= costOf(cell);
    finished += costOf(cell);
    const elapsed = (performance.now() - since) / 1000;
    onProgress?.({ done: ++done, total: cells.length, left: (elapsed * work) / finished, row });
  });
}

/** The cell with the map that it needs from another program. */
export async function taskOf(
  cell: Cell,
  { trip, load, learn }: Pick<RunContext, 'trip' | 'load' | 'learn'>,
): Promise<CellTask> {
  if (cell.view !== 'nca') return { cell };
  if (learn === undefined) throw new Error(`${nameOf(cell)} needs a program that learns its map`);
  const { map } = await learn(cell, partsOf(trip, cell, await load(cell.set)));
  return { cell, map };
}

/** Fits the training part and scores both parts. A failed fit is an outcome; other errors are thrown. */
export function runCell({ cell, map: learned }: CellTask, trip: Trip, loaded: Loaded): Row {
  const name = nameOf(cell);
  const { train, test, map } = seen(trip, { cell, ...(learned && { map: learned }) }, loaded);
  let model: Model;
  try {
    model = fitAlong((options) => trip.fit(train, options), cell.options);
  } catch (thrown) {
    const { code, message } = thrown as { code?: string; message: string };
    if (code !== 'diverged' && code !== 'value') throw thrown;
    return { cell: name, error: `${code}: ${message}` };
  }
  try {
    return {
      cell: name,
      train: scoreOf(model, train),
      ...(test === undefined ? {} : { test: scoreOf(model, test) }),
      fingerprint: model.fingerprint,
      resultVersion: model.resultVersion,
      ...(cell.view === 'nca' ? {} : overlapOf(trip, model, loaded, map)),
      ...(cell.keep ? { model: model.toJSON() } : {}),
    };
  } finally {
    model.dispose();
  }
}

/** Runs one fit, or a sequence of fits with decreasing lambda. */
function fitAlong(fit: (options: FitOptions) => Model, { lambdasBefore = [], ...options }: CellOptions): Model {
  if (lambdasBefore.length === 0) return fit({ ...cellDefaults, ...options });
  const { epochs, ...rest } = { ...cellDefaults, epochs: 1000, ...options };
  const share = Math.floor(epochs / (lambdasBefore.length + 1));
  let before: Model | undefined;
  try {
    for (const lambda of lambdasBefore) {
      const model = fit({ ...rest, lambda, epochs: share, ...(before && { start: before }) });
      before?.dispose();
      before = model;
    }
    return fit({ ...rest, epochs: epochs - share * lambdasBefore.length, start: before as Model });
  } finally {
    before?.dispose();
  }
}

/**
 * Measures the processor time of the fit, run synchronously. The smaller of two runs is used, since other work on the
 * machine only adds time.
 */
export function clockCell(cell: Cell, trip: Trip, loaded: Loaded, cpu: () => number): ClockRow {
  const { train } = seen(trip, { cell }, loaded);
  const take = () => {
    const since = cpu();
    fitAlong((options) => trip.fit(train, options), cell.options).dispose();
    return (cpu() - since) / 1000;
  };
  return { cell: nameOfClock(cell), seconds: Math.min(take(), take()) };
}

export const nameOfClock = (cell: Cell) => `processor time | ${nameOf(cell)}`;

/** Training and test samples in the variables of the cell's view, and the map to these variables. */
function seen(trip: Trip, { cell, map: learned }: CellTask, loaded: Loaded): Parts & { map?: ArrayLike<number> } {
  const parts = partsOf(trip, cell, loaded);
  if (cell.view === undefined) return parts;
  if (cell.view === 'nca' && learned === undefined)
    throw new Error(`${nameOf(cell)} needs a program that learns its map`);
  const map = cell.view === 'nca' ? (learned as readonly number[]) : directionsOf(trip, cell.view, parts.train, loaded);
  const look = (data: Dataset) => through(trip, data, map);
  return { train: look(parts.train), test: parts.test && look(parts.test), map };
}

function partsOf(trip: Trip, { split }: Cell, { data, test }: Loaded): Parts {
  if (split === undefined) return { train: data, test };
  const folds = trip.folds(data, split.folds, split.trial);
  const where = (is: (fold: number) => boolean) => [...folds.keys()].filter((n) => is(folds[n] as number));
  return {
    train: trip.subset(
      data,
      where((fold) => fold !== split.fold && fold !== split.without),
    ),
    test: trip.subset(
      data,
      where((fold) => fold === split.fold),
    ),
  };
}

function scoreOf(model: Model, data: Dataset): RowScore {
  return Object.fromEntries(Object.entries(model.score(data)).filter(([, value]) => Number.isFinite(value)));
}

/** Only for data that are not standardised, since standardising changes angles. */
function overlapOf(trip: Trip, model: Model, loaded: Loaded, map?: ArrayLike<number>): { overlap?: number } {
  const { plane, data } = loaded;
  if (plane === undefined || model.spec.mean.length > 0) return {};
  const [inside = 1] = model.spec.dims;
  const projection = map === undefined ? model.projection() : multiply(map, model.projection(), inside);
  const angles = trip.principalAngles(projection, plane, data.shape[1] as number);
  const squares = Array.from(angles, (degrees) => Math.cos((degrees * Math.PI) / 180) ** 2);
  return { overlap: squares.reduce((sum, square) => sum + square, 0) / squares.length };
}

/** Cost of a cell in arbitrary units: multiplications of the projection and the network, forward and backward. */
export function costOf({ set, options, split, view }: Cell): number {
  const { shape, ...source } = sourceOf(set);
  const { ranks = [2], hidden = [10, 10, 10], epochs = 1000, restarts = 1 } = options;
  const [samples, ...dims] = shape;
  const product = (sizes: readonly number[]) => sizes.reduce((all, size) => all * size, 1);
  // A stored value of the network costs as much as six of dense samples.
  const elements = source.kind === 'network' ? 6 * 2112 : view === undefined ? product(dims) : 5;
  const layers = [...hidden, 2].reduce((sum, width, l, all) => sum + width * (all[l - 1] ?? product(ranks)), 0);
  const share = split === undefined ? 1 : (split.folds - (split.without === undefined ? 1 : 2)) / split.folds;
  return (
    samples *
    share *
    epochs *
    (restarts === 'auto' ? 12 : restarts) *
    (2 * elements * product(ranks) + 3 * layers + 100)
  );
}
