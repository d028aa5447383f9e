// Data, pictures and explanations without a browser.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { dataPrints } from '../../build-scripts/update-data-prints.mjs';
import { loadTrip } from '../../dist/index.js';
import { root } from './support.mjs';

const { modules } = await loadModules(
  'draw/marks.ts',
  '/data/state.ts',
  '/text/describe.ts',
  '/data/catalogue.ts',
  'draw/geometry.ts',
  'draw/field.ts',
  '/picture/truth.ts',
  '/picture/picture.ts',
  '/training/explain.ts',
  '/training/sizes.ts',
);
const [
  marks,
  { addresses, initialOf, initialState },
  words,
  { catalogue },
  geometry,
  fields,
  truths,
  picture,
  explain,
] = modules;
const sizes = modules.at(-1);
const trip = await loadTrip();
const ids = Object.keys(catalogue).filter((id) => id !== 'own');

/** Trains on these data as the page would, with fewer epochs. */
async function train(id, { epochs = 60, restarts, method = 'trip', ...changed } = {}) {
  const settings = { ...initialOf(id), ...changed };
  const material = await catalogue[id].load(trip, settings);
  const { lambda, learningRate, standardize, seed } = settings;
  const ranks = material.train.shape.slice(1).map((size) => Math.min(size, settings.ranks));
  const hidden = Array(settings.hiddenLayers).fill(settings.hiddenWidth);
  const fitting = { method, ranks, hidden, lambda, learningRate, standardize, seed, epochs, restarts };
  const model = trip.fit(material.train, fitting);
  const frame = { source: model, restart: 0, epoch: epochs, parameters: model.parameters };
  return { settings, material, model, frame };
}

test('all data load, have the same classes in both sets, and are the same when loaded again', async () => {
  for (const id of ids) {
    const settings = initialOf(id);
    const [first, second] = [await catalogue[id].load(trip, settings), await catalogue[id].load(trip, settings)];
    for (const set of ['train', 'test']) {
      assert.deepEqual(first[set].x, second[set].x, `${id} ${set}`);
      assert.equal(first[set].shape.length - 1, catalogue[id].modes.length, id);
      assert.equal(first[set].classNames?.length ?? 0, catalogue[id].classes, id);
    }
    assert.deepEqual(first.train.classNames, first.test.classNames, id);
    const other = await catalogue[id].load(trip, { ...settings, dataSeed: 77 });
    assert.notDeepEqual(other.train.x, first.train.x, `${id} with another seed`);
    assert.ok(words.aboutData(settings, catalogue[id].dimensions).length > 60);
  }
});

test('the bits of the data are unchanged: node build-scripts/update-data-prints.mjs pins those of new data', async () => {
  const pinned = JSON.parse(readFileSync(join(root, 'tests', 'site', 'data-prints.json')));
  assert.deepEqual(await dataPrints(trip, { catalogue, initialOf }), pinned);
});

test('hidden shapes are in their true subspace, and the other dimensions are noise', async () => {
  for (const id of ids.filter((id) => id !== 'spiral' && catalogue[id].sizes.includes('noiseDimensions'))) {
    const { train, truth } = await catalogue[id].load(trip, initialOf(id));
    const dims = train.shape[1];
    const columns = truth[0].length / dims;
    const along = (n, column) => {
      let sum = 0;
      for (let i = 0; i < dims; i++) sum += train.x[n * dims + i] * truth[0][i * columns + column];
      return sum;
    };
    const spread = (column) => {
      const values = Array.from({ length: train.shape[0] }, (_, n) => along(n, column));
      const mean = values.reduce((a, b) => a + b) / values.length;
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
    };
    for (let column = 0; column < columns; column++) {
      assert.ok(Math.abs(spread(column) - 1) < 0.3, `${id} ${column}: ${spread(column)}`);
      for (let other = 0; other <= column; other++) {
        let dot = 0;
        for (let i = 0; i < dims; i++) dot += truth[0][i * columns + column] * truth[0][i * columns + other];
        assert.ok(Math.abs(dot - (other === column ? 1 : 0)) < 1e-12);
      }
    }
  }
});

