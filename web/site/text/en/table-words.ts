/** English messages of the table reader, without the machinery of languages: the worker that reads tables has them too. */

import { english } from '../../../table/index.ts';

export const tableWords = {
  ...english,
  tokenSeparator: ' ',
  comment: (message: string) => `${message}; if # begins a comment, enter it at “Skip rows starting with”`,
  notEncoded: (encoding: string, row: number) =>
    `row ${row} is not valid ${encoding}; spreadsheets often write windows-1252: choose it above`,
  comments: (count: number) =>
    `${count} comment ${count === 1 ? 'line' : 'lines'} before the header ${count === 1 ? 'was' : 'were'} skipped`,
  equalDelimiters: (one: string, other: string) =>
    `${one} and ${other} split the rows equally well: choose the column separator`,
  eitherMark: (column: string, number: string, decimals: string, thousands: string, mark: string) =>
    `column ${column}: ${number} may be ${decimals} or ${thousands}, and no other cell decides it: ` +
    `the decimal mark “${mark}” reads ${decimals}, the other one ${thousands}; choose it below`,
  fixedDecimals: (column: string, cell: string, thousands: string) =>
    `column ${column}: ${cell} is read with a decimal point, since all its cells have three digits after it; the decimal comma reads ${thousands}`,
  exponents: (columns: string) =>
    `columns read as numbers with an exponent; the type “category” keeps them as text: ${columns}`,
  noVariable: (column: string, reason: string) => `column ${column} is left out since it names the rows (${reason})`,
  counter: (column: string) => `column ${column} counts the rows; the type “leave out” removes it`,
  digitDates: (column: string) =>
    `column ${column} looks like dates, but its digits are read as numbers; the type “dates” reads days`,
  answer: (column: string) =>
    `column ${column} alone determines the response of every row and may be the response itself; the type “leave out” removes it`,
  tokenResponse: (column: string, texts: string, others: string) =>
    `column ${column}: ${texts} is read as a missing response; “Read as missing” with ${others} keeps it as a class`,
  ignoreAdvice: 'the type “leave out” removes a column',
  indicatorAdvice: '“a 0/1 variable for each” below turns categories into variables',
  manyAdvice: 'the type “0/1 for each value” turns any number of categories into 0/1 variables',
  dateAdvice: 'the types of dates and times read them as numbers',
  numberAdvice: 'the type “number” reads numbers',
  meanAdvice: '“leave them out” trains without these rows; “fill in the mean of the fit samples” uses the means',
};
