/** Samples that belong together, such as those of one patient: they are never on both sides of a split. */

import type { Dataset, Trip } from 'trip-wasm';
import { type Material, type Rows, rowsOf } from './entry.ts';

/** Share of the groups that is kept for testing. */
const testShare = 0.3;
const mostFolds = 10;
/** Fewer groups cannot be split and cross-validated. */
export const fewestGroups = 5;

/** Classes of which all samples are in one group: no model can be tested on them. */
export function lonelyClasses({ labels, classNames = [] }: Dataset, groups: readonly string[]): string[] {
  const seen = classNames.map(() => new Set<string>());
  for (const [n, group] of groups.entries()) seen[labels?.[n] as number]?.add(group);
  return classNames.filter((_, label) => (seen[label] as Set<string>).size === 1);
}

/** Whether all samples of each group have the same response. */
export function haveOneResponse({ labels, targets }: Dataset, groups: readonly string[]): boolean {
  const known = new Map<string, number | undefined>();
  return groups.every((group, n) => {
    const response = (labels ?? targets)?.[n];
    if (!known.has(group)) known.set(group, response);
    return known.get(group) === response;
  });
}

/** Keeps about three of ten groups for testing. The classes of the groups' first samples are spread evenly; each class has fit samples. */
export function splitByGroups(
  trip: Trip,
  data: Dataset,
  groups: readonly string[],
  seed: number,
  rows?: Rows,
): Material {
  const firsts = new Map<string, number>();
  for (const [n, group] of groups.entries()) if (!firsts.has(group)) firsts.set(group, n);
  const [names, first] = [[...firsts.keys()], [...firsts.values()]];
  const count = Math.min(mostFolds, names.length);
  const all = [...groups.keys()];
  // Groups with several classes may leave a class without fit samples; then the next folds are tried.
  for (let attempt = 0; ; attempt++) {
    const own = (seed + attempt) % Number.MAX_SAFE_INTEGER;
    const folds = foldsOf(trip, data, { first, count, seed: own });
    const heldOut = new Set(names.filter((_, at) => (folds[at] as number) < Math.round(testShare * count)));
    const [fit, test] = [false, true].map((held) => all.filter((n) => heldOut.has(groups[n] as string) === held));
    const { labels, classNames = [] } = data;
    const whole = new Set(fit?.map((n) => labels?.[n])).size >= classNames.length;
    if (!whole && attempt < 100) continue;
    return {
      train: trip.subset(data, fit as number[]),
      test: trip.subset(data, test as number[]),
      groups: (fit as number[]).map((n) => groups[n] as string),
      ...rowsOf(rows, fit as number[], test as number[]),
    };
  }
}

/** Folds of one sample a group; the core refuses classes that only a few groups begin with, so these are not stratified then. */
function foldsOf(
  trip: Trip,
  data: Dataset,
  { first, count, seed }: { first: readonly number[]; count: number; seed: number },
): Int32Array {
  const one = trip.subset(data, first);
  try {
    return trip.folds(one, count, seed);
  } catch {
    const y = Float64Array.from(first, (_, at) => at);
    return trip.folds(trip.dataset({ x: y, shape: [first.length, 1], y, task: 'regression' }), count, seed);
  }
}
