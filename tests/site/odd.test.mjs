// Odd files through the import dialogue, by the outcomes that module and command have too, and tables that a page must survive.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { oddFiles } from '../table/odd.mjs';
import { button, startBench, text, until } from './support.mjs';

let bench, page, heard, dialog;
before(async () => {
  bench = await startBench();
  ({ page, heard } = await bench.open('#v=1&p=full&k=1&e=20', { wait: 'end' }));
  dialog = page.getByRole('dialog');
});
after(() => bench.stop());

const openDialog = () => button(page, 'Your own table …').click();

/** Gives a file to the dialogue and waits for what it makes of it: columns, questions or a refusal. */
async function give(name, buffer) {
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.waitForFunction(
    (name) => {
      const shown = document.querySelector('dialog');
      return shown.querySelector('.name')?.textContent === name || shown.querySelector('.problem');
    },
    name,
    { polling: 20 },
  );
}

/** Asks for a training on the last column as classes, where the dialogue lets it be asked for; in one go, as there are many files. */
const ask = () =>
  page.evaluate(async () => {
    const lists = [...document.querySelectorAll('dialog select')];
    const choose = async (label, value) => {
      const list = lists.find((one) => one.closest('label')?.textContent.trim().startsWith(label));
      if (!list) return;
      list.value = value ?? list.options[list.options.length - 1].value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
    };
    await choose('Column to predict');
    await choose('It holds', 'classification');
    document.querySelector('dialog button.primary').click();
  });

const said = async () => (await dialog.locator('.problem').allTextContents()).join('\n');

test('every odd file is refused by name of what is wrong, or read and found too small', async () => {
  await openDialog();
  const wrong = [];
  for (const { title, path, args, outcome } of oddFiles) {
    if (args.length > 0) continue;
    await give(basename(path), readFileSync(path));
    await ask();
    await dialog.locator('.problem').first().waitFor();
    const expected = expectedOf(outcome);
    const found = await said();
    if (!expected.every((line) => found.includes(line))) wrong.push({ title, found, expected });
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(heard, []);
});

/** What the dialogue must say: the reason that module and command give, or that there are too few rows. */
function expectedOf({ error, message }) {
  // Whether the task is classification is what the dialogue always asks.
  const answered = !error || message[0].includes('say whether the task');
  return answered ? [' usable rows; at least 20 are needed to fit and to test'] : message;
}

/** 40 rows whose classes follow the first variable, under any names. */
function table(header, classes = ['yes', 'no']) {
  const rows = Array.from({ length: 40 }, (_, n) => [
    (n % classes.length) + ((n * 7) % 10) / 20,
    ((n * 13) % 11) / 11,
    classes[n % classes.length],
  ]);
  return Buffer.from([header, ...rows].map((cells) => cells.join(',')).join('\n'));
}
const markup = '<img src=x onerror=alert(1)>';
const names = (page) => page.locator('.axes').textContent();

for (const [what, content, shown] of [
  [
    'names of what every object has',
    table(['__proto__', 'constructor', 'class'], ['__proto__', 'toString']),
    /__proto__/,
  ],
  [
    'markup in names and labels',
    table([markup, '<b>bold</b>', '</script>'], [markup, '<b>no</b>']),
    /<img src=x|<b>bold<\/b>/,
  ],
  ['the same name twice', table(['size', 'size', 'class']), /size/],
]) {
  test(`${what}: only names`, async () => {
    if (!(await dialog.isVisible())) await openDialog();
    await give(`${markup}.csv`, content);
    await ask();
    await dialog.waitFor({ state: 'hidden' });
    await until.end(page);
    assert.match(await text(page, 'header p'), /40 rows, 2 variables, 2 classes/);
    assert.match(await names(page), shown);
    assert.equal(await page.locator('main img, main b b, header img').count(), 0);
    assert.deepEqual(heard, []);
  });
}

for (const [what, content, reason] of [
  ['one class', table(['a', 'b', 'class'], ['only']), /single class “only”/],
  [
    'a class for each row',
    table(
      ['a', 'b', 'class'],
      Array.from({ length: 40 }, (_, n) => `id ${n}`),
    ),
    /40 classes in 40 rows/,
  ],
  ['classes of one row', Buffer.concat([table(['a', 'b', 'class']), Buffer.from('\n1,2,rare')]), /single row.*rare/],
]) {
  test(`${what}: the page says why it does not train`, async () => {
    if (!(await dialog.isVisible())) await openDialog();
    await give('table.csv', content);
    await ask();
    await dialog.locator('.problem').first().waitFor();
    assert.match(await said(), reason);
  });
}
