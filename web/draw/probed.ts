/** Draws what a reader points at: rings around samples, and a cross at the probe. */

import type { Palette } from './palette.js';
import { type Scene, screenOf } from './scene.js';
import { strokeTwice } from './strokes.js';
import type { Context } from './surface.js';
import type { SampleRef } from './types.js';

export interface Probed {
  /** Samples to ring, the same ones in all panels. */
  readonly rings: readonly SampleRef[];
  /** Position of the probe in the picture. */
  readonly cross: readonly [number, number] | undefined;
}

/** Draws rings around samples, and the cross of the probe. */
export function drawProbe(
  context: Context,
  { picture, rings, cross }: Probed & Pick<Scene, 'picture'>,
  side: number,
  palette: Palette,
): void {
  const toScreen = screenOf(picture, side);
  for (const { set, index } of rings) {
    const points = picture[set];
    drawRing(context, toScreen(points[2 * index] as number, points[2 * index + 1] as number), palette);
  }
  if (cross) drawCross(context, toScreen(...cross), palette);
}

function drawRing(context: Context, [x, y]: readonly [number, number], palette: Palette): void {
  strokeTwice(context, palette, [5, 2], () => context.arc(x, y, 8, 0, 2 * Math.PI));
}

function drawCross(context: Context, [x, y]: readonly [number, number], palette: Palette): void {
  const arms = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  strokeTwice(context, palette, [4, 1.5], () => {
    for (const [dx, dy] of arms) {
      context.moveTo(x + 4 * dx, y + 4 * dy);
      context.lineTo(x + 12 * dx, y + 12 * dy);
    }
  });
}
