/** The moves of a plane that is turned by hand, as a link carries them. */

import type { Problem } from './problems.ts';

/** A variable is put at a place in the plane. The coordinates are hundredths, so that a link repeats them exactly. */
export interface Move {
  readonly variable: number;
  /** Integers from -100 to 100. */
  readonly x: number;
  readonly y: number;
}

const digits = (value: number) => (value + 100).toString(36).padStart(2, '0');

/** `3` at (0.8, -0.1) is `3502i`: the variable, then each coordinate plus 100 in two digits of base 36. */
export const writeMoves = (moves: readonly Move[]): string =>
  moves.map(({ variable, x, y }) => `${variable.toString(36)}${digits(x)}${digits(y)}`).join('.');

/** Stands for so many moves that a link is too short for. */
export const leftOut = (count: number): string => `~${count}`;

function readMove(text: string): Move | undefined {
  const [, variable, x, y] = /^([0-9a-z]{1,5})([0-9a-z]{2})([0-9a-z]{2})$/.exec(text) ?? [];
  if (variable === undefined) return undefined;
  const [first, second] = [x, y].map((part) => Number.parseInt(part as string, 36) - 100) as [number, number];
  if (Math.max(first, second) > 100) return undefined;
  return { variable: Number.parseInt(variable, 36), x: first, y: second };
}

export function readMoves(text: string | undefined, problems: Problem[]): readonly Move[] {
  if (text === undefined) return [];
  const [, count] = /^~(\d{1,4})$/.exec(text) ?? [];
  if (count !== undefined) {
    problems.push({ code: 'movesLeftOut', count: Number(count) });
    return [];
  }
  const moves = text.split('.').map(readMove);
  if (moves.every((move) => move !== undefined)) return moves;
  problems.push({ code: 'badMoves', part: `hm=${text}` });
  return [];
}
