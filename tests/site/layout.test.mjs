// Layout: the order of the page, the opening, screens of 1280 x 720 and of phones, the bar, folds, and stops of Tab.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import {
  becomes,
  briefly,
  button,
  control,
  follow,
  hashOf,
  inPanel,
  openSettings,
  quickly,
  root,
  shows,
  startBench,
  stays,
  until,
} from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const phone = (width, height) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });
const boxes = (page, ...selectors) =>
  page.evaluate((all) => all.map((one) => document.querySelector(one).getBoundingClientRect().toJSON()), selectors);

test('the page is in the order tool, lessons, details, is it real?, own data, explore, share, the paper, the method, reading', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  await page.waitForSelector('[data-part=reproduction] *');
  await page.waitForSelector('[data-part=method] *');
  await page.waitForSelector('[data-part=prose] *');
  const order = [
    '.stage',
    '.lessons',
    '.charts',
    '.explain',
    '.assess',
    '.ownTable',
    '.explore',
    '.share',
    '.reproduction',
    '.method',
    '.prose',
  ];
  const tops = (await boxes(page, ...order)).map(({ top }) => Math.round(top));
  assert.deepEqual(
    tops,
    tops.toSorted((a, b) => a - b),
  );
  const [stage, lessons] = await boxes(page, '.stage', '.lessons');
  assert.ok(lessons.top - stage.bottom < 60, 'nothing lies between tool and lessons');
});

test('the text of a lesson and its figure lie side by side', async () => {
  const { page } = await bench.open('#v=1&p=full&k=1&e=20&ls=1', { wait: 'end' });
  await page.locator('.lessons input[type=radio]').first().check();
  await button(page, 'Train and see').click();
  await page.waitForSelector('.lessons figure');
  const [words, figure] = await boxes(page, '.lessons .words', '.lessons figure');
  assert.ok(figure.left >= words.right && figure.top < words.bottom, JSON.stringify([words, figure]));
});

/** Keeps all angles that the page shows, since a busy machine may show the first ones before the test looks. */
const keepAngles = () => {
  window.angles = [];
  new MutationObserver(() => {
    const degrees = Number.parseFloat(document.querySelector('[data-method=trip] [data-value=angle]')?.textContent);
    if (Number.isFinite(degrees)) window.angles.push(degrees);
  }).observe(document, { subtree: true, childList: true, characterData: true });
};

test('the opening moves from a cloud to a spiral; the settings are folded until they are wanted or a link changes one', async () => {
  const { page } = await bench.open('', { wait: null, prepare: (page) => page.addInitScript(keepAngles) });
  const toggle = page.getByRole('button', { name: 'Settings', exact: true });
  await page.waitForSelector('.stage button.primary');
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
  assert.equal(await page.locator('.stage button.primary').count(), 1, 'one button stands out');
  const angle = () => inPanel(page, 'trip', 'angle');
  await becomes(angle, (degrees) => degrees < 20, { what: 'the angle of the spiral' });
  const [first] = await page.evaluate(() => window.angles);
  assert.ok(first > 60, `the angle of the beginning is ${first}`);
  assert.equal(await control(page, 'seed').count(), 0);
  await openSettings(page);
  assert.ok(await control(page, 'seed').isVisible());
  await toggle.click();
  assert.equal(await control(page, 'seed').count(), 0);
  await follow(page, '#v=1&l=0.05&p=full');
  await control(page, 'seed').waitFor();
  assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
});

test('on 1280 x 720 the tool lies above the fold, from the heading to the verdict', async () => {
  const { page } = await bench.open(quickly, { wait: 'end', viewport: { width: 1280, height: 720 } });
  const parts = ['h1', '.top > p', '[data-control=data]', '.transport', '.panels', '.legend', '[data-value=verdict]'];
  for (const [at, { bottom, height }] of (await boxes(page, ...parts)).entries())
    assert.ok(height > 10 && bottom <= 720, `${parts[at]} ends at ${bottom}`);
  const widths = await page.locator('.panels .plot').evaluateAll((all) => all.map((one) => one.clientWidth));
  assert.equal(widths.length, 3);
  assert.ok(Math.min(...widths) > 300, `pictures of ${widths} pixels`);
  await page.setViewportSize({ width: 1440, height: 900 });
  await becomes(async () => (await boxes(page, '.transport'))[0].height < 50, true, { what: 'one row of controls' });
});

