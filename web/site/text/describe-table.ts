/** Puts problems of the reader's table and changes to it into words. */

import type { ColumnPlan } from '../../table/index.ts';
import type { OwnNote, TableProblem } from '../data/own.ts';
import { Refusal } from '../data/refusal.ts';
import { messageOf } from '../training/error-message.ts';
import { explained } from './en/explain.ts';
import { importing } from './en/importing.ts';
import { page } from './en/page.ts';
import { plain } from './numbers.ts';

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
    case 'allConstant':
      return importing.allConstant;
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

/** How a column looks. */
export const lookOf = ({ looks, count }: ColumnPlan): string =>
  looks === 'categories' || looks === 'number' ? importing.values(plain(count)) : importing.looks[looks];
