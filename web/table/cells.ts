/** What a single cell may mean. */

import { quote } from './errors.js';
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
  if (isNumber(cell, mark)) return `${text} is too large; magnitudes up to ${MAX_FLOAT} (32-bit float) are accepted`;
  if (/^[+-]?inf(inity)?$/i.test(cell)) return `${text} is not a finite number`;
  if (/^[+-]?0x[\da-f]+$/i.test(cell)) return `${text} is not a number; hexadecimal digits are not accepted`;
  if (isNumber(cell, mark === '.' ? ',' : '.')) return `${text} is not a number where the decimal mark is '${mark}'`;
  if (/^[+-]?\d{1,3}([.,' \u00a0]\d{3})+([.,]\d*)?$/.test(cell)) {
    return `${text} is not a number; marks between thousands are not accepted`;
  }
  return `${text} is not a number`;
}

/** `1,234` and `1.234`: one and a bit, or one thousand and more. */
export function mayBeThousands(cell: string): boolean {
  return /^[+-]?[1-9]\d{0,2}(,\d{3})+$/.test(cell);
}

/** `007` is a name: as a number it would lose its zeros. */
export function hasLeadingZeros(cell: string): boolean {
  return /^0\d/.test(cell);
}
