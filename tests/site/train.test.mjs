// Training: what comes out, the same bits again, and a page that stays responsive.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import {
  button,
  control,
  epochOf,
  fingerprint,
  hashOf,
  inPanel,
  longestTask,
  number,
  quickly,
  root,
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
  const { page } = await bench.open();
  // The first number there is: before, the place holds a dash.
  const first = await page.waitForFunction(() => {
    const overlap = Number.parseFloat(document.querySelector('[data-overlap=trip]')?.textContent);
    return Number.isNaN(overlap) ? undefined : { overlap };
  });
  const { overlap: early } = await first.jsonValue();
  await until.end(page);
  assert.ok(early < 0.5, `overlap at first ${early}`);
  assert.ok((await number(page, '[data-overlap=trip]')) > 0.9);
  assert.ok((await inPanel(page, 'trip', 'test')) >= 90);
  for (const method of ['pca', 'lda']) assert.ok((await inPanel(page, method, 'test')) <= 72, method);
  for (const method of ['pca', 'lda', 'trip']) assert.equal(await epochOf(page, method), 2000);
  assert.match(await text(page, '[data-value=verdict]'), /^TRIP found the spiral/);
  assert.match(await text(page, '.chosen'), /were picked for the opening/);
});

test('test accuracies of the starts stay covered until the choice, which goes by the objective', async () => {
  const { page } = await bench.open();
  await page.waitForFunction(() => document.querySelectorAll('[data-start]:enabled').length >= 1);
  const covered = await page.evaluate(() => ({
    chosen: document.querySelector('.chosen[data-start]') !== null,
    shown: [...document.querySelectorAll('[data-start] .accuracy')].some((one) => one.textContent.includes('%')),
  }));
  assert.equal(covered.shown, covered.chosen);
  await page.waitForSelector('.chosen[data-start]');
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

test('rewind and play give the same bits, whatever happens on the way', async () => {
  const { page } = await bench.open(quickly, { wait: 'end' });
  const first = await fingerprint(page);
  await button(page, 'Rewind').click();
  await page.waitForFunction(() => document.querySelector('[data-method=trip] [data-value=epoch]').textContent === '0');
  assert.equal(await fingerprint(page), '–');
  await control(page, 'step').click();
  await page.waitForFunction(
    () => document.querySelector('[data-method=trip] [data-value=epoch]').textContent === '10',
  );
  await button(page, 'Play').click();
  await until.end(page);
  assert.equal(await fingerprint(page), first);
});

test('pause holds within 100 ms and play goes on', async () => {
  const { page } = await bench.open('#v=1&p=slow');
  await page.waitForFunction(
    () => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent) > 5,
  );
  await button(page, 'Pause').click();
  await page.waitForTimeout(100);
  const held = await epochOf(page, 'trip');
  await page.waitForTimeout(400);
  assert.equal(await epochOf(page, 'trip'), held);
  await button(page, 'Play').click();
  await page.waitForFunction(
    (epoch) => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent) > epoch,
    held,
  );
});

test('a new start replaces a training under way within 100 ms, and nothing of the old one comes after', async () => {
  const { page } = await bench.open('#v=1&p=quick');
  await page.waitForFunction(
    () => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent) > 300,
  );
  const took = await page.evaluate(async () => {
    const epoch = () => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent);
    const before = epoch();
    const start = performance.now();
    [...document.querySelectorAll('button')].find((one) => one.textContent === 'New start').click();
    while (epoch() >= before) await new Promise((resolve) => requestAnimationFrame(resolve));
    const took = performance.now() - start;
    let last = epoch();
    for (let frame = 0; frame < 15; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (epoch() < last || epoch() > last + 200) throw new Error(`epoch ${last} was followed by ${epoch()}`);
      last = epoch();
    }
    return took;
  });
  assert.ok(took < 400, `${took} ms until the new training was on view`);
});

test('the end of a slider’s move shows the finished picture within half a second', async () => {
  const { page } = await bench.open(quickly, { wait: 'end' });
  const slider = control(page, 'lambda').getByRole('slider');
  const took = [];
  // A training computes for a tenth of a second. Where other work makes it longer, everything else is slower too.
  const direct = ({ duration, detail }) => duration <= Math.max(500, 5 * detail);
  for (let move = 0; move < 8 && !took.some(direct); move++) {
    await slider.press(move % 2 ? 'ArrowRight' : 'ArrowLeft');
    await page.waitForFunction((count) => performance.getEntriesByName('retrained').length > count, took.length);
    assert.equal(await epochOf(page, 'trip'), 2000);
    took.push(
      await page.evaluate(() => {
        const { duration, detail } = performance.getEntriesByName('retrained').at(-1);
        return { duration, detail };
      }),
    );
  }
  assert.ok(took.some(direct), `milliseconds, and those of computing: ${JSON.stringify(took)}`);
});

test('the main thread is never busy for more than 50 ms while training (best of three)', async () => {
  const worst = [];
  for (let attempt = 0; attempt < 3 && !(Math.min(...worst) <= 50); attempt++) {
    const { page, context } = await bench.open();
    await page.waitForFunction(
      () => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent) > 10,
    );
    worst.push(await longestTask(bench.browser, page, 4000));
    await context.close();
  }
  assert.ok(Math.min(...worst) <= 50, `longest tasks: ${worst.join(', ')} ms`);
});

test('the code that the page shows gives the fingerprint that it shows', async () => {
  const { page } = await bench.open('#v=1&d=4&l=0.1&h=2&w=8&k=3&e=300&p=full', { wait: 'end' });
  await page.getByText('The same training as code').click();
  const index = pathToFileURL(join(root, 'dist', 'index.js')).href;
  const code = (await page.locator('pre code').textContent()).replace("'trip-wasm'", `'${index}'`);
  const folder = await mkdtemp(join(root, 'build', 'snippet-'));
  try {
    await writeFile(join(folder, 'snippet.mjs'), code);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'snippet.mjs')]);
    assert.equal(stdout.trim().split(/\s/).at(-1), await fingerprint(page));
  } finally {
    await rm(folder, { recursive: true });
  }
});

for (const [what, rate, half, said] of [
  ['diverged', '10000000000', '5000000000', /diverged in epoch \d+/],
  ['collapsed', '10', '5', /no better than guessing/],
]) {
  test(`a training that has ${what} is explained, and half the learning rate is offered`, async () => {
    const { page, heard } = await bench.open(`#v=1&r=${rate}&k=1&p=full&e=400`);
    await page.waitForSelector(`[data-notice=${what}]`);
    assert.match(await text(page, `[data-notice=${what}]`), said);
    assert.doesNotMatch(await page.locator('main').textContent(), /NaN|Infinity|undefined/);
    await button(page, 'Halve the learning rate').click();
    assert.match(hashOf(page), new RegExp(`&r=${half}(&|$)`));
    assert.equal(await control(page, 'learningRate').getByRole('textbox').inputValue(), half);
    assert.deepEqual(heard, []);
  });
}

test('every corner of the settings ends finite or in a named state', async () => {
  for (const corner of [
    'h=0&w=1&k=1&e=10',
    'n=20&m=0&k=1&e=50',
    'b=640&k=1&e=20',
    'b=1&k=1&e=10',
    'z=1&k=2&e=100',
    'l=0.00001&k=1&e=100',
    'l=10&k=1&e=100',
  ]) {
    const { page, context, heard } = await bench.open(`#v=1&p=full&${corner}`, { wait: 'end' });
    assert.doesNotMatch(await page.locator('main').textContent(), /NaN|Infinity|undefined/, corner);
    assert.deepEqual(heard, [], corner);
    await context.close();
  }
});
