/** Sparse samples: coordinates of stored values, sample after sample, checked once on the way in. */

import { isArrayLike, toFloats } from './arrays.js';
import { describe, describeTyped, refuseUnknown, requireObject } from './check.js';
import { freeze, readResponse, readShape, readVariables, responseNames } from './dataset.js';
import { TripError } from './errors.js';
import type { Dataset, SparseInput } from './types.js';

const MAX_SIZE = 2 ** 31 - 1;

/** Checks and copies the input; see {@link SparseInput} for what is accepted. */
export function sparseDataset(input: SparseInput): Dataset {
  requireObject('the input of sparseDataset', input);
  refuseUnknown('sparseDataset', input, ['offsets', 'index', 'value', 'shape', ...responseNames]);
  const given = input as SparseInput;
  const shape = readShape(given.shape);
  shape.forEach((size, k) => {
    if (size <= MAX_SIZE) return;
    throw new TripError('shape', `shape[${k}] is ${size}; at most ${MAX_SIZE} (32-bit indices) is accepted`);
  });
  const x = toFloats('value', given.value);
  const offsets = readOffsets(given.offsets, shape[0] as number, x.length);
  const index = readIndex(given.index, shape.slice(1), x.length);
  refuseRepeated(offsets, index, shape.slice(1));
  return freeze({
    x,
    offsets,
    index,
    shape,
    ...readResponse(given, shape[0] as number),
    ...readVariables(given, shape),
  });
}

function readOffsets(given: unknown, samples: number, stored: number): Int32Array {
  if (!isArrayLike(given)) {
    throw new TripError('value', `offsets is ${describeTyped(given)}; an array of integers is accepted`);
  }
  if (given.length !== samples + 1) {
    const wanted = `${samples} samples need ${samples + 1}`;
    throw new TripError('shape', `offsets has ${given.length} entries; ${wanted}`);
  }
  return Int32Array.from(given, (offset, n) => {
    const before = n === 0 ? 0 : given[n - 1];
    const ends = (n > 0 || offset === 0) && (n < samples || offset === stored);
    if (Number.isInteger(offset) && ends && (offset as number) >= (before as number)) return offset as number;
    const wanted = `integers that rise from 0 to ${stored}, the number of values, are accepted`;
    throw new TripError('value', `offsets[${n}] is ${describeTyped(offset)}; ${wanted}`);
  });
}

function readIndex(given: unknown, dims: readonly number[], stored: number): Int32Array {
  if (!isArrayLike(given)) {
    throw new TripError('value', `index is ${describeTyped(given)}; an array of integers is accepted`);
  }
  const modes = dims.length;
  const nested = isArrayLike(given[0]);
  const length = nested ? given.length * modes : given.length;
  if (length !== stored * modes) {
    const wanted = `${stored} values in ${modes} modes need ${stored * modes}`;
    throw new TripError('shape', `index has ${length} entries; ${wanted}`);
  }
  const result = new Int32Array(length);
  for (let e = 0; e < stored; e++) {
    const tuple = nested ? given[e] : undefined;
    if (nested && (!isArrayLike(tuple) || tuple.length !== modes)) {
      throw new TripError('shape', `index[${e}] is ${describe(tuple)}; ${modes} indices are accepted`);
    }
    for (let k = 0; k < modes; k++) {
      const i = nested ? (tuple as ArrayLike<unknown>)[k] : given[e * modes + k];
      if (!Number.isInteger(i) || (i as number) < 0 || (i as number) >= (dims[k] as number)) {
        const wanted = `mode ${k} takes integers from 0 to ${(dims[k] as number) - 1}`;
        throw new TripError('value', `the index of value ${e} in mode ${k} is ${describeTyped(i)}; ${wanted}`);
      }
      result[e * modes + k] = i as number;
    }
  }
  return result;
}

/** Ascending positions cost nothing, others a set of those seen. */
function refuseRepeated(offsets: Int32Array, index: Int32Array, dims: readonly number[]): void {
  const modes = dims.length;
  const isAfter = (a: number, b: number): boolean => {
    for (let k = 0; k < modes; k++) {
      const step = (index[a * modes + k] as number) - (index[b * modes + k] as number);
      if (step !== 0) return step > 0;
    }
    return false;
  };
  const refuse = (n: number, e: number): never => {
    const at = index.subarray(e * modes, (e + 1) * modes).join(', ');
    throw new TripError('value', `sample ${n} has the position [${at}] twice; add the values up first`);
  };
  for (let n = 0; n + 1 < offsets.length; n++) {
    const [begin, end] = [offsets[n] as number, offsets[n + 1] as number];
    let ascending = begin + 1;
    while (ascending < end && isAfter(ascending, ascending - 1)) ascending++;
    if (ascending >= end) continue;
    const seen = new Set<string>();
    for (let e = begin; e < end; e++) {
      const key = index.subarray(e * modes, (e + 1) * modes).join();
      if (seen.has(key)) refuse(n, e);
      seen.add(key);
    }
  }
}
