// Beyond the paper: p values on noise and on a planted difference; the score that chose options beside the honest one.
import * as Plot from '@observablehq/plot';
import { judgeChance, meanAndError } from '../../build/experiments/index.js';
import { arrange, panel } from './draw.mjs';

const three = (value) => value?.toFixed(3) ?? '';

export async function chance({ assessed }) {
  const of = (kind, set) =>
    assessed.flatMap(({ cell, row }) => (row && cell.kind === kind && cell.set.startsWith(set) ? [{ cell, row }] : []));
  const tests = { noise: of('permutation', 'noise'), planted: of('permutation', 'planted') };
  const choices = of('choice', 'noise').map(({ row }) => row);
  const panels = Object.entries(tests).map(([name, own]) => decided(name, own));
  return {
    figures: {
      chance: arrange('Permutation tests and nested choice where chance is known', [...panels, chosen(choices)], {
        notes: [
          'Left: share of the data sets with p <= 0.05; the line is 5 %, with two standard errors.',
          'Right: on each noise set the balanced accuracy that chose one of twelve settings, and that of the outer folds.',
        ],
      }),
    },
    tables: {
      chance: {
        head: ['data', 'data sets', 'p <= 0.05', 'share', 'mean accuracy', 'permutations computed'],
        body: Object.entries(tests).map(([name, own]) => [
          name,
          own.length,
          own.filter(({ row }) => row.significant).length,
          three(own.filter(({ row }) => row.significant).length / own.length),
          three(meanAndError(own.map(({ row }) => row.accuracy)).mean),
          own.reduce((sum, { row }) => sum + row.permuted, 0),
        ]),
      },
      'chance-choice': {
        head: ['balanced accuracy on noise', 'data sets', 'mean', 'standard error'],
        body: [
          ['of the best of twelve settings, in the folds that chose it', 'optimistic'],
          ['of the outer folds', 'accuracy'],
        ].map(([title, name]) => {
          const { mean, error } = meanAndError(choices.map((row) => row[name]));
          return [title, choices.length, three(mean), three(error)];
        }),
      },
    },
    judged: judgeChance({ ...tests, choices }),
  };
}

function decided(name, own) {
  const share = own.filter(({ row }) => row.significant).length / own.length;
  const error = Math.sqrt((0.05 * 0.95) / own.length);
  return panel(`${name}, ${own.length} data sets`, {
    width: 200,
    height: 260,
    x: { axis: null },
    y: { domain: [0, 1], label: null, grid: true },
    marks: [
      Plot.barY([share], { x: () => 0, y: (value) => value, fill: '#1f5fa8' }),
      Plot.text([share], { x: () => 0, y: (value) => value, dy: -8, text: (value) => `${(100 * value).toFixed(1)} %` }),
      Plot.ruleY([0.05], { stroke: '#c2410c', strokeDasharray: '4 3' }),
      Plot.ruleY(name === 'noise' ? [0.05 - 2 * error, 0.05 + 2 * error] : [], { stroke: '#c2410c', strokeWidth: 0.5 }),
      Plot.ruleY([0]),
    ],
  });
}

function chosen(choices) {
  const points = choices.flatMap(({ optimistic, accuracy }, c) => [
    { which: 'that chose', value: optimistic, c },
    { which: 'outer folds', value: accuracy, c },
  ]);
  return panel('balanced accuracy on noise', {
    width: 280,
    height: 260,
    x: { domain: ['that chose', 'outer folds'], label: null, padding: 0.4 },
    y: { domain: [0.2, 0.9], label: null, grid: true },
    marks: [
      Plot.ruleY([0.5], { stroke: '#c2410c', strokeDasharray: '4 3' }),
      Plot.line(points, { x: 'which', y: 'value', z: 'c', stroke: '#999', strokeWidth: 0.7 }),
      Plot.dot(points, { x: 'which', y: 'value', r: 2.4, fill: 'white', stroke: '#1f5fa8' }),
      Plot.tickY(points, Plot.groupX({ y: 'mean' }, { x: 'which', y: 'value', stroke: 'black', strokeWidth: 2.5 })),
    ],
  });
}