test('TRIP finds the view that shows the stripes of the Swiss roll with its preset; PCA and LDA do not', async () => {
  const settings = initialOf('roll');
  const { epochs, restarts, samplesPerClass, noiseDimensions } = settings;
  const seen = {};
  for (const method of ['pca', 'lda', 'trip']) {
    const { model, material } = await train('roll', { method, epochs, restarts });
    const { accuracy } = model.score(material.test);
    const { furthest } = truths.matchTruth(trip, model.parameters, model.spec, material.truth);
    assert.equal(material.truth[0].length, 2 * (noiseDimensions + 4));
    assert.equal(material.train.shape[0], 2 * samplesPerClass);
    seen[method] = { accuracy, furthest };
    model.dispose();
  }
  const report = JSON.stringify(seen);
  assert.ok(seen.trip.accuracy > 0.95 && seen.trip.furthest < 15, report);
  for (const method of ['pca', 'lda']) assert.ok(seen[method].accuracy < 0.7 && seen[method].furthest > 60, report);
});

test('the numbers of parameters on the page are those of the model', async () => {
  for (const id of ids) {
    const { settings, material, model } = await train(id, { epochs: 1 });
    const { projection, network } = sizes.sizesOf(material.train, settings);
    assert.equal(projection + network, model.parameters.length, id);
    model.dispose();
  }
});

test('no two of a hundred classes have the same colour and shape, and no two shapes look alike', () => {
  const colours = 10;
  const looks = Array.from({ length: 100 }, (_, label) => `${label % colours} ${JSON.stringify(marks.shapeOf(label))}`);
  assert.equal(new Set(looks).size, looks.length);
  /** Whether a point lies within the mark of radius 1, by the parity of crossings; the mark without corners is a circle. */
  const within = (corners, x, y) => {
    if (corners.length === 0) return Math.hypot(x, y) < 1;
    const points = corners.map(([turn, r]) => [r * Math.sin(2 * Math.PI * turn), r * Math.cos(2 * Math.PI * turn)]);
    return points.reduce((inside, [x1, y1], at) => {
      const [x2, y2] = points[(at + 1) % points.length];
      return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !inside : inside;
    }, false);
  };
  const steps = Array.from({ length: 61 }, (_, at) => (at - 30) / 20);
  const painted = (label) => steps.flatMap((x) => steps.map((y) => within(marks.shapeOf(label), x, y)));
  const all = Array.from({ length: colours }, (_, label) => painted(label));
  for (const [one, mine] of all.entries())
    for (const [other, theirs] of all.slice(0, one).entries()) {
      const both = mine.filter((inside, at) => inside && theirs[at]).length;
      const either = mine.filter((inside, at) => inside || theirs[at]).length;
      assert.ok(both / either < 0.92, `classes ${other} and ${one} share ${(both / either).toFixed(2)} of their marks`);
    }
});

test('samples on the axes of a mode are those of the explanation', async () => {
  for (const id of ['digits', 'cube', 'network']) {
    const { material, model } = await train(id);
    const explanation = model.explain(material.train, id === 'network' ? {} : { target: 1 });
    const latent = model.transform(material.train);
    for (const mode of model.spec.ranks.keys()) {
      const { surrogate, rotation, rotated } = explanation;
      const placed = geometry.alongMode(latent, model.spec.ranks, surrogate.g, mode, rotation[mode]);
      const size = Math.max(...rotated[mode].map(Math.abs));
      for (const [at, value] of placed.entries())
        assert.ok(Math.abs(value - rotated[mode][at]) < 1e-4 * size, `${id} ${mode}`);
    }
    explanation.dispose();
    model.dispose();
  }
});

test('every picture contains its samples from any angle, and its field is the model’s prediction', async () => {
  for (const id of ids) {
    const { settings, material, model, frame } = await train(id, { epochs: 20 });
    for (const look of [
      settings,
      { ...settings, mode: 'pair' },
      { ...settings, yaw: -140, pitch: 80, mode: '2', target: 99 },
    ]) {
      const stage = picture.stageOf(trip, material, frame, settings.standardize);
      const shown = fields.finished(picture.picturing(trip, stage, frame, 16, picture.lookOf(look)));
      for (const set of ['train', 'test'])
        for (const [at, value] of shown[set].entries())
          assert.ok(Math.abs(value - shown.centre[at % 2]) <= shown.extent * 1.0001, `${id} ${set} ${at}`);
      if (!shown.plane) continue;
      const middle = picture.probe(trip, frame, shown, [shown.centre[0], shown.centre[1]], true);
      const { layer, regions, cells } = shown.field;
      const around = [7, 8].flatMap((row) => [7, 8].map((column) => (layer ?? regions.label)[row * cells + column]));
      const { probabilities, value: response } = middle.prediction;
      const value = response ?? (layer ? probabilities[1] : probabilities.indexOf(Math.max(...probabilities)));
      if (layer) assert.ok(value > Math.min(...around) - 0.3 && value < Math.max(...around) + 0.3, id);
      else assert.ok(around.includes(value), id);
    }
    model.dispose();
  }
});

