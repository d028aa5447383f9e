/** Arrays with holes, and hidden or inherited properties, are refused, never ignored. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checksumOf } from '../../dist/model/file.js';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameModel, signs, smallSpiral, trip } from './support.mjs';

const trainer = await createTrainer({ trip, workers: 1 });
after(() => trainer.close());

/** A copy with a hole at `hole`. */
function sparse(values, hole) {
  const result = Array.from(values);
  delete result[hole];
  return result;
}

const hidden = (name, value) => Object.defineProperty({}, name, { value });
const given = { ...signs(6, 2), featureNames: ['a', 'b'] };
const matrices = { x: numbers(24), shape: [6, 2, 2], y: [0, 1, 0, 1, 0, 1], modeNames: [['a', 'b'], []] };

for (const [title, input, code, ...says] of [
  ['x', { x: sparse(given.x, 3), shape: [6, 2] }, 'value', 'x[1, 1] is undefined'],
  ['rows of x', { x: sparse([[1], [2], [3]], 1) }, 'shape', 'x[1] is undefined'],
  ['numbers in a row', { x: [[1, 2], sparse([3, 4], 0)] }, 'value', 'x[1, 0] is undefined'],
  ['shape', { ...given, shape: sparse([6, 2], 1) }, 'shape', 'shape[1] is undefined'],
  ['y', { ...given, y: sparse(given.y, 2) }, 'value', 'y[2] is undefined'],
  ['the first of y', { ...given, y: sparse(given.y, 0) }, 'value', 'y[0] is undefined'],
  ['featureNames', { ...given, featureNames: sparse(['a', 'b'], 0) }, 'value', 'featureNames[0] is undefined'],
  ['classNames', { ...given, classNames: sparse(['plus', 'x', 'minus'], 1) }, 'value', 'classNames[1] is undefined'],
  ['modeNames', { ...matrices, modeNames: sparse([[], []], 0) }, 'option', 'modeNames[0] is undefined'],
  ['names of a mode', { ...matrices, modeNames: [[], sparse(['a', 'b'], 1)] }, 'value', 'modeNames[1][1] is undefined'],
]) {
  test(`a hole in ${title}`, () => {
    assert.throws(() => trip.dataset(input), isTripError(code, ...says));
  });
}

const stored = { offsets: [0, 1, 2], index: [0, 1], value: [5, 6], shape: [2, 3], y: [0, 1] };

for (const [title, input] of [
  ['offsets', { ...stored, offsets: sparse(stored.offsets, 1) }],
  ['index', { ...stored, index: sparse(stored.index, 1) }],
  ['nested index', { ...stored, index: [[0], sparse([1], 0)] }],
  ['tuples of index', { ...stored, index: sparse([[0], [1]], 1) }],
  ['value', { ...stored, value: sparse(stored.value, 0) }],
]) {
  test(`a hole in ${title} of sparse samples`, () => {
    assert.throws(
      () => trip.sparseDataset(input),
      (error) => ['value', 'shape'].includes(error.code),
    );
  });
}

const data = trip.dataset(given);

test('holes in options, indices, matrices and plans', async () => {
  assert.throws(() => trip.fit(data, { hidden: sparse([4, 4], 0) }), isTripError('option', 'hidden[0] is undefined'));
  assert.throws(() => trip.fit(data, { ranks: sparse([1], 0) }), isTripError('option', 'ranks[0] is undefined'));
  assert.throws(() => trip.subset(data, sparse([0, 1], 0)), isTripError('option', 'indices[0] is undefined'));
  assert.throws(() => trip.principalAngles(sparse([1, 0], 1), [1, 0], 2), isTripError('value', 'a[1] is undefined'));
  const model = trip.fit(data, { epochs: 1, restarts: 1, ranks: [1] });
  assert.throws(() => model.predictLatent(sparse([1, 2], 1)), isTripError('value', 'latent[1] is undefined'));
  assert.throws(() => model.explain(data, { samples: sparse([0, 1], 0) }), isTripError('option', 'undefined'));
  for (const [grid, ...says] of [
    [{ lambda: sparse([1, 2, 3], 1) }, 'grid.lambda[1] is undefined'],
    [{ lambda: [1, undefined] }, 'grid.lambda[1] is undefined'],
    [sparse([{}, {}], 0), 'grid is undefined'],
    [[], 'grid is []'],
  ]) {
    await assert.rejects(trainer.sweep({ data, grid, folds: 2 }), isTripError('option', ...says));
  }
});

