/** Bootstraps: which samples they draw, planes, loadings and points with their spread, and the same bits however they are computed. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { drawBootstrap, partsToLearn } from '../../dist/assess/bootstrap.js';
import { createTrainer } from '../../dist/trainer.js';
import { moduleOf } from '../../dist/trip.js';
import { isTripError, numbers, signs, trip } from './support.mjs';

const raw = moduleOf(trip);
const trainers = {
  1: await createTrainer({ workers: 1, trip }),
  3: await createTrainer({ workers: 3, trip }),
  local: await createTrainer({ workers: 2, local: true, trip }),
};
after(() => Promise.all(Object.values(trainers).map((each) => each.close())));
const trainer = trainers[3];

const near = (a, b, bound, name) => assert.ok(Math.abs(a - b) <= bound, `${name}: ${a} and ${b}`);
const mean = (values) => values.reduce((a, b) => a + b, 0) / values.length;
const quick = { epochs: 15, restarts: 1, hidden: [4], batchSize: 16, learningRate: 0.01 };
const data = trip.dataset({ ...signs(45, 4), featureNames: ['a', 'b', 'c', 'd'] });

/** Linear interpolation between ordered values, as in NumPy. */
function quantile(values, share) {
  const ordered = [...values].sort((a, b) => a - b);
  const at = share * (ordered.length - 1);
  const below = Math.floor(at);
  return ordered[below] + (at - below) * (ordered[Math.min(below + 1, ordered.length - 1)] - ordered[below]);
}

/** A^T B and A B of row-major matrices; `width` is the number of columns of A. */
function crossOf(a, b, width) {
  const cross = Array.from({ length: width * width }, () => 0);
  for (let row = 0; row < a.length; row += width)
    for (let i = 0; i < width; i++) for (let j = 0; j < width; j++) cross[i * width + j] += a[row + i] * b[row + j];
  return cross;
}
const times = (a, b, width) =>
  Array.from(a, (_, at) => {
    const [row, j] = [at - (at % width), at % width];
    return Array.from({ length: width }, (_, i) => a[row + i] * b[i * width + j]).reduce((x, y) => x + y);
  });

/** The orthogonal matrix nearest to a 2 x 2 matrix, by Newton's iteration. */
function polar(matrix) {
  let x = matrix;
  for (let i = 0; i < 60; i++) {
    const determinant = x[0] * x[3] - x[1] * x[2];
    const inverse = [x[3], -x[2], -x[1], x[0]].map((value) => value / determinant);
    x = x.map((value, at) => (value + inverse[at]) / 2);
  }
  return x;
}

/** Leading eigenvectors of the mean projector of planes of 2 columns, by 3000 steps of orthogonal iteration. */
function meanPlane(planes, rows) {
  let plane = numbers(2 * rows, 3);
  for (let step = 0; step < 3000; step++) {
    const next = new Float64Array(2 * rows);
    for (const own of planes) {
      const inner = crossOf(own, plane, 2);
      for (const [at, value] of times(own, inner, 2).entries()) next[at] += value;
    }
    const column = (j) => Array.from({ length: rows }, (_, i) => next[2 * i + j]);
    const unit = (v) => v.map((value) => value / Math.hypot(...v));
    const first = unit(column(0));
    const along = first.reduce((sum, value, i) => sum + value * column(1)[i], 0);
    const second = unit(column(1).map((value, i) => value - along * first[i]));
    plane = first.flatMap((value, i) => [value, second[i]]);
  }
  return plane;
}

