// Every control works by keyboard and by touch, and has an explanation.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  becomes,
  briefly,
  button,
  control,
  epochBecomes,
  fingerprint,
  hashOf,
  quickly,
  shows,
  startBench,
  text,
  until,
} from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('every control has one help text, refers to it, and keeps no value that contradicts the state', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const names = (attribute) =>
    page
      .locator(`[${attribute}]`)
      .evaluateAll((all, name) => all.map((one) => one.getAttribute(name)).sort(), attribute);
  const controls = await names('data-control');
  assert.ok(controls.length >= 22, `${controls.length} controls`);
  assert.deepEqual(await names('data-help'), controls);
  for (const help of await page.locator('[data-help]').allTextContents()) assert.ok(help.trim().length > 20, help);
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
  const open = await page
    .locator('input, select')
    .evaluateAll((all) => all.filter((one) => one.autocomplete !== 'off').map((one) => one.id || one.outerHTML));
  assert.deepEqual(open, []);
});

test('common number formats are read without guessing; sliders announce their value and move by keys', async () => {
  const { page } = await bench.open(briefly);
  const box = control(page, 'lambda').getByRole('textbox');
  const enter = async (value) => {
    await box.fill(value);
    await box.press('Enter');
  };
  const lambda = async () => /[&#]l=([^&]+)/.exec(await hashOf(page))?.[1];
  await enter('0,01');
  assert.equal(await lambda(), '0.01');
  await enter(' 2e-3 ');
  assert.equal(await lambda(), '0.002');
  for (const [wrong, message] of [
    ['', /Enter a number/],
    ['abc', /“abc” is not a number/],
    ['0', /Enter a value from 0.00001 to 10/],
    ['1e9', /Enter a value/],
    ['1.2.3', /not a number/],
  ]) {
    await enter(wrong);
    assert.match(await text(page, '#lambda-problem'), message);
    assert.equal(await box.getAttribute('aria-invalid'), 'true');
    assert.equal(await lambda(), '0.002', `after “${wrong}”`);
  }
  await enter('0.3');
  assert.equal(await page.locator('#lambda-problem').count(), 0);
  await control(page, 'hiddenLayers').getByRole('textbox').fill('2.5');
  await control(page, 'hiddenLayers').getByRole('textbox').press('Enter');
  assert.match(await text(page, '#hiddenLayers-problem'), /whole number/);

  const slider = control(page, 'lambda').getByRole('slider');
  assert.equal(await slider.getAttribute('aria-valuetext'), '0.3');
  await slider.press('ArrowRight');
  assert.equal(await slider.getAttribute('aria-valuetext'), '0.5');
  await slider.press('Home');
  assert.equal(await slider.getAttribute('aria-valuetext'), '0.00001');
  assert.equal(await box.inputValue(), '1e-5');
  await slider.press('End');
  assert.equal(await lambda(), '10');
});

test('a box shows its whole number, and locked data buttons keep their padlock', async () => {
  const { page, heard } = await bench.open(`${briefly}&r=1e12&gf=0.00001&lk=a`, { wait: 'end' });
  for (const [name, shown] of [
    ['learningRate', '1e12'],
    ['gridFrom', '1e-5'],
  ]) {
    const box = control(page, name).getByRole('textbox');
    assert.equal(await box.inputValue(), shown);
    assert.ok(await box.evaluate((one) => one.scrollWidth <= one.clientWidth), name);
  }
  const heights = (selector) =>
    page.locator(selector).evaluateAll((all) => [...new Set(all.map((one) => one.offsetHeight))]);
  const [pill, ...others] = await heights('[data-control=data] label > span');
  assert.deepEqual([await heights('[data-control=data] label'), others], [[pill], []]);
  assert.deepEqual(heard, []);
});

test('a picture is probed by arrow keys and by pointer, and every picture rings the sample', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const plot = page.locator('[data-method=trip] .plot');
  const layers = () => page.locator('.plot canvas.above').evaluateAll((all) => all.map((one) => one.toDataURL()));
  assert.deepEqual(await layers(), [], 'nothing is probed');
  await plot.focus();
  await plot.press('ArrowRight');
  const first = await shows(
    page,
    '#trip-probe',
    /P\(A\) \d\.\d\d, P\(B\) \d\.\d\d · nearest: (fit|test) sample \d+, class [AB]/,
  );
  await plot.press('Shift+ArrowUp');
  await plot.press('Shift+ArrowUp');
  await shows(page, '#trip-probe', (seen) => seen !== first);
  await until.drawn(page);
  const ringed = await layers();
  await plot.press('Escape');
  assert.equal(ringed.length, 3);
  await plot.press('Shift+ArrowDown');
  await until.drawn(page);
  const moved = await layers();
  for (const at of [0, 1, 2]) assert.notEqual(moved[at], ringed[at], `panel ${at}`);
  await plot.press('Escape');
  await shows(page, '#trip-probe', /^\s*$/);

  await page.locator('[data-method=pca] .plot').hover({ position: { x: 60, y: 60 } });
  const said = /P\(A\) (\d\.\d\d), P\(B\) (\d\.\d\d)/;
  const [, a, b] = said.exec(await shows(page, '#pca-probe', said));
  assert.ok(Math.abs(Number(a) + Number(b) - 1) < 0.011);
});