test('turning a view keeps distances from the centre on its plane', () => {
  const plane = geometry.facingPlane([1, 2, 3], 33, -47);
  const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);
  assert.ok(Math.abs(dot(plane.first, plane.first) - 1) < 1e-12);
  assert.ok(Math.abs(dot(plane.second, plane.second) - 1) < 1e-12);
  assert.ok(Math.abs(dot(plane.first, plane.second)) < 1e-12);
  const [x, y] = geometry.onPlane(geometry.latentAt(plane, [0.25, -0.5]), plane);
  assert.ok(Math.hypot(x - 0.25, y + 0.5) < 1e-6, `${x} ${y}`);
});

test('an explanation names the variables, and its arrows climb the probability of the class', async () => {
  const { settings, material, model, frame } = await train('iris', { epochs: 300 });
  const shown = { ...settings, arrows: true, target: 1, sigma: 0.5 };
  const stage = picture.stageOf(trip, material, frame, true);
  const readings = [];
  const question = { trip, stage, frame, state: shown, modes: ['variables'], selected: { set: 'test', index: 3 } };
  await explain.explain(question, new AbortController().signal, (reading) => readings.push(reading));
  const reading = readings.at(-1);
  assert.equal(reading.className, 'versicolor');
  assert.equal(reading.modes[0].axes.length, 2);
  assert.deepEqual(reading.modes[0].axes[0].variables.map(({ name }) => name).toSorted(), [
    'petal length',
    'petal width',
    'sepal length',
    'sepal width',
  ]);
  assert.equal(reading.selected.modes[0].variables.length, 4);
  assert.ok(Math.abs(reading.selected.prediction.probabilities.reduce((a, b) => a + b) - 1) < 1e-5);
  const [{ variables }] = reading.overall;
  const sizes = variables.map(({ weight }) => Math.abs(weight));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  const explanation = model.explain(material.test, { sigma: 0.5, target: 1 });
  const [{ index, weight }] = variables;
  const local = Array.from({ length: reading.examined }, (_, n) => explanation.local(n));
  const mean = (of) => local.reduce((sum, one) => sum + of(one.original[0][index]), 0) / local.length;
  assert.ok(Math.abs(Math.abs(weight) - mean(Math.abs)) < 1e-12);
  assert.equal(Math.sign(weight), Math.sign(mean((value) => value)));
  assert.equal(reading.isolated, local.filter(({ isolated }) => isolated).length);
  explanation.dispose();
  let climbing = 0;
  for (const { x, y, dx, dy } of reading.arrows) {
    const step = 1e-2 / Math.hypot(dx, dy);
    const chance = (to) => model.predictProbaLatent([x + to * dx * step, y + to * dy * step])[1];
    if (chance(1) >= chance(-1)) climbing++;
  }
  assert.ok(climbing > 0.9 * reading.arrows.length, `${climbing} of ${reading.arrows.length}`);
  model.dispose();
});

test('samples without neighbours are listed and excluded from the means, unless all are without', async () => {
  const { settings, material, model, frame } = await train('iris', { epochs: 30 });
  const stage = picture.stageOf(trip, material, frame, true);
  const { train: data } = material;
  for (const sigma of [0.02, 1e-9]) {
    const readings = [];
    const question = { trip, stage, frame, state: { ...settings, sigma }, modes: ['variables'], selected: undefined };
    await explain.explain(question, new AbortController().signal, (reading) => readings.push(reading));
    const { withoutNeighbours, examined, overall } = readings.at(-1);
    const explanation = model.explain(data, { sigma, target: settings.target });
    const local = Array.from({ length: examined }, (_, n) =>
      explanation.local(Math.floor((n * data.shape[0]) / examined)),
    );
    const lonely = local.filter(({ neighbours }) => neighbours < 1.01);
    assert.deepEqual(
      withoutNeighbours,
      lonely.map(({ sample: index }) => ({ set: 'train', index })),
    );
    assert.ok(sigma < 1e-6 ? lonely.length > 0.9 * examined : lonely.length > 0 && lonely.length < examined);
    const rest = lonely.length === examined ? local : local.filter((one) => !lonely.includes(one));
    const [{ index, weight }] = overall[0].variables;
    const mean = rest.reduce((sum, one) => sum + Math.abs(one.original[0][index]), 0) / rest.length;
    assert.ok(Math.abs(Math.abs(weight) - mean) <= 1e-12 * Math.max(1, mean));
    explanation.dispose();
  }
  model.dispose();
});

