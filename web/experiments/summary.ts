/** Summaries of rows: groups of repetitions, the settings chosen from them, and fitted lines. */

import { nameOf, nameOfTime, slotOf } from './cells.js';
import { grouped } from './grouped.js';
import { chosenCells } from './nested.js';
import { fitLine, fitTwo, foldError, type Line, mean, type Spread, spread } from './numbers.js';
import { sourceOf } from './sets.js';
import type { Cell, CellOptions, Row, RowScore, TimeCell, TimeRow, View } from './types.js';

export interface Done {
  readonly cell: Cell;
  readonly row: Row;
}

export type Scores = { readonly [name in keyof RowScore]?: Spread };

/** The repetitions of one setting on one set: the options are equal except for the seed. */
export interface Group {
  readonly set: string;
  /** Options without the seed. */
  readonly options: CellOptions;
  readonly view: View | undefined;
  readonly method: string;
  readonly layers: number;
  /** Cells whose fit succeeded. */
  readonly done: readonly Done[];
  readonly failed: number;
  readonly train: Scores;
  readonly test: Scores;
}

/** Leaves out cells of the inner loop of a nested choice and cells without a row. */
export function groupsOf(cells: readonly Cell[], rows: ReadonlyMap<string, Row>): Group[] {
  const done = cells.flatMap((cell) => {
    const row = rows.get(nameOf(cell));
    return row === undefined || cell.split?.without !== undefined ? [] : { cell, row };
  });
  return grouped(done, ({ cell }) => keyOf(cell)).map(groupOf);
}

/** The name of the cell without the properties that distinguish repetitions. */
const keyOf = ({ set, options, view }: Cell) =>
  nameOf({ set, options: { ...options, seed: 0 }, ...(view === undefined ? {} : { view }) });

function groupOf(all: readonly Done[]): Group {
  const [{ cell }] = all as [Done];
  const { seed: _seed, ...options } = cell.options;
  const done = all.filter(({ row }) => row.error === undefined);
  return {
    set: cell.set,
    options,
    view: cell.view,
    method: options.method ?? 'trip',
    layers: (options.hidden ?? [10, 10, 10]).length,
    done,
    failed: all.length - done.length,
    train: scores(done.map(({ row }) => row.train ?? {})),
    test: scores(done.map(({ row }) => row.test ?? {})),
  };
}

function scores(all: readonly RowScore[]): Scores {
  const names = [...new Set(all.flatMap((score) => Object.keys(score) as (keyof RowScore)[]))];
  return Object.fromEntries(names.map((name) => [name, spread(all.flatMap((score) => score[name] ?? []))]));
}

/** The repetition with the lowest objective on its training samples, which is selected without using the test set. */
export function lowest(group: Group): Done {
  const objective = ({ row }: Done) => row.train?.objective ?? Number.POSITIVE_INFINITY;
  return group.done.reduce((best, one) => (objective(one) < objective(best) ? one : best));
}

/** The group with the highest mean of a test score. */
export function best(groups: readonly Group[], score: 'accuracy' | 'auc'): Group | undefined {
  const value = (group: Group) => group.test[score]?.mean ?? Number.NEGATIVE_INFINITY;
  return groups.reduce<Group | undefined>((top, one) => (top && value(top) >= value(one) ? top : one), undefined);
}

/** The AUC of one method at one size of the projection, with lambda and depth chosen in two ways. */
export interface Choice {
  readonly set: string;
  readonly samples: number;
  readonly method: string;
  readonly rank: number;
  /** AUC with the setting chosen by the reported scores. */
  readonly auc: Spread;
  /** The AUC of each fold, by the name of its fold. */
  readonly folds: ReadonlyMap<string, number>;
  /** Number of settings to choose from. */
  readonly settings: number;
  readonly lambda: number | undefined;
  readonly layers: number;
  /** Number of depths to choose from. */
  readonly depths: number;
  /** AUC with the setting chosen by inner validation, if that was run. */
  readonly nested: Spread | undefined;
  readonly nestedFolds: ReadonlyMap<string, number>;
}

export function choicesOf(cells: readonly Cell[], rows: ReadonlyMap<string, Row>): Choice[] {
  return grouped(cells, slotOf).flatMap((own) => {
    const groups = completeGroups(own, rows);
    const top = best(groups, 'auc');
    if (top?.test.auc === undefined) return [];
    return {
      set: top.set,
      samples: sourceOf(top.set).shape[0],
      method: top.method,
      rank: top.options.ranks?.[0] ?? 2,
      auc: top.test.auc,
      folds: aucsOf(top.done),
      settings: groups.length,
      lambda: top.options.lambda,
      layers: top.layers,
      depths: new Set(groups.map(({ layers }) => layers)).size,
      ...nestedOf(own, rows),
    };
  });
}

