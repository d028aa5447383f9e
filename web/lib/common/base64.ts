/** Numbers as base64 of their little-endian bytes, so that a file keeps every bit. */

import { TripError } from './errors.js';

const CHUNK = 0x8000;

export function encodeFloats(values: Float32Array | Float64Array): string {
  const size = values.BYTES_PER_ELEMENT;
  const bytes = new Uint8Array(values.length * size);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < values.length; i++) {
    if (size === 4) view.setFloat32(4 * i, values[i] as number, true);
    else view.setFloat64(8 * i, values[i] as number, true);
  }
  let binary = '';
  for (let i = 0; i < bytes.length; i += CHUNK) binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
  return btoa(binary);
}

export function decodeFloats(name: string, text: unknown): Float32Array {
  const view = decode(name, text, 4);
  return Float32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}

export function decodeDoubles(name: string, text: unknown): Float64Array {
  const view = decode(name, text, 8);
  return Float64Array.from({ length: view.byteLength / 8 }, (_, i) => view.getFloat64(8 * i, true));
}

function decode(name: string, text: unknown, size: number): DataView {
  if (typeof text !== 'string')
    throw new TripError('format', `the model file has no ${name}; it is truncated or altered`);
  let binary: string;
  try {
    binary = atob(text);
  } catch (cause) {
    throw new TripError('format', `${name} of the model file is not base64; it is truncated or altered`, { cause });
  }
  if (binary.length % size !== 0) {
    throw new TripError(
      'format',
      `${name} of the model file has ${binary.length} bytes, not a multiple of ${size}; it is truncated`,
    );
  }
  return new DataView(Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer);
}
