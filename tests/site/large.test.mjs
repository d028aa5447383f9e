// Large tables in the page: read in a worker, trained on completely, drawn by density.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { spiralTable } from '../../web/bench/tables.mjs';
import {
  becomes,
  button,
  control,
  fingerprint,
  hashOf,
  saved,
  shows,
  startBench,
  text,
  until,
  violations,
} from './support.mjs';
import { classTable, offer, unfold } from './tables.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const settings = '#v=1&a=own&p=full&k=1&e=10';
const large = Buffer.from(spiralTable(10_000, 100));
const medium = Buffer.from(spiralTable(2000, 100));

/** Opens the page with the dialogue and a file in it; resolves when the beginning is read. */
async function openDialogue(buffer, { hash = settings, name = 'large.csv', ...options } = {}) {
  const { page, heard } = await bench.open(hash, { wait: null, ...options });
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/csv', buffer });
  await dialog.locator('form[aria-busy=false]').waitFor();
  return { page, heard, dialog };
}

/** Clicks an element of the dialogue, or only notes it, as soon as it appears: reading may last no longer than a poll of the test. */
const whenThere = (dialog, selector, click = false) =>
  dialog.evaluate(
    (dialog, [selector, click]) => {
      window.appeared = false;
      new MutationObserver((_, observer) => {
        const found = dialog.querySelector(selector);
        if (!found) return;
        observer.disconnect();
        window.appeared = true;
        if (click) found.click();
      }).observe(dialog, { subtree: true, childList: true });
    },
    [selector, click],
  );

const trained = async (page, dialog) => {
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
};

test('10,000 rows of 100 variables: proposed, trained on by Enter, all of them, and drawn by density', async () => {
  const { page, heard, dialog } = await openDialogue(large);
  await shows(dialog, 'h3', 'Predict “class” (3 classes in the first rows)?');
  assert.match(
    await text(dialog, '[data-value=detected]'),
    /^about (9[5-9]|10|10[0-5])?[\d,]*00 rows, 100 variables · comma · /,
  );
  assert.deepEqual(await violations(page, 'dialog'), []);
  // Focus is on the button that trains.
  await becomes(() => page.evaluate(() => document.activeElement.textContent), 'Train on this');
  await whenThere(dialog, 'progress');
  await page.keyboard.press('Enter');
  await trained(page, dialog);
  assert.ok(await page.evaluate(() => window.appeared), 'progress was shown');
  assert.match(await text(page, 'header p'), /large\.csv: 10,000 rows, 100 variables, 3 classes/);
  assert.equal(await page.locator('[data-notice=import]').count(), 0, 'no row is left out');
  assert.match(
    await text(page, '[data-value=drawing-rule]'),
    /Drawn by density: 10,000 samples.* cells of 4 pixels.*show and score 1310 of the 10,000 samples.*trainings use all/s,
  );
  const points = (await saved(page, button(page, 'Points (CSV)'))).trimEnd().split('\n').slice(1);
  const count = (set) => points.filter((line) => line.startsWith(`${set},`)).length;
  assert.deepEqual([count('fit'), count('test')], [7000, 3000]);
  // At rest the scores are those of all samples.
  const right = points.filter((line) => line.startsWith('test,') && line.split(',')[2] === line.split(',')[3]).length;
  await shows(page, '[data-method=trip] [data-value=test]', `${((100 * right) / 3000).toFixed(1)}%`);
  assert.match(await text(page, '[data-value=drawn]'), /Explained by 3500 of the 7000 fit samples/);
  assert.deepEqual(heard, []);
});

