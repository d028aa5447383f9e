/** Refuses folds that a fit cannot learn from, before anything is trained. */

import { describe } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { Dataset } from '../types.js';
import type { FoldSettings, Folds, Repeat } from './fold-settings.js';
import type { Groups } from './group-folds.js';

/** The parts of samples that folds depend on. */
export interface Sampled {
  readonly count: number;
  readonly labels?: Int32Array | undefined;
  readonly classNames?: readonly string[] | undefined;
  readonly sampleWeight?: Float64Array | undefined;
  /** Permuted responses: a training part may lack a class, unless it then has a single one. */
  readonly permuted?: boolean;
}

export function sampledOf({ shape, labels, classNames, sampleWeight }: Dataset): Sampled {
  return { count: shape[0] as number, labels, classNames, sampleWeight };
}

/** The samples with these indices. */
export function sampledPart(data: Sampled, indices: readonly number[]): Sampled {
  const { labels, sampleWeight } = data;
  return {
    ...data,
    count: indices.length,
    labels: labels && Int32Array.from(indices, (n) => labels[n] as number),
    sampleWeight: sampleWeight && Float64Array.from(indices, (n) => sampleWeight[n] as number),
  };
}

export function requireFoldsFor(data: Sampled, folds: Folds, settings: FoldSettings, validation: number): void {
  const { groups, stratify } = settings;
  // Permuted responses are as many of each class as the true ones, whose folds have been checked.
  if (!data.permuted && groups !== undefined) requireShared(data, groups);
  else if (!data.permuted && stratify && typeof settings.folds === 'number') requireFrequent(data, settings.folds);
  for (const [r, repeat] of folds.repeats.entries())
    requireTrainableParts(data, repeat, { repeat: r, count: folds.count, validation });
}

/** Each class in every fold needs as many samples as folds. */
function requireFrequent({ labels, classNames = [] }: Sampled, folds: number): void {
  const counts = classNames.map(() => 0);
  for (const label of labels ?? []) counts[label] = (counts[label] as number) + 1;
  const least = counts.reduce((min, count) => (count > 0 ? Math.min(min, count) : min), Number.POSITIVE_INFINITY);
  if (least >= folds) return;
  const seen = `folds is ${folds}, but class ${describe(classNames[counts.indexOf(least)])} has ${samples(least)}`;
  fail(
    'value',
    `${seen}; ${least < 2 ? 'no number of folds works: a class needs 2 samples' : `at most ${least} folds work`}`,
  );
}

/** A class in one group alone cannot be learned when that group is held out. */
function requireShared({ labels, classNames = [] }: Sampled, groups: Groups): void {
  const seen = classNames.map(() => new Set<number>());
  for (const [n, label] of labels?.entries() ?? []) seen[label]?.add(groups.of[n] as number);
  const alone = seen.findIndex(({ size }) => size === 1);
  if (alone === -1) return;
  const [group] = seen[alone] as Set<number>;
  const where = `class ${describe(classNames[alone])} occurs in group ${describe(groups.names[group as number])} alone`;
  fail(
    'value',
    `${where}: when it is held out, nothing is left to learn the class from; two groups or more are needed`,
  );
}

/** Where a fold is, and the share of its training part that fits hold out. */
interface Checked {
  readonly repeat: number;
  readonly count: number;
  readonly validation: number;
}

/**
 * Each training part needs samples of positive weight of every class, and two of each where the fit holds some of them out. Each held-out
 * part needs a sample of positive weight.
 */
function requireTrainableParts(data: Sampled, { assignment }: Repeat, { repeat, count, validation }: Checked): void {
  const { labels, classNames = [''], sampleWeight, permuted = false } = data;
  const all = new Counts(data, assignment, count);
  const weighing = sampleWeight === undefined ? all : new Counts(data, assignment, count, sampleWeight);
  const classes = labels === undefined ? [0] : [...classNames.keys()];
  for (let f = 0; f < count; f++) {
    const part = `the samples to train with in repeat ${repeat}, fold ${f}`;
    const present = classes.filter((c) => weighing.left(f, c) > 0);
    if (classes.every((c) => weighing.heldOut(f, c) === 0))
      fail(
        'value',
        `the samples held out in repeat ${repeat}, fold ${f} all have the weight 0; leave them out of the data`,
      );
    if (labels === undefined && present.length === 0) fail('value', `${part} all have the weight 0`);
    if (labels !== undefined && present.length < 2)
      fail('value', `${part} have one class, ${describe(classNames[present[0] ?? 0])}; two or more are needed`);
    for (const c of classes) {
      const whose = labels === undefined ? '' : ` of class ${describe(classNames[c])}`;
      if (!permuted && weighing.left(f, c) === 0 && weighing.heldOut(f, c) > 0)
        fail('value', `${part} have none${whose}, which has ${samples(all.heldOut(f, c))}; other folds are needed`);
      if (validation > 0 && all.left(f, c) === 1)
        fail('value', `validation is ${validation}, but ${part} have one${whose}, which cannot be split`);
    }
  }
}

/** Numbers of samples of each class in each fold; with weights, of those that weigh something. */
class Counts {
  readonly #folds: readonly Float64Array[];
  readonly #all: Float64Array;

  constructor({ count, labels, classNames }: Sampled, assignment: Int32Array, folds: number, weights?: Float64Array) {
    const classes = labels === undefined ? 1 : (classNames?.length as number);
    this.#folds = Array.from({ length: folds }, () => new Float64Array(classes));
    this.#all = new Float64Array(classes);
    for (let n = 0; n < count; n++) {
      if (weights?.[n] === 0) continue;
      const label = labels?.[n] ?? 0;
      for (const own of [this.#folds[assignment[n] as number] as Float64Array, this.#all])
        own[label] = (own[label] as number) + 1;
    }
  }

  heldOut(fold: number, label: number): number {
    return this.#folds[fold]?.[label] as number;
  }

  /** Samples of the class in all other folds. */
  left(fold: number, label: number): number {
    return (this.#all[label] as number) - this.heldOut(fold, label);
  }
}

const samples = (count: number) => (count === 1 ? '1 sample' : `${count} samples`);
