// The reader's own table: pasted or opened, looked at, trained on, and asked for by a link.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { becomes, button, control, fingerprint, hashOf, saved, shows, startBench, text, until } from './support.mjs';
import { unfold } from './tables.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** 60 rows as a German spreadsheet writes them; the class follows the first column. */
function germanTable() {
  const rows = Array.from({ length: 60 }, (_, n) => {
    const sign = n % 2 === 0 ? 1 : -1;
    const wobble = ((n * 37) % 20) / 20;
    return [sign * (1 + wobble), wobble - 0.5, ((n * 13) % 7) / 7, n % 2 === 0 ? '<b>ja</b>' : 'nein'];
  });
  const cells = rows.map((row) => row.map((cell) => String(cell).replace('.', ',')).join(';'));
  return ['__proto__;<img src=x onerror=alert(1)>;länge;klasse', ...cells].join('\r\n');
}

async function importGerman(page) {
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Pasted table').fill(germanTable());
  await dialog.getByLabel('Pasted table').blur();
  await shows(dialog, 'h3', 'Predict “klasse” (2 classes)?');
  const detected = '60 rows, 3 variables · semicolon · decimal comma · names in the first row';
  assert.equal(await text(dialog, '[data-value=detected]'), detected);
  await unfold(dialog);
  assert.equal(await dialog.getByLabel('Column separator').inputValue(), ';');
  assert.equal(await dialog.getByLabel('Decimal mark').inputValue(), ',');
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
}

test('a pasted table is previewed, trained on request and explained by its names; its link asks for the same table', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=2');
  await importGerman(page);
  assert.match(await text(page, 'header p'), /60 rows, 3 variables, 2 classes/);
  assert.match(await text(page, '[data-value=verdict]'), /TRIP gets (9\d|100)\.\d%/);
  // Lambda and starts are those of 'auto': 0.3 over three standardised variables.
  const valueIn = (name) => control(page, name).locator('input[type=text]').inputValue();
  assert.deepEqual([await valueIn('lambda'), await valueIn('restarts')], ['0.1', '12']);
  assert.equal(await text(page, '#lambda-note'), '= 1.00 × auto');
  assert.match(await page.locator('.axes').textContent(), /__proto__.*<img src=x onerror=alert\(1\)>|<img.*__proto__/);
  assert.equal(await page.locator('img, main b b').count(), 0);
  const drawing = await saved(page, button(page, 'Drawing (SVG)'));
  assert.ok(drawing.includes('&lt;b&gt;ja&lt;/b&gt;') && !drawing.includes('<b>'));
  const link = new URL(await page.getByLabel('Link to the current page').inputValue()).hash;
  assert.match(link, /a=own.*&f=[0-9a-f]{16}&fv=\d+&ft=[0-9a-f]{16}$/);
  assert.ok(!link.includes('ja'));
  const seen = await fingerprint(page);
  const other = await bench.open(link, { wait: null });
  await other.page.waitForSelector('[data-notice=table]');
  await importGerman(other.page);
  assert.equal(await fingerprint(other.page), seen);
  await shows(other.page, '[data-notice=fingerprint]', /Same result/);
  assert.equal(await other.page.locator('[data-notice=table]').count(), 0);

  // A reload has no sender.
  await page.reload();
  await shows(page, '[data-notice=table]', /This link was made with a table that is not loaded/);
  await shows(page, '[data-value=verdict]', /Waiting for the table/);
  assert.deepEqual([...heard, ...other.heard], []);
});

test('a link to a table only reports that another table was loaded; unsuitable settings are reported once the right one is loaded', async () => {
  const { page, heard } = await bench.open(`#v=1&a=own&k=1&e=20&p=full&g=9&f=0123456789abcdef&ft=0123456789abcdef`, {
    wait: null,
  });
  await shows(page, '[data-value=verdict]', /Waiting for the table/);
  assert.equal(await page.locator('[data-notice=link]').count(), 0);
  await importGerman(page);
  await shows(page, '[data-notice=table]', /not the data of the link/);
  assert.equal(await page.locator('[data-notice=fingerprint]').count(), 0);
  await shows(page, '[data-notice=link]', /g=9 in the link is outside 0 to 1; 1 is used/);
  assert.match(await hashOf(page), /&g=1&/);
  assert.deepEqual(heard, []);
});

for (const [variables, most] of [
  [1, 1],
  [2, 2],
]) {
  test(`a table of ${variables} variables has at most as many axes, and the page says so`, async () => {
    const { page, heard } = await bench.open('#v=1&a=own&j=3&k=1&e=20&p=full', { wait: null });
    const names = ['size', 'weight'].slice(0, variables);
    const rows = Array.from({ length: 40 }, (_, n) =>
      [...names.map((_, i) => (n % 2) + ((n * (7 + i)) % 10) / 20), n % 2 ? 'yes' : 'no'].join(','),
    );
    await button(page, 'Your own table …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pasted table').fill([[...names, 'class'].join(','), ...rows].join('\n'));
    await dialog.getByLabel('Pasted table').blur();
    await shows(dialog, 'h3', 'Predict “class” (2 classes)?');
    await button(dialog, 'Train on this').click();
    await dialog.waitFor({ state: 'hidden' });
    await until.end(page);
    await shows(
      page,
      '[data-notice=link]',
      new RegExp(`j=3 in the link is outside ${most} to ${most}; ${most} is used`),
    );
    const notes = await page.locator('[data-notice=import]').allTextContents();
    assert.equal(
      notes.some((note) => note.includes('so one axis is kept (J = 1)')),
      most === 1,
    );
    const box = control(page, 'ranks').getByRole('textbox');
    assert.equal(await box.inputValue(), String(most));
    assert.equal(await control(page, 'ranks').getByRole('slider').count(), 0);
    assert.equal(await control(page, 'yaw').count(), 0);
    await box.fill('3');
    await box.press('Enter');
    await shows(page, '#ranks-problem', `Enter a value from ${most} to ${most}.`);
    assert.deepEqual(heard, []);
  });
}

