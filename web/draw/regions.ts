/** Three classes and more over the plane: the most probable class of each cell, and the boundaries between classes. */

import { log } from './numbers.js';

/**
 * The classes over a grid. One pass over the probabilities computes it, and the drawing uses nothing else, so a picture
 * takes time in proportion to classes x cells.
 */
export interface Regions {
  /** Most probable class of each cell. */
  readonly label: Uint16Array;
  /** Difference between the highest and the second highest probability. */
  readonly margin: Float32Array;
  /** Difference between their logarithms. */
  readonly lead: Float32Array;
}

/** Lower bound of a probability, for its logarithm. */
const closest = 1e-7;
export const logOf = (probability: number) => log(Math.max(closest, probability));

/** `probability`: cells x classes, row-major. */
export function regionsOf(probability: ArrayLike<number>, classes: number): Regions {
  const cells = probability.length / classes;
  const [label, margin, lead] = [new Uint16Array(cells), new Float32Array(cells), new Float32Array(cells)];
  for (let cell = 0; cell < cells; cell++) {
    let [best, second] = [-1, -1];
    for (let k = 0; k < classes; k++) {
      const value = probability[cell * classes + k] as number;
      if (value > best) {
        [best, second] = [value, best];
        label[cell] = k;
      } else if (value > second) second = value;
    }
    margin[cell] = best - second;
    lead[cell] = logOf(best) - logOf(second);
  }
  return { label, margin, lead };
}

/** A line between two regions. */
export interface Line {
  /** x and y of each point, in cells of the grid. */
  readonly points: readonly number[];
  /** The two classes that it separates. */
  readonly classes: readonly [number, number];
}

/** A point on the side of a square, and the classes at the two ends of that side. */
type Crossing = readonly [x: number, y: number, one: number, other: number];

/** Corners of a square between the centres of four cells, in order. */
const around = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Traces the boundaries between regions. `size`: cells in a row. */
export const traceRegions = (regions: Boundaries, size: number): Line[] => joined(segmentsOf(regions, size));

/** Traces the line where the values are equal to `level`: it separates the classes 0, of lower values, and 1. */
export function traceLevel(values: Float32Array, level: number, size: number): Line[] {
  const [label, lead] = [new Uint16Array(values.length), new Float32Array(values.length)];
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell] as number;
    label[cell] = value >= level ? 1 : 0;
    lead[cell] = Math.abs(value - level);
  }
  return traceRegions({ label, lead }, size);
}

type Boundaries = Pick<Regions, 'label' | 'lead'>;
type Segment = readonly [x: number, y: number, toX: number, toY: number, one: number, other: number];

/** The boundaries through each square between the centres of four cells. */
function segmentsOf(regions: Boundaries, size: number): Segment[] {
  const { label } = regions;
  const segments: Segment[] = [];
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const corner = y * size + x;
      const one = label[corner];
      // Most squares have one class; arrays for them would take most of the time.
      if (one === label[corner + 1] && one === label[corner + size] && one === label[corner + size + 1]) continue;
      const crossings = crossingsOf(regions, size, x, y);
      const [first, second] = crossings;
      if (!first || !second) continue;
      if (crossings.length === 2) {
        segments.push([first[0], first[1], ...second]);
        continue;
      }
      // Three regions and more meet at the mean of their crossings.
      const middle = (axis: 0 | 1) => crossings.reduce((sum, one) => sum + one[axis], 0) / crossings.length;
      for (const crossing of crossings) segments.push([middle(0), middle(1), ...crossing]);
    }
  }
  return segments;
}

/** Joins segments of the same two classes into lines. */
function joined(segments: readonly Segment[]): Line[] {
  const free = new Set(segments);
  const ends = new Map<string, Segment[]>();
  // Neighbouring squares compute the same crossing with other roundings.
  const keyOf = ([x, y]: readonly number[], [, , , , one, other]: Segment) =>
    [
      Math.round((x as number) * 1e6),
      Math.round((y as number) * 1e6),
      Math.min(one, other),
      Math.max(one, other),
    ].join();
  for (const segment of segments) {
    for (const from of [0, 2]) {
      const key = keyOf(segment.slice(from), segment);
      ends.set(key, [...(ends.get(key) ?? []), segment]);
    }
  }
  const lines: Line[] = [];
  for (const first of free) {
    const points = first.slice(0, 2);
    for (let next: Segment | undefined = first; next; ) {
      free.delete(next);
      const forward = keyOf(next, next) === keyOf(points.slice(-2), next);
      points.push(...next.slice(...(forward ? [2, 4] : [0, 2])));
      const key: string = keyOf(points.slice(-2), next);
      next = ends.get(key)?.find((segment) => free.has(segment));
    }
    lines.push({ points, classes: [first[4], first[5]] });
  }
  return lines;
}

/** The boundary crosses a side whose ends have different classes where the interpolated leads of both classes are equal. */
function crossingsOf({ label, lead }: Boundaries, size: number, x: number, y: number): Crossing[] {
  const corner = y * size + x;
  const [a, b, c, d] = [label[corner], label[corner + 1], label[corner + size + 1], label[corner + size]] as number[];
  const labels = [a, b, c, d];
  const crossings: Crossing[] = [];
  for (let side = 0; side < 4; side++) {
    const next = (side + 1) % 4;
    const [one, other] = [labels[side] as number, labels[next] as number];
    if (one === other) continue;
    const [[fromX, fromY], [toX, toY]] = [around[side], around[next]] as [(typeof around)[0], (typeof around)[0]];
    const ahead = lead[corner + fromY * size + fromX] as number;
    const both = ahead + (lead[corner + toY * size + toX] as number);
    const share = both > 0 ? ahead / both : 0.5;
    crossings.push([x + 0.5 + fromX + share * (toX - fromX), y + 0.5 + fromY + share * (toY - fromY), one, other]);
  }
  return crossings;
}
