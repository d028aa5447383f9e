/** Folds of whole groups. */

import type { RawModule } from '../core/raw.js';
import { shuffled } from '../data/indices.js';

/** Groups in the order of their first sample. */
export interface Groups {
  readonly names: readonly (string | number)[];
  /** The group of each sample. */
  readonly of: Int32Array;
}

/** Sums of two classes in different orders differ by less than this share; a true difference is larger. */
const TOLERANCE = 1e-9;

/**
 * The fold of each group by the greedy rule of scikit-learn's StratifiedGroupKFold: groups in a seeded random order, then stably by
 * descending spread (deviation) of their class counts; each goes to the fold that keeps the shares of the classes most even, by the mean
 * over the classes of the deviation of the shares over the folds. Ties go to the fold with the fewest samples, then to the lowest. Without
 * classes, the largest groups come first. Every fold gets a group when there are as many groups as folds, since an empty fold is never
 * worse than another one.
 */
export function foldsOfGroups(
  raw: RawModule,
  groups: Groups,
  { labels, classes, folds, seed }: { labels?: Int32Array | undefined; classes: number; folds: number; seed: number },
): Int32Array {
  const size = groups.names.length;
  const counts = groups.names.map(() => new Array<number>(classes).fill(0));
  for (const [n, g] of groups.of.entries()) {
    const [own, label] = [counts[g] as number[], labels?.[n] ?? 0];
    own[label] = (own[label] as number) + 1;
  }
  const spread = counts.map((own) => (classes === 1 ? (own[0] as number) : squares(own, classes)));
  const order = [...shuffled(raw, size, seed)].sort((a, b) => (spread[b] as number) - (spread[a] as number));
  const shares = new Shares(counts, folds);
  const fold = new Int32Array(size);
  for (const g of order) fold[g] = shares.place(counts[g] as number[]);
  return fold;
}

/** n^2 times the variance of n integers; exact, so that equal spreads are equal on every engine. */
function squares(values: readonly number[], n: number): number {
  let [sum, sumOfSquares] = [0, 0];
  for (const value of values) {
    sum += value;
    sumOfSquares += value * value;
  }
  return n * sumOfSquares - sum * sum;
}

/** Counts of each class in each fold. */
class Shares {
  readonly #folds: number[][];
  readonly #sizes: number[];
  /** Samples of each class, in all groups and in those that have been placed, and the sum of the squares of the latter over the folds. */
  readonly #all: number[];
  readonly #placed: number[];
  readonly #squares: number[];

  constructor(counts: readonly (readonly number[])[], folds: number) {
    const zeros = () => new Array<number>(counts[0]?.length ?? 0).fill(0);
    this.#folds = Array.from({ length: folds }, zeros);
    this.#sizes = this.#folds.map(() => 0);
    [this.#all, this.#placed, this.#squares] = [zeros(), zeros(), zeros()];
    for (const own of counts) for (const [c, count] of own.entries()) this.#all[c] = (this.#all[c] as number) + count;
  }

  /** Adds a group to the best fold, which is returned. */
  place(group: readonly number[]): number {
    let best = 0;
    let least = this.#unevenness(group, 0);
    for (let f = 1; f < this.#folds.length; f++) {
      const value = this.#unevenness(group, f);
      const tie = Math.abs(value - least) <= TOLERANCE * least;
      if (tie ? (this.#sizes[f] as number) >= (this.#sizes[best] as number) : value > least) continue;
      best = f;
      least = value;
    }
    this.#add(group, best);
    return best;
  }

  /** Proportional to the mean over the classes of the deviation of their shares over the folds, if the group joined this fold. */
  #unevenness(group: readonly number[], f: number): number {
    const folds = this.#folds.length;
    let total = 0;
    for (const [c, count] of group.entries()) {
      const all = this.#all[c] as number;
      if (all === 0) continue;
      const sum = (this.#placed[c] as number) + count;
      const sumOfSquares = (this.#squares[c] as number) + count * (2 * (this.#folds[f]?.[c] as number) + count);
      total += Math.sqrt(folds * sumOfSquares - sum * sum) / all;
    }
    return total;
  }

  #add(group: readonly number[], f: number): void {
    const fold = this.#folds[f] as number[];
    for (const [c, count] of group.entries()) {
      this.#squares[c] = (this.#squares[c] as number) + count * (2 * (fold[c] as number) + count);
      this.#placed[c] = (this.#placed[c] as number) + count;
      fold[c] = (fold[c] as number) + count;
      this.#sizes[f] = (this.#sizes[f] as number) + count;
    }
  }
}
