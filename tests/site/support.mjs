// The built page in the system's Chromium, and helpers of its tests.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inspect, isDeepStrictEqual } from 'node:util';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The window, and what the reader prefers; each page can have others. */
const usual = { viewport: { width: 1280, height: 900 }, colorScheme: 'light', reducedMotion: 'no-preference' };

/** The device of tests that ask for none, as a key. */
const usualDevice = '{}';

/** The benches that the files of one process share, by their options. Undefined if each file has its own. */
let shared;

/** Lets all files of this process share their benches. Returns a function that ends these. */
export function shareBenches() {
  shared = new Map();
  return async () => {
    for (const bench of shared.values()) await (await bench).end();
  };
}

/** A bench of the file, or the one that all files of this process share. */
export function startBench(options = {}) {
  if (!shared) return openBench(options);
  const key = JSON.stringify(options);
  if (!shared.has(key)) shared.set(key, openBench(options));
  return shared.get(key).then((bench) => ({ ...bench, stop: bench.leave }));
}

/**
 * One server and one browser for the tests of a file. Pages of tests that ask for the same device (touch, pixel ratio, language) follow
 * each other in one process: it has compiled the scripts and the WebAssembly, which is more than half of the work of opening a page.
 * `own` asks for a context that no later test gets, for tests that change more than the page.
 */
async function openBench({ folder = 'site', ...options }) {
  // First, since a server that is open would keep a run without Chromium from ending.
  const browser = await launchChromium();
  const server = await serve(join(root, folder), options);
  const opened = new Set();
  const ready = new Map();
  const pageFor = async (key, context) => {
    const next = ready.get(key);
    ready.delete(key);
    if (next) return next;
    const beside = [...opened].find((one) => key !== undefined && one.key === key && !one.page.isClosed());
    if (beside) return popup(beside.page);
    const page = await (await browser.newContext({ ...usual, ...context })).newPage();
    page.context().setDefaultTimeout(60_000);
    await page.context().addInitScript(watch);
    return page;
  };
  const end = async () => {
    await browser.close();
    await server.close();
  };
  const bench = {
    browser,
    /** Opens the page; `heard` collects its errors. `prepare` changes the page before it opens, but not its context. */
    async open(hash = '', { wait = 'picture', address = server.url, path = '', prepare, own, ...options } = {}) {
      const { viewport, colorScheme, reducedMotion, ...device } = { ...usual, ...options };
      const key = own ? undefined : JSON.stringify(device);
      const page = await pageFor(key, device);
      opened.add({ page, key });
      const heard = listen(page, address);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion });
      await prepare?.(page, page.context());
      await page.goto(address + path + hash);
      if (wait) await until[wait](page);
      return { page, context: page.context(), heard };
    },
    /** Ends everything that a test has opened: pages that train would slow the next one down. */
    async tidy() {
      const pages = [...opened];
      opened.clear();
      for (const { page, key } of pages) {
        if (key === undefined) await page.context().close();
        else if (!page.isClosed() && ready.has(key)) await page.close();
        else if (!page.isClosed()) ready.set(key, await successor(page));
      }
    },
    /** Ends what a file leaves behind for a next file: pages of other devices, and what the page has stored. */
    async leave() {
      await bench.tidy();
      for (const [key, page] of ready) {
        if (key === usualDevice) {
          await page.evaluate(() => {
            localStorage.clear();
            sessionStorage.clear();
          });
        } else {
          ready.delete(key);
          await page.context().close();
        }
      }
    },
    end,
    stop: end,
  };
  return bench;
}

/** An empty page in the process of a page, which a window that it opens on its own origin shares. */
async function popup(page) {
  const [next] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('about:blank'))]);
  return next;
}

/** Closes a page; resolves to an empty one in its process. */
export async function successor(page) {
  const next = await popup(page);
  await page.close();
  return next;
}

/** Collects the errors of a page, and its requests to other origins than those of `urls`. */
export function listen(page, ...urls) {
  const heard = [];
  const origins = urls.map((url) => new URL(url).origin);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`exception: ${error.stack}`));
  page.on('requestfailed', (request) => heard.push(`request failed: ${request.url()}`));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && !origins.includes(origin)) heard.push(`foreign: ${request.url()}`);
  });
  return heard;
}

/** Runs in every page before its scripts, so that tests can ask for internal state. */
function watch() {
  const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = window;
  const waiting = new Set();
  window.requestAnimationFrame = (callback) => {
    const id = request((now) => {
      waiting.delete(id);
      callback(now);
    });
    waiting.add(id);
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    waiting.delete(id);
    cancel(id);
  };
  const parts = ['assess', 'explain', 'charts', 'explore', 'share', 'path'];
  window.watched = {
    /** No callback waits for a frame, so everything is drawn. */
    drawn: () => waiting.size === 0,
    /** The parts after the first picture are loaded. */
    complete: () =>
      parts.every((part) => document.querySelector(`[data-part=${part}] > *`)) &&
      document.querySelector('[data-value=fingerprint]') &&
      document.querySelector('[data-control=gridTable]'),
  };
}

/** Polls without animation frames of the page, which are counted. */
const inPage = (page, condition) => page.waitForFunction(condition, undefined, { polling: 50 });