/** Settings of one slot with the largest number of folds: a mean over fewer folds varies more. */
export function completeGroups(cells: readonly Cell[], rows: ReadonlyMap<string, Row>): Group[] {
  return grouped(cells, slotOf).flatMap((own) => {
    const groups = groupsOf(own, rows);
    const most = Math.max(...groups.map(({ done }) => done.length));
    return groups.filter(({ done }) => done.length === most);
  });
}

/** The AUC of the settings that the inner fits have chosen; undefined before each of them has been scored. */
function nestedOf(cells: readonly Cell[], rows: ReadonlyMap<string, Row>): Pick<Choice, 'nested' | 'nestedFolds'> {
  const chosen = chosenCells(cells, rows);
  const done = chosen.flatMap((cell) => {
    const row = rows.get(nameOf(cell));
    return row === undefined ? [] : { cell, row };
  });
  const nestedFolds = aucsOf(done.length === chosen.length ? done : []);
  return { nestedFolds, nested: nestedFolds.size > 0 ? spread([...nestedFolds.values()]) : undefined };
}

const aucsOf = (done: readonly Done[]) =>
  new Map(
    done.flatMap(({ cell: { split }, row }) =>
      row.test?.auc === undefined ? [] : [[`${split?.trial} ${split?.fold}`, row.test.auc] as const],
    ),
  );

/** The mean difference of two methods over their common folds, in standard errors (corrected for overlapping training sets). */
export function pairedErrors(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const differences = [...a].flatMap(([fold, auc]) => (b.has(fold) ? auc - (b.get(fold) as number) : []));
  const all = spread(differences);
  const folds = new Set([...a.keys()].map((name) => name.split(' ')[1])).size;
  return all.count < 2 || folds < 2 ? Number.NaN : all.mean / foldError(all, folds);
}

/** One curve of Figure 7. */
export interface Curve {
  readonly dims: readonly number[];
  /** The size that varies. */
  readonly over: 'nonzeros' | 'rank';
  readonly points: readonly { readonly size: number; readonly cpu: number; readonly wall: number }[];
  readonly line: Line;
  /** Over a rank only: fit of the computed work, columns rounded up to vectors of four and J^2 for the polar factor. */
  readonly work?: ReturnType<typeof fitTwo>;
}

/** The lowest time of all rounds for each size, since other processes only add time, and the lines fitted to these times. */
export function curvesOf(cells: readonly TimeCell[], rows: ReadonlyMap<string, TimeRow>): Curve[] {
  const curve = (over: Curve['over'], dims: readonly number[]): Curve | undefined => {
    const size = ({ nonzeros, options }: TimeCell) => (over === 'nonzeros' ? nonzeros : (options.ranks?.[0] ?? 2));
    const fixed = ({ nonzeros, options }: TimeCell) =>
      over === 'nonzeros' ? options.ranks?.every((rank) => rank === 2) : nonzeros === 100;
    const own = cells.filter((cell) => cell.dims.join() === dims.join() && fixed(cell) && rows.has(nameOfTime(cell)));
    const sizes = [...new Set(own.map(size))].sort((a, b) => a - b);
    if (sizes.length < 3) return undefined;
    const points = sizes.map((at) => {
      const found = own.filter((cell) => size(cell) === at).map((cell) => rows.get(nameOfTime(cell)) as TimeRow);
      return {
        size: at,
        cpu: Math.min(...found.map(({ cpu }) => cpu)),
        wall: Math.min(...found.map(({ wall }) => wall)),
      };
    });
    const times = points.map(({ cpu }) => cpu);
    const line = fitLine(sizes, times);
    if (over === 'nonzeros') return { dims, over, points, line };
    const [columns, squares] = [sizes.map((rank) => 4 * Math.ceil(rank / 4)), sizes.map((rank) => rank ** 2)];
    return { dims, over, points, line, work: fitTwo(columns, squares, times) };
  };
  const dims = [...new Map(cells.map((cell) => [cell.dims.join(), cell.dims])).values()];
  return (['nonzeros', 'rank'] as const).flatMap((over) => dims.flatMap((own) => curve(over, own) ?? []));
}

/** Mean over several groups, for example of several data sets. */
export const meanOf = (groups: readonly Group[], part: 'train' | 'test', score: keyof RowScore) =>
  mean(groups.flatMap((group) => group[part][score]?.mean ?? []));
