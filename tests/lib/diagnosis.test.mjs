/** New samples compared with the training samples: distances, limits and contributions against NumPy, planted outliers, files. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checksumOf } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, read, sameModel, smallSpiral, trip } from './support.mjs';

const trainer = await createTrainer({ workers: 2, trip });
after(() => trainer.close());

const near = (found, wanted, tolerance, what) =>
  assert.ok(Math.abs(found - wanted) <= tolerance * (1 + Math.abs(wanted)), `${what}: ${found}, expected ${wanted}`);

for (const one of JSON.parse(read('tests/lib/fixtures/diagnosis.json'))) {
  const { standardize, train, new: later, weights, limits, contributions } = one;
  test(`${weights ? 'weighted' : 'equal'} samples, standardize ${standardize}: as NumPy and SciPy`, () => {
    const data = trip.dataset({
      x: train,
      shape: [30, 5],
      y: Array.from({ length: 30 }, (_, n) => n % 2),
      ...(weights ? { sampleWeight: weights } : {}),
    });
    const model = trip.fit(data, { method: 'pca', standardize, epochs: 0 });
    const found = model.diagnose({ x: later, shape: [6, 5] });
    for (const which of ['residual', 'hotelling']) {
      // Wilson and Hilferty approximate the quantiles of chi-squared to 1 %.
      near(found.limits[which].p95, limits[which][0], 0.01, which);
      near(found.limits[which].p99, limits[which][1], 0.01, which);
      assert.deepEqual(model.spec.reference[which], found.limits[which]);
      for (const [n, sample] of found.samples.entries()) {
        near(sample[which], one[which][n], 2e-5, which);
        const all = sample.contributions[which];
        assert.equal(all.length, 5);
        for (const { mode, index, value, share, name } of all) {
          assert.deepEqual([mode, name], [0, undefined]);
          near(value, contributions[which].value[5 * n + index], 2e-5, `value of ${which}`);
          near(share, contributions[which].share[5 * n + index], 2e-4, `share of ${which}`);
        }
        for (const [m, { share }] of all.entries()) assert.ok(m === 0 || share <= all[m - 1].share);
      }
    }
  });
}

const count = 120;
/** Vectors about a plane of two directions, and their classes. */
function planar() {
  const noise = numbers(count * 8, 9);
  const x = Array.from({ length: count }, (_, n) => {
    const [u, v] = [3 * noise[8 * n], 2 * noise[8 * n + 1]];
    const hidden = [u, v, u + v, u - v, 2 * u, 0.5 * v];
    return hidden.map((value, i) => 10 + value + 0.1 * noise[8 * n + 2 + i]);
  });
  return { x, y: x.map(([a]) => (a > 10 ? 'high' : 'low')), featureNames: ['a', 'b', 'c', 'd', 'e', 'f'] };
}

test('a sample off the plane, one far within it and a typical one are told apart, with the planted variable first', () => {
  const model = trip.fit(planar(), { method: 'pca', epochs: 10 });
  const [typical] = planar().x;
  const off = typical.map((value, i) => value + (i === 5 ? -8 : 0));
  const [u, v] = [40, 0];
  const far = [u, v, u + v, u - v, 2 * u, 0.5 * v].map((value) => 10 + value);
  const { samples, limits } = model.diagnose([typical, off, far]);
  const facts = samples.map(({ unlike, reasons }) => [unlike, ...reasons]);
  assert.deepEqual(facts[0], [false]);
  assert.deepEqual(facts[1].slice(0, 2), [true, 'residual']);
  assert.deepEqual(facts[2], [true, 'hotelling']);
  assert.ok(samples[2].residual < limits.residual.p95 && samples[2].hotelling > 10 * limits.hotelling.p99);
  const first = samples[1].contributions.residual[0];
  assert.deepEqual([first.name, first.index, first.mode], ['f', 5, 0]);
  assert.ok(first.value < 0 && first.share > 0.5);
  const within = samples[2].contributions.hotelling;
  assert.ok(within[0].value > 0 && ['a', 'c', 'd', 'e'].includes(within[0].name));
  near(
    within.reduce((sum, { share }) => sum + share, 0),
    1,
    0.2,
    'shares',
  );
  assert.equal(model.diagnose([typical], { contributions: 1 }).samples[0].contributions.residual.length, 1);
  assert.deepEqual(model.diagnose([typical], { contributions: 0 }).samples[0].contributions.hotelling, []);
  const all = model.diagnose([far], { contributions: 100 }).samples[0].contributions;
  near(
    all.hotelling.reduce((sum, { share }) => sum + share, 0),
    1,
    1e-6,
    'all shares of T^2',
  );
  near(
    all.residual.reduce((sum, { share }) => sum + share, 0),
    1,
    1e-6,
    'all shares of the residual',
  );
  // Without standardising, the deviations are from the training means.
  const plain = trip.fit(planar(), { method: 'pca', standardize: false, epochs: 10 });
  const shifted = plain.diagnose([far]).samples[0].contributions.hotelling[0];
  assert.ok(['e'].includes(shifted.name) && Math.abs(shifted.value - 80) < 2, `${shifted.value}`);
});

