/** A picture with everything around it: title, scores, numbers of the axes, arrows of variables, legend, notes. */

import { drawLegend, type LegendEntry, type PlacedLegend, placeLegend } from './legend.js';
import { drawLoadings, type Loading, placeLoadings } from './loadings.js';
import type { Palette } from './palette.js';
import { drawScene, gridOf, type Scene } from './scene.js';
import { frame } from './strokes.js';
import type { Surface } from './surface.js';
import { fitted, write } from './words.js';

export interface Figure {
  /** Index of the response shown, of a regression with several. */
  readonly response: number;
  readonly scene: Scene;
  /** Empty texts are left out. */
  readonly title: string;
  readonly subtitle: string;
  /** Lines below the picture. */
  readonly notes: readonly string[];
  /** Names of the axes; undefined where nothing is written beside the picture, empty where an axis has no numbers. */
  readonly axes: readonly [string, string] | undefined;
  readonly loadings: readonly Loading[];
  readonly legend: readonly LegendEntry[];
}

/** An area to draw on. */
export interface Sheet {
  readonly surface: Surface;
  /** Draws on a square that clips its content. */
  square(x: number, y: number, side: number, draw: (surface: Surface) => void): void;
}

/** Places in CSS pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly legend: PlacedLegend;
  readonly legendTop: number;
}

const margin = 14;
const lineHeight = 21;
const noteSize = 12;

/** `width`: that of the whole figure. */
export function layoutOf({ axes, title, subtitle, legend, notes }: Figure, width: number): Layout {
  const left = axes?.[1] ? 44 : margin;
  const side = width - left - margin;
  const top = margin + (title ? 22 : 0) + (subtitle ? 20 : 0) + (axes?.[1] ? 24 : title || subtitle ? 6 : 0);
  const placed = placeLegend(legend, width - 2 * margin, lineHeight);
  const legendTop = top + side + (axes ? 40 : 0) + (legend.length > 0 ? 22 : 4);
  const height = legendTop + placed.height + notes.length * 18 + (placed.height > 0 ? 0 : 8);
  return { width, height, left, top, side, legend: placed, legendTop };
}

export function drawFigure(sheet: Sheet, figure: Figure, layout: Layout, palette: Palette): void {
  const { context } = sheet.surface;
  const { width, left, top, side, legend, legendTop } = layout;
  const { title, subtitle, scene, loadings, axes, notes } = figure;
  const room = width - 2 * margin;
  const heading = fitted(title, 22, room);
  if (title) write(context, heading, [margin, margin + 17], { size: 19, colour: palette.ink, weight: 600 });
  const below = margin + (title ? 38 : 14);
  if (subtitle) write(context, fitted(subtitle, 13, room), [margin, below], { size: 13, colour: palette.muted });
  sheet.square(left, top, side, (surface) => {
    drawScene(surface, scene, palette);
    drawLoadings(surface.context, placeLoadings(loadings, side), side, palette);
  });
  frame(context, [left, top], [side, side], palette);
  if (axes) drawNumbers(sheet.surface, figure, layout, palette);
  drawLegend(sheet.surface, legend, [margin, legendTop], palette);
  for (const [at, note] of notes.entries()) {
    const place = [margin, legendTop + legend.height + 18 * at] as const;
    write(context, fitted(note, noteSize, room), place, { size: noteSize, colour: palette.muted });
  }
}

/** Numbers and names of the axes, below and to the left of the picture. */
function drawNumbers(
  { context }: Surface,
  { scene, axes }: Figure,
  { left, top, side }: Layout,
  palette: Palette,
): void {
  const [across, up] = axes as readonly [string, string];
  const style = { size: 12, colour: palette.muted };
  const numbers = (axis: 0 | 1, align: 'center' | 'right', place: (at: number) => readonly [number, number]) => {
    for (const { text, at } of gridOf(scene.picture, axis, side)) {
      if (at > 8 && at < side - 8) write(context, text, place(at), { ...style, size: 11, align });
    }
  };
  numbers(0, 'center', (at) => [left + at, top + side + 15]);
  write(context, across, [left + side, top + side + 32], { ...style, align: 'right' });
  if (up) numbers(1, 'right', (at) => [left - 6, top + at + 3.5]);
  write(context, up, [left, top - 7], style);
}
