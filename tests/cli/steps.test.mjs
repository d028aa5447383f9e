/** Preprocessing in the command: --steps and --categorical give the fit what the package gives it, and predict finds the columns. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { numbers, trip } from '../lib/support.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('steps');
const count = 40;
const x = numbers(2 * count, 3).map((value) => Math.fround(4 * value * value));
const rows = Array.from({ length: count }, (_, n) => ({
  height: x[2 * n],
  colour: ['red', 'blue', 'dark green'][(n * 5) % 3],
  width: x[2 * n + 1],
  kind: n % 2 === 0 ? 'a' : 'b',
}));
const options = { epochs: 10, hidden: [4], steps: ['log1p', 'pareto'] };
const flags = ['--epochs', '10', '--hidden', '4', '--steps', 'log1p,pareto'];
const csv = (own, names = Object.keys(own[0])) =>
  [names, ...own.map((row) => names.map((name) => row[name]))].map((row) => `${row.join()}\n`).join('');

before(() => {
  folder.write('data.csv', csv(rows));
  folder.write('new.csv', csv(rows, ['width', 'colour', 'height']));
  folder.write('bare.csv', csv(rows, ['height', 'colour', 'width']).split('\n').slice(1).join('\n'));
  folder.write('strange.csv', csv([{ ...rows[0], colour: 'mauve' }]));
});

const fit = (...more) => folder.json(['fit', 'data.csv', '--target', 'kind', ...more, '--out', 'm.json']);
const data = trip.dataset({ rows, target: 'kind', categorical: ['colour'] });

test('--categorical and --steps give the model of the package; predict, score and explain find its columns', async () => {
  const model = trip.fit(data, options);
  const fitted = await fit(...flags, '--categorical', 'colour', '--test', 'data.csv');
  assert.equal(fitted.fingerprint, model.fingerprint);
  assert.deepEqual(fitted.test, fitted.train);
  const byPosition = await fit(...flags, '--categorical', '2');
  assert.equal(byPosition.fingerprint, model.fingerprint);
  const expected = model.predictLabels(data);
  for (const file of ['data.csv', 'new.csv', 'bare.csv']) {
    const predicted = await folder.json(['predict', 'm.json', file]);
    assert.deepEqual(
      predicted.rows.map(([, label]) => label),
      expected,
      file,
    );
  }
  assert.equal((await folder.json(['score', 'm.json', 'data.csv'])).accuracy, model.score(data).accuracy);
  const { stdout } = await folder.trip(['explain', 'm.json', 'data.csv']);
  assert.match(stdout, /colour=dark green/);
  const { stderr } = await folder.trip(['predict', 'm.json', 'strange.csv']);
  assert.match(stderr, /"mauve" in the categorical column "colour" does not occur in the training samples/);
});

test('a plan of a sweep varies the steps and names categorical columns', async () => {
  const plan = {
    data: 'data.csv',
    table: { target: 'kind', categorical: ['colour'] },
    grid: { steps: [[], ['log1p'], ['snv']] },
    options: { epochs: 5, restarts: 1 },
    folds: 3,
  };
  folder.write('plan.json', JSON.stringify(plan));
  const { stdout, status, stderr } = await folder.trip(['sweep', 'plan.json', '--out', 'r.jsonl']);
  assert.equal(status, 0, stderr);
  assert.match(stdout, / log1p /);
  const [, ...found] = folder.read('r.jsonl').trim().split('\n').map(JSON.parse);
  const { grid, options, folds } = plan;
  assert.deepEqual(found[4], trip.sweepCell({ data, grid, options, folds }, found[4]));
});

test('unknown steps and columns, and columns of arrays, are refused', async () => {
  const refused = async (args, message) => {
    const { status, stderr } = await folder.trip(['fit', ...args, '--out', 'n.json']);
    assert.notEqual(status, 0);
    assert.match(stderr, message);
  };
  const own = ['data.csv', '--target', 'kind'];
  await refused([...own, '--categorical', 'colour', '--steps', 'log'], /steps\[0\] is "log".*'log1p', 'snv', 'pareto'/);
  await refused([...own, '--categorical', 'size'], /size/);
  await refused(own, /colour/);
  folder.write('samples.json', JSON.stringify({ x: [[1, 2]], y: [0] }));
  await refused(['samples.json', '--categorical', 'colour'], /--categorical is \["colour"\], columns of a table/);
});
