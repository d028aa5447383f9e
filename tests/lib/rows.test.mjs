// Samples in the forms of applications: rows of numbers, rows as objects, input instead of a dataset. Results as labels and points.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataset, loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';

const trip = await loadTrip();
const options = { hidden: [4], epochs: 30, batchSize: 8, restarts: 1 };

/** Two classes that `b` separates; the columns of each row are in another order. */
const rows = Array.from({ length: 24 }, (_, n) => {
  const row = {
    a: Math.sin(n),
    b: n % 2 === 0 ? 3 + Math.cos(n) : -3 - Math.cos(n),
    c: Math.sin(3 * n),
    kind: n % 2 ? 'odd' : 'even',
  };
  return n % 3 === 0 ? row : { kind: row.kind, c: row.c, b: row.b, a: row.a };
});
const names = ['a', 'b', 'c'];
const x = rows.map((row) => names.map((name) => row[name]));
const y = rows.map(({ kind }) => kind);
const data = trip.dataset({ x, y, featureNames: names });

test('rows as objects give the dataset of their columns', () => {
  assert.deepEqual(trip.dataset({ rows, target: 'kind' }), data);
  assert.deepEqual(trip.dataset({ rows, target: 'kind', features: ['c', 'a'] }).featureNames, ['c', 'a']);
  const numbers = rows.map(({ a, b }) => ({ a, b }));
  assert.deepEqual(trip.dataset({ rows: numbers }).featureNames, ['a', 'b']);
  assert.equal(trip.dataset({ rows: numbers, target: 'b', task: 'regression' }).targets[3], Math.fround(rows[3].b));
});

test('datasets are made without WebAssembly too, and their structured clones train to the same bits', () => {
  const made = dataset({ rows, target: 'kind' });
  assert.deepEqual(made, data);
  assert.ok(Object.isFrozen(made));
  const cloned = structuredClone(made);
  const [one, other] = [trip.fit(cloned, options), trip.fit(data, options)];
  assert.equal(one.fingerprint, other.fingerprint);
  assert.deepEqual(one.score(cloned), other.score(data));
  assert.throws(() => dataset({ x: [[1, Number.NaN]] }), { code: 'value', message: /x\[0, 1\]/ });
});

test('every method accepts rows instead of a dataset', async () => {
  const model = trip.fit({ rows, target: 'kind' }, { ...options, test: { x, y, featureNames: names } });
  assert.equal(model.fingerprint, trip.fit(data, options).fingerprint);
  const typed = { x: Float64Array.from(x.flat()), shape: [24, 3] };
  for (const samples of [
    x,
    typed,
    rows,
    { rows, target: 'kind' },
    { x, featureNames: names },
    rows.map((row) => ({ extra: 'text', ...row })),
  ]) {
    assert.deepEqual(model.transform(samples), model.transform(data));
    assert.deepEqual(model.predict(samples), model.predict(data));
    assert.deepEqual(model.predictProba(samples), model.predictProba(data));
    assert.deepEqual(model.predictLabels(samples), model.predictLabels(data));
  }
  assert.deepEqual(model.score({ rows, target: 'kind' }), model.score(data));
  assert.deepEqual(model.explain(rows, { sigma: 1 }).local(3), model.explain(data, { sigma: 1 }).local(3));
  assert.deepEqual(trip.folds({ x, y }, 3), trip.folds(data, 3));
  assert.deepEqual(trip.subset({ rows, target: 'kind' }, [2, 5]), trip.subset(data, [2, 5]));

  const trainer = await createTrainer({ trip, workers: 1 });
  const trained = await trainer.fit({ rows, target: 'kind' }, options).model;
  assert.equal(trained.fingerprint, model.fingerprint);
  const plan = { grid: { lambda: [0.1] }, options: { hidden: [4], epochs: 5, restarts: 1 }, folds: 3 };
  const [row] = (await trainer.sweep({ ...plan, data: { rows, target: 'kind' } })).rows;
  assert.deepEqual(row, (await trainer.sweep({ ...plan, data })).rows[0]);
  await trainer.close();
});

