/** Lines of a file of rows: rows, failures, and marks of the times at which a writer began. */

import { type SweepCell, type SweepCells, type SweepFailure, type SweepRow, TripError } from 'trip-wasm';
import type { PlanOptions } from './header.js';

/** A row, or the failure that stands for it. */
export type AnyRow = SweepRow | SweepFailure;

export const isFailure = (row: AnyRow): row is SweepFailure => 'error' in row;

/** The state of a cell in a file. */
export const state = { none: 0, row: 1, failure: 2 } as const;

/** The line that a writer of a part begins with, so that the speed can be computed from the rows after it. */
export const markOf = (time: Date): string => JSON.stringify({ begun: time.toISOString() });

/** The time of a mark in milliseconds; undefined for other lines. */
export function markIn(bytes: Buffer): number | undefined {
  const [, time] = bytes.length < 60 ? (/^\{"begun":"([^"]+)"\}$/.exec(bytes.toString('latin1')) ?? []) : [];
  return time === undefined ? undefined : Date.parse(time);
}

/** The row of a line and its cell. `where` names file and line in messages. */
export function rowIn(bytes: Buffer, cells: SweepCells, where: string): { readonly c: number; readonly row: AnyRow } {
  let row: AnyRow;
  try {
    row = JSON.parse(bytes.toString());
  } catch {
    row = undefined as never;
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    throw new TripError('format', `${where} is not JSON of a fit; delete it to compute that fit again`);
  return { c: cells.indexOf(row, where), row };
}

const prefix = /^\{"(?:cell":\{")?point":(\d+),"trial":(\d+),"fold":(\d+)\}?,/;

/** The cell of a line and whether it failed, without a check of the rest; undefined for lines that no writer wrote. */
export function cellIn(bytes: Buffer, { folds = 10, trials = 1 }: PlanOptions) {
  const start = bytes.toString('latin1', 0, 120);
  const [, point, trial, fold] = prefix.exec(start)?.map(Number) ?? [];
  if (point === undefined || trial === undefined || fold === undefined) return undefined;
  return { c: (point * trials + trial) * folds + fold, failed: start.startsWith('{"cell"') };
}

export const cellText = ({ point, trial, fold }: SweepCell): string => `point ${point}, trial ${trial}, fold ${fold}`;
