/** Rectangles and lassos in a picture, and the samples inside them. */

import type { Frame } from '../../draw/types.ts';

/** Corners lie on a grid of so many steps along each side of the picture, because a link contains them in two characters each. */
export const gridSteps = 4095;
/** Maximum number of corners of a lasso: more would exceed a link and slow the test of every sample. */
const mostCorners = 64;
/** Distance, in steps of the grid, up to which corners of a drawn lasso are left out: about a pixel. */
const tolerance = 10;

export interface Shape {
  readonly kind: 'rectangle' | 'lasso';
  /** x and y of each corner on the grid, from the left and from below; a rectangle has two opposite corners. */
  readonly corners: readonly number[];
}

type View = Pick<Frame, 'centre' | 'extent'>;

/** The nearest place on the grid; places outside the picture move to its edge. */
export function onGrid({ centre, extent }: View, [x, y]: readonly [number, number]): readonly [number, number] {
  const step = (value: number, middle: number) =>
    Math.max(0, Math.min(gridSteps, Math.round((((value - middle) / extent + 1) / 2) * gridSteps)));
  return [step(x, centre[0]), step(y, centre[1])];
}

/** A closed lasso with few corners. Undefined for a line, which has no inside. */
export function lassoOf(path: readonly number[]): Shape | undefined {
  const corners = simplified(path);
  return corners.length < 6 ? undefined : { kind: 'lasso', corners };
}

/** A part of a path between two corners that are kept, and the corner between them that is furthest from their line. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly furthest: number;
  readonly distance: number;
}

/** A closed path with the corners that change it most, as many as it needs or may have (Douglas and Peucker, 1973). */
function simplified(path: readonly number[]): number[] {
  const count = path.length / 2;
  if (count < 3) return [...path];
  const kept = new Set([0]);
  const pieces = [pieceOf(path, 0, count)];
  while (kept.size < mostCorners) {
    const [widest, ...others] = pieces.sort((a, b) => b.distance - a.distance) as [Piece, ...Piece[]];
    const { from, to, furthest, distance } = widest;
    if (distance <= tolerance) break;
    kept.add(furthest);
    pieces.splice(0, pieces.length, ...others, pieceOf(path, from, furthest), pieceOf(path, furthest, to));
  }
  return path.filter((_, at) => kept.has(at >> 1));
}

function pieceOf(path: readonly number[], from: number, to: number): Piece {
  const place = (at: number, axis: 0 | 1) => path[(2 * at + axis) % path.length] as number;
  const away = (at: number) => [place(at, 0) - place(from, 0), place(at, 1) - place(from, 1)] as const;
  const [dx, dy] = away(to);
  const length = Math.sqrt(dx * dx + dy * dy);
  let [furthest, distance] = [from, 0];
  for (let at = from + 1; at < to; at++) {
    const [x, y] = away(at);
    const own = length === 0 ? Math.sqrt(x * x + y * y) : Math.abs(x * dy - y * dx) / length;
    if (own > distance) [furthest, distance] = [at, own];
  }
  return { from, to, furthest, distance };
}

/** 1 for each of the points (N x 2) inside the shape or on its edge, in the picture's coordinates; else 0. */
export function inside(points: Float32Array, { kind, corners }: Shape, { centre, extent }: View): Uint8Array {
  const place = corners.map((step, at) => (centre[at % 2] as number) + extent * ((2 * step) / gridSteps - 1));
  const [xs, ys] = [0, 1].map((axis) => place.filter((_, at) => at % 2 === axis)) as [number[], number[]];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const result = new Uint8Array(points.length / 2);
  for (let n = 0; n < result.length; n++) {
    const [x, y] = [points[2 * n] as number, points[2 * n + 1] as number];
    if (!(x >= left && x <= right && y >= low && y <= high)) continue;
    result[n] = kind === 'rectangle' || winds(x, y, xs, ys) ? 1 : 0;
  }
  return result;
}

/** Whether a closed path winds around a point: a lasso that crosses itself has no holes. */
function winds(x: number, y: number, xs: readonly number[], ys: readonly number[]): boolean {
  let turns = 0;
  let [fromX, fromY] = [xs[xs.length - 1] as number, ys[ys.length - 1] as number];
  for (let at = 0; at < xs.length; at++) {
    const [toX, toY] = [xs[at] as number, ys[at] as number];
    if (fromY <= y !== toY <= y) {
      const side = (toX - fromX) * (y - fromY) - (x - fromX) * (toY - fromY);
      if (toY > fromY && side > 0) turns++;
      else if (toY < fromY && side < 0) turns--;
    }
    [fromX, fromY] = [toX, toY];
  }
  return turns !== 0;
}
