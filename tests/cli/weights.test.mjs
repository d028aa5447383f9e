/** Columns of weights, weights of classes and several responses in the command, compared with the package. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { signs, trip } from '../lib/support.mjs';
import { folderFor, rowsOf } from './support.mjs';

const folder = folderFor('weights');
const count = 40;
const { x, y: kinds } = signs(count, 3);
const weights = Array.from({ length: count }, (_, n) => (n * 7) % 4);
const responses = Array.from({ length: count }, (_, n) => [10 + 5 * x[3 * n], x[3 * n + 1] ** 2]);
const featureNames = ['a', 'b', 'c'];
const cells = Array.from({ length: count }, (_, n) => [
  ...x.subarray(3 * n, 3 * n + 3),
  kinds[n],
  weights[n],
  ...responses[n],
]);
const names = [...featureNames, 'kind', 'w', 'rent', 'price'];
const quick = { epochs: 10, hidden: [5], seed: 2 };
const flags = ['--epochs', '10', '--hidden', '5', '--seed', '2'];
const classes = { x, shape: [count, 3], y: kinds, featureNames };
const values = { ...classes, y: responses, task: 'regression', responseNames: ['rent', 'price'] };
const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-6 * (1 + Math.abs(b)), `${a} and ${b}`);

before(() => {
  folder.write('data.csv', [names, ...cells].map((row) => `${row.join()}\n`).join(''));
  folder.write('bare.csv', [names, ...cells].map((row) => `${row.filter((_, c) => c !== 4).join()}\n`).join(''));
});

const toClass = ['fit', 'data.csv', '--target', 'kind', '--ignore', 'rent,price', ...flags];

test('--weight is a column that is no variable, in fit, test sets and score', async () => {
  const fitted = await folder.json([...toClass, '--weight', 'w', '--test', 'data.csv', '--out', 'm.json']);
  const data = trip.dataset({ ...classes, sampleWeight: weights });
  const model = trip.fit(data, quick);
  assert.equal(fitted.fingerprint, model.fingerprint);
  assert.deepEqual(fitted.train, JSON.parse(JSON.stringify(model.score(data))));
  assert.deepEqual(fitted.test, fitted.train);
  const weighted = await folder.json(['score', 'm.json', 'data.csv', '--weight', 'w']);
  near(weighted.accuracy, model.score(data).accuracy);
  const plain = await folder.json(['score', 'm.json', 'bare.csv']);
  near(plain.accuracy, model.score(trip.dataset(classes)).accuracy);
  assert.notEqual(plain.loss, weighted.loss);
  const { stderr } = await folder.trip([...toClass, '--weight', '5', '--out', 'm2.json']);
  assert.match(stderr, /3 variables, 2 classes in column 'kind', weights in column 'w'/);
  assert.equal(JSON.parse(folder.read('m2.json')).fingerprint, model.fingerprint);
});

test('--class-weight is balanced or a list of weights', async () => {
  for (const [text, classWeight] of [
    ['balanced', 'balanced'],
    ['plus=3', { plus: 3 }],
    ['plus=3,minus=0.5', { plus: 3, minus: 0.5 }],
  ]) {
    const args = ['fit', 'data.csv', '--target', 'kind', '--ignore', 'rent,price,w', ...flags];
    const { fingerprint } = await folder.json([...args, '--class-weight', text, '--out', 'm.json']);
    assert.equal(fingerprint, trip.fit(trip.dataset(classes), { ...quick, classWeight }).fingerprint);
    assert.deepEqual(JSON.parse(folder.read('m.json')).options.classWeight, classWeight);
  }
});

test('--target a,b are several responses', async () => {
  const own = ['--task', 'regression', '--ignore', 'kind,w'];
  const fitted = await folder.json(['fit', 'data.csv', '--target', 'rent,price', ...own, ...flags, '--out', 'r.json']);
  const data = trip.dataset(values);
  const model = trip.fit(data, quick);
  assert.equal(fitted.fingerprint, model.fingerprint);
  assert.deepEqual(
    fitted.train.responses.map(({ name }) => name),
    ['rent', 'price'],
  );
  const byPosition = await folder.json(['fit', 'data.csv', '--target', '6, 7', ...own, ...flags, '--out', 'r2.json']);
  assert.equal(byPosition.fingerprint, model.fingerprint);

  const predicted = await folder.trip(['predict', 'r.json', 'data.csv', '--quiet']);
  const [head, ...rows] = rowsOf(predicted.stdout);
  assert.deepEqual(head, ['row', 'prediction(rent)', 'prediction(price)']);
  assert.deepEqual(Float32Array.from(rows.flatMap((row) => row.slice(1).map(Number))), model.predict(data));
  await folder.trip(['predict', 'r.json', 'data.csv', '--out', 'p.npy', '--quiet']);
  assert.match(folder.read('p.npy', 'latin1'), /'shape': \(40, 2\)/);

  const scored = await folder.json(['score', 'r.json', 'data.csv']);
  assert.deepEqual(scored, { samples: count, ...fitted.train });
  const swapped = await folder.trip(['score', 'r.json', 'data.csv', '--target', 'price,rent']);
  assert.match(swapped.stderr, /responseNames\[0\] of data is "price"/);
  assert.equal(swapped.status, 1);
  const { stdout } = await folder.trip(['score', 'r.json', 'data.csv', '--quiet']);
  assert.match(stdout, /scores of each response\n +rmse +pearson\n *rent/);
  const explained = await folder.json(['explain', 'r.json', 'data.csv', '--response', 'price']);
  const numbered = await folder.trip(['explain', 'r.json', 'data.csv', '--response', '1']);
  assert.equal(numbered.status, 2);
  assert.match(numbered.stderr, /--response is '1'; the responses are 'rent', 'price'/);
  assert.equal(explained.response, 'price');
  assert.equal((await folder.json(['explain', 'r.json', 'data.csv'])).response, 'rent');
});

test('arrays have several responses in a matrix, and weights in JSON', async () => {
  folder.write('data.json', JSON.stringify({ ...values, x: Array.from(x), sampleWeight: weights }));
  const { fingerprint } = await folder.json(['fit', 'data.json', ...flags, '--out', 'j.json']);
  assert.equal(fingerprint, trip.fit(trip.dataset({ ...values, sampleWeight: weights }), quick).fingerprint);
});

test('a sweep has weights, and another file for other weights', async () => {
  const table = { target: 'kind', weight: 'w', ignore: ['rent', 'price'] };
  const { seed: _seed, ...options } = quick;
  const plan = { data: 'data.csv', table, grid: { classWeight: ['balanced', {}] }, options, folds: 3 };
  folder.write('plan.json', JSON.stringify(plan));
  const { summary } = await folder.json(['sweep', 'plan.json', '--out', 's.jsonl']);
  assert.equal(summary.length, 2);
  const row = JSON.parse(folder.read('s.jsonl').split('\n')[1]);
  const data = trip.dataset({ ...classes, sampleWeight: weights });
  const { data: _data, table: _table, ...rest } = plan;
  assert.deepEqual(row, JSON.parse(JSON.stringify(trip.sweepCell({ ...rest, data }, { point: 0, trial: 0, fold: 0 }))));
  folder.write('plan.json', JSON.stringify({ ...plan, table: { target: 'kind', ignore: ['rent', 'price', 'w'] } }));
  const other = await folder.trip(['sweep', 'plan.json', '--out', 's.jsonl']);
  assert.equal(other.status, 1);
  assert.match(other.stderr, /not the file of this sweep/);
});

test('errors name the column, the row and what is accepted', async () => {
  const text = folder.read('data.csv');
  const withWeight = (cell) => text.replace(/^((?:[^,\n]*,){3}[a-z]+),2,/m, `$1,${cell},`);
  const failed = async (args, ...parts) => {
    const { status, stderr } = await folder.trip([...args, '--out', 'e.json']);
    assert.notEqual(status, 0);
    for (const part of parts) assert.match(stderr, part);
  };
  for (const cell of ['-1', '']) {
    folder.write('wrong.csv', withWeight(cell));
    const args = ['fit', 'wrong.csv', ...toClass.slice(2), '--weight', 'w'];
    await failed(args, /row \d+, column w: the weight is/, /at least 0/);
  }
  await failed([...toClass, '--weight', 'weight'], /no column 'weight'/);
  await failed([...toClass, '--weight', 'kind'], /both column 'kind'/);
  await failed([...toClass, '--weight', 'w', '--class-weight', 'even'], /--class-weight is "even"/, /ill=5,well=1/);
  await failed([...toClass, '--weight', 'w', '--class-weight', 'pluss=2'], /class "pluss"/, /"plus"/);
  await failed(['fit', 'data.csv', '--target', 'kind,w', ...flags], /2 columns: 'kind', 'w'/, /multi-label/);
  folder.write('few.svm', '1 1:2\n0 2:1\n');
  await failed(['fit', 'few.svm', '--weight', 'w'], /--weight is "w"/, /arrays have no columns/);
});

test('values of options are named with all that is accepted', async () => {
  const refused = async (args, ...parts) => {
    const { status, stderr } = await folder.trip([...args, '--out', 'none.json']);
    assert.equal(status, 2, stderr);
    for (const part of parts) assert.ok(stderr.includes(part), stderr);
  };
  await refused([...toClass, '--class-weight', 'plus=5,plus=2'], '--class-weight has the class "plus" twice');
  await refused([...toClass, '--class-weight', 'plus=,minus=2'], '--class-weight of "plus" is ""', 'a number');
  const sized = toClass.filter((word) => word !== '--epochs' && word !== '10');
  for (const flag of ['--lambda', '--epochs', '--restarts'])
    await refused([...sized, flag, 'Auto'], `${flag} is "Auto"`, 'a number is accepted, or', 'auto');
  await folder.json([...toClass, '--out', 'weighted.json']);
  const { stderr } = await folder.trip(['score', 'weighted.json', 'data.csv', '--weight', 'kind']);
  assert.match(stderr, /--weight and the response are both column 'kind'/);
});
