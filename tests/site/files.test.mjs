// The reader's own files of arrays and Parquet: dropped or chosen, looked at, trained on; wrong files and choices are named.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { writeNpy } from '../../dist/formats.js';
import { becomes, button, shows, startBench, text, until, violations } from './support.mjs';
import { unfold } from './tables.mjs';

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
  await dialog.getByRole('combobox', { name: /^Response/ }).selectOption('file');
  const file = { name, mimeType: 'application/octet-stream', buffer };
  await dialog.getByLabel('Choose the file of the response').setInputFiles(file);
  await dialog.getByText(name, { exact: true }).waitFor();
  await read(dialog);
}

/** Trains, and compares what the page says about the data. */
async function trained(dialog, about, { pressed = false } = {}) {
  if (!pressed) await button(dialog, 'Train on this').click();
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
});

test('an array with the response in another file: texts are classes', async () => {
  const dialog = await open('digits-x.npy');
  await becomesArrays(dialog, 'NumPy array: 100 samples of 8 × 8 numbers');
  assert.equal(await dialog.getByLabel('Shape of a sample').count(), 0);
  await respond(dialog, 'digits-y.npy');
  await becomes(() => dialog.getByLabel('It contains').inputValue(), 'classification');
  assert.ok(await dialog.getByRole('option', { name: 'numbers on a scale' }).isDisabled());
  await trained(dialog, /digits-x\.npy: 100 samples of 8 × 8 numbers, 10 classes/);
});

test('a column of an array as the response, with the keyboard', async () => {
  const dialog = await open('iris-with-target.npy');
  await dialog.getByLabel('Choose a file').focus();
  for (const label of ['Pasted table', 'Response', 'It contains']) {
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.labels?.[0]?.textContent.trim(),
      );
    for (let presses = 0; presses < 4 && !(await focused())?.startsWith(label); presses++)
      await page.keyboard.press('Tab');
    assert.match(await focused(), new RegExp(`^${label}`));
    if (label === 'Response') await page.keyboard.type('last');
    if (label === 'It contains') await page.keyboard.type('classes');
    await read(dialog);
  }
  await trained(dialog, /iris-with-target\.npy: 150 rows, 4 variables, 3 classes/);
});

test('sparse samples: the labels of the lines, rows in the shape of matrices', async () => {
  const dialog = await open('one-based.svm');
  await becomesArrays(dialog, 'svmlight: 60 samples of 40 numbers');
  assert.match(await dialog.textContent(), /the first variable has the index 1/);
  assert.equal(await dialog.getByLabel('Response').inputValue(), 'labels');
  await dialog.getByLabel('It contains').selectOption('classification');
  const shape = dialog.getByLabel('Shape of a sample');
  for (const [written, message] of [
    ['5xa', /The shape “5xa” is not accepted; write sizes like 8x8 or 10x8x6/],
    ['5x7', /a sample has the shape 40; 5x7 is asked for/],
    ['2x2x2x5', /A sample has 4 modes; .*at most 3 modes/],
  ]) {
    await shape.fill(written);
    await shape.blur();
    await button(dialog, 'Train on this').click();
    await shows(dialog, '.problem', message);
  }
  await shape.fill('5x8');
  await shape.blur();
  await becomes(() => dialog.locator('.problem').count(), 0);
  await trained(dialog, /one-based\.svm: 60 samples of 5 × 8 numbers, 2 classes/);
});

test('a sparse tensor with its response; a matrix of SciPy', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, n) => `${n + 1} ${1 + (n % 2)} 2 ${1 + (n % 5)}\n${n + 1} 1 ${n % 3 ? 1 : 3} 1`,
  );
  const dialog = await open('tensor.tns', Buffer.from(lines.join('\n')));
  await becomesArrays(dialog, 'sparse tensor: 40 samples of 2 × 3 numbers');
  await shows(dialog, '#import-lacking', /response/);
  await respond(dialog, 'wrong.csv', Buffer.from('a\n1\n'));
  await shows(dialog, '.problem', /cannot be read from “wrong\.csv”; \.npy and \.npz are accepted/);
  const y = Float64Array.from({ length: 40 }, (_, n) => n % 2);
  await respond(dialog, 'y.npy', Buffer.from(writeNpy({ shape: [40], values: y })));
  await becomes(() => dialog.locator('.problem').count(), 0);
  await dialog.getByLabel('It contains').selectOption('regression');
  await trained(dialog, /tensor\.tns: 40 samples of 2 × 3 numbers, a number to predict/);
  const words = await open('words.npz');
  await becomesArrays(words, 'NumPy archive: 60 samples of 40 numbers');
  await respond(words, 'words-y.npy');
  await words.getByLabel('It contains').selectOption('classification');
  await trained(words, /words\.npz: 60 rows, 40 variables, 2 classes/);
});

