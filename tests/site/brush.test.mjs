// Marking samples in the pictures: by pointer, keys and rules; in all pictures, in links and in saved files; what sets them apart.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  becomes,
  briefly,
  button,
  control,
  follow,
  hashOf,
  saved,
  shows,
  startBench,
  text,
  until,
  violations,
} from './support.mjs';
import { classTable, offer } from './tables.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const bar = (page) => page.locator('[data-twin=brush]');
const choose = async (page, mode) => {
  const toggle = button(page, 'Mark');
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await bar(page).locator(`input[value=${mode}]`).check();
  await page.locator('[data-method=trip] .layer').waitFor();
};
const layerOf = (page, method) => page.locator(`[data-method=${method}] .layer`);
/** Drags along places, in shares of the picture from the left and from the top. */
async function drag(page, method, places, key) {
  const layer = layerOf(page, method);
  await layer.scrollIntoViewIfNeeded();
  const box = await layer.boundingBox();
  const at = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
  if (key) await page.keyboard.down(key);
  await page.mouse.move(...at(places[0]));
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...at(place), { steps: 3 });
  await page.mouse.up();
  if (key) await page.keyboard.up(key);
}
async function openList(page) {
  await page.locator('summary', { hasText: 'List of the marked samples' }).click();
  await page.locator('[data-value=marked-list]').waitFor();
}
/** Number of marked samples. */
const marked = async (page) =>
  Number(/^\s*(\d+) of/.exec((await page.locator('[data-value=marked]').allTextContents())[0])?.[1] ?? 0);
const marks = (page, expected) => becomes(() => marked(page), expected, { what: 'the number of marked samples' });
const canvases = (page, part = '.plot') =>
  page.locator(`${part} canvas`).evaluateAll((all) => all.map((one) => one.toDataURL()));
/** The rows of the saved points as objects. */
async function pointsOf(page) {
  const [head, ...lines] = (await saved(page, button(page, 'Points (CSV)'))).trim().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at], cell])));
}
const codeOf = async (page) => /[&#]bm=([^&]*)/.exec(await hashOf(page))?.[1];

test('a rectangle marks what lies inside it, in all pictures, in the saved points and in the link', async () => {
  const { page, heard } = await bench.open(briefly, { wait: 'end' });
  const [plain, small] = [await canvases(page), await canvases(page, '[data-start]')];
  await choose(page, 'rectangle');
  await drag(page, 'trip', [
    [0.3, 0.3],
    [0.62, 0.6],
  ]);
  const count = await marks(page, (seen) => seen > 3);
  await until.drawn(page);
  for (const [at, picture] of (await canvases(page)).entries()) assert.notEqual(picture, plain[at], `panel ${at}`);
  for (const [at, picture] of (await canvases(page, '[data-start]')).entries())
    assert.notEqual(picture, small[at], `start ${at}`);
  const rows = await pointsOf(page);
  const chosen = rows.filter((row) => row.marked === '1');
  assert.equal(chosen.length, count);
  const box = ['z1', 'z2'].map((name) => chosen.map((row) => Number(row[name])));
  const within = rows.filter((row) =>
    ['z1', 'z2'].every(
      (name, axis) => Number(row[name]) >= Math.min(...box[axis]) && Number(row[name]) <= Math.max(...box[axis]),
    ),
  );
  assert.equal(within.length, count);
  assert.ok(rows.some((row) => row.marked === '0'));
  assert.match(await codeOf(page), /^Rt[\w-]{8}$/);

  const svg = await saved(page, button(page, 'Drawing (SVG)'));
  assert.match(svg, /opacity="0\.22"/);
  assert.match(svg, new RegExp(`${count} of ${rows.length} samples are marked`));

  const link = new URL(await page.getByLabel('Link to the current page').inputValue()).hash;
  const other = await bench.open(link, { wait: 'end' });
  await marks(other.page, count);
  assert.deepEqual(await pointsOf(other.page), rows);
  // Another view of the same samples needs their runs.
  await other.page.locator('[data-control=lambda] input[type=text]').fill('0.2');
  await other.page.locator('[data-control=lambda] input[type=text]').press('Enter');
  await becomes(() => codeOf(other.page), /^n/);
  await until.end(other.page);
  assert.deepEqual(
    (await pointsOf(other.page)).map((row) => row.marked),
    rows.map((row) => row.marked),
  );
  assert.deepEqual([...heard, ...other.heard], []);
});

test('a lasso; Shift adds, Alt removes; Back undoes, Escape clears; only a brush keeps touches from scrolling', async () => {
  const { page, heard } = await bench.open(`${briefly}&n=20`, { wait: 'end' });
  const touch = (selector) => page.locator(selector).evaluate((one) => getComputedStyle(one).touchAction);
  assert.equal(await touch('[data-method=pca] .plot'), 'pan-y');
  await choose(page, 'lasso');
  assert.equal(await touch('[data-method=pca] .layer'), 'none');
  const left = [
    [0.05, 0.05],
    [0.45, 0.05],
    [0.45, 0.95],
    [0.05, 0.95],
  ];
  const right = left.map(([x, y]) => [x + 0.42, y]);
  await drag(page, 'pca', left);
  const first = await marks(page, (seen) => seen > 0);
  await drag(page, 'pca', right, 'Shift');
  const both = await marks(page, (seen) => seen > first);
  await drag(page, 'pca', left, 'Alt');
  const rest = await marks(page, (seen) => seen < both);
  assert.ok(rest <= both - first);
  await page.goBack();
  await marks(page, both);
  await page.goBack();
  await marks(page, first);
  await bar(page).locator('select').first().selectOption('add');
  await drag(page, 'pca', right);
  await marks(page, both);
  await layerOf(page, 'pca').press('Escape');
  await marks(page, 0);
  assert.equal(await codeOf(page), undefined);
  // A click marks nothing.
  await layerOf(page, 'pca').click();
  await marks(page, 0);
  await button(bar(page), 'Done').click();
  await bar(page).waitFor({ state: 'detached' });
  await page.locator('.layer').first().waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.id), 'brush');
  assert.deepEqual(heard, []);
});

