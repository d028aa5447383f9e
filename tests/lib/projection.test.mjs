/** Fits with a given projection: the method fixed keeps it, the method trip begins with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameBits, sameModel, smallSpiral, trip } from './support.mjs';

const { train, test: held } = smallSpiral();
const [, size] = train.shape;
const quick = { epochs: 30, restarts: 1, hidden: [6, 5], learningRate: 0.01, test: held };
const plane = trip.randomPlane(size, 2, 9, 0);
const fixed = { ...quick, method: 'fixed', projection: plane };

const x = numbers(40 * 12);
const y = Array.from({ length: 40 }, (_, n) => (x[12 * n] * x[12 * n + 1] > 0 ? 'a' : 'b'));
const matrices = trip.dataset({ x, shape: [40, 4, 3], y });

test('the projection of a baseline gives the bits of the baseline, with validation and weights', () => {
  const weighted = trip.dataset({
    ...{ x: train.x, shape: train.shape, y: [...train.labels].map(String) },
    sampleWeight: Array.from(train.labels, (label, n) => 1 + label + (n % 3)),
  });
  for (const [data, method, more] of [
    [train, 'pca', {}],
    [train, 'lda', { validation: 0.2, standardize: false }],
    [weighted, 'pca', { classWeight: 'balanced', hidden: [] }],
    [matrices, 'tucker', {}],
  ]) {
    const options = { ...quick, test: data, ...more };
    const own = trip.fit(data, { ...options, method });
    const modes = own.spec.dims.length;
    const projection = modes === 1 ? own.projection() : [0, 1].map((mode) => own.projection(mode));
    const given = trip.fit(data, { ...options, method: 'fixed', projection });
    assert.equal(given.fingerprint, own.fingerprint);
    sameBits(given.history.testLoss, own.history.testLoss);
    assert.equal(given.spec.method, 'fixed');
  }
});

test('the method fixed keeps the projection, and its file names it', () => {
  const model = trip.fit(train, { ...fixed, restarts: 2 });
  sameBits(model.projection(), Float32Array.from(plane));
  assert.match(model.options.projection, /^[0-9a-f]{16}$/);
  const restored = trip.restore(JSON.stringify(model));
  sameModel(restored, model);
  assert.equal(restored.spec.method, 'fixed');
  assert.deepEqual(restored.predict(held), model.predict(held));
  const other = trip.fit(train, { ...fixed, projection: [trip.randomPlane(size, 2, 9, 1)] });
  assert.notEqual(other.options.projection, model.options.projection);
  assert.ok(!('projection' in trip.fit(train, quick).options));
});

test('the method trip begins with the projection and a random network, in one restart by default', () => {
  const { restarts: _restarts, ...options } = { ...quick, projection: plane };
  const still = trip.fit(train, { ...options, epochs: 0 });
  const difference = still.projection().reduce((most, value, i) => Math.max(most, Math.abs(value - plane[i])), 0);
  assert.ok(difference < 1e-6, String(difference));
  assert.deepEqual([still.options.restarts, still.options.search], [1, false]);
  const model = trip.fit(train, { ...options, restarts: 3 });
  assert.equal(new Set(model.restarts.map(({ objective }) => objective)).size, 3);
  assert.notDeepEqual(model.projection(), still.projection());
  assert.equal(model.options.projection, still.options.projection);
  assert.deepEqual(
    [trip.fit(train, { ...options, epochs: 0, restarts: 'auto' }).options].map((own) => [own.restarts, own.search]),
    [[12, false]],
  );
});

test('a fixed projection may continue a network', () => {
  const first = trip.fit(train, fixed);
  const still = trip.fit(train, { ...fixed, epochs: 0, start: first });
  assert.equal(still.fingerprint, first.fingerprint);
  assert.equal(still.options.start, first.fingerprint);
});

test('workers and sweeps have the bits of the synchronous fit', async () => {
  const trainer = await createTrainer({ trip, workers: 2 });
  try {
    for (const options of [
      { ...fixed, restarts: 3, validation: 0.2 },
      { ...quick, projection: [plane], restarts: 2, record: 3 },
    ])
      sameModel(await trainer.fit(train, options).model, trip.fit(train, options));
    const own = [...plane];
    const grid = { method: ['fixed'], projection: [own, [...trip.randomPlane(size, 2, 9, 1)]] };
    const plan = { data: train, grid, options: { epochs: 5, hidden: [4] }, folds: 2 };
    const { rows, points } = await trainer.sweep(plan);
    assert.deepEqual(points[0].projection, own);
    assert.notEqual(rows[0].fingerprint, rows[2].fingerprint);
    const [{ fingerprint }] = rows;
    assert.equal(trip.sweepCell(plan, { point: 0, trial: 0, fold: 0 }).fingerprint, fingerprint);
    const kept = Array.from({ length: train.shape[0] }, (_, n) => n).filter((n) => !rows[0].samples.includes(n));
    const options = { ...plan.options, method: 'fixed', projection: own, seed: rows[0].seed };
    assert.equal(trip.fit(trip.subset(train, kept), options).fingerprint, fingerprint);
    const table = await trainer.crossValidate(
      train,
      { ...plan.options, method: 'fixed', projection: own },
      { folds: 2 },
    );
    assert.equal(table.rows.length, 2);
  } finally {
    await trainer.close();
  }
});

test('a projection that does not fit is refused', () => {
  const refused = (options, code, ...parts) =>
    assert.throws(() => trip.fit(train, { ...fixed, ...options }), isTripError(code, ...parts));
  refused({ projection: undefined }, 'option', "method 'fixed'", 'the option projection is needed');
  refused({ method: 'pca' }, 'option', "method 'pca'", "'fixed' and 'trip'");
  refused({ method: 'trip', search: true }, 'option', 'search is true', 'projection');
  refused({ method: 'trip', start: trip.fit(train, quick) }, 'option', 'start and projection');
  refused({ projection: 'plane' }, 'option', 'projection is "plane"');
  refused({ projection: [] }, 'option', 'projection is []');
  refused({ projection: [[1], 2] }, 'value', 'projection[1] is 2');
  refused({ projection: [plane.with(3, Number.NaN)] }, 'value', 'projection[0][3] is NaN');
  refused({ projection: [...plane].with(0, '1') }, 'value', 'projection[0] is "1"');
  refused({ projection: [plane, plane] }, 'shape', '2 matrices', '1 modes');
  refused({ projection: plane.subarray(1) }, 'shape', 'mode 0', `${2 * size - 1} numbers`, `${size} x 2`);
  refused({ projection: plane.map((value) => 2 * value) }, 'option', 'projection of mode 0', 'columns 0 and 0 is 4');
  const tensors = {
    ...fixed,
    test: undefined,
    projection: [trip.randomPlane(4, 2, 1, 0), trip.randomPlane(3, 2, 1, 0)],
  };
  trip.fit(matrices, tensors).dispose();
  const [first, second] = tensors.projection;
  const wrong = { ...tensors, projection: [first, second.map((value, i) => (i % 2 ? value : value + 0.1))] };
  assert.throws(() => trip.fit(matrices, wrong), isTripError('option', 'projection of mode 1', 'columns 0 and 0'));
});
