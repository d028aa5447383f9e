// The state of the page without a browser: what is chosen, loaded, trained and shown, and how they are tied together.
import assert from 'node:assert/strict';
import { afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { becomes } from './support.mjs';

let App, Choices, Loaded, openModel, explain, finished, initialOf, defaultReading, importTable;
const opened = [];
before(async () => {
  const loaded = await loadModules(
    '/app/app.svelte.ts',
    '/app/choices.svelte.ts',
    '/app/loaded.svelte.ts',
    '/app/open-model.ts',
    '/training/explain.ts',
    'draw/field.ts',
    '/data/state.ts',
    '/data/import-table.ts',
  );
  [
    { App },
    { Choices },
    { Loaded },
    { openModel },
    { explain },
    { finished },
    { initialOf },
    { defaultReading, importTable },
  ] = loaded.modules;
});
afterEach(async () => {
  for (const loaded of opened.splice(0)) await loaded.trainer?.close();
});

/** An address bar that remembers what was written; `reload` counts. */
function barOf(hash = '') {
  return {
    page: 'http://here/',
    hash: hash && `#${hash}`,
    entries: 0,
    reloads: 0,
    write(next, entry) {
      this.hash = next && `#${next}`;
      if (entry) this.entries++;
    },
    reload() {
      this.reloads++;
    },
  };
}

const brief = 'v=1&a=iris&k=2&e=60&p=full';

/** The page with what `hash` says, trained to its end. */
async function open(hash = brief, calm = false) {
  const bar = barOf(hash);
  const app = new App(bar, calm);
  opened.push(app.loaded);
  await app.open(4);
  if (!app.choices.waitsForTable) await ended(app);
  return { app, bar };
}
const ended = ({ trained, results }) =>
  becomes(
    () =>
      results.outcome !== undefined &&
      trained.picked === undefined &&
      trained.frameOf('trip') === trained.track('trip')?.newest,
    true,
    { what: 'the end' },
  );
const rows = (count, columns = (n) => [n % 7, (n * 37) % 11, n % 2 ? 'yes' : 'no']) =>
  ['a,b,kind', ...Array.from({ length: count }, (_, n) => columns(n).join(','))].join('\n');
const choice = { target: 'kind', task: 'classification', missing: 'refuse', categories: 'refuse' };

test('choices: a link is read, values that do not fit its data are replaced, and the address has the chosen values', () => {
  const bar = barOf('v=1&a=network&me=accuracy&l=0.5&q=wide');
  const choices = new Choices(bar);
  assert.equal(choices.state.lambda, 0.5);
  assert.equal(choices.state.measure, 'loss');
  assert.deepEqual(
    choices.problems.map(({ code, part }) => [code, part]),
    [
      ['refusedNumber', 'q=wide'],
      ['refusedChoice', 'me=accuracy'],
    ],
  );
  assert.deepEqual(choices.methods, ['tucker', 'trip']);
  choices.change({ epochs: 70 });
  choices.write(true);
  assert.equal(bar.hash, '#v=1&a=network&l=0.5&e=70');
  assert.equal(bar.entries, 1);
});

test('choices: settings that the author of a link locks stay, and are named', () => {
  const choices = new Choices(barOf('v=1&lk=l.e'));
  const { lambda } = choices.state;
  choices.change({ lambda: 5, hiddenWidth: 4 });
  assert.deepEqual([choices.state.lambda, choices.state.hiddenWidth], [lambda, 4]);
  assert.deepEqual(choices.kept, ['lambda']);
  assert.ok(choices.isLocked('epochs') && !choices.isLocked('hiddenWidth'));
});

test('choices: another address is followed, the same one is not, and other locks reload the page', () => {
  const bar = barOf('v=1&l=0.5');
  const choices = new Choices(bar);
  assert.equal(choices.follow(), false);
  bar.hash = '#v=1&l=0.7&i=1&f=0123456789abcdef';
  assert.equal(choices.follow(), true);
  assert.deepEqual([choices.state.lambda, choices.picked, choices.expected], [0.7, 1, '0123456789abcdef']);
  choices.forget();
  assert.deepEqual([choices.picked, choices.expected], [undefined, undefined]);
  bar.hash = '#v=1&lk=l';
  assert.equal(choices.follow(), false);
  assert.equal(bar.reloads, 1);
});

test('loaded: data are computed once for all settings that do not affect them', async () => {
  const loaded = new Loaded();
  opened.push(loaded);
  assert.equal(await loaded.open(4), true);
  const { entry } = new Choices(barOf('v=1&a=rings'));
  const settings = initialOf('rings');
  const first = await loaded.material(entry, settings);
  assert.equal(loaded.material(entry, { ...settings, lambda: 5 }), first);
  assert.notEqual(await loaded.material(entry, { ...settings, dataSeed: 5 }), first);
  loaded.dropMaterial();
  assert.notEqual(await loaded.material(entry, settings), first);
  const model = await loaded.fitBeside(first.train, { epochs: 1, restarts: 1 }, new AbortController().signal);
  assert.equal(model.options.epochs, 1);
  model.dispose();
});

test('loaded: without WebAssembly the page says so and computes nothing', async () => {
  const { WebAssembly } = globalThis;
  const loaded = new Loaded();
  try {
    delete globalThis.WebAssembly;
    assert.equal(await loaded.open(4), false);
  } finally {
    globalThis.WebAssembly = WebAssembly;
  }
  assert.deepEqual([loaded.broken.code, loaded.computes], ['noWebAssembly', false]);
});

test('trained: the chosen settings are trained once, and a failure to load data is reported', async () => {
  const { app } = await open();
  const { trained, loaded, choices } = app;
  const { starts } = trained;
  assert.equal(starts.length, 2);
  assert.equal(trained.now, 60);
  trained.begin();
  assert.equal(trained.starts, starts, 'nothing has changed');
  trained.back();
  assert.deepEqual([trained.now, trained.lookingBack], [50, true]);
  choices.state = { ...choices.state, dataSeed: 5 };
  loaded.material = () => Promise.reject(new Error('gone'));
  trained.begin();
  await becomes(() => loaded.broken, { code: 'noData', message: 'gone' });
});

test('shown: pictures store their scores, and the selected sample and the turning are separate from the settings', async () => {
  const { app } = await open();
  const { shown, trained } = app;
  assert.equal(shown.drawn, false);
  const draw = (method) => {
    const view = { stage: trained.stage, frame: trained.frameOf(method), look: shown.lookFrom, cells: 24 };
    return finished(shown.picture(method, view));
  };
  const picture = draw('trip');
  assert.equal(shown.drawn, false, 'the panels show their scores together');
  for (const method of ['pca', 'lda']) draw(method);
  assert.ok(shown.drawn);
  assert.equal(shown.scores.trip.testScore.accuracy, picture.testScore.accuracy);
  assert.equal(shown.still, true);
  shown.selected = { set: 'test', index: 2 };
  const stop = shown.explain(explain);
  await becomes(() => shown.reading?.complete, true);
  stop();
  assert.equal(shown.explaining, false);
  assert.deepEqual(shown.sceneOf('trip').rings, [shown.selected]);
  shown.turn(false);
  assert.equal(shown.still, false);
  await becomes(() => shown.still, true, { what: 'rest after a turn' });
  app.newStart();
  assert.equal(shown.selected, undefined, 'a sample of another training');
  await ended(app);
});

test('results: the outcome of each training, the comparison with the link, and a saved model among the starts', async () => {
  const { app } = await open();
  const { results, trained } = app;
  assert.deepEqual(
    results.outcome.map(({ method }) => method),
    ['pca', 'lda', 'trip'],
  );
  assert.equal(results.divergence, undefined);
  assert.equal(results.sameResult, undefined);
  assert.equal(results.curves.epochs.length, 60);
  const same = await open(`${brief}&f=${results.fingerprint}`);
  assert.equal(same.app.results.sameResult, true);
  const other = await open(`${brief}&f=0123456789abcdef`);
  assert.equal(other.app.results.sameResult, false);
  const saved = new Blob([results.withShown((model) => JSON.stringify(model))]);
  assert.equal((await openModel(app, saved)).otherData, false);
  assert.equal(trained.starts.length, 3);
  const wine = await open('v=1&a=wine&k=1&e=10&p=full');
  await assert.rejects(openModel(wine.app, saved), ({ reason }) => reason.code === 'otherShape');
});

test('results: divergence is reported, and half the learning rate retrains', async () => {
  const { app } = await open('v=1&a=iris&k=1&e=60&p=full&r=100000000000');
  assert.ok(app.results.divergence.broken.some(({ method }) => method === 'trip'));
  app.halveLearningRate();
  assert.equal(app.state.learningRate, 5e10);
  await ended(app);
});

test('the page: the learning rate is halved at the epoch shown, in two parts, unless the number of epochs is locked', async () => {
  const { app, bar } = await open();
  const rate = app.state.learningRate;
  app.trained.seek(30);
  assert.equal(app.branchable, 30);
  app.halveFrom(30);
  assert.deepEqual([app.state.learningRate, app.choices.branch], [rate / 2, { epoch: 30, rate }]);
  assert.ok(bar.hash.includes(`fr=30~${rate}`));
  await becomes(() => app.trained.finished && app.trained.chosen !== undefined, true);
  assert.equal(app.trained.now, 30, 'it is shown from there');
  const kept = await open(`${brief}&lk=e`);
  assert.equal(kept.app.endKept, true);
  assert.equal(kept.app.branchable, undefined);
});

test('the page: a drag is one entry of the history, and other settings discard the picked start', async () => {
  const { app, bar } = await open();
  app.pick(trainedOther(app));
  assert.match(bar.hash, /&i=\d$/);
  const before = bar.entries;
  for (const value of [0.02, 0.03, 0.05]) app.set('lambda', value, false);
  app.set('lambda', 0.05, true);
  assert.equal(bar.entries, before + 1);
  assert.doesNotMatch(bar.hash, /&i=/);
  await ended(app);
  app.goOn();
  assert.equal(app.state.epochs, 60 + app.choices.moreEpochs);
  bar.hash = `#${brief}`;
  app.followAddress();
  assert.equal(app.state.epochs, 60);
  await ended(app);
});
const trainedOther = ({ trained }) => (trained.chosen === 0 ? 1 : 0);

test('the page: a link to a table waits for the table, and trains on it when it is loaded', async () => {
  const { app } = await open('v=1&a=own&k=1&e=20&p=full&ft=0123456789abcdef&g=7');
  assert.equal(app.choices.waitsForTable, true);
  assert.equal(app.trained.stage, undefined);
  const own = await importTable(rows(60), 'table', defaultReading, choice);
  app.useOwn(own);
  await ended(app);
  assert.equal(app.choices.sameTable, false);
  assert.equal(app.choices.table, own.fingerprint);
  assert.deepEqual(app.choices.problems, [{ code: 'clamped', part: 'g=7', low: 0, high: 1, used: '1' }]);
  for (const [text, code] of [
    [rows(5), 'tooFew'],
    [rows(60, (n) => [n, n, 'yes']), 'oneClass'],
    [rows(60, (n) => [1, 2, n % 2]), 'allConstant'],
  ]) {
    await assert.rejects(importTable(text, 'table', defaultReading, choice), ({ reason }) => {
      assert.equal(reason.code, code);
      return true;
    });
  }
});
