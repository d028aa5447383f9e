/** Variables that may be the response itself: their value alone determines the response of every sample. */

import { isNumber, toNumber } from './numbers.js';
import type { Format } from './types.js';

/** With fewer samples a variable may separate the classes by chance. */
const FEWEST = 12;
const FEWEST_PER_CLASS = 3;

/** Rows that are looked at before all of them. */
const SOME = 1000;

/**
 * Whether a variable separates all classes: each class has an interval of its own, or the variable has few values and
 * each belongs to one class. NaN and labels below 0 are ignored.
 */
export function determinesClass(values: ArrayLike<number>, labels: ArrayLike<number>): boolean {
  const step = Math.floor(values.length / SOME);
  // Intervals that overlap in some rows overlap in all.
  const mayBeApart = step <= 1 || areApart(intervalsOf(values, labels, step));
  if (!mayBeApart && !fewValuesDetermine(values, labels, values.length / 5)) return false;
  const intervals = intervalsOf(values, labels, 1);
  const counts = intervals.counts.filter((count) => count > 0);
  const known = counts.reduce((sum, count) => sum + count, 0);
  if (known < FEWEST || counts.length < 2 || counts.some((count) => count < FEWEST_PER_CLASS)) return false;
  return areApart(intervals) || fewValuesDetermine(values, labels, known / 5);
}

/** Counts, least and greatest values of the classes. */
interface Intervals {
  readonly counts: Int32Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Of every `step`th row. */
function intervalsOf(values: ArrayLike<number>, labels: ArrayLike<number>, step: number): Intervals {
  let classes = 0;
  for (let n = 0; n < labels.length; n += step)
    if ((labels[n] as number) >= classes) classes = (labels[n] as number) + 1;
  const counts = new Int32Array(classes);
  const low = new Float64Array(classes).fill(Number.POSITIVE_INFINITY);
  const high = new Float64Array(classes).fill(Number.NEGATIVE_INFINITY);
  for (let n = 0; n < values.length; n += step) {
    const value = values[n] as number;
    const label = labels[n] as number;
    if (Number.isNaN(value) || label < 0) continue;
    counts[label] = (counts[label] as number) + 1;
    if (value < (low[label] as number)) low[label] = value;
    if (value > (high[label] as number)) high[label] = value;
  }
  return { counts, low, high };
}

/** Whether no two classes overlap. */
function areApart({ counts, low, high }: Intervals): boolean {
  const present = [...counts.keys()].filter((label) => (counts[label] as number) > 0);
  present.sort((a, b) => (low[a] as number) - (low[b] as number));
  return present.every((label, c) => c === 0 || (low[label] as number) > (high[present[c - 1] as number] as number));
}

function fewValuesDetermine(values: ArrayLike<number>, labels: ArrayLike<number>, most: number): boolean {
  const labelOf = new Map<number, number>();
  for (let n = 0; n < values.length; n++) {
    const [value, label] = [values[n] as number, labels[n] as number];
    if (Number.isNaN(value) || label < 0) continue;
    const known = labelOf.get(value);
    if (known === undefined) labelOf.set(value, label);
    else if (known !== label) return false;
    if (labelOf.size > most) return false;
  }
  return true;
}

/** Largest share of the squares of the response that rounding leaves unexplained. */
const ROUNDING = 1e-9;

/**
 * Whether a variable is the numeric response in other units: their correlation is 1 up to rounding. `spread` is that of all targets, as by
 * {@link spreadOf}.
 */
export function determinesNumber(values: ArrayLike<number>, targets: ArrayLike<number>, spread: number): boolean {
  const step = Math.floor(values.length / SOME);
  // A line through all rows leaves at least as much unexplained as the best line through some of them.
  if (step > 1 && unexplained(momentsOf(values, targets, step)) > ROUNDING * spread) return false;
  const { known, xx, xy, yy } = momentsOf(values, targets, 1);
  return known >= FEWEST && xx > 0 && yy > 0 && (xy / xx) * (xy / yy) >= 1 - ROUNDING;
}

/** Sum of squared deviations from the mean, without NaN. */
export const spreadOf = (targets: ArrayLike<number>): number => momentsOf(targets, targets, 1).yy;

/** Squares of y that a line in x does not explain. */
const unexplained = ({ xx, xy, yy }: Moments): number => (xx > 0 ? yy - xy * (xy / xx) : yy);

/** The number of rows without NaN, and sums of squares and products of deviations from the means. */
interface Moments {
  readonly known: number;
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** Of every `step`th row. */
function momentsOf(values: ArrayLike<number>, targets: ArrayLike<number>, step: number): Moments {
  let [known, mx, my] = [0, 0, 0];
  for (let n = 0; n < values.length; n += step) {
    const x = values[n] as number;
    const y = targets[n] as number;
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    known++;
    mx += x;
    my += y;
  }
  mx /= known;
  my /= known;
  let [xx, xy, yy] = [0, 0, 0];
  for (let n = 0; n < values.length; n += step) {
    const x = values[n] as number;
    const y = targets[n] as number;
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  return { known, xx, xy, yy };
}

/** Columns whose texts in the first rows determine the class in the column `target`. */
export function answersIn(
  body: readonly { readonly cells: readonly string[] }[],
  names: readonly string[],
  target: number,
  format: Format,
): string[] {
  if (target < 0) return [];
  const missing = new Set(format.missingTokens);
  const mark = format.decimal.value;
  const labels = codesOf(
    body.map(({ cells }) => cells[target] ?? ''),
    missing,
  );
  return names.filter((_, c) => {
    if (c === target) return false;
    const cells = body.map((row) => row.cells[c] ?? '');
    const numeric = cells.every((cell) => missing.has(cell) || isNumber(cell, mark));
    const values = numeric
      ? cells.map((cell) => (missing.has(cell) ? Number.NaN : toNumber(cell, mark)))
      : codesOf(cells, missing).map((code) => (code < 0 ? Number.NaN : code));
    if (!numeric && new Set(values).size > body.length / 5) return false;
    return determinesClass(values, labels);
  });
}

function codesOf(cells: readonly string[], missing: ReadonlySet<string>): number[] {
  const codes = new Map<string, number>();
  return cells.map((cell) => {
    if (missing.has(cell)) return -1;
    const code = codes.get(cell) ?? codes.size;
    codes.set(cell, code);
    return code;
  });
}
