/** Canvases as one image. */

import type { Palette } from '../palette.js';

export interface ImagePanel {
  readonly title: string;
  readonly result: string;
  readonly canvas: HTMLCanvasElement | null;
}

/** Draws the panels side by side, names above and scores below, at the pixel ratio of the screen. */
export function panelsImage(panels: readonly ImagePanel[], palette: Palette): Promise<Blob> {
  const side = Math.max(...panels.map(({ canvas }) => canvas?.width ?? 0));
  const unit = side / 20;
  const image = document.createElement('canvas');
  image.width = panels.length * (side + unit) + unit;
  image.height = side + 5 * unit;
  const context = image.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, image.width, image.height);
  for (const [at, { title, result, canvas }] of panels.entries()) {
    const left = unit + at * (side + unit);
    if (canvas) context.drawImage(canvas, left, 2.5 * unit, side, side);
    context.fillStyle = palette.ink;
    context.font = `600 ${1.2 * unit}px system-ui, sans-serif`;
    context.fillText(title, left, 1.8 * unit);
    context.font = `${unit}px system-ui, sans-serif`;
    context.fillText(result, left, side + 4 * unit);
    context.strokeStyle = palette.faint;
    context.strokeRect(left, 2.5 * unit, side, side);
  }
  return new Promise((resolve, reject) => {
    image.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot make a picture'))),
      'image/png',
    );
  });
}
