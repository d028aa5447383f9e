/** Puts codes and values of other rooms into words: data, samples, predictions. */

import type { Prediction, SampleRef } from '../../draw/types.ts';
import type { Material } from '../data/entry.ts';
import type { OwnData } from '../data/own.ts';
import type { State } from '../data/state.ts';
import { dataText } from './en/data.ts';
import { page } from './en/page.ts';
import { language } from './language.svelte.ts';
import { fixed, plain, significant } from './numbers.ts';

/** Names as a list in a sentence. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(language()).format(names);

/** A duration, rounded up: `40 s`, `3 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return page.seconds(Math.max(1, Math.ceil(seconds)));
  if (seconds < 5400) return page.minutes(Math.round(seconds / 60));
  return page.hours(plain(Math.round(seconds / 360) / 10));
}

/** `, about 40 s left`; empty while the remaining time is unknown. */
export const leftText = (seconds: number | undefined): string =>
  seconds === undefined ? '' : page.left(durationText(seconds));

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

/** One sentence on the data; `dimensions` are those beside the faint noise. */
export function aboutData({ data, noiseDimensions }: State, dimensions = 0, own?: OwnData): string {
  if (data === 'own' && own) return aboutTable(own);
  const { about } = dataText[data];
  return typeof about === 'string' ? about : about(noiseDimensions + dimensions);
}

function aboutTable({ name, data: { shape, classNames } }: OwnData): string {
  const [rows, variables] = [plain(shape[0] as number), shape[1] as number];
  if (shape.length > 2) return dataText.ownShape(name, rows, shape.slice(1).join(' × '), classNames?.length ?? 0);
  return classNames
    ? dataText.ownClasses(name, rows, variables, classNames.length)
    : dataText.ownNumber(name, rows, variables);
}
