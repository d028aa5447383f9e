/** The variables of a projection as arrows of a biplot: a row of C is the direction in which its variable grows. */

import { lengthOf } from './numbers.js';
import type { Palette } from './palette.js';
import { strokeTwice, traceArrow } from './strokes.js';
import type { Context } from './surface.js';
import { type Box, fitted, isFree, textWidth, writeOutlined } from './words.js';

/** A variable in the plane of a picture. */
export interface Loading {
  /** Position among the variables. */
  readonly index: number;
  readonly name: string;
  /** Coefficients of the variable on the two axes; y is 0 on a single axis. */
  readonly x: number;
  readonly y: number;
  /** Length of the arrow: the square root of x^2 + y^2. */
  readonly length: number;
}

/**
 * The `count` variables with the longest arrows, longest first; ties go to the lower index. `projection`: I x `rank` row-major, of which
 * the first two columns are used. Variables without a name are called by their number from 1.
 */
export function largestLoadings(
  projection: ArrayLike<number>,
  rank: number,
  names: readonly string[] | undefined,
  count: number,
): Loading[] {
  const loadings = Array.from({ length: projection.length / rank }, (_, index): Loading => {
    const x = projection[index * rank] as number;
    const y = rank > 1 ? (projection[index * rank + 1] as number) : 0;
    return { index, name: names?.[index] ?? String(index + 1), x, y, length: lengthOf([x, y]) };
  });
  return loadings.sort((a, b) => b.length - a.length || a.index - b.index).slice(0, count);
}

/** An arrow on the screen. */
export interface PlacedLoading extends Loading {
  readonly tipX: number;
  readonly tipY: number;
  /** Middle of its name; undefined where it would hide another one. */
  readonly label: { readonly x: number; readonly y: number; readonly text: string } | undefined;
}

/** Length of the longest arrow as a share of the side, and size and width of the names in CSS pixels. */
const [longest, fontSize, mostWidth] = [0.36, 12, 130];

/**
 * Places the arrows around the middle of a square of `side` CSS pixels: the longest takes 0.36 of the side, or `scale` pixels stand for a
 * coefficient of 1. Longer arrows get their names first. `gap`: pixels between the tip of an arrow and its name.
 */
export function placeLoadings(
  loadings: readonly Loading[],
  side: number,
  scale: number = (longest * side) / Math.max(1e-30, ...loadings.map(({ length }) => length)),
  gap = 4,
): PlacedLoading[] {
  const taken: Box[] = [];
  return loadings.map((loading) => {
    const [dx, dy] = [scale * loading.x, -scale * loading.y];
    const [tipX, tipY] = [side / 2 + dx, side / 2 + dy];
    const text = fitted(loading.name, fontSize, mostWidth);
    const half = textWidth(text, fontSize) / 2;
    const size = lengthOf([dx, dy]) || 1;
    const [right, down] = [dx / size, dy / size];
    const box = sideSteps
      .map((shift): Box => {
        const x = tipX + right * (half + gap) - down * shift * half;
        const y = tipY + down * (fontSize + gap - 4) + Math.abs(right) * shift * fontSize;
        return { x: Math.max(half + 2, Math.min(side - half - 2, x)), y, half };
      })
      .find((one) => one.y > fontSize && one.y < side - fontSize && isFree(one, taken, fontSize));
    if (box) taken.push(box);
    return { ...loading, tipX, tipY, label: box && { x: box.x, y: box.y, text } };
  });
}

/** Lines of text by which a name moves aside of its arrow. */
const sideSteps = [0, 1, -1, 2, -2];

/** Draws the circle on which a variable lies in the plane, around the middle of a square. */
export function drawReach(context: Context, radius: number, side: number, palette: Palette): void {
  context.setLineDash([3, 5]);
  context.lineWidth = 1;
  context.strokeStyle = palette.muted;
  context.beginPath();
  context.arc(side / 2, side / 2, radius, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
}

/** Draws placed arrows with their names. */
export function drawLoadings(
  context: Context,
  loadings: readonly PlacedLoading[],
  side: number,
  palette: Palette,
): void {
  const middle = side / 2;
  // The names of long arrows are on top.
  for (const { tipX, tipY } of [...loadings].reverse()) {
    strokeTwice(context, palette, [3.6, 1.6], () => traceArrow(context, middle, middle, tipX - middle, tipY - middle));
  }
  for (const { label } of loadings) {
    if (label) writeOutlined(context, label.text, [label.x, label.y], palette, fontSize);
  }
}
