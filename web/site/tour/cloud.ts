/** The samples in training units, and where a plane puts them. */

import type { Dataset, ModelSpec } from 'trip-wasm';

/** Fit and test samples in training units, N x I each. */
export interface Cloud {
  /** I: number of variables. */
  readonly rows: number;
  readonly train: Float32Array;
  readonly test: Float32Array;
}

type Vectors = Pick<Dataset, 'shape' | 'offsets' | 'categories'>;

/** Whether planes of these samples can be moved: dense vectors without encoded columns. */
export const movesPlanes = ({ shape, offsets, categories }: Vectors): boolean =>
  shape.length === 2 && offsets === undefined && categories === undefined;

/** The samples as a model of this spec sees them: missing values replaced, centred and scaled. */
export function cloudOf({ train, test }: { readonly train: Dataset; readonly test: Dataset }, spec: ModelSpec): Cloud {
  const rows = spec.dims[0] as number;
  return { rows, train: scaled(train, rows, spec), test: scaled(test, rows, spec) };
}

function scaled({ x }: Dataset, rows: number, { mean, scale, fill }: ModelSpec): Float32Array {
  const values = new Float32Array(x.length);
  const isScaled = scale.length > 0;
  for (let at = 0; at < x.length; at++) {
    const i = at % rows;
    const given = x[at] as number;
    const value = Number.isNaN(given) ? (fill?.[i] ?? 0) : given;
    values[at] = isScaled ? (value - (mean[i] as number)) / (scale[i] as number) : value;
  }
  return values;
}

/**
 * Coordinates of samples (N x I) on a frame (I x 2), N x 2, in one pass. The sums are in the order of the variables, so that every
 * engine has the same bits.
 */
export function project(samples: Float32Array, frame: Float64Array): Float32Array {
  const rows = frame.length / 2;
  const count = samples.length / rows;
  const points = new Float32Array(2 * count);
  for (let n = 0, at = 0; n < count; n++) {
    let x = 0;
    let y = 0;
    for (let i = 0; i < frame.length; i += 2, at++) {
      const value = samples[at] as number;
      x += value * (frame[i] as number);
      y += value * (frame[i + 1] as number);
    }
    points[2 * n] = x;
    points[2 * n + 1] = y;
  }
  return points;
}

/** Mean of the coordinates of points, N x 2. */
export function middleOf(points: Float32Array): readonly [number, number] {
  let x = 0;
  let y = 0;
  for (let at = 0; at < points.length; at += 2) {
    x += points[at] as number;
    y += points[at + 1] as number;
  }
  const count = points.length / 2 || 1;
  return [x / count, y / count];
}

/** 32-bit FNV-1a hash of the bits of points, 8 hexadecimal digits: equal pictures have equal hashes. */
export function hashOf(...sets: readonly Float32Array[]): string {
  let hash = 0x811c9dc5;
  for (const points of sets) {
    for (const word of new Uint32Array(points.buffer, points.byteOffset, points.length))
      for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((word >>> shift) & 255), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
