/** Explanations: algebra, the class that an arrow shows, names, time, lifetime. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isTripError, numbers, sameBits, signs, smallSpiral, trip } from './support.mjs';

const short = { epochs: 60, restarts: 1, hidden: [6], lambda: 0.01, learningRate: 0.01 };
const { train: planted } = trip.planted({ seed: 4, dims: [6, 5], count: 60 });
const { train: cubes } = trip.planted({ seed: 4, dims: [5, 4, 6], count: 40 });
const { train: vectors } = smallSpiral();
const cases = [
  ['vectors', vectors, { ranks: [3] }],
  ['matrices', planted, { ranks: [2, 3] }],
  ['cubes', cubes, {}],
  ['sparse matrices', trip.randomTensors({ dims: [8, 7], count: 30, nonzeros: 9 }), {}],
].map(([name, data, options]) => [name, data, trip.fit(data, { ...short, ...options })]);
after(() => {
  for (const [, , model] of cases) model.dispose();
});

const close = (a, b, tolerance = 1e-6) => assert.ok(Math.abs(a - b) <= tolerance, `${a} and ${b}`);

const allClose = (a, b, tolerance) => {
  assert.equal(a.length, b.length);
  for (let i = 0; i < a.length; i++) close(a[i], b[i], tolerance);
};

/** A (n x m) times B (m x p), row-major. */
const times = (a, b, m, p) =>
  Float64Array.from({ length: (a.length / m) * p }, (_, at) => {
    const [row, column] = [Math.floor(at / p), at % p];
    let sum = 0;
    for (let i = 0; i < m; i++) sum += a[row * m + i] * b[i * p + column];
    return sum;
  });

/** u_n of mode k: Xbar_n contracted in every other mode. */
function contracted(latent, ranks, g, k) {
  const size = ranks.reduce((a, b) => a * b);
  const u = new Float64Array((latent.length / size) * ranks[k]);
  for (let i = 0; i < latent.length; i++) {
    let weight = latent[i];
    let [rest, own] = [i % size, 0];
    for (let l = ranks.length - 1; l >= 0; l--) {
      const j = rest % ranks[l];
      rest = Math.floor(rest / ranks[l]);
      if (l === k) own = j;
      else weight *= g[l][j];
    }
    u[Math.floor(i / size) * ranks[k] + own] += weight;
  }
  return u;
}

for (const [name, data, model] of cases) {
  test(`${name}: R is orthonormal, axes are C R, rotated samples R^T u`, () => {
    const explanation = model.explain(data);
    const latent = model.transform(data);
    const { ranks } = model.spec;
    assert.equal(explanation.targets.length, 2);
    for (const { surrogate, rotation, axes, rotated, singularValues, correlation } of explanation.targets) {
      for (const [k, rank] of ranks.entries()) {
        const transposed = Float64Array.from(
          rotation[k],
          (_, at) => rotation[k][(at % rank) * rank + Math.floor(at / rank)],
        );
        const identity = rotation[k].map((_, at) => (at % (rank + 1) === 0 ? 1 : 0));
        allClose(times(transposed, rotation[k], rank, rank), identity, 1e-9);
        allClose(axes[k], times(model.projection(k), rotation[k], rank, rank), 1e-9);
        const u = contracted(latent, ranks, surrogate.g, k);
        allClose(rotated[k], times(u, rotation[k], rank, rank), 1e-6);
        assert.ok(singularValues[k].every((value, j) => j === 0 || value <= singularValues[k][j - 1]));
        assert.ok(correlation[k].every((value) => Math.abs(value) <= 1 + 1e-12));
        for (let j = 0; j < rank; j++) {
          const column = Array.from({ length: axes[k].length / rank }, (_, i) => axes[k][i * rank + j]);
          assert.ok(Math.max(...column) >= -Math.min(...column), 'the largest entry is positive');
        }
      }
      close(
        surrogate.g.reduce((p, g) => p * Math.hypot(...g), 1),
        1,
        1e-9,
      );
      assert.ok(surrogate.scale >= 0);
    }
    // The probabilities of two classes add up to one.
    const [a, b] = explanation.targets.map(({ surrogate }) => surrogate);
    close(a.scale, b.scale, 1e-5);
    close(a.objective, b.objective, 1e-6);
    explanation.dispose();
  });
}

test('the arrays of the explanation are those of the main target', () => {
  const [, data, model] = cases[0];
  const both = model.explain(data);
  assert.equal(both.main, 1);
  assert.equal(both.class, 1);
  assert.equal(both.className, '1');
  assert.equal(both.axes, both.targets[1].axes);
  const chosen = model.explain(data, { target: '0' });
  assert.deepEqual([chosen.main, chosen.class, chosen.targets.length], [0, 0, 1]);
  assert.deepEqual(chosen.surrogate, both.targets[0].surrogate);
  assert.deepEqual(model.explain(data, { target: 0 }).surrogate, chosen.surrogate);
});

