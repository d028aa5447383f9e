/** The packed package in bundlers without configuration: every bundle trains, and is built without a warning. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import * as vite from 'vite';
import webpack from 'webpack';
import { createProject, moduleScript, openBrowser, trained, writePage } from './support.mjs';

const folder = createProject();
const browser = await openBrowser();
const apps = join(folder, 'apps');
const dist = join(folder, 'node_modules', 'trip-wasm', 'dist');
const policy = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval'";
const parquet = 'the file does not begin and end with PAR1: it is no Parquet file, or it is cut off';
const everywhere = { ...trained, ownWorker: trained.here, parquet };

/** Runs Vite without a configuration file and collects its warnings. */
function quietVite(options) {
  const said = [];
  const customLogger = {
    ...vite.createLogger('silent'),
    warn: (text) => said.push(text),
    error: (text) => said.push(text),
  };
  return { said, options: { root: apps, configFile: false, logLevel: 'silent', customLogger, ...options } };
}

test('Vite, development server', async (t) => {
  writePage(apps, moduleScript('./bundled.js'));
  const { said, options } = quietVite({ server: { host: '127.0.0.1', port: 0 }, cacheDir: join(folder, 'cache') });
  const server = await vite.createServer(options);
  t.after(() => server.close());
  await server.listen();
  const { port } = server.httpServer.address();
  assert.deepEqual(await browser.outcome(`http://127.0.0.1:${port}/`), everywhere);
  assert.deepEqual(said, []);
});

test('Vite, build, below a sub-path and a strict policy', async () => {
  writePage(apps, moduleScript('./bundled.js'), { policy });
  const outDir = join(folder, 'out-vite');
  const { said, options } = quietVite({ base: './', build: { outDir, emptyOutDir: true } });
  await vite.build(options);
  assert.deepEqual(said, []);
  assert.deepEqual(await browser.outcomeOf(outDir, { serving: { base: '/a/b/' } }), everywhere);
});

for (const [name, entry, ssr] of [
  ['the package left outside', 'node.mjs', {}],
  ['the single file bundled', 'node-single.mjs', { noExternal: true }],
]) {
  test(`Vite, build for a server, ${name}`, async () => {
    const outDir = join(folder, 'out-ssr');
    const { said, options } = quietVite({ build: { ssr: entry, outDir, emptyOutDir: true }, ssr });
    await vite.build(options);
    assert.deepEqual(said, []);
    const [script] = readdirSync(outDir).filter((file) => file.startsWith('node'));
    assert.deepEqual(JSON.parse(execFileSync(process.execPath, [join(outDir, script)], { encoding: 'utf8' })), trained);
  });
}

test('webpack, under a strict policy', async () => {
  const path = join(folder, 'out-webpack');
  writePage(path, '<script defer src="main.js"></script>', { policy });
  // Without minification, which takes most of the time and is covered by the other bundlers.
  const more = { performance: false, optimization: { minimize: false } };
  const options = { mode: 'production', context: apps, entry: './bundled.js', output: { path }, ...more };
  const compiler = webpack(options);
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, result) => (error ? reject(error) : compiler.close(() => resolve(result)))),
  );
  const { warnings, errors } = stats.toJson({ all: false, warnings: true, errors: true });
  assert.deepEqual(
    [...warnings, ...errors].map(({ message }) => message),
    [],
  );
  assert.deepEqual(await browser.outcomeOf(path), everywhere);
});

/** Bundles files with esbuild into a folder, with a page for the first of them. */
async function bundle(name, entryPoints, { format = 'esm', script = 'main.js', ...page } = {}) {
  const outdir = join(folder, name);
  const { warnings } = await esbuild({
    entryPoints,
    outdir,
    format,
    bundle: true,
    minify: true,
    logLevel: 'silent',
    absWorkingDir: apps,
  });
  assert.deepEqual(
    warnings.map(({ text }) => text),
    [],
  );
  writePage(outdir, format === 'esm' ? moduleScript(script) : `<script defer src="${script}"></script>`, page);
  return outdir;
}

test('esbuild, with wasmUrl and workerUrl, under a strict policy', async () => {
  const entries = { main: './files.js', worker: 'trip-wasm/worker' };
  const outdir = await bundle('out-esbuild', entries, { policy });
  copyFileSync(join(dist, 'core-simd.wasm'), join(outdir, 'trip.wasm'));
  const query = '?wasmUrl=trip.wasm&workerUrl=worker.js';
  assert.deepEqual(await browser.outcomeOf(outdir, { query }), trained);
  const without = await browser.outcomeOf(outdir, { expected: /404/ });
  assert.equal(without.code, 'load');
  assert.match(without.message, /core-simd\.wasm: status 404.*wasmUrl.*wasmBinary/);
});

test('esbuild, with the single file', async () => {
  const outdir = await bundle('out-single', { main: './single.js' }, { policy: `${policy}; worker-src blob:` });
  assert.deepEqual(await browser.outcomeOf(outdir), trained);
});

test('the single file in a classic script of a page on the disk', async () => {
  const outdir = await bundle('out-disk', { main: './single.js' }, { format: 'iife' });
  assert.deepEqual(await browser.outcome(pathToFileURL(join(outdir, 'index.html')).href), trained);
});

test('the single file in a sandboxed frame, which has an opaque origin', async () => {
  await bundle('out-frame', { main: './single.js' }, { format: 'iife' });
  const relay = '<script>onmessage = ({ data }) => { globalThis.outcome = data; };</script>';
  const frame = '<iframe sandbox="allow-scripts" src="../out-frame/"></iframe>';
  writePage(join(folder, 'embedding'), `${relay}${frame}`);
  assert.deepEqual(await browser.outcomeOf(folder, { query: 'embedding/' }), trained);
});

test('a worker from a blob, which receives the bytes in a message', async () => {
  const entries = { main: './blob.js', 'blob-worker': './blob-worker.js' };
  const outdir = await bundle('out-blob', entries, { policy: `${policy}; worker-src blob:` });
  copyFileSync(join(dist, 'core-simd.wasm'), join(outdir, 'core-simd.wasm'));
  const { missing, noScript, here } = await browser.outcomeOf(outdir);
  assert.match(missing, /no address.*wasmUrl.*wasmBinary/);
  assert.match(noScript, /could not start.*workerUrl/);
  assert.equal(here, trained.here);
});