test('charts are read by keys and by pointer, and can show an epoch', async () => {
  const { page } = await bench.open(`${quickly}&k=1&e=400`, { wait: 'end' });
  const says = (chart, pattern) => becomes(() => chart.getAttribute('aria-valuetext'), pattern);
  const chart = page.getByRole('slider', { name: 'Loss of TRIP over the epochs' });
  await chart.focus();
  await chart.press('Home');
  await chart.press('PageUp');
  await says(chart, /^epoch 40: fit loss [\d.]+, test loss [\d.]+$/);
  await chart.press('Enter');
  await epochBecomes(page, 'trip', 40);
  await chart.hover({ position: { x: 200, y: 60 } });
  await says(chart, /^epoch (?!40:)\d+: fit loss/);
  await control(page, 'measure').locator('select').selectOption('accuracy');
  const accuracy = page.getByRole('slider', { name: 'Accuracy of TRIP over the epochs' });
  await accuracy.press('End');
  await says(accuracy, /^epoch 400: fit accuracy [\d.]+\s%, test accuracy [\d.]+\s%$/);
  await control(page, 'measure').locator('select').selectOption('objective');
  const objective = page.getByRole('slider', { name: 'Objective of TRIP over the epochs' });
  await objective.press('End');
  const parts = /objective ([\d.]+), loss ([\d.]+), λ × reconstruction ([\d.]+)$/;
  const [, whole, loss, rest] = parts.exec(await says(objective, parts));
  assert.ok(Math.abs(Number(whole) - Number(loss) - Number(rest)) < 0.01 * Number(whole));
  const angles = page.getByRole('slider', { name: /^Principal angles/ });
  await says(angles, /larger angle [\d.]+°, smaller angle [\d.]+°/);
});

test('the time line looks back, play continues from there, and a finished training continues', async () => {
  const { page } = await bench.open(`${quickly}&e=400&k=2`, { wait: 'end' });
  const epochs = () => page.locator('[data-value=epoch]').allTextContents();
  const at = (epoch) => becomes(epochs, Array(3).fill(String(epoch)), { what: 'the epochs' });
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
  await at(2400);
  await until.end(page);
  assert.match(await hashOf(page), /&e=2400&/);
  assert.notEqual(await fingerprint(page), first);
  await page.goBack();
  await at(400);
  await until.end(page);
  assert.equal(await fingerprint(page), first);
});

test('a thumbnail shows its start', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const other = page.locator('[data-start]:not(.chosen)').first();
  await other.focus();
  await other.press('Enter');
  await becomes(() => other.getAttribute('aria-pressed'), 'true');
  await shows(page, '[data-method=trip] [data-value=test]', await other.locator('.accuracy').textContent());
});

test('every control is reached by Tab, and focus is visible', async () => {
  const { page } = await bench.open('#v=1&p=full&k=2&e=100', { wait: 'end' });
  await page.locator('.assess details').evaluate((fold) => (fold.open = true));
  const reached = new Set();
  const tabThrough = async () => {
    const stops = await page.locator('a, button, input, select, textarea, summary, [tabindex]').count();
    for (let press = 0; press < stops + 10; press++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const one = document.activeElement;
        if (!one || one === document.body) return '';
        const style = getComputedStyle(one);
        const seen = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
        const name = one.closest('[data-control]')?.dataset.control ?? (one.className || one.tagName);
        return `${seen ? '' : 'unseen '}${name}`;
      });
      if (at === '' && press > 5) return;
      reached.add(at);
    }
  };
  const enabled = () =>
    page
      .locator('[data-control]')
      .evaluateAll((all) =>
        all
          .filter((one) => one.matches(':enabled') || one.querySelector(':enabled, [tabindex="0"], summary'))
          .map((one) => one.dataset.control),
      );
  // The small multiples fill once the focus brings them into view, which enables controls that Tab has passed by then.
  let missed;
  for (let round = 0; round < 3 && missed?.length !== 0; round++) {
    await tabThrough();
    const controls = await enabled();
    assert.ok(controls.length >= 50, `${controls.length} controls`);
    missed = controls.filter((name) => !reached.has(name));
  }
  assert.deepEqual(missed, []);
  assert.deepEqual(
    [...reached].filter((name) => name.startsWith('unseen')),
    [],
  );
  for (const name of ['skip', 'plot', 'chart'])
    assert.ok(
      [...reached].some((one) => one.startsWith(name)),
      name,
    );
});

