/** Several pictures of the same samples as one SVG, side by side. */

import { drawLegend, legendOf, placeLegend } from './legend.js';
import type { Palette } from './palette.js';
import { drawPanel, type Panel } from './panel.js';
import { SvgSheet } from './pen.js';
import { frame } from './strokes.js';
import { write } from './words.js';

/** Side of a picture, the gap around it, and the height of a line of text. */
const [side, gap, lineHeight] = [400, 20, 22];

export interface DrawnPanel {
  readonly title: string;
  readonly result: string;
  readonly scene: Panel;
}

/** Draws the panels with names, scores, legend and lines of text; text stays text. */
export function panelsSvg(
  panels: readonly [DrawnPanel, ...DrawnPanel[]],
  names: { readonly fit: string; readonly test: string },
  lines: readonly string[],
  palette: Palette,
): string {
  const sheet = new SvgSheet();
  const { pen } = sheet;
  const top = 48;
  for (const [at, { title, result, scene }] of panels.entries()) {
    const left = gap + at * (side + gap);
    sheet.square(left, top, side, (surface) => drawPanel(surface, scene, palette));
    frame(pen, [left, top], [side, side], palette);
    write(pen, title, [left, top - 14], { size: 20, colour: palette.ink });
    write(pen, result, [left, top + side + 24], { size: 15, colour: palette.ink });
  }
  const width = panels.length * (side + gap) + gap;
  const legend = placeLegend(legendOf(panels[0].scene, names), width - 2 * gap, lineHeight);
  drawLegend(sheet.surface, legend, [gap, top + side + 56], palette);
  let y = top + side + 56 + legend.height - lineHeight;
  for (const line of lines) {
    y += lineHeight;
    write(pen, line, [gap, y], { size: 13, colour: palette.muted });
  }
  return sheet.document(
    width,
    y + gap,
    palette.paper,
    panels.map(({ title, result }) => `${title}: ${result}`).join(', '),
  );
}
