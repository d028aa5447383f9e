/** Datasets: plain, frozen, structured-cloneable data, checked once on the way in. */

import { allocate, isArrayLike, isTypedArray, place, product, toFloat, toFloats } from './arrays.js';
import { describe, describeTyped, oneOf, refuseUnknown, requireObject } from './check.js';
import { TripError } from './errors.js';
import type { RawDataset } from './raw.js';
import type { Dataset, DatasetInput, ModelSpec, ResponseInput, Task } from './types.js';

/** The names that dense and sparse input share. */
export const responseNames = ['y', 'task', 'featureNames', 'modeNames', 'classNames'];

/** What the core has work space for. */
const MAX_MODES = 8;

/** Checks and copies the input; see {@link DatasetInput} for what is accepted. */
export function dataset(input: DatasetInput): Dataset {
  requireObject('the input of dataset', input);
  refuseUnknown('dataset', input, ['x', 'shape', 'missing', ...responseNames]);
  const given: DatasetInput = input;
  const missing = oneOf('missing', given.missing ?? 'refuse', ['refuse', 'mean'] as const) === 'mean';
  const { x, shape } = readSamples(given.x, given.shape, missing ? toFloatOrMissing : toFloat);
  return freeze({
    x,
    shape,
    ...readResponse(given, shape[0] as number),
    ...readVariables(given, shape),
    ...(missing ? { missing: 'mean' } : {}),
  });
}

/** Freezes what can be frozen (typed arrays cannot). */
export function freeze(data: Dataset): Dataset {
  const modes = data.modeNames ?? [];
  for (const list of [data.shape, data.classNames, data.featureNames, ...modes, modes]) Object.freeze(list);
  return Object.freeze(data);
}

type Reader = typeof toFloat;

const toFloatOrMissing: Reader = (value, where) => (Number.isNaN(value) ? Number.NaN : toFloat(value, where));

function readSamples(x: unknown, shape: unknown, read: Reader): { x: Float32Array; shape: readonly number[] } {
  if (!isArrayLike(x)) {
    throw new TripError('value', `x is ${describe(x)}; a typed array, an array or nested arrays are accepted`);
  }
  const nested = typeof x[0] === 'object' && x[0] !== null;
  const given = shape === undefined ? undefined : readShape(shape);
  if (nested) return readNested(x, given, read);
  if (given === undefined) {
    throw new TripError('shape', `shape is missing: x is a flat array of ${x.length} numbers and needs shape [N, I]`);
  }
  const size = product(given);
  if (!Number.isSafeInteger(size)) {
    throw new TripError('shape', `shape is ${describe(given)}; its product is too large`);
  }
  if (x.length !== size) {
    throw new TripError('shape', `x has ${x.length} numbers; shape [${given.join(', ')}] needs ${size}`);
  }
  const floats = allocate('x', size);
  for (let i = 0; i < size; i++) floats[i] = read(x[i], () => place('x', i, given));
  return { x: floats, shape: given };
}

export function readShape(shape: unknown): readonly number[] {
  if (!Array.isArray(shape) && !isTypedArray(shape)) {
    throw new TripError('shape', `shape is ${describeTyped(shape)}; an array [N, I_1, ...] is accepted`);
  }
  const sizes = Array.from(shape as ArrayLike<unknown>);
  if (sizes.length < 2) {
    throw new TripError('shape', `shape is ${describe(sizes)}; at least two entries [N, I] are accepted`);
  }
  requireFewModes('shape has', sizes.length - 1);
  sizes.forEach((size, k) => {
    if (typeof size !== 'number' || !Number.isInteger(size) || size < 1) {
      throw new TripError('shape', `shape[${k}] is ${describeTyped(size)}; positive integers are accepted`);
    }
  });
  return sizes as number[];
}

function requireFewModes(what: string, modes: number): void {
  if (modes <= MAX_MODES) return;
  throw new TripError('shape', `${what} more than ${MAX_MODES} modes; ${MAX_MODES} at most are accepted`);
}

function readNested(
  x: ArrayLike<unknown>,
  given: readonly number[] | undefined,
  read: Reader,
): ReturnType<typeof readSamples> {
  const shape: number[] = [];
  for (let level: unknown = x; isArrayLike(level); level = level[0]) {
    shape.push(level.length);
    requireFewModes('x is nested as samples of', shape.length - 1);
  }
  if (shape.length < 2 || shape.includes(0)) {
    throw new TripError(
      'shape',
      `x has the shape [${shape.join(', ')}]; at least one sample of one variable is accepted`,
    );
  }
  if (given !== undefined && given.join() !== shape.join()) {
    throw new TripError('shape', `x is nested as [${shape.join(', ')}]; shape says [${given.join(', ')}]`);
  }
  const floats = allocate('x', product(shape));
  let next = 0;
  const fill = (level: unknown, at: readonly number[]): void => {
    const name = () => `x[${at.join(', ')}]`;
    const size = shape[at.length] as number;
    if (!isArrayLike(level)) {
      throw new TripError('shape', `${name()} is ${describeTyped(level)}; an array of length ${size} is accepted`);
    }
    if (level.length !== size) {
      throw new TripError('shape', `${name()} has ${level.length} entries; the first of its kind has ${size}`);
    }
    const innermost = at.length === shape.length - 1;
    for (let i = 0; i < size; i++) {
      if (innermost) floats[next++] = read(level[i], () => `x[${[...at, i].join(', ')}]`);
      else fill(level[i], [...at, i]);
    }
  };
  fill(x, []);
  return { x: floats, shape };
}

