// Settings, links, the figures of the path and the code that the page saves, without a browser.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { root } from './support.mjs';

const { modules } = await loadModules(
  '/link/audience.ts',
  '/data/import-table.ts',
  '/training/recording.ts',
  '/data/exports.ts',
  '/text/snippet.ts',
  '/training/fit-options.ts',
  '/text/speak.ts',
  '/lessons/lessons.ts',
  '/link/state.ts',
  '/data/catalogue.ts',
  '/text/en/help.ts',
  '/data/state.ts',
  '/link/address.ts',
  '/text/describe-problem.ts',
  '/text/describe-lessons.ts',
  '/moving.ts',
);
const [audiences, own, replay, exported, snippet, options, language, lessons, state, { catalogue }, help, ...links] =
  modules;
const [{ addresses, initialOf, initialState }, { sealed }, { problemText }, lessonWords, { moving }] = links;
const trip = await loadTrip();
const ids = Object.keys(catalogue).filter((id) => id !== 'own');

test('every setting has its own key in a link, and a help text', () => {
  const keys = state.names.map((name) => state.properties[name].key);
  assert.equal(new Set([...keys, 'v', 'i', 'f', 'ft', 'sn']).size, keys.length + 5);
  for (const name of state.names) assert.ok(help.help[name]?.length > 20, name);
});

test('the opening is one of the fits with a pinned fingerprint', async () => {
  const pinned = JSON.parse(readFileSync(join(root, 'tests', 'fingerprints.json'))).opening;
  const settings = initialState;
  assert.equal(settings.dataSeed, pinned.spiral.seed);
  const material = await catalogue.spiral.load(trip, settings);
  const asked = options.fitOptions(settings, material, 'trip');
  const model = trip.fit(material.train, { ...asked, epochs: 0 });
  const used = { ...model.options, epochs: asked.epochs };
  model.dispose();
  for (const [name, value] of Object.entries(pinned.options)) assert.deepEqual(used[name], value, name);
});

test('any settings of any data survive their own link, in at most 600 safe characters', () => {
  for (const data of ids) {
    const wanted = { ...initialOf(data), data };
    for (const name of state.names) {
      const property = state.properties[name];
      if (name === 'data') continue;
      if (property.kind === 'flag') wanted[name] = !wanted[name];
      else if (property.kind === 'choice') wanted[name] = property.choices.at(-1);
      else wanted[name] = property.kind === 'integer' ? property.max : property.max / 3;
    }
    const branch = { epoch: 19999, rate: 0.0012345 };
    const hash = addresses.format(wanted, {
      branch,
      start: 7,
      fingerprint: '0123456789abcdef',
      table: 'fedcba9876543210',
      sample: { set: 'test', index: 99998 },
      marks: 'nBU80',
    });
    assert.match(hash, /^[A-Za-z0-9._~=&-]{1,600}$/);
    const read = addresses.parse(`#${hash}`);
    assert.deepEqual(read, {
      state: wanted,
      branch,
      start: 7,
      fingerprint: '0123456789abcdef',
      resultVersion: trip.resultVersion,
      table: 'fedcba9876543210',
      sample: { set: 'test', index: 99998 },
      marks: 'nBU80',
      moves: [],
      audience: { embed: false, noAnswers: false, hidden: [], locked: [] },
      problems: [],
    });
  }
});

test('a link keeps hidden and locked controls; it has settings by key, buttons and parts by name', () => {
  const audience = { embed: true, noAnswers: true, hidden: ['play', 'charts'], locked: ['lambda', 'epochs'] };
  const hash = addresses.format(initialOf('spiral'), { audience });
  assert.equal(hash, 'v=1&em=1&na=1&hi=play.charts&lk=l.e');
  assert.deepEqual(addresses.parse(hash).audience, audience);
  assert.deepEqual(addresses.parse(hash).problems, []);
});

test('opening a figure keeps the settings of hidden and locked controls, and names them', () => {
  const now = initialOf('spiral');
  const opened = { ...now, lambda: 0.02, hiddenLayers: 1, epochs: 500 };
  const open = (audience, next = opened) => audiences.permitted(now, next, { hidden: [], locked: [], ...audience });
  assert.deepEqual(open({}), { values: opened, kept: [] });
  for (const list of ['hidden', 'locked']) {
    const { values, kept } = open({ [list]: ['lambda', 'hiddenWidth', 'play', 'charts'] });
    assert.deepEqual(kept, ['lambda']);
    assert.deepEqual({ ...now, ...values }, { ...opened, lambda: now.lambda });
    assert.ok(!('hiddenWidth' in values));
  }
  assert.deepEqual(open({ hidden: ['hiddenLayers'], locked: ['epochs'] }).kept, ['hiddenLayers', 'epochs']);
  // A part that is hidden as a whole locks nothing: its settings may still change.
  assert.deepEqual(open({ hidden: ['settings'] }).kept, []);
  // Settings for other data do not apply when the data stay.
  const wine = initialOf('wine');
  assert.deepEqual(open({ locked: ['data', 'lambda'] }, wine), { values: {}, kept: ['data'] });
  assert.deepEqual(open({ locked: ['data'] }).values.hiddenLayers, 1);
});

test('a link that was cut anywhere is reported, a whole one is not', () => {
  const hash = addresses.format({ ...initialOf('wine'), epochs: 250 }, { start: 1, fingerprint: '0123456789abcdef' });
  const link = sealed(hash);
  assert.deepEqual(addresses.parse(link).problems, []);
  assert.deepEqual(addresses.parse(link).state, addresses.parse(hash).state);
  for (let length = 'v=1.99&'.length; length < link.length; length++) {
    assert.match(addresses.parse(link.slice(0, length)).problems.map(problemText).join(), /cut or changed/);
  }
  assert.equal(sealed(''), '');
});

