// Help texts of the controls: beside a control by mouse and by keys, or all in their places.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { becomes, briefly, button, control, hashOf, startBench, stays, violations } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Ids of the help texts that are shown. */
const shown = (page) =>
  page.locator('.help').evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.id));
const becomeShown = (page, ids) => becomes(() => shown(page), ids, { what: 'the help texts shown' });

test('one switch shows the help text of every control in its place, and the link keeps it', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  assert.deepEqual(await shown(page), []);
  await page.locator('.assess details').evaluate((fold) => (fold.open = true));
  await page.getByRole('checkbox', { name: 'Explain the controls' }).check();
  assert.match(await hashOf(page), /&ec=1/);
  await becomes(async () => (await shown(page)).length >= 50, true);
  const hidden = await page
    .locator('.help[data-help]')
    .evaluateAll((all) => all.filter((one) => !one.checkVisibility()).map((one) => one.id));
  assert.deepEqual(hidden, []);
  // Other data keep it, and nothing opens beside a control then.
  await page.locator('input[value=iris]').check();
  assert.match(await hashOf(page), /&ec=1/);
  await control(page, 'speed').hover();
  await stays(() => page.locator('[data-open]').count(), 0, 1200);
  await page.getByRole('checkbox', { name: 'Explain the controls' }).uncheck();
  await becomeShown(page, []);
  assert.equal(await page.getByRole('button', { name: /^Explain “|^\?$/ }).count(), 0);
});

test('the mouse shows a text after a pause; it can be reached, Escape closes it, and so does leaving', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const text = page.locator('#restarts-help');
  // Measured in the page: the driver may hear of the mouse and of the text late.
  const pause = page.evaluate(
    () =>
      new Promise((resolve) => {
        let since;
        document.querySelector('[data-control=restarts] label').addEventListener('pointerover', () => {
          since ??= performance.now();
        });
        new MutationObserver((_, observer) => {
          if (!document.querySelector('#restarts-help').checkVisibility()) return;
          observer.disconnect();
          resolve(performance.now() - since);
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
  await control(page, 'restarts').locator('label').hover();
  await becomeShown(page, ['restarts-help']);
  assert.ok((await pause) >= 200, `${await pause} ms`);
  const [box, label] = [await text.boundingBox(), await control(page, 'restarts').locator('label').boundingBox()];
  assert.ok(box.y >= label.y + label.height && box.x >= 0 && box.x + box.width <= 1280);
  assert.deepEqual(await violations(page), []);
  // Onto the text: it stays. Escape closes it although the mouse has not moved.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await stays(() => text.isVisible(), true, 800);
  await page.keyboard.press('Escape');
  await becomeShown(page, []);
  await control(page, 'epochs').locator('label').hover();
  await becomeShown(page, ['epochs-help']);
  await page.locator('h1').hover();
  await becomeShown(page, []);
  // A press hides the text, which would cover the result.
  await control(page, 'rewind').hover();
  await becomeShown(page, ['rewind-help']);
  await control(page, 'rewind').click();
  await becomeShown(page, []);
});

test('the focus of the keyboard shows the text that describes the control after a pause, and ? at once', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const described = () => page.evaluate(() => document.activeElement.getAttribute('aria-describedby')?.split(' ')[0]);
  await control(page, 'rewind').focus();
  await page.keyboard.press('Tab');
  await becomeShown(page, ['back-help']);
  assert.equal(await described(), 'back-help');
  await page.keyboard.press('Tab');
  await becomeShown(page, ['step-help']);
  await page.keyboard.press('Escape');
  await becomeShown(page, []);
  await page.keyboard.press('?');
  assert.deepEqual(await shown(page), ['step-help']);
  await page.keyboard.press('?');
  assert.deepEqual(await shown(page), []);
  // In a box for a number ? is no text.
  const box = control(page, 'lambda').getByRole('textbox');
  const value = await box.inputValue();
  await box.press('?');
  assert.deepEqual(await shown(page), ['lambda-help']);
  assert.equal(await box.inputValue(), value);
  await page.keyboard.press('Shift+Tab');
  await becomes(async () => (await shown(page)).includes('lambda-help'), false);
});

test('a finger or a click opens no text, and the texts describe the controls all the same', async () => {
  const { page } = await bench.open(briefly, { wait: 'end', viewport: { width: 390, height: 844 }, hasTouch: true });
  await control(page, 'lambda').getByRole('textbox').tap();
  await stays(() => shown(page), [], 1200);
  const description = await page
    .locator('section.bar')
    .getByRole('slider')
    .evaluate((one) => document.getElementById(one.getAttribute('aria-describedby')).textContent);
  assert.match(description, /reconstruction/);
  await button(page, 'Display').tap();
  await page.getByRole('checkbox', { name: 'Explain the controls' }).tap();
  await becomes(() => page.locator('#lambda-help').isVisible(), true);
});
