/** The command and the library train, save, restore and apply identical models. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import { before, test } from 'node:test';
import { sameBits, trip } from '../lib/support.mjs';
import { folderFor, rowsOf } from './support.mjs';

const folder = folderFor('models');
const size = ['--noise-dimensions', '7', '--samples-per-class', '30', '--noise-samples-per-class', '3'];
const options = { standardize: false, hidden: [5, 4], epochs: 30, restarts: 3, lambda: 0.05, batchSize: 11, seed: 4 };
const fit = [
  'fit',
  'spiral/train.csv',
  '--target',
  'class',
  '--standardize',
  'no',
  '--hidden',
  '5,4',
  '--epochs',
  '30',
];
fit.push('--restarts', '3', '--lambda', '0.05', '--batch-size', '11', '--seed', '4', '--out', 'model.json');
const { train, test: held } = trip.spiral({
  seed: 7,
  noiseDimensions: 7,
  samplesPerClass: 30,
  noiseSamplesPerClass: 3,
});
let result;

before(async () => {
  const { files } = await folder.json(['spiral', '--seed', '7', '--out', 'spiral', ...size]);
  assert.deepEqual(files, ['spiral/train.csv', 'spiral/test.csv', 'spiral/truth.csv']);
  result = await folder.json([...fit, '--test', 'spiral/test.csv']);
});

test('the files of spiral preserve its bits', () => {
  const [header, ...rows] = rowsOf(folder.read('spiral/train.csv'));
  assert.equal(header.join(), 'x1,x2,x3,x4,x5,x6,x7,x8,x9,x10,class');
  sameBits(Float32Array.from(rows.flatMap((row) => row.slice(0, 10))), train.x);
});

test('fit has the fingerprint and the scores of the library', () => {
  const model = trip.fit(train, options);
  assert.equal(result.fingerprint, model.fingerprint);
  assert.deepEqual(result.train, JSON.parse(JSON.stringify(model.score(train))));
  assert.deepEqual(result.test, JSON.parse(JSON.stringify(model.score(held))));
  assert.equal(result.restarts, 3);
  assert.equal(result.restart, model.restarts[model.best].restart);
});

test('fit counts the restarts that halving ended, and the file has them', async () => {
  const others = { '--restarts': 'auto', '--out': 'halved.json' };
  const auto = fit.map((word, at) => others[fit[at - 1]] ?? word);
  const { stdout, status } = await folder.trip(auto);
  assert.equal(status, 0);
  assert.match(stdout, /\nhalving: 5 after epoch 3, 2 after epoch 6 halted, 5 of 12 restarts went on\n$/);
  const { haltedEpochs, restart, fingerprint } = await folder.json(auto);
  const model = trip.fit(train, { ...options, restarts: 'auto' });
  assert.equal(fingerprint, model.fingerprint);
  assert.deepEqual(
    haltedEpochs,
    model.restarts.map(({ haltedEpoch }) => haltedEpoch),
  );
  assert.equal(restart, model.restarts[model.best].restart);
  assert.deepEqual(trip.restore(folder.read('halved.json')).restarts, model.restarts);
  const { stdout: whole } = await folder.trip([...auto, '--halving', 'no']);
  assert.doesNotMatch(whole, /halving/);
});

test('the library restores the file, and the outputs of predict, transform and score have its bits', async () => {
  const model = trip.restore(folder.read('model.json'));
  assert.equal(model.fingerprint, result.fingerprint);

  const predict = ['predict', 'model.json', 'spiral/test.csv', '--proba', '--keep', 'class', '--out', 'p.csv'];
  assert.equal((await folder.trip(predict)).status, 0);
  const [header, ...rows] = rowsOf(folder.read('p.csv'));
  assert.deepEqual(header, ['row', 'class', 'prediction', 'p(0)', 'p(1)']);
  assert.deepEqual(
    rows.map((row) => row[0]),
    Array.from(rows, (_, n) => `${n + 2}`),
  );
  assert.deepEqual(
    rows.map((row) => Number(row[1])),
    [...held.labels],
  );
  assert.deepEqual(
    rows.map((row) => Number(row[2])),
    [...model.predict(held)],
  );
  sameBits(Float32Array.from(rows.flatMap((row) => row.slice(3))), model.predictProba(held));

  const { columns, rows: plane } = await folder.json(['transform', 'model.json', 'spiral/test.csv']);
  assert.deepEqual(columns, ['row', 'z1', 'z2']);
  sameBits(Float32Array.from(plane.flatMap((row) => row.slice(1))), model.transform(held));

  const { samples, ...score } = await folder.json(['score', 'model.json', 'spiral/test.csv']);
  assert.equal(samples, held.shape[0]);
  assert.deepEqual(score, JSON.parse(JSON.stringify(model.score(held))));

  const { stdout } = await folder.trip(['score', 'model.json', 'spiral/test.csv']);
  const [, table] = stdout.split('class by row, prediction by column, and the recall of the class\n');
  assert.deepEqual(
    table
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/\s+/)),
    [
      ['0', '1', 'recall'],
      ...[0, 1].map((c) => [c, ...score.confusion[c], Number(score.recall[c].toPrecision(4))].map(String)),
    ],
  );
});

test('columns in another order, among other columns, from a pipe: the same predictions', async () => {
  const rows = rowsOf(folder.read('spiral/test.csv'));
  const shuffled = rows.map((row, n) => [n === 0 ? 'note' : `n${n}`, ...row.slice(0, 10).reverse()].join(';'));
  const [straight, piped] = await Promise.all([
    folder.json(['predict', 'model.json', 'spiral/test.csv']),
    folder.json(['predict', 'model.json', '-', '--keep', 'note'], { input: shuffled.join('\r\n') }),
  ]);
  assert.deepEqual(piped.columns, ['row', 'note', 'prediction']);
  assert.deepEqual(
    piped.rows.map(([row, , prediction]) => [row, prediction]),
    straight.rows,
  );
  assert.equal(piped.rows[2][1], 'n3');
});

test('a file without names is read by position, with the response or without', async () => {
  const lines = folder.read('spiral/test.csv').trimEnd().split('\n').slice(1);
  folder.write('bare.csv', lines.join('\n'));
  folder.write('variables.csv', lines.map((line) => line.split(',').slice(0, 10).join()).join('\n'));
  const bare = await folder.json(['fit', 'bare.csv', '--target=-1', '--epochs', '3', '--out', 'bare.json']);
  assert.equal(bare.fingerprint, trip.fit(held, { epochs: 3 }).fingerprint);
  const on = await folder.json([
    'fit',
    'bare.csv',
    '--target=-1',
    '--epochs',
    '3',
    '--start',
    'bare.json',
    '--out',
    'on.json',
  ]);
  const start = trip.restore(folder.read('bare.json'));
  assert.equal(on.fingerprint, trip.fit(held, { epochs: 3, restarts: 1, start }).fingerprint);
  const [all, own, strict] = await Promise.all([
    folder.json(['predict', 'bare.json', 'bare.csv']),
    folder.json(['predict', 'bare.json', 'variables.csv']),
    folder.trip(['score', 'bare.json', 'variables.csv']),
  ]);
  assert.deepEqual(own, all);
  assert.deepEqual(own.rows[0][0], 1);
  assert.equal(strict.status, 2);
  assert.match(strict.stderr, /--target COLUMN is needed/);
});

test('matrices: shape, modes of the result, the same fingerprint', async () => {
  const digits = new URL('../data/digits-8x8.csv', import.meta.url).pathname;
  const [, ...rows] = rowsOf(readFileSync(digits, 'utf8'));
  const few = rows.filter((row) => row[64] < 3).slice(0, 150);
  folder.write('digits.csv', few.map((row) => row.join()).join('\n'));
  const ranks = ['--shape', '8x8', '--ranks', '3,2', '--hidden', '6', '--epochs', '4', '--out', 'digits.json'];
  const fitted = await folder.json(['fit', 'digits.csv', '--target=-1', ...ranks]);
  const x = few.flatMap((row) => row.slice(0, 64).map(Number));
  const data = trip.dataset({ x, shape: [150, 8, 8], y: few.map((row) => Number(row[64])) });
  const model = trip.fit(data, { ranks: [3, 2], hidden: [6], epochs: 4 });
  assert.equal(fitted.fingerprint, model.fingerprint);
  const { columns } = await folder.json(['transform', 'digits.json', 'digits.csv']);
  assert.deepEqual(columns, ['row', 'z1.1', 'z1.2', 'z2.1', 'z2.2', 'z3.1', 'z3.2']);
  const { modes } = await folder.json(['explain', 'digits.json', 'digits.csv', '--top', '3', '--class', '2']);
  assert.deepEqual(
    modes.map(({ axes }) => axes.map(({ top }) => top.length)),
    [
      [3, 3, 3],
      [3, 3],
    ],
  );
});

test('missing values and indicators: the model stores the training means', async () => {
  folder.write('rooms.csv', 'size,city,price\n1,Paris,10.5\n,Rome,20\n3,Paris,31.25\n5,Rome,40\n');
  const args = ['--target', 'price', '--task', 'regression', '--missing', 'mean', '--categories', 'indicators'];
  await folder.json(['fit', 'rooms.csv', ...args, '--hidden', 'none', '--epochs', '5', '--out', 'rooms.json']);
  const model = trip.restore(folder.read('rooms.json'));
  assert.deepEqual(model.spec.featureNames, ['size', 'city=Paris', 'city=Rome']);
  const x = [Number.NaN, 0, 1];
  const [expected] = model.predict(trip.dataset({ x, shape: [1, 3], missing: 'mean' }));
  folder.write('new.csv', 'city,size\nRome,NA\n');
  const { rows } = await folder.json(['predict', 'rooms.json', 'new.csv']);
  assert.deepEqual(rows, [[2, Number(expected.toPrecision(9))]]);
  folder.write('strange.csv', 'city,size\nRome,1\nOslo,2\n');
  const { status, stderr } = await folder.trip(['predict', 'rooms.json', 'strange.csv']);
  assert.equal(status, 1);
  assert.match(stderr, /row 3, column 'city': the model does not know 'Oslo'/);
});

test('JSON: records, rows and a dataset give the same model', async () => {
  const y = ['a', 'b', 'a', 'b'];
  const x = [
    [1, 2.5],
    [3, 4],
    [5, -6.25],
    [7, 8],
  ];
  folder.write('records.json', JSON.stringify(x.map(([u, v], n) => ({ u, v, y: y[n] }))));
  folder.write('rows.json', JSON.stringify(x.map((row, n) => [...row, y[n]])));
  folder.write('dataset.json', JSON.stringify({ x, y }));
  const fitJson = (file, ...args) => folder.json(['fit', file, '--epochs', '3', '--out', `m-${file}`, ...args]);
  const [records, rows, input] = await Promise.all([
    fitJson('records.json', '--target', 'y'),
    fitJson('rows.json', '--target', '3'),
    fitJson('dataset.json'),
  ]);
  const model = trip.fit(trip.dataset({ x, y }), { epochs: 3 });
  assert.deepEqual(
    [records, rows, input].map(({ fingerprint }) => fingerprint),
    Array(3).fill(model.fingerprint),
  );
});

test('JSON datasets are matched by name too, and ignored columns are reported', async () => {
  const [x, y] = [
    [
      [1, 2.5],
      [3, 4],
      [5, -6.25],
      [7, 8],
    ],
    ['a', 'b', 'a', 'b'],
  ];
  folder.write('named.json', JSON.stringify({ x, y, featureNames: ['u', 'v'] }));
  await folder.json(['fit', 'named.json', '--epochs', '3', '--out', 'named-model.json']);
  const turned = { x: x.map(([u, v]) => [v, 9, u]), y, featureNames: ['v', 'w', 'u'] };
  folder.write('turned.json', JSON.stringify(turned));
  for (const command of ['predict', 'transform', 'score', 'explain']) {
    const straight = await folder.json([command, 'named-model.json', 'named.json']);
    assert.deepEqual(await folder.json([command, 'named-model.json', 'turned.json']), straight);
    const { stderr } = await folder.trip([command, 'named-model.json', 'turned.json']);
    assert.match(stderr, /data: the variable "w" left out, since the model was trained without/);
  }
  folder.write('lacking.json', JSON.stringify({ x: [[1]], featureNames: ['v'] }));
  const { status, stderr } = await folder.trip(['predict', 'named-model.json', 'lacking.json']);
  assert.equal(status, 1);
  assert.match(stderr, /data lacks the variable "u" of the training set/);
});

test('explain names the variables, and its CSV has no formulas', async () => {
  folder.write('named.csv', '=cmd,b,"<i>",class\n1,5,0,=x\n2,4,1,y\n3,9,0,=x\n4,1,1,y\n2,2,0,=x\n5,3,1,y\n');
  await folder.json([
    'fit',
    'named.csv',
    '--target',
    'class',
    '--hidden',
    'none',
    '--epochs',
    '200',
    '--out',
    'n.json',
  ]);
  const explain = ['explain', 'n.json', 'named.csv', '--class', 'y'];
  const [json, table, one] = await Promise.all([
    folder.json([...explain, '--out', 'n.csv']),
    folder.trip([...explain, '--top', '1', '--quiet']),
    folder.json([...explain, '--row', '3']),
  ]);
  const model = trip.restore(folder.read('n.json'));
  const x = [1, 5, 0, 2, 4, 1, 3, 9, 0, 4, 1, 1, 2, 2, 0, 5, 3, 1];
  const explanation = model.explain(trip.dataset({ x, shape: [6, 3] }), { target: 'y', sigma: 'auto' });
  assert.deepEqual(
    json.modes[0].axes.map(({ top }) => top),
    [0, 1].map((axis) => explanation.top(0, axis).map(({ name, weight }) => ({ name, weight }))),
  );
  assert.equal(json.class, 'y');
  const [coefficients] = explanation.local(1).targets[0].original;
  assert.deepEqual(one.rows, [3]);
  const byName = new Map(one.modes[0].coefficients.map(({ name, mean }) => [name, mean]));
  assert.deepEqual(
    ['=cmd', 'b', '<i>'].map((name) => byName.get(name)),
    [...coefficients],
  );
  assert.match(table.stdout, /^axis 1, correlation with the prediction/);
  const [header, first] = folder.read('n.csv').split('\n');
  assert.equal(header, 'mode,variable,axis 1,axis 2,coefficient,deviation');
  assert.match(first, /^1,"'=cmd",/);
  const { stdout } = await folder.trip(['predict', 'n.json', 'named.csv', '--quiet']);
  assert.match(stdout, /^row,prediction\n(\d,("'=x"|y)\n){6}$/);
});

test('a thousand classes and rank 64: their mistakes are listed, and all probabilities are written', async () => {
  const names = Array.from({ length: 66 }, (_, i) => `v${i}`);
  const rows = Array.from({ length: 2000 }, (_, n) => [
    ...names.map((_name, i) => ((n % 1000) * (i + 1) * 7919) % 17),
    `k${n % 1000}`,
  ]);
  folder.write('many.csv', [[...names, 'class'], ...rows].map((row) => row.join()).join('\n'));
  const wide = ['--target', 'class', '--ranks', '64', '--hidden', '64', '--epochs', '2', '--out', 'many.json'];
  await folder.json(['fit', 'many.csv', ...wide]);
  const { confusion, recall } = await folder.json(['score', 'many.json', 'many.csv']);
  assert.equal(confusion.length, 1000);
  const { stdout } = await folder.trip(['score', 'many.json', 'many.csv']);
  const [, shares, list] = stdout.split(
    /the lowest recalls .*; --json has all\n|the most frequent .*1000 classes; --json has all counts\n/,
  );
  assert.deepEqual(
    shares
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => Number(line.trim().split(/\s+/)[1])),
    recall.toSorted((a, b) => a - b).slice(0, 10),
  );
  const listed = list.trim().split('\n').slice(1);
  const most = confusion.flatMap((row, c) => row.filter((_count, other) => other !== c)).sort((a, b) => b - a);
  assert.deepEqual(
    listed.map((line) => Number(line.trim().split(/\s+/)[2])),
    most.slice(0, 10).filter((count) => count > 0),
  );
  assert.ok(listed.length > 0);
  await folder.trip(['predict', 'many.json', 'many.csv', '--proba', '--out', 'many-p.csv']);
  const [header, first, ...others] = rowsOf(folder.read('many-p.csv'));
  assert.equal(header.length, 1002);
  assert.equal(others.length, 1999);
  assert.ok(Math.abs(first.slice(2).reduce((sum, cell) => sum + Number(cell), 0) - 1) < 1e-4);
});

test('columns that look like the indicators of another column keep their values', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => [
    n % 3 ? 'a' : 'b',
    ((7 * n) % 11) / 5,
    ((5 * n) % 13) / 6,
    n % 2 ? 'u' : 'v',
  ]);
  folder.write('g.csv', [['g', 'g=a', 'g=b', 'k'], ...rows].map((row) => row.join()).join('\n'));
  const { train: fitted } = await folder.json([
    'fit',
    'g.csv',
    '--target',
    'k',
    '--ignore',
    'g',
    '--epochs',
    '30',
    '--restarts',
    '1',
    '--out',
    'g.json',
  ]);
  const score = await folder.json(['score', 'g.json', 'g.csv']);
  assert.deepEqual([score.accuracy, score.loss], [fitted.accuracy, fitted.loss]);
});

test('kept columns are copied as they are, and are not asked of the training data', async () => {
  const lines = folder.read('spiral/train.csv').trimEnd().split('\n');
  const ids = ['NA', '-', '', '?', 'ok'];
  const withIds = lines.map((line, n) => `${n === 0 ? 'id' : ids[n % 5]},${line}`);
  folder.write('ids.csv', `${withIds.join('\n')}\n`);
  const kept = await folder.trip(['predict', 'model.json', 'ids.csv', '--keep', 'id', '--out', 'ids-out.csv']);
  assert.equal(kept.status, 0, kept.stderr);
  const [, ...rows] = rowsOf(folder.read('ids-out.csv'));
  // A text that a spreadsheet would run as a formula is prefixed.
  for (const [n, row] of rows.entries()) assert.equal(row[1].replace(/^"?'?|"$/g, ''), ids[(n + 1) % 5]);
  const diagnosed = await folder.trip([
    'predict',
    'model.json',
    'ids.csv',
    '--keep',
    'id',
    '--diagnose',
    '--training',
    'spiral/train.csv',
    '--out',
    'd.csv',
  ]);
  assert.equal(diagnosed.status, 0, diagnosed.stderr);
});

test('options apply to an object of samples, or are refused', async () => {
  const x = [
    [0, 1],
    [1, 0],
    [0.2, null],
    [1, 0.3],
    [0, 0.8],
    [0.9, 0.1],
  ];
  const y = [1, 2, 1, 2, 1, 2];
  folder.write('object.json', JSON.stringify({ x, y }));
  folder.write('whole.json', JSON.stringify({ x: x.map(([u, v]) => [u, v ?? 0.5]), y }));
  const of = (file, ...more) => [
    'fit',
    file,
    '--epochs',
    '5',
    '--restarts',
    '1',
    '--hidden',
    '2',
    '--out',
    'o.json',
    ...more,
  ];
  await folder.json(of('whole.json', '--task', 'regression'));
  assert.equal(JSON.parse(folder.read('o.json')).spec.task, 'regression');
  for (const missing of ['mean', 'refuse']) folder.write(`${missing}.json`, JSON.stringify({ x, y, missing }));
  for (const args of [['object.json', '--missing', 'mean'], ['mean.json'], ['refuse.json', '--missing', 'mean']])
    await folder.json(of(...args));
  // The model fills missing values, unless the object or the flag refuses them.
  assert.equal((await folder.trip(['predict', 'o.json', 'object.json'])).status, 0);
  for (const [args, says] of [
    [of('object.json'), /x\[2, 1\]/],
    [of('mean.json', '--missing', 'refuse'), /x\[2, 1\]/],
    [['predict', 'o.json', 'refuse.json'], /x\[2, 1\]/],
    [['predict', 'o.json', 'mean.json', '--missing', 'refuse'], /x\[2, 1\]/],
    [of('object.json', '--missing', 'drop'), /--missing drop is for tables and arrays/],
    [of('whole.json', '--weight', 'w'), /--weight is "w", a column of a table; an object with x has sampleWeight/],
    [of('whole.json', '--target', 'k'), /--target is "k", a column of a table; an object with x has y/],
    [of('whole.json', '--shape', '1x2'), /--shape is 1x2; an object with x has its shape in shape/],
    [['predict', 'o.json', 'whole.json', '--keep', 'id'], /--keep takes columns of a table/],
  ]) {
    const { status, stderr } = await folder.trip(args);
    assert.notEqual(status, 0, args.join(' '));
    assert.match(stderr, says);
  }
});

test('a result never replaces a file that the command reads, by whatever name', async () => {
  folder.write('own.csv', folder.read('spiral/train.csv'));
  folder.write('own-model.json', folder.read('model.json'));
  symlinkSync('own.csv', folder.path('link.csv'));
  for (const args of [
    ['predict', 'model.json', 'own.csv', '--out', 'own.csv'],
    ['predict', 'model.json', 'own.csv', '--out', 'link.csv'],
    ['transform', 'own-model.json', 'own.csv', '--out', 'own-model.json'],
    ['explain', 'model.json', './own.csv', '--out', folder.path('own.csv')],
    ['fit', 'own.csv', '--target', 'class', '--out', 'own.csv'],
    ['fit', 'spiral/train.csv', '--target', 'class', '--test', 'own.csv', '--out', 'own.csv'],
  ]) {
    const { status, stderr } = await folder.trip(args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, /cannot be written: this command reads it; give another name/);
  }
  assert.equal(folder.read('own.csv'), folder.read('spiral/train.csv'));
  assert.equal(folder.read('own-model.json'), folder.read('model.json'));
});

test('the ending of a name counts in any case', async () => {
  await folder.json(['transform', 'model.json', 'spiral/train.csv', '--out', 'Z.NPY']);
  assert.equal(folder.read('Z.NPY', 'latin1').slice(0, 6), '\x93NUMPY');
  folder.write('Y.NPY', folder.read('Z.NPY', null));
  const { stderr } = await folder.trip(['predict', 'model.json', 'Y.NPY']);
  assert.match(stderr, /Y\.NPY: a sample of the array has 2 numbers/);
});

test('explain names the variables of modes as the data name them', async () => {
  const [rows, columns] = [
    ['top', 'bottom'],
    ['left', 'right'],
  ];
  const x = Array.from({ length: 12 }, (_, n) => [
    [n, Math.sin(n)],
    [Math.cos(3 * n), n % 3],
  ]);
  const y = x.map((_, n) => 'ab'[n % 2]);
  folder.write('modes.json', JSON.stringify({ x, y, modeNames: [rows, columns] }));
  await folder.json(['fit', 'modes.json', '--epochs', '5', '--restarts', '1', '--ranks', '1,1', '--out', 'named.json']);
  const { modes } = await folder.json(['explain', 'named.json', 'modes.json']);
  assert.deepEqual(
    modes.map(({ coefficients }) => coefficients.map(({ name }) => name).sort()),
    [[...rows].sort(), columns],
  );
});
