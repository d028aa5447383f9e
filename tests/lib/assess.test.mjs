/** Cross validation: the same results for any number of workers, sliced, resumed and repeated fit by fit; nothing leaks. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { intervalOf } from '../../dist/assess/interval.js';
import { createTrainer } from '../../dist/trainer.js';
import { moduleOf } from '../../dist/trip.js';
import { isTripError, numbers, read, signs, trip } from './support.mjs';

const trainers = [
  await createTrainer({ workers: 1, trip }),
  await createTrainer({ workers: 3, trip }),
  await createTrainer({ workers: 2, trip, local: true }),
];
const [trainer] = trainers;
after(() => Promise.all(trainers.map((each) => each.close())));
const raw = moduleOf(trip);

const data = trip.dataset(signs(45, 4));
const options = { epochs: 15, batchSize: 8, restarts: 2, hidden: [4] };
const values = (() => {
  const x = numbers(160, 5);
  const y = Array.from({ length: 40 }, (_, n) => 100 + 3 * x[4 * n] + x[4 * n + 1]);
  return trip.dataset({ x, shape: [40, 4], y, task: 'regression' });
})();
const quick = { hidden: [], epochs: 60, restarts: 1, learningRate: 0.01 };

/** The seed of the fit of a fold, from the documented rule. */
const seedOf = (seed, repeat, fold) => raw.deriveSeed(raw.deriveSeed(seed, 2 + repeat), 2 + fold);

/** The fit of a fold, repeated by public functions. */
function fitOf(samples, cv, { repeat, fold, seed = 1, own = options }) {
  const inside = [...cv.assignment[repeat].keys()].filter((n) => cv.assignment[repeat][n] !== fold);
  return trip.fit(trip.subset(samples, inside), { ...own, seed: seedOf(seed, repeat, fold) });
}

test('a cross validation of one point has the bits of a sweep with the same folds', async () => {
  const cv = await trainer.crossValidate(data, options, { folds: 3, repeats: 2, seed: 5 });
  const table = await trainer.sweep({ data, grid: {}, options, folds: 3, trials: 2, seed: 5 });
  assert.equal(cv.rows.length, 6);
  for (const [c, row] of table.rows.entries()) {
    const { plan, cell, ...report } = cv.rows[c];
    const { point, trial, fold, options: _options, seed, samples, ...own } = row;
    assert.deepEqual(report, own);
    assert.equal(cell, `repeat ${trial}, fold ${fold}`);
    assert.deepEqual(
      samples,
      [...cv.assignment[trial].keys()].filter((n) => cv.assignment[trial][n] === fold),
    );
    assert.equal(seed, seedOf(5, trial, fold));
    assert.equal(plan, cv.rows[0].plan);
  }
  const [{ test: held, train, pooled, diverged }] = table.summary;
  assert.deepEqual(
    { held, train, pooled, diverged },
    { held: cv.test, train: cv.train, pooled: cv.pooled, diverged: cv.diverged },
  );
});

test('predictions are in the order of the samples, and scores follow from them', async () => {
  const cv = await trainer.crossValidate(data, options, { folds: 4, repeats: 2 });
  for (const [t, predictions] of cv.predictions.entries()) {
    assert.equal(predictions.length, 90);
    for (let fold = 0; fold < 4; fold++) {
      const own = [...cv.assignment[t].keys()].filter((n) => cv.assignment[t][n] === fold);
      const kept = own.flatMap((n) => [...predictions.slice(2 * n, 2 * n + 2)]);
      assert.deepEqual(kept, [...cv.rows[4 * t + fold].predictions]);
    }
    assert.deepEqual(cv.scores[t], trip.scorePredictions(predictions, data));
    assert.ok(
      Math.abs(
        cv.scores[t].accuracy -
          [cv.rows.slice(4 * t, 4 * t + 4)]
            .flat()
            .reduce((sum, row) => sum + row.test.accuracy * row.predictions.length, 0) /
            90,
      ) < 1e-12,
    );
  }
  assert.equal(cv.pooled.accuracy.defined, 2);
  assert.equal(cv.test.accuracy.defined, 8);
});

test('one worker, three, and this thread give the same cross validation', async () => {
  const settings = { folds: 3, repeats: 2, groups: Array.from({ length: 45 }, (_, n) => n % 9) };
  const [one, ...others] = await Promise.all(trainers.map((each) => each.crossValidate(data, options, settings)));
  for (const other of others) assert.deepEqual(other, one);
});

test('a synchronous fit of one fold has the fingerprint of its row, also with a choice of lambda and weights', async () => {
  const { x, shape, y } = signs(45, 4);
  const weighted = trip.dataset({ x, shape, y, sampleWeight: numbers(45).map((value) => value + 1.5) });
  for (const own of [options, { ...options, epochs: 5, restarts: 1, lambda: 'validate' }]) {
    const cv = await trainer.crossValidate(weighted, { ...own, classWeight: 'balanced' }, { folds: 3, seed: 7 });
    const model = fitOf(weighted, cv, { repeat: 0, fold: 2, seed: 7, own: { ...own, classWeight: 'balanced' } });
    assert.equal(cv.rows[2].fingerprint, model.fingerprint);
  }
});

