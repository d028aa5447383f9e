/** The files to be published: all that the entries refer to, no others, and no traces of the build machine. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path/posix';
import { after, test } from 'node:test';
import { root, tarballPath } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'trip-pack-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const tarball = tarballPath();
execFileSync('tar', ['-xzf', tarball, '-C', folder]);
const listing = execFileSync('tar', ['-tvzf', tarball], { encoding: 'utf8' }).trim().split('\n');
const files = listing.map((line) => line.slice(line.indexOf('package/') + 'package/'.length));
const read = (file) => readFileSync(join(folder, 'package', file), 'latin1');
const manifest = JSON.parse(read('package.json'));

/** Code and its declarations count as one. */
const pair = (file) =>
  /\.d\.c?ts$/.test(file) ? file.replace(/\.d\.(c?)ts$/, '.$1js') : file.replace(/\.(c?)js$/, '.d.$1ts');

/** Files that a file refers to, relative to the package. */
function references(file) {
  if (!/\.(c?js|d\.c?ts)$/.test(file)) return [];
  const pattern = /(?:from|import|import\(|require\(|new URL\() ?(['"])(\.\.?\/[^'"]+)\1/g;
  const found = [...read(file).matchAll(pattern)].map(([, , path]) => join(dirname(file), path));
  return [...found, ...[pair(file)].filter((other) => files.includes(other))];
}

function reachable(entries) {
  const seen = new Set();
  const waiting = [...entries];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    waiting.push(...references(file));
  }
  return seen;
}

const leaves = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(leaves));
const entries = [...leaves(manifest.exports), ...leaves(manifest.bin)].map((path) => path.replace('./', ''));
const wanted = reachable(entries);

test('no file is missing', () => {
  assert.deepEqual(
    [...wanted].filter((file) => !files.includes(file)),
    [],
  );
  for (const file of [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'dist/core.wasm',
    'dist/core-simd.wasm',
    'dist/worker.js',
  ]) {
    assert.ok(files.includes(file), file);
  }
});

test('every file belongs to an entry, except the guides', () => {
  const extra = files.filter((file) => !wanted.has(file) && !file.startsWith('docs/'));
  for (const [, link] of read('README.md').matchAll(/\]\((docs\/[^)#/]+\.md)/g)) assert.ok(files.includes(link), link);
  assert.deepEqual(extra.sort(), ['CHANGELOG.md', 'LICENSE', 'README.md', 'dist/THIRD-PARTY.txt']);
});

test('no file contains a path of the build machine', () => {
  const places = [
    root.replace(/\/$/, ''),
    homedir(),
    '/home/',
    '/Users/',
    '/tmp/',
    '/usr/',
    'file:///',
    'sourceMappingURL',
  ];
  for (const file of files) {
    // The command looks for fonts where systems keep them.
    const content = read(file)
      .replace(/^#!\/usr\/bin\/env node\n/, '')
      .replace(/(["'])\/usr\/(local\/)?share\/fonts\1/g, '');
    const told = places.filter((place) => content.includes(place));
    assert.deepEqual(told, [], file);
  }
});

test('all are plain files, of which only the commands are executable', () => {
  const commands = leaves(manifest.bin).map((path) => path.replace('./', ''));
  listing.forEach((line, i) => {
    assert.match(line, commands.includes(files[i]) ? /^-rwxr-xr-x / : /^-rw-r--r-- /);
  });
});

test('a content delivery network serves the single file for the bare name', () => {
  for (const network of ['jsdelivr', 'unpkg'])
    assert.equal(manifest[network], manifest.exports['./single'].import.default);
  assert.equal(manifest.main, manifest.exports['.'].import.default);
});

test('no run-time dependencies but those of the queue and of PNG files, which are optional; the same version and licence as in the sources', () => {
  for (const kind of ['dependencies', 'optionalDependencies']) assert.equal(manifest[kind], undefined);
  const users = { '@resvg/resvg-wasm': ['dist/cli.js'], bullmq: ['dist/bullmq.js'], ioredis: [] };
  assert.deepEqual(Object.keys(manifest.peerDependencies), Object.keys(users));
  for (const [name, expected] of Object.entries(users)) {
    assert.deepEqual(manifest.peerDependenciesMeta[name], { optional: true });
    const importing = files.filter(
      (file) => /\.c?js$/.test(file) && new RegExp(`(from|import\\(|require\\() ?['"]${name}['"]`).test(read(file)),
    );
    assert.deepEqual(importing, expected);
  }
  assert.equal(manifest.license, 'MIT');
  assert.match(read('LICENSE'), /^MIT License/);
  assert.match(read('dist/common/version.js'), new RegExp(`version = '${manifest.version}'`));
  assert.match(tarball, new RegExp(`trip-wasm-${manifest.version}\\.tgz$`));
});
