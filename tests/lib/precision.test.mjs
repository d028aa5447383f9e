/** Values that are large compared with their spread, and results that do not depend on units. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameModel, trip } from './support.mjs';

const count = 60;
const plain = numbers(2 * count, 3);
const at = (offset, unit) => Float64Array.from(plain, (value) => offset + unit * value);
const labels = Array.from({ length: count }, (_, n) => (plain[2 * n] > 0 ? 'late' : 'early'));
const make = (x, more = {}) => trip.dataset({ x, shape: [count, 2], y: labels, ...more });
const options = { ranks: [1], hidden: [5], epochs: 200, restarts: 1, learningRate: 0.01, lambda: 0.01 };

/** Offset and unit: seconds and milliseconds since 1970, a frequency, a pressure, a date as digits, small and odd units. */
const units = [
  [1.7e9, 50],
  [1.7e12, 5e4],
  [1e9, 0.001],
  [101325, 0.004],
  [20231115, 8],
  [-1e9, 0.001],
  [1, 1e-9],
  [-273.15, 1e-7],
  [1e6, 1e-6],
  [0, 1e-42],
  [1e15, 10],
  [6.4e-7, 1e-15],
];

for (const [offset, unit] of units) {
  test(`${offset} +- ${unit} is learned like 0 +- 1`, () => {
    const data = make(at(offset, unit));
    assert.ok(data.x instanceof Float64Array);
    const model = trip.fit(data, options);
    assert.ok(model.score(data).accuracy > 0.95);
    assert.deepEqual(model.notes, []);
    // One new row, and new rows beside an outlier, are scaled like the training set.
    const expected = model.predict(data);
    const one = trip.dataset({ x: [Array.from(data.x.subarray(6, 8))] });
    assert.equal(model.predict(one)[0], expected[3]);
    const stray = Float64Array.from(data.x);
    stray[0] = offset === 0 ? 1e-38 : 0;
    assert.deepEqual(model.predict(make(stray)).subarray(1), expected.subarray(1));
    const back = model.inverseTransform(model.transform(data));
    assert.ok(back.every((value) => Math.abs(value - offset) < 4 * unit + 8e-16 * Math.abs(offset)));
    model.dispose();
  });
}

test('ordinary values stay floats, and Float32Arrays stay what they are', () => {
  assert.ok(make(plain).x instanceof Float32Array);
  assert.ok(make(at(1700, 50)).x instanceof Float32Array);
  assert.ok(make(Float32Array.from(at(1e9, 0.001))).x instanceof Float32Array);
  // Floats hold all of these exactly.
  assert.ok(make(plain.map((value) => 2 ** 23 + Math.round(value))).x instanceof Float32Array);
});

test('responses that are large compared with their spread keep their precision', () => {
  for (const [offset, unit] of [
    [1.7e9, 1],
    [1e12, 1e-2],
    [101325, 0.01],
    [-2.5e9, 3],
  ]) {
    const y = Float64Array.from({ length: count }, (_, n) => offset + unit * (2 * plain[2 * n] - plain[2 * n + 1]));
    const data = make(plain, { y, task: 'regression' });
    assert.ok(data.targets instanceof Float64Array);
    const model = trip.fit(data, { ranks: [1], hidden: [], epochs: 1500, restarts: 1, learningRate: 0.01, lambda: 0 });
    const { rmse, pearson } = model.score(data);
    assert.ok(rmse < 0.02 * unit, `${rmse}`);
    assert.ok(pearson > 0.9999);
    const predicted = model.predict(data);
    assert.ok(predicted instanceof Float64Array);
    assert.ok(predicted.every((value, n) => Math.abs(value - y[n]) < 0.1 * unit));
    assert.deepEqual(model.predictLatent(model.transform(data)), predicted);
    model.dispose();
  }
  const ordinary = make(plain, { y: plain.subarray(0, count), task: 'regression' });
  assert.ok(ordinary.targets instanceof Float32Array);
  const model = trip.fit(ordinary, { epochs: 1, restarts: 1 });
  assert.ok(model.predict(ordinary) instanceof Float32Array);
  model.dispose();
});

