// What drawing and every other task of the main thread take.
import { after, afterEach, before, test } from 'node:test';
import { bestOfThree, button, control, epochBecomes, longestTask, shows, startBench, until } from '../support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Milliseconds of each of the next drawings of a picture. */
const drawings = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const took = [];
        const observer = new PerformanceObserver((list) => {
          took.push(...list.getEntriesByName('drawing'));
          if (took.length < 60) return;
          observer.disconnect();
          resolve(took.map(({ duration }) => duration));
        });
        observer.observe({ type: 'measure' });
      }),
  );

test('a picture of 1000 samples with its contours is drawn in 12 ms, 95 times of 100', async () => {
  const { page } = await bench.open('#v=1&n=250&k=1&p=slow');
  await epochBecomes(page, 'trip', (epoch) => epoch > 10);
  await bestOfThree(12, 'ms (95th percentiles)', async () => {
    const took = (await drawings(page)).sort((a, b) => a - b);
    return took[Math.floor(0.95 * took.length)];
  });
});

/** Everything that a reader does often, one after the other, each to its end. */
async function operate(page) {
  await control(page, 'lambda').getByRole('slider').press('ArrowRight');
  await button(page, 'New start').click();
  await until.end(page);
  const plot = page.locator('[data-method=trip] .plot');
  await plot.hover({ position: { x: 90, y: 90 } });
  await plot.press('ArrowRight');
  await plot.press('Enter');
  await control(page, 'arrows').getByRole('checkbox').click();
  await page.getByLabel('Hard colours', { exact: true }).first().click();
  await page.getByText('All numbers as a table').click();
  await until.end(page);
  for (const data of ['digits', 'wine']) {
    await page.locator(`label:has(input[value=${data}])`).click();
    await until.end(page);
  }
  await button(page, 'Your own table …').click();
  await page.waitForSelector('dialog[open]');
  await until.drawn(page);
}

async function trainGrid(page) {
  await button(page, 'Train the grid').click();
  await shows(page, '[data-value=grid-said]', /^All 20/, { within: 30 });
  await until.end(page);
}

for (const [what, hash, wait, work] of [
  // The opening, faster: from its first pictures to the fine ones at the end.
  ['while training', '#v=1&p=quick', 'picture', until.end],
  ['in any interaction', '#v=1&p=full&k=2', 'end', operate],
  ['while small multiples are trained and drawn', '#v=1&p=full&k=2&e=200&gn=4&gd=all&gs=2', 'end', trainGrid],
]) {
  test(`the main thread is never busy for more than 50 ms ${what}`, () =>
    bestOfThree(50, 'ms (longest tasks)', async () => {
      const { page, context } = await bench.open(hash, { wait });
      const longest = await longestTask(bench.browser, page, () => work(page));
      await context.close();
      return longest;
    }));
}
