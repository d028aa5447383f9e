/** The documentation as readers use it: search, navigation and examples in any folder, and plain pages from a disk. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runnableBlocks } from '../../build-scripts/docs/examples.mjs';
import { fromRoot } from '../../build-scripts/tools.mjs';
import { startBench } from '../site/support.mjs';

let bench;
before(async () => {
  bench = await startBench({ base: '/some/folder' });
});
after(() => bench?.stop());

test('every js block of the first page runs in the page and draws its points', async () => {
  const examples = runnableBlocks(readFileSync(fromRoot('docs', 'index.md'), 'utf8'));
  const { page, heard } = await bench.open('', { wait: '', path: 'docs/index.html' });
  await page.waitForSelector('.run button');
  const runs = page.locator('.run');
  assert.equal(await runs.count(), examples.length);
  assert.equal(await page.locator('.vp-doc .language-js').count(), examples.length);
  for (const [n, code] of examples.entries()) {
    const run = runs.nth(n);
    await run.locator('button').click();
    await page.waitForSelector(`:nth-match(.run, ${n + 1})[data-state=ready] pre`, { timeout: 60_000 });
    const output = await run.locator('pre').textContent();
    assert.doesNotMatch(output, /undefined|NaN|Error/, code);
    assert.equal(await run.locator('svg path').count(), code.includes('const points') ? 2 : 0, code);
  }
  assert.deepEqual(heard, []);
  await bench.tidy();
});

test('search finds sections of all pages, and pages change without a reload', async () => {
  const { page, heard } = await bench.open('', { wait: '', path: 'docs/reproduction/report.html' });
  await page.waitForFunction(() => document.querySelector('#app')?.__vue_app__);
  await page.evaluate(() => {
    globalThis.sameDocument = true;
  });
  await page.locator('#local-search button').click();
  await page.locator('#localsearch-input').fill('FitOptions restarts');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  const [first] = await page
    .locator('.VPLocalSearchBox .result')
    .evaluateAll((all) => all.map((one) => new URL(one.href).pathname));
  assert.equal(first, '/some/folder/api/training.html');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/some\/folder\/api\/training\.html#/);
  await page.locator('.VPSidebar a', { hasText: 'Sharing' }).click();
  await page.locator('h1', { hasText: 'Sharing the page' }).waitFor();
  await page
    .locator('.vp-doc a', { hasText: 'Which' })
    .or(page.locator('.VPSidebar a', { hasText: 'Which setting?' }))
    .first()
    .click();
  await page.locator('h1', { hasText: 'Which setting?' }).waitFor();
  const broken = page.locator('.vp-doc img').evaluateAll((all) =>
    Promise.all(
      all.map((one) =>
        one.decode().then(
          () => 0,
          () => 1,
        ),
      ),
    ),
  );
  assert.deepEqual([...new Set(await broken)], [0]);
  assert.equal(await page.evaluate(() => globalThis.sameDocument), true);
  await page.locator('.VPNavBar a', { hasText: 'Live page' }).first().click();
  await page.waitForURL((url) => url.pathname === '/some/folder/index.html');
  assert.deepEqual(heard, []);
  await bench.tidy();
});

test('from a disk the pages are readable and their links work', async () => {
  const page = await bench.browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(pathToFileURL(fromRoot('site', 'docs', 'index.html')).href);
  const keyword = page.locator('.vp-doc .language-js span', { hasText: /^import$/ }).first();
  const colours = await keyword.evaluate((one) => [one, document.body].map((node) => getComputedStyle(node).color));
  assert.notEqual(colours[0], colours[1], 'code is highlighted');
  await page.locator('.VPSidebar a', { hasText: 'Troubleshooting' }).click();
  await page.waitForURL(/docs\/troubleshooting\.html$/);
  await page.locator('.vp-doc a', { hasText: 'From a disk' }).click();
  await page.waitForURL(/docs\/loading\.html#from-a-disk$/);
  await page.close();
});
