/** From a table to the input of `trip.dataset`: which column is the response, which are variables, what missing values mean. */

import type { DatasetInput, Task } from 'trip-wasm';
import { quote, RowErrors, TableError } from './errors.js';
import { said } from './messages.js';
import type { CategoryColumn, Column, Note, Table } from './types.js';

export interface DatasetChoice {
  /** Name of the response's column; without one the samples have no response. */
  target?: string;
  /** Default: as for `trip.dataset`, categories and integers are classes. */
  task?: Task;
  /** Shape of one sample, row-major over the variables' columns. Default: a vector. */
  shape?: readonly number[];
  /** What becomes of variables that are categories. `indicators`: a variable 0 or 1 for each, named `city=Paris`. Default `refuse`. */
  categories?: 'refuse' | 'indicators';
  /** `drop` leaves rows with a missing value out; `mean` is that of `trip.dataset`. Default `refuse`. */
  missing?: 'refuse' | 'mean' | 'drop';
  /** The variables that a model knows, in its order: columns are found by these names, others are left alone. */
  features?: readonly string[];
}

export interface TableDataset {
  /** What `trip.dataset` takes. */
  readonly input: DatasetInput;
  /** Names of the variables in order, whatever the shape. */
  readonly features: readonly string[];
  /** Index into the table of each sample. */
  readonly samples: Int32Array;
  readonly notes: readonly Note[];
}

/** One variable: a value for each row of the table, NaN where it is missing. */
interface Variable {
  readonly name: string;
  readonly column: Column;
  /** Of an indicator: the category that gives 1. */
  readonly code?: number;
}

/** A column by its name, or else by its position: 1 is the first one, -1 the last. */
export function findColumn(names: readonly string[], wanted: string): number {
  const named = names.indexOf(wanted);
  if (named !== -1) return named;
  const position = /^-?[1-9]\d*$/.test(wanted) ? Number(wanted) : 0;
  const index = position < 0 ? names.length + position : position - 1;
  if (position !== 0 && index >= 0 && index < names.length) return index;
  const shown = names.slice(0, 20).map(quote).join(', ');
  const more = names.length > 20 ? ` and ${names.length - 20} more` : '';
  throw new TableError('option', `there is no column ${quote(wanted)}; the columns are ${shown}${more}`);
}

/** @throws TableError that names the rows and columns at fault. */
export function toDataset(table: Table, choice: DatasetChoice = {}): TableDataset {
  const target = choice.target === undefined ? undefined : columnOf(table, choice.target);
  const variables = variablesOf(table, choice, target);
  if (variables.length === 0) throw new TableError('value', said().noVariables);
  const dims = dimsOf(choice.shape, variables.length);
  const samples = samplesOf(table, target, variables, choice.missing ?? 'refuse');
  const dropped = table.rows.length - samples.length;
  const features = variables.map(({ name }) => name);
  return {
    input: {
      x: gather(variables, samples),
      shape: [samples.length, ...dims],
      ...(target === undefined ? {} : responseOf(target, samples, choice.task)),
      ...(dims.length === 1 ? { featureNames: features } : {}),
      ...(choice.missing === 'mean' ? { missing: 'mean' } : {}),
    },
    features,
    samples,
    notes: dropped === 0 ? [] : [() => said().droppedRows(dropped)],
  };
}

function columnOf(table: Table, name: string): Column {
  const column = table.columns.find((one) => one.name === name);
  if (column !== undefined) return column;
  const names = table.columns.map((one) => quote(one.name)).join(', ');
  throw new TableError('option', `there is no column ${quote(name)}; the columns are ${names}`);
}

function dimsOf(shape: readonly number[] | undefined, count: number): readonly number[] {
  const size = shape?.reduce((product, length) => product * length, 1) ?? count;
  if (size === count) return shape ?? [count];
  const wanted = `shape ${shape?.join('x')} needs ${size}`;
  throw new TableError(
    'shape',
    `${count} columns are left for the variables; ${wanted}: ignore columns or change the shape`,
  );
}

function variablesOf(table: Table, choice: DatasetChoice, target: Column | undefined): Variable[] {
  if (choice.features !== undefined) return knownVariables(table, choice.features);
  return table.columns
    .filter((column) => column !== target)
    .flatMap((column) => {
      if (column.type === 'number') return [{ name: column.name, column }];
      if (choice.categories === 'indicators') return indicatorsOf(column);
      const some = column.categories.slice(0, 3).map(quote).join(said().list);
      const reason = table.plans.find(({ name }) => name === column.name)?.reason ?? '';
      throw new TableError('value', said().categories(quote(column.name), some, reason));
    });
}

function indicatorsOf(column: CategoryColumn): Variable[] {
  return column.categories.map((category, code) => ({ name: `${column.name}=${category}`, column, code }));
}

