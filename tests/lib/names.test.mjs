/** Variables of new data are matched by name: every order of the columns gives the same results, bit for bit. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameBits, signs, trip } from './support.mjs';

const trainer = await createTrainer({ trip, workers: 2 });
after(() => trainer.close());

const names = ['a', 'b', 'c', 'd'];
const given = signs(40, 4);
const train = trip.dataset({ ...given, featureNames: names });
const options = { epochs: 20, hidden: [5], restarts: 2, batchSize: 8 };
const model = trip.fit(train, options);

/** The columns in another order; index -1 is a column that no model knows. */
function permuted(order, more = {}) {
  const x = Array.from({ length: 40 }, (_, n) => order.map((i) => (i < 0 ? 99 + n : given.x[4 * n + i]))).flat();
  const featureNames = order.map((i, at) => names[i] ?? `extra ${at}`);
  return trip.dataset({ x, shape: [40, order.length], y: given.y, featureNames, ...more });
}

const orders = [
  [3, 2, 1, 0],
  [1, 0, 3, 2],
  [2, 3, 0, 1],
  [-1, 0, 1, 2, 3],
  [3, -1, 1, 0, -1, 2],
];

for (const order of orders) {
  test(`columns ${order}: every call gives what the columns of the training set give`, () => {
    const other = permuted(order);
    for (const call of ['transform', 'predict', 'predictProba']) sameBits(model[call](other), model[call](train));
    assert.deepEqual(model.score(other), model.score(train));
    const [own, same] = [model.explain(other), model.explain(train)];
    assert.deepEqual(own.axes, same.axes);
    assert.deepEqual(own.local(7), same.local(7));
    assert.deepEqual(own.top(0, 0), same.top(0, 0));
    const extra = other.featureNames.filter((name) => name.startsWith('extra'));
    model.predict(other);
    assert.equal(model.notes.length, extra.length > 0 ? 1 : 0);
    for (const name of extra) assert.match(model.notes[0], new RegExp(`^data: .*"${name}"`));
    model.predict(train);
    assert.deepEqual(model.notes, []);
    model.predict(trip.dataset({ x: train.x, shape: train.shape }));
    assert.match(model.notes.join(), /^data: variables were matched by position/);
  });

  test(`columns ${order} of a test set, here and in workers`, async () => {
    const straight = trip.fit(train, { ...options, test: train });
    const test = permuted(order);
    const here = trip.fit(train, { ...options, test });
    const there = await trainer.fit(train, { ...options, test }).model;
    for (const other of [here, there]) {
      assert.equal(other.fingerprint, straight.fingerprint);
      sameBits(other.history.testLoss, straight.history.testLoss);
      sameBits(other.history.testAccuracy, straight.history.testAccuracy);
      assert.equal(other.notes.length, order.includes(-1) ? 1 : 0);
      if (order.includes(-1)) assert.match(other.notes[0], /^test: .*"extra \d"/);
    }
  });
}

test('a restored model knows the names, and missing values find their means', () => {
  const x = Array.from(given.x, (value, i) => (i % 7 === 0 ? Number.NaN : value));
  const holes = trip.dataset({ x, shape: [40, 4], y: given.y, featureNames: names, missing: 'mean' });
  const own = trip.fit(holes, options);
  const turned = Array.from({ length: 40 }, (_, n) => [3, 1, 0, 2].map((i) => x[4 * n + i])).flat();
  const other = trip.dataset({ x: turned, shape: [40, 4], featureNames: ['d', 'b', 'a', 'c'], missing: 'mean' });
  sameBits(trip.restore(JSON.stringify(own)).predictProba(other), own.predictProba(holes));
});

test('sparse vectors too', () => {
  const entries = Array.from({ length: 12 }, (_, n) => [n % 3, 3 + (n % 2)]);
  const value = numbers(24);
  const y = Array.from({ length: 12 }, (_, n) => n % 2);
  const featureNames = ['a', 'b', 'c', 'd', 'e'];
  const offsets = Array.from({ length: 13 }, (_, n) => 2 * n);
  const data = trip.sparseDataset({ offsets, index: entries.flat(), value, shape: [12, 5], y, featureNames });
  const own = trip.fit(data, { epochs: 10, restarts: 1, hidden: [] });
  // Reversed, with one more variable in front that every sample has.
  const index = entries.flatMap(([i, j]) => [0, 5 - j, 5 - i]);
  const values = entries.flatMap((_, n) => [7, value[2 * n + 1], value[2 * n]]);
  const other = trip.sparseDataset({
    ...{ offsets: offsets.map((offset) => 1.5 * offset), index, value: values, shape: [12, 6], y },
    featureNames: ['other', ...featureNames.toReversed()],
  });
  sameBits(own.transform(other), own.transform(data));
  assert.deepEqual(own.score(other), own.score(data));
  own.predict(other);
  assert.match(own.notes[0], /the variable "other" left out/);
});