test('every number follows from the rows', async () => {
  const settings = { bootstraps: 12, level: 0.8, points: true, seed: 4 };
  const seen = await trainer.stability(data, quick, settings);
  const reference = trip.fit(data, { ...quick, seed: 4 });
  assert.equal(seen.bootstraps, 12);
  assert.deepEqual(
    seen.rows.map(({ cell }) => cell),
    ['reference', ...Array.from({ length: 12 }, (_, b) => `bootstrap ${b}`)],
  );
  assert.equal(seen.rows[0].fingerprint, reference.fingerprint);
  const rows = seen.rows.slice(1);
  const planes = rows.map(({ projections }) => projections[0]);
  const [mode] = seen.modes;
  assert.deepEqual(mode.names, ['a', 'b', 'c', 'd']);
  const plane = meanPlane(planes, 4);
  const angles = planes.map((own) => trip.principalAngles(plane, own, 4));
  for (const [b, own] of angles.entries())
    for (const j of [0, 1]) near(mode.angles[2 * b + j], own[j], 1e-4, `angle ${j} of ${b}`);
  for (const [q, share] of [0.05, 0.5, 0.95].entries())
    near(
      mode.angleQuantiles[q],
      quantile(
        angles.map((own) => own[1]),
        share,
      ),
      1e-4,
      `quantile ${share}`,
    );
  assert.ok(mode.randomAngle > 40 && mode.randomAngle < 90, `${mode.randomAngle}`);
  near(mode.randomAngle, quantile(raw.randomAngles(4, 2, 99, 4), 0.5), 1e-12, 'random angle');
  const random = Array.from({ length: 12 }, (_, b) => trip.randomPlane(4, 2, 4, b));
  const middle = meanPlane(random, 4);
  const largest = random.map((own) => trip.principalAngles(middle, own, 4)[1]);
  for (const [q, share] of [0.05, 0.5, 0.95].entries())
    near(mode.randomQuantiles[q], quantile(largest, share), 1e-4, `random quantile ${share}`);

  const projection = reference.projection();
  const rotations = planes.map((own) => polar(crossOf(own, projection, 2)));
  const loadings = planes.map((own, b) => times(own, rotations[b], 2));
  for (const [i, loading] of mode.loadings.entries()) {
    near(loading, projection[i], 1e-7, 'loading');
    const values = loadings.map((own) => own[i]);
    near(mode.low[i], quantile(values, 0.1), 1e-6, `low ${i}`);
    near(mode.high[i], quantile(values, 0.9), 1e-6, `high ${i}`);
    assert.equal(mode.signHolds[i], mean(values.map((value) => Number(value * loading > 0))));
  }
  for (let n = 0; n < 45; n++) {
    const points = rows.map(({ latent }, b) => times(latent.slice(2 * n, 2 * n + 2), rotations[b], 2));
    for (const p of [0, 1]) {
      const centre = (q) => mean(points.map((own) => own[q]));
      near(seen.points.mean[2 * n + p], centre(p), 1e-5, 'mean');
      for (const q of [0, 1]) {
        const products = points.map((own) => (own[p] - centre(p)) * (own[q] - centre(q)));
        near(seen.points.covariance[4 * n + 2 * p + q], (12 / 11) * mean(products), 1e-5, 'covariance');
      }
    }
  }
  near(seen.outOfBag.accuracy.mean, mean(rows.map(({ test }) => test.accuracy)), 1e-12, 'out of bag');
  assert.equal(seen.outOfBag.accuracy.defined, 12);
});

test('the documented seeds repeat a bootstrap with the public functions', async () => {
  const { rows } = await trainer.stability(data, quick, { bootstraps: 3, seed: 9, points: true });
  const own = raw.deriveSeed(9, 2 + 2);
  const attempt = raw.deriveSeed(own, 3);
  const first = data.labels[0];
  const train = [first, 1 - first].flatMap((label, c) => {
    const members = [...data.labels.keys()].filter((n) => data.labels[n] === label);
    return Array.from(raw.draw(members.length, members.length, raw.deriveSeed(attempt, c)), (u) => members[u]);
  });
  const model = trip.fit(
    trip.subset(
      data,
      train.sort((a, b) => a - b),
    ),
    { ...quick, seed: raw.deriveSeed(own, 2) },
  );
  assert.equal(rows[3].fingerprint, model.fingerprint);
  assert.deepEqual(
    rows[3].latent,
    Array.from(model.transform(data), (value) => Number(value.toPrecision(9))),
  );
  const outOfBag = [...data.labels.keys()].filter((n) => !train.includes(n));
  assert.equal(rows[3].test.accuracy, model.score(trip.subset(data, outOfBag)).accuracy);
});

