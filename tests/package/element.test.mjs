/** `<trip-plane>` of the packed package in plain HTML, React, Vue and Svelte, under a strict content security policy. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { build } from 'esbuild';
import { compile } from 'svelte/compiler';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { becomes, listen } from '../site/support.mjs';
import { createProject, moduleScript, root, writePage } from './support.mjs';

const folder = createProject();
const browser = await launchChromium();
after(() => browser.close());
const policy = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'";

const svelte = {
  name: 'svelte',
  setup: (plugin) =>
    plugin.onLoad({ filter: /\.svelte$/ }, ({ path }) => ({
      contents: compile(readFileSync(path, 'utf8'), { filename: path, css: 'external' }).js.code,
    })),
};

/** Bundles an app for a page; resolves to the folder of the page. */
async function pageOf(app) {
  const out = join(folder, `out-${app}`);
  await build({
    entryPoints: [join(folder, 'apps', `element-${app}.js`)],
    outfile: join(out, 'app.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    nodePaths: [join(root, 'node_modules')],
    define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
    plugins: [svelte],
    logLevel: 'silent',
  });
  writePage(out, `<main></main>${moduleScript('app.js')}`, {
    policy,
    head: '<meta name="color-scheme" content="light dark">',
  });
  return out;
}

/** Opens the page of an app; the picture is drawn. */
async function open(t, app, context = {}) {
  const server = await serve(await pageOf(app));
  const page = await (await browser.newContext({ viewport: { width: 700, height: 900 }, ...context })).newPage();
  t.after(async () => {
    await page.context().close();
    await server.close();
  });
  const heard = listen(page, server.url);
  await page.goto(server.url);
  await becomes(
    () => page.locator('trip-plane li').count(),
    (count) => count >= 4,
    { what: 'the legend' },
  );
  return { page, heard, plot: page.getByRole('application') };
}
const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const eventsOf = (page) => page.evaluate(() => globalThis.events.splice(0));

for (const app of ['plain', 'react', 'vue', 'svelte']) {
  test(`${app}: picture, probe and choice by keys, table, axe`, async (t) => {
    const { page, heard, plot } = await open(t, app);
    await page.keyboard.press('Tab');
    assert.equal(await plot.evaluate((one) => one.matches(':focus')), true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    const [first, second, choice, gone] = await eventsOf(page);
    assert.deepEqual([first.type, second.type, choice.type, gone.type], ['probe', 'probe', 'select', 'probe']);
    assert.ok(second.detail.x > first.detail.x && second.detail.y === first.detail.y);
    const sum = second.detail.prediction.probabilities.reduce((all, one) => all + one, 0);
    assert.ok(Math.abs(sum - 1) < 1e-5, `${sum}`);
    assert.deepEqual(choice.detail, second.detail.sample);
    assert.equal(gone.detail, null);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const rows = page.locator('trip-plane tbody tr');
    await becomes(
      () => rows.count(),
      (count) => count === 160,
      { what: 'the rows of the table' },
    );
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate(() => globalThis.axe.run('main', { resultTypes: ['violations'] }));
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    );
    assert.deepEqual(heard, []);
  });
}

test('the pointer finds the nearest sample, and a click chooses it', async (t) => {
  const { page, plot } = await open(t, 'plain');
  const { model: points } = await page.evaluate(() => ({
    model: [...globalThis.made.model.transform(globalThis.made.data)],
  }));
  const box = await plot.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  const heard = await eventsOf(page);
  const { x, y, sample, distance } = heard.find(({ type }) => type === 'probe').detail;
  assert.equal(heard.at(-1).type, 'select');
  const far = (n) => Math.hypot(points[2 * n] - x, points[2 * n + 1] - y);
  if (sample.set === 'data') assert.ok(Math.abs(far(sample.index) - distance) < 1e-5);
  for (let n = 0; 2 * n < points.length; n++) assert.ok(far(n) >= distance - 1e-5, `${n}`);
  assert.deepEqual(await page.evaluate(() => document.querySelector('trip-plane').selected), heard.at(-1).detail);
  await page.mouse.move(0, 0);
  assert.equal((await eventsOf(page)).at(-1).detail, null);
});

test('the table has the class and the prediction of every sample', async (t) => {
  const { page } = await open(t, 'plain');
  await page.locator('trip-plane summary').click();
  const cells = await page
    .locator('trip-plane tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const expected = await page.evaluate(() => {
    const { model, data, samples } = globalThis.made;
    const of = (set) => [...model.predictLabels(set)].map((name, n) => [set.classNames[set.labels[n]], name]);
    return [...of(data), ...of(samples)];
  });
  assert.deepEqual(
    cells.map(([, , own, predicted]) => [own, predicted]),
    expected,
  );
});

test('colours follow the colour scheme, the attribute and forced colours; attributes change the picture', async (t) => {
  const { page } = await open(t, 'plain');
  const plane = page.locator('trip-plane');
  const paper = () => plane.locator('figure').evaluate((one) => getComputedStyle(one).backgroundColor);
  const canvas = plane.locator('canvas').first();
  const picture = async () => hashOf(await canvas.evaluate((one) => one.toDataURL()));
  await becomes(paper, 'rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await becomes(paper, 'rgb(22, 29, 35)');
  for (const [scheme, expected] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(22, 29, 35)'],
  ]) {
    await page.evaluate((own) => (document.querySelector('main').style.colorScheme = own), scheme);
    await becomes(paper, expected, { what: `the paper of the scheme ${scheme} of the page` });
  }
  await plane.evaluate((one) => (one.theme = 'light'));
  await becomes(paper, 'rgb(255, 255, 255)');
  const changes = { contours: false, arrows: 0, discrete: true, heat: false };
  for (const [name, value] of Object.entries(changes)) {
    const before = await picture();
    await plane.evaluate((one, [key, to]) => (one[key] = to), [name, value]);
    await becomes(picture, (now) => now !== before, { what: name });
  }
  const before = await picture();
  await page.emulateMedia({ forcedColors: 'active' });
  await becomes(picture, (now) => now !== before, { what: 'the picture with forced colours' });
  await plane.evaluate((one) => one.setAttribute('legend', 'off'));
  await becomes(() => plane.locator('li').count(), 0);
  await page.setViewportSize({ width: 400, height: 900 });
  await becomes(
    () =>
      plane
        .locator('canvas')
        .first()
        .evaluate((one) => one.width),
    (width) => width < 400,
  );
});

