/** Draws a panel of the page: a scene, and over it arrows, axes, rings and the probe. The picture depends only on the panel. */

import { paintHeat, strokeContours } from './contours.js';
import { lengthOf } from './numbers.js';
import { classColour, type Palette } from './palette.js';
import { drawProbe, type Probed } from './probed.js';
import { crowd, drawSamples, drawScene, type Scene, screenOf } from './scene.js';
import { strokeTwice, traceArrow } from './strokes.js';
import type { Context, Surface } from './surface.js';
import type { Arrow, Axis, Marked, Picture } from './types.js';
import { writeOutlined } from './words.js';

export interface Panel extends Scene, Probed {
  /** Rotated axes and local regression coefficients; empty while unknown. */
  readonly axes: readonly Axis[];
  readonly arrows: readonly Arrow[];
}

export function drawPanel(surface: Surface, panel: Panel, palette: Palette): void {
  const { context, width: side } = surface;
  drawScene(surface, panel, palette);
  if (panel.arrows.length > 0) drawArrows(context, panel, side, palette);
  if (panel.axes.length > 0) drawAxes(context, panel.axes, side, palette);
  drawProbe(context, panel, side, palette);
}

/** Draws field, boundary and fit samples only. */
export function drawThumbnail(
  surface: Surface,
  picture: Pick<Picture<Marked>, 'stage' | 'field' | 'train' | 'centre' | 'extent'>,
  palette: Palette,
  brushed?: Uint8Array,
): void {
  const { context, width: side } = surface;
  const { field, extent, stage } = picture;
  const { range, material } = stage;
  const ground = field && { field, side, extent, range, palette };
  if (ground) paintHeat(surface, ground, false);
  if (ground)
    strokeContours(context, ground, { weight: (material.train.classNames?.length ?? 0) > crowd ? 0.25 : 0.5 });
  const look = { size: Math.max(1.3, side / 90), range, palette, highlighted: undefined };
  const draw = drawSamples(surface, screenOf(picture, side), look);
  for (const part of brushed ? (['pale', 'edged'] as const) : ([undefined] as const))
    draw(picture.train, material.train, false, part && { look: part, brushed });
}

/** Length of the longest arrow as a share of the picture's side. */
const longestArrow = 0.12;

function drawArrows(context: Context, { picture, arrows }: Panel, side: number, palette: Palette): void {
  const length = Math.max(...arrows.map(({ dx, dy }) => lengthOf([dx, dy])));
  if (!(length > 0)) return;
  const scale = (longestArrow * side) / length;
  const toScreen = screenOf(picture, side);
  for (const { x, y, dx, dy, label } of arrows) {
    const colour = label === undefined ? palette.ink : classColour(palette, label);
    const [fromX, fromY] = toScreen(x, y);
    strokeTwice(context, palette, [3.4, 1.6], () => traceArrow(context, fromX, fromY, scale * dx, -scale * dy), colour);
  }
}

/** Draws the rotated axes as lines through the middle, numbered by the spread of the data along them. */
function drawAxes(context: Context, axes: readonly Axis[], side: number, palette: Palette): void {
  const reach = 0.44 * side;
  for (const [at, { dx, dy }] of axes.entries()) {
    const [x, y] = [reach * dx, -reach * dy];
    const middle = side / 2;
    context.setLineDash([5, 4]);
    strokeTwice(context, palette, [3, 1.2], () => {
      context.moveTo(middle - x, middle - y);
      context.lineTo(middle + x, middle + y);
    });
    context.setLineDash([]);
    writeOutlined(context, String(at + 1), [middle + 1.06 * x, middle + 1.06 * y], palette, 12);
  }
}
