/** Importance of variables: by permutation within a cell, and from projection and local coefficients. Planted variables come first in both. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellSteps } from '../../dist/sweep/cell.js';
import { planSweep, taskOf } from '../../dist/sweep/plan.js';
import { createTrainer } from '../../dist/trainer.js';
import { moduleOf } from '../../dist/trip.js';
import { isTripError, numbers, trip } from './support.mjs';

const raw = moduleOf(trip);
const near = (a, b, bound, name) => assert.ok(Math.abs(a - b) <= bound, `${name}: ${a} and ${b}`);
const sum = (values) => values.reduce((a, b) => a + b, 0);
const mean = (values) => sum(values) / values.length;

/** The report of a fit of `train` whose model permutes the samples held out. */
function reportOf(data, { train, heldOut, options = {}, seed = 5, score, larger, repeats = 3 }) {
  const [{ options: full }] = planSweep(raw, { data, grid: {}, options, folds: 2 }).points;
  const wanted = { importance: { score, larger, repeats } };
  const task = taskOf(raw, data, { name: 'a fit', train, heldOut, options: full, seed, wanted });
  const steps = cellSteps(raw, task);
  let [step, pauses] = [steps.next(), 0];
  for (; !step.done; step = steps.next()) pauses++;
  return { ...step.value, pauses };
}

const parity = (count) => ({
  train: Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 > 0),
  heldOut: Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 === 0),
});

/** The permutations that the documentation of the core's `folds` and the streams of the seed determine. */
function sourceOf(heldOut, weights, seed, r) {
  const source = Array.from(heldOut.keys());
  const counted = source.filter((n) => (weights?.[heldOut[n]] ?? 1) > 0);
  const order = raw.folds(counted.length, new Int32Array(), counted.length, raw.deriveSeed(seed, 3 + r));
  counted.forEach((n, c) => {
    source[n] = counted[order[c]];
  });
  return source;
}

/** Dense held-out samples in which the slice at `position` along a mode comes from other samples. */
function permuted(data, { mode, position }, source) {
  const [count, ...dims] = data.shape;
  const size = dims.reduce((a, b) => a * b);
  const after = dims.slice(mode + 1).reduce((a, b) => a * b, 1);
  const x = Array.from(data.x, (value, at) => {
    const [n, e] = [Math.floor(at / size), at % size];
    return Math.floor(e / after) % dims[mode] === position ? data.x[source[n] * size + e] : value;
  });
  return { ...data, x: Float32Array.from(x), shape: [count, ...dims] };
}

const sizes = { vectors: [6], matrices: [4, 3], cubes: [3, 2, 4] };
for (const [name, dims] of Object.entries(sizes)) {
  for (const task of ['classification', 'regression']) {
    test(`a cell permutes each position of ${name} (${task}) as a new dataset would`, () => {
      const count = 45;
      const size = dims.reduce((a, b) => a * b);
      const x = numbers(count * size, 3);
      const y = Array.from({ length: count }, (_, n) => x[n * size] - 0.5 * x[n * size + 2]);
      const sampleWeight = Array.from({ length: count }, (_, n) => (n * 5) % 4);
      const response = task === 'regression' ? { y, task } : { y: y.map((value) => (value > 0 ? 'a' : 'b')) };
      const data = trip.dataset({ x, shape: [count, ...dims], ...response, sampleWeight });
      const options = { epochs: 30, restarts: 1, hidden: [4], learningRate: 0.02, ranks: dims.map(() => 2) };
      const [score, larger] = task === 'regression' ? ['rmse', false] : ['brier', false];
      const { train, heldOut } = parity(count);
      const report = reportOf(data, { train, heldOut, options, score, larger });
      const model = trip.fit(trip.subset(data, train), { ...options, seed: 5 });
      assert.equal(model.fingerprint, report.fingerprint);
      const held = trip.subset(data, heldOut);
      const base = model.score(held)[score];
      let most = 0;
      for (const [mode, own] of report.importance.entries()) {
        assert.equal(own.length, 3 * dims[mode]);
        for (const [at, value] of own.entries()) {
          const source = sourceOf(heldOut, sampleWeight, 5, at % 3);
          const other = permuted(held, { mode, position: Math.floor(at / 3) }, source);
          near(value, model.score(other)[score] - base, 1e-6, `mode ${mode}, ${at}`);
          most = Math.max(most, Math.abs(value));
        }
      }
      assert.ok(most > 0.01, `largest decrease ${most}`);
      assert.ok(report.pauses > sum(dims));
    });
  }
}

