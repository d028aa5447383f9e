// Figure 4: AUC over the size of the projection.
import * as Plot from '@observablehq/plot';
import { choicesOf, completeGroups, judgeAuc, sourceOf } from '../../build/experiments/index.js';
import { arrange, methodMarks, panel } from './draw.mjs';
import { methodTitle, tableOf } from './tables.mjs';

const power = (lambda) => (lambda === undefined ? '' : `1e${Math.round(Math.log10(lambda))}/`);

function aucPanel(set, choices) {
  const lines = ['pca', 'lda', 'trip'].flatMap((method) => {
    const own = choices.filter((choice) => choice.method === method).sort((a, b) => a.rank - b.rank);
    const { title: _title, symbol, fill, ...style } = methodMarks[method];
    const nested = own.filter((choice) => choice.nested !== undefined);
    return [
      Plot.line(own, { x: 'rank', y: ({ auc }) => auc.mean, ...style }),
      Plot.line(nested, { x: 'rank', y: ({ nested }) => nested.mean, ...style, strokeOpacity: 0.35, strokeWidth: 4 }),
      Plot.dot(own, { x: 'rank', y: ({ auc }) => auc.mean, symbol, fill, stroke: style.stroke, r: 3 }),
    ];
  });
  const marks = choices
    .filter(({ method }) => method === 'trip')
    .map((choice) => ({ ...choice, text: `${power(choice.lambda)}${choice.layers}` }));
  return panel(sourceOf(set).title, {
    width: 220,
    height: 210,
    marginLeft: 36,
    marginRight: 14,
    x: { domain: [0.7, 5.3], ticks: [1, 2, 3, 4, 5], tickFormat: 'd', label: 'J' },
    y: { label: null, grid: true, nice: true, ticks: 5 },
    marks: [
      Plot.frame({ stroke: '#888' }),
      ...lines,
      Plot.text(marks, {
        x: 'rank',
        y: ({ auc }) => auc.mean,
        text: 'text',
        dy: -9,
        fontSize: 8,
        stroke: 'white',
        fill: 'black',
      }),
    ],
  });
}

const four = (value) => value?.toFixed(4) ?? '';

const choiceTable = (choices) => ({
  head: 'set,samples,method,J,AUC,deviation,folds,lambda,hidden layers,nested AUC,deviation'.split(','),
  body: choices.map(({ set, samples, method, rank, auc, lambda, layers, nested }) => [
    ...[set, samples, methodTitle(method), rank],
    ...[four(auc.mean), four(auc.deviation), auc.count, lambda ?? '', layers],
    ...[four(nested?.mean), four(nested?.deviation)],
  ]),
});

export async function fig4({ cells, rows }) {
  const choices = choicesOf(cells, rows);
  const sets = [...new Set(choices.map(({ set }) => set))];
  const of = (set) => choices.filter((choice) => choice.set === set);
  const panels = sets.map((set) => aucPanel(set, of(set)));
  return {
    figures: {
      fig4: arrange('AUC over the size J of the projection', panels, {
        columns: 5,
        notes: [
          'Black circles: TRIP, with its lambda and number of hidden layers; blue triangles, dashed: PCANN; orange squares, dotted: LDANN. Mean over the folds.',
          'Lambda and depth chosen by the scores shown, as in the paper; broad pale lines: chosen by inner validation, where it has been run.',
        ],
      }),
    },
    tables: { fig4: choiceTable(choices), 'fig4-all': tableOf(completeGroups(cells, rows), ['auc', 'accuracy']) },
    judged: judgeAuc(choices),
  };
}
