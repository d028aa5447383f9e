// Figure 6 and Table 2: matrices with a real response.
import * as Plot from '@observablehq/plot';
import {
  groupsOf,
  judgeAxes,
  judgeRegression,
  judgeTable,
  matrixFacts,
  nameOf,
  sourceOf,
} from '../../build/experiments/index.js';
import { arrange, boundsOf, panel } from './draw.mjs';
import { arrowsOf } from './fig5.mjs';
import { methodTitle, tableOf } from './tables.mjs';

/** Every fourth sample has an arrow, since more arrows would hide each other. */
const arrowEvery = 4;
const modes = ['targets (rows)', 'regulators (columns)'];

/** The kept model and the samples that it was trained on. */
async function keptModel({ trip, load, cells, rows }) {
  const cell = cells.find(({ keep }) => keep);
  const { data } = await load(cell.set);
  const folds = trip.folds(data, cell.split.folds, cell.split.trial);
  const train = [...folds.keys()].filter((n) => folds[n] !== cell.split.fold);
  return { set: cell.set, model: trip.restore(rows.get(nameOf(cell)).model), data: trip.subset(data, train) };
}

function modePanel(k, explanation, prediction) {
  const count = prediction.length;
  const points = Array.from({ length: count }, (_, n) => [
    explanation.rotated[k][2 * n],
    explanation.rotated[k][2 * n + 1],
  ]);
  const bounds = boundsOf(points, 0.15);
  const some = points.filter((_, n) => n % arrowEvery === 0);
  return panel(`mode ${k + 1}: ${modes[k]}`, {
    width: 330,
    height: 330,
    marginLeft: 40,
    x: { domain: bounds[0], label: 'rotated axis 1', labelAnchor: 'center', ticks: 4 },
    y: { domain: bounds[1], label: 'rotated axis 2', ticks: 4 },
    color: { type: 'linear', range: ['white', 'black'] },
    marks: [
      Plot.frame({ stroke: '#888' }),
      arrowsOf(some, (n) => explanation.local(n * arrowEvery).rotated[k], bounds),
      Plot.dot(points, { x: '0', y: '1', fill: (_, n) => prediction[n], stroke: '#333', strokeWidth: 0.5, r: 2.6 }),
    ],
  });
}

function errorPanel(set, groups) {
  const entries = groups.map(({ method, options, test }) => ({
    title:
      method === 'trip'
        ? `TRIP lambda ${options.lambda}, ${options.epochs} epochs`
        : `${methodTitle(method)}, ${options.epochs} epochs`,
    ...test.rmse,
  }));
  return panel(`${sourceOf(set).title}: RMSE`, {
    width: 400,
    height: 90 + 22 * entries.length,
    marginLeft: 185,
    x: { label: null, grid: true, zero: true },
    y: { domain: entries.map(({ title }) => title), label: null },
    marks: [
      Plot.barX(entries, { x: 'mean', y: 'title', fill: '#999', stroke: 'black' }),
      Plot.ruleY(entries, {
        x1: ({ mean, deviation }) => Math.max(0, mean - deviation),
        x2: ({ mean, deviation }) => mean + deviation,
        y: 'title',
        strokeWidth: 1.5,
      }),
    ],
  });
}

export async function fig6(around) {
  const groups = groupsOf(around.cells, around.rows);
  const sets = [...new Set(groups.map(({ set }) => set))];
  const { model, data } = await keptModel(around);
  const samples = Array.from({ length: data.shape[0] }, (_, n) => n);
  const explanation = model.explain(data, { samples });
  const prediction = model.predict(data);
  const panels = [0, 1].map((k) => modePanel(k, explanation, prediction));
  const facts = matrixFacts(model, data);
  explanation.dispose();
  model.dispose();
  return {
    figures: {
      'fig6-network': arrange('Network: samples on the rotated axes of each mode', panels, {
        notes: [
          'Shade: prediction, from low (white) to high (black). Arrows, of every fourth sample: local regression coefficients (sigma 1).',
        ],
      }),
      'fig6-rmse': arrange(
        'Error on the folds held out',
        sets.map((set) =>
          errorPanel(
            set,
            groups.filter((group) => group.set === set),
          ),
        ),
      ),
    },
    tables: { fig6: tableOf(groups, ['rmse', 'pearson']) },
    judged: [...judgeRegression(groups), ...judgeAxes(facts)],
  };
}

/** Group of a row or column of the network, by its index. */
const groupName = (groups, index, names) => names.find((name) => groups[name].includes(index)) ?? '-';

export async function table2(around) {
  const { set, model, data } = await keptModel(around);
  const { top } = matrixFacts(model, data);
  const { seed, shape } = sourceOf(set);
  const { groups } = around.trip.network({ seed, count: shape[0], rows: shape[1], columns: shape[2] }).truth;
  const names = [
    ['t1', 't2', 'd1', 'd2'],
    ['r1', 'r2', 'e1', 'e2'],
  ];
  const explanation = model.explain(data);
  const listed = (k, j, place) => {
    const { index, weight } = explanation.top(k, j, place + 1)[place];
    return `${k === 0 ? 'target' : 'regulator'} ${index} (${groupName(groups, index, names[k]).toUpperCase()}, ${weight.toFixed(3)})`;
  };
  const table = {
    head: ['place', 'targets, axis 1', 'targets, axis 2', 'regulators, axis 1', 'regulators, axis 2'],
    body: Array.from({ length: 10 }, (_, place) => [
      place + 1,
      ...[
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ].map(([k, j]) => listed(k, j, place)),
    ]),
  };
  explanation.dispose();
  model.dispose();
  return {
    figures: {},
    tables: { table2: table },
    judged: [
      judgeTable({ top }, [
        [groups.t1, groups.t2],
        [groups.r1, groups.r2],
      ]),
    ],
  };
}
