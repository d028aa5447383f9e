// Measures the time from nothing to a first result in a page, here and in other libraries: npm run bench:start; see --help.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { installOnDemand } from '../../build-scripts/on-demand.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { fromRoot, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { median } from './numbers.mjs';
import { installTensorflow, tensorflowVersion } from './peers.mjs';
import { duration, markdownTable, processor, readOptions, writeReadme, writeResults } from './report.mjs';

const help = `npm run bench:start [-- --quick] [--readme]

Opens a page in Chromium that has nothing in its cache, and measures the time until its first result: a table of 300 x 20 with two classes
is projected to a plane. This package and TensorFlow.js train one epoch of the same sizes, DruidJS computes a linear discriminant analysis.
Each page is bundled with what it imports. Files come compressed from this machine, once as fast as it can and once over a line of 10 Mbit/s
with a latency of 40 ms, in rounds in which all libraries take turns. Medians are printed.

  --quick   one round, to see that it works
  --readme  rewrites the table of README.md

Results go to build/bench-start.json.`;

const rounds = 9;
const slow = { rate: 1.25e6, latency: 40 };

/** Lines that give `x`, rows of 20 numbers, and `y`, their classes. */
const table = `
  let state = 1;
  const number = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 31 - 1;
  const y = Array.from({ length: 300 }, (_, n) => n % 2);
  const x = y.map((label) => Array.from({ length: 20 }, (_, i) => number() + (i < 2 ? label : 0)));`;
const fit = "{ ranks: [2], hidden: [10], method: 'trip', restarts: 1, epochs: 1, batchSize: 20 }";

const tensorflow = (backend, path = '') => `
  import * as tf from '@tensorflow/tfjs-core';
  import { layers, sequential } from '@tensorflow/tfjs-layers';
  import * as backend from '@tensorflow/tfjs-backend-${backend}';
  ${table}
  ${path}
  await tf.setBackend('${backend}');
  const layer = (units, activation, useBias = true) => layers.dense({ units, activation, useBias });
  const plane = layers.dense({ units: 2, useBias: false, inputShape: [20] });
  const model = sequential({ layers: [plane, layer(10, 'relu'), layer(2, 'softmax')] });
  model.compile({ optimizer: 'adam', loss: 'categoricalCrossentropy' });
  await model.fit(tf.tensor2d(x), tf.oneHot(tf.tensor1d(y, 'int32'), 2), { epochs: 1, batchSize: 20 });
  const points = await tf.matMul(tf.tensor2d(x), plane.getWeights()[0]).array();`;

/** The module of each page, which ends with points. */
const pages = {
  'trip-wasm': `
  import { loadTrip } from 'trip-wasm';
  ${table}
  const trip = await loadTrip();
  const points = trip.fit({ x, y }, ${fit}).transform(x);`,
  'trip-wasm, in a worker': `
  import { createTrainer } from 'trip-wasm/trainer';
  ${table}
  const trainer = await createTrainer({ workers: 1 });
  const points = (await trainer.fit({ x, y }, ${fit}).model).transform(x);`,
  'TensorFlow.js CPU': tensorflow('cpu'),
  'TensorFlow.js WASM': tensorflow('wasm', "backend.setWasmPaths(new URL('/tensorflow/', location.href).href);"),
  DruidJS: `
  import { LDA } from '@saehrimnir/druidjs';
  ${table}
  const points = new LDA(x, { labels: y, d: 2 }).transform();`,
};

const pageOf = (n) => `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<script type="module" src="bundles/${n}.js"></script>
`;

/** Bundled and minified as for an application. */
async function bundled(input, folders) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    ...input,
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, logLevel: 'error' },
    nodePaths: folders.map((folder) => join(folder, 'node_modules')),
    alias: { 'trip-wasm': fromRoot('dist', 'index.js'), 'trip-wasm/trainer': fromRoot('dist', 'trainer.js') },
  });
  return outputFiles[0].contents;
}

