/** Finds the point nearest to a position, in a grid of cells with about two points each. */

/** Fewer points are compared one by one. */
const fewPoints = 1000;
const pointsPerCell = 2;

export interface Found {
  readonly index: number;
  /** Squared distance. */
  readonly squared: number;
}

const grids = new WeakMap<Float32Array, Grid>();

/** The nearest of N x 2 coordinates, of equal ones the first; `index` is -1 where there are none. The grid of many points is kept with them. */
export function nearestPoint(points: Float32Array, x: number, y: number): Found {
  if (points.length <= 2 * fewPoints) return nearestOf(points, x, y);
  const grid = grids.get(points) ?? new Grid(points);
  grids.set(points, grid);
  return grid.nearest(x, y);
}

function nearestOf(points: Float32Array, x: number, y: number): Found {
  let found = { index: -1, squared: Number.POSITIVE_INFINITY };
  for (let index = 0; 2 * index < points.length; index++) {
    const squared = ((points[2 * index] as number) - x) ** 2 + ((points[2 * index + 1] as number) - y) ** 2;
    if (squared < found.squared) found = { index, squared };
  }
  return found;
}

class Grid {
  private readonly columns: number;
  private readonly low: readonly [number, number];
  private readonly cell: number;
  /** First position in `order` of each cell, and behind the last. */
  private readonly first: Int32Array;
  /** Indices of the points, cell by cell, ascending in each. */
  private readonly order: Int32Array;

  constructor(private readonly points: Float32Array) {
    const count = points.length / 2;
    const [left, right, bottom, top] = boundsOf(points);
    this.columns = Math.max(1, Math.floor(Math.sqrt(count / pointsPerCell)));
    this.low = [left, bottom];
    // One cell more than the points need: the largest coordinate is inside.
    this.cell = Math.max(right - left, top - bottom) / (this.columns - 0.5) || 1;
    this.first = new Int32Array(this.columns ** 2 + 1);
    this.order = new Int32Array(count);
    const cells = Int32Array.from({ length: count }, (_, n) =>
      this.cellOf(this.columnOf(points[2 * n] as number, 0), this.columnOf(points[2 * n + 1] as number, 1)),
    );
    for (const cell of cells) this.first[cell + 1] = (this.first[cell + 1] as number) + 1;
    for (let cell = 0; cell < this.columns ** 2; cell++)
      this.first[cell + 1] = (this.first[cell + 1] as number) + (this.first[cell] as number);
    const next = this.first.slice();
    for (const [n, cell] of cells.entries()) {
      this.order[next[cell] as number] = n;
      next[cell] = (next[cell] as number) + 1;
    }
  }

  /** Searches rings of cells around the position, until no further ring can be nearer. */
  nearest(x: number, y: number): Found {
    const [column, row] = [this.columnOf(x, 0), this.columnOf(y, 1)];
    let found: Found = { index: -1, squared: Number.POSITIVE_INFINITY };
    for (let ring = 0; ring < this.columns; ring++) {
      found = this.nearestInRing(column, row, ring, [x, y], found);
      if (found.index >= 0 && found.squared <= this.reach(x, y, column, row, ring) ** 2) break;
    }
    return found;
  }

  /** Distance from the position to the cells outside of the square that has been searched; infinite where there are none. */
  private reach(x: number, y: number, column: number, row: number, ring: number): number {
    const along = (value: number, axis: 0 | 1, at: number) => {
      const before = at - ring > 0 ? value - (this.low[axis] + (at - ring) * this.cell) : Number.POSITIVE_INFINITY;
      const last = at + ring >= this.columns - 1;
      const behind = last ? Number.POSITIVE_INFINITY : this.low[axis] + (at + ring + 1) * this.cell - value;
      return Math.min(before, behind);
    };
    return Math.max(0, Math.min(along(x, 0, column), along(y, 1, row)));
  }

  private nearestInRing(column: number, row: number, ring: number, at: readonly [number, number], best: Found): Found {
    let found = best;
    for (let dy = -ring; dy <= ring; dy++) {
      const step = Math.abs(dy) === ring ? 1 : Math.max(1, 2 * ring);
      for (let dx = -ring; dx <= ring; dx += step) {
        const [c, r] = [column + dx, row + dy];
        if (c >= 0 && r >= 0 && c < this.columns && r < this.columns)
          found = this.nearestInCell(this.cellOf(c, r), at, found);
      }
    }
    return found;
  }

  private nearestInCell(cell: number, [x, y]: readonly [number, number], best: Found): Found {
    let found = best;
    for (let at = this.first[cell] as number; at < (this.first[cell + 1] as number); at++) {
      const index = this.order[at] as number;
      const squared = ((this.points[2 * index] as number) - x) ** 2 + ((this.points[2 * index + 1] as number) - y) ** 2;
      if (squared < found.squared || (squared === found.squared && index < found.index)) found = { index, squared };
    }
    return found;
  }

  private cellOf(column: number, row: number): number {
    return row * this.columns + column;
  }

  private columnOf(value: number, axis: 0 | 1): number {
    return Math.max(0, Math.min(this.columns - 1, Math.floor((value - this.low[axis]) / this.cell)));
  }
}

/** Left, right, bottom and top. */
function boundsOf(points: Float32Array): readonly [number, number, number, number] {
  let [left, right, bottom, top] = [points[0] as number, points[0] as number, points[1] as number, points[1] as number];
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at] as number, points[at + 1] as number];
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < bottom) bottom = y;
    if (y > top) top = y;
  }
  return [left, right, bottom, top];
}
