/** A small gene network per sample: the strength with which regulators act on targets. The response depends on two groups of each. */

import type { Dataset, Trip } from 'trip-wasm';
import { Random } from './random.ts';

/** Groups of targets (rows) and regulators (columns). Only “key” and “hump” carry the response; the two “strong” groups have the largest values and are independent of it. */
const targets = { key: 6, hump: 6, 'strong-1': 8, 'strong-2': 8, idle: 8 };
const regulators = { key: 4, hump: 4, 'strong-1': 5, 'strong-2': 5, idle: 6 };
type Group = keyof typeof targets;

/** Names of the variables do not tell which groups matter, and their letters do not follow the order of the groups. */
const letters: Record<Group, string> = { key: 'C', hump: 'E', 'strong-1': 'A', 'strong-2': 'D', idle: 'B' };
const namesOf = (groups: Record<Group, number>) =>
  Object.entries(groups).flatMap(([group, size]) =>
    Array.from({ length: size }, (_, at) => `${letters[group as Group]}${at + 1}`),
  );
const groupsOf = (groups: Record<Group, number>) =>
  Object.entries(groups).flatMap(([group, size]) => Array<Group>(size).fill(group as Group));

/**
 * Key regulators act on key targets with strength e, the response. Humps act with 1 - e^2, so their linear correlation with the
 * response is zero. Two blocks of distractors are stronger than both and independent of the response.
 */
export function geneNetworks(trip: Trip, seed: number, count: number): Dataset {
  const random = new Random(seed);
  const [rows, columns] = [groupsOf(targets), groupsOf(regulators)];
  const x: number[] = [];
  const y: number[] = [];
  for (let n = 0; n < count; n++) {
    const e = random.between(-1, 1);
    const distractor = { 'strong-1': random.between(-2, 2), 'strong-2': random.between(-2, 2) };
    const strength = (row: Group, column: Group) => {
      if (row === 'key' && column === 'key') return e;
      if ((row === 'hump' && column === 'key') || (row === 'key' && column === 'hump')) return 1 - e * e;
      return row === column && (row === 'strong-1' || row === 'strong-2') ? distractor[row] : 0;
    };
    for (const row of rows) for (const column of columns) x.push(strength(row, column) + 0.2 * random.normal());
    y.push(e + 0.02 * random.normal());
  }
  const modeNames = [namesOf(targets), namesOf(regulators)];
  return trip.dataset({ x, shape: [count, rows.length, columns.length], y, task: 'regression', modeNames });
}
