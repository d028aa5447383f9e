/** Summarises the rows of a sweep: means and standard deviations over the folds, in the order of the cells. */

import { isRecord, requireObject } from '../common/check.js';
import { fail, guarded } from '../common/errors.js';
import type { RawModule, RawScore } from '../core/raw.js';
import { responsesOf } from '../data/dataset.js';
import { moderate } from '../data/weights.js';
import { poolingOf, scoreNames } from '../model/scores.js';
import type {
  CellReport,
  Dataset,
  ScoreName,
  Spread,
  SweepFailure,
  SweepRow,
  SweepScore,
  SweepSummarizer,
  SweepSummary,
} from '../types.js';
import { cellOf, type FullPlan, isFailure } from './plan.js';

/** A fit as means over fits need it. */
export interface SummaryRow extends Pick<CellReport, 'diverged' | 'train' | 'test' | 'predictions'> {
  /** Indices of the held-out samples. */
  readonly samples: readonly number[];
}

/** Keeps the rows of one point at a time, so that any number of rows can be summarised. */
export class Summarizer implements SweepSummarizer {
  readonly #raw: RawModule;
  readonly #plan: FullPlan;
  readonly #summaries: SweepSummary[] = [];
  #rows: SweepRow[] = [];
  #failed = 0;

  constructor(raw: RawModule, plan: FullPlan) {
    this.#raw = raw;
    this.#plan = plan;
  }

  add(row: SweepRow | SweepFailure): void {
    requireObject('the row', row);
    const cell = cellOf(this.#plan, row);
    if (cell === undefined || !(isFailure(row) || hasParts(row)))
      fail('value', 'the row is of another plan; rows of the same plan are accepted');
    const { point } = cell;
    const [last = { trial: -1, fold: -1 }, at] = [this.#rows.at(-1), this.#summaries.length];
    const isNext =
      isFailure(row) || point > at || row.trial > last.trial || (row.trial === last.trial && row.fold > last.fold);
    if (point < at || !isNext) fail('value', 'the row is not after the one before; the order of the cells is accepted');
    while (this.#summaries.length < point) this.#finish();
    if (isFailure(row)) this.#failed++;
    else this.#rows.push(row);
  }

  result(): readonly SweepSummary[] {
    while (this.#summaries.length < this.#plan.points.length) this.#finish();
    return this.#summaries;
  }

  #finish(): void {
    const { points, trials, folds, data } = this.#plan;
    const point = this.#summaries.length;
    const byTrial = Array.from({ length: trials }, (_, t) => this.#rows.filter(({ trial }) => trial === t));
    // The pool of a trial has each sample once.
    const whole = byTrial.filter((own) => own.length === folds);
    const means = meansOfTrials(this.#raw, data, this.#rows, whole);
    const { given } = points[point] as FullPlan['points'][number];
    const counts = { cells: trials * folds, failed: this.#failed };
    this.#summaries.push(Object.freeze({ point, options: given, ...counts, ...means }));
    [this.#rows, this.#failed] = [[], 0];
  }
}

/** Whether a row that may have been altered has what means are made of. */
const hasParts = ({ train, test, samples, predictions = [] }: SweepRow): boolean =>
  [train, test].every(isRecord) && [samples, predictions].every(Array.isArray);

/** Means over the fits of `trials` trials, in order. */
export function meansOf(raw: RawModule, data: Dataset, rows: readonly SummaryRow[], trials: number) {
  const folds = rows.length / trials;
  const byTrial = Array.from({ length: trials }, (_, t) => rows.slice(t * folds, (t + 1) * folds));
  return meansOfTrials(raw, data, rows, byTrial);
}

/** Means over the fits, and over the pools of complete trials. */
function meansOfTrials(
  raw: RawModule,
  data: Dataset,
  rows: readonly SummaryRow[],
  trials: readonly (readonly SummaryRow[])[],
) {
  const pools = trials.map((own) => pool(raw, data, own));
  return {
    diverged: rows.filter((row) => row.diverged).length,
    train: spreads(rows.map((row) => row.train)),
    test: spreads(rows.map((row) => row.test)),
    pooled: spreads(pools),
  };
}

/** The spread of every entry that occurs, over the scores that have it. */
export function spreads<Name extends string>(scores: readonly { readonly [name in Name]?: number }[]) {
  const names = [...new Set(scores.flatMap((score) => Object.keys(score) as Name[]))];
  const entries = names.map((name) => [name, spreadOf(scores.flatMap((score) => score[name] ?? []))]);
  return Object.freeze(Object.fromEntries(entries)) as { readonly [name in Name]: Spread };
}

export function spreadOf(values: readonly number[]): Spread {
  const mean = sum(values) / values.length;
  const squares = sum(values.map((value) => (value - mean) * (value - mean)));
  const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
  return Object.freeze({ mean, deviation, defined: values.length });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Scores of the pooled predictions of one trial's folds; without predictions those that follow from the scores of the folds. */
function pool(raw: RawModule, data: Dataset, rows: readonly SummaryRow[]): SweepScore {
  const samples = rows.flatMap((row) => row.samples);
  const sampleWeight = data.sampleWeight && moderate(data.sampleWeight);
  const weightOf = (own: readonly number[]) => sum(own.map((n) => sampleWeight?.[n] ?? 1));
  const mean = (of: (row: SummaryRow) => number) =>
    sum(rows.map((row) => of(row) * weightOf(row.samples))) / weightOf(samples);
  const predicted = rows.every((row) => row.predictions !== undefined);
  const predictions = Float64Array.from(rows.flatMap((row) => row.predictions ?? []));
  const together = predicted ? scoreTogether(raw, data, samples, predictions) : undefined;
  const pooling = {
    mean: (name: ScoreName) => mean(({ test: { [name]: score = Number.NaN } }) => score),
    root: (name: ScoreName) => Math.sqrt(mean(({ test: { [name]: score = Number.NaN } }) => score * score)),
    predictions: (name: ScoreName) => together?.[name] ?? Number.NaN,
  };
  const entries = scoreNames.map((name) => [name, pooling[poolingOf(name) ?? 'mean'](name)] as const);
  return Object.fromEntries(entries.filter(([name, value]) => poolingOf(name) && Number.isFinite(value)));
}

/** Scores of the predictions for these samples, in this order. */
export function scoreTogether(
  raw: RawModule,
  data: Dataset,
  samples: readonly number[],
  predictions: Float64Array,
): RawScore {
  const { labels, targets, classNames } = data;
  const sampleWeight = data.sampleWeight && moderate(data.sampleWeight);
  const width = classNames?.length ?? responsesOf(data);
  return guarded(() =>
    raw.scorePredictions(
      predictions,
      Int32Array.from(labels === undefined ? [] : samples, (n) => labels?.[n] as number),
      Float64Array.from(samples.flatMap((n) => [...(targets?.subarray(n * width, (n + 1) * width) ?? [])])),
      width,
      Float64Array.from(sampleWeight === undefined ? [] : samples, (n) => sampleWeight?.[n] as number),
    ),
  );
}
