/** A plane turned by hand: a plane to begin with, and moves of variables. The same moves give the same bits everywhere. */

import type { Trip } from 'trip-wasm';
import { type Loading, largestLoadings } from '../../draw/loadings.ts';
import type { Move } from '../link/moves.ts';

type Geometry = Pick<Trip, 'turnPlane'>;

/** Largest distance of a variable from the middle in hundredths: at 100 its axis would lie in the plane, and could not return. */
const furthest = 99;

/** Number of handles, besides those that the reader asks for. */
export const handleCount = 8;

/** A move to a place, which is rounded to hundredths and pulled inside the circle. */
export function moveTo(variable: number, x: number, y: number): Move {
  const length = 100 * Math.sqrt(x * x + y * y);
  // Rounding towards the middle stays inside the circle. 0 in place of -0.
  const hundredths = (value: number) =>
    (length > furthest ? Math.trunc((100 * value * furthest) / length) : Math.round(100 * value)) + 0;
  return { variable, x: hundredths(x), y: hundredths(y) };
}

/** Replays moves, and remembers the planes between them. */
export class Hand {
  private done: readonly Move[] = [];
  private readonly planes: Float64Array[];

  constructor(
    private readonly geometry: Geometry,
    private readonly rows: number,
    first: Float64Array,
  ) {
    this.planes = [first];
  }

  /** The plane after all moves. Moves of variables that the data do not have are left out. */
  after(moves: readonly Move[]): Float64Array {
    const known = moves.filter(({ variable }) => variable < this.rows);
    let same = 0;
    while (same < known.length && same < this.done.length && equal(known[same] as Move, this.done[same] as Move))
      same++;
    this.planes.length = same + 1;
    for (const { variable, x, y } of known.slice(same))
      this.planes.push(
        this.geometry.turnPlane(this.planes.at(-1) as Float64Array, this.rows, variable, [x / 100, y / 100]),
      );
    this.done = known;
    return this.planes.at(-1) as Float64Array;
  }
}

const equal = (a: Move, b: Move) => a.variable === b.variable && a.x === b.x && a.y === b.y;

/** The moves with another one. A move of the variable that was moved last continues its move if `joins`. */
export function withMove(moves: readonly Move[], move: Move, joins: boolean): readonly Move[] {
  const last = moves.at(-1);
  return joins && last?.variable === move.variable ? [...moves.slice(0, -1), move] : [...moves, move];
}

/**
 * The variables with the largest loadings, and those that the reader asked for. Variables that had a handle `before` keep their order:
 * a handle that moves among the others in the document would lose the keyboard focus.
 */
export function handlesOf(
  frame: Float64Array,
  names: readonly string[] | undefined,
  asked: readonly number[],
  before: readonly Loading[] = [],
): readonly Loading[] {
  const all = largestLoadings(frame, 2, names, Number.POSITIVE_INFINITY);
  const wanted = new Set([...all.slice(0, handleCount).map(({ index }) => index), ...asked]);
  const ranks = new Map(before.map(({ index }, rank) => [index, rank]));
  const rankOf = ({ index }: Loading) => ranks.get(index) ?? before.length;
  return all.filter(({ index }) => wanted.has(index)).sort((a, b) => rankOf(a) - rankOf(b));
}