test('sparse samples have the importance of the same dense ones; accuracy falls by whole samples', () => {
  const [count, dims] = [48, [5, 4]];
  const stored = numbers(count * 20, 8).map((value) => (Math.abs(value) < 0.5 ? 0 : value));
  const y = Array.from({ length: count }, (_, n) => (stored[n * 20] + stored[n * 20 + 1] > 0 ? 1 : 0));
  const at = Array.from(stored.keys()).filter((i) => stored[i] !== 0);
  const offsets = Array.from({ length: count + 1 }, (_, n) => at.filter((i) => i < n * 20).length);
  const index = at.flatMap((i) => [Math.floor((i % 20) / 4), i % 4]);
  const sparse = trip.sparseDataset({ offsets, index, value: at.map((i) => stored[i]), shape: [count, ...dims], y });
  const dense = trip.dataset({ x: stored, shape: [count, ...dims], y });
  const options = { epochs: 60, restarts: 1, hidden: [4], learningRate: 0.02, standardize: false };
  const given = { ...parity(count), options, score: 'accuracy', larger: true };
  const [a, b] = [reportOf(sparse, given), reportOf(dense, given)];
  for (const [mode, own] of a.importance.entries()) {
    for (const [i, value] of own.entries()) {
      near(value * 16, Math.round(value * 16), 1e-9, 'samples');
      near(value, b.importance[mode][i], 1 / 16 + 1e-9, `mode ${mode}, ${i}`);
    }
  }
});

test('a categorical column is one variable, with all of its columns of zeros and ones', () => {
  const count = 60;
  const x = numbers(count * 2, 4);
  const rows = Array.from({ length: count }, (_, n) => ({
    a: x[2 * n],
    colour: ['red', 'green', 'blue'][n % 3],
    b: x[2 * n + 1],
    y: n % 3 === 1 ? 'p' : 'q',
  }));
  const data = trip.dataset({ rows, target: 'y', categorical: ['colour'] });
  const options = { epochs: 200, restarts: 1, hidden: [4], learningRate: 0.02 };
  const parts = { train: [...Array(40).keys()], heldOut: Array.from({ length: 20 }, (_, n) => 40 + n) };
  const { importance } = reportOf(data, { ...parts, options, score: 'accuracy', larger: true, repeats: 2 });
  assert.equal(importance[0].length, 6);
  const own = [0, 1, 2].map((i) => mean(importance[0].slice(2 * i, 2 * i + 2)));
  assert.ok(own[1] > 0.2 && own[1] > own[0] && own[1] > own[2], `${own}`);
});

test('a categorical column without a category in the training samples has the importance 0, and moves no other one', async () => {
  const count = 60;
  const x = numbers(count * 2, 4);
  const rows = Array.from({ length: count }, (_, n) => ({
    a: x[2 * n],
    b: x[2 * n + 1],
    rare: n === 0 ? 'seen' : null,
    y: x[2 * n] > 0 ? 'p' : 'q',
  }));
  const options = { epochs: 60, restarts: 1, hidden: [4], learningRate: 0.02, missing: 'mean' };
  const trainer = await createTrainer({ workers: 1, trip });
  try {
    for (const names of [
      ['a', 'b', 'rare'],
      ['a', 'rare', 'b'],
      ['rare', 'a', 'b'],
    ]) {
      const ordered = rows.map((row) => Object.fromEntries([...names, 'y'].map((name) => [name, row[name]])));
      const { missing, ...fit } = options;
      const data = trip.dataset({ rows: ordered, target: 'y', categorical: ['rare'], missing });
      const assignment = Array.from({ length: count }, (_, n) => n % 3);
      const settings = { assignment, importance: { repeats: 3 } };
      const found = await trainer.crossValidate(data, fit, settings);
      const rare = names.indexOf('rare');
      for (const { importance } of found.rows) {
        assert.equal(importance[0].length, 9);
        assert.deepEqual(importance[0].slice(3 * rare, 3 * rare + 3), [0, 0, 0]);
      }
      const [byName] = found.importance;
      assert.deepEqual(
        byName.map(({ name }) => name),
        names,
      );
      const [a, b] = ['a', 'b'].map((name) => byName.find((own) => own.name === name).mean);
      assert.ok(a > 0.2 && a > b, `${names}: ${a} and ${b}`);
      assert.deepEqual(await trainer.crossValidate(data, fit, { ...settings, done: found.rows }), found);
    }
  } finally {
    await trainer.close();
  }
});

