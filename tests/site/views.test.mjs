// The two axes shown of many: the plane and the coordinates along which predictions change most, and the share that they tell.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { becomes, control, hashOf, shows, startBench, until } from './support.mjs';

const { modules } = await loadModules(
  'draw/sensitivity.ts',
  'draw/rotated-axes.ts',
  'draw/neighbours.ts',
  'draw/placing.ts',
  'draw/field.ts',
  '/data/catalogue.ts',
  '/data/state.ts',
  '/picture/picture.ts',
  '/picture/held-out.ts',
  '/picture/nearest-axes.ts',
  '/training/explain.ts',
);
const [
  sensitivity,
  rotated,
  neighbours,
  placing,
  fields,
  { catalogue },
  { initialOf },
  picture,
  heldOut,
  { nearestAxes },
  explaining,
] = modules;
const trip = await loadTrip();

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Numbers in [-1, 1), the same in every run. */
function* drawn(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 31 - 1;
  }
}
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
const length = (a) => Math.sqrt(dot(a, a));
const isNear = (value, wanted, within, what) =>
  assert.ok(Math.abs(value - wanted) <= within, `${what ?? 'value'}: ${value}, not ${wanted}`);

/** An orthonormal basis of a space, drawn at random. */
function basisOf(size, random) {
  const basis = [];
  while (basis.length < size) {
    let v = Array.from({ length: size }, () => random.next().value);
    for (const one of basis) v = v.map((value, at) => value - dot(v, one) * one[at]);
    basis.push(v.map((value) => value / length(v)));
  }
  return basis;
}

/** Samples around a mean with a deviation of their own along each of the axes. */
function cloud(axes, deviations, count, random) {
  const out = new Float32Array(count * axes.length);
  for (let n = 0; n < count; n++)
    for (const [k, axis] of axes.entries()) {
      const along = 3 + deviations[k] * (random.next().value + random.next().value);
      for (const [j, value] of axis.entries()) out[n * axes.length + j] += along * value;
    }
  return out;
}

/** A model of two classes whose log odds are a function of the projected sample. */
function classifier(ranks, odds) {
  const size = ranks.reduce((a, b) => a * b, 1);
  const spec = { ranks, task: 'classification', outputs: 2 };
  const predictProbaLatent = (latent) =>
    Float32Array.from({ length: (2 * latent.length) / size }, (_, at) => {
      const n = at >> 1;
      const chance = 1 / (1 + Math.exp(-odds(Array.from(latent.subarray(n * size, (n + 1) * size)))));
      return at % 2 ? chance : 1 - chance;
    });
  return { spec, predictProbaLatent };
}
/** A regression. */
const regressor = (ranks, response, scales) => ({
  spec: {
    ...{ ranks, task: 'regression', outputs: scales?.length ?? 1 },
    ...(scales && { responses: scales.map((scale) => ({ mean: 0, scale })) }),
  },
  predictLatent: (latent) => {
    const size = ranks.reduce((a, b) => a * b, 1);
    return Float64Array.from(
      Array.from({ length: latent.length / size }, (_, n) =>
        response(Array.from(latent.subarray(n * size, (n + 1) * size))),
      ).flat(),
    );
  },
});

/** Sine of the largest angle between a direction and the plane of two others, orthonormal ones. */
const outside = (v, [one, two]) =>
  length(v.map((value, at) => value - dot(v, one) * one[at] - dot(v, two) * two[at])) / length(v);

test('the plane holds the two hidden directions whose product decides, which class means cannot show', () => {
  const random = drawn(7);
  const basis = basisOf(8, random);
  const latent = cloud(basis, [3, 1, 0.5, 1, 2, 0.7, 1, 4], 400, random);
  const means = basis.map(() => 3);
  for (const ranks of [[2, 2, 2], [4, 2], [8]]) {
    const model = classifier(ranks, (z) => 12 * (dot(z, basis[2]) - means[2]) * (dot(z, basis[5]) - means[5]));
    const [first, second] = sensitivity.sensitivePlane(sensitivity.sensitivityOf(model, latent));
    isNear(length(first), 1, 1e-9);
    isNear(dot(first, second), 0, 1e-9);
    for (const hidden of [basis[2], basis[5]])
      assert.ok(outside(hidden, [first, second]) < 0.15, `${outside(hidden, [first, second])}`);
  }
});

