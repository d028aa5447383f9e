/** Messages of the table reader. Those that name options of the command are replaced by the words of the dialogue. */

import { english } from '../../../table/index.ts';
import { live } from '../language.svelte.ts';

export const tables = live('tables', {
  ...english,
  tokenSeparator: ' ',
  notEncoded: (encoding: string, row: number) =>
    `row ${row} is not valid ${encoding}; spreadsheets often write windows-1252: choose it above`,
  comments: (count: number) => `comment lines before the header left out: ${count}`,
  equalDelimiters: (one: string, other: string) =>
    `${one} and ${other} split the rows equally well: choose the column separator`,
  eitherMark: (column: string, number: string, decimals: string, thousands: string, mark: string) =>
    `column ${column}: ${number} may be ${decimals} or ${thousands}, and no other cell decides it: ` +
    `the decimal mark “${mark}” reads ${decimals}, the other one ${thousands}; choose it below`,
  fixedDecimals: (column: string, cell: string, thousands: string) =>
    `column ${column}: ${cell} is read with a decimal point, as all its cells have three digits behind one; the decimal comma reads ${thousands}`,
  exponents: (columns: string) =>
    `read as numbers with an exponent; the type “category” keeps them as they are: ${columns}`,
  noVariable: (column: string, reason: string) => `column ${column} is left out as a name of the rows (${reason})`,
  counter: (column: string) => `column ${column} counts the rows; the type “leave out” removes it`,
  digitDates: (column: string) =>
    `column ${column} looks like dates, but its digits are read as numbers; the type “dates” reads days`,
  answer: (column: string) =>
    `column ${column} alone determines the response of every row and may be the answer itself; the type “leave out” removes it`,
  tokenResponse: (column: string, texts: string, others: string) =>
    `column ${column}: ${texts} counts as a missing response; “Read as missing” with ${others} keeps it as a class`,
  ignoreAdvice: 'the type “leave out” removes a column',
  indicatorAdvice: '“a 0/1 variable for each” below turns categories into variables',
  manyAdvice: 'the type “0/1 for each value” does so for any number of categories',
  dateAdvice: 'the types of dates and times read them as numbers',
  numberAdvice: 'the type “number” reads numbers',
  meanAdvice: '“leave them out” trains without these rows, “fill in the mean of the fit samples” uses the mean',
});