test('importance accepts more folds than a call has arguments', async () => {
  const y = Array.from({ length: 40 }, (_, n) => n % 2);
  const data = trip.dataset({ x: numbers(40), shape: [40, 1], y });
  const trainer = await createTrainer({ workers: 1, trip });
  const executor = { execute: () => Promise.reject(new Error('planned')) };
  const settings = { folds: 20, repeats: 10_000, importance: { repeats: 1 }, executor };
  await assert.rejects(trainer.crossValidate(data, { epochs: 1, restarts: 1 }, settings), /planned/);
  await trainer.close();
});

test('an undefined score is null; one sample cannot be permuted', () => {
  const data = trip.dataset({ x: numbers(60), shape: [20, 3], y: Array.from({ length: 20 }, (_, n) => n % 2) });
  const train = [...Array(16).keys()];
  const given = { train, options: { epochs: 2, restarts: 1 }, larger: true, repeats: 1 };
  assert.deepEqual(reportOf(data, { ...given, heldOut: [16, 18], score: 'auc' }).importance, [[null, null, null]]);
  assert.deepEqual(reportOf(data, { ...given, heldOut: [17], score: 'accuracy' }).importance, [[0, 0, 0]]);
});

/** Positions by descending value. */
const ranking = (values) => [...values.keys()].sort((a, b) => values[b] - values[a]);
/** Correlation of ranks (Spearman). */
function rankCorrelation(a, b) {
  const ranksOf = (values) => {
    const ranks = [];
    for (const [r, i] of ranking(values).entries()) ranks[i] = r;
    return ranks;
  };
  const [p, q] = [ranksOf(a), ranksOf(b)];
  const middle = (p.length - 1) / 2;
  const products = sum(p.map((own, i) => (own - middle) * (q[i] - middle)));
  return products / sum(p.map((own) => (own - middle) ** 2));
}

const byPermutation = (data, heldOut, train, options, score = 'accuracy', larger = true) =>
  reportOf(data, { train, heldOut, options, score, larger, repeats: 5 }).importance.map((own) =>
    Array.from({ length: own.length / 5 }, (_, i) => mean(own.slice(5 * i, 5 * i + 5))),
  );

test('planted linear signal: both rank its variables first', () => {
  for (const seed of [211, 212, 213]) {
    const [count, size] = [240, 12];
    const x = numbers(count * size, seed);
    const y = Array.from({ length: count }, (_, n) => 2 * x[n * size + 3] - 1.5 * x[n * size + 7] + x[n * size + 10]);
    const data = trip.dataset({ x, shape: [count, size], y, task: 'regression' });
    const options = { epochs: 200, restarts: 1, hidden: [8], learningRate: 0.01, lambda: 0.01 };
    const { train, heldOut } = parity(count);
    const [permutation] = byPermutation(data, heldOut, train, options, 'rmse', false);
    const model = trip.fit(trip.subset(data, train), { ...options, seed });
    const explanation = model.explain(trip.subset(data, heldOut));
    const importance = explanation.importance();
    assert.deepEqual(ranking(permutation).slice(0, 3), [3, 7, 10], `seed ${seed}`);
    assert.deepEqual(ranking(importance).slice(0, 3), [3, 7, 10], `seed ${seed}`);
    // The deviation of a uniform variable in (-1, 1) is 1 / sqrt(3).
    for (const [i, factor] of [
      [3, 2],
      [7, 1.5],
      [10, 1],
    ])
      near(importance[i], factor / Math.sqrt(3), 0.25, `variable ${i}`);
    assert.ok(Math.max(...[0, 1, 2, 4].map((i) => importance[i])) < 0.2);
  }
});