test('one direction that decides is the first axis, and the second has the largest variance beside it', () => {
  const random = drawn(9);
  const basis = basisOf(5, random);
  const latent = cloud(basis, [1, 5, 2, 1, 0.5], 600, random);
  const model = classifier([5], (z) => 2 * (dot(z, basis[3]) - 3));
  const [first, second] = sensitivity.sensitivePlane(sensitivity.sensitivityOf(model, latent));
  assert.ok(Math.abs(dot(first, basis[3])) > 0.99);
  assert.ok(Math.abs(dot(second, basis[1])) > 0.99);
  const [one, two] = sensitivity.sensitivePlane(
    sensitivity.sensitivityOf(
      classifier([5], () => 0),
      latent,
    ),
  );
  assert.ok(Math.abs(dot(one, basis[1])) > 0.99);
  assert.ok(Math.abs(dot(two, basis[2])) > 0.99);
});

test('odd spaces: one and two coordinates, equal samples, one sample, no variance along a coordinate, several responses', () => {
  const random = drawn(11);
  for (const ranks of [[1], [1, 1], [2, 1], [2, 2]]) {
    const size = ranks.reduce((a, b) => a * b, 1);
    const axes = Array.from({ length: size }, (_, j) => Array.from({ length: size }, (_, i) => Number(i === j)));
    const model = classifier(ranks, (z) => z[0]);
    for (const latent of [
      cloud(axes, [2, 1, 0, 0], 40, random),
      new Float32Array(10 * size),
      cloud(axes, [1, 1, 1, 1], 1, random),
    ]) {
      const found = sensitivity.sensitivityOf(model, latent);
      const [first, second] = sensitivity.sensitivePlane(found);
      assert.ok([...first, ...second].every(Number.isFinite), `${ranks}`);
      isNear(length(first), 1, 1e-9, `${ranks}`);
      isNear(length(second), size > 1 ? 1 : 0, 1e-9, `${ranks}`);
      assert.equal(sensitivity.sensitivePair(found, axes).length, Math.min(2, size));
    }
  }
  const axes = basisOf(4, random);
  const latent = cloud(axes, [1, 1, 1, 1], 300, random);
  // In its own unit the second response would hide the first one.
  const model = regressor([4], (z) => [dot(z, axes[0]), 1e6 * dot(z, axes[2])], [1, 1e6]);
  const [first, second] = sensitivity.sensitivePlane(sensitivity.sensitivityOf(model, latent));
  for (const hidden of [axes[0], axes[2]]) assert.ok(outside(hidden, [first, second]) < 0.05);
});

/** Share of the variance of `values` that a line in two coordinates explains, from the normal equations. */
function explained(values, [x, y]) {
  const centred = (list) => {
    const mean = list.reduce((sum, value) => sum + value, 0) / list.length;
    return list.map((value) => value - mean);
  };
  const [f, a, b] = [values, x, y].map(centred);
  const [aa, ab, bb, af, bf] = [dot(a, a), dot(a, b), dot(b, b), dot(a, f), dot(b, f)];
  const area = aa * bb - ab * ab;
  return ((bb * af - ab * bf) * af + (aa * bf - ab * af) * bf) / area / dot(f, f);
}

test('two coordinates of samples that correlate: those that explain most of a linear response', () => {
  const random = drawn(23);
  const axes = basisOf(5, random);
  for (let round = 0; round < 5; round++) {
    const latent = cloud(basisOf(5, random), [3, 1, 2, 0.5, 1], 300, random);
    const weights = Array.from({ length: 5 }, () => random.next().value);
    const samples = Array.from({ length: 300 }, (_, n) => Array.from(latent.subarray(5 * n, 5 * n + 5)));
    const coordinates = axes.map((axis) => samples.map((sample) => dot(axis, sample)));
    const model = regressor([5], (z) => dot(z, weights));
    const found = sensitivity.sensitivePair(sensitivity.sensitivityOf(model, latent), axes);
    const told = (pair) =>
      explained(
        samples.map((sample) => dot(sample, weights)),
        pair.map((at) => coordinates[at]),
      );
    for (let i = 0; i < 5; i++) for (let j = 0; j < i; j++) assert.ok(told([i, j]) < told(found) + 1e-6, `${i} ${j}`);
  }
});

