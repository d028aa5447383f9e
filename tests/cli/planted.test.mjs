/** Markup and formulas in columns, classes and titles: pages and pictures of the command show them as text, tables for spreadsheets hold them as text. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Papa from 'papaparse';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { arm, found, planted, plantedTable, texts } from '../site/planted.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('planted');
const { names, classes, csv } = plantedTable();
let browser;
before(async () => {
  folder.write('data.csv', csv);
  const fit = [
    'fit',
    'data.csv',
    '--target',
    planted.attribute,
    '--epochs',
    '40',
    '--restarts',
    '1',
    '--hidden',
    '5',
    '--seed',
    '3',
  ];
  await folder.json([...fit, '--out', 'm.json', '--plot', 'fit.svg']);
  browser = await launchChromium();
});
after(() => browser?.close());

/** Opens a file as its reader would; resolves to its text, after a look for what became of planted texts. */
async function opened(name, ready) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(arm);
    const heard = [];
    page.on('console', (message) => heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('dialog', (dialog) => heard.push(dialog.message()));
    await page.goto(pathToFileURL(folder.path(name)).href);
    if (ready) await page.locator(ready).first().waitFor();
    assert.deepEqual(await page.evaluate(found), [], name);
    assert.deepEqual(heard, [], name);
    return await page.evaluate(() => {
      const textOf = (root) =>
        [
          root.textContent,
          ...[...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? textOf(one.shadowRoot) : [])),
        ].join(' ');
      return `${document.title} ${textOf(document.documentElement)}`;
    });
  } finally {
    await context.close();
  }
}

test('a page and pictures, with every text as the title', async () => {
  // A value of an option cannot begin with two dashes.
  const titleOf = (text) => text.replace(/^--/, 'x--');
  for (const [n, title] of texts.map(titleOf).entries()) {
    await folder.json(['plot', 'm.json', 'data.csv', '--out', `${n}.svg`, `--title=${title}`, '--arrows', '3']);
    assert.ok((await opened(`${n}.svg`)).includes(title.slice(0, 12)), title);
  }
  for (const title of [planted.script, planted.section, planted.comment, planted.attribute].map(titleOf)) {
    await folder.json(['plot', 'm.json', 'data.csv', '--out', 'p.html', `--title=${title}`, '--arrows', '3']);
    const text = await opened('p.html', 'trip-plane li');
    for (const one of [title, ...classes]) assert.ok(text.includes(one), one);
  }
  await opened('fit.svg');
});

test('tables for spreadsheets: no cell is a formula, and negative numbers are numbers', async () => {
  const tables = {
    'predict.csv': ['predict', 'm.json', 'data.csv', '--proba', '--keep', planted.attribute],
    'transform.csv': ['transform', 'm.json', 'data.csv', '--keep', planted.attribute],
    'explain.csv': ['explain', 'm.json', 'data.csv'],
    'row.csv': ['explain', 'm.json', 'data.csv', '--row', '5'],
  };
  let negative = 0;
  for (const [name, args] of Object.entries(tables)) {
    await folder.json([...args, '--out', name]);
    const cells = Papa.parse(folder.read(name).trim()).data.flat();
    assert.ok(cells.length > 20, name);
    for (const cell of cells)
      if (/^[=+\-@\t\r\n]/.test(cell)) assert.ok(Number.isFinite(Number(cell)), `${name}: ${cell}`);
    negative += cells.filter((cell) => Number(cell) < 0).length;
    if (/predict|transform/.test(name)) assert.ok(cells.includes(`'${planted.formula}`), name);
    if (/explain|row/.test(name))
      assert.ok(
        names.some((own) => cells.includes(own.replace(/^(?==)/, "'"))),
        name,
      );
  }
  assert.ok(negative > 50, `${negative} negative numbers`);
});
