/** The scores: one table for core and package, values by hand and of scikit-learn, and scores of given predictions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadModule } from '../../dist/core/load.js';
import { scoreTable } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { numbers, smallSpiral, trip } from './support.mjs';

const core = await loadModule({}, true);
const none = Float64Array.of();
const names = (task) => Object.keys(scoreTable).filter((name) => (scoreTable[name].task ?? task) === task);
const near = (seen, expected) => assert.ok(Math.abs(seen - expected) < 1e-12, `${seen} is not ${expected}`);

/** Mean of the recalls of the classes that occur. */
function balanced(confusion) {
  const recalls = confusion.flatMap((row, c) => {
    const samples = row.reduce((sum, count) => sum + count, 0);
    return samples === 0 ? [] : [row[c] / samples];
  });
  return recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
}

test('the core has every score of the table and no other; a model has those of its task', () => {
  const scored = core.scorePredictions(Float64Array.of(1, 2), Int32Array.of(), Float64Array.of(2, 4), 1, none);
  const lists = ['confusion', 'recall', 'reliability', 'responseRmse', 'responsePearson'];
  assert.deepEqual(Object.keys(scored).sort(), [...Object.keys(scoreTable), ...lists].sort());
  const { train } = smallSpiral();
  assert.deepEqual(Object.keys(trip.fit(train, { epochs: 1, restarts: 1 }).score(train)), [
    ...names('classification'),
    'confusion',
    'recall',
    'reliability',
  ]);
  const y = numbers(train.shape[0]);
  const values = trip.dataset({ x: train.x, shape: train.shape, y, task: 'regression' });
  assert.deepEqual(Object.keys(trip.fit(values, { epochs: 1, restarts: 1 }).score(values)), names('regression'));
});

test('balanced accuracy is the mean recall of the classes that occur', () => {
  // Three of four, one of two, and none of the third class.
  const p = [0, 0, 0, 2, 1, 0].flatMap((c) => [0, 1, 2].map((k) => (k === c ? 0.8 : 0.1)));
  const labels = Int32Array.of(0, 0, 0, 0, 1, 1);
  const score = core.scorePredictions(Float64Array.from(p), labels, none, 3, none);
  assert.equal(score.balancedAccuracy, 0.625);
  near(score.accuracy, 4 / 6);

  const x = numbers(3 * 40);
  const classes = (n) => (n % 10 === 0 ? 'rare' : x[3 * n] > 0 ? 'high' : 'low');
  const y = Array.from({ length: 40 }, (_, n) => classes(n));
  const data = trip.dataset({ x, shape: [40, 3], y });
  const model = trip.fit(data, { epochs: 40, restarts: 1, hidden: [5], learningRate: 0.01 });
  const whole = model.score(data);
  near(whole.balancedAccuracy, balanced(whole.confusion));
  assert.notEqual(whole.balancedAccuracy, whole.accuracy);
  const without = model.score(
    trip.subset(
      data,
      y.flatMap((name, n) => (name === 'rare' ? [] : [n])),
    ),
  );
  assert.equal(without.confusion.filter((row) => row.every((count) => count === 0)).length, 1);
  near(without.balancedAccuracy, balanced(without.confusion));
});

test('a sweep has the mean of each score over its folds, and pools those that the table says', async () => {
  const { train } = smallSpiral();
  const trainer = await createTrainer({ workers: 1, trip });
  const table = await trainer.sweep({
    data: train,
    grid: { hidden: [[4]] },
    options: { epochs: 10, restarts: 1 },
    folds: 3,
  });
  await trainer.close();
  const [{ test: means, pooled }] = table.summary;
  assert.deepEqual(Object.keys(means), names('classification'));
  assert.deepEqual(
    Object.keys(pooled),
    names('classification').filter((name) => scoreTable[name].pooled),
  );
  const confusion = [
    [0, 0],
    [0, 0],
  ];
  for (const { samples, predictions } of table.rows) {
    for (const [i, n] of samples.entries())
      confusion[train.labels[n]][Number(predictions[2 * i + 1] > predictions[2 * i])]++;
  }
  near(pooled.balancedAccuracy.mean, balanced(confusion));
});

const fixtures = JSON.parse(readFileSync(new URL('../cpp/fixtures/scores.json', import.meta.url), 'utf8'));

/** N samples of one variable, whose value does not matter. */
const samplesOf = (y, { weights = [], ...rest }) =>
  trip.dataset({
    ...{ x: numbers(y.length), shape: [y.length, 1], y, ...rest },
    ...(weights.length === 0 ? {} : { sampleWeight: weights }),
  });

const close = (seen, expected, name) => {
  if (expected === null) assert.ok(seen === null || Number.isNaN(seen), `${name} is ${seen}`);
  else assert.ok(Math.abs(seen - expected) <= 1e-12 * Math.max(1, Math.abs(expected)), `${name}: ${seen}, ${expected}`);
};

