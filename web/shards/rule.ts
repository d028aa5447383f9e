/** The rule by which cells are given out: cell c belongs to shard k of n if c modulo n is k - 1. */

import { TripError } from 'trip-wasm';

/** Shard `k` of `n`; the first one is 1. */
export interface Shard {
  readonly k: number;
  readonly n: number;
}

/** Most shards of a sweep. */
const MAX_SHARDS = 1_000_000;

export const isIn = ({ k, n }: Shard, c: number): boolean => c % n === k - 1;

/** The cells of a shard, of `length` cells in all. */
export function* cellsOfShard({ k, n }: Shard, length: number): Generator<number> {
  for (let c = k - 1; c < length; c += n) yield c;
}

export const textOf = ({ k, n }: Shard): string => `${k}/${n}`;

/** Reads `3/20`. */
export function readShard(text: string, name: string): Shard {
  const [, k, n] = /^0*(\d{1,7})\/0*(\d{1,7})$/.exec(text)?.map(Number) ?? [];
  if (k !== undefined && n !== undefined && k >= 1 && k <= n && n <= MAX_SHARDS) return { k, n };
  throw new TripError(
    'option',
    `${name} is ${JSON.stringify(text.slice(0, 200))}; k/n with k from 1 to n, such as 3/20, is accepted (at most ${MAX_SHARDS} shards)`,
  );
}

/**
 * The largest number of shards, not above `most`, that has no factor in common with the number of cells. Settings, trials and folds repeat
 * with factors of that number, so that each shard then has some of all.
 */
export function evenShards(most: number, cells: number): number {
  let n = Math.max(1, Math.min(Math.floor(most), cells));
  while (commonDivisor(n, cells) > 1) n--;
  return n;
}

/** Greatest common divisor. */
export const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));
