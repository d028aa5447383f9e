/** Heat map and contour lines of a probability field. */

import { contours } from 'd3-contour';
import type { Field, Range } from '../picture.ts';
import { mix, onRamp, type Palette, type Rgb } from './palette.ts';

/** Contour lines between the lowest and the highest value of a regression. */
const valueLines = 7;
/** Contour levels beside the boundary at one half. */
const levels = [0.1, 0.3, 0.7, 0.9];

const image = { canvas: undefined as HTMLCanvasElement | undefined };

/** Paints the field as colours over the visible square of `side` CSS pixels. */
export function paintHeat(
  context: CanvasRenderingContext2D,
  field: Field,
  side: number,
  extent: number,
  range: Range | undefined,
  discrete: boolean,
  palette: Palette,
): void {
  image.canvas ??= document.createElement('canvas');
  const { cells, reach } = field;
  image.canvas.width = cells;
  image.canvas.height = cells;
  const small = image.canvas.getContext('2d') as CanvasRenderingContext2D;
  const pixels = small.createImageData(cells, cells);
  colourCells(new Uint32Array(pixels.data.buffer), field, range, discrete, palette);
  small.putImageData(pixels, 0, 0);
  const size = (side * reach) / extent;
  context.imageSmoothingEnabled = true;
  context.drawImage(image.canvas, (side - size) / 2, (side - size) / 2, size, size);
}

const word = ([red, green, blue]: Rgb) => ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

function colourCells(
  words: Uint32Array,
  { layers }: Field,
  range: Range | undefined,
  discrete: boolean,
  palette: Palette,
): void {
  if (layers.length > 1) {
    colourClasses(words, layers, discrete, palette);
    return;
  }
  const [layer] = layers as [Float32Array];
  const [low, high] = range ?? [0, 1];
  const table = range ? rampTable(palette.fieldRamp) : twoClassTable(palette, discrete);
  for (let at = 0; at < words.length; at++) {
    const share = Math.max(0, Math.min(1, ((layer[at] as number) - low) / (high - low)));
    words[at] = table[Math.round(255 * share)] as number;
  }
}

const table = (colour: (share: number) => Rgb) => Uint32Array.from({ length: 256 }, (_, at) => word(colour(at / 255)));
const rampTable = (ramp: readonly Rgb[]) => table((share) => onRamp(ramp, share));
/** From class 0 over the paper to class 1. */
const twoClassTable = ({ fields, undecided }: Palette, discrete: boolean) =>
  table((share) => mix(undecided, fields[share < 0.5 ? 0 : 1] as Rgb, discrete ? 1 : Math.abs(2 * share - 1)));

/** The colour of the most probable class, the paler the less it leads the one behind it. */
function colourClasses(words: Uint32Array, layers: readonly Float32Array[], discrete: boolean, palette: Palette): void {
  const shades = layers.map((_, label) => {
    const full = palette.fields[label % palette.fields.length] as Rgb;
    return table((lead) => mix(palette.undecided, full, discrete ? 1 : lead));
  });
  for (let at = 0; at < words.length; at++) {
    let [best, second, label] = [-1, -1, 0];
    for (let other = 0; other < layers.length; other++) {
      const value = (layers[other] as Float32Array)[at] as number;
      if (value > best) [best, second, label] = [value, best, other];
      else if (value > second) second = value;
    }
    words[at] = (shades[label] as Uint32Array)[Math.round(255 * (best - second))] as number;
  }
}

/** Strokes thin lines of equal prediction, then the boundaries where two classes are equally probable; `weight` scales their width. */
export function strokeContours(
  context: CanvasRenderingContext2D,
  field: Field,
  side: number,
  extent: number,
  range: Range | undefined,
  palette: Palette,
  weight = 1,
): void {
  const { cells, reach } = field;
  const scale = (side * reach) / extent / cells;
  const shift = (side - scale * cells) / 2;
  const stroke = (rings: readonly Ring[]) => {
    context.beginPath();
    for (const ring of rings) {
      for (const [at, [x = 0, y = 0]] of ring.entries()) {
        if (at === 0) context.moveTo(shift + x * scale, shift + y * scale);
        else context.lineTo(shift + x * scale, shift + y * scale);
      }
    }
    context.stroke();
  };
  const { thin, boundaries } = linesOf(field, range);
  context.lineJoin = 'round';
  context.strokeStyle = palette.boundary;
  context.globalAlpha = range ? 0.5 : 0.28;
  context.lineWidth = weight;
  for (const rings of thin) stroke(rings);
  context.globalAlpha = 1;
  context.lineWidth = 2.2 * weight;
  for (const rings of boundaries) stroke(rings);
}

/** Points in cells of the field. */
type Ring = readonly (readonly number[])[];
interface Lines {
  /** The rings of each line of equal prediction. */
  readonly thin: readonly (readonly Ring[])[];
  readonly boundaries: readonly (readonly Ring[])[];
}

/** Of fields, which have one range each: those on view are drawn again whenever the reader points at something. */
const traced = new WeakMap<Field, Lines>();

function linesOf(field: Field, range: Range | undefined): Lines {
  const known = traced.get(field);
  if (known) return known;
  const lines = traceLines(field, range);
  traced.set(field, lines);
  return lines;
}

function traceLines({ cells, layers }: Field, range: Range | undefined): Lines {
  const trace = contours().size([cells, cells]);
  const at = (values: Float32Array, level: number) =>
    trace.contour(values as unknown as number[], level).coordinates.flat();
  const [layer] = layers as [Float32Array];
  if (range) {
    const between = (line: number) => range[0] + ((line + 0.5) / valueLines) * (range[1] - range[0]);
    return { thin: Array.from({ length: valueLines }, (_, line) => at(layer, between(line))), boundaries: [] };
  }
  if (layers.length > 1) return { thin: [], boundaries: leads(layers).map((lead) => at(lead, 0)) };
  const odds = layer.map(logOdds);
  return { thin: levels.map((level) => at(odds, logOdds(level))), boundaries: [at(odds, 0)] };
}

/** No probability is taken to be closer to 0 or 1. */
const closest = 1e-7;
const log = (probability: number) => Math.log(Math.max(closest, probability));
/** Straight where the network is: lines through probabilities, which jump from 0 to 1 within a cell, would be stairs. */
const logOdds = (probability: number) => log(probability) - log(1 - probability);

/** By how much the log-probability of each class is above that of the best other one. */
function leads(layers: readonly Float32Array[]): Float32Array[] {
  const logs = layers.map((layer) => layer.map(log));
  return logs.map((layer, label) =>
    layer.map((value, at) => {
      let other = Number.NEGATIVE_INFINITY;
      for (let k = 0; k < logs.length; k++)
        if (k !== label) other = Math.max(other, (logs[k] as Float32Array)[at] as number);
      return value - other;
    }),
  );
}
