/**
 * Files of svmlight and libsvm: one line for each sample, `label index:value index:value ... # comment`, with rising indices. Indices
 * start at 1, or at 0 in files with an index 0; scikit-learn's load_svmlight_file uses the same rule.
 */

import { type SparseInput, TripError } from 'trip-wasm';
import { requireBytes, requireChoice, requireCount, requireDims } from './checks.js';
import { linesOf, numberIn, shown } from './lines.js';
import { productOf, unfolded } from './shape.js';
import type { FileSamples } from './types.js';

/** Choices that a file of svmlight leaves open. */
export interface SvmlightChoice {
  /** The index of the first variable. Default: 0 if an index 0 occurs, otherwise 1. */
  readonly first?: 0 | 1 | undefined;
  /** Shape of a sample, row-major over its variables. Default: a vector that ends with the largest index of the file. */
  readonly dims?: readonly number[] | undefined;
}

interface Entries {
  readonly labels: number[];
  readonly offsets: number[];
  readonly index: number[];
  readonly value: number[];
  /** The smallest and the largest index, and the line of each. */
  low: readonly [index: number, line: number];
  high: readonly [index: number, line: number];
  queries: number;
}

const largest = 2 ** 31 - 2;

export interface SvmlightSamples extends FileSamples<SparseInput> {
  /** As chosen or as detected. */
  readonly first: 0 | 1;
}

/**
 * The input of `trip.sparseDataset`; the label of each line is the response.
 *
 * @throws TripError `format` that names the faulty line.
 */
export function readSvmlight(bytes: Uint8Array, choice: SvmlightChoice = {}): SvmlightSamples {
  requireChoice('the choice', choice);
  const { first, dims } = choice;
  requireBytes(bytes);
  requireCount('first', first, 0, 1);
  requireDims(dims);
  const found: Entries = {
    labels: [],
    offsets: [0],
    index: [],
    value: [],
    low: [Infinity, 0],
    high: [-1, 0],
    queries: 0,
  };
  for (const { number, text } of linesOf(bytes)) addLine(found, text, number);
  const { labels, offsets, index, value, low, high, queries } = found;
  if (labels.length === 0) throw new TripError('format', 'the file contains no samples');
  const begin = first ?? (low[0] > 0 && index.length > 0 ? 1 : 0);
  if (low[0] < begin) {
    throw new TripError('format', `line ${low[1]} has the index 0; the first variable was said to have the index 1`);
  }
  const size = (dims && productOf(dims)) ?? Math.max(high[0] - begin + 1, 1);
  if (high[0] - begin >= size) {
    const last = size - 1 + begin;
    throw new TripError(
      'shape',
      `line ${high[1]} has the index ${high[0]}; ${size} variables have indices up to ${last}`,
    );
  }
  const own = index.map((i) => i - begin);
  const detected = `the first variable has the index ${begin} (${first === undefined ? reasonOf(begin) : 'given'})`;
  const skipped = queries === 0 ? [] : [`qid of ${queries} samples is left out: it says nothing about a sample alone`];
  const shape = [labels.length, ...(dims ?? [size])];
  return {
    input: { offsets, index: dims === undefined ? own : unfolded(own, dims), value, shape, y: labels },
    notes: [detected, ...skipped],
    first: begin,
  };
}

function reasonOf(begin: 0 | 1): string {
  return begin === 0 ? 'detected: an index 0 occurs' : 'detected: no index 0 occurs';
}

function addLine(found: Entries, text: string, line: number): void {
  const [label, ...pairs] = text.split(/\s+/);
  found.labels.push(labelOf(label as string, line));
  let before = -1;
  for (const [p, pair] of pairs.entries()) {
    if (p === 0 && pair.startsWith('qid:')) {
      found.queries++;
      continue;
    }
    const colon = pair.indexOf(':');
    const index = /^\d+$/.test(pair.slice(0, Math.max(colon, 0))) ? Number(pair.slice(0, colon)) : largest + 1;
    const value = numberIn(pair.slice(colon + 1));
    if (index > largest || value === undefined) {
      const wanted = `index:value with an integer from 0 to ${largest} and a finite number is accepted`;
      throw new TripError('format', `line ${line} has ${shown(pair)}; ${wanted}`);
    }
    if (index <= before) {
      throw new TripError('format', `line ${line} has the index ${index} after ${before}; rising indices are accepted`);
    }
    before = index;
    found.index.push(index);
    found.value.push(value);
    if (index < found.low[0]) found.low = [index, line];
    if (index > found.high[0]) found.high = [index, line];
  }
  found.offsets.push(found.index.length);
}

function labelOf(text: string, line: number): number {
  const value = numberIn(text);
  if (value !== undefined) return value;
  const many = text.includes(',') ? 'several labels: a sample has one label here' : 'no number';
  const found = text.includes(':')
    ? `begins with ${shown(text)}: its label is missing`
    : `has the label ${shown(text)}, ${many}`;
  throw new TripError('format', `line ${line} ${found}; a number is accepted`);
}