test('a pointer over a large picture redraws only its own layer, and the sample found is explained', async () => {
  const { page, heard, dialog } = await openDialogue(Buffer.from(spiralTable(30_000, 10)));
  await button(dialog, 'Train on this').click();
  await trained(page, dialog);
  const pictures = () =>
    page.evaluate(() => [...document.querySelectorAll('.plot canvas:not(.above)')].map((one) => one.toDataURL()));
  const before = await pictures();
  const plot = page.locator('[data-method=trip] .plot');
  await plot.hover({ position: { x: 120, y: 130 } });
  await becomes(() => page.locator('.plot canvas.above').count(), 3);
  await shows(page, '#trip-probe', /nearest/i);
  await until.drawn(page);
  assert.deepEqual(await pictures(), before);
  const ringed = await page
    .locator('.plot canvas.above')
    .evaluateAll((all) =>
      all.map((one) =>
        new Uint32Array(one.getContext('2d').getImageData(0, 0, one.width, one.height).data.buffer).some(
          (word) => word !== 0,
        ),
      ),
    );
  assert.deepEqual(ringed, [true, true, true], 'a ring in each panel');
  const named = await text(page, '#trip-probe');
  await plot.click({ position: { x: 120, y: 130 } });
  await until.end(page);
  const [, number] = /(\d[\d,]*)/.exec(/sample ([\d,]+)/.exec(named)?.[1] ?? named);
  await becomes(
    () => page.locator('.sample').getAttribute('data-sample'),
    new RegExp(`^(train|test) ${Number(number.replaceAll(',', '')) - 1}$`),
  );
  await page.locator('.sample table').waitFor();
  await page.mouse.move(0, 0);
  await becomes(() => page.locator('.plot canvas.above').count(), 0);
  const drawing = await saved(page, button(page, 'Drawing (SVG)'));
  assert.ok(drawing.length < 1_000_000, `${drawing.length} characters: no mark for each sample`);
  assert.deepEqual(heard, []);
});

test('reading can be cancelled and begun again; a link with its fingerprint finds the same result', async () => {
  const { page, heard, dialog } = await openDialogue(medium);
  await whenThere(dialog, '.progress + button', true);
  await button(dialog, 'Train on this').click();
  await becomes(() => page.evaluate(() => window.appeared), true);
  await becomes(() => button(dialog, 'Train on this').isEnabled(), true);
  assert.ok(await dialog.isVisible());
  assert.equal(await dialog.locator('.problem').count(), 0);
  await button(dialog, 'Train on this').click();
  await trained(page, dialog);
  const seen = await fingerprint(page);
  const link = new URL(await page.getByLabel('Link to the current page').inputValue()).hash;
  assert.match(link, /&ft=[0-9a-f]{16}$/);
  const other = await openDialogue(medium, { hash: link });
  await button(other.dialog, 'Train on this').click();
  await trained(other.page, other.dialog);
  await shows(other.page, '[data-notice=fingerprint]', /Same result/);
  assert.equal(await fingerprint(other.page), seen);
  assert.deepEqual([...heard, ...other.heard], []);
});