test('two rotated axes: those along which the predictions change most for a standard deviation of the samples', () => {
  const random = drawn(13);
  const axes = basisOf(6, random);
  const latent = cloud(axes, [1, 1, 0.01, 3, 1, 1], 400, random);
  const model = regressor([2, 3], (z) => dot(z, axes[1]) * 2 + 5 * dot(z, axes[2]) + dot(z, axes[3]));
  const found = sensitivity.sensitivityOf(model, latent);
  assert.deepEqual(sensitivity.sensitivePair(found, axes), [3, 1]);
  const rotation = [basisOf(2, random), basisOf(3, random)].map((basis) => Float64Array.from(basis.flat()));
  const products = rotated.rotatedAxes(rotation, [2, 3]);
  for (const [index, product] of products.entries()) {
    const [a, b] = rotated.axesAt(index, [2, 3]);
    assert.equal(3 * a + b, index);
    for (const [cell, value] of product.entries())
      isNear(value, rotation[0][2 * Math.floor(cell / 3) + a] * rotation[1][3 * (cell % 3) + b], 1e-12);
  }
});

test('the rotated axes nearest to those of a picture, by the correlation of the samples', () => {
  const random = drawn(19);
  const rotation = [basisOf(2, random), basisOf(3, random)].map((basis) => Float64Array.from(basis.flat()));
  const axes = rotated.rotatedAxes(rotation, [2, 3]);
  const latent = cloud(axes, [1, 1, 1, 3, 1, 1], 400, random);
  const second = axes[0].map((value, at) => 0.8 * value + 0.6 * axes[4][at]);
  const plane = { origin: axes[0].map(() => 0), first: axes[4].map((value) => -value), second };
  const [across, up] = nearestAxes(latent, plane, rotation, [2, 3]);
  assert.deepEqual([across.axes, up.axes].flat(), [1, 1, 0, 0]);
  isNear(across.correlation, -1, 1e-9);
  const [a, b] = [second, axes[0]].map((v) => {
    const values = Array.from({ length: 400 }, (_, n) => dot(v, Array.from(latent.subarray(6 * n, 6 * n + 6))));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  });
  isNear(up.correlation, dot(a, b) / (length(a) * length(b)), 1e-9);
  assert.equal(nearestAxes(latent, plane, [Float64Array.of(1)], [1]), undefined);
});

/** The share that neighbours tell, from all distances sorted. */
function plainly(train, test, fit, unseen) {
  const k = neighbours.neighbours;
  const known = fit.targets ?? fit.labels;
  const read = Array.from({ length: test.length / 2 }, (_, n) => {
    const far = Array.from({ length: train.length / 2 }, (_, i) => [
      (train[2 * i] - test[2 * n]) ** 2 + (train[2 * i + 1] - test[2 * n + 1]) ** 2,
      i,
    ]);
    const near = far.sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, k);
    const theirs = near.map(([, i]) => known[i]);
    if (fit.targets) return theirs.reduce((a, b) => a + b) / theirs.length;
    const count = (label) => theirs.filter((other) => other === label).length;
    return [...theirs].sort((a, b) => count(b) - count(a) || a - b)[0];
  });
  if (!fit.targets) return read.filter((label, n) => label === unseen.labels[n]).length / read.length;
  const values = [...unseen.targets];
  const mean = values.reduce((a, b) => a + b) / values.length;
  const squares = (others) => values.reduce((sum, value, n) => sum + (value - others[n]) ** 2, 0);
  return 1 - squares(read) / squares(values.map(() => mean));
}

