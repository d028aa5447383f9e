/** The marks of the samples: shape and colour show the class; fit samples are filled, test samples hollow. */

import { emphasis } from './emphasis.js';
import { turned } from './numbers.js';
import type { Context, MarkStyle } from './surface.js';

/** Opacity of samples beside brushed ones. */
const paleness = 0.22;

/** Paints a mark around the origin. */
export function paintMark(context: Context, style: MarkStyle): void {
  const { label, glyph, colour, size, pale } = style;
  context.globalAlpha = emphasis && pale ? paleness : 1;
  context.fillStyle = colour;
  if (glyph !== undefined) paintGlyph(context, style);
  else {
    markPath(context, label, size);
    paintShape(context, style);
  }
  context.globalAlpha = 1;
}

/** Fills and strokes the path. */
function paintShape(context: Context, { colour, paper, hollow, edge: given, size }: MarkStyle): void {
  const edge = emphasis ? given : undefined;
  if (edge !== undefined) {
    context.strokeStyle = edge;
    context.lineWidth = hollow ? 3.4 : 0.45 * size + 0.2;
    context.stroke();
  }
  context.strokeStyle = hollow ? colour : (edge ?? paper);
  context.lineWidth = hollow ? (edge === undefined ? 1.2 : 1.7) : 0.8;
  if (!hollow) context.fill();
  if (hollow || edge === undefined) context.stroke();
}

/** Test samples are thin letters, fit samples bold ones. */
function paintGlyph(context: Context, { glyph, hollow, size, paper }: MarkStyle): void {
  context.font = `${hollow ? 400 : 700} ${2.6 * size + 2}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.strokeStyle = paper;
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  context.strokeText(glyph as string, 0, 0);
  context.fillText(glyph as string, 0, 0);
}

/** Corners of the shapes as turns (of a full one) and shares of the radius; a circle has none. */
const star = Array.from({ length: 10 }, (_, at) => [at / 10, at % 2 === 0 ? 1.45 : 0.65] as const);
const regular = (corners: number, radius: number, from = 0) =>
  Array.from({ length: corners }, (_, at) => [from + at / corners, radius] as const);
const cross = Array.from({ length: 12 }, (_, at) => [at / 12 + 1 / 24, at % 3 === 2 ? 0.5 : 1.3] as const);
const shapes: readonly (readonly (readonly [number, number])[])[] = [
  [],
  regular(3, 1.35),
  regular(4, 1.25, 1 / 8),
  regular(4, 1.35),
  regular(3, 1.35, 1 / 2),
  star,
  regular(6, 1.2),
  cross,
  regular(5, 1.25),
  cross.map(([turn, radius]) => [turn + 1 / 8, radius] as const),
];

/** Number of pairs of colour and shape, after which the marks repeat. */
export const looks = 10 * shapes.length;

/**
 * Corners of a class's mark. After as many classes as there are shapes both shapes and colours repeat, the shapes shifted by one, so
 * that no two of the first hundred classes look the same.
 */
export const shapeOf = (label: number) =>
  shapes[(label + Math.floor(label / shapes.length)) % shapes.length] as (typeof shapes)[number];

/** A shape of about the same area for each class, around the origin. */
function markPath(context: Context, label: number, size: number): void {
  const corners = shapeOf(label);
  context.beginPath();
  if (corners.length === 0) context.arc(0, 0, size, 0, 2 * Math.PI);
  for (const [turn, radius] of corners) {
    const [up, right] = turned(turn);
    context.lineTo(size * radius * right, -size * radius * up);
  }
  context.closePath();
}

/** Outline of a class's mark around (7, 7), as a path of SVG. */
export function outlineOf(label: number): string {
  const corners = shapeOf(label);
  if (corners.length === 0) return 'M11.5 7a4.5 4.5 0 1 1-9 0a4.5 4.5 0 1 1 9 0z';
  const place = ([turn, radius]: readonly [number, number]) => {
    const [up, right] = turned(turn);
    return `${7 + 4 * radius * right} ${7 - 4 * radius * up}`;
  };
  return `M${corners.map(place).join('L')}z`;
}
