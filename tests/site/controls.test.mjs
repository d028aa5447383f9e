// Everything can be operated, by keyboard and by touch, and everything is explained.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { button, control, epochOf, fingerprint, hashOf, quickly, startBench, text, until } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('there is one help text for every control', async () => {
  const { page } = await bench.open();
  const names = (attribute) =>
    page
      .locator(`[${attribute}]`)
      .evaluateAll((all, name) => all.map((one) => one.getAttribute(name)).sort(), attribute);
  const controls = await names('data-control');
  assert.ok(controls.length >= 22, `${controls.length} controls`);
  assert.deepEqual(await names('data-help'), controls);
  for (const help of await page.locator('[data-help]').allTextContents()) assert.ok(help.trim().length > 20, help);
});

test('every control points to its help text', async () => {
  const { page } = await bench.open();
  const lost = await page.locator('[data-control]').evaluateAll((all) =>
    all
      .filter((one) => {
        const name = one.dataset.control;
        const selector = `[aria-describedby~="${name}-help"]`;
        return !(one.matches(selector) || one.querySelector(selector)) || !document.getElementById(`${name}-help`);
      })
      .map((one) => one.dataset.control),
  );
  assert.deepEqual(lost, []);
});

test('help unfolds by its button', async () => {
  const { page } = await bench.open();
  const what = page.getByRole('button', { name: 'What is “Lambda (λ)”?' });
  assert.ok(await page.locator('#lambda-help').isHidden());
  await what.press('Enter');
  assert.ok(await page.locator('#lambda-help').isVisible());
  assert.equal(await what.getAttribute('aria-expanded'), 'true');
});

test('numbers are read as people write them, and nothing is guessed', async () => {
  const { page } = await bench.open();
  const box = control(page, 'lambda').getByRole('textbox');
  const enter = async (value) => {
    await box.fill(value);
    await box.press('Enter');
  };
  await enter('0,01');
  assert.equal(hashOf(page), '#v=1&l=0.01');
  await enter(' 2e-3 ');
  assert.equal(hashOf(page), '#v=1&l=0.002');
  for (const [wrong, message] of [
    ['', /number is needed/],
    ['abc', /“abc” is not a number/],
    ['0', /Between 0.00001 and 10/],
    ['1e9', /Between/],
    ['1.2.3', /not a number/],
  ]) {
    await enter(wrong);
    assert.match(await text(page, '#lambda-problem'), message);
    assert.equal(await box.getAttribute('aria-invalid'), 'true');
    assert.equal(hashOf(page), '#v=1&l=0.002', `after “${wrong}”`);
  }
  await enter('0.5');
  assert.equal(await page.locator('#lambda-problem').count(), 0);
  await control(page, 'layers').getByRole('textbox').fill('2.5');
  await control(page, 'layers').getByRole('textbox').press('Enter');
  assert.match(await text(page, '#layers-problem'), /whole number/);
});

test('sliders say their value and move by keys', async () => {
  const { page } = await bench.open();
  const slider = control(page, 'lambda').getByRole('slider');
  assert.equal(await slider.getAttribute('aria-valuetext'), '0.3');
  await slider.press('ArrowRight');
  assert.equal(await slider.getAttribute('aria-valuetext'), '0.5');
  await slider.press('Home');
  assert.equal(await slider.getAttribute('aria-valuetext'), '0.00001');
  assert.equal(await control(page, 'lambda').getByRole('textbox').inputValue(), '0.00001');
  await slider.press('End');
  assert.match(hashOf(page), /l=10/);
});

test('nothing that a browser remembers of a form stands against the state', async () => {
  const { page } = await bench.open();
  const open = await page
    .locator('input, select')
    .evaluateAll((all) => all.filter((one) => one.autocomplete !== 'off').map((one) => one.id || one.outerHTML));
  assert.deepEqual(open, []);
});

