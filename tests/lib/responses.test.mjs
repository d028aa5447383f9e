/** Regressions with several responses: input, predictions, scores, explanations, files, workers and sweeps. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameBits, sameModel, trip } from './support.mjs';

const count = 50;
const x = Float32Array.from(numbers(4 * count, 2));
const shape = [count, 4];
const y = Array.from({ length: count }, (_, n) => [1e3 + 50 * x[4 * n], x[4 * n] * x[4 * n + 1] - 2, x[4 * n + 3]]);
const responseNames = ['rent', 'price', 'age'];
const input = { x, shape, y, task: 'regression', responseNames };
const data = trip.dataset(input);
const options = { epochs: 60, restarts: 1, hidden: [8], seed: 2, learningRate: 0.01, batchSize: 10 };
const model = trip.fit(data, options);

test('responses are nested, or flat with their number or names', () => {
  assert.equal(data.responses, 3);
  assert.deepEqual(data.responseNames, responseNames);
  const flat = y.flat();
  for (const more of [{ responseNames }, { responses: 3, responseNames }]) {
    assert.deepEqual(trip.dataset({ ...input, ...more, y: flat }), data);
    assert.deepEqual(trip.dataset({ ...input, ...more, y: Float64Array.from(flat) }), data);
  }
  const typed = y.map((row) => Float64Array.from(row));
  assert.deepEqual(trip.dataset({ ...input, y: typed }), data);
  const unnamed = trip.dataset({ x, shape, y: flat, task: 'regression', responses: 3 });
  assert.equal(unnamed.responseNames, undefined);
  sameBits(unnamed.targets, data.targets);
  const rows = y.map(([rent, price, age], n) => ({ rent, price, age, a: x[4 * n], b: x[4 * n + 1] }));
  const ofRows = trip.dataset({ rows, target: responseNames, task: 'regression' });
  assert.deepEqual(ofRows.featureNames, ['a', 'b']);
  sameBits(ofRows.targets, data.targets);
  const sparse = trip.sparseDataset({
    offsets: Array.from({ length: count + 1 }, (_, n) => n),
    index: new Int32Array(count),
    value: numbers(count),
    shape: [count, 3],
    y,
    task: 'regression',
  });
  assert.equal(trip.fit(sparse, { ...options, epochs: 2, restarts: 1 }).predict(sparse).length, 3 * count);
  assert.deepEqual(
    [...trip.subset(data, [4, 1]).targets],
    [...data.targets.subarray(12, 15), ...data.targets.subarray(3, 6)],
  );
});

test('one response keeps its bits, however it is given', () => {
  const one = y.map(([rent]) => rent);
  const plain = trip.fit(trip.dataset({ x, shape, y: one, task: 'regression' }), options);
  const nested = trip.fit(trip.dataset({ x, shape, y: one.map((value) => [value]), task: 'regression' }), options);
  const named = trip.fit(trip.dataset({ x, shape, y: one, task: 'regression', responseNames: ['rent'] }), options);
  sameModel(plain, nested);
  assert.equal(named.fingerprint, plain.fingerprint);
  assert.equal(plain.spec.responses, undefined);
  assert.equal(
    plain.score(data.responses ? trip.dataset({ x, shape, y: one, task: 'regression' }) : data).responses,
    undefined,
  );
  assert.deepEqual(named.spec.responses, [
    { name: 'rent', mean: plain.spec.targetMean, scale: plain.spec.targetScale },
  ]);
  sameModel(trip.restore(JSON.stringify(named)), named);
});

test('each response is standardised, predicted in its units and scored', () => {
  const { responses, outputs, targetMean } = model.spec;
  assert.equal(outputs, 3);
  assert.deepEqual(
    responses.map(({ name }) => name),
    responseNames,
  );
  for (const [r, { mean, scale }] of responses.entries()) {
    const own = y.map((row) => Math.fround(row[r]));
    const expected = own.reduce((sum, value) => sum + value, 0) / count;
    assert.ok(Math.abs(mean - expected) < 1e-6 * (1 + Math.abs(mean)));
    const square = own.reduce((sum, value) => sum + (value - expected) ** 2, 0) / count;
    assert.ok(Math.abs(scale - Math.sqrt(square)) < 1e-6 * scale);
  }
  assert.equal(targetMean, responses[0].mean);
  const predicted = model.predict(data);
  assert.equal(predicted.length, 3 * count);
  sameBits(model.predictLatent(model.transform(data)), predicted);
  const score = model.score(data);
  let [squares, loss] = [0, 0];
  for (const [r, { name, rmse, pearson }] of score.responses.entries()) {
    assert.equal(name, responseNames[r]);
    const errors = y.map((row, n) => (predicted[3 * n + r] - Math.fround(row[r])) ** 2);
    const square = errors.reduce((sum, value) => sum + value, 0) / count;
    assert.ok(Math.abs(rmse - Math.sqrt(square)) < 1e-4 * rmse, `rmse ${r}`);
    assert.ok(pearson > 0.2 && pearson <= 1, `pearson ${r} is ${pearson}`);
    squares += rmse * rmse;
    loss += (rmse / responses[r].scale) ** 2;
  }
  assert.ok(Math.abs(score.rmse - Math.sqrt(squares / 3)) < 1e-9 * score.rmse);
  assert.ok(Math.abs(score.loss - loss) < 1e-3 * loss, 'the loss is the sum over the responses');
  const mean = score.responses.reduce((sum, { pearson }) => sum + pearson / 3, 0);
  assert.ok(Math.abs(score.pearson - mean) < 1e-12);
  assert.equal(model.points(data)[2].label, data.targets[6]);
});

test('files, frames and workers keep every bit', async () => {
  const restored = trip.restore(JSON.stringify(model));
  sameModel(restored, model);
  sameBits(restored.predict(data), model.predict(data));
  const trainer = await createTrainer({ trip, workers: 2 });
  try {
    sameModel(await trainer.fit(data, { ...options, test: data }).model, trip.fit(data, { ...options, test: data }));
    const { seed: _seed, ...shared } = options;
    const plan = { data, grid: { lambda: [0.01, 0.1] }, options: { ...shared, epochs: 5, restarts: 1 }, folds: 3 };
    const { rows, summary } = await trainer.sweep(plan);
    assert.equal(rows[0].predictions.length, 3 * rows[0].samples.length);
    assert.deepEqual(trip.sweepCell(plan, { point: 0, trial: 0, fold: 0 }), rows[0]);
    assert.deepEqual((await trainer.sweep(plan, { done: rows.slice(1) })).rows, rows);
    const square = rows
      .slice(0, 3)
      .flatMap(({ samples, predictions }) =>
        samples.flatMap((n, at) => y[n].map((value, r) => (predictions[3 * at + r] - value) ** 2)),
      );
    const rmse = Math.sqrt(square.reduce((sum, value) => sum + value, 0) / square.length);
    assert.ok(Math.abs(summary[0].pooled.rmse.mean - rmse) < 1e-4 * rmse);
    assert.ok(summary[0].pooled.pearson.mean <= 1);
  } finally {
    await trainer.close();
  }
  const continued = trip.fit(data, { ...options, start: model, epochs: 1, restarts: 1 });
  assert.equal(continued.spec.outputs, 3);
});

test('explanations have a target for each response, or for the one that is asked for', () => {
  const all = model.explain(data, { samples: [1] });
  assert.deepEqual(
    all.targets.map(({ response, responseName }) => [response, responseName]),
    [...responseNames.entries()].map(([r, name]) => [r, name]),
  );
  assert.equal(all.main, 0);
  for (const [target, r] of [
    ['price', 1],
    [2, 2],
  ]) {
    const one = model.explain(data, { target, samples: [1] });
    assert.equal(one.response, r);
    assert.equal(one.responseName, responseNames[r]);
    assert.deepEqual(one.surrogate, all.targets[r].surrogate);
    assert.deepEqual(one.local(1).rotated, all.local(1).targets[r].rotated);
  }
  const refused = (target, ...parts) =>
    assert.throws(() => model.explain(data, { target }), isTripError('option', ...parts));
  refused('size', 'target is "size"', '"rent", "price", "age"', '0 to 2');
  refused(3, 'target is 3', '0 to 2');
  refused(-1, 'target is -1');
});

test('errors name the value and what is accepted', () => {
  const refused = (code, more, ...parts) =>
    assert.throws(() => trip.dataset({ ...input, ...more }), isTripError(code, ...parts));
  refused(
    'value',
    { task: undefined, responseNames: undefined },
    'y has 3 columns',
    "task: 'regression'",
    'multi-label',
  );
  refused('value', { task: 'classification', y: y.map(() => [1, 0]), responseNames: undefined }, 'multi-label');
  refused('shape', { y: y.slice(1) }, 'y has 49 entries', '50 samples');
  refused('shape', { y: y.map((row, n) => (n === 7 ? [1, 2] : row)) }, 'y[7]', '3 numbers');
  refused('value', { y: y.map((row, n) => (n === 7 ? [1, Number.NaN, 2] : row)) }, 'y[7, 1] is NaN');
  refused('value', { y: y.map((row, n) => (n === 7 ? [1, 'a', 2] : row)) }, 'y[7, 1] is "a"');
  refused('shape', { responseNames: ['a', 'b'] }, 'rows of 3', 'responseNames has 2');
  refused('shape', { responses: 2 }, 'rows of 3', 'responses is 2');
  refused('shape', { y: y.flat(), responseNames: undefined }, 'y has 150 entries', '50 samples');
  refused('value', { responseNames: ['a', 'b', 'a'] }, '"a" twice');
  refused('option', { responses: 0, y: y.flat() }, 'responses is 0');
  refused('option', { y: undefined, task: undefined }, 'responseNames are given but y is missing');
  refused('option', { y: y.map(() => 1), task: 'classification', responseNames: ['a'] }, 'classNames');
  const two = trip.dataset({ x, shape, y: y.map(([a, b]) => [a, b]), task: 'regression' });
  assert.throws(() => model.score(two), isTripError('shape', '2 responses', '3'));
  assert.throws(() => trip.fit(data, { ...options, test: two }), isTripError('shape', 'test has 2 responses'));
  const turned = trip.dataset({ ...input, responseNames: ['price', 'rent', 'age'] });
  assert.throws(() => model.score(turned), isTripError('value', 'responseNames[0] of data is "price"', '"rent"'));
  assert.throws(() => trip.fit(two, { ...options, start: model }), isTripError('option', 'outputs'));
  assert.throws(() => trip.fit(data, { ...options, method: 'lda' }), isTripError('option', 'lda'));
});

test('a start has the same names of responses', () => {
  const renamed = trip.dataset({ ...input, responseNames: ['price', 'rent', 'age'] });
  assert.throws(
    () => trip.fit(renamed, { ...options, start: model }),
    isTripError('option', 'responseNames ["rent","price","age"]', '["price","rent","age"]'),
  );
  // Names are compared only when both sides have them.
  const unnamed = trip.dataset({ ...input, responseNames: undefined });
  assert.equal(trip.fit(unnamed, { ...options, epochs: 1, start: model }).options.start, model.fingerprint);
});

test('a list of one column as the target of rows is that column', () => {
  const rows = [
    { a: 1, b: 2, kind: 'x' },
    { a: 2, b: 3, kind: 'y' },
  ];
  assert.deepEqual(trip.dataset({ rows, target: ['kind'] }), trip.dataset({ rows, target: 'kind' }));
  assert.deepEqual(trip.dataset({ rows, target: ['b'], features: ['a'], task: 'regression' }).responseNames, ['b']);
  for (const target of [3, null, {}, [1], ['a', 2]]) {
    assert.throws(() => trip.dataset({ rows, target }), isTripError('option', 'target is', 'the name of a column'));
  }
});