test('subsets, means of missing values, model files and workers keep doubles', async () => {
  const x = at(1.7e9, 50);
  x[4] = x[11] = Number.NaN;
  const data = make(x, { missing: 'mean' });
  const part = trip.subset(data, [5, 2, 0]);
  assert.deepEqual(Array.from(part.x), [x[10], x[11], x[4], x[5], x[0], x[1]]);
  const model = trip.fit(data, options);
  assert.ok(model.spec.fill instanceof Float64Array);
  assert.ok(Math.abs(model.spec.fill[0] - 1.7e9) < 50);
  const restored = trip.restore(JSON.stringify(model));
  sameModel(restored, model);
  const gone = trip.dataset({ x: [[Number.NaN, Number.NaN]], missing: 'mean' });
  assert.deepEqual(restored.predict(gone), model.predict(trip.dataset({ x: [Array.from(model.spec.fill)] })));
  const trainer = await createTrainer({ workers: 1, trip });
  try {
    sameModel(await trainer.fit(data, options).model, model);
    const plan = { data: make(at(1.7e9, 50)), options: { ...options, epochs: 100, restarts: 1 }, grid: {}, folds: 3 };
    const table = await trainer.sweep(plan);
    assert.ok(table.rows.every(({ test: held }) => held.accuracy > 0.8));
    assert.deepEqual(trip.sweepCell(plan, table.rows[1]).predictions, table.rows[1].predictions);
  } finally {
    await trainer.close();
  }
});

test('without centring, notes name the variables and responses that floats cannot hold', () => {
  const data = make(at(1e9, 0.001), { featureNames: ['stamp', 'echo'] });
  const quick = { ...options, epochs: 0, restarts: 1, standardize: false };
  const [note, ...rest] = trip.fit(data, quick).notes;
  assert.match(note, /stamp.*echo.*1000 units in the last place.*standardize: true/);
  assert.deepEqual(rest, []);
  const mixed = Float64Array.from(plain, (value, i) => (i % 2 === 0 ? value : 101325 + 0.004 * value));
  const model = trip.fit(make(mixed), quick);
  assert.match(model.notes[0], /^variable 1 /);
  assert.deepEqual(trip.restore(JSON.stringify(model)).notes, model.notes);
  const response = make(plain, { y: at(1e9, 1).subarray(0, count), task: 'regression' });
  assert.match(
    trip.fit(response, { ...options, epochs: 0, restarts: 1, standardizeTarget: false }).notes[0],
    /^the response /,
  );
  const sparse = trip.sparseDataset({
    offsets: [0, 2, 4, 5],
    index: [1, 2, 1, 2, 1],
    value: [1e6, 3, 1e6 + 1, 4, 1e6 + 2],
    shape: [3, 4],
    y: [0, 1, 0],
  });
  assert.match(trip.fit(sparse, { epochs: 0, restarts: 1 }).notes[0], /^variable 1 .*dense/);
  const matrices = trip.dataset({ x: at(1e9, 0.001), shape: [30, 2, 2], y: labels.slice(0, 30) });
  assert.match(trip.fit(matrices, { epochs: 0, restarts: 1 }).notes[0], /\[0, 0\], \[0, 1\]/);
});

test('values beyond the range of a float are refused', () => {
  assert.throws(() => make(at(0, 1e39)), isTripError('value', '3.4028234663852886e+38'));
});

