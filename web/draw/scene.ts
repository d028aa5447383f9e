/** Draws one projection: field, boundary, samples. The picture depends only on the scene. */

import { paintHeat, strokeContours } from './contours.js';
import { drawDensity, isDense } from './density.js';
import { emphasis } from './emphasis.js';
import { looks } from './marks.js';
import { log, numberText, powerBelow } from './numbers.js';
import { classColour, onRamp, type Palette, shadeOf, toCss } from './palette.js';
import type { Context, MarkStyle, Surface } from './surface.js';
import type { Brushed, Frame, Marked, Picture, Range } from './types.js';
import { type Box, fitted, isFree, textWidth, writeOutlined } from './words.js';

/** Everything that the picture of a projection shows. */
export interface Scene {
  readonly picture: Picture<Marked>;
  readonly testPoints: boolean;
  /** Uses the full colour of the most probable class instead of shades. */
  readonly discrete: boolean;
  /** Class that is explained; with more classes than `crowd` it is highlighted. Undefined: none is. */
  readonly target: number | undefined;
  /** Leaves out the numbers of the grid, which are written beside the picture. */
  readonly bare?: boolean;
  /** Opacity of the field, 0 to 1; 1 by default. */
  readonly fade?: number;
  /** Parts of the field to draw; both by default. */
  readonly heat?: boolean;
  readonly contours?: boolean;
  /** These samples stand out, and the others are pale. */
  readonly brushed?: Brushed | undefined;
}

/**
 * Number of colours. The marks of more classes repeat the colours with other shapes and, after a hundred, the shapes too; all
 * boundaries are thin then. The highlighted class has larger marks, its name and a thick boundary.
 */
export const crowd = 10;

/** Maps the picture's coordinates to the screen's. */
type ToScreen = (x: number, y: number) => readonly [number, number];

/** Draws field, grid, boundaries, samples and names of classes. */
export function drawScene(surface: Surface, scene: Scene, palette: Palette): void {
  const { context, width: side } = surface;
  const { picture, discrete } = scene;
  const { field, extent, stage } = picture;
  const toScreen = screenOf(picture, side);
  const { train, test } = stage.material;
  const names = train.classNames ?? [];
  const many = names.length > crowd;
  const highlighted =
    emphasis && many && scene.target !== undefined ? Math.min(scene.target, names.length - 1) : undefined;
  const fade = emphasis ? (scene.fade ?? 1) : 1;
  const ground = field && fade > 0 ? { field, side, extent, range: stage.range, palette } : undefined;
  context.globalAlpha = fade;
  if (ground && scene.heat !== false) paintHeat(surface, ground, discrete);
  context.globalAlpha = 1;
  drawGrid(context, side, picture, palette, scene.bare !== true);
  const dense = isDense(scene);
  const weight = many && highlighted === undefined ? 0.45 : 1;
  // Boundaries lie above cells, which would hide them, and below marks.
  if (dense) drawDensity(surface, scene, palette);
  if (ground && scene.contours !== false) strokeContours(context, ground, { weight, highlighted, fade });
  const size = Math.max(2.2, Math.min(3.6, side / 110));
  const draw = drawSamples(surface, toScreen, { size, range: stage.range, palette, highlighted });
  const brushed = emphasis ? scene.brushed : undefined;
  if (emphasis && dense && highlighted !== undefined) draw(...marksOf(picture, highlighted), false);
  // Pale samples come first, so that they hide none that stands out.
  for (const look of dense ? [] : brushed ? (['pale', 'edged'] as const) : ([undefined] as const)) {
    if (scene.testPoints && test) draw(picture.test, test, true, look && { look, brushed: brushed?.test });
    draw(picture.train, train, false, look && { look, brushed: brushed?.train });
  }
  if (train.labels && names.length > tellableColours && (dense || !areWritten(names))) {
    const named = highlighted === undefined ? (names.length > mostNamed ? [] : [...names.keys()]) : [highlighted];
    drawClassNames(context, picture, side, palette, named);
  }
}

/** Marks of a class in a picture that is drawn by density. */
const classMarks = 1000;