const sparse = trip.sparseDataset({
  offsets: Array.from({ length: 41 }, (_, n) => 3 * n),
  index: Array.from({ length: 120 }, (_, e) => [(e % 3) + (e % 2), e % 3]),
  value: numbers(120, 7),
  shape: [40, 4, 3],
  y: numbers(40, 8),
  task: 'regression',
});
const holes = trip.dataset({
  x: numbers(120, 3).map((value, i) => (i % 7 === 0 ? Number.NaN : value)),
  shape: [40, 3],
  y: Array.from({ length: 40 }, (_, n) => ['p', 'q', 'r'][n % 3]),
  missing: 'mean',
  sampleWeight: Array.from({ length: 40 }, (_, n) => n % 3),
});
const colours = trip.dataset({
  rows: Array.from({ length: 40 }, (_, n) => ({
    size: numbers(40, 4)[n],
    colour: n === 7 ? 'rare' : ['red', 'blue'][n % 2],
    y: n % 4 === 0 ? 'x' : 'y',
  })),
  target: 'y',
  categorical: ['colour'],
});
const cases = {
  classes: [data, quick, { points: true }],
  'groups and a validation share': [
    data,
    { ...quick, validation: 0.3, patience: 5 },
    { groups: Array.from({ length: 45 }, (_, n) => `g${n % 9}`) },
  ],
  'lambda by validation': [data, { ...quick, epochs: 5, lambda: 'validate' }, {}],
  'sparse matrices, regression': [sparse, quick, { points: true }],
  'missing values and weights': [holes, { ...quick, classWeight: 'balanced' }, { stratify: false }],
  'categories that some bootstraps lack': [colours, quick, { bootstraps: 8 }],
};

for (const [name, [samples, options, settings]] of Object.entries(cases)) {
  test(`${name}: the same bits with any number of workers, locally, and continued`, async () => {
    const given = { bootstraps: 4, ...settings };
    const seen = [];
    const one = await trainers[1].stability(samples, options, {
      ...given,
      onProgress: ({ done, total, row }) => seen.push([done, total, row.cell]),
    });
    assert.deepEqual(seen.at(-1).slice(0, 2), [given.bootstraps + 1, given.bootstraps + 1]);
    assert.deepEqual(await trainers[3].stability(samples, options, given), one);
    assert.deepEqual(await trainers.local.stability(samples, options, given), one);
    // Rows of fewer bootstraps, in another order, after JSON.
    const fewer = await trainers[3].stability(samples, options, { ...given, bootstraps: 2 });
    const done = JSON.parse(JSON.stringify(fewer.rows)).reverse();
    const trained = [];
    const continued = await trainers[3].stability(samples, options, {
      ...given,
      done,
      onProgress: ({ row }) => trained.push(row.cell),
    });
    assert.deepEqual(continued, one);
    assert.equal(trained.length, given.bootstraps - 2);
    for (const { names: _names, ...numbersOf } of one.modes)
      for (const [part, values] of Object.entries(numbersOf))
        assert.ok(Array.from(typeof values === 'number' ? [values] : values).every(Number.isFinite), part);
  });
}

test('a category that a bootstrap lacks has the loading 0 there', async () => {
  const { rows, modes } = await trainer.stability(colours, quick, { bootstraps: 8 });
  assert.deepEqual(modes[0].names, ['size', 'colour=blue', 'colour=rare', 'colour=red']);
  const sizes = rows.map(({ projections }) => projections[0].length / 2);
  const lacking = sizes.slice(1).filter((size) => size === 3).length;
  assert.ok(sizes[0] === 4 && lacking > 0 && lacking < 8, `${sizes}`);
  const { low, high } = modes[0];
  assert.ok(low[4] <= 0 && high[4] >= 0 && low[5] <= 0 && high[5] >= 0);
});