test('scores of given predictions are those of scikit-learn', () => {
  assert.ok(fixtures.classes.length > 30 && fixtures.values.length > 3);
  for (const { name, classes, labels, probability, weights, recall, reliability, ...expected } of fixtures.classes) {
    const classNames = Array.from({ length: classes }, (_, c) => `c${c}`);
    const y = labels.map((label) => classNames[label]);
    const score = trip.scorePredictions(probability, samplesOf(y, { classNames, weights }));
    const own = names('classification').filter((one) => scoreTable[one].task);
    assert.deepEqual(Object.keys(score), [...own, 'confusion', 'recall', 'reliability']);
    assert.deepEqual(Object.keys(expected).sort(), own.toSorted());
    for (const one of own) close(score[one], expected[one], `${name}: ${one}`);
    assert.equal(score.recall.length, classes);
    for (const [c, share] of score.recall.entries()) close(share, recall[c], `${name}: recall ${c}`);
    const curve = score.reliability.flatMap((bin) => Object.values(bin));
    assert.deepEqual(Object.keys(score.reliability[0]), ['low', 'high', 'predicted', 'observed', 'weight']);
    assert.equal(curve.length, reliability.length);
    for (const [i, value] of curve.entries()) close(value, reliability[i], `${name}: reliability ${i}`);
    assert.deepEqual(JSON.parse(JSON.stringify(score.recall)), score.recall);
  }
  for (const { name, predicted, targets, weights, rmse, pearson } of fixtures.values) {
    const score = trip.scorePredictions(predicted, samplesOf(targets, { weights, task: 'regression' }));
    assert.deepEqual(Object.keys(score), ['rmse', 'pearson']);
    // Responses are 32-bit floats where these hold their spread.
    assert.ok(Math.abs(score.rmse - rmse) < 1e-6 && Math.abs(score.pearson - pearson) < 1e-6, name);
  }
});

test('predictions of a model have the scores of the model', () => {
  const { train, test: held } = smallSpiral();
  const { loss, reconstruction, objective, ...own } = trip.fit(train, { epochs: 20, restarts: 1 }).score(held);
  const model = trip.fit(train, { epochs: 20, restarts: 1 });
  assert.deepEqual(trip.scorePredictions(model.predictProba(held), held), own);
  assert.equal(
    own.reliability.reduce((sum, { weight }) => sum + weight, 0),
    held.shape[0],
  );

  const [x, y] = [numbers(60), Array.from(numbers(60), (value, n) => [value, n % 7])];
  const several = trip.dataset({ x, shape: [60, 1], y, responseNames: ['a', 'b'], task: 'regression' });
  const values = trip.fit(several, { epochs: 5, restarts: 1 });
  const { rmse, pearson, responses } = values.score(several);
  const given = trip.scorePredictions(values.predict(several), several);
  assert.deepEqual(
    given.responses.map(({ name }) => name),
    ['a', 'b'],
  );
  for (const [a, b] of [
    [given.rmse, rmse],
    [given.pearson, pearson],
    [given.responses[1].rmse, responses[1].rmse],
  ])
    assert.ok(Math.abs(a - b) < 1e-6);
});

test('predictions that do not fit the data are refused', () => {
  const classes = samplesOf(['a', 'b', 'a'], {});
  const values = samplesOf([0.5, 1.5], { task: 'regression' });
  const p = [1, 0, 0.5, 0.5, 0.25, 0.75];
  const refuse = (predictions, data, code, message) =>
    assert.throws(
      () => trip.scorePredictions(predictions, data),
      (error) => error.code === code && message.test(error.message),
      String(message),
    );
  refuse(
    [1, 0, 1],
    classes,
    'shape',
    /predictions has 3 numbers; 6 are accepted, one for each class \("a", "b"\) of 3 samples/,
  );
  refuse([1], values, 'shape', /1 numbers; 2 are accepted, one for each response of 2 samples/);
  refuse(p.with(3, 1.25), classes, 'value', /predictions\[1, 1\] is 1\.25 .*from 0 to 1 are accepted/);
  refuse(p.with(4, -0.1), classes, 'value', /predictions\[2, 0\] is -0\.1/);
  refuse(p.with(0, Number.NaN), classes, 'value', /predictions\[0, 0\] is NaN/);
  refuse(p.with(0, '1'), classes, 'value', /predictions\[0, 0\] is "1" \(string\)/);
  refuse(
    [1, Number.POSITIVE_INFINITY],
    values,
    'value',
    /predictions\[1, 0\] is Infinity.*finite numbers are accepted/,
  );
  refuse('1', classes, 'value', /predictions is "1"/);
  refuse([1, 0], trip.dataset({ x: [[1], [2]] }), 'value', /data has no response/);
  refuse([1, 0], 3, 'value', /data is 3/);
  // A clone whose numbers were changed.
  refuse(p, { ...classes, labels: Int32Array.of(0, 7, 0) }, 'value', /class 7 of sample 1 is not in 0\.\.1/);
  refuse(p, { ...classes, sampleWeight: Float64Array.of(0, 0, 0) }, 'value', /sampleWeight is 0 for every sample/);
  assert.equal(trip.scorePredictions(p, { x: [[1], [2], [3]], y: ['a', 'b', 'b'] }).accuracy, 2 / 3);
});
