/** Histories and reports: the rows of the core as the columns and objects of the public types. */

import type { FitPlan } from './options.js';
import type { EpochProgress, History, RestartReport, SnapshotScore } from './types.js';

const ROW = 6;
const REPORT = 9;

/** Which columns a run has. */
export interface Columns {
  readonly accuracy: boolean;
  readonly test: boolean;
}

export function columnsOf(plan: FitPlan): Columns {
  return { accuracy: plan.train.task === 'classification', test: plan.test !== null };
}

/** Entries that apply, by name; NaN stands in the core's rows where one does not. */
type Named = [name: keyof History, column: number];

function namedColumns({ accuracy, test }: Columns): Named[] {
  const names: Named[] = [
    ['loss', 0],
    ['reconstruction', 1],
    ['objective', 2],
  ];
  if (accuracy) names.push(['accuracy', 3]);
  if (test) names.push(['testLoss', 4]);
  if (test && accuracy) names.push(['testAccuracy', 5]);
  return names;
}

/** Rows of 6 as columns. */
export function toHistory(rows: Float64Array, columns: Columns): History {
  const epochs = rows.length / ROW;
  const history: Partial<Record<keyof History, Float32Array>> = {};
  for (const [name, column] of namedColumns(columns)) {
    const values = new Float32Array(epochs);
    for (let epoch = 0; epoch < epochs; epoch++) values[epoch] = rows[epoch * ROW + column] as number;
    history[name] = values;
  }
  return history as unknown as History;
}

/** The first `epochs` entries; all when undefined. */
export function cutHistory(history: History, epochs?: number): History {
  const entries = Object.entries(history) as [keyof History, Float32Array][];
  return Object.fromEntries(entries.map(([name, values]) => [name, values.slice(0, epochs)])) as unknown as History;
}

/** One row of 6 as a progress report. */
export function toProgress(row: Float64Array, restart: number, epoch: number, columns: Columns): EpochProgress {
  const entries = namedColumns(columns).map(([name, column]) => [name, row[column] as number]);
  return { restart, epoch, ...(Object.fromEntries(entries) as Omit<EpochProgress, 'restart' | 'epoch'>) };
}

/** Rows of 9 as reports. */
export function toReports(rows: Float64Array, columns: Columns): RestartReport[] {
  return Array.from({ length: rows.length / REPORT }, (_, r) => {
    const at = (column: number) => rows[r * REPORT + column] as number;
    return Object.freeze({
      restart: at(0),
      objective: at(1),
      loss: at(2),
      reconstruction: at(3),
      ...(columns.accuracy ? { accuracy: at(4) } : {}),
      ...(columns.test ? { testLoss: at(5) } : {}),
      ...(columns.test && columns.accuracy ? { testAccuracy: at(6) } : {}),
      epochs: at(7),
      diverged: at(8) !== 0,
    });
  });
}

/** The inverse of {@link toReports}, for files: decimal text would lose infinities. */
export function fromReports(reports: readonly RestartReport[]): Float64Array {
  return Float64Array.from(
    reports.flatMap((report) => [
      report.restart,
      report.objective,
      report.loss,
      report.reconstruction,
      report.accuracy ?? Number.NaN,
      report.testLoss ?? Number.NaN,
      report.testAccuracy ?? Number.NaN,
      report.epochs,
      report.diverged ? 1 : 0,
    ]),
  );
}

/** Half of the eight numbers of an evaluation. */
export function toScore(values: Float64Array, offset: 0 | 4, columns: Columns): SnapshotScore {
  return {
    loss: values[offset] as number,
    reconstruction: values[offset + 1] as number,
    objective: values[offset + 2] as number,
    ...(columns.accuracy ? { accuracy: values[offset + 3] as number } : {}),
  };
}
