// The path: predict, see, open in the tool. The figures are tested without a browser, in settings.test.mjs.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  becomes,
  button,
  control,
  follow,
  hashOf,
  screenshot,
  shows,
  startBench,
  text,
  until,
  violations,
} from './support.mjs';

let bench;
before(async () => {
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

/** All words of the lessons: text, names for screen readers, tooltips. */
const wordsOf = (page) =>
  page.evaluate(() => {
    const lessons = document.querySelector('.lessons');
    const named = [...lessons.querySelectorAll('[aria-label], [title]')];
    return [lessons.textContent, ...named.flatMap((one) => [one.ariaLabel ?? '', one.title])].join('\n');
  });

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
    const before = await wordsOf(page);
    const choices = (await page.locator('.lessons fieldset label').allTextContents()).join();
    await answer(page, step % 2);
    const claim = await text(page, '.lessons [data-value=claim]');
    assert.ok(!before.includes(claim), `step ${step}: ${claim}`);
    const finding = await text(page, '.lessons [data-value=finding]');
    for (const [number] of finding.matchAll(/\d+\.\d+%?|\d+[%°]/g))
      assert.ok(!before.includes(number) || choices.includes(number), `step ${step} tells ${number} before the answer`);
    assert.equal(await page.locator('.lessons [data-value=map-legend]').count(), 1, `step ${step}: one legend`);
    if (await page.locator('[data-drawing=pairs]').count()) {
      const [fit, unseen] = await page.evaluate(() =>
        ['fit', 'test'].map((set) => {
          const { backgroundColor, borderTopColor } = getComputedStyle(document.querySelector(`.rail i.${set}`));
          return backgroundColor === borderTopColor;
        }),
      );
      assert.deepEqual([fit, unseen], [true, false], 'filled: fit, hollow: unseen, as in the maps');
    }
    assert.match(await text(page, '.lessons [data-value=finding]'), /^(Correct|Not this time)\. .*\d/);
    await onBoth(async (where, width) => {
      await screenshot(page.locator('.lessons'), `step-${step}-${where}`);
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

test('the path takes the place of the tool: one column in reading order, by key and link; a figure brings the tool back', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50&ls=1&lf=1', { wait: null });
  await page.waitForSelector('.lessons [data-step="2"]');
  for (const gone of ['.stage', '#charts-title', '[data-control=data]'])
    assert.equal(await page.locator(gone).count(), 0);
  await answer(page, 1);
  const order = ['.lessons .words', '.lessons .shown', '.lessons [data-goal]', '.lessons .ends'];
  const tops = await page.evaluate(
    (all) => all.map((one) => document.querySelector(one).getBoundingClientRect()).map(({ top, left }) => [top, left]),
    order,
  );
  assert.deepEqual(
    tops.map(([top]) => top),
    tops.map(([top]) => top).toSorted((a, b) => a - b),
  );
  assert.equal(new Set(tops.slice(0, 2).map(([, left]) => left)).size, 1);
  const toggle = control(page, 'toolFolded').getByRole('button');
  await toggle.press('Enter');
  await page.waitForSelector('.stage');
  assert.equal(await toggle.textContent(), 'Fold the tool away');
  assert.ok(await toggle.evaluate((one) => one === document.activeElement), 'the button keeps the focus');
  assert.doesNotMatch(await hashOf(page), /lf=/);
  await toggle.press('Enter');
  assert.match(await hashOf(page), /&lf=1/);
  assert.deepEqual(await violations(page), []);
  await button(page, 'open in the tool (PCA)').click();
  await becomes(() => hashOf(page), '#v=1&d=24&s=1&p=full&ls=1&i=0');
  await page.waitForSelector('.stage');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  assert.deepEqual(heard, []);
});

test('a goal: one button sets up the tool, which recognises it; lesson, list of steps and link keep it', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50&ls=4', { wait: 'end' });
  assert.equal(await page.locator('[data-goal]').count(), 0, 'it would tell the answer');
  await answer(page, 1);
  await control(page, 'goal').getByRole('button').press('Enter');
  await becomes(() => hashOf(page), '#v=1&d=7&l=10&k=1&p=full&ls=4&gl=lambda');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  await shows(page, '[data-value=goal-progress]', /^Now: [\d.]+% of the unseen samples/);
  assert.deepEqual(await violations(page, '[data-value=goal-bar]'), []);
  const box = control(page, 'lambda').getByRole('textbox');
  await box.fill('0.2');
  await box.press('Enter');
  await shows(page, '[data-value=goal-progress]', /^Goal reached: 90\.5%/);
  assert.match(await hashOf(page), /&gl=lambda&gr=16$/);
  await button(page, 'Back to step 5').click();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'lessons-title');
  await shows(page, '[data-value=goal-status]', /^Goal reached/);
  assert.match(await page.locator('.lessons li button').nth(4).getAttribute('aria-label'), /Goal reached/);
  // Another λ does not take it back, and other data keep it.
  await box.fill('10');
  await box.press('Enter');
  await shows(page, '[data-value=goal-progress]', /^Now: .*\(Goal reached\.\)/);
  await page.locator('input[value=iris]').check();
  assert.match(await hashOf(page), /&gl=lambda&gr=16$/);
  await button(page, 'End this goal').click();
  await becomes(() => page.locator('[data-value=goal-bar]').count(), 0);
  assert.match(await hashOf(page), /&gr=16$/);
  assert.deepEqual(heard, []);
});

test('drawings are operated by keys, stand still for reduced motion, and tell no answer that a class link hides', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=50&ls=3', { wait: 'end' });
  await answer(page);
  const scrub = page.getByLabel('Moment of the training');
  await scrub.press('Home');
  await shows(page, '[data-value=turning-angle]', '80°');
  const picture = () =>
    page
      .locator('[data-drawing=turning] canvas')
      .first()
      .evaluate((one) => one.toDataURL());
  await until.drawn(page);
  const first = await picture();
  await scrub.press('End');
  await shows(page, '[data-value=turning-angle]', '9°');
  await becomes(picture, (seen) => seen !== first);
  await follow(page, '#v=1&p=full&k=1&e=50&ls=7');
  await answer(page);
  const space = page.locator('[data-drawing=space]');
  await shows(page, '[data-value=direction]', 'Direction: 0°, tilt 60°.');
  await space.press('ArrowRight');
  await shows(page, '[data-value=direction]', 'Direction: 5°, tilt 60°.');
  await button(page, 'Both strands').click();
  await shows(page, '[data-value=direction]', 'Direction: 0°, tilt 60°.');
  await button(page, 'Along their axis').click();
  await shows(page, '[data-value=direction]', 'Direction: −3°, tilt −12°.');
  await follow(page, '#v=1&p=full&k=1&e=50&ls=6');
  await answer(page);
  const pressed = page.locator('[data-drawing=starts] button[aria-pressed=true]');
  assert.match(await pressed.getAttribute('aria-label'), /^Start 10, which has the lowest objective/);
  await pressed.press('ArrowRight');
  await shows(page, '.lessons figcaption b', 'start 6');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const still = await bench.open('#v=1&p=full&k=1&e=50&ls=3', { wait: 'end', reducedMotion: 'reduce' });
  await answer(still.page);
  assert.equal(await still.page.locator('[data-drawing=turning] canvas').count(), 3);
  const kept = await bench.open('#v=1&p=full&k=1&e=50&ls=1&na=1', { wait: 'end' });
  const steps = await kept.page.locator('.lessons li').count();
  for (let step = 1; step < steps; step++) {
    await kept.page.locator('.lessons li button').nth(step).click();
    await answer(kept.page);
    const told = (await kept.page.locator('.lessons .shown').textContent()).replace(/Direction: .*?°\./, '');
    assert.doesNotMatch(told, step === 9 ? /right|correct/ : /\d%|\d°|objective \d/, `step ${step + 1}: ${told}`);
    assert.match(told, /hidden by your teacher/i);
    assert.equal(await kept.page.locator('.lessons [data-value=claim]').count(), 0);
    assert.equal(await button(kept.page, 'open in the tool').count(), 0);
  }
  assert.deepEqual([...heard, ...still.heard, ...kept.heard], []);
});
