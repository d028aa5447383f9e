/** Ellipses of samples, drawn over a panel. */

import { classColour, type Palette } from './palette.js';
import { screenOf } from './scene.js';
import type { CanvasSurface } from './surface.js';
import type { Picture } from './types.js';

/** An ellipse around a position in the picture: all points d with d^T covariance^-1 d = 1. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  /** Covariance of x and y, symmetric: xx, xy, yy. */
  readonly covariance: readonly [number, number, number];
  /** Index of the sample. */
  readonly index: number;
}

export function drawEllipses(
  { context, width: side }: CanvasSurface,
  picture: Pick<Picture, 'stage' | 'centre' | 'extent'>,
  ellipses: readonly Ellipse[],
  palette: Palette,
): void {
  const toScreen = screenOf(picture, side);
  const scale = side / (2 * picture.extent);
  const { labels } = picture.stage.material.train;
  context.lineWidth = 1;
  for (const { x, y, covariance, index } of ellipses) {
    const [atX, atY] = toScreen(x, y);
    const [xx, xy, yy] = covariance;
    const middle = (xx + yy) / 2;
    const away = Math.hypot((xx - yy) / 2, xy);
    context.beginPath();
    // The vertical axis of the screen points down.
    const angle = -Math.atan2(2 * xy, xx - yy) / 2;
    context.ellipse(
      atX,
      atY,
      scale * Math.sqrt(middle + away),
      scale * Math.sqrt(Math.max(0, middle - away)),
      angle,
      0,
      2 * Math.PI,
    );
    context.strokeStyle = labels ? classColour(palette, labels[index] as number) : palette.ink;
    context.stroke();
  }
}
