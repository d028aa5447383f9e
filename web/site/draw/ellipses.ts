/** Ellipses of samples, drawn over a panel. */

import type { Ellipse } from '../picture/held-out.ts';
import type { Picture } from '../picture/picture.ts';
import type { Surface } from './canvas.ts';
import { classColour, type Palette } from './palette.ts';
import { screenOf } from './panel.ts';

export function drawEllipses(
  { context, width: side }: Surface,
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
