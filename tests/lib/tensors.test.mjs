/** Matrices and cubes: methods, degenerate input, recovery of planted truth, saved models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTripError, numbers, read, sameBits, trip } from './support.mjs';

const y = Array.from({ length: 12 }, (_, n) => n % 2);
const matrices = (change = {}) => trip.dataset({ x: numbers(72), shape: [12, 3, 2], y, ...change });
const short = { epochs: 20, restarts: 1, hidden: [4], batchSize: 4 };

for (const [what, data, options] of [
  ['all-zero samples', matrices({ x: new Float32Array(72) }), { ranks: [2, 1] }],
  ['full ranks', matrices(), { ranks: [3, 2] }],
  ['ranks of 1', matrices(), { ranks: [1, 1] }],
  ['one sample', trip.dataset({ x: numbers(6), shape: [1, 3, 2], y: [3], task: 'regression' }), {}],
  ['a constant target', matrices({ y: y.map(() => 5), task: 'regression' }), {}],
  ['equal samples', matrices({ x: Array.from({ length: 72 }, (_, i) => i % 6) }), {}],
  ['a mode of size 1', matrices({ shape: [12, 6, 1] }), { ranks: [2, 1] }],
  ['standardised matrices', matrices(), { standardize: true }],
  ['cubes', matrices({ shape: [12, 3, 2, 1] }), { ranks: [2, 2, 1] }],
  ['softmax regression', matrices(), { hidden: [] }],
]) {
  test(`K > 1 accepts ${what}`, () => {
    for (const method of ['trip', 'tucker']) {
      const model = trip.fit(data, { ...short, ...options, method });
      const { objective } = model.score(data);
      assert.ok(Number.isFinite(objective) && !model.restarts[0].diverged, method);
      const samples = data.shape[0];
      assert.equal(model.inverseTransform(model.transform(data)).length, data.x.length);
      const local = model.explain(data, { samples: [0] }).local(samples - 1);
      assert.ok(local.rotated.every((mode) => mode.every(Number.isFinite)));
    }
  });
}

test('the refusal of a method names the methods that apply', () => {
  const vectors = trip.dataset({ x: numbers(72), shape: [12, 6], y });
  const refusals = [
    [matrices(), { method: 'pca' }, "method 'pca' is for vectors", '2 modes', "'trip' and 'tucker'"],
    [matrices(), { method: 'lda' }, "method 'lda' is for vectors"],
    [vectors, { method: 'tucker' }, "method 'tucker' is for matrices and cubes", "'pca'"],
    [matrices(), { ranks: [2] }, 'ranks has 1 entries; the samples have 2 modes'],
    [matrices(), { ldaRidge: -1 }, 'ldaRidge is -1'],
  ];
  for (const [data, options, ...parts] of refusals) {
    assert.throws(() => trip.fit(data, options), isTripError('option', ...parts));
  }
});

test('a ridge moves the discriminant directions', () => {
  const { train } = trip.spiral({ seed: 2, noiseDimensions: 5 });
  const fit = (options) => trip.fit(train, { method: 'lda', epochs: 0, restarts: 1, ...options }).projection();
  sameBits(fit({}), fit({ ldaRidge: 1e-8 }));
  assert.notDeepEqual(fit({ ldaRidge: 10 }), fit({}));
});

test('the projection of Tucker is fixed, orthonormal and keeps more than a random one', () => {
  const { train } = trip.planted({ count: 100 });
  const options = { ranks: [2, 2], hidden: [4], epochs: 3, restarts: 1 };
  const [tucker, before] = [
    trip.fit(train, { ...options, method: 'tucker' }),
    trip.fit(train, { ...options, epochs: 0, restarts: 1 }),
  ];
  sameBits(
    tucker.projection(1),
    trip.fit(train, { ...options, method: 'tucker', epochs: 9, restarts: 1 }).projection(1),
  );
  assert.ok(tucker.score(train).reconstruction < before.score(train).reconstruction);
  for (const [k, size] of [30, 20].entries()) {
    const c = tucker.projection(k);
    const dot = (a, b) => Array.from({ length: size }, (_, i) => c[i * 2 + a] * c[i * 2 + b]).reduce((s, v) => s + v);
    assert.ok(Math.abs(dot(0, 0) - 1) < 1e-5 && Math.abs(dot(1, 1) - 1) < 1e-5 && Math.abs(dot(0, 1)) < 1e-5);
  }
});

for (const [what, dims, count, epochs] of [
  ['matrices', [30, 20], 600, 300],
  ['cubes', [12, 10, 8], 300, 150],
]) {
  test(`planted ${what} are recovered where Tucker fails`, () => {
    const { train, test: held, truth } = trip.planted({ seed: 1, dims, count });
    const options = { hidden: [10, 10], lambda: 0.01, learningRate: 0.01, batchSize: 64, epochs };
    const model = trip.fit(train, { ...options, restarts: 10 });
    const angles = truth.basis.map((basis, k) => trip.principalAngles(model.projection(k), basis, dims[k]).at(-1));
    assert.ok(Math.max(...angles) < 10, `angles ${angles}`);
    assert.ok(model.score(held).accuracy > 0.93, `accuracy ${model.score(held).accuracy}`);
    assert.ok(trip.fit(train, { ...options, method: 'tucker' }).score(held).accuracy < 0.62);
  });
}

test('a saved model of matrices and of cubes keeps names and gives the same predictions, bit for bit', () => {
  for (const [shape, modeNames] of [
    [
      [12, 3, 2],
      [['a', '__proto__', 'c'], []],
    ],
    [
      [12, 2, 1, 3],
      [['a', 'b'], ['only'], ['<img>', 'y', 'z']],
    ],
  ]) {
    const data = matrices({ shape, modeNames });
    const model = trip.fit(data, short);
    const file = JSON.parse(JSON.stringify(model));
    const restored = trip.restore(file);
    assert.deepEqual(restored.spec, model.spec);
    assert.deepEqual(restored.spec.modeNames, modeNames);
    assert.equal(restored.fingerprint, model.fingerprint);
    sameBits(restored.predictProba(data), model.predictProba(data));
    sameBits(restored.inverseTransform(restored.transform(data)), model.inverseTransform(model.transform(data)));
    const spoilt = { ...file, spec: { ...file.spec, modeNames: [['a']] } };
    assert.throws(() => trip.restore(spoilt), isTripError('format', 'checksum'));
  }
});

test('generators: shapes, truth, seeds', () => {
  const { data, truth } = trip.network({ seed: 3, rows: 700, columns: 280, count: 20 });
  assert.deepEqual(data.shape, [20, 700, 280]);
  assert.equal(data.task, 'regression');
  assert.equal(truth.e.length, 20);
  const sizes = Object.fromEntries(Object.entries(truth.groups).map(([name, group]) => [name, group.length]));
  assert.deepEqual(sizes, { t1: 150, t2: 150, d1: 200, d2: 200, r1: 60, r2: 60, e1: 80, e2: 80 });
  assert.ok(data.targets.every((target, n) => Math.abs(target - truth.e[n]) < 0.2));
  assert.ok(Object.isFrozen(data) && Object.isFrozen(truth));
  const random = (options) => trip.randomTensors({ dims: [9, 8], count: 6, nonzeros: 5, ...options });
  assert.deepEqual(random(), random({ seed: 1 }));
  assert.notDeepEqual(random().x, random({ seed: 2 }).x);
  const planted = trip.planted({ dims: [4, 5, 6], count: 7 });
  assert.deepEqual(
    [planted.train.shape, planted.test.shape],
    [
      [7, 4, 5, 6],
      [7, 4, 5, 6],
    ],
  );
  assert.deepEqual(
    planted.truth.basis.map((basis) => basis.length),
    [8, 10, 12],
  );
  for (const [make, part] of [
    [() => trip.network({ rows: 699 }), 'rows is 699'],
    [() => trip.planted({ dims: [3, 9] }), 'dims[0] is 3'],
    [() => trip.planted({ dims: [9] }), 'dims'],
    [() => random({ nonzeros: 73 }), 'nonzeros'],
    [() => random({ dims: [] }), 'dims'],
    [() => random({ size: 3 }), 'randomTensors has no option "size"'],
    [() => trip.network({ seed: -1 }), 'seed is -1'],
  ]) {
    assert.throws(make, isTripError('option', part));
  }
});

test('digits as matrices: three ranks are more accurate than two, and than Tucker', () => {
  const rows = read('tests/data/digits-8x8.csv').toString().trim().split('\n').slice(1, 801);
  const values = rows.map((row) => row.split(',').map(Number));
  const data = trip.dataset({
    x: values.flatMap((row) => row.slice(0, -1).map((grey) => grey / 16)),
    shape: [values.length, 8, 8],
    y: values.map((row) => row.at(-1)),
  });
  const [train, held] = [
    [0, 560],
    [560, 800],
  ].map(([from, to]) =>
    trip.subset(
      data,
      Array.from({ length: to - from }, (_, n) => from + n),
    ),
  );
  const options = { hidden: [10], lambda: 0.001, learningRate: 0.01, batchSize: 32, epochs: 100, restarts: 2 };
  const accuracy = (more) => trip.fit(train, { ...options, ...more }).score(held).accuracy;
  const [two, three, tucker] = [
    accuracy({ ranks: [2, 2] }),
    accuracy({ ranks: [3, 3] }),
    accuracy({ method: 'tucker' }),
  ];
  assert.ok(three > 0.8 && three > two && two > tucker, `${two}, ${three}, Tucker ${tucker}`);
});

test('generators: defaults are those of the documentation', () => {
  assert.deepEqual(
    trip.spiral().train,
    trip.spiral({ seed: 1, samplesPerClass: 100, noiseSamplesPerClass: 10, noiseDimensions: 97 }).train,
  );
  const random = trip.randomTensors();
  assert.deepEqual([random.shape, random.x.length], [[100, 1000, 1000], 100_000]);
  assert.deepEqual(trip.planted().train.shape, [600, 30, 20]);
  assert.deepEqual(trip.planted({ count: 5 }), trip.planted({ count: 5, seed: 1 }));
  assert.deepEqual(trip.network().data.shape, [762, 13508, 1732]);
});
