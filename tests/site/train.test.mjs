// Training: results, repetition bit for bit, a tab in the background, extreme settings.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  becomes,
  briefly,
  button,
  control,
  epochBecomes,
  epochOf,
  fingerprint,
  follow,
  hashOf,
  inPanel,
  number,
  quickly,
  root,
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

test('the opening trains by itself and ends with the spiral', async () => {
  // Keeps the first number, which replaces a dash: a busy machine may ask for it late.
  const keepFirst = () =>
    new MutationObserver((_, observer) => {
      const now = Number.parseFloat(document.querySelector('[data-overlap=trip]')?.textContent);
      if (Number.isNaN(now)) return;
      window.firstOverlap = now;
      observer.disconnect();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  const { page } = await bench.open('', { wait: 'end', prepare: (page) => page.addInitScript(keepFirst) });
  const early = await page.evaluate(() => window.firstOverlap);
  assert.ok(early < 0.5, `overlap at first ${early}`);
  assert.ok((await number(page, '[data-overlap=trip]')) > 0.9);
  assert.ok((await inPanel(page, 'trip', 'test')) >= 90);
  for (const method of ['pca', 'lda']) assert.ok((await inPanel(page, method, 'test')) <= 72, method);
  for (const method of ['pca', 'lda', 'trip']) assert.equal(await epochOf(page, method), 2000);
  assert.match(await text(page, '[data-value=verdict]'), /^TRIP found the spiral/);
  assert.match(await text(page, '[data-value=picked-seeds]'), /The opening uses a data seed/);
  const pinned = JSON.parse(await readFile(join(root, 'tests', 'fingerprints.json'))).opening;
  assert.equal(await fingerprint(page), pinned.fingerprint);
});

test('test accuracies of the starts stay hidden until the choice, which uses the objective', async () => {
  const { page } = await bench.open(`${quickly}&e=300`, { wait: null });
  const open = await page.waitForFunction(() => {
    const starts = [...document.querySelectorAll('[data-start]')];
    const shown = starts.filter((one) => one.querySelector('.accuracy')?.textContent.includes('%'));
    const chosen = document.querySelector('.chosen[data-start]') !== null;
    if (!chosen && shown.length > 0) return 'shown before the choice';
    return chosen && shown.length === starts.length && 'after the choice';
  });
  assert.equal(await open.jsonValue(), 'after the choice');
  const starts = await page.locator('[data-start]').evaluateAll((all) =>
    all.map((one) => ({
      objective: Number.parseFloat(one.querySelector('.objective').textContent),
      test: one.querySelector('.accuracy').textContent,
      chosen: one.classList.contains('chosen'),
    })),
  );
  assert.equal(starts.length, 8);
  const lowest = Math.min(...starts.map(({ objective }) => objective));
  assert.deepEqual(
    starts.filter(({ chosen }) => chosen).map(({ objective }) => objective),
    [lowest],
  );
  for (const { test } of starts) assert.match(test, /^\d+\.\d%$/);
});

test('rewind and play repeat the training bit for bit, with any actions in between', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const first = await fingerprint(page);
  await button(page, 'Rewind').click();
  await epochBecomes(page, 'trip', 0);
  assert.equal(await fingerprint(page), '–');
  await control(page, 'step').click();
  await epochBecomes(page, 'trip', 10);
  await button(page, 'Play').click();
  await until.end(page);
  assert.equal(await fingerprint(page), first);
});

/** Simulates a tab in the background, which a headless browser does not have. */
const background = () => {
  let hidden = false;
  const request = window.requestAnimationFrame;
  const held = [];
  window.requestAnimationFrame = (draw) => request((now) => (hidden ? held.push(draw) : draw(now)));
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
  window.toBackground = (away) => {
    hidden = away;
    if (!hidden) for (const draw of held.splice(0)) request(draw);
    document.dispatchEvent(new Event('visibilitychange'));
  };
};

// Many long starts: until all have ended, the page shows a training and not its recording.
test('training continues in the background, where nothing is drawn; on return the page says so', async () => {
  const { page } = await bench.open('#v=1&k=32&e=20000', { prepare: (opened) => opened.addInitScript(background) });
  const picture = () => page.locator('[data-method=trip] canvas').evaluate((one) => one.toDataURL());
  const line = () => number(page, '[data-control=timeline] output');
  await epochBecomes(page, 'trip', (epoch) => epoch > 5);
  await page.evaluate(() => window.toBackground(true));
  const [before, left, reached] = [await picture(), await epochOf(page, 'trip'), await line()];
  await becomes(line, (epoch) => epoch > reached + 20);
  assert.deepEqual([await picture(), await epochOf(page, 'trip')], [before, left]);
  await page.evaluate(() => window.toBackground(false));
  const said = /went on from epoch (\d+) to (\d+)/;
  const [, from, to] = said.exec(await shows(page, '[data-value=unseen]', said));
  assert.ok(Number(from) >= left && Number(to) > Number(from), `${from} to ${to}, left at ${left}`);
  await becomes(picture, (now) => now !== before, { what: 'the picture' });
});

test('the code on the page gives the fingerprint on the page', async () => {
  const { page } = await bench.open('#v=1&d=4&l=0.1&h=2&w=8&k=3&e=300&p=full', { wait: 'end' });
  await page.getByText('The same training as code').click();
  const index = pathToFileURL(join(root, 'dist', 'index.js')).href;
  const code = (await page.locator('pre code').first().textContent()).replace("'trip-wasm'", `'${index}'`);
  const folder = await mkdtemp(join(root, 'build', 'snippet-'));
  try {
    await writeFile(join(folder, 'snippet.mjs'), code);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'snippet.mjs')]);
    assert.equal(stdout.trim().split(/\s/).at(-1), await fingerprint(page));
  } finally {
    await rm(folder, { recursive: true });
  }
});

