// The page follows at once: pause, a new start, stop, a slider's end, axes that turn; and reloads do not make it grow. No time is
// judged here: timed/answers.test.mjs does.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { briefly, button, control, epochBecomes, epochOf, fingerprint, startBench, stays, until } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('pause holds and play goes on', async () => {
  const { page } = await bench.open('#v=1&p=slow&k=1');
  await epochBecomes(page, 'trip', (epoch) => epoch > 5);
  await button(page, 'Pause').click();
  await button(page, 'Play').waitFor();
  await until.drawn(page);
  const held = await epochOf(page, 'trip');
  await stays(() => epochOf(page, 'trip'), held);
  await button(page, 'Play').click();
  await epochBecomes(page, 'trip', (epoch) => epoch > held);
});

test('a new start replaces a running training, and no result of the old one follows', async () => {
  const { page } = await bench.open('#v=1&p=quick&k=1');
  await epochBecomes(page, 'trip', (epoch) => epoch > 300);
  const [before, seen] = await page.evaluate(async () => {
    const epoch = () => Number(document.querySelector('[data-method=trip] [data-value=epoch]').textContent);
    const before = epoch();
    [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'New start').click();
    const seen = [];
    const limit = performance.now() + 60_000;
    while (performance.now() < limit && seen.filter((epoch) => epoch < before).length < 3) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      // Between two trainings a dash stands there.
      if (epoch() >= 0 && seen.at(-1) !== epoch()) seen.push(epoch());
    }
    return [before, seen];
  });
  // Epochs of the old training, if any, come first; those of the new one begin below them and only rise.
  const first = seen.findIndex((epoch) => epoch < before);
  assert.ok(first >= 0, `${seen} after ${before}`);
  const own = seen.slice(first);
  assert.deepEqual(
    own,
    own.toSorted((a, b) => a - b),
  );
});

test('the end of a slider’s move shows the finished picture of the new setting', async () => {
  const { page } = await bench.open(briefly, { wait: 'end' });
  const slider = control(page, 'lambda').getByRole('slider');
  for (const [move, key] of ['ArrowLeft', 'ArrowRight'].entries()) {
    const before = await fingerprint(page);
    await slider.press(key);
    await page.waitForFunction((count) => performance.getEntriesByName('retrained').length > count, move);
    assert.equal(await epochOf(page, 'trip'), 100);
    await until.end(page);
    assert.notEqual(await fingerprint(page), before);
  }
});

test('while three axes are turned, every picture follows', async () => {
  const { page } = await bench.open('#v=1&a=helix&e=50&k=2&p=full', { wait: 'end' });
  const counts = await page.evaluate(async () => {
    const counts = { pca: 0, lda: 0, trip: 0 };
    const { clearRect } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      const method = this.canvas.closest('[data-method]')?.dataset.method;
      if (method) counts[method]++;
      return clearRect.apply(this, area);
    };
    const slider = document.querySelector('[data-control=yaw] input');
    const limit = performance.now() + 60_000;
    for (let turn = 0; performance.now() < limit && Math.min(...Object.values(counts)) < 5; turn++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      slider.value = String(5 * Math.round(20 * Math.sin(turn / 20)));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return counts;
  });
  assert.ok(Math.min(...Object.values(counts)) >= 5, JSON.stringify(counts));
  await until.end(page);
});

test('reloads leave a page that works and has not grown', async () => {
  const { page, context, heard } = await bench.open('#v=1&k=2&e=200&p=full', { own: true });
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable');
  const size = async () => {
    await until.end(page);
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
  for (let time = 0; time < 9; time++) {
    await page.reload();
    // Most go in the middle of the trainings.
    await page.waitForFunction(() => performance.getEntriesByName('first picture').length > 0);
    if (time === 3 || time === 8) sizes.push(await size());
  }
  const [early, late] = sizes;
  assert.ok(late.heap < 1.3 * early.heap, `heap of ${early.heap} and ${late.heap} bytes`);
  assert.ok(late.nodes < 1.3 * early.nodes, `${early.nodes} and ${late.nodes} nodes`);
  assert.ok(late.documents <= early.documents + 1, `${early.documents} and ${late.documents} documents`);
  assert.equal(late.workers, early.workers);
  await button(page, 'New start').click();
  await until.end(page);
  const complaints = heard.filter((line) => !line.startsWith('request failed'));
  assert.deepEqual(complaints, []);
});
