// Loading: policy, sub-path, no network, and browsers without WebAssembly, workers or JavaScript.
import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { serve } from '../../build-scripts/serve.mjs';
import { firstFiles } from '../../build-scripts/size-report.mjs';
import { filesBelow } from '../../build-scripts/tools.mjs';
import { briefly, button, fingerprint, number, root, shows, startBench, text, until, violations } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('loads under its strict policy without an error or a foreign request', async () => {
  const { page, heard } = await bench.open(briefly, { wait: 'end' });
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  assert.match(policy, /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
  assert.match(policy, /; form-action 'none'(;|$)/);
  assert.equal(await page.locator('script:not([src])').count(), 0);
  assert.deepEqual(heard, []);
  const blocked = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'window.inlineRan = true';
    } catch {
      // A text instead of a trusted script is refused.
      script.append('window.inlineRan = true');
    }
    document.body.append(script);
    return window.inlineRan === undefined;
  });
  assert.ok(blocked, 'the policy is in force');
});

test('texts become markup and addresses become scripts only where the page allows it', async () => {
  const { page, heard } = await bench.open(briefly, { wait: 'end' });
  assert.match(
    await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content'),
    /require-trusted-types-for 'script'/,
  );
  const refused = await page.evaluate(() => {
    const tries = {
      markup: () => document.createElement('p').insertAdjacentHTML('beforeend', '<b>x</b>'),
      inner: () => Object.assign(document.createElement('p'), { innerHTML: '<img src=x>' }),
      document: () => new DOMParser().parseFromString('<p>', 'text/html'),
      foreign: () => new Worker('https://example.org/worker.js'),
      data: () => new Worker('data:text/javascript,1'),
      policy: () => globalThis.trustedTypes.createPolicy('another', {}),
      again: () => globalThis.trustedTypes.createPolicy('default', {}),
    };
    const isRefused = (call) => {
      try {
        call();
        return false;
      } catch {
        return true;
      }
    };
    return Object.entries(tries).flatMap(([name, call]) => (isRefused(call) ? [] : [name]));
  });
  assert.deepEqual(refused, [], 'accepted');
  // The page reports each refusal in its console.
  assert.deepEqual(
    heard.filter((one) => !/Trusted|trusted|policy/.test(one)),
    [],
  );
  await page.locator('details.reproduction > summary').click();
  await page.waitForSelector('details.reproduction figure');
  assert.ok((await page.locator('details.reproduction .text').count()) > 5);
});

test('nothing loads before the first picture but the files that the size report counts', async () => {
  const { page } = await bench.open('', { own: true });
  const counted = [...firstFiles(filesBelow('site'))].map((file) => basename(file));
  const loaded = await page.evaluate(() => {
    const [{ startTime: first }] = performance.getEntriesByName('first picture');
    const early = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < first);
    return early.map(({ name }) => name.replace(/^.*\//, ''));
  });
  assert.ok(loaded.some((name) => /^core-simd-.*\.wasm$/.test(name)));
  assert.deepEqual(
    loaded.filter((name) => !counted.includes(name)),
    [],
  );
});

for (const [where, options] of Object.entries({
  'under a sub-path': { base: '/some/where/' },
  'where the server gives WebAssembly a wrong type': { wasmType: 'application/octet-stream' },
})) {
  test(`works ${where}`, async () => {
    const server = await serve(join(root, 'site'), options);
    try {
      const { page, heard } = await bench.open(briefly, { wait: 'end', address: server.url });
      assert.ok(page.url().includes(options.base ?? '/'));
      assert.match(await fingerprint(page), /^[0-9a-f]{16}$/);
      assert.deepEqual(heard, []);
    } finally {
      await bench.tidy();
      await server.close();
    }
  });
}

test('trains without network once it is loaded', async () => {
  const { page, context, heard } = await bench.open(briefly, { wait: 'end', own: true });
  await context.setOffline(true);
  const before = await fingerprint(page);
  await button(page, 'New data').click();
  await until.end(page);
  assert.match(before, /^[0-9a-f]{16}$/);
  await shows(page, '[data-value=fingerprint]', (now) => /^[0-9a-f]{16}$/.test(now) && now !== before);
  assert.deepEqual(heard, []);
  // A part that cannot be loaded shows an error until another one is requested.
  const said = page.locator('[data-notice=broken], [data-notice=part]');
  await page.locator('input[value=wine]').check();
  await shows(page, '[data-notice=broken]', /data could not be loaded/);
  await page.locator('input[value=spiral]').check();
  await until.end(page);
  assert.equal(await said.count(), 0);
  await button(page, 'Your own table …').click();
  await shows(page, '[data-notice=part]', /could not be loaded/);
  await button(page, 'Close').click();
  assert.equal(await said.count(), 0);
  await context.setOffline(false);
  await page.locator('input[value=wine]').check();
  await shows(page, '.legend', /cultivar/);
});

for (const path of ['', 'trip.html']) {
  test(`without WebAssembly ${path || 'the page'} explains the problem and plays a recording`, async () => {
    const { page, heard } = await bench.open('', {
      wait: 'broken',
      path,
      prepare: (page) => page.addInitScript(() => delete globalThis.WebAssembly),
    });
    assert.match(await text(page, '[data-notice=broken]'), /WebAssembly is switched off/);
    const slider = page.locator('.replay input[type=range]');
    const pictures = () => page.locator('.replay canvas').evaluateAll((all) => all.map((one) => one.toDataURL()));
    await button(page, 'Pause').click();
    await slider.press('Home');
    await shows(page, '.replay [data-value=epoch]', '0');
    await until.drawn(page);
    const first = await pictures();
    await slider.press('End');
    await shows(page, '.replay [data-value=epoch]', '2000');
    await until.drawn(page);
    for (const [at, picture] of (await pictures()).entries()) assert.notEqual(picture, first[at]);
    assert.ok((await number(page, '[data-method=trip] [data-value=test]')) > 85);
    await button(page, 'Play').click();
    await shows(page, '.replay [data-value=epoch]', (epoch) => Number(epoch) > 10 && Number(epoch) < 2000);
    if (path === '') assert.deepEqual(await violations(page), []);
    assert.deepEqual(heard, []);
  });
}

for (const path of ['', 'trip.html']) {
  test(`without workers ${path || 'the page'} trains on the main thread with the same result, bit for bit`, async () => {
    const usual = await bench.open(briefly, { wait: 'end' });
    const { page } = await bench.open(briefly, {
      path,
      wait: 'end',
      prepare: (page) =>
        page.addInitScript(() => {
          globalThis.Worker = class {
            constructor() {
              throw new Error('refused for this test');
            }
          };
        }),
    });
    assert.match(await text(page, '[data-notice=workers]'), /the same, but slower/);
    assert.equal(await fingerprint(page), await fingerprint(usual.page));
  });
}

test('without JavaScript the page says that it needs JavaScript', async () => {
  const { page } = await bench.open('', { wait: null, own: true, javaScriptEnabled: false });
  assert.match(await page.locator('noscript').textContent(), /needs JavaScript/);
});
