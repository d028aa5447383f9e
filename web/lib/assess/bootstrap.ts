/** Bootstrap samples (Efron 1979): which samples a fit learns from, and which are left out. */

import { fail } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { allSamples, countedSamples, isCounted, shuffled } from '../data/indices.js';
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
  const counted = countedSamples(data);
  const strata = strataOf(settings, counted);
  const classes = classCount(data, counted);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const own = raw.deriveSeed(seed, FIRST_STREAM + attempt);
    const drawn = strata.flatMap((units, s) =>
      Array.from(raw.draw(units.length, units.length, raw.deriveSeed(own, s)), (u) => units[u] as Unit),
    );
    const kept = new Set(drawn.flat());
    const outOfBag = allSamples(data).filter((n) => !kept.has(n));
    const complete = classCount(data, [...kept]) === classes && outOfBag.some((n) => isCounted(data, n));
    if (!complete) continue;
    if (settings.validation === 0) return { train: ascending(drawn), outOfBag };
    const shared = { labels: data.labels, groups, validation: settings.validation };
    const held = heldOut(raw, shared, drawn, raw.deriveSeed(own, strata.length));
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

/** Samples to learn from, and those of whole groups that validate. */
export interface Learned {
  readonly train: readonly number[];
  readonly validation?: readonly number[];
}

/** Samples whose groups stay whole where a share of them validates. */
export interface Grouped {
  readonly data: { readonly labels?: Int32Array | undefined; readonly sampleWeight?: Float64Array | undefined };
  readonly groups: Int32Array | undefined;
  readonly share: number;
}

/**
 * The parts of these samples for a fit. With groups and a share, whole groups validate, since early stopping needs other groups than those that
 * are learned from: so many as leave every class to learn from. Samples of weight 0 do not validate.
 */
export function partsToLearn(
  raw: RawModule,
  { data, groups, share }: Grouped,
  samples: readonly number[],
  seed: number,
): Learned {
  if (groups === undefined || share === 0) return { train: samples };
  const counted = samples.filter((n) => (data.sampleWeight?.[n] ?? 1) > 0);
  const units = groupedBy(counted, (n) => groups[n] as number);
  const held = heldOut(raw, { labels: data.labels, groups, validation: share }, units, seed);
  if (held.size === 0) {
    const found = units.length === 1 ? 'there is 1 group to train with' : 'each group to train with has all of a class';
    fail('value', `validation is ${share}, but ${found}, so that none can validate`);
  }
  const validation = ascending(units.filter((unit) => held.has(unit)));
  const taken = new Set(validation);
  return { train: samples.filter((n) => !taken.has(n)), validation };
}

/** Ascending samples of these units. */
const ascending = (units: readonly Unit[]) => units.flat().sort((a, b) => a - b);

/** The units among which each draw is made. */
function strataOf({ data, groups, stratify }: BootstrapSettings, counted: readonly number[]): Unit[][] {
  if (groups !== undefined) return [groupedBy(counted, (n) => groups[n] as number)];
  const classes = stratify ? groupedBy(counted, (n) => data.labels?.[n] ?? 0) : [counted];
  return classes.map((own) => own.map((n) => [n]));
}

/** The items by key, parts in the order of their first item. */
function groupedBy<T>(items: readonly T[], key: (item: T) => number): T[][] {
  const parts = new Map<number, T[]>();
  for (const item of items) {
    const part = parts.get(key(item));
    if (part === undefined) parts.set(key(item), [item]);
    else part.push(item);
  }
  return [...parts.values()];
}

/** Number of classes that occur; 0 for a regression. */
const classCount = ({ labels }: BootstrapSettings['data'], samples: readonly number[]) =>
  labels === undefined ? 0 : new Set(samples.map((n) => labels[n])).size;

interface Shared extends Pick<BootstrapSettings, 'groups' | 'validation'> {
  readonly labels: Int32Array | undefined;
}

/**
 * Different drawn units in random order, of which the share is held out: all copies of a unit are on one side, so that nothing in the
 * validation set was trained on. Samples: the share of each class, at most all but one. Groups: as many as leave every
 * class to learn from.
 */
function heldOut(
  raw: RawModule,
  { labels, groups, validation }: Shared,
  drawn: readonly Unit[],
  seed: number,
): ReadonlySet<Unit> {
  const different = [...new Set(drawn)];
  const byClass = groups === undefined && labels !== undefined;
  const sets = byClass ? groupedBy(different, ([n]) => labels[n as number] as number) : [different];
  const held = new Set<Unit>();
  const left = new Remaining(labels, different);
  for (const [s, units] of sets.entries()) {
    const { length } = units;
    if (length < 2) continue;
    const most = Math.min(length - 1, Math.max(1, Math.floor(validation * length + 0.5)));
    let taken = 0;
    for (const u of shuffled(raw, length, raw.deriveSeed(seed, s))) {
      if (taken === most) break;
      const unit = units[u] as Unit;
      if (groups !== undefined && !left.take(unit)) continue;
      held.add(unit);
      taken++;
    }
  }
  return held;
}

/** Numbers of samples of each class in the units to learn from. */
class Remaining {
  readonly #labels: Int32Array | undefined;
  readonly #counts = new Map<number, number>();

  constructor(labels: Int32Array | undefined, units: readonly Unit[]) {
    this.#labels = labels;
    for (const unit of units) this.#add(unit, 1);
  }

  /** Takes a unit out, unless a class would be missing. */
  take(unit: Unit): boolean {
    this.#add(unit, -1);
    const complete = unit.every((n) => this.#counts.get(this.#classOf(n)) !== 0);
    if (!complete) this.#add(unit, 1);
    return complete;
  }

  #add(unit: Unit, sign: number): void {
    for (const n of unit) this.#counts.set(this.#classOf(n), (this.#counts.get(this.#classOf(n)) ?? 0) + sign);
  }

  #classOf(n: number): number {
    return this.#labels?.[n] ?? 0;
  }
}
