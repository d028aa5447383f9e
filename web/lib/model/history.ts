/** Converts histories, reports and scores of the core to the public types, with only the columns that apply. */

import { integer } from '../common/check.js';
import type { RawHistory, RawMeans, RawReport } from '../core/raw.js';
import type { EpochProgress, History, RestartReport, SnapshotScore } from '../types.js';
import { MAX_EPOCHS, MAX_RESTARTS } from './option-table.js';
import type { FitPlan } from './options.js';

export const historyNames = [
  'loss',
  'reconstruction',
  'objective',
  'accuracy',
  'testLoss',
  'testAccuracy',
  'validationLoss',
  'validationAccuracy',
] as const;
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
/** Order of the numbers that only a report with a validation set has. */
const validationNames = ['validationLoss', 'validationAccuracy', 'bestEpoch', 'stoppedEpoch'] as const;

/** With halving. */
const halvingNames = ['haltedEpoch'] as const;

/** Numbers of a report that count, and the largest one. */
const counts = {
  restart: 2 ** 31 - 1,
  epochs: MAX_EPOCHS,
  diverged: 1,
  bestEpoch: MAX_EPOCHS,
  stoppedEpoch: MAX_EPOCHS,
  haltedEpoch: MAX_EPOCHS,
} as const;

/** Numbers of all reports. */
interface PackedReports {
  readonly restarts: Float64Array;
  readonly validation: Float64Array;
  readonly halving: Float64Array;
}

/** Columns that a run has. */
export interface Columns {
  readonly accuracy: boolean;
  readonly test: boolean;
  readonly validation: boolean;
  readonly halving: boolean;
}

export function columnsOf(plan: FitPlan): Columns {
  const { train, test, validation, options } = plan;
  return {
    accuracy: train.task === 'classification',
    test: test !== null,
    validation: validation !== null,
    halving: options.halving,
  };
}

/** An object with the columns that apply. */
function pick<T, V>(names: readonly string[], columns: Columns, read: (name: never) => V): T {
  const applies = (name: string) =>
    (columns.accuracy || !/accuracy/i.test(name)) &&
    (columns.test || !/^test/.test(name)) &&
    (columns.validation || !/^validation/.test(name));
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
  const names = [
    ...reportNames,
    ...(columns.validation ? validationNames : []),
    ...(columns.halving ? halvingNames : []),
  ];
  return Object.freeze(pick<RestartReport, unknown>(names, columns, (name) => report[name]));
}

/**
 * Reports as arrays of numbers, for files: decimal text would lose infinities. The numbers of a validation set and of halving are arrays of
 * their own, so that older packages read the others.
 */
export function packReports(reports: readonly RestartReport[]): PackedReports {
  const pack = (names: readonly (keyof RestartReport)[]) =>
    Float64Array.from(reports.flatMap((report) => names.map((name) => Number(report[name] ?? Number.NaN))));
  return { restarts: pack(reportNames), validation: pack(validationNames), halving: pack(halvingNames) };
}

/** The inverse of {@link packReports}. */
export function unpackReports({ restarts, validation, halving }: PackedReports, columns: Columns): RestartReport[] {
  const row = (names: readonly string[], numbers: Float64Array, r: number) =>
    Object.fromEntries(names.map((name, c) => [name, numbers[r * names.length + c]]));
  const count = integer('number of restarts', restarts.length / reportNames.length, 0, MAX_RESTARTS);
  const wanted = columns.validation ? count * validationNames.length : 0;
  integer('length of validation', validation.length, wanted, wanted);
  const halted = columns.halving ? count : 0;
  integer('length of halving', halving.length, halted, halted);
  const has = { bestEpoch: columns.validation, stoppedEpoch: columns.validation, haltedEpoch: columns.halving };
  const counted = Object.entries(counts).filter(([name]) => has[name as keyof typeof has] ?? true);
  return Array.from({ length: count }, (_, r) => {
    const all = {
      ...row(reportNames, restarts, r),
      ...row(validationNames, validation, r),
      ...row(halvingNames, halving, r),
    };
    for (const [name, high] of counted) integer(`restarts[${r}].${name}`, all[name], 0, high);
    return toReport({ ...all, diverged: Boolean(all.diverged) } as unknown as RawReport, columns);
  });
}

export function toScore(score: RawMeans, columns: Columns): SnapshotScore {
  return pick(historyNames.slice(0, 4), columns, (name) => score[name]);
}