for (const [width, height] of [
  [390, 844],
  [320, 640],
]) {
  test(`${width} px: TRIP is large and first, a tap enlarges another, and a bar has the controls that matter`, async () => {
    // The length of the page is that with all starts of the opening.
    const { page, heard } = await bench.open(width === 390 ? quickly : briefly, {
      wait: 'end',
      ...phone(width, height),
    });
    const plots = async () =>
      boxes(page, '[data-method=trip] .plot', '[data-method=pca] .plot', '[data-method=lda] .plot');
    const [trip, pca, lda] = await plots();
    assert.ok(trip.width > 0.9 * width && pca.width < 0.5 * width && lda.width < 0.5 * width);
    assert.ok(trip.bottom < pca.top && pca.top === lda.top && pca.right < lda.left);
    assert.ok(trip.top < height / 2);
    const [said, under] = await boxes(page, '.verdict', 'section.bar');
    assert.ok(trip.bottom < said.top && said.bottom < pca.top, 'the verdict follows the large picture');
    if (width === 390)
      assert.ok(said.bottom < under.top, `the verdict ends at ${said.bottom}, the bar begins at ${under.top}`);
    await page.getByRole('button', { name: 'Show PCA large' }).tap();
    await becomes(async () => (await plots()).map((box) => box.width > 0.9 * width), [false, true, false]);
    await page.locator('[data-method=pca] .plot').tap({ position: { x: 100, y: 100 } });
    await shows(page, '#pca-probe', /^\s*P\(A\)/);
    await page.getByRole('button', { name: 'Show TRIP large' }).press('Enter');
    await becomes(async () => (await plots())[0].width > 0.9 * width, true);

    const bar = page.getByRole('region', { name: 'Controls at hand' });
    await becomes(async () => (await boxes(page, 'section.bar')).map((box) => Math.round(box.bottom)), [height]);
    assert.equal(await control(page, 'play').count(), 1);
    await bar.getByRole('slider').press('ArrowLeft');
    assert.match(await hashOf(page), /&l=0\.2/);
    await button(bar, 'New start').tap();
    assert.match(await hashOf(page), /&s=\d+/);
    await until.end(page);
    await button(bar, 'Play').tap();
    await until.end(page);

    const length = await page.evaluate(() => document.documentElement.scrollHeight);
    if (width === 390) assert.ok(length <= 5800, `${length} pixels long`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
    // The bar covers neither the end of the page nor an element that gets the focus.
    await page.evaluate(() => scrollTo(0, 1e6));
    const [footer, over] = await boxes(page, 'footer', 'section.bar');
    assert.ok(footer.bottom <= over.top + 1);
    await page.evaluate(() => scrollTo(0, 0));
    for (let press = 0; press < 40; press++) {
      await page.keyboard.press('Tab');
      const [focus, top] = await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === document.body || activeElement.closest('section.bar')) return [0, 1];
        return [activeElement, document.querySelector('section.bar')].map((one) => one.getBoundingClientRect().top);
      });
      assert.ok(focus < top, `the focus is at ${focus}, the bar at ${top}`);
    }
    assert.deepEqual(heard, []);
  });
}

test('390 px: sections are folded, and links, chosen samples and lessons unfold those that they use', async () => {
  const { page } = await bench.open('#v=1&p=full&k=1&e=20&gn=3&ls=8', { wait: 'end', ...phone(390, 844) });
  const open = (part) => page.locator(`#${part}-content`).isVisible();
  assert.deepEqual(await Promise.all(['charts', 'explain', 'assess', 'explore', 'share', 'prose'].map(open)), [
    ...[false, false, false, true, false, false],
  ]);
  await page.locator('[data-method=trip] .plot').tap({ position: { x: 150, y: 150 } });
  await becomes(() => open('explain'), true);
  await button(page, 'Is it real?').tap();
  assert.ok(await open('assess'));
  await button(page, 'Is it real?').tap();
  assert.ok(!(await open('assess')));
  await follow(page, '#v=1&p=full&k=1&e=20&xf=3&ls=8');
  await becomes(() => open('assess'), true);
});

test('the lesson on the choice of a start unfolds the starts when its figure opens in the tool', async () => {
  const { page } = await bench.open('#v=1&p=full&k=1&e=20&ls=6', { wait: 'end', ...phone(390, 844) });
  assert.ok(await page.locator('#charts-content').isHidden());
  await page.locator('.lessons input[type=radio]').first().check();
  await button(page, 'Train and see').tap();
  await page.locator('.lessons figcaption button').first().tap();
  await page.locator('#charts-content').waitFor();
});

test('a class link locks and hides the controls of the bar too', async () => {
  const { page } = await bench.open(`${briefly}&lk=l&hi=newStart`, { wait: 'end', ...phone(390, 844) });
  const bar = page.locator('section.bar');
  await becomes(() => bar.getByRole('slider').isDisabled(), true);
  assert.match(await bar.getByRole('slider').getAttribute('aria-describedby'), /kept-reason/);
  assert.equal(await bar.locator('[data-twin=newStart]').isVisible(), false);
});