export const until = {
  /** A picture is drawn, and all controls are loaded. */
  picture: (page) =>
    inPage(page, () => performance.getEntriesByName('first picture').length > 0 && window.watched.complete()),
  /** The shown trainings and all starts have ended, are drawn and explained, and the parts below the pictures are loaded. */
  end: (page) =>
    inPage(
      page,
      () =>
        /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent) &&
        document.querySelector('.axes[aria-busy=false]') &&
        window.watched.complete() &&
        window.watched.drawn(),
    ),
  /** Everything up to now is drawn. */
  drawn: (page) => inPage(page, () => window.watched.drawn()),
  /** The page has reported that it cannot work. */
  broken: (page) => page.waitForSelector('[data-notice=broken]'),
};

/**
 * Waits for a value of the page: calls `read` until it returns `expected` (a value, a pattern, or a predicate). On a timeout the
 * message has the last value. Resolves to the value.
 */
export async function becomes(read, expected, { within = 60, what = 'the value' } = {}) {
  const fits = (seen) => {
    if (expected instanceof RegExp) return expected.test(seen);
    return typeof expected === 'function' ? expected(seen) : isDeepStrictEqual(seen, expected);
  };
  const end = performance.now() + 1000 * within;
  for (;;) {
    const seen = await read();
    if (fits(seen)) return seen;
    if (performance.now() > end) {
      const wanted = typeof expected === 'function' ? String(expected) : inspect(expected);
      assert.fail(`${what} is ${inspect(seen)} after ${within} s; expected ${wanted}`);
    }
    await sleep(40);
  }
}

/** Asks for a while: a value that must not change has no moment that could be waited for. */
export async function stays(read, expected, milliseconds = 400) {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(20))
    assert.deepEqual(await read(), expected);
}

/** The opening at full speed, for tests that need only its end. */
export const quickly = '#v=1&p=full';
/** A short training, for tests that need any end. */
export const briefly = '#v=1&k=2&e=100&p=full';

export const text = (page, selector) => page.locator(selector).first().textContent();
export const number = async (page, selector) => Number.parseFloat(await text(page, selector));
export const inPanel = (page, method, value) => number(page, `[data-method=${method}] [data-value=${value}]`);
export const epochOf = (page, method) => inPanel(page, method, 'epoch');
export const fingerprint = (page) => text(page, '[data-value=fingerprint]');
export const control = (page, name) => page.locator(`[data-control=${name}]`);
/** The address in the page: the browser reports it to the driver later. */
export const hashOf = (page) => page.evaluate(() => location.hash);
/** Waits until the page shows a value. */
export const shows = (page, selector, expected, options) =>
  becomes(() => text(page, selector), expected, { what: selector, ...options });
/** Enters an address; resolves when the page has begun to follow it. */
export const follow = (page, hash) =>
  page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        addEventListener('hashchange', resolve, { once: true });
        location.hash = hash;
      }).then(() => {}),
    hash,
  );
export const epochBecomes = (page, method, expected) =>
  becomes(() => epochOf(page, method), expected, { what: `the epoch of ${method}` });
/** Opens the settings, which are folded unless a link changes one. */
export async function openSettings(page) {
  const toggle = page.getByRole('button', { name: 'Settings', exact: true });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  await control(page, 'lambda').waitFor();
}
/** Unfolds the sections below the tool, which narrow screens fold. */
export const unfold = (page) =>
  page.locator('h2 > button[aria-expanded=false]').evaluateAll((all) => {
    for (const one of all) one.click();
  });
export const button = (page, name) => page.getByRole('button', { name, exact: true });

/** The text of the file that a button saves. */
export async function saved(page, pressed, press = 'click') {
  const download = page.waitForEvent('download');
  await (press === 'Enter' ? pressed.press('Enter') : pressed[press]());
  let content = '';
  for await (const part of await (await download).createReadStream()) content += part;
  return content;
}

/** Saves a picture for people in build/screenshots, if TRIP_SCREENSHOTS is set: no test reads it, and drawing it takes long. */
export async function screenshot(target, name, options) {
  if (!process.env.TRIP_SCREENSHOTS) return;
  await target.screenshot({ path: join(root, 'build', 'screenshots', `${name}.png`), ...options });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds on the page, or in a part of it. */
export async function violations(page, part = 'html') {
  if (await page.evaluate(() => !globalThis.axe)) await page.evaluate(axe);
  const { violations } = await page.evaluate((part) => globalThis.axe.run(part, { resultTypes: ['violations'] }), part);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/**
 * The longest task of the page's main thread during `work`, in milliseconds of its processor time, which excludes other work on the
 * machine.
 */
export async function longestTask(browser, page, work) {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(thread));
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && main.has(thread(event)));
  assert.ok(tasks.length > 5, `${tasks.length} tasks were seen`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

/** Measures up to three times, until a value is within the limit, since other work on the machine may interfere. */
export async function bestOfThree(limit, unit, measure) {
  const values = [];
  while (values.length < 3 && !(Math.min(...values) <= limit)) values.push(await measure());
  assert.ok(values.every(Number.isFinite), `${values.join(', ')} ${unit}`);
  assert.ok(Math.min(...values) <= limit, `${values.join(', ')} ${unit}; at most ${limit}`);
}
