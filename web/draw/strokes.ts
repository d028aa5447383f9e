/** Lines that are visible on every background. */

import { lengthOf } from './numbers.js';
import type { Palette } from './palette.js';
import type { Context } from './surface.js';

/** Strokes twice, first in the colour of the paper, so that a line is visible on every background. */
export function strokeTwice(
  context: Context,
  palette: Palette,
  widths: readonly [number, number],
  trace: () => void,
  colour: string = palette.ink,
): void {
  for (const [stroke, width] of [
    [palette.paper, widths[0]],
    [colour, widths[1]],
  ] as const) {
    context.beginPath();
    trace();
    context.strokeStyle = stroke;
    context.lineWidth = width;
    context.stroke();
  }
}

/** Adds an arrow to the path, from (x, y) by (dx, dy). */
export function traceArrow(context: Context, x: number, y: number, dx: number, dy: number): void {
  const length = lengthOf([dx, dy]);
  if (length < 1) return;
  const head = Math.min(5, length / 2) / length;
  const [tipX, tipY] = [x + dx, y + dy];
  context.moveTo(x, y);
  context.lineTo(tipX, tipY);
  for (const side of [1, -1]) {
    context.moveTo(tipX - head * (dx - 0.6 * side * dy), tipY - head * (dy + 0.6 * side * dx));
    context.lineTo(tipX, tipY);
  }
}

/** Strokes the sides of a rectangle. */
export function frame(
  context: Context,
  [x, y]: readonly [number, number],
  [width, height]: readonly [number, number],
  { faint }: Palette,
): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + width, y);
  context.lineTo(x + width, y + height);
  context.lineTo(x, y + height);
  context.closePath();
  context.strokeStyle = faint;
  context.lineWidth = 1;
  context.stroke();
}
