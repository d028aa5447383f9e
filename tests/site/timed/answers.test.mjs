// How soon the page answers. The tests of the gate say what it answers: ../answers.test.mjs, ../grid.test.mjs, ../walks.test.mjs.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import {
  bestOfThree,
  button,
  control,
  epochBecomes,
  epochOf,
  fingerprint,
  openSettings,
  quickly,
  shows,
  startBench,
  until,
} from '../support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('the first picture appears within a second', () =>
  bestOfThree(1000, 'ms', async () => {
    const { page, context } = await bench.open();
    const start = await page.evaluate(() => performance.getEntriesByName('first picture')[0].startTime);
    await context.close();
    return start;
  }));

test('pause takes effect within 100 ms and play continues', async () => {
  const { page } = await bench.open('#v=1&p=slow');
  await epochBecomes(page, 'trip', (epoch) => epoch > 5);
  await bestOfThree(100, 'ms until the last change', async () => {
    const last = await page.evaluate(async () => {
      const epoch = () => document.querySelector('[data-method=trip] [data-value=epoch]').textContent;
      const start = performance.now();
      document.querySelector('[data-control=play]').click();
      let [seen, changed] = [epoch(), 0];
      // Half a second is long enough for eight epochs.
      while (performance.now() < start + 500) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (epoch() !== seen) [seen, changed] = [epoch(), performance.now() - start];
      }
      return changed;
    });
    const held = await epochOf(page, 'trip');
    await button(page, 'Play').click();
    await epochBecomes(page, 'trip', (epoch) => epoch > held);
    return last;
  });
});

test('a new start replaces a running training within 100 ms, and no result of the old one follows', () =>
  bestOfThree(100, 'ms until the last change by the old training', async () => {
    const { page, context } = await bench.open('#v=1&p=quick');
    await epochBecomes(page, 'trip', (epoch) => epoch > 300);
    const took = await page.evaluate(async () => {
      const epoch = () => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent);
      const before = epoch();
      const start = performance.now();
      [...document.querySelectorAll('button')].find((one) => one.textContent === 'New start').click();
      let [seen, took] = [before, 0];
      for (let now = before; now >= before; now = epoch()) {
        if (now !== seen) [seen, took] = [now, performance.now() - start];
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      // In half a second the new training does not reach the epoch of the old one.
      for (let last = 0; performance.now() < start + 500; last = epoch()) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (epoch() < last || epoch() >= before) throw new Error(`epoch ${last} was followed by ${epoch()}`);
      }
      return took;
    });
    await context.close();
    return took;
  }));

test('the small multiples stop within 100 ms, and no results follow', async () => {
  const { page } = await bench.open('#v=1&p=full&e=2000&k=1&gn=5&gd=all&gs=4', { wait: 'end' });
  const done = () => page.locator('[data-cell][data-state=done]').count();
  let kept = 0;
  await bestOfThree(100, 'ms', async () => {
    await page.getByRole('button', { name: /^Train the (grid|rest)$/ }).click();
    const took = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const count = () => document.querySelectorAll('[data-cell][data-state=done]').length;
      const before = count();
      while (count() === before) await frame();
      const since = performance.now();
      [...document.querySelectorAll('.explore button')].find((one) => one.textContent === 'Stop').click();
      while (document.querySelector('.explore progress')) await frame();
      return performance.now() - since;
    });
    kept = await done();
    return took;
  });
  await shows(page, '[data-value=grid-said]', new RegExp(`${kept} of 25`));
  // Two more cells would be done.
  await page.waitForTimeout(400);
  assert.equal(await done(), kept);
});

test('a test of the separation is cancelled within 100 ms', async () => {
  const { page } = await bench.open('#v=1&p=full&e=1000&k=2', { wait: 'end' });
  await bestOfThree(100, 'ms', async () => {
    await page.getByRole('button', { name: /^(Test it|Go on with the test)$/ }).click();
    await shows(page, '[data-value=assess-progress]', /left$/);
    return page.evaluate(async () => {
      const since = performance.now();
      [...document.querySelectorAll('.assess button')].find((one) => one.textContent === 'Cancel').click();
      while (document.querySelector('.assess progress')) await new Promise(requestAnimationFrame);
      return performance.now() - since;
    });
  });
});

test('the end of a slider’s move shows the finished picture within half a second', async () => {
  const { page } = await bench.open(quickly, { wait: 'end' });
  await openSettings(page);
  const slider = control(page, 'lambda').getByRole('slider');
  let moves = 0;
  await bestOfThree(500, 'ms', async () => {
    const before = await fingerprint(page);
    await slider.press(moves++ % 2 ? 'ArrowRight' : 'ArrowLeft');
    const measured = await page.waitForFunction(
      (count) => performance.getEntriesByName('retrained')[count]?.duration,
      moves - 1,
    );
    assert.equal(await epochOf(page, 'trip'), 2000);
    await until.end(page);
    assert.notEqual(await fingerprint(page), before);
    return measured.jsonValue();
  });
});

test('from choosing Iris to an explained sample in two seconds', () =>
  bestOfThree(2000, 'ms', async () => {
    const { page, context } = await bench.open('#v=1&p=full&k=1&e=50', { wait: 'end' });
    const start = performance.now();
    await page.locator('label:has(input[value=iris])').click();
    await shows(page, '.legend', /virginica/);
    await until.drawn(page);
    const plot = page.locator('[data-method=trip] .plot');
    await plot.press('ArrowRight');
    await plot.press('Enter');
    await page.waitForFunction(() => document.querySelector('.sample table')?.textContent.includes('petal length'));
    const took = performance.now() - start;
    await context.close();
    return took;
  }));

test('while three axes turn, every picture is redrawn at least five times a second', () =>
  bestOfThree(200, 'ms between pictures', async () => {
    const { page, context } = await bench.open('#v=1&a=helix&e=50&k=4&p=full', { wait: 'end' });
    const between = await page.evaluate(async () => {
      const counts = { pca: 0, lda: 0, trip: 0 };
      const { clearRect } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.clearRect = function (...area) {
        const method = this.canvas.closest('[data-method]')?.dataset.method;
        if (method) counts[method]++;
        return clearRect.apply(this, area);
      };
      const slider = document.querySelector('[data-control=yaw] input');
      const start = performance.now();
      while (performance.now() < start + 2000) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        slider.value = String(5 * Math.round(20 * Math.sin((performance.now() - start) / 300)));
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      return (performance.now() - start) / Math.min(...Object.values(counts));
    });
    await until.end(page);
    await context.close();
    return between;
  }));
