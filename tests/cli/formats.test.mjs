/** The command on files of NumPy, scikit-learn and DuckDB, and its results as arrays and JSON. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNpy, readNpzArrays, writeNpy } from '../../dist/formats.js';
import { fixture } from '../formats/support.mjs';
import { folderFor, rowsOf } from './support.mjs';

const folder = folderFor('formats');
const give = (...files) => {
  for (const file of files) folder.write(file, fixture(file));
};
const quick = ['--hidden', '4', '--epochs', '10'];
const arrayIn = (file) => readNpy(folder.read(file, null));
const model = (file) => JSON.parse(folder.read(file));
/** A command that must fail, by its message. */
async function refused(args, status = 1) {
  const ended = await folder.trip(args);
  assert.equal(ended.status, status, ended.stderr);
  return ended.stderr;
}

give(
  'digits.npz',
  'digits-x.npy',
  'digits-y.npy',
  'iris.npz',
  'iris-with-target.npy',
  'split.npz',
  'words.npz',
  'words-y.npy',
);
give(
  'one-based.svm',
  'zero-based.svm',
  'queries.svm',
  'real.svm',
  'tensor.tns',
  'beyond.npy',
  'objects.npy',
  'multilabel.svm',
);
give('typed.parquet', 'gzip.parquet', 'zstd.parquet', 'typed.json');

test('matrices of an archive train as the same numbers of a CSV do with --shape', async () => {
  const { x, y } = await readNpzArrays(fixture('digits.npz'));
  const header = [...Array.from({ length: 64 }, (_, i) => `p${i}`), 'digit'];
  const rows = Array.from(y.values, (label, n) => [...x.values.subarray(64 * n, 64 * (n + 1)), label].join(','));
  folder.write('digits.csv', [header.join(','), ...rows].join('\n'));
  const ranks = ['--ranks', '2,3', ...quick];
  const fromArray = await folder.json(['fit', 'digits.npz', ...ranks, '--out', 'a.json']);
  const fromTable = await folder.json([
    'fit',
    'digits.csv',
    '--target',
    'digit',
    '--shape',
    '8x8',
    ...ranks,
    '--out',
    'b.json',
  ]);
  assert.equal(fromArray.fingerprint, fromTable.fingerprint);
  assert.deepEqual(model('a.json').spec.dims, [8, 8]);
  const flat = writeNpy({ shape: [300, 64], values: x.values });
  folder.write('flat.npy', flat);
  folder.write('flat-y.npy', writeNpy(y));
  const reshaped = await folder.json([
    'fit',
    'flat.npy',
    '--y',
    'flat-y.npy',
    '--shape',
    '8x8',
    ...ranks,
    '--out',
    'c.json',
  ]);
  assert.equal(reshaped.fingerprint, fromTable.fingerprint);
  // A model of matrices takes rows of as many numbers, too.
  const scores = await Promise.all(
    [['digits.npz'], ['flat.npy', '--y', 'flat-y.npy']].map((data) => folder.json(['score', 'a.json', ...data])),
  );
  assert.deepEqual(scores[0], scores[1]);
});

test('projections as an array of their shape, as JSON and as CSV are the same numbers', async () => {
  await folder.trip(['fit', 'digits.npz', '--ranks', '2,3', ...quick, '--out', 'digits.json']);
  for (const out of ['z.npy', 'z.json', 'z.csv']) {
    const { rows } = await folder.json(['transform', 'digits.json', 'digits-x.npy', '--out', out]);
    assert.equal(rows, 100);
  }
  const z = arrayIn('z.npy');
  assert.deepEqual(z.shape, [100, 2, 3]);
  const { columns, rows } = model('z.json');
  const [header, ...lines] = rowsOf(folder.read('z.csv'));
  assert.deepEqual(columns, header);
  assert.deepEqual(columns, ['row', 'z1.1', 'z1.2', 'z1.3', 'z2.1', 'z2.2', 'z2.3']);
  assert.deepEqual(
    rows,
    lines.map((line) => line.map(Number)),
  );
  assert.deepEqual(
    rows.flatMap(([, ...values]) => values.map(Math.fround)),
    Array.from(z.values),
  );
  assert.deepEqual(
    rows.map(([row]) => row),
    Array.from({ length: 100 }, (_, n) => n + 1),
  );
});

