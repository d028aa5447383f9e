/** Missing values: refused unless asked for, replaced by the means of the training set, in folds and models too. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameBits, sameModel, trip } from './support.mjs';

const trainer = await createTrainer({ workers: 1, trip });
after(() => trainer.close());

const gaps = [1, Number.NaN, 3, 10, 5, 20, Number.NaN, 40, 9, Number.NaN];
const y = [0, 1, 0, 1, 1];

test('missing values are refused by default', () => {
  const input = { x: gaps, shape: [5, 2], y };
  assert.throws(() => trip.dataset(input), isTripError('value', 'x[0, 1] is NaN'));
  assert.throws(() => trip.dataset({ ...input, missing: 'median' }), isTripError('option', "'refuse', 'mean'"));
  const infinite = { ...input, x: gaps.with?.(0, Infinity) ?? [Infinity, ...gaps.slice(1)], missing: 'mean' };
  assert.throws(() => trip.dataset(infinite), isTripError('value', 'x[0, 0] is Infinity'));
  const data = trip.dataset({ ...input, missing: 'mean' });
  assert.equal(data.missing, 'mean');
  assert.ok(Number.isNaN(data.x[1]));
});

test('missing values take the means of the training set, in the model too', async () => {
  const holes = trip.dataset({ x: gaps, shape: [5, 2], y, missing: 'mean' });
  // Means: (1 + 3 + 5 + 9) / 4 and (10 + 20 + 40) / 3.
  const means = [4.5, 70 / 3];
  const whole = trip.dataset({
    x: gaps.map((value, i) => (Number.isNaN(value) ? means[i % 2] : value)),
    shape: [5, 2],
    y,
  });
  const options = { epochs: 20, restarts: 1, hidden: [4], ranks: [1] };
  const model = trip.fit(holes, { ...options, test: holes });
  const expected = trip.fit(whole, { ...options, test: whole });
  assert.equal(model.fingerprint, expected.fingerprint);
  assert.deepEqual([...model.spec.fill], means.map(Math.fround));
  assert.equal(expected.spec.fill, undefined);
  sameBits(model.history.testLoss, expected.history.testLoss);
  sameBits(model.predictProba(holes), expected.predictProba(whole));
  assert.deepEqual(model.score(holes), expected.score(whole));
  assert.deepEqual(model.explain(holes).axes, expected.explain(whole).axes);
  // Data without missing values are unchanged; a model without means refuses missing values.
  sameBits(model.transform(whole), expected.transform(whole));
  assert.throws(() => expected.transform(holes), isTripError('value', 'data.x[0, 1] is missing'));
  assert.throws(() => trip.fit(whole, { ...options, test: holes }), isTripError('value', 'test.x[0, 1] is missing'));
  sameModel(await trainer.fit(holes, { ...options, test: holes }).model, model);
  const restored = trip.restore(JSON.stringify(model));
  sameBits(restored.predictProba(holes), model.predictProba(holes));
  const file = model.toJSON();
  const spoilt = { ...file, spec: { ...file.spec, fill: btoa('\0\0\0\0') } };
  assert.throws(() => trip.restore(spoilt), isTripError('format', 'checksum'));
});

test('missing values: means of each fold, in workers and alone; a variable that is never there is 0', async () => {
  const x = numbers(120).map((value, i) => (i % 7 === 3 || i % 4 === 2 ? Number.NaN : value));
  const holes = trip.dataset({ x, shape: [30, 4], y: Array.from({ length: 30 }, (_, n) => n % 2), missing: 'mean' });
  const sweep = { data: holes, grid: {}, options: { epochs: 5, restarts: 1, hidden: [] }, folds: 3 };
  const { rows } = await trainer.sweep(sweep);
  assert.deepEqual(trip.sweepCell(sweep, rows[1]), rows[1]);
  const inside = [...holes.labels.keys()].filter((n) => !rows[1].samples.includes(n));
  const model = trip.fit(trip.subset(holes, inside), { ...rows[1].options, seed: rows[1].seed });
  assert.equal(model.fingerprint, rows[1].fingerprint);
  const { fill } = trip.fit(holes, { epochs: 0, restarts: 1 }).spec;
  assert.equal(fill[2], 0);
  assert.notDeepEqual(fill, model.spec.fill);
});
