/** Pictures on a canvas of the page or of a worker. */

import type { Dataset, Model } from 'trip-wasm';
import { figureOf } from '../captions.js';
import { drawFigure, layoutOf } from '../figure.js';
import { type DrawOptions, refuse, requireObject } from '../options.js';
import type { CanvasSurface } from '../surface.js';
import { themePalette } from '../themes.js';
import { surfaceOf } from './plain-surface.js';

/** A canvas of a page or a worker (`OffscreenCanvas`), or of a library that has the same methods. */
export interface DrawCanvas {
  /** Pixels in a row. */
  width: number;
  /** Rows. */
  height: number;
  /** Called with `'2d'`. */
  getContext(kind: '2d'): unknown;
}

/** The size of a drawing in CSS pixels. */
export interface DrawnSize {
  /** As the option `width`. */
  readonly width: number;
  /** Follows from the content. */
  readonly height: number;
}

/** Options of `drawOn`. */
export interface CanvasOptions extends DrawOptions {
  /** Device pixels in a CSS pixel, 0.1 to 10. Default: that of the screen; 1 in workers. */
  pixelRatio?: number;
}

/**
 * Draws as `toSVG` does, on a canvas. The canvas gets the size of the drawing: `width` CSS pixels and the height that follows, times
 * `pixelRatio`; on a page its style gets the size in CSS pixels. Returns this size. Errors are those of `toSVG`.
 */
export function drawOn(canvas: DrawCanvas, model: Model, data: Dataset, options: CanvasOptions = {}): DrawnSize {
  requireObject(options);
  const { pixelRatio: ratio = globalThis.devicePixelRatio || 1, ...others } = options;
  if (typeof ratio !== 'number' || !(ratio >= 0.1 && ratio <= 10))
    refuse('pixelRatio', ratio, 'a number from 0.1 to 10');
  const context = (canvas?.getContext?.('2d') ??
    refuse('canvas', canvas, 'a canvas with a 2d context', 'value')) as CanvasRenderingContext2D;
  const { figure, options: chosen } = figureOf(model, data, others);
  const layout = layoutOf(figure, chosen.width);
  const { width, height } = layout;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  if ('style' in canvas) Object.assign(canvas.style as object, { width: `${width}px`, height: `${height}px` });
  const palette = themePalette(chosen.theme);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, width, height);
  context.direction = 'ltr';
  drawFigure(sheetOf(context, scratchOf(canvas)), figure, layout, palette);
  return { width, height };
}

/** Another canvas of the same kind. */
const scratchOf = (canvas: DrawCanvas): OffscreenCanvas =>
  canvas instanceof (globalThis.HTMLCanvasElement ?? Number)
    ? (canvas.cloneNode() as unknown as OffscreenCanvas)
    : new (canvas.constructor as typeof OffscreenCanvas)(1, 1);

function sheetOf(context: CanvasRenderingContext2D, scratch: OffscreenCanvas) {
  return {
    surface: surfaceOf(context, 0, scratch),
    square(x: number, y: number, side: number, draw: (surface: CanvasSurface) => void): void {
      context.save();
      context.translate(x, y);
      context.beginPath();
      context.rect(0, 0, side, side);
      context.clip();
      draw(surfaceOf(context, side, scratch));
      context.restore();
    },
  };
}