test('the keyboard sets corners; rules mark classes and wrong predictions, and invert', async () => {
  const { page, heard } = await bench.open(`${briefly}&n=20`, { wait: 'end' });
  await choose(page, 'rectangle');
  const layer = layerOf(page, 'trip');
  await layer.focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Enter'])
    await layer.press(key);
  for (let presses = 0; presses < 3; presses++)
    for (const key of ['Shift+ArrowRight', 'Shift+ArrowDown']) await layer.press(key);
  await becomes(() => layer.locator('[role=status]').textContent(), /^\d+ samples? inside$/);
  await layer.press('Enter');
  const count = await marks(page, (seen) => seen > 0);
  assert.equal(
    await layer.locator('[role=status]').textContent(),
    `${count} ${count === 1 ? 'sample' : 'samples'} inside`,
  );
  await choose(page, 'lasso');
  for (const key of [
    'Enter',
    'Enter',
    'Shift+ArrowUp',
    'Enter',
    'Shift+ArrowRight',
    'Shift+ArrowDown',
    'Enter',
    'Enter',
  ])
    await layer.press(key);
  await marks(page, (seen) => seen !== count);

  const rules = bar(page);
  const samples = (await pointsOf(page)).length;
  await rules.getByLabel('Class to mark').selectOption('1');
  await button(rules, 'Mark the class').click();
  await marks(page, samples / 2);
  assert.match(await text(page, '[data-value=by-class]'), new RegExp(`B\\s*${samples / 2} of ${samples / 2}`));
  await button(rules, 'Mark wrong predictions of TRIP').click();
  const rows = await becomes(
    () => pointsOf(page),
    (rows) => rows.every((row) => (row.marked === '1') === (row.response !== row.predicted)),
  );
  const wrong = rows.filter((row) => row.marked === '1').length;
  await marks(page, wrong);
  await openList(page);
  assert.equal(await page.locator('[data-value=marked-list] tbody tr').count(), wrong);
  assert.equal(await page.locator('[data-value=marked-list] .wrong').count(), wrong);
  await button(rules, 'Invert').click();
  await marks(page, samples - wrong);
  // Hidden test samples are neither counted nor marked.
  await control(page, 'testPoints').locator('input').click();
  await button(rules, 'Mark the class').click();
  await marks(page, samples / 4);
  await button(rules, 'Clear').click();
  await marks(page, 0);
  assert.deepEqual(heard, []);
});

test('what sets a species apart, for variables and around the samples; axe, narrow pages and the dark theme', async () => {
  const { page, heard } = await bench.open('#v=1&a=iris&k=1&e=100&p=full', { wait: 'end' });
  await choose(page, 'rectangle');
  await button(page, 'Mark the class').click();
  await marks(page, 50);
  await shows(page, '[data-value=counts]', '35 of 105 fit samples and 15 of 45 test samples are marked.');
  // Among Fisher's irises, I. setosa has the shortest petals: 1.46 cm against 4.91 cm, and a deviation of 1.76 cm.
  await shows(
    page,
    '[data-value=apart]',
    /differ most in petal length \(1\.96 standard deviations lower\), petal width \(1\.88 standard deviations lower\)/,
  );
  const bars = page.locator('[data-value=differences] tbody tr');
  assert.equal(await bars.count(), 4);
  await shows(page, '[data-value=coefficients-note]', /^Means over \d+ of 35 marked and \d+ of 70 other fit samples/);
  assert.equal(await page.locator('[data-value=coefficients] table').count(), 2);
  assert.match(await codeOf(page), /^n[\w-]{1,30}$/);
  await openList(page);
  assert.deepEqual(await violations(page), []);
  await control(page, 'theme').locator('select').selectOption('dark');
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 320, height: 700 });
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), 320);
  await page.setViewportSize({ width: 1280, height: 900 });
  await control(page, 'language').locator('select').selectOption('ja');
  await shows(page, '[data-value=marked]', /150サンプル中50個に印/);
  await page.setViewportSize({ width: 320, height: 700 });
  await becomes(() => page.evaluate(() => document.documentElement.scrollWidth), 320);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(heard, []);
});

