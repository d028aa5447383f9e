// Extreme tables: each gives a clear message, or a picture that its link repeats.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { becomes, fingerprint, shows, startBench, text, until } from './support.mjs';
import { classTable, offer } from './tables.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const settings = 'a=own&p=full&k=1&e=10';

/** Opens the page at a link with a table. */
async function openAt(hash = `#v=1&${settings}`) {
  const { page, heard } = await bench.open(hash, { wait: null });
  await page.locator('[data-notice=table]').waitFor();
  return { page, heard };
}

/** Enters a table and asks for a training, if the dialogue allows that. */
async function enter(page, buffer, task) {
  const dialog = await offer(page, buffer, task);
  const submit = dialog.locator('button.primary');
  if (await submit.isEnabled()) await submit.click();
  return dialog;
}

/** Opens the page at a link with a table, and imports one, on which the page trains. */
async function openWith(buffer, task, hash) {
  const { page, heard } = await openAt(hash);
  const dialog = await enter(page, buffer, task);
  await dialog.waitFor({ state: 'hidden' });
  return { page, heard };
}

const table = (lines) => Buffer.from(lines.join('\n'));
const rows = (count, row) => Array.from({ length: count }, (_, n) => row(n));
const numbers = (count, row) => rows(count, (n) => Math.sin(1 + n * n + row * row * row).toFixed(3));

test('tables without anything to learn: the page gives the reason for not training', async () => {
  const { page, heard } = await openAt();
  for (const [what, buffer, reason, task] of [
    ['a header alone', table(['a,b,class']), /no row|rows|empty/i],
    ['1 row', table(['a,b,class', '1,2,x']), /1 usable row|single|at least 20/],
    ['1 column', table(['class', ...rows(40, (n) => 'xy'[n % 2])]), /column/],
    ['rows that are all equal, classes too', table(['a,b,class', ...rows(40, () => '1,2,x')]), /only the class “x”/],
    [
      'variables that are all equal',
      table(['a,b,class', ...rows(40, (n) => `1,2,${'xy'[n % 2]}`)]),
      /All variables are constant/,
    ],
    ['responses that are all equal', table(['a,b,y', ...rows(40, (n) => `${n},2,3`)]), /is always 3/, 'regression'],
  ]) {
    const dialog = await enter(page, buffer, task);
    const said = async () => (await dialog.locator('.problem').allTextContents()).join('\n');
    await becomes(said, reason, { what });
    assert.ok(await dialog.isVisible(), what);
  }
  assert.deepEqual(heard, []);
});

for (const [what, buffer, told, task] of [
  ['1 variable', table(['a,class', ...rows(40, (n) => `${(n % 2) + (n % 7) / 9},${'xy'[n % 2]}`)]), /1 variable/],
  [
    '300 columns',
    table([rows(300, (i) => `v${i}`), ...rows(60, (n) => [...numbers(299, n), 'xy'[n % 2]])]),
    /299 variables/,
  ],
  [
    '300 columns, a number to predict',
    table([rows(300, (i) => `v${i}`), ...rows(60, (n) => [...numbers(299, n), n])]),
    /299/,
    'regression',
  ],
  ['10,000 rows of 3 classes', classTable(3, 3334), /3 classes/],
  ['more variables than rows', classTable(2, 12, 120), /24 rows, 120 variables/],
  [
    'huge numbers',
    table(['a,b,class', ...rows(40, (n) => `${(n % 2) * 1e30 + n * 1e28},${n}e-30,${'xy'[n % 2]}`)]),
    /40 rows/,
  ],
]) {
  test(`${what}: the page draws a picture, and its link gives the same one`, async () => {
    const { page, heard } = await openWith(buffer, task);
    await until.end(page);
    assert.match(await text(page, 'header p'), told);
    assert.match(await text(page, '[data-value=verdict]'), /^TRIP/);
    const strange = /.{20}(NaN|undefined|Infinity|\[object).{20}/.exec(await page.locator('.stage').textContent());
    assert.equal(strange?.[0], undefined);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    const link = new URL(await page.getByLabel('Link to the current page').inputValue()).hash;
    const sent = await openWith(buffer, task, link);
    await until.end(sent.page);
    assert.equal(await fingerprint(sent.page), await fingerprint(page));
    await shows(sent.page, '[data-notice=fingerprint]', /Same result/);
    assert.deepEqual([...heard, ...sent.heard], []);
  });
}
