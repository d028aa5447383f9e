/** The pictures shown as SVG: the drawing code of the canvas draws on a pen, which writes elements instead of pixels. */

import { looks, paintMark } from './marks.js';
import { classColour, type Palette } from './palette.js';
import { areWritten, drawPanel, type Scene } from './panel.js';
import { base64Of, pngOf } from './png.js';
import type { Context, MarkStyle, Surface } from './surface.js';

/** Side of a picture, the gap around it, and the height of a line of text. */
const [side, gap, lineHeight] = [400, 20, 22];

/** Escapes text for XML, which allows no control characters. */
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
const short = (value: number) => String(Number(value.toFixed(2)));

const anchors: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };

/** A context that writes elements. */
class Pen implements Context {
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
  private path = '';
  private dash: readonly number[] = [];

  beginPath(): void {
    this.path = '';
  }
  moveTo(x: number, y: number): void {
    this.path += `M${short(x)} ${short(y)}`;
  }
  /** The first point of a path becomes a move, as on a canvas. */
  lineTo(x: number, y: number): void {
    this.path += `${this.path === '' ? 'M' : 'L'}${short(x)} ${short(y)}`;
  }
  /** Draws whole circles only. */
  arc(x: number, y: number, radius: number): void {
    const r = short(radius);
    this.path += `M${short(x + radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(-2 * radius)} 0a${r} ${r} 0 1 0 ${short(2 * radius)} 0`;
  }
  closePath(): void {
    this.path += 'z';
  }
  setLineDash(dash: number[]): void {
    this.dash = dash;
  }
  stroke(): void {
    this.put('path', { d: this.path, fill: 'none', ...this.line });
  }
  fill(): void {
    this.put('path', { d: this.path, fill: this.fillStyle, ...this.faint });
  }
  fillText(text: string, x: number, y: number): void {
    this.write(text, x, y, { fill: this.fillStyle, ...this.faint });
  }
  strokeText(text: string, x: number, y: number): void {
    this.write(text, x, y, { fill: 'none', ...this.line });
  }
  readonly image: Surface['image'] = (words, { cells, x, y, size }) => {
    const href = `data:image/png;base64,${base64Of(pngOf(words, cells))}`;
    this.put('image', { x: short(x), y: short(y), width: short(size), height: short(size), href });
  };

  /** Writes text outside the pictures. */
  label(text: string, x: number, y: number, size: number, colour: string): void {
    this.put('text', { x: short(x), y: short(y), 'font-size': `${size}`, fill: colour }, text);
  }

  private get faint(): Record<string, string> {
    return this.globalAlpha < 1 ? { opacity: String(this.globalAlpha) } : {};
  }
  private get line(): Record<string, string> {
    const dashes: Record<string, string> = this.dash.length > 0 ? { 'stroke-dasharray': this.dash.join(' ') } : {};
    const width = short(this.lineWidth);
    return {
      stroke: this.strokeStyle,
      'stroke-width': width,
      'stroke-linejoin': this.lineJoin,
      ...(this.lineCap !== 'butt' && { 'stroke-linecap': this.lineCap }),
      ...dashes,
      ...this.faint,
    };
  }
  private write(text: string, x: number, y: number, style: Record<string, string>): void {
    const [, weight = '400', size = '11'] = /^(?:(\d+) )?([\d.]+)px/.exec(this.font) ?? [];
    const anchor = anchors[this.textAlign];
    this.put(
      'text',
      {
        ...{ x: short(x), y: short(y), 'font-size': size, 'font-weight': weight, ...style },
        ...(anchor && { 'text-anchor': anchor }),
        ...(this.textBaseline === 'middle' && { dy: '0.35em' }),
      },
      text,
    );
  }
  put(name: string, attributes: Record<string, string>, text = ''): void {
    const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
    this.parts.push(`<${name}${written.join('')}>${escaped(text)}</${name}>`);
  }
}

export interface DrawnPanel {
  readonly title: string;
  readonly result: string;
  readonly scene: Scene;
}

/**
 * Entries for the classes, then for fit and test samples. A regression has no classes, and letters need no entry. Where classes
 * share a mark, only the highlighted class is listed.
 */
function legendOf({ picture: { stage }, target }: Scene, names: { fit: string; test: string }, palette: Palette) {
  const { classNames = [] } = stage.material.train;
  const written = areWritten(classNames);
  const entry = (name: string, label: number, hollow: boolean) => {
    const colour = classColour(palette, label);
    const glyph = written ? classNames[label] : undefined;
    return { name, mark: { label, glyph, colour, paper: palette.paper, hollow, size: 4 } };
  };
  return [
    ...(written ? [] : classNames.map((name, label) => entry(name, label, false))).filter(
      (_, label) => classNames.length <= looks || label === target,
    ),
    ...[entry(names.fit, 0, false), entry(names.test, 0, true)],
  ];
}

/** Marks as definitions, written once and referenced wherever a mark is drawn. */
class MarkDefinitions {
  private readonly known = new Map<string, string>();

  /** Draws marks with `pen`. */
  on(pen: Pen): Surface['mark'] {
    return (style) => {
      const href = `#${this.id(style)}`;
      return (x, y) => pen.put('use', { href, x: short(x), y: short(y) });
    };
  }

  get definitions(): string {
    return [...this.known.values()].join('\n');
  }

  private id(style: MarkStyle): string {
    const key = JSON.stringify(style);
    if (!this.known.has(key)) {
      const pen = new Pen();
      paintMark(pen, style);
      this.known.set(key, `<g id="m${this.known.size}">${pen.parts.join('')}</g>`);
    }
    return `m${[...this.known.keys()].indexOf(key)}`;
  }
}

/** Draws the panels side by side with names, scores, legend and lines of text; text stays text. */
export function panelsSvg(
  panels: readonly [DrawnPanel, ...DrawnPanel[]],
  names: { readonly fit: string; readonly test: string },
  lines: readonly string[],
  palette: Palette,
): string {
  const marks = new MarkDefinitions();
  const page = new Pen();
  const top = 48;
  for (const [at, { title, result, scene }] of panels.entries()) {
    const left = gap + at * (side + gap);
    const pen = new Pen();
    const surface = { context: pen, width: side, height: side, mark: marks.on(pen), image: pen.image };
    drawPanel(surface, scene, palette);
    page.label(title, left, top - 14, 20, palette.ink);
    const place = `x="${left}" y="${top}" width="${side}" height="${side}"`;
    page.parts.push(`<svg ${place} viewBox="0 0 ${side} ${side}">`, ...pen.parts, '</svg>');
    page.parts.push(`<rect ${place} fill="none" stroke="${palette.faint}"/>`);
    page.label(result, left, top + side + 24, 15, palette.ink);
  }
  const width = panels.length * (side + gap) + gap;
  let [x, y] = [gap, top + side + 56];
  for (const { mark, name } of legendOf(panels[0].scene, names, palette)) {
    const room = 28 + 7.5 * name.length;
    if (x > gap && x + room > width) [x, y] = [gap, y + lineHeight];
    marks.on(page)(mark)(x + 6, y - 5);
    page.label(name, x + 18, y, 13, palette.ink);
    x += room;
  }
  for (const line of lines) {
    y += lineHeight;
    page.label(line, gap, y, 13, palette.muted);
  }
  const size = `width="${width}" height="${y + gap}" viewBox="0 0 ${width} ${y + gap}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif">`,
    `<defs>${marks.definitions}</defs>`,
    `<rect width="100%" height="100%" fill="${palette.paper}"/>`,
    ...page.parts,
    '</svg>\n',
  ].join('\n');
}
