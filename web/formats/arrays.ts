/** Converts arrays to the input of `trip.dataset`: chooses the response and the shape of a sample. */

import { type DatasetInput, TripError } from 'trip-wasm';
import { shown } from './lines.js';
import { productOf, tuple } from './shape.js';
import type { Arrays, FileSamples, NdArray, Numbers, ResponseValues } from './types.js';

/** Choices that arrays leave open. */
export interface ArrayChoice {
  /** A column of a matrix that is the response: a name, or a position, 1 for the first and -1 for the last. */
  readonly target?: string | undefined;
  /** The response, if another file contains it. */
  readonly response?: ResponseValues | undefined;
  /** Required for real numbers, and for several responses. Default: classification for texts and integers. */
  readonly task?: 'classification' | 'regression' | undefined;
  /** Shape of a sample, if the array has one row of numbers for each sample. */
  readonly dims?: readonly number[] | undefined;
  /** Samples with NaN are refused (the default), filled with the mean of the training set, or left out. */
  readonly missing?: 'refuse' | 'mean' | 'drop' | undefined;
}

/**
 * The input of `trip.dataset`, with one column or another array as the response.
 *
 * @throws TripError that names the array, its shape and what is accepted.
 */
export function ofArrays(arrays: Arrays, choice: ArrayChoice = {}): FileSamples<DatasetInput> {
  const { shape, values: x } = numbersOf(arrays.x);
  if (shape.length < 2) {
    throw new TripError('shape', `the samples have the shape ${tuple(shape)}; (N, I) or (N, I1, I2, ...) is accepted`);
  }
  requireElements('the samples', shape);
  const named = featureNamesOf(arrays, shape);
  const parted = choice.target === undefined ? undefined : withoutColumn({ shape, values: x }, choice.target, named);
  const own = parted?.x ?? { shape, values: x };
  const names = parted?.names ?? named;
  const y = choice.response ?? parted?.y ?? (arrays.y && asResponse(arrays.y, shape[0] as number, choice.task));
  if (y !== undefined) requireLength(y, shape[0] as number);
  const dims = dimsOf(own.shape.slice(1), choice.dims);
  const kept = choice.missing === 'drop' ? wholeRows(own, y) : undefined;
  const count = kept?.length ?? (shape[0] as number);
  if (count === 0) throw new TripError('value', 'every sample has a missing value; nothing is left');
  const left = (shape[0] as number) - count;
  return {
    input: {
      x: kept === undefined ? own.values : rowsOf(own.values, kept, productOf(dims)),
      shape: [count, ...dims],
      ...(y === undefined ? {} : responseOf(kept === undefined ? y : pick(y, kept), arrays.classNames, choice.task)),
      ...(names !== undefined && dims.length === 1 ? { featureNames: names } : {}),
      ...(choice.missing === 'mean' ? { missing: 'mean' } : {}),
    },
    ...(kept === undefined ? {} : { kept }),
    notes: left === 0 ? [] : [`${left} of ${shape[0]} samples are left out: they have missing values`],
  };
}

function requireLength({ length }: ResponseValues, samples: number): void {
  if (length !== samples) throw new TripError('shape', `y has ${length} entries; x has ${samples} samples`);
}

/** A header of a few bytes can claim any number of empty samples. */
function requireElements(what: string, shape: readonly number[]): void {
  if (productOf(shape) > 0) return;
  throw new TripError(
    'shape',
    `the shape of ${what} is ${tuple(shape)}, without an element; sizes of at least 1 are accepted`,
  );
}

function numbersOf({ shape, values }: NdArray): NdArray<Numbers> {
  if (ArrayBuffer.isView(values)) return { shape, values };
  throw new TripError(
    'value',
    `the samples are texts, the first one ${shown(values[0] as string)}; numbers are accepted`,
  );
}

function featureNamesOf({ featureNames }: Arrays, [, ...dims]: readonly number[]): readonly string[] | undefined {
  return dims.length === 1 && featureNames?.length === dims[0] ? featureNames : undefined;
}

