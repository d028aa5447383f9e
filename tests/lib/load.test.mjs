/** Loading: the two builds, the three sources of the binary, and the messages when it is missing. */
import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { importingWorker } from '../../dist/common/blob-worker.js';
import { isNode } from '../../dist/common/node.js';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, read, root, sleep, trip } from './support.mjs';

test('SIMD is chosen when available, and can be switched off', async () => {
  assert.equal(trip.simd, true);
  assert.equal((await loadTrip({ simd: false })).simd, false);
});

test('the version is that of package.json', () => {
  assert.equal(trip.version, JSON.parse(read('package.json')).version);
});

test('bytes and addresses load', async () => {
  const bytes = read('dist/core-simd.wasm');
  const exact = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  for (const options of [
    { wasmBinary: bytes },
    { wasmBinary: exact },
    { wasmUrl: new URL('dist/core-simd.wasm', root) },
    { wasmUrl: new URL('dist/core-simd.wasm', root).href },
    { wasmUrl: 'dist/core-simd.wasm' },
  ]) {
    assert.deepEqual((await loadTrip(options)).spiral({ seed: 2 }).train.x, trip.spiral({ seed: 2 }).train.x);
  }
});

test('instances are independent', async () => {
  assert.notEqual(await loadTrip(), await loadTrip());
});

test('the error names a missing file and the two remedies', async () => {
  const parts = ['nowhere.wasm', 'wasmUrl', 'wasmBinary'];
  await assert.rejects(loadTrip({ wasmUrl: new URL('nowhere.wasm', root) }), isTripError('load', ...parts));
});

test('a server without the file, or one that answers with a page', async (t) => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/page.wasm' ? 200 : 404;
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Everything is a page</title>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${server.address().port}`;
  await assert.rejects(
    loadTrip({ wasmUrl: `${base}/page.wasm` }),
    isTripError('load', '/page.wasm', 'a page of HTML', 'wasmBinary'),
  );
  await assert.rejects(
    loadTrip({ wasmUrl: `${base}/none.wasm` }),
    isTripError('load', '/none.wasm', 'status 404', 'wasmBinary'),
  );
  server.close();
  server.closeAllConnections();
  await assert.rejects(
    loadTrip({ wasmUrl: `${base}/off.wasm` }),
    isTripError('load', '/off.wasm', 'cannot fetch', 'wasmUrl'),
  );
});

test('the binary loads with a wrong content type', async (t) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(read('dist/core-simd.wasm'));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const loaded = await loadTrip({ wasmUrl: `http://127.0.0.1:${server.address().port}/core-simd.wasm` });
  assert.equal(loaded.simd, true);
});

