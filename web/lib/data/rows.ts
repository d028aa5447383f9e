/** Converts samples from the forms of applications: rows of numbers, rows as objects, or the input of `dataset()`. */

import { isArrayLike } from '../common/arrays.js';
import { defined, describe, refuse, refuseUnknown } from '../common/check.js';
import { fail } from '../common/errors.js';
import { isA } from '../common/realm.js';
import type { Dataset, DatasetInput, RowsInput, Samples } from '../types.js';
import { dataset, requireDataset } from './dataset.js';

/** Names of the variables of a model, for rows as objects, and its categorical columns. */
export type Names = {
  readonly featureNames?: readonly string[];
  readonly categorical?: readonly (string | number)[] | undefined;
};

type Row = Readonly<Record<string, unknown>>;

/** Returns a dataset unchanged and converts other samples to one. `model` names the variables of the rows. */
export function toDataset(name: string, value: Samples, model?: Names): Dataset {
  if (isArrayLike(value) && !ArrayBuffer.isView(value)) {
    if (!isRow(value[0]))
      return dataset({ x: value as DatasetInput['x'], ...defined({ categorical: model?.categorical }) });
    return datasetOfRows({ rows: value as readonly Row[] }, name, model);
  }
  if (typeof value === 'object' && value !== null && 'rows' in value) return datasetOfRows(value, 'rows', model);
  if (isInput(value)) {
    const known = model?.categorical?.filter(
      (own) => typeof own === 'number' || value.featureNames?.includes(own) === true,
    );
    return dataset({ ...defined({ categorical: known }), ...value });
  }
  requireDataset(name, value);
  return value;
}

/**
 * Whether a value is the input of `dataset()` and not a dataset: it has `y`, or numbers that still need a check. A dataset has doubles
 * only when floats would lose precision; it is frozen, unless it was cloned.
 */
function isInput(value: unknown): value is DatasetInput {
  const { x, y, labels, targets, offsets, sampleWeight } = (value ?? {}) as DatasetInput & Partial<Dataset>;
  if (!isArrayLike(x) || [labels, targets, offsets].some((part) => part !== undefined)) return false;
  if (y !== undefined || !(sampleWeight === undefined || isA(sampleWeight, 'Float64Array'))) return true;
  return !isA(x, 'Float32Array') && !(isA(x, 'Float64Array') && Object.isFrozen(value));
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !isArrayLike(value);
}

/**
 * Checks and copies samples, as {@link Trip.dataset} does, without WebAssembly: a worker that reads a file can make the dataset and send it
 * to the page, which trains.
 *
 * @param input samples as an array with a shape, nested arrays, or rows of objects; see {@link DatasetInput} and {@link RowsInput}
 * @returns a plain dataset; the structured clone of it that another thread receives is accepted everywhere
 * @throws TripError `shape`, `value` or `option`, with the argument, the value seen and what is accepted
 *
 * @example
 * ```js
 * import { dataset, loadTrip } from 'trip-wasm';
 *
 * const data = dataset({ rows: [{ a: 1, b: 0, c: 'x' }, { a: 0, b: 1, c: 'y' }], target: 'c' });
 * const trip = await loadTrip();
 * console.log(trip.subset(data, [0]).shape);
 * ```
 */
export function datasetOf(input: DatasetInput | RowsInput): Dataset {
  return typeof input === 'object' && input !== null && 'rows' in input ? datasetOfRows(input, 'rows') : dataset(input);
}

const known = ['rows', 'target', 'features', 'task', 'classNames', 'missing', 'sampleWeight', 'categorical'];

function datasetOfRows(input: RowsInput, place: string, model: Names = {}): Dataset {
  refuseUnknown('dataset with rows', input, known);
  const { rows, target, missing, task, classNames, sampleWeight: weight } = input;
  const targets = columnsOf('target', target);
  const others = weight === undefined ? targets : [...targets, weight];
  const first = isArrayLike(rows) ? rows[0] : undefined;
  if (!isRow(first)) refuse(place, rows, 'an array of objects, one a sample, is', 'value');
  const names = input.features ?? model.featureNames ?? Object.keys(first).filter((own) => !others.includes(own));
  requireColumns(place, first, [...names, ...others]);
  const cell = (n: number, column: string): unknown => {
    const row = rows[n];
    if (!isRow(row)) refuse(`${place}[${n}]`, row, 'an object is', 'value');
    return row[column];
  };
  const categorical = input.categorical ?? model.categorical?.filter((own) => names.includes(own as string));
  // dataset() refuses lists that are none.
  const texts = Array.isArray(categorical) || categorical === undefined ? new Set(categorical) : undefined;
  const number = (n: number, column: string, i: number): number | string | boolean => {
    const value = cell(n, column);
    if (typeof value === 'number') return value;
    const isText = typeof value === 'string' || typeof value === 'boolean';
    if (isText && (texts === undefined || texts.has(column) || texts.has(i))) return value;
    // Parsers of tables and databases write missing numbers as undefined or null.
    if ((value === undefined || value === null) && missing === 'mean') return Number.NaN;
    // A number in quotes is no category.
    const more =
      isText && Number.isNaN(Number(value)) ? `numbers (or categorical: [${describe(column)}]) are` : 'numbers are';
    const advice = value === undefined || value === null ? "numbers (or missing: 'mean') are" : more;
    return refuse(`${place}[${n}][${describe(column)}]`, value, advice, 'value');
  };
  // A list of one column is that column, unless it names the response of a regression.
  const several = typeof target !== 'string' && (targets.length > 1 || task === 'regression');
  const rowOf = (n: number) => targets.map((column) => cell(n, column));
  const y = targets.length === 0 ? undefined : Array.from(rows, (_, n) => (several ? rowOf(n) : rowOf(n)[0]));
  const x = Array.from(rows, (_, n) => names.map((column, i) => number(n, column, i)));
  const sampleWeight = weight === undefined ? undefined : Array.from(rows, (_, n) => cell(n, weight));
  const responseNames = several && y !== undefined ? targets : undefined;
  const response = { y, task, classNames, missing, sampleWeight, responseNames, categorical } as Partial<DatasetInput>;
  return dataset({ x, featureNames: [...names], ...defined(response) });
}

/** A column or several; none when absent. */
function columnsOf(name: string, given: unknown): readonly string[] {
  if (given === undefined) return [];
  if (typeof given === 'string') return [given];
  if (Array.isArray(given) && given.every((own) => typeof own === 'string')) return [...given];
  return refuse(name, given, 'the name of a column or an array of names is');
}

/** Refuses rows that lack columns, and names all missing columns in one message. */
function requireColumns(place: string, first: Row, columns: readonly string[]): void {
  const lacking = columns.filter((column) => !(column in first));
  if (lacking.length === 0) return;
  const list = lacking.slice(0, 10).map(describe).join(', ');
  fail('value', `${place} lack ${list}; they have ${Object.keys(first).slice(0, 20).map(describe).join(', ')}`);
}
