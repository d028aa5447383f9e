/** Datasets: plain, frozen, structured-cloneable data, checked once on creation. */

import {
  isArrayLike,
  type Numbers,
  narrowest,
  type Put,
  place,
  product,
  type Read,
  requireRoom,
  toNumber,
} from '../common/arrays.js';
import { defined, describe, frozen, oneOf, refuse, refuseUnknown, requireObject, requireOwn } from '../common/check.js';
import { fail } from '../common/errors.js';
import { isA } from '../common/realm.js';
import type { RawDataset } from '../core/raw.js';
import type { Dataset, DatasetInput, ModelSpec, ResponseInput, Task } from '../types.js';
import { type Codes, categoriesOf, codeOf, readCategorical, requireCategories } from './categories.js';
import { readNames, readResponse, responseNames, tasks } from './response.js';
import { readWeights } from './weights.js';

/** The core has work space for this many modes. */
const MAX_MODES = 8;

/** Checks and copies the input; see {@link DatasetInput} for what is accepted. */
export function dataset(input: DatasetInput): Dataset {
  requireObject('the input of dataset', input);
  refuseUnknown('dataset', input, ['x', 'shape', 'missing', 'categorical', ...responseNames]);
  const given: DatasetInput = input;
  const missing = oneOf('missing', given.missing ?? 'refuse', ['refuse', 'mean'] as const) === 'mean';
  const shape = readShapeOf(given.x, given.shape);
  const { featureNames } = given;
  const codes = readCategorical(
    given.categorical,
    shape.slice(1),
    Array.isArray(featureNames) ? featureNames : undefined,
  );
  const rows = { length: product(shape), columns: product(shape, 1), ...readerOf(codes, missing, shape) };
  const x = narrowest('x', rows, (put) => putNested(given.x as ArrayLike<unknown>, shape, put));
  return frozen({
    x,
    shape,
    ...categoriesOf(codes),
    ...readResponse(given, shape[0] as number),
    ...readWeights(given.sampleWeight, shape[0] as number),
    ...readVariables(given, shape),
    ...(missing ? { missing: 'mean' } : {}),
  });
}

/** Reads numbers, NaN where they may be `missing`, and the codes of categorical columns. */
function readerOf(codes: Codes, missing: boolean, shape: readonly number[]): { read: Read; coded: boolean } {
  const where = (at: number) => () => place('x', at, shape);
  const number: Read = (value, at) => (missing && Number.isNaN(value) ? Number.NaN : toNumber(value, where(at)));
  const size = shape[1] as number;
  const code: Read = (value, at) => {
    const own = codes.get(at % size);
    return own === undefined || Number.isNaN(value) ? number(value, at) : codeOf(own, value, where(at));
  };
  const coded = codes.size > 0;
  return { read: coded ? code : number, coded };
}

/** The shape of samples that are nested or have a given shape. */
function readShapeOf(x: unknown, given: unknown): readonly number[] {
  if (!isArrayLike(x)) refuse('x', x, 'a typed array, an array or nested arrays are', 'value');
  const sizes = nesting(x);
  const shape = given === undefined ? sizes : readShape(given);
  const size = product(shape);
  if (sizes.length > 1) {
    const text = `[${sizes.join(', ')}]`;
    if (sizes.includes(0)) fail('shape', `x has the shape ${text}; at least one sample of one variable is accepted`);
    if (shape.join() !== sizes.join()) fail('shape', `x is nested as ${text}; shape says [${shape.join(', ')}]`);
  } else if (given === undefined) {
    fail('shape', `shape is missing: x is a flat array of ${x.length} numbers and needs shape [N, I]`);
  } else if (x.length !== size) {
    fail('shape', `x has ${x.length} numbers; shape [${shape.join(', ')}] needs ${size}`);
  }
  return shape;
}

/** Puts all values in row-major order. */
function putNested(x: ArrayLike<unknown>, shape: readonly number[], put: Put): void {
  const sizes = nesting(x);
  let next = 0;
  const fill = (level: unknown, depth: number): void => {
    const length = sizes[depth] as number;
    const first = next;
    const name = () => place('x', first, shape, depth);
    if (!isArrayLike(level)) refuse(name(), level, `an array of length ${length} is`, 'shape');
    if (level.length !== length) {
      fail('shape', `${name()} has ${level.length} entries; the first of its kind has ${length}`);
    }
    if (depth === sizes.length - 1) {
      put(level);
      next += length;
      return;
    }
    for (let i = 0; i < length; i++) fill(level[i], depth + 1);
  };
  fill(x, 0);
}