/** A server of one answer; `requests` counts them. */
async function serving(t, type, bytes) {
  const served = { requests: 0 };
  const server = createServer((_, response) => {
    served.requests++;
    response.setHeader('content-type', type);
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  served.url = `http://127.0.0.1:${server.address().port}/core-simd.wasm`;
  return served;
}

test('the binary is compiled while it is downloaded, and downloaded once for this thread and all workers', async (t) => {
  const served = await serving(t, 'application/wasm', read('dist/core-simd.wasm'));
  const { compileStreaming, compile } = WebAssembly;
  const calls = { streaming: 0, whole: 0 };
  WebAssembly.compileStreaming = (response) => {
    calls.streaming++;
    return compileStreaming.call(WebAssembly, response);
  };
  WebAssembly.compile = (bytes) => {
    calls.whole++;
    return compile.call(WebAssembly, bytes);
  };
  t.after(() => Object.assign(WebAssembly, { compileStreaming, compile }));
  const trainer = await createTrainer({ workers: 3, wasmUrl: served.url });
  const { train } = trip.spiral({ samplesPerClass: 10, noiseDimensions: 3 });
  const options = { epochs: 5, restarts: 3 };
  const model = await trainer.fit(train, options).model;
  await trainer.close();
  assert.equal(model.fingerprint, trip.fit(train, options).fingerprint);
  assert.deepEqual([served.requests, calls], [1, { streaming: 1, whole: 0 }]);
});

test('what a server wrongly calls WebAssembly is named by its bytes', async (t) => {
  const whole = read('dist/core-simd.wasm');
  for (const [bytes, ...parts] of [
    ['<!doctype html><title>Everything is a page</title>', 'core-simd.wasm', 'a page of HTML', 'wasmUrl'],
    [whole.subarray(0, 1000), 'does not start'],
  ]) {
    const served = await serving(t, 'application/wasm', bytes);
    await assert.rejects(loadTrip({ wasmUrl: served.url }), isTripError('load', ...parts));
    assert.equal(served.requests, 2);
  }
});

test('the workers of an instance have its binary, without another source', async (t) => {
  const served = await serving(t, 'text/plain', read('dist/core.wasm'));
  const own = await loadTrip({ wasmUrl: served.url, simd: false });
  const trainer = await createTrainer({ trip: own, workers: 2 });
  const { train } = own.spiral({ samplesPerClass: 10, noiseDimensions: 3 });
  const model = await trainer.fit(train, { epochs: 5, restarts: 2 }).model;
  await trainer.close();
  assert.equal(model.fingerprint, trip.fit(train, { epochs: 5, restarts: 2 }).fingerprint);
  assert.equal(served.requests, 1);
});

test('workers start when a training has work for them', async (t) => {
  const started = [];
  const onWorker = (worker) => started.push(worker);
  process.on('worker', onWorker);
  t.after(() => process.off('worker', onWorker));
  const trainer = await createTrainer({ trip, workers: 4 });
  const { train } = trip.spiral({ samplesPerClass: 10, noiseDimensions: 3 });
  const counts = [];
  for (const restarts of [1, 2, 1, 3]) {
    await trainer.fit(train, { epochs: 5, restarts }).model;
    counts.push(started.length);
  }
  await trainer.sweep({ data: train, grid: { lambda: [1, 2] }, options: { epochs: 5, restarts: 1 }, folds: 2 });
  counts.push(started.length);
  assert.equal(trainer.workers, 4);
  await trainer.close();
  assert.deepEqual(counts, [1, 2, 2, 3, 4]);
});

test('steps reach restarts whose workers were still starting', async (t) => {
  const epochs = new Map();
  const onWorker = (worker) =>
    worker.on('message', ({ type, job, epoch }) => type === 'progress' && epochs.set(job, epoch));
  process.on('worker', onWorker);
  t.after(() => process.off('worker', onWorker));
  const trainer = await createTrainer({ trip, workers: 4 });
  const { train } = trip.spiral({ samplesPerClass: 10, noiseDimensions: 3 });
  const run = trainer.fit(train, { epochs: 100, restarts: 4 }, { paused: true });
  const reading = (async () => {
    for await (const _ of run);
  })();
  run.step(3);
  run.step(2);
  const reached = () => epochs.size === 4 && [...epochs.values()].every((epoch) => epoch === 5);
  for (let tries = 0; tries < 1500 && !reached(); tries++) await sleep(20);
  await sleep(50);
  assert.deepEqual([...epochs.values()], [5, 5, 5, 5]);
  run.resume();
  await run.model;
  await reading;
  await trainer.close();
});

test('a trainer whose script and binary both fail has one error', async (t) => {
  const unhandled = [];
  const onUnhandled = (error) => unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  t.after(() => process.off('unhandledRejection', onUnhandled));
  const wasmUrl = new URL('nowhere.wasm', root);
  for (const workerUrl of ['http://[', new URL('nowhere.js', root)])
    await assert.rejects(createTrainer({ workers: 2, workerUrl, wasmUrl }), (error) =>
      /load|option|worker/.test(error.code),
    );
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(unhandled, []);
});

test('bytes that are not the binary', async () => {
  await assert.rejects(
    loadTrip({ wasmBinary: new Uint8Array(8) }),
    isTripError('load', 'wasmBinary', 'not a WebAssembly binary'),
  );
  await assert.rejects(loadTrip({ wasmBinary: 'core.wasm' }), isTripError('load', 'wasmBinary'));
  const truncated = read('dist/core-simd.wasm').subarray(0, 1000);
  await assert.rejects(loadTrip({ wasmBinary: truncated }), isTripError('load', 'does not start'));
});

test('options are checked', async () => {
  await assert.rejects(loadTrip({ wasmURL: 'x' }), isTripError('option', 'did you mean wasmUrl?'));
  await assert.rejects(loadTrip({ simd: 'yes' }), isTripError('option', 'simd is "yes"'));
  await assert.rejects(loadTrip(null), isTripError('option', 'options is null'));
});

test('workers load the binary in the options of the trainer', async () => {
  const { train } = trip.spiral({ samplesPerClass: 10, noiseDimensions: 3 });
  const expected = trip.fit(train, { epochs: 5, restarts: 1 }).fingerprint;
  for (const options of [
    { wasmBinary: read('dist/core.wasm'), simd: false },
    { wasmUrl: 'dist/core-simd.wasm', simd: true },
  ]) {
    const trainer = await createTrainer({ workers: 1, ...options });
    const model = await trainer.fit(train, { epochs: 5, restarts: 1 }).model;
    assert.equal(model.fingerprint, expected);
    await trainer.close();
    assert.equal(model.predict(train).length, 40);
  }
});

test('the error of a trainer names the fault of the binary or of its script', async () => {
  const wasmUrl = new URL('nowhere.wasm', root);
  await assert.rejects(createTrainer({ workers: 1, wasmUrl }), isTripError('load', 'nowhere.wasm', 'wasmBinary'));
  await assert.rejects(createTrainer({ workers: 1, trip, wasmUrl }), isTripError('load', 'nowhere.wasm', 'wasmBinary'));
  const workerUrl = new URL('nowhere.js', root);
  await assert.rejects(createTrainer({ workers: 2, workerUrl }), isTripError('worker', 'nowhere.js', 'workerUrl'));
  const odd = new URL('data:text/javascript,throw { toString: 1 }');
  await assert.rejects(createTrainer({ workers: 1, workerUrl: odd }), isTripError('worker', ': an object;'));
});

test('the single file has one build, and its error says so', async () => {
  const single = await import('../../dist/single.js');
  const refused = /trip-wasm\/single is for machines with SIMD; trip-wasm has both builds/;
  for (const load of [single.loadTrip, single.createTrainer]) {
    await assert.rejects(
      load({ simd: false }),
      (error) => error instanceof single.TripError && refused.test(error.message),
    );
  }
});

test('an instance of another copy of the package is refused', async () => {
  const single = await import('../../dist/single.js');
  await assert.rejects(single.createTrainer({ trip }), { code: 'option', message: /this copy of the package/ });
});

test('the error names the version of a Node that is too old', async (t) => {
  const { getBuiltinModule } = process;
  t.after(() => {
    process.getBuiltinModule = getBuiltinModule;
  });
  process.getBuiltinModule = undefined;
  await assert.rejects(loadTrip(), isTripError('load', `Node ${process.versions.node}`, '20.19 or newer'));
});

test('an address of a wrong type is refused; an engine without SIMD gets the other build', async (t) => {
  await assert.rejects(loadTrip({ wasmUrl: 7 }), isTripError('option', 'wasmUrl is 7', 'a string or a URL'));
  t.mock.method(WebAssembly, 'validate', () => false);
  assert.equal((await loadTrip()).simd, false);
});

test('Node is recognised in jsdom too, and not in the pages and workers of Electron', (t) => {
  const set = (owner, name, value) =>
    Object.defineProperty(owner, name, { value, configurable: true, enumerable: true, writable: true });
  const clean = () => {
    for (const name of ['document', 'WorkerGlobalScope']) delete globalThis[name];
    delete process.versions.electron;
    delete process.type;
  };
  t.after(clean);
  for (const name of ['document', 'WorkerGlobalScope']) {
    set(globalThis, name, {});
    assert.equal(isNode(), true, name);
    set(process.versions, 'electron', '30.0.0');
    assert.equal(isNode(), false, name);
    clean();
  }
  set(process.versions, 'electron', '30.0.0');
  assert.equal(isNode(), true);
  set(process, 'type', 'renderer');
  assert.equal(isNode(), false);
});

test('the code of a worker from a blob is held until the worker has loaded, and freed when it cannot start', (t) => {
  const { Worker } = globalThis;
  t.after(() => {
    globalThis.Worker = Worker;
  });
  const addresses = [];
  globalThis.Worker = class extends EventTarget {
    constructor(url) {
      super();
      addresses.push(url);
    }
  };
  const worker = importingWorker(root);
  assert.ok(resolveObjectURL(addresses[0]));
  worker.dispatchEvent(new Event('message'));
  assert.equal(resolveObjectURL(addresses[0]), undefined);
  globalThis.Worker = class {
    constructor(url) {
      addresses.push(url);
      throw new Error('blocked');
    }
  };
  assert.throws(() => importingWorker(root), /^Error: blocked$/);
  assert.equal(addresses.length, 2);
  assert.equal(resolveObjectURL(addresses[1]), undefined);
});
