/** The shipped documentation: links, content security policy, accessibility, layout on narrow screens and in the dark theme. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { after, before, test } from 'node:test';
import { filesBelow, fromRoot, root } from '../../build-scripts/tools.mjs';
import { startBench } from '../site/support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = filesBelow('site/docs', 'site/api').filter((file) => file.endsWith('.html'));
const idsOf = (html) => [...html.matchAll(/<[^<>]* id="([^"]*)"/g)].map(([, id]) => id);
const linksOf = (html) => [...html.matchAll(/<[^<>]*? (?:href|src)="([^"]*)"/g)].map(([, link]) => link);
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('every document and the reference have a page, and every page is in the navigation', () => {
  const names = pages.map((file) => relative(fromRoot('site'), file));
  const documents = filesBelow('docs').filter((file) => file.endsWith('.md'));
  assert.ok(documents.length >= 10);
  for (const file of documents) assert.ok(names.includes(relative(root, file).replace('.md', '.html')), file);
  assert.ok(names.includes('api/index.html'));
  const [guide] = pages.filter((file) => file.endsWith('docs/index.html'));
  const sidebar = /<aside class="VPSidebar[\s\S]*?<\/aside>/.exec(readFileSync(guide, 'utf8'))[0];
  const linked = linksOf(sidebar).map((link) => relative(fromRoot('site'), join(dirname(guide), link)));
  assert.deepEqual(linked.toSorted(), names.toSorted());
});

for (const file of pages) {
  test(`${relative(root, file)}: links, anchors and policy`, () => {
    const html = readFileSync(file, 'utf8');
    const ids = idsOf(html);
    assert.equal(new Set(ids).size, ids.length, 'an id is used twice');
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)[1];
    assert.match(
      policy,
      /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/=]+')+; style-src 'self';/,
    );
    assert.match(policy, /; form-action 'none'$/);
    const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g)];
    for (const [, script] of inline) assert.ok(policy.includes(hashOf(script)), script);
    assert.doesNotMatch(html, /<iframe|<style|<[^<>]*\s(?:style|on\w+)=/);
    for (const link of linksOf(html).filter((address) => !/^(https:|data:)/.test(address))) {
      const [path, anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      assert.ok(existsSync(target), `${link}: no such file`);
      // Settings of the live page stand where other pages have an anchor.
      if (target === fromRoot('site', 'index.html') && anchor) assert.match(anchor, /^v=1/);
      else if (anchor) assert.ok(idsOf(readFileSync(target, 'utf8')).includes(anchor), `${link}: no such anchor`);
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

/** The navigation, which all pages of a folder share: a page of each folder is checked with it. */
const navigation = [['.VPNav'], ['.VPLocalNav'], ['.VPSidebar']];
const withNavigation = [
  'docs/index.html',
  'api/index.html',
  'docs/gallery/index.html',
  'docs/reproduction/report.html',
];

/** Violations found by axe. A large page takes axe long, so each page is checked only once. */
async function complaints(page, { exclude = [], ...options } = {}) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    ([context, given]) => globalThis.axe.run(context, given),
    [{ exclude }, { resultTypes: ['violations'], ...options }],
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
}

const width = (page) => page.evaluate(() => document.documentElement.scrollWidth);
/** Blocks of code that are wider than their frame. */
const clipped = (page) =>
  page
    .locator('.vp-doc pre')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));

for (const file of pages) {
  const path = relative(fromRoot('site'), file);
  test(`${path} fits a phone, passes the accessibility checks, clips no code and sends no other request`, async () => {
    const { page, heard } = await bench.open('', { wait: '', path, viewport: { width: 320, height: 700 } });
    const mounted = () => document.querySelector('#app')?.__vue_app__ !== undefined;
    // A poll does not depend on frames, which a busy machine delays; a page that does not start says why.
    await page
      .waitForFunction(mounted, undefined, { polling: 50 })
      .catch((error) => assert.fail([error.message, ...heard].join('\n')));
    assert.equal(await width(page), 320);
    const exclude = withNavigation.includes(path) ? [] : navigation;
    assert.deepEqual(await complaints(page, { exclude }), []);
    assert.deepEqual(await clipped(page), []);
    await page.setViewportSize({ width: 1200, height: 800 });
    assert.equal(await width(page), 1200);
    assert.deepEqual(await clipped(page), []);
    assert.deepEqual(heard, []);
    await bench.tidy();
  });
}

test('the dark theme has enough contrast', async () => {
  for (const path of ['docs/model-file.html', 'api/training.html']) {
    const { page } = await bench.open('', { wait: '', path, colorScheme: 'dark' });
    assert.deepEqual(await complaints(page, { runOnly: ['color-contrast'] }), []);
    await bench.tidy();
  }
});
