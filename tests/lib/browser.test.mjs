/**
 * The built package in Chromium without a bundler, under a strict content security policy: results equal Node's bit for bit, on the
 * main thread and in workers, in both builds.
 */
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { fingerprintData, fingerprintOptions, fingerprints, root, smallSpiral, trip } from './support.mjs';

const types = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const page404 = '<!doctype html><title>Not here</title>';

/** Serves dist/ and an empty page; /html/ answers everything with a page, /plain/ with a wrong content type. */
const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  response.setHeader('content-security-policy', policy);
  response.setHeader('content-type', types.html);
  if (path === '/data.js') {
    response.setHeader('content-type', types.js);
    response.end(`export ${fingerprintData}`);
    return;
  }
  if (!/^\/(dist|plain)\/[\w/-]+\.(js|wasm)$/.test(path)) {
    response.end(page404);
    return;
  }
  if (path.startsWith('/dist/')) response.setHeader('content-type', types[path.split('.').at(-1)]);
  else response.setHeader('content-type', 'text/plain');
  const stream = createReadStream(fileURLToPath(new URL(`dist/${path.replace(/^\/\w+\//, '')}`, root)));
  stream.on('error', () => response.writeHead(404).end(page404));
  stream.pipe(response);
});

let browser;
let page;
const problems = [];
before(async () => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  page = await browser.newPage();
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});
after(async () => {
  await browser?.close();
  server.close();
  server.closeAllConnections();
});

const spiralOptions = { seed: 3, samplesPerClass: 30, noiseSamplesPerClass: 3, noiseDimensions: 7 };
const fitOptions = { epochs: 60, restarts: 3 };
const expected = trip.fit(smallSpiral().train, fitOptions).fingerprint;

test('fingerprints equal those of Node, on the main thread and in two workers, SIMD and scalar', async () => {
  for (const simd of [true, false]) {
    const found = await page.evaluate(
      async ([simd, spiralOptions, fitOptions]) => {
        const { loadTrip } = await import('/dist/index.js');
        const { createTrainer } = await import('/dist/trainer.js');
        const trip = await loadTrip({ simd });
        const { train } = trip.spiral(spiralOptions);
        const trainer = await createTrainer({ simd, trip, workers: 2 });
        const run = trainer.fit(train, fitOptions);
        let epochs = 0;
        for await (const snapshot of run) epochs = snapshot.history.loss.length;
        const model = await run.model;
        await trainer.close();
        return [trip.fit(train, fitOptions).fingerprint, model.fingerprint, epochs];
      },
      [simd, spiralOptions, fitOptions],
    );
    assert.deepEqual(found, [expected, expected, 60], `simd: ${simd}`);
  }
});

for (const [name, entry] of fingerprints) {
  test(`the fingerprint of ${name} is the expected one`, async () => {
    const found = await page.evaluate(
      async ([entry, options]) => {
        const { loadTrip } = await import('/dist/index.js');
        const { createTrainer } = await import('/dist/trainer.js');
        const { fingerprintData } = await import('/data.js');
        const trip = await loadTrip();
        const trainer = await createTrainer({ trip, workers: 1 });
        const model = await trainer.fit(fingerprintData(trip, entry), options).model;
        await trainer.close();
        return model.fingerprint;
      },
      [entry, fingerprintOptions(entry)],
    );
    assert.equal(found, entry.fingerprint);
  });
}

test('a sweep in two workers and an explanation equal those of Node', async () => {
  const plan = { grid: { lambda: [0.1, 0.01] }, options: { epochs: 20, restarts: 1, hidden: [4] }, folds: 3, seed: 2 };
  const dataOptions = { seed: 2, dims: [6, 5], count: 40 };
  const found = await page.evaluate(
    async ([plan, dataOptions]) => {
      const { loadTrip } = await import('/dist/index.js');
      const { createTrainer } = await import('/dist/trainer.js');
      const trip = await loadTrip();
      const trainer = await createTrainer({ trip, workers: 2 });
      const { train } = trip.planted(dataOptions);
      const table = await trainer.sweep({ ...plan, data: train });
      await trainer.close();
      const explanation = trip.fit(train, plan.options).explain(train);
      return JSON.stringify([table.rows, [...explanation.axes[1]], [...explanation.local(3).original[0]]]);
    },
    [plan, dataOptions],
  );
  const { train } = trip.planted(dataOptions);
  const cells = [0, 1].flatMap((point) => [0, 1, 2].map((fold) => ({ point, trial: 0, fold })));
  const rows = cells.map((cell) => trip.sweepCell({ ...plan, data: train }, cell));
  const explanation = trip.fit(train, plan.options).explain(train);
  assert.equal(found, JSON.stringify([rows, [...explanation.axes[1]], [...explanation.local(3).original[0]]]));
});

test('abort while the worker is busy leaves it free', async () => {
  const outcome = await page.evaluate(async (spiralOptions) => {
    const { createTrainer } = await import('/dist/trainer.js');
    const { loadTrip } = await import('/dist/index.js');
    const trip = await loadTrip();
    const { train } = trip.spiral(spiralOptions);
    const trainer = await createTrainer({ trip, workers: 1 });
    const control = new AbortController();
    const run = trainer.fit(train, { epochs: 1_000_000, restarts: 1 }, { signal: control.signal });
    for await (const snapshot of run) if (snapshot.epoch > 100) break;
    control.abort();
    const aborted = await run.model.catch((error) => error.code);
    const next = await trainer.fit(train, { epochs: 1, restarts: 1 }).model;
    await trainer.close();
    return [aborted, next.history.loss.length];
  }, spiralOptions);
  assert.deepEqual(outcome, ['aborted', 1]);
});

/** The error of a call in the page. */
const failure = (path, name, options) =>
  page.evaluate(
    async ([path, name, options]) => {
      const { [name]: call } = await import(path);
      return call(options).then(
        () => 'nothing',
        (error) => ({ code: error.code, message: error.message }),
      );
    },
    [path, name, options],
  );

test('the error names a page instead of the binary, or a missing script, and the remedy', async () => {
  const load = await failure('/dist/index.js', 'loadTrip', { wasmUrl: '/html/core-simd.wasm' });
  assert.equal(load.code, 'load');
  assert.match(load.message, /\/html\/core-simd\.wasm.*a page of HTML.*wasmUrl.*wasmBinary/);
  const script = await failure('/dist/trainer.js', 'createTrainer', { workers: 1, workerUrl: '/html/worker.js' });
  assert.equal(script.code, 'worker');
  assert.match(script.message, /\/html\/worker\.js.*workerUrl/);
  const origin = await failure('/dist/trainer.js', 'createTrainer', {
    workers: 1,
    workerUrl: 'https://example.org/w.js',
  });
  assert.equal(origin.code, 'worker');
  assert.match(origin.message, /example\.org.*same origin/);
});

test('the binary loads with a wrong content type', async () => {
  const simd = await page.evaluate(async () => {
    const { loadTrip } = await import('/dist/index.js');
    return (await loadTrip({ wasmUrl: '/plain/core-simd.wasm' })).simd;
  });
  assert.equal(simd, true);
});

test('the console shows only errors of the missing scripts', () => {
  const unexpected = problems.filter(
    (text) => !/html\/worker\.js|MIME type|example\.org|Content Security Policy/.test(text),
  );
  assert.deepEqual(unexpected, []);
});
