/** Checks of the arguments of the readers: callers without types pass anything. */

import { TripError } from 'trip-wasm';
import { productOf, tuple } from './shape.js';
import type { NdArray } from './types.js';

const tagOf = (value: unknown) => Object.prototype.toString.call(value).slice(8, -1);

const shownValue = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? `${/^[AEIO]/.test(tagOf(value)) ? 'an' : 'a'} ${tagOf(value)}`
    : typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint'
      ? `a ${typeof value}`
      : (JSON.stringify(value) ?? 'undefined').slice(0, 60);

/** The bytes of a file. Node's buffers are among them, and arrays of another window. */
export function requireBytes(bytes: unknown): asserts bytes is Uint8Array {
  if (tagOf(bytes) === 'Uint8Array') return;
  const advice = tagOf(bytes) === 'ArrayBuffer' ? ', as by new Uint8Array(buffer),' : ' with the bytes of the file';
  throw new TripError('value', `bytes is ${shownValue(bytes)}; a Uint8Array${advice} is accepted`);
}

export function requireChoice(name: string, value: unknown): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new TripError('option', `${name} is ${shownValue(value)}; an object is accepted`);
}

/** A number of samples, or the size of a mode. */
export function requireCount(name: string, value: unknown, low: number, high: number): void {
  if (value === undefined || (Number.isInteger(value) && (value as number) >= low && (value as number) <= high)) return;
  throw new TripError('option', `${name} is ${shownValue(value)}; an integer from ${low} to ${high} is accepted`);
}

/** The shape of a sample. */
export function requireDims(dims: unknown): void {
  if (dims === undefined) return;
  if (!Array.isArray(dims) || dims.length === 0) {
    throw new TripError('option', `dims is ${shownValue(dims)}; the sizes of the modes are accepted, such as [8, 8]`);
  }
  for (const [k, size] of dims.entries()) requireCount(`dims[${k}]`, size, 1, 2 ** 31 - 1);
}

/** An array to write: numbers of a type that NumPy has, or texts, as many as its shape says. */
export function requireArray(array: unknown): asserts array is NdArray {
  requireChoice('the array', array);
  const { shape, values } = array as Partial<NdArray>;
  if (!Array.isArray(shape)) {
    throw new TripError('shape', `shape is ${shownValue(shape)}; an array of sizes is accepted, such as [2, 3]`);
  }
  for (const [k, size] of shape.entries()) requireCount(`shape[${k}]`, size, 0, 2 ** 31 - 1);
  const isTexts = Array.isArray(values) && values.every((value) => typeof value === 'string');
  if (!isTexts && !/^(Uint8|Uint16|Uint32|Int8|Int16|Int32|Float32|Float64)Array$/.test(tagOf(values))) {
    const seen = `values is ${shownValue(values)}`;
    throw new TripError('value', `${seen}; a typed array of integers up to 32 bits or floats, or texts are accepted`);
  }
  const { length } = values as ArrayLike<unknown>;
  if (length === productOf(shape)) return;
  throw new TripError('shape', `values has ${length} entries; the shape ${tuple(shape)} needs ${productOf(shape)}`);
}
