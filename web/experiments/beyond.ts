/** Claims of this project beyond the paper, each with its rule. */

import { type Difference, FOUND, type Outcome } from './candidates.js';
import { digits, type Judged, type Verdict, verdict } from './claims.js';
import { foldError, lowestShare, meanAndError, spread } from './numbers.js';
import type { AssessmentRow } from './types.js';

const isAuto = ({ candidate: { options } }: Outcome) => options.restarts === 'auto' && !options.standardize;
const percent = (share: number | undefined) => `${((share ?? Number.NaN) * 100).toFixed(0)} %`;

/** Judges how often restarts 'auto' find the plane of the Spiral, compared with the same network on the true plane. */
export function judgeSearch(outcomes: readonly Outcome[]): Judged[] {
  const auto = outcomes.find(isAuto);
  const truth = outcomes.find(({ candidate }) => candidate.view === 'plane');
  if (auto === undefined || truth === undefined) return [];
  const sets = `${auto.models.length} data sets`;
  const found = auto.found ?? 0;
  const lowest = lowestShare(Math.round(found * auto.models.length), auto.models.length);
  const gap = truth.accuracy.mean - auto.accuracy.mean;
  const { seconds } = auto;
  return [
    {
      plan: 'auto',
      claim: "restarts: 'auto' finds the plane in at least 90 % of new data sets.",
      verdict: verdict(lowest >= 0.9, found >= 0.8),
      because: `${percent(found)} of ${sets}, at least ${percent(lowest)} by a one-sided 95 % bound; one start ${percent(outcomes[0]?.found)} (rule: overlap above 0.8, the bound at least 90 %; differs: 80 % found)`,
    },
    {
      plan: 'auto',
      claim:
        'Its test accuracy is within 0.02 of the accuracy of the same network, starts and selection rule on the true plane.',
      verdict: verdict(gap <= 0.02, gap <= 0.04),
      because: `means of ${sets}: ${digits(auto.accuracy.mean)}, on the true plane ${digits(truth.accuracy.mean)} (differs: within 0.04)`,
    },
    ...(seconds === undefined
      ? []
      : [
          {
            plan: 'auto' as const,
            claim: 'A fit takes at most 2 s on one core.',
            verdict: verdict(seconds.most <= 2, seconds.mean <= 2),
            because: `seconds of processor time of ${seconds.count} fits: mean ${digits(seconds.mean, 2)}, slowest ${digits(seconds.most, 2)} (differs: on average)`,
          },
        ]),
  ];
}

/** Judges whether 'auto' still finds the signals that its four plain starts find, for each kind of signal over all data sets. */
export function judgeWeak(line: readonly Outcome[], plane: readonly Outcome[]): Judged[] {
  return [
    { kind: 'direction', outcomes: line },
    { kind: 'plane, whose variables have no information alone', outcomes: plane },
  ].flatMap(({ kind, outcomes }) => {
    const found = (of: (outcome: Outcome) => boolean) => {
      const models = outcomes.find(of)?.models ?? [];
      return new Set(models.filter(({ row }) => (row.overlap ?? 0) > FOUND).map(({ cell }) => cell.set));
    };
    const auto = found(isAuto);
    const four = found(({ candidate }) => candidate.title === 'lowest of 4 starts');
    const alone = found(({ candidate }) => candidate.options.search === true);
    const kept = [...four].filter((set) => auto.has(set)).length;
    const all = Math.max(0, ...outcomes.map(({ models }) => models.length));
    if (outcomes.length === 0) return [];
    return {
      plan: 'weak' as const,
      claim: `If the lowest of 4 plain starts finds a weak ${kind}, 'auto' finds it too.`,
      verdict: four.size === 0 ? 'cannot be judged' : verdict(kept >= 0.9 * four.size, kept >= 0.5 * four.size),
      because: `on ${kept} of ${four.size} data sets; of all ${all} the 4 starts find ${four.size}, 'auto' ${auto.size}, its search alone ${alone.size} (rule: 90 %; differs: half; without any, there is nothing to judge)`,
    };
  });
}

/** Accuracy that a method may lose and still be called no worse. */
const MARGIN = 0.02;
/** Standard errors of a one-sided 95 % bound. */
const ONE_SIDED = 1.645;

/** Whether a loss of more than the margin is ruled out, likely, or neither. */
function noWorse(gain: number, error: number): Verdict {
  if (gain - ONE_SIDED * error >= -MARGIN) return 'holds';
  return gain + ONE_SIDED * error < -MARGIN ? 'does not hold' : 'cannot be judged';
}

/** Judges ordinary data: 'auto' must be no worse than a single plain start. */
export const judgeDifferences = (differences: readonly Difference[]): Judged[] =>
  differences.map(({ set, layers, mean: gain, error, plain, lowest, searched }) => ({
    plan: 'choice',
    claim: `${set}, ${['no hidden layer', 'one hidden layer'][layers] ?? `${layers} hidden layers`}: 'auto' is at most ${MARGIN} below a single plain start.`,
    verdict: noWorse(gain, error),
    because: `accuracy ${digits(searched.mean)} against ${digits(plain.mean)}, difference ${gain < 0 ? '' : '+'}${digits(gain, 4)}, standard error ${digits(error, 4)}, ${plain.count} folds; lowest of 12 plain starts ${digits(lowest.mean)} (rule: the lower one-sided 95 % bound of the difference is at least -${MARGIN}; cannot be judged: only the upper one is)`,
    sets: [set],
  }));

