/** Cross validation with a held-out picture and the importance of variables. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameBits, signs, trip } from './support.mjs';

const trainers = {
  1: await createTrainer({ workers: 1, trip }),
  3: await createTrainer({ workers: 3, trip }),
  local: await createTrainer({ workers: 2, local: true, trip }),
};
after(() => Promise.all(Object.values(trainers).map((each) => each.close())));
const trainer = trainers[3];

const near = (a, b, bound, name) => assert.ok(Math.abs(a - b) <= bound, `${name}: ${a} and ${b}`);
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const quick = { epochs: 20, restarts: 1, hidden: [4], batchSize: 16, learningRate: 0.01 };
const data = trip.dataset({ ...signs(42, 4), featureNames: ['a', 'b', 'c', 'd'] });
const reference = trip.fit(data, quick);

test('the picture has every sample where its held-out fold, turned to the reference, puts it', async () => {
  const settings = { folds: 3, repeats: 2, reference };
  const { assignment, rows, picture, ...rest } = await trainer.crossValidate(data, quick, settings);
  const plain = await trainer.crossValidate(data, quick, { folds: 3, repeats: 2 });
  assert.deepEqual(rest.test, plain.test);
  assert.ok(plain.picture === undefined && rest.importance === undefined && plain.rows[0].latent === undefined);
  const wanted = reference.transform(data);
  assert.equal(picture.length, 2);
  for (const [r, folds] of assignment.entries()) {
    for (let fold = 0; fold < 3; fold++) {
      const { latent, fingerprint } = rows[3 * r + fold];
      assert.equal(fingerprint, plain.rows[3 * r + fold].fingerprint);
      const train = [...folds.keys()].filter((n) => folds[n] !== fold);
      const centre = (points, p) => mean(train.map((n) => points[2 * n + p]));
      const moved = (points, n) => [0, 1].map((p) => points[2 * n + p] - centre(points, p));
      // The best rotation and the best reflection of the plane, by their angles.
      const cross = [0, 0, 0, 0];
      for (const n of train)
        for (const i of [0, 1]) for (const j of [0, 1]) cross[2 * i + j] += moved(latent, n)[i] * moved(wanted, n)[j];
      const [a, b, c, d] = cross;
      const rotated = Math.hypot(a + d, b - c) >= Math.hypot(a - d, b + c);
      const angle = rotated ? Math.atan2(b - c, a + d) : Math.atan2(b + c, a - d);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (const n of [...folds.keys()].filter((own) => folds[own] === fold)) {
        const [x, y] = moved(latent, n);
        const expected = rotated ? [x * cos - y * sin, x * sin + y * cos] : [x * cos + y * sin, x * sin - y * cos];
        for (const p of [0, 1]) near(picture[r][2 * n + p], expected[p] + centre(wanted, p), 1e-5, `sample ${n}`);
      }
    }
  }
});

test('the importance is the mean over folds, repeats and permutations', async () => {
  const settings = { folds: 3, repeats: 2, importance: { repeats: 4, score: 'brier' } };
  const { rows, importance } = await trainer.crossValidate(data, { ...quick, epochs: 100 }, settings);
  assert.equal(importance.length, 1);
  assert.deepEqual(
    importance[0].map(({ index, name }) => [index, name]),
    ['a', 'b', 'c', 'd'].map((name, i) => [i, name]),
  );
  for (const { index, mean: seen, deviation } of importance[0]) {
    const values = rows.flatMap((row) => row.importance[0].slice(4 * index, 4 * index + 4));
    assert.equal(values.length, 24);
    near(seen, mean(values), 1e-12, 'mean');
    near(deviation ** 2, (24 / 23) * mean(values.map((value) => (value - mean(values)) ** 2)), 1e-12, 'variance');
  }
  const [first, ...others] = importance[0];
  assert.ok(first.mean > 0.1 && others.every((other) => other.mean < first.mean / 3), JSON.stringify(importance));
  const defaults = await trainer.crossValidate(data, quick, { folds: 2, importance: {} });
  assert.equal(defaults.rows[0].importance[0].length, 4 * 5);
});

const matrices = (() => {
  const x = numbers(40 * 12, 7);
  const y = Array.from({ length: 40 }, (_, n) => x[12 * n] + x[12 * n + 1]);
  return trip.dataset({ x, shape: [40, 4, 3], y, task: 'regression' });
})();
const cases = {
  vectors: [data, quick, {}],
  'groups, validation and weights': [
    trip.dataset({ ...signs(42, 4), sampleWeight: Array.from({ length: 42 }, (_, n) => n % 4) }),
    { ...quick, validation: 0.2, patience: 3 },
    { groups: Array.from({ length: 42 }, (_, n) => n % 7), stratify: false },
  ],
  matrices: [matrices, { ...quick, ranks: [2, 2] }, {}],
};
for (const [name, [samples, options, more]] of Object.entries(cases)) {
  test(`${name}: the same bits with any number of workers, locally, and continued`, async () => {
    const settings = { folds: 3, importance: { repeats: 2 }, reference: trip.fit(samples, options), ...more };
    const one = await trainers[1].crossValidate(samples, options, settings);
    assert.deepEqual(await trainers[3].crossValidate(samples, options, settings), one);
    assert.deepEqual(await trainers.local.crossValidate(samples, options, settings), one);
    const done = JSON.parse(JSON.stringify(one.rows.slice(1)));
    const trained = [];
    const continued = await trainer.crossValidate(samples, options, {
      ...settings,
      done,
      onProgress: ({ row }) => trained.push(row.cell),
    });
    assert.deepEqual(continued, one);
    assert.deepEqual(trained, [one.rows[0].cell]);
    assert.ok(one.picture.every((own) => own.every(Number.isFinite)));
    assert.equal(one.importance.length, samples.shape.length - 1);
  });
}

/** Distance of the class means over the deviation within the classes, along the line between the means. */
function separation(points, labels) {
  const of = (c, p) => mean([...labels.keys()].filter((n) => labels[n] === c).map((n) => points[2 * n + p]));
  const line = [0, 1].map((p) => of(1, p) - of(0, p));
  const length = Math.hypot(...line);
  const along = (n) => (points[2 * n] * line[0] + points[2 * n + 1] * line[1]) / length;
  const centres = [0, 1].map((c) => (of(c, 0) * line[0] + of(c, 1) * line[1]) / length);
  return length / Math.sqrt(mean([...labels.keys()].map((n) => (along(n) - centres[labels[n]]) ** 2)));
}

