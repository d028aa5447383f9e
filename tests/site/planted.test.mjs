// Markup and scripts planted in every text that a reader can bring in (columns, classes, names of files, links, model files) stay text: on the
// hosted page, in the page as one file, in a sandboxed frame, and in the files that the page saves.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Papa from 'papaparse';
import { serve } from '../../build-scripts/serve.mjs';
import { arm, found, planted, plantedTable, texts } from './planted.mjs';
import { button, follow, root, saved, shows, startBench, until } from './support.mjs';

let bench;
const folder = mkdtempSync(join(tmpdir(), 'trip-planted-'));
before(async () => {
  bench = await startBench();
});
after(async () => {
  await bench.stop();
  rmSync(folder, { recursive: true });
});

const hash = '#v=1&k=2&e=60&p=full&hl=en';
const { names, classes, csv } = plantedTable();
const clean = async (page, heard, what) => {
  assert.deepEqual(await page.evaluate(found), [], what);
  assert.deepEqual(heard, [], what);
};

/** Opens the planted table under a planted name, trains it, and explains a sample. `page` may be a frame. */
async function bringTable(page) {
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  const name = `${planted.image}${planted.attribute}.csv`.replaceAll('/', '');
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.locator('form[aria-busy=false]').waitFor();
  const target = dialog.getByRole('combobox', { name: /^Column to predict/ });
  await target.selectOption(await target.locator('option').last().getAttribute('value'));
  assert.deepEqual(await page.evaluate(found), [], 'the preview');
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The texts of the table that are on the page, as text. */
const shownOf = (page, all) =>
  page.evaluate((all) => {
    const text = document.body.textContent;
    return all.filter((one) => text.includes(one));
  }, all);

const places = {
  'the hosted page': () => bench.open(hash, { wait: 'end', own: true, prepare: (page) => page.addInitScript(arm) }),
  'the page as one file': () =>
    bench.open(hash, {
      address: pathToFileURL(join(root, 'site', 'trip.html')).href,
      wait: 'end',
      own: true,
      prepare: (page) => page.addInitScript(arm),
    }),
};

for (const [place, open] of Object.entries(places)) {
  test(`${place}: a table, its preview, training, explanation and saved files`, async () => {
    const { page, heard } = await open();
    await bringTable(page);
    await until.end(page);
    await page.locator('[data-method=trip] .plot').press('ArrowRight');
    await page.locator('[data-method=trip] .plot').press('Enter');
    await page.locator('.sample table').waitFor();
    await page.locator('summary').evaluateAll((all) => {
      for (const one of all) one.click();
    });
    await until.drawn(page);
    assert.deepEqual(
      (await shownOf(page, [...names, ...classes])).sort(),
      [...names, ...classes].sort(),
      'shown as text',
    );
    await clean(page, heard, 'trained');

    const drawing = await saved(page, button(page, 'Drawing (SVG)'));
    await checkPicture(drawing);
    checkTable(await saved(page, button(page, 'Points (CSV)')));
    const model = await saved(page, button(page, 'Model (JSON)'));
    await checkModels(page, JSON.parse(model));
    await clean(page, heard, 'models');
    await bench.tidy();
  });
}

/** The saved picture, as a document of its own and inside of a page. */
async function checkPicture(svg) {
  const path = join(folder, 'picture.svg');
  writeFileSync(path, svg);
  const context = await bench.browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(arm);
    const heard = [];
    page.on('console', (message) => heard.push(message.text()));
    page.on('dialog', (dialog) => heard.push(dialog.message()));
    await page.goto(pathToFileURL(path).href);
    assert.equal(await page.evaluate(() => document.documentElement.localName), 'svg', 'well-formed');
    assert.deepEqual(await page.evaluate(found), []);
    const elements = await page.evaluate(() => [
      ...new Set([...document.querySelectorAll('*')].map((one) => one.localName)),
    ]);
    const known = [
      'svg',
      'g',
      'defs',
      'title',
      'desc',
      'rect',
      'path',
      'circle',
      'line',
      'text',
      'tspan',
      'image',
      'use',
      'clipPath',
      'polygon',
      'polyline',
      'linearGradient',
      'stop',
      'style',
    ];
    assert.deepEqual(
      elements.filter((one) => !known.includes(one)),
      [],
    );
    // Names are shortened where they are long.
    assert.match(await page.evaluate(() => document.documentElement.textContent), /<img src=x|=HYPERLINK|\]\]>/);
    await page.goto('about:blank');
    await page.setContent(`<main>${svg.replace(/^<\?xml.*?\?>/, '')}</main>`);
    assert.deepEqual(await page.evaluate(found), [], 'inline');
    assert.deepEqual(heard, []);
  } finally {
    await context.close();
  }
}

