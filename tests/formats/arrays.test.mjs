/** From arrays to datasets: the response, the shape, missing values. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofArrays } from '../../dist/formats.js';
import { trip } from '../lib/support.mjs';
import { refusal } from './support.mjs';

const x = { shape: [3, 2], values: Float64Array.of(1, 2, 3, 4, 5, 6) };
const y = { shape: [3], values: Int32Array.of(0, 1, 0) };

test('a column of a matrix is the response', async () => {
  for (const target of ['2', '-1', 'b']) {
    const { input } = ofArrays({ x, featureNames: ['a', 'b'] }, { target });
    assert.deepEqual(input, {
      x: Float64Array.of(1, 3, 5),
      shape: [3, 1],
      y: Float64Array.of(2, 4, 6),
      featureNames: ['a'],
    });
  }
  for (const target of ['0', '3', '-3', 'c']) {
    assert.match((await refusal(() => ofArrays({ x }, { target }))).message, /the array has 2 columns/);
  }
  const cube = { shape: [3, 1, 2], values: x.values };
  assert.match((await refusal(() => ofArrays({ x: cube }, { target: '1' }))).message, /the shape \(3, 1, 2\)/);
});

test('a response from elsewhere comes before that of the file; a single column counts as one', async () => {
  assert.deepEqual(ofArrays({ x, y }, { response: ['a', 'b', 'a'] }).input.y, ['a', 'b', 'a']);
  assert.deepEqual(ofArrays({ x, y: { shape: [3, 1], values: y.values } }).input.y, y.values);
  const oneHot = { shape: [3, 2], values: Uint8Array.of(1, 0, 0, 1, 1, 0) };
  assert.match(
    (await refusal(() => ofArrays({ x, y: oneHot }))).message,
    /shape \(3, 2\); \(3,\) .* y\.argmax\(axis=1\)/,
  );
});

test('integers that count names become those names', () => {
  const named = ofArrays({ x, y, classNames: ['no', 'yes'] });
  assert.deepEqual(trip.dataset(named.input).classNames, ['no', 'yes']);
  assert.deepEqual(named.input.y, ['no', 'yes', 'no']);
  assert.deepEqual(ofArrays({ x, y, classNames: ['one'] }).input.y, y.values);
  assert.deepEqual(ofArrays({ x, y, classNames: ['no', 'yes'] }, { task: 'regression' }).input.y, y.values);
});

test('rows of numbers take the shape that is asked for, samples of another shape do not', async () => {
  const flat = { shape: [2, 6], values: new Float32Array(12) };
  assert.deepEqual(ofArrays({ x: flat, featureNames: [...'abcdef'] }, { dims: [2, 3] }).input, {
    x: flat.values,
    shape: [2, 2, 3],
  });
  assert.match(
    (await refusal(() => ofArrays({ x: flat }, { dims: [4, 2] }))).message,
    /has 6 numbers \(6\); shape 4x2 needs 8/,
  );
  const matrices = { shape: [2, 2, 3], values: flat.values };
  assert.match(
    (await refusal(() => ofArrays({ x: matrices }, { dims: [3, 2] }))).message,
    /shape 2x3; 3x2 is asked for/,
  );
  assert.match(
    (await refusal(() => ofArrays({ x: { shape: [12], values: flat.values } }))).message,
    /shape \(12,\); \(N, I\)/,
  );
  assert.match(
    (await refusal(() => ofArrays({ x: { shape: [1, 1], values: ['a'] } }))).message,
    /texts, the first one "a"/,
  );
});

test('missing values: left out with their rows, or the means', async () => {
  const holes = { shape: [3, 2], values: Float64Array.of(1, 2, Number.NaN, 4, 5, 6) };
  const dropped = ofArrays({ x: holes, y }, { missing: 'drop' });
  assert.deepEqual(dropped.input, { x: Float64Array.of(1, 2, 5, 6), shape: [2, 2], y: [0, 0] });
  assert.deepEqual(dropped.kept, Int32Array.of(0, 2));
  assert.deepEqual(dropped.notes, ['1 of 3 samples are left out: they have missing values']);
  assert.equal(trip.dataset(ofArrays({ x: holes, y }, { missing: 'mean' }).input).missing, 'mean');
  assert.match((await refusal(() => trip.dataset(ofArrays({ x: holes }).input))).message, /x\[1, 0\] is NaN/);
  const none = { shape: [1, 1], values: Float64Array.of(Number.NaN) };
  assert.match((await refusal(() => ofArrays({ x: none }, { missing: 'drop' }))).message, /nothing is left/);
});

test('a response of another length is refused, also where samples with missing values are left out', () => {
  const x = { shape: [4, 2], values: Float64Array.from([1, 2, 3, Number.NaN, 5, 6, 7, 8]) };
  for (const missing of ['refuse', 'mean', 'drop'])
    for (const length of [3, 5]) {
      const response = Float64Array.from({ length }, (_, n) => n % 2);
      const wrong = () => ofArrays({ x }, { response, missing });
      assert.throws(
        wrong,
        { code: 'shape', message: `y has ${length} entries; x has 4 samples` },
        `${missing} ${length}`,
      );
    }
  const { input } = ofArrays({ x }, { response: [0, 1, 0, 1], missing: 'drop' });
  assert.deepEqual(
    [[...input.x], [...input.y]],
    [
      [1, 2, 5, 6, 7, 8],
      [0, 0, 1],
    ],
  );
});
