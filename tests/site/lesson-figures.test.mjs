// The drawings of the lessons: each number is computed again from the samples, by other means. Without a browser.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';

let pen, scenes, themes;
let lessons, figures, scatters, turnings, spreads, means, spaces, tilts, initialOf, fitOptions, catalogue, trip;
const known = new Map();
before(async () => {
  const loaded = await loadModules(
    '/lessons/lessons.ts',
    '/lessons/figures.ts',
    '/lessons/scatter.ts',
    '/lessons/turning.ts',
    '/lessons/spread.ts',
    '/lessons/means.ts',
    '/lessons/space.ts',
    '/lessons/tilt.ts',
    'draw/pen.ts',
    'draw/scene.ts',
    'draw/themes.ts',
    '/data/state.ts',
    '/training/fit-options.ts',
    '/data/catalogue.ts',
  );
  [
    lessons,
    figures,
    scatters,
    turnings,
    spreads,
    means,
    spaces,
    tilts,
    pen,
    scenes,
    themes,
    { initialOf },
    { fitOptions },
    { catalogue },
  ] = loaded.modules;
  trip = await loadTrip();
});

const stepOf = (id) => lessons.steps.find((step) => step.id === id);
/** Results and drawing of a step. */
async function shownOf(id) {
  if (!known.has(id)) {
    const work = { fit: (data, options) => trip.fit(data, options) };
    const results = await lessons.runStep(trip, stepOf(id), work, new AbortController().signal);
    known.set(id, { results, drawing: figures.drawingOf(id, results) });
  }
  return known.get(id);
}
const near = (one, other, tolerance, what) =>
  assert.ok(Math.abs(one - other) <= tolerance, `${what}: ${one} and ${other}`);
const rowsOf = ({ x, shape }) => {
  const size = shape.slice(1).reduce((product, one) => product * one, 1);
  return Array.from({ length: shape[0] }, (_, n) => Array.from(x.slice(n * size, (n + 1) * size)));
};
const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const column = (matrix, columns, at) => Array.from(matrix).filter((_, index) => index % columns === at);

test('the questions are about other data and seeds than those of the opening, and train few steps', () => {
  const { dataSeed } = initialOf('spiral');
  const spirals = ['pca', 'lda', 'trip', 'lambda'].map((id) => stepOf(id).panels[0].state.dataSeed);
  assert.equal(new Set(spirals).size, 4, 'the tool shows all methods when the figure of a step opens there');
  for (const { id, panels } of lessons.steps) {
    for (const { state } of panels)
      if (state.data === 'spiral') assert.notEqual(state.dataSeed, dataSeed, `${id} asks about the opening`);
    const steps = panels.map(({ state, method }) => {
      const samples = { spiral: 220, helix: 300, wine: 124, digits: 630, noise: 60 }[state.data];
      return method === 'trip' || state.epochs > 0 ? state.epochs * Math.ceil(samples / state.batchSize) : 0;
    });
    const all = steps.reduce((sum, count) => sum + count, 0);
    assert.ok(all <= 140_000, `${id}: ${all} steps`);
  }
});

