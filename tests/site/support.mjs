// The built page in the system's Chromium, and what its tests have in common.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** One server and one browser for the tests of a file. */
export async function startBench({ folder = 'site', ...options } = {}) {
  const server = await serve(join(root, folder), options);
  const browser = await launchChromium();
  const contexts = new Set();
  return {
    browser,
    /** Opens the page; `heard` collects everything that went wrong in it. */
    async open(hash = '', { wait = 'picture', path = '', prepare, ...context } = {}) {
      const opened = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...context });
      contexts.add(opened);
      const page = await opened.newPage();
      const heard = listen(page, server.url);
      await prepare?.(page, opened);
      await page.goto(server.url + path + hash);
      if (wait) await until[wait](page);
      return { page, context: opened, heard };
    },
    /** Closes what a test has opened: pages that train would slow the next one down. */
    async tidy() {
      await Promise.all([...contexts].map((opened) => opened.close()));
      contexts.clear();
    },
    async stop() {
      await browser.close();
      await server.close();
    },
  };
}

/** Collects everything that goes wrong in a page, and requests to other origins than those of `urls`. */
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

export const until = {
  /** Something has been drawn, and everything that can be operated is there. */
  picture: (page) =>
    page.waitForFunction(
      () =>
        performance.getEntriesByName('first picture').length > 0 &&
        document.querySelector('[data-value=fingerprint]') &&
        document.querySelector('[data-control=sample]') &&
        document.querySelector('[data-control=gridTable]'),
    ),
  /** The trainings on view and all starts have ended, and everything below the pictures is there. */
  end: (page) =>
    page.waitForFunction(
      () =>
        /^TRIP/.test(document.querySelector('[data-value=verdict]')?.textContent) &&
        document.querySelector('[data-value=fingerprint]') &&
        document.querySelector('[data-control=gridTable]'),
    ),
  /** The page has said that it cannot work. */
  broken: (page) => page.waitForSelector('[data-notice=broken]'),
};

/** Settings for tests that need an end and not the way to it. */
export const quickly = '#v=1&p=full';

export const text = (page, selector) => page.locator(selector).first().textContent();
export const number = async (page, selector) => Number.parseFloat(await text(page, selector));
export const inPanel = (page, method, value) => number(page, `[data-method=${method}] [data-value=${value}]`);
export const epochOf = (page, method) => inPanel(page, method, 'epoch');
export const fingerprint = (page) => text(page, '[data-value=fingerprint]');
export const control = (page, name) => page.locator(`[data-control=${name}]`);
export const hashOf = (page) => new URL(page.url()).hash;
export const button = (page, name) => page.getByRole('button', { name, exact: true });

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page as it is. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
}

/** The longest task of the page's main thread, in milliseconds of its own computing time: other work on the machine does not count. */
export async function longestTask(browser, page, milliseconds) {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'toplevel'] });
  await page.waitForTimeout(milliseconds);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const main = new Set(traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(thread));
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && main.has(thread(event)));
  assert.ok(tasks.length > 50, `${tasks.length} tasks were seen`);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
