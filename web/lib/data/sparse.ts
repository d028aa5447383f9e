/** Sparse samples: coordinates of stored values, sample after sample, checked once on creation. */

import { isArrayLike, requireArrayLike, toFloats } from '../common/arrays.js';
import { describe, describeTyped, frozen, refuse, refuseUnknown, requireObject } from '../common/check.js';
import { fail } from '../common/errors.js';
import type { Dataset, SparseInput } from '../types.js';
import { readShape, readVariables } from './dataset.js';
import { readResponse, responseNames } from './response.js';
import { readWeights } from './weights.js';

const MAX_SIZE = 2 ** 31 - 1;

/** Checks and copies the input; see {@link SparseInput} for what is accepted. */
export function sparseDataset(input: SparseInput): Dataset {
  requireObject('the input of sparseDataset', input);
  refuseUnknown('sparseDataset', input, ['offsets', 'index', 'value', 'shape', ...responseNames]);
  const given = input as SparseInput;
  const shape = readShape(given.shape);
  for (const [k, size] of shape.entries()) {
    if (size > MAX_SIZE) refuse(`shape[${k}]`, size, `at most ${MAX_SIZE} (32-bit indices) is`, 'shape');
  }
  const [samples, ...dims] = shape as [number, ...number[]];
  const x = toFloats('value', given.value);
  const offsets = readOffsets(given.offsets, samples, x.length);
  const index = readIndex(given.index, dims, x.length);
  refuseRepeated(offsets, index, dims.length);
  const response = { ...readResponse(given, samples), ...readWeights(given.sampleWeight, samples) };
  return frozen({ x, offsets, index, shape, ...response, ...readVariables(given, shape) });
}

function readOffsets(given: unknown, samples: number, stored: number): Int32Array {
  requireArrayLike('offsets', given, 'integers');
  if (given.length !== samples + 1) {
    fail('shape', `offsets has ${given.length} entries; ${samples} samples need ${samples + 1}`);
  }
  let before = 0;
  return Int32Array.from(given as ArrayLike<number>, (offset, n) => {
    const ends = (n > 0 || offset === 0) && (n < samples || offset === stored);
    if (!Number.isInteger(offset) || !ends || offset < before) {
      refuse(`offsets[${n}]`, offset, `integers that rise from 0 to ${stored}, the number of values, are`, 'value');
    }
    before = offset;
    return offset;
  });
}

function readIndex(given: unknown, dims: readonly number[], stored: number): Int32Array {
  requireArrayLike('index', given, 'integers');
  const modes = dims.length;
  const nested = isArrayLike(given[0]);
  const length = nested ? given.length * modes : given.length;
  if (length !== stored * modes) {
    fail('shape', `index has ${length} entries; ${stored} values in ${modes} modes need ${stored * modes}`);
  }
  const result = new Int32Array(length);
  for (let e = 0; e < stored; e++) {
    const tuple = nested ? given[e] : undefined;
    if (nested && (!isArrayLike(tuple) || tuple.length !== modes)) {
      fail('shape', `index[${e}] is ${describe(tuple)}; ${modes} indices are accepted`);
    }
    for (let k = 0; k < modes; k++) {
      const i = (nested ? (tuple as ArrayLike<unknown>)[k] : given[e * modes + k]) as number;
      if (!Number.isInteger(i) || i < 0 || i >= (dims[k] as number)) {
        const wanted = `mode ${k} takes integers from 0 to ${(dims[k] as number) - 1}`;
        fail('value', `the index of value ${e} in mode ${k} is ${describeTyped(i)}; ${wanted}`);
      }
      result[e * modes + k] = i;
    }
  }
  return result;
}

/** Refuses repeated positions. Ascending positions need no memory for this; others need a set of those seen. */
function refuseRepeated(offsets: Int32Array, index: Int32Array, modes: number): void {
  const isAfterLast = (e: number): boolean => {
    for (let at = e * modes; at < (e + 1) * modes; at++) {
      const step = (index[at] as number) - (index[at - modes] as number);
      if (step !== 0) return step > 0;
    }
    return false;
  };
  for (let n = 0; n + 1 < offsets.length; n++) {
    const [begin, end] = [offsets[n] as number, offsets[n + 1] as number];
    let ascending = begin + 1;
    while (ascending < end && isAfterLast(ascending)) ascending++;
    if (ascending >= end) continue;
    const seen = new Set<string>();
    for (let e = begin; e < end; e++) {
      const key = index.subarray(e * modes, (e + 1) * modes).join(', ');
      if (seen.has(key)) fail('value', `sample ${n} has the position [${key}] twice; add the values up first`);
      seen.add(key);
    }
  }
}
