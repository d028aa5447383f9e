/**
 * Heat map and contour lines of a field of predictions.
 *
 * Two classes have lines of equal probability, with a thick one at 50 %. A response has lines of equal value. Three classes and
 * more have lines where the most probable class changes. Above ten classes these are thin, and only those around the highlighted class
 * are thick.
 */

import { emphasis } from './emphasis.js';
import { mix, onRamp, type Palette, type Rgb } from './palette.js';
import { type Line, logOf, type Regions, traceLevel, traceRegions } from './regions.js';
import type { Context, Surface } from './surface.js';
import type { Field, Range } from './types.js';

/** Contour lines between the lowest and the highest value of a regression. */
const valueLines = 7;
/** Contour levels beside the boundary at 50 %. */
const levels = [0.1, 0.3, 0.7, 0.9];
/** Width of the boundaries in CSS pixels; those of the other classes are thin where one is highlighted. */
const thick = 2.2;

/** A field, and the visible square of `side` CSS pixels that it covers; `extent` is the distance from its middle to its sides. */
export interface Ground {
  readonly field: Field;
  readonly side: number;
  readonly extent: number;
  readonly range: Range | undefined;
  readonly palette: Palette;
}

/** Number of colours between two. */
const mostShades = 256;

/** Paints the field as colours. */
export function paintHeat({ image, colours }: Surface, ground: Ground, discrete: boolean): void {
  const { field, side, extent } = ground;
  const { cells, reach } = field;
  const words = new Uint32Array(cells * cells);
  colourCells(words, ground, discrete, colours);
  const size = (side * reach) / extent;
  image(words, { columns: cells, x: (side - size) / 2, y: (side - size) / 2, width: size, height: size });
}

/** A colour as red + 256 green + 65536 blue, opaque. */
const word = ([red, green, blue]: Rgb) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

function colourCells(words: Uint32Array, { field, range, palette }: Ground, discrete: boolean, colours: number): void {
  const { layer, regions } = field;
  if (regions) colourClasses(words, regions, discrete ? 0 : Math.floor(colours / palette.fields.length) - 1, palette);
  if (!layer) return;
  const [low, high] = range ?? [0, 1];
  const colourMap = range ? rampMap(palette.fieldRamp) : twoClassMap(palette, discrete);
  for (let at = 0; at < words.length; at++) {
    const share = Math.max(0, Math.min(1, ((layer[at] as number) - low) / (high - low)));
    words[at] = colourMap[Math.round(255 * share)] as number;
  }
}

const colourMap = (colour: (share: number) => Rgb) =>
  Uint32Array.from({ length: mostShades }, (_, at) => word(colour(at / (mostShades - 1))));
export const rampMap = (ramp: readonly Rgb[]) => colourMap((share) => onRamp(ramp, share));
/** Colours from class 0 through the paper's colour to class 1. */
export const twoClassMap = ({ fields, undecided }: Palette, discrete: boolean) =>
  colourMap((share) => mix(undecided, fields[share < 0.5 ? 0 : 1] as Rgb, discrete ? 1 : Math.abs(2 * share - 1)));

/** The colour of the most probable class, paler where its lead over the second class is small, in `shades` steps; 0 for no shades. */
function colourClasses(words: Uint32Array, { label, margin }: Regions, shades: number, palette: Palette): void {
  const { fields, undecided } = palette;
  const steps = Math.min(mostShades - 1, shades);
  const maps = fields.map((full) =>
    Array.from({ length: steps + 1 }, (_, at) => word(mix(undecided, full, steps > 0 ? at / steps : 1))),
  );
  for (let at = 0; at < words.length; at++) {
    const map = maps[(label[at] as number) % fields.length] as number[];
    words[at] = map[Math.round(steps * (margin[at] as number))] as number;
  }
}

/**
 * Strokes thin lines of equal prediction, then the boundaries where two classes are equally probable; `weight` scales their width,
 * `fade` their opacity. If a class is highlighted, only its boundary is thick.
 */
export function strokeContours(
  context: Context,
  { field, side, extent, range, palette }: Ground,
  { weight = 1, highlighted, fade = 1 }: { weight?: number; highlighted?: number | undefined; fade?: number } = {},
): void {
  const scale = (side * field.reach) / extent / field.cells;
  const shift = (side - scale * field.cells) / 2;
  const stroke = (lines: readonly Line[], width: number, opacity: number) => {
    context.lineWidth = width * weight;
    context.globalAlpha = emphasis ? fade * opacity : opacity;
    context.beginPath();
    for (const { points } of lines) {
      for (let at = 0; at < points.length; at += 2) {
        const [x, y] = [shift + (points[at] as number) * scale, shift + (points[at + 1] as number) * scale];
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    }
    context.stroke();
  };
  const { thin, boundary } = linesOf(field, range);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = palette.boundary;
  for (const lines of thin) stroke(lines, 1, range ? 0.5 : 0.28);
  if (!emphasis || highlighted === undefined) stroke(boundary, thick, 1);
  else {
    stroke(boundary, 1, 0.6);
    stroke(
      boundary.filter(({ classes }) => classes.includes(highlighted)),
      thick,
      1,
    );
  }
  context.globalAlpha = 1;
  context.lineCap = 'butt';
}

interface Lines {
  /** Each line of equal prediction, in parts. */
  readonly thin: readonly (readonly Line[])[];
  readonly boundary: readonly Line[];
}

/**
 * Cached lines of each field, since the pictures shown are redrawn whenever the pointer moves. The cache is global because an entry
 * depends only on its field, which has one range, and is collected with it.
 */
const cache = new WeakMap<Field, Lines>();

function linesOf(field: Field, range: Range | undefined): Lines {
  const lines = cache.get(field) ?? traceLines(field, range);
  cache.set(field, lines);
  return lines;
}

function traceLines({ cells, layer = new Float32Array(0), regions }: Field, range: Range | undefined): Lines {
  if (regions) return { thin: [], boundary: traceRegions(regions, cells) };
  if (range) {
    const between = (line: number) => range[0] + ((line + 0.5) / valueLines) * (range[1] - range[0]);
    const thin = Array.from({ length: valueLines }, (_, line) => traceLevel(layer, between(line), cells));
    return { thin, boundary: [] };
  }
  const odds = layer.map(logOdds);
  const thin = levels.map((level) => traceLevel(odds, logOdds(level), cells));
  return { thin, boundary: traceLevel(odds, 0, cells) };
}

/** Log odds are linear where the network is linear. Contours of probabilities, which jump from 0 to 1 within a cell, would be jagged. */
const logOdds = (probability: number) => logOf(probability) - logOf(1 - probability);
