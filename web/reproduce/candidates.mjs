// Beyond the paper: compares ways to find a model on the Spiral and on data with a weak signal.
import * as Plot from '@observablehq/plot';
import { FOUND, judgeSearch, judgeWeak, outcomesOf, sourceOf } from '../../build/experiments/index.js';
import { arrange, panel } from './draw.mjs';

const setsOf = (cells) => [...new Set(cells.map(({ set }) => set))];
const three = (value) => value?.toFixed(3) ?? '';
const overlapOf = ({ models }) => {
  const overlaps = models.flatMap(({ row }) => row.overlap ?? []);
  return overlaps.length === 0 ? undefined : overlaps.reduce((sum, value) => sum + value, 0) / overlaps.length;
};

/** Number of data sets that a candidate solves: "38 of 40". */
const foundText = ({ found, models }) =>
  found === undefined ? '' : `${Math.round(found * models.length)} of ${models.length}`;

const columns = ['candidate', 'data sets', 'found', 'mean overlap', 'test accuracy', 'deviation'];
const lineOf = (outcome) => [
  ...[outcome.candidate.title, outcome.models.length, three(outcome.found), three(overlapOf(outcome))],
  ...[three(outcome.accuracy.mean), three(outcome.accuracy.deviation)],
];

/** Plots a line for each candidate and a mark for each data set. */
function strips(title, outcomes, measure, { marks = [], right = () => '', first = false, ...x }) {
  const names = outcomes.map(({ candidate }) => candidate.title);
  const points = outcomes.flatMap(({ candidate, models }) =>
    models.map((model, m) => ({ name: candidate.title, value: measure(model), at: (m * 0.618) % 1 })),
  );
  const means = outcomes.map(({ candidate, models }) => ({
    name: candidate.title,
    value: models.reduce((sum, model) => sum + measure(model), 0) / models.length,
  }));
  return panel(title, {
    width: first ? 655 : 360,
    height: 40 * names.length + 60,
    marginTop: 10,
    marginLeft: first ? 265 : 20,
    marginRight: 70,
    fy: { domain: names, label: null, axis: first ? 'left' : null, padding: 0.1 },
    y: { axis: null, domain: [-0.3, 1.3] },
    x: { label: null, grid: true, ...x },
    marks: [
      ...marks,
      Plot.dot(points, { fy: 'name', x: 'value', y: 'at', r: 2.4, fill: 'white', stroke: '#1f5fa8' }),
      Plot.tickX(means, { fy: 'name', x: 'value', stroke: 'black', strokeWidth: 2.5, insetTop: 4, insetBottom: 4 }),
      Plot.text(outcomes, {
        fy: ({ candidate }) => candidate.title,
        text: right,
        frameAnchor: 'right',
        textAnchor: 'start',
        dx: 8,
      }),
    ],
  });
}

export async function auto({ plan, cells, rows, times }) {
  const outcomes = outcomesOf(plan.candidates, setsOf(cells), rows, times);
  const truth = outcomes.filter(({ candidate }) => candidate.view === 'plane').map(({ accuracy }) => accuracy.mean);
  const panels = [
    strips('overlap with the true plane', outcomes, ({ row }) => row.overlap, {
      ...{ domain: [0, 1], first: true, right: foundText },
      marks: [Plot.ruleX([FOUND], { stroke: '#c2410c', strokeDasharray: '4 3' })],
    }),
    strips('test accuracy', outcomes, ({ row }) => row.test.accuracy, {
      domain: [0.45, 1],
      right: ({ accuracy }) => accuracy.mean.toFixed(3),
      marks: [Plot.ruleX(truth, { stroke: '#c2410c', strokeDasharray: '4 3' })],
    }),
  ];
  const notes = [
    'A circle for each data set (their height means nothing), black: mean.',
    'Left: the plane counts as found beyond the dashed line, and in how many data sets it is. Right: the dashed line is the mean on the true plane.',
  ];
  const seconds = ({ seconds }) => [seconds?.mean, seconds?.most].map((value) => value?.toFixed(2) ?? '');
  return {
    figures: { auto: arrange('Ways to find the plane of the Spiral', panels, { notes }) },
    tables: {
      auto: {
        head: [...columns, 'seconds', 'slowest'],
        body: outcomes.map((outcome) => [...lineOf(outcome), ...seconds(outcome)]),
      },
    },
    judged: judgeSearch(outcomes),
  };
}

