/** Signs that numbers were read without: a model must hear of new data that are written otherwise, as 5% and 0.05. */

import type { Table } from '../table/index.js';
import { cut } from './checks.js';

/** Names of columns with the sign of their numbers; columns of plain numbers are left out. */
export type Signs = readonly (readonly [column: string, sign: string])[];

export function signsOf(table: Table, names: readonly string[]): Signs {
  const signs = signsIn(table);
  return names.flatMap((name) => {
    const sign = signs.get(name) ?? '';
    return sign === '' ? [] : [[name, sign] as const];
  });
}

/** The sign of each column of numbers that has one. */
const signsIn = ({ columns }: Table) =>
  new Map(columns.flatMap((one) => (one.type === 'number' && one.sign !== undefined ? [[one.name, one.sign]] : [])));

const words: { readonly [sign: string]: string } = {
  '': 'plain numbers',
  date: 'dates, read as days since 1970-01-01',
  time: 'times, read as hours of the day',
};
const wordsFor = (sign: string) => (Object.hasOwn(words, sign) ? words[sign] : `numbers with ${cut(sign)}`);

/** Columns of the table whose numbers are written otherwise than those of the training set; `pairs` are names there and here. */
export function signNotes(
  table: Table,
  known: Signs,
  pairs: readonly (readonly [there: string, here: string])[],
): string[] {
  const [signs, own] = [new Map(known), signsIn(table)];
  return pairs.flatMap(([there, here]) => {
    const [was, is] = [signs.get(there) ?? '', own.get(here) ?? ''];
    if (was === is) return [];
    const seen = `column '${cut(here)}' holds ${wordsFor(is)}, and in the training set it held ${wordsFor(was)}`;
    return [`${seen}; the numbers are taken as they are`];
  });
}
