// Beyond the paper: restarts 'auto' beside a single plain start, fold by fold.
import * as Plot from '@observablehq/plot';
import { differencesOf, judgeDifferences, sourceOf } from '../../build/experiments/index.js';
import { arrange, panel } from './draw.mjs';

const four = (value) => value.toFixed(4);

export async function choice({ cells, rows }) {
  const differences = differencesOf(cells, rows);
  const titleOf = ({ set, layers }) => `${sourceOf(set).title}, ${layers} hidden layer${layers === 1 ? '' : 's'}`;
  const range = (factor) => ({
    x1: ({ mean, error }) => mean - factor * error,
    x2: ({ mean, error }) => mean + factor * error,
  });
  const widest = Math.max(...differences.map(({ mean, error }) => Math.abs(mean) + 2 * error)) * 1.1;
  const plot = panel("accuracy with 'auto' less accuracy of a single plain start", {
    width: 640,
    height: 40 * differences.length + 70,
    marginLeft: 150,
    y: { domain: differences.map(titleOf), label: null },
    x: { domain: [-widest, widest], label: null, grid: true, tickFormat: (value) => String(value) },
    marks: [
      Plot.ruleX([0]),
      Plot.ruleY(differences, { y: titleOf, ...range(2), stroke: '#888' }),
      Plot.ruleY(differences, { y: titleOf, ...range(1), strokeWidth: 3.5 }),
      Plot.dot(differences, { y: titleOf, x: 'mean', fill: 'white', stroke: 'black', r: 4.5 }),
    ],
  });
  return {
    figures: {
      choice: arrange("'auto' on real data", [plot], {
        notes: ['Circle: mean over the folds; thick: one standard error to both sides, thin: two.'],
      }),
    },
    tables: {
      choice: {
        head: [
          ...['set', 'folds', 'one start', 'deviation', 'lowest of 12', 'deviation'],
          ...["'auto'", 'deviation', "'auto' less one start", 'standard error'],
        ],
        body: differences.map((difference) => {
          const { plain, lowest, searched, mean, error } = difference;
          const accuracies = [plain, lowest, searched].flatMap((spread) => [spread.mean, spread.deviation]);
          return [titleOf(difference), plain.count, ...[...accuracies, mean, error].map(four)];
        }),
      },
    },
    judged: judgeDifferences(differences),
  };
}