test('on noise the ordinary picture separates and the held-out picture does not; on a signal both do', async () => {
  const shape = [60, 100];
  const options = { epochs: 300, restarts: 1, hidden: [], lambda: 0, learningRate: 0.01 };
  const x = numbers(6000, 41);
  const noise = trip.dataset({ x, shape, y: Array.from({ length: 60 }, (_, n) => n % 2) });
  const moved = x.map((value, at) => value + (at % 100 < 10 ? 0.8 * (Math.floor(at / 100) % 2) : 0));
  const signal = trip.dataset({ x: moved, shape, y: Array.from({ length: 60 }, (_, n) => n % 2) });
  const [a, b] = await Promise.all(
    [noise, signal].map(async (samples) => {
      const model = trip.fit(samples, options);
      const { picture } = await trainer.crossValidate(samples, options, { reference: model });
      return [model.transform(samples), picture[0]].map((points) => separation(points, samples.labels));
    }),
  );
  assert.ok(a[0] > 4 && a[1] < 1.2, `noise: ${a}`);
  assert.ok(b[0] > 4 && b[1] > 1.8, `signal: ${b}`);
});

test('settings that cannot be served, and rows without the parts, are refused', async () => {
  const refuse = (settings, code, ...parts) =>
    assert.rejects(trainer.crossValidate(data, quick, { folds: 3, ...settings }), isTripError(code, ...parts));
  await refuse({ reference: 7 }, 'value', 'reference is 7');
  await refuse({ reference: trip.fit(trip.dataset(signs(42, 5)), quick) }, 'value', 'dims [5]');
  await refuse({ importance: 3 }, 'option', 'importance');
  await refuse({ importance: { repeats: 0 } }, 'option', 'importance.repeats is 0');
  await refuse({ importance: { score: 'loss' } }, 'option', 'importance.score is "loss"', 'brier');
  await refuse({ importance: { repeat: 2 } }, 'option', '"repeat"');
  const { rows } = await trainer.crossValidate(data, quick, { folds: 3 });
  await refuse({ done: rows, reference }, 'value', 'done[0]', 'another plan');
  const { rows: full } = await trainer.crossValidate(data, quick, { folds: 3, reference, importance: {} });
  for (const part of ['latent', 'importance', 'predictions']) {
    const { [part]: _part, ...rest } = full[1];
    await refuse({ done: [rest], reference, importance: {} }, 'value', 'incomplete');
  }
  const disposed = trip.fit(data, quick);
  disposed.dispose();
  await refuse({ reference: disposed }, 'disposed');
  sameBits(reference.transform(data), reference.transform(data));
});

test('an abort between the permutations ends it', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  const wide = trip.dataset(signs(200, 300));
  const settings = { folds: 2, importance: { repeats: 1000 }, signal: controller.signal };
  await assert.rejects(trainer.crossValidate(wide, { ...quick, epochs: 1 }, settings), isTripError('aborted'));
});
