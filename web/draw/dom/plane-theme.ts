/** The colours of `<trip-plane>`: its theme, the colour scheme of its place on the page, forced colours. */

import { mix, type Palette, toRgb } from '../palette.js';
import { themePalette } from '../themes.js';
import { colourResolver } from './palette.js';

export const darkQuery = '(prefers-color-scheme: dark)';
export const forcedQuery = '(forced-colors: active)';

/**
 * `theme`: light, dark, or anything else for the colour scheme that the page gives the element. `text`: an element in the colour CanvasText,
 * which is light where the scheme is dark; the computed color-scheme lacks what a meta element says.
 */
export function planePalette(text: Element, theme: string | null): Palette {
  const isDark = Number(/\d+/.exec(getComputedStyle(text).color)) > 127;
  const chosen = theme === 'light' || theme === 'dark' ? theme : isDark ? 'dark' : 'light';
  const palette = themePalette(chosen);
  if (!matchMedia(forcedQuery).matches) return palette;
  const colour = colourResolver();
  const [paper, ink] = [colour('Canvas'), colour('CanvasText')];
  const undecided = toRgb(paper);
  const flat = palette.fields.map(() => undecided);
  const others = { ink, muted: ink, boundary: ink, faint: colour('GrayText'), accent: colour('Highlight') };
  return {
    ...palette,
    ...others,
    paper,
    undecided,
    fields: flat,
    fieldRamp: palette.ramp.map((rgb) => mix(undecided, rgb, 0)),
  };
}
