// The reader's own files of arrays and Parquet: dropped or chosen, looked at, trained on; wrong files and choices are named.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { becomes, button, shows, startBench, text, until, violations } from './support.mjs';

let bench;
let page;
let heard;
before(async () => {
  bench = await startBench();
  ({ page, heard } = await bench.open('#v=1&a=own&k=1&e=20&p=full', { wait: null }));
});
after(() => bench.stop());

const fixture = (name) => readFileSync(new URL(`../formats/fixtures/${name}`, import.meta.url));

async function dialogue() {
  const dialog = page.getByRole('dialog');
  if (!(await dialog.isVisible())) await button(page, 'Your own table …').click();
  return dialog;
}

/** Waits until the file was read, or refused. */
async function read(dialog) {
  await dialog.locator('form[aria-busy=false]').waitFor();
}

async function open(name, buffer = fixture(name)) {
  const dialog = await dialogue();
  await dialog.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await becomes(() => dialog.locator('.name').textContent(), name);
  await read(dialog);
  return dialog;
}

async function drop(name) {
  const dialog = await dialogue();
  const transfer = await page.evaluateHandle(
    ([name, bytes]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], name));
      return data;
    },
    [name, [...fixture(name)]],
  );
  await dialog.dispatchEvent('drop', { dataTransfer: transfer });
  await becomes(() => dialog.locator('.name').textContent(), name);
  await read(dialog);
  return dialog;
}

async function respond(dialog, name, buffer = fixture(name)) {
  await dialog.getByLabel('Response', { exact: true }).selectOption('file');
  const file = { name, mimeType: 'application/octet-stream', buffer };
  await dialog.getByLabel('Choose the file of the response').setInputFiles(file);
  await dialog.getByText(name, { exact: true }).waitFor();
  await read(dialog);
}

/** Trains, and compares what the page says about the data. */
async function trained(dialog, about) {
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
  assert.match(await text(page, 'header p'), about);
  assert.match(await text(page, '[data-value=verdict]'), /^TRIP/);
  assert.deepEqual(heard, []);
}

const becomesArrays = (dialog, expected) => shows(dialog, '[data-value=arrays]', expected);

test('an archive of matrices: arrays with usual names are chosen, the shape is that of the file', async () => {
  const dialog = await drop('digits.npz');
  await becomesArrays(dialog, 'NumPy archive: 300 samples of 8 × 8 numbers');
  assert.equal(await dialog.getByLabel('Array with the samples').inputValue(), 'X');
  assert.equal(await dialog.getByLabel('Response').inputValue(), 'array y');
  assert.deepEqual(await violations(page, 'dialog'), []);
  await shows(dialog, '#import-lacking', /classes or numbers/);
  await dialog.getByLabel('It contains').selectOption('classification');
  await trained(dialog, /digits\.npz: 300 samples of 8 × 8 numbers, 10 classes to predict/);
  assert.deepEqual(await page.locator('[data-method]').evaluateAll((all) => all.map((one) => one.dataset.method)), [
    'tucker',
    'trip',
  ]);
  assert.equal(await page.getByRole('region', { name: /columns/ }).count() >= 0, true);
});