test('model and samples that do not fit are reported, and good ones end the report', async (t) => {
  const { page } = await open(t, 'plain');
  const alert = page.locator('trip-plane [role=alert]');
  await page.evaluate(() => {
    const { trip } = globalThis.made;
    document.querySelector('trip-plane').data = trip.dataset({ x: [[1, 2]], y: ['a'] });
  });
  await becomes(() => alert.isVisible(), true);
  assert.equal((await eventsOf(page)).at(-1).type, 'error');
  await page.evaluate(() => {
    document.querySelector('trip-plane').data = globalThis.made.data;
  });
  await becomes(() => alert.isVisible(), false);
  // A model that is disposed of later is reported at the next probe.
  await page.evaluate(() => globalThis.made.model.dispose());
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowUp');
  await becomes(() => alert.textContent(), /dispose/);
});

test('a disposed model and things that are no model end in the report of the element', async (t) => {
  const { page, heard } = await open(t, 'plain');
  const alert = page.locator('trip-plane [role=alert]');
  for (const [given, message] of [
    [5, /^model is 5; a model of trip.fit/],
    [{}, /^model is \[object Object\]; a model/],
    ['iris.json', /^model is "iris.json"; a model/],
  ]) {
    await page.evaluate((model) => Object.assign(document.querySelector('trip-plane'), { model }), given);
    await becomes(() => alert.textContent(), message);
  }
  await page.evaluate(() =>
    Object.assign(document.querySelector('trip-plane'), { model: globalThis.made.model, label: '' }),
  );
  await becomes(() => alert.isVisible(), false);
  assert.match(await page.getByRole('application').getAttribute('aria-label'), /^TRIP: samples/);
  await page.evaluate(() => globalThis.made.model.dispose());
  await page.locator('trip-plane summary').click();
  await becomes(() => alert.textContent(), /dispose/);
  assert.deepEqual(heard, []);
});

test('an element that moves to another document and back keeps its styles', async (t) => {
  const { page, heard } = await open(t, 'plain');
  const positionIn = (selector) =>
    page.evaluate((to) => {
      globalThis.plane ??= document.querySelector('trip-plane');
      const { plane } = globalThis;
      const home =
        to === 'main' ? document : document.body.appendChild(document.createElement('iframe')).contentDocument;
      home.querySelector(to).append(plane);
      return getComputedStyle(plane.shadowRoot.querySelector('.plot')).position;
    }, selector);
  for (const home of ['body', 'main', 'body']) assert.equal(await positionIn(home), 'relative', home);
  await becomes(
    () => page.evaluate(() => globalThis.plane.shadowRoot.querySelector('canvas').width),
    (width) => width > 0 && width < 300,
    { what: 'the width of the picture in the frame' },
  );
  assert.deepEqual(heard, []);
});

test('the page of trip plot works from a disk, offline', async (t) => {
  const cli = join(folder, 'node_modules', 'trip-wasm', 'dist', 'cli.js');
  const run = (...args) => execFileSync(process.execPath, [cli, ...args, '--quiet'], { cwd: folder });
  run('spiral', '--seed', '3', '--noise-dimensions', '7', '--out', 'spiral');
  run('fit', 'spiral/train.csv', '--target', 'class', '--epochs', '30', '--restarts', '1', '--out', 'm.json');
  run('plot', 'm.json', 'spiral/train.csv', '--title', '</script><script>x', '--out', 'plane.html');
  const page = await (await browser.newContext({ offline: true })).newPage();
  t.after(() => page.context().close());
  const file = pathToFileURL(join(folder, 'plane.html')).href;
  const heard = listen(page, file);
  await page.goto(file);
  await becomes(
    () =>
      page
        .locator('trip-plane b')
        .textContent({ timeout: 100 })
        .catch(() => ''),
    '</script><script>x',
    { what: 'the heading' },
  );
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowUp');
  await becomes(() => page.locator('trip-plane .probe').textContent(), /^P\([01]\) .* nearest: sample \d+$/);
  assert.deepEqual(heard, []);
});

test('an element that was removed is collected, and one that returns draws again', async (t) => {
  const { page } = await open(t, 'plain');
  await page.evaluate(() => {
    const plane = document.querySelector('trip-plane');
    plane.remove();
    document.querySelector('main').append(plane);
  });
  await becomes(
    () => page.locator('trip-plane li').count(),
    (count) => count >= 4,
  );
  await page.evaluate(() => {
    const plane = document.querySelector('trip-plane');
    globalThis.weak = new WeakRef(plane);
    globalThis.events.length = 0;
    plane.remove();
  });
  const session = await page.context().newCDPSession(page);
  await becomes(
    async () => {
      await session.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => globalThis.weak.deref() === undefined);
    },
    true,
    { what: 'whether the element was collected' },
  );
});
