/** Rows of an earlier run, which is continued with them, and the other options that never change a result. */

import { callback, describe, refuse } from '../common/check.js';
import { fail } from '../common/errors.js';
import { requireSignal } from '../common/on-abort.js';
import { resultVersion } from '../common/version.js';
import type { CellReport } from '../types.js';
import { executionChecks } from './execute.js';

/** The checks of these options, for `readOptions`. */
export const runChecks = <Row, Progress>() => ({
  signal: requireSignal,
  ...executionChecks,
  onProgress: callback<(progress: Progress) => unknown>,
  done: (name: string, value: unknown): readonly Row[] =>
    Array.isArray(value) ? value : refuse(name, value, 'an array of rows is'),
});

/** Refuses rows of another version of the results. Rows without a version are of the first one. */
export function requireResultVersion(name: string, row: Pick<CellReport, 'resultVersion'>): void {
  const seen = row.resultVersion ?? 1;
  if (seen === resultVersion) return;
  const what = `${name} was computed by result version ${describe(seen)} of the package`;
  fail('value', `${what}; rows of version ${resultVersion} are accepted, since others differ in their bits`);
}
