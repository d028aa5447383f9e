/** Sparse samples: accepted input, and the same results as dense samples in less memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTripError, numbers, sameBits, trip } from './support.mjs';

/** Three 2 x 3 samples, the second one empty. */
const input = {
  offsets: [0, 2, 2, 3],
  index: [
    [0, 1],
    [1, 2],
    [1, 0],
  ],
  value: [1.5, -2, 3],
  shape: [3, 2, 3],
  y: ['a', 'b', 'a'],
};

test('a sparse dataset is plain, frozen and cloneable', () => {
  const data = trip.sparseDataset({ ...input, modeNames: [['r0', 'r1'], []] });
  assert.deepEqual([...data.x], input.value);
  assert.deepEqual([...data.offsets], input.offsets);
  assert.deepEqual([...data.index], input.index.flat());
  assert.deepEqual(data.shape, [3, 2, 3]);
  assert.deepEqual(data.modeNames, [['r0', 'r1'], []]);
  assert.ok(Object.isFrozen(data) && Object.isFrozen(data.modeNames) && Object.isFrozen(data.modeNames[0]));
  assert.deepEqual(structuredClone(data), { ...data });
  assert.deepEqual(trip.sparseDataset({ ...input, index: Int16Array.from(input.index.flat()) }).index, data.index);
});

for (const [what, change, code, ...parts] of [
  ['offsets too short', { offsets: [0, 2, 3] }, 'shape', 'offsets has 3 entries', '3 samples need 4'],
  ['offsets from 1', { offsets: [1, 2, 2, 3] }, 'value', 'offsets[0] is 1', 'rise from 0 to 3'],
  ['falling offsets', { offsets: [0, 2, 1, 3] }, 'value', 'offsets[2] is 1'],
  ['offsets that end early', { offsets: [0, 1, 2, 2] }, 'value', 'offsets[3] is 2'],
  ['a fractional offset', { offsets: [0, 1.5, 2, 3] }, 'value', 'offsets[1] is 1.5'],
  ['no offsets', { offsets: undefined }, 'value', 'offsets is undefined'],
  ['too few indices', { index: [0, 1, 1] }, 'shape', 'index has 3 entries', '3 values in 2 modes need 6'],
  ['a tuple too short', { index: [[0, 1], [1], [1, 0]] }, 'shape', 'index[1] is [1]; 2 indices'],
  ['an index outside', { index: [0, 1, 1, 3, 1, 0] }, 'value', 'value 1 in mode 1 is 3', '0 to 2'],
  ['a negative index', { index: [0, 1, -1, 2, 1, 0] }, 'value', 'value 1 in mode 0 is -1'],
  ['a repeated position', { index: [0, 1, 0, 1, 1, 0] }, 'value', 'sample 0 has the position [0, 1] twice'],
  ['NaN', { value: [1, Number.NaN, 2] }, 'value', 'value[1] is NaN'],
  ['too large for floats', { value: [1, 1e39, 2] }, 'value', 'value[1] is 1e+39'],
  ['a mode beyond 32-bit indices', { shape: [3, 2 ** 31, 3] }, 'shape', 'shape[1] is 2147483648', '2147483647'],
  ['no shape', { shape: undefined }, 'shape', 'shape is undefined'],
  ['dense samples', { x: [1] }, 'option', 'sparseDataset has no option "x"'],
  ['missing values', { missing: 'mean' }, 'option', 'sparseDataset has no option "missing"'],
  ['names of vectors', { featureNames: ['a'] }, 'option', 'the samples have 2 modes'],
  ['names too few', { modeNames: [['a'], []] }, 'shape', 'modeNames[0] has 1 names; there are 2 variables'],
  ['names of one mode', { modeNames: [[]] }, 'shape', '2 lists'],
  ['wrong y', { y: [1] }, 'shape', 'y has 1 entries'],
]) {
  test(`sparseDataset refuses ${what}`, () => {
    assert.throws(() => trip.sparseDataset({ ...input, ...change }), isTripError(code, ...parts));
  });
}