test('errors of a table name the row, and files over 100 MB are refused unread', async () => {
  const { page } = await bench.open('#v=1&p=full&k=1&e=50');
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  const rows = Array.from({ length: 30 }, (_, n) => `${n},${n === 16 ? 'abc' : n / 2},${n % 2 ? 'x' : 'y'}`);
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'wrong.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['size,ash,class', ...rows].join('\n')),
  });
  await shows(dialog, 'h3', 'Predict “class” (2 classes)?');
  await unfold(dialog);
  await dialog.getByLabel('Type of ash').selectOption('number');
  await button(dialog, 'Train on this').click();
  await shows(dialog, '.problem', /row 18, column 'ash': 'abc' is not a number/);
  await dialog.locator('input[type=file]').evaluate((input) => {
    const file = new File(['a'], 'huge.csv');
    Object.defineProperty(file, 'size', { value: 150e6 });
    Object.defineProperty(input, 'files', { value: [file] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await shows(dialog, '.problem', /150 MB; the limit is 100 MB/);
});

/** Pastes a table and waits for its preview. */
async function paste(dialog, table) {
  await dialog.getByLabel('Pasted table').fill(table);
  await dialog.getByLabel('Pasted table').blur();
  await dialog.locator('[data-part=how-read]').waitFor();
  await dialog.locator('form[aria-busy=false]').waitFor();
  await unfold(dialog);
}

test('the dialogue asks about an ambiguous decimal mark, and accepts the preset answer', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=20');
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  const rows = Array.from(
    { length: 40 },
    (_, n) => `${n % 2 ? `1.${211 + 17 * n}` : 300 + n};${n % 7};${n % 2 ? 'g' : 'k'}`,
  );
  await paste(dialog, ['Umsatz;Alter;Klasse', ...rows].join('\n'));
  await shows(dialog, '.problem', /column 'Umsatz': '1\.228' beside '300' may be 1\.228 or 1228/);
  const mark = dialog.getByLabel('Decimal mark');
  assert.equal(await mark.inputValue(), '');
  await shows(dialog, 'h3', 'Predict “Klasse” (2 classes)?');
  assert.ok(await button(dialog, 'Train on this').isDisabled());
  await mark.selectOption('.');
  await becomes(() => dialog.locator('.problem').count(), 0);
  assert.equal(await mark.inputValue(), '.');
  await mark.selectOption(',');
  await shows(dialog, '[data-notice=answers]', /may be the answer itself: .*Umsatz/);
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
  const notes = (await page.locator('[data-notice=import]').allTextContents()).join('\n');
  assert.match(notes, /thousands separators removed: 'Umsatz'/);
  assert.match(notes, /column 'Umsatz' alone determines the response/);
  assert.deepEqual(heard, []);
});

test('the preview lists columns that are not variables or numbers, and each can be decided there', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=20');
  await button(page, 'Your own table …').click();
  const dialog = page.getByRole('dialog');
  const rows = Array.from({ length: 60 }, (_, n) => [
    n,
    `item ${n}`,
    ['blue', 'green', 'red'][n % 3],
    `2020-03-${10 + (n % 20)}`,
    `${8 + (n % 5)}:30`,
    `town ${(n * 7) % 30}`,
    (n * 37) % 41,
    (n * 11) % 7 > 3 ? 'x' : n % 10 === 9 ? '' : 'y',
  ]);
  await paste(dialog, [',name,kind,when,at,town,size,class', ...rows.map((row) => row.join())].join('\n'));
  await shows(dialog, 'h3', 'Predict “class” (2 classes)?');
  await shows(dialog, '[data-notice=left-out]', /Not variables, so left out.*column 1 \(counts the rows\)/);
  const undecided = dialog.locator('[data-notice=undecided]');
  const list =
    'name (all values differ), kind (different values: 3), when (dates), at (times of the day), town (different values: 30)';
  await becomes(
    () => undecided.textContent(),
    (text) => text.includes(list),
  );
  await button(dialog, 'Train on this').click();
  await shows(
    dialog,
    '.problem',
    /5 columns are not numeric:\n.*'name': an identifier[\s\S]*'kind': 3 categories[\s\S]*'town': 30/,
  );
  await dialog.getByLabel('Type of name').selectOption('skip');
  await dialog.getByLabel('Type of when').selectOption('date');
  await dialog.getByLabel('Type of at').selectOption('date');
  await dialog.getByLabel('Type of town').selectOption('skip');
  await dialog.getByLabel('Categorical variables').selectOption('indicators');
  await becomes(() => undecided.count(), 0);
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
  assert.match(await text(page, 'header p'), /\d+ rows, 6 variables, 2 classes/);
  const [first] = await page.locator('[data-notice=import]').allTextContents();
  assert.match(first, /\d+ of 60 rows were left out: \d+ without a response/);
  assert.deepEqual(heard, []);
});
