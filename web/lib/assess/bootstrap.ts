/** Bootstrap samples (Efron 1979): which samples a fit learns from, and which are left out. */

import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import type { Dataset } from '../types.js';

/** Samples that are drawn or left out together. */
type Unit = readonly number[];

export interface BootstrapSettings {
  readonly data: Pick<Dataset, 'shape' | 'labels' | 'sampleWeight'>;
  /** The group of each sample; whole groups are drawn. */
  readonly groups?: Int32Array | undefined;
  /** Draws within each class. */
  readonly stratify: boolean;
  /** Share of the drawn samples, or groups, that validates; 0 for none. */
  readonly validation: number;
}

export interface Bootstrap {
  /** Ascending, a sample once for each time that it was drawn. */
  readonly train: readonly number[];
  /** Samples, also repeated, that are not in `train`; absent without a validation share. */
  readonly validation?: readonly number[];
  /** Samples that were not drawn, ascending. */
  readonly outOfBag: readonly number[];
}

/** Draws in a row that may be unusable. */
const MAX_ATTEMPTS = 1000;
/** Streams 0 to 2 of a bootstrap's seed are free for its fit. */
const FIRST_STREAM = 3;

/**
 * Draws as many units (samples or groups) with replacement as there are, within each class when stratified. Samples of weight 0 are never
 * drawn. A draw without a class, without a sample that is left out, or without units to validate with is discarded: attempt a has the
 * seed of stream 3 + a.
 */
export function drawBootstrap(raw: RawModule, settings: BootstrapSettings, seed: number): Bootstrap {
  const { data, groups } = settings;
  const strata = strataOf(settings);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const own = raw.deriveSeed(seed, FIRST_STREAM + attempt);
    const drawn = strata.flatMap((units, s) =>
      Array.from(raw.draw(units.length, units.length, raw.deriveSeed(own, s)), (u) => units[u] as Unit),
    );
    const kept = new Set(drawn.flat());
    const outOfBag = Array.from({ length: data.shape[0] as number }, (_, n) => n).filter((n) => !kept.has(n));
    const complete = hasAllClasses(data, [...kept]) && outOfBag.some((n) => counts(data, n));
    if (!complete) continue;
    if (settings.validation === 0) return { train: ascending(drawn), outOfBag };
    const held = heldOut(raw, settings, drawn, raw.deriveSeed(own, strata.length));
    if (held.size === 0) continue;
    return {
      train: ascending(drawn.filter((unit) => !held.has(unit))),
      validation: ascending(drawn.filter((unit) => held.has(unit))),
      outOfBag,
    };
  }
  const unit = groups === undefined ? 'sample' : 'group';
  const lacks = `lacked a class or left no ${unit} out`;
  return fail('value', `${MAX_ATTEMPTS} bootstrap samples in a row ${lacks}; more ${unit}s of each class are needed`);
}

const counts = ({ sampleWeight }: BootstrapSettings['data'], n: number) => (sampleWeight?.[n] ?? 1) > 0;

/** Ascending samples of these units. */
const ascending = (units: readonly Unit[]) => units.flat().sort((a, b) => a - b);

/** The units among which each draw is made. */
function strataOf({ data, groups, stratify }: BootstrapSettings): Unit[][] {
  const counted = Array.from({ length: data.shape[0] as number }, (_, n) => n).filter((n) => counts(data, n));
  if (groups !== undefined) return [partsOf(counted, (n) => groups[n] as number)];
  const classes = stratify ? partsOf(counted, (n) => data.labels?.[n] ?? 0) : [counted];
  return classes.map((own) => own.map((n) => [n]));
}

/** The items by key, parts in the order of their first item. */
function partsOf<T>(items: readonly T[], key: (item: T) => number): T[][] {
  const parts = new Map<number, T[]>();
  for (const item of items) {
    const part = parts.get(key(item));
    if (part === undefined) parts.set(key(item), [item]);
    else part.push(item);
  }
  return [...parts.values()];
}

/** Whether the samples have every class that occurs among the samples that count. */
function hasAllClasses(data: BootstrapSettings['data'], samples: readonly number[]): boolean {
  const { labels } = data;
  if (labels === undefined) return true;
  const all = new Set(labels.filter((_, n) => counts(data, n)));
  return new Set(samples.map((n) => labels[n])).size === all.size;
}

/**
 * Different drawn units in random order, of which the share is held out: all copies of a unit are on one side, so that nothing in the
 * validation set was trained on. Of samples the share of each class is taken, at most all but one; of groups as many as leave every
 * class to learn from.
 */
function heldOut(
  raw: RawModule,
  { data, groups, validation }: BootstrapSettings,
  drawn: readonly Unit[],
  seed: number,
): ReadonlySet<Unit> {
  const different = [...new Set(drawn)];
  const { labels } = data;
  const byClass = groups === undefined && labels !== undefined;
  const sets = byClass ? partsOf(different, ([n]) => labels[n as number] as number) : [different];
  const held = new Set<Unit>();
  for (const [s, units] of sets.entries()) {
    const { length } = units;
    if (length < 2) continue;
    const most = Math.min(length - 1, Math.max(1, Math.floor(validation * length + 0.5)));
    const position = raw.folds(length, new Int32Array(), length, raw.deriveSeed(seed, s));
    const order = Array.from(position.keys()).sort((a, b) => (position[a] as number) - (position[b] as number));
    let taken = 0;
    for (const u of order) {
      if (taken === most) break;
      const unit = units[u] as Unit;
      const rest = () => different.filter((other) => other !== unit && !held.has(other)).flat();
      if (groups !== undefined && !hasAllClasses(data, rest())) continue;
      held.add(unit);
      taken++;
    }
  }
  return held;
}
