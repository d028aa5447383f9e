/** One projection: field, boundary, samples, probe. A pure function of the scene. */

import type { Dataset } from 'trip-wasm';
import type { Picture, SampleRef } from '../picture.ts';
import type { Surface } from './canvas.ts';
import { paintHeat, strokeContours } from './contours.ts';
import { type Stamp, stampOf } from './marks.ts';
import type { Palette } from './palette.ts';

export interface Scene {
  readonly picture: Picture;
  readonly testPoints: boolean;
  /** Sample to ring, the same one in all panels. */
  readonly highlight: SampleRef | undefined;
  /** Position of the probe, latent. */
  readonly cross: readonly [number, number] | undefined;
}

export function drawPanel(surface: Surface, scene: Scene, palette: Palette): void {
  const { context, width: side } = surface;
  const { picture } = scene;
  const { data, extent } = picture.stage;
  const toScreen = (value: number) => ((value / extent + 1) / 2) * side;
  paintHeat(context, picture.field, side, extent, palette);
  drawGrid(context, side, extent, palette);
  strokeContours(context, picture.field, side, extent, palette);
  const size = Math.max(2.2, Math.min(3.6, side / 110));
  if (scene.testPoints) drawSamples(context, picture.test, data.test, toScreen, side, size, palette, true);
  drawSamples(context, picture.train, data.train, toScreen, side, size, palette, false);
  if (scene.highlight) drawRing(context, picture[scene.highlight.set], scene.highlight.index, toScreen, side, palette);
  if (scene.cross) drawCross(context, toScreen(scene.cross[0]), side - toScreen(scene.cross[1]), palette);
}

/** Field and training samples only, for a thumbnail. */
export function drawThumbnail(
  surface: Surface,
  { stage, field, train }: Pick<Picture, 'stage' | 'field' | 'train'>,
  palette: Palette,
): void {
  const { context, width: side } = surface;
  const toScreen = (value: number) => ((value / stage.extent + 1) / 2) * side;
  paintHeat(context, field, side, stage.extent, palette);
  drawSamples(context, train, stage.data.train, toScreen, side, 1.3, palette, false);
}

/** Lines at whole units, two apart, so that the three panels can be compared. */
function drawGrid(context: CanvasRenderingContext2D, side: number, extent: number, palette: Palette): void {
  const step = extent < 1.5 ? 0.5 : extent < 6 ? 2 : 10;
  context.strokeStyle = palette.faint;
  context.fillStyle = palette.muted;
  context.lineWidth = 1;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'center';
  for (let value = -Math.floor(extent / step) * step; value < extent; value += step) {
    const at = Math.round(((value / extent + 1) / 2) * side) + 0.5;
    context.globalAlpha = value === 0 ? 0.9 : 0.5;
    context.beginPath();
    context.moveTo(at, 0);
    context.lineTo(at, side);
    context.moveTo(0, side - at);
    context.lineTo(side, side - at);
    context.stroke();
    context.globalAlpha = 1;
    context.fillText(String(value).replace('-', '−'), at, side - 6);
  }
}

function drawSamples(
  context: CanvasRenderingContext2D,
  points: Float32Array,
  data: Dataset,
  toScreen: (value: number) => number,
  side: number,
  size: number,
  palette: Palette,
  hollow: boolean,
): void {
  const labels = data.labels as Int32Array;
  const ratio = context.getTransform().a;
  const both = [0, 1].map((label) => stampOf({ label, hollow, size, ratio }, palette));
  for (let at = 0; at < labels.length; at++) {
    const stamp = both[labels[at] as number] as Stamp;
    const x = toScreen(points[2 * at] as number) - stamp.side / 2;
    const y = side - toScreen(points[2 * at + 1] as number) - stamp.side / 2;
    context.drawImage(stamp.image, x, y, stamp.side, stamp.side);
  }
}

function drawRing(
  context: CanvasRenderingContext2D,
  points: Float32Array,
  index: number,
  toScreen: (value: number) => number,
  side: number,
  palette: Palette,
): void {
  const [x, y] = [toScreen(points[2 * index] as number), side - toScreen(points[2 * index + 1] as number)];
  for (const [colour, width] of [
    [palette.paper, 5],
    [palette.ink, 2],
  ] as const) {
    context.beginPath();
    context.arc(x, y, 8, 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}

function drawCross(context: CanvasRenderingContext2D, x: number, y: number, palette: Palette): void {
  for (const [colour, width] of [
    [palette.paper, 4],
    [palette.ink, 1.5],
  ] as const) {
    context.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      context.moveTo(x + 4 * dx, y + 4 * dy);
      context.lineTo(x + 12 * dx, y + 12 * dy);
    }
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}
