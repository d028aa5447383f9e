/**
 * The claims of the paper's evaluation, each with its rule. A claim `holds`, `does not hold`, or `differs`: the effect
 * exists, but not as in the paper. It `cannot be judged` if the data have no case for the rule.
 */

import type { Direction, MatrixFacts } from './explain.js';
import { mean } from './numbers.js';
import { best, type Choice, type Curve, type Group, lowest, meanOf, pairedErrors } from './summary.js';
import type { PlanName } from './types.js';

export type Verdict = 'holds' | 'differs' | 'does not hold' | 'cannot be judged';

export interface Judged {
  readonly plan: PlanName;
  readonly claim: string;
  readonly verdict: Verdict;
  /** The relevant numbers, and the rule. */
  readonly because: string;
  /** The sets whose held-out folds are judged. */
  readonly sets?: readonly string[];
}

export const digits = (value: number | undefined, count = 3) => (value ?? Number.NaN).toFixed(count);
export const verdict = (holds: boolean, differs = false): Verdict =>
  holds ? 'holds' : differs ? 'differs' : 'does not hold';

const setting = (groups: readonly Group[], wanted: { method?: string; lambda?: number; layers?: number }) =>
  groups.filter(
    ({ method, options, layers }) =>
      method === (wanted.method ?? 'trip') &&
      (wanted.lambda === undefined || options.lambda === wanted.lambda) &&
      (wanted.layers === undefined || layers === wanted.layers),
  );

/** Judges Figures 1 and 3; groups of one or several data sets that are not standardised. */
export function judgeSpiral(groups: readonly Group[]): Judged[] {
  const deep = (wanted: { method?: string; lambda?: number }) => setting(groups, { ...wanted, layers: 3 });
  const score = (own: readonly Group[]) => [meanOf(own, 'train', 'accuracy'), meanOf(own, 'test', 'accuracy')] as const;
  const says = ([fit, test]: readonly [number, number]) => `fit ${digits(fit)}, test ${digits(test)}`;
  const [small, large, pca, lda] = [{ lambda: 1e-5 }, { lambda: 10 }, { method: 'pca' }, { method: 'lda' }].map((of) =>
    score(deep(of)),
  ) as [readonly [number, number], readonly [number, number], readonly [number, number], readonly [number, number]];
  const near = (a: readonly [number, number], b: readonly [number, number]) =>
    Math.abs(a[0] - b[0]) <= 0.1 && Math.abs(a[1] - b[1]) <= 0.05;
  return [
    seesSpiral(deep),
    {
      plan: 'fig3',
      claim: 'A smaller lambda overfits.',
      verdict: verdict(small[0] >= 0.9 && small[0] - small[1] >= 0.25, small[0] - small[1] >= 0.1),
      because: `lambda 1e-5, three hidden layers, means: ${says(small)} (rule: fit at least 0.9 and 0.25 above test)`,
    },
    {
      plan: 'fig3',
      claim: 'A larger lambda looks like PCA; PCANN resembles large lambda.',
      verdict: verdict(near(large, pca)),
      because: `lambda 10: ${says(large)}; PCANN: ${says(pca)} (rule: fit within 0.1, test within 0.05)`,
    },
    {
      plan: 'fig3',
      claim: 'LDANN resembles small lambda.',
      verdict: verdict(near(small, lda), lda[0] - lda[1] >= 0.1),
      because: `lambda 1e-5: ${says(small)}; LDANN: ${says(lda)} (rule: fit within 0.1, test within 0.05; differs: both overfit)`,
    },
    bestDepth(groups),
  ];
}

function seesSpiral(deep: (wanted: { lambda: number }) => readonly Group[]): Judged {
  const overlaps = (lambda: number) => deep({ lambda }).map((group) => lowest(group).row.overlap ?? 0);
  const share = (lambda: number) => mean(overlaps(lambda).map((overlap) => (overlap > 0.8 ? 1 : 0)));
  const tests = (lambda: number) =>
    digits(mean(deep({ lambda }).map((group) => lowest(group).row.test?.accuracy ?? 0)));
  const lambdas = [0.01, 0.1, 0.3, 1];
  const numbers = lambdas.map((lambda) => {
    const seen = `${overlaps(lambda).filter((overlap) => overlap > 0.8).length} of ${overlaps(lambda).length} data sets`;
    return `lambda ${lambda}: ${seen}, overlap ${overlaps(lambda)
      .map((overlap) => digits(overlap, 2))
      .join(' ')}, test ${tests(lambda)}`;
  });
  return {
    plan: 'fig1',
    claim: 'Lambda 0.01 and 0.1 show the spiral (the start with the lowest objective of ten).',
    verdict: verdict(
      share(0.01) > 0.5 && share(0.1) > 0.5,
      lambdas.some((lambda) => share(lambda) > 0.5),
    ),
    because: `${numbers.join('; ')} (rule: overlap with the true plane above 0.8 on most data sets at both; differs: at one lambda of these)`,
  };
}

