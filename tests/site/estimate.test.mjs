// Remaining time: the estimate of the page and that of the command, with clocks of their own, and what the page shows.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { becomes, button, shows, startBench, stays, text } from './support.mjs';

let Estimate, durationText, leftText, ProgressBar, bench;
before(async () => {
  const loaded = await loadModules('/training/estimate.ts', '/text/describe.ts', 'cli/progress.ts');
  [{ Estimate }, { durationText, leftText }, { ProgressBar }] = loaded.modules;
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

test('the remaining time follows the work done since the clock started', () => {
  let now = 5000;
  const estimate = new Estimate(40, 10, () => now);
  assert.equal(estimate.left(10), undefined, 'nothing is known before some work is done');
  now += 2000;
  assert.equal(estimate.left(14), 13, '4 in 2 s, 26 left');
  assert.equal(estimate.left(40), 0);
  assert.equal(estimate.left(41), 0);
  // Work of constant speed: the estimate is exact at any time.
  const steady = new Estimate(1, 0, () => now);
  const start = now;
  for (let share = 1 / 64; share <= 1; share *= 2) {
    now = start + 90_000 * share;
    assert.ok(Math.abs(steady.left(share) - 90 * (1 - share)) < 1e-9);
  }
});

test('durations are rounded as estimates', () => {
  assert.deepEqual([0.2, 8.1, 89, 95, 3600, 9000].map(durationText), [
    '1 s',
    '9 s',
    '89 s',
    '2 min',
    '60 min',
    '2.5 h',
  ]);
  assert.equal(leftText(undefined), '');
  assert.equal(leftText(40), ', about 40 s left');
});

test('the bar of the command estimates from what it has seen: earlier rows do not count as fast', () => {
  let now = 0;
  const lines = [];
  const bar = new ProgressBar({ write: (line) => lines.push(line) }, () => now);
  bar.show('fits', 900, 1000);
  now += 10_000;
  bar.show('fits', 910, 1000);
  now += 10_000;
  bar.show('fits', 920, 1000);
  assert.deepEqual(lines, ['fits: 91 %, 1 min 30 s left\n', 'fits: 92 %, 1 min 20 s left\n']);
  bar.show('reading', 5, Number.NaN);
  now += 10_000;
  bar.show('reading', 10, Number.NaN);
  assert.equal(lines.at(-1), 'reading: 10\n');
});

test('a long training at full speed and many starts say how long they will take', async () => {
  const { page } = await bench.open('#v=1&k=32&e=20000&p=full');
  await shows(page, '[data-value=verdict]', /^Training at full speed: \d+%, about \d+ (s|min) left$/);
  await shows(page, '[data-value=starts]', /^\d+ of 32 trained, about \d+ (s|min) left\. The start/);
});

test('the small multiples train by themselves when they are in view, and no more once they were stopped', async () => {
  const { page } = await bench.open('#v=1&k=1&e=60&p=full', { wait: 'end' });
  const board = page.locator('.explore .board');
  const states = () => page.locator('[data-cell]').evaluateAll((all) => all.map((one) => one.dataset.state));
  assert.ok(
    (await states()).every((state) => state === 'empty'),
    'not before they are seen',
  );
  await board.scrollIntoViewIfNeeded();
  await becomes(states, (all) => all.every((state) => state === 'done'));
  assert.equal(await text(page, '[data-value=grid-said]'), 'All 7 cells are trained.');
});

test('long small multiples wait for the button and announce their time', async () => {
  const { page } = await bench.open('#v=1&k=32&e=1000&p=full&gd=all&gn=9&gs=32', { wait: 'end' });
  await page.locator('.explore .board').scrollIntoViewIfNeeded();
  await shows(page, '[data-value=grid-estimate]', /^about \d+ (s|min)$/);
  const bars = () => page.locator('.explore progress').count();
  await stays(bars, 0, 1500);
  await button(page, 'Train the grid').click();
  await page.waitForSelector('.explore progress');
  await button(page, 'Stop').click();
  await shows(page, '[data-value=grid-said]', /^Stopped/);
  // It does not begin again.
  await stays(bars, 0, 1200);
});
