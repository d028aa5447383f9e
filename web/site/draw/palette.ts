/** The page's colours as the canvas needs them; the style sheet is the only place that defines them. */

export type Rgb = readonly [number, number, number];

export interface Palette {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly muted: string;
  readonly boundary: string;
  readonly accent: string;
  /** Marks of class 0 and class 1. */
  readonly classes: readonly [string, string];
  /** The field where the network is sure of class 0, undecided, sure of class 1. */
  readonly field: readonly [Rgb, Rgb, Rgb];
}

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const resolve = colourResolver();
  const colour = (name: string) => resolve(style.getPropertyValue(`--${name}`).trim());
  return {
    paper: colour('plot-paper'),
    ink: colour('ink'),
    faint: colour('plot-grid'),
    muted: colour('muted'),
    boundary: colour('boundary'),
    accent: colour('accent'),
    classes: [colour('class-0'), colour('class-1')],
    field: [toRgb(colour('field-0')), toRgb(colour('plot-paper')), toRgb(colour('field-1'))],
  };
}

/** A canvas knows every CSS colour, system colours too, and hands it back as #rrggbb. */
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
