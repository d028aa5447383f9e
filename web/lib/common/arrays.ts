/** Checks the numbers of users one by one and copies them: to 32-bit floats, or to doubles where floats would lose precision. */

import { refuse } from './check.js';
import { fail } from './errors.js';
import { isA } from './realm.js';

export const MAX_FLOAT = 3.4028234663852886e38;

/** Product of the entries from `first` on. */
export function product(shape: readonly number[], first = 0): number {
  return shape.slice(first).reduce((result, size) => result * size, 1);
}

/** True for values that can be read by index: typed arrays of numbers, arrays and objects with a length, but not strings. */
export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  if (typeof value !== 'object' || value === null || isA(value, 'DataView')) return false;
  if (isA(value, 'BigInt64Array') || isA(value, 'BigUint64Array')) return false;
  const { length } = value as { length?: unknown };
  return Number.isInteger(length) && (length as number) >= 0;
}

/** Refuses values that are not {@link isArrayLike}. */
export function requireArrayLike(name: string, value: unknown, of = 'numbers'): asserts value is ArrayLike<unknown> {
  if (!isArrayLike(value)) refuse(name, value, `an array of ${of} is`, 'value');
}

/** 32-bit floats, or doubles where floats would lose precision that a training needs. */
export type Numbers = Float32Array | Float64Array;

/** A new array, or a `memory` error that names its purpose. */
export function allocate<T extends Numbers = Float32Array>(
  name: string,
  length: number,
  type: new (length: number) => T = Float32Array as never,
): T {
  try {
    return new type(length);
  } catch (cause) {
    fail('memory', `${name} needs ${length} numbers, more than fit into memory`, cause);
  }
}

/** Largest size of WebAssembly's memory. */
const MAX_BYTES = 2 ** 31;

/** Refuses work that would not fit into this memory before it begins: memory that has grown never shrinks. */
export function requireRoom(what: string, bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  fail(
    'memory',
    `${what} would need about ${(bytes / 1e6).toFixed()} MB; WebAssembly has ${(MAX_BYTES / 1e6).toFixed()}`,
  );
}

/** Returns `value`, which must be in the range of a float. `where` names its place and is called only when the value is refused. */
export function toNumber(value: unknown, where: () => string): number {
  if (typeof value !== 'number') refuse(where(), value, 'numbers are', 'value');
  if (Number.isFinite(Math.fround(value))) return value;
  const accepted = Number.isFinite(value) ? `magnitudes up to ${MAX_FLOAT} (32-bit float)` : 'finite numbers';
  fail('value', `${where()} is ${value}; ${accepted} are accepted`);
}

/** A flat array as floats. */
export function toFloats(name: string, values: unknown): Float32Array {
  requireArrayLike(name, values);
  const result = allocate(name, values.length);
  for (let i = 0; i < values.length; i++) result[i] = toNumber(values[i], () => `${name}[${i}]`);
  return result;
}

/** A flat array of one variable as floats, or as doubles where floats would lose its spread. */
export function toNumbers(name: string, values: unknown): Numbers {
  requireArrayLike(name, values);
  const where = (i: number) => () => `${name}[${i}]`;
  return narrowest(name, values.length, 1, (put) => {
    for (let i = 0; i < values.length; i++) put(toNumber(values[i], where(i)));
  });
}

/**
 * The numbers that `each` writes in order, in rows of `columns`: as doubles when {@link losesSpread} is true of a column, else as floats.
 * `each` may be called twice, so that floats and doubles never take memory at the same time.
 */
export function narrowest(
  name: string,
  length: number,
  columns: number,
  each: (put: (value: number) => void) => void,
): Numbers {
  const floats = allocate(name, length);
  const rounded = new Uint8Array(columns);
  // Counts values that differ from the previous value as doubles but not as floats.
  const merged = new Uint32Array(columns);
  const last = new Float64Array(columns);
  let next = 0;
  let column = 0;
  each((value) => {
    floats[next] = value;
    if (floats[next] !== value && !Number.isNaN(value)) {
      rounded[column] = 1;
      if (value !== last[column] && floats[next] === floats[next - columns])
        merged[column] = (merged[column] as number) + 1;
    }
    last[column] = value;
    next++;
    if (++column === columns) column = 0;
  });
  const loses = (i: number) => 2 * columns * (merged[i] as number) > length || losesSpread(floats, columns, i);
  if (!rounded.some((is, i) => is === 1 && loses(i))) return floats;
  const doubles = allocate(name, length, Float64Array);
  next = 0;
  each((value) => {
    doubles[next++] = value;
  });
  return doubles;
}

/** A column whose spread is at most this, in units in the last place of its largest value, counts as losing precision as floats. */
const FEW_UNITS = 1000;

/** Distance from a magnitude to the next larger float. */
function unitInLastPlace(magnitude: number): number {
  const float = Math.min(Math.abs(Math.fround(magnitude)), MAX_FLOAT / 2);
  word[0] = float;
  bits[0] = (bits[0] as number) + 1;
  return (word[0] as number) - float;
}

const word = new Float32Array(1);
const bits = new Uint32Array(word.buffer);

/** Whether a spread is so small, compared with the largest magnitude, that floats cannot distinguish the values well. */
export function isNarrow(spread: number, magnitude: number): boolean {
  return spread < FEW_UNITS * unitInLastPlace(magnitude);
}

/**
 * Whether column `i` of rows of `columns` numbers is narrow, or most pairs of its values are: a single outlier hides the spread
 * of all others. NaN is ignored.
 */
function losesSpread(values: Numbers, columns: number, i: number): boolean {
  const { low, high } = rangeOf(values, columns, i);
  if (isNarrow(high - low, Math.max(-low, high))) return true;
  const rows = values.length / columns;
  const half = Math.floor(rows / 2);
  let pairs = 0;
  let narrow = 0;
  for (let n = 0; n + half < rows; n++) {
    const [a, b] = [values[n * columns + i] as number, values[(n + half) * columns + i] as number];
    if (Number.isNaN(a - b)) continue;
    pairs++;
    if (a !== b && isNarrow(Math.abs(a - b), Math.max(Math.abs(a), Math.abs(b)))) narrow++;
  }
  return 2 * narrow > pairs;
}

/**
 * The range of no values. A property of `Number` inside the loop below would be copied by the compiler in the background, which may wait
 * for a garbage collection; Node then never ends (nodejs/node issue 54918: one of 600 runs of `trip fit` on a busy machine).
 */
const noRange = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const;

/** Smallest and largest value of column `i`; NaN is ignored. */
export function rangeOf(values: Numbers, columns: number, i: number): { low: number; high: number } {
  let [low, high]: readonly number[] = noRange;
  for (let at = i; at < values.length; at += columns) {
    const value = values[at] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/** Name of a row-major element in messages, such as `x[3, 17]`, or only the first `depth` of its indices. */
export function place(name: string, index: number, shape: readonly number[], depth = shape.length): string {
  const at = shape.map((size, k) => Math.floor(index / product(shape, k + 1)) % size);
  return `${name}[${at.slice(0, depth).join(', ')}]`;
}
