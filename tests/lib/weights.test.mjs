/** Weights of samples and of classes: the meaning of 2 and 0, scikit-learn's class weights, and every way that weights take. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, read, sameBits, sameModel, signs, trip } from './support.mjs';

const fixture = JSON.parse(read('tests/cpp/fixtures/weights.json')).classWeight;
const quick = { epochs: 6, restarts: 1, hidden: [5], seed: 3, learningRate: 0.01 };
const full = { ...quick, batchSize: 1000 };

const weightOf = (n) => (n * 7) % 4;
const repeatedIndices = (count, weight = weightOf) =>
  Array.from({ length: count }, (_, n) => new Array(weight(n)).fill(n)).flat();
const near = (a, b, bound, name) => assert.ok(Math.abs(a - b) <= bound, `${name}: ${a} and ${b}`);
function allNear(a, b, bound, name) {
  assert.equal(a.length, b.length, name);
  for (const [i, value] of Array.from(a).entries()) near(value, b[i], bound, `${name}[${i}]`);
}
function scoresNear(a, b) {
  assert.deepEqual(Object.keys(a), Object.keys(b));
  for (const [name, value] of Object.entries(a)) {
    const pairs = [[value, b[name]].map((part) => [part].flat(2).flatMap((one) => Object.values({ one })))];
    for (const [own, other] of pairs) allNear(own.filter(Number.isFinite), other.filter(Number.isFinite), 1e-4, name);
  }
}

const count = 60;
const classes = signs(count, 5);
const values = { ...classes, y: Array.from(numbers(count, 4)), task: 'regression' };
const sparse = {
  offsets: Array.from({ length: count + 1 }, (_, n) => 2 * n),
  index: Array.from({ length: 2 * count }, (_, e) => (e % 2 ? 2 + (e % 3) : e % 2)),
  value: numbers(2 * count, 5),
  shape: [count, 5],
  y: classes.y,
};
const sampleWeight = Array.from({ length: count }, (_, n) => weightOf(n));
const makers = {
  classes: (more) => trip.dataset({ ...classes, ...more }),
  values: (more) => trip.dataset({ ...values, ...more }),
  'sparse samples': (more) => trip.sparseDataset({ ...sparse, ...more }),
  matrices: (more) => trip.dataset({ ...classes, x: numbers(count * 6, 8), shape: [count, 2, 3], ...more }),
};

for (const [name, make] of Object.entries(makers)) {
  test(`${name}: a weight of 2 counts as the sample given twice`, () => {
    const data = make({ sampleWeight });
    const repeated = trip.subset(make(), repeatedIndices(count));
    const [a, b] = [trip.fit(data, { ...full, test: data }), trip.fit(repeated, { ...full, test: repeated })];
    allNear(a.parameters, b.parameters, 1e-3, 'parameters');
    allNear(a.spec.mean, b.spec.mean, 1e-12, 'mean');
    allNear(a.history.objective, b.history.objective, 1e-4, 'objective');
    allNear(a.history.testLoss, b.history.testLoss, 1e-4, 'testLoss');
    scoresNear(a.score(data), a.score(repeated));
    const [own, other] = [a.explain(data), a.explain(repeated)];
    near(own.surrogate.scale, other.surrogate.scale, 1e-6, 'surrogate');
    for (const [k, axes] of own.axes.entries()) allNear(axes, other.axes[k], 1e-4, 'axes');
    for (const [k, values] of own.correlation.entries()) allNear(values, other.correlation[k], 1e-6, 'correlation');
    own.dispose();
    other.dispose();
    a.dispose();
    b.dispose();
  });

  test(`${name}: a weight of 0 leaves the sample out, to the last bit`, () => {
    const only = (n) => Number(n % 5 !== 2);
    const data = make({ sampleWeight: Array.from({ length: count }, (_, n) => only(n)) });
    const part = trip.subset(make(), repeatedIndices(count, only));
    const [a, b] = [trip.fit(data, quick), trip.fit(part, quick)];
    assert.equal(a.fingerprint, b.fingerprint);
    scoresNear(a.score(data), a.score(part));
    assert.deepEqual(a.score(data).confusion, a.score(part).confusion);
  });
}

test('equal weights are no weights, to the last bit', () => {
  for (const make of Object.values(makers)) {
    const [a, b] = [{ sampleWeight: new Float32Array(count).fill(0.25) }, {}].map((more) =>
      trip.fit(make(more), quick),
    );
    sameModel(a, b);
  }
});

test('weights reach subsets, rows, the means of missing values, reordered variables, clones and workers', async () => {
  const weighted = trip.dataset({ ...classes, sampleWeight });
  assert.deepEqual([...trip.subset(weighted, [5, 1]).sampleWeight], [weightOf(5), weightOf(1)]);
  const rows = Array.from({ length: count }, (_, n) => ({
    kind: classes.y[n],
    w: weightOf(n),
    ...Object.fromEntries([...classes.x.subarray(5 * n, 5 * n + 5)].map((value, i) => [`v${i}`, value])),
  }));
  const ofRows = trip.dataset({ rows, target: 'kind', sampleWeight: 'w' });
  assert.deepEqual(ofRows.featureNames, ['v0', 'v1', 'v2', 'v3', 'v4']);
  assert.deepEqual([...ofRows.sampleWeight], sampleWeight);

  const holes = { x: [[1], [Number.NaN], [5], [9]], y: [0, 1, 0, 1], missing: 'mean' };
  const filled = trip.fit(trip.dataset({ ...holes, sampleWeight: [3, 1, 1, 0] }), { ...full, epochs: 1, restarts: 1 });
  assert.deepEqual([...filled.spec.fill], [2]);

  const model = trip.fit(ofRows, quick);
  const turned = trip.dataset({
    rows: rows.map(({ v0, ...rest }) => ({ ...rest, v0 })),
    target: 'kind',
    sampleWeight: 'w',
  });
  assert.deepEqual(model.score(turned), model.score(ofRows));
  assert.deepEqual(model.score({ rows, target: 'kind', sampleWeight: 'w' }), model.score(ofRows));
  assert.notDeepEqual(
    model.score({ rows, target: 'kind', features: ['v0', 'v1', 'v2', 'v3', 'v4'] }),
    model.score(ofRows),
  );

  const trainer = await createTrainer({ trip, workers: 2 });
  try {
    const options = { ...quick, classWeight: 'balanced', restarts: 3 };
    const inWorkers = await trainer.fit(structuredClone(weighted), options).model;
    sameModel(inWorkers, trip.fit(weighted, options));
    assert.deepEqual(inWorkers.toJSON(), trip.restore(JSON.stringify(inWorkers)).toJSON());
    assert.equal(trip.restore(JSON.stringify(inWorkers)).options.classWeight, 'balanced');
  } finally {
    await trainer.close();
  }
});

test("balanced class weights are scikit-learn's", () => {
  const { y, names, sampleWeight: expected, weights, balancedByWeight } = fixture;
  const data = { x: numbers(2 * y.length, 6), shape: [y.length, 2], y, classNames: names };
  const balanced = trip.fit(trip.dataset(data), { ...quick, classWeight: 'balanced' });
  const same = trip.fit(trip.dataset({ ...data, sampleWeight: expected }), quick);
  assert.equal(balanced.fingerprint, same.fingerprint);
  assert.notEqual(balanced.fingerprint, trip.fit(trip.dataset(data), quick).fingerprint);
  // With weights of samples, the sums of weights count.
  const byHand = Object.fromEntries(names.map((name, c) => [name, balancedByWeight[c]]));
  const [a, b] = ['balanced', byHand].map((classWeight) =>
    trip.fit(trip.dataset({ ...data, sampleWeight: weights }), { ...full, classWeight }),
  );
  allNear(a.parameters, b.parameters, 1e-4, 'parameters');
  // Each class has the same share of the scaling.
  const means = names.map((name) => {
    const own = y.flatMap((label, n) => (label === name ? [data.x[2 * n]] : []));
    return own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  near(balanced.spec.mean[0], means.reduce((sum, value) => sum + value, 0) / names.length, 1e-6, 'mean');
});

test('class weights multiply those of the samples, in training only', () => {
  const data = trip.dataset({ ...classes, sampleWeight });
  const classWeight = { plus: 3 };
  const model = trip.fit(data, { ...quick, classWeight, test: data });
  const product = sampleWeight.map((weight, n) => weight * (classes.y[n] === 'plus' ? 3 : 1));
  const same = trip.fit(trip.dataset({ ...classes, sampleWeight: product }), { ...quick, test: data });
  assert.equal(model.fingerprint, same.fingerprint);
  sameBits(model.history.loss, same.history.loss);
  sameBits(model.history.testLoss, same.history.testLoss);
  assert.deepEqual(model.options.classWeight, classWeight);
  assert.deepEqual(model.score(data), same.score(data));
  sameModel(trip.fit(data, { ...quick, classWeight: {} }), {
    ...trip.fit(data, quick),
    ...{ options: { ...trip.fit(data, quick).options, classWeight: {} }, parameters: trip.fit(data, quick).parameters },
  });
  const alone = trip.fit(trip.dataset({ ...classes, y: classes.y.map((y, n) => (n < 20 ? 'other' : y)) }), {
    ...quick,
    classWeight: { other: 0 },
  });
  assert.equal(alone.score(trip.dataset(classes)).confusion.length, 3);
});

test('a sweep weights fits, scores, pooled scores and folds', async () => {
  const grid = { classWeight: ['balanced', {}, { plus: 2 }] };
  const { seed: _seed, ...shared } = quick;
  const plan = { data: trip.dataset({ ...classes, sampleWeight }), grid, options: shared, folds: 3, seed: 5 };
  const trainer = await createTrainer({ trip, workers: 2 });
  try {
    const table = await trainer.sweep(plan);
    const row = table.rows[0];
    assert.deepEqual(trip.sweepCell(plan, { point: 0, trial: 0, fold: 0 }), row);
    const others = Array.from({ length: count }, (_, n) => n).filter((n) => !row.samples.includes(n));
    const model = trip.fit(trip.subset(plan.data, others), { ...quick, classWeight: 'balanced', seed: row.seed });
    assert.equal(model.fingerprint, row.fingerprint);
    assert.equal(model.score(trip.subset(plan.data, row.samples)).accuracy, row.test.accuracy);
    // The pooled accuracy is the weighted share over all samples.
    const rows = table.rows.slice(0, 3);
    const right = rows.flatMap(({ samples, predictions }) =>
      samples.map((n, at) => {
        const best = plan.data.classNames[Number(predictions[2 * at + 1] > predictions[2 * at])];
        return best === classes.y[n] ? sampleWeight[n] : 0;
      }),
    );
    const total = sampleWeight.reduce((sum, weight) => sum + weight, 0);
    near(table.summary[0].pooled.accuracy.mean, right.reduce((sum, value) => sum + value, 0) / total, 1e-12, 'pooled');
  } finally {
    await trainer.close();
  }
});

test('confusion matrices contain sums of weights', () => {
  const model = trip.fit(trip.dataset(classes), quick);
  const weights = Array.from({ length: count }, (_, n) => n / 8);
  const { confusion, accuracy } = model.score(trip.dataset({ ...classes, sampleWeight: weights }));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  near(
    confusion.flat().reduce((sum, value) => sum + value, 0),
    total,
    1e-9,
    'total',
  );
  near((confusion[0][0] + confusion[1][1]) / total, accuracy, 1e-12, 'accuracy');
});

test('errors name the value and what is accepted', () => {
  const refused = (code, weights, ...parts) =>
    assert.throws(() => trip.dataset({ ...classes, sampleWeight: weights }), isTripError(code, ...parts));
  refused('shape', [1, 2], 'sampleWeight has 2 entries', '60 samples');
  refused('value', 3, 'sampleWeight', 'an array');
  const with7 = (value) => sampleWeight.map((weight, n) => (n === 7 ? value : weight));
  refused('value', with7(-1), 'sampleWeight[7] is -1', 'at least 0');
  refused('value', with7(Number.NaN), 'sampleWeight[7] is NaN');
  refused('value', with7(Number.POSITIVE_INFINITY), 'sampleWeight[7] is Infinity');
  refused('value', with7('1'), 'sampleWeight[7] is "1"');
  refused('value', new Float64Array(count), '0 for every sample');

  const data = trip.dataset(classes);
  const wrong = (classWeight, ...parts) =>
    assert.throws(() => trip.fit(data, { ...quick, classWeight }), isTripError('option', ...parts));
  wrong('even', 'classWeight is "even"', "'balanced'", 'an object');
  wrong([1, 2], 'classWeight', 'an object');
  for (const entries of [new Map([['plus', 5]]), new Set(['plus'])]) wrong(entries, 'classWeight', 'an object');
  assert.throws(() => trip.fit(data, new Map([['epochs', 5]])), isTripError('option', 'options is a Map', 'an object'));
  assert.throws(
    () => trip.fit(data, { sampleWeight: [1] }),
    isTripError('option', 'sampleWeight belongs to the dataset'),
  );
  wrong({ plus: -1 }, 'classWeight["plus"] is -1', 'from 0');
  wrong({ plus: '2' }, 'classWeight["plus"] is "2"');
  wrong({ pluss: 2 }, 'classWeight has the class "pluss"', '"plus", "minus"');
  assert.throws(
    () => trip.fit(trip.dataset(values), { ...quick, classWeight: 'balanced' }),
    isTripError('option', 'classWeight is for classes', 'sampleWeight'),
  );
  assert.throws(() => trip.fit(data, { ...quick, classWeight: { plus: 0 } }), isTripError('value', 'one class'));
  assert.throws(() => trip.fit(data, { ...quick, class_weight: 'balanced' }), isTripError('option', 'classWeight'));
  assert.throws(
    () => trip.fit({ ...data, sampleWeight: new Float64Array(3) }, quick),
    isTripError('shape', 'sampleWeight has 3 entries; 60 are needed'),
  );
});

test('only ratios of weights count, also of weights near the limits of doubles', () => {
  const weights = Array.from({ length: count }, (_, n) => 1 + weightOf(n));
  const holes = Float64Array.from(classes.x, (value, i) => (i === 7 ? Number.NaN : value));
  const kinds = {
    classes: [classes, { classWeight: 'balanced', validation: 0.25 }],
    'classes by name': [classes, { classWeight: { plus: 3 } }],
    values: [values, {}],
    responses: [{ ...values, y: numbers(2 * count, 9), responses: 2 }, {}],
    holes: [{ ...classes, x: holes, missing: 'mean' }, {}],
    matrices: [{ ...classes, x: numbers(count * 6, 8), shape: [count, 2, 3] }, {}],
    'without standardize': [classes, { standardize: false }],
  };
  const of = (data, options, sampleWeight) => {
    const weighted = trip.dataset({ ...data, sampleWeight });
    const model = trip.fit(weighted, { ...quick, ...options });
    const { confusion, ...score } = model.score(weighted);
    const { surrogate, correlation, ...explanation } = model.explain(weighted);
    explanation.dispose?.();
    const { auto } = model.lambdaChoice;
    return { parameters: model.parameters, score, auto, scale: surrogate.scale, correlation: correlation[0] };
  };
  for (const [name, [data, options]] of Object.entries(kinds)) {
    const expected = of(data, options, weights);
    for (const unit of [2 ** -1060, 1e-300, 1e-160, 1e160, 1e300, 4e307]) {
      const found = of(
        data,
        options,
        weights.map((weight) => weight * unit),
      );
      allNear(found.parameters, expected.parameters, 1e-5, `${name}, unit ${unit}: parameters`);
      near(found.auto, expected.auto, 1e-12, `${name}, unit ${unit}: lambda`);
      near(found.scale, expected.scale, 1e-6, `${name}, unit ${unit}: surrogate`);
      allNear(found.correlation, expected.correlation, 1e-6, `${name}, unit ${unit}: correlation`);
      assert.deepEqual(Object.keys(found.score), Object.keys(expected.score));
      for (const [key, value] of Object.entries(expected.score)) {
        if (typeof value === 'number') near(found.score[key], value, 1e-6, `${name}, unit ${unit}: ${key}`);
      }
    }
  }
  const data = trip.dataset({ ...classes, sampleWeight: new Float64Array(count).fill(1e300) });
  for (const classWeight of [
    { plus: 1e300, minus: 1e299 },
    { plus: 1e-300, minus: 1e-301 },
  ]) {
    const model = trip.fit(data, { ...quick, classWeight });
    const same = trip.fit(trip.dataset(classes), { ...quick, classWeight: { plus: 1, minus: 0.1 } });
    allNear(model.parameters, same.parameters, 1e-5, 'parameters');
  }
});

test('the automatic lambda counts the variables that vary among the samples that count', () => {
  const x = [
    [7, 7],
    [1, 3],
    [2, 3],
  ];
  assert.equal(trip.autoLambda({ x, y: [0, 1, 0], sampleWeight: [0, 1, 1] }), 0.3);
  // A single sample has no variable that varies, whatever the others are.
  assert.equal(trip.autoLambda({ x, y: [0, 1, 0], task: 'regression', sampleWeight: [0, 1, 0] }), 0.3);
});
