/** The colours that a style sheet defines as custom properties: `--plot-paper`, `--ink`, `--class-0` and so on. */

import { type Palette, paletteOf } from '../palette.js';

/** The custom properties, in the order that palettes take them. */
const colourNames = [
  ...['plot-paper', 'ink', 'plot-grid', 'muted', 'boundary', 'accent', 'ramp-middle', 'field-0', 'field-1'],
  ...Array.from({ length: 10 }, (_, at) => `class-${at}`),
];

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const resolve = colourResolver();
  return paletteOf(colourNames.map((name) => resolve(style.getPropertyValue(`--${name}`).trim())));
}

/** A canvas reads every CSS colour, system colours too, and returns it as #rrggbb. */
export function colourResolver(): (css: string) => string {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  return (css) => {
    context.fillStyle = '#000000';
    context.fillStyle = css;
    return context.fillStyle;
  };
}

/** Colour of a class's mark, as a variable of the style sheet. */
export const colourOf = (label: number): string => `var(--class-${label % 10})`;