test('bootstraps draw what they should', () => {
  const labels = Int32Array.from({ length: 40 }, (_, n) => (n < 2 ? 0 : n < 12 ? 1 : 2));
  const sampleWeight = Float64Array.from({ length: 40 }, (_, n) => (n % 5 === 4 ? 0 : 1));
  const groups = Int32Array.from({ length: 40 }, (_, n) => n % 8);
  const plain = { shape: [40, 3], labels };
  const countsOf = (samples) => [0, 1, 2].map((c) => samples.filter((n) => labels[n] === c).length);
  const all = Array.from({ length: 40 }, (_, n) => n);
  for (let seed = 0; seed < 60; seed++) {
    const whole = drawBootstrap(raw, { data: plain, stratify: true, validation: 0 }, seed);
    assert.deepEqual(countsOf(whole.train), [2, 10, 28]);
    assert.deepEqual(
      [...new Set([...whole.train, ...whole.outOfBag])].sort((a, b) => a - b),
      all,
    );
    assert.ok(whole.outOfBag.every((n) => !whole.train.includes(n)) && whole.validation === undefined);

    const weighted = drawBootstrap(raw, { data: { ...plain, sampleWeight }, stratify: false, validation: 0 }, seed);
    assert.equal(weighted.train.length, 32);
    assert.ok(weighted.train.every((n) => n % 5 < 4) && countsOf(weighted.train).every((count) => count > 0));

    for (const own of [{ stratify: true }, { stratify: false, groups }]) {
      const { train, validation, outOfBag } = drawBootstrap(raw, { data: plain, validation: 0.3, ...own }, seed);
      const keyOf = (n) => (own.groups === undefined ? n : groups[n]);
      const [a, b, c] = [train, validation, outOfBag].map((part) => new Set(part.map(keyOf)));
      assert.ok(a.isDisjointFrom?.(b) ?? [...a].every((key) => !b.has(key)));
      assert.ok([...c].every((key) => !a.has(key) && !b.has(key)));
      assert.ok(validation.length > 0 && countsOf(train).every((count) => count > 0));
      const share = b.size / (a.size + b.size);
      assert.ok(share > 0.1 && share < 0.45, `share ${share}`);
      assert.equal(train.length + validation.length, 40);
    }
  }
  const both = [drawBootstrap, drawBootstrap].map((draw) =>
    draw(raw, { data: plain, stratify: true, validation: 0.2 }, 3),
  );
  assert.deepEqual(both[0], both[1]);
});

/** Four classes that follow two combinations of four variables; the others are noise. */
function planted(seed, count = 200) {
  const x = numbers(count * 12, seed);
  const y = Array.from({ length: count }, (_, n) => {
    const [a, b, c, d] = x.subarray(12 * n);
    return `${a + b > 0 ? 'a' : 'b'}${c - d > 0 ? 'c' : 'd'}`;
  });
  return trip.dataset({ x, shape: [count, 12], y });
}
const linear = { epochs: 80, restarts: 1, hidden: [], lambda: 0, learningRate: 0.02 };

test('a strong signal has a stable plane, loadings away from 0 and noise around 0', async () => {
  for (const seed of [301, 302]) {
    const { modes, outOfBag } = await trainer.stability(planted(seed), linear, { bootstraps: 40, seed });
    const [{ angleQuantiles, randomAngle, loadings, low, high, signHolds }] = modes;
    assert.ok(angleQuantiles[2] < 30 && randomAngle > 70, `${angleQuantiles}, random ${randomAngle}`);
    assert.ok(outOfBag.accuracy.mean > 0.8, `${outOfBag.accuracy.mean}`);
    const leaves = (i) => low[i] > 0 || high[i] < 0;
    const away = Array.from({ length: 12 }, (_, i) => leaves(2 * i) || leaves(2 * i + 1));
    assert.deepEqual(away.slice(0, 4), [true, true, true, true], `seed ${seed}`);
    assert.ok(away.slice(4).filter(Boolean).length <= 2, `seed ${seed}: ${away}`);
    for (const [i, loading] of loadings.entries()) if (Math.abs(loading) > 0.5) assert.ok(signHolds[i] === 1);
    assert.ok(low.every((value, i) => value <= high[i]));
  }
});