test('predictions as an array: names, integers, values, probabilities', async () => {
  await folder.trip(['fit', 'iris.npz', ...quick, '--out', 'iris.json']);
  assert.deepEqual(model('iris.json').spec.featureNames[0], 'sepal length (cm)');
  await folder.json(['predict', 'iris.json', 'iris.npz', '--out', 'p.npy']);
  await folder.json(['predict', 'iris.json', 'iris.npz', '--proba', '--out', 'p.json']);
  await folder.json(['predict', 'iris.json', 'iris.npz', '--proba', '--out', 'q.npy']);
  const { rows } = model('p.json');
  assert.deepEqual(arrayIn('p.npy'), { shape: [150], values: rows.map(([, name]) => name) });
  const probabilities = arrayIn('q.npy');
  assert.deepEqual(probabilities.shape, [150, 3]);
  assert.deepEqual(
    rows.flatMap((row) => row.slice(2).map(Math.fround)),
    Array.from(probabilities.values),
  );
  await folder.trip(['fit', 'iris-with-target.npy', '--target=-1', ...quick, '--out', 'numbers.json']);
  folder.write('new.npy', writeNpy({ shape: [2, 4], values: Float32Array.of(5, 3, 1, 0, 6, 3, 5, 2) }));
  await folder.json(['predict', 'numbers.json', 'new.npy', '--out', 'p.npy']);
  assert.equal(arrayIn('p.npy').values.constructor, Int32Array);
  await folder.trip([
    'fit',
    'iris-with-target.npy',
    '--target',
    '1',
    '--task',
    'regression',
    ...quick,
    '--out',
    'r.json',
  ]);
  await folder.json(['predict', 'r.json', 'new.npy', '--out', 'p.npy']);
  assert.deepEqual(arrayIn('p.npy').shape, [2]);
});

test('planes and coefficients as an array, as JSON and as CSV', async () => {
  for (const out of ['e.npy', 'e.json', 'e.csv'])
    await folder.json(['explain', 'digits.json', 'digits-x.npy', '--out', out]);
  const { shape, values } = arrayIn('e.npy');
  assert.deepEqual(shape, [16, 7]);
  const { columns, rows } = model('e.json');
  assert.deepEqual(columns, ['mode', 'variable', 'axis 1', 'axis 2', 'axis 3', 'coefficient', 'deviation']);
  const [header, ...lines] = rowsOf(folder.read('e.csv'));
  assert.deepEqual(header, columns);
  assert.deepEqual(
    rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
    lines,
  );
  const near = (a, b) => (b === null ? Number.isNaN(a) : Math.abs(a - b) <= 1e-8 * Math.abs(b));
  assert.ok(rows.flat().every((cell, at) => near(values[at], cell === null ? null : Number(cell))));
  assert.deepEqual([rows[0][4], rows[8][4] === null], [null, false]);
});

