// Whole walks by keyboard and by touch, three axes, and the files that the page saves and opens again.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadTrip } from '../../dist/index.js';
import {
  becomes,
  button,
  control,
  fingerprint,
  follow,
  hashOf,
  saved,
  shows,
  startBench,
  text,
  unfold,
  until,
} from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** A model file of the page, read by the package. */
const restored = async (model) => (await loadTrip()).restore(model);

test('the keyboard alone leads from the opening to an explained sample and an exported model', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1');
  await page.locator('input[value=spiral]').focus();
  const radios = await page.locator('input[name=data]').evaluateAll((inputs) => inputs.map(({ value }) => value));
  for (let at = radios.indexOf('spiral'); at < radios.indexOf('iris'); at++) await page.keyboard.press('ArrowRight');
  assert.match(await hashOf(page), /a=iris/);
  await shows(page, '.legend', /virginica/);
  await until.end(page);
  await page.getByText('All numbers as a table').press('Enter');
  await page.waitForSelector('[data-value=confusion-test] tbody td');
  const counts = await page.locator('[data-value=confusion-test] tbody td').allTextContents();
  const right = [0, 4, 8].reduce((sum, at) => sum + Number(counts[at]), 0);
  const all = counts.reduce((sum, count) => sum + Number(count), 0);
  const accuracy = await text(page, '[data-method=trip] [data-value=test]');
  assert.equal(((100 * right) / all).toFixed(1), Number.parseFloat(accuracy).toFixed(1));
  await page.locator('[data-method=trip] .plot').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sample table');
  await shows(page, '.sample .verdict', /(setosa|versicolor|virginica).*(setosa|versicolor|virginica).*true class: /s);
  await shows(page, '.sample table', /petal length/);
  await control(page, 'sample').getByRole('button', { name: 'Next sample' }).focus();
  const before = await page.locator('.sample').getAttribute('data-sample');
  await page.keyboard.press('Enter');
  await becomes(
    () => page.locator('.sample').getAttribute('data-sample'),
    (sample) => sample !== before,
  );
  await control(page, 'arrows').getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await becomes(() => hashOf(page), /u=1/);
  const model = JSON.parse(await saved(page, control(page, 'model').getByRole('button').first(), 'Enter'));
  assert.equal((await restored(model)).fingerprint, await fingerprint(page));
  assert.deepEqual(heard, []);
});

test('matrices by touch at 320 px: mode, sample, saved weights, exported model', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=20', {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  await page.locator('label', { has: page.locator('input[value=digits]') }).tap();
  await shows(page, '.legend', /bold: fit/);
  await until.end(page);
  await control(page, 'mode').locator('select').selectOption('2');
  await page.locator('[data-method=trip] .plot').tap({ position: { x: 120, y: 120 } });
  await page.waitForSelector('.sample table');
  await shows(page, '.sample', /rows.*columns/s);
  await unfold(page);
  const csv = await saved(page, button(page, 'Save weights (CSV)'));
  assert.match(csv, /^mode,axis,variable,weight\nrows,1,row \d,/);
  assert.equal(csv.trim().split('\n').length, 1 + 2 * 3 * 8);
  const model = JSON.parse(await saved(page, control(page, 'model').getByRole('button').first(), 'tap'));
  assert.equal((await restored(model)).fingerprint, await fingerprint(page));
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  assert.deepEqual(heard, []);
});

test('three axes turn by drag and by keys, with one history entry per drag', async () => {
  const { page, heard } = await bench.open('#v=1&a=helix&p=full&k=1&e=50', { wait: 'end' });
  const plot = page.locator('[data-method=trip] .plot');
  const before = await page.evaluate(() => history.length);
  const box = await plot.boundingBox();
  await page.mouse.move(box.x + 80, box.y + 80);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(box.x + 80 + 10 * step, box.y + 80);
  await page.mouse.up();
  await becomes(() => hashOf(page), /yw=-20/);
  assert.equal((await page.evaluate(() => history.length)) - before, 1);
  await plot.press('ArrowUp');
  await becomes(() => hashOf(page), /pt=25/);
  assert.equal(await page.locator('.sample').getAttribute('data-sample'), '');
  assert.deepEqual(heard, []);
});

