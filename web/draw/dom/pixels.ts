/** Images on a canvas. */

import type { ImagePlace } from '../surface.js';

/** Draws pixels on a canvas by way of another one, `scratch`, which scales them. */
export function paintImage(
  context: Pick<CanvasRenderingContext2D, 'drawImage' | 'imageSmoothingEnabled'>,
  scratch: HTMLCanvasElement | OffscreenCanvas,
  words: Uint32Array,
  { columns, x, y, width, height }: ImagePlace,
): void {
  const rows = words.length / columns;
  scratch.width = columns;
  scratch.height = rows;
  const small = scratch.getContext('2d') as CanvasRenderingContext2D;
  const pixels = small.createImageData(columns, rows);
  new Uint32Array(pixels.data.buffer).set(words);
  small.putImageData(pixels, 0, 0);
  context.imageSmoothingEnabled = true;
  context.drawImage(scratch, x, y, width, height);
}
