// The reader's own table, complete use by keyboard and by touch, the other data.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { loadTrip } from '../../dist/index.js';
import { becomes, button, control, fingerprint, follow, hashOf, shows, startBench, text, until } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

/** The text of the file that a button saves. */
async function saved(page, pressed, press = 'click') {
  const download = page.waitForEvent('download');
  await (press === 'Enter' ? pressed.press('Enter') : pressed[press]());
  let content = '';
  for await (const part of await (await download).createReadStream()) content += part;
  return content;
}

/** A model file of the page, read by the package. */
const restored = async (model) => (await loadTrip()).restore(model);

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
  await dialog.getByLabel('Column separator').waitFor();
  await becomes(() => dialog.getByLabel('Column separator').inputValue(), ';');
  assert.equal(await dialog.getByLabel('Decimal mark').inputValue(), ',');
  assert.ok(await button(dialog, 'Train on this').isDisabled());
  await dialog.getByLabel('Column to predict').selectOption('klasse');
  await button(dialog, 'Train on this').click();
  await dialog.waitFor({ state: 'hidden' });
  await until.end(page);
}

test('a pasted table is previewed, trained on request and explained by its names; its link asks for the same table', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=2');
  await importGerman(page);
  assert.match(await text(page, 'header p'), /60 rows, 3 variables, 2 classes/);
  assert.match(await text(page, '[data-value=verdict]'), /TRIP gets (9\d|100)\.\d%/);
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

test('a link of a table only reports that another table was given; settings that do not fit are reported once the right one is loaded', async () => {
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
  test(`a table whose variables number ${variables} keeps no more axes than variables, and the page says so`, async () => {
    const { page, heard } = await bench.open('#v=1&a=own&j=3&k=1&e=20&p=full', { wait: null });
    const names = ['size', 'weight'].slice(0, variables);
    const rows = Array.from({ length: 40 }, (_, n) =>
      [...names.map((_, i) => (n % 2) + ((n * (7 + i)) % 10) / 20), n % 2 ? 'yes' : 'no'].join(','),
    );
    await button(page, 'Your own table …').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Pasted table').fill([[...names, 'class'].join(','), ...rows].join('\n'));
    await dialog.getByLabel('Pasted table').blur();
    await dialog.getByLabel('Column to predict').selectOption('class');
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
    const box = control(page, 'rank').getByRole('textbox');
    assert.equal(await box.inputValue(), String(most));
    assert.equal(await control(page, 'rank').getByRole('slider').count(), 0);
    assert.equal(await control(page, 'yaw').count(), 0);
    await box.fill('3');
    await box.press('Enter');
    await shows(page, '#rank-problem', `Enter a value from ${most} to ${most}.`);
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
  await dialog.getByLabel('Type of ash').selectOption('number');
  await dialog.getByLabel('Column to predict').selectOption('class');
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
  await dialog.getByLabel('Column separator').waitFor();
  await dialog.locator('form[aria-busy=false]').waitFor();
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
  await dialog.getByLabel('Column to predict').selectOption('Klasse');
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
  await dialog.getByLabel('Column to predict').selectOption('class');
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
    /columns that are not numeric: 5\n.*'name': an identifier[\s\S]*'kind': 3 categories[\s\S]*'town': 30/,
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

test('the keyboard alone leads from the opening to an explained sample and an exported model', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1');
  await page.locator('input[value=spiral]').focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
  assert.match(await hashOf(page), /a=iris/);
  await shows(page, '.legend', /virginica/);
  await until.end(page);
  await page.getByText('All numbers as a table').press('Enter');
  await page.waitForSelector('[data-value=confusion-test] tbody td');
  const counts = await page.locator('[data-value=confusion-test] tbody td').allTextContents();
  const right = [0, 4, 8].reduce((sum, at) => sum + Number(counts[at]), 0);
  const all = counts.reduce((sum, count) => sum + Number(count), 0);
  const accuracy = await text(page, '[data-method=trip] [data-value=test]');
  assert.equal(((100 * right) / all).toFixed(1), Number.parseFloat(accuracy).toFixed(1));
  await page.locator('[data-method=trip] .plot').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sample table');
  await shows(page, '.sample .verdict', /(setosa|versicolor|virginica).*(setosa|versicolor|virginica).*ground truth/s);
  await shows(page, '.sample table', /petal length/);
  await control(page, 'sample').getByRole('button', { name: 'Next sample' }).focus();
  const before = await page.locator('.sample').getAttribute('data-sample');
  await page.keyboard.press('Enter');
  await becomes(
    () => page.locator('.sample').getAttribute('data-sample'),
    (sample) => sample !== before,
  );
  await control(page, 'arrows').getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await becomes(() => hashOf(page), /u=1/);
  const model = JSON.parse(await saved(page, control(page, 'model').getByRole('button').first(), 'Enter'));
  assert.equal((await restored(model)).fingerprint, await fingerprint(page));
  assert.deepEqual(heard, []);
});

test('matrices by touch at 320 px: mode, sample, saved weights, exported model', async () => {
  const { page, heard } = await bench.open('#v=1&p=full&k=1&e=20', {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  await page.locator('label', { has: page.locator('input[value=digits]') }).tap();
  await shows(page, '.legend', /bold: fit/);
  await until.end(page);
  await control(page, 'mode').locator('select').selectOption('2');
  await page.locator('[data-method=trip] .plot').tap({ position: { x: 120, y: 120 } });
  await page.waitForSelector('.sample table');
  await shows(page, '.sample', /rows.*columns/s);
  const csv = await saved(page, button(page, 'Save weights (CSV)'));
  assert.match(csv, /^mode,axis,variable,weight\nrows,1,row \d,/);
  assert.equal(csv.trim().split('\n').length, 1 + 2 * 3 * 8);
  const model = JSON.parse(await saved(page, control(page, 'model').getByRole('button').first(), 'tap'));
  assert.equal((await restored(model)).fingerprint, await fingerprint(page));
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  assert.deepEqual(heard, []);
});

test('three axes turn by drag and by keys, with one history entry per drag', async () => {
  const { page, heard } = await bench.open('#v=1&a=helix&p=full&k=1&e=50', { wait: 'end' });
  const plot = page.locator('[data-method=trip] .plot');
  const before = await page.evaluate(() => history.length);
  const box = await plot.boundingBox();
  await page.mouse.move(box.x + 80, box.y + 80);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(box.x + 80 + 10 * step, box.y + 80);
  await page.mouse.up();
  await becomes(() => hashOf(page), /yw=-20/);
  assert.equal((await page.evaluate(() => history.length)) - before, 1);
  await plot.press('ArrowUp');
  await becomes(() => hashOf(page), /pt=25/);
  assert.equal(await page.locator('.sample').getAttribute('data-sample'), '');
  assert.deepEqual(heard, []);
});

test('model, data and points that the page saves agree with the package bit for bit, and the model opens again', async () => {
  const { page, heard } = await bench.open('#v=1&a=wine&p=full&k=2&e=60', { wait: 'end' });
  const [model, data, points] = [
    await saved(page, button(page, 'Model (JSON)')),
    JSON.parse(await saved(page, button(page, 'Data (JSON)'))),
    await saved(page, button(page, 'Points (CSV)')),
  ];
  assert.match(await saved(page, button(page, 'Picture (PNG)')), /PNG/);
  const drawing = await saved(page, button(page, 'Drawing (SVG)'));
  const trip = await loadTrip();
  const restored = trip.restore(model);
  assert.equal(restored.fingerprint, await fingerprint(page));
  const test = trip.dataset(data.test);
  const latent = restored.transform(test);
  const predicted = restored.predict(test);
  const rows = points
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .filter(([set]) => set === 'test');
  assert.equal(rows.length, test.shape[0]);
  for (const [n, [, , , name, z1, z2]] of rows.entries()) {
    assert.equal(name, test.classNames[predicted[n]]);
    assert.deepEqual([Number(z1), Number(z2)], [latent[2 * n], latent[2 * n + 1]]);
  }
  // Every sample has the same place in the drawing and the panel, and text stays text.
  const svg = await page.evaluate((text) => {
    const xml = new DOMParser().parseFromString(text, 'image/svg+xml');
    const panels = [...xml.querySelectorAll('svg > svg')].map((one) =>
      [...one.querySelectorAll('use')].map((use) => [Number(use.getAttribute('x')), Number(use.getAttribute('y'))]),
    );
    return { root: xml.documentElement.localName, panels, words: xml.documentElement.textContent };
  }, drawing);
  assert.equal(svg.root, 'svg');
  assert.equal(svg.panels.length, 3);
  const shown = svg.panels[2];
  assert.equal(shown.length, data.train.shape[0] + data.test.shape[0]);
  const spread = (values, axis) =>
    Math.max(...values.map((one) => one[axis])) - Math.min(...values.map((one) => one[axis]));
  const places = rows.map(([, , , , z1, z2]) => [Number(z1), Number(z2)]);
  const tested = shown.slice(0, rows.length);
  const scale = spread(tested, 0) / spread(places, 0);
  for (const [n, [x, y]] of tested.entries()) {
    assert.ok(Math.abs(x - tested[0][0] - scale * (places[n][0] - places[0][0])) < 0.05);
    assert.ok(Math.abs(y - tested[0][1] + scale * (places[n][1] - places[0][1])) < 0.05);
  }
  for (const word of [
    'PCA',
    'LDA',
    'TRIP',
    'Wine',
    'λ 0.01',
    await fingerprint(page),
    'fit',
    'test',
    ...data.test.classNames,
  ]) {
    assert.ok(svg.words.includes(word), word);
  }
  const open = page.locator('[data-control=open] input');
  const file = (text) => ({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const other = trip.fit(trip.dataset(data.train), { epochs: 3, hidden: [4], seed: 5 });
  await open.setInputFiles(file(JSON.stringify(other)));
  await shows(page, '[data-value=fingerprint]', other.fingerprint);
  assert.equal(await page.locator('[data-start]').count(), 3);
  await open.setInputFiles(file('{"format": "something else"}'));
  await shows(page, '.share', /mine\.json cannot be shown/);
  const spiral = trip.fit(trip.spiral().train, { epochs: 0 });
  await open.setInputFiles(file(JSON.stringify(spiral)));
  await shows(page, '.share', /samples of 100 values; these data have 13/);
  assert.deepEqual(heard, []);
});

test('marks do not depend on the data drawn before', async () => {
  const iris = '#v=1&a=iris&e=50&k=1&p=full';
  const pixels = (page) =>
    page
      .locator('[data-method=trip] canvas')
      .evaluate((one) =>
        one
          .getContext('2d')
          .getImageData(0, 0, one.width, one.height)
          .data.filter((_, at) => at % 4 === 1),
      )
      .then(Object.values);
  const seen = await bench.open('#v=1&a=digits&e=20&k=1&p=full', { wait: 'end' });
  await follow(seen.page, iris);
  await until.end(seen.page);
  const fresh = await bench.open(iris, { wait: 'end' });
  const [before, after] = [await pixels(fresh.page), await pixels(seen.page)];
  assert.equal(await fingerprint(seen.page), await fingerprint(fresh.page));
  const furthest = after.reduce((most, value, at) => Math.max(most, Math.abs(value - before[at])), 0);
  assert.ok(after.length > 50000 && furthest <= 32, `${after.length} values differ by at most ${furthest}`);
});
