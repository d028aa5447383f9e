/** The shipped documentation: its links, its content security policy, and its layout on a phone and in the dark theme. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { filesBelow, fromRoot, root } from '../../build-scripts/tools.mjs';
import { startBench } from '../site/support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = filesBelow('site/docs', 'site/api').filter((file) => file.endsWith('.html'));
const idsOf = (html) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
const linksOf = (html) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link]) => link);

test('every document and the reference have a page', () => {
  const names = pages.map((file) => relative(fromRoot('site'), file));
  const documents = filesBelow('docs').filter((file) => /docs.[\w-]+\.md$/.test(file));
  assert.ok(documents.length >= 4);
  for (const file of documents) assert.ok(names.includes(relative(root, file).replace('.md', '.html')), file);
  assert.ok(names.includes('api/index.html'));
});

for (const file of pages) {
  test(`${relative(root, file)}: links, anchors and policy`, () => {
    const html = readFileSync(file, 'utf8');
    const ids = idsOf(html);
    assert.equal(new Set(ids).size, ids.length, 'an id is used twice');
    assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'none'/);
    assert.doesNotMatch(html, /<script|<iframe|\sstyle=|\son\w+=/);
    for (const link of linksOf(html).filter((address) => !/^(https:|data:)/.test(address))) {
      const [path, anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      assert.ok(existsSync(target), `${link}: no such file`);
      if (anchor) assert.ok(idsOf(readFileSync(target, 'utf8')).includes(anchor), `${link}: no such anchor`);
    }
  });
}

test('links in Markdown files point to files of the project', () => {
  for (const file of filesBelow('README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs').filter((name) =>
    name.endsWith('.md'),
  )) {
    for (const [, link] of readFileSync(file, 'utf8').matchAll(/\]\(((?!https:|#)[^)]+)\)/g)) {
      assert.ok(existsSync(join(dirname(file), link.split('#')[0])), `${relative(root, file)}: ${link}`);
    }
  }
});

test('the live page links to the documentation', () => {
  const scripts = filesBelow('site/assets').filter((file) => file.endsWith('.js'));
  assert.ok(scripts.some((file) => readFileSync(file, 'utf8').includes('docs/index.html')));
});

let bench;
before(async () => {
  bench = await startBench();
});
after(() => bench?.stop());

/** Violations found by axe. The reference takes axe long, so each page is checked only once. */
async function complaints(page, options) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate((given) => globalThis.axe.run(document, given), {
    resultTypes: ['violations'],
    ...options,
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

for (const file of pages) {
  const path = relative(fromRoot('site'), file);
  test(`${path} fits a phone, passes the accessibility checks and sends no other request`, async () => {
    const { page, heard } = await bench.open('', { wait: '', path, viewport: { width: 320, height: 700 } });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.deepEqual(await complaints(page), []);
    assert.deepEqual(heard, []);
    await bench.tidy();
  });
}

test('the dark theme has enough contrast', async () => {
  const { page } = await bench.open('', { wait: '', path: 'docs/model-file.html', colorScheme: 'dark' });
  assert.deepEqual(await complaints(page, { runOnly: ['color-contrast'] }), []);
  await bench.tidy();
});
