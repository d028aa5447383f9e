/** The packed package on pages without a bundler: an import map, other paths and origins, misconfigured servers. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { serve } from '../../build-scripts/serve.mjs';
import { createProject, moduleScript, openBrowser, trained, writePage } from './support.mjs';

const folder = createProject();
const browser = await openBrowser();

/** Puts a page with an import map into apps/, where `base` is the address of the folder that has the packages. */
function writeMappedPage(base, { app = 'files.js', workers = '' } = {}) {
  const dist = `${base}trip-wasm/dist/`;
  const names = { 'trip-wasm': 'index', 'trip-wasm/trainer': 'trainer', 'trip-wasm/single': 'single' };
  const imports = Object.fromEntries(Object.entries(names).map(([name, file]) => [name, `${dist}${file}.js`]));
  const map = JSON.stringify({ imports });
  const hash = createHash('sha256').update(map).digest('base64');
  const origin = URL.canParse(base) ? ` ${new URL(base).origin}` : '';
  const policy =
    `default-src 'self'${origin}; img-src data:; script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'${origin}` +
    (workers && `; worker-src ${workers}`);
  writePage(join(folder, 'apps'), moduleScript(app), { policy, head: `<script type="importmap">${map}</script>` });
}

test('an import map, under a strict content security policy', async () => {
  writeMappedPage('../node_modules/');
  assert.deepEqual(await browser.outcomeOf(folder, { query: 'apps/' }), trained);
});

test('a sub-path, and a server without the content type of .wasm', async () => {
  writeMappedPage('../node_modules/');
  for (const wasmType of ['text/plain', 'application/octet-stream']) {
    const serving = { base: '/some/where/', wasmType };
    assert.deepEqual(await browser.outcomeOf(folder, { query: 'apps/', serving }), trained);
  }
});

test('a content delivery network on another origin', async () => {
  const headers = { 'access-control-allow-origin': '*' };
  const network = await serve(join(folder, 'node_modules'), { headers });
  try {
    for (const app of ['files.js', 'single.js']) {
      writeMappedPage(network.url, { app, workers: `blob: ${network.url}` });
      const outcome = await browser.outcomeOf(folder, { query: 'apps/', origins: [network.url] });
      assert.deepEqual(outcome, trained, app);
    }
  } finally {
    await network.close();
  }
});

test('when a policy refuses workers from blobs, the error says so and workerUrl helps', async () => {
  writeMappedPage('../node_modules/', { app: 'single.js', workers: "'self'" });
  const refused = await browser.outcomeOf(folder, { query: 'apps/', expected: /Content Security Policy/ });
  assert.equal(refused.code, 'worker');
  assert.match(refused.message, /trip-wasm\/single: .*workerUrl.*worker-src blob:/);
  const query = 'apps/?workerUrl=../node_modules/trip-wasm/dist/worker.js';
  assert.deepEqual(await browser.outcomeOf(folder, { query }), trained);
});
