/** Many samples as cells, darker where more of them lie: so many marks would hide one another. */

import { onRamp, type Palette, type Rgb, toRgb } from './palette.js';
import type { Surface } from './surface.js';
import type { Brushed, Picture } from './types.js';

/** Pictures of more samples are drawn by density. */
export const mostMarks = 8000;
/** Side of a cell in CSS pixels. */
export const cellSide = 4;
/** Opacities of the cells, the lowest one, and the distance between the values of a channel of a mixed colour. */
const levels = 8;
const faintest = 0.35;
/** Opacity of samples that do not stand out, as a factor. */
const pale = 0.3;
const channelStep = 24;
/** Colours of an image that every surface can draw. */
const mostColours = 256;

/** The samples of a picture that are shown. */
export interface Shown {
  readonly picture: Pick<Picture, 'train' | 'test' | 'stage' | 'centre' | 'extent'>;
  readonly testPoints: boolean;
  /** Samples that stand out: all others are pale. */
  readonly brushed?: Brushed | undefined;
}

export const isDense = ({ picture: { train, test }, testPoints }: Shown): boolean =>
  train.length + (testPoints ? test.length : 0) > 2 * mostMarks;

/**
 * Draws fit and test samples alike. The colour of a cell is the mean of those of its samples, or that of their mean response; its opacity grows with the fourth root of the number of samples, so that single samples are visible.
 */
export function drawDensity(surface: Surface, shown: Shown, palette: Palette): void {
  const { picture } = shown;
  const columns = Math.ceil(surface.width / cellSide);
  const colours = picture.stage.range ? 1 : palette.classes.length;
  const side = columns * cellSide;
  // Pale samples come first, so that they hide none that stands out.
  for (const part of shown.brushed ? ([0, 1] as const) : ([undefined] as const)) {
    const bins = binned(shown, { columns, scale: surface.width / (2 * picture.extent * cellSide), colours, part });
    const most = bins.count.reduce((high, count) => Math.max(high, count), 0);
    if (most === 0) continue;
    const strength = part === 0 ? pale : 1;
    const look = { colours, most, strength, range: picture.stage.range, palette };
    const rich = cellWords(bins, { ...look, rich: true });
    const words = new Set(rich).size <= mostColours ? rich : cellWords(bins, { ...look, rich: false });
    surface.image(enlarged(words, columns), { cells: side, x: 0, y: 0, size: side });
  }
}

interface Bins {
  /** Samples of each cell, first row on top. */
  readonly count: Uint32Array;
  /** Cells x colours: samples of each colour, or the sum of the responses. */
  readonly sums: Float64Array;
}

interface Binning {
  readonly columns: number;
  /** Cells in a unit of the picture. */
  readonly scale: number;
  readonly colours: number;
  /** Only samples that are marked with this are counted; undefined counts all. */
  readonly part: 0 | 1 | undefined;
}

function binned({ picture, testPoints, brushed }: Shown, { columns, scale, colours, part }: Binning): Bins {
  const { centre, extent, stage } = picture;
  const bins = { count: new Uint32Array(columns ** 2), sums: new Float64Array(columns ** 2 * colours) };
  for (const set of testPoints ? (['train', 'test'] as const) : (['train'] as const)) {
    const points = picture[set];
    const { labels, targets } = stage.material[set] ?? {};
    for (let n = 0; 2 * n < points.length; n++) {
      if (part !== undefined && brushed?.[set][n] !== part) continue;
      const column = Math.floor(((points[2 * n] as number) - centre[0] + extent) * scale);
      const row = Math.floor((centre[1] + extent - (points[2 * n + 1] as number)) * scale);
      if (!(column >= 0 && column < columns && row >= 0 && row < columns)) continue;
      const cell = row * columns + column;
      bins.count[cell] = (bins.count[cell] as number) + 1;
      const at = cell * colours + (targets ? 0 : (labels?.[n] ?? 0) % colours);
      bins.sums[at] = (bins.sums[at] as number) + (targets?.[n] ?? 1);
    }
  }
  return bins;
}

interface CellLook {
  readonly colours: number;
  readonly most: number;
  /** Factor of the opacities. */
  readonly strength: number;
  /** Mixes colours; otherwise a cell has that of its most frequent class. */
  readonly rich: boolean;
  readonly range: Picture['stage']['range'];
  readonly palette: Palette;
}

function cellWords({ count, sums }: Bins, { colours, most, strength, rich, range, palette }: CellLook): Uint32Array {
  const classes = palette.classes.map(toRgb);
  return Uint32Array.from(count, (samples, cell) => {
    if (samples === 0) return 0;
    const level = Math.ceil(levels * Math.sqrt(Math.sqrt(samples / most)));
    const opacity = strength * (faintest + ((1 - faintest) * level) / levels);
    const own = sums.subarray(cell * colours, (cell + 1) * colours);
    if (range) {
      const share = ((own[0] as number) / samples - range[0]) / (range[1] - range[0]);
      return wordOf(onRamp(palette.ramp, Math.round(share * 24) / 24), opacity);
    }
    return wordOf(rich ? mixed(own, classes, samples) : (classes[own.indexOf(largest(own))] as Rgb), opacity);
  });
}

const largest = (counts: Float64Array) => counts.reduce((high, count) => Math.max(high, count), 0);

/** The mean of the colours, weighted by the number of samples; a cell of one class has exactly its colour. */
function mixed(counts: Float64Array, classes: readonly Rgb[], samples: number): Rgb {
  if (largest(counts) === samples) return classes[counts.indexOf(samples)] as Rgb;
  const channel = (at: 0 | 1 | 2) => {
    let sum = 0;
    for (const [c, count] of counts.entries()) sum += count * (classes[c] as Rgb)[at];
    return Math.min(255, channelStep * Math.round(sum / samples / channelStep));
  };
  return [channel(0), channel(1), channel(2)];
}

const wordOf = ([red, green, blue]: Rgb, opacity: number) =>
  ((Math.round(255 * opacity) << 24) | (blue << 16) | (green << 8) | red) >>> 0;

/** An image of `cellSide` pixels for each cell, since images are drawn smoothed. */
function enlarged(words: Uint32Array, columns: number): Uint32Array {
  const side = columns * cellSide;
  const all = new Uint32Array(side ** 2);
  for (let row = 0; row < side; row++) {
    const from = Math.floor(row / cellSide) * columns;
    for (let column = 0; column < side; column++)
      all[row * side + column] = words[from + Math.floor(column / cellSide)] as number;
  }
  return all;
}