/** Shares of the held-out half above the limits, over several halves. */
function sharesAbove(data, options, halves) {
  const above = { residual: [0, 0], hotelling: [0, 0] };
  let total = 0;
  for (let seed = 1; seed <= halves; seed++) {
    const folds = trip.folds(data, 2, seed);
    const part = (fold) =>
      trip.subset(
        data,
        [...folds.keys()].filter((n) => folds[n] === fold),
      );
    const model = trip.fit(part(0), { epochs: 300, restarts: 1, ...options });
    const { samples, limits } = model.diagnose(part(1), { contributions: 0 });
    for (const sample of samples) {
      total++;
      for (const which of ['residual', 'hotelling']) {
        above[which][0] += Number(sample[which] > limits[which].p95);
        above[which][1] += Number(sample[which] > limits[which].p99);
      }
    }
    model.dispose();
  }
  return Object.fromEntries(Object.entries(above).map(([which, pair]) => [which, pair.map((sum) => sum / total)]));
}

test('about 5 % and 1 % of held-out samples are above the limits, on Wine and the Spiral', () => {
  const [head, ...rows] = read('tests/data/wine.csv').toString().trim().split('\n');
  const cells = rows.map((row) => row.split(',').map(Number));
  const at = head.split(',').indexOf('target');
  const wine = trip.dataset({ x: cells.map((row) => row.filter((_, i) => i !== at)), y: cells.map((row) => row[at]) });
  const spiral = trip.spiral({ seed: 7 });
  const both = trip.dataset({
    x: [...spiral.train.x, ...spiral.test.x],
    shape: [440, 100],
    y: [...spiral.train.labels, ...spiral.test.labels],
  });
  const found = {
    wine: sharesAbove(wine, { hidden: [] }, 6),
    spiral: sharesAbove(both, { standardize: false, lambda: 0.1, epochs: 100 }, 3),
  };
  for (const [name, shares] of Object.entries(found)) {
    for (const [which, [five, one]] of Object.entries(shares)) {
      assert.ok(five > 0.015 && five < 0.085, `${name}, ${which}: ${five}`);
      assert.ok(one < 0.03, `${name}, ${which}: ${one}`);
    }
  }
});

/** Distances and sums over the variables of each mode, from the reconstructions. */
function bruteForce(model, data) {
  const { dims } = model.spec;
  const size = dims.reduce((a, b) => a * b, 1);
  const back = model.inverseTransform(model.transform(data));
  return Array.from({ length: data.shape[0] }, (_, n) => {
    const errors = Array.from({ length: size }, (_, i) => data.x[n * size + i] - back[n * size + i]);
    const modes = dims.map((length, k) => {
      const step = dims.slice(k + 1).reduce((a, b) => a * b, 1);
      const own = Array.from({ length }, () => ({ value: 0, square: 0 }));
      for (const [i, error] of errors.entries()) {
        own[Math.floor(i / step) % length].value += error;
        own[Math.floor(i / step) % length].square += error * error;
      }
      return own;
    });
    return { residual: errors.reduce((sum, error) => sum + error * error, 0), modes };
  });
}

