// Continued trainings: half the learning rate from an epoch, or from the last good picture, and models that are opened again.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadTrip } from '../../dist/index.js';
import { button, control, fingerprint, follow, hashOf, saved, shows, startBench, text, until } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const first = (page, name) => control(page, name).locator('button').first();
const halve = (page) => first(page, 'halveHere');

test('halving the learning rate at an epoch: the link repeats both parts bit for bit', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=2&e=100', { wait: 'end' });
  const whole = await fingerprint(page);
  await control(page, 'timeline').getByRole('slider').fill('40');
  await halve(page).click();
  assert.equal(await hashOf(page), '#v=1&k=2&e=100&r=0.0005&p=full&fr=40~0.001');
  await until.end(page);
  assert.match(
    await text(page, '[data-notice=branch]'),
    /up to epoch 40 with the learning rate 0\.0010*, then with 0\.00050*\b/,
  );
  const own = await fingerprint(page);
  assert.notEqual(own, whole);
  const link = await page.getByLabel('Link to the current page').inputValue();

  const sent = await bench.open(new URL(link).hash, { wait: 'end' });
  assert.equal(await fingerprint(sent.page), own);
  assert.match(await text(sent.page, '[data-notice=fingerprint]'), /Same result/);
  await button(sent.page, 'Use one learning rate').click();
  assert.equal(await hashOf(sent.page), '#v=1&k=2&e=100&r=0.0005&p=full');
  assert.deepEqual([...heard, ...sent.heard], []);
});

test('a diverged training continues from its last good picture, or gives the reason for restarting', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=100&r=10000000000&fr=40~0.001');
  const notice = await page.waitForSelector('[data-notice=diverged]');
  assert.match(await notice.textContent(), /diverged in epoch 41\..*The last good picture, of epoch 40, is kept/s);
  await page.locator('[data-notice=diverged] button').click();
  assert.equal(await hashOf(page), '#v=1&k=1&e=100&r=5000000000&p=full&fr=40~0.001');

  await follow(page, '#v=1&p=full&k=1&e=100&r=10000000000');
  await page.getByText('halving the learning rate restarts').waitFor();
  await follow(page, '#v=1&p=full&k=1&e=100&fr=100~0.001');
  await shows(page, '[data-notice=link]', /fr=100~0\.001 in the link is not an epoch below 100/);
  assert.deepEqual(heard, []);
});

for (const [what, hash, other] of [
  ['vectors', '#v=1&a=wine&p=full&k=1&e=20', '#v=1&a=wine&d=77&p=full&k=1&e=20'],
  ['matrices', '#v=1&a=digits&p=full&k=1&e=4', '#v=1&a=digits&d=77&p=full&k=1&e=4'],
]) {
  test(`a model of ${what} predicts the same on the page and in Node, bit for bit, and recognises other data`, async () => {
    const { page, heard } = await bench.open(hash, { wait: 'end' });
    const [file, csv, samples] = [
      await saved(page, first(page, 'model')),
      await saved(page, first(page, 'points')),
      JSON.parse(await saved(page, first(page, 'samples'))),
    ];
    const trip = await loadTrip();
    const model = trip.restore(file);
    assert.equal(model.fingerprint, await fingerprint(page));
    const [head, ...rows] = csv.trim().split(/\r?\n/);
    const classes = model.spec.outputs;
    const firstClass = head.split(',').findIndex((name) => name.startsWith('p '));
    let row = 0;
    for (const { x, ...rest } of [samples.train, samples.test]) {
      const data = trip.dataset({ x, ...rest });
      const probabilities = model.predictProba(data);
      for (let n = 0; n < data.shape[0]; n++, row++) {
        const told = rows[row]
          .split(',')
          .slice(firstClass, firstClass + classes)
          .map(Number);
        assert.deepEqual(told, [...probabilities.subarray(n * classes, (n + 1) * classes)]);
      }
    }
    assert.equal(row, rows.length);

    const opened = { name: 'model.json', mimeType: 'application/json', buffer: Buffer.from(file) };
    const open = async (to) => {
      await control(to, 'open').locator('input').setInputFiles(opened);
      return to.getByText(`fingerprint ${model.fingerprint}, accuracy`).textContent();
    };
    assert.doesNotMatch(await open(page), /other data/);
    const elsewhere = await bench.open(other, { wait: 'end' });
    assert.match(await open(elsewhere.page), /It was fitted to other data/);
    assert.deepEqual([...heard, ...elsewhere.heard], []);
  });
}
