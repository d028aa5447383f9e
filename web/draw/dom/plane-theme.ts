/** The colours of `<trip-plane>`: its theme, the colour scheme of its place on the page, forced colours. */

import { mix, type Palette, toRgb } from '../palette.js';
import { themePalette } from '../themes.js';
import { colourResolver } from './palette.js';

export const darkQuery = '(prefers-color-scheme: dark)';
export const forcedQuery = '(forced-colors: active)';

/** `theme`: light, dark, or anything else for the scheme that the style sheets of the page give the element. */
export function planePalette(element: Element, theme: string | null): Palette {
  const scheme = getComputedStyle(element).colorScheme;
  const both = /light/.test(scheme) && /dark/.test(scheme);
  const isDark = both ? matchMedia(darkQuery).matches : /dark/.test(scheme);
  const chosen = theme === 'light' || theme === 'dark' ? theme : isDark ? 'dark' : 'light';
  const palette = themePalette(chosen);
  if (!matchMedia(forcedQuery).matches) return palette;
  const colour = colourResolver();
  const [paper, ink] = [colour('Canvas'), colour('CanvasText')];
  const undecided = toRgb(paper);
  const flat = palette.fields.map(() => undecided);
  const text = { ink, muted: ink, boundary: ink, faint: colour('GrayText'), accent: colour('Highlight') };
  return {
    ...palette,
    ...text,
    paper,
    undecided,
    fields: flat,
    fieldRamp: palette.ramp.map((rgb) => mix(undecided, rgb, 0)),
  };
}
