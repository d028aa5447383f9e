/**
 * What the reading of a file says to its reader, in English. A page in another language puts its own messages in their place. What is
 * said to programmers, of options and records, stands where it is said.
 */

export const english = {
  quoted: (text: string) => `'${text}'`,
  list: ', ',
  inRow: (row: number, message: string) => `row ${row}: ${message}`,
  inCell: (row: number, column: string, message: string) => `row ${row}, column ${column}: ${message}`,
  counted: (what: string, count: number) => `${what}: ${count}`,
  more: (count: number) => `and ${count} more`,

  comma: 'comma',
  semicolon: 'semicolon',
  tab: 'tab',
  bar: 'vertical bar',

  given: 'given',
  givenAsText: 'given as text',
  byteOrderMark: 'byte order mark',
  noByteOrderMark: 'no byte order mark',
  notEncoded: (encoding: string) =>
    `the file is not valid ${encoding}; spreadsheets often write windows-1252: name the file's encoding`,
  noText:
    "the file holds NUL characters: it is no text, or UTF-16 without a byte order mark (then give encoding 'utf-16le')",

  noRows: 'the file holds no rows',
  onlyHeader: 'the file holds a header and no rows of data',
  endless: (row: number, limit: number) => `row ${row} does not end within ${limit} characters; is a quote left open?`,
  unreadable: 'what cannot be read',
  openQuote: 'a quote is left open',
  textAfterQuote: 'text follows a closing quote',
  cells: (found: number, expected: number) => `${found} cells where ${expected} are expected`,
  oneCell: (expected: number) => `1 cell where ${expected} are expected`,
  comment: (message: string) => `${message}; if '#' begins a comment, say so`,

  oneColumn: 'no delimiter cuts the rows alike: one column',
  equalDelimiters: (one: string, other: string) =>
    `${one} and ${other} cut the rows equally well: say which is the delimiter`,
  cutsAll: (cells: number) => `cuts the first rows into ${cells} cells`,
  cutsMost: (percent: number, cells: number) => `cuts ${percent} % of the first rows into ${cells} cells`,

  usual: 'usual',
  asIn: (number: string) => `as in ${number}`,
  asInQuotes: (number: string) => `as in ${number}, in quotes`,
  inSpiteOf: (number: string, other: string) => `as in ${number}, in spite of ${other}`,
  eitherMark: (number: string, decimals: string, thousands: string) =>
    `${number} may be ${decimals} or ${thousands}: say which mark is the decimal one`,

  countsColumns: 'the numbers of the first row count the columns',
  firstRowNumber: (number: string) => `the first row holds the number ${number}`,
  firstRowEmpty: 'the first row holds no names',
  firstRowNames: 'the first row holds no number',

  noValue: 'no value among the first rows',
  leadingZero: (text: string) => `${text} begins with a zero`,
  numbersAmong: (numbers: number, values: number) => `${numbers} of the first ${values} values are numbers`,

  noNumber: (text: string) => `${text} is not a number`,
  tooLarge: (text: string, limit: number) =>
    `${text} is too large; magnitudes up to ${limit} (32-bit float) are accepted`,
  notFinite: (text: string) => `${text} is not a finite number`,
  hexadecimal: (text: string) => `${text} is not a number; hexadecimal digits are not accepted`,
  otherMark: (text: string, mark: string) => `${text} is not a number where the decimal mark is ${mark}`,
  thousandsMarks: (text: string) => `${text} is not a number; marks between thousands are not accepted`,

  trailing: 'every row ends with a delimiter: the empty column behind it is left out',
  sameName: (column: number, base: string, name: string) =>
    `column ${column} has the name ${base} of an earlier one: it is called ${name}`,
  noName: (column: number, name: string) => `column ${column} has no name: it is called ${name}`,
  emptyRows: (count: number) => `empty rows left out: ${count}`,
  takenForMissing: (texts: string) => `taken for missing: ${texts}`,
  droppedRows: (count: number) => `rows left out because of a missing value: ${count}`,

  noVariables: 'no column is left for the variables',
  categories: (column: string, some: string, reason: string) =>
    `column ${column} holds categories (${some}; ${reason}): ignore the column, take it as numbers, or turn categories into indicators`,
  noWholeRow: 'every row has a missing value: none is left',
  missing: 'missing values',
  noResponse: 'the response is missing',
  noCell: 'the value is missing',
  dropAdvice: "missing 'drop' leaves such rows out",
  meanAdvice: "missing 'drop' leaves such rows out, 'mean' puts in the mean of the training set",
  needsNumbers: (column: string) => `column ${column} holds categories; a regression needs numbers`,
};

export type Messages = typeof english;

let spoken = english;
/** Messages from now on. */
export const speakWith = (messages: Messages): void => {
  spoken = messages;
};
/** The messages in use. */
export const said = (): Messages => spoken;
