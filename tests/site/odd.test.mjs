// Odd files in the import dialogue, with the outcomes of module and command, and tables with hostile names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { english, setMessages } from '../../dist/table.js';
import { oddFiles, outcomeOf } from '../table/odd.mjs';
import { button, startBench, text, until } from './support.mjs';
import { unfold } from './tables.mjs';

let bench, page, heard, dialog;
before(async () => {
  const loaded = await loadModules('/text/en/tables.ts');
  setMessages({ ...english, ...loaded.modules[0].tables });
  bench = await startBench();
  ({ page, heard } = await bench.open('#v=1&p=full&k=1&e=20', { wait: 'end' }));
  dialog = page.getByRole('dialog');
});
after(() => bench.stop());

const openDialog = () => button(page, 'Your own table …').click();

/** The dialogue has read its input, and shows columns, questions or a refusal. */
const looked = () => dialog.locator('form[aria-busy=false]').waitFor();
async function give(name, buffer) {
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await looked();
  await unfold(dialog);
}

/** Enters options of the command in the dialogue. */
async function answer(dialog, args) {
  const given = Object.fromEntries(args.flatMap((arg, i) => (i % 2 === 0 ? [[arg.slice(2), args[i + 1]]] : [])));
  const select = (label, value) => dialog.getByRole('combobox', { name: new RegExp(`^${label}`) }).selectOption(value);
  const enter = async (label, value) => {
    await dialog.getByLabel(label).fill(value);
    await dialog.getByLabel(label).blur();
  };
  if (given.encoding) await select('Encoding', given.encoding);
  if (given.comment) await enter('Skip rows starting with', given.comment);
  if (given.delimiter) await select('Column separator', given.delimiter);
  if (given.decimal) await select('Decimal mark', given.decimal);
  if (given.header) await select('First row', String(given.header === 'yes'));
  if (given['missing-tokens']) await enter('Read as missing', given['missing-tokens'].replaceAll(',', ' '));
  if (given.ignore) await select(`Type of ${given.ignore}`, 'skip');
  if (given.number) await select(`Type of ${given.number}`, 'number');
  if (given.missing) await select('Rows with missing values', given.missing);
  if (given.categories) await select('Categorical variables', given.categories);
  return given;
}

/** Starts a training on the last column as classes, if the dialogue allows it; in one call, since the files are many. */
const ask = (task = 'classification') =>
  page.evaluate(async (task) => {
    const lists = [...document.querySelectorAll('dialog select')];
    const choose = async (label, value) => {
      const list = lists.find((one) => one.closest('label')?.textContent.trim().startsWith(label));
      if (!list) return;
      list.value = value ?? list.options[list.options.length - 1].value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
    };
    await choose('Column to predict');
    document.querySelector(`dialog input[name=import-task][value=${task}]`)?.click();
    await new Promise((resolve) => setTimeout(resolve));
    document.querySelector('dialog button.primary').click();
  }, task);

const said = async () => (await dialog.locator('.problem').allTextContents()).join('\n');

test('every odd file is refused with the reason, or read and found too small', async () => {
  await openDialog();
  const wrong = [];
  for (const { title, path, args, outcome } of oddFiles) {
    await give(basename(path), readFileSync(path));
    const { task } = await answer(dialog, args);
    await looked();
    await ask(task);
    await dialog.locator('.problem').first().waitFor();
    const expected = await expectedOf({ path, args, outcome });
    const found = await said();
    if (found !== expected) wrong.push({ title, found, expected });
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(heard, []);
});

/** The expected message of the dialogue: the reason of module and command in its words, or that the rows are too few. */
async function expectedOf({ path, args, outcome }) {
  // The dialogue always asks for the task.
  if (outcome.error && !outcome.message[0].includes('say whether the task')) {
    return (await outcomeOf(path, args)).message.join('\n');
  }
  return `The table has ${outcome.x?.length ?? 3} usable rows; fitting and testing need at least 20.`;
}

/** 40 rows whose classes follow the first variable, with the given names. */
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
    'names of properties of every object',
    table(['__proto__', 'constructor', 'class'], ['__proto__', 'toString']),
    /__proto__/,
  ],
  [
    'markup in names and labels',
    table([markup, '<b>bold</b>', '</script>'], [markup, '<b>no</b>']),
    /<img src=x|<b>bold<\/b>/,
  ],
  ['the same name twice', table(['size', 'size', 'class']), /size/],
  [
    'names of any length and script',
    table(['n'.repeat(3000), '🧪 درجة', 'class'], ['x'.repeat(300), 'نعم']),
    /n{3000}.*درجة/,
  ],
]) {
  test(`${what} are treated as plain names`, async () => {
    if (!(await dialog.isVisible())) await openDialog();
    await give(`${markup}.csv`, content);
    await ask();
    await dialog.waitFor({ state: 'hidden' });
    await until.end(page);
    assert.match(await text(page, 'header p'), /40 rows, 2 variables, 2 classes/);
    assert.match(await names(page), shown);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.equal(await page.locator('main img, main b b, header img').count(), 0);
    assert.deepEqual(heard, []);
  });
}

for (const [what, content, reason, task] of [
  ['one number', table(['a', 'b', 'size'], ['3']), /is always 3;/, 'regression'],
  ['one class', table(['a', 'b', 'class'], ['only']), /only the class “only”/],
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
  test(`${what}: the page gives the reason for not training`, async () => {
    if (!(await dialog.isVisible())) await openDialog();
    await give('table.csv', content);
    await ask(task);
    await dialog.locator('.problem').first().waitFor();
    assert.match(await said(), reason);
  });
}
