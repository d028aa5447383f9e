// The path: predict, see, open in the tool. What the figures show is tested without a browser, in settings.test.mjs.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { becomes, button, hashOf, root, shows, startBench, text, until, violations } from './support.mjs';

const pictures = join(root, 'build', 'screenshots');

let bench;
before(async () => {
  mkdirSync(pictures, { recursive: true });
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Answers the current step and waits for its figure. */
async function answer(page, choice = 0) {
  await page.locator('.lessons input[type=radio]').nth(choice).check();
  await button(page, 'Train and see').click();
  await page.waitForSelector('.lessons [data-value=finding]');
  await until.drawn(page);
}

test('every step at 1440 px, light, and 320 px, dark: a question first, then a figure; axe finds nothing', async () => {
  const { page, context, heard } = await bench.open('#v=1&p=full&k=1&e=50', { wait: 'end' });
  await page.waitForSelector('.lessons');
  const debug = await context.newCDPSession(page);
  /** Calls `look` on a wide screen with a mouse and on a narrow one that is touched. */
  const onBoth = async (look) => {
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [320, 'dark'],
    ]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await debug.send('Emulation.setTouchEmulationEnabled', { enabled: width === 320 });
      assert.equal(await page.evaluate(() => matchMedia('(pointer: coarse)').matches), width === 320);
      await until.drawn(page);
      await look(`${width}-${colorScheme}`, width);
    }
  };
  const steps = await page.locator('.lessons li').count();
  assert.equal(
    await button(page, 'Turn the plane').count(),
    1,
    'the first step is an exercise, which tour.test.mjs does',
  );
  for (let step = 2; step <= steps; step++) {
    await page
      .locator('.lessons li button')
      .nth(step - 1)
      .click();
    assert.equal(await page.locator('.lessons figure').count(), 0);
    assert.ok(await button(page, 'Train and see').isDisabled());
    await answer(page, step % 2);
    assert.match(await text(page, '.lessons [data-value=finding]'), /^(Correct|Not this time)\. .*\d/);
    await onBoth(async (where, width) => {
      await page.locator('.lessons').screenshot({ path: join(pictures, `step-${step}-${where}.png`) });
      assert.deepEqual(await violations(page, '.lessons'), [], `step ${step}, ${where}`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `step ${step}, ${where}`);
    });
  }
  assert.deepEqual(heard, []);
});

test('a figure opens in the tool with exactly its settings and its start', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50&ls=7', { wait: 'end' });
  await page.waitForSelector('.lessons [data-step="8"]');
  await answer(page, 1);
  const shown = await page.locator('.lessons figcaption').nth(1).textContent();
  await button(page, 'open in the tool (three axes)').click();
  assert.equal(await hashOf(page), '#v=1&a=helix&p=full&ls=7&i=5');
  await page.waitForFunction(() => document.querySelector('[data-control=yaw]'));
  await until.end(page);
  await shows(page, '[data-method=trip] [data-value=test]', (accuracy) => shown.includes(accuracy));
  assert.deepEqual(heard, []);
});

test('by keyboard: the answer takes the focus of the button that it replaces, and opening the tool moves the focus there', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50&ls=1', { wait: 'end' });
  const focused = () => page.evaluate(() => document.activeElement.dataset.value ?? document.activeElement.id);
  await page.locator('.lessons input[type=radio]').first().check();
  await button(page, 'Train and see').focus();
  const at = () => page.evaluate(() => scrollY);
  const before = await at();
  await page.keyboard.press('Enter');
  await becomes(focused, 'finding', { what: 'the focus' });
  assert.equal(await at(), before);
  await button(page, 'open in the tool (PCA)').focus();
  await page.keyboard.press('Enter');
  await becomes(focused, 'main', { what: 'the focus' });
  await until.end(page);
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.closest('[data-control=data]') !== null));
  assert.deepEqual(heard, []);
});

test('by keyboard: a value of lambda in the text opens in the tool, with the focus', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50', { wait: 'end' });
  const link = page.locator('[data-part=prose] button').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await becomes(() => page.evaluate(() => document.activeElement.id), 'main', { what: 'the focus' });
  assert.deepEqual(heard, []);
});

test('the lessons are walked by keyboard to either end without losing the focus', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50&ls=1', { wait: 'end' });
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('.ends') && document.activeElement.textContent);
  const ends = page.locator('.lessons .ends button');
  await ends.first().focus();
  for (let press = 0; press < 2; press++) {
    await page.keyboard.press('Enter');
    await page.waitForSelector('.lessons [data-step="1"]');
    assert.equal(await focused(), await ends.first().textContent());
  }
  const steps = await page.locator('.lessons li').count();
  await page
    .locator('.lessons li button')
    .nth(steps - 2)
    .click();
  await ends.last().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector(`.lessons [data-step="${steps}"]`);
  assert.equal(await focused(), 'Now try your own table …');
  assert.deepEqual(heard, []);
});