type Response = Pick<Dataset, 'task' | 'labels' | 'targets' | 'classNames'>;

export function readResponse(input: ResponseInput, samples: number): Response {
  const { y, classNames } = input;
  const task = input.task === undefined ? undefined : oneOf<Task>('task', input.task, ['classification', 'regression']);
  if (y === undefined) {
    if (task !== undefined) throw new TripError('option', `task is '${task}' but y is missing`);
    if (classNames !== undefined) throw new TripError('option', 'classNames are given but y is missing');
    return {};
  }
  if (!isArrayLike(y))
    throw new TripError('value', `y is ${describeTyped(y)}; an array of numbers or strings is accepted`);
  if (y.length !== samples) throw new TripError('shape', `y has ${y.length} entries; x has ${samples} samples`);
  const kind = commonType(y);
  if (task === 'regression') {
    if (kind === 'string') throw new TripError('value', `y[0] is ${describe(y[0])} (string); regression needs numbers`);
    if (classNames !== undefined) throw new TripError('option', "classNames are given but task is 'regression'");
    return { task, targets: toFloats('y', y) };
  }
  if (task === undefined && kind === 'number') refuseFractions(y as ArrayLike<number>);
  return { task: 'classification', ...toLabels(y as ArrayLike<string | number>, classNames) };
}

function commonType(y: ArrayLike<unknown>): 'number' | 'string' {
  const first = typeof y[0];
  for (let n = 0; n < y.length; n++) {
    const type = typeof y[n];
    if (type !== 'number' && type !== 'string') {
      throw new TripError('value', `y[${n}] is ${describeTyped(y[n])}; numbers or strings are accepted`);
    }
    if (type !== first) {
      const both = `y[0] is ${describeTyped(y[0])}, y[${n}] is ${describeTyped(y[n])}`;
      throw new TripError('value', `${both}; only numbers or only strings are accepted`);
    }
    if (type === 'number' && !Number.isFinite(y[n])) {
      throw new TripError('value', `y[${n}] is ${y[n]}; finite numbers are accepted`);
    }
  }
  return first as 'number' | 'string';
}

function refuseFractions(y: ArrayLike<number>): void {
  for (let n = 0; n < y.length; n++) {
    if (Number.isInteger(y[n])) continue;
    const choices = "task: 'regression' (real numbers) or task: 'classification' (each value a class)";
    throw new TripError('value', `y[${n}] is ${y[n]}, not an integer; say which is meant: ${choices}`);
  }
}

function toLabels(
  y: ArrayLike<string | number>,
  given: readonly string[] | undefined,
): { labels: Int32Array; classNames: readonly string[] } {
  const classNames = given === undefined ? classesOf(y) : readNames('classNames', given);
  const indices = new Map(classNames.map((name, index) => [name, index]));
  if (indices.size < classNames.length) {
    const twice = classNames.find((name, index) => classNames.indexOf(name) < index);
    throw new TripError('value', `classNames has ${describe(twice)} twice`);
  }
  const labels = Int32Array.from(y, (label, n) => {
    const index = indices.get(String(label));
    if (index === undefined) {
      throw new TripError(
        'value',
        `y[${n}] is ${describe(label)}; classNames are ${classNames.map(describe).join(', ')}`,
      );
    }
    return index;
  });
  return { labels, classNames };
}

/** Numbers ascending, strings in order of first appearance. */
function classesOf(y: ArrayLike<string | number>): string[] {
  const seen = [...new Set(Array.from(y))];
  if (typeof seen[0] === 'number') (seen as number[]).sort((a, b) => a - b);
  return seen.map(String);
}

/** Vectors have `featureNames`, matrices and cubes `modeNames`. */
export function readVariables(input: ResponseInput, shape: readonly number[]) {
  const { featureNames, modeNames } = input;
  const modes = shape.length - 1;
  if (featureNames !== undefined && modes > 1) {
    throw new TripError('option', `featureNames name the variables of vectors; the samples have ${modes} modes`);
  }
  if (modeNames !== undefined && modes === 1) {
    throw new TripError('option', 'modeNames are for matrices and cubes; vectors have featureNames');
  }
  return {
    ...(featureNames === undefined ? {} : { featureNames: readFeatureNames(featureNames, shape[1] as number) }),
    ...(modeNames === undefined ? {} : { modeNames: readModeNames(modeNames, shape.slice(1)) }),
  };
}

function readFeatureNames(names: unknown, size: number): readonly string[] {
  const list = readNames('featureNames', names);
  if (list.length === size) return list;
  throw new TripError('shape', `featureNames has ${list.length} names; x has ${size} variables`);
}

