// Contrast of every pair of adjacent colours on the page, by the formula of WCAG 2, and their distance for colour-blind readers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './support.mjs';

const css = readFileSync(join(root, 'web', 'site', 'theme.css'), 'utf8');
/** Colours by name of the block that begins with `selector`. */
function colours(selector) {
  const start = css.indexOf(selector);
  assert.ok(start >= 0, selector);
  const block = css.slice(start, css.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}
const light = colours(':root {');
const dark = colours(":root[data-theme='dark'] {");
const themes = { light, dark };

const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
function contrast(one, other) {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
const mix = (from, to, share) => from.map((channel, at) => channel + (to[at] - channel) * share);

/** The field under class `at`, as palette.ts mixes it. */
const fieldOf = (theme, at) =>
  at < 2 ? channels(theme[`field-${at}`]) : mix(channels(theme['plot-paper']), channels(theme[`class-${at}`]), 0.36);
const classes = Array.from({ length: 10 }, (_, at) => at);

test('the chosen dark theme and the dark theme of the system are the same', () => {
  assert.deepEqual(colours(":root:not([data-theme='light']) {"), dark);
  for (const name of Object.keys(dark)) assert.ok(light[name], `${name} has no light colour`);
});

for (const [name, theme] of Object.entries(themes)) {
  test(`${name}: text has a contrast of 4.5, marks and boundaries of 3`, () => {
    const pairs = [];
    for (const text of ['ink', 'muted', 'accent', 'alarm'])
      for (const ground of ['paper', 'soft', 'card']) pairs.push([text, ground, 4.5]);
    pairs.push(['ink', 'plot-paper', 4.5], ['muted', 'plot-paper', 4.5], ['boundary', 'plot-paper', 3]);
    pairs.push(['ramp-middle', 'plot-paper', 3]);
    for (const at of classes) pairs.push([`class-${at}`, 'plot-paper', 3], [`class-${at}`, 'paper', 3]);
    const low = pairs.flatMap(([one, other, bar]) => {
      const found = contrast(channels(theme[one]), channels(theme[other]));
      return found < bar ? [`${one} on ${other}: ${found.toFixed(2)}, at least ${bar}`] : [];
    });
    assert.deepEqual(low, []);
  });

  test(`${name}: boundaries, and outlines of marks, have a contrast of 3 with every field`, () => {
    const low = classes.flatMap((at) => {
      const line = contrast(channels(theme.boundary), fieldOf(theme, at));
      const outline = contrast(channels(theme[`class-${at}`]), channels(theme['plot-paper']));
      return line < 3 || outline < 3 ? [`class ${at}: boundary ${line.toFixed(2)}, outline ${outline.toFixed(2)}`] : [];
    });
    assert.deepEqual(low, []);
  });
}

// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
const blindness = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** CIE L*a*b* (D65) of linear RGB. */
function lab(rgb) {
  const [r, g, b] = rgb.map((share) => Math.min(1, Math.max(0, share)));
  const f = (t) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const seen = (hex, matrix) => {
  const rgb = channels(hex).map(linear);
  return lab(matrix ? matrix.map((row) => row.reduce((sum, weight, at) => sum + weight * rgb[at], 0)) : rgb);
};
const distance = (one, other) => Math.hypot(...one.map((part, at) => part - other[at]));

for (const [name, theme] of Object.entries(themes)) {
  // Shapes differ too (modules.test.mjs), and from five classes on the pictures show names.
  test(`${name}: colour-blind readers can distinguish ten classes`, () => {
    const close = [];
    for (const [kind, matrix] of Object.entries({ 'full sight': undefined, ...blindness }))
      for (const one of classes)
        for (const other of classes.slice(0, one)) {
          const apart = distance(seen(theme[`class-${one}`], matrix), seen(theme[`class-${other}`], matrix));
          if (apart < 12) close.push(`${kind}: classes ${other} and ${one} are ${apart.toFixed(1)} apart`);
        }
    assert.deepEqual(close, []);
  });
}