test('a picture is probed by arrow keys, and the sample is ringed in all of them', async () => {
  const { page } = await bench.open(quickly, { wait: 'end' });
  const plot = page.locator('[data-method=trip] .plot');
  const canvases = () => page.locator('.plot canvas').evaluateAll((all) => all.map((one) => one.toDataURL()));
  const plain = await canvases();
  await plot.focus();
  await plot.press('ArrowRight');
  const first = await text(page, '#trip-probe');
  assert.match(first, /P\(A\) \d\.\d\d, P\(B\) \d\.\d\d · nearest: (fit|test) sample \d+, class [AB]/);
  await plot.press('Shift+ArrowUp');
  await plot.press('Shift+ArrowUp');
  assert.notEqual(await text(page, '#trip-probe'), first);
  await page.waitForTimeout(100);
  const ringed = await canvases();
  for (const at of [0, 1, 2]) assert.notEqual(ringed[at], plain[at], `panel ${at}`);
  await plot.press('Escape');
  assert.equal((await text(page, '#trip-probe')).trim(), '');
});

test('a picture is probed by pointer, and a probability agrees with its side of the boundary', async () => {
  const { page } = await bench.open(quickly, { wait: 'end' });
  await page.locator('[data-method=pca] .plot').hover({ position: { x: 60, y: 60 } });
  const [, a, b] = /P\(A\) (\d\.\d\d), P\(B\) (\d\.\d\d)/.exec(await text(page, '#pca-probe'));
  assert.ok(Math.abs(Number(a) + Number(b) - 1) < 0.011);
});

test('charts are read by keys and by pointer, and take the view to an epoch', async () => {
  const { page } = await bench.open(quickly, { wait: 'end' });
  const chart = page.getByRole('slider', { name: 'Loss of TRIP over the epochs' });
  await chart.focus();
  await chart.press('Home');
  await chart.press('PageUp');
  assert.match(await chart.getAttribute('aria-valuetext'), /^epoch 200: fit loss [\d.]+, test loss [\d.]+$/);
  await chart.press('Enter');
  assert.equal(await epochOf(page, 'trip'), 200);
  await chart.hover({ position: { x: 200, y: 60 } });
  assert.match(await chart.getAttribute('aria-valuetext'), /^epoch \d+: fit loss/);
  await control(page, 'measure').locator('select').selectOption('accuracy');
  const accuracy = page.getByRole('slider', { name: 'Accuracy of TRIP over the epochs' });
  await accuracy.press('End');
  assert.match(
    await accuracy.getAttribute('aria-valuetext'),
    /^epoch 2000: fit accuracy [\d.]+\s%, test accuracy [\d.]+\s%$/,
  );
  await control(page, 'measure').locator('select').selectOption('objective');
  const objective = page.getByRole('slider', { name: 'Objective of TRIP over the epochs' });
  await objective.press('End');
  const [, whole, loss, rest] = /objective ([\d.]+), loss ([\d.]+), λ × reconstruction ([\d.]+)$/.exec(
    await objective.getAttribute('aria-valuetext'),
  );
  assert.ok(Math.abs(Number(whole) - Number(loss) - Number(rest)) < 0.01 * Number(whole));
  const angles = page.getByRole('slider', { name: /^Principal angles/ });
  assert.match(await angles.getAttribute('aria-valuetext'), /larger angle [\d.]+°, smaller angle [\d.]+°/);
});

test('the time line looks back, play goes on from there, and a finished training goes on', async () => {
  const { page } = await bench.open(`${quickly}&e=400&k=2`, { wait: 'end' });
  const at = (epoch) =>
    page.waitForFunction(
      (epoch) => [...document.querySelectorAll('[data-value=epoch]')].every((one) => one.textContent === epoch),
      String(epoch),
    );
  const line = control(page, 'timeline').getByRole('slider');
  await line.press('Home');
  await at(0);
  await line.press('ArrowRight');
  await at(10);
  await control(page, 'step').press('Enter');
  await at(20);
  await control(page, 'back').press('Enter');
  await at(10);
  await button(page, 'Play').click();
  await at(400);
  const first = await fingerprint(page);
  await button(page, 'Go on +2000').click();
  await until.end(page);
  await at(2400);
  assert.match(hashOf(page), /&e=2400&/);
  assert.notEqual(await fingerprint(page), first);
  await page.goBack();
  await at(400);
  await until.end(page);
  assert.equal(await fingerprint(page), first);
});

