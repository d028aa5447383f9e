/** NumPy's .npy files: one array with its type and shape (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html). */

import { TripError } from 'trip-wasm';
import { requireArray, requireBytes } from './checks.js';
import { type Dtype, decode, encode, readDtype } from './dtype.js';
import { productOf, tuple } from './shape.js';
import type { NdArray, Numbers } from './types.js';

const magic = '\x93NUMPY';

/** Bytes of a header: a shape and a type need less, also with the names of many fields. */
const MAX_HEADER = 2 ** 20;

/** The most that NumPy has. */
const MAX_DIMENSIONS = 64;

/** @internal */
export function isNpy(bytes: Uint8Array): boolean {
  return bytes.length >= magic.length && latin1(bytes.subarray(0, magic.length)) === magic;
}

/**
 * Versions 1 to 3, in C and Fortran order. `name` is the name of the array in messages.
 *
 * @throws TripError `format` for a file that is not .npy or has another length than its header says, `value` for integers from 2^53 on.
 */
export function readNpy(bytes: Uint8Array, name = 'the array'): NdArray {
  requireBytes(bytes);
  const { dtype, fortran, shape, start } = readHeader(bytes, name);
  const count = productOf(shape);
  const needed = count * dtype.size;
  const there = bytes.length - start;
  if (there !== needed) {
    const claimed = `${name} has the shape ${tuple(shape)} of ${dtype.text}, which takes ${needed} bytes`;
    throw new TripError('format', `${claimed}; ${there} bytes are there`);
  }
  const place = (at: number) => `${name}[${indicesOf(at, shape, fortran).join(', ')}]`;
  const values = decode(bytes.subarray(start), dtype, place);
  return { shape, values: fortran && shape.length > 1 ? inOrder(values, shape) : values };
}

interface Header {
  readonly dtype: Dtype;
  readonly fortran: boolean;
  readonly shape: readonly number[];
  /** First byte of the elements. */
  readonly start: number;
}

function readHeader(bytes: Uint8Array, name: string): Header {
  if (!isNpy(bytes)) throw new TripError('format', `${name} is no NumPy array: it does not begin with \\x93NUMPY`);
  const version = bytes[6] as number;
  if (!(version >= 1 && version <= 3)) {
    throw new TripError('format', `${name} has the version ${version} of .npy; 1, 2 and 3 are accepted`);
  }
  const begin = version === 1 ? 10 : 12;
  const cut = () => new TripError('format', `${name} ends in its header: the file is cut off`);
  if (bytes.length < begin) throw cut();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MAX_HEADER)
    throw new TripError('format', `${name} has a header of ${length} bytes; at most ${MAX_HEADER} are accepted`);
  const start = begin + length;
  if (bytes.length < start) throw cut();
  const text = latin1(bytes.subarray(begin, start));
  const descr = /'descr': *(?:'([^']*)'|(\[))/.exec(text);
  const order = /'fortran_order': *(True|False)\b/.exec(text);
  const sizes = /'shape': *\(((?:\d+L?, *)*(?:\d+L?)?)\)/.exec(text);
  if (descr === null || order === null || sizes === null) {
    const wanted = "a dictionary with 'descr', 'fortran_order' and 'shape' is accepted";
    throw new TripError('format', `${name} has the header ${JSON.stringify(text.trim().slice(0, 80))}; ${wanted}`);
  }
  const shape = (sizes[1] as string)
    .split(',')
    .flatMap((part) => (part.trim() === '' ? [] : Number.parseInt(part, 10)));
  if (shape.length > MAX_DIMENSIONS)
    throw new TripError(
      'format',
      `${name} has ${shape.length} dimensions; at most ${MAX_DIMENSIONS}, as in NumPy, are accepted`,
    );
  return { dtype: readDtype(name, descr[1] ?? 'V'), fortran: order[1] === 'True', shape, start };
}

/** Decodes ISO 8859-1. The `latin1` of TextDecoder is windows-1252. */
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** The indices of the element that is stored at a position. */
function indicesOf(at: number, shape: readonly number[], fortran: boolean): number[] {
  const indices: number[] = [];
  let rest = at;
  for (const size of fortran ? shape : [...shape].reverse()) {
    indices.push(rest % size);
    rest = Math.floor(rest / size);
  }
  return fortran ? indices : indices.reverse();
}

/** Converts Fortran order (column-major) to row-major order. */
function inOrder(values: Numbers | string[], shape: readonly number[]): Numbers | string[] {
  const strides = shape.map((_, k) => productOf(shape.slice(0, k)));
  const sorted = values.slice();
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < values.length; to++) {
    sorted[to] = values[from] as number & string;
    for (let k = shape.length - 1; k >= 0; k--) {
      from += strides[k] as number;
      index[k] = (index[k] as number) + 1;
      if (index[k] !== shape[k]) break;
      from -= (shape[k] as number) * (strides[k] as number);
      index[k] = 0;
    }
  }
  return sorted;
}

/** Version 1 in C order, little-endian; texts as `U`. */
export function writeNpy(array: NdArray): Uint8Array {
  requireArray(array);
  const { shape, values } = array;
  const { descr, bytes } = encode(values);
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple(shape)}, }`;
  // The elements begin at a multiple of 64 bytes, behind spaces and a line feed.
  const start = 64 * Math.ceil((10 + dictionary.length + 1) / 64);
  const file = new Uint8Array(start + bytes.length);
  const header = `${magic}\x01\x00${'  '}${dictionary.padEnd(start - 11)}\n`;
  file.set(Array.from(header, (character) => character.charCodeAt(0)));
  new DataView(file.buffer).setUint16(8, start - 10, true);
  file.set(bytes, start);
  return file;
}
