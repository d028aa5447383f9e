// The method, drawn: every number of a drawing is that of the package, and the drawing shows it. Most of it without a browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { becomes, shows, startBench, text, violations } from './support.mjs';

let residual, polar, axes, local, catalogue, initialOf, names, trip;
before(async () => {
  const loaded = await loadModules(
    '/method/residual.ts',
    '/method/polar.ts',
    '/method/axes.ts',
    '/method/local.ts',
    '/method/names.ts',
    '/data/catalogue.ts',
    '/data/state.ts',
  );
  [residual, polar, axes, local, names, { catalogue }, { initialOf }] = loaded.modules;
  trip = await loadTrip();
});

const near = (value, wanted, tolerance, about) =>
  assert.ok(Math.abs(value - wanted) <= tolerance, `${about}: ${value} for ${wanted}`);
const sum = (values) => Array.from(values).reduce((total, value) => total + value, 0);
/** The drawing of a plane; `work` gets the model too. */
function drawn(data, tip, lambda, work = () => {}) {
  const model = residual.fitPlane(trip, data, residual.planeAt(trip, tip), lambda);
  try {
    const plane = residual.planeOf(model, data);
    work(model, plane);
    return plane;
  } finally {
    model.dispose();
  }
}

test('the residual is the distance to the plane, and the objective is the mean loss plus lambda times its mean square', () => {
  const data = residual.cloud(trip);
  for (const lambda of residual.lambdas) {
    for (const tip of [residual.firstTip, [-0.7, 0.1], [0, 0]]) {
      drawn(data, tip, lambda, (model, plane) => {
        near(plane.objective, plane.loss + lambda * plane.residual, 1e-6, 'E = L + lambda R');
        const squares = plane.feet.map((value, at) => (data.x[at] - value) ** 2);
        near(plane.residual, sum(squares) / data.shape[0], 1e-5, 'R from the lines that are drawn');
        const { labels } = data;
        const probabilities = model.predictProba(data);
        near(
          plane.loss,
          -sum(Array.from(labels, (label, n) => Math.log(probabilities[2 * n + label]))) / labels.length,
          1e-5,
          'L',
        );
        // The feet are points of the plane, and the lines are perpendicular to it.
        for (let n = 0; n < data.shape[0]; n++)
          for (const column of [0, 1]) {
            const along = [0, 1, 2].map((i) => (data.x[3 * n + i] - plane.feet[3 * n + i]) * plane.c[2 * i + column]);
            near(sum(along), 0, 1e-5, 'perpendicular');
          }
        // The normal that is drawn is perpendicular to the plane.
        const [x, y] = residual.tipOf(plane.c);
        near(x, tip[0], 1e-6, 'tip');
        near(y, tip[1], 1e-6, 'tip');
        const [from, to] = plane.boundary;
        for (const share of [0.2, 0.5, 0.8]) {
          const point = [0, 1].map((axis) => (1 - share) * from[axis] + share * to[axis]);
          near(model.predictProbaLatent(point)[0], 0.5, 1e-3, 'on the boundary');
        }
        assert.ok(plane.residual <= residual.largestResidual);
      });
    }
  }
});

test('every plane has a place for the arrow, within the circle', () => {
  for (const [x, y] of [
    [3, 0],
    [-0.99, 0.5],
    [0, -7],
    [0.2, 0.1],
  ]) {
    const tip = residual.tipWithin(x, y);
    assert.ok(Math.hypot(...tip) < 0.981);
    near(tip[0] * y, tip[1] * x, 1e-12, 'the direction stays');
    const c = residual.planeAt(trip, tip);
    const [a, b, both] = [0, 1, 2].map((which) =>
      sum([0, 1, 2].map((i) => c[2 * i + (which === 1 ? 1 : 0)] * c[2 * i + (which === 0 ? 0 : 1)])),
    );
    for (const [value, wanted] of [
      [a, 1],
      [b, 1],
      [both, 0],
    ])
      near(value, wanted, 1e-12, 'orthonormal');
  }
});

