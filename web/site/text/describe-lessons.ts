/** The path in words: labels of its figures, and what they show. */

import type { Label, Told } from '../lessons/lessons.ts';
import { lessons } from './en/lessons.ts';
import { page } from './en/page.ts';
import { degrees, fixed, percent, plain } from './numbers.ts';

/** Names of methods are the same in every language. */
const methods = { pca: 'PCA', lda: 'LDA', tucker: 'Tucker', trip: 'TRIP' } as const;

export function labelText(label: Label): string {
  if ('method' in label) return methods[label.method];
  if ('start' in label) return lessons.start(label.start + 1);
  if ('lambda' in label) return lessons.lambda(plain(label.lambda));
  return label.axes === 2 ? lessons.twoAxes : lessons.threeAxes;
}

const accuracies = (values: readonly number[]) => values.map((value) => percent(value)).join(page.list);

export function toldText(told: Told): string {
  const { told: say } = lessons;
  switch (told.code) {
    case 'pca':
      return say.pca(degrees(told.nearest), degrees(told.furthest), percent(told.test));
    case 'lda':
      return say.lda(percent(told.fit), percent(told.test), degrees(told.furthest));
    case 'trip':
      return say.trip(degrees(told.furthest), percent(told.test));
    case 'lambda': {
      const one = ({ lambda, fit, test }: (typeof told.all)[number]) =>
        say.lambdaOne(lessons.lambda(plain(lambda)), percent(fit), percent(test));
      return say.lambda(told.all.map(one).join(lessons.join));
    }
    case 'lottery':
      return say.lottery(told.passed, told.tests.length, accuracies(told.tests));
    case 'chooses':
      return say.chooses(told.start + 1, fixed(told.objective, 3), percent(told.test), accuracies(told.others));
    case 'axes':
      return say.axes(percent(told.two), percent(told.three));
    case 'read': {
      const heaviest = told.heaviest.map(({ name, weight }) => lessons.variable(name ?? '', fixed(weight, 2)));
      return say.read(heaviest.join(page.list), percent(told.test));
    }
    case 'matrices':
      return say.matrices(
        percent(told.tucker),
        percent(told.trip),
        plain(told.numbers),
        plain(told.inputs),
        plain(told.plain),
      );
  }
}