/** Length of the first array at each depth; one entry for a flat array. */
function nesting(x: ArrayLike<unknown>): number[] {
  const sizes: number[] = [];
  for (let level: unknown = x; isArrayLike(level); level = level[0]) {
    sizes.push(level.length);
    requireFewModes('x is nested as samples of', sizes.length - 1);
  }
  return sizes;
}

export function readShape(shape: unknown): readonly number[] {
  if (!isArrayLike(shape)) refuse('shape', shape, 'an array [N, I_1, ...] is', 'shape');
  requireFewModes('shape has', shape.length - 1);
  const sizes = Array.from(shape);
  if (sizes.length < 2) refuse('shape', sizes, 'at least two entries [N, I] are', 'shape');
  for (const [k, size] of (sizes as number[]).entries()) {
    if (!Number.isInteger(size) || size < 1) refuse(`shape[${k}]`, size, 'positive integers are', 'shape');
  }
  return sizes as number[];
}

function requireFewModes(what: string, modes: number): void {
  if (modes > MAX_MODES) fail('shape', `${what} more than ${MAX_MODES} modes; ${MAX_MODES} at most are accepted`);
}

/** Vectors have `featureNames`, matrices and cubes `modeNames`. */
export function readVariables({ featureNames, modeNames }: ResponseInput, [, ...dims]: readonly number[]) {
  const modes = dims.length;
  if (featureNames !== undefined && modes > 1) {
    fail('option', `featureNames name the variables of vectors; the samples have ${modes} modes`);
  }
  if (modeNames !== undefined && modes === 1) {
    fail('option', 'modeNames are for matrices and cubes; vectors have featureNames');
  }
  return defined({
    featureNames: featureNames && readNames('featureNames', featureNames, dims[0]),
    modeNames: modeNames && readModeNames(modeNames, dims),
  });
}

function readModeNames(given: unknown, dims: readonly number[]): string[][] {
  if (!Array.isArray(given) || given.length !== dims.length) {
    refuse('modeNames', given, `${dims.length} lists, one a mode, are`, 'shape');
  }
  // `map` would skip holes of the array.
  return Array.from(given, (names, k) => readNames(`modeNames[${k}]`, names, names?.length === 0 ? 0 : dims[k]));
}

const ownNames = ['x', 'shape', 'offsets', 'index', 'labels', 'targets', 'missing', 'categories'];
const datasetNames = [...ownNames, ...responseNames.slice(1)];

/** Memory of the samples in the core: one copy as given, and one of floats in the order of access. */
export function bytesInCore(x: Numbers): number {
  return x.byteLength + 4 * x.length;
}

/** Refuses values that are neither datasets of this package nor clones of them. The core checks the numbers. */
export function requireDataset(name: string, value: unknown): asserts value is Dataset {
  const data = (value ?? {}) as Partial<Dataset>;
  const { x } = data;
  if (!(isA(x, 'Float32Array') || isA(x, 'Float64Array')) || !Array.isArray(data.shape)) {
    refuse(
      name,
      value,
      'a dataset (made by dataset(), sparseDataset() or a generator) or an array of rows are',
      'value',
    );
  }
  requireOwn(name, data, datasetNames, 'value');
  const [samples, ...dims] = readShape(data.shape) as [number, ...number[]];
  const requireLength = (part: keyof Dataset, length: number) => {
    const found = (data[part] as ArrayLike<number> | undefined)?.length;
    if (found !== length) fail('shape', `${name}.${part} has ${found ?? 'no'} entries; ${length} are needed`);
  };
  // The core keeps a copy, and another in the order of access.
  requireRoom(name, bytesInCore(x));
  if (data.offsets === undefined) requireLength('x', samples * product(dims));
  else {
    requireLength('offsets', samples + 1);
    requireLength('index', x.length * dims.length);
  }
  if (data.featureNames !== undefined) {
    if (dims.length > 1)
      fail('shape', `${name}.featureNames name the variables of vectors; the samples have ${dims.length} modes`);
    requireLength('featureNames', dims[0] as number);
  }
  if (data.sampleWeight !== undefined) requireLength('sampleWeight', samples);
  if (data.categories !== undefined)
    requireCategories(`${name}.categories`, data.categories, dims.length === 1 ? (dims[0] as number) : 0);
  if (data.task === undefined) return;
  if (oneOf(`${name}.task`, data.task, tasks) === 'regression') requireLength('targets', samples * responsesOf(data));
  else {
    requireLength('labels', samples);
    readNames(`${name}.classNames`, data.classNames);
  }
}

