/**
 * The directives of docs/loading.md: on pages that allow nothing else, all of them together are sufficient, and each is necessary. Also
 * pages from a disk, and pages with a `process` that is not Node's.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import { serve } from '../../build-scripts/serve.mjs';
import { createProject, moduleScript, openBrowser, root, trained, writePage } from './support.mjs';

const folder = createProject();
const browser = await openBrowser();
const page = readFileSync(join(root, 'docs', 'loading.md'), 'utf8');
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const here = { here: trained.here };

/** Sources of the policy in the order of the documentation: [directive, source]. */
const policyOf = (sources) => {
  const names = [...new Set(sources.map(([name]) => name))];
  const all = names.map((name) => [name, ...sources.filter(([other]) => other === name).map(([, source]) => source)]);
  return [['default-src', "'none'"], ['img-src', 'data:'], ...all].map((parts) => parts.join(' ')).join('; ');
};

/** The package bundled into a classic script, as in one-file builds. */
async function bundled(app) {
  const options = { bundle: true, minify: true, format: 'iife', write: false, logLevel: 'silent' };
  const { outputFiles } = await esbuild({ ...options, entryPoints: [join(folder, 'apps', app)] });
  return outputFiles[0].text.replaceAll('</script', '<\\/script');
}

const map = (base) => {
  const names = { 'trip-wasm': 'index', 'trip-wasm/trainer': 'trainer', 'trip-wasm/single': 'single' };
  const entries = Object.entries(names).map(([name, file]) => [name, `${base}trip-wasm/dist/${file}.js`]);
  return JSON.stringify({ imports: Object.fromEntries(entries) });
};
const withMap = (app, base = '../node_modules/') => ({
  head: `<script type="importmap">${map(base)}</script>`,
  script: moduleScript(app),
  own: [
    ['script-src', "'self'"],
    ['script-src', hashOf(map(base))],
  ],
});
const inline = async (app) => {
  const code = await bundled(app);
  return { script: `<script>${code}</script>`, own: [['script-src', hashOf(code)]] };
};
const compiles = ['script-src', "'wasm-unsafe-eval'"];
const fetches = ['connect-src', "'self'"];
const blobs = ['worker-src', 'blob:'];

/** Chromium's console messages about refusals of a policy. */
const refusals = /Content Security Policy|ERR_BLOCKED_BY_CSP|request failed|Failed to load|exception|violat|Refused/i;

async function outcome({ script, head, sources, frame = false }) {
  writePage(join(folder, 'apps'), script, { head, policy: policyOf(sources) });
  const relay = '<script>onmessage = ({ data }) => { globalThis.outcome = data; };</script>';
  writePage(join(folder, 'embedding'), `${relay}<iframe sandbox="allow-scripts" src="../apps/"></iframe>`);
  const options = { query: frame ? 'embedding/' : 'apps/', expected: refusals };
  return browser.outcomeOf(folder, options);
}

for (const [name, what, needed, expected, frame] of [
  ['this thread, files', () => withMap('main.js'), [compiles, fetches], here],
  ['workers, files', () => withMap('files.js'), [compiles, fetches, ['worker-src', "'self'"]], trained],
  ['this thread, one file', () => inline('main-single.js'), [compiles], here],
  ['workers, one file', () => inline('single.js'), [compiles, blobs], trained],
  ['workers, one file in a sandboxed frame', () => inline('single.js'), [compiles, blobs], trained, true],
]) {
  test(`default-src 'none': ${name}`, async () => {
    const { own, ...made } = await what();
    assert.deepEqual(await outcome({ ...made, frame, sources: [...own, ...needed] }), expected);
    for (const left of needed) {
      // Without worker-src a worker falls back to script-src, which already has 'self' for the page's script.
      if (left[0] === 'worker-src' && left[1] === "'self'") continue;
      const sources = [...own, ...needed.filter((source) => source !== left)];
      const { code, message } = await outcome({ ...made, frame, sources });
      assert.ok(['load', 'worker'].includes(code), `without ${left.join(' ')}: ${code}: ${message}`);
      const asked = {
        'connect-src': /cannot fetch/,
        'worker-src': /worker-src blob:/,
        'script-src': /wasm-unsafe-eval/,
      };
      assert.match(message, asked[left[0]]);
    }
  });
}

test("default-src 'none': files of another origin", async () => {
  const network = await serve(join(folder, 'node_modules'), { headers: { 'access-control-allow-origin': '*' } });
  const origin = new URL(network.url).origin;
  try {
    const { own, head, script } = withMap('files.js', network.url);
    const needed = [compiles, ['connect-src', origin], blobs, ['worker-src', origin]];
    const outcomeWith = (sources, expected) => {
      writePage(join(folder, 'apps'), script, { head, policy: policyOf([...own, ['script-src', origin], ...sources]) });
      return browser.outcomeOf(folder, { query: 'apps/', origins: [network.url], expected });
    };
    assert.deepEqual(await outcomeWith(needed), trained);
    for (const left of needed) {
      const { code } = await outcomeWith(
        needed.filter((source) => source !== left),
        refusals,
      );
      assert.ok(['load', 'worker'].includes(code), `without ${left.join(' ')}: ${code}`);
    }
  } finally {
    await network.close();
  }
});

test('the directives are those of the documentation', () => {
  const rows = [...page.matchAll(/^\| (?:this thread|workers)[^|]*\| (.*) \|$/gm)].map(([, needed]) => needed);
  assert.deepEqual(
    rows.map((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, source]) => source)),
    [
      ["script-src 'wasm-unsafe-eval'", "connect-src 'self'"],
      ["script-src 'wasm-unsafe-eval'", "connect-src 'self'", "worker-src 'self'"],
      ["script-src 'wasm-unsafe-eval'"],
      ["script-src 'wasm-unsafe-eval'", 'worker-src blob:'],
    ],
  );
});

test('a page from a disk, as the documentation says', async () => {
  const section = page.slice(page.indexOf('## From a disk'));
  const [, code] = /```js\n([\s\S]*?)```/.exec(section);
  const [, command] = /`npx (esbuild [^`]+)`/.exec(section);
  const [, script] = /`(<script [^`]+<\/script>)`/.exec(section);
  writeFileSync(join(folder, 'main.js'), code);
  const [program, ...args] = command.split(' ');
  execFileSync(join(root, 'node_modules', '.bin', program), args, { cwd: folder, stdio: 'pipe' });
  const before = '<script>console.log = (text) => { globalThis.outcome = text; };</script>';
  writePage(folder, before + script);
  const found = await browser.outcome(pathToFileURL(join(folder, 'index.html')).href);
  assert.match(found, /^[0-9a-f]{16}$/);
  assert.equal(found, execFileSync(process.execPath, ['main.js'], { cwd: folder, encoding: 'utf8' }).trim());
});

for (const [what, process] of [
  ['an Electron window', { versions: { node: '22.0.0', electron: '33.0.0' }, type: 'renderer' }],
  ['an Electron window without a type', { versions: { node: '22.0.0', electron: '33.0.0' }, getBuiltinModule: null }],
  ['a stand-in of a bundler', { versions: { node: '18.0.0' }, env: {} }],
]) {
  test(`${what}: the process of a page is not Node’s`, async () => {
    const { head, script } = withMap('files.js');
    const text = JSON.stringify(process).replace('null', '() => { throw new Error("no modules here"); }');
    writePage(join(folder, 'apps'), `<script>globalThis.process = ${text};</script>${script}`, { head });
    assert.deepEqual(await browser.outcomeOf(folder, { query: 'apps/' }), trained);
  });
}