test('TRIP lowers the objective from the plane of the hand: alone by the boundary with lambda 0, close to PCA with the largest', () => {
  const data = residual.cloud(trip);
  const pca = trip.fit(data, { method: 'pca', ranks: [2], hidden: [], epochs: 0, standardize: false });
  const found = residual.lambdas.map((lambda) => {
    const start = residual.fitPlane(trip, data, residual.planeAt(trip, residual.firstTip), lambda);
    const trained = residual.trainFrom(trip, data, start, lambda);
    assert.equal(trained.frames.length, residual.frameCount);
    const planes = [trained.frames[0], trained.frames.at(-1)].map((frame) => {
      const model = trip.modelAt(trained, frame);
      const plane = residual.planeOf(model, data);
      model.dispose();
      return plane;
    });
    // The training begins at what the hand left, plane and network.
    const left = residual.planeOf(start, data);
    for (const name of ['loss', 'residual', 'objective', 'accuracy']) near(planes[0][name], left[name], 1e-5, name);
    for (const [at, value] of left.c.entries()) near(planes[0].c[at], value, 1e-6, 'C');
    assert.ok(planes[1].objective < 0.75 * planes[0].objective, `lambda ${lambda}`);
    // No plane of a grid of places is better.
    for (let x = -0.9; x < 1; x += 0.3)
      for (let y = -0.9; y < 1; y += 0.3)
        if (x * x + y * y < 0.96)
          assert.ok(
            drawn(data, [x, y], lambda).objective > planes[1].objective - 0.003,
            `lambda ${lambda} at ${x} ${y}`,
          );
    start.dispose();
    trained.dispose();
    return planes[1];
  });
  const angle = (plane) => trip.principalAngles(plane.c, pca.projection(0), 3)[1];
  assert.ok(angle(found.at(-1)) < 5, 'close to PCA');
  assert.ok(angle(found[0]) > 60);
  for (const [at, plane] of found.slice(1).entries()) {
    assert.ok(
      plane.residual <= found[at].residual + 1e-3 && plane.loss >= found[at].loss - 2e-3,
      'lambda trades one for the other',
    );
  }
  pca.dispose();
});

test('no orthonormal columns are nearer to Z than C; a common factor changes nothing; columns on one line have none', () => {
  for (const z of [polar.firstZ, [0.3, -1.2, 1.1, 0.2], [1, 0.9, 0, 0.3], [-0.4, 1.5, 1.6, 0.1]]) {
    const { c, distance, schmidt, schmidtDistance } = polar.polarOf(trip, z);
    near(polar.distanceOf(z, c), distance, 1e-12, 'distance');
    for (const [p, q, r, s] of [c, schmidt]) {
      near(p * p + r * r, 1, 1e-12, 'length');
      near(q * q + s * s, 1, 1e-12, 'length');
      near(p * q + r * s, 0, 1e-12, 'right angle');
    }
    // By Gram-Schmidt the first column keeps its direction, and the second its side.
    near(schmidt[0] * z[2], schmidt[2] * z[0], 1e-12, 'direction');
    assert.ok(schmidt[1] * z[1] + schmidt[3] * z[3] > 0);
    assert.ok(schmidtDistance >= distance);
    for (let degrees = 0; degrees < 360; degrees += 5) {
      const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      for (const side of [1, -1]) assert.ok(polar.distanceOf(z, [x, -side * y, y, side * x]) >= distance - 1e-12);
    }
    const larger = polar.polarOf(
      trip,
      z.map((value) => 1.3 * value),
    );
    for (const [at, value] of larger.c.entries()) near(value, c[at], 1e-12, 'a common factor');
  }
  assert.equal(polar.polarOf(trip, [1, 2, 0.5, 1]).c, undefined);
  assert.equal(polar.polarOf(trip, [0, 0, 0, 0]).c, undefined);
});

test('at the least squares the drawing has the surrogate, the axes and the correlations of the package; elsewhere the error is larger', () => {
  const data = axes.matrices(trip);
  const model = trip.fit(data, axes.matrixOptions);
  const surrogate = axes.surrogateOf(trip, model, data);
  model.dispose();
  const best = axes.angleOf(surrogate);
  const least = axes.turnedTo(trip, surrogate, best);
  near(least.error, surrogate.fit.objective, 1e-6, 'mean squared error');
  for (const axis of [0, 1]) {
    near(least.correlation[axis], Math.abs(surrogate.correlation[axis]), 1e-6, 'correlation');
    const cosine = sum([0, 1].map((j) => least.rotation[2 * j + axis] * surrogate.rotation[2 * j + axis]));
    near(Math.abs(cosine), 1, 1e-6, 'rotated axis');
  }
  assert.ok(least.correlation[0] > 0.95 && least.correlation[1] < 0.2, 'as in Figure 6 of the paper');
  let before = least.error;
  for (const by of [2, 10, 25, 45, 70, 90]) {
    for (const side of [1, -1]) {
      const { error, points, rotation } = axes.turnedTo(trip, surrogate, best + side * by);
      assert.ok(error > least.error, `${side * by} degrees`);
      // Principal axes: the coordinates along them do not correlate, and the first varies more.
      const along = [0, 1].map((axis) =>
        Array.from(
          { length: points.length / 2 },
          (_, n) => points[2 * n] * rotation[axis] + points[2 * n + 1] * rotation[2 + axis],
        ),
      );
      const product = (one, other) => sum(one.map((value, n) => value * other[n]));
      near(product(along[0], along[1]), 0, 1e-4 * product(along[0], along[0]), 'correlation of the axes');
      assert.ok(product(along[0], along[0]) >= product(along[1], along[1]));
    }
    const { error } = axes.turnedTo(trip, surrogate, best + by);
    assert.ok(error > before, 'the further, the larger');
    before = error;
  }
});