/** Compares only lambdas that every depth has tried, since more tries find a better best score. */
function bestDepth(groups: readonly Group[]): Judged {
  const depths = [0, 1, 2, 3, 4];
  const tried = depths.map((layers) => setting(groups, { layers }).map(({ options }) => options.lambda));
  const fair = groups.filter(({ options }) => tried.every((lambdas) => lambdas.includes(options.lambda)));
  const sets = [...new Set(fair.map(({ set }) => set))];
  const byLayers = depths.map((layers) =>
    mean(
      sets.map((set) => {
        const own = setting(fair, { layers }).filter((group) => group.set === set);
        return best(own, 'accuracy')?.test.accuracy?.mean ?? Number.NaN;
      }),
    ),
  );
  const top = Math.max(...byLayers);
  return {
    plan: 'fig3',
    claim: 'Three hidden layers are best.',
    verdict: verdict(byLayers[3] === top, top - (byLayers[3] as number) <= 0.03),
    because: `mean test accuracy at the best lambda for 0 to 4 hidden layers: ${byLayers.map((value) => digits(value)).join(', ')} (differs: within 0.03 of the best)`,
  };
}

/** Judges Figure 4. */
export function judgeAuc(choices: readonly Choice[]): Judged[] {
  const most = (of: (choice: Choice) => boolean) => Math.max(...choices.filter(of).map(({ settings }) => settings));
  const [own, others] = [most(({ method }) => method === 'trip'), most(({ method }) => method !== 'trip')];
  const counts = `; chosen by the scores shown, among ${own} settings of TRIP and ${others} of the others${own > others ? ', which favours TRIP' : ''}`;
  const shown = {
    value: (choice: Choice) => choice.auc.mean,
    folds: (choice: Choice) => choice.folds,
    how: '',
    counts,
  };
  return [...judgeWins(choices, shown), ...judgeNested(choices), ...judgeDepths(choices)];
}

/** A way of choosing lambda and depth: the AUC, that of each fold, and texts for the claim and its reason. */
interface Way {
  readonly value: (choice: Choice) => number;
  readonly folds: (choice: Choice) => ReadonlyMap<string, number>;
  readonly how: string;
  readonly counts: string;
}

const judgeNested = (choices: readonly Choice[]) => {
  const nested = choices.filter((choice) => choice.nested !== undefined);
  return nested.length === 0
    ? []
    : judgeWins(nested, {
        value: (choice) => choice.nested?.mean ?? Number.NaN,
        folds: (choice) => choice.nestedFolds,
        how: ' (lambda and depth by nested choice)',
        counts: '',
      });
};

/** Standard errors of the paired folds from which a difference is called clear. */
const CLEAR = 2;

function judgeWins(choices: readonly Choice[], { value, folds, how, counts }: Way): Judged[] {
  return [1, 2].flatMap((rank) => {
    const choiceOf = (set: string, method: string) =>
      choices.find((one) => one.set === set && one.method === method && one.rank === rank);
    const of = (set: string, method: string) => {
      const found = choiceOf(set, method);
      return found === undefined ? Number.NaN : value(found);
    };
    /** The lead of TRIP over the better of the others, in standard errors. */
    const errors = (set: string) => {
      const [trip, other] = ['trip', of(set, 'pca') > of(set, 'lda') ? 'pca' : 'lda'].map((method) =>
        choiceOf(set, method),
      );
      return pairedErrors(folds(trip as Choice), folds(other as Choice));
    };
    const sets = [...new Set(choices.map(({ set }) => set))].filter((set) =>
      ['trip', 'pca', 'lda'].every((method) => Number.isFinite(of(set, method))),
    );
    if (sets.length === 0) return [];
    const wins = sets.filter((set) => of(set, 'trip') > Math.max(of(set, 'pca'), of(set, 'lda')));
    const clear = (sign: number) => sets.filter((set) => sign * errors(set) >= CLEAR).length;
    const each = sets.map(
      (set) => `${set} ${['trip', 'pca', 'lda'].map((method) => digits(of(set, method))).join('/')}`,
    );
    return {
      plan: 'fig4' as const,
      claim: `TRIP beats PCANN and LDANN on most sets, J = ${rank}${how}.`,
      verdict: verdict(wins.length > sets.length / 2, wins.length === sets.length / 2),
      because: `best on ${wins.length} of ${sets.length} sets, by more than ${CLEAR} standard errors of the folds above the better of the others on ${clear(1)} and below it on ${clear(-1)}; AUC of TRIP/PCANN/LDANN: ${each.join(', ')}${counts}`,
      sets,
    };
  });
}

