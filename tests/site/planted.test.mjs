// Markup and scripts planted in every text that a reader can bring in (columns, classes, names of files and arrays, links, lists of a class,
// model files) stay text: on the hosted page, in the page as one file, in a sandboxed frame with the page or the tool alone, and in the files
// that these save. Plans are read by the command alone.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Papa from 'papaparse';
import { serve } from '../../build-scripts/serve.mjs';
import { writeNpy } from '../../dist/formats.js';
import { zipOf } from '../formats/zip.mjs';
import { arm, found, planted, plantedTable, texts } from './planted.mjs';
import { button, control, follow, root, saved, shows, startBench } from './support.mjs';

let bench, server, course;
const folder = mkdtempSync(join(tmpdir(), 'trip-planted-'));
before(async () => {
  bench = await startBench();
  server = await serve(join(root, 'site'));
  course = await serve(folder);
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Course</title><link rel="icon" href="data:,">
<iframe sandbox="allow-scripts allow-downloads" width="1000" height="900"></iframe>
<script>document.querySelector('iframe').src = '${server.url}trip.html' + location.hash</script>`,
  );
});
afterEach(() => bench.tidy());
after(async () => {
  await bench.stop();
  await Promise.all([server.close(), course.close()]);
  rmSync(folder, { recursive: true });
});

const { names, classes, csv } = plantedTable();
const armed = { own: true, prepare: (page) => page.addInitScript(arm) };

/** Where the page runs: itself or a frame, the tab that holds it, and the errors of both. */
async function inTab(hash, options) {
  const { page, heard } = await bench.open(hash, { wait: 'picture', ...armed, ...options });
  return { page, tab: page, heard };
}
async function inFrame(hash) {
  const { page: tab, heard } = await bench.open(hash, { wait: null, address: course.url, ...armed });
  const page = await (await tab.waitForSelector('iframe')).contentFrame();
  await page.waitForFunction(() => performance.getEntriesByName('first picture').length > 0);
  assert.equal(await page.evaluate(() => origin), 'null');
  // The frame belongs to another origin.
  const own = (one) => one === `foreign: ${server.url}trip.html`;
  return { page, tab, heard: { toJSON: () => heard.filter((one) => !own(one)) } };
}
/** `alone` is the tool without the parts of the page that share and explore. */
const places = {
  'the hosted page': { open: (hash) => inTab(hash) },
  'the page as one file': {
    open: (hash) => inTab(hash, { address: pathToFileURL(join(root, 'site', 'trip.html')).href }),
  },
  'a sandboxed frame in the page of another origin': { open: inFrame },
  'the tool alone in a sandboxed frame': { open: (hash) => inFrame(`${hash}&em=1`), alone: true },
};

async function clean({ page, tab, heard }, what) {
  assert.deepEqual(await page.evaluate(found), [], what);
  assert.deepEqual(await tab.evaluate(found), [], what);
  assert.deepEqual(JSON.parse(JSON.stringify(heard)), [], what);
}
const save = ({ page, tab }, name) => saved(tab, button(page, name));
const ended = (page) =>
  page.waitForFunction(
    () =>
      /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent) &&
      document.querySelector('.axes[aria-busy=false]'),
  );

/** Brings in the planted table as a text, arrays with planted names, and the table as a file with a planted name, which it trains. */
async function bringTable(place) {
  const { page } = place;
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  const ready = () => dialog.locator('form[aria-busy=false]').waitFor();
  await dialog.getByLabel('Pasted table').fill(csv);
  await dialog.getByLabel('Pasted table').blur();
  await shows(dialog, '[data-value=detected]', /^80 rows/);
  await clean(place, 'a pasted table');
  const name = (ending) => `${planted.image}${planted.attribute}.${ending}`.replaceAll('/', '');
  const offer = async (ending, mimeType, buffer) => {
    await dialog.locator('input[type=file][accept*=".csv"]').setInputFiles({ name: name(ending), mimeType, buffer });
    await ready();
  };
  const content = writeNpy({ values: Float64Array.of(1, 2, 3, 4), shape: [2, 2] });
  await offer('npz', 'application/zip', zipOf(texts.map((text) => ({ name: `${text}.npy`, content }))));
  await dialog.locator('option', { hasText: planted.image }).first().waitFor({ state: 'attached' });
  await clean(place, 'arrays');
  await offer('csv', 'text/csv', Buffer.from(csv));
  const target = dialog.getByRole('combobox', { name: /^Column to predict/ });
  await target.selectOption(await target.locator('option').last().getAttribute('value'));
  await clean(place, 'the preview');
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.waitForFunction((name) => document.querySelector('.legend')?.textContent.includes(name), classes[0]);
  await ended(page);
}

/** The texts of the table that are on the page, as text. */
const shownOf = (page, all) =>
  page.evaluate((all) => {
    const text = document.body.textContent;
    return all.filter((one) => text.includes(one));
  }, all);

for (const [where, { open, alone }] of Object.entries(places)) {
  test(`${where}: a table, its preview, training, explanation, test and saved files`, async () => {
    const place = await open('#v=1&k=2&e=60&p=full&hl=en&xf=2&xp=9&xb=10&gn=2');
    const { page } = place;
    await ended(page);
    await bringTable(place);
    await page.locator('[data-method=trip] .plot').press('ArrowRight');
    await page.locator('[data-method=trip] .plot').press('Enter');
    await page.locator('.sample table').waitFor();
    await page.locator('summary').evaluateAll((all) => {
      for (const one of all) one.click();
    });
    assert.deepEqual(
      (await shownOf(page, [...names, ...classes])).sort(),
      [...names, ...classes].sort(),
      'shown as text',
    );
    await clean(place, 'trained');
    checkTable(await save(place, 'Save weights (CSV)'), [3]);
    await button(page, 'Test it').click();
    await page.waitForSelector('[data-value=angles]');
    await page.locator('.assess progress').waitFor({ state: 'detached' });
    await clean(place, 'tested');
    checkTable(await save(place, 'Save the results (CSV)'), [3]);
    if (alone) return;
    await button(page, 'Train the grid').click();
    await shows(page, '[data-value=grid-said]', /^All/);
    await clean(place, 'a grid');
    const grid = await saved(place.tab, control(page, 'gridTable').getByRole('button').first());
    checkNumbers(Papa.parse(grid.trim()).data, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await checkPicture(await save(place, 'Drawing (SVG)'));
    checkTable(await save(place, 'Points (CSV)'));
    await checkModels(page, JSON.parse(await save(place, 'Model (JSON)')));
    await clean(place, 'models');
  });

  test(`${where}: links with planted values, names of settings, names of students and unknown parts`, async () => {
    const name = (text) => `~${Buffer.from(text.slice(0, 30)).toString('base64url')}`;
    const start = '#v=1&k=1&e=20&p=full&hl=en';
    const place = await open(start);
    const embed = alone ? '&em=1' : '';
    for (const text of texts) {
      const part = encodeURIComponent(text);
      for (const [more, notice] of [
        // A link has few characters; all others make it a damaged one, which quotes nothing.
        ...(alone ? [] : [[`&a=${part}&hi=${part}&${part}=${part}`, /link is damaged/]]),
        ...(alone ? [] : [[`&a=${text.replaceAll('&', '')}`, /link is damaged/]]),
        [`&ls=10&an=----------1&nm=${name(text)}&l=planted&na=javascript`, /planted.*javascript|javascript.*planted/],
      ]) {
        await follow(place.page, `${start}${embed}${more}`.slice(0, 590));
        await shows(place.page, '[data-notice=link]', notice);
        await clean(place, text);
      }
    }
  });

  if (alone) continue;
  test(`${where}: the list of a class`, async () => {
    const place = await open('#v=1&p=full&k=1&e=50&hl=en&ls=10');
    const { page } = place;
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
    await clean(place, 'the list');
    const rows = Papa.parse((await save(place, 'Save the answers (CSV)')).trim()).data;
    for (const cell of rows.flat()) assert.doesNotMatch(cell, /^[=+@\t\r\n]/);
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

/** Each cell of these columns is a number, or is empty; no cell is a formula. */
function checkNumbers([, ...rows], columns) {
  assert.ok(rows.length > 0);
  for (const row of rows) {
    for (const cell of row.filter((one) => /^[=+\-@\t\r\n]/.test(one))) assert.ok(Number.isFinite(Number(cell)), cell);
    for (const column of columns) assert.ok(Number.isFinite(Number(row[column])), `${row}: ${column}`);
  }
}

/** The formula that is a name, and a class, is text in the saved table, and numbers are numbers, negative ones too. */
function checkTable(text, columns = []) {
  const { data } = Papa.parse(text.trim());
  checkNumbers(data, columns);
  const cells = data.flat();
  assert.ok(cells.includes(`'${planted.formula}`), 'the formula is prefixed');
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
