/** Verdicts of runs that have less than their protocol. */

import { cellsOf, nameOf } from './cells.js';
import type { Judged } from './claims.js';
import type { Cell, Plan, Row } from './types.js';

export interface Run {
  readonly plan: Plan;
  readonly cells: readonly Cell[];
  readonly rows: ReadonlyMap<string, Row>;
}

/**
 * A claim on held-out folds `cannot be judged` where a set has fewer folds than in the full run, or TRIP has one setting where the full run
 * chooses among several: the best of one setting is none of the method.
 */
export function reserved(judged: readonly Judged[], { plan, cells, rows }: Run): Judged[] {
  const full = cellsOf(plan);
  const done = cells.filter((cell) => rows.has(nameOf(cell)));
  return judged.map((one) => {
    const short = new Set((one.sets ?? []).flatMap((set) => shortfalls(of(set, done), of(set, full))));
    if (short.size === 0) return one;
    const because = `${[...short].join(', ')} of the protocol, which is too little; so far: ${one.because}`;
    return { ...one, verdict: 'cannot be judged', because };
  });
}

/** The cells of the folds that are scored. */
const of = (set: string, cells: readonly Cell[]) =>
  cells.filter((cell) => cell.set === set && cell.split !== undefined && cell.split.without === undefined);

function shortfalls(done: readonly Cell[], full: readonly Cell[]): string[] {
  const [folds, allFolds] = [foldsOf(done), foldsOf(full)];
  const [settings, allSettings] = [settingsOf(done), settingsOf(full)];
  return [
    ...(folds < allFolds ? [`${folds} of ${allFolds} folds`] : []),
    ...(settings === 1 && allSettings > 1 ? [`1 of ${allSettings} settings`] : []),
  ];
}

/** Number of folds of the first trial. */
const foldsOf = (cells: readonly Cell[]) =>
  new Set(cells.flatMap(({ split }) => (split?.trial === 1 ? split.fold : []))).size;

/** Number of settings of TRIP, at the size of the projection that has the fewest. */
function settingsOf(cells: readonly Cell[]): number {
  const bySize = new Map<string, Set<string>>();
  for (const { options, view } of cells) {
    if ((options.method ?? 'trip') !== 'trip') continue;
    const { seed: _seed, ranks, ...setting } = options;
    const size = JSON.stringify(ranks);
    bySize.set(size, (bySize.get(size) ?? new Set()).add(JSON.stringify([setting, view])));
  }
  return Math.min(...[...bySize.values()].map((own) => own.size));
}
