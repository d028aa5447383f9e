/** Random use of the page in Chromium, and what it leaves behind. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { fromRoot } from '../../build-scripts/tools.mjs';
import { classTable } from '../site/tables.mjs';
import { chosenBy } from './random.mjs';

/** The state in which everything is measured. */
const rest = '#v=1&k=1&e=20&p=full&hl=en';

/** Waits for trained, drawn and explained; the condition is that of the tests of the page. */
const ended = (page) =>
  page.waitForFunction(
    () =>
      /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent) &&
      document.querySelector('.axes[aria-busy=false]') &&
      document.querySelector('[data-part=share] > *'),
    undefined,
    { polling: 100, timeout: 120_000 },
  );

/** Collects what the page reports as wrong. */
function listen(page, heard) {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`exception: ${error.message}`));
  page.on('crash', () => heard.push('the page crashed'));
  page.on('dialog', (dialog) => heard.push(`dialog: ${dialog.message()}`));
}

export async function open() {
  const browser = await launchChromium();
  const server = await serve(fromRoot('site'));
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(60_000);
  const heard = [];
  listen(page, heard);
  await page.goto(`${server.url}${rest}`);
  await ended(page);
  const session = await page.context().newCDPSession(page);
  for (const domain of ['Performance', 'HeapProfiler', 'Runtime']) await session.send(`${domain}.enable`);
  const fingerprint = await page.locator('[data-value=fingerprint]').textContent();
  return { server, browser, page, session, heard, fingerprint, renderer: await rendererOf(browser) };
}

/** The process of the page: the renderer that has used the processor most. */
async function rendererOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime)[0].id;
}

/** Enters an address; resolves when the page has begun to follow it. */
const follow = (page, hash) =>
  page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        if (location.hash === hash) return resolve();
        addEventListener('hashchange', () => resolve(), { once: true });
        location.hash = hash;
      }),
    hash,
  );

const names = ['spiral', 'iris', 'wine', 'digits', 'helix', 'network', 'cube', 'rings', 'roll'];
const settingsFrom = (r) =>
  [
    `a=${r.of(names)}`,
    `k=${r.whole(1, 4)}`,
    `e=${r.whole(1, 8) * 10}`,
    `l=${r.of([0.01, 0.1, 0.3, 1])}`,
    `s=${r.whole(0, 99)}`,
    `h=${r.whole(0, 3)}`,
    `w=${r.whole(2, 12)}`,
    ...(r.chance(0.3) ? [`j=${r.whole(2, 3)}`] : []),
    ...(r.chance(0.2) ? ['va=0.2', 'pa=10'] : []),
    ...(r.chance(0.2) ? ['u=1'] : []),
  ].join('&');

/** Presses a button if it is there and enabled. */
const press = (page, selector) =>
  page.evaluate((selector) => {
    const one = document.querySelector(selector);
    const possible = one !== null && !one.disabled && one.offsetParent !== null;
    if (possible) one.click();
    return possible;
  }, selector);

async function savedBy(page, name) {
  const selector = `[data-control=${name}] button:not(.what)`;
  if (!(await page.evaluate((selector) => document.querySelector(selector)?.disabled === false, selector))) return '';
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, selector)]);
  const content = readFileSync(await download.path(), 'utf8');
  await download.delete();
  return content;
}