test('labels are the names of classes, points have coordinates and labels', () => {
  const model = trip.fit(data, options);
  assert.deepEqual(
    model.predictLabels(data),
    Array.from(model.predict(data), (label) => ['even', 'odd'][label]),
  );
  const latent = model.transform(data);
  assert.deepEqual(
    model.points(data),
    y.map((label, n) => ({ x: latent[2 * n], y: latent[2 * n + 1], label })),
  );
  assert.deepEqual(Object.keys(model.points(x)[0]), ['x', 'y']);

  const line = trip.fit({ x, y: x.map(([a]) => a), task: 'regression' }, { ...options, ranks: [1] });
  assert.deepEqual(line.points({ x, y: x.map(([a]) => a), task: 'regression' })[5], {
    x: line.transform(x)[5],
    y: 0,
    label: Math.fround(x[5][0]),
  });
  assert.throws(() => line.predictLabels(x), { code: 'option', message: /predictLabels is for classification/ });

  const matrices = trip.fit(trip.planted({ dims: [5, 4], count: 20 }).train, { ...options, ranks: [2, 2] });
  assert.throws(() => matrices.points(trip.planted({ dims: [5, 4], count: 20 }).test), {
    code: 'option',
    message: /points is for vectors/,
  });
});

test('errors name the row and the column, all missing columns at once', () => {
  const model = trip.fit(data, options);
  const refused = (call, code, message) => assert.throws(call, { code, message });
  refused(() => trip.dataset({ rows: [] }), 'value', /^rows is \[\]; an array of objects, one a sample, is accepted$/);
  refused(
    () => trip.dataset({ rows: [{ a: 1 }, { a: '2' }] }),
    'value',
    /^rows\[1\]\["a"\] is "2" \(string\); numbers are accepted$/,
  );
  refused(() => trip.dataset({ rows: [{ a: 1 }, 7] }), 'value', /^rows\[1\] is 7/);
  refused(
    () => trip.dataset({ rows: [{ a: 1 }, { a: null }] }),
    'value',
    /^rows\[1\]\["a"\] is null; numbers \(or missing: 'mean'\) are accepted$/,
  );
  refused(() => trip.dataset({ rows, target: 'sort' }), 'value', /^rows lack "sort"; they have "a", "b", "c", "kind"$/);
  refused(() => trip.dataset({ rows, targets: 'kind' }), 'option', /did you mean target\?/);
  refused(() => model.predict([{ b: 1 }]), 'value', /^data lack "a", "c"; they have "b"$/);
  refused(() => model.predict([[1, 2]]), 'shape', /\[2\].*\[3\]/);
  refused(() => model.predict([]), 'shape', /x is a flat array of 0 numbers/);
  refused(() => model.score(rows), 'value', /no response/);
});

test('missing cells are null, undefined or NaN', () => {
  const holes = rows.map((row, n) => ({ ...row, a: [null, undefined, Number.NaN, row.a][n % 4] }));
  const nans = rows.map((row, n) => [n % 4 === 3 ? row.a : Number.NaN, row.b, row.c]);
  assert.deepEqual(
    trip.dataset({ rows: holes, target: 'kind', missing: 'mean' }),
    trip.dataset({ x: nans, y, featureNames: names, missing: 'mean' }),
  );
});

test('variables in another order keep the precision of doubles', () => {
  const seconds = rows.map(({ a }, n) => ({ id: 1_700_000_000 + n + a / 1000, a, kind: y[n] }));
  const train = trip.dataset({ rows: seconds, target: 'kind' });
  assert.ok(train.x instanceof Float64Array);
  const model = trip.fit(train, options);
  const turned = trip.dataset({ rows: seconds, target: 'kind', features: ['a', 'id'] });
  assert.deepEqual(model.transform(turned), model.transform(train));
});