test('repeated positions are found in any order, and not across samples', () => {
  const unordered = { offsets: [0, 3], value: [1, 2, 3], shape: [1, 2, 3] };
  assert.throws(
    () => trip.sparseDataset({ ...unordered, index: [1, 2, 0, 0, 1, 2] }),
    isTripError('value', 'sample 0 has the position [1, 2] twice'),
  );
  trip.sparseDataset({ ...unordered, index: [1, 2, 0, 0, 0, 1] });
  trip.sparseDataset({ offsets: [0, 1, 2], value: [1, 2], shape: [2, 2, 3], index: [1, 2, 1, 2] });
});

/** The same random samples, sparse and dense. */
function twice(dims, { count = 24, nonzeros = 7, task = 'classification' } = {}) {
  const made = trip.randomTensors({ seed: 5, dims, count, nonzeros });
  const size = dims.reduce((a, b) => a * b);
  const x = new Float32Array(count * size);
  for (let n = 0; n < count; n++) {
    for (let e = made.offsets[n]; e < made.offsets[n + 1]; e++) {
      const at = dims.reduce((flat, side, k) => flat * side + made.index[e * dims.length + k], 0);
      x[n * size + at] = made.x[e];
    }
  }
  const response =
    task === 'regression'
      ? { task, y: numbers(count, 9) }
      : { y: Array.from(made.labels), classNames: made.classNames };
  const { offsets, index, x: value } = made;
  return {
    sparse: trip.sparseDataset({ offsets, index, value, shape: [count, ...dims], ...response }),
    dense: trip.dataset({ x, shape: [count, ...dims], ...response }),
  };
}

const near = (a, b, tolerance) => {
  assert.equal(a.length, b.length);
  const scale = Math.max(...Array.from(a, Math.abs), 1e-3);
  for (let i = 0; i < a.length; i++) assert.ok(Math.abs(a[i] - b[i]) <= tolerance * scale, `${i}: ${a[i]} and ${b[i]}`);
};

for (const [dims, task] of [
  [[30], 'classification'],
  [[6, 5], 'classification'],
  [[6, 5], 'regression'],
  [[4, 5, 6], 'classification'],
  [[4, 3, 2, 3], 'regression'],
]) {
  test(`sparse and dense samples agree: ${dims.join(' x ')}, ${task}`, () => {
    const { sparse, dense } = twice(dims, { task });
    const options = { epochs: 10, restarts: 1, hidden: [6], lambda: 0.05, standardize: false };
    const [a, b] = [trip.fit(sparse, options), trip.fit(dense, options)];
    near(a.parameters, b.parameters, 1e-3);
    near(a.history.objective, b.history.objective, 1e-4);
    // One model, both kinds of samples.
    near(a.transform(sparse), a.transform(dense), 1e-5);
    near(a.predict(sparse), a.predict(dense), 1e-5);
    assert.ok(Math.abs(a.score(sparse).objective - a.score(dense).objective) < 1e-4 * a.score(dense).objective);
    if (task === 'classification') near(a.predictProba(sparse), a.predictProba(dense), 1e-5);
    near(a.inverseTransform(a.transform(sparse)), a.inverseTransform(a.transform(dense)), 1e-5);
    if (dims.length === 1) return;
    const tucker = [sparse, dense].map((data) => trip.fit(data, { ...options, method: 'tucker' }));
    for (let k = 0; k < dims.length; k++) near(tucker[0].projection(k), tucker[1].projection(k), 1e-3);
  });
}

test('a saved model of sparse cubes gives the same predictions, bit for bit', () => {
  const { sparse } = twice([4, 5, 6]);
  for (const method of ['trip', 'tucker']) {
    const model = trip.fit(sparse, { epochs: 5, restarts: 1, hidden: [6], method });
    const restored = trip.restore(JSON.stringify(model));
    assert.equal(restored.spec.method, method);
    sameBits(restored.predictProba(sparse), model.predictProba(sparse));
    sameBits(restored.transform(sparse), model.transform(sparse));
  }
});

