/** The colours that a style sheet defines as custom properties: `--plot-paper`, `--ink`, `--class-0` and so on. */

import { mix, type Palette, type Rgb } from '../palette.js';

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

/** Colour of a class's mark, as a variable of the style sheet. */
export const colourOf = (label: number): string => `var(--class-${label % 10})`;