test('the spiral: both follow the known plane', () => {
  for (const seed of [221, 222]) {
    const { train, test: held, truth } = trip.spiral({ seed, noiseDimensions: 17 });
    const options = { epochs: 600, restarts: 4, search: true, lambda: 0.1, standardize: false, learningRate: 0.003 };
    const data = trip.dataset({
      x: [...train.x, ...held.x],
      shape: [train.shape[0] + held.shape[0], train.shape[1]],
      y: [...train.labels, ...held.labels],
    });
    const [N] = train.shape;
    const heldOut = Array.from({ length: held.shape[0] }, (_, n) => N + n);
    const [permutation] = byPermutation(data, heldOut, [...Array(N).keys()], options);
    const model = trip.fit(train, { ...options, seed: 5 });
    const importance = model.explain(held, { sigma: 'auto' }).importance();
    const known = Array.from(importance, (_, i) => Math.hypot(truth.plane[2 * i], truth.plane[2 * i + 1]));
    assert.ok(model.score(held).accuracy > 0.8, `seed ${seed}: accuracy ${model.score(held).accuracy}`);
    for (const [name, own] of Object.entries({ permutation, importance }))
      assert.ok(rankCorrelation(own, known) > 0.7, `seed ${seed}, ${name}: ${rankCorrelation(own, known)}`);
  }
});

test('planted matrices: both follow the known bases of both modes', () => {
  for (const seed of [231, 232]) {
    const { train, test: held, truth } = trip.planted({ seed, dims: [10, 8], count: 300 });
    const options = { epochs: 150, restarts: 4, search: true, learningRate: 0.005 };
    const data = trip.dataset({
      x: [...train.x, ...held.x],
      shape: [600, 10, 8],
      y: [...train.labels, ...held.labels],
    });
    const heldOut = Array.from({ length: 300 }, (_, n) => 300 + n);
    const permutation = byPermutation(data, heldOut, [...Array(300).keys()], options);
    const model = trip.fit(train, { ...options, seed: 5 });
    const explanation = model.explain(held, { sigma: 'auto' });
    assert.ok(model.score(held).accuracy > 0.85, `accuracy ${model.score(held).accuracy}`);
    for (const [mode, basis] of truth.basis.entries()) {
      const known = Array.from({ length: basis.length / 2 }, (_, i) => Math.hypot(basis[2 * i], basis[2 * i + 1]));
      const importance = explanation.importance(mode);
      for (const [name, own] of Object.entries({ permutation: permutation[mode], importance }))
        assert.ok(
          rankCorrelation(own, known) > 0.6,
          `seed ${seed}, mode ${mode}, ${name}: ${rankCorrelation(own, known)}`,
        );
    }
  }
});

/** Weighted variance. */
function variance(values, weights) {
  const total = sum(weights);
  const centre = sum(values.map((value, n) => weights[n] * value)) / total;
  return sum(values.map((value, n) => weights[n] * (value - centre) ** 2)) / total;
}

