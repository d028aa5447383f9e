/** Marked samples as a few characters for a link: the lengths of the runs of marked and other samples, or the shape that marks them. */

import type { Brushed } from '../../draw/types.ts';
import { gridSteps, type Shape } from './shapes.ts';

/** Base64 with the two last characters that addresses allow. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Largest order of the code of the runs. */
const mostOrder = 15;

/**
 * `n`, a character for the order of the code and the first mark, then the lengths of the runs of equal marks, of the fit samples and
 * then the test samples, as Exp-Golomb codes of the order that needs the fewest bits.
 */
export function runsCode({ train, test }: Brushed): string {
  const marks = [...train, ...test];
  const runs = runsOf(marks);
  let [order, length] = [0, Number.POSITIVE_INFINITY];
  for (let k = 0; k <= mostOrder; k++) {
    const bits = runs.reduce((sum, run) => sum + 2 * (magnitude(run - 1 + 2 ** k) - k) + 1 + k, 0);
    if (bits < length) [order, length] = [k, bits];
  }
  const bits: number[] = [];
  for (const run of runs) {
    const value = run - 1 + 2 ** order;
    const digits = magnitude(value);
    for (let at = 0; at < digits - order; at++) bits.push(0);
    for (let at = digits; at >= 0; at--) bits.push((value >> at) & 1);
  }
  return `n${alphabet[2 * order + (marks[0] ?? 0)]}${charactersOf(bits)}`;
}

/** Undefined when the code is none, or is for another number of samples. */
export function readRuns(code: string, sizes: { readonly train: number; readonly test: number }): Brushed | undefined {
  const [head = -1, ...digits] = Array.from(code.slice(1), (character) => alphabet.indexOf(character));
  if (code[0] !== 'n' || head < 0 || digits.some((digit) => digit < 0)) return undefined;
  const [order, first] = [head >> 1, head & 1];
  const bits = digits.flatMap((digit) => [5, 4, 3, 2, 1, 0].map((at) => (digit >> at) & 1));
  const marks = new Uint8Array(sizes.train + sizes.test);
  let [at, place, mark] = [0, 0, first];
  while (place < marks.length) {
    let zeros = 0;
    while (bits[at + zeros] === 0) zeros++;
    const end = at + 2 * zeros + 1 + order;
    if (end > bits.length || zeros + order > 30) return undefined;
    let value = 0;
    for (at += zeros; at < end; at++) value = 2 * value + (bits[at] as number);
    const next = place + value - 2 ** order + 1;
    if (next > marks.length) return undefined;
    marks.fill(mark, place, next);
    [place, mark] = [next, 1 - mark];
  }
  // Only the rest of the last character may follow.
  if (bits.length - at >= 6 || bits.slice(at).includes(1)) return undefined;
  return { train: marks.slice(0, sizes.train), test: marks.slice(sizes.train) };
}

function runsOf(marks: readonly number[]): number[] {
  const runs: number[] = [];
  for (const [at, mark] of marks.entries()) {
    if (at > 0 && mark === marks[at - 1]) runs[runs.length - 1] = (runs[runs.length - 1] as number) + 1;
    else runs.push(1);
  }
  return runs;
}

/** Position of the highest bit. */
const magnitude = (value: number) => 31 - Math.clz32(value);

function charactersOf(bits: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bits.length; at += 6) {
    let digit = 0;
    for (let bit = 0; bit < 6; bit++) digit = 2 * digit + (bits[at + bit] ?? 0);
    text += alphabet[digit];
  }
  return text;
}

/** The panels in which a shape can be drawn, by their letter. */
const panels = { p: 'pca', d: 'lda', u: 'tucker', t: 'trip' } as const;
export type PanelName = (typeof panels)[keyof typeof panels];

/** A shape in a panel at the end of its training. */
export interface Drawn {
  readonly panel: PanelName;
  readonly shape: Shape;
  /** It marks test samples too. */
  readonly test: boolean;
}

/** `r` or `l`, large when test samples are marked too, the letter of the panel, and two characters for each coordinate. */
export function shapeCode({ panel, shape: { kind, corners }, test }: Drawn): string {
  const first = kind === 'rectangle' ? 'r' : 'l';
  const letter = (Object.keys(panels) as (keyof typeof panels)[]).find((one) => panels[one] === panel);
  const places = corners.map((step) => `${alphabet[step >> 6]}${alphabet[step & 63]}`);
  return `${test ? first.toUpperCase() : first}${letter}${places.join('')}`;
}

/** Undefined when the code is none. */
export function readShape(code: string): Drawn | undefined {
  const kind = ({ r: 'rectangle', l: 'lasso' } as const)[code[0]?.toLowerCase() ?? ''];
  const panel = panels[code[1] as keyof typeof panels];
  const digits = Array.from(code.slice(2), (character) => alphabet.indexOf(character));
  const count = digits.length / 4;
  if (!kind || !panel || digits.includes(-1) || !Number.isInteger(count)) return undefined;
  if (kind === 'rectangle' ? count !== 2 : count < 3) return undefined;
  const corners = Array.from(
    { length: 2 * count },
    (_, at) => 64 * (digits[2 * at] as number) + (digits[2 * at + 1] as number),
  );
  if (corners.some((step) => step > gridSteps)) return undefined;
  return { panel, shape: { kind, corners }, test: code[0] !== code[0]?.toLowerCase() };
}
