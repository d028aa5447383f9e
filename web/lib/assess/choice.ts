/** The choice of a point in a grid by an inner cross validation, which sees nothing outside its samples. */

import { type Check, integer, oneOf, readOptions } from '../common/check.js';
import { fail, TripError } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import { splitByFold } from '../data/indices.js';
import type { OpenOptions } from '../model/options.js';
import { isLargerBetter } from '../model/scores.js';
import { fillPoints, type Given, readGrid } from '../sweep/plan.js';
import { spreads } from '../sweep/summary.js';
import type { AssessmentRow, Dataset, ScoreName, Spread } from '../types.js';
import type { AssessedCell, Fits } from './fits.js';
import { type Sampled, sampledOf, sampledPart } from './fold-checks.js';
import type { FoldSettings, Folds, Repeat } from './fold-settings.js';
import { drawFolds, fitSeed } from './folds.js';
import type { Groups } from './group-folds.js';
import { type HeldOutFits, heldOutCells, nameOf, placesOf } from './held-out.js';
import { defaultScore, scoreCheck } from './options.js';

/** Stream of a fit's seed from which an inner cross validation is seeded: 0 to 2 belong to the fit. */
const INNER_STREAM = 3;

/** A choice that has passed the checks. */
export interface Choice {
  readonly points: readonly { readonly given: Given; readonly options: OpenOptions }[];
  readonly rule: 'best' | 'one-standard-error';
  readonly inner: number;
  readonly score: ScoreName;
}

export const choiceChecks = (data: Dataset) => ({
  rule: (name: string, value: unknown) => oneOf(name, value, ['best', 'one-standard-error'] as const),
  inner: (name: string, value: unknown) => integer(name, value, 2, data.shape[0] as number),
  score: scoreCheck(data),
});

type ChoiceChecks = ReturnType<typeof choiceChecks>;
type GivenChoice = { readonly [name in keyof ChoiceChecks]?: ReturnType<ChoiceChecks[name]> | undefined };

export function toChoice(
  raw: RawModule,
  data: Dataset,
  { grid, options, ...given }: GivenChoice & { readonly grid: readonly Given[]; readonly options: Given },
): Choice {
  const points = fillPoints(raw, { data, grid, options });
  return { points, rule: given.rule ?? 'best', inner: given.inner ?? 5, score: given.score ?? defaultScore(data) };
}

/** The setting `choice` of other assessments. */
export const choiceCheck =
  (raw: RawModule, data: Dataset, options: Given): Check<Choice> =>
  (name, value) => {
    const { grid, ...given } = readOptions(name, value, { ...choiceChecks(data), grid: readGrid }, { grid: undefined });
    return toChoice(raw, data, { ...given, grid, options });
  };

/** The largest validation share of the points. */
export const validationOf = ({ points }: Pick<Choice, 'points'>) =>
  points.reduce((most, { options }) => Math.max(most, options.validation as number), 0);

/** The folds of the inner cross validation for one place of the outer one. Groups stay whole, and classes are stratified, as outside. */
export function innerFolds(
  raw: RawModule,
  { data, folds, settings, choice }: { data: Sampled; folds: Folds; settings: FoldSettings; choice: Choice },
  { repeat, fold }: { repeat: number; fold: number },
): { readonly folds: Folds; readonly within: readonly number[] } {
  const own = folds.repeats[repeat] as Repeat;
  const within = splitByFold(own.assignment, fold).train;
  const seed = raw.deriveSeed(fitSeed(raw, own, fold), INNER_STREAM);
  try {
    return { folds: foldsWithin(raw, data, { settings, choice, within, seed }), within };
  } catch (thrown) {
    if (!(thrown instanceof TripError)) throw thrown;
    return fail(thrown.code, `the inner folds of ${nameOf({ repeat, fold })}: ${thrown.message}`, thrown);
  }
}

/** Inner folds of all samples, or of those `within`. */
export function foldsWithin(
  raw: RawModule,
  data: Sampled,
  {
    settings,
    choice,
    within,
    seed,
  }: { settings: FoldSettings; choice: Choice; within?: readonly number[]; seed: number },
): Folds {
  const part = within === undefined ? data : sampledPart(data, within);
  const groups = settings.groups && (within === undefined ? settings.groups : groupsWithin(settings.groups, within));
  const { inner } = choice;
  const most = groups?.names.length ?? part.count;
  if (inner > most)
    fail('value', `inner is ${inner}, but there are ${most} ${groups ? 'groups' : 'samples'} to divide`);
  const stratify =
    data.labels !== undefined &&
    (settings.stratify || typeof settings.folds !== 'number' || settings.assignment !== undefined);
  const own = { folds: inner, repeats: 1, stratify, seed, ...(groups === undefined ? {} : { groups }) };
  return drawFolds(raw, part, own, validationOf(choice));
}