test('the importance of an explanation is its formula', () => {
  const count = 50;
  const sampleWeight = Array.from({ length: count }, (_, n) => n % 3);
  const y = Array.from({ length: count }, (_, n) => ['a', 'b', 'c'][Math.floor(n / 3) % 3]);
  const shapes = [
    { dims: [5], standardize: true },
    { dims: [5], standardize: false },
    { dims: [4, 3], standardize: false },
  ];
  for (const { dims, standardize } of shapes) {
    const size = dims.reduce((a, b) => a * b);
    const x = numbers(count * size, 6).map((value, at) => value * (1 + (at % size)) + 3);
    const data = trip.dataset({ x, shape: [count, ...dims], y, sampleWeight });
    const model = trip.fit(data, { epochs: 20, restarts: 1, hidden: [4], standardize });
    const explanation = model.explain(data, { sigma: 5 });
    for (const [mode, width] of dims.entries()) {
      const seen = explanation.importance(mode);
      const used = [...sampleWeight.keys()].filter(
        (n) => sampleWeight[n] > 0 && explanation.local(n).neighbours >= 1.01,
      );
      assert.ok(used.length > 20 && explanation.targets.length === 3);
      for (let i = 0; i < width; i++) {
        const terms = explanation.targets.map(({ surrogate }, t) => {
          const squares = used.map((n) => sampleWeight[n] * explanation.local(n).targets[t].original[mode][i] ** 2);
          const along = dims.map((_, k) => {
            const rank = model.spec.ranks[k];
            const c = model.projection(k);
            return Array.from({ length: dims[k] }, (_, r) =>
              sum([...surrogate.g[k]].map((g, j) => g * c[r * rank + j])),
            );
          });
          const values = Array.from({ length: count }, (_, n) => {
            const own = Array.from({ length: size }, (_, e) => {
              const value = x[n * size + e];
              return standardize ? (value - model.spec.mean[e]) / model.spec.scale[e] : value;
            });
            if (dims.length === 1) return own[i];
            const other = along[1 - mode];
            return sum(other.map((weight, o) => weight * own[mode === 0 ? i * dims[1] + o : o * dims[1] + i]));
          });
          return (variance(values, sampleWeight) * sum(squares)) / sum(used.map((n) => sampleWeight[n]));
        });
        near(seen[i], Math.sqrt(mean(terms)), 1e-5 * (1 + seen[i]), `mode ${mode}, position ${i}`);
      }
    }
    assert.throws(() => explanation.importance(dims.length), isTripError('option', 'mode is'));
    explanation.dispose();
    assert.throws(() => explanation.importance(), isTripError('disposed'));
  }
});

test('the importance of sparse samples is that of the same dense ones, and many samples are sampled', () => {
  const [count, dims] = [260, [4, 3]];
  const value = numbers(count * 12, 9).map((own) => (Math.abs(own) < 0.4 ? 0 : own));
  const at = Array.from(value.keys()).filter((i) => value[i] !== 0);
  const y = Array.from({ length: count }, (_, n) => value[12 * n] - value[12 * n + 5]);
  const response = { y, task: 'regression', shape: [count, ...dims] };
  const sparse = trip.sparseDataset({
    offsets: Array.from({ length: count + 1 }, (_, n) => at.filter((i) => i < n * 12).length),
    index: at.flatMap((i) => [Math.floor((i % 12) / 3), i % 3]),
    value: at.map((i) => value[i]),
    ...response,
  });
  const model = trip.fit(sparse, { epochs: 20, restarts: 1, hidden: [4] });
  const [a, b] = [sparse, trip.dataset({ x: value, ...response })].map((data) => model.explain(data));
  for (const mode of [0, 1]) {
    const [own, other] = [a.importance(mode), b.importance(mode)];
    for (const [i, one] of own.entries()) near(one, other[i], 1e-5, `mode ${mode}, position ${i}`);
    assert.deepEqual(own, a.importance(mode));
  }
});

test('samples that are alone in their neighbourhood are no basis for an importance', () => {
  const data = trip.dataset({ x: numbers(40), shape: [20, 2], y: Array.from({ length: 20 }, (_, n) => n % 2) });
  const explanation = trip.fit(data, { epochs: 2, restarts: 1 }).explain(data, { sigma: 1e-6 });
  assert.throws(() => explanation.importance(), isTripError('value', 'importance', 'sigma', "'auto'"));
});

test('folds that hold out one sample, or one that counts, show no importance and are refused', async () => {
  const trainer = await createTrainer({ workers: 1, trip });
  const data = { x: numbers(40, 5), shape: [20, 2], y: Array.from({ length: 20 }, (_, n) => n % 2) };
  const weights = Array.from({ length: 20 }, (_, n) => (n < 16 ? 1 : 0));
  const assignment = [Array.from({ length: 20 }, (_, n) => (n < 15 ? n % 3 : 3))];
  for (const [samples, settings, least] of [
    [data, { folds: 'leave-one-out' }, 1],
    [{ ...data, sampleWeight: weights }, { assignment }, 1],
  ])
    await assert.rejects(
      trainer.crossValidate(samples, { epochs: 1, restarts: 1 }, { ...settings, importance: {} }),
      isTripError('option', `a fold holds out ${least}; folds of at least 2 samples are accepted`),
    );
  await trainer.close();
});
