/** NumPy's .npz: which arrays are the samples and the response, and archives that are damaged or hostile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { ofArrays, readNpz, readNpzArrays, readNpzResponse, writeNpy } from '../../dist/formats.js';
import { trip } from '../lib/support.mjs';
import { fixture, plain, refusal, refusedOrEqual } from './support.mjs';
import { zipOf } from './zip.mjs';

test('samples, response and names by their usual names', async () => {
  const iris = await readNpzArrays(fixture('iris.npz'));
  assert.deepEqual(iris.x.shape, [150, 4]);
  assert.deepEqual(iris.y.shape, [150]);
  assert.deepEqual(iris.classNames, ['setosa', 'versicolor', 'virginica']);
  const { input } = ofArrays(iris);
  const data = trip.dataset(input);
  assert.deepEqual(data.classNames, iris.classNames);
  assert.equal(data.featureNames[2], 'petal length (cm)');
  const digits = ofArrays(await readNpzArrays(fixture('digits.npz')));
  assert.deepEqual(trip.dataset(digits.input).shape, [300, 8, 8]);
});

test('other names are asked for and given', async () => {
  const { code, message } = await refusal(() => readNpzArrays(fixture('split.npz')));
  assert.equal(code, 'option');
  assert.match(message, /the option array takes one of x_train, y_train, x_test, y_test/);
  const optionNames = { array: '--array', targetArray: '--target-array', value: ' NAME' };
  const asked = await refusal(() => readNpzArrays(fixture('split.npz'), { optionNames }));
  assert.match(asked.message, /--array NAME takes one of x_train/);
  const { x, y } = await readNpzArrays(fixture('split.npz'), { array: 'x_test', targetArray: 'y_test' });
  assert.deepEqual([x.shape, y.shape], [[75, 4], [75]]);
  assert.match(
    (await refusal(() => readNpzArrays(fixture('split.npz'), { array: 'x' }))).message,
    /array is "x"; the archive has x_train/,
  );
  assert.deepEqual((await readNpzResponse(fixture('split.npz'), { targetArray: 'y_test' })).shape, [75]);
  assert.match(
    (await refusal(() => readNpzResponse(fixture('split.npz')))).message,
    /the option targetArray takes one of/,
  );
});

test('an archive as the input of a dataset', async () => {
  const iris = trip.dataset((await readNpz(fixture('iris.npz'))).input);
  assert.deepEqual([iris.shape, iris.classNames.length, iris.featureNames.length], [[150, 4], 3, 4]);
  const part = await readNpz(fixture('split.npz'), { array: 'x_test', targetArray: 'y_test', dims: [2, 2] });
  assert.deepEqual(trip.dataset(part.input).shape, [75, 2, 2]);
  const column = await readNpz(fixture('split.npz'), { array: 'x_test', target: '-1', task: 'regression' });
  assert.deepEqual(trip.dataset(column.input).shape, [75, 3]);
  const response = Array.from({ length: 60 }, (_, n) => n % 2);
  const words = await readNpz(fixture('words.npz'), { response, dims: [5, 8] });
  assert.deepEqual(trip.sparseDataset(words.input).shape, [60, 5, 8]);
  assert.equal(words.input.y, response);
});

test('sparse matrices of SciPy, by rows only', async () => {
  const { input } = await readNpzArrays(fixture('words.npz'));
  assert.deepEqual(input.shape, [60, 40]);
  const data = trip.sparseDataset(input);
  assert.equal(data.x.length, data.offsets.at(-1));
  assert.match(
    (await refusal(() => readNpzArrays(fixture('words-csc.npz')))).message,
    /"csc"; csr is accepted: x\.tocsr\(\)/,
  );
});

const content = Buffer.from(writeNpy({ shape: [2, 2], values: Float32Array.of(1, 2, 3, 4) }));

test('several candidates are asked about; an archive of one array needs no name', async () => {
  const two = zipOf(['x.npy', 'data.npy'].map((name) => ({ name, content })));
  assert.match(
    (await refusal(() => readNpzArrays(two))).message,
    /x and data are both in the archive; the option array selects one/,
  );
  assert.deepEqual((await readNpzArrays(two, { array: 'data' })).x.shape, [2, 2]);
  const responses = zipOf(['x.npy', 'y.npy', 'labels.npy'].map((name) => ({ name, content })));
  assert.match(
    (await refusal(() => readNpzArrays(responses))).message,
    /y and labels are both in the archive; the option targetArray/,
  );
  assert.equal((await readNpzArrays(responses, { withResponse: false })).y, undefined);
  assert.deepEqual((await readNpzArrays(zipOf([{ name: 'arr_0.npy', content }]))).x.shape, [2, 2]);
});

test('members that lie about themselves are refused before they are unpacked', async () => {
  const lies = {
    'claims 4294967294 bytes': { size: 0xfffffffe },
    zip64: { size: 0xffffffff },
    'method 14': { method: 14 },
    encrypted: { flags: 1 },
    'ends behind the file': { length: 100_000 },
    'is not there': { start: 7 },
    'cannot hold': { method: 0, size: 100_000 },
    'does not unpack to its 208 bytes': { size: 208 },
    'another checksum': { packed: deflateRawSync(Buffer.from(content).fill(0, 130)) },
    'does not unpack': { packed: Buffer.from('no deflate') },
  };
  for (const [part, said] of Object.entries(lies)) {
    const { code, message } = await refusal(() => readNpzArrays(zipOf([{ name: 'x.npy', content, said }])));
    assert.equal(code, 'format', message);
    assert.ok(message.includes(part), `${message}; expected: ${part}`);
  }
  const twice = zipOf([
    { name: 'x.npy', content },
    { name: 'x.npy', content },
  ]);
  assert.match((await refusal(() => readNpzArrays(twice))).message, /two members are called "x\.npy"/);
});

test('a bomb stops at the size that it claims', async () => {
  const packed = deflateRawSync(Buffer.alloc(2 ** 24));
  const bomb = zipOf([{ name: 'x.npy', content, said: { packed, size: 1000 } }]);
  assert.match((await refusal(() => readNpzArrays(bomb))).message, /does not unpack to its 1000 bytes/);
});

test('damage anywhere is refused or changes nothing', async () => {
  const read = async (bytes) => plain((await readNpzArrays(bytes)).x);
  for (const said of [{}, { method: 0, packed: content }]) {
    const file = zipOf([{ name: 'x.npy', content, said }]);
    const whole = await read(file);
    for (let at = 0; at < file.length; at++) {
      for (const bit of [1, 128]) {
        const damaged = Buffer.from(file);
        damaged[at] ^= bit;
        await refusedOrEqual(read, damaged, whole);
      }
      await refusal(() => read(file.subarray(0, at)));
    }
  }
});
