/** The element types of NumPy arrays: converts bytes to numbers or texts, and back. */

import { TripError } from 'trip-wasm';
import { cut } from './lines.js';
import type { Numbers } from './types.js';

/** A type in the notation of NumPy: `<f8` is a little-endian float of 8 bytes. */
export interface Dtype {
  readonly text: string;
  readonly kind: string;
  /** Bytes of one element. */
  readonly size: number;
  readonly big: boolean;
}

const numeric = {
  b1: Uint8Array,
  i1: Int8Array,
  u1: Uint8Array,
  i2: Int16Array,
  u2: Uint16Array,
  i4: Int32Array,
  u4: Uint32Array,
  f4: Float32Array,
  f8: Float64Array,
} as const;

/** Types without a typed array: half floats become floats, 64-bit integers become doubles. */
const converted = ['f2', 'i8', 'u8'];

/** Advice for types that are not accepted. */
const advice: { readonly [kind: string]: string } = {
  O: 'Python objects are pickles, which are never read; save the array with dtype float, int or str',
  V: 'structured arrays are not read; save the fields as arrays of an .npz file',
  c: 'complex numbers are not read; save the real and the imaginary parts',
  M: 'dates are not read; save x.astype("M8[s]").astype("i8")',
  m: 'time spans are not read; save x.astype("i8")',
  f: 'floats of 2, 4 or 8 bytes are accepted; save x.astype("f8")',
};

/** @throws TripError `format` for types that hold neither numbers nor texts. */
export function readDtype(name: string, text: string): Dtype {
  const [, order, kind = '', digits = ''] = /^([<>|=]?)([a-zA-Z?])(\d*)/.exec(text) ?? [];
  const code = `${kind}${digits}`;
  const known = Object.hasOwn(numeric, code) || converted.includes(code) || kind === 'U' || kind === 'S';
  if (!known || Number(digits) === 0) {
    const accepted = advice[kind] ?? 'numbers (b1, i1 to i8, u1 to u8, f2, f4, f8) and texts (U, S) are accepted';
    throw new TripError('format', `${name} has the dtype ${cut(text)}: ${accepted}`);
  }
  return { text: cut(text), kind, size: Number(digits) * (kind === 'U' ? 4 : 1), big: order === '>' };
}

/** `place` names an element by its position in the file. */
export function decode(bytes: Uint8Array, dtype: Dtype, place: (at: number) => string): Numbers | string[] {
  const { kind, size, big } = dtype;
  if (kind === 'U' || kind === 'S') return textsOf(bytes, dtype, place);
  // A copy, aligned; slice() of Node's buffers shares their memory.
  const own = new Uint8Array(bytes);
  if (big) swap(own, size);
  const { buffer } = own;
  const code = `${kind}${size}`;
  if (code === 'f2') return Float32Array.from(new Uint16Array(buffer), halfToNumber);
  if (code === 'i8' || code === 'u8') return longsOf(new Uint32Array(buffer), kind === 'i', place);
  return new numeric[code as keyof typeof numeric](buffer);
}

/** Reverses the bytes of each element in place. */
function swap(bytes: Uint8Array, size: number): void {
  for (let at = 0; size > 1 && at < bytes.length; at += size) bytes.subarray(at, at + size).reverse();
}

function halfToNumber(half: number): number {
  const [exponent, fraction] = [(half >> 10) & 31, half & 1023];
  const sign = half >> 15 === 0 ? 1 : -1;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

/** Converts 64-bit integers, given as pairs of 32-bit halves, to doubles, which hold integers below 2^53 exactly. */
function longsOf(halves: Uint32Array, signed: boolean, place: (at: number) => string): Float64Array {
  const values = new Float64Array(halves.length / 2);
  for (let at = 0; at < values.length; at++) {
    const [low, high] = [halves[2 * at] as number, halves[2 * at + 1] as number];
    const value = (signed ? high | 0 : high) * 2 ** 32 + low;
    if (!Number.isSafeInteger(value)) {
      const exact = (BigInt(signed ? high | 0 : high) << 32n) | BigInt(low);
      throw new TripError('value', `${place(at)} is ${exact}; integers below 2^53 are accepted`);
    }
    values[at] = value;
  }
  return values;
}

/** Decodes texts of a fixed length, padded with zeros: characters of 4 bytes (U), or ASCII (S). */
function textsOf(bytes: Uint8Array, { kind, size, big }: Dtype, place: (at: number) => string): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = kind === 'U' ? 4 : 1;
  const last = kind === 'U' ? 0x10ffff : 0x7f;
  return Array.from({ length: bytes.length / size }, (_, at) => {
    let text = '';
    let end = 0;
    for (let from = at * size; from < (at + 1) * size; from += step) {
      const code = kind === 'U' ? view.getUint32(from, !big) : view.getUint8(from);
      if (code > last) throw new TripError('format', `${place(at)} is no text: it has the character ${code}`);
      text += String.fromCodePoint(code);
      if (code !== 0) end = text.length;
    }
    return text.slice(0, end);
  });
}

/** The type and the bytes of an array that is written. */
export function encode(values: Numbers | readonly string[]): { descr: string; bytes: Uint8Array } {
  if (!ArrayBuffer.isView(values)) return encodeTexts(values);
  const size = values.BYTES_PER_ELEMENT;
  const [code] = Object.entries(numeric).filter(([name, type]) => name !== 'b1' && values instanceof type)[0] ?? [];
  return {
    descr: `${size === 1 ? '|' : '<'}${code}`,
    bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  };
}

function encodeTexts(texts: readonly string[]): { descr: string; bytes: Uint8Array } {
  const characters = texts.map((text) => Array.from(text, (character) => character.codePointAt(0) as number));
  const length = characters.reduce((most, { length }) => Math.max(most, length), 1);
  const view = new DataView(new ArrayBuffer(4 * length * texts.length));
  for (const [n, codes] of characters.entries()) {
    for (const [c, code] of codes.entries()) view.setUint32(4 * (n * length + c), code, true);
  }
  return { descr: `<U${length}`, bytes: new Uint8Array(view.buffer) };
}
