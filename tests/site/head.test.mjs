// The head of the hosted page: what chats, search engines and home screens show of it, and the files that it names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { root } from './support.mjs';

const site = (...path) => join(root, 'site', ...path);
const html = readFileSync(site('index.html'), 'utf8');
const contentOf = (name) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];

/** Width and height of a PNG. */
function sizeOf(file) {
  const bytes = readFileSync(file);
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG', file);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

test('a link has a title, a text and a picture of the size that it states', () => {
  assert.equal(contentOf('og:title'), /<title>([^<]*)/.exec(html)[1]);
  assert.equal(
    contentOf('og:description'),
    contentOf('description') ?? /name="description"\s+content="([^"]*)"/.exec(html)[1],
  );
  assert.equal(contentOf('twitter:card'), 'summary_large_image');
  const stated = ['og:image:width', 'og:image:height'].map((name) => Number(contentOf(name)));
  assert.deepEqual(stated, [1200, 630]);
  assert.deepEqual(sizeOf(site(contentOf('og:image'))), stated);
  assert.ok(contentOf('og:image:alt').length > 20);
});

test('every icon of the manifest exists in its size', () => {
  const manifest = JSON.parse(readFileSync(site('site.webmanifest'), 'utf8'));
  for (const { src, sizes } of manifest.icons) assert.equal(sizeOf(site(src)).join('x'), sizes);
});

test('a build without an address has no canonical one, and one with an address has absolute links', async () => {
  assert.doesNotMatch(html, /rel="canonical"|og:url/);
  const loaded = await loadModules('/hosted-head.ts');
  const [{ hostedHead, siteAddress }] = loaded.modules;
  const { tags } = hostedHead(join(root, 'build', 'still.html'), 'https://example.org/trip').transformIndexHtml(html);
  const all = JSON.stringify(tags);
  assert.match(all, /"rel":"canonical","href":"https:\/\/example\.org\/trip\/"/);
  assert.match(all, /"og:image","content":"https:\/\/example\.org\/trip\/card\.png"/);
  for (const wrong of ['example.org', 'ftp://example.org/', 'https://example.org/?a=1'])
    assert.throws(() => siteAddress(wrong), new RegExp(`TRIP_SITE_URL is "${wrong.replace(/[?.]/g, '\\$&')}`));
});

test('a drawing of both pictures stands in the HTML until the page starts', () => {
  const app = html.slice(html.indexOf('<div id="app">'));
  const classes = [...app.matchAll(/<path class="class-([01])" d="((?:M\d+ \d+h0)+)"\/>/g)];
  assert.deepEqual(
    classes.map(([, label]) => label),
    ['0', '1', '0', '1'],
  );
  for (const [, , path] of classes) assert.ok(path.split('M').length > 100, 'every sample has a dot');
});

test('the page as one file names no other file', () => {
  const text = readFileSync(site('trip.html'), 'utf8');
  assert.doesNotMatch(text.slice(0, text.indexOf('<script')), /card\.png|webmanifest|icon-192/);
});
