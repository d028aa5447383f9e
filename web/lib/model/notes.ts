/** Notes of a training on values that are not centred and that 32-bit floats cannot hold well. */

import { isNarrow, type Numbers, product, rangesOf } from '../common/arrays.js';
import { describe } from '../common/check.js';
import { responsesOf } from '../data/dataset.js';
import type { Dataset, FullOptions } from '../types.js';

/** Largest number of variables named in one note. */
const MOST_NAMES = 5;

export function notesOf(data: Dataset, { standardize, standardizeTarget }: FullOptions): readonly string[] {
  const sparse = data.offsets !== undefined;
  const narrow = standardize ? [] : sparse ? narrowPositions(data) : narrowColumns(data.x, product(data.shape, 1));
  const advice = sparse
    ? 'subtract the mean, or give dense samples and standardize: true'
    : 'standardize: true subtracts the mean first';
  const target =
    data.targets !== undefined && !standardizeTarget && narrowColumns(data.targets, responsesOf(data)).length > 0;
  return Object.freeze([
    ...(narrow.length === 0 ? [] : [noteOn(listed(narrow.map((at) => nameOf(data, at))), narrow.length > 1, advice)]),
    ...(target ? [noteOn('the response', false, 'standardizeTarget: true subtracts the mean first')] : []),
  ]);
}

function noteOn(what: string, many: boolean, advice: string): string {
  const [spread, its] = many ? ['have a spread', 'their'] : ['has a spread', 'its'];
  const limit = `below 1000 units in the last place of ${its} largest value as a 32-bit float`;
  return `${what} ${spread} ${limit}, so that a training sees little of it; ${advice}`;
}

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${names.length > 1 ? 'variables' : 'variable'} ${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

/** Whether a column loses precision as floats; a constant column does not. */
function loses(low: number, high: number): boolean {
  return low < high && isNarrow(high - low, Math.max(-low, high));
}

function narrowColumns(values: Numbers, columns: number): number[] {
  const { low, high } = rangesOf(values, columns);
  return [...low.keys()].filter((i) => loses(low[i] as number, high[i] as number));
}

/** Narrow positions that every sample stores. At any other position, a zero makes the spread as large as the values. */
function narrowPositions({ x, offsets, index, shape }: Dataset): number[] {
  const [from, at] = [offsets as Int32Array, index as Int32Array];
  const dims = shape.slice(1);
  const samples = shape[0] as number;
  const found = new Map<number, { low: number; high: number; count: number }>();
  for (let n = 0; n < samples; n++) {
    for (let e = from[n] as number; e < (from[n + 1] as number); e++) {
      const flat = dims.reduce((sum, size, k) => sum * size + (at[e * dims.length + k] as number), 0);
      const value = x[e] as number;
      const known = found.get(flat);
      if (known === undefined) {
        if (n === 0) found.set(flat, { low: value, high: value, count: 1 });
        continue;
      }
      known.low = Math.min(known.low, value);
      known.high = Math.max(known.high, value);
      known.count++;
    }
  }
  const narrow = [...found].filter(([, { low, high, count }]) => count === samples && loses(low, high));
  return narrow.map(([flat]) => flat).sort((a, b) => a - b);
}

/** Name of a variable, or its index from 0; for matrices and cubes one per mode. */
function nameOf({ shape, featureNames, modeNames }: Dataset, flat: number): string {
  const dims = shape.slice(1);
  const names = dims.map((size, k) => {
    const i = Math.floor(flat / product(dims, k + 1)) % size;
    const name = (modeNames?.[k] ?? (dims.length === 1 ? featureNames : undefined))?.[i];
    return name === undefined ? `${i}` : describe(name);
  });
  return dims.length === 1 ? (names[0] as string) : `[${names.join(', ')}]`;
}