test('PCA: three directions vary about equally; the second is noise, and the third is spiral', async () => {
  const { results, drawing } = await shownOf('pca');
  const { train, truth } = results[0].picture.stage.material;
  const rows = rowsOf(train);
  const middle = rows[0].map((_, i) => mean(rows.map((row) => row[i])));
  const centred = rows.map((row) => row.map((value, i) => value - middle[i]));
  const covariance = middle.map((_, i) => middle.map((_, j) => mean(centred.map((row) => row[i] * row[j]))));
  // The subspaces of the leading directions by orthogonal iteration.
  let basis = Array.from({ length: 4 }, (_, k) => middle.map((_, i) => Math.sin(1 + i * (k + 1))));
  for (let round = 0; round < 400; round++) {
    basis = basis.map((vector) => covariance.map((row) => dot(row, vector)));
    for (const [k, vector] of basis.entries()) {
      for (const other of basis.slice(0, k)) {
        const along = dot(vector, other);
        for (const i of vector.keys()) vector[i] -= along * other[i];
      }
      const length = Math.sqrt(dot(vector, vector));
      for (const i of vector.keys()) vector[i] /= length;
    }
  }
  const plane = [0, 1].map((axis) => column(truth[0], 2, axis));
  assert.equal(drawing.directions.length, 4);
  for (const [k, { variance, inside }] of drawing.directions.slice(0, 3).entries()) {
    near(
      variance,
      dot(
        basis[k],
        covariance.map((row) => dot(row, basis[k])),
      ),
      1e-4,
      `variance ${k + 1}`,
    );
    near(
      inside,
      plane.reduce((sum, one) => sum + dot(one, basis[k]) ** 2, 0),
      1e-2,
      `share ${k + 1}`,
    );
  }
  const [first, second, third, fourth] = drawing.directions;
  assert.ok(third.variance > 0.75 * first.variance && fourth.variance < 0.1 * third.variance);
  assert.ok(second.inside < 0.1 && third.inside > 0.9, 'PCA keeps noise and drops a direction of the spiral');
  near(first.inside + second.inside + third.inside, 2, 0.05, 'the spiral fills two of three');
});

test('LDA: the means nearly coincide in the true plane, are apart by chance in the fit, and the second direction ignores the classes', async () => {
  const { results, drawing } = await shownOf('lda');
  const { picture } = results[0];
  const { train, test: fresh, truth } = picture.stage.material;
  const apartOf = (values, labels) => {
    const groups = [0, 1].map((label) => values.filter((_, n) => labels[n] === label));
    const means = groups.map(mean);
    const within = Math.sqrt(mean(groups.flatMap((group, label) => group.map((value) => (value - means[label]) ** 2))));
    return { means, within, apart: Math.abs(means[0] - means[1]) / within };
  };
  const first = { fit: column(picture.train, 2, 0), fresh: column(picture.test, 2, 0) };
  for (const [set, labels] of [
    ['fit', train.labels],
    ['fresh', fresh.labels],
  ]) {
    const expected = apartOf(first[set], labels);
    near(scatters.deviationsApart(drawing[set].apart), expected.apart, 1e-6, set);
    near(drawing[set].apart.means[0], expected.means[0], 1e-6, set);
    const { bars } = drawing[set].histogram;
    assert.ok(bars.every(({ up, down }) => up >= 0 && down >= 0 && up <= 1 && down <= 1));
  }
  const rows = rowsOf(train);
  const inTruth = rows.map((row) => [0, 1].map((axis) => dot(row, column(truth[0], 2, axis))));
  const means = [0, 1].map((label) =>
    [0, 1].map((axis) => mean(inTruth.filter((_, n) => train.labels[n] === label).map((p) => p[axis]))),
  );
  for (const label of [0, 1])
    for (const axis of [0, 1]) near(drawing.means[label][axis], means[label][axis], 1e-5, 'mean');
  const line = [means[1][0] - means[0][0], means[1][1] - means[0][1]];
  const alongLine = inTruth.map((p) => dot(p, line) / Math.hypot(...line));
  const truly = apartOf(alongLine, train.labels).apart;
  near(scatters.deviationsApart(drawing.inTruth), truly, 1e-5, 'in the true plane');
  const [chance, new_] = [drawing.fit, drawing.fresh].map(({ apart }) => scatters.deviationsApart(apart));
  assert.ok(truly < 0.7 && chance > 1.5 && new_ < 0.3, `${truly}, ${chance}, ${new_}`);
  const [one, two] = drawing.axes;
  assert.ok(two.between < 0.02 && one.between > 0.3, 'one direction tells the classes apart');
  assert.ok(two.deviation > 5 * one.deviation, 'so that the picture is a stick');
});

