/** `trip predict --diagnose`: the numbers of the package and a sentence for each row. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { checksumOf } from '../../dist/index.js';
import { read, trip } from '../lib/support.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('diagnose');
const [head, ...lines] = read('tests/data/wine.csv').toString().trim().split('\n');
const names = head.split(',');
const cells = lines.map((line) => line.split(','));
/** Wines in other units: one with the wrong proline and hue, and one that is only extreme. */
const odd = [
  cells[0],
  cells[1].map((cell, i) => (names[i] === 'proline' ? '9' : names[i] === 'hue' ? '4.5' : cell)),
  cells[2].map((cell) => `${Number(cell) * 40}`),
];

before(async () => {
  folder.write('wine.csv', [head, ...lines].join('\n'));
  folder.write('new.csv', [names, ...odd].map((row) => `${row.join()}\n`).join(''));
  await folder.json([
    'fit',
    'wine.csv',
    '--target',
    'target',
    '--hidden',
    'none',
    '--epochs',
    '300',
    '--out',
    'm.json',
  ]);
});

test('columns of numbers and words, as the package computes them', async () => {
  const { columns, rows } = await folder.json(['predict', 'm.json', 'new.csv', '--diagnose']);
  assert.deepEqual(columns, ['row', 'prediction', 'residual', 'T2', 'diagnosis']);
  const model = trip.restore(folder.read('m.json'));
  const x = odd.map((row) => Object.fromEntries(names.map((name, i) => [name, Number(row[i])])));
  const { samples } = model.diagnose(x);
  assert.deepEqual(
    rows.map(([, , residual, t2]) => [residual, t2]),
    samples.map(({ residual, hotelling }) => [residual, hotelling]),
  );
  const words = rows.map((row) => row[4]);
  assert.equal(words[0], 'like the training samples');
  assert.match(words[1], /^unlike anything in training: far from the plane, mostly by hue/);
  assert.match(words[2], /far from the plane, mostly by .*; far from the others within the plane, mostly by /);
  const { stdout, stderr } = await folder.trip(['predict', 'm.json', 'new.csv', '--proba', '--diagnose']);
  assert.match(stdout, /^row,prediction,p\(.*\),residual,T2,diagnosis\n2,/);
  assert.match(stderr, /2 of 3 rows are unlike anything in training: residual above [\d.]+, or T2 above [\d.]+/);
});

test('a model file without the training distribution needs the training data once', async () => {
  const { reference: _reference, ...spec } = JSON.parse(folder.read('m.json')).spec;
  const file = { ...JSON.parse(folder.read('m.json')), spec };
  folder.write('old.json', JSON.stringify({ ...file, checksum: checksumOf(file) }));
  const refused = await folder.trip(['predict', 'old.json', 'new.csv', '--diagnose']);
  assert.notEqual(refused.status, 0);
  assert.match(refused.stderr, /an older file.*give them once: diagnose\(data, \{ training \}\), or --training FILE/);
  const given = await folder.json(['predict', 'old.json', 'new.csv', '--diagnose', '--training', 'wine.csv']);
  assert.deepEqual(given, await folder.json(['predict', 'm.json', 'new.csv', '--diagnose']));
  const alone = await folder.trip(['predict', 'old.json', 'new.csv', '--training', 'wine.csv']);
  assert.match(alone.stderr, /--training is for --diagnose/);
  const array = await folder.trip(['predict', 'm.json', 'new.csv', '--diagnose', '--out', 'x.npy']);
  assert.match(array.stderr, /--diagnose needs a table/);
});

test('rows and columns of matrices are named by their positions', async () => {
  const flat = ['--shape', '8x8', '--ranks', '2,2', '--epochs', '5', '--restarts', '1', '--out', 'd.json'];
  folder.write('digits.csv', read('tests/data/digits-8x8.csv'));
  await folder.json(['fit', 'digits.csv', '--target', 'target', ...flat]);
  const [digits, ...rows] = read('tests/data/digits-8x8.csv').toString().split('\n');
  const loud = rows[0]
    .split(',')
    .map((cell, i) => (Math.floor(i / 8) === 3 && i < 64 ? (i % 2 ? '400' : '-400') : cell));
  folder.write('loud.csv', `${digits}\n${loud.join()}\n`);
  const { rows: found } = await folder.json(['predict', 'd.json', 'loud.csv', '--diagnose']);
  assert.match(found[0][4], /^unlike anything in training: far from the plane, mostly by 4 of mode 1 and \d of mode 2/);
});