test('held-out samples and their labels never change the model of their fold', async () => {
  const assignment = Array.from({ length: 45 }, (_, n) => n % 3);
  const original = await trainer.crossValidate(data, options, { assignment });
  const x = data.x.map((value, i) => (assignment[Math.floor(i / 4)] === 1 ? 50 * value + 3 : value));
  const y = [...data.labels].map((label, n) => (assignment[n] === 1 ? 1 - label : label));
  const changed = await trainer.crossValidate(trip.dataset({ x, shape: [45, 4], y }), options, { assignment });
  const prints = ({ rows }) => rows.map((row) => row.fingerprint);
  const [before, later] = [prints(original), prints(changed)];
  assert.equal(later[1], before[1]);
  assert.notEqual(later[0], before[0]);
  assert.notEqual(later[2], before[2]);
});

test('rows continue an interrupted cross validation', async () => {
  const settings = { folds: 3, repeats: 2 };
  const rows = [];
  const full = await trainer.crossValidate(data, options, {
    ...settings,
    onProgress: (progress) => rows.push(progress),
  });
  assert.deepEqual(
    rows.map(({ done, total }) => [done, total]),
    [1, 2, 3, 4, 5, 6].map((done) => [done, 6]),
  );
  const half = JSON.parse(JSON.stringify(rows.slice(0, 3).map(({ row }) => row)));
  const { resultVersion: _version, ...old } = half[0];
  await assert.rejects(
    trainer.crossValidate(data, options, { ...settings, done: [old] }),
    isTripError('value', 'done[0] was computed by result version 1'),
  );
  const later = [];
  const resumed = await trainers[1].crossValidate(data, options, {
    ...settings,
    done: half,
    onProgress: (progress) => later.push(progress),
  });
  assert.deepEqual(resumed, full);
  assert.deepEqual(
    later.map(({ done }) => done),
    [4, 5, 6],
  );
  const other = (changes, options_ = options, samples = data) =>
    trainer.crossValidate(samples, options_, { ...settings, done: half, ...changes });
  const refused = isTripError('value', 'done[0] is a row of another plan or of other data');
  await assert.rejects(other({ seed: 2 }), refused);
  await assert.rejects(other({}, { ...options, epochs: 16 }), refused);
  await assert.rejects(other({}, options, trip.dataset({ ...signs(45, 4, 2) })), refused);
  await assert.rejects(
    other({ done: [{ ...half[0], resultVersion: 0 }] }),
    isTripError('value', 'done[0] was computed by result version 0'),
  );
  await assert.rejects(
    other({ done: [{ ...half[0], predictions: [1] }] }),
    isTripError('value', 'the row of repeat 0, fold 0 in done is incomplete'),
  );
  await assert.rejects(other({ done: 7 }), isTripError('option', 'done is 7'));
});

test('an abort ends a cross validation, and the workers go on', async () => {
  const control = new AbortController();
  const long = { ...options, epochs: 1_000_000 };
  const running = trainer.crossValidate(data, long, { folds: 3, signal: control.signal });
  setTimeout(() => control.abort(new Error('enough')), 20);
  await assert.rejects(
    running,
    (error) => isTripError('aborted', 'the cross validation was aborted')(error) && error.cause.message === 'enough',
  );
  const cv = await trainer.crossValidate(data, options, { folds: 3 });
  assert.equal(cv.rows.length, 3);
  await assert.rejects(trainer.crossValidate(data, options, { signal: control.signal }), isTripError('aborted'));
});

test('what a fit refuses is refused before anything is trained, or named with its fold', async () => {
  await assert.rejects(trainer.crossValidate(data, { hiden: [4] }), isTripError('option', 'did you mean hidden?'));
  await assert.rejects(
    trainer.crossValidate(data, { seed: 4 }),
    isTripError('option', 'options of an assessment', '"seed"'),
  );
  await assert.rejects(trainer.crossValidate(data, { ranks: [9] }), isTripError('option', 'ranks[0] is 9'));
  await assert.rejects(trainer.crossValidate(trip.dataset({ x: [[1], [2]] })), isTripError('value', 'no response'));
  const x = data.x.map((value, i) => (i < 4 ? 3e38 : value));
  const huge = trip.dataset({ x, shape: data.shape, y: data.labels });
  await assert.rejects(
    trainer.crossValidate(huge, { ranks: [1], epochs: 5, restarts: 1, standardize: false }, { folds: 3 }),
    {
      code: 'value',
      message: /^repeat 0, fold \d: data: the values of sample \d+ are too large/,
    },
  );
});

test('leave one out: scores of single samples say in how many folds they are defined', async () => {
  const y = data20y();
  const cv = await trainer.crossValidate(data20(y), quick, { folds: 'leave-one-out' });
  assert.equal(cv.rows.length, 20);
  assert.equal(cv.test.accuracy.defined, 20);
  assert.equal(cv.test.auc, undefined);
  const right = y.filter((label, n) => cv.predictions[0][2 * n + label] > 0.5).length;
  assert.equal(cv.pooled.accuracy.mean, right / 20);
  assert.equal(cv.pooled.auc.defined, 1);
});

