// Large tables: the main thread stays free while a table is imported, trained, pointed at and dragged over.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { inspect } from 'node:util';
import { spiralTable } from '../../../web/bench/tables.mjs';
import { bestOfThree, button, control, longestTask, startBench, until } from '../support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const buffer = Buffer.from(spiralTable(10_000, 100));

async function openTable() {
  const { page, context } = await bench.open('#v=1&a=own&p=full&k=1&e=20', { wait: null });
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').first().setInputFiles({ name: 'large.csv', mimeType: 'text/csv', buffer });
  await dialog.locator('button.primary:enabled').waitFor();
  return { page, context, dialog };
}

test('the first picture of 10,000 x 100 appears within 2 s of the request', async () => {
  await bestOfThree(2000, 'ms', async () => {
    const { page, context, dialog } = await openTable();
    const begun = performance.now();
    await dialog.locator('button.primary').click();
    await page.waitForFunction(
      () =>
        !document.querySelector('dialog[open]') &&
        /^\d/.test(document.querySelector('[data-method=trip] [data-value=epoch]')?.textContent),
      undefined,
      { polling: 20 },
    );
    const taken = performance.now() - begun;
    await context.close();
    return taken;
  });
});

/** Actions on a large table, each to its end. */
const actions = {
  'the import': async (page, dialog) => {
    await dialog.locator('button.primary').click();
    await dialog.waitFor({ state: 'hidden' });
    await until.end(page);
  },
  pointing: async (page) => {
    const box = await page.locator('[data-method=trip] .plot').boundingBox();
    for (let step = 0; step < 40; step++)
      await page.mouse.move(box.x + (0.2 + step / 80) * box.width, box.y + 0.5 * box.height);
    await until.drawn(page);
  },
  'dragging lambda': async (page) => {
    const slider = control(page, 'lambda').getByRole('slider');
    for (let step = 0; step < 6; step++) await slider.press(step % 2 ? 'ArrowLeft' : 'ArrowRight');
    await until.end(page);
  },
  training: async (page) => {
    await control(page, 'speed').locator('select').selectOption('quick');
    await button(page, 'Rewind').click();
    await until.end(page);
  },
};

test('the main thread is never busy for more than 50 ms with 10,000 x 100', async () => {
  const longest = Object.fromEntries(Object.keys(actions).map((name) => [name, []]));
  const within = () => Object.values(longest).every((values) => Math.min(...values) <= 50);
  for (let time = 0; time < 3 && !within(); time++) {
    const { page, context, dialog } = await openTable();
    for (const [name, work] of Object.entries(actions))
      longest[name].push(await longestTask(bench.browser, page, () => work(page, dialog)));
    await context.close();
  }
  assert.ok(within(), `longest tasks, at most 50 ms: ${inspect(longest)}`);
});
