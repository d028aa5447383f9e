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
const [cornerX, cornerY] = [Uint8Array.of(0, 1, 1, 0), Uint8Array.of(0, 0, 1, 1)] as const;

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
function segmentsOf({ label, lead }: Boundaries, size: number): Segment[] {
  const segments: Segment[] = [];
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const corner = y * size + x;
      const [a, b] = [label[corner] as number, label[corner + 1] as number];
      const [c, d] = [label[corner + size + 1] as number, label[corner + size] as number];
      // Most squares have one class; arrays for them would take most of the time.
      if (a === b && b === c && c === d) continue;
      const crossings = crossingsOf([a, b, c, d], lead, size, [x, y]);
      const [first, second] = crossings;
      if (!first || !second) continue;
      if (crossings.length === 2) {
        segments.push([first[0], first[1], second[0], second[1], second[2], second[3]]);
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
  const taken = new Uint8Array(segments.length);
  const meeting = meetings(segments, taken);
  const lines: Line[] = [];
  for (const [at, [x, y, toX, toY, ...classes]] of segments.entries()) {
    if (taken[at]) continue;
    taken[at] = 1;
    const points = [x, y, toX, toY];
    for (let end = meeting(2 * at + 1); end >= 0; end = meeting(end ^ 1)) {
      const [nextX, nextY, farX, farY] = segments[end >> 1] as Segment;
      taken[end >> 1] = 1;
      if (end % 2) points.push(nextX, nextY);
      else points.push(farX, farY);
    }
    lines.push({ points, classes });
  }
  return lines;
}

/** Neighbouring squares compute the same crossing with other roundings, so places are compared in millionths of a cell. */
const fineness = 1e6;

/**
 * Finds the ends that meet; end 2 s is the beginning of segment s, end 2 s + 1 its other end. The function returned has the first end of a
 * segment that is not taken, of the same classes and at the same place as a given end, or -1.
 */
function meetings(segments: readonly Segment[], taken: Uint8Array): (end: number) => number {
  const count = 2 * segments.length;
  // x, y and classes of each end.
  const keys = new Int32Array(3 * count);
  // The first end with each hash, and after each end the next one with its hash; -1 for none.
  const heads = new Int32Array(2 ** Math.ceil(Math.log2(count + 1))).fill(-1);
  const following = new Int32Array(count);
  const hashOf = (end: number) =>
    (Math.imul(keys[3 * end] as number, 73856093) ^ Math.imul(keys[3 * end + 1] as number, 19349663)) &
    (heads.length - 1);
  // From the last to the first, so that ends with one hash follow each other in the order of the segments.
  for (let end = count - 1; end >= 0; end--) {
    const [x, y, toX, toY, one, other] = segments[end >> 1] as Segment;
    keys[3 * end] = Math.round((end % 2 ? toX : x) * fineness);
    keys[3 * end + 1] = Math.round((end % 2 ? toY : y) * fineness);
    keys[3 * end + 2] = (Math.min(one, other) << 16) | Math.max(one, other);
    following[end] = heads[hashOf(end)] as number;
    heads[hashOf(end)] = end;
  }
  const same = (one: number, other: number) =>
    keys[3 * one] === keys[3 * other] &&
    keys[3 * one + 1] === keys[3 * other + 1] &&
    keys[3 * one + 2] === keys[3 * other + 2];
  return (end) => {
    let next = heads[hashOf(end)] as number;
    while (next >= 0 && (taken[next >> 1] === 1 || !same(next, end))) next = following[next] as number;
    return next;
  };
}

/**
 * The boundary crosses a side whose ends have different classes where the interpolated leads of both classes are equal. `labels`: classes of
 * the corners of the square at x, y.
 */
function crossingsOf(
  labels: readonly number[],
  lead: Float32Array,
  size: number,
  [x, y]: readonly [number, number],
): Crossing[] {
  const crossings: Crossing[] = [];
  for (let side = 0; side < 4; side++) {
    const next = (side + 1) % 4;
    const [one, other] = [labels[side] as number, labels[next] as number];
    if (one === other) continue;
    const [fromX, fromY] = [cornerX[side] as number, cornerY[side] as number];
    const [toX, toY] = [cornerX[next] as number, cornerY[next] as number];
    const ahead = lead[(y + fromY) * size + x + fromX] as number;
    const both = ahead + (lead[(y + toY) * size + x + toX] as number);
    const share = both > 0 ? ahead / both : 0.5;
    crossings.push([x + 0.5 + fromX + share * (toX - fromX), y + 0.5 + fromY + share * (toY - fromY), one, other]);
  }
  return crossings;
}
