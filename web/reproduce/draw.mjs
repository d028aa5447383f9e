// Draws panels with Observable Plot without a browser and joins them into one SVG. Figures must be readable in grey.
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

const { document } = parseHTML('<html><body></body></html>');
const titleHeight = 18;
const font = 'font-family="system-ui, sans-serif"';

/** Marks and fills of the classes: dark and light, filled and hollow. */
export const classMarks = [
  { symbol: 'circle', fill: 'white', stroke: '#1f5fa8' },
  { symbol: 'triangle', fill: '#c2410c', stroke: '#c2410c' },
  { symbol: 'square', fill: 'black', stroke: 'black' },
];

/** Dash, mark and shade of each method. */
export const methodMarks = {
  trip: { title: 'TRIP', stroke: 'black', fill: 'black', symbol: 'circle' },
  pca: { title: 'PCANN', stroke: '#1f5fa8', fill: 'white', symbol: 'triangle', strokeDasharray: '5 3' },
  lda: { title: 'LDANN', stroke: '#c2410c', fill: 'white', symbol: 'square', strokeDasharray: '1.5 3' },
  tucker: { title: 'TuckerNN', stroke: '#1f5fa8', fill: 'white', symbol: 'triangle', strokeDasharray: '5 3' },
};

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

/** One panel: title and plot. */
export function panel(title, { width = 240, height = 240, ...options }) {
  const plot = Plot.plot({ document, width, height: height - titleHeight, ...options });
  return { title, width, height, plot };
}

/** Arranges panels in rows of `columns` below a title; returns the text of an SVG file. */
export function arrange(title, panels, { columns = panels.length, notes = [] } = {}) {
  const rows = Array.from({ length: Math.ceil(panels.length / columns) }, (_, r) =>
    panels.slice(r * columns, (r + 1) * columns),
  );
  let y = 30;
  let width = 0;
  const parts = rows.flatMap((row) => {
    let x = 0;
    const placed = row.map((one) => {
      x += one.width;
      return place(one, x - one.width, y);
    });
    width = Math.max(width, x);
    y += Math.max(...row.map((one) => one.height)) + 8;
    return placed;
  });
  const lines = notes.map((note, n) => `<text x="8" y="${y + 12 + 15 * n}" font-size="11">${escaped(note)}</text>`);
  const height = y + 8 + 15 * notes.length;
  return numbered(
    [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ${font}>`,
      `<title>${escaped(title)}</title>`,
      `<rect width="${width}" height="${height}" fill="white"/>`,
      `<text x="8" y="19" font-size="14" font-weight="bold">${escaped(title)}</text>`,
      ...parts,
      ...lines,
      '</svg>\n',
    ].join('\n'),
  );
}

function place({ title, plot, width }, x, y) {
  plot.setAttribute('y', String(titleHeight));
  plot.setAttribute('overflow', 'visible');
  const label = `<text x="${width / 2}" y="12" text-anchor="middle" font-size="12">${escaped(title)}</text>`;
  return `<g transform="translate(${x},${y})" color="black">${label}${short(plot.outerHTML)}</g>`;
}

/** Renumbers the clips from 1: Plot counts them through the whole run, but the same figure must give the same file. */
function numbered(svg) {
  const ids = [...new Set(svg.match(/plot-clip-\d+/g))];
  return svg.replace(/plot-clip-\d+/g, (id) => `clip-${ids.indexOf(id) + 1}`);
}

/** Rounds to a tenth of a pixel and drops points on straight lines, which makes the file ten times smaller. */
function short(svg) {
  const rounded = svg.replace(/ (d|transform|c?[xy][12]?)="[^"]*"/g, (attribute) =>
    attribute.replace(/\d+\.\d{2,}/g, (number) => String(Number(Number(number).toFixed(1)))),
  );
  return rounded.replace(
    /M([-\d.,L]{60,})/g,
    (_, ring) => `M${straightened(ring.split('L').map((point) => point.split(',')))}`,
  );
}

/** Drops points within a fifth of a pixel of the line from the last kept point to the next. */
function straightened(points) {
  const kept = [points[0]];
  for (let p = 1; p < points.length - 1; p++) {
    const [[x0, y0], [x, y], [x1, y1]] = [kept.at(-1), points[p], points[p + 1]];
    const distance = Math.abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / (Math.hypot(x1 - x0, y1 - y0) || 1);
    if (distance > 0.2) kept.push(points[p]);
  }
  return [...kept, points.at(-1)].map((point) => point.join(',')).join('L');
}

/** Bounds of points with a margin. */
export function boundsOf(points, margin = 0.08) {
  return [0, 1].map((axis) => {
    const values = points.map((point) => point[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const more = (high - low || 1) * margin;
    return [low - more, high + more];
  });
}

/** Bounds with the same scale on both axes: rotated axes and arrows keep their angles. */
export function squareOf(points, margin) {
  const bounds = boundsOf(points, margin);
  const half = Math.max(...bounds.map(([low, high]) => high - low)) / 2;
  return bounds.map(([low, high]) => [(low + high) / 2 - half, (low + high) / 2 + half]);
}

const logit = (probability) => Math.log(probability / (1 - probability));

/**
 * Lines of equal probability of one class. `predict` takes a flat array of points of the plane and returns the probabilities of all
 * classes. The lines are those of the log odds, which are piecewise linear for a ReLU network, so a coarse grid gives exact lines. The
 * grid is larger than the frame, so that lines along its border are cut off.
 */
export function contours([[x1, x2], [y1, y2]], predict, classes, target, cells = 64) {
  const [left, right] = [x1 - (x2 - x1) / cells, x2 + (x2 - x1) / cells];
  const [bottom, top] = [y1 - (y2 - y1) / cells, y2 + (y2 - y1) / cells];
  const places = Array.from({ length: cells * cells }, (_, i) => [
    left + (((i % cells) + 0.5) / cells) * (right - left),
    bottom + ((Math.floor(i / cells) + 0.5) / cells) * (top - bottom),
  ]);
  const probability = predict(places.flat());
  const odds = places.map((_, i) => {
    const own = probability.subarray(i * classes, (i + 1) * classes);
    const others = own.reduce((sum, value, c) => (c === target ? sum : sum + value), 0);
    return Math.log(Math.max(own[target], 1e-37) / Math.max(others, 1e-37));
  });
  const lines = (thresholds, style) =>
    Plot.contour(odds, {
      ...{ width: cells, height: cells, x1: left, x2: right, y1: bottom, y2: top },
      ...{ thresholds: thresholds.map(logit), fill: 'none', clip: true, ...style },
    });
  return [lines([0.1, 0.9], { stroke: '#999', strokeWidth: 0.7 }), lines([0.5], { stroke: 'black', strokeWidth: 1.6 })];
}

export const scatter = (points, { symbol, fill, stroke }, r = 2.2) =>
  Plot.dot(points, { x: '0', y: '1', symbol, fill, stroke, strokeWidth: 0.8, r });
