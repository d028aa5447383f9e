/** The parts of `npm run release` that need no build: version and changelog, the comparison of two builds, the bill of materials. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { differencesOf } from '../../build-scripts/release/builds.mjs';
import { changesOf, checkVersion, repositoryProblems } from '../../build-scripts/release/checks.mjs';
import { sbomOf } from '../../build-scripts/sbom.mjs';
import { listOf, nativeComponents, packagesOfDist, readList } from '../../build-scripts/third-party.mjs';
import { fromRoot } from '../../build-scripts/tools.mjs';

const read = (...path) => readFileSync(fromRoot(...path), 'utf8');

test('the version is the same everywhere and has an entry in the changelog', () => {
  const version = checkVersion();
  assert.match(changesOf(version).text, /\S/);
});

test('entries of the changelog', () => {
  const of = (text) => changesOf('1.2.0', `# Changelog\n\n${text}`);
  assert.deepEqual(of('## 1.2.0, 2030-01-31\n\n- new\n\n## 1.1.0, 2029-01-01\n\n- old\n'), {
    text: '- new',
    problems: [],
  });
  assert.match(of('## 1.2.0, unreleased\n\n- new\n').problems[0], /needs its day/);
  for (const [text, message] of [
    ['## 1.1.0, 2030-01-31\n\n- new\n', /needs an entry ## 1\.2\.0/],
    ['## Unreleased\n\n- new\n', /needs an entry/],
    ['no entries\n', /needs an entry/],
    ['## 1.2.0, 2030-01-31\n\n## 1.1.0, 2029-01-01\n', /is empty/],
    ['## 1.2.0, soon\n\n- new\n', /day "soon"/],
    ['## 1.2.0, 2030-31-01\n\n- new\n', /day "2030-31-01"/],
    ['## 1.2.0, 2030-01-31\n\n- new\n\n## 1.2.0, 2029-01-01\n', /twice/],
  ])
    assert.throws(() => of(text), message);
});

test('two builds are compared by the names and bytes of their files', () => {
  const base = mkdtempSync(join(tmpdir(), 'trip-differences-'));
  after(() => rmSync(base, { recursive: true }));
  const build = (name, files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(base, name), { recursive: true });
      writeFileSync(join(base, name, path), text);
    }
    return { folder: join(base, name), files: Object.entries(files).map(([path, hash]) => ({ path, hash })) };
  };
  const one = build('one', { same: 'a', other: '0123 at noon', gone: 'c' });
  assert.deepEqual(differencesOf(one, one), []);
  const found = differencesOf(one, build('two', { same: 'a', other: '0123 at one', come: 'd' }));
  assert.equal(found.length, 3);
  assert.match(found[0], /^other differs at byte 8: "0123 at noon" and "0123 at one"$/);
  assert.match(found[1], /^gone is only in .*one$/);
  assert.match(found[2], /^come is only in .*two$/);
});

/** Checks what CycloneDX 1.6 asks for; `packages` are those that the notices name. */
function check(bill, notices, packages) {
  assert.deepEqual([bill.bomFormat, bill.specVersion, bill.version], ['CycloneDX', '1.6', 1]);
  assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const refs = [bill.metadata.component, ...bill.components].map((one) => one['bom-ref']);
  assert.equal(new Set(refs).size, refs.length);
  assert.deepEqual(
    bill.dependencies.map(({ ref }) => ref),
    refs,
  );
  for (const { name, licenses } of bill.components)
    assert.ok(
      licenses[0].expression ?? /^(MIT|ISC|MPL-2\.0|BSD-\d-Clause|Apache-2\.0)$/.test(licenses[0].license.id),
      name,
    );
  const of = (prefix) => bill.components.filter((one) => one['bom-ref'].startsWith(prefix)).map(({ name }) => name);
  assert.deepEqual(of('pkg:npm/'), packages);
  assert.deepEqual(
    of('native:'),
    nativeComponents().map(({ name }) => name),
  );
  for (const { name, version, purl } of bill.components.filter((one) => one.purl)) {
    assert.equal(version, JSON.parse(read('node_modules', name, 'package.json')).version);
    assert.equal(purl, `pkg:npm/${name.replace('@', '%40')}@${version}`);
  }
  const named = [...notices.matchAll(/^((?:@[\w-]+\/)?[\w.-]+) \d+\.\d+\.\d+\S*(?: \(\S+\))?, [\w.-]+$/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(named, packages, 'the notices name the same packages');
  assert.doesNotMatch(JSON.stringify(bill), /timestamp|\/tmp\/|\/home\//);
}

test('the bill of materials of the package names what its notices name', async () => {
  const packages = await packagesOfDist();
  assert.deepEqual(packages, ['hyparquet', 'papaparse']);
  const bill = await sbomOf('library', 'trip-wasm', packages);
  check(bill, read('dist', 'THIRD-PARTY.txt'), packages);
  assert.deepEqual(await sbomOf('library', 'trip-wasm', packages), bill, 'the same in a second run');
  const native = Object.fromEntries(
    bill.components.map(({ name, version, licenses }) => [name, { version, licenses }]),
  );
  assert.deepEqual(Object.keys(native).slice(2), [
    'Eigen',
    'LLVM libc++',
    'libc++abi',
    'libunwind',
    'compiler-rt',
    'Emscripten',
    'musl',
  ]);
  for (const { version } of Object.values(native)) assert.match(version, /^\d+\.\d+\.\d+/);
  assert.equal(native.Eigen.licenses[0].license.id, 'MPL-2.0');
  assert.equal(native.libunwind.licenses[0].expression, 'Apache-2.0 WITH LLVM-exception');
});

test('the bill of materials of the page, where it is built', async () => {
  if (!existsSync(listOf('page'))) return;
  for (const [part, folder] of [
    ['page', 'site'],
    ['documentation', 'site/docs'],
  ]) {
    const packages = readList(part);
    assert.ok(packages.includes({ page: 'svelte', documentation: 'vue' }[part]));
    check(await sbomOf('application', 'trip-wasm-page', packages), read(folder, 'THIRD-PARTY.txt'), packages);
  }
});

test('a release with provenance needs the repository that builds it', () => {
  const own = { type: 'git', url: 'git+https://github.com/someone/trip-wasm.git' };
  assert.match(repositoryProblems(undefined, 'someone/trip-wasm')[0], /names no repository/);
  assert.deepEqual(repositoryProblems(own, 'someone/trip-wasm'), []);
  assert.deepEqual(repositoryProblems(own, ''), []);
  assert.deepEqual(repositoryProblems('https://github.com/someone/trip-wasm', 'someone/trip-wasm'), []);
  assert.match(
    repositoryProblems(own, 'other/fork')[0],
    /names the repository someone\/trip-wasm, and this is other\/fork/,
  );
});
