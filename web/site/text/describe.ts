/** Descriptions of samples and predictions. */

import type { Material } from '../data/catalogue.ts';
import type { Prediction, SampleRef } from '../picture/picture.ts';
import { page } from './en/page.ts';
import { language } from './language.svelte.ts';
import { fixed, significant } from './numbers.ts';

/** Names as a list in a sentence. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(language()).format(names);

/** Number of most probable classes that are named. */
const named = 3;

/** `P(A) 0.93, P(B) 0.07`, or the value of a regression. */
export function predicted(prediction: Prediction, classNames: readonly string[] = []): string {
  if ('value' in prediction) return page.predictedValue(significant(prediction.value));
  const chances = prediction.probabilities.map((probability, label) => ({ probability, name: classNames[label] }));
  if (chances.length > named) chances.sort((a, b) => b.probability - a.probability);
  return chances
    .slice(0, named)
    .map(({ probability, name }) => page.chance(name ?? '', fixed(probability, 2)))
    .join(page.list);
}

/** The sample's set and number. */
export const sampleNumber = ({ set, index }: SampleRef): string =>
  (set === 'train' ? page.fitSample : page.testSample)(index + 1);

export function sampleName(material: Material, sample: SampleRef): string {
  const { labels, targets, classNames } = material[sample.set];
  const number = sampleNumber(sample);
  return labels
    ? page.ofClass(number, classNames?.[labels[sample.index] as number] ?? '')
    : page.ofResponse(number, significant(targets?.[sample.index]));
}