function groupsWithin({ names, of }: Groups, within: readonly number[]): Groups {
  const index = new Map<number, number>();
  const own = Int32Array.from(within, (n) => {
    const g = of[n] as number;
    if (!index.has(g)) index.set(g, index.size);
    return index.get(g) as number;
  });
  return { names: [...index.keys()].map((g) => names[g] as string | number), of: own };
}

/** The fits of an inner cross validation, by point, then fold. */
export function innerCells(
  raw: RawModule,
  { points }: Choice,
  inner: Pick<HeldOutFits, 'data' | 'responses' | 'folds' | 'groups' | 'within'> & {
    prefix: string;
    predictions: boolean;
  },
): AssessedCell[] {
  const { predictions, prefix, ...rest } = inner;
  return points.flatMap(({ options }, point) =>
    heldOutCells(raw, {
      ...rest,
      name: ({ fold }) => `${prefix}inner fold ${fold}, point ${point}`,
      wanted: { predictions },
      options: () => options,
    }),
  );
}

/**
 * Index of the point that the rule chooses; ties go to the first. A point whose score is undefined in folds where that of another one is
 * defined is not chosen: its mean is that of other samples. `otherwise` is the point where no point has a score, instead of an error.
 */
export function chosenBy(
  { points, rule, score }: Choice,
  rows: readonly Pick<AssessmentRow, 'test'>[],
  otherwise?: number,
): number {
  const folds = rows.length / points.length;
  const all = points.map((_, p) => spreads(rows.slice(p * folds, (p + 1) * folds).map(({ test }) => test))[score]);
  const most = all.reduce((most, own) => Math.max(most, own?.defined ?? 0), 0);
  const means = all.map((own) => (own?.defined === most ? own : undefined));
  const sign = isLargerBetter(score) ? 1 : -1;
  const best = means.reduce<number>((kept, own, p) => (isBetter(own, means[kept], sign) ? p : kept), 0);
  const top = means[best];
  if (top === undefined) {
    if (otherwise !== undefined) return otherwise;
    fail(
      'value',
      `${score} is not defined in any inner fold of any point, so that it cannot choose; another score is accepted`,
    );
  }
  if (rule === 'best') return best;
  const error = top.deviation / Math.sqrt(top.defined);
  return means.findIndex((own) => own !== undefined && sign * (top.mean - own.mean) <= error + margin(top.mean));
}

/** Means that differ by less come from the same counts. */
export const margin = (value: number) => 1e-12 * Math.abs(value);

const isBetter = (a: Spread | undefined, b: Spread | undefined, sign: number) =>
  a !== undefined && (b === undefined || sign * (a.mean - b.mean) > margin(b.mean));

/** An outer cross validation in which each fit chooses its options. */
export interface Outer extends Pick<HeldOutFits, 'data' | 'responses'> {
  readonly folds: Folds;
  readonly settings: FoldSettings;
  readonly choice: Choice;
}

/** The point chosen for each place of an outer cross validation, whose names begin with `prefix`; undefined when the assessment is over. */
export async function chooseAll(
  raw: RawModule,
  fits: Fits,
  { data, responses, ...outer }: Outer,
  { prefix, isOver, otherwise }: { prefix: string; isOver?: () => boolean; otherwise?: number },
): Promise<number[] | undefined> {
  const sampled = { ...sampledOf(data), permuted: true };
  const cells = placesOf(outer.folds).map((place) => {
    const inner = innerFolds(raw, { ...outer, data: sampled }, place);
    return innerCells(raw, outer.choice, {
      data,
      responses,
      groups: outer.settings.groups?.of,
      ...inner,
      prefix: `${prefix}${nameOf(place)}, `,
      predictions: false,
    });
  });
  const rows = await fits.run(cells.flat(), isOver);
  if (isOver?.()) return undefined;
  const size = cells[0]?.length as number;
  return cells.map((_, p) => chosenBy(outer.choice, rows.slice(p * size, (p + 1) * size), otherwise));
}

/** Number of fits of one outer cross validation. */
export const outerFits = ({ count, repeats }: Folds, choice?: Choice) =>
  count * repeats.length * (choice === undefined ? 1 : choice.points.length * choice.inner + 1);
