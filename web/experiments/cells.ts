/** Converts plans to cells: the fits, their order and their names. */

import { sourceOf } from './sets.js';
import type { AssessmentCell, Cell, CellOptions, Grid, Plan, Split, Study, TimeCell, TimeStudy } from './types.js';

/** The options of a cell that its plan leaves open. They are numbers here, because a cell must not change with the package's defaults. */
export const cellDefaults = { lambda: 0.1, epochs: 2000, restarts: 1 } as const;

/** All combinations; the last name varies fastest. */
export function pointsOf(grid: Grid): CellOptions[] {
  let points: CellOptions[] = [{}];
  for (const [name, values] of Object.entries(grid)) {
    points = points.flatMap((point) => values.map((value: unknown) => ({ ...point, [name]: value })));
  }
  return points;
}

/** Cells are ordered by trial, so that an unfinished study has all of its points, then by set, so that each set is loaded once. */
export function cellsOfStudy({ sets, grids, protocol, view, keep }: Study): Cell[] {
  const points = grids.flatMap(pointsOf);
  return Array.from({ length: protocol.trials }, (_, t) => t + 1).flatMap((trial) =>
    sets.flatMap((set) =>
      points.flatMap((point) =>
        splitsOf(protocol, trial).map((split) => ({
          set,
          options: optionsOf(set, point, split === undefined ? trial : seedOf(split)),
          ...(split === undefined ? {} : { split }),
          ...(view === undefined ? {} : { view }),
          ...(keep ? { keep } : {}),
        })),
      ),
    ),
  );
}

function splitsOf(protocol: Study['protocol'], trial: number): (Split | undefined)[] {
  if (protocol.kind === 'whole') return [undefined];
  const { kind, folds } = protocol;
  const count = protocol.kind === 'folds' ? (protocol.only ?? folds) : folds;
  return Array.from({ length: count }, (_, fold) =>
    kind === 'folds' ? { folds, trial, fold } : { folds, trial, fold: (fold + 1) % folds, without: fold },
  );
}

/** All points of a study use the same seed in a fold, so that they have the same start. */
export const seedOf = ({ trial, fold }: Split) => 1000 * trial + fold;

function optionsOf(set: string, point: CellOptions, seed: number): CellOptions {
  const { options, baselineEpochs } = sourceOf(set);
  const fixed = (point.method ?? 'trip') !== 'trip';
  return { ...options, ...(fixed && baselineEpochs !== undefined ? { epochs: baselineEpochs } : {}), ...point, seed };
}

/** The settings among which lambda and depth are chosen have the same set, method and ranks. */
export const slotOf = ({ set, options }: Cell) => [set, options.method ?? 'trip', options.ranks].join(' ');

const names = new WeakMap<Cell, string>();

/**
 * The name has everything that the scores depend on, so that cells with equal names are equal. Names are cached, since
 * the plans have 10^5 cells.
 */
export function nameOf(cell: Cell): string {
  const known = names.get(cell);
  if (known !== undefined) return known;
  const { set, options, split, view } = cell;
  const parts = [view === undefined ? set : `${set} seen by ${view}`, text(options)];
  if (split !== undefined) {
    const { folds, trial, fold, without } = split;
    parts.push(`trial ${trial}, fold ${fold} of ${folds}${without === undefined ? '' : ` without ${without}`}`);
  }
  const name = parts.join(' | ');
  names.set(cell, name);
  return name;
}

export function nameOfTime({ dims, nonzeros, options, round }: TimeCell): string {
  return ['time', `${dims.join('x')} with ${nonzeros}`, text(options), `round ${round}`].join(' | ');
}

export function nameOfAssessment({ kind, set, options, folds, permutations, grid }: AssessmentCell): string {
  const how = permutations === undefined ? [] : [`${permutations} permutations`];
  const points = grid === undefined ? [] : [`grid ${JSON.stringify(grid)} by balanced accuracy`];
  return [kind, set, text(options), `${folds} folds`, ...how, ...points].join(' | ');
}

function text(options: CellOptions): string {
  const value = (of: unknown) => (Array.isArray(of) ? `[${of.join(' ')}]` : String(of));
  return Object.entries(options)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, of]) => `${name}=${value(of)}`)
    .join(' ');
}

/** Cells that are run before the figure is drawn again. */
export interface Stage {
  readonly kind: 'Quick run' | 'Part of the full run' | 'Full run';
  readonly cells: readonly Cell[];
  readonly times: readonly TimeCell[];
  /** Cells that are repeated alone to measure their processor time. */
  readonly clocked: readonly Cell[];
  readonly assessments: readonly AssessmentCell[];
}

/**
 * The first `count` stages of the full run; all without a count. The quick run is the first stage, and the complete full run if the plan
 * adds nothing.
 */
export function stagesOf(plan: Plan, count?: number): Stage[] {
  const { time, clock, assessments } = plan;
  const clockedOf = (studies: readonly Study[] = []) => unique(studies.flatMap(cellsOfStudy));
  const parts = [
    {
      cells: unique(plan.quick.flatMap(cellsOfStudy)),
      times: time ? timeCellsOf(time.quick) : [],
      clocked: clockedOf(clock?.quick),
      assessments: assessments?.quick ?? [],
    },
    ...plan.full.map((study) => ({ cells: unique(cellsOfStudy(study)), times: [], clocked: [], assessments: [] })),
    ...(time || clock || assessments
      ? [
          {
            cells: [],
            times: time ? timeCellsOf(time.full) : [],
            clocked: clockedOf(clock?.full),
            assessments: assessments?.full ?? [],
          },
        ]
      : []),
  ];
  const kind = (p: number) => (p === parts.length - 1 ? 'Full run' : p === 0 ? 'Quick run' : 'Part of the full run');
  return parts.slice(0, count).map((part, p) => ({ ...part, kind: kind(p) }));
}

/** All cells of the first `count` stages of a plan except timings; those of all stages without a count. */
export const cellsOf = (plan: Plan, count?: number): Cell[] =>
  unique(stagesOf(plan, count).flatMap(({ cells }) => cells));

/** Removes duplicate cells. Among equal cells, the one with a kept model remains, at the position of the first. */
export function unique(cells: readonly Cell[]): Cell[] {
  const byName = new Map<string, Cell>();
  for (const cell of cells) if (cell.keep || !byName.has(nameOf(cell))) byName.set(nameOf(cell), cell);
  return [...byName.values()];
}

/** Cells ordered by round, each round over all sizes. */
export function timeCellsOf({ series, options, rounds }: TimeStudy): TimeCell[] {
  const sizes = series.flatMap(({ dims, nonzeros, ranks }) =>
    nonzeros.flatMap((count) => ranks.map((own) => ({ dims, nonzeros: count, options: { ...options, ranks: own } }))),
  );
  const cells = Array.from({ length: rounds }, (_, r) => sizes.map((size) => ({ ...size, round: r + 1 }))).flat();
  return [...new Map(cells.map((cell) => [nameOfTime(cell), cell])).values()];
}
