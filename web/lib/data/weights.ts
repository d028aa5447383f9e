/** Weights of samples: those of the data, and those that the classes of a fit add. */

import { requireArrayLike } from '../common/arrays.js';
import { type Check, describe, frozen, isRecord, number, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { ClassWeight, Dataset } from '../types.js';

export function readWeights(given: unknown, samples: number): Pick<Dataset, 'sampleWeight'> {
  if (given === undefined) return {};
  requireArrayLike('sampleWeight', given);
  if (given.length !== samples) fail('shape', `sampleWeight has ${given.length} entries; x has ${samples} samples`);
  const sampleWeight = Float64Array.from(given as ArrayLike<number>, (value, n) => {
    if (typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY) return value;
    return refuse(`sampleWeight[${n}]`, value, 'finite numbers of at least 0 are', 'value');
  });
  if (sampleWeight.some((weight) => weight > 0)) return { sampleWeight };
  fail('value', 'sampleWeight is 0 for every sample; at least one positive weight is needed');
}

export const classWeightCheck: Check<ClassWeight> = (name, value) => {
  if (value === 'balanced') return value;
  if (!isRecord(value)) {
    refuse(name, value, "'balanced' or an object with a weight for each class, such as { ill: 5 }, is");
  }
  const entries = Object.entries(value);
  return frozen(
    Object.fromEntries(
      entries.map(([own, weight]) => [own, number(`${name}[${describe(own)}]`, weight, 0, Number.MAX_VALUE)]),
    ),
  );
};

/** Refuses class weights that do not belong to the classes of the data. */
export function requireClassWeight(given: ClassWeight | undefined, { task, classNames = [] }: Partial<Dataset>): void {
  if (given === undefined) return;
  if (task === 'regression') fail('option', 'classWeight is for classes; the response is a number, use sampleWeight');
  if (given === 'balanced') return;
  const unknown = Object.keys(given).find((name) => !classNames.includes(name));
  if (unknown === undefined) return;
  fail(
    'option',
    `classWeight has the class ${describe(unknown)}; the classes are ${classNames.map(describe).join(', ')}`,
  );
}

/** The data with each sample's weight multiplied by the weight of its class. */
export function withClassWeight(data: Dataset, given: ClassWeight | undefined): Dataset {
  const { labels, classNames = [], sampleWeight } = data;
  if (given === undefined || labels === undefined) return data;
  const weights = sampleWeight ?? new Float64Array(labels.length).fill(1);
  const ofClass = given === 'balanced' ? balanced(labels, weights) : classNames.map((name) => ownOf(given, name));
  return frozen({ ...data, sampleWeight: weights.map((weight, n) => weight * (ofClass[labels[n] as number] ?? 1)) });
}

/** A class may have the name of an inherited property. */
const ownOf = (weights: Readonly<Record<string, number>>, name: string) =>
  Object.hasOwn(weights, name) ? (weights[name] as number) : 1;

/** n / (k * count) as in scikit-learn, where n and count are sums of weights and k counts the classes that occur. */
function balanced(labels: Int32Array, weights: Float64Array): number[] {
  const counts: number[] = [];
  let total = 0;
  for (const [n, label] of labels.entries()) {
    counts[label] = (counts[label] ?? 0) + (weights[n] as number);
    total += weights[n] as number;
  }
  const present = counts.filter((count) => count > 0).length;
  return Array.from(counts, (count = 0) => (count > 0 ? total / (present * count) : 0));
}