test('TRIP: the plane turns in small steps from the first frame to the last, and keeps the distances of each frame', async () => {
  const { results } = await shownOf('trip');
  const turning = new turnings.Turning(trip, results[0]);
  const { moments } = turning;
  const finding = stepOf('trip').finding(results);
  assert.ok(moments.length > 30 && moments.length <= 60, `${moments.length} frames`);
  assert.equal(moments[0].epoch, 0);
  assert.equal(moments[0].angle, finding.first);
  assert.equal(moments.at(-1).epoch, results[0].panel.state.epochs);
  assert.equal(moments.at(-1).angle, finding.furthest);
  for (const [at, { epoch, angle }] of moments.entries()) {
    if (at === 0) continue;
    assert.ok(epoch > moments[at - 1].epoch);
    assert.ok(Math.abs(angle - moments[at - 1].angle) < 10, `${angle}° after ${moments[at - 1].angle}°`);
  }
  const last = moments.length - 1;
  const distances = (points) =>
    [1, 7, 50].map((n) => Math.hypot(points[2 * n] - points[0], points[2 * n + 1] - points[1]));
  for (const [at, reference] of [[last, results[0].picture.train]])
    for (const [k, distance] of distances(turning.at(at).train).entries())
      near(distance, distances(reference)[k], 1e-4, `distance ${k}`);
  // The predictions turn with the samples: those at the samples are those of the model.
  const { field } = turning.at(last);
  assert.ok(field.layer.some((value) => value > 0.9) && field.layer.some((value) => value < 0.1));
  assert.ok(
    turning.at(0.5).train.some((value, at) => value !== turning.at(0).train[at]),
    'the plane moves between frames',
  );
});

test('lambda: fit and test at each value, and the angle to the plane of PCA, which shrinks as lambda grows', async () => {
  const { results, drawing } = await shownOf('lambda');
  const { state } = results[0].panel;
  const material = await catalogue.spiral.load(trip, state);
  const pca = trip.fit(material.train, { ...fitOptions(state, material, 'pca'), epochs: 0 });
  const rows = material.train.shape[1];
  for (const [at, { fit, test: right, fromPca, fromTruth }] of drawing.pairs.entries()) {
    assert.equal(fit, results[at].report.accuracy);
    assert.equal(right, results[at].report.testAccuracy);
    const plane = Float64Array.from(results[at].frames.at(-1).parameters.subarray(0, 2 * rows));
    near(
      fromPca,
      Math.max(...trip.principalAngles(plane, pca.projection(0), rows)),
      1e-3,
      `λ ${results[at].panel.state.lambda}`,
    );
    near(fromTruth, Math.max(...trip.principalAngles(plane, material.truth[0], rows)), 1e-3, 'to the true plane');
  }
  const truePlane = Math.max(...trip.principalAngles(pca.projection(0), material.truth[0], rows));
  pca.dispose();
  const { fromTruth, ...finding } = stepOf('lambda').finding(results);
  const best = drawing.pairs.reduce((top, pair) => (pair.test > top.test ? pair : top));
  assert.deepEqual([fromTruth, finding.fromPca], [best.fromTruth, best.fromPca]);
  assert.ok(fromTruth < 15 && best.fromPca > 60 && truePlane > 60, 'far from PCA is near the true plane here');
  const angles = drawing.pairs.map(({ fromPca }) => fromPca);
  assert.deepEqual(
    angles,
    angles.toSorted((a, b) => b - a),
  );
  assert.ok(angles.at(-1) < 10 && angles[0] > 70);
  assert.equal(drawing.pairs[0].fit, 1);
});

test('starts: few pass, the objective of each is lower than that of every other, and the lowest is chosen', async () => {
  const { results, drawing } = await shownOf('chooses');
  const { dots, chosen, mark } = drawing;
  assert.equal(dots.length, 12);
  assert.equal(
    chosen,
    dots.reduce((best, { objective }, at) => (objective < dots[best].objective ? at : best), 0),
  );
  const [passed, others] = [
    dots.filter(({ test: right }) => right > mark),
    dots.filter(({ test: right }) => right <= mark),
  ];
  assert.ok(passed.length >= 2 && passed.length <= 4, `${passed.length} pass`);
  assert.ok(
    Math.max(...passed.map(({ objective }) => objective)) < Math.min(...others.map(({ objective }) => objective)),
  );
  for (const { at, objective, test: right } of dots) {
    assert.equal(objective, results[at].report.objective);
    assert.equal(right, results[at].report.testAccuracy);
  }
  assert.equal(stepOf('chooses').finding(results).passed, passed.length);
});

