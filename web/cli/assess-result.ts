/** The result of the command `assess` as plain data, and the verdict that follows from it. */

import { type Dataset, type Score, type ScoreName, type Spreads, scoreTable } from 'trip-wasm';
import type {
  CrossValidation,
  Interval,
  PermutationTest,
  Selection,
  Stability,
  VariableImportance,
} from 'trip-wasm/trainer';
import { defined } from './checks.js';
import { short } from './terminal.js';

/** The results of the procedures. */
export interface Results {
  readonly validation: CrossValidation;
  readonly selection?: Selection;
  readonly test?: PermutationTest;
  readonly stability?: Stability;
}

/** A permutation test without its cross validation, which is in the result once. */
export type Test = Omit<PermutationTest, 'crossValidation'>;

export interface Result {
  /** One sentence: chance, held-out score, plane. */
  readonly verdict: string;
  /** Possible remedies. */
  readonly advice: readonly string[];
  readonly classNames?: readonly string[];
  readonly crossValidation: Validation;
  readonly selection?: Pick<Selection, 'points' | 'chosen' | 'options' | 'inner' | 'optimistic' | 'choices'>;
  readonly permutationTest?: Test;
  readonly stability?: { readonly bootstraps: number; readonly outOfBag: Spreads; readonly modes: readonly Mode[] };
  readonly importance?: readonly (readonly VariableImportance[])[];
}

export interface Validation
  extends Pick<CrossValidation, 'folds' | 'train' | 'test' | 'pooled' | 'diverged' | 'interval'> {
  readonly repeats: number;
  /** Means over the repeats. */
  readonly recall?: readonly (number | null)[];
  readonly confusion?: readonly (readonly number[])[];
}

/** The axes are those of `trip explain`, by descending spread of the data. */
export interface Mode {
  readonly names: readonly string[];
  /** Degrees within which the planes of 5, 50 and 95 % of the bootstraps lie around their mean. */
  readonly angleQuantiles: readonly number[];
  readonly randomAngle: number;
  /** As `angleQuantiles`, of random planes. */
  readonly randomQuantiles: readonly number[];
  /** Variables x axes, row-major, as are the others. */
  readonly loadings: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly signHolds: readonly number[];
}

export function resultOf(data: Dataset, { validation, selection, test, stability }: Results): Result {
  const { classNames } = data;
  const parts = {
    crossValidation: validationOf(validation),
    ...(selection && { selection: selectionOf(selection) }),
    ...(test && { permutationTest: testOf(test) }),
    ...(stability && { stability: stabilityOf(data, stability) }),
    ...defined({ importance: validation.importance, classNames }),
  };
  return { ...verdictOf(parts), ...parts };
}

function validationOf(validation: CrossValidation): Validation {
  const { folds, train, test, pooled, diverged, interval, scores, assignment } = validation;
  const repeats = assignment.length;
  const mean = (of: (score: Partial<Score>) => number) => scores.reduce((sum, score) => sum + of(score), 0) / repeats;
  const confusion = scores[0]?.confusion?.map((row, a) =>
    row.map((_, b) => mean((own) => own.confusion?.[a]?.[b] ?? 0)),
  );
  const recall = scores[0]?.recall?.map((own, c) => (own === null ? null : mean((each) => each.recall?.[c] ?? 0)));
  return { folds, repeats, interval, train, test, pooled, diverged, ...defined({ recall, confusion }) };
}

const selectionOf = ({ outer: _outer, ...rest }: Selection) => rest;
const testOf = ({ crossValidation: _crossValidation, ...rest }: PermutationTest) => rest;

function stabilityOf({ shape }: Dataset, { bootstraps, outOfBag, modes }: Stability): Required<Result>['stability'] {
  const plain = modes.map(
    ({ names, angleQuantiles, randomAngle, randomQuantiles, loadings, low, high, signHolds }, k) => ({
      names: names ?? Array.from({ length: shape[k + 1] as number }, (_, i) => `${i + 1}`),
      angleQuantiles,
      randomAngle,
      randomQuantiles,
      loadings: [...loadings],
      low: [...low],
      high: [...high],
      signHolds: [...signHolds],
    }),
  );
  return { bootstraps, outOfBag, modes: plain };
}

/** A plane is stable when its 95 % quantile is below this share of that of random planes. */
const STABLE_SHARE = 0.5;
/** Fewer bootstraps are near their mean in any case. */
const FEWEST_BOOTSTRAPS = 20;

