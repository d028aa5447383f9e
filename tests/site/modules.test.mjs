// The page's modules without a browser: settings and links, data, geometry, explanations.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { root } from './support.mjs';

let audiences,
  own,
  marks,
  replay,
  exported,
  snippet,
  options,
  language,
  lessons,
  state,
  catalogue,
  geometry,
  picture,
  explain,
  sizes,
  help,
  trip,
  close;
after(() => close());
before(async () => {
  const loaded = await loadModules(
    '/link/state.ts',
    '/data/catalogue.ts',
    '/picture/geometry.ts',
    '/picture/picture.ts',
    '/training/explain.ts',
    '/training/sizes.ts',
    '/text/en/help.ts',
    '/lessons/lessons.ts',
    '/data/exports.ts',
    '/text/snippet.ts',
    '/training/fit-options.ts',
    '/training/recording.ts',
    '/text/language.svelte.ts',
    '/link/audience.ts',
    '/data/own.ts',
    '/draw/marks.ts',
  );
  close = loaded.close;
  [
    state,
    { catalogue },
    geometry,
    picture,
    explain,
    sizes,
    help,
    lessons,
    exported,
    snippet,
    options,
    replay,
    language,
    audiences,
    own,
    marks,
  ] = loaded.modules;
  trip = await loadTrip();
});

const ids = () => Object.keys(catalogue).filter((id) => id !== 'own');
/** A training of these data with the page's settings and fewer epochs. */
async function train(id, { epochs = 60, method = 'trip', ...changed } = {}) {
  const settings = { ...state.initialOf(id), ...changed };
  const material = await catalogue[id].load(trip, settings);
  const { lambda, learningRate, standardize, startSeed: seed } = settings;
  const ranks = material.train.shape.slice(1).map((size) => Math.min(size, settings.rank));
  const hidden = Array(settings.layers).fill(settings.width);
  const model = trip.fit(material.train, { method, ranks, hidden, lambda, learningRate, standardize, seed, epochs });
  const frame = { source: model, restart: 0, epoch: epochs, parameters: model.parameters };
  return { settings, material, model, frame };
}

test('every setting has its own key in a link, and a help text', () => {
  const keys = state.names.map((name) => state.properties[name].key);
  assert.equal(new Set([...keys, 'v', 'i', 'f', 'ft']).size, keys.length + 4);
  const texts = { ...help.controlHelp, ...help.buttonHelp };
  for (const name of state.names) assert.ok(texts[name]?.help.length > 20, name);
});

test('the opening is one of the fits with a pinned fingerprint', async () => {
  const pinned = JSON.parse(readFileSync(join(root, 'tests', 'fingerprints.json'))).opening;
  const settings = state.initialState;
  assert.equal(settings.dataSeed, pinned.spiral.seed);
  const material = await catalogue.spiral.load(trip, settings);
  const asked = options.fitOptions(settings, material, 'trip');
  const model = trip.fit(material.train, { ...asked, epochs: 0 });
  const used = { ...model.options, epochs: asked.epochs };
  model.dispose();
  for (const [name, value] of Object.entries(pinned.options)) assert.deepEqual(used[name], value, name);
});

test('any settings of any data survive their own link, in at most 500 safe characters', () => {
  for (const data of ids()) {
    const wanted = { ...state.initialOf(data), data };
    for (const name of state.names) {
      const property = state.properties[name];
      if (name === 'data') continue;
      if (property.kind === 'flag') wanted[name] = !wanted[name];
      else if (property.kind === 'choice') wanted[name] = property.choices.at(-1);
      else wanted[name] = property.kind === 'integer' ? property.max : property.max / 3;
    }
    const branch = { epoch: 19999, rate: 0.0012345 };
    const hash = state.formatHash(wanted, {
      branch,
      start: 7,
      fingerprint: '0123456789abcdef',
      table: 'fedcba9876543210',
    });
    assert.match(hash, /^[A-Za-z0-9._~=&-]{1,500}$/);
    const read = state.parseHash(`#${hash}`);
    assert.deepEqual(read, {
      state: wanted,
      branch,
      start: 7,
      fingerprint: '0123456789abcdef',
      resultVersion: trip.resultVersion,
      table: 'fedcba9876543210',
      audience: { embed: false, noAnswers: false, hidden: [], locked: [] },
      problems: [],
    });
  }
});