test('digits: the rebuilt ones and the share that is kept are those of the projections', async () => {
  const { results, drawing } = await shownOf('matrices');
  const { test: fresh } = results[0].picture.stage.material;
  const rows = rowsOf(fresh);
  for (const [at, { original, rebuilt, kept, names }] of drawing.rebuilt.entries()) {
    const { parameters } = results[at].frames.at(-1);
    const [left, right] = [0, 1].map((mode) =>
      Array.from({ length: 8 }, (_, i) => Array.from(parameters.slice(24 * mode + 3 * i, 24 * mode + 3 * i + 3))),
    );
    const project = (basis, i, j) => dot(basis[i], basis[j]);
    const back = (values) =>
      values.map((_, cell) => {
        const [r, c] = [Math.floor(cell / 8), cell % 8];
        return values.reduce(
          (sum, value, other) => sum + value * project(left, r, Math.floor(other / 8)) * project(right, c, other % 8),
          0,
        );
      });
    const first = Array.from(original.slice(0, 64));
    assert.deepEqual(first, rows[fresh.labels.indexOf(0)]);
    for (const [cell, value] of back(first).entries()) near(rebuilt[cell], value, 1e-4, `cell ${cell}`);
    const some = rows.slice(0, 270);
    const lost = some.map((row) => {
      const again = back(row);
      return mean(row.map((value, cell) => (value - again[cell]) ** 2)) * row.length;
    });
    near(kept, 1 - mean(lost) / mean(some.map((row) => dot(row, row))), 1e-3, 'kept');
    assert.equal(names.join(''), '0123456789');
  }
  const [tucker, own] = drawing.rebuilt;
  assert.ok(tucker.kept > own.kept + 0.1, 'Tucker keeps more of the pictures');
});

test('axes: three views of the strands, whose places are those of the model; wrong predictions are those of the model', async () => {
  const { results, drawing } = await shownOf('axes');
  const { at, views } = drawing;
  assert.equal(at, 1);
  const { space, picture, panel } = results[at];
  const material = await catalogue.helix.load(trip, panel.state);
  const model = trip.fit(material.train, lessons.optionsOf(trip, panel, material));
  const tilt = (view) => tilts.tiltOf(model.projection(0), material.truth[0], view);
  assert.ok(tilt(views.along) < 2 && tilt(views.side) > 85, `${tilt(views.along)}°, ${tilt(views.side)}°`);
  model.dispose();
  // The picture of the same direction has the same places, up to its centre.
  const { yaw, pitch } = panel.state;
  const { points, near: depth } = spaces.viewed(space.train, { yaw, pitch });
  for (const n of [0, 7, 99])
    for (const axis of [0, 1]) near(points[2 * n + axis], picture.train[2 * n + axis], 1e-4, `sample ${n}`);
  const length = (n) => Math.hypot(...space.train.subarray(3 * n, 3 * n + 3));
  for (const n of [0, 7, 99]) near(Math.hypot(points[2 * n], points[2 * n + 1], depth[n]), length(n), 1e-4, 'depth');
  /** Share of the samples among whose nine neighbours in the picture most are of the same strand. */
  const together = (view) => {
    const { points: seen } = spaces.viewed(space.train, view);
    const { labels } = material.train;
    const count = labels.length;
    let right = 0;
    for (let n = 0; n < count; n++) {
      const others = Array.from({ length: count }, (_, m) => m).filter((m) => m !== n);
      const away = (m) => Math.hypot(seen[2 * m] - seen[2 * n], seen[2 * m + 1] - seen[2 * n + 1]);
      const nearest = others.sort((a, b) => away(a) - away(b)).slice(0, 9);
      if (nearest.filter((m) => labels[m] === labels[n]).length > 4) right++;
    }
    return right / count;
  };
  assert.ok(together(views.apart) > 0.9 && together(views.along) < 0.7, 'the first view shows that they are apart');
  for (const { wrong, test: score, picture: shown } of results) {
    const count = shown.test.length / 2;
    near(score.accuracy, 1 - wrong.length / count, 1e-9, 'wrong predictions');
  }
});