test('the width of neighbourhoods: automatic, half, twice or four times that, or the number of an older link', async () => {
  const { settings, material, model, frame } = await train('iris', { epochs: 30 });
  const stage = picture.stageOf(trip, material, frame, true);
  const sigmaOf = async (sigma) => {
    const readings = [];
    const question = { trip, stage, frame, state: { ...settings, sigma }, modes: ['variables'], selected: undefined };
    await explain.explain(question, new AbortController().signal, (reading) => readings.push(reading));
    return readings.at(-1).sigma;
  };
  const automatic = await sigmaOf('auto');
  const explanation = model.explain(material.train, { sigma: 'auto', target: 0 });
  assert.equal(automatic, explanation.sigma);
  explanation.dispose();
  assert.equal(await sigmaOf('half'), automatic / 2);
  assert.equal(await sigmaOf('double'), 2 * automatic);
  assert.equal(await sigmaOf('fourfold'), 4 * automatic);
  assert.equal(await sigmaOf(0.7), 0.7);
  model.dispose();
  for (const [part, value, problems] of [
    ['', 'auto', 0],
    ['&q=0.5', 0.5, 0],
    ['&q=1', 1, 0],
    ['&q=double', 'double', 0],
    ['&q=1000', 100, 1],
    ['&q=wide', 'auto', 1],
  ]) {
    const link = addresses.parse(`#v=1${part}`);
    assert.equal(link.state.sigma, value, part);
    assert.equal(link.problems.length, problems, part);
    if (problems === 0) assert.equal(addresses.parse(`#${addresses.format(link.state)}`).state.sigma, value);
  }
});

test('any number of axes: a picture of the first two rotated ones, or of the model’s axes when the explanation is refused', async () => {
  const rows = Array.from({ length: 90 }, (_, n) =>
    Array.from({ length: 128 }, (_, i) => Math.sin(n * 1.7 + i * (1 + (n % 3)))),
  );
  const data = trip.dataset({ x: rows, y: rows.map((_, n) => `c${n % 3}`) });
  const material = { train: data, test: data };
  for (const [rank, refused] of [
    [1, false],
    [3, false],
    [4, false],
    [64, false],
    [128, true],
  ]) {
    const model = trip.fit(data, { ranks: [rank], hidden: [4], epochs: 2, restarts: 1, lambda: 0.1 });
    const frame = { source: model, restart: 0, epoch: 2, parameters: model.parameters };
    const stage = picture.stageOf(trip, material, frame, true);
    const pictureOf = (mode) => {
      const look = picture.lookOf({ ...initialState, mode });
      return fields.finished(picture.picturing(trip, stage, frame, 16, look));
    };
    const plane = pictureOf('plane');
    assert.ok(plane.train.every(Number.isFinite), `${rank} axes`);
    assert.equal(plane.view, rank > 64 ? 0 : rank > 3 ? 'plane' : undefined);
    const shown = pictureOf('1');
    assert.ok(shown.train.every(Number.isFinite), `${rank} axes`);
    assert.equal(shown.field.regions.label.length, 16 ** 2);
    assert.equal(shown.unseen, rank > 3 ? rank - 2 : 0);
    assert.equal(shown.unturned !== undefined, refused, `${rank} axes: ${shown.unturned}`);
    const readings = [];
    const question = { trip, stage, frame, state: initialState, modes: ['variables'], selected: undefined };
    await explain.explain(question, new AbortController().signal, (reading) => readings.push(reading));
    const reading = readings.at(-1);
    assert.equal(reading.complete, true);
    if (refused) assert.match(reading.refused, /90 samples in 128 projected dimensions/);
    else assert.equal(reading.axes.length, Math.min(rank, rank > 3 ? 2 : 3));
    if (rank > 3 && !refused) {
      const explanation = model.explain(data, { target: 0 });
      const means = [0, 1].map((axis) => shown.train.filter((_, at) => at % 2 === axis).reduce((a, b) => a + b) / 90);
      assert.ok(
        means.every((mean) => Math.abs(mean) < 1e-4),
        'through the mean',
      );
      const along = explanation.rotated[0].filter((_, at) => at % rank === 0);
      const middle = along.reduce((a, b) => a + b) / 90;
      for (const n of [0, 40, 89]) assert.ok(Math.abs(along[n] - middle - shown.train[2 * n]) < 1e-4);
      explanation.dispose();
    }
    model.dispose();
  }
});
