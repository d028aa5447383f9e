/** Notes on columns of numbers, reported before a training. */

import { quote } from './errors.js';
import { messages } from './messages.js';
import type { Note, Table } from './types.js';

/** Dates that are read as the numbers that their digits make, and numbers that lose their differences as doubles. */
export function numberNotes({ plans, columns }: Table, decided: ReadonlySet<string>): Note[] {
  const dates = new Set(plans.flatMap(({ name, order }) => (order === undefined ? [] : [name])));
  return columns.flatMap((column) => {
    if (column.type !== 'number' || column.sign === 'date') return [];
    const { name, values } = column;
    const dated = !decided.has(name) && dates.has(name);
    return [
      ...(dated ? [() => messages().digitDates(quote(name))] : []),
      ...(isBeyondDoubles(values) ? [() => messages().beyondDoubles(quote(name))] : []),
    ];
  });
}

/** Fewer steps between the least and the greatest value than this show little of what the text says. */
const FEWEST_STEPS = 1000;

function isBeyondDoubles(values: Float64Array): boolean {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  // Iterating a typed array of millions takes several times as long.
  for (let n = 0; n < values.length; n++) {
    const value = values[n] as number;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low < high && high - low < FEWEST_STEPS * Number.EPSILON * Math.max(-low, high);
}
