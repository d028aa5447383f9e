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
  const read: Read = (value, i) => toNumber(value, () => `${name}[${i}]`);
  return narrowest(name, { length: values.length, columns: 1, read }, (put) => put(values));
}

/** Makes a number of the value at a position. */
export type Read = (value: unknown, at: number) => number;

/** Adds the values of an array, in order. */
export type Put = (values: ArrayLike<unknown>) => void;

interface Rows {
  /** The number of all values. */
  readonly length: number;
  readonly columns: number;
  readonly read: Read;
  /** `read` makes other numbers of numbers, as codes of categories; otherwise it keeps those in the range of a float. */
  readonly coded?: boolean;
}

/**
 * The numbers that `read` makes of the values that `each` puts in order, in rows of `columns`: as doubles when one of the
 * {@link narrowColumns} needs them, else as floats. `each` may be called twice, so that floats and doubles never take memory at the same time.
 */
export function narrowest(name: string, rows: Rows, each: (put: Put) => void): Numbers {
  const { length, columns } = rows;
  const floats = allocate(name, length);
  const rounded = new Uint8Array(columns);
  // Counts values that differ from the previous value as doubles but not as floats.
  const merged = new Uint32Array(columns);
  const last = new Float64Array(columns);
  inBlocks(rows, each, (block, from) => {
    floats.set(block, from);
    let column = from % columns;
    for (let k = 0; k < block.length; k++) {
      const value = block[k] as number;
      const float = floats[from + k] as number;
      if (float !== value && !Number.isNaN(value)) {
        rounded[column] = 1;
        if (float === floats[from + k - columns] && value !== last[column])
          merged[column] = (merged[column] as number) + 1;
      }
      last[column] = value;
      if (++column === columns) column = 0;
    }
  });
  if (!rounded.includes(1)) return floats;
  const narrow = narrowColumns(floats, columns);
  const loses = (i: number) => 2 * columns * (merged[i] as number) > length || narrow[i] === 1;
  if (!rounded.some((is, i) => is === 1 && loses(i))) return floats;
  const doubles = allocate(name, length, Float64Array);
  inBlocks(rows, each, (block, from) => doubles.set(block, from));
  return doubles;
}

/** Most values that are read before they are taken, so that the loops over their numbers are free of calls. */
const BLOCK = 4096;

/** Reads the values that `each` puts; `take` gets them in blocks with the position of the first one. */
function inBlocks(
  { length, read, coded = false }: Rows,
  each: (put: Put) => void,
  take: (block: Float64Array, from: number) => void,
): void {
  const block = new Float64Array(Math.max(1, Math.min(BLOCK, length)));
  let [first, filled] = [0, 0];
  const readAny = (values: ArrayLike<unknown>, from: number, count: number) => {
    for (let k = 0; k < count; k++) block[filled + k] = read(values[from + k], first + filled + k);
  };
  // A loop of its own for doubles: the engine makes an object of every number of an array whose type it does not know.
  const readDoubles = (values: Float64Array, from: number, count: number) => {
    for (let k = 0; k < count; k++) {
      const value = values[from + k] as number;
      block[filled + k] = Number.isFinite(Math.fround(value)) ? value : read(value, first + filled + k);
    }
  };
  const takeAll = () => {
    take(block.subarray(0, filled), first);
    first += filled;
    filled = 0;
  };
  each((values) => {
    const doubles = !coded && isA(values, 'Float64Array') ? values : undefined;
    for (let from = 0; from < values.length; ) {
      const count = Math.min(block.length - filled, values.length - from);
      if (doubles === undefined) readAny(values, from, count);
      else readDoubles(doubles, from, count);
      from += count;
      filled += count;
      if (filled === block.length) takeAll();
    }
  });
  if (filled > 0) takeAll();
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
  // Twice the largest unit of this magnitude: most spreads are far above it, and need no exact one.
  const bound = FEW_UNITS * (Math.abs(magnitude) * 2 ** -22 + 2 ** -148);
  return spread < bound && spread < FEW_UNITS * unitInLastPlace(magnitude);
}

/**
 * 1 for each column of rows of `columns` numbers that is narrow, or most pairs of whose values are: a single outlier hides the spread
 * of all others. NaN is ignored. Rows are read in their order, since a column at a time would read all memory once for each.
 */
function narrowColumns(values: Numbers, columns: number): Uint8Array {
  const { low, high } = rangesOf(values, columns);
  const half = columns * Math.floor(values.length / columns / 2);
  const pairs = new Uint32Array(columns);
  const narrow = new Uint32Array(columns);
  for (let at = 0; at + half < values.length; at += columns) {
    for (let i = 0; i < columns; i++) {
      const a = values[at + i] as number;
      const b = values[at + half + i] as number;
      if (Number.isNaN(a - b)) continue;
      pairs[i] = (pairs[i] as number) + 1;
      if (a !== b && isNarrow(Math.abs(a - b), Math.max(Math.abs(a), Math.abs(b))))
        narrow[i] = (narrow[i] as number) + 1;
    }
  }
  return Uint8Array.from(narrow, (count, i) => {
    const [from, to] = [low[i] as number, high[i] as number];
    return Number(isNarrow(to - from, Math.max(-from, to)) || 2 * count > (pairs[i] as number));
  });
}

/**
 * The range of no values. A property of `Number` inside the function below would be copied by the compiler in the background, which may
 * wait for a garbage collection; Node then never ends (nodejs/node issue 54918: one of 600 runs of `trip fit` on a busy machine).
 */
const noRange = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };

/** Smallest and largest value of each column of rows of `columns` numbers, infinite for a column without values; NaN is ignored. */
export function rangesOf(values: Numbers, columns: number): { low: Float64Array; high: Float64Array } {
  const low = new Float64Array(columns).fill(noRange.low);
  const high = new Float64Array(columns).fill(noRange.high);
  for (let at = 0; at < values.length; at += columns) {
    for (let i = 0; i < columns; i++) {
      const value = values[at + i] as number;
      if (value < (low[i] as number)) low[i] = value;
      if (value > (high[i] as number)) high[i] = value;
    }
  }
  return { low, high };
}

/** Name of a row-major element in messages, such as `x[3, 17]`, or only the first `depth` of its indices. */
export function place(name: string, index: number, shape: readonly number[], depth = shape.length): string {
  const at = shape.map((size, k) => Math.floor(index / product(shape, k + 1)) % size);
  return `${name}[${at.slice(0, depth).join(', ')}]`;
}
