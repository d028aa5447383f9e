// Teachers and their class on the page: a quiz by link, answers sent back by link, the list, key and worksheet on paper.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { becomes, button, control, saved, shows, startBench, text, unfold, until, violations } from './support.mjs';

let bench;
before(async () => {
  bench = await startBench();
});
afterEach(() => bench.tidy());
after(() => bench.stop());

const short = '#v=1&p=full&k=1&e=50&ls=10';
const openMaker = async (page) => {
  await unfold(page);
  await control(page, 'classLink').locator('summary').first().click();
  await page.waitForSelector('.maker');
  // Sections above it that are loaded later move it, and a click in that moment would miss.
  const top = () => page.locator('.maker').evaluate((one) => one.getBoundingClientRect().top + scrollY);
  await becomes(async () => (await top()) - (await sleep(200).then(top)), 0, { what: 'the movement of the links' });
};
const hashIn = async (page, label) => new URL(await page.getByLabel(label).inputValue()).hash;
const answersLink = (page) => hashIn(page, 'Link with your answers');
const pageFits = async (page) => assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);

test('a quiz: the preset fills the lists, the class answers without seeing answers, and its link brings the answers back', async () => {
  const maker = await bench.open(short, { wait: 'end' });
  await openMaker(maker.page);
  await maker.page.getByRole('radio', { name: /^Quiz/ }).check();
  assert.ok(await maker.page.getByLabel(/Hide the answers of the path/).isChecked());
  const quiz = await hashIn(maker.page, 'Link with these choices');
  assert.ok(quiz.length < 350, quiz);
  await maker.page.getByText('Whole parts of the page').click();
  assert.equal(await maker.page.getByLabel('Curves').inputValue(), 'hidden');
  await maker.page.getByLabel('Curves').selectOption('free');
  assert.equal(
    await maker.page.getByRole('radio', { checked: true }).and(maker.page.locator('[name=preset]')).count(),
    0,
  );
  await shows(maker.page, '.maker', /Your own choice/);

  const { page, heard } = await bench.open(quiz, { wait: 'drawn' });
  await page.waitForSelector('.lessons [data-step="11"]');
  await shows(page, '[data-notice=locked]', /locked \d+ controls/);
  for (const gone of ['explain', 'charts', 'explore'])
    assert.equal(await page.locator(`[data-part=${gone}]`).isVisible(), false, gone);
  assert.equal(await control(page, 'classLink').isVisible(), false);
  assert.equal(await control(page, 'data').isVisible(), false);
  assert.equal(await page.locator('.answers').count(), 0, 'no answer yet');
  await page.locator('.lessons input[type=radio]').nth(2).check();
  const last = page.locator('.lessons .answers');
  await last.waitFor();
  await last.getByRole('textbox', { name: /Name or initials/ }).fill('花子\u202e =1+1');
  const link = await answersLink(page.locator('.lessons'));
  assert.match(link, /&na=1&hi=.*&an=-{9}2&nm=~[\w-]+$/);
  assert.equal(await answersLink(page.locator('[data-part=share]')), link);
  assert.deepEqual(await violations(page, '.lessons'), []);

  const back = await bench.open(link, { wait: 'drawn' });
  await becomes(() => back.page.locator('.lessons input[type=radio]').nth(2).isChecked(), true);
  assert.equal(await back.page.locator('.lessons .answers input').first().inputValue(), '花子 =1+1');
  const bad = await bench.open('#v=1&p=full&k=1&e=20&ls=10&an=9x', { wait: 'drawn' });
  await shows(bad.page, '[data-notice=link]', /The answers in the link cannot be read/);
  assert.deepEqual([...heard, ...back.heard, ...maker.heard, ...bad.heard], []);
});