for (const [what, rate, half, box, said] of [
  ['diverged', '10000000000', '5000000000', '5e9', /diverged in epoch \d+/],
  ['collapsed', '10', '5', '5', /no better than guessing/],
]) {
  test(`a notice explains a training that has ${what}, and offers half the learning rate`, async () => {
    const { page, heard } = await bench.open(`#v=1&r=${rate}&k=1&p=full&e=400`);
    await shows(page, `[data-notice=${what}]`, said);
    assert.doesNotMatch(await page.locator('main').textContent(), /NaN|Infinity|undefined/);
    await button(page, 'Halve the learning rate').click();
    await becomes(() => hashOf(page), new RegExp(`&r=${half}(&|$)`));
    await becomes(() => control(page, 'learningRate').getByRole('textbox').inputValue(), box);
    assert.deepEqual(heard, []);
  });
}

test('too high learning rate: the page names every method that diverged, chooses no start, and calls the rate too high', async () => {
  const { page, heard } = await bench.open('#v=1&k=2&e=300&r=1e12&p=full', { wait: 'end' });
  await shows(page, '[data-notice=diverged] b', 'PCA, LDA, and TRIP diverged in epoch 1.');
  await shows(page, '[data-value=starts]', 'No start can be chosen: all have diverged.');
  assert.equal(await page.locator('[data-start].chosen').count(), 0);
  assert.doesNotMatch(await text(page, '[data-method=trip]'), /lowest objective/);
  await shows(page, '[data-value=verdict]', /^TRIP diverged: a learning rate of 1e12 is too high.*PCA diverged, LDA/);
  await follow(page, '#v=1&k=2&e=300&r=3&p=full');
  await shows(page, '[data-notice=collapsed] b', 'PCA, LDA, and TRIP have learned nothing:');
  await shows(page, '[data-value=verdict]', /^TRIP has learned nothing: a learning rate of 3 is too high here\./);
  // When no start passes, chance is not the reason.
  await shows(page, '[data-value=starts]', /^Start \d has the lowest objective\. 0 of 2 pass 75% on the test data\.$/);
  assert.deepEqual(heard, []);
});

test('while an earlier epoch is shown, the verdict says that it refers to the end', async () => {
  const { page, heard } = await bench.open(briefly, { wait: 'end' });
  const verdict = page.locator('p:has(> [data-value=verdict])');
  const end = (await verdict.textContent()).trim();
  assert.match(end, /^TRIP/);
  const line = control(page, 'timeline').getByRole('slider');
  for (const [epoch, said] of [
    ['0', `At the end: ${end}`],
    ['50', `At the end: ${end}`],
    ['100', end],
  ]) {
    await line.fill(epoch);
    await epochBecomes(page, 'trip', Number(epoch));
    await becomes(async () => (await verdict.textContent()).trim(), said, { what: `the verdict at epoch ${epoch}` });
  }
  assert.deepEqual(heard, []);
});

test('extreme settings end finite or in a named state', async () => {
  const { page, heard } = await bench.open(briefly);
  for (const corner of [
    'h=0&w=1&k=1&e=10',
    'n=20&m=0&k=1&e=50',
    'b=640&k=1&e=20',
    'b=1&k=1&e=10',
    'z=1&k=2&e=100',
    'l=0.00001&k=1&e=100',
    'l=10&k=1&e=100',
  ]) {
    await follow(page, `#v=1&p=full&${corner}`);
    await until.end(page);
    assert.equal(await epochOf(page, 'trip'), Number(/e=(\d+)/.exec(corner)[1]), corner);
    assert.doesNotMatch(await page.locator('main').textContent(), /NaN|Infinity|undefined/, corner);
    assert.deepEqual(heard, [], corner);
  }
});
