/** The path in words: labels of its figures, and what they show. */

import { lambdaChoices } from '../lessons/findings.ts';
import { type Goal, limits, type Progress } from '../lessons/goals.ts';
import type { Finding, Label, Result } from '../lessons/lessons.ts';
import { goalText } from './en/goals.ts';
import { drawn } from './en/lesson-figures.ts';
import { lessons } from './en/lessons.ts';
import { page } from './en/page.ts';
import { degrees, fixed, percent, plain } from './numbers.ts';
import { variableName } from './variable-name.ts';

/** Names of methods are the same in every language. */
const methods = { pca: 'PCA', lda: 'LDA', tucker: 'Tucker', trip: 'TRIP' } as const;

export function labelText(label: Label): string {
  if ('method' in label) return methods[label.method];
  if ('start' in label) return lessons.start(label.start + 1);
  if ('plane' in label) return lessons.plane(label.plane);
  if ('seen' in label) return label.seen ? lessons.seen : lessons.heldOut;
  if ('lambda' in label) return lessons.lambda(plain(label.lambda));
  return label.axes === 2 ? lessons.twoAxes : lessons.threeAxes;
}

/** Names of the classes in a map. */
export function classNamesOf({ panel, picture }: Pick<Result, 'panel' | 'picture'>): readonly string[] {
  const names = picture.stage.material.train.classNames ?? [];
  switch (panel.state.data) {
    case 'spiral':
      return drawn.arms;
    case 'helix':
      return drawn.strands;
    case 'noise':
      return drawn.randomClasses;
    case 'wine':
      return names.map((_, label) => drawn.cultivar(label + 1));
    default:
      return names;
  }
}

/** The accuracy under a figure. */
export function captionText({ panel, fit, test }: Pick<Result, 'panel' | 'fit' | 'test'>): string {
  const { label } = panel;
  if (!('seen' in label)) return lessons.unseen(percent(test.accuracy));
  return label.seen ? lessons.ownRight(percent(fit.accuracy)) : lessons.heldOutRight(percent(test.accuracy));
}

const accuracies = (values: readonly number[]) => values.map((value) => percent(value)).join(page.list);

export function findingText(finding: Finding): string {
  const { findings: sentences } = lessons;
  switch (finding.code) {
    case 'pca':
      return sentences.pca(degrees(finding.nearest), degrees(finding.furthest), percent(finding.test));
    case 'lda':
      return sentences.lda(percent(finding.fit), percent(finding.test), degrees(finding.furthest));
    case 'trip':
      return sentences.trip(degrees(finding.first), degrees(finding.furthest), percent(finding.test));
    case 'lambda': {
      const one = ({ lambda, fit, test }: (typeof finding.all)[number]) =>
        sentences.lambdaOne(lessons.lambda(plain(lambda)), percent(fit), percent(test));
      return sentences.lambda(
        finding.all
          .filter(({ lambda }) => lambdaChoices.includes(lambda))
          .map(one)
          .join(lessons.join),
        degrees(finding.fromTruth),
        degrees(finding.fromPca),
      );
    }
    case 'lottery':
      return sentences.lottery(finding.passed, finding.tests.length, accuracies(finding.tests));
    case 'chooses':
      return sentences.chooses(
        finding.start + 1,
        fixed(finding.objective, 3),
        percent(finding.test),
        [finding.passed, finding.others.length + 1],
        [percent(Math.min(...finding.others)), percent(Math.max(...finding.others))],
      );
    case 'axes':
      return sentences.axes(percent(finding.two), percent(finding.three));
    case 'read': {
      const heaviest = finding.heaviest.map(({ name, weight }) =>
        lessons.variable(variableName('wine', name ?? ''), fixed(weight, 2)),
      );
      return sentences.read(heaviest.join(page.list), percent(finding.test));
    }
    case 'matrices':
      return sentences.matrices(
        [percent(finding.tucker), percent(finding.tuckerKept)],
        [percent(finding.trip), percent(finding.tripKept)],
        plain(finding.numbers),
        plain(finding.inputs),
        plain(finding.plain),
      );
    case 'noise':
      return sentences.noise(
        percent(finding.fit),
        percent(finding.heldOut),
        percent(finding.test),
        finding.atLeastAsGood,
        finding.permutations,
        plain(Number(finding.p.toPrecision(2))),
      );
  }
}

/** The value that decides about a goal, in its unit. */
function valueText(unit: Goal['unit'], value: number | string): string {
  if (typeof value === 'string') return value;
  switch (unit) {
    case 'share':
      return percent(value);
    case 'points':
      return goalText.points(fixed(100 * value, 1));
    default:
      return degrees(value);
  }
}
const limitText = (unit: Goal['unit'], value: number | string): string =>
  typeof value === 'string'
    ? value
    : unit === 'share'
      ? percent(value, 0)
      : unit === 'points'
        ? goalText.points(plain(100 * value))
        : degrees(value);

/** The request of a goal, in words. */
export const taskText = ({ id, unit }: Goal): string => goalText.tasks[id](limitText(unit, limits[id]));

/** How far the reader has come. */
export function progressText({ id, unit }: Goal, { value, reached }: Progress): string {
  if (value === undefined) return goalText.nothingYet;
  return (reached ? goalText.reached : goalText.soFar)(goalText.measured[id](valueText(unit, value)));
}
