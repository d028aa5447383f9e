/** Numbers from the outside to 32-bit floats: read once, checked one by one, copied. */

import { describe, describeTyped } from './check.js';
import { TripError, toTripError } from './errors.js';

const FLOAT_MAX = 3.4028234663852886e38;

/** Product of the entries from `first` on. */
export function product(shape: readonly number[], first = 0): number {
  let result = 1;
  for (let k = first; k < shape.length; k++) result *= shape[k] as number;
  return result;
}

/** True for typed arrays of numbers (not of BigInt). */
export function isTypedArray(value: unknown): value is ArrayLike<number> {
  return (
    ArrayBuffer.isView(value) &&
    !(value instanceof DataView) &&
    !(value instanceof BigInt64Array) &&
    !(value instanceof BigUint64Array)
  );
}

/** True for what can be read by index: typed arrays, arrays and objects with a length, but not strings. */
export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  if (Array.isArray(value) || isTypedArray(value)) return true;
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  const length = (value as { length?: unknown }).length;
  return Number.isInteger(length) && (length as number) >= 0;
}

/** A new array, or the `memory` error that says for what. */
export function allocate(name: string, length: number): Float32Array {
  try {
    return new Float32Array(length);
  } catch (thrown) {
    throw new TripError('memory', `${name} needs ${length} numbers, more than fit into memory`, {
      cause: toTripError(thrown),
    });
  }
}

/** `value` as a float; `where` names its place and is only called when it is refused. */
export function toFloat(value: unknown, where: () => string): number {
  if (typeof value !== 'number')
    throw new TripError('value', `${where()} is ${describeTyped(value)}; numbers are accepted`);
  if (!Number.isFinite(value)) throw new TripError('value', `${where()} is ${value}; finite numbers are accepted`);
  const float = Math.fround(value);
  if (!Number.isFinite(float)) {
    throw new TripError('value', `${where()} is ${value}; magnitudes up to ${FLOAT_MAX} (32-bit float) are accepted`);
  }
  return float;
}

/** A flat array as floats. */
export function toFloats(name: string, values: unknown): Float32Array {
  if (!isArrayLike(values))
    throw new TripError('value', `${name} is ${describe(values)}; an array of numbers is accepted`);
  const result = allocate(name, values.length);
  for (let i = 0; i < values.length; i++) result[i] = toFloat(values[i], () => `${name}[${i}]`);
  return result;
}

/** Place of a row-major element: `x[3, 17]`. */
export function place(name: string, index: number, shape: readonly number[]): string {
  const at: number[] = [];
  let rest = index;
  for (let k = shape.length - 1; k >= 0; k--) {
    const size = shape[k] as number;
    at.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return `${name}[${at.join(', ')}]`;
}
