// Steady: what drawing takes, a tab in the background, many reloads.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { button, control, epochOf, longestTask, startBench, text, until } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Milliseconds of each drawing of a picture in the next two seconds. */
const drawings = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const took = [];
        const observer = new PerformanceObserver((list) => took.push(...list.getEntriesByName('drawing')));
        observer.observe({ type: 'measure' });
        setTimeout(() => {
          observer.disconnect();
          resolve(took.map(({ duration }) => duration));
        }, 2000);
      }),
  );

test('a picture of 1000 samples with its contours is drawn in 12 ms, 95 times of 100 (best of three)', async () => {
  const { page } = await bench.open('#v=1&n=250&k=1&p=slow');
  const worst = [];
  for (let attempt = 0; attempt < 3 && !(Math.min(...worst) <= 12); attempt++) {
    const took = (await drawings(page)).sort((a, b) => a - b);
    assert.ok(took.length > 10, `${took.length} pictures in two seconds`);
    worst.push(took[Math.floor(0.95 * took.length)]);
  }
  assert.ok(Math.min(...worst) <= 12, `95th percentiles: ${worst.join(', ')} ms`);
});

test('from choosing Iris to an explained sample in two seconds (best of three)', async () => {
  const took = [];
  for (let attempt = 0; attempt < 3 && !(Math.min(...took) <= 2000); attempt++) {
    const { page, context } = await bench.open('#v=1&p=full&k=1&e=50', { wait: 'end' });
    const start = performance.now();
    await page.locator('label:has(input[value=iris])').click();
    await page.waitForFunction(() => document.querySelector('.legend')?.textContent.includes('virginica'));
    const plot = page.locator('[data-method=trip] .plot');
    await plot.press('ArrowRight');
    await plot.press('Enter');
    await page.waitForFunction(() => document.querySelector('.sample table')?.textContent.includes('petal length'));
    took.push(performance.now() - start);
    await context.close();
  }
  assert.ok(Math.min(...took) <= 2000, `milliseconds: ${took.join(', ')}`);
});

/** Everything that a reader does often, one after the other. */
async function operate(page) {
  await control(page, 'lambda').getByRole('slider').press('ArrowRight');
  await button(page, 'New start').click();
  const plot = page.locator('[data-method=trip] .plot');
  await plot.hover({ position: { x: 90, y: 90 } });
  await plot.press('ArrowRight');
  await plot.press('Enter');
  await control(page, 'arrows').getByRole('checkbox').click();
  await page.getByLabel('Hard colours', { exact: true }).first().click();
  await page.getByText('All numbers as a table').click();
  await page.locator('label:has(input[value=digits])').click();
  await page.locator('label:has(input[value=wine])').click();
  await button(page, 'Your own table …').click();
  await page.waitForSelector('dialog[open]');
}

test('no interaction keeps the main thread busy for more than 50 ms (best of three)', async () => {
  const worst = [];
  for (let attempt = 0; attempt < 3 && !(Math.min(...worst) <= 50); attempt++) {
    const { page, context } = await bench.open('#v=1&p=full&k=2', { wait: 'end' });
    const [longest] = await Promise.all([longestTask(bench.browser, page, 4000), operate(page)]);
    worst.push(longest);
    await context.close();
  }
  assert.ok(Math.min(...worst) <= 50, `longest tasks: ${worst.join(', ')} ms`);
});

/** What a browser does to a tab in the background, which a browser without a window never has. */
const background = () => {
  let hidden = false;
  const request = window.requestAnimationFrame;
  const held = [];
  window.requestAnimationFrame = (draw) => (hidden ? held.push(draw) : request(draw));
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
  window.toBackground = (away) => {
    hidden = away;
    if (!hidden) for (const draw of held.splice(0)) request(draw);
    document.dispatchEvent(new Event('visibilitychange'));
  };
};

// Many long starts: until all have ended, what is on view is a training and not its recording.
test('in the background training goes on and nothing is drawn; on return the page says so', async () => {
  const { page } = await bench.open('#v=1&k=32&e=20000', { prepare: (opened) => opened.addInitScript(background) });
  const picture = () => page.locator('[data-method=trip] canvas').evaluate((one) => one.toDataURL());
  await page.waitForFunction(
    () => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent) > 5,
  );
  await page.evaluate(() => window.toBackground(true));
  const [before, left] = [await picture(), await epochOf(page, 'trip')];
  await page.waitForTimeout(1000);
  assert.deepEqual([await picture(), await epochOf(page, 'trip')], [before, left]);
  await page.evaluate(() => window.toBackground(false));
  const [, from, to] = /went on from epoch (\d+) to (\d+)/.exec(await text(page, '[data-value=unseen]'));
  assert.ok(Number(from) >= left && Number(to) > Number(from), `${from} to ${to}, left at ${left}`);
  await page.waitForFunction((old) => document.querySelector('[data-method=trip] canvas').toDataURL() !== old, before);
});

test('twenty reloads leave a page that works and has not grown', async () => {
  const { page, context, heard } = await bench.open();
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable');
  const size = async () => {
    await debug.send('HeapProfiler.collectGarbage');
    const { metrics } = await debug.send('Performance.getMetrics');
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return {
      heap: of('JSHeapUsedSize'),
      documents: of('Documents'),
      nodes: of('Nodes'),
      workers: page.workers().length,
    };
  };
  const sizes = [];
  for (let time = 0; time < 20; time++) {
    await page.reload();
    await until.picture(page);
    if (time === 4 || time === 19) sizes.push(await size());
  }
  const [early, late] = sizes;
  assert.ok(late.heap < 1.3 * early.heap, `heap of ${early.heap} and ${late.heap} bytes`);
  assert.ok(late.nodes < 1.3 * early.nodes, `${early.nodes} and ${late.nodes} nodes`);
  assert.ok(late.documents <= early.documents + 1, `${early.documents} and ${late.documents} documents`);
  assert.equal(late.workers, early.workers);
  await page.waitForFunction(() => Number(document.querySelector('[data-value=epoch]').textContent) > 20);
  const complaints = heard.filter((line) => !line.startsWith('request failed'));
  assert.deepEqual(complaints, []);
});