test('missing names are listed, names that are there twice too', () => {
  const lacking = permuted([2, -1, 0]);
  for (const call of ['transform', 'predict', 'predictProba', 'score', 'explain']) {
    assert.throws(
      () => model[call](lacking),
      isTripError('value', 'data lacks the variables "b", "d" of the training set'),
    );
  }
  const wish = { ...options, test: lacking };
  assert.throws(() => trip.fit(train, wish), isTripError('value', 'test lacks the variables "b", "d"'));
  assert.throws(() => trainer.fit(train, wish), isTripError('value', 'test lacks the variables "b", "d"'));
  const twice = trip.dataset({ x: numbers(10), shape: [2, 5], featureNames: ['a', 'b', 'c', 'd', 'b'] });
  assert.throws(() => model.predict(twice), isTripError('value', 'the variable "b" is there twice'));
  const doubled = trip.dataset({ ...given, featureNames: ['a', 'a', 'c', 'd'] });
  const own = trip.fit(doubled, { ...options, epochs: 2, restarts: 1 });
  sameBits(own.predict(doubled), own.predict(trip.dataset(given)));
  assert.throws(() => own.predict(permuted([0, 1, 2, 3])), isTripError('value', '"a" is there twice'));
});

test('without names on one side: by position', () => {
  const bare = trip.dataset(given);
  sameBits(model.predictProba(bare), model.predictProba(train));
  const unnamed = trip.fit(bare, options);
  assert.equal(unnamed.fingerprint, model.fingerprint);
  sameBits(unnamed.predictProba(permuted([0, 1, 2, 3])), model.predictProba(train));
  const five = trip.dataset({ x: numbers(5), shape: [1, 5] });
  assert.throws(() => model.predict(five), isTripError('shape', '[5]'));
});

test('a start with other names, or in another order, is refused', () => {
  const wish = { epochs: 1, restarts: 1, hidden: [5], start: model };
  assert.equal(trip.fit(train, wish).options.start, model.fingerprint);
  for (const order of [orders[0], orders[1]]) {
    assert.throws(
      () => trip.fit(permuted(order), wish),
      isTripError('option', 'start has featureNames ["a","b","c","d"]'),
    );
  }
  trip.fit(trip.dataset(given), wish);
});

test('matrices and cubes: the same names in another order are refused, other names are not compared', async () => {
  const x = numbers(20 * 6);
  const y = Array.from({ length: 20 }, (_, n) => n % 2);
  const of = (...modeNames) => trip.dataset({ x, shape: [20, 2, 3], y, modeNames });
  const data = of(['u', 'v'], ['1', '2', '3']);
  const own = trip.fit(data, { epochs: 2, restarts: 1 });
  for (const [other, says] of [
    [of(['v', 'u'], ['1', '2', '3']), 'modeNames[0][0] of data is "v", of the training set "u"'],
    [of(['u', 'v'], ['1', '3', '2']), 'modeNames[1][1] of data is "3", of the training set "2"'],
    [of([], ['3', '1', '2']), 'modeNames[1][0]'],
  ]) {
    for (const call of ['transform', 'predict', 'score', 'explain']) {
      assert.throws(() => own[call](other), isTripError('value', says));
    }
    const wish = { epochs: 2, restarts: 1, test: other };
    assert.throws(() => trip.fit(data, wish), isTripError('value', 'of test'));
    assert.throws(() => trainer.fit(data, wish), isTripError('value', 'of test'));
  }
  for (const other of [of([], []), of(['x', 'y'], []), of(['u', 'v'], ['4', '5', '6'])]) {
    sameBits(own.predict(other), own.predict(data));
  }
});

test('at most ten missing names are listed', () => {
  const many = Array.from({ length: 12 }, (_, i) => `v${i}`);
  const wide = trip.fit(trip.dataset({ ...signs(20, 12), featureNames: many }), { epochs: 1, restarts: 1 });
  assert.throws(
    () => wide.predict({ x: [[1]], featureNames: ['other'] }),
    isTripError('value', 'data lacks the variables "v0", "v1"', '"v9" and 2 more of the training set'),
  );
});