test('a thumbnail puts its start on view', async () => {
  const { page } = await bench.open(quickly, { wait: 'end' });
  const other = page.locator('[data-start]:not(.chosen)').first();
  await other.focus();
  await other.press('Enter');
  assert.equal(await other.getAttribute('aria-pressed'), 'true');
  const expected = await other.locator('.accuracy').textContent();
  const accuracy = await text(page, '[data-method=trip] [data-value=test]');
  assert.equal(accuracy, expected);
});

test('everything can be reached by Tab, and focus can be seen', async () => {
  const { page } = await bench.open('#v=1&p=full&k=2&e=100', { wait: 'end' });
  const reached = new Set();
  for (let press = 0; press < 200; press++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const one = document.activeElement;
      if (!one || one === document.body) return '';
      const style = getComputedStyle(one);
      const seen = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
      const name = one.closest('[data-control]')?.dataset.control ?? (one.className || one.tagName);
      return `${seen ? '' : 'unseen '}${name}`;
    });
    if (at === '' && press > 5) break;
    reached.add(at);
  }
  assert.deepEqual(
    [...reached].filter((name) => name.startsWith('unseen')),
    [],
  );
  const controls = await page.locator('[data-control]').evaluateAll((all) => all.map((one) => one.dataset.control));
  assert.deepEqual(
    controls.filter((name) => !reached.has(name)),
    [],
  );
  for (const name of ['skip', 'plot', 'chart'])
    assert.ok(
      [...reached].some((one) => one.startsWith(name)),
      name,
    );
});

test('less motion: only beginning and result are drawn, and the steps between are there on demand', async () => {
  const { page } = await bench.open('', {
    wait: null,
    reducedMotion: 'reduce',
    prepare: (page) =>
      page.addInitScript(() => {
        window.seen = [];
        const look = () => {
          const epoch = document.querySelector('[data-method=trip] [data-value=epoch]')?.textContent;
          if (epoch && window.seen.at(-1) !== epoch) window.seen.push(epoch);
          requestAnimationFrame(look);
        };
        look();
      }),
  });
  await until.end(page);
  const seen = (await page.evaluate(() => window.seen)).filter((epoch) => epoch !== '–');
  assert.ok(seen.length <= 2, `epochs on view: ${seen.join(', ')}`);
  assert.equal(seen.at(-1), '2000');
  await control(page, 'timeline').getByRole('slider').press('Home');
  await page.waitForFunction(() => document.querySelector('[data-method=trip] [data-value=epoch]').textContent === '0');
});

test('announcements are polite and rare', async () => {
  const { page } = await bench.open('#v=1&p=slow', {
    prepare: (page) =>
      page.addInitScript(() => {
        window.said = [];
        new MutationObserver(() => {
          const words = document.querySelector('p[role=status]')?.textContent ?? '';
          if (words && words !== window.said.at(-1)?.words) window.said.push({ words, at: performance.now() });
        }).observe(document, { subtree: true, childList: true, characterData: true });
      }),
  });
  await page.waitForTimeout(11000);
  const said = await page.evaluate(() => window.said);
  assert.ok(said.length >= 1 && said.length <= 3, JSON.stringify(said));
  for (let at = 1; at < said.length; at++) assert.ok(said[at].at - said[at - 1].at > 4500);
  assert.match(said[0].words, /^Epoch \d+: TRIP objective [\d.]+, test accuracy [\d.]+%\.$/);
});