/** One column of a matrix as the response, the others as the samples. */
function withoutColumn({ shape, values }: NdArray<Numbers>, target: string, names: readonly string[] | undefined) {
  const [count, size = 0, ...more] = shape as [number, ...number[]];
  const position = /^-?[1-9]\d*$/.test(target) ? Number(target) : 0;
  const named = names?.indexOf(target) ?? -1;
  const column = named !== -1 ? named : position < 0 ? size + position : position - 1;
  if (more.length > 0) {
    const found = `the samples have the shape ${tuple(shape)}`;
    throw new TripError('option', `a target is a column of a matrix; ${found}: the response comes from another array`);
  }
  if (column < 0 || column >= size || size === 1) {
    throw new TripError('option', `there is no column ${shown(target)} beside others; the array has ${size} columns`);
  }
  const x = new Float64Array(count * (size - 1));
  const y = new Float64Array(count);
  for (let n = 0; n < count; n++) {
    const row = values.subarray(n * size, (n + 1) * size);
    y[n] = row[column] as number;
    x.set(row.subarray(0, column), n * (size - 1));
    x.set(row.subarray(column + 1), n * (size - 1) + column);
  }
  return { x: { shape: [count, size - 1], values: x }, y, names: names?.filter((_, c) => c !== column) };
}

/**
 * One number or text for each sample, or for a regression a row of several numbers. A matrix of one column counts as a vector.
 * @internal
 */
export function asResponse({ shape, values }: NdArray, samples: number, task?: ArrayChoice['task']): ResponseValues {
  requireElements('the response', shape);
  if (shape.length === 1 || (shape.length === 2 && shape[1] === 1)) return values;
  const [rows = 0, width = 0] = shape;
  if (shape.length === 2 && task === 'regression' && ArrayBuffer.isView(values)) {
    return Array.from({ length: rows }, (_, n) => Array.from(values.subarray(n * width, (n + 1) * width)));
  }
  const matrix = shape.length === 2 && shape[0] === samples;
  const advice = matrix ? '; classes one-hot are y.argmax(axis=1), several responses need the task regression' : '';
  throw new TripError('shape', `the response has the shape ${tuple(shape)}; (${samples},) is accepted${advice}`);
}

function dimsOf(own: readonly number[], wanted: readonly number[] | undefined): readonly number[] {
  if (wanted === undefined || productOf(own) !== productOf(wanted)) {
    if (wanted === undefined) return own;
    const needed = `shape ${wanted.join('x')} needs ${productOf(wanted)}`;
    throw new TripError('shape', `a sample of the array has ${productOf(own)} numbers (${own.join(' x ')}); ${needed}`);
  }
  if (own.length === 1 || own.join() === wanted.join()) return wanted;
  throw new TripError(
    'shape',
    `a sample of the array has the shape ${own.join('x')}; ${wanted.join('x')} is asked for`,
  );
}

/** Samples without a missing value. */
function wholeRows({ shape, values }: NdArray<Numbers>, y: ResponseValues | undefined): Int32Array {
  const size = productOf(shape.slice(1));
  const isAnswered = (n: number) => ![y?.[n]].flat().some(Number.isNaN);
  const isWhole = (n: number) => isAnswered(n) && !values.subarray(n * size, (n + 1) * size).some(Number.isNaN);
  return Int32Array.from({ length: shape[0] as number }, (_, n) => n).filter(isWhole);
}

function rowsOf(values: Numbers, kept: Int32Array, size: number): Float64Array {
  const x = new Float64Array(kept.length * size);
  for (const [at, n] of kept.entries()) x.set(values.subarray(n * size, (n + 1) * size), at * size);
  return x;
}

function pick(y: ResponseValues, kept: Int32Array): ResponseValues {
  return Array.from(kept, (n) => y[n]) as ResponseValues;
}

/** Integers that are indices of class names become these names. */
function responseOf(
  y: ResponseValues,
  names: readonly string[] | undefined,
  task: ArrayChoice['task'],
): Pick<DatasetInput, 'y' | 'task' | 'classNames'> {
  const codes = y as ArrayLike<unknown>;
  const counts = names !== undefined && task !== 'regression' && Array.from(codes).every((code) => isCode(code, names));
  if (!counts) return { y, ...(task === undefined ? {} : { task }) };
  return { y: Array.from(codes, (code) => names[code as number] as string), task: 'classification', classNames: names };
}

function isCode(code: unknown, { length }: readonly string[]): boolean {
  return Number.isInteger(code) && (code as number) >= 0 && (code as number) < length;
}