test('a Parquet file is a table: its types are detected, and its faults named, as those of CSV', async () => {
  const dialog = await open('gzip.parquet');
  await unfold(dialog);
  assert.equal(await dialog.getByLabel('Column separator').count(), 0);
  assert.equal(await dialog.getByLabel('Type of double').inputValue(), 'number');
  await shows(dialog, '[data-notice=left-out]', /id \(counts the rows\)/);
  await dialog.getByLabel('Column to predict').selectOption('kind');
  await shows(dialog, '[data-notice=undecided]', /truth \(different values: 2\), date \(dates\)/);
  for (const name of ['date', 'time']) await dialog.getByLabel(`Type of ${name}`).selectOption('skip');
  await dialog.getByLabel('Categorical variables').selectOption('indicators');
  await button(dialog, 'Train on this').click();
  await shows(dialog, '.problem', /row 7, column 'gap'/);
  await dialog.getByLabel('Rows with missing values').selectOption('drop');
  await trained(dialog, /gzip\.parquet: 59 rows, \d+ variables, 2 classes/);
});

test('the button pressed in the moment of a choice trains with that choice', async () => {
  /** Chooses and presses in one task, in which no inspection can end. */
  const chooseAndPress = (dialog, name, choice) =>
    dialog.evaluate(
      (root, [name, choice, press]) => {
        const select = [...root.querySelectorAll('select')].find((one) =>
          [one.ariaLabel, one.labels[0]?.textContent.trim()].some((label) => label?.startsWith(name)),
        );
        select.value = [...select.options].find(({ text }) => text === choice).value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        [...root.querySelectorAll('button')].find(({ textContent }) => textContent === press).click();
      },
      [name, choice, 'Train on this'],
    );
  const text = Array.from({ length: 60 }, (_, n) => `${n % 7},${(n * n) % 11},${n % 2 ? 'a' : 'b'}`).join('\n');
  const table = await open('moment.csv', Buffer.from(`x,z,kind\n${text}\n`));
  await unfold(table);
  await chooseAndPress(table, 'Type of z', 'leave out');
  await trained(table, /moment\.csv: 60 rows, 1 variable, 2 classes/, { pressed: true });
  const arrays = await open('digits.npz');
  await arrays.getByLabel('It contains').selectOption('classification');
  await chooseAndPress(arrays, 'Array with the samples', 'X');
  await trained(arrays, /digits\.npz: 300 samples of 8 × 8 numbers, 10 classes/, { pressed: true });
});

test('wrong and damaged files are refused with what is accepted', async () => {
  const csv = Buffer.from('a,b\n1,2\n');
  const cut = (name) => fixture(name).subarray(0, -9);
  const damaged = fixture('uncompressed.parquet');
  damaged[27] = 126;
  for (const [name, buffer, message] of [
    ['table.npy', csv, /x is no NumPy array: it does not begin with/],
    ['digits.npz', cut('digits.npz'), /the archive is damaged or cut off/],
    [
      'digits-x.npy',
      cut('digits-x.npy'),
      /x has the shape \(100, 8, 8\) of \|u1, which takes 6400 bytes; 6391 bytes are there/,
    ],
    ['digits-y.npy', fixture('digits-y.npy'), /the samples are texts, the first one "0"; numbers are accepted/],
    ['objects.npy', fixture('objects.npy'), /pickles, which are never read/],
    ['table.svm', csv, /line 1 has the label "a,b", several labels/],
    ['table.tns', csv, /line 1 has 1 numbers; the indices of a sample/],
    ['typed.parquet', cut('typed.parquet'), /no Parquet file, or it is cut off/],
    ['damaged.parquet', damaged, /column 'id': a run claims 63 values; 60 are left/],
    ['zstd.parquet', fixture('zstd.parquet'), /compressed by ZSTD; UNCOMPRESSED, SNAPPY, GZIP are accepted/],
  ]) {
    const dialog = await open(name, buffer);
    await shows(dialog, '.problem', message);
    assert.ok(await button(dialog, 'Train on this').isDisabled());
  }
  const dialog = await open('tensor.tns');
  await respond(dialog, 'y.npy', Buffer.from(writeNpy({ shape: [12], values: new Int32Array(12) })));
  await dialog.getByLabel('It contains').selectOption('classification');
  await button(dialog, 'Train on this').click();
  await shows(dialog, '.problem', /The table has 12 usable rows; fitting and testing need at least 20/);
  assert.deepEqual(heard, []);
});
