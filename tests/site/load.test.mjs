// Loading: policy, sub-path, first picture, no network, and browsers that cannot.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { button, fingerprint, number, quickly, startBench, text, until, violations } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('loads under its strict policy without a complaint or a foreign request', async () => {
  const { page, heard } = await bench.open(quickly, { wait: 'end' });
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /default-src 'self'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
  assert.equal(await page.locator('script:not([src])').count(), 0);
  assert.deepEqual(heard, []);
});

test('the policy is in force', async () => {
  const { page } = await bench.open();
  const blocked = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    return window.inlineRan === undefined;
  });
  assert.ok(blocked);
});

test('works under a sub-path', async () => {
  const below = await startBench({ base: '/some/where/' });
  try {
    const { page, heard } = await below.open(quickly, { wait: 'end' });
    assert.match(page.url(), /\/some\/where\//);
    assert.deepEqual(heard, []);
  } finally {
    await below.stop();
  }
});

test('works where the server gives WebAssembly a wrong type', async () => {
  const wrong = await startBench({ wasmType: 'application/octet-stream' });
  try {
    const { page } = await wrong.open(quickly, { wait: 'end' });
    assert.match(await fingerprint(page), /^[0-9a-f]{16}$/);
  } finally {
    await wrong.stop();
  }
});

test('the first picture is there within a second', async () => {
  const times = [];
  for (let attempt = 0; attempt < 5 && !(Math.min(...times) <= 1000); attempt++) {
    const { page, context } = await bench.open();
    times.push(await page.evaluate(() => performance.getEntriesByName('first picture')[0].startTime));
    await context.close();
  }
  assert.ok(Math.min(...times) <= 1000, `milliseconds: ${times.join(', ')}`);
});

test('trains on without network once it is loaded', async () => {
  const { page, context, heard } = await bench.open(quickly, { wait: 'end' });
  await context.setOffline(true);
  const before = await fingerprint(page);
  await button(page, 'New data').click();
  await page.waitForFunction(
    (old) =>
      /^[0-9a-f]{16}$/.test(old) &&
      ![old, '–'].includes(document.querySelector('[data-value=fingerprint]').textContent),
    before,
  );
  await until.end(page);
  assert.deepEqual(heard, []);
});

for (const path of ['', 'trip.html']) {
  test(`without WebAssembly ${path || 'the page'} says what is wrong and plays a recording`, async () => {
    const { page, heard } = await bench.open('', {
      wait: 'broken',
      path,
      prepare: (page) => page.addInitScript(() => delete globalThis.WebAssembly),
    });
    assert.match(await text(page, '[data-notice=broken]'), /WebAssembly switched off/);
    const slider = page.locator('.replay input[type=range]');
    const pictures = () => page.locator('.replay canvas').evaluateAll((all) => all.map((one) => one.toDataURL()));
    await button(page, 'Pause').click();
    await slider.press('Home');
    assert.equal(await text(page, '.replay [data-value=epoch]'), '0');
    await page.waitForTimeout(100);
    const first = await pictures();
    await slider.press('End');
    assert.equal(await text(page, '.replay [data-value=epoch]'), '2000');
    await page.waitForTimeout(100);
    for (const [at, picture] of (await pictures()).entries()) assert.notEqual(picture, first[at]);
    assert.ok((await number(page, '[data-method=trip] [data-value=test]')) > 85);
    await button(page, 'Play').click();
    await page.waitForFunction(() => Number(document.querySelector('.replay [data-value=epoch]').textContent) > 10);
    if (path === '') assert.deepEqual(await violations(page), []);
    assert.deepEqual(heard, []);
  });
}

test('says what is wrong where the workers cannot start', async () => {
  const { page } = await bench.open('', {
    wait: 'broken',
    prepare: (page) => page.route('**/worker-*.js', (route) => route.abort()),
  });
  assert.match(await text(page, '[data-notice=broken]'), /could not start.*worker/i);
});

test('without JavaScript it says that it needs it', async () => {
  const { page } = await bench.open('', { wait: null, javaScriptEnabled: false });
  assert.match(await page.locator('noscript').textContent(), /needs JavaScript/);
});