test('among 101 columns any can be found, by the box and Enter, and predicted', async () => {
  const { page, dialog } = await openDialogue(large, { viewport: { width: 320, height: 800 } });
  const menu = dialog.getByRole('combobox', { name: /^Column to predict/ });
  await becomes(() => menu.locator('option').count(), 102);
  const search = dialog.getByRole('searchbox', { name: 'Find a column: Column to predict' });
  await search.fill('v7');
  await becomes(
    () => menu.locator('option').allTextContents(),
    ['choose …', 'class', 'v7', ...Array.from({ length: 10 }, (_, n) => `v7${n}`)],
  );
  await search.press('Enter');
  await shows(dialog, 'h3', 'Predict “v7” (a number)?');
  assert.ok(await dialog.isVisible(), 'Enter in the box does not train');
  // A column of numbers offers both tasks.
  await dialog.getByLabel('classes', { exact: true }).check();
  await shows(dialog, 'h3', /^Predict “v7” \(\d+ classes in the first rows\)\?/);
  await dialog.getByLabel('numbers on a scale').check();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  await unfold(dialog);
  assert.deepEqual(await violations(page, 'dialog'), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  const types = dialog.locator('.preview select');
  await becomes(() => types.count(), 60);
  await dialog.getByRole('searchbox', { name: 'Find a column', exact: true }).fill('v99');
  await becomes(() => types.count(), 1);
  await types.selectOption('skip');
  await shows(dialog, '[data-value=detected]', /99 variables/);
});

test('a file above 100 MB is not read, but the command for it is ready, with the proposed column', async () => {
  const { page, dialog } = await openDialogue(classTable(3, 20));
  await dialog
    .locator('input[type=file]')
    .first()
    .evaluate((input) => {
      const row = '1.5,2.5,-3,yes\n0.5,1,2,no\n';
      const file = new File([`a,b,c,class\n${row.repeat(50)}`], "Bob's data.csv");
      Object.defineProperty(file, 'size', { value: 150e6 });
      Object.defineProperty(input, 'files', { value: [file] });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  await shows(dialog, 'h3', /^Predict “class”/);
  await shows(dialog, '.problem', /150 MB; the limit is 100 MB/);
  const command = await dialog.locator('[data-value=command]').inputValue();
  assert.ok(
    command.startsWith("npx trip-wasm fit 'Bob'\\''s data.csv' --target=class --task=classification "),
    command,
  );
  assert.ok(command.endsWith('--out=model.json'));
  assert.ok(await button(dialog, 'Train on this').isDisabled());
  assert.deepEqual(await violations(page, 'dialog'), []);
});

for (const [where, path, prepare] of [
  ['in the one file', 'trip.html', undefined],
  [
    'without workers',
    '',
    (page) =>
      page.addInitScript(() => {
        globalThis.Worker = class {
          constructor() {
            throw new Error('refused for this test');
          }
        };
      }),
  ],
]) {
  test(`a table is read ${where} too, with the same fingerprint`, async () => {
    const found = [];
    for (const options of [{}, { path, prepare }]) {
      const { page } = await openDialogue(classTable(3, 40), options);
      const dialog = await offer(page, classTable(3, 40));
      await button(dialog, 'Train on this').click();
      await trained(page, dialog);
      found.push([await fingerprint(page), /&ft=(\w+)/.exec(await hashOf(page))?.[1]]);
    }
    assert.deepEqual(found[1], found[0]);
  });
}

test('arrays with more numbers than the limit are a question, answered by a sample', async () => {
  const { page, heard } = await bench.open(settings, { wait: null });
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  const [rows, size] = [90_000, 100];
  const header = `{'descr': '|u1', 'fortran_order': False, 'shape': (${rows}, ${size}), }`.padEnd(117).concat('\n');
  const values = new Uint8Array(rows * size).map((_, at) =>
    at % size === size - 1 ? Math.floor(at / size) % 2 : (at * 7919) % 251,
  );
  const buffer = Buffer.concat([
    Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]),
    Buffer.from(header),
    values,
  ]);
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'big.npy', mimeType: 'application/octet-stream', buffer });
  await dialog.getByLabel('Response').selectOption('last');
  await dialog.getByLabel('It contains').selectOption('classification');
  await button(dialog, 'Train on this').click();
  await shows(dialog, '.problem', /90,000 rows of 99 variables are 8,910,000 numbers.*up to 0\.9 GB/);
  assert.match(await dialog.locator('[data-value=command]').inputValue(), /fit big\.npy /);
  await button(dialog, 'All 90,000 rows').waitFor();
  await button(dialog, '84,733 rows drawn at random').click();
  await dialog.waitFor({ state: 'hidden' });
  await shows(page, '[data-notice=import]', /84,73\d of 90,000 rows, drawn at random as you chose, are used/);
  assert.match(await text(page, 'header p'), /big\.npy: 84,73\d rows, 99 variables/);
  assert.deepEqual(heard, []);
  await control(page, 'data').locator('input[value=spiral]').check();
});
