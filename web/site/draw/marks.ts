/** The marks of the samples: shape and colour say the class, filled or hollow says fit or test. */

import type { Palette } from './palette.ts';

export interface MarkStyle {
  readonly label: number;
  readonly hollow: boolean;
  /** Radius in CSS pixels. */
  readonly size: number;
  /** Device pixels in a CSS pixel. */
  readonly ratio: number;
}

/** A mark painted once; stamping it hundreds of times a frame is far cheaper than as many paths. */
export interface Stamp {
  readonly image: HTMLCanvasElement;
  /** Side in CSS pixels. */
  readonly side: number;
}

const stamps = new Map<string, Stamp>();

export function stampOf(style: MarkStyle, palette: Palette): Stamp {
  const { label, hollow, size, ratio } = style;
  const colour = palette.classes[label] as string;
  const key = [label, hollow, size, ratio, colour, palette.paper].join(' ');
  const known = stamps.get(key);
  if (known) return known;
  if (stamps.size > 64) stamps.clear();
  const stamp = paint(style, colour, palette.paper);
  stamps.set(key, stamp);
  return stamp;
}

function paint({ label, hollow, size, ratio }: MarkStyle, colour: string, paper: string): Stamp {
  const image = document.createElement('canvas');
  image.width = Math.ceil((2.6 * size + 4) * ratio);
  image.height = image.width;
  const side = image.width / ratio;
  const context = image.getContext('2d') as CanvasRenderingContext2D;
  context.scale(ratio, ratio);
  context.translate(side / 2, side / 2);
  trace(context, label, size);
  context.fillStyle = colour;
  context.strokeStyle = hollow ? colour : paper;
  context.lineWidth = hollow ? 1.2 : 0.8;
  if (!hollow) context.fill();
  context.stroke();
  return { image, side };
}

/** A circle for class 0, a triangle of about the same area for class 1. */
function trace(context: CanvasRenderingContext2D, label: number, size: number): void {
  context.beginPath();
  if (label === 0) {
    context.arc(0, 0, size, 0, 2 * Math.PI);
    return;
  }
  const half = 1.2 * size;
  context.moveTo(0, -half);
  context.lineTo(half, 0.75 * half);
  context.lineTo(-half, 0.75 * half);
  context.closePath();
}
