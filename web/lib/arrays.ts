/** Numbers from the outside to 32-bit floats: read once, checked one by one, copied. */

import { refuse } from './check.js';
import { fail } from './errors.js';
import { isA } from './realm.js';

export const MAX_FLOAT = 3.4028234663852886e38;

/** Product of the entries from `first` on. */
export function product(shape: readonly number[], first = 0): number {
  return shape.slice(first).reduce((result, size) => result * size, 1);
}

/** True for what can be read by index: typed arrays of numbers, arrays and objects with a length, but not strings. */
export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  if (typeof value !== 'object' || value === null || isA(value, 'DataView')) return false;
  if (isA(value, 'BigInt64Array') || isA(value, 'BigUint64Array')) return false;
  const { length } = value as { length?: unknown };
  return Number.isInteger(length) && (length as number) >= 0;
}

/** Refuses what is not {@link isArrayLike}. */
export function requireArrayLike(name: string, value: unknown, of = 'numbers'): asserts value is ArrayLike<unknown> {
  if (!isArrayLike(value)) refuse(name, value, `an array of ${of} is`, 'value');
}

/** A new array, or the `memory` error that says for what. */
export function allocate(name: string, length: number): Float32Array {
  try {
    return new Float32Array(length);
  } catch (cause) {
    fail('memory', `${name} needs ${length} numbers, more than fit into memory`, cause);
  }
}

/** What the memory of WebAssembly holds at most. */
const MAX_BYTES = 2 ** 31;

/** Refuses what would not fit there before it is begun: memory that has grown stays. */
export function requireRoom(what: string, bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  fail(
    'memory',
    `${what} would need about ${(bytes / 1e6).toFixed()} MB; WebAssembly has ${(MAX_BYTES / 1e6).toFixed()}`,
  );
}

/** `value` as a float; `where` names its place and is only called when it is refused. */
export function toFloat(value: unknown, where: () => string): number {
  if (typeof value !== 'number') refuse(where(), value, 'numbers are', 'value');
  const float = Math.fround(value);
  if (Number.isFinite(float)) return float;
  const accepted = Number.isFinite(value) ? `magnitudes up to ${MAX_FLOAT} (32-bit float)` : 'finite numbers';
  fail('value', `${where()} is ${value}; ${accepted} are accepted`);
}

/** A flat array as floats. */
export function toFloats(name: string, values: unknown): Float32Array {
  requireArrayLike(name, values);
  const result = allocate(name, values.length);
  for (let i = 0; i < values.length; i++) result[i] = toFloat(values[i], () => `${name}[${i}]`);
  return result;
}

/** Place of a row-major element, `x[3, 17]`, or only the first `depth` of its indices. */
export function place(name: string, index: number, shape: readonly number[], depth = shape.length): string {
  const at = shape.map((size, k) => Math.floor(index / product(shape, k + 1)) % size);
  return `${name}[${at.slice(0, depth).join(', ')}]`;
}