test('the arrow, the bars and the neighbours of an iris are its local coefficients, and the marks have the weights of the fit', async () => {
  const { train } = await catalogue.iris.load(trip, initialOf('iris'));
  const model = trip.fit(train, local.localOptions);
  assert.ok(model.score(train).accuracy > 0.95);
  for (const sigma of local.sigmas) {
    const around = local.neighbourhoodsOf(model, train, sigma);
    const explanation = model.explain(train, { sigma, target: local.explainedClass });
    const square = local.squareAround(around.points);
    for (const n of [0, 40, local.steepest(around)]) {
      const known = explanation.local(n);
      assert.deepEqual(around.locals[n].rotated, known.rotated);
      assert.deepEqual(around.locals[n].original, known.original);
      near(sum(local.weightsAround(around, n)), known.neighbours, 1e-4 * known.neighbours, 'the weights drawn');
      assert.equal(local.nearestTo(around.points, around.points[2 * n], around.points[2 * n + 1]), n);
      for (const axis of [0, 1]) assert.ok(Math.abs(around.points[2 * n + axis] - square.centre[axis]) < square.half);
    }
    explanation.dispose();
    // The arrow climbs: a step along it raises the probability.
    const n = local.steepest(around);
    const [dx, dy] = around.locals[n].rotated[0];
    const step = 0.1 / Math.hypot(dx, dy);
    const at = (share) =>
      local.probabilities(
        model,
        around,
        [around.points[2 * n] + share * step * dx, around.points[2 * n + 1] + share * step * dy],
        0,
        1,
      )[0];
    assert.ok(at(1) > at(0) && at(0) > at(-1));
    // An arrow key goes to another sample in its direction, and stays where there is none.
    const right = local.neighbourTowards(around.points, n, [1, 0]);
    assert.ok(right !== n && around.points[2 * right] > around.points[2 * n]);
    const xs = Array.from({ length: train.shape[0] }, (_, m) => around.points[2 * m]);
    const last = xs.indexOf(Math.max(...xs));
    assert.equal(local.neighbourTowards(around.points, last, [1, 0]), last);
  }
  // "At the boundary the arrow is long, and far from it the probability is flat."
  const around = local.neighbourhoodsOf(model, train, local.firstSigma);
  const chance = model.predictProba(train);
  const target = train.classNames.indexOf(local.explainedClass);
  const lengths = around.locals.map(({ rotated }) => Math.hypot(...rotated[0]));
  const steepest = local.steepest(around);
  near(lengths[steepest], around.longest, 1e-12, 'longest');
  /** Whether the prediction differs within so many widths. */
  const boundaryWithin = (n, widths) =>
    xs.some(
      (_, m) =>
        chance[3 * m + target] > 0.5 !== chance[3 * n + target] > 0.5 &&
        Math.hypot(xs[m] - xs[n], ys[m] - ys[n]) < widths * around.sigma,
    );
  const [xs, ys] = [0, 1].map((axis) => lengths.map((_, n) => around.points[2 * n + axis]));
  assert.ok(boundaryWithin(steepest, 1));
  const far = [...lengths.keys()].filter((n) => !boundaryWithin(n, 2.5));
  assert.ok(far.length > 20);
  for (const n of far) assert.ok(lengths[n] < 0.01 * around.longest, `iris ${n}`);
  model.dispose();
});

