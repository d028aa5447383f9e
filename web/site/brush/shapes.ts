/** Rectangles and lassos in a picture, and the samples inside them. */

import type { Frame } from '../../draw/types.ts';

/** Corners lie on a grid of so many steps along each side of the picture, because a link contains them in two characters each. */
export const gridSteps = 4095;
/** Maximum number of corners of a lasso: more would exceed a link and slow the test of every sample. */
const mostCorners = 64;
/** Distance, in steps of the grid, that a simplified lasso may differ from the drawn one: about a pixel. */
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
  for (let reach = tolerance; ; reach *= 2) {
    const corners = simplified(path, reach);
    if (corners.length > 2 * mostCorners) continue;
    return corners.length < 6 ? undefined : { kind: 'lasso', corners };
  }
}

/** The corners of a closed path that lie further than `reach` from the line between their neighbours (Douglas and Peucker, 1973). */
function simplified(path: readonly number[], reach: number): number[] {
  const count = path.length / 2;
  if (count < 3) return [...path];
  const kept = new Uint8Array(count + 1);
  const x = (at: number) => path[2 * (at % count)] as number;
  const y = (at: number) => path[2 * (at % count) + 1] as number;
  kept[0] = 1;
  kept[count] = 1;
  const waiting: [number, number][] = [[0, count]];
  for (let piece = waiting.pop(); piece; piece = waiting.pop()) {
    const [from, to] = piece;
    const [dx, dy] = [x(to) - x(from), y(to) - y(from)];
    const length = Math.sqrt(dx * dx + dy * dy);
    let [furthest, distance] = [from, reach];
    for (let at = from + 1; at < to; at++) {
      const [px, py] = [x(at) - x(from), y(at) - y(from)];
      const away = length === 0 ? Math.sqrt(px * px + py * py) : Math.abs(px * dy - py * dx) / length;
      if (away > distance) [furthest, distance] = [at, away];
    }
    if (furthest === from) continue;
    kept[furthest] = 1;
    waiting.push([from, furthest], [furthest, to]);
  }
  return path.filter((_, at) => kept[at >> 1] === 1);
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
