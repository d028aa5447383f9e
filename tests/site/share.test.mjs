// Links with locked and hidden controls, frames in other pages, the page as one file.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { serve } from '../../build-scripts/serve.mjs';
import {
  becomes,
  button,
  control,
  fingerprint,
  hashOf,
  root,
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

const short = 'v=1&p=full&k=2&e=100';
const policyIn = (page) => page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');

test('the one file from a disk gives the result of the hosted page, bit for bit, and makes no requests', async () => {
  const hosted = await bench.open(`#${short}`, { wait: 'end' });
  const file = pathToFileURL(`${root}site/trip.html`).href;
  const asked = [];
  const { page, heard } = await bench.open(`#${short}`, {
    address: file,
    offline: true,
    wait: 'end',
    prepare: (page) => page.on('request', (request) => asked.push(request.url())),
  });
  assert.equal(await fingerprint(page), await fingerprint(hosted.page));
  assert.deepEqual(
    asked.filter((url) => !url.startsWith('blob:')),
    [file],
  );
  const policy = await policyIn(page);
  assert.match(policy, /default-src 'none'; script-src 'sha256-[\w+/=]+' 'wasm-unsafe-eval'; style-src 'sha256-/);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'/);
  assert.match(policy, /; form-action 'none'(;|$)/);
  await control(page, 'hiddenLayers').getByRole('textbox').fill('2');
  await control(page, 'hiddenLayers').getByRole('textbox').press('Enter');
  assert.equal(await hashOf(page), '#v=1&h=2&k=2&e=100&p=full');
  assert.ok((await page.getByLabel('Link to the current page').inputValue()).startsWith(`${file}#`));
  assert.equal(await page.locator('footer a').count(), 0);
  assert.deepEqual(heard, []);
});

/** A page of another origin with the frame's HTML from the page. */
async function embedded(code, use) {
  const folder = mkdtempSync(join(tmpdir(), 'trip-course-'));
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Course</title><link rel="icon" href="data:,">${code}`,
  );
  const server = await serve(folder);
  const context = await bench.browser.newContext({ viewport: { width: 900, height: 700 } });
  try {
    const page = await context.newPage();
    const heard = [];
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(error.message));
    await page.goto(server.url);
    await use(page, page.frameLocator('#trip'), heard);
  } finally {
    await context.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
}

test('a frame in a page of another origin: only the tool, without an origin or storage, at its full height', async () => {
  const { page } = await bench.open(`#${short}`, { wait: 'end' });
  await page.getByText('A link for a class or for another page').click();
  await page.getByLabel('Only the tool').check();
  const code = await page.getByLabel('HTML of a frame').textContent();
  assert.match(code, /sandbox="allow-scripts [^"]*"/);
  assert.doesNotMatch(code, /allow-same-origin/);
  await embedded(code, async (course, frame, heard) => {
    await shows(frame, '[data-notice=fingerprint]', /Same result/);
    assert.equal(await frame.locator('body').evaluate(() => globalThis.origin), 'null');
    for (const gone of ['.share', '.lessons', '.top p', 'nav'])
      assert.equal(await frame.locator(gone).count(), 0, gone);
    const within = () => frame.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    const outside = () => course.locator('#trip').evaluate((one) => one.clientHeight);
    const fits = () => becomes(async () => (await within()) - (await outside()), 0, { what: 'what the frame hides' });
    await fits();
    const before = await outside();
    await frame.getByText('All numbers as a table').click();
    await frame.locator('.numbers table').first().waitFor();
    await fits();
    assert.ok((await outside()) > before + 20);
    await frame.getByText('All numbers as a table').click();
    await frame.locator('.numbers table').first().waitFor({ state: 'hidden' });
    await fits();
    assert.ok((await outside()) < before + 20);
    await control(frame, 'hiddenLayers').getByRole('textbox').fill('2');
    await control(frame, 'hiddenLayers').getByRole('textbox').press('Enter');
    await frame.locator('[data-notice=fingerprint]').waitFor({ state: 'detached' });
    assert.match(await frame.locator('footer a').getAttribute('href'), /trip\.html#v=1\.\d+&h=2&k=2&e=100&p=full/);
    assert.deepEqual(heard, []);
  });
});

test('a link for a class: hidden parts, locked controls with a reason, hidden answers', async () => {
  const maker = await bench.open('#v=1&p=full&k=2&e=100&l=0.02&ls=1', { wait: 'end' });
  await maker.page.getByText('A link for a class or for another page').click();
  await maker.page.getByLabel(/Hide the answers of the path/).check();
  await maker.page.getByText('Whole parts of the page').click();
  await maker.page.getByLabel('Curves').selectOption('hidden');
  await maker.page.getByText('Single controls').click();
  const choose = (label, fate) =>
    maker.page
      .locator('.part', { hasText: new RegExp(label) })
      .getByRole('combobox')
      .selectOption(fate);
  await choose('Lambda', 'locked');
  await choose('Data seed', 'locked');
  await choose('Learning rate(?! over)', 'hidden');
  assert.deepEqual(await violations(maker.page), []);
  const link = new URL(await maker.page.getByLabel('Link with these choices').inputValue()).hash;
  assert.match(link, /&na=1&hi=charts\.r&lk=l\.d$|&na=1&hi=charts\.r&lk=d\.l$/);

  const { page, heard } = await bench.open(link, { wait: 'end' });
  await shows(page, '[data-notice=fingerprint]', /Same result/);
  assert.match(
    await text(page, '[data-notice=locked]'),
    /^The author of this link locked these controls.*(Lambda|Data seed)/,
  );
  assert.equal(await control(page, 'learningRate').isVisible(), false);
  assert.equal(await page.locator('[data-part=charts] .card').first().isVisible(), false);
  for (const name of ['lambda', 'dataSeed', 'newData']) {
    const fields = control(page, name).locator('input, button:not(.what)');
    for (let at = 0; at < (await fields.count()); at++) {
      assert.ok(await fields.nth(at).isDisabled(), name);
      assert.match(await fields.nth(at).getAttribute('aria-describedby'), /kept-reason/);
    }
  }
  assert.ok(await control(page, 'hiddenWidth').getByRole('textbox').isEnabled());
  // Other controls do not change them either.
  await page.locator('input[value=iris]').check();
  assert.match(await becomes(() => hashOf(page), /a=iris/), /&d=27.*&l=0\.02/);
  assert.match(await hashOf(page), /&na=1&hi=charts\.r&lk=/);
  await until.end(page);
  assert.equal(await control(page, 'lambda').getByRole('textbox').inputValue(), '0.02');
  assert.ok(await control(page, 'lambda').getByRole('textbox').isDisabled());
  // A cell of the grid opens without locked settings, and reports it.
  await page.locator('[data-cell="0"]').click();
  await page.waitForSelector('[data-notice=kept]');
  assert.match(await text(page, '[data-notice=kept]'), /The author of this link fixed these settings: Lambda \(λ\)\./);
  assert.match(await hashOf(page), /&l=0\.02/);
  // The path shows its figure without the answer.
  await page.locator('.lessons input[type=radio]').first().check();
  await button(page, 'Train and see').click();
  await shows(page, '[data-value=finding]', /Your teacher has hidden the answer/);
  assert.equal(await page.locator('.lessons .right').count(), 0);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(heard, []);
});

for (const fate of ['lk', 'hi']) {
  test(`no button changes a setting that ${fate} keeps, and each gives the reason`, async () => {
    const rate = await bench.open(`#v=1&p=full&k=2&e=50&${fate}=r`, { wait: 'end' });
    const locked = async (page, name) => {
      const pressed = control(page, name).locator('button').first();
      await becomes(() => pressed.isDisabled(), true, { what: `${name} is disabled` });
      assert.match(await pressed.getAttribute('aria-describedby'), /kept-reason/);
      const label = { halveHere: 'Halve the learning rate from epoch', goOn: 'Go on' }[name];
      assert.ok((await text(page, '#kept-reason')).includes(label), name);
    };
    await locked(rate.page, 'halveHere');
    assert.ok(await control(rate.page, 'goOn').locator('button').first().isEnabled());

    const { page, heard } = await bench.open(`#v=1&p=full&k=2&e=50&${fate}=e`, { wait: 'end' });
    await locked(page, 'goOn');
    await locked(page, 'halveHere');
    // From an earlier epoch their number stays.
    await control(page, 'timeline').getByRole('slider').fill('20');
    const halve = control(page, 'halveHere').locator('button').first();
    await halve.click();
    assert.equal(await hashOf(page), `#v=1&k=2&e=50&r=0.0005&p=full&fr=20~0.001&${fate}=e`);
    await until.end(page);
    await locked(page, 'halveHere');
    // The button in the notice of a training that broke down, and those in the texts, are locked too.
    const down = await bench.open(`#v=1&p=full&k=1&e=100&r=10000000000&fr=40~0.001&${fate}=r`);
    const lockedButton = async (page, selector) => {
      const pressed = page.locator(selector);
      await becomes(() => pressed.isDisabled(), true, { what: `${selector} is disabled` });
      assert.match((await pressed.getAttribute('aria-describedby')) ?? '', /kept-reason/, selector);
    };
    await lockedButton(down.page, '[data-notice=diverged] button');
    await lockedButton(down.page, '[data-notice=branch] button');
    const opening = await bench.open(`#v=1&p=full&${fate}=d.l.ls.s`, { wait: 'end' });
    for (const changed of ['dataSeed', 'seed'])
      await lockedButton(opening.page, `[data-value=picked-seeds] [data-changes=${changed}]`);
    await opening.page.waitForSelector('[data-part=prose]');
    assert.ok(await opening.page.locator('[data-part=prose] button').first().isDisabled());
    assert.ok(await opening.page.locator('.lessons .ends button').last().isDisabled());
    assert.deepEqual([...heard, ...rate.heard, ...down.heard, ...opening.heard], []);
  });
}

test('unknown parts of a link are reported', async () => {
  const { page } = await bench.open('#v=1&p=full&k=1&e=20&em=2&hi=l.nothing.charts&lk=charts');
  const said = await text(page, '[data-notice=link]');
  for (const part of ['em=2', '“nothing”', 'lk in the link names “charts”']) assert.ok(said.includes(part), part);
  assert.equal(await control(page, 'lambda').isVisible(), false);
});