/** Writes all files compressed; returns the folder. */
async function writeFiles() {
  const folders = [await installTensorflow(), await installOnDemand('druid', { '@saehrimnir/druidjs': '0.9.0' })];
  const folder = fromRoot('build', 'bench-start');
  rmSync(folder, { recursive: true, force: true });
  const write = (name, content) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), gzipSync(content, { level: 9 }));
  };
  for (const [n, code] of Object.values(pages).entries()) {
    const contents = `${code}
  if (!(points.length > 0)) throw new Error('there are no points');
  globalThis.firstResult = performance.now();`;
    write(`${n}.html`, pageOf(n));
    write(`bundles/${n}.js`, await bundled({ stdin: { contents, resolveDir: folder } }, folders));
  }
  // The package looks for its binary and its worker one folder above the module that names them.
  for (const name of ['core-simd.wasm', 'core.wasm']) write(name, readFileSync(fromRoot('dist', name)));
  write('worker.js', await bundled({ entryPoints: [fromRoot('dist', 'worker.js')] }, folders));
  const backend = join(folders[0], 'node_modules', '@tensorflow', 'tfjs-backend-wasm', 'dist');
  for (const name of readdirSync(backend).filter((file) => file.endsWith('.wasm')))
    write(`tensorflow/${name}`, readFileSync(join(backend, name)));
  return folder;
}

/** Listens on a port and forwards to another one over a line of so many bytes a second, with a latency in milliseconds. Resolves to the server. */
async function slowLine(port, { rate, latency }) {
  let free = 0;
  const forward = (from, to, delayOf) => {
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), delayOf(chunk.length)));
    from.on('end', () => setTimeout(() => to.end(), delayOf(0)));
    from.on('error', () => to.destroy());
  };
  const server = createServer((client) => {
    const host = connect(port, '127.0.0.1');
    forward(client, host, () => latency / 2);
    forward(host, client, (bytes) => {
      free = Math.max(free, performance.now()) + (1000 * bytes) / rate;
      return free - performance.now() + latency / 2;
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Opens a page once: milliseconds to its first result, and the bytes of the files that it asked for. */
async function open(browser, url, folder) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    // Page and worker share files in the cache.
    const files = new Set();
    page.on('request', (request) => files.add(new URL(request.url()).pathname));
    const failed = new Promise((_, reject) => {
      page.on('pageerror', reject);
    });
    failed.catch(() => {});
    await page.goto(url);
    const waits = page.waitForFunction(() => globalThis.firstResult, undefined, { polling: 20, timeout: 60_000 });
    const time = await (await Promise.race([waits, failed])).jsonValue();
    const sizes = [...files].map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
    return { time, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await context.close();
  }
}

whenStarted(import.meta.url, async () => {
  const options = readOptions(help);
  if (!options) return;
  await setup('bench');
  await buildLib();
  const folder = await writeFiles();
  const browser = await launchChromium();
  const server = await serve(folder, { headers: { 'content-encoding': 'gzip', 'cache-control': 'max-age=3600' } });
  const line = await slowLine(server.server.address().port, slow);
  const addresses = { 'this machine': server.url, '10 Mbit/s, 40 ms': `http://127.0.0.1:${line.address().port}/` };
  const seen = Object.fromEntries(Object.keys(pages).map((name) => [name, {}]));
  try {
    for (let round = 0; round < (options.quick ? 1 : rounds); round++)
      for (const [connection, address] of Object.entries(addresses))
        for (const [n, name] of Object.keys(pages).entries()) {
          const { time, bytes } = await open(browser, `${address}${n}.html`, folder);
          seen[name].bytes = bytes;
          seen[name][connection] = [...(seen[name][connection] ?? []), time];
        }
  } finally {
    await browser.close();
    line.close();
    await server.close();
  }
  heading(`From nothing to a first result, ${processor()}, Chromium ${browser.version()}`);
  const [first] = Object.values(seen);
  const cells = (own) =>
    Object.keys(addresses).map((connection) => {
      const [time, base] = [median(own[connection]), median(first[connection])];
      return `${duration(time)}${own === first ? '' : ` (${(time / base).toFixed(1)} x)`}`;
    });
  const rows = Object.entries(seen).map(([name, own]) => [name, `${(own.bytes / 1000).toFixed()} kB`, ...cells(own)]);
  const written = markdownTable(['library', 'download', ...Object.keys(addresses)], rows);
  console.log(written);
  writeResults('bench-start.json', { machine: processor(), browser: browser.version(), seen });
  if (!options.readme) return;
  const about = `From nothing to a first result in a page of Chromium ${browser.version()}, on ${processor()}: one epoch of 300 x 20, in DruidJS 0.9.0 a linear\ndiscriminant analysis; each page is bundled with what it imports (TensorFlow.js ${tensorflowVersion}: its layers and one backend).`;
  writeReadme('bench-start', `${about}\n\n${written}`);
});
