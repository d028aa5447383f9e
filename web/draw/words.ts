/** Text in a picture. */

import type { Palette } from './palette.js';
import type { Context } from './surface.js';

/** Estimated width of bold text, since an SVG has no fonts to measure. Scripts of East Asia have the widest letters. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width * size;
}

const letterWidth = (letter: string) =>
  letter > '\u2e80' ? 1 : /[A-Zmw%@]/.test(letter) ? 0.78 : /[ .,:;ijlrt()-]/.test(letter) ? 0.38 : 0.66;

/** The text, or its beginning with an ellipsis where it is wider than `room`. */
export function fitted(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text;
  // Room for the ellipsis, whose width is 0.66.
  let [width, kept] = [0, ''];
  for (const letter of text) {
    width += letterWidth(letter);
    if (kept !== '' && (width + 0.66) * size > room) break;
    kept += letter;
  }
  return `${kept}…`;
}

/** The middle of a line of text, and half its width. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly half: number;
}

/** Whether a line of text of this height covers no other one. */
export const isFree = ({ x, y, half }: Box, taken: readonly Box[], height: number): boolean =>
  taken.every((other) => Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - y) >= height);

const font = (size: number, weight: 400 | 600) => `${weight} ${size}px system-ui, sans-serif`;

export interface TextStyle {
  readonly size: number;
  readonly colour: string;
  readonly weight?: 400 | 600;
  readonly align?: 'left' | 'center' | 'right';
}

/** Writes a line of text; y is its baseline. */
export function write(
  context: Context,
  text: string,
  [x, y]: readonly [number, number],
  { size, colour, weight = 400, align = 'left' }: TextStyle,
): void {
  context.font = font(size, weight);
  context.textAlign = align;
  context.textBaseline = 'alphabetic';
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/** Writes bold text around a place, with an outline in the colour of the paper so that it is visible on every background. */
export function writeOutlined(
  context: Context,
  text: string,
  [x, y]: readonly [number, number],
  palette: Pick<Palette, 'paper' | 'ink'>,
  size: number,
): void {
  context.font = font(size, 600);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.strokeStyle = palette.paper;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeText(text, x, y);
  context.fillStyle = palette.ink;
  context.fillText(text, x, y);
  context.textBaseline = 'alphabetic';
}
