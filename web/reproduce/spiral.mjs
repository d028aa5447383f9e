// Figures 1 and 3: Spiral.
import * as Plot from '@observablehq/plot';
import { groupsOf, judgeSpiral, lowest } from '../../build/experiments/index.js';
import { arrange, boundsOf, classMarks, contours, panel, scatter } from './draw.mjs';
import { pick, settingText, tableOf } from './tables.mjs';

/** Draws the plane of a kept model: samples by class, lines of equal probability of class 1. */
function plane(trip, { data }, group, title, size = 260) {
  const { row } = lowest(group);
  const model = trip.restore(row.model);
  try {
    const flat = model.transform(data);
    const points = Array.from(data.labels, (_, n) => [flat[2 * n], flat[2 * n + 1]]);
    const bounds = boundsOf(points);
    const marks = classMarks.slice(0, 2).map((mark, c) =>
      scatter(
        points.filter((_, n) => data.labels[n] === c),
        mark,
      ),
    );
    return panel(title, {
      width: size,
      height: size,
      margin: 8,
      x: { domain: bounds[0], axis: null },
      y: { domain: bounds[1], axis: null },
      marks: [
        Plot.frame({ stroke: '#888' }),
        ...contours(bounds, (places) => model.predictProbaLatent(places), 2, 1),
        ...marks,
      ],
    });
  } finally {
    model.dispose();
  }
}

const says = (group) => {
  const { row } = lowest(group);
  return `fit ${row.train.accuracy.toFixed(3)}, test ${row.test.accuracy.toFixed(3)}, overlap ${row.overlap.toFixed(2)}`;
};

const marks =
  'Circles and triangles: the two classes. Lines: probability 0.1, 0.5 (thick), 0.9. Each axis has its own scale.';

export async function fig1({ trip, load, cells, rows }) {
  const groups = groupsOf(cells, rows);
  const loaded = await load('spiral-1');
  const order = [
    ['LDA', { method: 'lda' }],
    ['TRIP, lambda 0.1', { lambda: 0.1 }],
    ['TRIP, lambda 0.3', { lambda: 0.3 }],
    ['PCA', { method: 'pca' }],
  ];
  const found = order.map(([title, wanted]) => [title, pick(groups, wanted)]);
  const panels = found.map(([title, group]) => plane(trip, loaded, group, title));
  const notes = [`${marks} Lowest objective of ten starts, data seed 1, as generated.`];
  return {
    figures: {
      fig1: arrange('Spiral by LDA, TRIP and PCA', panels, {
        notes: [...notes, ...found.map(([title, group]) => `${title}: ${says(group)}.`)],
      }),
    },
    tables: { fig1: tableOf(groups, ['accuracy']) },
    judged: [],
  };
}

/** Labels from left to right as in the paper: LDANN, ascending lambda, PCANN. */
const labels = ['LDANN', '1e-5', '1e-4', '0.001', '0.01', '0.1', '1', '10', 'PCANN'];
const labelOf = ({ method, options: { lambda } }) =>
  ({ lda: 'LDANN', pca: 'PCANN' })[method] ?? (lambda < 1e-3 ? lambda.toExponential() : String(lambda));

function bars(groups, title) {
  const entries = groups.map((group) => ({
    layers: group.layers,
    label: labelOf(group),
    fit: group.train.accuracy,
    test: group.test.accuracy,
  }));
  return panel(title, {
    width: 1120,
    height: 250,
    marginBottom: 52,
    marginLeft: 44,
    marginTop: 24,
    x: { domain: labels, tickRotate: -60, label: null, padding: 0.15 },
    fx: { label: null, tickFormat: (layers) => `${layers} hidden layer${layers === 1 ? '' : 's'}` },
    y: { domain: [0.4, 1], label: 'accuracy', grid: true, clamp: true },
    marks: [
      Plot.barY(entries, {
        fx: 'layers',
        x: 'label',
        y1: 0.4,
        y2: ({ fit }) => fit.mean,
        fill: 'white',
        stroke: 'black',
      }),
      Plot.barY(entries, {
        fx: 'layers',
        x: 'label',
        y1: 0.4,
        y2: ({ test }) => test.mean,
        fill: '#777',
        insetLeft: 2.5,
        insetRight: 2.5,
      }),
      Plot.ruleX(entries, {
        fx: 'layers',
        x: 'label',
        y1: ({ test }) => Math.max(0.4, test.mean - test.deviation),
        y2: ({ test }) => test.mean + test.deviation,
      }),
    ],
  });
}

/** Pools the groups of several data sets. */
function together(groups) {
  const byKey = new Map();
  for (const group of groups) {
    const key = settingText(group);
    byKey.set(key, [...(byKey.get(key) ?? []), group]);
  }
  return [...byKey.values()].map((own) => ({ ...own[0], ...averaged(own, 'train'), ...averaged(own, 'test') }));
}

function averaged(groups, part) {
  const values = groups.flatMap(({ done }) => done.map(({ row }) => row[part].accuracy));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { [part]: { accuracy: { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) } } };
}

export async function fig3({ trip, load, cells, rows }) {
  const groups = groupsOf(cells, rows);
  const generated = groups.filter(({ options }) => !options.standardize);
  const standardised = groups.filter(({ options }) => options.standardize);
  const count = (own) => new Set(own.map(({ set }) => set)).size;
  const about = (own) => `mean of 10 starts on ${count(own)} data set${count(own) > 1 ? 's' : ''}`;
  const panels = [bars(together(generated), `As generated, ${about(generated)}`)];
  if (standardised.length > 0) panels.push(bars(together(standardised), `Standardised, ${about(standardised)}`));
  const loaded = await load('spiral-1');
  const own = generated.filter(({ set }) => set === 'spiral-1');
  const planes = [1e-4, 1e-3, 0.01, 0.1, 1, 10].map((lambda) => [lambda, pick(own, { lambda, layers: 3 })]);
  const notes = planes.map(([lambda, group]) => `lambda ${lambda}: ${says(group)}.`);
  return {
    figures: {
      'fig3-accuracy': arrange('Spiral: accuracy over lambda and depth', panels, {
        columns: 1,
        notes: ['White: fit, grey: test with its deviation over the runs. LDANN, lambda from 1e-5 to 10, PCANN.'],
      }),
      'fig3-projections': arrange(
        'Spiral: projections, three hidden layers, lowest objective of ten starts',
        planes.map(([lambda, group]) => plane(trip, loaded, group, `lambda = ${lambda}`, 230)),
        { columns: 3, notes: [marks, ...notes] },
      ),
    },
    tables: { fig3: tableOf(groups, ['accuracy']) },
    judged: judgeSpiral(generated),
  };
}
