/** Reads the options that assign samples to folds. */

import { isArrayLike, requireArrayLike } from '../common/arrays.js';
import { boolean, describe, describeTyped, integer, oneOf, refuse, seed } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { Dataset } from '../types.js';
import type { Groups } from './group-folds.js';

export const MAX_REPEATS = 10_000;

/** Options that have passed the checks of their types. */
export interface FoldSettings {
  readonly folds: number | 'leave-one-out' | 'leave-one-group-out';
  readonly repeats: number;
  readonly groups?: Groups;
  /** Own folds, one list a repeat. */
  readonly assignment?: readonly Int32Array[];
  readonly stratify: boolean;
  readonly seed: number;
}

/** The folds of one repeat. */
export interface Repeat {
  /** The fold of each sample. */
  readonly assignment: Int32Array;
  /** Fold f is fitted with the seed of stream 2 + f. */
  readonly seed: number;
}

export interface Folds {
  /** Number of folds in each repeat. */
  readonly count: number;
  readonly repeats: readonly Repeat[];
}

/** The checks of fold options of these data, for `readOptions`. */
export const foldChecks = ({ shape }: Dataset) => ({
  folds: (name: string, value: unknown) =>
    typeof value === 'number'
      ? integer(name, value, 2, shape[0] as number)
      : oneOf(name, value, ['leave-one-out', 'leave-one-group-out'] as const),
  repeats: (name: string, value: unknown) => integer(name, value, 1, MAX_REPEATS),
  groups: (name: string, value: unknown) => readGroups(name, value, shape[0] as number),
  assignment: (name: string, value: unknown) => readAssignments(name, value, shape[0] as number),
  stratify: boolean,
  seed,
});

type FoldChecks = ReturnType<typeof foldChecks>;
type GivenFolds = { readonly [name in keyof FoldChecks]?: ReturnType<FoldChecks[name]> };

/** Fills in the defaults of fold options, and refuses those that contradict each other. */
export function toFoldSettings(data: Dataset, given: GivenFolds): FoldSettings {
  const { folds = 5, groups, assignment, stratify } = given;
  const { labels } = data;
  if (stratify === true && labels === undefined)
    fail('option', 'stratify is true, but a regression has no classes; false is accepted');
  if (assignment !== undefined) {
    for (const name of ['folds', 'repeats', 'stratify'] as const)
      if (given[name] !== undefined)
        fail('option', `${name} is given, but follows from assignment; leave out one of them`);
    for (const [r, own] of assignment.entries()) if (groups !== undefined) requireUnsplit(groups, own, r);
  } else if (typeof folds === 'string') {
    if (stratify === true)
      fail('option', `stratify is true, but folds is '${folds}', which leaves no choice; false is accepted`);
    if (folds === 'leave-one-group-out' && groups === undefined)
      fail(
        'option',
        "folds is 'leave-one-group-out', but no groups are given; groups with a name for each sample are needed",
      );
    if (folds === 'leave-one-out' && groups !== undefined)
      fail(
        'option',
        "folds is 'leave-one-out', but samples of a group are never split; 'leave-one-group-out' is accepted",
      );
  } else if (groups !== undefined && groups.names.length < folds) {
    fail(
      'value',
      `folds is ${folds}, but there are ${groups.names.length} groups; at most ${groups.names.length} folds work`,
    );
  }
  return {
    folds,
    repeats: assignment?.length ?? given.repeats ?? 1,
    ...(groups === undefined ? {} : { groups }),
    ...(assignment === undefined ? {} : { assignment }),
    stratify: stratify ?? (labels !== undefined && typeof folds === 'number' && assignment === undefined),
    seed: given.seed ?? 1,
  };
}

/** How further folds are drawn, as plain data for the checksum of a plan: those of inner cross validations and of permuted responses. */
export const drawingOf = ({ groups, folds, assignment, stratify }: FoldSettings) => ({
  groups: [...(groups?.of ?? [])],
  folds: assignment === undefined ? folds : 'own',
  stratify,
});

/** Refuses own folds that split a group. */
function requireUnsplit(groups: Groups, assignment: Int32Array, repeat: number): void {
  const first = groups.names.map(() => -1);
  for (const [n, g] of groups.of.entries()) {
    const fold = assignment[n] as number;
    if (first[g] === -1) first[g] = fold;
    if (first[g] === fold) continue;
    const whose = `assignment puts group ${describe(groups.names[g])} into the folds ${first[g]} and ${fold} of repeat ${repeat}`;
    fail('value', `${whose}; a group is never split`);
  }
}

export function readGroups(name: string, value: unknown, count: number): Groups {
  requireArrayLike(name, value, 'names or numbers');
  requireLength(name, value, count);
  const names = new Map<string | number, number>();
  const of = Int32Array.from(value as ArrayLike<string | number>, (group, n) => {
    if (typeof group !== 'string' && !Number.isFinite(group))
      refuse(`${name}[${n}]`, group, 'texts and finite numbers are', 'value');
    // 1 and '1' are probably the same group, which would be split.
    if (typeof group !== typeof value[0])
      fail(
        'value',
        `${name} has ${describeTyped(value[0])} and ${describeTyped(group)}; only texts or only numbers are accepted`,
      );
    if (!names.has(group)) names.set(group, names.size);
    return names.get(group) as number;
  });
  if (names.size < 2) fail('value', `${name} has the group ${describe(value[0])} alone; two groups or more are needed`);
  return { names: [...names.keys()], of };
}

function readAssignments(name: string, value: unknown, count: number): Int32Array[] {
  requireArrayLike(name, value, 'integers');
  if (!isArrayLike(value[0])) return [readAssignment(name, value, count)];
  if (value.length > MAX_REPEATS)
    fail('option', `${name} has ${value.length} lists, one a repeat; at most ${MAX_REPEATS} are accepted`);
  return Array.from(value, (own, r) => readAssignment(`${name}[${r}]`, own, count));
}

function readAssignment(name: string, value: unknown, count: number): Int32Array {
  requireArrayLike(name, value, 'integers');
  requireLength(name, value, count);
  const assignment = Int32Array.from(value, (fold, n) => integer(`${name}[${n}]`, fold, 0, count - 1));
  const used = new Set(assignment);
  const folds = assignment.reduce((most, f) => Math.max(most, f), 0) + 1;
  for (let f = 0; f < folds; f++)
    if (!used.has(f))
      fail(
        'value',
        `${name} has fold ${folds - 1}, but no sample in fold ${f}; integers from 0 without gaps are accepted`,
      );
  if (folds < 2) fail('value', `${name} has one fold; two or more are needed`);
  return assignment;
}

function requireLength(name: string, { length }: ArrayLike<unknown>, count: number): void {
  if (length !== count) fail('shape', `${name} has ${length} entries; the data have ${count} samples`);
}