for (const method of ['pca', 'lda']) {
  test(`${method} without standardising finds the axes of the plain values, and tells what a training sees little of`, () => {
    const apart = Float64Array.from(plain, (value, i) => (i % 2 === 0 ? 3 * value : plain[i - 1] + value));
    const fitted = (x) =>
      trip.fit(make(x, { featureNames: ['stamp', 'echo'] }), {
        method,
        ranks: [1],
        epochs: 0,
        restarts: 1,
        standardize: false,
      });
    const reference = fitted(apart);
    assert.deepEqual(reference.notes, []);
    for (const [offset, unit] of units.filter(([, unit]) => unit > 1e-30)) {
      // The doubles of the given values hold the plain ones to this many digits.
      const lost = (8 * Math.abs(offset) * Number.EPSILON) / unit;
      const model = fitted(Float64Array.from(apart, (value) => offset + unit * value));
      const [seen, plainAxis] = [model.projection(0), reference.projection(0)];
      assert.ok(
        seen.every((value, i) => Math.abs(value - plainAxis[i]) < 1e-5 + lost),
        `${offset} +- ${unit}: ${seen}, not ${plainAxis}`,
      );
      const narrow = unit < 1e-4 * Math.abs(offset);
      if (narrow) assert.match(model.notes[0] ?? '', /stamp.*echo.*1000 units in the last place.*standardize: true/);
      model.dispose();
    }
    reference.dispose();
  });
}

/** Largest difference, as a share of the largest value. */
function apartBy(seen, expected) {
  const largest = Math.max(...Array.from(expected, Math.abs));
  return Math.max(...Array.from(seen, (value, i) => Math.abs(value - expected[i]))) / largest;
}

for (const method of ['trip', 'pca', 'lda']) {
  test(`${method}, standardised: other units of variables change neither predictions nor explanations`, () => {
    const outcome = (factors) => {
      const data = make(Float64Array.from(plain, (value, i) => factors[i % 2] * (value + 2 * (i % 2))));
      const model = trip.fit(data, { ...options, method, ranks: [1] });
      const explanation = model.explain(data, { sigma: 'auto' });
      const found = { proba: model.predictProba(data), axes: explanation.axes[0] };
      found.local = Array.from({ length: 20 }, (_, n) => [...explanation.local(n).original[0]]).flat();
      explanation.dispose();
      model.dispose();
      return found;
    };
    const expected = outcome([1, 1]);
    for (const factors of [
      [1e-6, 1e6],
      [1e6, 1e-6],
      [1e6, 1e6],
    ]) {
      const seen = outcome(factors);
      for (const name of ['proba', 'axes', 'local'])
        assert.ok(apartBy(seen[name], expected[name]) < 2e-2, `${name} of ${factors}`);
    }
  });
}

test('explanations of a response are in its unit', () => {
  const y = Float64Array.from({ length: count }, (_, n) => plain[2 * n] + 0.3 * plain[2 * n + 1] ** 2);
  const outcome = (factor) => {
    const data = make(plain, { y: y.map((value) => factor * (value + 5)), task: 'regression' });
    const model = trip.fit(data, { ...options, epochs: 100, restarts: 1 });
    const explanation = model.explain(data, { sigma: 'auto' });
    const local = Array.from({ length: 20 }, (_, n) => [...explanation.local(n).original[0]]).flat();
    const { scale } = explanation.surrogate;
    const { rmse } = model.score(data);
    explanation.dispose();
    model.dispose();
    return [...local, scale, rmse].map((value) => value / factor);
  };
  const expected = outcome(1);
  for (const factor of [1e-6, 1e6]) assert.ok(apartBy(outcome(factor), expected) < 1e-2, `${factor}`);
});

test('changing the unit of each variable changes no prediction', () => {
  const reference = trip.fit(make(plain), options);
  const expected = reference.predictProba(make(plain));
  for (const scale of [1e-6, 1e6]) {
    const x = Float64Array.from(plain, (value, i) => (i % 2 === 0 ? scale * value + 7 * scale : value / scale - 3));
    const model = trip.fit(make(x), options);
    const seen = model.predictProba(make(x));
    assert.ok(seen.every((p, n) => Math.abs(p - expected[n]) < 1e-2));
    model.dispose();
  }
  reference.dispose();
});