/** No cell of the saved table is a formula, and its numbers are numbers, negative ones too. */
function checkTable(text) {
  const { data } = Papa.parse(text.trim());
  const cells = data.flat();
  for (const cell of cells.filter((one) => /^[=+\-@\t\r\n]/.test(one))) assert.ok(Number.isFinite(Number(cell)), cell);
  assert.ok(cells.includes(`'${planted.formula}`), 'the class is prefixed');
  assert.ok(
    cells.some((cell) => Number(cell) < 0),
    'negative numbers',
  );
}

/** Model files with planted texts, and one with a planted name: the page tells what is wrong with them, as text. */
async function checkModels(page, model) {
  const open = async (name, content) => {
    const input = page.locator('[data-part=share] input[type=file]').first();
    await input.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    const start = name.slice(0, 30);
    await page.waitForFunction(
      (start) => document.querySelector('[data-part=share]').textContent.includes(start),
      start,
    );
  };
  const name = (n) => `${n} ${planted.image}${planted.script}.json`.replaceAll('/', '');
  await open(name(1), JSON.stringify(model));
  await open(name(2), planted.script);
  await open(name(3), JSON.stringify({ ...model, format: planted.image, version: planted.script }));
  await open(name(4), JSON.stringify({ ...model, fingerprint: planted.image }));
  await open(name(5), JSON.stringify({ ...model, spec: { ...model.spec, [planted.image]: planted.foreign } }));
  await open(name(6), JSON.stringify(Object.fromEntries(Object.keys(model).map((key) => [key, planted.section]))));
}

test('a sandboxed frame in the page of another origin', async () => {
  const server = await serve(join(root, 'site'));
  const src = `${server.url}trip.html${hash}&em=1`;
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Course</title><link rel="icon" href="data:,"><iframe sandbox="allow-scripts" width="1000" height="900" src="${src}"></iframe>`,
  );
  const course = await serve(folder);
  const context = await bench.browser.newContext({ viewport: { width: 1100, height: 950 } });
  try {
    await context.addInitScript(arm);
    const page = await context.newPage();
    const heard = [];
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(error.message));
    await page.goto(course.url);
    const frame = await (await page.waitForSelector('iframe')).contentFrame();
    const ended = () =>
      frame.waitForFunction(() => /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent));
    await ended();
    await bringTable(frame);
    await frame.waitForFunction((name) => document.querySelector('.legend')?.textContent.includes(name), classes[0]);
    await ended();
    assert.equal(await frame.evaluate(() => origin), 'null');
    assert.ok((await shownOf(frame, classes)).length === classes.length);
    assert.deepEqual(await frame.evaluate(found), []);
    assert.deepEqual(await page.evaluate(found), []);
    assert.deepEqual(heard, []);
  } finally {
    await context.close();
    await Promise.all([server.close(), course.close()]);
  }
});

test('links: values, names of settings, names of students, unknown parts', async () => {
  const name = (text) => `~${Buffer.from(text.slice(0, 30)).toString('base64url')}`;
  const start = '#v=1&k=1&e=20&p=full&hl=en';
  const { page, heard } = await bench.open(start, {
    wait: 'end',
    own: true,
    prepare: (page) => page.addInitScript(arm),
  });
  for (const text of texts) {
    const part = encodeURIComponent(text);
    for (const [more, notice] of [
      // A link has few characters; all others make it a damaged one, which quotes nothing.
      [`&a=${part}&hi=${part}&${part}=${part}`, /link is damaged/],
      [`&a=${text.replaceAll('&', '')}`, /link is damaged/],
      [`&ls=10&an=----------1&nm=${name(text)}&l=planted&em=javascript`, /planted.*javascript|javascript.*planted/],
    ]) {
      await follow(page, `${start}${more}`.slice(0, 590));
      await shows(page, '[data-notice=link]', notice);
      await clean(page, heard, text);
    }
  }
  await bench.tidy();
});

test('the list of a class', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50&ls=10', {
    wait: 'end',
    own: true,
    prepare: (page) => page.addInitScript(arm),
  });
  await page.locator('[data-control=classLink] summary').first().click();
  await page.waitForSelector('.maker');
  await button(page, 'Answers of your class').click();
  const lines = texts.map((text) => `10:31 ${text}: https://example.org/#v=1&an=1`);
  await page.getByLabel('Links of your students').fill(lines.join('\n'));
  const table = page.locator('[data-value=class-answers]');
  await table
    .locator('tbody tr')
    .nth(texts.length - 1)
    .waitFor();
  await clean(page, heard, 'the list');
  const rows = Papa.parse((await saved(page, button(page, 'Save the answers (CSV)'))).trim()).data;
  for (const cell of rows.flat()) assert.doesNotMatch(cell, /^[=+@\t\r\n]/);
  await bench.tidy();
});
