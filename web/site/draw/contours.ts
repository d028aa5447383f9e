/** Heat map and contour lines of a probability field. */

import { contours } from 'd3-contour';
import type { Field } from '../picture.ts';
import type { Palette, Rgb } from './palette.ts';

/** Contour levels beside the boundary at one half. */
const levels = [0.1, 0.3, 0.7, 0.9];

const image = { canvas: undefined as HTMLCanvasElement | undefined };

/** Paints the field as colours over the visible square of `side` CSS pixels. */
export function paintHeat(
  context: CanvasRenderingContext2D,
  field: Field,
  side: number,
  extent: number,
  palette: Palette,
): void {
  image.canvas ??= document.createElement('canvas');
  const { cells, probability, reach } = field;
  image.canvas.width = cells;
  image.canvas.height = cells;
  const small = image.canvas.getContext('2d') as CanvasRenderingContext2D;
  const pixels = small.createImageData(cells, cells);
  const table = colourTable(palette.field);
  const words = new Uint32Array(pixels.data.buffer);
  for (let at = 0; at < words.length; at++) words[at] = table[Math.round(255 * (probability[at] as number))] as number;
  small.putImageData(pixels, 0, 0);
  const size = (side * reach) / extent;
  context.imageSmoothingEnabled = true;
  context.drawImage(image.canvas, (side - size) / 2, (side - size) / 2, size, size);
}

/** 256 colours from class 0 over the paper to class 1, as little-endian RGBA words. */
function colourTable([low, middle, high]: readonly [Rgb, Rgb, Rgb]): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, at) => {
    const sure = Math.abs(at / 127.5 - 1);
    const end = at < 127.5 ? low : high;
    const mix = (channel: 0 | 1 | 2) => Math.round(middle[channel] + (end[channel] - middle[channel]) * sure);
    return ((255 << 24) | (mix(2) << 16) | (mix(1) << 8) | mix(0)) >>> 0;
  });
}

/** Strokes the thin levels, then the boundary where both classes are equally probable. */
export function strokeContours(
  context: CanvasRenderingContext2D,
  field: Field,
  side: number,
  extent: number,
  palette: Palette,
): void {
  const { cells, probability, reach } = field;
  const scale = (side * reach) / extent / cells;
  const shift = (side - scale * cells) / 2;
  const trace = contours().size([cells, cells]);
  const stroke = (level: number) => {
    context.beginPath();
    for (const polygon of trace.contour(probability as unknown as number[], level).coordinates) {
      for (const ring of polygon) {
        ring.forEach(([x = 0, y = 0], at) => {
          if (at === 0) context.moveTo(shift + x * scale, shift + y * scale);
          else context.lineTo(shift + x * scale, shift + y * scale);
        });
      }
    }
    context.stroke();
  };
  context.lineJoin = 'round';
  context.strokeStyle = palette.boundary;
  context.globalAlpha = 0.28;
  context.lineWidth = 1;
  for (const level of levels) stroke(level);
  context.globalAlpha = 1;
  context.lineWidth = 2.2;
  stroke(0.5);
}
