/** Assigns samples to folds, as the options of an assessment say. */

import { fail, guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { indicesByPart, splitByFold } from '../data/indices.js';
import { SPLIT_STREAM } from '../data/subset.js';
import { partsToLearn } from './bootstrap.js';
import { requireFoldsFor, type Sampled } from './fold-checks.js';
import { type FoldSettings, type Folds, MAX_REPEATS, type Repeat } from './fold-settings.js';
import { foldsOfGroups, type Groups } from './group-folds.js';
import { requireFewFits } from './options.js';

/** Streams of a seed: 0 and 1 belong to a fit, the next ones to repeats, or to the folds of a repeat. */
const FIRST_STREAM = 2;
/** First stream of a master seed that no repeat has. */
export const FREE_STREAM = FIRST_STREAM + MAX_REPEATS;

/** The folds of samples with these responses, checked. `validation` is the share of each training part that its fits hold out. */
export function drawFolds(raw: RawModule, data: Sampled, settings: FoldSettings, validation = 0): Folds {
  const { repeats, seed, groups } = settings;
  if (settings.assignment === undefined) {
    // Checked before folds are drawn, since the folds of many repeats may need gigabytes.
    const ofAll = { 'leave-one-out': data.count, 'leave-one-group-out': groups?.names.length ?? 0 };
    const each = typeof settings.folds === 'number' ? settings.folds : ofAll[settings.folds];
    requireFewFits(repeats * each, `${repeats} repeats of ${each} folds`);
  }
  const drawn = Array.from({ length: repeats }, (_, t) => {
    const own = raw.deriveSeed(seed, FIRST_STREAM + t);
    return { assignment: guarded(() => assign(raw, data, settings, own, t)), seed: own };
  });
  const counts = drawn.map(({ assignment }) => assignment.reduce((most, f) => Math.max(most, f), 0) + 1);
  const count = counts[0] as number;
  const other = counts.findIndex((own) => own !== count);
  if (other !== -1)
    fail(
      'value',
      `assignment[${other}] has ${counts[other]} folds, assignment[0] has ${count}; the same number is needed`,
    );
  const folds = { count, repeats: drawn };
  requireFoldsFor(data, folds, settings, validation);
  if (groups === undefined || validation === 0) return folds;
  // Whether a group can validate does not depend on the seed.
  const grouped = { data, groups: groups.of, share: validation };
  for (const { assignment } of drawn)
    for (let fold = 0; fold < count; fold++) partsToLearn(raw, grouped, splitByFold(assignment, fold).train, 0);
  return folds;
}

function assign(raw: RawModule, data: Sampled, settings: FoldSettings, seed: number, t: number): Int32Array {
  const { folds, groups, assignment, stratify } = settings;
  const { count, labels = new Int32Array(), classNames = [] } = data;
  if (assignment !== undefined) return assignment[t] as Int32Array;
  if (folds === 'leave-one-out') return Int32Array.from({ length: count }, (_, n) => n);
  if (folds === 'leave-one-group-out') return (groups as Groups).of;
  const own = stratify ? labels : new Int32Array();
  if (groups === undefined) return raw.folds(count, own, folds, seed);
  const classes = stratify ? { labels, classes: classNames.length } : { labels: undefined, classes: 1 };
  const fold = foldsOfGroups(raw, groups, { ...classes, folds, seed });
  return groups.of.map((g) => fold[g] as number);
}

/** Folds as plain data, for the checksum of a plan. */
export const plainFolds = ({ repeats }: Folds) =>
  repeats.map(({ assignment, seed }) => ({ assignment: [...assignment], seed }));

/** Seed of the choice of the groups that validate in a fit. */
export const splitSeed = (raw: RawModule, seed: number) => raw.deriveSeed(seed, SPLIT_STREAM);

/** The seed of the fit of one fold. */
export const fitSeed = (raw: RawModule, repeat: Repeat, fold: number) =>
  raw.deriveSeed(repeat.seed, FIRST_STREAM + fold);

/** The samples that each fold of a repeat holds out, ascending. */
export const heldOutOf = ({ count, repeats }: Folds): number[][][] =>
  repeats.map(({ assignment }) => indicesByPart(assignment, count));