test('the plane of pure noise is hardly more stable than random planes', async () => {
  const labels = numbers(200, 77);
  const noise = { ...planted(303), labels: Int32Array.from(labels, (value) => Math.floor(2 * (value + 1))) };
  const { modes, outOfBag } = await trainer.stability(noise, linear, { bootstraps: 40 });
  const [{ angleQuantiles, randomAngle }] = modes;
  assert.ok(angleQuantiles[1] > 0.5 * randomAngle, `${angleQuantiles}, random ${randomAngle}`);
  // A few planes are near their mean, whatever they are: so are random ones.
  for (const bootstraps of [2, 3]) {
    const [few] = (await trainer.stability(noise, linear, { bootstraps })).modes;
    assert.ok(few.angleQuantiles[2] > 0.6 * few.randomQuantiles[2], `${few.angleQuantiles}, ${few.randomQuantiles}`);
    assert.ok(few.randomQuantiles[2] < few.randomAngle, `${few.randomQuantiles}, ${few.randomAngle}`);
  }
  near(outOfBag.accuracy.mean, 0.25, 0.07, 'accuracy');
});

test('a given reference and the axes of its explanation', async () => {
  const reference = trip.fit(data, { ...quick, seed: 4 });
  const { axes, rotation } = reference.explain(data);
  const settings = { bootstraps: 6, seed: 4 };
  const trained = await trainer.stability(data, quick, settings);
  const given = await trainer.stability(data, quick, { ...settings, reference });
  assert.deepEqual(given.rows, trained.rows.slice(1));
  assert.deepEqual(given.modes[0].angles, trained.modes[0].angles);
  for (const [i, value] of given.modes[0].low.entries()) near(value, trained.modes[0].low[i], 1e-7, 'low');
  const turned = await trainer.stability(data, quick, { ...settings, reference, axes });
  for (const [i, value] of turned.modes[0].loadings.entries()) near(value, axes[0][i], 1e-6, 'loading');
  const expected = given.rows.map(({ projections: [own] }) =>
    times(times(own, polar(crossOf(own, reference.projection(), 2)), 2), rotation[0], 2),
  );
  for (const [i, low] of turned.modes[0].low.entries())
    near(
      low,
      quantile(
        expected.map((own) => own[i]),
        0.025,
      ),
      1e-6,
      `low ${i}`,
    );
});

test('references of data with categories and of sparse matrices', async () => {
  for (const samples of [colours, sparse]) {
    const reference = trip.fit(samples, { ...quick, seed: 2 });
    const settings = { bootstraps: 4, seed: 2 };
    const trained = await trainer.stability(samples, quick, settings);
    const { axes } = reference.explain(samples);
    const given = await trainer.stability(samples, quick, { ...settings, reference, axes });
    assert.deepEqual(given.rows, trained.rows.slice(1));
    for (const [k, mode] of given.modes.entries()) {
      assert.deepEqual(mode.angles, trained.modes[k].angles);
      for (const [i, value] of mode.loadings.entries()) near(value, axes[k][i], 1e-6, 'loading');
    }
  }
});