test('matrices, cubes and sparse samples: residuals and variables of each mode as from the reconstructions', () => {
  for (const dims of [
    [6, 5],
    [5, 4, 6],
  ]) {
    const { train, test: later } = trip.planted({ dims, count: 40, seed: 3 });
    const modeNames = dims.map((length, k) => Array.from({ length }, (_, i) => `${k}.${i}`));
    const data = trip.dataset({ x: train.x, shape: train.shape, y: [...train.labels], modeNames });
    const model = trip.fit(data, { method: 'tucker', epochs: 5 });
    const expected = bruteForce(model, later);
    const size = dims.reduce((a, b) => a * b, 1);
    const sparse = trip.sparseDataset({
      offsets: Array.from({ length: 41 }, (_, n) => n * size),
      index: Array.from({ length: 40 * size }, (_, at) =>
        dims.map((length, k) => Math.floor((at % size) / dims.slice(k + 1).reduce((a, b) => a * b, 1)) % length),
      ),
      value: later.x,
      shape: later.shape,
    });
    for (const samples of [later, sparse]) {
      const found = model.diagnose(samples, { contributions: 3 });
      for (const [n, sample] of found.samples.entries()) {
        near(sample.residual, expected[n].residual, 1e-4, `residual of ${n}`);
        assert.equal(sample.contributions.residual.length, 3 * dims.length);
        for (const { mode, index, name, value, share } of sample.contributions.residual) {
          assert.equal(name, `${mode}.${index}`);
          near(value, expected[n].modes[mode][index].value, 1e-4, 'value');
          near(share, expected[n].modes[mode][index].square / expected[n].residual, 1e-4, 'share');
        }
      }
      const all = model.diagnose(samples, { contributions: 100 }).samples[0].contributions.hotelling;
      for (const k of dims.keys())
        near(
          all.filter(({ mode }) => mode === k).reduce((sum, { share }) => sum + share, 0),
          1,
          1e-6,
          'shares',
        );
    }
  }
  // An outlier in one row of a matrix is named first in its mode.
  const { train } = trip.planted({ dims: [8, 6], count: 80 });
  const model = trip.fit(train, { epochs: 20, restarts: 1 });
  const odd = Float32Array.from(
    train.x.subarray(0, 48),
    (value, at) => value + (Math.floor(at / 6) === 5 ? 9 * (-1) ** at : 0),
  );
  const [sample] = model.diagnose({ x: odd, shape: [1, 8, 6] }).samples;
  assert.deepEqual([sample.contributions.residual[0].mode, sample.contributions.residual[0].index], [0, 5]);
  assert.ok(sample.reasons.includes('residual'));
});

