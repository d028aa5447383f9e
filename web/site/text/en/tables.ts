/** What the reading of a table says: in its own English, in the words of the dialogue where it names options, or in another language. */

import { english } from '../../../table/index.ts';
import { live } from '../language.svelte.ts';

export const tables = live('tables', {
  ...english,
  tokenSeparator: ' ',
  notEncoded: (encoding: string, row: number) =>
    `row ${row} is not valid ${encoding}; spreadsheets often write windows-1252: choose it above`,
  comments: (count: number) => `comment lines before the header left out: ${count}`,
  equalDelimiters: (one: string, other: string) =>
    `${one} and ${other} cut the rows equally well: choose the one that parts the columns`,
  eitherMark: (column: string, number: string, decimals: string, thousands: string, mark: string) =>
    `column ${column}: ${number} may be ${decimals} or ${thousands}, and no other cell says which: ` +
    `the decimal mark “${mark}” reads ${decimals}, the other one ${thousands}; choose it below`,
  fixedDecimals: (column: string, cell: string, thousands: string) =>
    `column ${column}: ${cell} is read with a decimal point, as all its cells have three digits behind one; the decimal comma reads ${thousands}`,
  exponents: (columns: string) =>
    `read as numbers with an exponent; the type “category” keeps them as they are: ${columns}`,
  noVariable: (column: string, reason: string) => `column ${column} is left out as a name of the rows (${reason})`,
  counter: (column: string) => `column ${column} counts the rows; the type “leave out” takes it away`,
  digitDates: (column: string) =>
    `column ${column} looks like dates and is read as the numbers that their digits make; the type “dates” reads days`,
  answer: (column: string) =>
    `column ${column} alone tells the response of every row and may be the answer itself; the type “leave out” takes it away`,
  tokenResponse: (column: string, texts: string, others: string) =>
    `column ${column}: ${texts} taken for a missing response; “Read as missing” with ${others} keeps it as a class`,
  ignoreAdvice: 'the type “leave out” takes a column away',
  indicatorAdvice: '“a 0/1 variable for each” below turns categories into variables',
  manyAdvice: 'the type “0/1 for each value” does so however many they are',
  dateAdvice: 'the types of dates and times read them as numbers',
  numberAdvice: 'the type “number” reads numbers',
  meanAdvice: '“leave them out” trains without these rows, “fill in the mean of the fit samples” puts in the mean',
});