test('the response of an array: from a file, from a column, from arrays that are named', async () => {
  const named = ['--array', 'x_train', '--target-array', 'y_train'];
  await folder.json(['fit', 'split.npz', ...named, ...quick, '--out', 's.json']);
  const test = ['split.npz', '--array', 'x_test', '--target-array', 'y_test'];
  assert.equal((await folder.json(['score', 's.json', ...test])).samples, 75);
  const images = ['digits-x.npy', '--y', 'digits-y.npy', '--ranks', '2,2'];
  const withTest = [...images, '--test', 'digits-x.npy', '--test-y', 'digits-y.npy'];
  const fitted = await folder.json(['fit', ...withTest, ...quick, '--out', 'd.json']);
  assert.deepEqual(fitted.train, fitted.test);
  folder.write('y.csv', ['name,kind', ...Array.from({ length: 100 }, (_, n) => `a${n},${n % 2}`)].join('\n'));
  const column = ['fit', 'digits-x.npy', '--y', 'y.csv', '--ranks', '2,2', ...quick, '--out', 'd.json'];
  assert.match(await refused(column, 2), /y\.csv: it has 2 columns; --target COLUMN selects/);
  await folder.json([...column, '--target', 'kind']);
  assert.deepEqual(model('d.json').spec.classNames, ['0', '1']);
  const scored = await folder.json(['score', 'd.json', 'digits-x.npy', '--y', 'y.csv', '--target', 'kind']);
  assert.equal(scored.samples, 100);
  assert.match(await refused(['score', 'd.json', 'digits-x.npy'], 2), /the response is missing: --y FILE/);
  assert.match(await refused(['fit', 'split.npz', '--out', 's.json'], 2), /--array NAME takes one of x_train/);
  assert.match(
    await refused(['fit', 'y.csv', '--target', 'kind', '--y', 'y.csv', '--out', 's.json'], 2),
    /--y is for arrays/,
  );
});

test('what predicts reads no response, and none is asked about', async () => {
  folder.write('x.json', JSON.stringify({ x: [[1, 2]], y: ['a'] }));
  assert.match(
    await refused(['fit', 'x.json', '--y', 'y.csv', '--target', 'kind', '--out', 'm.json'], 2),
    /--y is for arrays/,
  );
  const { stderr } = await folder.trip([
    'score',
    'd.json',
    'digits-x.npy',
    '--y',
    'y.csv',
    '--target',
    'kind',
    '--delimiter',
    ',',
  ]);
  assert.doesNotMatch(stderr, /is ignored/);
});

test('arrays from a pipe, in a format that is said', async () => {
  const { rows } = await folder.json(['predict', 'digits.json', '-', '--format', 'npy'], {
    input: fixture('digits-x.npy'),
  });
  assert.equal(rows.length, 100);
});

test('svmlight: the model keeps the index of the first variable', async () => {
  const told = await folder.trip(['fit', 'one-based.svm', ...quick, '--out', 'w.json']);
  assert.match(told.stderr, /one-based\.svm: the first variable has the index 1 \(detected: no index 0 occurs\)/);
  assert.deepEqual(model('w.json').table, { firstIndex: 1 });
  // Neither file has an index 0, and the variable 1 occurs in none of the lines.
  const lines = folder
    .read('zero-based.svm')
    .split('\n')
    .map((line) => line.replace(/ 0:\S+/, ''));
  folder.write('no-zero.svm', lines.join('\n'));
  const counted = ['no-zero.svm', '--first-index', '0'];
  const zero = await folder.json(['fit', ...counted, ...quick, '--out', 'zero.json']);
  assert.equal(model('zero.json').table.firstIndex, 0);
  assert.deepEqual(zero.train.accuracy, (await folder.json(['score', 'zero.json', 'no-zero.svm'])).accuracy);
  assert.match(await refused(['predict', 'w.json', 'zero-based.svm']), /zero-based\.svm: line \d+ has the index 0/);
  const { rows } = await folder.json(['predict', 'w.json', 'zero-based.svm', '--first-index', '0']);
  const own = await folder.json(['predict', 'w.json', 'one-based.svm']);
  assert.deepEqual(rows, own.rows);
  assert.equal((await folder.json(['score', 'w.json', 'queries.svm'])).samples, 60);
  assert.match(
    await refused(['fit', 'real.svm', '--out', 'r.json'], 2),
    /y\[0\] is -?[\d.e-]+, not an integer; --task regression/,
  );
  await folder.json(['fit', 'real.svm', '--task', 'regression', ...quick, '--out', 'r.json']);
  assert.match(
    await refused(['fit', 'multilabel.svm', '--out', 'm.json']),
    /multilabel\.svm: line 2 has the label "0,2", several/,
  );
});

