/** The marks of the samples: shape and colour say the class, filled or hollow says fit or test. */

export interface MarkStyle {
  /** Shape: class, or 0 in a regression. */
  readonly label: number;
  /** Letter or digit to write instead of a shape. */
  readonly glyph: string | undefined;
  readonly colour: string;
  /** Outline of filled marks. */
  readonly paper: string;
  readonly hollow: boolean;
  /** Radius in CSS pixels. */
  readonly size: number;
}

/** A mark painted once, on a sheet of many; stamping it hundreds of times a frame is far cheaper than as many paths. */
export interface Stamp {
  readonly sheet: HTMLCanvasElement;
  /** Its square on the sheet, in device pixels. */
  readonly x: number;
  readonly y: number;
  readonly pixels: number;
  /** Its side in CSS pixels. */
  readonly side: number;
}

const stamps = new Map<string, Stamp>();
/** Side of a sheet in device pixels. A full one is let go and begun anew. */
const sheetSide = 512;
let sheet: CanvasRenderingContext2D | undefined;
/** Where the next stamp goes, and the height of its row. */
let [left, top, row] = [0, 0, 0];

/** `ratio`: device pixels in a CSS pixel. */
export function stampOf(style: MarkStyle, ratio: number): Stamp {
  const key = JSON.stringify([style, ratio]);
  const known = stamps.get(key);
  if (known) return known;
  const stamp = paint(style, ratio);
  stamps.set(key, stamp);
  return stamp;
}

function paint(style: MarkStyle, ratio: number): Stamp {
  const pixels = Math.ceil((2.6 * style.size + 4) * ratio);
  const context = roomFor(pixels);
  const stamp = { sheet: context.canvas, x: left, y: top, pixels, side: pixels / ratio };
  context.save();
  context.beginPath();
  context.rect(left, top, pixels, pixels);
  context.clip();
  context.setTransform(ratio, 0, 0, ratio, left + pixels / 2, top + pixels / 2);
  paintMark(context, style);
  context.restore();
  left += pixels;
  row = Math.max(row, pixels);
  return stamp;
}

/** The sheet, with a free square of this side at `left` and `top`. */
function roomFor(pixels: number): CanvasRenderingContext2D {
  if (left + pixels > sheetSide) [left, top, row] = [0, top + row, 0];
  if (sheet && top + pixels <= sheetSide) return sheet;
  const canvas = document.createElement('canvas');
  canvas.width = sheetSide;
  canvas.height = sheetSide;
  stamps.clear();
  [left, top, row] = [0, 0, 0];
  sheet = canvas.getContext('2d') as CanvasRenderingContext2D;
  return sheet;
}

/** Paints it around the origin. */
export function paintMark(context: CanvasRenderingContext2D, style: MarkStyle): void {
  const { label, glyph, colour, paper, hollow, size } = style;
  context.fillStyle = colour;
  if (glyph !== undefined) {
    paintGlyph(context, style);
    return;
  }
  markPath(context, label, size);
  context.strokeStyle = hollow ? colour : paper;
  context.lineWidth = hollow ? 1.2 : 0.8;
  if (!hollow) context.fill();
  context.stroke();
}

/** Test samples are written thin, fit samples bold. */
function paintGlyph(context: CanvasRenderingContext2D, { glyph, hollow, size, paper }: MarkStyle): void {
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

/** Pairs of colour and shape, after which the marks begin again. */
export const looks = 10 * shapes.length;

/** Corners of a class's mark. More classes than shapes begin again, one shape on: the colours begin again too, so that no two of the first hundred look the same. */
export const shapeOf = (label: number) =>
  shapes[(label + Math.floor(label / shapes.length)) % shapes.length] as (typeof shapes)[number];

/** A shape of about the same area for each class, around the origin. */
export function markPath(context: CanvasRenderingContext2D, label: number, size: number): void {
  const corners = shapeOf(label);
  context.beginPath();
  if (corners.length === 0) context.arc(0, 0, size, 0, 2 * Math.PI);
  for (const [turn, radius] of corners) {
    const angle = 2 * Math.PI * turn;
    context.lineTo(size * radius * Math.sin(angle), -size * radius * Math.cos(angle));
  }
  context.closePath();
}

/** Outline of a class's mark around (7, 7), as a path of SVG. */
export function outlineOf(label: number): string {
  const corners = shapeOf(label);
  if (corners.length === 0) return 'M11.5 7a4.5 4.5 0 1 1-9 0a4.5 4.5 0 1 1 9 0z';
  const place = ([turn, radius]: readonly [number, number]) =>
    `${7 + 4 * radius * Math.sin(2 * Math.PI * turn)} ${7 - 4 * radius * Math.cos(2 * Math.PI * turn)}`;
  return `M${corners.map(place).join('L')}z`;
}

/** Colour of a class's mark as the style sheet names it. */
export const colourOf = (label: number): string => `var(--class-${label % 10})`;