/** Gives a file to a field. The driver's own way would keep the field, and everything that belongs to it, in memory. */
const give = (page, selector, name, text) =>
  page.evaluate(
    ([selector, name, text]) => {
      const list = new DataTransfer();
      list.items.add(new File([text], name));
      const field = document.querySelector(selector);
      field.files = list.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [selector, name, text],
  );

async function importTable({ page }, r) {
  await page.getByRole('button', { name: 'Your own table …', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const buffer = classTable(r.whole(2, 6), r.whole(10, 60), r.whole(2, 12));
  await dialog.waitFor();
  await give(page, 'dialog input[type=file]', 'table.csv', buffer.toString());
  await dialog.locator('form[aria-busy=false]').waitFor();
  if (r.chance(0.3)) return dialog.getByRole('button', { name: 'Close' }).first().click();
  const target = dialog.getByRole('combobox', { name: /^Column to predict/ });
  await target.selectOption(await target.locator('option').last().getAttribute('value'));
  await dialog.locator('button.primary').click();
  await dialog.waitFor({ state: 'hidden' });
  await ended(page);
}

/** Actions of a reader, with weights. */
export const actions = [
  [
    'other data and settings',
    6,
    async ({ page }, r) => {
      await follow(page, `#v=1&${settingsFrom(r)}&p=full&hl=en`);
      // Some readers do not wait.
      if (r.chance(0.7)) await ended(page);
    },
  ],
  [
    'a setting by its control',
    3,
    async ({ page }, r) => {
      await press(page, 'button[data-part=settings][aria-expanded=false]');
      const field = page.locator('[data-control=lambda] input[type=text]');
      await field.fill(String(r.whole(1, 100) / 100));
      await field.press('Enter');
      if (r.chance(0.7)) await ended(page);
    },
  ],
  ['import a table', 2, importTable],
  [
    'explain',
    4,
    async ({ page }, r) => {
      await ended(page);
      const plot = page.locator('[data-method=trip] .plot').first();
      for (let steps = r.whole(1, 6); steps > 0; steps--)
        await plot.press(r.of(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown']));
      await plot.press('Enter');
      if (r.chance(0.5)) await plot.press('Escape');
    },
  ],
  [
    'export, and open the model again',
    3,
    async ({ page }, r) => {
      await ended(page);
      const name = r.of(['image', 'drawing', 'points', 'model', 'samples']);
      const content = await savedBy(page, name);
      if (name !== 'model' || content === '') return;
      await give(page, '[data-part=share] input[type=file]', 'model.json', content);
      await page.waitForFunction(() => document.querySelector('[data-part=share]').textContent.includes('model.json'));
    },
  ],
  [
    'play, pause, step',
    2,
    async ({ page }, r) =>
      press(
        page,
        r.of([
          'button[data-control=play]',
          'button[data-control=step]',
          'button[data-control=rewind]',
          '[data-control=newData] button:not(.what)',
        ]),
      ),
  ],
  [
    'the timeline',
    1,
    async ({ page }, r) => {
      await ended(page);
      await page.evaluate((share) => {
        const slider = document.querySelector('[data-control=timeline] input');
        slider.value = String(Math.round(share * Number(slider.max)));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }, r.next());
    },
  ],
  ['the theme', 1, async ({ page }, r) => page.emulateMedia({ colorScheme: r.of(['light', 'dark']) })],
  [
    'another window',
    1,
    async ({ page }, r) => page.setViewportSize({ width: r.of([360, 800, 1280]), height: r.of([640, 900]) }),
  ],
  [
    'a broken link',
    1,
    async ({ page }, r) => follow(page, `#v=1&a=${r.whole(0, 9)}&l=x&k=${r.whole(-9, 99)}&e=20&p=full&hl=en`),
  ],
];

export const act = async (use, r) => {
  const [name, , action] = chosenBy(r, actions);
  const done = (async () => {
    await action(use, r);
    assert.deepEqual(use.heard, [], name);
  })();
  return { name, done };
};

const pageSize = 4096;

/** Bytes of a snapshot of the heap: objects of scripts, and those of the browser that they can reach. Compiled code grows for long, and is left out. */
async function heapOf(session) {
  const chunks = [];
  const collect = ({ chunk }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = JSON.parse(chunks.join(''));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = ['type', 'self_size'].map((name) => fields.indexOf(name));
  const sums = { objects: 0, 'objects of the browser': 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[type][nodes[at + type]];
    if (kind === 'native') sums['objects of the browser'] += nodes[at + size];
    else if (kind !== 'code') sums.objects += nodes[at + size];
  }
  return sums;
}

/** The state after everything has come to rest and garbage was collected. */
export async function measure({ page, session, renderer, heard, fingerprint }) {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  // Other data first: an opened model would stay among the starts of the same data.
  await follow(page, '#v=1&a=iris&k=1&e=10&p=full&hl=en');
  await ended(page);
  await follow(page, rest);
  await page.waitForFunction(
    (one) => document.querySelector('[data-value=fingerprint]')?.textContent === one,
    fingerprint,
    { polling: 100 },
  );
  await ended(page);
  await page.waitForTimeout(500);
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage');
  const heap = await heapOf(session);
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
  const { metrics } = await session.send('Performance.getMetrics');
  assert.deepEqual(heard, []);
  return {
    ...heap,
    'heap with code': metrics.find(({ name }) => name === 'JSHeapUsedSize').value,
    nodes,
    listeners: jsEventListeners,
    documents,
    workers: page.workers().length,
    'size of the process': Number(readFileSync(`/proc/${renderer}/statm`, 'utf8').split(' ')[1]) * pageSize,
  };
}

export const tolerances = {
  objects: { share: 0.02, most: 2 ** 18 },
  'objects of the browser': { share: 0.02, most: 2 ** 18 },
  'heap with code': { share: 0.25, most: 2 ** 19 },
  nodes: { share: 0.01, most: 20 },
  listeners: { share: 0.01, most: 10 },
  documents: { share: 0, most: 0.5 },
  workers: { share: 0, most: 0.5 },
  'size of the process': { share: 0.05, most: 2 ** 25 },
};

export async function close({ browser, server }) {
  await browser.close();
  await server.close();
}