test('the list: pasted lines become a table and counts, the key is that of the figures, and the file is safe', async () => {
  const { page, heard } = await bench.open(`${short}&t=dark`, { wait: 'end', viewport: { width: 320, height: 900 } });
  await openMaker(page);
  await button(page, 'Answers of your class').click();
  const line = (name, an) => `10:31 ${name}: https://example.org/#v=1&an=${an}`;
  await page
    .getByLabel('Links of your students')
    .fill(
      [
        line('Ann', '1'),
        line('Bob', '9-0'),
        'https://example.org/#v=1&an=1&nm=~PUExKzE',
        'https://example.org/#v=1&d=3',
      ].join('\n'),
    );
  const table = page.locator('[data-value=class-answers]');
  await becomes(() => table.locator('tbody tr').count(), 3);
  await shows(page, '.maker', /Bob: One answer in the link .* left out/);
  await shows(page, '.maker', /1 link of this page contains no readable answers/);
  // The key begins with the answer that the first step of the path shows.
  await becomes(() => table.locator('tfoot td').count(), 11);
  const key = (await table.locator('tfoot td').allTextContents()).slice(0, 10).join('');
  assert.match(key, /^[A-D]{10}$/);
  const first = await table.locator('tbody tr').first().locator('td').allTextContents();
  assert.match(first[0], key[0] === 'B' ? /B ✓ right/ : /B ✗ wrong/);
  assert.match(first.at(-1), key[0] === 'B' ? /1 of 10/ : /0 of 10/);
  assert.deepEqual(await page.locator('[data-count="2"] .number').allTextContents(), ['0', '2', '0']);
  const csv = await saved(page, button(page, 'Save the answers (CSV)'));
  assert.match(csv, /^Name,step 2,.*,Right\n/);
  assert.match(csv, /\n"'=A1\+1",B,/);
  assert.match(csv, new RegExp(`\nKey,${[...key].join(',')},`));
  assert.deepEqual(await violations(page, '.maker'), []);
  await pageFits(page);
  // On the worksheet the figures are already trained.
  await button(page, 'Worksheet for printing').click();
  await becomes(
    () => page.locator('.sheet .figures img').count(),
    (count) => count >= 10,
  );
  await pageFits(page);
  assert.deepEqual(heard, []);
});

test('key and worksheet alone are printed, without controls; the key has the numbers of each figure', async () => {
  const { page, heard } = await bench.open(short, { wait: 'end' });
  await openMaker(page);
  await button(page, 'Answer key').click();
  await becomes(() => page.locator('[data-value=key-finding]').count(), 10);
  assert.equal(await page.locator('[data-sheet=key] .right').count(), 10);
  for (const finding of await page.locator('[data-value=key-finding]').allTextContents()) assert.match(finding, /\d/);
  assert.deepEqual(await violations(page, '.maker'), []);
  const printed = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, canvas, nav, h1, h2, .sheet')]
        .filter((one) => one.checkVisibility())
        .map((one) => one.tagName),
    );
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await printed(), ['ARTICLE']);
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'Worksheet for printing').click();
  await page.waitForSelector('[data-sheet=worksheet]');
  assert.equal(await page.locator('[data-sheet=worksheet] .right').count(), 0, 'no answers');
  assert.doesNotMatch(await text(page, '[data-sheet=worksheet]'), /✓|\d%/);
  await page.emulateMedia({ media: 'print' });
  assert.deepEqual(await printed(), ['ARTICLE']);
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'Worksheet for printing').click();
  await page.emulateMedia({ media: 'print' });
  const page1 = await printed();
  assert.ok(page1.includes('CANVAS') && page1.includes('H1'), 'the page itself is printed');
  assert.ok(!page1.includes('BUTTON') && !page1.includes('SELECT'), 'without controls');
  await page.emulateMedia({ media: 'screen' });
  await until.drawn(page);
  assert.deepEqual(heard, []);
});

test('one slider: the settings are unfolded and contain lambda alone', async () => {
  const maker = await bench.open(short, { wait: 'end' });
  await openMaker(maker.page);
  await maker.page.getByRole('radio', { name: /^Explore λ alone/ }).check();
  const { page, heard } = await bench.open(await hashIn(maker.page, 'Link with these choices'), { wait: 'drawn' });
  await control(page, 'lambda').getByRole('slider').waitFor();
  const visible = await page
    .locator('.settings [data-control]')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.dataset.control));
  assert.deepEqual(visible, ['lambda']);
  assert.equal(
    await page.locator('.settings legend').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length),
    1,
  );
  assert.deepEqual(heard, []);
});
