/** The scores: one table for core and package, and balanced accuracy against values by hand. */
import assert from 'node:assert/strict';
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
  const lists = ['confusion', 'responseRmse', 'responsePearson'];
  assert.deepEqual(Object.keys(scored).sort(), [...Object.keys(scoreTable), ...lists].sort());
  const { train } = smallSpiral();
  assert.deepEqual(Object.keys(trip.fit(train, { epochs: 1, restarts: 1 }).score(train)), [
    ...names('classification'),
    'confusion',
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
