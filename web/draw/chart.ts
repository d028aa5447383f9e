/** A line chart over the epochs. The picture depends only on the scene. */

import type { CanvasSurface } from './surface.js';

export interface Line {
  readonly name: string;
  readonly colour: string;
  readonly dashed?: boolean;
  /** Epoch of each value, ascending. */
  readonly epochs: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface ChartScene {
  readonly lines: readonly Line[];
  readonly epochs: number;
  readonly scale: 'log' | 'linear';
  /** Fixed range of values; computed from the lines when absent. */
  readonly range?: readonly [number, number];
  /** Text of a value beside the axis. */
  readonly tick: (value: number) => string;
  /** Epochs to mark: the one shown and the one under the cursor. */
  readonly now: number;
  readonly cursor?: number;
}

export interface ChartColours {
  readonly ink: string;
  readonly muted: string;
  readonly faint: string;
  readonly paper: string;
}

export const margin = { left: 40, right: 10, top: 10, bottom: 22 };

/** A surface, and the position of epochs and values on it. */
interface Plot extends Pick<CanvasSurface, 'context' | 'width' | 'height'> {
  readonly x: (epoch: number) => number;
  readonly y: (value: number) => number;
}

export function drawChart({ context, width, height }: CanvasSurface, scene: ChartScene, colours: ChartColours): void {
  const [low, high] = scene.range ?? rangeOf(scene.lines, scene.scale);
  const map = scene.scale === 'log' ? Math.log10 : (value: number) => value;
  const x = (epoch: number) => margin.left + (epoch / scene.epochs) * (width - margin.left - margin.right);
  const y = (value: number) => {
    const share = (map(value) - map(low)) / (map(high) - map(low));
    return height - margin.bottom - share * (height - margin.top - margin.bottom);
  };
  const plot = { context, width, height, x, y };
  drawAxes(plot, ticks(low, high, scene.scale), scene, colours);
  drawMark(context, x(scene.now), height, colours.muted);
  if (scene.cursor !== undefined) drawMark(context, x(scene.cursor), height, colours.ink);
  context.save();
  context.beginPath();
  context.rect(
    margin.left,
    margin.top - 2,
    width - margin.left - margin.right,
    height - margin.top - margin.bottom + 4,
  );
  context.clip();
  for (const line of scene.lines) drawLine(plot, line);
  context.restore();
  if (scene.cursor !== undefined) drawDots(plot, scene, colours);
}

/** Index of the last value at or before `epoch`, -1 when there is none. */
export function indexAt(epochs: ArrayLike<number>, epoch: number): number {
  let low = -1;
  let high = epochs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((epochs[middle] as number) <= epoch) low = middle;
    else high = middle - 1;
  }
  return low;
}

function rangeOf(lines: readonly Line[], scale: 'log' | 'linear'): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const { values } of lines) {
    for (let at = 0; at < values.length; at++) {
      const value = values[at] as number;
      if (!Number.isFinite(value) || (scale === 'log' && value <= 0)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return scale === 'log' ? [0.1, 1] : [0, 1];
  if (scale === 'linear') return [0, 1.05 * (high || 1)];
  return [Math.max(low, 1e-6) / 1.2, high * 1.2];
}

/** 1, 2 and 5 times the powers of ten in the range; only the powers, or every second one, when there are many. */
export function ticks(low: number, high: number, scale: 'log' | 'linear'): number[] {
  if (scale === 'linear') {
    const raw = (high - low) / 4;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= raw * 0.8) ?? 10);
    const first = Math.ceil(low / step - 1e-9);
    return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, at) => (first + at) * step);
  }
  const decades = Math.log10(high / low);
  const factors = decades > 2 ? [1] : [1, 2, 5];
  const stride = Math.ceil(decades / 6);
  const out: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += stride) {
    for (const factor of factors)
      if (factor * 10 ** power >= low && factor * 10 ** power <= high) out.push(factor * 10 ** power);
  }
  // A range with at most one such value is narrow enough for equal steps.
  return out.length > 1 ? out : ticks(low, high, 'linear');
}

function drawAxes(
  { context, width, height, x, y }: Plot,
  values: readonly number[],
  scene: ChartScene,
  colours: ChartColours,
): void {
  context.font = '11px system-ui, sans-serif';
  context.lineWidth = 1;
  context.strokeStyle = colours.faint;
  context.fillStyle = colours.muted;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of values) {
    const at = Math.round(y(value)) + 0.5;
    context.beginPath();
    context.moveTo(margin.left, at);
    context.lineTo(width - margin.right, at);
    context.stroke();
    context.fillText(scene.tick(value), margin.left - 6, at);
  }
  context.textBaseline = 'alphabetic';
  for (const [share, align] of [
    [0, 'left'],
    [0.5, 'center'],
    [1, 'right'],
  ] as const) {
    context.textAlign = align;
    context.fillText(String(Math.round(share * scene.epochs)), x(share * scene.epochs), height - 6);
  }
}

function drawLine({ context, width, x, y }: Plot, line: Line): void {
  // Two values per pixel are enough.
  const stride = Math.max(1, Math.ceil(line.values.length / (2 * width)));
  context.beginPath();
  for (let at = 0; at < line.values.length; at += stride)
    context.lineTo(x(line.epochs[at] as number), y(line.values[at] as number));
  context.strokeStyle = line.colour;
  context.lineWidth = 1.8;
  context.lineJoin = 'round';
  context.setLineDash(line.dashed ? [5, 4] : []);
  context.stroke();
  context.setLineDash([]);
}

function drawMark(context: CanvasRenderingContext2D, at: number, height: number, colour: string): void {
  context.beginPath();
  context.moveTo(at, margin.top);
  context.lineTo(at, height - margin.bottom);
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.stroke();
}

function drawDots({ context, x, y }: Plot, scene: ChartScene, colours: ChartColours): void {
  for (const line of scene.lines) {
    const at = indexAt(line.epochs, scene.cursor as number);
    if (at < 0) continue;
    context.beginPath();
    context.arc(x(line.epochs[at] as number), y(line.values[at] as number), 4, 0, 2 * Math.PI);
    context.fillStyle = line.colour;
    context.strokeStyle = colours.paper;
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
  }
}
