/** Meanings of a cell that is not a number. */

/** Default texts for a missing value, as written by R, pandas and spreadsheets. */
export const missingTokens: readonly string[] = [
  '',
  '?',
  '-',
  'NA',
  'na',
  'N/A',
  'n/a',
  'NaN',
  'nan',
  'null',
  'NULL',
  'None',
  '<NA>',
  '#N/A',
];

/** `007` is a name, since as a number it would lose its zeros. */
export function hasLeadingZeros(cell: string): boolean {
  return /^0\d/.test(cell);
}

/** `713752e1` is a number with an exponent or an identifier, such as hexadecimal digits. */
export function mayBeIdentifier(cell: string): boolean {
  return /^\d{2,}[eE]\d+$/.test(cell);
}

/** `7e1234` and `7.13E+12` are read as identifiers only beside integers: the second is one that a spreadsheet has rounded. */
export function isWholeExponent(cell: string): boolean {
  return /^\d(?:\.\d+)?[eE]\+?\d{1,3}$/.test(cell);
}
