/** Canvases that are drawn on once or rarely: marks are painted, not copied from sprites. */

import { paintMark } from '../marks.js';
import type { CanvasSurface } from '../surface.js';
import { paintImage } from './pixels.js';

/** Clears the canvas, and returns it as a surface of `side` CSS pixels. */
export function openCanvas(canvas: HTMLCanvasElement, side: number): CanvasSurface {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(side * ratio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(canvas.width / side, canvas.width / side);
  context.direction = 'ltr';
  return surfaceOf(context, side, canvas.cloneNode() as HTMLCanvasElement);
}

/** The surface of a context. `scratch`: a canvas for preparing images. */
export function surfaceOf(
  context: CanvasRenderingContext2D,
  side: number,
  scratch: HTMLCanvasElement | OffscreenCanvas,
): CanvasSurface {
  return {
    ...{ context, width: side, height: side, colours: Number.POSITIVE_INFINITY },
    mark: (style) => (x, y) => {
      context.save();
      context.translate(x, y);
      paintMark(context, style);
      context.restore();
    },
    image: (words, place) => paintImage(context, scratch, words, place),
  };
}
