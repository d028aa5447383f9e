// More classes than colours, and more axes than two, in Chromium.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { loadTrip } from '../../dist/index.js';
import { becomes, control, hashOf, shows, startBench, until } from './support.mjs';
import { classTable, offer } from './tables.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** Opens the page with settings for a table, and imports one. */
async function openWith(buffer, settings = 'p=full&k=1&e=20') {
  const { page, heard } = await bench.open(`#v=1&a=own&${settings}`, { wait: null });
  await page.locator('[data-notice=table]').waitFor();
  const dialog = await offer(page, buffer);
  await dialog.locator('button.primary').click();
  await dialog.waitFor({ state: 'hidden' });
  return { page, heard };
}

for (const [classes, rows] of [
  [12, 20],
  [1000, 6],
]) {
  test(`${classes} classes: the page responds, and the chosen class is highlighted`, async () => {
    const { page, heard } = await openWith(classTable(classes, rows));
    await until.end(page);
    const many = page.locator('[data-value=many]');
    await becomes(() => many.textContent(), new RegExp(`${classes} classes share ten colours and ten shapes`));
    assert.equal((await many.textContent()).includes('the marks repeat'), classes > 100);
    await many.getByRole('combobox').selectOption('k5');
    await becomes(() => hashOf(page), /&g=\d+/);
    await until.end(page);
    await becomes(() => page.locator('.legend').last().textContent(), /k5/);
    await many.locator('summary').click();
    await becomes(() => many.locator('li').count(), classes);
    const matrices = classes > 30 ? 'mistakes' : 'confusion';
    await page.locator(`[data-value=${matrices}-test]`).waitFor();
    const download = page.waitForEvent('download');
    await control(page, 'drawing').locator('button').first().click();
    const svg = readFileSync(await (await download).path(), 'utf8');
    assert.ok(svg.includes('>k5</text>'), 'the name of the class in the drawing');
    assert.equal(svg.includes('>k11</text>'), classes <= 100);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(heard, []);
  });
}

for (const rank of [4, 64, 128]) {
  test(`an opened model of ${rank} axes is drawn on two of them, which the panel names`, async () => {
    const buffer = classTable(3, 30, rank * 2);
    const { page, heard } = await openWith(buffer);
    await until.end(page);
    const trip = await loadTrip();
    const rows = buffer
      .toString()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const data = trip.dataset({ x: rows.map((row) => row.slice(0, -1).map(Number)), y: rows.map((row) => row.at(-1)) });
    const model = trip.fit(data, {
      ranks: [rank],
      hidden: [5],
      epochs: 5,
      restarts: 1,
      lambda: 0.01,
      standardize: true,
    });
    const file = { name: 'model.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(model)) };
    await control(page, 'open').locator('input').setInputFiles(file);
    await page.getByText(`fingerprint ${model.fingerprint}, accuracy`).waitFor();
    await until.end(page);
    const rotated = `The first two of ${rank} rotated axes`;
    const told =
      rank < 128
        ? `Along this plane the predictions change most\\. .*the other ${rank - 2} coordinates are at their mean`
        : 'The first two axes of the model, not rotated: explain: ';
    await shows(page, '[data-method=trip] [data-value=axes]', new RegExp(told));
    assert.equal(await page.locator('[data-method=pca] [data-value=axes]').count(), 0);
    if (rank < 128) {
      await control(page, 'mode').locator('select').selectOption('1');
      await shows(page, '[data-method=trip] [data-value=axes]', new RegExp(rotated));
    }
    assert.match(await page.locator('[data-value=verdict]').textContent(), /TRIP gets [\d.]+% of the unseen/);
    if (rank === 128)
      await shows(page, '[data-value=refused]', /No explanation: explain: .* in 128 projected dimensions/);
    else await page.locator('[data-value=overall] table').first().waitFor();
    assert.deepEqual(heard, []);
  });
}
