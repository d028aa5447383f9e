/** Marks painted once on a canvas, and copied from there. */

import { paintMark } from '../marks.js';
import type { MarkStyle } from '../surface.js';

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
