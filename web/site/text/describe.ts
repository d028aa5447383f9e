/** Samples and predictions in words. */

import type { Material } from '../data/catalogue.ts';
import { fixed, significant } from '../numbers.ts';
import type { Prediction, SampleRef } from '../picture.ts';

/** Classes named at most: the most probable ones. */
const named = 3;

/** `P(A) 0.93, P(B) 0.07`, or the value of a regression. */
export function predicted(prediction: Prediction, classNames: readonly string[] = []): string {
  if ('value' in prediction) return `predicted ${significant(prediction.value)}`;
  const chances = prediction.probabilities.map((probability, label) => ({ probability, name: classNames[label] }));
  if (chances.length > named) chances.sort((a, b) => b.probability - a.probability);
  return chances
    .slice(0, named)
    .map(({ probability, name }) => `P(${name}) ${fixed(probability, 2)}`)
    .join(', ');
}

export function sampleName(material: Material, { set, index }: SampleRef): string {
  const { labels, targets, classNames } = material[set];
  const response = labels
    ? `class ${classNames?.[labels[index] as number]}`
    : `response ${significant(targets?.[index])}`;
  return `${set === 'train' ? 'fit' : 'test'} sample ${index + 1}, ${response}`;
}