test('a linear response: coefficients are its gradient, in the units of the response', () => {
  const x = numbers(200);
  const y = Array.from({ length: 50 }, (_, n) => 30 + 20 * x[4 * n] - 10 * x[4 * n + 2]);
  const data = trip.dataset({ x, shape: [50, 4], y, task: 'regression', featureNames: ['a', 'b', 'c', 'd'] });
  const options = { hidden: [], lambda: 0, standardize: false, epochs: 3000, restarts: 1, learningRate: 0.01 };
  const model = trip.fit(data, options);
  const explanation = model.explain(data);
  assert.equal(explanation.class, undefined);
  assert.ok(!('class' in explanation.targets[0]));
  // The rotated axes are uncorrelated and determine a linear prediction.
  const [r0, r1] = explanation.correlation[0];
  close(r0 * r0 + r1 * r1, 1, 1e-6);
  for (const n of [0, 7, 49]) {
    const { original, rotated, target, targets, neighbours, isolated } = explanation.local(n);
    allClose(original[0], [20, 0, -10, 0], 0.3);
    allClose(times(explanation.axes[0], rotated[0], 2, 1), original[0], 1e-9);
    assert.deepEqual([target, targets.length], [0, 1]);
    assert.equal(isolated, neighbours < 3);
  }
  assert.throws(() => model.explain(data, { target: 0 }), isTripError('option', 'trained for regression'));
});

test('the probability grows along the gradient of the surrogate', () => {
  const data = trip.dataset(signs(80, 5));
  const model = trip.fit(data, { ...short, epochs: 300, restarts: 1 });
  const explanation = model.explain(data, { target: 'plus' });
  const { surrogate, rotation } = explanation;
  const at = (step) => model.predictProbaLatent(surrogate.g[0].map((value) => step * value));
  assert.ok(at(1)[0] > at(-1)[0]);
  // The correlation of an axis with the prediction has the sign of the gradient along it.
  const along = times(surrogate.g[0], rotation[0], 2, 2);
  for (const [j, value] of explanation.correlation[0].entries())
    assert.ok(Math.abs(value) < 0.2 || value * along[j] > 0);
  assert.equal(explanation.top(0, 0, 1)[0].index === 0 || explanation.top(0, 1, 1)[0].index === 0, true);
});

test('a rotation of C that the network undoes changes no explanation', () => {
  const data = trip.dataset(signs(60, 5));
  const model = trip.fit(data, { ...short, ranks: [2] });
  const parameters = model.parameters;
  const [cos, sin] = [Math.cos(0.7), Math.sin(0.7)];
  const turned = parameters.slice();
  // C: 5 x 2, G: 2 x 6; C' = C Q, G' = Q^T G.
  for (let i = 0; i < 5; i++) {
    const [a, b] = [parameters[2 * i], parameters[2 * i + 1]];
    turned.set([a * cos + b * sin, -a * sin + b * cos], 2 * i);
  }
  for (let m = 0; m < 6; m++) {
    const [a, b] = [parameters[10 + m], parameters[16 + m]];
    turned[10 + m] = a * cos + b * sin;
    turned[16 + m] = -a * sin + b * cos;
  }
  const other = trip.modelAt(model, { restart: 0, epoch: 60, parameters: turned });
  const [a, b] = [model, other].map((each) => each.explain(data));
  allClose(a.axes[0], b.axes[0], 1e-4);
  allClose(a.rotated[0], b.rotated[0], 1e-4);
  close(a.surrogate.objective, b.surrogate.objective, 1e-6);
  for (const n of [0, 30]) {
    allClose(a.local(n).original[0], b.local(n).original[0], 1e-3);
    allClose(a.local(n).rotated[0], b.local(n).rotated[0], 1e-3);
  }
});

test('an arrow shows the true class if it is known, else the predicted one, or the requested one', () => {
  const x = numbers(120);
  const y = Array.from({ length: 40 }, (_, n) => ['a', 'b', 'c'][n % 3]);
  const data = trip.dataset({ x, shape: [40, 3], y });
  const model = trip.fit(data, short);
  const known = model.explain(data);
  assert.deepEqual([known.main, known.targets.length], [0, 3]);
  const reordered = model.explain(trip.dataset({ x, shape: [40, 3], y, classNames: ['c', 'a', 'b'] }));
  const unknown = model.explain(trip.dataset({ x, shape: [40, 3] }));
  const strange = model.explain(trip.dataset({ x, shape: [40, 3], y: y.map((name) => (name === 'b' ? 'z' : name)) }));
  const predicted = model.predict(data);
  for (let n = 0; n < 40; n++) {
    assert.equal(known.local(n).target, n % 3);
    assert.equal(reordered.local(n).target, n % 3);
    assert.equal(unknown.local(n).target, predicted[n]);
    assert.equal(strange.local(n).target, y[n] === 'b' ? predicted[n] : n % 3);
  }
  const { target, targets, rotated } = known.local(4);
  assert.equal(rotated, targets[target].rotated);
  assert.deepEqual(model.explain(data, { target: 'c' }).local(4).rotated, targets[2].rotated);
});

