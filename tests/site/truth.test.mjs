// The true plane of generated data, the dial of the angle to it, and the line on LDA's picture.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { becomes, briefly, control, follow, shows, startBench, text, until, violations } from './support.mjs';

let truePicture, catalogue, initialOf, trip, bench;
before(async () => {
  const loaded = await loadModules('/picture/true-plane.ts', '/data/catalogue.ts', '/data/state.ts');
  [{ truePicture }, { catalogue }, { initialOf }] = loaded.modules;
  trip = await loadTrip();
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('the true picture is the projection to the known plane, and contains every sample', async () => {
  for (const data of ['spiral', 'rings', 'roll']) {
    const material = await catalogue[data].load(trip, initialOf(data));
    const picture = truePicture({ material });
    const [samples, size] = material.train.shape;
    assert.equal(picture.train.length, 2 * samples);
    for (let n = 0; n < samples; n += 17)
      for (const axis of [0, 1]) {
        const terms = Array.from(
          { length: size },
          (_, i) => material.train.x[n * size + i] * material.truth[0][2 * i + axis],
        );
        const expected = terms.reduce((sum, term) => sum + term, 0);
        assert.ok(Math.abs(picture.train[2 * n + axis] - expected) < 1e-5);
      }
    assert.ok(picture.train.every((value) => Math.abs(value) < picture.extent));
  }
  for (const data of ['iris', 'cube', 'helix', 'digits', 'noise']) {
    const material = await catalogue[data].load(trip, initialOf(data));
    assert.equal(truePicture({ material }), undefined, `${data} has no true plane of vectors`);
  }
});

test('the dial follows the epoch shown, from near a right angle down to the end, and its picture is accessible', async () => {
  const { page } = await bench.open('#v=1&k=2&p=full', { wait: 'end' });
  const angle = async () => [
    Number.parseInt(await text(page, '[data-value=dial]'), 10),
    Number.parseInt(await text(page, '[data-method=trip] [data-value=angle]'), 10),
  ];
  await becomes(angle, ([dial, panel]) => dial === panel && dial < 20);
  assert.match(
    await page.locator('.truth svg').getAttribute('aria-label'),
    /^TRIP’s plane is \d+° off the true plane$/,
  );
  await control(page, 'timeline').getByRole('slider').fill('0');
  await becomes(angle, ([dial, panel]) => dial === panel && dial > 60);
  assert.match(await text(page, '[data-value=stick]'), /one direction tells two classes apart: its last axis/);
  assert.deepEqual(await violations(page, '.truth'), []);
  const drawn = () =>
    page.locator('.truth canvas').evaluate((one) => {
      const { data } = one.getContext('2d').getImageData(0, 0, one.width, one.height);
      return new Set(data).size;
    });
  await becomes(drawn, (colours) => colours > 10);
});

test('data without a true plane have neither picture nor dial; LDA of three classes and two axes needs no line', async () => {
  const { page } = await bench.open(`${briefly}&a=iris`, { wait: 'end' });
  assert.equal(await page.locator('.truth').count(), 0);
  await follow(page, '#v=1&a=cube&k=1&e=30&p=full');
  await until.end(page);
  await shows(page, '[data-value=dial]', /^\d+°$/);
  assert.equal(await page.locator('.truth canvas').count(), 0);
  assert.equal(await page.locator('[data-value=stick]').count(), 0);
});
