/** The colours of the page for the canvas. Only the style sheet defines them. */

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

const classColours = 10;

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const resolve = colourResolver();
  const colour = (name: string) => resolve(style.getPropertyValue(`--${name}`).trim());
  const paper = toRgb(colour('plot-paper'));
  const classes = Array.from({ length: classColours }, (_, at) => colour(`class-${at}`));
  const ramp = [classes[0] as string, colour('ramp-middle'), classes[1] as string].map(toRgb);
  return {
    paper: colour('plot-paper'),
    ink: colour('ink'),
    faint: colour('plot-grid'),
    muted: colour('muted'),
    boundary: colour('boundary'),
    accent: colour('accent'),
    classes,
    undecided: paper,
    // The first two have colours of their own, since pictures of two classes contain no others.
    fields: classes.map((css, at) => (at < 2 ? toRgb(colour(`field-${at}`)) : mix(paper, toRgb(css), 0.36))),
    ramp,
    fieldRamp: ramp.map((rgb) => mix(paper, rgb, 0.5)),
  };
}

/** A canvas reads every CSS colour, system colours too, and returns it as #rrggbb. */
function colourResolver(): (css: string) => string {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  return (css) => {
    context.fillStyle = '#000000';
    context.fillStyle = css;
    return context.fillStyle;
  };
}

function toRgb(hex: string): Rgb {
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

/** The colour of a class; colours repeat when there are more classes. */
export const classColour = ({ classes }: Pick<Palette, 'classes'>, label: number): string =>
  classes[label % classes.length] as string;

export const toCss = ([red, green, blue]: Rgb) => `rgb(${red}, ${green}, ${blue})`;
