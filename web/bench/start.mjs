// Measures the time from nothing to a first result in a page, here and in other libraries: npm run bench:start; see --help.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { installOnDemand } from '../../build-scripts/on-demand.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { filesBelow, fromRoot, heading, root, whenStarted } from '../../build-scripts/tools.mjs';
import { median } from './numbers.mjs';
import { installTensorflow } from './peers.mjs';
import { duration, markdownTable, processor, readOptions, writeReadme, writeResults } from './report.mjs';

const help = `npm run bench:start [-- --quick] [--readme]

Opens a page in Chromium that has nothing in its cache, and measures the time until its first result: a table of 300 x 20 with two classes
is projected to a plane. This package and TensorFlow.js train one epoch of the same sizes, DruidJS computes a linear discriminant analysis.
Files come compressed from this machine, once as fast as it can and once over a connection of 10 Mbit/s with 40 ms of latency, in rounds in
which all libraries take turns. Medians are printed.

  --quick   one round, to see that it works
  --readme  rewrites the table of README.md

Results go to build/bench-start.json.`;

const rounds = 9;
const connections = {
  'this machine': undefined,
  '10 Mbit/s, 40 ms': { latency: 40, downloadThroughput: 1.25e6, uploadThroughput: 1.25e6, offline: false },
};

/** Lines that give `x`, rows of 20 numbers, and `y`, their classes. */
const table = `
  let state = 1;
  const number = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 31 - 1;
  const y = Array.from({ length: 300 }, (_, n) => n % 2);
  const x = y.map((label) => Array.from({ length: 20 }, (_, i) => number() + (i < 2 ? label : 0)));`;
const fit = "{ ranks: [2], hidden: [10], method: 'trip', restarts: 1, epochs: 1, batchSize: 20 }";

const tensorflow = (backend) => `
  if (${backend === 'wasm'}) tf.wasm.setWasmPaths(new URL('tensorflow-wasm/', location.href).href);
  await tf.setBackend('${backend}');
  const layer = (units, activation, useBias = true) => tf.layers.dense({ units, activation, useBias });
  const plane = tf.layers.dense({ units: 2, useBias: false, inputShape: [20] });
  const model = tf.sequential({ layers: [plane, layer(10, 'relu'), layer(2, 'softmax')] });
  model.compile({ optimizer: 'adam', loss: 'categoricalCrossentropy' });
  await model.fit(tf.tensor2d(x), tf.oneHot(tf.tensor1d(y, 'int32'), 2), { epochs: 1, batchSize: 20 });
  const points = await tf.matMul(tf.tensor2d(x), plane.getWeights()[0]).array();`;

/** Pages: classic scripts, then a module that ends with points. */
const pages = {
  'trip-wasm': {
    code: `
  import { loadTrip } from './trip/bundles/index.js';
  ${table}
  const trip = await loadTrip();
  const points = trip.fit({ x, y }, ${fit}).transform(x);`,
  },
  'trip-wasm, in a worker': {
    code: `
  import { createTrainer } from './trip/bundles/trainer.js';
  ${table}
  const trainer = await createTrainer({ workers: 1 });
  const points = (await trainer.fit({ x, y }, ${fit}).model).transform(x);`,
  },
  'TensorFlow.js CPU': { scripts: ['tensorflow/tf.min.js'], code: table + tensorflow('cpu') },
  'TensorFlow.js WASM': {
    scripts: ['tensorflow/tf.min.js', 'tensorflow-wasm/tf-backend-wasm.min.js'],
    code: table + tensorflow('wasm'),
  },
  DruidJS: {
    code: `
  import * as druid from './druid/druid.js';
  ${table}
  const points = new druid.LDA(x, { labels: y, d: 2 }).transform();`,
  },
};

