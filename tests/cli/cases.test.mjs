/** Small files that were once read wrong: the messages of the command about them, and the trained models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read, trip } from '../lib/support.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('cases');
for (const name of ['german-thousands.csv', 'index-column.csv', 'duplicate-names.csv', 'rare-class.csv'])
  folder.write(name, read(`tests/cli/fixtures/${name}`));
for (const name of ['leading-dot.tsv', 'mixed.csv']) folder.write(name, read(`tests/cli/fixtures/${name}`));
const fit = (file, target, ...more) => ['fit', file, '--target', target, '--hidden', '5', '--out', 'm.json', ...more];
const table = () => JSON.parse(folder.read('m.json')).table;

async function refusal(args) {
  const { status, stdout, stderr } = await folder.trip(args);
  assert.notEqual(status, 0);
  assert.equal(stdout, '');
  return stderr;
}

test('1.237 together with 300 is ambiguous; each flag selects one reading', async () => {
  const says = await refusal(fit('german-thousands.csv', 'Klasse'));
  assert.match(says, /column 'Umsatz': '1\.237' beside '300' may be 1\.237 or 1237/);
  assert.match(says, /--decimal \. reads 1\.237, --decimal , reads 1237/);
  const cells = folder.read('german-thousands.csv').trim().split('\n').slice(1);
  const mean = (number) => cells.reduce((sum, line) => sum + number(line.split(';')[0]), 0) / cells.length;
  for (const [mark, number] of [
    [',', (cell) => Number(cell.replace('.', ''))],
    ['.', Number],
  ]) {
    await folder.json(fit('german-thousands.csv', 'Klasse', '--epochs', '2', '--decimal', mark));
    const { mean: stored } = trip.restore(folder.read('m.json')).spec;
    assert.ok(Math.abs(stored[0] / mean(number) - 1) < 1e-5, `${mark}: ${stored[0]}`);
  }
});

test('an unnamed counter is not a variable by default, and can be kept', async () => {
  const run = fit('index-column.csv', 'kind', '--epochs', '300');
  assert.match((await folder.trip(run)).stderr, /'column 1' is left out since it names the rows/);
  const { train } = await folder.json(run);
  assert.deepEqual(table().features, ['u', 'v']);
  assert.ok(train.accuracy < 0.9, `${train.accuracy}`);
  const kept = await folder.json([...run, '--include', 'column 1']);
  assert.equal(kept.train.accuracy, 1);
  assert.deepEqual(table().features, ['column 1', 'u', 'v']);
});

test('a generated name never equals the name of a column', async () => {
  const run = fit('duplicate-names.csv', 'kind', '--epochs', '2');
  await folder.json(run);
  assert.deepEqual(table().features, ['conc', 'conc (3)', 'conc.1', 'conc (2)']);
  await folder.json([...run, '--ignore', 'conc (2)']);
  assert.deepEqual(table().features, ['conc', 'conc (3)', 'conc.1']);
});

test('ten folds with a class of one sample are refused before the first fit', async () => {
  const plan = { data: 'rare-class.csv', table: { target: 'kind' }, grid: { lambda: [0.1] }, folds: 10 };
  folder.write('plan.json', JSON.stringify(plan));
  const says = await refusal(['sweep', 'plan.json', '--out', 'rows.jsonl']);
  assert.match(says, /"rare" has 1 sample.*no number of folds works: a class needs 2 samples/);
});

test('.048 is a number, also as the response', async () => {
  const says = await refusal(fit('leading-dot.tsv', 'rate'));
  assert.match(says, /'rate' holds numbers that are not all integers; say whether the task is classification/);
  const { train } = await folder.json(fit('leading-dot.tsv', 'rate', '--task', 'regression', '--epochs', '50'));
  assert.ok(train.rmse < 0.05, `${train.rmse}`);
});

test('one message lists all errors of a table, and its command line works', async () => {
  const run = fit('mixed.csv', 'score', '--task', 'regression', '--epochs', '50');
  const says = await refusal(run);
  assert.match(says, /3 columns are not numeric:\n/);
  assert.match(says, /'name': an identifier, all 80 values differ/);
  assert.match(says, /'kind': 3 categories \('blue', 'green', 'red'/);
  assert.match(says, /'when': dates \('2020-01-01'/);
  const advice = /--ignore name --dates when --categories indicators --missing mean\n/.exec(says)[0].trim();
  const { stderr } = await folder.trip([...run, ...advice.split(' ')]);
  const without = folder
    .read('mixed.csv')
    .trim()
    .split('\n')
    .filter((line) => line.endsWith(',')).length;
  assert.ok(without > 0);
  assert.match(stderr, new RegExp(`${without} of 80 rows were left out: ${without} without a response\n`));
  assert.deepEqual(table().features, ['kind=blue', 'kind=green', 'kind=red', 'when', 'size', 'weight']);
});