test('names in the code exist', () => {
  const data = residual.cloud(trip);
  const model = trip.fit(data, { ranks: [2], hidden: [], epochs: 1, restarts: 1 });
  const explanation = model.explain(data);
  const known = { model, explanation, trip, score: model.score(data), options: model.options };
  const ofExplanation = { ...explanation, local: explanation.local(0) };
  for (const [, code] of Object.values(names.names).flat()) {
    for (const one of code.split(/, (?![^(]*\))/)) {
      const [, object, name, rest] = /^(?:(\w+)\.)?(\w+)(.*)$/.exec(one);
      const where = object ? known[object] : name in known.score ? known.score : { ...known.options, sigma: 1 };
      assert.ok(name in where, one);
      const [, field] = /\(n\)\.(\w+)/.exec(rest) ?? [];
      if (field) assert.ok(field in ofExplanation.local, one);
    }
  }
  explanation.dispose();
  model.dispose();
});

test('the drawings move by mouse and by keys, at 320 px, without animation for readers who prefer that', async () => {
  const bench = await startBench();
  try {
    const { page, heard } = await bench.open('#v=1&k=1&e=20&p=full', {
      viewport: { width: 320, height: 700 },
      reducedMotion: 'reduce',
    });
    await page.waitForSelector('[data-part=method] article', { state: 'attached' });
    const fold = page.locator('#method-title button');
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    await fold.click();
    const part = (name) => page.locator(`[data-method-part=${name}]`);
    const handle = (name) => page.locator(`[data-handle=${name}]`);
    const value = (name) => text(page, `[data-value=${name}]`);
    const drag = async (name, right, down) => {
      await handle(name).scrollIntoViewIfNeeded();
      const box = await handle(name).boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + right, y + down, { steps: 3 });
      await page.mouse.up();
    };
    const moves = async (name, shown, move) => {
      const before = await value(shown);
      await move();
      assert.notEqual(await value(shown), before, `${name} changes ${shown}`);
      assert.ok((await handle(name).getAttribute('aria-label')).length > 10);
    };
    const sums = async () => {
      const [l, r, e] = await Promise.all(
        ['mean-loss', 'mean-residual', 'sum'].map(async (one) => Number(await value(one))),
      );
      assert.ok(Math.abs(l + 0.3 * r - e) < 0.0015, `${l} + 0.3 * ${r} = ${e}`);
    };
    assert.equal(
      await page.locator('[data-method-part] svg').count(),
      0,
      'nothing is drawn before it is near the view',
    );
    const come = async (name, first) => {
      await part(name).locator('.drawing').scrollIntoViewIfNeeded();
      await handle(first).waitFor();
    };
    await come('residual', 'normal');
    await sums();
    await moves('normal', 'mean-residual', () => drag('normal', -40, 20));
    await sums();
    await moves('normal', 'mean-loss', () => handle('normal').press('Shift+ArrowDown'));
    const byHand = Number(await value('sum'));
    await part('residual').locator('button', { hasText: 'TRIP' }).click();
    await shows(page, '[data-method-part=residual] .epochs span', /^Epoch 300 of 300$/);
    assert.ok(Number(await value('sum')) < byHand);
    await part('residual').getByRole('slider').fill('0');
    await becomes(async () => Math.abs(Number(await value('sum')) - byHand) < 0.0015, true);
    await come('polar', 'z1');
    await moves('z1', 'polar-distance', () => drag('z1', 10, 15));
    await moves('z2', 'polar-distance', () => handle('z2').press('ArrowUp'));
    assert.ok(Number(await value('polar-distance')) <= Number(await value('schmidt-distance')));
    await come('axes', 'g');
    const least = Number(await value('surrogate-error'));
    await moves('g', 'surrogate-error', () => handle('g').press('Shift+ArrowUp'));
    assert.ok(Number(await value('surrogate-error')) > least);
    await part('axes').getByRole('button', { name: 'Back to the least squares' }).click();
    await shows(page, '[data-value=surrogate-error]', String(await value('surrogate-error')));
    assert.equal(Number(await value('surrogate-error')), least);
    await come('local', 'sample');
    await moves('sample', 'arrow-length', () => handle('sample').press('ArrowLeft'));
    await drag('sample', -150, 0);
    await shows(page, '[data-value=flat-here]', 'Flat here.');
    const [scrolled, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(scrolled <= seen, `${scrolled} > ${seen}`);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await violations(page, '[data-part=method]'), []);
    }
    assert.deepEqual(heard, []);
  } finally {
    await bench.stop();
  }
});

test('a class link hides the drawings', async () => {
  const bench = await startBench();
  try {
    const { page } = await bench.open('#v=1&k=1&e=20&p=full&hi=method');
    await page.waitForSelector('[data-part=method] article', { state: 'attached' });
    await becomes(() => page.locator('[data-part=method]').isVisible(), false);
  } finally {
    await bench.stop();
  }
});
