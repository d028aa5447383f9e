/** Meanings of a single cell beside a number. */

/** Texts that mean a missing value unless others are given: those that R, pandas and spreadsheets write. */
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

/** `007` is a name: as a number it would lose its zeros. */
export function hasLeadingZeros(cell: string): boolean {
  return /^0\d/.test(cell);
}

/** `713752e1` is a number with an exponent or an identifier: hexadecimal digits, or digits about a letter. */
export function mayBeIdentifier(cell: string): boolean {
  return /^\d{2,}[eE]\d+$/.test(cell);
}