/** A training set needs a response, and for classification samples of two classes. */
export function requireTrainable(data: Dataset): void {
  if (data.task === undefined) fail('value', 'the training set has no response: give dataset() a y');
  const first = data.labels?.[0] as number;
  if (data.labels?.every((label) => label === first)) {
    const name = describe(data.classNames?.[first]);
    fail('value', `y has only the class ${name}; training a classifier needs two classes or more`);
  }
}

/** A training set or a model, which determines the order of classes and variables, and the sizes. */
type Reference = Pick<ModelSpec, 'dims' | 'classNames' | 'featureNames' | 'modeNames'> & {
  readonly task?: Task;
  /** Number of classes or responses. */
  readonly outputs: number;
  /** The responses of a regression, if there are several or they have names. */
  readonly responses?: readonly { readonly name?: string }[];
};

export function referenceOf(data: Dataset): Reference {
  const { shape, task, classNames, featureNames, modeNames } = data;
  const responses = data.responseNames?.map((name) => ({ name }));
  const outputs = classNames?.length ?? responsesOf(data);
  return { dims: shape.slice(1), outputs, ...defined({ task, classNames, featureNames, modeNames, responses }) };
}

/** Number of responses of a regression. */
export function responsesOf(data: Partial<Dataset>): number {
  return data.responses ?? 1;
}

export function requireDims(name: string, data: Dataset, dims: readonly number[]): void {
  const own = data.shape.slice(1);
  if (own.join() === dims.join()) return;
  fail('shape', `samples of ${name} have the shape [${own.join(', ')}]; the training set's have [${dims.join(', ')}]`);
}

/** The labels of `test` in the class order of the training set. */
export function alignClasses(name: string, test: Dataset, train: Reference): Dataset {
  if (test.task === undefined) fail('value', `${name} has no response: give dataset() a y`);
  if (test.task !== train.task) {
    fail('value', `${name} is for ${test.task}, the training set for ${train.task ?? 'no task'}`);
  }
  if (test.labels === undefined) {
    requireResponses(name, test, train);
    return test;
  }
  const from = test.classNames as readonly string[];
  const to = train.classNames ?? [];
  if (JSON.stringify(from) === JSON.stringify(to)) return test;
  const order = from.map((className) => to.indexOf(className));
  const labels = test.labels.map((label) => {
    const index = order[label] as number;
    if (index >= 0) return index;
    const known = to.map(describe).join(', ');
    return fail('value', `${name} has the class ${describe(from[label])}, which is not in the training set: ${known}`);
  });
  return frozen({ ...test, labels, classNames: [...to] });
}

/** Responses are matched by position: another order of the names would compare predictions with other responses. */
function requireResponses(name: string, test: Dataset, { outputs, responses }: Reference): void {
  const count = responsesOf(test);
  if (count !== outputs) fail('shape', `${name} has ${count} responses; the training set has ${outputs}`);
  const names = responses?.map((response) => response.name);
  for (const [r, own] of test.responseNames?.entries() ?? []) {
    const wanted = names?.[r];
    if (wanted === undefined || wanted === own) continue;
    fail('value', `responseNames[${r}] of ${name} is ${describe(own)}; the training set has ${describe(wanted)} there`);
  }
}

/** The dataset in the form of the core. Without `response` it has only the samples. */
export function toRaw(data: Dataset, response: boolean): RawDataset {
  const { x, shape, offsets, index } = data;
  const { task, classNames, labels, targets }: Partial<Dataset> = response ? data : {};
  const exact = x instanceof Float64Array;
  return {
    x: exact ? new Float32Array() : x,
    exact: exact ? x : new Float64Array(),
    count: shape[0] as number,
    dims: shape.slice(1),
    task: task ?? '',
    classes: classNames?.length ?? 0,
    labels: labels ?? new Int32Array(),
    targets: targets ?? new Float32Array(),
    responses: targets === undefined ? 1 : responsesOf(data),
    weights: data.sampleWeight ?? new Float64Array(),
    sparse: offsets !== undefined,
    offsets: offsets ?? new Int32Array(),
    index: index ?? new Int32Array(),
  };
}