test('matrices: rows and columns are compared; a lasso in the link marks the same samples again', async () => {
  const { page, heard } = await bench.open('#v=1&a=digits&k=1&e=20&p=full', { wait: 'end' });
  await choose(page, 'lasso');
  await drag(page, 'tucker', [
    [0.3, 0.3],
    [0.7, 0.35],
    [0.65, 0.7],
    [0.4, 0.65],
  ]);
  const count = await marks(page, (seen) => seen > 20);
  assert.match(await codeOf(page), /^Lu[\w-]+$/);
  await shows(page, '[data-value=apart]', /(row|column) \d \(\d\.\d\d standard deviations (higher|lower)\)/);
  assert.equal(await page.locator('[data-value=differences] table').count(), 2);
  await page.locator('[data-value=coefficients]').waitFor();
  assert.equal(await page.locator('[data-value=coefficients] table').count(), 4);
  const other = await bench.open(await hashOf(page), { wait: 'end' });
  await marks(other.page, count);
  assert.deepEqual(await pointsOf(other.page), await pointsOf(page));
  assert.deepEqual([...heard, ...other.heard], []);
});

test('other data drop the marks with a note, Back brings them again, and a link for other data is reported', async () => {
  const { page, heard } = await bench.open(`${briefly}&n=20`, { wait: 'end' });
  await choose(page, 'rectangle');
  await button(page, 'Mark the class').click();
  const count = await marks(page, (seen) => seen > 0);
  const marking = await hashOf(page);
  await button(page, 'New data').click();
  await shows(page, '[data-value=marked]', /marks were cleared, because they belong to other data/);
  assert.equal(await codeOf(page), undefined);
  assert.equal(await page.locator('[data-part=marked]').count(), 0);
  await page.goBack();
  await marks(page, count);
  await follow(page, marking.replace('&n=20', ''));
  await shows(page, '[data-notice=link]', /marked samples in the link cannot be read, or belong to other data/);
  await follow(page, `${marking.replace(/&bm=.*/, '')}&bm=x9`);
  await shows(page, '[data-notice=link]', /marked samples in the link/);
  await marks(page, 0);
  assert.deepEqual(heard, []);
});

test('a reader’s table: the list has its row numbers, and marks too many for a link are said to be left out', async () => {
  const { page, heard } = await bench.open('#v=1&a=own&k=1&e=10&p=full', { wait: null });
  const dialog = await offer(page, classTable(2, 1500));
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
  await choose(page, 'rectangle');
  await button(page, 'Mark the class').click();
  await marks(page, 1500);
  await shows(
    page,
    '[data-value=left-out]',
    /Links do not contain these marks, because they would exceed 500 characters/,
  );
  assert.equal(await codeOf(page), undefined);
  const rows = await pointsOf(page);
  assert.equal(rows.filter((row) => row.marked === '1').length, 1500);
  await openList(page);
  const cells = await page.locator('[data-value=marked-list] tbody tr').first().locator('td').allTextContents();
  // Row 1 is the header, and rows of the classes k0 and k1 alternate.
  assert.equal(Number(cells[0]) % 2, 0);
  assert.equal(cells[1], 'k0');
  await shows(page, '[data-part=marked] details', /1300 more marked samples are not listed/);
  await drag(page, 'trip', [
    [0.1, 0.1],
    [0.5, 0.9],
  ]);
  await becomes(() => codeOf(page), /^Rt/);
  assert.equal(await page.locator('[data-value=left-out]').count(), 0);
  assert.ok((await hashOf(page)).length <= 500);
  assert.deepEqual(heard, []);
});

test('the picture of held-out samples marks them in all pictures', async () => {
  const { page, heard } = await bench.open('#v=1&a=iris&k=1&e=20&p=full&xf=2&xp=9&xb=10', { wait: 'end' });
  await button(page, 'Test it').click();
  const figure = page.locator('[data-picture=heldOut]');
  await figure.locator('canvas').waitFor();
  await choose(page, 'rectangle');
  const layer = figure.locator('.layer');
  await layer.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await layer.boundingBox();
  await page.mouse.move(x + 0.02 * width, y + 0.02 * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.5 * width, y + 0.98 * height, { steps: 3 });
  await page.mouse.up();
  const count = await marks(page, (seen) => seen > 0 && seen < 105);
  const rows = await pointsOf(page);
  assert.equal(rows.filter((row) => row.marked === '1').length, count);
  assert.ok(rows.every((row) => row.set === 'fit' || row.marked === '0'));
  assert.deepEqual(heard, []);
});