test('the share that a picture tells is that of a plain search for neighbours', () => {
  const random = drawn(17);
  for (const [count, classes] of [
    [5, 2],
    [80, 3],
    [200, 10],
  ]) {
    // Places on a grid have many equal distances.
    const places = (n) => Float32Array.from({ length: 2 * n }, () => Math.round(4 * random.next().value));
    const [train, test] = [places(count), places(60)];
    const labels = (points) =>
      Int32Array.from(
        { length: points.length / 2 },
        (_, n) => Math.abs(points[2 * n] + 3 * points[2 * n + 1]) % classes,
      );
    const [fit, unseen] = [{ labels: labels(train) }, { labels: labels(test) }];
    isNear(neighbours.readFromNeighbours(train, test, fit, unseen), plainly(train, test, fit, unseen), 1e-12);
    const targets = (points) => Float64Array.from({ length: points.length / 2 }, (_, n) => points[2 * n] ** 2 + n / 99);
    const [known, asked] = [{ targets: targets(train) }, { targets: targets(test) }];
    isNear(neighbours.readFromNeighbours(train, test, known, asked), plainly(train, test, known, asked), 1e-12);
  }
  const [one, none] = [new Float32Array(2), new Float32Array(0)];
  assert.equal(neighbours.readFromNeighbours(one, none, { labels: [0] }, { labels: [] }), undefined);
  assert.equal(neighbours.readFromNeighbours(one, one, {}, {}), undefined);
  assert.equal(neighbours.readFromNeighbours(one, one, { targets: [1] }, { targets: [1] }), undefined);
});

/** A model of the page's data, trained briefly, and what pictures of it need. */
async function trained(id, changed = {}) {
  const settings = { ...initialOf(id), ...changed };
  const material = await catalogue[id].load(trip, settings);
  const ranks = material.train.shape.slice(1).map((size) => Math.min(size, settings.ranks));
  const hidden = Array(settings.hiddenLayers).fill(settings.hiddenWidth);
  const { lambda, learningRate, seed, epochs, batchSize, restarts, standardize } = settings;
  const model = trip.fit(material.train, {
    ...{ ranks, hidden, lambda, learningRate, seed, epochs, batchSize, restarts, standardize },
  });
  const stage = picture.modelStage(model, material, standardize);
  const shown = (mode) => picture.modelPicture(trip, model, stage, 32, picture.lookOf({ ...settings, mode }));
  return { settings, material, model, stage, shown };
}

test('digits, cubes and networks: the plane tells no less than any mode, and far more of cubes', async () => {
  for (const [id, changed, least] of [
    ['digits', { restarts: 1, epochs: 100 }, 0.5],
    ['cube', {}, 0.95],
    ['network', { restarts: 2 }, 0.9],
  ]) {
    const { model, shown, material } = await trained(id, changed);
    const told = (mode) => shown(mode).readable;
    const plane = shown('plane');
    assert.ok(plane.readable > least, `${id}: ${plane.readable}`);
    isNear(plane.readable, plainly(plane.train, plane.test, material.train, material.test), 1e-12);
    for (const mode of model.spec.ranks.keys())
      assert.ok(told(String(mode + 1)) < plane.readable + 0.02, `${id}, mode ${mode + 1}: ${told(String(mode + 1))}`);
    if (id === 'cube') assert.ok(told('pair') > 0.95 && told('1') < 0.7, `${told('pair')} ${told('1')}`);
    assert.equal(plane.unseen, model.spec.ranks.reduce((a, b) => a * b) - 2);
    model.dispose();
  }
});

test('every view is linear in the projected sample, and serves the held-out picture and its ellipses', async () => {
  for (const id of ['digits', 'cube']) {
    const { model, stage, settings } = await trained(id, { restarts: 1, epochs: 20 });
    const size = model.spec.ranks.reduce((a, b) => a * b);
    const latent = model.transform(stage.material.train);
    for (const mode of ['plane', 'pair', '1', '2']) {
      const look = picture.lookOf({ ...settings, mode });
      const { place } = placing.placed(model, stage, look);
      const [zero, a, b] = [new Float32Array(size), latent.slice(0, size), latent.slice(size, 2 * size)];
      const sum = place(a.map((value, j) => value + b[j]));
      for (const axis of [0, 1])
        isNear(sum[axis], place(a)[axis] + place(b)[axis] - place(zero)[axis], 1e-4, `${id} ${mode}`);
      const pair = fields.finished(heldOut.heldOutPair(model, stage, look, latent));
      assert.deepEqual(pair.heldOut.train, pair.ordinary.train);
      assert.equal(pair.ordinary.view, typeof look.view === 'number' ? look.view : mode);
      const spread = { mean: new Float64Array(latent), covariance: new Float64Array(latent.length * size).fill(1e-3) };
      const [first] = heldOut.ellipsesOf(pair, spread);
      isNear(first.x, pair.ordinary.train[0], 1e-4);
      assert.ok(first.covariance.every(Number.isFinite));
    }
    model.dispose();
  }
});