test('neighbours: few are flagged, sigma auto widens to the nearest', () => {
  const [, data, model] = cases[0];
  const narrow = model.explain(data, { sigma: 1e-6 });
  const alone = narrow.local(0);
  close(alone.neighbours, 1, 1e-9);
  assert.ok(alone.isolated && alone.original[0].every(Number.isFinite));
  const wide = model.explain(data, { sigma: 1e6 }).local(0);
  close(wide.neighbours, data.shape[0], 1e-3);
  assert.equal(wide.isolated, false);
  const auto = model.explain(data, { sigma: 'auto' });
  assert.ok(auto.sigma > 0 && auto.sigma < 3 && auto.local(0).neighbours > 1);
});

test('top: the variables of highest |C R| with their names, ties to the lower index', () => {
  const modeNames = [['r0', 'r1', 'r2', 'r3', 'r4', 'r5'], []];
  const { x, shape, labels } = planted;
  const data = trip.dataset({ x, shape, y: labels, modeNames });
  const explanation = trip.fit(data, short).explain(data);
  const top = explanation.top(0, 1, 4);
  assert.equal(top.length, 4);
  for (const [i, { index, name, weight }] of top.entries()) {
    assert.equal(name, `r${index}`);
    assert.equal(weight, explanation.axes[0][index * 2 + 1]);
    assert.ok(i === 0 || Math.abs(weight) <= Math.abs(top[i - 1].weight));
  }
  assert.ok(top[0].weight > 0);
  assert.deepEqual(Object.keys(explanation.top(1, 0)[0]), ['index', 'weight']);
  assert.equal(explanation.top(1, 0).length, 5);
  assert.deepEqual(explanation.top(1, 0, 2 ** 31 - 1), explanation.top(1, 0, 5));
  assert.deepEqual(explanation.top(0, 0, 2, explanation.main), explanation.top(0, 0, 2));
  for (const [call, part] of [
    [() => explanation.top(2, 0), 'mode is 2'],
    [() => explanation.top(0, 2), 'axis is 2'],
    [() => explanation.top(0, 0, 0), 'count is 0'],
    [() => explanation.top(0, 0, 1, 2), 'target is 2'],
    [() => explanation.local(60), 'n is 60'],
    [() => explanation.local(-1), 'n is -1'],
  ]) {
    assert.throws(call, isTripError('option', part));
  }
});

test('bad options are refused by name', () => {
  const [, data, model] = cases[0];
  for (const [options, ...parts] of [
    [{ sigma: 0 }, 'sigma is 0', 'above 0'],
    [{ sigma: 'wide' }, 'sigma is "wide"'],
    [{ target: '2' }, 'target is "2"', '"0", "1"', '0 to 1'],
    [{ target: 2 }, 'target is 2'],
    [{ target: 0.5 }, 'target is 0.5'],
    [{ samples: [data.shape[0]] }, 'samples[0] is 66'],
    [{ sigm: 1 }, 'did you mean sigma'],
  ]) {
    assert.throws(() => model.explain(data, options), isTripError('option', ...parts));
  }
  assert.throws(() => model.explain(planted), isTripError('shape'));
});

test('an explanation outlives the model; requested coefficients outlive dispose', () => {
  const model = trip.fit(vectors, short);
  const explanation = model.explain(vectors, { samples: [3] });
  model.dispose();
  const { rotated } = explanation.local(5);
  assert.equal(rotated[0].length, 2);
  explanation.dispose();
  explanation.dispose();
  explanation[Symbol.dispose]?.();
  assert.throws(() => explanation.local(5), isTripError('disposed', 'the explanation'));
  assert.equal(explanation.local(3).sample, 3);
  assert.equal(explanation.top(0, 0, 1).length, 1);
  assert.throws(() => model.explain(vectors), isTripError('disposed', 'the model'));
});

test('many explanations do not grow the memory', () => {
  const [, data, model] = cases[1];
  const round = () => {
    for (let i = 0; i < 100; i++) model.explain(data).dispose();
  };
  round();
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 5; i++) round();
  assert.ok(process.memoryUsage().rss - before < 40e6);
});

test('results are the same with and without SIMD, bit for bit', async () => {
  const { loadTrip } = await import('../../dist/index.js');
  const scalar = await loadTrip({ simd: false });
  const [, data, model] = cases[2];
  const other = scalar.restore(JSON.stringify(model));
  const [a, b] = [model.explain(data), other.explain(data)];
  for (const k of [0, 1, 2]) {
    sameBits(a.axes[k], b.axes[k]);
    sameBits(a.local(1).original[k], b.local(1).original[k]);
  }
});

test('defaults are the width 1 and ten variables; the width auto of very many samples is refused', () => {
  const { train } = trip.spiral({ samplesPerClass: 10 });
  const explanation = trip.fit(train, { ...short, epochs: 1 }).explain(train);
  assert.deepEqual([explanation.sigma, explanation.top(0, 0).length], [1, 10]);
  const model = trip.fit(trip.dataset(signs(20, 2)), { ...short, epochs: 1 });
  const many = trip.dataset({ x: numbers(200_000), shape: [100_000, 2] });
  // 1e10 pairs in two dimensions, a quarter each.
  assert.throws(
    () => model.explain(many, { sigma: 'auto' }),
    isTripError('option', '100000 samples in 2 projected dimensions take about 5e+9 operations'),
  );
});