test('the same sparse samples from svmlight, SciPy and a tensor give the same model', async () => {
  const { input } = await readNpzArrays(fixture('words.npz'));
  const lines = Array.from({ length: 60 }, (_, n) =>
    Array.from({ length: input.offsets[n + 1] - input.offsets[n] }, (_, e) => {
      const at = input.offsets[n] + e;
      return `${n + 1} ${input.index[at] + 1} ${input.value[at]}`;
    }),
  );
  folder.write('words.tns', lines.flat().join('\n'));
  const response = ['--y', 'words-y.npy'];
  const runs = [
    ['one-based.svm'],
    ['words.npz', ...response],
    ['words.tns', ...response],
    ['one-based.svm', ...response],
  ];
  const fitted = await Promise.all(
    runs.map((data, n) => folder.json(['fit', ...data, ...quick, '--out', `sparse-${n}.json`])),
  );
  assert.equal(new Set(fitted.map(({ fingerprint }) => fingerprint)).size, 1);
  const matrices = [['one-based.svm'], ['words.npz', ...response]].map((data, n) =>
    folder.json(['fit', ...data, '--shape', '8x5', '--ranks', '2,2', ...quick, '--out', `matrices-${n}.json`]),
  );
  const [one, other] = await Promise.all(matrices);
  assert.equal(one.fingerprint, other.fingerprint);
  assert.deepEqual(model('matrices-0.json').spec.dims, [8, 5]);
  const wrong = ['fit', 'words.npz', ...response, '--shape', '9x5', '--out', 'm.json'];
  assert.match(await refused(wrong), /words\.npz: a sample has the shape 40; 9x5 is asked for/);
});

test('a tensor with its response beside it is fitted, scored, projected and explained', async () => {
  folder.write('kinds.txt', ['kind', ...Array.from({ length: 12 }, (_, n) => ['a', 'b'][n % 2])].join('\n'));
  const data = ['tensor.tns', '--y', 'kinds.txt'];
  await folder.json(['fit', ...data, '--ranks', '2,2', ...quick, '--out', 't.json']);
  assert.deepEqual(model('t.json').spec.dims, [5, 4]);
  assert.equal((await folder.json(['score', 't.json', ...data])).samples, 12);
  await folder.json(['transform', 't.json', 'tensor.tns', '--out', 't.npy']);
  assert.deepEqual(arrayIn('t.npy').shape, [12, 2, 2]);
  assert.equal((await folder.json(['explain', 't.json', 'tensor.tns'])).modes.length, 2);
  assert.match(
    await refused(['fit', 'tensor.tns', '--target', '1', '--out', 't.json'], 2),
    /sparse samples have no columns/,
  );
});

test('Parquet is a table: types, codecs, missing values as from JSON', async () => {
  const options = ['--target', 'kind', '--missing', 'mean', '--dates', 'date,time', '--indicators', 'truth', ...quick];
  const runs = ['typed.json', 'typed.parquet', 'gzip.parquet'].map((file) =>
    folder.json(['fit', file, ...options, '--out', `${file}.model`]),
  );
  const fitted = await Promise.all(runs);
  assert.equal(new Set(fitted.map(({ fingerprint }) => fingerprint)).size, 1);
  const { rows, columns } = await folder.json(['predict', 'typed.parquet.model', 'typed.parquet', '--keep', 'id']);
  assert.deepEqual([columns, rows.length], [['row', 'id', 'prediction'], 60]);
  const { stderr } = await folder.trip(['fit', 'typed.parquet', ...options, '--out', 'p.model']);
  assert.match(stderr, /^typed\.parquet: Parquet, 11 columns\n/);
  assert.match(await refused(['fit', 'typed.parquet', '--target', 'kind', '--out', 'p.model']), /row 7, column 'gap'/);
});

