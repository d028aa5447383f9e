/** Converts histories, reports and scores of the core to the public types, with only the columns that apply. */

import type { RawHistory, RawMeans, RawReport } from '../core/raw.js';
import type { EpochProgress, History, RestartReport, SnapshotScore } from '../types.js';
import type { FitPlan } from './options.js';

export const historyNames = ['loss', 'reconstruction', 'objective', 'accuracy', 'testLoss', 'testAccuracy'] as const;
/** Order of a report's numbers in a model file. */
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

/** Columns that a run has. */
export interface Columns {
  readonly accuracy: boolean;
  readonly test: boolean;
}

export function columnsOf(plan: FitPlan): Columns {
  return { accuracy: plan.train.task === 'classification', test: plan.test !== null };
}

/** An object with the columns that apply. */
function pick<T, V>(names: readonly string[], { accuracy, test }: Columns, read: (name: never) => V): T {
  const applies = (name: string) => (accuracy || !/accuracy/i.test(name)) && (test || !/^test/.test(name));
  return Object.fromEntries(names.filter(applies).map((name) => [name, read(name as never)])) as T;
}

export function toHistory(history: RawHistory, columns: Columns): History {
  return pick(historyNames, columns, (name) => history[name]);
}

/** Concatenates parts of a history. */
export function joinHistories(parts: readonly RawHistory[]): RawHistory {
  const join = (name: (typeof historyNames)[number]) => {
    const joined = new Float32Array(parts.reduce((length, part) => length + part[name].length, 0));
    let next = 0;
    for (const { [name]: values } of parts) {
      joined.set(values, next);
      next += values.length;
    }
    return joined;
  };
  return Object.fromEntries(historyNames.map((name) => [name, join(name)])) as unknown as RawHistory;
}

/** The first `epochs` entries; all when undefined. */
export function cutHistory(history: History, epochs?: number): History {
  const entries = Object.entries(history) as [keyof History, Float32Array][];
  return Object.fromEntries(entries.map(([name, values]) => [name, values.slice(0, epochs)])) as unknown as History;
}

/** The first epoch of a history as a progress report. */
export function toProgress(history: RawHistory, restart: number, epoch: number, columns: Columns): EpochProgress {
  const entries: Omit<EpochProgress, 'restart' | 'epoch'> = pick(historyNames, columns, (name) => history[name][0]);
  return { restart, epoch, ...entries };
}

export function toReport(report: RawReport, columns: Columns): RestartReport {
  return Object.freeze(pick<RestartReport, unknown>(reportNames, columns, (name) => report[name]));
}

/** Reports as one array of numbers, for files: decimal text would lose infinities. */
export function packReports(reports: readonly RestartReport[]): Float64Array {
  return Float64Array.from(reports.flatMap((report) => reportNames.map((name) => Number(report[name] ?? Number.NaN))));
}

/** The inverse of {@link packReports}. */
export function unpackReports(numbers: Float64Array, columns: Columns): RestartReport[] {
  const width = reportNames.length;
  return Array.from({ length: numbers.length / width }, (_, r) => {
    const row = Object.fromEntries(reportNames.map((name, c) => [name, numbers[r * width + c]]));
    return toReport({ ...row, diverged: Boolean(row.diverged) } as unknown as RawReport, columns);
  });
}

export function toScore(score: RawMeans, columns: Columns): SnapshotScore {
  return pick(historyNames.slice(0, 4), columns, (name) => score[name]);
}
