// The full assessment of real data: cross validation, permutation test, stability and importance, with a picture of each.
// `npm run assess-data -- --data DIR --out DIR` writes one SVG for each set, and the numbers as JSON and as a table in Markdown.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as Plot from '@observablehq/plot';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { Failure, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { arrange, panel } from '../reproduce/draw.mjs';
import { markdown } from '../reproduce/tables.mjs';

/** Settings as in the validation on real data; lambda is the default. */
const sets = {
  iris: { title: 'Iris', file: 'iris.csv', options: { hidden: [], batchSize: 32, restarts: 4 } },
  wine: { title: 'Wine', file: 'wine.csv', options: { hidden: [], batchSize: 32, restarts: 4 } },
  sonar: {
    title: 'Sonar',
    file: 'sonar.csv',
    options: { hidden: [10, 10], batchSize: 64, epochs: 1000, restarts: 4 },
  },
  'olive-oil': {
    title: 'Olive oil',
    file: 'olive-oil-eem-50x13.csv',
    shape: [50, 13],
    scale: 1 / 1000,
    task: 'regression',
    options: { hidden: [10], batchSize: 32, epochs: 300, learningRate: 0.01, restarts: 4 },
  },
};

const colours = ['#1f5fa8', '#c2410c', 'black', '#0f766e'];
const marks = ['circle', 'triangle', 'square', 'diamond'];

function readCsv(trip, file, { shape, scale = 1, task = 'classification' }) {
  const [header, ...rows] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trimEnd().split(','));
  const x = Float64Array.from(
    rows.flatMap((row) => row.slice(0, -1)),
    (field) => Number(field) * scale,
  );
  const names = header.slice(0, -1);
  const y = rows.map((row) => (task === 'regression' ? Number(row.at(-1)) : row.at(-1)));
  return trip.dataset({
    ...{ x, y, task, shape: [rows.length, ...(shape ?? [names.length])] },
    ...(shape === undefined ? { featureNames: names } : { modeNames: modeNamesOf(names, shape) }),
  });
}

/** Names such as `em300_ex310` along two modes. */
const modeNamesOf = (names, [rows, columns]) => [
  Array.from({ length: rows }, (_, r) => names[r * columns].split('_')[0]),
  Array.from({ length: columns }, (_, c) => names[c].split('_')[1]),
];

/** All parts, in the order of a report. The test uses one start in each fit, so that it takes a quarter of the time. */
async function assess(trainer, data, { options }, note) {
  const progress = (part) => ({ onProgress: ({ done, total }) => note(part, done, total) });
  const model = await trainer.fit(data, options).model;
  const explanation = model.explain(data);
  const [axes, loadings] = [explanation.axes, explanation.axes.map((_, mode) => explanation.importance(mode))];
  const crossValidation = await trainer.crossValidate(data, options, {
    ...{ folds: 10, repeats: 3, reference: model, importance: { repeats: 3 } },
    ...progress('cross validation'),
  });
  const test = await trainer.permutationTest(
    data,
    { ...options, restarts: 1 },
    { folds: 5, ...progress('permutations') },
  );
  const stability = await trainer.stability(data, options, { reference: model, axes, ...progress('bootstraps') });
  return { model, explanation, loadings, crossValidation, test, stability };
}

const percent = (value) => `${(100 * value).toFixed(0)} %`;

function numbersOf(title, data, { crossValidation, test, stability }) {
  const { value, low, high, score } = crossValidation.interval;
  const write = score === 'accuracy' ? percent : (number) => number.toPrecision(3);
  const { bootstraps, modes } = stability;
  const degrees = (of) => modes.map((mode) => of(mode).toFixed(0)).join(' and ');
  const smallest = ({ angles }) => {
    const rank = angles.length / bootstraps;
    const ordered = Array.from({ length: bootstraps }, (_, b) => angles[b * rank]).sort((a, b) => a - b);
    return ordered[Math.ceil(0.95 * bootstraps) - 1];
  };
  return [
    title,
    data.shape.join(' x '),
    `${write(value)} (${write(low)} to ${write(high)})`,
    `${test.p.toFixed(3)} (${test.atLeastAsGood} of ${test.permuted.length})`,
    `${degrees(smallest)} degrees`,
    `${degrees(({ angleQuantiles }) => angleQuantiles[2])} degrees`,
    `${degrees(({ randomAngle }) => randomAngle)} degrees`,
  ];
}

const head = [
  ...['data', 'samples x variables', 'held out', 'p'],
  ...['first direction stable within', 'plane stable within', 'random planes'],
];

/** Points of two axes by class, or shaded by the response. */
function cloud(title, points, data, domain) {
  const { labels, targets, classNames } = data;
  const rows = Array.from({ length: data.shape[0] }, (_, n) => ({
    ...{ x: points[n][0], y: points[n][1] },
    class: labels === undefined ? undefined : classNames[labels[n]],
    value: targets?.[n],
  }));
  const channel =
    labels === undefined
      ? { fill: 'value', stroke: '#888', symbol: 'circle' }
      : { stroke: 'class', symbol: 'class', fill: 'none' };
  return panel(title, {
    ...{ width: 260, height: 270, marginLeft: 30 },
    ...{ x: { domain: domain[0], label: null, ticks: 4 }, y: { domain: domain[1], label: null, ticks: 4 } },
    ...(labels === undefined
      ? { color: { scheme: 'blues' } }
      : { color: { domain: classNames, range: colours }, symbol: { domain: classNames, range: marks } }),
    marks: [Plot.frame({ stroke: '#bbb' }), Plot.dot(rows, { x: 'x', y: 'y', r: 2.6, strokeWidth: 1, ...channel })],
  });
}