function judgeDepths(choices: readonly Choice[]): Judged[] {
  const own = choices.filter(({ method, rank, depths }) => method === 'trip' && rank <= 2 && depths > 1);
  const depth = (of: (choice: Choice) => boolean) => mean(own.filter(of).map(({ layers }) => layers));
  const [few, many] = [depth(({ samples }) => samples < 1000), depth(({ samples }) => samples > 4000)];
  if (!Number.isFinite(few + many)) return [];
  return [
    {
      plan: 'fig4',
      claim: 'Sets with many samples need deep networks.',
      verdict: verdict(many - few >= 0.5, many > few),
      because: `mean number of hidden layers chosen by TRIP at J = 1 and 2: ${digits(few, 1)} below 1000 samples, ${digits(many, 1)} above 4000 (rule: half a layer more)`,
      sets: [...new Set(own.map(({ set }) => set))],
    },
  ];
}

/** Judges the accuracies of Figure 5. */
export function judgeAccuracies(groups: readonly Group[]): Judged[] {
  return [...new Set(groups.map(({ set }) => set))].flatMap((set) => {
    const own = groups.filter((group) => group.set === set && group.test.accuracy !== undefined);
    const top = (method: string, layers?: number) =>
      best(setting(own, { method, ...(layers === undefined ? {} : { layers }) }), 'accuracy')?.test.accuracy?.mean ??
      Number.NaN;
    const methods = ['trip', 'pca', 'lda'];
    const tops = methods.map((method) => top(method));
    const shallow = methods.map((method) => top(method, 0));
    const [trip, pca] = shallow as [number, number];
    return [
      {
        plan: 'fig5' as const,
        claim: `${set}: the best accuracies of the methods are nearly equal.`,
        verdict: verdict(Math.max(...tops) - Math.min(...tops) <= 0.03),
        because: `best over depth and lambda, TRIP/PCANN/LDANN: ${tops.map((value) => digits(value)).join('/')} (rule: within 0.03)`,
        sets: [set],
      },
      {
        plan: 'fig5' as const,
        claim: `${set}: TRIP is good without hidden layers.`,
        verdict: verdict((tops[0] as number) - trip <= 0.02 && trip >= pca, (tops[0] as number) - trip <= 0.05),
        because: `no hidden layer, TRIP/PCANN/LDANN: ${shallow.map((value) => digits(value)).join('/')} (rule: within 0.02 of TRIP's best, and not below PCANN)`,
        sets: [set],
      },
    ];
  });
}

