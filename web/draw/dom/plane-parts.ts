/** The parts of `<trip-plane>`: elements of its shadow root, its legend and its table. Texts become text nodes. */

import type { LegendEntry } from '../legend.js';
import { outlineOf } from '../marks.js';
import { classColour, type Palette, toCss } from '../palette.js';

/** An element with attributes and content. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

const drawing = (name: 'svg' | 'path', attributes: Readonly<Record<string, string>>) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

/** The symbol of an entry: a mark, a line or a ramp. */
function symbolOf({ mark, line, ramp }: LegendEntry, palette: Palette): Element[] {
  if (ramp) {
    const colours = ramp === 'values' ? palette.ramp : [palette.fields[0], palette.undecided, palette.fields[1]];
    const strip = make('span', { class: 'ramp', 'aria-hidden': 'true' });
    strip.style.background = `linear-gradient(to right, ${colours.map((rgb) => toCss(rgb ?? palette.undecided)).join()})`;
    return [strip];
  }
  if (!mark && !line) return [];
  const svg = drawing('svg', { viewBox: '0 0 14 14', 'aria-hidden': 'true' });
  const colour = mark?.label === undefined ? palette.muted : classColour(palette, mark.label);
  svg.append(
    line
      ? drawing('path', { d: 'M0 7h14', stroke: palette.boundary, 'stroke-width': '2.4' })
      : drawing('path', {
          d: outlineOf(mark?.label ?? 0),
          fill: mark?.hollow ? 'none' : colour,
          stroke: colour,
          'stroke-width': '1.4',
        }),
  );
  return [svg];
}

export const legendItems = (entries: readonly LegendEntry[], palette: Palette): HTMLElement[] =>
  entries.map((entry) => make('li', {}, ...symbolOf(entry, palette), entry.text));

/** Rows that appear at a time. */
const rowsAtOnce = 500;

/** A table of `count` rows, of which more appear on request. */
export function tableOf(
  caption: string,
  heads: readonly string[],
  count: number,
  row: (at: number) => readonly string[],
) {
  const body = make('tbody');
  const more = make('button', { type: 'button' });
  const show = () => {
    const from = body.rows.length;
    const to = Math.min(count, from + rowsAtOnce);
    for (let at = from; at < to; at++) body.append(make('tr', {}, ...row(at).map((text) => make('td', {}, text))));
    more.hidden = to === count;
    more.textContent = `Show more of ${count} samples`;
  };
  more.addEventListener('click', show);
  show();
  const head = make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text))));
  const table = make('table', {}, make('caption', {}, caption), head, body);
  return make('div', { class: 'rows', tabindex: '0', role: 'region', 'aria-label': caption }, table, more);
}
