/** Reads the response from a separate file. */

import { TripError } from 'trip-wasm';
import { asResponse, type ResponseValues, readNpy, readNpzResponse } from '../formats/index.js';
import { type Column, type ColumnPlan, type ColumnType, findColumn } from '../table/index.js';
import { cut } from './checks.js';
import type { Arguments } from './command.js';
import { arraysOf, flags, formatOf } from './files.js';
import { asChoice, isInput, type Reading, readBytes, readData, readingOf, withPath } from './input.js';
import type { Terminal } from './terminal.js';

export interface ResponseRequest {
  readonly reading: Reading;
  readonly task?: 'classification' | 'regression' | undefined;
  readonly targetArray?: string | undefined;
  /** The column of a table; default: its only column. */
  readonly target?: string | undefined;
}

/** The requested arrays, with the response from the file `y`. If that file is given, the target is one of its columns. */
export async function arraysFrom(values: Arguments['values'], y: unknown, terminal: Terminal) {
  const { target, task, missing } = asChoice(values);
  const arrays = { ...arraysOf(values), target, task, missing };
  if (y === undefined) return arrays;
  const response = await readResponse(y as string, { ...arrays, reading: readingOf(values) }, terminal);
  return { ...arrays, target: undefined, response };
}

/** One class or number per sample, in the order of the samples. */
export async function readResponse(
  path: string,
  request: ResponseRequest,
  terminal: Terminal,
): Promise<ResponseValues> {
  const format = formatOf(path);
  if (format !== 'npy' && format !== 'npz') return fromTable(path, request, terminal);
  try {
    const bytes = await readBytes(path, terminal.signal);
    const found =
      format === 'npy'
        ? readNpy(bytes, 'y')
        : await readNpzResponse(bytes, { targetArray: request.targetArray, optionNames: flags });
    return asResponse(found, found.shape[0] ?? 1, request.task);
  } catch (error) {
    throw withPath(error, path);
  }
}

async function fromTable(
  path: string,
  { reading, task, target }: ResponseRequest,
  terminal: Terminal,
): Promise<ResponseValues> {
  let name = '';
  const choose = (plans: readonly ColumnPlan[]): ColumnType[] => {
    const names = plans.map((plan) => plan.name);
    if (target === undefined && plans.length > 1) {
      throw new TripError('option', `it has ${plans.length} columns; --target COLUMN selects the response`);
    }
    const column = target === undefined ? 0 : findColumn(names, target);
    name = names[column] as string;
    return plans.map((_, c) => (c !== column ? 'skip' : task === 'regression' ? 'number' : 'category'));
  };
  // These options are for the samples.
  const { format: _, array: _array, 'first-index': _first, ...own } = reading as Reading & Record<string, unknown>;
  const table = await readData(path, own, { choose, required: (column) => column === name }, terminal);
  const column = isInput(table) ? undefined : table.columns[0];
  if (column === undefined)
    throw withPath(new TripError('format', 'the response is a column of a table, or an array'), path);
  if (column.missing > 0) throw withPath(new TripError('value', `column '${cut(name)}' has missing values`), path);
  return valuesOf(column);
}

/** NaN and infinity are texts: a class is never one of these numbers. */
const isWritten = (number: number, text: string) => Number.isFinite(number) && String(number) === text;

/** Classes are numbers if all of them are written as numbers. */
function valuesOf(column: Column): ResponseValues {
  if (column.type === 'number') return column.values;
  const numbers = column.categories.map(Number);
  const canonical = column.categories.every((category, code) => isWritten(numbers[code] as number, category));
  const classes = canonical ? numbers : column.categories;
  return Array.from(column.codes, (code) => classes[code]) as number[] | string[];
}
