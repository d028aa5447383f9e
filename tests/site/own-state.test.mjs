// Opened models, answers of links and tables of the dialogue, without a browser.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';

let App, openModel, TableImport, TableFile, questions, Refusal;
const opened = [];
before(async () => {
  const { modules } = await loadModules(
    '/app/app.svelte.ts',
    '/app/open-model.ts',
    '/app/table-import.svelte.ts',
    '/data/table.ts',
    '/teaching/questions.ts',
    '/data/refusal.ts',
  );
  [{ App }, { openModel }, { TableImport }, { TableFile }, { questions }, { Refusal }] = modules;
});
after(() => Promise.all(opened.map(({ loaded }) => loaded.trainer?.close())));

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
async function until(is) {
  for (let tries = 0; tries < 2000 && !is(); tries++) await pause(10);
  assert.ok(is(), `${is}`);
}
const barOf = (hash) => ({
  page: 'http://localhost/',
  hash: `#${hash}`,
  write(next) {
    this.hash = next && `#${next}`;
  },
  reload() {},
});
async function pageOf(hash) {
  const bar = barOf(hash);
  const app = new App(bar, true);
  await app.open(2);
  opened.push(app);
  await until(() => app.results.fingerprint !== undefined);
  return { app, bar };
}
const fileOf = (app, options) => {
  const model = app.loaded.trip.fit(app.trained.data.train, { restarts: 1, seed: 99, ...options });
  const file = new Blob([JSON.stringify(model)]);
  const { fingerprint } = model;
  model.dispose();
  return { file, fingerprint };
};

test('a link beside an opened model names the start of the settings, and no result of another training', async () => {
  const { app, bar } = await pageOf('v=1&a=iris&k=2&e=20&p=full');
  await until(() => app.trained.chosen !== undefined && app.trained.shownStart === app.trained.chosen);
  const own = app.results.fingerprint;
  assert.match(app.link, new RegExp(`f=${own.slice(0, 8)}`));
  const { file, fingerprint } = fileOf(app, { epochs: 30 });
  await openModel(app, file);
  await until(() => app.results.fingerprint === fingerprint);
  assert.doesNotMatch(app.link, /[&#]f=/);
  const receiver = await pageOf(app.link.replace(/.*#/, ''));
  assert.notEqual(receiver.app.results.sameResult, false);

  app.pick(0);
  app.pick(2);
  assert.doesNotMatch(bar.hash, /[&#]i=/);
  app.endAt(40);
  await until(() => app.results.fingerprint !== undefined && app.trained.finished);
  assert.ok(app.trained.shownStart === undefined || app.trained.shownStart < 2, `${app.trained.shownStart}`);
  assert.ok(app.trained.starts.every(({ index }) => index < 2));
});

test('an opened model is never the start with the lowest objective, and no start replaces it', async () => {
  for (const halving of ['', '&hv=1']) {
    const { app } = await pageOf(`v=1&a=iris&k=3&e=1500&p=full${halving}`);
    // Its objective lacks the reconstruction, so that it is the lowest.
    const { file } = fileOf(app, { epochs: 300, lambda: 0 });
    await openModel(app, file);
    const at = app.trained.starts.length - 1;
    assert.equal(at, 3);
    await until(() => app.trained.chosen !== undefined);
    assert.ok(app.trained.chosen < 3);
    assert.equal(app.trained.starts[at].state, 'done');
    assert.ok(app.trained.starts[at].report.objective < app.trained.starts[app.trained.chosen].report.objective);
  }
});

test('going back to the address of answers does not undo later ones', async () => {
  const start = 'v=1&p=full&ls=3&an=0-1&nm=Ann';
  const bar = barOf(start);
  const app = new App(bar, true);
  const [first, second] = questions.map(({ id }) => id);
  await until(() => app.answers.of(first) !== undefined);
  assert.equal(app.answers.of(first), 0);
  app.answers.give(first, 1);
  app.answers.give(second, 2);
  app.set('pathStep', 4, true);
  bar.hash = `#${start}`;
  app.followAddress();
  await pause(100);
  assert.deepEqual([app.answers.of(first), app.answers.of(second)], [1, 2]);
  // Answers of another link are new.
  bar.hash = '#v=1&p=full&ls=3&an=2-1&nm=Bob';
  app.followAddress();
  await until(() => app.answers.of(first) === 2);
});

const rows = [
  'a,b,kind,copy',
  ...Array.from({ length: 60 }, (_, n) => `${n % 7},${(n * 37) % 11},${n % 2 ? 'yes' : 'no'},${n % 2 ? 'p' : 'q'}`),
].join('\n');

test('a column that may be the answer itself is told after a cancelled reading too', async () => {
  const table = new TableImport(rows, 'x', async (source) => {
    const file = new TableFile(source);
    return {
      inspect: async (reading) => file.inspect(reading),
      answers: async (target) => file.answers(target),
      read: (...all) => file.read(...all),
      close() {},
    };
  });
  await table.inspect();
  table.choose('kind');
  await until(() => table.answers.length > 0);
  assert.deepEqual(table.answers, ['copy']);
  table.cancel();
  table.choose('copy');
  table.choose('kind');
  await until(() => table.answers.length > 0);
  assert.deepEqual(table.answers, ['copy']);
});

test('a table whose worker ran out of memory is opened again', async () => {
  let openings = 0;
  const table = new TableImport(rows, 'x', async (source) => {
    const file = new TableFile(source);
    const dead = ++openings === 1;
    return {
      inspect: async (reading) => {
        if (dead) throw new Refusal({ code: 'noMemory' });
        return file.inspect(reading);
      },
      answers: async (target) => file.answers(target),
      read: (...all) => file.read(...all),
      close() {},
    };
  });
  await table.inspect();
  assert.ok(table.error instanceof Refusal);
  await table.inspect();
  assert.equal(openings, 2);
  assert.equal(table.error, undefined);
  assert.equal(table.target, 'copy');
});