/** Fit samples of a class, evenly spaced if there are many. */
function marksOf({ train, stage }: Picture<Marked>, label: number): readonly [Float32Array, Marked] {
  const { labels = [], classNames } = stage.material.train;
  const own = Array.from({ length: train.length / 2 }, (_, n) => n).filter((n) => labels[n] === label);
  const count = Math.min(own.length, classMarks);
  const some = Array.from({ length: count }, (_, at) => own[Math.floor((at * own.length) / count)] as number);
  const points = Float32Array.from(some.flatMap((n) => [train[2 * n] as number, train[2 * n + 1] as number]));
  return [points, { labels: new Int32Array(count).fill(label), ...(classNames && { classNames }) }];
}

/** Up to this many classes are distinguished by colour alone; more have their names in the picture. */
const tellableColours = 4;
/** With more classes than this, their names would cover the picture. */
const mostNamed = 24;

/** Whether the names of the classes, one visible character each, serve as their marks. */
export const areWritten = (classNames: readonly string[]) =>
  classNames.length > 2 && classNames.every((name) => name.length === 1 && /[^\s\p{C}]/u.test(name));

/** Writes the names of classes at the medians of their fit samples, or below a name already there. */
function drawClassNames(
  context: Context,
  picture: Picture<Marked>,
  side: number,
  palette: Palette,
  labels: readonly number[],
): void {
  const { classNames = [] } = picture.stage.material.train;
  const toScreen = screenOf(picture, side);
  const size = 12;
  const placed: Box[] = [];
  for (const label of labels) {
    const text = fitted(classNames[label] ?? '', size, 100);
    const half = textWidth(text, size) / 2;
    const [middle, y0] = toScreen(...medianOf(picture, label));
    const x = Math.max(half + 4, Math.min(side - half - 4, middle));
    let y = Math.max(size, Math.min(side - size, y0));
    while (y < side && !isFree({ x, y, half }, placed, size)) y += size;
    placed.push({ x, y, half });
    writeOutlined(context, text, [x, y], palette, size);
  }
}

/** The medians of the two coordinates of a class's fit samples. */
function medianOf({ train, stage }: Picture<Marked>, label: number): readonly [number, number] {
  const { labels = [] } = stage.material.train;
  const along = (axis: number) => {
    const values = train.filter((_, at) => at % 2 === axis && labels[at >> 1] === label).sort();
    return values[values.length >> 1] ?? 0;
  };
  return [along(0), along(1)];
}

export function screenOf({ centre, extent }: Pick<Picture, 'centre' | 'extent'>, side: number): ToScreen {
  return (x, y) => [(((x - centre[0]) / extent + 1) / 2) * side, ((1 - (y - centre[1]) / extent) / 2) * side];
}

/** Distance between grid lines: 1, 2 or 5 times a power of ten, with one to three lines on each side of the middle. */
function gridStep(extent: number): number {
  const power = powerBelow(extent);
  const lead = extent / power;
  return power * (lead < 1.5 ? 0.5 : lead < 3 ? 1 : lead < 6 ? 2 : 5);
}

/** The grid lines across an axis: their numbers, and their places on the screen. */
export function gridOf(picture: Frame, axis: 0 | 1, side: number): { text: string; at: number; middle: boolean }[] {
  const { extent, centre } = picture;
  const step = gridStep(extent);
  const toScreen = screenOf(picture, side);
  const first = Math.ceil((centre[axis] - extent) / step);
  const last = centre[axis] + extent;
  // Numbers far from 0 need more digits to differ. Beyond those of a double, lines would coincide.
  const digits = Math.min(MOST_DIGITS, Math.max(6, digitsOf(Math.abs(last) + extent, step)));
  const lines: { text: string; at: number; middle: boolean }[] = [];
  for (let count = first; count * step < last && lines.length < MOST_LINES; count++) {
    const value = count * step;
    const text = numberText(value, digits);
    if (text === lines.at(-1)?.text) break;
    const at = Math.round(axis === 0 ? toScreen(value, 0)[0] : toScreen(0, value)[1]) + 0.5;
    lines.push({ text, at, middle: count === 0 });
  }
  return lines;
}

/** A step is at least a third of the extent. */
const MOST_LINES = 8;
const MOST_DIGITS = 15;

/** Significant digits of a number that is as large as `most`, down to the first digit of the step. */
const digitsOf = (most: number, step: number): number =>
  Math.round(log(powerBelow(most) / powerBelow(step)) / Math.LN10) + 1;

