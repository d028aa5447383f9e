/** A plot of numbers against numbers: bars, points and lines. The picture depends only on the scene. */

import { type ChartColours, ticks } from './chart.js';
import type { CanvasSurface } from './surface.js';

export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly label: string;
  /** Text of a value; by default `tick`. */
  readonly text?: (value: number) => string;
}

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly height: number;
}

type Place = readonly [number, number];

export interface PlotScene {
  readonly x: Axis;
  readonly y: Axis;
  readonly bars?: readonly Bar[];
  readonly points?: readonly Place[];
  readonly line?: readonly Place[];
  readonly dashed?: readonly Place[];
  /** A vertical line over the whole height, with its text. */
  readonly mark?: { readonly at: number; readonly text: string };
  /** A single point that stands out, with its text. */
  readonly special?: { readonly at: Place; readonly text: string };
}

export interface PlotColours extends ChartColours {
  readonly accent: string;
}

const margin = { left: 46, right: 12, top: 18, bottom: 36 };

type ToScreen = (place: Place) => Place;

/** `tick`: text of a value beside an axis. */
export function drawPlot(
  surface: CanvasSurface,
  scene: PlotScene,
  colours: PlotColours,
  tick: (value: number) => string,
): void {
  const { context, width, height } = surface;
  const { x, y } = scene;
  const share = (value: number, { low, high }: Axis) => (value - low) / (high - low);
  const toScreen: ToScreen = ([atX, atY]) => [
    margin.left + share(atX, x) * (width - margin.left - margin.right),
    height - margin.bottom - share(atY, y) * (height - margin.top - margin.bottom),
  ];
  drawFrame(surface, scene, toScreen, colours, tick);
  context.fillStyle = colours.muted;
  for (const { from, to, height: count } of scene.bars ?? []) {
    const [left, top] = toScreen([from, count]);
    const [right, bottom] = toScreen([to, 0]);
    context.fillRect(left + 0.5, top, Math.max(1, right - left - 1), bottom - top);
  }
  for (const place of scene.points ?? []) drawDot(context, toScreen(place), 2.6, colours.muted, colours.paper);
  if (scene.dashed) drawPath(context, scene.dashed.map(toScreen), [5, 4], colours.muted);
  const line = (scene.line ?? []).map(toScreen);
  drawPath(context, line, [], colours.accent);
  for (const place of line) drawDot(context, place, 3.5, colours.accent, colours.paper);
  if (scene.mark) drawMark(surface, scene.mark, toScreen, scene, colours);
  if (scene.special) {
    const place = toScreen(scene.special.at);
    drawDot(context, place, 5, colours.accent, colours.paper);
    drawNote(surface, scene.special.text, place, colours);
  }
}

function drawFrame(
  { context, width, height }: CanvasSurface,
  { x, y }: PlotScene,
  toScreen: ToScreen,
  colours: PlotColours,
  tick: (value: number) => string,
): void {
  context.font = '11px system-ui, sans-serif';
  context.lineWidth = 1;
  context.strokeStyle = colours.faint;
  context.fillStyle = colours.muted;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of ticks(y.low, y.high, 'linear')) {
    const at = Math.round(toScreen([x.low, value])[1]) + 0.5;
    context.beginPath();
    context.moveTo(margin.left, at);
    context.lineTo(width - margin.right, at);
    context.stroke();
    context.fillText((y.text ?? tick)(value), margin.left - 6, at);
  }
  context.textBaseline = 'alphabetic';
  context.textAlign = 'center';
  for (const value of ticks(x.low, x.high, 'linear')) {
    const [at] = toScreen([value, y.low]);
    context.fillText((x.text ?? tick)(value), Math.min(at, width - 16), height - margin.bottom + 14);
  }
  context.fillText(x.label, (margin.left + width - margin.right) / 2, height - 5);
  context.textAlign = 'left';
  context.fillText(y.label, 2, 10);
}

function drawPath(
  context: CanvasRenderingContext2D,
  places: readonly Place[],
  dash: readonly number[],
  colour: string,
): void {
  context.beginPath();
  for (const place of places) context.lineTo(...place);
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
}

function drawDot(context: CanvasRenderingContext2D, [x, y]: Place, size: number, colour: string, paper: string): void {
  context.beginPath();
  context.arc(x, y, size, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.strokeStyle = paper;
  context.lineWidth = 0.8;
  context.fill();
  context.stroke();
}

function drawMark(
  surface: CanvasSurface,
  { at, text }: NonNullable<PlotScene['mark']>,
  toScreen: ToScreen,
  { y }: PlotScene,
  colours: PlotColours,
): void {
  const { context } = surface;
  const [top, bottom] = [toScreen([at, y.high]), toScreen([at, y.low])];
  drawPath(context, [top, bottom], [], colours.accent);
  drawNote(surface, text, [top[0], top[1] + 8], colours);
}

/** Writes a text beside a place, on the side with more room. */
function drawNote({ context, width }: CanvasSurface, text: string, [x, y]: Place, colours: PlotColours): void {
  const left = x > width / 2;
  context.font = '600 11px system-ui, sans-serif';
  context.textAlign = left ? 'right' : 'left';
  context.textBaseline = 'middle';
  context.strokeStyle = colours.paper;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.fillStyle = colours.ink;
  const at = x + (left ? -9 : 9);
  context.strokeText(text, at, y);
  context.fillText(text, at, y);
  context.textBaseline = 'alphabetic';
}
