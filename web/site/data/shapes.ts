/**
 * Shapes hidden like the paper's spiral: beside a direction of strong noise and many of faint noise, then rotated at random.
 *
 * No generator calls `Math.sin`, `Math.cos`, `Math.exp` or `Math.log`: their last bits differ between engines, and the same link would
 * give other data. `random.ts` has replacements.
 */

import type { Trip } from 'trip-wasm';
import type { Settings, SizeName } from '../link/state.ts';
import type { Material } from './entry.ts';
import { Random } from './random.ts';

type Point = readonly number[];
/** One point of class 0 or 1 on the shape. */
export type Shape = (random: Random, label: number) => Point;

/** `size`: coordinates of a point of the shape; `deciding`: how many of them, from the first, depend on the class. */
export function hiddenShape(
  trip: Trip,
  shape: Shape,
  size: number,
  { dataSeed, samplesPerClass, noiseDimensions }: Pick<Settings, 'dataSeed' | SizeName>,
  deciding = size,
): Material {
  const dims = size + 1 + noiseDimensions;
  const rotation = randomRotation(new Random(dataSeed), dims);
  const draw = (stream: number) => {
    const random = new Random(dataSeed, stream);
    const count = 2 * samplesPerClass;
    const x = new Float32Array(count * dims);
    const y = Array.from({ length: count }, (_, n) => (n < samplesPerClass ? 'A' : 'B'));
    for (let n = 0; n < count; n++) {
      const faint = Array.from({ length: noiseDimensions }, () => 0.1 * random.normal());
      rotate([...shape(random, y[n] === 'A' ? 0 : 1), random.normal(), ...faint], rotation, x.subarray(n * dims));
    }
    return trip.dataset({ x, shape: [count, dims], y });
  };
  // Orthonormal basis of the subspace that shows the classes.
  const truth = Float64Array.from({ length: dims * deciding }, (_, at) => {
    const row = Math.floor(at / deciding);
    return rotation[row * dims + (at % deciding)] as number;
  });
  return { train: draw(1), test: draw(2), truth: [truth] };
}

function rotate(sample: Point, rotation: Float64Array, out: Float32Array): void {
  const dims = sample.length;
  for (let row = 0; row < dims; row++) {
    let sum = 0;
    for (let at = 0; at < dims; at++) sum += (rotation[row * dims + at] as number) * (sample[at] as number);
    out[row] = sum;
  }
}

/** Random directions made orthonormal one after the other, as columns of a dims x dims matrix, row-major. */
export function randomRotation(random: Random, dims: number): Float64Array {
  const columns: Float64Array[] = [];
  while (columns.length < dims) {
    const column = Float64Array.from({ length: dims }, () => random.normal());
    // Two passes are enough for orthogonality to the last bits.
    for (const other of [...columns, ...columns]) subtractAlong(column, other);
    const length = Math.sqrt(dot(column, column));
    if (length > 1e-6) columns.push(column.map((value) => value / length));
  }
  return Float64Array.from(
    { length: dims * dims },
    (_, at) => (columns[at % dims] as Float64Array)[Math.floor(at / dims)] as number,
  );
}

function subtractAlong(vector: Float64Array, unit: Float64Array): void {
  const along = dot(vector, unit);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] as number) - along * (unit[at] as number);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
