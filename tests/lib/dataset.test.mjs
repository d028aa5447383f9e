/** Datasets: accepted input, and every message of refusals. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTripError, trip } from './support.mjs';

const rows = [
  [1, 2, 3],
  [4, 5, 6],
];
const make = (input) => trip.dataset(input);
const refuses = (name, input, code, ...parts) =>
  test(`refuses ${name}`, () => assert.throws(() => make(input), isTripError(code, ...parts)));

test('nested arrays, flat arrays and typed arrays give the same data', () => {
  const nested = make({ x: rows });
  for (const x of [
    rows.flat(),
    Float64Array.from(rows.flat()),
    Int8Array.from(rows.flat()),
    { length: 6, ...rows.flat() },
  ]) {
    assert.deepEqual(make({ x, shape: [2, 3] }), nested);
  }
  assert.deepEqual(make({ x: rows.map((row) => Float32Array.from(row)) }), nested);
  assert.deepEqual(nested.x, Float32Array.of(1, 2, 3, 4, 5, 6));
  assert.deepEqual(nested.shape, [2, 3]);
});

test('matrices keep their shape', () => {
  const data = make({
    x: [
      [
        [1, 2],
        [3, 4],
        [5, 6],
      ],
    ],
  });
  assert.deepEqual(data.shape, [1, 3, 2]);
  assert.deepEqual([...data.x], [1, 2, 3, 4, 5, 6]);
});

test('a subclass of doubles is read by index: views would call its constructor with other arguments', () => {
  class Sevens extends Float64Array {
    constructor(length) {
      super(length);
      this.fill(7);
    }
  }
  const x = new Sevens(3000);
  for (let i = 0; i < x.length; i++) x[i] = i / 7;
  const data = trip.dataset({ x, shape: [3000, 1], y: x, task: 'regression' });
  const expected = Float32Array.from({ length: 3000 }, (_, i) => i / 7);
  assert.deepEqual(data.x, expected);
  assert.deepEqual(data.targets, expected);
  assert.equal(x[2999], 2999 / 7);
});

test('the input is copied', () => {
  const x = Float32Array.of(1, 2);
  const data = make({ x, shape: [2, 1] });
  x[0] = 9;
  assert.equal(data.x[0], 1);
});

test('the result is frozen and survives a structured clone', () => {
  const data = make({ x: rows, y: ['b', 'a'], featureNames: ['u', 'v', 'w'] });
  for (const part of [data, data.shape, data.classNames, data.featureNames]) assert.ok(Object.isFrozen(part));
  assert.deepEqual(structuredClone(data), data);
});

test('classes: numbers ascending, strings by first appearance, or the given order', () => {
  const numeric = make({ x: rows, y: [10, 9] });
  assert.deepEqual([numeric.task, numeric.classNames, [...numeric.labels]], ['classification', ['9', '10'], [1, 0]]);
  const named = make({ x: rows, y: ['b', 'a'] });
  assert.deepEqual(
    [named.classNames, [...named.labels]],
    [
      ['b', 'a'],
      [0, 1],
    ],
  );
  const ordered = make({ x: rows, y: ['b', 'a'], classNames: ['a', 'b', 'c'] });
  assert.deepEqual(
    [ordered.classNames, [...ordered.labels]],
    [
      ['a', 'b', 'c'],
      [1, 0],
    ],
  );
});

test('names of built-in properties are just names', () => {
  const names = ['__proto__', 'constructor', 'toString'];
  const data = make({ x: [[1], [2], [3]], y: names, featureNames: ['__proto__'] });
  assert.deepEqual(data.classNames, names);
  assert.deepEqual([...data.labels], [0, 1, 2]);
  assert.deepEqual(data.featureNames, ['__proto__']);
  assert.throws(
    () => make({ x: [[1], [2]], y: ['a', '__proto__'], classNames: ['a', 'b'] }),
    isTripError('value', '"__proto__"'),
  );
});

test('real responses need the task', () => {
  const data = make({ x: rows, y: [0.5, 2], task: 'regression' });
  assert.deepEqual(
    [data.task, [...data.targets], data.labels, data.classNames],
    ['regression', [0.5, 2], undefined, undefined],
  );
  assert.deepEqual(make({ x: rows, y: [0.5, 2], task: 'classification' }).classNames, ['0.5', '2']);
  assert.deepEqual([...make({ x: rows, y: [1, 2], task: 'regression' }).targets], [1, 2]);
});

test('one class and one sample make a dataset, but not a training set', () => {
  assert.deepEqual(make({ x: [[1]], y: ['a'] }).classNames, ['a']);
});

const endless = [];
endless.push(endless);

refuses('no input', undefined, 'option', 'undefined', 'an object is accepted');
refuses('an unknown name', { x: rows, label: [0, 1] }, 'option', '"label"', 'known are');
refuses('a misspelt name', { x: rows, featurenames: [] }, 'option', 'did you mean featureNames?');
refuses('x that is no array', { x: 'abc' }, 'value', 'x is "abc"');
refuses('x of a wrong type', { x: new Date(0) }, 'value', 'x is a Date');
refuses('big integers', { x: new BigInt64Array(2), shape: [1, 2] }, 'value', 'a BigInt64Array');
refuses('a flat array without shape', { x: [1, 2] }, 'shape', 'shape is missing', '2 numbers');
refuses('an empty array', { x: [] }, 'shape', 'shape is missing', '0 numbers');
refuses('a shape of one entry', { x: [1, 2], shape: [2] }, 'shape', 'shape is [2]', '[N, I]');
refuses('a shape of zero samples', { x: [], shape: [0, 2] }, 'shape', 'shape[0] is 0');
refuses('a fractional shape', { x: [1, 2], shape: [1, 2.5] }, 'shape', 'shape[1] is 2.5');
refuses('a shape that is a string', { x: [1, 2], shape: '1x2' }, 'shape', 'shape is "1x2"');
refuses('a shape beyond all memory', { x: [1], shape: [2 ** 40, 2 ** 40] }, 'shape', 'needs 1.2');
refuses('more modes than the core takes', { x: [1], shape: Array(10).fill(1) }, 'shape', 'more than 8 modes');
refuses('nesting without end', { x: endless }, 'shape', 'more than 8 modes');
refuses('a list that holds itself', endless, 'option', 'an array of length 1');
refuses('a wrong length', { x: [1, 2, 3], shape: [2, 2] }, 'shape', 'x has 3 numbers', '[2, 2] needs 4');
refuses('ragged rows', { x: [[1, 2], [3]] }, 'shape', 'x[1] has 1 entries', 'has 2');
refuses('a row that is a number', { x: [[1, 2], 3] }, 'shape', 'x[1] is 3');
refuses('empty rows', { x: [[], []] }, 'shape', '[2, 0]');
refuses('nesting against the shape', { x: rows, shape: [3, 2] }, 'shape', '[2, 3]', '[3, 2]');
refuses('NaN, with its place', { x: [...rows, [7, Number.NaN, 9]] }, 'value', 'x[2, 1] is NaN');
refuses('NaN in a flat array', { x: [1, 2, 3, Number.NaN], shape: [1, 2, 2] }, 'value', 'x[0, 1, 1] is NaN');
refuses('infinity', { x: [[Number.NEGATIVE_INFINITY]] }, 'value', 'x[0, 0] is -Infinity');
refuses('numbers that overflow a float', { x: [[1e39]] }, 'value', 'x[0, 0] is 1e+39', '32-bit float');
refuses('text among numbers', { x: [[1], ['2']] }, 'value', 'x[1, 0] is "2" (string)');
refuses('a hole', { x: [[1, undefined]] }, 'value', 'x[0, 1] is undefined');
refuses('y of a wrong length', { x: rows, y: [1] }, 'shape', 'y has 1 entries', '2 samples');
refuses('y that is no array', { x: rows, y: 'ab' }, 'value', 'y is "ab" (string)');
refuses('mixed labels', { x: rows, y: [1, '1'] }, 'value', 'y[0] is 1 (number), y[1] is "1" (string)');
refuses('labels of other types', { x: rows, y: ['a', null] }, 'value', 'y[1] is null');
refuses('NaN in y', { x: rows, y: [1, Number.NaN] }, 'value', 'y[1] is NaN');
refuses('fractions without task', { x: rows, y: [1, 1.5] }, 'value', 'y[1] is 1.5', "'regression'", "'classification'");
refuses('text for regression', { x: rows, y: ['a', 'b'], task: 'regression' }, 'value', 'y[0] is "a"', 'needs numbers');
refuses('targets that overflow a float', { x: rows, y: [1, 1e300], task: 'regression' }, 'value', 'y[1] is 1e+300');
refuses('an unknown task', { x: rows, y: [1, 2], task: 'ranking' }, 'option', 'task is "ranking"', "'regression'");
refuses('a task without y', { x: rows, task: 'regression' }, 'option', 'y is missing');
refuses('classNames without y', { x: rows, classNames: ['a'] }, 'option', 'y is missing');
refuses(
  'classNames for regression',
  { x: rows, y: [1, 2], task: 'regression', classNames: ['a'] },
  'option',
  'classNames',
);
refuses(
  'a label that is not among classNames',
  { x: rows, y: ['a', 'c'], classNames: ['a', 'b'] },
  'value',
  'y[1] is "c"',
  '"a", "b"',
);
refuses('a class named twice', { x: rows, y: ['a', 'a'], classNames: ['a', 'a'] }, 'value', '"a" twice');
refuses('classNames that are no strings', { x: rows, y: [1, 2], classNames: [1, 2] }, 'value', 'classNames[0] is 1');
refuses('too few featureNames', { x: rows, featureNames: ['a'] }, 'shape', 'featureNames has 1 names', '3 variables');
refuses('featureNames of matrices', { x: [rows], featureNames: ['a'] }, 'option', '2 modes');

test('the spiral has the shape and the classes of the paper', () => {
  const { train, test: held, truth } = trip.spiral({ seed: 7 });
  assert.deepEqual(
    [train.shape, held.shape],
    [
      [220, 100],
      [220, 100],
    ],
  );
  assert.deepEqual(train.classNames, ['0', '1']);
  assert.equal(
    train.labels.reduce((sum, label) => sum + label, 0),
    110,
  );
  assert.equal(truth.plane.length, 200);
  const dot = (a, b) =>
    Array.from({ length: 100 }, (_, i) => truth.plane[2 * i + a] * truth.plane[2 * i + b]).reduce((s, v) => s + v);
  assert.ok(Math.abs(dot(0, 0) - 1) < 1e-12 && Math.abs(dot(1, 1) - 1) < 1e-12 && Math.abs(dot(0, 1)) < 1e-12);
  assert.deepEqual(trip.spiral({ seed: 7 }).train, train);
  assert.notDeepEqual(trip.spiral({ seed: 8 }).train.x, train.x);
});

test('the spiral refuses unknown and impossible options', () => {
  assert.throws(() => trip.spiral({ sed: 1 }), isTripError('option', 'did you mean seed?'));
  assert.throws(() => trip.spiral({ seed: -1 }), isTripError('option', 'seed is -1'));
  assert.throws(() => trip.spiral({ seed: 2 ** 53 }), isTripError('option', 'seed is 9007199254740992'));
  assert.throws(() => trip.spiral({ samplesPerClass: 0 }), isTripError('option', 'samplesPerClass is 0'));
  assert.throws(() => trip.spiral({ noiseDimensions: 1.5 }), isTripError('option', 'noiseDimensions is 1.5'));
  assert.throws(
    () => trip.spiral({ samplesPerClass: 1 }),
    isTripError('option', 'samplesPerClass is 1', '2 to 100000'),
  );
  assert.throws(() => trip.spiral({ noiseDimensions: 1001 }), isTripError('option', '1001', '0 to 1000'));
});

test('eight modes are accepted', () => {
  assert.equal(make({ x: [1], shape: Array(9).fill(1) }).shape.length, 9);
});
refuses(
  'a position beyond the columns',
  { x: [[1, 2]], categorical: [2] },
  'option',
  'categorical[0] is 2',
  'a position from 0 to 1',
);
refuses('responses without y', { x: rows, responses: 2 }, 'option', 'responses is given but y is missing');
