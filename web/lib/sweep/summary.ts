/** Summarises the rows of a sweep: means and standard deviations over the folds, in the order of the cells. */

import type { Dataset, Spread, SweepRow, SweepScore, SweepSummary } from '../types.js';
import type { FullPlan } from './plan.js';

export function summarize(plan: FullPlan, rows: readonly SweepRow[]): SweepSummary[] {
  const { points, trials, folds, data } = plan;
  const cells = trials * folds;
  return points.map(({ given }, point) => {
    const own = rows.slice(point * cells, (point + 1) * cells);
    const pools = Array.from({ length: trials }, (_, t) => pool(data, own.slice(t * folds, (t + 1) * folds)));
    return Object.freeze({
      point,
      options: given,
      cells,
      diverged: own.filter((row) => row.diverged).length,
      train: spreads(own.map((row) => row.train)),
      test: spreads(own.map((row) => row.test)),
      pooled: spreads(pools),
    });
  });
}

/** The spread of every entry that occurs, over the scores that have it. */
function spreads<Name extends string>(scores: readonly { readonly [name in Name]?: number }[]) {
  const names = [...new Set(scores.flatMap((score) => Object.keys(score) as Name[]))];
  const entries = names.map((name) => [name, spread(scores.flatMap((score) => score[name] ?? []))]);
  return Object.freeze(Object.fromEntries(entries)) as { readonly [name in Name]: Spread };
}

function spread(values: readonly number[]): Spread {
  const mean = sum(values) / values.length;
  const squares = sum(values.map((value) => (value - mean) * (value - mean)));
  const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
  return Object.freeze({ mean, deviation, defined: values.length });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

type Pooled = Pick<SweepScore, 'accuracy' | 'auc' | 'rmse' | 'pearson'>;

/** Scores of the pooled predictions of one trial's folds. */
function pool(data: Dataset, rows: readonly SweepRow[]): Pooled {
  const samples = rows.flatMap((row) => row.samples);
  const predictions = rows.flatMap((row) => row.predictions);
  const mean = (of: (row: SweepRow) => number) => sum(rows.map((row) => of(row) * row.samples.length)) / samples.length;
  const { labels, targets } = data;
  const pooled: { [name in keyof Pooled]: number } =
    labels === undefined
      ? {
          rmse: Math.sqrt(mean(({ test: { rmse = Number.NaN } }) => rmse * rmse)),
          pearson: pearson(
            predictions,
            samples.map((n) => targets?.[n] as number),
          ),
        }
      : {
          accuracy: mean(({ test }) => test.accuracy ?? Number.NaN),
          auc: meanAuc(
            predictions,
            samples.map((n) => labels[n] as number),
            data.classNames?.length ?? 2,
          ),
        };
  return Object.fromEntries(Object.entries(pooled).filter(([, value]) => Number.isFinite(value)));
}

/** For two classes the AUC of the probability of class 1; for more the mean of one-vs-rest AUCs over the classes that occur. */
function meanAuc(probability: readonly number[], labels: readonly number[], classes: number): number {
  const of = (c: number) =>
    auc(
      labels.map((_, n) => probability[n * classes + c] as number),
      labels.map((label) => label === c),
    );
  if (classes === 2) return of(1);
  const values = Array.from({ length: classes }, (_, c) => of(c)).filter(Number.isFinite);
  return sum(values) / values.length;
}

/** P(a positive scores higher than a negative), ties half: the positives' mean rank. */
function auc(score: readonly number[], positive: readonly boolean[]): number {
  const order = [...score.keys()].sort((a, b) => (score[a] as number) - (score[b] as number));
  let [ranks, positives] = [0, 0];
  for (let first = 0; first < order.length; ) {
    let end = first;
    let inTie = 0;
    for (; end < order.length && score[order[end] as number] === score[order[first] as number]; end++) {
      if (positive[order[end] as number]) inTie++;
    }
    ranks += (inTie * (first + 1 + end)) / 2;
    positives += inTie;
    first = end;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * (order.length - positives));
}

function pearson(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [sum(a) / a.length, sum(b) / b.length];
  const product = sum(a.map((value, n) => (value - meanA) * ((b[n] as number) - meanB)));
  // Equal values give exactly 0, without the rounding error of their mean, so that the correlation is NaN.
  const squares = (values: readonly number[], mean: number) =>
    values.every((v) => v === values[0]) ? 0 : sum(values.map((v) => (v - mean) * (v - mean)));
  return product / Math.sqrt(squares(a, meanA) * squares(b, meanB));
}
