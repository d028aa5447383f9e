/**
 * Heat map and contour lines of a field of predictions.
 *
 * Two classes have lines of equal probability, with a thick one at 50 %. A response has lines of equal value. Three classes and
 * more have lines where the most probable class changes. Above ten classes these are thin, and only those around the highlighted class
 * are thick.
 */

import { contours } from 'd3-contour';
import { mix, onRamp, type Palette, type Rgb } from './palette.js';
import { type Borders, logOf, type Regions, traceRegions } from './regions.js';
import type { Context, Surface } from './surface.js';
import type { Field, Range } from './types.js';

/** Contour lines between the lowest and the highest value of a regression. */
const valueLines = 7;
/** Contour levels beside the boundary at 50 %. */
const levels = [0.1, 0.3, 0.7, 0.9];
/** Widths of the boundaries in CSS pixels; the thin one is for the other classes where one is highlighted. */
const [thick, thin] = [2.2, 1];

/** A field, and the visible square of `side` CSS pixels that it covers; `extent` is the distance from its middle to its sides. */
export interface Ground {
  readonly field: Field;
  readonly side: number;
  readonly extent: number;
  readonly range: Range | undefined;
  readonly palette: Palette;
}

/** Paints the field as colours. */
export function paintHeat({ image }: Surface, ground: Ground, discrete: boolean): void {
  const { field, side, extent } = ground;
  const { cells, reach } = field;
  const words = new Uint32Array(cells * cells);
  colourCells(words, ground, discrete);
  const size = (side * reach) / extent;
  image(words, { cells, x: (side - size) / 2, y: (side - size) / 2, size });
}

/** A colour as red + 256 green + 65536 blue, opaque. */
const word = ([red, green, blue]: Rgb) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

function colourCells(words: Uint32Array, { field, range, palette }: Ground, discrete: boolean): void {
  const { layer, regions } = field;
  if (regions) colourClasses(words, regions, discrete, palette);
  if (!layer) return;
  const [low, high] = range ?? [0, 1];
  const colourMap = range ? rampMap(palette.fieldRamp) : twoClassMap(palette, discrete);
  for (let at = 0; at < words.length; at++) {
    const share = Math.max(0, Math.min(1, ((layer[at] as number) - low) / (high - low)));
    words[at] = colourMap[Math.round(255 * share)] as number;
  }
}

const colourMap = (colour: (share: number) => Rgb) =>
  Uint32Array.from({ length: 256 }, (_, at) => word(colour(at / 255)));
const rampMap = (ramp: readonly Rgb[]) => colourMap((share) => onRamp(ramp, share));
/** Colours from class 0 through the paper's colour to class 1. */
const twoClassMap = ({ fields, undecided }: Palette, discrete: boolean) =>
  colourMap((share) => mix(undecided, fields[share < 0.5 ? 0 : 1] as Rgb, discrete ? 1 : Math.abs(2 * share - 1)));

/** The colour of the most probable class, paler where its lead over the second class is small. */
function colourClasses(words: Uint32Array, { label, margin }: Regions, discrete: boolean, palette: Palette): void {
  const { fields, undecided } = palette;
  const shades = fields.map((full) => colourMap((lead) => mix(undecided, full, discrete ? 1 : lead)));
  for (let at = 0; at < words.length; at++) {
    const shade = shades[(label[at] as number) % fields.length] as Uint32Array;
    words[at] = shade[Math.round(255 * (margin[at] as number))] as number;
  }
}

/**
 * Strokes thin lines of equal prediction, then the boundaries where two classes are equally probable; `weight` scales their width,
 * `fade` their opacity. If a class is highlighted, only its boundary is thick.
 */
