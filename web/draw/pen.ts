/** The pictures as SVG: the drawing code of the canvas draws on a pen, which writes elements instead of pixels. */

import { paintMark } from './marks.js';
import { codesOf, crcOf, pngOf } from './png.js';
import type { Context, MarkStyle, Surface } from './surface.js';

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** Escapes text for XML, which allows no control characters. */
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (mark) => `&${entities[mark]};`);
const short = (value: number) => String(Number(value.toFixed(2)));

const anchors: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };

/** A context that writes elements. */
export class Pen implements Context {
  strokeStyle = '#000';
  fillStyle = '#000';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  lineCap: CanvasLineCap = 'butt';
  globalAlpha = 1;
  font = '';
  textAlign: CanvasTextAlign = 'start';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly parts: string[] = [];
  #path = '';
  #dash: readonly number[] = [];

  beginPath(): void {
    this.#path = '';
  }
  moveTo(x: number, y: number): void {
    this.#path += `M${short(x)} ${short(y)}`;
  }
  /** The first point of a path becomes a move, as on a canvas. */
  lineTo(x: number, y: number): void {
    this.#path += `${this.#path === '' ? 'M' : 'L'}${short(x)} ${short(y)}`;
  }
  /** Draws whole circles only. */
  arc(x: number, y: number, radius: number): void {
    const r = short(radius);
    this.#path += `M${short(x + radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(-2 * radius)} 0a${r} ${r} 0 1 0 ${short(2 * radius)} 0`;
  }
  closePath(): void {
    this.#path += 'z';
  }
  setLineDash(dash: number[]): void {
    this.#dash = dash;
  }
  stroke(): void {
    this.put('path', { d: this.#path, fill: 'none', ...this.#line });
  }
  fill(): void {
    this.put('path', { d: this.#path, fill: this.fillStyle, ...this.#faint });
  }
  fillText(text: string, x: number, y: number): void {
    this.#write(text, x, y, { fill: this.fillStyle, ...this.#faint });
  }
  strokeText(text: string, x: number, y: number): void {
    this.#write(text, x, y, { fill: 'none', ...this.#line });
  }
  readonly image: Surface['image'] = (words, { columns, x, y, width, height }) => {
    const stretched = { preserveAspectRatio: 'none' };
    const href = `data:image/png;base64,${btoa(String.fromCharCode(...pngOf(words, columns)))}`;
    this.put('image', { x: short(x), y: short(y), width: short(width), height: short(height), ...stretched, href });
  };

  get #faint(): Record<string, string> {
    return this.globalAlpha < 1 ? { opacity: String(this.globalAlpha) } : {};
  }
  get #line(): Record<string, string> {
    const dashes: Record<string, string> = this.#dash.length > 0 ? { 'stroke-dasharray': this.#dash.join(' ') } : {};
    const width = short(this.lineWidth);
    return {
      stroke: this.strokeStyle,
      'stroke-width': width,
      ...(this.lineJoin !== 'miter' && { 'stroke-linejoin': this.lineJoin }),
      ...(this.lineCap !== 'butt' && { 'stroke-linecap': this.lineCap }),
      ...dashes,
      ...this.#faint,
    };
  }
  #write(text: string, x: number, y: number, style: Record<string, string>): void {
    const [, weight = '400', size = '11'] = /^(?:(\d+) )?([\d.]+)px/.exec(this.font) ?? [];
    const anchor = anchors[this.textAlign];
    this.put(
      'text',
      {
        ...{
          x: short(x),
          y: short(y),
          'font-size': size,
          ...(weight !== '400' && { 'font-weight': weight }),
          ...style,
        },
        ...(anchor && { 'text-anchor': anchor }),
        ...(this.textBaseline === 'middle' && { dy: '0.35em' }),
      },
      text,
    );
  }
  put(name: string, attributes: Record<string, string>, text = ''): void {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
    this.parts.push(`<${name}${written.join('')}${text === '' ? '/>' : `>${escaped(text)}</${name}>`}`);
  }
}

/** Marks as definitions, written once and referenced wherever a mark is drawn. */
class Marks {
  readonly #known = new Map<string, string>();

  /** Draws marks with `pen`. */
  on(pen: Pen): Surface['mark'] {
    return (style) => {
      const href = `#${this.#id(style)}`;
      return (x, y) => pen.put('use', { href, x: short(x), y: short(y) });
    };
  }

  get definitions(): string {
    return [...this.#known].map(([content, id]) => `<g id="${id}">${content}</g>`).join('\n');
  }

  /** The name of a mark follows from its content, so that several pictures in one document share their marks. */
  #id(style: MarkStyle): string {
    const pen = new Pen();
    paintMark(pen, style);
    const content = pen.parts.join('');
    const id = this.#known.get(content) ?? `m${crcOf(codesOf(content)).toString(36)}`;
    this.#known.set(content, id);
    return id;
  }
}

/** A drawing as SVG: a pen for the whole area, and squares within it that clip their content. */
export class SvgSheet {
  readonly pen = new Pen();
  readonly #marks = new Marks();

  get surface(): Surface {
    return this.#surfaceOf(this.pen, 0);
  }

  /** Draws on a square of its own. */
  square(x: number, y: number, side: number, draw: (surface: Surface) => void): void {
    const pen = new Pen();
    draw(this.#surfaceOf(pen, side));
    const place = `x="${short(x)}" y="${short(y)}" width="${short(side)}" height="${short(side)}"`;
    this.pen.parts.push(`<svg ${place} viewBox="0 0 ${short(side)} ${short(side)}">`, ...pen.parts, '</svg>');
  }

  /** The document. `label`: its accessible name. Its text runs from left to right on every page, because places depend on it. */
  document(width: number, height: number, paper: string, label: string): string {
    const size = `width="${short(width)}" height="${short(height)}" viewBox="0 0 ${short(width)} ${short(height)}"`;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(label)}" font-family="system-ui, sans-serif" direction="ltr">`,
      `<defs>${this.#marks.definitions}</defs>`,
      `<rect width="100%" height="100%" fill="${escaped(paper)}"/>`,
      ...this.pen.parts,
      '</svg>\n',
    ].join('\n');
  }

  #surfaceOf(pen: Pen, side: number): Surface {
    return { context: pen, width: side, height: side, mark: this.#marks.on(pen), image: pen.image, colours: 256 };
  }
}
