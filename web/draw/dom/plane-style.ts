/** The style of `<trip-plane>`, as style sheets of its shadow root, which content security policies allow. */

import type { Palette } from '../palette.js';

const rules = `
:host { display: block; font: 14px/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
figure { margin: 0; padding: 12px; color: var(--ink); background: var(--paper); }
figcaption { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: baseline; margin-bottom: 8px; }
b { font-size: 1.25em; }
figcaption span, li, .note, .probe, summary { color: var(--muted); }
.plot { position: relative; aspect-ratio: 1; outline-offset: 2px; color: CanvasText; transition: color 1ms step-start; cursor: crosshair; touch-action: pan-y; }
.plot:focus-visible { outline: 2px solid var(--accent); }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; border-radius: 3px; }
canvas:first-child { box-shadow: inset 0 0 0 1px var(--faint); }
p { margin: 6px 0 0; font-size: 0.86em; overflow-wrap: anywhere; }
.probe { min-height: 1.4em; font-variant-numeric: tabular-nums; }
ul { display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 4px 0 0; padding: 0; list-style: none; }
li { display: flex; align-items: center; gap: 5px; overflow-wrap: anywhere; }
svg { flex: none; width: 14px; height: 14px; }
.ramp { width: 64px; height: 10px; border: 1px solid var(--faint); }
details { margin-top: 6px; }
.rows { max-height: 20em; overflow: auto; }
table { border-collapse: collapse; font-size: 0.86em; font-variant-numeric: tabular-nums; }
th, td { padding: 1px 10px 1px 0; text-align: start; }
[role="alert"] { color: var(--ink); }
[hidden] { display: none; }
@media (forced-colors: active) { canvas { forced-color-adjust: none; } }
`;

/** The rules and the colours of an element. A document takes only style sheets of its own window. */
export function stylesOf(root: ShadowRoot): CSSStyleSheet {
  const { CSSStyleSheet: Sheet } = root.ownerDocument.defaultView ?? globalThis;
  const [common, colours] = [new Sheet(), new Sheet()];
  common.replaceSync(rules);
  root.adoptedStyleSheets = [common, colours];
  return colours;
}

export function setColours(sheet: CSSStyleSheet, { paper, ink, muted, faint, accent }: Palette): void {
  const values = Object.entries({ paper, ink, muted, faint, accent }).map(([name, value]) => `--${name}:${value}`);
  sheet.replaceSync(`:host{${values.join(';')}}`);
}
