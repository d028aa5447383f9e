/** Shapes hidden as the paper hides its spiral: beside a direction of loud noise and many of faint noise, then rotated at random. */

import type { Dataset, Trip } from 'trip-wasm';
import { Random } from './random.ts';

type Point = readonly number[];
/** One point of class 0 or 1 on the shape. */
type Shape = (random: Random, label: number) => Point;

/** Two circles around the same centre. */
const ring: Shape = (random, label) => {
  const [x, y] = random.direction();
  const radius = (label === 0 ? 0.7 : 1.6) + 0.12 * random.normal();
  return [radius * x, radius * y];
};

/** Two strands wound around one another, as in DNA: every plane crosses them, space shows them apart. */
const helix: Shape = (random, label) => {
  const height = random.between(-1, 1);
  const [x, y] = turn(height);
  const side = label === 0 ? 1.4 : -1.4;
  return [side * x, side * y, 1.7 * height].map((value) => value + 0.12 * random.normal());
};

export const shapes = { rings: { shape: ring, size: 2 }, helix: { shape: helix, size: 3 } } as const;

export interface HiddenShape {
  readonly train: Dataset;
  readonly test: Dataset;
  /** Orthonormal basis of the subspace that holds the shape, I x size row-major. */
  readonly truth: Float64Array;
}

export interface ShapeOptions {
  readonly seed: number;
  readonly samplesPerClass: number;
  readonly noiseDimensions: number;
}

export function hiddenShape(trip: Trip, name: keyof typeof shapes, options: ShapeOptions): HiddenShape {
  const { shape, size } = shapes[name];
  const dims = size + 1 + options.noiseDimensions;
  const rotation = randomRotation(new Random(options.seed), dims);
  const draw = (stream: number) => {
    const random = new Random(options.seed, stream);
    const count = 2 * options.samplesPerClass;
    const x = new Float32Array(count * dims);
    const y = Array.from({ length: count }, (_, n) => (n < options.samplesPerClass ? 'A' : 'B'));
    for (let n = 0; n < count; n++) {
      const faint = Array.from({ length: options.noiseDimensions }, () => 0.1 * random.normal());
      rotate([...shape(random, y[n] === 'A' ? 0 : 1), random.normal(), ...faint], rotation, x.subarray(n * dims));
    }
    return trip.dataset({ x, shape: [count, dims], y });
  };
  const truth = Float64Array.from({ length: dims * size }, (_, at) => {
    const row = Math.floor(at / size);
    return rotation[row * dims + (at % size)] as number;
  });
  return { train: draw(1), test: draw(2), truth };
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
    // Twice is enough to be orthogonal to the last bits.
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

/** Cosine and sine of a share of the full turn, from -1 to 1: a short series at a sixteenth of the angle, doubled four times. */
function turn(share: number): readonly [number, number] {
  const angle = (share * 2 * Math.PI) / 16;
  const square = angle * angle;
  let x = 1 - (square / 2) * (1 - (square / 12) * (1 - (square / 30) * (1 - square / 56)));
  let y = angle * (1 - (square / 6) * (1 - (square / 20) * (1 - square / 42)));
  for (let doubling = 0; doubling < 4; doubling++) [x, y] = [x * x - y * y, 2 * x * y];
  return [x, y];
}