function drawGrid(context: Context, side: number, picture: Frame, palette: Palette, numbers: boolean): void {
  context.strokeStyle = palette.faint;
  context.fillStyle = palette.muted;
  context.lineWidth = 1;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'center';
  for (const axis of [0, 1] as const) {
    const lines = gridOf(picture, axis, side);
    const isWritten = axis === 0 && numbers ? withRoom(lines) : () => false;
    for (const [n, { text, at, middle }] of lines.entries()) {
      context.globalAlpha = middle ? 0.9 : 0.5;
      context.beginPath();
      context.moveTo(axis === 0 ? at : 0, axis === 0 ? 0 : at);
      context.lineTo(axis === 0 ? at : side, axis === 0 ? side : at);
      context.stroke();
      context.globalAlpha = 1;
      if (isWritten(n)) context.fillText(text, at, side - 6);
    }
  }
}

/** Which lines have their numbers: all of them, or where these would overlap every second or third one, counted from the middle. */
function withRoom(lines: ReturnType<typeof gridOf>): (n: number) => boolean {
  const [first, second] = lines;
  if (!first || !second) return () => true;
  const widest = Math.max(...lines.map(({ text }) => textWidth(text, 11)));
  const every = Math.max(1, Math.ceil(widest / (second.at - first.at)));
  const middle = Math.max(
    0,
    lines.findIndex((line) => line.middle),
  );
  return (n) => (n - middle) % every === 0;
}

/** Kinds of samples of the highlighted class, and without a response; all other kinds are not negative. */
const [ofHighlighted, withoutResponse] = [-1, -2];

/** How samples are drawn. */
interface SampleLook {
  readonly size: number;
  readonly range: Range | undefined;
  readonly palette: Palette;
  /** Class whose marks are larger and drawn on top. */
  readonly highlighted: number | undefined;
}

/** The samples to draw: those that are brushed with an edge, or the pale others. */
interface Part {
  readonly look: 'pale' | 'edged';
  /** 1 for each sample that is brushed. */
  readonly brushed: Uint8Array | undefined;
}

export function drawSamples({ mark }: Surface, toScreen: ToScreen, look: SampleLook) {
  const { size, range, palette, highlighted } = look;
  return (points: Float32Array, { labels, targets, classNames = [] }: Marked, hollow: boolean, part?: Part) => {
    const written = areWritten(classNames);
    /** Samples of the same kind have the same mark: the class, up to the repetition of marks, or the shade of a response. */
    const kindOf = (at: number) => {
      const label = labels?.[at] ?? 0;
      if (range && targets) return shadeOf(targets[at] as number, range);
      if (!labels) return withoutResponse;
      if (emphasis && label === highlighted) return ofHighlighted;
      return written ? label : label % looks;
    };
    const styleOf = (kind: number): MarkStyle => {
      const above = emphasis && highlighted !== undefined && kind === ofHighlighted;
      const unlabelled = kind === withoutResponse;
      const label = range || unlabelled ? 0 : above ? (highlighted as number) : kind;
      const known = range ? toCss(onRamp(palette.ramp, kind)) : classColour(palette, label);
      const colour = unlabelled ? palette.muted : known;
      const glyph = written && !unlabelled ? classNames[label] : undefined;
      const paper = above && !written ? palette.ink : palette.paper;
      const style = { label: label % looks, glyph, colour, paper, hollow, size: above ? 1.7 * size : size };
      if (!emphasis || !part) return style;
      return part.look === 'pale' ? { ...style, pale: true } : { ...style, edge: palette.ink, size: 1.2 * style.size };
    };
    /** Samples of the other part have no kind. */
    const among = (at: number) => !emphasis || !part || (part.brushed?.[at] === 1) === (part.look === 'edged');
    const kinds = Array.from({ length: points.length / 2 }, (_, at) => (among(at) ? kindOf(at) : undefined));
    // All styles are prepared before the first mark is drawn: browsers copy a drawn sprite sheet when it gets
    // another sprite.
    const used = [...new Set(kinds)].filter((kind) => kind !== undefined);
    const marks = new Map(used.map((kind) => [kind, mark(styleOf(kind))]));
    const drawMarks = (above: boolean) => {
      for (const [at, kind] of kinds.entries()) {
        if (kind !== undefined && (!emphasis || (highlighted !== undefined && kind === ofHighlighted) === above))
          marks.get(kind)?.(...toScreen(points[2 * at] as number, points[2 * at + 1] as number));
      }
    };
    drawMarks(false);
    if (emphasis && highlighted !== undefined) drawMarks(true);
  };
}