function readModeNames(names: unknown, dims: readonly number[]): readonly (readonly string[])[] {
  if (!Array.isArray(names) || names.length !== dims.length) {
    throw new TripError('shape', `modeNames is ${describe(names)}; ${dims.length} lists are accepted, one a mode`);
  }
  return dims.map((size, k) => {
    const list = readNames(`modeNames[${k}]`, names[k]);
    if (list.length === 0 || list.length === size) return list;
    throw new TripError('shape', `modeNames[${k}] has ${list.length} names; mode ${k} has ${size}, or leave it empty`);
  });
}

function readNames(what: string, names: unknown): string[] {
  if (!Array.isArray(names))
    throw new TripError('option', `${what} is ${describeTyped(names)}; an array of strings is accepted`);
  return names.map((name: unknown, i) => {
    if (typeof name !== 'string')
      throw new TripError('value', `${what}[${i}] is ${describeTyped(name)}; strings are accepted`);
    return name;
  });
}

/** Refuses what was not made by this package (or is no clone of it). Values are checked by the core. */
export function requireDataset(name: string, value: unknown): asserts value is Dataset {
  const data = value as Partial<Dataset> | null | undefined;
  if (typeof data !== 'object' || data === null || !(data.x instanceof Float32Array) || !Array.isArray(data.shape)) {
    throw new TripError(
      'value',
      `${name} is ${describeTyped(value)}; a dataset made by dataset(), sparseDataset() or a generator is accepted`,
    );
  }
  const shape = readShape(data.shape);
  const samples = shape[0] as number;
  if (data.offsets === undefined) requireLength(`${name}.x`, data.x, product(shape));
  else {
    requireLength(`${name}.offsets`, data.offsets, samples + 1);
    requireLength(`${name}.index`, data.index, data.x.length * (shape.length - 1));
  }
  if (data.task === 'classification') {
    if (!Array.isArray(data.classNames)) throw new TripError('value', `${name}.classNames is missing`);
    requireLength(`${name}.labels`, data.labels, samples);
  } else if (data.task === 'regression') {
    requireLength(`${name}.targets`, data.targets, samples);
  }
}

function requireLength(name: string, array: ArrayLike<number> | undefined, length: number): void {
  if (array?.length !== length) {
    throw new TripError('shape', `${name} has ${array?.length ?? 'no'} entries; ${length} are needed`);
  }
}

/** A training set needs a response, and for classification two classes that occur. */
export function requireTrainable(data: Dataset): void {
  if (data.task === undefined) throw new TripError('value', 'the training set has no response: give dataset() a y');
  if (data.labels === undefined) return;
  const first = data.labels[0] as number;
  if (data.labels.every((label) => label === first)) {
    const name = describe(data.classNames?.[first]);
    throw new TripError('value', `y has only the class ${name}; training a classifier needs two classes or more`);
  }
}

/** What the order of classes and the sizes are taken from: a training set or a model. */
type Reference = Pick<ModelSpec, 'dims' | 'classNames'> & { readonly task?: Task };

export function referenceOf(train: Dataset): Reference {
  const { task, classNames } = train;
  return {
    dims: train.shape.slice(1),
    ...(task === undefined ? {} : { task }),
    ...(classNames === undefined ? {} : { classNames }),
  };
}

export function requireDims(name: string, data: Dataset, dims: readonly number[]): void {
  const own = data.shape.slice(1);
  if (own.join() === dims.join()) return;
  throw new TripError(
    'shape',
    `samples of ${name} have the shape [${own.join(', ')}]; the training set's have [${dims.join(', ')}]`,
  );
}

/** The labels of `test` in the class order of the training set. */
export function alignClasses(name: string, test: Dataset, train: Reference): Dataset {
  requireDims(name, test, train.dims);
  if (test.task === undefined) throw new TripError('value', `${name} has no response: give dataset() a y`);
  if (test.task !== train.task) {
    throw new TripError('value', `${name} is for ${test.task}, the training set for ${train.task ?? 'no task'}`);
  }
  if (test.labels === undefined) return test;
  const from = test.classNames as readonly string[];
  const to = train.classNames ?? [];
  if (from.length === to.length && from.every((className, index) => className === to[index])) return test;
  const order = from.map((className) => to.indexOf(className));
  const labels = test.labels.map((label) => {
    const index = order[label] as number;
    if (index === -1) {
      const known = to.map(describe).join(', ');
      throw new TripError(
        'value',
        `${name} has the class ${describe(from[label])}, which is not in the training set: ${known}`,
      );
    }
    return index;
  });
  return freeze({ ...test, labels, classNames: [...to] });
}

const noLabels = new Int32Array(0);
const noTargets = new Float32Array(0);

/** The form the core takes. Without `response` only the samples are handed over. */
export function toRaw(data: Dataset, response: boolean): RawDataset {
  return {
    x: data.x,
    shape: data.shape,
    task: response ? (data.task ?? '') : '',
    classes: response ? (data.classNames?.length ?? 0) : 0,
    labels: (response ? data.labels : undefined) ?? noLabels,
    targets: (response ? data.targets : undefined) ?? noTargets,
    ...(data.offsets === undefined || data.index === undefined ? {} : { offsets: data.offsets, index: data.index }),
  };
}
