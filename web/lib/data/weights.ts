/** Weights of samples: those of the data, and those that the classes of a fit add. */

import { requireArrayLike } from '../common/arrays.js';
import { type Check, defined, describe, frozen, isRecord, number, refuse } from '../common/check.js';
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

const EXTREME = 1e100;

/** Only ratios of weights count. Very large or small weights are divided by the largest, so that sums and products of weights remain finite. */
export function moderate(weights: Float64Array): Float64Array {
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (largest === 0 || (largest < EXTREME && largest > 1 / EXTREME)) return weights;
  return weights.map((weight) => weight / largest);
}

/** The data with each sample's weight multiplied by the weight of its class, in a moderate range. */
export function withClassWeight(data: Dataset, given: ClassWeight | undefined): Dataset {
  const { labels, classNames = [], sampleWeight } = data;
  const weights = sampleWeight && moderate(sampleWeight);
  if (given === undefined || labels === undefined) {
    return weights === sampleWeight ? data : frozen({ ...data, ...defined({ sampleWeight: weights }) });
  }
  return frozen({ ...data, sampleWeight: timesClassWeight(labels, classNames, weights, given) });
}

function timesClassWeight(
  labels: Int32Array,
  classNames: readonly string[],
  given: Float64Array | undefined,
  ofClasses: ClassWeight,
): Float64Array {
  const weights = given ?? new Float64Array(labels.length).fill(1);
  const ofClass =
    ofClasses === 'balanced'
      ? balanced(labels, weights)
      : moderate(Float64Array.from(classNames, (name) => ownOf(ofClasses, name)));
  return weights.map((weight, n) => weight * (ofClass[labels[n] as number] ?? 1));
}

/** A class may have the name of an inherited property. */
const ownOf = (weights: Readonly<Record<string, number>>, name: string) =>
  Object.hasOwn(weights, name) ? (weights[name] as number) : 1;

/** n / (k * count) as in scikit-learn, where n and count are sums of weights and k counts the classes that occur. */
function balanced(labels: Int32Array, weights: Float64Array): readonly number[] {
  const counts: number[] = [];
  let total = 0;
  for (const [n, label] of labels.entries()) {
    counts[label] = (counts[label] ?? 0) + (weights[n] as number);
    total += weights[n] as number;
  }
  const present = counts.filter((count) => count > 0).length;
  return Array.from(counts, (count = 0) => (count > 0 ? total / (present * count) : 0));
}
