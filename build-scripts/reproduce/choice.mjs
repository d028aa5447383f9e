// Beyond the paper: restarts 'auto' beside a single plain start, fold by fold.
import * as Plot from '@observablehq/plot';
import { differencesOf, judgeDifferences, sourceOf } from '../../build/experiments/index.js';
import { arrange, panel } from './draw.mjs';

const four = (value) => value.toFixed(4);

export async function choice({ cells, rows }) {
  const differences = differencesOf(cells, rows);
  const titleOf = ({ set }) => sourceOf(set).title;
  const range = (factor) => ({
    x1: ({ mean, error }) => mean - factor * error,
    x2: ({ mean, error }) => mean + factor * error,
  });
  const widest = Math.max(...differences.map(({ mean, error }) => Math.abs(mean) + 2 * error)) * 1.1;
  const plot = panel("accuracy with 'auto' less accuracy of a single plain start", {
    width: 560,
    height: 40 * differences.length + 70,
    marginLeft: 80,
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
        head: ['set', 'folds', 'one start', 'deviation', "'auto'", 'deviation', 'difference', 'standard error'],
        body: differences.map((difference) => {
          const { plain, searched, mean, error } = difference;
          const numbers = [plain.mean, plain.deviation, searched.mean, searched.deviation, mean, error];
          return [titleOf(difference), plain.count, ...numbers.map(four)];
        }),
      },
    },
    judged: judgeDifferences(differences),
  };
}
