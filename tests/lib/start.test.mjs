/** Training that begins with an earlier model: the option `start`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { collect, isTripError, numbers, sameModel, smallSpiral, trip } from './support.mjs';

const { train, test: held } = smallSpiral();
const quick = { epochs: 30, restarts: 1, hidden: [6, 5], learningRate: 0.01 };
const first = trip.fit(train, quick);
const objective = (model) => model.score(train).objective;
const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-4 * Math.abs(b), `${a}, expected ${b}`);

test('training begins with the parameters of the model, lowers the objective, and the file names its start', () => {
  const still = trip.fit(train, { ...quick, epochs: 0, restarts: 1, start: first });
  near(objective(still), objective(first));
  const on = trip.fit(train, { ...quick, start: first, test: held, record: 2 });
  assert.ok(objective(on) < objective(first), `${objective(on)} after ${objective(first)}`);
  near(trip.modelAt(on, on.frames[0]).score(train).objective, objective(first));
  assert.equal(on.options.start, first.fingerprint);
  assert.equal(trip.restore(JSON.stringify(on)).options.start, first.fingerprint);
  assert.ok(!('start' in first.options));
});

test('all methods and kinds of samples', () => {
  const x = numbers(40 * 12);
  const y = Array.from({ length: 40 }, (_, n) => x[12 * n] * x[12 * n + 1]);
  const matrices = trip.dataset({ x, shape: [40, 4, 3], y, task: 'regression' });
  const cases = [
    [train, { method: 'pca' }],
    [train, { method: 'lda', hidden: [] }],
    [matrices, { method: 'tucker' }],
    [matrices, { method: 'trip', ranks: [2, 1] }],
  ];
  for (const [data, options] of cases) {
    const model = trip.fit(data, { ...quick, ...options });
    const still = trip.fit(data, { ...quick, ...options, epochs: 0, restarts: 1, start: model });
    near(still.score(data).objective, model.score(data).objective);
  }
  // A learned projection may begin with a fixed one.
  const pca = trip.fit(train, { ...quick, method: 'pca' });
  near(objective(trip.fit(train, { ...quick, epochs: 0, restarts: 1, start: pca })), objective(pca));
});

test('a worker begins with a model or a snapshot and equals the synchronous fit, bit for bit', async () => {
  const trainer = await createTrainer({ trip, workers: 1 });
  try {
    const options = { ...quick, start: first, test: held, record: 3 };
    sameModel(await trainer.fit(train, options).model, trip.fit(train, options));
    const last = (await collect(trainer.fit(train, quick))).at(-1);
    const on = await trainer.fit(train, { ...quick, start: last }).model;
    assert.equal(on.fingerprint, trip.fit(train, { ...quick, start: first }).fingerprint);
    assert.equal(on.options.start, first.fingerprint);
  } finally {
    await trainer.close();
  }
});

test('a start that does not fit is refused', () => {
  const refused = (options, code, ...parts) =>
    assert.throws(() => trip.fit(train, { ...quick, start: first, ...options }), isTripError(code, ...parts));
  refused({ start: {} }, 'option', 'start is an object', 'a model or a snapshot');
  refused({ start: null }, 'option', 'start is null');
  refused({ start: first.fingerprint }, 'option', 'start is');
  refused({ hidden: [6, 6] }, 'option', 'start has hidden [6,5]', '[6,6]');
  refused({ ranks: [1] }, 'option', 'start has ranks [2]');
  refused({ method: 'pca' }, 'option', 'start has method "trip"');
  refused({ restarts: 2 }, 'option', 'restarts is 2', '1 restart');
  refused({ restarts: 'auto' }, 'option', 'search is true');
  refused({ start: { spec: first.spec, parameters: first.parameters.slice(1) } }, 'shape', 'parameters');
  refused({ start: { spec: first.spec, parameters: first.parameters.fill(Number.NaN) } }, 'value', 'finite');
  const renamed = trip.dataset({
    x: train.x,
    shape: train.shape,
    y: [...train.labels].map((label) => `class ${label}`),
  });
  assert.throws(() => trip.fit(renamed, { ...quick, start: first }), isTripError('option', 'classNames'));
  assert.throws(
    () => trip.fit(smallSpiral({ noiseDimensions: 8 }).train, { ...quick, start: first }),
    isTripError('option', 'dims'),
  );
  const plan = { data: train, grid: { start: [first] } };
  assert.throws(() => trip.sweepCell(plan, { point: 0, trial: 0, fold: 0 }), isTripError('option', 'start'));
});
