/** Columns of a table with a role of their own: the response or several, and the weights of the rows. */

import type { DatasetInput, Task } from 'trip-wasm';
import { quote, TableError } from './errors.js';
import { messages } from './messages.js';
import { toNumber } from './numbers.js';
import type { CategoryColumn, Column, Table } from './types.js';

/** Finds a column by its name, or else by its position: 1 is the first column, -1 the last. */
export const findColumn = (names: readonly string[], wanted: string): number =>
  positionsOf(names, [wanted])[0] as number;

/** As {@link findColumn}, of several columns. */
export function positionsOf(names: readonly string[], wanted: readonly string[]): number[] {
  // Of two columns with one name, the first one counts.
  const places = new Map<string, number>();
  for (const [index, name] of wanted.length === 0 ? [] : names.entries())
    if (!places.has(name)) places.set(name, index);
  return wanted.map((one) => {
    const named = places.get(one);
    if (named !== undefined) return named;
    const position = /^-?[1-9]\d*$/.test(one) ? Number(one) : 0;
    const index = position < 0 ? names.length + position : position - 1;
    if (position !== 0 && index >= 0 && index < names.length) return index;
    const shown = names.slice(0, 20).map(quote).join(', ');
    const more = names.length > 20 ? ` and ${names.length - 20} more` : '';
    throw new TableError('option', `there is no column ${quote(one)}; the columns are ${shown}${more}`);
  });
}

/** Positions of the columns of the response: one column, or several with commas between their names or positions. */
export function findTargets(names: readonly string[], wanted: string): number[] {
  if (names.includes(wanted) || !wanted.includes(',')) return [findColumn(names, wanted)];
  return positionsOf(
    names,
    wanted.split(',').map((name) => name.trim()),
  );
}

/** A response of several columns needs the task regression. */
export function requireRegression(targets: readonly string[], task: Task | undefined): void {
  if (targets.length < 2 || task === 'regression') return;
  const listed = targets.map(quote).join(', ');
  const accepted =
    'several responses need the task regression; several classes of a row (multi-label) are not accepted';
  throw new TableError('option', `the target is ${targets.length} columns: ${listed}; ${accepted}`);
}

export function columnOf(table: Table, name: string): Column {
  const column = table.columns.find((one) => one.name === name);
  if (column !== undefined) return column;
  const names = table.columns.map((one) => quote(one.name)).join(', ');
  throw new TableError('option', `there is no column ${quote(name)}; the columns are ${names}`);
}

export function isMissing(column: Column, row: number): boolean {
  return column.type === 'number' ? Number.isNaN(column.values[row]) : column.codes[row] === -1;
}

/** The response of the given rows. */
export function responseOf(
  table: Table,
  targets: readonly Column[],
  samples: Int32Array,
  task: Task | undefined,
): Pick<DatasetInput, 'y' | 'task' | 'responseNames'> {
  const [first, ...others] = targets;
  if (first === undefined) return {};
  if (others.length === 0) return oneResponse(table, first, samples, task);
  const responseNames = targets.map(({ name }) => name);
  requireRegression(responseNames, task);
  const columns = targets.map((target) => {
    if (target.type === 'number') return target.values;
    throw new TableError('value', messages().needsNumbers(quote(target.name)));
  });
  const y = Array.from(samples, (row) => columns.map((values) => values[row] as number));
  return { y, task: 'regression', responseNames };
}

/** The weights of the given rows. */
export function weightsOf(
  table: Table,
  column: Column | undefined,
  samples: Int32Array,
): Pick<DatasetInput, 'sampleWeight'> {
  if (column === undefined) return {};
  if (column.type !== 'number')
    throw new TableError('value', `the weights are in column ${quote(column.name)}, which holds no numbers`);
  const sampleWeight = Float64Array.from(samples, (row) => column.values[row] as number);
  const wrong = sampleWeight.findIndex((weight) => !(weight >= 0 && weight < Number.POSITIVE_INFINITY));
  if (wrong === -1) return { sampleWeight };
  const row = table.rows[samples[wrong] as number] as number;
  const seen = Number.isNaN(sampleWeight[wrong]) ? 'is missing' : `is ${sampleWeight[wrong]}`;
  throw new TableError(
    'value',
    messages().inCell(
      row,
      column.name,
      `the weight ${seen}; finite numbers of at least 0 are accepted, 0 leaves the row out`,
    ),
    { rows: [{ row, column: column.name, message: `the weight ${seen}` }] },
  );
}

/** Refuses a response that may be numeric unless the task is given. */
function requireClasses({ name, codes }: CategoryColumn, samples: Int32Array, decimals: boolean): void {
  const unique = samples.length > 2 && new Set(samples.map((row) => codes[row] as number)).size === samples.length;
  if (!decimals && !unique) return;
  const found = decimals ? 'numbers that are not all integers' : 'a class of its own for every row';
  throw new TableError(
    'option',
    `column ${quote(name)} holds ${found}; say whether the task is classification or regression`,
  );
}

/** NaN and infinity are texts: a class is never one of these numbers. */
const isWritten = (number: number, text: string) => Number.isFinite(number) && String(number) === text;

/** Classes that are all numbers become numbers, so that they are sorted by value. */
function oneResponse(
  { format }: Table,
  target: Column,
  samples: Int32Array,
  task: Task | undefined,
): Pick<DatasetInput, 'y' | 'task'> {
  if (target.type === 'number') {
    const y = Array.from(samples, (row) => target.values[row] as number);
    return { y, ...(task === undefined ? {} : { task }) };
  }
  if (task === 'regression') {
    throw new TableError('value', messages().needsNumbers(quote(target.name)));
  }
  const { categories, codes } = target;
  const mark = format.decimal.value;
  const numbers = categories.map(Number);
  const canonical = categories.every((category, code) => isWritten(numbers[code] as number, category));
  const values = categories.map((category) => toNumber(category, mark));
  const decimals = !values.some(Number.isNaN) && !values.every(Number.isInteger);
  if (task === undefined) requireClasses(target, samples, decimals);
  const classes: readonly (string | number)[] = canonical ? numbers : categories;
  return { y: Array.from(samples, (row) => classes[codes[row] as number] as string | number), task: 'classification' };
}
