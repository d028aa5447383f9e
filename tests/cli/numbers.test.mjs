/** Tables that once had wrong results: values large compared with their spread, as many axes as variables, rows without neighbours. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { read } from '../lib/support.mjs';
import { folderFor, rowsOf } from './support.mjs';

const folder = folderFor('numbers');
const given = (name) => folder.write(name, read(`tests/cli/fixtures/${name}`));
const fit = (file, target, ...more) => ['fit', file, '--target', target, ...more, '--out', 'model.json'];

test('times in seconds since 1970 predict the phase', async () => {
  given('unix-seconds.csv');
  const options = ['--hidden', '5', '--ranks', '1', '--epochs', '300', '--restarts', '4'];
  const { train } = await folder.json(fit('unix-seconds.csv', 'phase', ...options));
  assert.ok(train.accuracy >= 0.99, `${train.accuracy}`);
  assert.ok((await folder.json(['score', 'model.json', 'unix-seconds.csv'])).accuracy >= 0.99);
});

test('a large response is predicted to all its digits', async () => {
  given('large-response.csv');
  const linear = ['--task', 'regression', '--hidden', 'none', '--ranks', '1', '--epochs', '1500'];
  const { train } = await folder.json(fit('large-response.csv', 'arrival', ...linear));
  assert.ok(train.pearson > 0.9999, `${train.pearson}`);
  assert.ok(train.rmse < 1, `${train.rmse}`);
  const { stdout } = await folder.trip(['predict', 'model.json', 'large-response.csv', '--keep', 'arrival']);
  for (const [, arrival, prediction] of rowsOf(stdout).slice(1)) {
    assert.ok(Math.abs(Number(arrival) - Number(prediction)) < 3, `${arrival}: ${prediction}`);
  }
});

test('with as many axes as variables nothing is lost, and training works', async () => {
  given('two-columns.csv');
  for (const seed of ['1', '2', '3']) {
    const options = ['--restarts', '20', '--epochs', '100', '--seed', seed];
    const result = await folder.json(fit('two-columns.csv', 'rhesus', ...options));
    assert.equal(result.diverged, false);
    assert.equal(result.train.reconstruction, 0);
    assert.equal(JSON.parse(folder.read('model.json')).restarts.includes('diverged'), false);
  }
});

test('rows without neighbours are listed, counted and left out of the mean', async () => {
  given('isolated-rows.csv');
  const options = ['--task', 'regression', '--standardize', 'no', '--hidden', 'none', '--epochs', '100'];
  await folder.json(fit('isolated-rows.csv', 'y', ...options));
  const auto = await folder.json(['explain', 'model.json', 'isolated-rows.csv']);
  const one = await folder.json(['explain', 'model.json', 'isolated-rows.csv', '--sigma', '1']);
  assert.ok(auto.isolated.length < one.isolated.length);
  assert.ok(one.isolated.length > 0);
  for (const { modes } of [auto, one]) {
    for (const { mean, deviation } of modes[0].coefficients)
      assert.ok(Number.isFinite(mean) && Number.isFinite(deviation));
  }
  const { stdout, stderr } = await folder.trip(['explain', 'model.json', 'isolated-rows.csv', '--sigma', '1']);
  assert.match(stderr, new RegExp(`${one.isolated.length} of 150 rows have no neighbours .*rows? ${one.isolated[0]},`));
  assert.match(stdout, new RegExp(`mean of ${150 - one.isolated.length} rows`));
  assert.doesNotMatch(stdout, /none|NaN/);
  const narrow = await folder.json(['explain', 'model.json', 'isolated-rows.csv', '--sigma', '1e-30']);
  assert.equal(narrow.isolated.length, 150);
  for (const { mean } of narrow.modes[0].coefficients) assert.ok(Number.isFinite(mean));
  assert.equal(narrow.fewNeighbours, 150);

  // A width that reaches every sample leaves no row with too few; the note names the widths to try.
  const wide = await folder.json(['explain', 'model.json', 'isolated-rows.csv', '--sigma', '1000']);
  assert.equal(wide.fewNeighbours, 0);
  assert.ok(auto.fewNeighbours >= auto.isolated.length);
  const few = await folder.trip(['explain', 'model.json', 'isolated-rows.csv', '--sigma', '1e-30']);
  assert.match(few.stderr, /150 of 150 rows have fewer neighbours .*--sigma 2e-30 or 4e-30/);
});

test('values that floats cannot represent are noted if data are not centred', async () => {
  given('unix-seconds.csv');
  const args = fit('unix-seconds.csv', 'phase', '--standardize', 'no', '--epochs', '1');
  const { stderr } = await folder.trip(args);
  assert.match(stderr, /stamp.*1000 units in the last place/);
  assert.match((await folder.json(args)).notes[0], /stamp/);
});

test('the advice about a divergence helps', async () => {
  given('two-columns.csv');
  const args = (rate) => fit('two-columns.csv', 'rhesus', '--ranks', '1', '--epochs', '20', '--learning-rate', rate);
  const { stdout } = await folder.trip(args('1e9'));
  assert.match(stdout, /diverged.*smaller --learning-rate/);
  assert.doesNotMatch((await folder.trip(args('0.001'))).stdout, /diverged/);
  const x = Array.from({ length: 20 }, (_, n) => `${n}e30,${n % 3}e30,${n % 2 ? 'a' : 'b'}`);
  folder.write('huge.csv', `p,q,kind\n${x.join('\n')}\n`);
  const huge = ['--standardize', 'no', '--ranks', '1', '--epochs', '20', '--lambda', '1'];
  assert.match((await folder.trip(fit('huge.csv', 'kind', ...huge))).stdout, /diverged.*--standardize yes/);
  huge[1] = 'yes';
  assert.doesNotMatch((await folder.trip(fit('huge.csv', 'kind', ...huge))).stdout, /diverged/);
});