/** The two coordinates that a picture shows: the axes of a vector's plane, turned; for matrices the first of each mode. */
function coordinates(latent, ranks, rotation) {
  const size = ranks.reduce((product, rank) => product * rank, 1);
  const turned = (z) => (ranks.length > 1 ? [z[0], z[size - 1]] : times(z, rotation[0], ranks[0]));
  return Array.from({ length: latent.length / size }, (_, n) => turned(latent.subarray(n * size, (n + 1) * size)));
}

const times = (z, rotation, rank) =>
  [0, 1].map((column) => z.reduce((sum, value, row) => sum + value * (rotation[row * rank + column] ?? 0), 0));

function histogram({ permuted, observed, score, p }) {
  return panel(`permuted responses, p = ${p.toFixed(3)}`, {
    ...{ width: 260, height: 270, marginLeft: 35 },
    ...{ x: { label: score, ticks: 5 }, y: { label: null, grid: true } },
    marks: [
      Plot.rectY(permuted, Plot.binX({ y: 'count' }, { x: (value) => value, fill: '#999', thresholds: 20 })),
      Plot.ruleX([observed], { stroke: '#c2410c', strokeWidth: 2.5 }),
      Plot.ruleY([0]),
    ],
  });
}

const MOST = 14;

const short = (name) => (name.length > 20 ? `${name.slice(0, 19)}…` : name);

/** Loadings on the first rotated axis with their intervals; pale where the interval contains 0. */
function intervals(mode, k, rank, axis) {
  const names = mode.names ?? [];
  const all = Array.from({ length: mode.loadings.length / rank }, (_, i) => ({
    name: short(names[i] ?? String(i)),
    value: mode.loadings[i * rank + axis],
    low: mode.low[i * rank + axis],
    high: mode.high[i * rank + axis],
  }));
  const shown = all.sort((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, MOST);
  const shade = ({ low, high }) => (low <= 0 && high >= 0 ? '#bbb' : 'black');
  const where = k === undefined ? '' : ` of mode ${k}`;
  return panel(`axis ${axis + 1}${where}, with 95 % intervals`, {
    ...{ width: 300, height: 270, marginLeft: 150 },
    ...{ y: { domain: shown.map(({ name }) => name), label: null }, x: { label: null, ticks: 4, grid: true } },
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(shown, { y: 'name', x1: 'low', x2: 'high', stroke: shade, strokeWidth: 2 }),
      Plot.dot(shown, { y: 'name', x: 'value', fill: shade, r: 3 }),
    ],
  });
}

function pictureOf(title, data, { model, explanation, crossValidation, test, stability }) {
  const { ranks } = model.spec;
  const { rotation } = explanation;
  const clouds = [model.transform(data), crossValidation.picture[0]].map((z) => coordinates(z, ranks, rotation));
  const domain = [0, 1].map((c) => {
    const values = clouds.flat().map((point) => point[c]);
    return [Math.min(...values), Math.max(...values)];
  });
  const several = ranks.length > 1;
  const loadings = several
    ? stability.modes.map((mode, k) => intervals(mode, k, ranks[k], 0))
    : [0, 1].map((axis) => intervals(stability.modes[0], undefined, ranks[0], axis));
  const panels = [
    cloud('the ordinary picture', clouds[0], data, domain),
    cloud('held out', clouds[1], data, domain),
    histogram(test),
    ...loadings,
  ];
  return arrange(`${title}: is it real?`, panels, {
    columns: 3,
    notes: [
      'Held out: each sample where a model that has never seen it puts it. Pale: the interval contains 0.',
      ...(data.classNames
        ? [`Circles, triangles, squares: ${data.classNames.join(', ')}.`]
        : ['Darker: a larger response.']),
    ],
  });
}

whenStarted(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      out: { type: 'string' },
      only: { type: 'string' },
      workers: { type: 'string', default: '2' },
    },
  });
  if (values.data === undefined || values.out === undefined)
    throw new Failure('npm run assess-data -- --data DIR --out DIR [--only iris,wine] [--workers 2]');
  await setup('start');
  await buildWasm();
  await buildLib();
  const { loadTrip } = await import('../../dist/index.js');
  const { createTrainer } = await import('../../dist/trainer.js');
  const trip = await loadTrip();
  const trainer = await createTrainer({ trip, workers: Number(values.workers) });
  mkdirSync(values.out, { recursive: true });
  const body = [];
  try {
    for (const [name, set] of Object.entries(sets)) {
      if (values.only !== undefined && !values.only.split(',').includes(name)) continue;
      heading(set.title);
      const data = readCsv(trip, join(values.data, set.file), set);
      const note = (part, done, total) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${part}: ${done} of ${total}${done === total ? '\n' : ''}`);
      };
      const result = await assess(trainer, data, set, note);
      writeFileSync(join(values.out, `assess-${name}.svg`), pictureOf(set.title, data, result));
      body.push(numbersOf(set.title, data, result));
      const { model: _model, explanation: _explanation, ...plain } = result;
      writeFileSync(join(values.out, `assess-${name}.json`), JSON.stringify(plain));
    }
  } finally {
    await trainer.close();
  }
  console.log(markdown({ head, body }));
});