test('a link keeps hidden and locked controls; it has settings by key, buttons and parts by name', () => {
  const audience = { embed: true, noAnswers: true, hidden: ['play', 'charts'], locked: ['lambda', 'epochs'] };
  const hash = state.formatHash(state.initialOf('spiral'), { audience });
  assert.equal(hash, 'v=1&em=1&na=1&hi=play.charts&lk=l.e');
  assert.deepEqual(state.parseHash(hash).audience, audience);
  assert.deepEqual(state.parseHash(hash).problems, []);
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

test('opening a figure keeps the settings of hidden and locked controls, and names them', () => {
  const now = state.initialOf('spiral');
  const opened = { ...now, lambda: 0.02, layers: 1, epochs: 500 };
  const open = (audience, next = opened) => audiences.permitted(now, next, { hidden: [], locked: [], ...audience });
  assert.deepEqual(open({}), { values: opened, kept: [] });
  for (const list of ['hidden', 'locked']) {
    const { values, kept } = open({ [list]: ['lambda', 'width', 'play', 'charts'] });
    assert.deepEqual(kept, ['lambda']);
    assert.deepEqual({ ...now, ...values }, { ...opened, lambda: now.lambda });
    assert.ok(!('width' in values));
  }
  assert.deepEqual(open({ hidden: ['layers'], locked: ['epochs'] }).kept, ['layers', 'epochs']);
  // A part that is hidden as a whole locks nothing: its settings may still change.
  assert.deepEqual(open({ hidden: ['settings'] }).kept, []);
  // Settings for other data do not apply when the data stay.
  const wine = state.initialOf('wine');
  assert.deepEqual(open({ locked: ['data', 'lambda'] }, wine), { values: {}, kept: ['data'] });
  assert.deepEqual(open({ locked: ['data'] }).values.layers, 1);
});

test('a link that was cut anywhere is reported, a whole one is not', () => {
  const hash = state.formatHash(
    { ...state.initialOf('wine'), epochs: 250 },
    { start: 1, fingerprint: '0123456789abcdef' },
  );
  const link = state.sealed(hash);
  assert.deepEqual(state.parseHash(link).problems, []);
  assert.deepEqual(state.parseHash(link).state, state.parseHash(hash).state);
  for (let length = 'v=1.99&'.length; length < link.length; length++) {
    assert.match(
      state
        .parseHash(link.slice(0, length))
        .problems.map((say) => say())
        .join(),
      /cut or changed/,
    );
  }
  assert.equal(state.sealed(''), '');
});

test('a link of data alone is short and has their defaults', () => {
  for (const data of ids()) {
    const hash = state.formatHash(state.initialOf(data));
    assert.equal(hash, data === 'spiral' ? '' : `v=1&a=${data}`);
    assert.deepEqual(state.parseHash(hash).state, state.initialOf(data));
  }
});

test('all data load, have both sets with the same classes, and load the same again', async () => {
  for (const id of ids()) {
    const settings = state.initialOf(id);
    const [first, second] = [await catalogue[id].load(trip, settings), await catalogue[id].load(trip, settings)];
    for (const set of ['train', 'test']) {
      assert.deepEqual(first[set].x, second[set].x, `${id} ${set}`);
      assert.equal(first[set].shape.length - 1, catalogue[id].modes.length, id);
      assert.equal(first[set].classNames?.length ?? 0, catalogue[id].classes, id);
    }
    assert.deepEqual(first.train.classNames, first.test.classNames, id);
    const other = await catalogue[id].load(trip, { ...settings, dataSeed: 77 });
    assert.notDeepEqual(other.train.x, first.train.x, `${id} with another seed`);
    assert.ok(catalogue[id].about(settings).length > 60);
  }
});

test('generated data of the page stay the same, bit for bit', async () => {
  const known = {};
  for (const id of ['rings', 'helix', 'network']) {
    const { train } = await catalogue[id].load(trip, { ...state.initialOf(id), dataSeed: 2 ** 53 - 1 });
    let hash = 0x811c9dc5;
    for (const byte of new Uint8Array(train.x.buffer, train.x.byteOffset, train.x.byteLength))
      hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
    known[id] = hash.toString(16);
  }
  assert.deepEqual(known, { rings: 'd09a352f', helix: 'ddd04d33', network: '3018292d' });
});

test('hidden shapes lie in their true subspace, and the rest is only noise', async () => {
  for (const id of ['rings', 'helix']) {
    const { train, truth } = await catalogue[id].load(trip, state.initialOf(id));
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
  for (const id of ids()) {
    const { settings, material, model, frame } = await train(id, { epochs: 20 });
    for (const look of [settings, { ...settings, yaw: -140, pitch: 80, mode: '2', target: 99 }]) {
      const stage = picture.stageOf(trip, material, frame, settings.standardize);
      const shown = picture.finished(picture.picturing(trip, stage, frame, 16, look));
      for (const set of ['train', 'test'])
        for (const [at, value] of shown[set].entries())
          assert.ok(Math.abs(value - shown.centre[at % 2]) <= shown.extent * 1.0001, `${id} ${set} ${at}`);
      if (!shown.plane) continue;
      const middle = picture.probe(trip, frame, shown, [shown.centre[0], shown.centre[1]], true);
      const { layer, regions, cells } = shown.field;
      const around = [7, 8].flatMap((row) => [7, 8].map((column) => (layer ?? regions.label)[row * cells + column]));
      const { probabilities } = middle.prediction;
      const value = layer ? probabilities[1] : probabilities.indexOf(Math.max(...probabilities));
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
  const local = Array.from({ length: reading.looked }, (_, n) => explanation.local(n));
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

test('samples without neighbours are listed and left out of the means, unless all are', async () => {
  const { settings, material, model, frame } = await train('iris', { epochs: 30 });
  const stage = picture.stageOf(trip, material, frame, true);
  const { train: data } = material;
  for (const sigma of [0.02, 1e-9]) {
    const readings = [];
    const question = { trip, stage, frame, state: { ...settings, sigma }, modes: ['variables'], selected: undefined };
    await explain.explain(question, new AbortController().signal, (reading) => readings.push(reading));
    const { alone, looked, overall } = readings.at(-1);
    const explanation = model.explain(data, { sigma, target: settings.target });
    const local = Array.from({ length: looked }, (_, n) => explanation.local(Math.floor((n * data.shape[0]) / looked)));
    const lonely = local.filter(({ neighbours }) => neighbours < 1.01);
    assert.deepEqual(
      alone,
      lonely.map(({ sample: index }) => ({ set: 'train', index })),
    );
    assert.ok(sigma < 1e-6 ? lonely.length > 0.9 * looked : lonely.length > 0 && lonely.length < looked);
    const rest = lonely.length === looked ? local : local.filter((one) => !lonely.includes(one));
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
    const link = state.parseHash(`#v=1${part}`);
    assert.equal(link.state.sigma, value, part);
    assert.equal(link.problems.length, problems, part);
    if (problems === 0) assert.equal(state.parseHash(`#${state.formatHash(link.state)}`).state.sigma, value);
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
    const shown = picture.finished(picture.picturing(trip, stage, frame, 16, state.initialState));
    assert.ok(shown.train.every(Number.isFinite), `${rank} axes`);
    assert.equal(shown.field.regions.label.length, 16 ** 2);
    assert.equal(shown.unseen, rank > 3 ? rank - 2 : 0);
    assert.equal(shown.unturned !== undefined, refused, `${rank} axes: ${shown.unturned}`);
    const readings = [];
    const question = { trip, stage, frame, state: state.initialState, modes: ['variables'], selected: undefined };
    await explain.explain(question, new AbortController().signal, (reading) => readings.push(reading));
    const reading = readings.at(-1);
    assert.equal(reading.whole, true);
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

test('the sizes on the page are those of the model', async () => {
  for (const id of ids()) {
    const { settings, material, model } = await train(id, { epochs: 1 });
    const { projection, network } = sizes.sizesOf(material.train, settings);
    assert.equal(projection + network, model.parameters.length, id);
    model.dispose();
  }
});

/** All percentages and angles of a text, in no order. */
const figuresIn = (text) => (text.match(/[\d.]+(%|°)/g) ?? []).sort();

/** Required results of each step of the path: when they change, the text of the step must change. */
const shown = [1, 2, 0, 1, 2, 0, 1, 2, 1];

test('every figure of the path supports its text, with its own numbers and in every language', async () => {
  assert.equal(lessons.steps.length, state.properties.pathStep.max);
  const fit = (data, options) => trip.fit(data, options);
  for (const [at, step] of lessons.steps.entries()) {
    const results = await lessons.runStep(trip, step, fit, new AbortController().signal);
    const told = step.told(results);
    await language.speak('ja');
    const also = step.told(results);
    assert.match(also, /[ぁ-ん]/, step.id);
    assert.doesNotMatch(also, /NaN|undefined|Infinity|–/, step.id);
    assert.deepEqual(figuresIn(also), figuresIn(told), step.id);
    await language.speak('en');
    assert.equal(step.answer(results), shown[at], `${step.id}: ${told}`);
    assert.doesNotMatch(told, /NaN|undefined|Infinity|–/, step.id);
    for (const { panel, test: score } of results) {
      assert.equal(panel.state.pathStep, 1);
      if (results.length < 4) assert.ok(told.includes((100 * score.accuracy).toFixed(1)), step.id);
      const link = state.formatHash(panel.state, { start: panel.start });
      assert.deepEqual(state.parseHash(link).state, panel.state);
    }
  }
});

test('the two figures of the step about axes show the starts that the objective keeps', async () => {
  const { panels } = lessons.steps.find(({ id }) => id === 'axes');
  for (const { state: settings, start } of panels) {
    const material = await catalogue[settings.data].load(trip, settings);
    const given = { ...options.fitOptions(settings, material, 'trip'), restarts: settings.restarts };
    const model = trip.fit(material.train, given);
    const objectives = model.restarts.map(({ objective }) => objective);
    assert.equal(objectives.length, 8);
    assert.equal(objectives.indexOf(Math.min(...objectives)), start, `${settings.rank} axes: ${objectives}`);
    model.dispose();
  }
});

/** Typical tables of readers: decimal commas, missing values, categories; and a number to predict. */
const tables = () => {
  const rows = (cells) =>
    Array.from({ length: 60 }, (_, n) => cells(n, n % 2 === 0 ? 1 : -1, ((n * 37) % 20) / 20).join(';'));
  const comma = (value) => value.toFixed(3).replace('.', ',');
  return {
    classes: {
      text: [
        '__proto__;länge;ort;klasse',
        ...rows((n, sign, wobble) => [
          comma(sign * (0.3 + wobble)),
          n % 11 === 0 ? 'NA' : comma(wobble * sign),
          n % 3 === 0 ? 'Köln' : 'Bonn, Süd',
          sign > 0 ? '<b>ja</b>' : 'nein',
        ]),
      ].join('\r\n'),
      choice: { target: 'klasse', task: 'classification', missing: 'mean', categories: 'indicators' },
    },
    number: {
      text: [
        'a;b;y',
        ...rows((n, sign, wobble) => [comma(sign * wobble), comma(wobble), comma(wobble ** 2 + n / 100)]),
      ].join('\n'),
      choice: { target: 'y', task: 'regression', missing: 'refuse', categories: 'refuse' },
    },
  };
};

/** Installs the packed package for programs in `folder`. */
async function install(folder) {
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await promisify(execFile)('npm', packing, { cwd: root });
  const place = join(folder, 'node_modules', 'trip-wasm');
  mkdirSync(place, { recursive: true });
  const [{ filename }] = JSON.parse(stdout);
  await promisify(execFile)('tar', ['-xf', join(folder, filename), '-C', place, '--strip-components=1']);
}

test('the code and the data that the page saves repeat its training with the packed package bit for bit, also for readers’ tables', async () => {
  mkdirSync(join(root, 'build'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build', 'snippet-'));
  const entries = ['wine', 'network', 'cube', 'helix'].map((id) => [id, catalogue[id]]);
  for (const { text, choice } of Object.values(tables())) {
    const table = await own.importTable(trip, text, 'table.csv', own.defaultReading, choice);
    entries.push(['own', table.entry]);
  }
  try {
    await install(folder);
    for (const [id, entry] of entries) {
      const settings = { ...state.initialOf(id), epochs: 10, restarts: 2 };
      const material = await entry.load(trip, settings);
      const given = options.fitOptions(settings, material, 'trip');
      const model = trip.fit(material.train, { ...given, restarts: 2 });
      writeFileSync(join(folder, snippet.dataName), exported.dataFile(material));
      writeFileSync(join(folder, 'run.mjs'), snippet.snippetOf(settings, given));
      const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs'], { cwd: folder });
      assert.equal(stdout.trim().split(/\s/).at(-1), model.fingerprint, id);
      const { accuracy, rmse, loss } = model.score(material.test);
      for (const [name, value] of Object.entries({ accuracy, rmse, loss }))
        if (value !== undefined)
          assert.ok(stdout.includes(`${name}: ${value}`), `${id}: ${name} ${value} in ${stdout}`);
      model.dispose();
      if (id !== 'wine') continue;
      writeFileSync(join(folder, 'legs.mjs'), snippet.snippetOf(settings, given, { epoch: 4, rate: 0.02 }, 1));
      const both = await promisify(execFile)(process.execPath, ['legs.mjs'], { cwd: folder });
      const first = trip.fit(material.train, { ...given, firstRestart: 1, epochs: 4, learningRate: 0.02 });
      const second = trip.fit(material.train, { ...given, firstRestart: 1, epochs: 6, start: first });
      assert.equal(both.stdout.trim().split(/\s/).at(-1), second.fingerprint);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the recording for browsers without WebAssembly is the opening training, and small', async () => {
  const text = readFileSync(join(root, 'build', 'recording.json'), 'utf8');
  assert.ok(gzipSync(text).length < 60_000, `${gzipSync(text).length} bytes`);
  const recording = JSON.parse(text);
  const pictures = replay.play(recording);
  assert.deepEqual([...pictures.keys()], ['pca', 'lda', 'trip']);
  const material = await catalogue.spiral.load(trip, state.initialState);
  const { restarts } = state.initialState;
  const fitting = { ...options.fitOptions(state.initialState, material, 'trip'), restarts, record: 401 };
  const model = trip.fit(material.train, fitting);
  assert.equal(recording.fingerprint, model.fingerprint);
  for (const at of [0, 20, recording.epochs.length - 1]) {
    const { train, test, field, testScore } = pictures.get('trip')[at];
    const then = trip.modelAt(
      model,
      model.frames.find(({ epoch }) => epoch === recording.epochs[at]),
    );
    const half = recording.extent / 2048;
    for (const [shown, real] of [
      [train, then.transform(material.train)],
      [test, then.transform(material.test)],
    ]) {
      assert.equal(shown.length, real.length);
      for (const [n, value] of shown.entries()) assert.ok(Math.abs(value - real[n]) <= half * 1.001);
    }
    assert.ok(Math.abs(testScore.accuracy - then.score(material.test).accuracy) < 1e-4);
    // Colours may differ where a boundary crosses a recorded cell.
    const places = Float32Array.from({ length: 2 * field.cells ** 2 }, (_, place) => {
      const cell = place >> 1;
      const along = place % 2 === 0 ? cell % field.cells : field.cells - 1 - Math.floor(cell / field.cells);
      return ((2 * along + 1) / field.cells - 1) * field.reach;
    });
    const sure = then.predictProbaLatent(places);
    const wrong = field.layer.filter((value, cell) => value > 0.5 !== sure[2 * cell + 1] > 0.5).length;
    assert.ok(wrong < 0.03 * field.cells ** 2, `${wrong} of ${field.cells ** 2}`);
    then.dispose();
  }
  model.dispose();
});
