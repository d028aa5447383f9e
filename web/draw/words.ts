/** Text in a picture. */

import type { Palette } from './palette.js';
import type { Context } from './surface.js';

/** Letters of full width: the scripts of East Asia, and symbols such as emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Estimated width of a text, since an SVG has no fonts to measure. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const letter of text) width += wide.test(letter) ? 1 : /[A-ZMmWw%@]/.test(letter) ? 0.72 : 0.56;
  return width * size;
}

/** Writes bold text around a place, with an outline in the colour of the paper so that it is visible on every background. */
export function writeOutlined(
  context: Context,
  text: string,
  [x, y]: readonly [number, number],
  palette: Pick<Palette, 'paper' | 'ink'>,
  size: number,
): void {
  context.font = `600 ${size}px system-ui, sans-serif`;
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