test('rows of an earlier sweep with holes, or with entries that are not numbers', async () => {
  const plan = { data, grid: {}, folds: 2, options: { epochs: 1, restarts: 1 } };
  const { rows } = await trainer.sweep(plan);
  const [first] = rows;
  for (const row of [
    { ...first, predictions: sparse(first.predictions, 1) },
    { ...first, predictions: first.predictions.map(String) },
    { ...first, samples: sparse(first.samples, 0) },
  ]) {
    await assert.rejects(trainer.sweep(plan, { done: [row] }), isTripError('value', 'done[0]'));
  }
  await assert.rejects(trainer.sweep(plan, { done: sparse(rows, 0) }), isTripError('option', 'done[0] is undefined'));
});

test('options that a copy would lose are refused, not ignored', async () => {
  const says = (name) => isTripError('option', `"${name}"`, 'inherited or hidden');
  for (const options of [
    hidden('epochs', 3),
    Object.create({ epochs: 3, restarts: 1 }),
    new (class {
      get epochs() {
        return 3;
      }
    })(),
  ]) {
    assert.throws(() => trip.fit(data, options), says('epochs'));
    assert.throws(() => trainer.fit(data, options), says('epochs'));
    await assert.rejects(trainer.sweep({ data, grid: {}, folds: 2, options }), says('epochs'));
  }
  assert.throws(() => trip.fit(data, Object.create({ epoch: 3 })), isTripError('option', 'did you mean epochs'));
  assert.throws(() => trip.fit(data, hidden('epoch', 3)), isTripError('option', 'did you mean epochs'));
  assert.throws(() => trip.dataset(Object.create(given)), says('x'));
  assert.throws(() => trip.dataset({ ...given, __proto__: { missing: 'mean' } }), says('missing'));
  assert.throws(() => trip.spiral(Object.create({ seed: 2 })), says('seed'));
  class Options {
    epochs = 2;
    describe() {}
  }
  trip.fit(data, new Options()).dispose();
  trip.fit(data, Object.assign(Object.create(null), { epochs: 2, restarts: 1 })).dispose();
});

test('datasets with inherited properties are refused, clones are accepted', () => {
  const model = trip.fit(data, { epochs: 1, restarts: 1 });
  const says = isTripError('value', 'data has "x"', 'inherited or hidden');
  for (const other of [
    Object.create(data),
    Object.defineProperty({ ...data }, 'x', { value: data.x, enumerable: false }),
  ]) {
    for (const use of [
      () => model.predict(other),
      () => trip.subset(other, [0]),
      () => trip.fit(other),
      () => trip.folds(other, 2),
    ]) {
      assert.throws(use, says);
    }
  }
  assert.throws(
    () => model.predict({ ...data, classNames: sparse(data.classNames, 0) }),
    isTripError('value', 'classNames[0]'),
  );
  assert.throws(() => model.predict({ ...data, featureNames: ['a'] }), isTripError('shape', 'featureNames has 1'));
  model.predict(structuredClone(data));
});

/** The file with its correct checksum. */
const sealed = (file) => ({ ...file, checksum: checksumOf(file) });

test('a model file is read from its JSON alone', () => {
  const { train } = smallSpiral();
  const model = trip.fit(train, { epochs: 3, restarts: 1, hidden: [4], record: 2 });
  const file = JSON.parse(JSON.stringify(model.toJSON({ frames: true })));
  sameModel(trip.restore(file), trip.restore(JSON.stringify(file)));
  const { spec } = file;
  for (const altered of [
    { ...file, spec: { ...spec, classNames: sparse(spec.classNames, 0) } },
    { ...file, spec: { ...spec, dims: sparse(spec.dims, 0) } },
    { ...file, spec: { ...spec, hidden: sparse([4], 0) } },
    { ...file, spec: { ...spec, featureNames: new Array(spec.dims[0]) } },
    { ...file, frames: sparse(file.frames, 0) },
    { ...file, spec: Object.create(spec) },
    {
      ...file,
      spec: Object.assign(Object.create({ classNames: spec.classNames }), { ...spec, classNames: undefined }),
    },
    { ...file, options: undefined },
    { ...file, history: Object.create(file.history) },
  ]) {
    assert.throws(() => trip.restore(sealed(altered)), isTripError('format'));
    assert.throws(() => trip.restore(JSON.stringify(sealed(altered))), isTripError('format'));
  }
  assert.throws(() => trip.restore(Object.create(file)), isTripError('format'));
  assert.throws(() => trip.restore({ ...file, best: 0n }), isTripError('format', 'BigInt'));
  assert.throws(() => trip.restore(sparse([1], 0)), isTripError('format', 'an object is accepted'));
});