test('workers, files and the training samples give the same reference; other models ask for them', async () => {
  const { train, test: later } = smallSpiral();
  const options = { epochs: 20, restarts: 3, record: 2, hidden: [5], steps: ['pareto'] };
  const model = trip.fit(train, options);
  sameModel(await trainer.fit(train, options).model, model);
  const validated = { ...options, lambda: 'validate', restarts: 2 };
  sameModel(await trainer.fit(train, validated).model, trip.fit(train, validated));
  const expected = model.diagnose(later);
  assert.equal(expected.samples.length, later.shape[0]);
  const restored = trip.restore(JSON.stringify(model.toJSON({ frames: true })));
  assert.deepEqual(restored.diagnose(later), expected);
  sameModel(restored, model);
  assert.deepEqual(model.diagnose(later, { training: train }), expected);
  // A file of an older package.
  const file = JSON.parse(JSON.stringify(model));
  delete file.spec.reference;
  const old = trip.restore({ ...file, checksum: checksumOf(file) });
  assert.equal(old.fingerprint, model.fingerprint);
  assert.throws(() => old.diagnose(later), isTripError('option', 'an older file', 'diagnose(data, { training })'));
  assert.deepEqual(old.diagnose(later, { training: train }), expected);
  const frame = trip.modelAt(model, model.frames[0]);
  assert.equal(frame.spec.reference, undefined);
  assert.throws(() => frame.diagnose(later), isTripError('option', 'a frame'));
  assert.deepEqual(trip.modelAt(model).diagnose(later), expected);
  for (const [change, ...parts] of [
    [(own) => delete own.mean, 'spec.reference.mean'],
    [(own) => delete own.residual, 'spec.reference.residual is missing'],
    [(own) => Object.assign(own, { covariance: own.mean }), 'spec.reference.covariance'],
    [(own) => Object.assign(own, { center: own.mean }), 'spec.reference.center'],
    [(own) => delete own.residual.p99, 'spec.reference.residual.p99'],
    [(own) => Object.assign(own.hotelling, { p95: -1 }), 'spec.reference.hotelling.p95'],
  ]) {
    const copy = JSON.parse(JSON.stringify(model));
    change(copy.spec.reference);
    assert.throws(() => trip.restore({ ...copy, checksum: checksumOf(copy) }), isTripError('format', ...parts));
  }
  // Users may change the public arrays.
  model.spec.reference.mean.fill(9);
  assert.deepEqual(model.diagnose(later), expected);
});

test('options and data that do not fit are refused; degenerate training sets have clear outcomes', () => {
  const model = trip.fit(planar(), { method: 'pca', epochs: 1 });
  const { x } = planar();
  assert.throws(() => model.diagnose(x, { contributions: 1.5 }), isTripError('option', 'contributions is 1.5'));
  assert.throws(() => model.diagnose(x, { contributions: 1001 }), isTripError('option', 'contributions is 1001'));
  assert.equal(model.diagnose(x, { contributions: 1000 }).samples.length, x.length);
  assert.throws(() => model.diagnose(x, { most: 3 }), isTripError('option', '"most"'));
  assert.throws(() => model.diagnose([[1, 2]]), isTripError('shape', 'data'));
  assert.throws(() => model.diagnose(x, { training: [[1, 2]] }), isTripError('shape', 'training'));
  assert.throws(() => model.diagnose(x, { training: x.slice(0, 2) }), isTripError('option', 'fewer than 3 samples'));
  const wide = numbers(40 * 70, 2);
  const many = trip.fit(
    { x: wide, shape: [40, 70], y: x.slice(0, 40).map((_, n) => n % 2) },
    { ranks: [65], epochs: 0, restarts: 1 },
  );
  assert.equal(many.spec.reference, undefined);
  assert.throws(() => many.diagnose({ x: wide, shape: [40, 70] }), isTripError('option', '65 projected dimensions'));
  // Two samples have no covariance.
  const two = trip.fit(
    {
      x: [
        [1, 2],
        [3, 5],
      ],
      y: [0, 1],
    },
    { epochs: 0, restarts: 1 },
  );
  assert.throws(() => two.diagnose([[1, 2]]), isTripError('option', 'tiny training set'));
  // All dimensions: nothing is off the plane but rounding errors. A constant variable: T^2 leaves its direction out.
  const square = trip.fit({ x: x.map(([a, b]) => [a, b, 7]), y: planar().y }, { ranks: [3], epochs: 5, restarts: 1 });
  const { samples } = square.diagnose(x.map(([a, b]) => [a, b, 7]));
  assert.ok(samples.filter(({ reasons }) => reasons.includes('residual')).length === 0);
  assert.ok(samples.every(({ hotelling }) => Number.isFinite(hotelling) && hotelling < 50));
  assert.throws(
    () => model.diagnose([[1e38, -1e38, 1e38, 3e38, 1, 1]]),
    (error) => error.code === 'value' || assert.fail(error),
  );
  model.dispose();
  assert.throws(() => model.diagnose(x), isTripError('disposed', 'model'));
});
