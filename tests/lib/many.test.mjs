// Many classes: the scores of each class, checked against all pairs of samples.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadTrip } from '../../dist/index.js';

let trip;
before(async () => {
  trip = await loadTrip();
});

/** Share of the pairs of a sample of the class and one of another class in which the first has the larger probability; ties count half. */
function aucOf(probability, labels, classes) {
  const one = (c) => {
    const of = (n) => probability[n * classes + c];
    const [inside, outside] = [true, false].map((own) => [...labels.keys()].filter((n) => (labels[n] === c) === own));
    const wins = inside.flatMap((a) => outside.map((b) => (of(a) > of(b) ? 1 : of(a) === of(b) ? 0.5 : 0)));
    return wins.reduce((sum, win) => sum + win, 0) / wins.length;
  };
  return Array.from({ length: classes }, (_, c) => one(c)).reduce((sum, auc) => sum + auc, 0) / classes;
}

for (const [classes, rows] of [
  [20, 3],
  [3, 40],
  [2, 70],
]) {
  test(`AUC of ${classes} classes with ${rows} samples each`, () => {
    // Every second sample is a copy, so that there are ties.
    const x = Array.from({ length: classes * rows }, (_, n) => [
      Math.sin(n >> 1),
      Math.cos((n >> 1) * 1.3),
      (n >> 1) % 5,
    ]);
    const data = trip.dataset({ x, y: x.map((_, n) => `k${n % classes}`) });
    const model = trip.fit(data, { ranks: [2], hidden: [3], epochs: 5, restarts: 1, lambda: 0.1 });
    const expected = aucOf(model.predictProba(data), data.labels, classes);
    assert.ok(Math.abs(model.score(data).auc - expected) < 1e-12);
    model.dispose();
  });
}

test('a thousand classes and a rank of 64 train, predict and are explained, or are refused with the name of the option', () => {
  const classes = 1000;
  const x = Array.from({ length: 3 * classes }, (_, n) =>
    Array.from({ length: 64 }, (_, i) => Math.sin((n % classes) * (i + 1)) + n / 1e5),
  );
  const data = trip.dataset({ x, y: x.map((_, n) => `k${n % classes}`) });
  const model = trip.fit(data, { ranks: [64], hidden: [8], epochs: 1, restarts: 1, lambda: 0.1 });
  assert.equal(model.predictProba(data).length, 3 * classes * classes);
  const explanation = model.explain(data, { target: 7 });
  assert.equal(explanation.axes[0].length, 64 * 64);
  explanation.dispose();
  assert.throws(() => model.explain(data), { code: 'option', message: /3000 samples in 64 projected dimensions/ });
  model.dispose();
});
