/** The marks of the samples: shape and colour show the class; fit samples are filled, test samples hollow. */

export interface MarkStyle {
  /** Class, which decides the shape; 0 in a regression. */
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

/** A mark painted once on a sprite sheet. */
interface Sprite {
  readonly sheet: HTMLCanvasElement;
  /** Its square on the sheet, in device pixels. */
  readonly x: number;
  readonly y: number;
  readonly pixels: number;
  /** Its side in CSS pixels. */
  readonly side: number;
}

/** Side of a sheet in device pixels. A full sheet is replaced by an empty one. */
const sheetSide = 512;

/** Marks as sprites: copying a sprite hundreds of times a frame is far cheaper than drawing as many paths. */
export class SpriteSheet {
  private readonly sprites = new Map<string, Sprite>();
  private sheet: CanvasRenderingContext2D | undefined;
  /** Position of the next sprite, and the height of its row. */
  private left = 0;
  private top = 0;
  private row = 0;

  /** Returns a function that draws a mark of this style at a place. */
  stamp(context: CanvasRenderingContext2D, style: MarkStyle): (x: number, y: number) => void {
    const { sheet, x, y, pixels, side } = this.spriteOf(style, context.getTransform().a);
    return (atX, atY) => context.drawImage(sheet, x, y, pixels, pixels, atX - side / 2, atY - side / 2, side, side);
  }

  /** `ratio`: device pixels in a CSS pixel. */
  private spriteOf(style: MarkStyle, ratio: number): Sprite {
    const key = JSON.stringify([style, ratio]);
    const known = this.sprites.get(key);
    if (known) return known;
    const sprite = this.paint(style, ratio);
    this.sprites.set(key, sprite);
    return sprite;
  }

  private paint(style: MarkStyle, ratio: number): Sprite {
    const pixels = Math.ceil((2.6 * style.size + 4) * ratio);
    const context = this.reserve(pixels);
    const { left, top } = this;
    context.save();
    context.beginPath();
    context.rect(left, top, pixels, pixels);
    context.clip();
    context.setTransform(ratio, 0, 0, ratio, left + pixels / 2, top + pixels / 2);
    paintMark(context, style);
    context.restore();
    this.left += pixels;
    this.row = Math.max(this.row, pixels);
    return { sheet: context.canvas, x: left, y: top, pixels, side: pixels / ratio };
  }

  /** Returns the sheet, with a free square of this side at `left` and `top`. */
  private reserve(pixels: number): CanvasRenderingContext2D {
    if (this.left + pixels > sheetSide) this.place(this.top + this.row);
    if (this.sheet && this.top + pixels <= sheetSide) return this.sheet;
    const canvas = document.createElement('canvas');
    canvas.width = sheetSide;
    canvas.height = sheetSide;
    this.sprites.clear();
    this.place(0);
    this.sheet = canvas.getContext('2d') as CanvasRenderingContext2D;
    return this.sheet;
  }

  /** Begins a new row. */
  private place(top: number): void {
    this.left = 0;
    this.top = top;
    this.row = 0;
  }
}

/** Paints a mark around the origin. */
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

/** Test samples are thin letters, fit samples bold ones. */
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

/** Number of pairs of colour and shape, after which the marks repeat. */
export const looks = 10 * shapes.length;

/**
 * Corners of a class's mark. After as many classes as there are shapes both shapes and colours repeat, the shapes shifted by one, so
 * that no two of the first hundred classes look the same.
 */
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

/** Colour of a class's mark, as a variable of the style sheet. */
export const colourOf = (label: number): string => `var(--class-${label % 10})`;