test('sweeps take arrays and sparse samples, and tell them apart', async () => {
  const plan = (data, table) =>
    JSON.stringify({ data, table, grid: { lambda: [0.1] }, options: { epochs: 2, restarts: 1, hidden: [] }, folds: 2 });
  folder.write('plan.json', plan('words.npz', { y: 'words-y.npy' }));
  assert.equal((await folder.json(['sweep', 'plan.json', '--out', 'words.jsonl'])).fits, 2);
  folder.write('moved.json', plan('moved.tns', { y: 'words-y.npy' }));
  const lines = folder.read('words.tns').split('\n');
  folder.write('moved.tns', [lines[0].replace(/^1 \d+ /, '1 37 '), ...lines.slice(1)].join('\n'));
  assert.match(
    await refused(['sweep', 'moved.json', '--out', 'words.jsonl']),
    /words\.jsonl is not the file of this sweep/,
  );
});

test('what is wrong is named with its file, what is not used is told', async () => {
  assert.match(
    await refused(['fit', 'beyond.npy', '--y', 'words-y.npy', '--out', 'm.json']),
    /beyond\.npy: x\[1, 1\] is 9007199254740993/,
  );
  assert.match(
    await refused(['fit', 'objects.npy', '--y', 'words-y.npy', '--out', 'm.json']),
    /objects\.npy: x has the dtype \|O/,
  );
  assert.match(
    await refused(['fit', 'digits-x.npy', '--y', 'objects.npy', '--out', 'm.json']),
    /objects\.npy: y has the dtype \|O/,
  );
  assert.match(
    await refused(['predict', 'iris.json', 'digits-x.npy']),
    /digits-x\.npy: a sample .* 64 numbers .*; shape 4 needs 4/,
  );
  assert.match(
    await refused(['transform', 'iris.json', 'iris.npz', '--keep', 'id'], 2),
    /--keep takes columns of a table/,
  );
  const { stderr } = await folder.trip(['predict', 'iris.json', 'iris.npz', '--delimiter', ';']);
  assert.match(stderr, /iris\.npz: --delimiter is a table option and is ignored/);
});

test('rows that were left out are told where an array cannot say it', async () => {
  folder.write(
    'gap.csv',
    'sepal length (cm),sepal width (cm),petal length (cm),petal width (cm)\n5,3,1,0.2\n5,,1,0.2\n6,3,5,2\n',
  );
  const { stderr } = await folder.trip(['transform', 'iris.json', 'gap.csv', '--missing', 'drop', '--out', 'gap.npy']);
  assert.match(stderr, /gap\.npy: 1 of the rows of the data were left out/);
  assert.deepEqual(arrayIn('gap.npy').shape, [2, 2]);
});

test('zstd is read where Node has it, and refused by name elsewhere', async () => {
  const { zstdDecompressSync } = await import('node:zlib');
  const args = [
    'fit',
    'zstd.parquet',
    '--target',
    'kind',
    '--missing',
    'mean',
    '--ignore',
    'date,time,truth',
    ...quick,
    '--out',
    'z.model',
  ];
  const { status, stderr } = await folder.trip(args);
  assert.equal(status, zstdDecompressSync === undefined ? 1 : 0);
  if (status === 1)
    assert.match(stderr, /zstd\.parquet: column 'id' is compressed by ZSTD; UNCOMPRESSED, SNAPPY, GZIP, BROTLI are/);
});

test('--help names the formats', async () => {
  assert.match(
    (await folder.trip(['--help'])).stdout,
    /NumPy arrays \(\.npy, \.npz\)\nor sparse samples \(svmlight, \.tns\)/,
  );
  const { stdout } = await folder.trip(['fit', '--help']);
  for (const part of [
    '--format csv|json|npy|npz|svmlight|tns|parquet',
    '--array NAME',
    '--target-array NAME',
    '--y FILE',
    '--first-index 0|1',
  ]) {
    assert.ok(stdout.includes(part), part);
  }
});