/** Marks and dashes of the candidates for weak signals, in order. */
const weakMarks = [
  { symbol: 'circle', fill: 'white', stroke: '#777', strokeDasharray: '1.5 3' },
  { symbol: 'square', fill: 'white', stroke: '#777', strokeDasharray: '5 3' },
  { symbol: 'triangle', fill: '#777', stroke: '#777' },
  { symbol: 'cross', fill: '#c2410c', stroke: '#c2410c', strokeDasharray: '1.5 3' },
  { symbol: 'times', fill: '#1f5fa8', stroke: '#1f5fa8', strokeDasharray: '8 2 2 2' },
  { symbol: 'circle', fill: 'black', stroke: 'black' },
  { symbol: 'star', fill: '#c2410c', stroke: '#c2410c', strokeDasharray: '5 3' },
];

export async function weak({ plan, cells, rows }) {
  const sets = setsOf(cells);
  const of = (corners, deviation) =>
    sets.filter((set) => {
      const source = sourceOf(set);
      return source.corners === corners && (deviation === undefined || source.deviation === deviation);
    });
  const deviations = [...new Set(sets.map((set) => sourceOf(set).deviation))].sort((a, b) => b - a);
  const kinds = [
    ['weak direction', false],
    ['weak plane', true],
  ];
  const results = kinds.flatMap(([kind, corners]) =>
    deviations.map((deviation) => ({
      ...{ kind, deviation },
      outcomes: outcomesOf(plan.candidates, of(corners, deviation), rows),
    })),
  );
  const panels = kinds.map(([kind]) => weakPanel(kind, plan.candidates, results));
  return {
    figures: {
      weak: arrange('Test accuracy over the deviation of the variables that tell the class', panels, {
        notes: plan.candidates.map(({ title }, c) => `${weakNames[c]}: ${title}.`),
      }),
    },
    tables: {
      weak: {
        head: ['signal', 'its deviation', ...columns],
        body: results.flatMap(({ kind, deviation, outcomes }) =>
          outcomes.map((outcome) => [kind, deviation, ...lineOf(outcome)]),
        ),
      },
    },
    judged: judgeWeak(...[false, true].map((corners) => outcomesOf(plan.candidates, of(corners), rows))),
  };
}

const weakNames = [
  'White circles, dotted',
  'White squares, dashed',
  'Grey triangles',
  'Orange crosses, dotted',
  'Blue diagonal crosses, dash-dotted',
  'Black circles',
  'Orange stars, dashed',
];

function weakPanel(kind, candidates, results) {
  const own = results.filter((result) => result.kind === kind);
  const marks = candidates.flatMap(({ title }, c) => {
    const points = own.flatMap(({ deviation, outcomes }) =>
      outcomes.flatMap(({ candidate, accuracy }) =>
        candidate.title === title ? { deviation: String(deviation), accuracy: accuracy.mean } : [],
      ),
    );
    const { symbol, fill, ...style } = weakMarks[c];
    return [
      Plot.line(points, { x: 'deviation', y: 'accuracy', ...style }),
      Plot.dot(points, { x: 'deviation', y: 'accuracy', symbol, fill, stroke: style.stroke, r: 4 }),
    ];
  });
  return panel(kind, {
    width: 400,
    height: 320,
    marginLeft: 40,
    x: { type: 'point', domain: own.map(({ deviation }) => String(deviation)), label: 'deviation' },
    y: { domain: [0.45, 1], label: null, grid: true },
    marks: [Plot.frame({ stroke: '#888' }), ...marks],
  });
}
