/** Puts problems of the reader's table and changes to it into words. */

import type { ArrayFormat } from '../../formats/index.ts';
import { type ColumnPlan, nameOf } from '../../table/index.ts';
import type { ResponseChoice } from '../data/arrays.ts';
import { bytesPerNumber, type OwnNote, type TableProblem } from '../data/checked.ts';
import { Refusal } from '../data/refusal.ts';
import type { Column, Source, TableInspection } from '../data/table.ts';
import { messageOf } from '../training/error-message.ts';
import { explained } from './en/explain.ts';
import { importing } from './en/importing.ts';
import { page } from './en/page.ts';
import { fixed, percent, plain } from './numbers.ts';

export function tableProblem(problem: TableProblem): string {
  switch (problem.code) {
    case 'tooLarge':
      return importing.tooLarge(plain(problem.size), plain(problem.limit));
    case 'tooFew':
      return importing.tooFew(problem.rows, problem.fewest);
    case 'oneValue':
      return importing.oneValue(problem.column, plain(problem.value));
    case 'oneClass':
      return importing.oneClass(problem.column, problem.name);
    case 'allClasses':
      return importing.allClasses(problem.column, problem.classes, problem.rows);
    case 'rareClasses':
      return importing.rareClasses(problem.names.join(page.list));
    case 'fewGroups':
      return importing.fewGroups(problem.column, problem.groups, problem.fewest);
    case 'lonelyClasses':
      return importing.lonelyClasses(problem.column, problem.names.join(page.list));
    case 'allConstant':
      return importing.allConstant;
    case 'manyNumbers': {
      const numbers = problem.rows * problem.size;
      const gigabytes = fixed((numbers * bytesPerNumber) / 1e9, 1);
      return importing.manyNumbers(plain(problem.rows), plain(problem.size), plain(numbers), gigabytes);
    }
    case 'noMemory':
      return importing.noMemory;
    case 'tooMany':
      return importing.tooMany(plain(problem.numbers), plain(problem.limit));
    case 'modes':
      return importing.tooManyModes(problem.modes, problem.most);
    case 'shape':
      return importing.noShape(problem.text);
    case 'responseFile':
      return importing.noResponseFile(problem.name);
  }
}

/** Why a table could not be read or trained on. */
export const importError = (error: unknown): string =>
  error instanceof Refusal ? tableProblem(error.reason as TableProblem) : messageOf(error);

/** Variables named at most. */
const named = 5;

export function noteText(note: OwnNote): string {
  if (typeof note === 'function') return note();
  if (note.code === 'drawn') return importing.drawn(plain(note.shown), plain(note.all));
  if (note.code === 'oneVariable') return importing.oneVariable;
  const names = note.variables.map(({ index, name }) => name ?? explained.variableNumber(index + 1));
  const listed = names.slice(0, named).join(page.list);
  return importing.constant(names.length > named ? importing.andMore(listed) : listed);
}

/** The kind of a file of arrays with the shape of its samples: `NumPy array: 300 samples of 8 × 8 numbers`. */
export const arraysAre = (format: ArrayFormat, [samples = 0, ...dims]: readonly number[]): string =>
  importing.arraysAre(importing.formats[format], plain(samples), dims.map(plain).join(' × '));

export function responseName(choice: Exclude<ResponseChoice, ''>): string {
  const { responses } = importing;
  return choice in responses
    ? responses[choice as keyof typeof responses]
    : importing.arrayCalled(choice.slice('array '.length));
}

/** How a column looks. */
export const lookOf = ({ looks, count }: ColumnPlan): string =>
  looks === 'categories' || looks === 'number' ? importing.values(plain(count)) : importing.looks[looks];

/** Columns named in one line at most. */
const leftOutNamed = 5;

/** `150 rows, 4 variables · comma · decimal point · utf-8 · names in the first row · left out: id`. */
export function detectedLine(
  source: Source,
  { rows, format }: TableInspection,
  variables: number,
  leftOut: readonly Column[],
): string {
  const { delimiter, decimal, header, encoding } = format;
  const text = typeof source === 'string' || source instanceof Blob;
  const names = leftOut.slice(0, leftOutNamed).map(({ name }) => name);
  const listed = names.join(page.list);
  return importing.detectedLine({
    rows: plain(rows.exact ? rows.count : Number(rows.count.toPrecision(2))),
    whole: rows.exact,
    variables,
    format: text
      ? [
          nameOf(delimiter.value),
          importing.decimalIs[decimal.value],
          ...(source instanceof Blob ? [encoding.value] : []),
          header.value ? importing.withNames : importing.withoutNames,
        ]
      : ['Parquet'],
    leftOut: leftOut.length > leftOutNamed ? importing.andMore(listed) : listed,
  });
}

/** Megabytes read so far; while all are read the values are checked. */
export function progressText({ read, all }: { readonly read: number; readonly all: number }): string {
  if (all > 0 && read >= all) return importing.checking;
  if (all === 0) return importing.reading;
  return importing.progress(fixed(read / 1e6, 1), fixed(all / 1e6, 1), percent(read / all, 0));
}
