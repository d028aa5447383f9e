// Three browsers behind one small interface: Chromium and Firefox by Puppeteer, WebKit by plain WebDriver.
//
//   open(url), enter(selector): into a frame, until the next open(), evaluate(function, ...values), click(selector),
//   press(selector, key), fill(selector, text), reload(), problems(): what went wrong since the last time, close()
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findMiniBrowser } from '../../build-scripts/tools.mjs';

const viewport = { width: 1280, height: 900 };

/** A script before all others that keeps what goes wrong in a page: WebDriver has no console. */
export const watch = `
window.heard = [];
for (const level of ['error', 'warn']) {
  const say = console[level];
  console[level] = (...parts) => { heard.push(level + ': ' + parts.join(' ')); say.apply(console, parts); };
}
const fileOf = ({ target }) =>
  'a file that did not load, ' + (target.src ?? target.href) + ', at ' + Math.round(performance.now()) + ' ms, ' + document.readyState;
addEventListener('error', (event) => heard.push('exception: ' + (event.message ?? fileOf(event))), true);
addEventListener('unhandledrejection', (event) => heard.push('rejection: ' + event.reason));
document.addEventListener('securitypolicyviolation', (event) => heard.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
`;

/** Chromium (`chrome`) or Firefox by Puppeteer. */
export async function puppeteerDriver(puppeteer, browserName, executablePath) {
  const browser = await puppeteer.launch({
    browser: browserName,
    executablePath,
    args: browserName === 'chrome' ? ['--no-sandbox', '--disable-gpu', '--no-first-run'] : [],
    defaultViewport: viewport,
  });
  const page = await browser.newPage();
  const heard = [];
  page.on('console', (message) => {
    if (['error', 'warn', 'assert'].includes(message.type())) heard.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`exception: ${error.message}`));
  let place = page;
  /** The page's own record, which ends with the page. */
  const collect = async () => heard.push(...(await place.evaluate(() => window.heard?.splice(0) ?? [])));
  return {
    version: await browser.version(),
    open: async (url) => {
      await collect();
      place = page;
      return page.goto(url);
    },
    enter: async (selector) => {
      place = await (await page.waitForSelector(selector)).contentFrame();
    },
    evaluate: (work, ...values) => place.evaluate(work, ...values),
    click: (selector) => place.click(selector),
    press: async (selector, key) => {
      await place.focus(selector);
      await page.keyboard.press(key);
    },
    fill: async (selector, text) => {
      await place.evaluate((field) => document.querySelector(field).select(), selector);
      await place.focus(selector);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    reload: async () => {
      await collect();
      return page.reload();
    },
    problems: async () => {
      await collect();
      return heard.splice(0);
    },
    close: () => browser.close(),
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Keys by their names, as WebDriver writes them. */
const webDriverKeys = { ArrowRight: '\uE014', Enter: '\uE007', Home: '\uE011' };
const element = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK by the WebDriver protocol, in a display of its own. */
export async function webkitDriver() {
  const port = await freePort();
  const child = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], { stdio: 'ignore', detached: true });
  const ask = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body), signal: AbortSignal.timeout(120_000) });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKit, ${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const stop = () => process.kill(-child.pid, 'SIGTERM');
  try {
    await answers(ask);
    const options = { binary: findMiniBrowser(), args: ['--automation'] };
    const session = await ask('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
    return webDriver(ask, session, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

/** Waits until the driver listens: at most ten seconds. */
async function answers(ask) {
  for (let tries = 100; ; tries--) {
    try {
      return await ask('GET', '/status');
    } catch (error) {
      if (tries === 0) throw error;
      await sleep(100);
    }
  }
}

async function webDriver(ask, { sessionId, capabilities }, stop) {
  const call = (method, path, body = method === 'POST' ? {} : undefined) => ask(method, `/session/${sessionId}${path}`, body);
  const find = async (selector) => (await call('POST', '/element', { using: 'css selector', value: selector }))[element];
  const type = async (selector, text) => call('POST', `/element/${await find(selector)}/value`, { text });
  const evaluate = (work, ...args) => call('POST', '/execute/sync', { script: `return (${work})(...arguments)`, args });
  const heard = [];
  /** The page's own record, which ends with the page. */
  const collect = async () => heard.push(...(await evaluate(() => window.heard?.splice(0) ?? [])));
  await call('POST', '/window/rect', viewport);
  return {
    version: `${capabilities.browserName}/${capabilities.browserVersion}`,
    open: async (url) => {
      await collect();
      await call('POST', '/frame', { id: null });
      await call('POST', '/url', { url });
    },
    enter: async (selector) => call('POST', '/frame', { id: { [element]: await find(selector) } }),
    evaluate,
    click: async (selector) => call('POST', `/element/${await find(selector)}/click`),
    press: (selector, key) => type(selector, webDriverKeys[key]),
    fill: async (selector, text) => {
      await evaluate((place) => document.querySelector(place).select(), selector);
      await type(selector, text + webDriverKeys.Enter);
    },
    reload: async () => {
      await collect();
      await call('POST', '/refresh');
    },
    problems: async () => {
      await collect();
      return heard.splice(0);
    },
    close: async () => {
      await call('DELETE', '');
      stop();
    },
  };
}
