/** Outcomes of candidates: the model that each candidate selects on each set, and its processor time. */

import { cellsOfStudy, nameOf } from './cells.js';
import { foldError, mean, type Spread, spread } from './numbers.js';
import { studiesOf } from './plans/candidates.js';
import { nameOfClock } from './run.js';
import type { Done } from './summary.js';
import type { Candidate, Cell, ClockRow, Row } from './types.js';

/** A projection has found the true plane if their overlap is above this. */
export const FOUND = 0.8;

export interface Outcome {
  readonly candidate: Candidate;
  /** The models of all sets whose fits are complete. */
  readonly models: readonly Done[];
  /** Share of these sets in which the true plane is found; undefined if it is given or the projection is in another space. */
  readonly found: number | undefined;
  readonly accuracy: Spread;
  /** Processor time for one model: mean and slowest of `count` sets; undefined if it was not measured. */
  readonly seconds: { readonly mean: number; readonly most: number; readonly count: number } | undefined;
}

/** The outcomes of candidates with a model for at least one set. */
export function outcomesOf(
  candidates: readonly Candidate[],
  sets: readonly string[],
  rows: ReadonlyMap<string, Row>,
  clocks: ReadonlyMap<string, ClockRow> = new Map(),
): Outcome[] {
  return candidates.flatMap((candidate) => {
    const models = sets.flatMap((set) => modelOf(candidate, set, rows) ?? []);
    if (models.length === 0) return [];
    const overlaps = models.flatMap(({ row }) => row.overlap ?? []);
    return {
      candidate,
      models,
      found:
        candidate.view === 'plane' || overlaps.length === 0
          ? undefined
          : mean(overlaps.map((overlap) => Number(overlap > FOUND))),
      accuracy: spread(models.map(({ row }) => row.test?.accuracy ?? 0)),
      seconds: secondsOf(candidate, sets, clocks),
    };
  });
}

function modelOf(candidate: Candidate, set: string, rows: ReadonlyMap<string, Row>): Done | undefined {
  let starts: Done[] = [];
  for (const [r, [count, epochs]] of candidate.rounds.entries()) {
    const going = starts.slice(0, count).map(({ cell }) => cell.options.seed);
    const cells = cellsFor(candidate, set, epochs).filter(({ options }) => r === 0 || going.includes(options.seed));
    const done = cells.slice(0, count).flatMap((cell) => {
      const row = rows.get(nameOf(cell));
      return row === undefined ? [] : { cell, row };
    });
    if (done.length < count) return undefined;
    starts = done.sort((a, b) => objective(a) - objective(b));
  }
  return starts[0];
}

const objective = ({ row }: Done) => row.train?.objective ?? Number.MAX_VALUE;

const cellsFor = (candidate: Candidate, set: string, epochs: number): Cell[] =>
  studiesOf([candidate], [set])
    .flatMap(cellsOfStudy)
    .filter(({ options }) => options.epochs === epochs);

/** The time of one start, scaled to the epochs that the candidate trains; a continued start does not repeat its epochs. */
function secondsOf(candidate: Candidate, sets: readonly string[], clocks: ReadonlyMap<string, ClockRow>) {
  const [, whole] = candidate.rounds.at(-1) as [number, number];
  const epochs = candidate.rounds.reduce((sum, [count, to], r, all) => sum + count * (to - (all[r - 1]?.[1] ?? 0)), 0);
  const taken = sets.flatMap((set) => {
    const [first] = cellsFor(candidate, set, whole);
    return (first && clocks.get(nameOfClock(first))?.seconds) ?? [];
  });
  const all = taken.map((seconds) => (seconds * epochs) / whole);
  return all.length === 0 ? undefined : { mean: mean(all), most: Math.max(...all), count: all.length };
}

/** Compares restarts 'auto' with a single start on the same folds, for one set and depth. */
export interface Difference {
  readonly set: string;
  readonly layers: number;
  /** Held-out accuracies of one start, of the lowest of 12 starts, and of 'auto'. */
  readonly plain: Spread;
  readonly lowest: Spread;
  readonly searched: Spread;
  /** Mean over the folds of the accuracy of 'auto' minus that of one start. */
  readonly mean: number;
  /** Standard error of this mean, corrected for overlapping training sets (Nadeau and Bengio 2003). */
  readonly error: number;
}

/** Folds with a failed or missing fit are left out. */
export function differencesOf(cells: readonly Cell[], rows: ReadonlyMap<string, Row>): Difference[] {
  const layersOf = ({ options }: Cell) => options.hidden?.length ?? 3;
  const single = cells.filter(({ options }) => options.restarts === 1);
  const kinds = [...new Map(single.map((cell) => [`${cell.set} ${layersOf(cell)}`, cell])).values()];
  return kinds.flatMap((kind) => {
    const own = single.filter((cell) => cell.set === kind.set && layersOf(cell) === layersOf(kind));
    const accuracy = (cell: Cell, restarts: number | 'auto') =>
      rows.get(nameOf({ ...cell, options: { ...cell.options, restarts } }))?.test?.accuracy ?? Number.NaN;
    const folds = own
      .map((cell) => [accuracy(cell, 1), accuracy(cell, 12), accuracy(cell, 'auto')] as const)
      .filter((scores) => scores.every(Number.isFinite));
    if (folds.length < 2) return [];
    const [plain, lowest, searched] = ([0, 1, 2] as const).map((at) => spread(folds.map((scores) => scores[at])));
    const difference = spread(folds.map(([one, , auto]) => auto - one));
    return {
      ...{ set: kind.set, layers: layersOf(kind) },
      ...{ plain: plain as Spread, lowest: lowest as Spread, searched: searched as Spread },
      mean: difference.mean,
      error: foldError(difference, kind.split?.folds ?? 2),
    };
  });
}
