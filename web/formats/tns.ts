/**
 * Sparse tensors in FROSTT's format (.tns): each line has the indices of an element, which start at 1, and its value. The first index
 * is the sample.
 */

import { type SparseInput, TripError } from 'trip-wasm';
import { requireBytes, requireChoice, requireCount, requireDims } from './checks.js';
import { linesOf, numberIn, shown } from './lines.js';
import type { FileSamples } from './types.js';

const largest = 2 ** 31 - 1;
/** The package cannot train more. A short line can claim any number. */
const mostSamples = 2 ** 26;

/** Sizes that a file of FROSTT does not contain. */
export interface TnsChoice {
  /** Shape of a sample. Default: the largest index of each mode. */
  readonly dims?: readonly number[] | undefined;
  /** Number of samples; a sample without elements is zero. Default: the largest index of the first mode. */
  readonly samples?: number | undefined;
}

/**
 * The input of `trip.sparseDataset`, without a response.
 *
 * @throws TripError `format` that names the faulty line.
 */
export function readTns(bytes: Uint8Array, choice: TnsChoice = {}): FileSamples<SparseInput> {
  requireBytes(bytes);
  requireChoice('the choice', choice);
  const { dims, samples = 0 } = choice;
  requireDims(dims);
  requireCount('samples', samples, 0, mostSamples);
  /** The indices of the elements, one element after the other. */
  const index: number[] = [];
  const value: number[] = [];
  let sizes: number[] = [];
  for (const { number, text } of linesOf(bytes)) {
    const cells = text.split(/\s+/);
    if (sizes.length === 0) sizes = begin(cells, number, dims);
    if (cells.length !== sizes.length + 1) {
      throw new TripError(
        'format',
        `line ${number} has ${cells.length} numbers; the first one has ${sizes.length + 1}`,
      );
    }
    for (const [k, size] of sizes.entries()) {
      const i = indexOf(cells, k, number);
      const limit = k === 0 ? undefined : dims?.[k - 1];
      if (limit !== undefined && i > limit) {
        throw new TripError(
          'shape',
          `line ${number} has the index ${i} in mode ${k + 1}; at most ${limit} is accepted`,
        );
      }
      if (k === 0 && i > mostSamples) {
        const found = `line ${number} has the sample ${i}`;
        throw new TripError(
          'memory',
          `${found}; a file may have up to ${mostSamples} samples, which need memory even if they are empty`,
        );
      }
      if (i > size) sizes[k] = i;
      index.push(i - 1);
    }
    const last = numberIn(cells.at(-1));
    if (last === undefined) {
      throw new TripError('format', `line ${number} has the value ${shown(cells.at(-1))}; a finite number is accepted`);
    }
    value.push(last);
  }
  if (sizes.length === 0) throw new TripError('format', 'the file contains no elements');
  const [count = 0, ...own] = sizes;
  return { input: bySample(index, value, [Math.max(count, samples), ...(dims ?? own)]), notes: [] };
}

/** The initial sizes of the modes; the first line determines their number. */
function begin(cells: readonly string[], line: number, dims: readonly number[] | undefined): number[] {
  if (cells.length < 3) {
    const wanted = 'the indices of a sample and of its variables, then a value, are accepted';
    throw new TripError('format', `line ${line} has ${cells.length} numbers; ${wanted}`);
  }
  if (dims !== undefined && cells.length !== dims.length + 2) {
    const wanted = `samples of the shape ${dims.join(' x ')} take ${dims.length + 1}`;
    throw new TripError('shape', `line ${line} has ${cells.length - 1} indices; ${wanted}`);
  }
  return cells.slice(1).map(() => 0);
}

function indexOf(cells: readonly string[], mode: number, line: number): number {
  const text = cells[mode] as string;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= largest) return value;
  const wanted = `integers from 1 to ${largest} are accepted`;
  throw new TripError('format', `line ${line} has the index ${shown(text)} in mode ${mode + 1}; ${wanted}`);
}

/** The elements sample by sample, those of a sample in the order of the file. */
function bySample(index: readonly number[], value: readonly number[], shape: readonly number[]): SparseInput {
  const modes = shape.length;
  const offsets = new Int32Array((shape[0] as number) + 1);
  for (let e = 0; e < value.length; e++) {
    const sample = index[e * modes] as number;
    offsets[sample + 1] = (offsets[sample + 1] as number) + 1;
  }
  for (let n = 1; n < offsets.length; n++) offsets[n] = (offsets[n] as number) + (offsets[n - 1] as number);
  const next = offsets.slice();
  const sorted = { index: new Int32Array(value.length * (modes - 1)), value: new Float64Array(value.length) };
  for (let e = 0; e < value.length; e++) {
    const sample = index[e * modes] as number;
    const to = next[sample] as number;
    next[sample] = to + 1;
    sorted.value[to] = value[e] as number;
    for (let k = 1; k < modes; k++) sorted.index[to * (modes - 1) + k - 1] = index[e * modes + k] as number;
  }
  return { offsets, ...sorted, shape };
}