test('a button that starts, ends or runs out of work keeps the focus', async () => {
  const { page } = await bench.open('#v=1&p=full&k=2&e=100&gn=3&vw=plane&tk=hand', { wait: 'end' });
  const keeps = async (one, change) => {
    await one.focus();
    const element = await one.elementHandle();
    await change(one);
    assert.ok(await element.evaluate((own) => own === document.activeElement), await element.textContent());
  };
  const run = control(page, 'grid').locator('button[aria-describedby]');
  // Into view by the focus, so that the small multiples fill by themselves, or by Enter before that.
  await keeps(run, async (one) => {
    await one.press('Enter');
    await becomes(() => one.isDisabled(), true);
  });
  await keeps(control(page, 'select').locator('button[aria-describedby]'), async (one) => {
    await one.press('Enter');
    await becomes(() => one.textContent(), 'Cancel');
    await one.press('Enter');
    await becomes(() => one.textContent(), /^Choose/);
  });
  await page.locator('.handle[tabindex="0"]').press('ArrowRight');
  await keeps(control(page, 'undo').locator('button[aria-describedby]'), async (one) => {
    await becomes(() => one.isEnabled(), true);
    await one.press('Enter');
    await becomes(() => one.isDisabled(), true);
  });
});

test('reduced motion: only beginning and result are drawn; other epochs on demand', async () => {
  const { page } = await bench.open('#v=1&k=2&e=400', {
    wait: null,
    reducedMotion: 'reduce',
    prepare: (page) =>
      page.addInitScript(() => {
        window.seen = [];
        new MutationObserver(() => {
          const epoch = document.querySelector('[data-method=trip] [data-value=epoch]')?.textContent;
          if (epoch && window.seen.at(-1) !== epoch) window.seen.push(epoch);
        }).observe(document, { subtree: true, childList: true, characterData: true });
      }),
  });
  await until.end(page);
  const seen = (await page.evaluate(() => window.seen)).filter((epoch) => epoch !== '–');
  assert.ok(seen.length <= 2, `epochs shown: ${seen.join(', ')}`);
  assert.equal(seen.at(-1), '400');
  await control(page, 'timeline').getByRole('slider').press('Home');
  await epochBecomes(page, 'trip', 0);
});

/** Intervals that the test controls. */
const intervalsByHand = () => {
  window.intervals = new Map();
  window.asked = 0;
  window.setInterval = (pass, pause) => window.intervals.set(++window.asked, { pass, pause }) && window.asked;
  window.clearInterval = (id) => window.intervals.delete(id);
};

test('announcements are polite and rare: one every five seconds, and one at the end', async () => {
  const { page } = await bench.open('#v=1&p=slow&k=1', {
    prepare: (page) => page.addInitScript(intervalsByHand),
  });
  const spoken = 'p[role=status][aria-live=polite]';
  await epochBecomes(page, 'trip', (epoch) => epoch > 20);
  assert.equal(await text(page, spoken), '');
  const pauses = () => page.evaluate(() => [...window.intervals.values()].map(({ pause }) => pause));
  assert.deepEqual(await pauses(), [5000]);
  await page.evaluate(() => [...window.intervals.values()].map(({ pass }) => pass()));
  const said = await shows(page, spoken, /^Epoch \d+: TRIP objective [\d.]+, test accuracy [\d.]+%\.$/);
  const [, then] = /(\d+)/.exec(said);
  // A picture in between is not announced and does not restart the five seconds.
  await epochBecomes(page, 'trip', (epoch) => epoch > Number(then) + 20);
  assert.equal(await text(page, spoken), said);
  await control(page, 'speed').locator('select').selectOption('full');
  await shows(page, spoken, /ended/);
  assert.deepEqual(await pauses(), []);
  assert.equal(await page.evaluate(() => window.asked), 1);
});