test('Random-3rd trains in tens of megabytes', () => {
  const data = trip.randomTensors({ dims: [1000, 1000, 1000], count: 100, nonzeros: 1000 });
  assert.equal(data.x.length, 100_000);
  const before = process.memoryUsage().rss;
  const model = trip.fit(data, { hidden: [10, 10], lambda: 0.01, epochs: 3, restarts: 1, batchSize: 32 });
  const grown = (process.memoryUsage().rss - before) / 1e6;
  assert.ok(grown < 90, `${grown} MB`);
  assert.ok(Number.isFinite(model.score(data).objective));
  assert.throws(() => model.inverseTransform(new Float32Array(8)), isTripError('memory', '1000000000 numbers'));
  model.dispose();
});

test('options that sparse samples do not support are refused with a reason', () => {
  const { sparse, dense } = twice([30]);
  const refusals = [
    [sparse, { standardize: true }, 'option', 'standardize is true'],
    [sparse, { method: 'pca' }, 'option', "method 'pca' is for dense samples"],
    [sparse, { method: 'lda' }, 'option', "method 'lda' is for dense samples"],
    [sparse, { test: dense }, 'value', 'test: must be sparse'],
    [dense, { test: sparse }, 'value', 'test: must be sparse'],
  ];
  for (const [data, options, code, part] of refusals) {
    assert.throws(() => trip.fit(data, { epochs: 1, restarts: 1, ...options }), isTripError(code, part));
  }
  assert.equal(trip.fit(sparse, { epochs: 1, restarts: 1 }).options.standardize, false);
  assert.throws(
    () => trip.fit(dense, { epochs: 1, restarts: 1 }).predict(sparse),
    isTripError('value', 'dense samples only'),
  );
  const forged = { ...sparse, index: sparse.index.map(() => 30) };
  assert.throws(() => trip.fit(forged, { epochs: 1, restarts: 1 }), isTripError('value', 'index 30'));
  assert.throws(() => trip.fit({ ...sparse, index: undefined }), isTripError('shape', 'data.index'));
});

test('modes too large for any model are refused with a reason, and the module stays usable', () => {
  const value = [1, 2, 3];
  const huge = { offsets: [0, 2, 2, 3], index: [0, 0, 1, 2, 3, 4], value, shape: [3, 2 ** 31 - 1, 5], y: [0, 1, 0] };
  const data = trip.sparseDataset(huge);
  const small = trip.sparseDataset({ ...huge, shape: [3, 4, 5] });
  const before = trip.fit(small, { epochs: 3, restarts: 1 }).fingerprint;
  for (const method of ['trip', 'tucker']) {
    assert.throws(
      () => trip.fit(data, { epochs: 1, restarts: 1, method }),
      isTripError('memory', 'samples [2147483647, 5]', 'would need'),
    );
  }
  assert.equal(trip.fit(small, { epochs: 3, restarts: 1 }).fingerprint, before);
});

test('some empty samples, and only empty samples', () => {
  const y = Array.from({ length: 10 }, (_, n) => n % 2);
  const some = trip.sparseDataset({
    offsets: [0, 0, 2, ...Array(8).fill(2)],
    index: [0, 1, 2, 0],
    value: [1, 2],
    shape: [10, 3, 2],
    y,
  });
  const none = trip.sparseDataset({ offsets: new Int32Array(11), index: [], value: [], shape: [10, 3, 2], y });
  for (const data of [some, none]) {
    for (const method of ['trip', 'tucker']) {
      const model = trip.fit(data, { method, epochs: 10, restarts: 1, hidden: [4] });
      assert.ok(Number.isFinite(model.score(data).objective) && !model.restarts[0].diverged);
      assert.ok(model.explain(data).rotation.every((rotation) => rotation.every(Number.isFinite)));
    }
  }
});