export function strokeContours(
  context: Context,
  ground: Ground,
  { weight = 1, highlighted, fade = 1 }: { weight?: number; highlighted?: number | undefined; fade?: number } = {},
): void {
  const { field, side, extent, range, palette } = ground;
  const scale = (side * field.reach) / extent / field.cells;
  const shift = (side - scale * field.cells) / 2;
  const place = (at: number) => shift + at * scale;
  context.lineJoin = 'round';
  context.strokeStyle = palette.boundary;
  if (field.regions) {
    context.lineCap = 'round';
    const borders = bordersOf(field, field.regions);
    context.lineWidth = (highlighted === undefined ? thick : thin) * weight;
    context.globalAlpha = fade * (highlighted === undefined ? 1 : 0.6);
    strokeBorders(context, borders, place);
    context.globalAlpha = fade;
    context.lineWidth = thick * weight;
    if (highlighted !== undefined) strokeBorders(context, borders, place, highlighted);
    context.globalAlpha = 1;
    context.lineCap = 'butt';
    return;
  }
  const lines = linesOf(field, range);
  context.globalAlpha = fade * (range ? 0.5 : 0.28);
  context.lineWidth = weight;
  for (const rings of lines.thin) strokeRings(context, rings, place);
  context.globalAlpha = fade;
  context.lineWidth = thick * weight;
  strokeRings(context, lines.boundary, place);
  context.globalAlpha = 1;
}

/** Maps cells of the field to the screen. */
type ToScreen = (at: number) => number;

function strokeRings(context: Context, rings: readonly Ring[], place: ToScreen): void {
  context.beginPath();
  for (const ring of rings) {
    for (const [at, [x = 0, y = 0]] of ring.entries()) {
      if (at === 0) context.moveTo(place(x), place(y));
      else context.lineTo(place(x), place(y));
    }
  }
  context.stroke();
}

/** Strokes all segments, or those around one class. */
function strokeBorders(context: Context, { segments, classes }: Borders, place: ToScreen, highlighted?: number): void {
  context.beginPath();
  for (let at = 0; at < segments.length; at += 4) {
    if (highlighted !== undefined && classes[at / 2] !== highlighted && classes[at / 2 + 1] !== highlighted) continue;
    context.moveTo(place(segments[at] as number), place(segments[at + 1] as number));
    context.lineTo(place(segments[at + 2] as number), place(segments[at + 3] as number));
  }
  context.stroke();
}

/** Points in cells of the field. */
type Ring = readonly (readonly number[])[];
interface Lines {
  /** The rings of each line of equal prediction. */
  readonly thin: readonly (readonly Ring[])[];
  readonly boundary: readonly Ring[];
}

/**
 * Cached lines of each field, since the pictures shown are redrawn whenever the pointer moves. These two
 * caches are global because an entry depends only on its field, which has one range, and is collected with it.
 */
const linesCache = new WeakMap<Field, Lines>();
const bordersCache = new WeakMap<Field, Borders>();

function cached<T>(cache: WeakMap<Field, T>, field: Field, compute: () => T): T {
  const known = cache.get(field);
  if (known) return known;
  const value = compute();
  cache.set(field, value);
  return value;
}

const bordersOf = (field: Field, regions: Regions) =>
  cached(bordersCache, field, () => traceRegions(regions, field.cells));
const linesOf = (field: Field, range: Range | undefined) => cached(linesCache, field, () => traceLines(field, range));

function traceLines({ cells, layer = new Float32Array(0) }: Field, range: Range | undefined): Lines {
  const trace = contours().size([cells, cells]);
  const at = (values: Float32Array, level: number) =>
    trace.contour(values as unknown as number[], level).coordinates.flat();
  if (range) {
    const between = (line: number) => range[0] + ((line + 0.5) / valueLines) * (range[1] - range[0]);
    return { thin: Array.from({ length: valueLines }, (_, line) => at(layer, between(line))), boundary: [] };
  }
  const odds = layer.map(logOdds);
  return { thin: levels.map((level) => at(odds, logOdds(level))), boundary: at(odds, 0) };
}

/** Log odds are linear where the network is linear. Contours of probabilities, which jump from 0 to 1 within a cell, would be jagged. */
const logOdds = (probability: number) => logOf(probability) - logOf(1 - probability);
