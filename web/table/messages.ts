/**
 * Messages about reading files, in English and with the flags of the command. A page can replace them. Errors about
 * options and records are for programmers and are not in this table.
 */

export const english = {
  quoted: (text: string) => `'${text}'`,
  list: ', ',
  between: '; ',
  tokenSeparator: ',',
  inRow: (row: number, message: string) => `row ${row}: ${message}`,
  inCell: (row: number, column: string, message: string) => `row ${row}, column ${column}: ${message}`,
  more: (count: number) => `and ${count} more`,

  comma: 'comma',
  semicolon: 'semicolon',
  tab: 'tab',
  bar: 'vertical bar',

  given: 'given',
  givenAsText: 'given as text',
  byteOrderMark: 'byte order mark',
  noByteOrderMark: 'no byte order mark',
  notEncoded: (encoding: string, row: number) =>
    `row ${row} is not valid ${encoding}; spreadsheets often write windows-1252: name the file's encoding with --encoding`,
  badByte: (encoding: string) => `a byte that is not valid ${encoding}`,
  noText:
    "the file has NUL characters: it is not text, or it is UTF-16 without a byte order mark (then give encoding 'utf-16le')",

  noRows: 'the file has no rows',
  onlyHeader: 'the file has a header but no rows of data',
  endless: (row: number, limit: number) =>
    `row ${row} does not end within ${limit} characters; is a closing quote missing?`,
  problems: (count: number) => `${count} ${count === 1 ? 'problem' : 'problems'}:`,
  openQuote: 'the closing quote is missing',
  textAfterQuote: 'text follows a closing quote',
  cells: (found: number, expected: number) => `${found} cells where ${expected} are expected`,
  oneCell: (expected: number) => `1 cell where ${expected} are expected`,
  comment: (message: string) => `${message}; if '#' begins a comment, --comment '#' skips it`,

  comments: (count: number) =>
    `${count} comment ${count === 1 ? 'line' : 'lines'} before the header ${count === 1 ? 'was' : 'were'} skipped; --comment '#' skips such lines everywhere`,
  skipped: (count: number) => (count === 1 ? '1 comment row was skipped' : `${count} comment rows were skipped`),
  separatorLine: 'named in the first line',
  oneColumn: 'no delimiter splits the rows consistently: one column',
  equalDelimiters: (one: string, other: string) =>
    `${one} and ${other} split the rows equally well: choose one with --delimiter`,
  cutsAll: (cells: number) => `splits the first rows into ${cells} cells`,
  cutsMost: (percent: number, cells: number) => `splits ${percent} % of the first rows into ${cells} cells`,

  usual: 'default',
  asIn: (number: string) => `as in ${number}`,
  asInQuotes: (number: string) => `as in ${number}, in quotes`,
  inSpiteOf: (number: string, other: string) => `as in ${number}, despite ${other}`,
  asBesideThousands: (number: string, other: string) => `as in ${number}, with thousands separators as in ${other}`,
  beside: (number: string, bare: string) => `${number} beside ${bare}`,
  eitherMark: (column: string, number: string, decimals: string, thousands: string, mark: string) =>
    `column ${column}: ${number} may be ${decimals} or ${thousands}, and no other cell decides it: ` +
    `--decimal ${mark} reads ${decimals}, --decimal ${mark === '.' ? ',' : '.'} reads ${thousands}`,

  fixedDecimals: (column: string, cell: string, thousands: string) =>
    `column ${column}: ${cell} is read with a decimal point, since all its cells have three digits after it; --decimal , reads ${thousands}`,
  countsColumns: 'the first row numbers the columns',
  firstRowNumber: (number: string) => `the first row contains the number ${number}`,
  firstRowEmpty: 'the first row contains no names',
  firstRowNames: 'the first row contains no number',

  noValue: 'the first rows contain no value',
  leadingZero: (text: string) => `${text} begins with a zero`,
  identifierAmong: (text: string) => `identifiers, as in ${text}`,
  dates: (text: string) => `dates, as in ${text}`,
  times: (text: string) => `times of the day, as in ${text}`,
  openDates: (text: string) => `dates, as in ${text}; the order of day and month is ambiguous`,
  zipName: 'from the name of the column',
  shortHeader: 'the header is one cell shorter than the rows: the first column names them',
  countsRows: (first: string) => `counts the rows from ${first}`,
  allDiffer: (count: number) => `all of the first ${count} values differ`,
  numbersAmong: (numbers: number, values: number) => `${numbers} of the first ${values} values are numbers`,

  noNumber: (text: string) => `${text} is not a number`,
  tooLarge: (text: string, limit: number) =>
    `${text} is too large; magnitudes up to ${limit} (32-bit float) are accepted`,
  notFinite: (text: string) => `${text} is not a finite number`,
  hexadecimal: (text: string) => `${text} is not a number; hexadecimal digits are not accepted`,
  otherMark: (text: string, mark: string) => `${text} is not a number with the decimal mark ${mark}`,
  noPercent: (text: string) => `${text} has no percent sign, and most cells of the column have one`,
  percent: (text: string) => `${text} has a percent sign, and most cells of the column have none`,
  otherUnit: (text: string, unit: string) => `the currency of ${text} is not ${unit}`,
  noDate: (text: string) => `${text} is not a date in the format of the other cells`,
  noTime: (text: string) => `${text} is not a time of the day`,
  noDates: (column: string) => `column ${column} contains no readable dates or times`,
  openOrder: (column: string) =>
    `column ${column} contains dates whose order of day and month is ambiguous: write them as 2020-12-31, or leave the column out`,

  trailing: 'every row ends with a delimiter: the empty column after it is left out',
  sameName: (column: number, base: string, name: string) =>
    `column ${column} has the same name ${base} as an earlier one: it is renamed ${name}`,
  noName: (column: number, name: string) => `column ${column} has no name: it is named ${name}`,
  moreNames: (count: number) =>
    `${count} more columns without a name, or with that of an earlier one, got names of their own`,
  emptyRows: (count: number) => (count === 1 ? '1 empty row was skipped' : `${count} empty rows were skipped`),
  readAsMissing: (texts: string) => `texts read as missing values: ${texts}`,
  example: (column: string, cell: string) => `${column} (as in ${cell})`,
  thousandsMarks: (columns: string) => `thousands separators removed: ${columns}`,
  percentSigns: (columns: string) => `percent signs removed, 5% is read as 5: ${columns}`,
  currencySigns: (columns: string) => `currency signs removed: ${columns}`,
  exponents: (columns: string) => `columns read as numbers with an exponent; --category keeps them as text: ${columns}`,
  leftOut: (left: number, rows: number, unlabelled: number, gaps: number) => {
    const parts = [
      ...(unlabelled > 0 ? [`${unlabelled.toLocaleString('en')} without a response`] : []),
      ...(gaps > 0 ? [`${gaps.toLocaleString('en')} with a missing value`] : []),
    ];
    return `${left.toLocaleString('en')} of ${rows.toLocaleString('en')} rows were left out: ${parts.join(', ')}`;
  },
  noVariable: (column: string, reason: string) =>
    `column ${column} is left out since it names the rows (${reason}); --include ${column} keeps it`,
  counter: (column: string) => `column ${column} counts the rows; --ignore ${column} leaves it out`,
  digitDates: (column: string) =>
    `column ${column} looks like dates, but its digits are read as numbers; --dates ${column} reads days`,
  beyondDoubles: (column: string) =>
    `column ${column} differs only in digits that 64-bit numbers can hardly represent: subtract a common offset`,
  answer: (column: string) =>
    `column ${column} alone determines the response of every row and may be the response itself; --ignore ${column} leaves it out`,
  tokenResponse: (column: string, texts: string, others: string) =>
    `column ${column}: ${texts} is read as a missing response; --missing-tokens ${others} keeps it as a class`,
  tokenNumber: (column: string, texts: string) => `column ${column}: ${texts} is read as a missing response`,
  sameText: (column: string, texts: string) =>
    `column ${column}: ${texts} differ only in case, spaces or hyphens, but are separate classes`,
  sameNumber: (column: string, texts: string) =>
    `column ${column}: ${texts} are the same number written differently, but are separate classes`,

  noVariables: 'no column remains as a variable',
  notNumeric: (count: number) => (count === 1 ? '1 column is not numeric:' : `${count} columns are not numeric:`),
  columnIs: (column: string, look: string) => `column ${column}: ${look}`,
  andSoOn: ', ...',
  isIdentifier: (count: number, some: string) => `an identifier, all ${count} values differ (${some})`,
  isOtherMark: (some: string, mark: string) =>
    `numbers whose decimal mark is not ${mark}, the one of the file (${some})`,
  isDates: (some: string) => `dates (${some})`,
  isTimes: (some: string) => `times of the day (${some})`,
  isOpenDates: (some: string) => `dates whose order of day and month is ambiguous (${some})`,
  isCodes: (count: number, some: string, reason: string) =>
    `${count} different codes, like zip codes (${some}; ${reason})`,
  isCategories: (count: number, some: string, reason: string) =>
    `${count === 1 ? '1 category' : `${count} categories`} (${some}; ${reason})`,
  isMany: (count: number, some: string) => `${count} categories (${some}), too many for automatic indicators`,
  isAnswer: (look: string) => `${look}; each value belongs to one class: it may be the response itself`,
  ignoreAdvice: '--ignore leaves a column out',
  indicatorAdvice: '--categories indicators turns each category into a 0/1 variable',
  manyAdvice: '--indicators COLUMN turns any number of categories into 0/1 variables',
  dateAdvice: '--dates COLUMN reads days since 1970-01-01 or hours of the day',
  numberAdvice: '--number COLUMN reads numbers',
  nameTwice: (name: string, column: string) =>
    `the indicator ${name} of column ${column} has the name of another variable: rename the column`,
  noWholeRow: 'every row has a missing value, so no row can be used',
  noResponses: 'no row has a response',
  missing: (count: number) => `${count} missing ${count === 1 ? 'value' : 'values'}:`,
  noCell: 'the value is missing',
  meanAdvice:
    '--missing drop leaves such rows out, --missing mean replaces missing values with the means of the training set',
  needsNumbers: (column: string) => `column ${column} contains categories; a regression needs numbers`,
};

export type Messages = typeof english;

let current = english;
/** Sets the messages. */
export const setMessages = (messages: Messages): void => {
  current = messages;
};
/** The messages in use. */
export const messages = (): Messages => current;
