/** Tables for spreadsheets and for other programs. */

import Papa from 'papaparse';

/** Text that a spreadsheet would run as a formula; numbers with a sign are none. */
const formula = /^(?![+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$)[=+\-@\t\r]/;

/**
 * Rows as lines of CSV, with a line feed at the end. Texts that begin with = + - @ and are no numbers get an apostrophe before them,
 * so that no spreadsheet takes them for formulas. NaN and null are empty.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (Number.isNaN(cell) ? null : cell)));
  return cells.length === 0 ? '' : `${Papa.unparse(cells, { newline: '\n', escapeFormulae: formula })}\n`;
}