const pageOf = ({ scripts = [], code }) => `<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
${scripts.map((script) => `<script src="${script}"></script>`).join('\n')}
<script type="module">${code}
  if (!(points.length > 0)) throw new Error('there are no points');
  globalThis.firstResult = performance.now();
</script>
`;

/** A part of the package as an application's bundler writes it. */
async function bundleOf(name) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [fromRoot('dist', `${name}.js`)],
    ...{ bundle: true, minify: true, format: 'esm', write: false, logLevel: 'error' },
  });
  return outputFiles[0].contents;
}

/** Writes all files compressed; returns the folder. */
async function writeFiles() {
  const modules = relative(root, join(await installTensorflow(), 'node_modules', '@tensorflow'));
  const druid = await installOnDemand('druid', { '@saehrimnir/druidjs': '0.9.0' });
  const folder = fromRoot('build', 'bench-start');
  rmSync(folder, { recursive: true, force: true });
  const write = (name, content) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), gzipSync(content, { level: 9 }));
  };
  const copy = (into, from, isWanted) => {
    for (const file of filesBelow(from).filter((one) => isWanted.test(one)))
      write(join(into, relative(fromRoot(from), file)), readFileSync(file));
  };
  copy('trip', 'dist', /dist\/core(-simd)?\.wasm$/);
  // The binary and the worker lie one folder above the modules that name them, as in dist/.
  for (const name of ['index', 'trainer']) write(`trip/bundles/${name}.js`, await bundleOf(name));
  write('trip/worker.js', await bundleOf('worker'));
  copy('tensorflow', join(modules, 'tfjs', 'dist'), /dist\/tf\.min\.js$/);
  copy('tensorflow-wasm', join(modules, 'tfjs-backend-wasm', 'dist'), /dist\/([\w-]+\.wasm|tf-backend-wasm\.min\.js)$/);
  const { module } = JSON.parse(readFileSync(join(druid, 'node_modules', '@saehrimnir', 'druidjs', 'package.json')));
  write('druid/druid.js', readFileSync(join(druid, 'node_modules', '@saehrimnir', 'druidjs', module)));
  for (const [n, page] of Object.values(pages).entries()) write(`${n}.html`, pageOf(page));
  return folder;
}

/** Opens a page once: milliseconds to its first result, and the bytes of the files that it asked for. */
async function open(browser, { url, folder, conditions }) {
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
    if (conditions) await (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', conditions);
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
  const seen = Object.fromEntries(Object.keys(pages).map((name) => [name, {}]));
  try {
    for (let round = 0; round < (options.quick ? 1 : rounds); round++)
      for (const [connection, conditions] of Object.entries(connections))
        for (const [n, name] of Object.keys(pages).entries()) {
          const { time, bytes } = await open(browser, { url: `${server.url}${n}.html`, folder, conditions });
          seen[name].bytes = bytes;
          seen[name][connection] = [...(seen[name][connection] ?? []), time];
        }
  } finally {
    await browser.close();
    await server.close();
  }
  heading(`From nothing to a first result, ${processor()}, Chromium ${browser.version()}`);
  const [first] = Object.values(seen);
  const cells = (own) =>
    Object.keys(connections).map((connection) => {
      const [time, base] = [median(own[connection]), median(first[connection])];
      return `${duration(time)}${own === first ? '' : ` (${(time / base).toFixed(1)} x)`}`;
    });
  const rows = Object.entries(seen).map(([name, own]) => [name, `${(own.bytes / 1000).toFixed()} kB`, ...cells(own)]);
  const written = markdownTable(['library', 'download', ...Object.keys(connections)], rows);
  console.log(written);
  writeResults('bench-start.json', { machine: processor(), browser: browser.version(), seen });
  if (!options.readme) return;
  const about = `From nothing to a first result in a page of Chromium ${browser.version()}, on ${processor()}: one epoch of 300 x 20, in DruidJS a linear\ndiscriminant analysis:`;
  writeReadme('bench-start', `${about}\n\n${written}`);
});