/** Presses Tab from the top of the page until the focus is on the control; resolves to the number of presses. */
async function stopsTo(page, name) {
  await page.evaluate(() => {
    document.activeElement.blur();
    getSelection().removeAllRanges();
  });
  for (let press = 1; press < 200; press++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((name) => document.activeElement.closest(`[data-control=${name}]`) !== null, name))
      return press;
  }
  return Number.POSITIVE_INFINITY;
}

test('Tab reaches the export with at most 62 stops, and every control of the settings with one', async () => {
  const { page } = await bench.open('#v=1&p=full', { wait: 'end' });
  const stops = await stopsTo(page, 'image');
  assert.ok(stops <= 62, `${stops} stops`);
  await openSettings(page);
  const settings = page.locator('#settings');
  const controls = await settings.locator('[data-control]').count();
  const focusable = await settings
    .locator('a, button:enabled, input:enabled, select:enabled')
    .evaluateAll((all) => all.filter((one) => one.tabIndex === 0).length);
  assert.equal(focusable, controls + 2, 'beside the controls: the skip link and the link to the opening settings');
  // One link leads past them.
  await page.getByText('Skip the settings').press('Enter');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.closest('.lessons') !== null));
  // The arrow keys of a box move its slider.
  const box = control(page, 'lambda').getByRole('textbox');
  await box.press('ArrowUp');
  assert.equal(await box.inputValue(), '0.5');
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  assert.equal(await box.inputValue(), '0.2');
});

test('arrow keys move between starts and between steps of the lessons, which are one stop each', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  for (const list of ['[data-part=starts] ol', '.lessons nav ol']) {
    const tabbed = page.locator(`${list} button[tabindex="0"]`);
    assert.equal(await tabbed.count(), 1, list);
    await page.locator(`${list} button`).first().focus();
    await page.keyboard.press('ArrowRight');
    assert.ok(
      await page
        .locator(`${list} button`)
        .nth(1)
        .evaluate((one) => one === document.activeElement),
      list,
    );
  }
});

/** A vertical or horizontal swipe over the middle of TRIP's picture. */
async function swipe(page, dx, dy) {
  const debug = await page.context().newCDPSession(page);
  const [{ left, top, width, height }] = await boxes(page, '[data-method=trip] .plot');
  const [x, y] = [left + width / 2, top + height / 2];
  const touch = (type, touchPoints) => debug.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  for (let step = 1; step <= 8; step++) await touch('touchMove', [{ x: x + (dx * step) / 8, y: y + (dy * step) / 8 }]);
  await touch('touchEnd', []);
  await debug.detach();
}

test('a swipe over three axes scrolls the page until a tap chooses the picture; then it turns, until a tap elsewhere', async () => {
  const { page } = await bench.open('#v=1&a=helix&p=full&k=1&e=20', { wait: 'end', ...phone(390, 844) });
  const plot = page.locator('[data-method=trip] .plot');
  await page.getByText('Tap the picture, then drag to turn it.').waitFor();
  const action = () => plot.evaluate((one) => getComputedStyle(one).touchAction);
  const angles = async () => /&(yw|pt)=/.test(await hashOf(page));
  const scrolled = () => page.evaluate(() => scrollY);
  assert.equal(await action(), 'pan-y');
  await swipe(page, 0, -160);
  await becomes(scrolled, (y) => y > 50, { what: 'the scroll' });
  await swipe(page, 60, 0);
  await stays(angles, false);
  await page.evaluate(() => scrollTo(0, 0));
  await plot.tap({ position: { x: 100, y: 100 } });
  await becomes(action, 'none');
  await swipe(page, 0, -100);
  await becomes(angles, true);
  assert.equal(await scrolled(), 0);
  const hash = await hashOf(page);
  await page.locator('h1').tap();
  await becomes(action, 'pan-y');
  await swipe(page, 0, -160);
  await becomes(scrolled, (y) => y > 50, { what: 'the scroll' });
  assert.equal(await hashOf(page), hash);
});

test('from a disk, the page says where the page in one file is; a page that starts removes the sentence', async () => {
  const file = join(root, 'site', 'index.html');
  const context = await bench.browser.newContext();
  const disk = await context.newPage();
  await disk.goto(`file://${file}`);
  const link = disk.getByRole('link', { name: 'The page as one file' });
  await link.waitFor();
  assert.match(await disk.locator('#app').textContent(), /opened from a disk/);
  await link.click();
  await disk.waitForSelector('.stage');
  assert.equal(await disk.locator('.unstarted').count(), 0);
  await context.close();
  assert.doesNotMatch(readFileSync(join(root, 'site', 'trip.html'), 'utf8'), /class="unstarted"/);
  const { page } = await bench.open(briefly, { wait: 'end' });
  assert.equal(await page.locator('.unstarted').count(), 0);
});
