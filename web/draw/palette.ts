/** The colours of a picture, and mixtures of them. */

import type { Range } from './types.js';

export type Rgb = readonly [number, number, number];

export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly muted: string;
  readonly boundary: string;
  readonly accent: string;
  /** Marks of the classes; more classes than colours repeat them. */
  readonly classes: readonly string[];
  /** The field where the network is undecided, and where it is certain of each class. */
  readonly undecided: Rgb;
  readonly fields: readonly Rgb[];
  /** Marks from the lowest to the highest value of a regression, and the field under them. */
  readonly ramp: readonly Rgb[];
  readonly fieldRamp: readonly Rgb[];
}

/** `colours`: those of `colourNames` in dom/palette.ts, as #rrggbb. */
export function paletteOf(colours: readonly string[]): Palette {
  const [paper = '', ink = '', faint = '', muted = '', boundary = '', accent = '', middle = '', ...others] = colours;
  const [fields, classes] = [others.slice(0, 2), others.slice(2)];
  const undecided = toRgb(paper);
  const ramp = [classes[0] as string, middle, classes[1] as string].map(toRgb);
  return {
    ...{ paper, ink, faint, muted, boundary, accent, classes, undecided, ramp },
    // The first two have colours of their own, since pictures of two classes contain no others.
    fields: classes.map((css, at) => (at < 2 ? toRgb(fields[at] as string) : mix(undecided, toRgb(css), 0.36))),
    fieldRamp: ramp.map((rgb) => mix(undecided, rgb, 0.5)),
  };
}

export function toRgb(hex: string): Rgb {
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

export const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const at = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [at(0), at(1), at(2)];
};

/** Colour of a ramp at a share from 0 to 1. */
export function onRamp(ramp: readonly Rgb[], share: number): Rgb {
  const place = Math.max(0, Math.min(1, share)) * (ramp.length - 1);
  const from = Math.min(ramp.length - 2, Math.floor(place));
  return mix(ramp[from] as Rgb, ramp[from + 1] as Rgb, place - from);
}

/** Number of shades of the response of a regression: cells and marks of one colour are drawn together. */
const shades = 24;

/** The shade of a response as a share of the ramp, 0 to 1. */
export const shadeOf = (value: number, [low, high]: Range): number =>
  Math.round(Math.max(0, Math.min(1, high > low ? (value - low) / (high - low) : 0.5)) * shades) / shades;

/** The colour of a class; colours repeat when there are more classes. */
export const classColour = ({ classes }: Pick<Palette, 'classes'>, label: number): string =>
  classes[label % classes.length] as string;

export const toCss = ([red, green, blue]: Rgb) => `rgb(${red}, ${green}, ${blue})`;