test('discriminants of variables in other units separate as well', () => {
  const scales = [1e3, 1e-3, 1];
  const x = numbers(3 * 90, 8);
  const y = Array.from({ length: 90 }, (_, n) => n % 2);
  for (let n = 0; n < 90; n++) for (let i = 0; i < 3; i++) x[3 * n + i] += (n % 2) * (i + 1) * 0.3;
  const fisher = (units) => {
    const data = trip.dataset({ x: Float64Array.from(x, (v, i) => v * units[i % 3]), shape: [90, 3], y });
    const model = trip.fit(data, { method: 'lda', ranks: [1], hidden: [], epochs: 0, restarts: 1, standardize: false });
    const z = model.transform(data);
    const of = (label) => Array.from(z).filter((_, n) => y[n] === label);
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = (values) => mean(values.map((value) => (value - mean(values)) ** 2));
    return (mean(of(0)) - mean(of(1))) ** 2 / (variance(of(0)) + variance(of(1)));
  };
  const own = fisher([1, 1, 1]);
  assert.ok(Math.abs(fisher(scales) / own - 1) < 1e-3);
  assert.ok(Math.abs(fisher([1e-6, 1e6, 1]) / own - 1) < 1e-3);
});

test('doubles are for columns in which most values need them', () => {
  const isExact = (values, columns) =>
    trip.dataset({ x: Float64Array.from(values), shape: [values.length / columns, columns] }).x instanceof Float64Array;
  // A narrow column between ordinary ones, whose spread an outlier hides.
  const beside = (value, i) => (i === 1 ? 0 : i % 3 === 1 ? 1e9 + 1000 * value : value);
  assert.ok(isExact(numbers(180, 3).map(beside), 3));
  // 30 pairs of values half of the rows apart: so many of them are close to each other beside 1e9.
  const pairs = (close) =>
    Array.from({ length: 60 }, (_, n) => {
      const [row, side] = [n % 30, n < 30 ? 1 : -1];
      return row < close ? 1e9 + 0.25 + 500 * side : side * (1 + row / 7);
    });
  for (const [close, exact] of [
    [12, false],
    [15, false],
    [18, true],
  ])
    assert.equal(isExact(pairs(close), 1), exact);
  // Floats at 1e9 are 64 apart: in steps of 25 most values merge with the one before, in steps of 40 three of eight.
  const ladder = (step) => Array.from({ length: 20_000 }, (_, i) => (i % 2 ? i % 7 : 1e9 + step * (i / 2)));
  assert.deepEqual([isExact(ladder(25), 2), isExact(ladder(40), 2)], [true, false]);
  // Equal values lose nothing.
  assert.ok(
    !isExact(
      Array.from({ length: 60 }, (_, n) => (n === 0 ? 5 : 0.1)),
      1,
    ),
  );
});

test('notes list five variables, and positions of sparse matrices', () => {
  const quick = { epochs: 0, restarts: 1, hidden: [3], standardize: false };
  const x = numbers(140, 5).map((value) => 1e9 + 0.001 * value);
  const many = trip.dataset({ x, shape: [20, 7], y: Array.from({ length: 20 }, (_, n) => n % 2) });
  assert.match(trip.fit(many, quick).notes[0], /^variables 0, 1, 2, 3, 4 and 2 more have a spread .* their largest/);
  const sparse = trip.sparseDataset({
    ...{ offsets: [0, 2, 4, 6], index: [0, 1, 1, 2, 0, 1, 1, 2, 0, 1, 1, 2], shape: [3, 2, 4], y: [0, 1, 0] },
    value: [3, 1e6, 4, 1e6 + 1, 6, 1e6 + 2],
  });
  assert.match(trip.fit(sparse, quick).notes[0], /^variable \[1, 2\] has a spread .* its largest/);
  // Several are named in the order of the variables, not of the stored values.
  const several = trip.sparseDataset({
    ...{ offsets: [0, 2, 4, 6], index: [1, 2, 0, 1, 1, 2, 0, 1, 1, 2, 0, 1], shape: [3, 2, 4], y: [0, 1, 0] },
    value: [1e6, 1e6, 1e6 + 1, 1e6 + 1, 1e6 + 2, 1e6 + 2],
  });
  assert.match(trip.fit(several, quick).notes[0], /^variables \[0, 1\], \[1, 2\] have a spread/);
});
