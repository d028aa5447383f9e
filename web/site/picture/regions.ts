/** Three classes and more over the plane: which class is the most probable at each cell, and the lines where that changes. */

/**
 * The classes over a grid. One pass over the probabilities makes it, and everything that is drawn comes from it, so a picture
 * takes time in proportion to classes x cells.
 */
export interface Regions {
  /** Most probable class of each cell. */
  readonly label: Uint16Array;
  /** By how much its probability is above that of the second. */
  readonly margin: Float32Array;
  /** By how much its log-probability is. */
  readonly lead: Float32Array;
}

/** No probability is taken to be closer to 0 or 1. */
const closest = 1e-7;
export const log = (probability: number) => Math.log(Math.max(closest, probability));

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
    lead[cell] = log(best) - log(second);
  }
  return { label, margin, lead };
}

/** Pieces of the lines between regions, in cells of the grid: x1, y1, x2, y2 of each, and the two classes that it parts. */
export interface Borders {
  readonly pieces: readonly number[];
  readonly classes: readonly number[];
}

/** A place on the side of a square, and the classes at the two ends of that side. */
type Crossing = readonly [x: number, y: number, one: number, other: number];

/** Corners of a square of four middles of cells, around it. */
const around = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** Follows the lines through each square of four middles of cells. `size`: cells in a row. */
export function traceRegions(regions: Regions, size: number): Borders {
  const [pieces, classes]: [number[], number[]] = [[], []];
  const join = (x: number, y: number, [toX, toY, one, other]: Crossing) => {
    pieces.push(x, y, toX, toY);
    classes.push(one, other);
  };
  for (let y = 0; y + 1 < size; y++) {
    for (let x = 0; x + 1 < size; x++) {
      const crossings = crossingsOf(regions, size, x, y);
      const [first, second] = crossings;
      if (!first || !second) continue;
      if (crossings.length === 2) {
        join(first[0], first[1], second);
        continue;
      }
      // Three regions and more meet in the middle of where their lines enter.
      const middle = (axis: 0 | 1) => crossings.reduce((sum, one) => sum + one[axis], 0) / crossings.length;
      for (const crossing of crossings) join(middle(0), middle(1), crossing);
    }
  }
  return { pieces, classes };
}

/** A side of the square whose ends belong to two classes is crossed where the leads of both, taken as straight, are equal. */
function crossingsOf({ label, lead }: Regions, size: number, x: number, y: number): Crossing[] {
  const corner = y * size + x;
  const labels = [label[corner], label[corner + 1], label[corner + size + 1], label[corner + size]] as number[];
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