test('a link of data alone is short and has their defaults', () => {
  for (const data of ids) {
    const hash = addresses.format(initialOf(data));
    assert.equal(hash, data === 'spiral' ? '' : `v=1&a=${data}`);
    assert.deepEqual(addresses.parse(hash).state, initialOf(data));
  }
});

/** All percentages and angles of a text, in no order. */
const figuresIn = (text) => (text.match(/[\d.]+(%|°)/g) ?? []).sort();

/** Required results of each step of the path: when they change, the text of the step must change. */
const shown = [1, 2, 0, 1, 2, 0, 1, 2, 1, 2];

test('every figure of the lessons supports its text, with its own numbers and in every language', async () => {
  assert.equal(lessons.steps.length, state.properties.pathStep.max);
  const trainer = await createTrainer({ trip, workers: 1, local: true });
  const work = { fit: (data, options) => trip.fit(data, options), trainer };
  for (const [at, step] of lessons.steps.entries()) {
    const results = await lessons.runStep(trip, step, work, new AbortController().signal);
    const shows = step.finding(results);
    const told = lessonWords.findingText(shows);
    await language.speak('ja');
    const also = lessonWords.findingText(shows);
    assert.match(also, /[ぁ-ん]/, step.id);
    assert.doesNotMatch(also, /NaN|undefined|Infinity|–/, step.id);
    assert.deepEqual(figuresIn(also), figuresIn(told), step.id);
    await language.speak('en');
    assert.equal(step.answer(results), shown[at], `${step.id}: ${told}`);
    assert.doesNotMatch(told, /NaN|undefined|Infinity|–/, step.id);
    for (const { panel, test: score } of results) {
      assert.equal(panel.state.pathStep, state.properties.pathStep.initial);
      if (results.length < 4) assert.ok(told.includes((100 * score.accuracy).toFixed(1)), step.id);
      const link = addresses.format(panel.state, { start: panel.start });
      assert.deepEqual(addresses.parse(link).state, panel.state);
    }
  }
  await trainer.close();
});

test('the two figures of the step about axes show the starts with the lowest objective', async () => {
  const { panels } = lessons.steps.find(({ id }) => id === 'axes');
  for (const { state: settings, start } of panels) {
    const material = await catalogue[settings.data].load(trip, settings);
    const given = { ...options.fitOptions(settings, material, 'trip'), restarts: settings.restarts };
    const model = trip.fit(material.train, given);
    const objectives = model.restarts.map(({ objective }) => objective);
    assert.equal(objectives.length, 8);
    assert.equal(objectives.indexOf(Math.min(...objectives)), start, `${settings.ranks} axes: ${objectives}`);
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
    const table = await own.importTable(text, 'table.csv', own.defaultReading, choice);
    entries.push(['own', table.entry]);
  }
  try {
    await install(folder);
    for (const [id, entry] of entries) {
      const settings = { ...initialOf(id), epochs: 10, restarts: 2 };
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
      writeFileSync(join(folder, 'parts.mjs'), snippet.snippetOf(settings, given, { epoch: 4, rate: 0.02 }, 1));
      const both = await promisify(execFile)(process.execPath, ['parts.mjs'], { cwd: folder });
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
  const material = await catalogue.spiral.load(trip, initialState);
  const { restarts } = initialState;
  const fitting = { ...options.fitOptions(initialState, material, 'trip'), restarts, record: 401 };
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

test('the animation of the documentation is that of the recording, and ends with its end', () => {
  const text = readFileSync(join(root, 'docs', 'opening.svg'), 'utf8');
  const recording = JSON.parse(readFileSync(join(root, 'build', 'recording.json'), 'utf8'));
  assert.equal(moving(recording), text, 'npm run pictures writes it');
  assert.ok(text.length < 500_000, `${text.length} bytes`);
  // Code hosts show pictures that load and run nothing.
  assert.doesNotMatch(text, /<script|<foreignObject| on\w+=|href="(?!#|data:image\/png)/);
  for (const [, mode, values, times] of text.matchAll(/calcMode="(\w+)" values="([^"]*)" keyTimes="([^"]*)"/g)) {
    const at = times.split(';').map(Number);
    assert.equal(values.split(';').length, at.length);
    assert.deepEqual([at[0], at.toSorted((one, other) => one - other)], [0, at]);
    if (mode === 'linear') assert.equal(at.at(-1), 1);
  }
  const durations = new Set([...text.matchAll(/ dur="([^"]*)" repeatCount="indefinite"/g)].map(([, time]) => time));
  assert.deepEqual([...durations], ['10s']);
  // Without animation each sample stands where TRIP ends; with it, it comes there from the beginning.
  const pictures = replay.play(recording).get('trip');
  const [start, train] = [pictures[0].train, pictures.at(-1).train];
  const scale = 264 / (2 * recording.extent);
  const ways = [...text.matchAll(/x="([^"]*)" y="([^"]*)"><animateTransform [^>]*values="([^;]*);[^"]*;0 0(?:;0)+"/g)];
  assert.equal(ways.length, train.length / 2);
  for (const [n, [, x, y, first]] of ways.entries()) {
    const [dx, dy] = first.split(' ').map(Number);
    const places = [Number(x), Number(y), Number(x) + dx, Number(y) + dy];
    const wanted = [train, start].flatMap((at) => [132 + at[2 * n] * scale, 132 - at[2 * n + 1] * scale]);
    for (const [axis, place] of places.entries()) assert.ok(Math.abs(place - wanted[axis]) < 0.11);
  }
});