/** Test accuracies of each method on one kind of data, by the name of the fold, or of the data set. */
export interface SideBySide {
  readonly set: string;
  readonly trip: ReadonlyMap<string, number>;
  readonly nca: ReadonlyMap<string, number> | undefined;
  readonly plain: ReadonlyMap<string, number>;
  /** Number of folds of a cross validation, whose training sets overlap; absent for data sets of their own. */
  readonly folds?: number;
}

/** The mean gain of one method over another in what both have computed, and its standard error; NaN for fewer than two. */
function gainOf(own: SideBySide['trip'], other: SideBySide['trip'], folds: number | undefined) {
  const differences = [...own].flatMap(([name, accuracy]) => {
    const against = other.get(name);
    return against === undefined ? [] : [accuracy - against];
  });
  const all = spread(differences);
  const error = folds === undefined ? all.deviation / Math.sqrt(all.count) : foldError(all, folds);
  return { gain: all.mean, error: all.count < 2 ? Number.NaN : error };
}

export function judgeSideBySide(sets: readonly SideBySide[]): Judged[] {
  const judge = (claim: string, other: 'nca' | 'plain'): Judged[] => {
    const found = sets.flatMap((one) => {
      const against = one[other];
      return against === undefined ? [] : [{ set: one.set, ...gainOf(one.trip, against, one.folds) }];
    });
    if (found.length === 0) return [];
    const of = (wanted: Verdict) => found.filter(({ gain, error }) => noWorse(gain, error) === wanted).length;
    const [holds, fails] = [of('holds'), of('does not hold')];
    const most = (count: number) => 2 * count > found.length;
    const list = found.map(({ set, gain, error }) => `${set} ${gain < 0 ? '' : '+'}${digits(gain)} (${digits(error)})`);
    return [
      {
        plan: 'table3',
        claim,
        verdict: most(holds) ? 'holds' : most(fails) ? 'does not hold' : 'cannot be judged',
        because: `holds on ${holds} of ${found.length} sets, not on ${fails}; mean differences of accuracy, with their standard errors: ${list.join(', ')} (rule for a set: the lower one-sided 95 % bound of the difference is at least -${MARGIN}; not: the upper one is below it)`,
        sets: found.map(({ set }) => set),
      },
    ];
  };
  return [
    ...judge(
      `The same network predicts from two dimensions of TRIP at most ${MARGIN} worse than from two of NCA, on most sets.`,
      'nca',
    ),
    ...judge(
      `Two dimensions of TRIP predict at most ${MARGIN} worse than a plain network on all variables, on most sets.`,
      'plain',
    ),
  ];
}

/** Number of parameters of a model, in its projection and in its network. */
export function parametersOf(
  dims: readonly number[],
  ranks: readonly number[],
  hidden: readonly number[],
  outputs: number,
) {
  const [first = outputs, ...later] = [...hidden, outputs];
  const projection = dims.reduce((sum, size, k) => sum + size * (ranks[k] as number), 0);
  const layers = later.reduce((sum, width, l) => sum + width * ((hidden[l] as number) + 1), 0);
  return { projection, network: first * (ranks.reduce((sum, rank) => sum + rank, 0) + 1) + layers };
}

interface ChanceRows {
  readonly noise: readonly { readonly row: AssessmentRow }[];
  readonly planted: readonly { readonly row: AssessmentRow }[];
  readonly choices: readonly AssessmentRow[];
}

/** Judges the level and the power of permutation tests, and whether nested choice reports chance where there is only chance. */
export function judgeChance({ noise, planted, choices }: ChanceRows): Judged[] {
  const found = (own: ChanceRows['noise']) => own.filter(({ row }) => row.significant).length;
  const share = (own: ChanceRows['noise']) => found(own) / own.length;
  const limit = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / noise.length);
  const outer = meanAndError(choices.map(({ accuracy }) => accuracy));
  const optimistic = meanAndError(choices.map((row) => row.optimistic ?? Number.NaN));
  const text = (one: typeof outer) => `${digits(one.mean)} with the standard error ${digits(one.error)}`;
  const judge = (claim: string, holds: boolean, because: string, differs = false): Judged => ({
    ...{ plan: 'chance', claim, because },
    verdict: verdict(holds, differs),
  });
  return [
    judge(
      'On noise, at most 5 % of permutation tests have p <= 0.05.',
      share(noise) <= limit,
      `${found(noise)} of ${noise.length} data sets, ${digits(share(noise))} (rule: at most ${digits(limit)}, two standard errors above 5 %)`,
    ),
    judge(
      'On planted differences, at least 95 % do.',
      share(planted) >= 0.95,
      `${found(planted)} of ${planted.length} data sets (rule: 95 %; differs: 80 %)`,
      share(planted) >= 0.8,
    ),
    judge(
      'Nested choice on noise reports chance, and the balanced accuracy that chose does not.',
      Math.abs(outer.mean - 0.5) <= 2 * outer.error && optimistic.mean - 0.5 > 2 * optimistic.error,
      `outer folds ${text(outer)}; that chose ${text(optimistic)}; ${choices.length} data sets (rule: within two standard errors of 0.5, and beyond)`,
    ),
  ];
}