test('the interval of the accuracy is Wilson’s, with groups and weights as fewer samples', async () => {
  const cases = JSON.parse(read('tests/lib/fixtures/assess.json')).wilson;
  const assignment = Array.from({ length: 20 }, (_, n) => Math.floor(n / 2) % 2);
  const y = data20y();
  const seen = new Set();
  for (const right of [20, 17, 13, 10]) {
    // The class shows in the variable, except that of some samples.
    const x = y.map((label, n) => [n < right ? label : 1 - label]);
    const train = { method: 'pca', hidden: [], epochs: 100, learningRate: 0.05, ranks: [1] };
    const { interval, pooled } = await trainer.crossValidate(trip.dataset({ x, y }), train, { assignment });
    const count = Math.round(20 * pooled.accuracy.mean);
    const { low, high } = cases[count];
    assert.deepEqual([interval.score, interval.value, interval.level], ['accuracy', pooled.accuracy.mean, 0.95]);
    assert.ok(Math.abs(interval.low - low) < 1e-12 && Math.abs(interval.high - high) < 1e-12);
    seen.add(count);
  }
  assert.ok(seen.size >= 3 && seen.has(20), [...seen].join());
  const widths = await Promise.all(
    [{}, { groups: y.map((_, n) => Math.floor(n / 2)) }].map(async (settings) => {
      const { interval } = await trainer.crossValidate(data20(y), quick, { assignment, ...settings });
      return interval.high - interval.low;
    }),
  );
  assert.ok(widths[1] > widths[0]);
  const heavy = await trainer.crossValidate(
    data20(
      y,
      y.map((_, n) => (n < 4 ? 100 : 1)),
    ),
    quick,
    { assignment },
  );
  assert.ok(heavy.interval.high - heavy.interval.low > widths[0]);
});

const data20y = () => Array.from({ length: 20 }, (_, n) => n % 2);
const data20 = (y, sampleWeight) =>
  trip.dataset({ x: y.map((_, n) => [n % 7, n % 3]), y, ...(sampleWeight && { sampleWeight }) });

test('regression: pooled rmse and its bootstrap interval', async () => {
  const cv = await trainer.crossValidate(values, quick, { folds: 4, repeats: 2 });
  const [predicted] = cv.predictions;
  const errors = [...predicted].map((value, n) => value - values.targets[n]);
  const rmse = (own) => Math.sqrt(own.reduce((sum, error) => sum + error * error, 0) / own.length);
  assert.ok(Math.abs(cv.scores[0].rmse - rmse(errors)) < 1e-9);
  const { score, value, low, high } = cv.interval;
  assert.equal(score, 'rmse');
  assert.equal(value, cv.pooled.rmse.mean);
  assert.ok(low < value && value < high);
  // Another generator finds nearly the same percentiles.
  const pairs = cv.predictions.map((own) => [...own].map((each, n) => each - values.targets[n]));
  const random = numbers(40 * 4000, 8).map((each) => Math.floor(((each + 1) / 2) * 40));
  const means = Array.from({ length: 4000 }, (_, b) => {
    const drawn = random.subarray(40 * b, 40 * (b + 1));
    return pairs.reduce((sum, own) => sum + rmse(Array.from(drawn, (n) => own[n])) / 2, 0);
  }).sort((a, b) => a - b);
  assert.ok(Math.abs(low - means[100]) < 0.1 * (high - low) && Math.abs(high - means[3900]) < 0.1 * (high - low));
});

test('the interval of an rmse: responses count together, weights count, whole groups are drawn', () => {
  const own = trip.dataset({
    ...{ x: numbers(20), shape: [20, 1], y: Array.from({ length: 20 }, (_, n) => [n, 2 * n]), task: 'regression' },
    sampleWeight: Array.from({ length: 20 }, (_, n) => 1 + (n % 3)),
  });
  const within = (errorOf, settings) => {
    const predictions = [Float64Array.from(own.targets, (value, at) => value + errorOf(at))];
    return intervalOf(raw, { data: own, predictions, pooled: {}, settings: { seed: 1, ...settings } });
  };
  // Errors of 3 and 4 in every sample: each draw has the root of (9 + 16) / 2.
  const even = within((at) => 3 + (at % 2));
  for (const end of [even.low, even.high]) assert.ok(Math.abs(end - Math.sqrt(12.5)) < 1e-12, `${end}`);
  // The error of a single sample at either end counts.
  for (const single of [0, 39]) {
    const { low, high } = within((at) => (at === single ? 100 : 0));
    assert.ok(low === 0 && high > 10, `${single}: ${low} to ${high}`);
  }
  // Two groups with errors of 1 and 3: a quarter of the draws have one of them alone.
  const groups = { names: ['p', 'q'], of: Int32Array.from({ length: 20 }, (_, n) => Number(n >= 10)) };
  const { low, high } = within((at) => (at < 20 ? 1 : 3), { groups });
  assert.ok(Math.abs(low - 1) < 1e-12 && Math.abs(high - 3) < 1e-12, `${low} to ${high}`);
});