test('model, data and points that the page saves agree with the package bit for bit, and the model opens again', async () => {
  const { page, heard } = await bench.open('#v=1&a=wine&p=full&k=2&e=60', { wait: 'end' });
  const [model, data, points] = [
    await saved(page, button(page, 'Model (JSON)')),
    JSON.parse(await saved(page, button(page, 'Data (JSON)'))),
    await saved(page, button(page, 'Points (CSV)')),
  ];
  assert.match(await saved(page, button(page, 'Picture (PNG)')), /PNG/);
  const drawing = await saved(page, button(page, 'Drawing (SVG)'));
  const trip = await loadTrip();
  const restored = trip.restore(model);
  assert.equal(restored.fingerprint, await fingerprint(page));
  const test = trip.dataset(data.test);
  const latent = restored.transform(test);
  const predicted = restored.predict(test);
  const rows = points
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([set]) => set === 'test');
  assert.equal(rows.length, test.shape[0]);
  for (const [n, [, , , name, z1, z2]] of rows.entries()) {
    assert.equal(name, test.classNames[predicted[n]]);
    assert.deepEqual([Number(z1), Number(z2)], [latent[2 * n], latent[2 * n + 1]]);
  }
  // Every sample has the same place in the drawing and the panel, and text stays text.
  // The policy of the page forbids parsers, so an empty page reads the drawing.
  const blank = await page.context().newPage();
  const svg = await blank.evaluate((text) => {
    const xml = new DOMParser().parseFromString(text, 'image/svg+xml');
    const panels = [...xml.querySelectorAll('svg > svg')].map((one) =>
      [...one.querySelectorAll('use')].map((use) => [Number(use.getAttribute('x')), Number(use.getAttribute('y'))]),
    );
    return { root: xml.documentElement.localName, panels, words: xml.documentElement.textContent };
  }, drawing);
  await blank.close();
  assert.equal(svg.root, 'svg');
  assert.equal(svg.panels.length, 3);
  const shown = svg.panels[2];
  assert.equal(shown.length, data.train.shape[0] + data.test.shape[0]);
  const spread = (values, axis) =>
    Math.max(...values.map((one) => one[axis])) - Math.min(...values.map((one) => one[axis]));
  const places = rows.map(([, , , , z1, z2]) => [Number(z1), Number(z2)]);
  const tested = shown.slice(0, rows.length);
  const scale = spread(tested, 0) / spread(places, 0);
  for (const [n, [x, y]] of tested.entries()) {
    assert.ok(Math.abs(x - tested[0][0] - scale * (places[n][0] - places[0][0])) < 0.05);
    assert.ok(Math.abs(y - tested[0][1] + scale * (places[n][1] - places[0][1])) < 0.05);
  }
  for (const word of [
    'PCA',
    'LDA',
    'TRIP',
    'Wine',
    'λ 0.01',
    await fingerprint(page),
    'fit',
    'test',
    ...data.test.classNames,
  ]) {
    assert.ok(svg.words.includes(word), word);
  }
  const open = page.locator('[data-control=open] input');
  const file = (text) => ({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const other = trip.fit(trip.dataset(data.train), { epochs: 3, hidden: [4], seed: 5 });
  await open.setInputFiles(file(JSON.stringify(other)));
  await shows(page, '[data-value=fingerprint]', other.fingerprint);
  assert.equal(await page.locator('[data-start]').count(), 3);
  await open.setInputFiles(file('{"format": "something else"}'));
  await shows(page, '.share', /mine\.json cannot be shown/);
  const limit = 2 ** 25;
  await open.setInputFiles({ ...file(''), buffer: Buffer.alloc(limit + 1, ' ') });
  await shows(page, '.share', /mine\.json cannot be shown: it has 34 MB; the page opens models of up to 33 MB/);
  await open.setInputFiles({ ...file(''), buffer: Buffer.alloc(limit, ' ') });
  await shows(page, '.share', /mine\.json cannot be shown: .*not JSON/);
  // A name of any length in a file does not fill the page.
  await open.setInputFiles(file(JSON.stringify({ format: 'x'.repeat(3e6) })));
  await shows(page, '.share', /format of the file is "x{40}\.\.\."/);
  const spiral = trip.fit(trip.spiral().train, { epochs: 0 });
  await open.setInputFiles(file(JSON.stringify(spiral)));
  await shows(page, '.share', /samples of 100 values; these data have 13/);
  assert.deepEqual(heard, []);
});

test('marks do not depend on the data drawn before', async () => {
  const iris = '#v=1&a=iris&e=50&k=1&p=full';
  const pixels = (page) =>
    page
      .locator('[data-method=trip] canvas')
      .evaluate((one) =>
        one
          .getContext('2d')
          .getImageData(0, 0, one.width, one.height)
          .data.filter((_, at) => at % 4 === 1),
      )
      .then(Object.values);
  const seen = await bench.open('#v=1&a=digits&e=20&k=1&p=full', { wait: 'end' });
  await follow(seen.page, iris);
  await until.end(seen.page);
  const fresh = await bench.open(iris, { wait: 'end' });
  const [before, after] = [await pixels(fresh.page), await pixels(seen.page)];
  assert.equal(await fingerprint(seen.page), await fingerprint(fresh.page));
  const furthest = after.reduce((most, value, at) => Math.max(most, Math.abs(value - before[at])), 0);
  assert.ok(after.length > 50000 && furthest <= 32, `${after.length} values differ by at most ${furthest}`);
});
