/** Many samples as cells, darker where more of them lie: so many marks would hide one another. */

import { emphasis } from './emphasis.js';
import { onRamp, type Palette, type Rgb, shadeOf, toCss, toRgb } from './palette.js';
import type { Surface } from './surface.js';
import type { Brushed, Marked, Picture } from './types.js';

/** Pictures of more samples are drawn by density. */
export const mostMarks = 8000;
/** Side of a cell in CSS pixels. */
export const cellSide = 4;
/** Opacities of the cells, and the lowest one. */
const levels = 8;
const faintest = 0.35;
/** Opacity of samples that do not stand out, as a factor. */
const pale = 0.3;
/** Distance between the values of a channel of a mixed colour: cells of one colour are drawn together. */
const channelStep = 24;

/** The samples of a picture that are shown. */
export interface Shown {
  readonly picture: Pick<Picture<Marked>, 'train' | 'test' | 'stage' | 'centre' | 'extent'>;
  readonly testPoints: boolean;
  /** Samples that stand out: all others are pale. */
  readonly brushed?: Brushed | undefined;
}

export const isDense = ({ picture: { train, test }, testPoints }: Omit<Shown, 'brushed'>): boolean =>
  train.length + (testPoints ? test.length : 0) > 2 * mostMarks;

/**
 * Draws fit and test samples alike. The colour of a cell is the mean of those of its samples, or that of their mean response; its opacity
 * grows with the fourth root of the number of samples, so that single samples are visible.
 */
export function drawDensity({ context, width }: Surface, shown: Shown, palette: Palette): void {
  const { extent, stage } = shown.picture;
  const columns = Math.ceil(width / cellSide);
  // Pale samples come first, so that they hide none that stands out.
  for (const part of emphasis && shown.brushed ? ([0, 1] as const) : ([undefined] as const)) {
    // The last colour counts samples without a response.
    const colours = (stage.range ? 1 : palette.classes.length) + 1;
    const bins = binned(shown, { columns, scale: width / (2 * extent * cellSide), colours, part });
    for (const { colour, level, cells } of paintsOf(bins, colours, stage.range, palette)) {
      context.fillStyle = colour;
      context.globalAlpha = (emphasis && part === 0 ? pale : 1) * (faintest + ((1 - faintest) * level) / levels);
      context.beginPath();
      for (const cell of cells) traceCell(context, cell % columns, Math.floor(cell / columns));
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

function traceCell(context: Surface['context'], column: number, row: number): void {
  const [x, y] = [cellSide * column, cellSide * row];
  context.moveTo(x, y);
  context.lineTo(x + cellSide, y);
  context.lineTo(x + cellSide, y + cellSide);
  context.lineTo(x, y + cellSide);
  context.closePath();
}

interface Binning {
  readonly columns: number;
  /** Cells in a unit of the picture. */
  readonly scale: number;
  readonly colours: number;
  /** Only samples that are marked with this are counted; undefined counts all. */
  readonly part: 0 | 1 | undefined;
}

interface Bins {
  /** Samples of each cell, first row on top. */
  readonly count: Uint32Array;
  /** Cells x colours: samples of each class colour, or the sum of the responses; last the samples without a response. */
  readonly sums: Float64Array;
}

function binned({ picture, testPoints, brushed }: Shown, { columns, scale, colours, part }: Binning): Bins {
  const { centre, extent, stage } = picture;
  const bins = { count: new Uint32Array(columns ** 2), sums: new Float64Array(columns ** 2 * colours) };
  for (const set of testPoints ? (['train', 'test'] as const) : (['train'] as const)) {
    const points = picture[set];
    const { labels, targets } = stage.material[set] ?? {};
    for (let n = 0; 2 * n < points.length; n++) {
      if (emphasis && part !== undefined && brushed?.[set][n] !== part) continue;
      const column = Math.floor(((points[2 * n] as number) - centre[0] + extent) * scale);
      const row = Math.floor((centre[1] + extent - (points[2 * n + 1] as number)) * scale);
      if (!(column >= 0 && column < columns && row >= 0 && row < columns)) continue;
      const cell = row * columns + column;
      bins.count[cell] = (bins.count[cell] as number) + 1;
      const response = stage.range ? targets?.[n] : labels?.[n];
      const colour = response === undefined ? colours - 1 : stage.range ? 0 : response % (colours - 1);
      const at = cell * colours + colour;
      bins.sums[at] = (bins.sums[at] as number) + (stage.range && response !== undefined ? response : 1);
    }
  }
  return bins;
}

/** Cells of one colour and one opacity. */
interface Paint {
  readonly colour: string;
  /** 1 to `levels`. */
  readonly level: number;
  readonly cells: number[];
}

function paintsOf(
  { count, sums }: Bins,
  colours: number,
  range: Picture['stage']['range'],
  palette: Palette,
): Iterable<Paint> {
  const muted = toRgb(palette.muted);
  const classes = [...palette.classes.map(toRgb), muted];
  const most = count.reduce((high, samples) => Math.max(high, samples), 0);
  const paints = new Map<string, Paint>();
  for (const [cell, samples] of count.entries()) {
    if (samples === 0) continue;
    const own = sums.subarray(cell * colours, (cell + 1) * colours);
    const unknown = own[colours - 1] as number;
    const known = samples - unknown;
    const shade = range && known > 0 ? onRamp(palette.ramp, shadeOf((own[0] as number) / known, range)) : muted;
    const rgb = range ? mixed(Float64Array.of(known, unknown), [shade, muted], samples) : mixed(own, classes, samples);
    const level = Math.ceil(levels * Math.sqrt(Math.sqrt(samples / most)));
    const key = `${rgb} ${level}`;
    const paint = paints.get(key) ?? { colour: toCss(rgb), level, cells: [] };
    paint.cells.push(cell);
    paints.set(key, paint);
  }
  return paints.values();
}

/** The mean of the colours, weighted by the number of samples; a cell of one class has exactly its colour. */
function mixed(counts: Float64Array, classes: readonly Rgb[], samples: number): Rgb {
  const alone = counts.indexOf(samples);
  if (alone >= 0) return classes[alone] as Rgb;
  const channel = (at: 0 | 1 | 2) => {
    let sum = 0;
    for (const [c, count] of counts.entries()) sum += count * (classes[c] as Rgb)[at];
    return Math.min(255, channelStep * Math.round(sum / samples / channelStep));
  };
  return [channel(0), channel(1), channel(2)];
}
