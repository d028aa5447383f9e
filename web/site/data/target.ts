/** Proposes the column to predict, from the names and the first rows of a table. */

import type { Task } from 'trip-wasm';
import type { ColumnPlan } from '../../table/index.ts';
import type { Column, TableInspection } from './table.ts';

/** Usual names of a response. */
const named =
  /^(class(es)?|klasse|target|label|labels|species|y|response|outcome|diagnosis|category|cultivar|quality|クラス|目的変数)$/i;
/** Number of classes that a column of categories may have to be proposed without such a name. */
const mostClasses = 50;
/** Numbers with at most so many different values, all whole, may be classes. */
const mostNumbers = 10;
/** Rows that each class needs on average among the first rows. */
const rowsPerClass = 2;
const notResponses: readonly ColumnPlan['looks'][] = [
  'counter',
  'rowNames',
  'identifier',
  'dates',
  'times',
  'openDates',
];

export interface Proposal {
  readonly target: string;
  readonly task: Task;
}

type Inspected = Pick<TableInspection, 'columns' | 'preview' | 'rows'>;

/**
 * The column to predict, by these rules in turn:
 *
 * 1. the last column with a usual name of a response (class, target, label, species, y ...);
 * 2. the last column, if it holds categories, or else the last column of categories: at most 50, which repeat;
 * 3. the last column of at most 10 different whole numbers, which repeat: as classes;
 * 4. the last column of numbers.
 *
 * Columns that are left out, identifiers, dates, columns of one value and columns whose categories hardly repeat are never proposed.
 */
export function proposalOf(table: Inspected): Proposal | undefined {
  const possible = table.columns.filter((column) => mayRespond(column, table));
  const last = (fits: (column: Column) => boolean) => possible.filter(fits).at(-1);
  const found =
    last(({ name }) => named.test(name.trim())) ??
    last(({ type, count }) => type === 'category' && count <= mostClasses) ??
    last((column) => holdsClasses(column, table)) ??
    last(({ type }) => type === 'number');
  return found && { target: found.name, task: taskOf(found, table) };
}

/** The task of a response: classes, unless it holds numbers that do not look like classes. */
export function taskOf(column: Column, table: Inspected): Task {
  const isText = column.type === 'category' || column.type === 'indicators' || column.kept === 'category';
  if (column.type === 'date') return 'regression';
  if (column.type !== 'number' && isText) return 'classification';
  return holdsClasses(column, table) ? 'classification' : 'regression';
}

function mayRespond({ type, looks, count }: Column, { rows }: Inspected): boolean {
  if (type === 'skip' || type === 'date' || count < 2 || notResponses.includes(looks)) return false;
  return type === 'number' || rowsPerClass * count <= rows.seen;
}

/** Whether a column of numbers has few different whole values. */
function holdsClasses(column: Column, { columns, preview, rows }: Inspected): boolean {
  const at = columns.indexOf(column);
  const whole = preview.every((cells) => /^[+-]?\d*$/.test(cells[at] ?? ''));
  return column.type === 'number' && whole && column.count <= mostNumbers && rowsPerClass * column.count <= rows.seen;
}