/** Judges the arrows of Figure 5. `rise`, `fall`: beginnings of the names of variables that should increase and decrease. */
export function judgeDirection(
  claim: string,
  direction: Direction,
  rise: readonly string[],
  fall: readonly string[],
): Judged {
  const of = (sign: number) => (name: string) => {
    const own = direction.filter((entry) => matches(entry.name, name));
    return own.length > 0 && own.every(({ weight }) => weight * sign > 0);
  };
  const right = rise.filter(of(1)).length + fall.filter(of(-1)).length;
  const named = direction.filter((entry) => [...rise, ...fall].some((name) => matches(entry.name, name)));
  const count = rise.length + fall.length;
  return {
    plan: 'fig5',
    claim,
    verdict: verdict(right === count, right > count / 2),
    because: `mean local coefficients (unit length): ${named.map(({ name, weight }) => `${name} ${weight < 0 ? '' : '+'}${digits(weight, 2)}`).join(', ')}; ${right} of ${count} signs as stated`,
  };
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const matches = (name: string, wanted: string) => plain(name).startsWith(plain(wanted));

/** Judges Figure 6: the errors of the best setting of each method, and the axes. */
export function judgeRegression(groups: readonly Group[]): Judged[] {
  return [...new Set(groups.map(({ set }) => set))].flatMap((set) => {
    const rmse = (method: string) =>
      Math.min(
        ...setting(groups, { method }).flatMap((group) => (group.set === set ? (group.test.rmse?.mean ?? []) : [])),
      );
    const [trip, tucker] = [rmse('trip'), rmse('tucker')];
    if (!Number.isFinite(trip + tucker)) return [];
    return {
      plan: 'fig6' as const,
      claim: `${set}: TRIP predicts better than TuckerNN.`,
      verdict: verdict(trip < 0.95 * tucker, trip < tucker),
      because: `RMSE of the held-out folds: TRIP ${digits(trip)}, TuckerNN ${digits(tucker)} (rule: 5 % lower)`,
      sets: [set],
    };
  });
}

const mixed = (share: number) => share >= 0.2 && share <= 0.8;

export function judgeAxes({ correlation, up }: MatrixFacts): Judged[] {
  const first = correlation.map(([r]) => Math.abs(r as number));
  const second = correlation.map(([, r]) => Math.abs(r as number));
  const list = (values: readonly number[]) => values.map((value) => digits(value)).join(' and ');
  return [
    {
      plan: 'fig6',
      claim:
        'The prediction correlates with the first rotated axis of both modes (about 1), not with the second (about 0).',
      verdict: verdict(
        Math.min(...first) >= 0.9 && Math.max(...second) <= 0.2,
        Math.min(...first) > Math.max(...second),
      ),
      because: `|r| with axis 1 of rows and columns ${list(first)}, with axis 2 ${list(second)} (rule: at least 0.9, at most 0.2)`,
    },
    {
      plan: 'fig6',
      claim: 'Two directions of local coefficients are mixed.',
      verdict: verdict(up.every(mixed), up.some(mixed)),
      because: `share of the arrows that point up along axis 2, rows and columns: ${list(up)} (rule: 0.2 to 0.8 in both modes; differs: in one)`,
    },
  ];
}

/** Judges Table 2. `groups`: for each mode, the groups that its axes should list. */
export function judgeTable({ top }: MatrixFacts, groups: readonly (readonly ArrayLike<number>[])[]): Judged {
  const shares = top.map((axes, k) =>
    axes.map((listed, j) => {
      const members = new Set(Array.from(groups[k]?.[j] ?? []));
      return mean(listed.map((index) => (members.has(index) ? 1 : 0)));
    }),
  );
  const all = shares.flat();
  return {
    plan: 'table2',
    claim: 'The variables of highest |C R| are those that act together: T1 and R1 on axis 1, T2 and R2 on axis 2.',
    verdict: verdict(Math.min(...all) >= 0.9, mean(all) >= 0.5),
    because: `share of the first ${top[0]?.[0]?.length} in their group, axis 1 and 2: rows ${shares[0]?.map((share) => digits(share, 2)).join(', ')}, columns ${shares[1]?.map((share) => digits(share, 2)).join(', ')} (rule: at least 0.9 each)`,
  };
}

/** Judges Figure 7. */
export function judgeTimes(curves: readonly Curve[]): Judged[] {
  return (['nonzeros', 'rank'] as const).flatMap((over) => {
    const own = curves.filter((curve) => curve.over === over);
    if (own.length === 0) return [];
    const lowestR2 = Math.min(...own.map(({ line }) => line.r2));
    const listed = (r2: (curve: Curve) => number) =>
      own.map((curve) => `${curve.dims.join(' x ')}: ${digits(r2(curve), 4)}`).join(', ');
    const work = own.every((curve) => curve.work)
      ? `; of what is computed, columns in whole vectors of four and I J^2 for the polar factors, ${listed(({ work }) => work?.r2 ?? Number.NaN)}`
      : '';
    return {
      plan: 'fig7' as const,
      claim: `The time of training grows linearly with the ${over === 'rank' ? 'size of the projected tensor' : 'number of non-zeros'}.`,
      verdict: verdict(lowestR2 >= 0.99, lowestR2 >= 0.95),
      because: `R^2 of a line ${listed(({ line }) => line.r2)} (rule: at least 0.99 each)${work}`,
    };
  });
}
