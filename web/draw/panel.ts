/** Draws one projection: field, boundary, samples, arrows, probe. The picture depends only on the scene. */

import type { Dataset } from 'trip-wasm';
import { paintHeat, strokeContours } from './contours.js';
import { looks } from './marks.js';
import { lengthOf, powerBelow } from './numbers.js';
import { classColour, onRamp, type Palette, toCss } from './palette.js';
import { strokeTwice, traceArrow } from './strokes.js';
import type { Context, MarkStyle, Surface } from './surface.js';
import type { Arrow, Axis, Brushed, Picture, Range, SampleRef } from './types.js';
import { writeOutlined } from './words.js';

export interface Scene {
  readonly picture: Picture;
  readonly testPoints: boolean;
  /** Uses the full colour of the most probable class instead of shades. */
  readonly discrete: boolean;
  /** Samples to ring, the same ones in all panels. */
  readonly rings: readonly SampleRef[];
  /** Position of the probe in the picture. */
  readonly cross: readonly [number, number] | undefined;
  /** Rotated axes and local regression coefficients; empty while unknown. */
  readonly axes: readonly Axis[];
  readonly arrows: readonly Arrow[];
  /** Class that is explained; with more classes than `crowd` it is highlighted. */
  readonly target: number;
  /** Opacity of the predictions, 0 to 1; 1 if absent. */
  readonly fade?: number;
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

export function drawPanel(surface: Surface, scene: Scene, palette: Palette): void {
  const { context, width: side } = surface;
  const { picture, discrete } = scene;
  const { field, extent, stage } = picture;
  const toScreen = screenOf(picture, side);
  const { train, test } = stage.material;
  const names = train.classNames ?? [];
  const highlighted = names.length > crowd ? Math.min(scene.target, names.length - 1) : undefined;
  const { fade = 1 } = scene;
  const ground = field && fade > 0 ? { field, side, extent, range: stage.range, palette } : undefined;
  context.globalAlpha = fade;
  if (ground) paintHeat(surface, ground, discrete);
  context.globalAlpha = 1;
  drawGrid(context, side, picture, palette);
  if (ground) strokeContours(context, ground, { highlighted, fade });
  const size = Math.max(2.2, Math.min(3.6, side / 110));
  const draw = drawSamples(surface, toScreen, { size, range: stage.range, palette, highlighted });
  const { brushed } = scene;
  // Pale samples come first, so that they hide none that stands out.
  for (const look of brushed ? (['pale', 'edged'] as const) : ([undefined] as const)) {
    if (scene.testPoints && test) draw(picture.test, test, true, look && { look, brushed: brushed?.test });
    draw(picture.train, train, false, look && { look, brushed: brushed?.train });
  }
  if (names.length > tellableColours && !areWritten(names)) {
    drawClassNames(context, picture, side, palette, highlighted === undefined ? [...names.keys()] : [highlighted]);
  }
  if (scene.arrows.length > 0) drawArrows(context, scene, side, palette);
  if (scene.axes.length > 0) drawAxes(context, scene.axes, side, palette);
  for (const { set, index } of scene.rings) {
    const points = picture[set];
    drawRing(context, toScreen(points[2 * index] as number, points[2 * index + 1] as number), palette);
  }
  if (scene.cross) drawCross(context, toScreen(...scene.cross), palette);
}

/** Up to this many classes are distinguished by colour alone; more have their names in the picture. */
const tellableColours = 4;

/** Whether the names of the classes, one letter or digit each, serve as their marks. */
export const areWritten = (classNames: readonly string[]) =>
  classNames.length > 2 && classNames.every((name) => name.length === 1);

/** Writes the names of classes at the medians of their fit samples, or below a name already there. */
function drawClassNames(
  context: Context,
  picture: Picture,
  side: number,
  palette: Palette,
  labels: readonly number[],
): void {
  const { classNames = [] } = picture.stage.material.train;
  const toScreen = screenOf(picture, side);
  const size = 12;
  const placed: { x: number; y: number; half: number }[] = [];
  for (const label of labels) {
    const name = classNames[label] ?? '';
    const text = name.length > 14 ? `${name.slice(0, 13)}…` : name;
    const half = 0.32 * size * text.length;
    const [middle, y0] = toScreen(...medianOf(picture, label));
    const x = Math.max(half + 4, Math.min(side - half - 4, middle));
    let y = Math.max(size, Math.min(side - size, y0));
    const hides = (other: (typeof placed)[number]) =>
      Math.abs(other.x - x) < other.half + half && Math.abs(other.y - y) < size;
    while (y < side && placed.some(hides)) y += size;
    placed.push({ x, y, half });
    writeOutlined(context, text, [x, y], palette, size);
  }
}

/** The medians of the two coordinates of a class's fit samples. */
function medianOf({ train, stage }: Picture, label: number): readonly [number, number] {
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

/** Draws field, boundary and fit samples only. */
export function drawThumbnail(
  surface: Surface,
  picture: Pick<Picture, 'stage' | 'field' | 'train' | 'centre' | 'extent'>,
  palette: Palette,
  brushed?: Uint8Array,
): void {
  const { context, width: side } = surface;
  const { field, extent, stage } = picture;
  const { range, material } = stage;
  const ground = field && { field, side, extent, range, palette };
  if (ground) paintHeat(surface, ground, false);
  if (ground)
    strokeContours(context, ground, { weight: (material.train.classNames?.length ?? 0) > crowd ? 0.25 : 0.5 });
  const look = { size: Math.max(1.3, side / 90), range, palette, highlighted: undefined };
  const draw = drawSamples(surface, screenOf(picture, side), look);
  for (const part of brushed ? (['pale', 'edged'] as const) : ([undefined] as const))
    draw(picture.train, material.train, false, part && { look: part, brushed });
}

/** Distance between grid lines: 1, 2 or 5 times a power of ten, with one to three lines on each side of the middle. */
export function gridStep(extent: number): number {
  const power = powerBelow(extent);
  const lead = extent / power;
  return power * (lead < 1.5 ? 0.5 : lead < 3 ? 1 : lead < 6 ? 2 : 5);
}

function drawGrid(context: Context, side: number, picture: Picture, palette: Palette): void {
  const { extent, centre } = picture;
  const step = gridStep(extent);
  const toScreen = screenOf(picture, side);
  context.strokeStyle = palette.faint;
  context.fillStyle = palette.muted;
  context.lineWidth = 1;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'center';
  for (const axis of [0, 1] as const) {
    const middle = centre[axis];
    for (let count = Math.ceil((middle - extent) / step); count * step < middle + extent; count++) {
      const value = count * step;
      const at = Math.round(axis === 0 ? toScreen(value, 0)[0] : toScreen(0, value)[1]) + 0.5;
      context.globalAlpha = count === 0 ? 0.9 : 0.5;
      context.beginPath();
      context.moveTo(axis === 0 ? at : 0, axis === 0 ? 0 : at);
      context.lineTo(axis === 0 ? at : side, axis === 0 ? side : at);
      context.stroke();
      context.globalAlpha = 1;
      if (axis === 0) context.fillText(String(Number(value.toPrecision(6))).replace('-', '−'), at, side - 6);
    }
  }
}

/** Number of colours for the response of a regression. */
const shades = 24;

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

function drawSamples({ mark }: Surface, toScreen: ToScreen, look: SampleLook) {
  const { size, range, palette, highlighted } = look;
  return (points: Float32Array, { labels, targets, classNames = [] }: Dataset, hollow: boolean, part?: Part) => {
    const written = areWritten(classNames);
    /** Samples of the same kind have the same mark: the class, up to the repetition of marks, or the shade of a response. */
    const kindOf = (at: number) => {
      const label = labels?.[at] ?? 0;
      if (range) return Math.round((((targets?.[at] as number) - range[0]) / (range[1] - range[0])) * shades) / shades;
      if (label === highlighted) return -1;
      return written ? label : label % looks;
    };
    const styleOf = (kind: number): MarkStyle => {
      const above = highlighted !== undefined && kind === -1;
      const label = range ? 0 : above ? (highlighted as number) : kind;
      const colour = range ? toCss(onRamp(palette.ramp, kind)) : classColour(palette, label);
      const glyph = written ? classNames[label] : undefined;
      const paper = above && !written ? palette.ink : palette.paper;
      const style = { label: label % looks, glyph, colour, paper, hollow, size: above ? 1.7 * size : size };
      if (!part) return style;
      return part.look === 'pale' ? { ...style, pale: true } : { ...style, edge: palette.ink, size: 1.2 * style.size };
    };
    /** Samples of the other part have no kind. */
    const among = (at: number) => !part || (part.brushed?.[at] === 1) === (part.look === 'edged');
    const kinds = Array.from({ length: points.length / 2 }, (_, at) => (among(at) ? kindOf(at) : undefined));
    // All styles are prepared before the first mark is drawn: browsers copy a drawn sprite sheet when it gets
    // another sprite.
    const used = [...new Set(kinds)].filter((kind) => kind !== undefined);
    const marks = new Map(used.map((kind) => [kind, mark(styleOf(kind))]));
    const drawMarks = (above: boolean) => {
      for (const [at, kind] of kinds.entries()) {
        if (kind !== undefined && (highlighted !== undefined && kind === -1) === above)
          marks.get(kind)?.(...toScreen(points[2 * at] as number, points[2 * at + 1] as number));
      }
    };
    drawMarks(false);
    if (highlighted !== undefined) drawMarks(true);
  };
}

function drawRing(context: Context, [x, y]: readonly [number, number], palette: Palette): void {
  strokeTwice(context, palette, [5, 2], () => context.arc(x, y, 8, 0, 2 * Math.PI));
}

function drawCross(context: Context, [x, y]: readonly [number, number], palette: Palette): void {
  const arms = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  strokeTwice(context, palette, [4, 1.5], () => {
    for (const [dx, dy] of arms) {
      context.moveTo(x + 4 * dx, y + 4 * dy);
      context.lineTo(x + 12 * dx, y + 12 * dy);
    }
  });
}

/** Length of the longest arrow as a share of the picture's side. */
const longestArrow = 0.12;

function drawArrows(context: Context, { picture, arrows }: Scene, side: number, palette: Palette): void {
  const length = Math.max(...arrows.map(({ dx, dy }) => lengthOf([dx, dy])));
  if (!(length > 0)) return;
  const scale = (longestArrow * side) / length;
  const toScreen = screenOf(picture, side);
  for (const { x, y, dx, dy, label } of arrows) {
    const colour = label === undefined ? palette.ink : classColour(palette, label);
    const [fromX, fromY] = toScreen(x, y);
    strokeTwice(context, palette, [3.4, 1.6], () => traceArrow(context, fromX, fromY, scale * dx, -scale * dy), colour);
  }
}

/** Draws the rotated axes as lines through the middle, numbered by the spread of the data along them. */
function drawAxes(context: Context, axes: readonly Axis[], side: number, palette: Palette): void {
  const reach = 0.44 * side;
  for (const [at, { dx, dy }] of axes.entries()) {
    const [x, y] = [reach * dx, -reach * dy];
    const middle = side / 2;
    context.setLineDash([5, 4]);
    strokeTwice(context, palette, [3, 1.2], () => {
      context.moveTo(middle - x, middle - y);
      context.lineTo(middle + x, middle + y);
    });
    context.setLineDash([]);
    writeOutlined(context, String(at + 1), [middle + 1.06 * x, middle + 1.06 * y], palette, 12);
  }
}