test('settings that cannot be served are refused before anything is trained', async () => {
  const refuse = (settings, code, ...parts) =>
    assert.rejects(
      trainer.stability(data, quick, { onProgress: assert.fail, ...settings }),
      isTripError(code, ...parts),
    );
  const reference = trip.fit(data, quick);
  await refuse({ bootstraps: 1 }, 'option', 'bootstraps is 1', '2 to 10000');
  await refuse({ level: 0.4 }, 'option', 'level is 0.4');
  await refuse({ level: 1 }, 'option', 'level is 1', 'from 0.5 to 0.999');
  const first = trip.fit(trip.dataset({ ...signs(45, 4), featureNames: ['x', 'b', 'c', 'd'] }), quick);
  await refuse({ reference: first }, 'value', '"x" as variable 0', '"a"');
  await refuse(
    {
      stratify: true,
      groups: Array(45)
        .fill(0)
        .map((_, n) => n % 5),
    },
    'option',
    'stratify',
    'groups',
  );
  await refuse({ groups: ['a'] }, 'shape', 'groups has 1', '45 samples');
  await refuse({ groups: Array(45).fill('a') }, 'value', 'groups', '"a" alone');
  await refuse({ axes: [numbers(8)] }, 'option', 'axes', 'reference');
  await refuse({ axes: [numbers(8)], reference }, 'value', 'axes[0]', 'span');
  await refuse({ axes: [[1, 2]], reference }, 'shape', 'axes[0] has 2', '8 are');
  await refuse({ axes: 3, reference }, 'shape', 'axes is 3');
  await refuse({ axes: [3], reference }, 'value', 'axes[0] is 3');
  await refuse({ axes: [null], reference }, 'value', 'axes[0] is null');
  await refuse({ reference: {} }, 'value', 'reference', 'a model');
  await refuse({ unknown: 1 }, 'option', 'stability', '"unknown"');
  const other = trip.fit(trip.dataset(signs(45, 5)), quick);
  await refuse({ reference: other }, 'value', 'reference has dims [5]', '[4]');
  const named = trip.fit(trip.dataset({ ...signs(45, 4), featureNames: ['a', 'x', 'c', 'd'] }), quick);
  await refuse({ reference: named }, 'value', '"x"', '"b"');
  await assert.rejects(
    trainer.stability(data, { ...quick, ranks: [3] }, { reference }),
    isTripError('value', 'reference has ranks [2]', '[3]'),
  );
  await assert.rejects(trainer.stability(sparse, quick, { stratify: true }), isTripError('option', 'regression'));
  await assert.rejects(trainer.stability(data, { seed: 1 }), isTripError('option', '"seed"'));
  const lone = trip.dataset({ x: numbers(6), shape: [2, 3], y: [0, 1] });
  await assert.rejects(trainer.stability(lone, quick), isTripError('value', 'bootstrap samples', 'out'));
  const groups = Array.from({ length: 45 }, (_, n) => data.classNames[data.labels[n]]);
  await refuse({ groups }, 'value', 'bootstrap samples', 'groups');
  // The reason why all samples cannot be trained on comes before one why no bootstrap can be drawn.
  await assert.rejects(
    trainer.stability(data, { ...quick, validation: 0.2 }, { groups, onProgress: assert.fail }),
    isTripError('value', 'validation is 0.2', 'each group to train with has all of a class'),
  );
  const { rows } = await trainer.stability(data, quick, { bootstraps: 2 });
  await refuse({ done: rows, seed: 2 }, 'value', 'done[0]', 'another plan');
  await refuse({ done: [{ ...rows[1], projections: [] }], bootstraps: 2, onProgress: () => {} }, 'value', 'incomplete');
});

test('an abort ends it, also before it begins', async () => {
  const controller = new AbortController();
  const slow = trainer.stability(
    data,
    { ...quick, epochs: 100_000 },
    {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    },
  );
  setTimeout(() => controller.abort(), 50);
  await assert.rejects(slow, isTripError('aborted', 'stability'));
  await assert.rejects(
    trainer.stability(data, quick, { signal: AbortSignal.abort() }),
    isTripError('aborted', 'stability'),
  );
});

test('groups of weight 0 do not validate, and every sample is on one side', () => {
  const groups = Int32Array.from({ length: 24 }, (_, n) => n % 6);
  const labels = Int32Array.from(groups, (_, n) => (n >> 3) & 1);
  const sampleWeight = Float64Array.from(groups, (g) => Number(g > 2));
  for (let seed = 0; seed < 20; seed++) {
    const given = { data: { labels, sampleWeight }, groups, share: 0.4 };
    const { train, validation } = partsToLearn(raw, given, [...groups.keys()], seed);
    assert.ok(validation.length === 4 && validation.every((n) => groups[n] > 2));
    assert.deepEqual(
      [...train, ...validation].sort((a, b) => a - b),
      [...groups.keys()],
    );
  }
});

test('-0 is 0 in rows, as JSON writes it', async () => {
  const own = { ...quick, epochs: 1, method: 'fixed', projection: [1, -0, 0, 1, -0, 0, 0, -0] };
  assert.ok(
    trip
      .fit(data, own)
      .projection()
      .some((value) => Object.is(value, -0)),
  );
  const { rows } = await trainer.stability(data, own, { bootstraps: 2 });
  assert.deepEqual(JSON.parse(JSON.stringify(rows)), rows);
});
