/** Writes tables for spreadsheets and other programs. */

import Papa from 'papaparse';

/** Text that a spreadsheet would run as a formula; signed numbers do not match. */
const formula = /^(?![+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$)[=+\-@\t\r\n＝＋－＠]/;

/**
 * Rows as lines of CSV, with a line feed at the end. Texts that begin with = + - @ (of any width) and are not numbers are prefixed
 * with an apostrophe, so that no spreadsheet runs them as formulas. NaN and null are empty.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (Number.isNaN(cell) ? null : cell)));
  return cells.length === 0 ? '' : `${Papa.unparse(cells, { newline: '\n', escapeFormulae: formula })}\n`;
}