test('labels of a plot are moved apart, stay within it and near their places', () => {
  const spots = [
    [100, 50],
    [104, 52],
    [104, 52],
    [3, 3],
    [190, 95],
  ].map(([x, y]) => ({ x, y, radius: 10 }));
  const centres = spreads.spread(spots, 200, 100);
  for (const [a, [x, y]] of centres.entries()) {
    assert.ok(x >= 10 && x <= 190 && y >= 10 && y <= 90);
    assert.ok(Math.hypot(x - spots[a].x, y - spots[a].y) < 40);
    for (const [u, v] of centres.slice(a + 1)) assert.ok(Math.hypot(x - u, y - v) > 20, `${[x, y]} and ${[u, v]}`);
  }
  const alone = spreads.spread([{ x: 50, y: 50, radius: 10 }], 200, 100);
  assert.deepEqual(alone, [[50, 50]]);
});

test('wine: the hint has the means of the classes, the chosen variable differs most, and correlated variables share the weight', async () => {
  const { results } = await shownOf('read');
  const { train } = results[0].picture.stage.material;
  const choices = ['ash', 'magnesium', 'flavanoids'];
  const hint = means.classMeansOf(train, [...choices, 'no variable']);
  assert.deepEqual(
    hint.map(({ name }) => name),
    choices,
  );
  const rows = rowsOf(train);
  const valuesOf = (name) => rows.map((row) => row[train.featureNames.indexOf(name)]);
  for (const { name, byClass } of hint) {
    const values = valuesOf(name);
    const deviation = Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
    for (const [label, value] of byClass.entries())
      near(value, (mean(values.filter((_, n) => train.labels[n] === label)) - mean(values)) / deviation, 1e-5, name);
  }
  const range = ({ byClass }) => Math.max(...byClass) - Math.min(...byClass);
  const largest = hint.toSorted((a, b) => range(b) - range(a))[0].name;
  assert.equal(largest, choices[stepOf('read').answer(results)]);
  const [a, b] = ['flavanoids', 'total phenols']
    .map(valuesOf)
    .map((values) => values.map((value) => value - mean(values)));
  assert.ok(dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) > 0.8, 'they rise and fall together');
  assert.equal(results[0].second.length, 13);
  assert.notEqual(results[0].second[0].name, results[0].variables[0].name);
});

test('numbers below a small map do not overlap, and a large one has all of them', async () => {
  const { results } = await shownOf('lambda');
  const { picture } = results[0];
  const numbersAt = (side) => {
    const sheet = new pen.SvgSheet();
    const scene = { picture, testPoints: true, discrete: false, target: undefined };
    const palette = themes.themePalette('light');
    sheet.square(0, 0, side, (surface) => scenes.drawScene(surface, scene, palette));
    const text = sheet.document(side, side, palette.paper, '');
    return [...text.matchAll(/<text[^>]*\bx="([\d.]+)"[^>]*>([^<]*)</g)].map(([, x, number]) => [Number(x), number]);
  };
  const [small, large] = [numbersAt(130), numbersAt(400)];
  assert.ok(large.length > small.length && small.length > 1, `${large} | ${small}`);
  assert.ok(small.some(([, number]) => number === '0'));
  for (const [at, [x, number]] of small.entries()) {
    if (at === 0) continue;
    const [before, other] = small[at - 1];
    assert.ok(x - before > 3 * (number.length + other.length), `${other} and ${number}: ${x - before} px`);
  }
});
