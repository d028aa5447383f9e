/** What a single cell may mean. */

import { quote } from './errors.js';
import { said } from './messages.js';
import type { DecimalMark } from './types.js';

/** What means a missing value unless the reader is told otherwise. */
export const missingTokens: readonly string[] = ['', '?', '-', 'NA', 'na', 'N/A', 'n/a', 'NaN', 'nan', 'null', 'NULL'];

const numbers: { readonly [mark in DecimalMark]: RegExp } = {
  '.': /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
  ',': /^[+-]?(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?$/,
};

const MAX_FLOAT = 3.4028234663852886e38;

export function isNumber(cell: string, mark: DecimalMark): boolean {
  return numbers[mark].test(cell);
}

/** As a 32-bit float; NaN when it is none ({@link whyNoNumber} says why). */
export function toNumber(cell: string, mark: DecimalMark): number {
  if (!numbers[mark].test(cell)) return Number.NaN;
  const float = Math.fround(Number(mark === '.' ? cell : cell.replace(',', '.')));
  return Number.isFinite(float) ? float : Number.NaN;
}

export function whyNoNumber(cell: string, mark: DecimalMark): string {
  const text = quote(cell);
  if (isNumber(cell, mark)) return said().tooLarge(text, MAX_FLOAT);
  if (/^[+-]?inf(inity)?$/i.test(cell)) return said().notFinite(text);
  if (/^[+-]?0x[\da-f]+$/i.test(cell)) return said().hexadecimal(text);
  if (isNumber(cell, mark === '.' ? ',' : '.')) return said().otherMark(text, quote(mark));
  if (/^[+-]?\d{1,3}([.,' \u00a0]\d{3})+([.,]\d*)?$/.test(cell)) {
    return said().thousandsMarks(text);
  }
  return said().noNumber(text);
}

/** `1,234` and `1.234`: one and a bit, or one thousand and more. */
export function mayBeThousands(cell: string): boolean {
  return /^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(cell);
}

/** `007` is a name: as a number it would lose its zeros. */
export function hasLeadingZeros(cell: string): boolean {
  return /^0\d/.test(cell);
}