function verdictOf(parts: Omit<Result, 'verdict' | 'advice'>): Pick<Result, 'verdict' | 'advice'> {
  const { crossValidation, permutationTest, stability } = parts;
  const found = stability && planeOf(stability.modes);
  const plane = found && stability.bootstraps >= FEWEST_BOOTSTRAPS ? found : undefined;
  const clauses = [
    ...(permutationTest ? [chance(permutationTest)] : []),
    heldOut(crossValidation.interval),
    ...(plane ? [planeClause(plane)] : []),
    ...(found && plane === undefined
      ? [`plane not judged: ${stability.bootstraps} bootstraps, at least ${FEWEST_BOOTSTRAPS} are needed`]
      : []),
  ];
  const advice = [
    ...(permutationTest ? adviceOnChance(permutationTest) : []),
    ...adviceOnFit(crossValidation),
    ...(plane === undefined || plane.stable
      ? []
      : [
          'Other samples would give another plane: its axes and the weights on them say little. Fewer axes (--ranks), a larger --lambda or more samples make it stable.',
        ]),
    ...(crossValidation.diverged === 0
      ? []
      : [`${crossValidation.diverged} fits diverged; a smaller --learning-rate helps.`]),
  ];
  const sentence = clauses.join('; ');
  return { verdict: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`, advice };
}

interface Plane {
  readonly within: number;
  readonly random: number;
  readonly stable: boolean;
}

/** The plane of the mode where the planes differ most, compared with random ones; none where every plane is the whole space. */
function planeOf(modes: readonly Mode[]): Plane | undefined {
  const [worst] = modes
    .filter(({ names, loadings }) => loadings.length < names.length ** 2)
    .map(({ angleQuantiles: [, , within = 90], randomQuantiles: [, , random = 90] }) => ({ within, random }))
    .sort((a, b) => b.within / b.random - a.within / a.random);
  return worst && { ...worst, stable: worst.within < STABLE_SHARE * worst.random };
}

const planeClause = ({ within, random, stable }: Plane) =>
  stable
    ? `plane stable within ${Math.round(within)} degrees`
    : `plane not stable (bootstraps up to ${Math.round(within)} degrees off their mean, random planes ${Math.round(random)})`;

function chance(test: Test): string {
  const { significant, p, permuted, permutations, stoppedEarly } = test;
  const made = stoppedEarly ? ` (after ${permuted.length} of ${permutations} permutations)` : '';
  const otherwise = canTell(test) ? 'no better than chance' : 'not told from chance';
  return `${significant ? 'better than chance' : otherwise}: p = ${short(p)}${made}`;
}

/** The test decides at this level. */
const LEVEL = 0.05;
/** Permuted responses that are so near to the true ones can be predicted nearly as well. */
const NEAR = 0.5;

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Whether the test could have been significant; the rules are those of web/site/training/honesty.ts. */
const canTell = ({ smallestP, correlation }: Test) => smallestP <= LEVEL && meanOf(correlation) < NEAR;

function heldOut({ score, value, low, high }: Interval): string {
  const percent = (share: number) => Math.round(100 * share);
  return score === 'accuracy'
    ? `held out ${percent(value)} % (${percent(low)} to ${percent(high)})`
    : `held-out error (rmse) ${short(value)} (${short(low)} to ${short(high)})`;
}

function adviceOnChance({ significant, permutations, smallestP, correlation }: Test): string[] {
  if (significant) return [];
  if (smallestP > Math.max(LEVEL, 1 / (1 + permutations)))
    return [
      `The responses can be arranged in only ${Math.round(1 / smallestP)} ways, so that p cannot be expected below ${short(smallestP)}: this test cannot tell. More samples, or groups, with different responses can.`,
    ];
  if (permutations < 19)
    return [
      `With ${permutations} permutations p cannot be below ${short(1 / (1 + permutations))}; --permutations 199 can tell.`,
    ];
  if (meanOf(correlation) >= NEAR)
    return [
      `Permuted responses are much like the true ones (mean correlation ${short(meanOf(correlation))}), since few can be exchanged: this test can hardly tell. Where samples were permuted within groups, --permute groups asks whether the groups differ.`,
    ];
  return [
    'A separation like this one also appears by chance: do not read the picture. More samples, fewer variables or a larger --lambda may show whether a real one exists.',
  ];
}

/** The score on the samples of the fits, when it is outside the interval of the held-out one. */
function adviceOnFit({ train, interval: { score, low, high, value } }: Validation): string[] {
  const fit = train[score]?.mean;
  if (fit === undefined || (larger(score) ? fit <= high : fit >= low)) return [];
  const show = (own: number) => (score === 'accuracy' ? `${Math.round(100 * own)} %` : short(own));
  return [
    `On their own samples the fits reach ${show(fit)}, on held-out ones ${show(value)}: a picture of the fitted samples looks better than it is.`,
  ];
}

const larger = (score: ScoreName) => scoreTable[score].larger;