test('arrows of matrices on the plane are the local weights of its coordinates', async () => {
  const { model, stage, settings, material } = await trained('digits', { restarts: 1, epochs: 60 });
  const [rows, columns] = model.spec.ranks;
  const frame = { source: model, restart: 0, epoch: 60, parameters: model.parameters };
  for (const mode of ['plane', 'pair', '2']) {
    const state = { ...settings, mode, arrows: true, target: 3 };
    const question = { trip, stage, frame, state, modes: ['rows', 'columns'], selected: undefined };
    let reading;
    await explaining.explain(question, new AbortController().signal, (next) => {
      reading = next;
    });
    assert.equal(reading.complete, true);
    assert.deepEqual(reading.axes, [
      { dx: 1, dy: 0 },
      { dx: 0, dy: 1 },
    ]);
    const explanation = model.explain(material.train, { target: 3, sigma: 'auto' });
    const { plane, train } = placing.placed(model, stage, picture.lookOf(state), explanation);
    const count = reading.arrows.length;
    for (const at of [0, 17, count - 1]) {
      const sample = Math.floor((at * train.length) / 2 / count);
      const { surrogate, rotated } = explanation.local(sample);
      const along = (direction) => {
        let sum = 0;
        for (let i = 0; i < rows; i++)
          for (let j = 0; j < columns; j++)
            sum += direction[i * columns + j] * surrogate.scale * surrogate.g[0][i] * surrogate.g[1][j];
        return sum;
      };
      const wanted = plane ? [along(plane.first), along(plane.second)] : rotated[1];
      const { x, dx, dy } = reading.arrows[at];
      isNear(x, train[2 * sample], 1e-6);
      isNear(dx, wanted[0], 1e-9 + 1e-6 * Math.abs(wanted[0]));
      isNear(dy, wanted[1], 1e-9 + 1e-6 * Math.abs(wanted[1]));
    }
    explanation.dispose();
  }
  model.dispose();
});

test('the panel says which axes it has and how much they tell; older links show the mode that they name', async () => {
  const { page, heard } = await bench.open('#v=1&a=cube&p=full', { wait: 'end' });
  const said = (what) => page.locator(`[data-method=trip] [data-value=${what}]`);
  await becomes(
    () => said('share').textContent(),
    /^From these two axes alone, the nearest fit samples would name \d\d.*% of the unseen samples correctly\. The network, which uses all 8 coordinates, names 98\.1%/,
  );
  assert.match(
    await said('axes').textContent(),
    /first mode axis \d × second mode axis \d × third mode axis \d \(r = /,
  );
  assert.match(await said('axes').textContent(), /the other 6 coordinates are at their mean/);
  await shows(page, '.legend', /decision boundary/);
  const plot = page.locator('[data-method=trip] .plot');
  await plot.press('ArrowRight');
  await shows(page, '#trip-probe', /P\(.*nearest/);
  const choice = control(page, 'mode').locator('select');
  assert.equal(await choice.inputValue(), 'plane');
  assert.doesNotMatch(await hashOf(page), /x=/);
  await choice.selectOption('pair');
  await becomes(() => hashOf(page), /&x=pair/);
  await until.end(page);
  await becomes(() => said('axes').textContent(), /^Across: first mode axis .* Up: first mode axis .*6 coordinates/);
  const older = await bench.open('#v=1&a=cube&p=full&k=1&e=20&x=2', { wait: 'end' });
  await shows(
    older.page,
    '[data-method=trip] [data-value=axes]',
    /^Across: second mode axis 1\. Up: second mode axis 2\.$/,
  );
  await shows(older.page, '.legend', /A position on one mode alone has no prediction/);
  assert.deepEqual([...heard, ...older.heard], []);
});
