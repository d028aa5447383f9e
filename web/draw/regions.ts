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
  const ends = new Ends(segments);
  const lines: Line[] = [];
  for (const [at, first] of segments.entries()) {
    if (!ends.take(at)) continue;
    const points: number[] = [first[0], first[1], first[2], first[3]];
    for (let end = ends.meeting(2 * at + 1); end >= 0; end = ends.meeting(end ^ 1)) {
      const next = segments[end >> 1] as Segment;
      ends.take(end >> 1);
      const far = end % 2 === 0 ? 2 : 0;
      points.push(next[far], next[far + 1] as number);
    }
    lines.push({ points, classes: [first[4], first[5]] });
  }
  return lines;
}

/** Neighbouring squares compute the same crossing with other roundings, so places are compared in millionths of a cell. */
const fineness = 1e6;

/** The ends of segments by their places: end 2 s is the beginning of segment s, end 2 s + 1 its other end. */
class Ends {
  /** x and y of each end. */
  private readonly places: Int32Array;
  /** The first end with each hash, and after each end the next one with its hash; -1 for none. */
  private readonly heads: Int32Array;
  private readonly following: Int32Array;
  private readonly taken: Uint8Array;

  constructor(private readonly segments: readonly Segment[]) {
    const count = segments.length;
    this.places = new Int32Array(4 * count);
    this.heads = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1))).fill(-1);
    this.following = new Int32Array(2 * count);
    this.taken = new Uint8Array(count);
    // From the last to the first, so that ends with one hash follow each other in the order of the segments.
    for (let end = 2 * count - 1; end >= 0; end--) {
      const segment = segments[end >> 1] as Segment;
      const from = end % 2 === 0 ? 0 : 2;
      this.places[2 * end] = Math.round(segment[from] * fineness);
      this.places[2 * end + 1] = Math.round((segment[from + 1] as number) * fineness);
      const hash = this.hashOf(end);
      this.following[end] = this.heads[hash] as number;
      this.heads[hash] = end;
    }
  }

  /** Whether the segment was free until now. */
  take(segment: number): boolean {
    if (this.taken[segment] === 1) return false;
    this.taken[segment] = 1;
    return true;
  }

  /** The first end of a free segment of the same two classes at the place of `end`, or -1. */
  meeting(end: number): number {
    const [, , , , one, other] = this.segments[end >> 1] as Segment;
    for (let next = this.heads[this.hashOf(end)] as number; next >= 0; next = this.following[next] as number) {
      if (this.taken[next >> 1] === 1) continue;
      const [, , , , low, high] = this.segments[next >> 1] as Segment;
      const same = (one === low && other === high) || (one === high && other === low);
      if (same && this.isAt(next, end)) return next;
    }
    return -1;
  }

  private isAt(one: number, other: number): boolean {
    const { places } = this;
    return places[2 * one] === places[2 * other] && places[2 * one + 1] === places[2 * other + 1];
  }

  private hashOf(end: number): number {
    const [x, y] = [this.places[2 * end] as number, this.places[2 * end + 1] as number];
    return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663)) & (this.heads.length - 1);
  }
}

/** The boundary crosses a side whose ends have different classes where the interpolated leads of both classes are equal. */
function crossingsOf({ label, lead }: Boundaries, size: number, x: number, y: number): Crossing[] {
  const crossings: Crossing[] = [];
  for (let side = 0; side < 4; side++) {
    const next = (side + 1) % 4;
    const [fromX, fromY] = [cornerX[side] as number, cornerY[side] as number];
    const [toX, toY] = [cornerX[next] as number, cornerY[next] as number];
    const [from, to] = [(y + fromY) * size + x + fromX, (y + toY) * size + x + toX];
    const [one, other] = [label[from] as number, label[to] as number];
    if (one === other) continue;
    const ahead = lead[from] as number;
    const both = ahead + (lead[to] as number);
    const share = both > 0 ? ahead / both : 0.5;
    crossings.push([x + 0.5 + fromX + share * (toX - fromX), y + 0.5 + fromY + share * (toY - fromY), one, other]);
  }
  return crossings;
}