/** Every variable that the model knows, and no category that it does not know. */
function knownVariables(table: Table, features: readonly string[]): Variable[] {
  const numbers = table.columns.filter(({ type }) => type === 'number');
  const known = new Map<string, Variable>(numbers.map((column) => [column.name, { name: column.name, column }]));
  const wanted = new Set(features);
  for (const column of table.columns) {
    if (column.type !== 'category') continue;
    const indicators = indicatorsOf(column);
    if (!features.some((feature) => feature.startsWith(`${column.name}=`))) continue;
    const strange = indicators.find(({ name }) => !wanted.has(name));
    if (strange !== undefined) refuseStranger(table, column, strange.code as number);
    for (const variable of indicators) known.set(variable.name, variable);
    for (const name of features) {
      const absent = name.startsWith(`${column.name}=`) && !known.has(name);
      if (absent) known.set(name, { name, column, code: column.categories.length });
    }
  }
  const missing = features.filter((feature) => !known.has(feature));
  if (missing.length === 0) return features.map((feature) => known.get(feature) as Variable);
  const some = missing.slice(0, 10).map(quote).join(', ');
  const more = missing.length > 10 ? ` and ${missing.length - 10} more` : '';
  throw new TableError('value', `the data lack columns of numbers that the model needs: ${some}${more}`);
}

function refuseStranger(table: Table, column: CategoryColumn, code: number): void {
  const errors = new RowErrors();
  const name = quote(column.categories[code] as string);
  errors.add(table.rows[column.codes.indexOf(code)] as number, column.name, `the model does not know ${name}`);
  errors.refuse('what cannot be used');
}

/** Indices of the rows to take. */
function samplesOf(
  table: Table,
  target: Column | undefined,
  variables: readonly Variable[],
  missing: 'refuse' | 'mean' | 'drop',
): Int32Array {
  const columns = [...new Set(variables.map(({ column }) => column))].filter((column) => column.missing > 0);
  const mustBeThere = [...(missing === 'mean' ? [] : columns), ...(target?.missing ? [target] : [])];
  const all = Int32Array.from(table.rows.keys());
  if (mustBeThere.length === 0) return all;
  if (missing === 'drop') {
    const kept = all.filter((row) => !mustBeThere.some((column) => isMissing(column, row)));
    if (kept.length > 0) return kept;
    throw new TableError('value', said().noWholeRow);
  }
  const errors = new RowErrors();
  for (const row of all) {
    for (const column of mustBeThere) {
      if (!isMissing(column, row)) continue;
      const absent = column === target ? said().noResponse : said().noCell;
      errors.add(table.rows[row] as number, column.name, absent);
    }
  }
  const canBeMean = mustBeThere.some((column) => column !== target);
  errors.refuse(said().missing, canBeMean ? said().meanAdvice : said().dropAdvice);
  return all;
}

function isMissing(column: Column, row: number): boolean {
  return column.type === 'number' ? Number.isNaN(column.values[row]) : column.codes[row] === -1;
}

/** N x I, row-major. */
function gather(variables: readonly Variable[], samples: Int32Array): Float32Array {
  const size = variables.length;
  const x = new Float32Array(samples.length * size);
  for (const [i, { column, code }] of variables.entries()) {
    for (let n = 0; n < samples.length; n++) {
      const row = samples[n] as number;
      x[n * size + i] = column.type === 'number' ? (column.values[row] as number) : indicator(column.codes[row], code);
    }
  }
  return x;
}

function indicator(found: number | undefined, code: number | undefined): number {
  return found === -1 ? Number.NaN : Number(found === code);
}

/** Refuses what looks like classes only because nobody said that they are numbers. */
function requireClasses({ name, codes }: CategoryColumn, samples: Int32Array, decimals: boolean): void {
  const unique = samples.length > 2 && new Set(samples.map((row) => codes[row] as number)).size === samples.length;
  if (!decimals && !unique) return;
  const found = decimals ? 'numbers that are not all integers' : 'a class of its own for every row';
  throw new TableError(
    'option',
    `column ${quote(name)} holds ${found}; say whether the task is classification or regression`,
  );
}

/** Classes that are all numbers become numbers, so that they are in ascending order. */
function responseOf(target: Column, samples: Int32Array, task: Task | undefined): Pick<DatasetInput, 'y' | 'task'> {
  if (target.type === 'number') {
    const y = Array.from(samples, (row) => target.values[row] as number);
    return { y, ...(task === undefined ? {} : { task }) };
  }
  if (task === 'regression') {
    throw new TableError('value', said().needsNumbers(quote(target.name)));
  }
  const { categories, codes } = target;
  const numbers = categories.map(Number);
  const numeric = categories.every((category, code) => category === String(numbers[code]));
  if (task === undefined) requireClasses(target, samples, numeric && !numbers.every(Number.isInteger));
  const classes: readonly (string | number)[] = numeric ? numbers : categories;
  return { y: Array.from(samples, (row) => classes[codes[row] as number] as string | number), task: 'classification' };
}
