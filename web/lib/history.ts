/** Histories and reports: the rows of the core as the columns and objects of the public types. */

import type { FitPlan } from './options.js';
import type { EpochProgress, History, RestartReport, SnapshotScore } from './types.js';

/** Columns of the core's rows; NaN stands where one does not apply. */
export const historyNames = ['loss', 'reconstruction', 'objective', 'accuracy', 'testLoss', 'testAccuracy'] as const;
const reportNames = [
  'restart',
  'objective',
  'loss',
  'reconstruction',
  'accuracy',
  'testLoss',
  'testAccuracy',
  'epochs',
  'diverged',
] as const;
export const REPORT_WIDTH = reportNames.length;

/** Which columns a run has. */
export interface Columns {
  readonly accuracy: boolean;
  readonly test: boolean;
}

export function columnsOf(plan: FitPlan): Columns {
  return { accuracy: plan.train.task === 'classification', test: plan.test !== null };
}

/** An object of those columns that apply. */
function pick<T, V>(names: readonly string[], { accuracy, test }: Columns, read: (column: number) => V): T {
  const applies = (name: string) => (accuracy || !/accuracy/i.test(name)) && (test || !/^test/.test(name));
  return Object.fromEntries(names.flatMap((name, c) => (applies(name) ? [[name, read(c)]] : []))) as T;
}

/** Rows of 6 as columns. */
export function toHistory(rows: Float64Array, columns: Columns): History {
  const width = historyNames.length;
  return pick(historyNames, columns, (c) =>
    new Float32Array(rows.length / width).map((_, epoch) => rows[epoch * width + c] as number),
  );
}

/** The first `epochs` entries; all when undefined. */
export function cutHistory(history: History, epochs?: number): History {
  const entries = Object.entries(history) as [keyof History, Float32Array][];
  return Object.fromEntries(entries.map(([name, values]) => [name, values.slice(0, epochs)])) as unknown as History;
}

/** One row of 6 as a progress report. */
export function toProgress(row: Float64Array, restart: number, epoch: number, columns: Columns): EpochProgress {
  const entries: Omit<EpochProgress, 'restart' | 'epoch'> = pick(historyNames, columns, (c) => row[c]);
  return { restart, epoch, ...entries };
}

/** Rows of 9 as reports. */
export function toReports(rows: Float64Array, columns: Columns): RestartReport[] {
  return Array.from({ length: rows.length / REPORT_WIDTH }, (_, r) => {
    const report: RestartReport = pick(reportNames, columns, (c) => rows[r * REPORT_WIDTH + c]);
    return Object.freeze({ ...report, diverged: Boolean(report.diverged) });
  });
}

/** The inverse of {@link toReports}, for files: decimal text would lose infinities. */
export function fromReports(reports: readonly RestartReport[]): Float64Array {
  return Float64Array.from(reports.flatMap((report) => reportNames.map((name) => Number(report[name] ?? Number.NaN))));
}

/** Half of the eight numbers of an evaluation. */
export function toScore(values: Float64Array, offset: 0 | 4, columns: Columns): SnapshotScore {
  return pick(historyNames.slice(0, 4), columns, (c) => values[offset + c]);
}
