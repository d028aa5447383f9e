/** Training in workers: the result of the synchronous fit, control, snapshots, failures. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTrainer } from '../../dist/trainer.js';
import { Pool } from '../../dist/workers/pool.js';
import { collect, isTripError, sameBits, sameModel, sleep, smallSpiral, trip } from './support.mjs';

const { train, test: held } = smallSpiral();
const trainers = { 1: await createTrainer({ workers: 1, trip }), 3: await createTrainer({ workers: 3, trip }) };
const trainer = trainers[1];
after(() => Promise.all(Object.values(trainers).map((each) => each.close())));

/** A training long enough to be interrupted. */
const long = { epochs: 1_000_000, restarts: 1 };

test('the trainer gives the result of the synchronous fit, bit for bit', async () => {
  const options = { epochs: 60, restarts: 1, test: held, record: 5 };
  for (const method of ['trip', 'pca', 'lda']) {
    sameModel(await trainer.fit(train, { ...options, method }).model, trip.fit(train, { ...options, method }));
  }
});

test('restarts: any number of workers gives the same model', async () => {
  for (const learningRateDecay of ['none', 'cosine']) {
    const options = { epochs: 40, restarts: 7, firstRestart: 2, test: held, record: 3, learningRateDecay };
    const expected = trip.fit(train, options);
    for (const each of Object.values(trainers)) sameModel(await each.fit(train, options).model, expected);
  }
});

test("restarts: 'auto' searches the same in every worker", async () => {
  const options = { epochs: 15, restarts: 'auto' };
  const expected = trip.fit(train, options);
  for (const each of Object.values(trainers)) sameModel(await each.fit(train, options).model, expected);
});

test('pause, step, resume and speed do not change the result', async () => {
  const options = { epochs: 400, restarts: 1, test: held, learningRateDecay: 'cosine' };
  const run = trainer.fit(train, options, { paused: true });
  const snapshots = run[Symbol.asyncIterator]();
  const next = async () => (await snapshots.next()).value;
  assert.equal((await next()).epoch, 0);
  run.step();
  assert.equal((await next()).epoch, 1);
  run.step(9);
  let { epoch } = await next();
  while (epoch < 10) epoch = (await next()).epoch;
  await sleep(60);
  run.step();
  assert.equal((await next()).epoch, 11);
  run.setSpeed(20);
  run.resume();
  const slow = (await next()).epoch;
  assert.ok(slow < 100);
  run.pause();
  run.step(50);
  while (epoch < slow + 50) epoch = (await next()).epoch;
  run.setSpeed(Number.POSITIVE_INFINITY);
  run.resume();
  sameModel(await run.model, trip.fit(train, options));
});

test('a paused run stands still', async () => {
  const control = new AbortController();
  const run = trainer.fit(train, long, { signal: control.signal });
  const snapshots = run[Symbol.asyncIterator]();
  await snapshots.next();
  run.pause();
  // Snapshots that were under way arrive. A run that goes on would send thirty a second.
  let arrived = 0;
  for (let silent = false; !silent; ) {
    const next = snapshots.next();
    next.catch(() => {});
    silent = await Promise.race([next.then(() => false), sleep(300).then(() => true)]);
    assert.ok(++arrived < 50, 'it went on');
  }
  control.abort();
  await assert.rejects(run.model, isTripError('aborted'));
});

test('the speed is not exceeded', async () => {
  const start = performance.now();
  await trainer.fit(train, { epochs: 30, restarts: 1 }, { epochsPerSecond: 100 }).model;
  const took = performance.now() - start;
  assert.ok(took > 250, `${took} ms for 30 epochs at 100 a second`);
});

test('speed and steps are checked', async () => {
  const run = trainer.fit(train, { epochs: 1, restarts: 1 });
  assert.throws(() => run.setSpeed(0), isTripError('option', 'epochsPerSecond is 0'));
  assert.throws(() => run.setSpeed('5'), isTripError('option', 'epochsPerSecond is "5" (string)'));
  assert.throws(() => run.step(0.5), isTripError('option', 'epochs is 0.5'));
  assert.throws(() => run.step(Symbol('one')), isTripError('option', 'Symbol(one)'));
  run.setSpeed(0.5);
  run.stepTo(1);
  run.setSpeed(Number.POSITIVE_INFINITY);
  await run.model;
});

test('snapshots: at most 30 a second, in order, complete, the last one final', async () => {
  const options = { epochs: 20_000, restarts: 1, test: held };
  const start = performance.now();
  const snapshots = await collect(trainer.fit(train, options));
  const seconds = (performance.now() - start) / 1000;
  assert.ok(snapshots.length >= 3, `${snapshots.length} snapshots in ${seconds} s`);
  assert.ok(snapshots.length <= 30 * seconds + 2, `${snapshots.length} snapshots in ${seconds} s`);
  for (const [k, snapshot] of snapshots.entries()) {
    assert.ok(k === 0 || snapshot.epoch > snapshots[k - 1].epoch);
    assert.equal(snapshot.history.loss.length, snapshot.epoch);
    assert.ok(Number.isFinite(snapshot.train.objective) && Number.isFinite(snapshot.test.accuracy));
    assert.ok(k === 0 || snapshot.busyMs >= snapshots[k - 1].busyMs);
    assert.ok(k === 0 || (snapshot.busyMs > 0 && snapshot.busyMs <= 1000 * seconds));
    assert.equal(snapshot.progress, snapshot.epoch / 20_000);
  }
  const expected = trip.fit(train, options);
  const last = snapshots.at(-1);
  assert.equal(last.epoch, 20_000);
  sameBits(last.parameters, expected.parameters);
  for (const [name, column] of Object.entries(expected.history)) sameBits(last.history[name], column);
  assert.deepEqual(last.restarts, expected.restarts);
});

test('a slow reader gets the newest snapshot and the complete history', async () => {
  let epochs = 0;
  let reads = 0;
  const run = trainer.fit(train, { epochs: 10_000, restarts: 1 });
  for await (const snapshot of run) {
    assert.equal(snapshot.history.objective.length, snapshot.epoch);
    assert.ok(snapshot.history.objective.every(Number.isFinite));
    epochs = snapshot.epoch;
    reads++;
    await run.model;
  }
  assert.equal(epochs, 10_000);
  assert.ok(reads <= 2, `${reads} reads`);
});

test('snapshotEvery sets the distance of snapshots', async () => {
  const snapshots = await collect(trainer.fit(train, { epochs: 10_000, restarts: 1 }, { snapshotEvery: 4000 }));
  for (let k = 1; k < snapshots.length - 1; k++) assert.ok(snapshots[k].epoch - snapshots[k - 1].epoch >= 4000);
});

test('a snapshot can be turned into a model', async () => {
  for await (const snapshot of trainer.fit(train, { epochs: 3000, restarts: 1, test: held })) {
    const model = trip.modelAt(snapshot);
    assert.ok(Math.abs(model.score(train).objective - snapshot.train.objective) < 1e-6);
    assert.equal(trip.restore(JSON.stringify(model)).fingerprint, model.fingerprint);
    model.dispose();
  }
});

test('leaving the loop does not cancel; a second loop continues', async () => {
  const run = trainer.fit(train, { epochs: 3000, restarts: 1 });
  for await (const snapshot of run) if (snapshot.epoch >= 0) break;
  const rest = await collect(run);
  assert.equal(rest.at(-1).epoch, 3000);
  assert.equal((await run.model).fingerprint, trip.fit(train, { epochs: 3000, restarts: 1 }).fingerprint);
});

test('snapshots of several restarts carry their index, the last one is the kept one', async () => {
  const run = trainers[3].fit(train, { epochs: 2000, restarts: 6 });
  const snapshots = await collect(run);
  const seen = new Set(snapshots.map((snapshot) => snapshot.restart));
  assert.ok(seen.size > 1 && [...seen].every((restart) => restart >= 0 && restart < 6));
  const last = snapshots.at(-1);
  assert.equal(last.restarts.length, 6);
  assert.equal(last.train.objective, Math.min(...last.restarts.map((report) => report.objective)));
  assert.equal(trip.modelAt(last).best, (await run.model).best);
  for (const own of snapshots)
    if (own.restarts.every(({ restart }) => restart !== own.restart)) assert.equal(trip.modelAt(own).best, -1);
});

test('abort: for promise and loop, silence afterwards, the worker free', async () => {
  const control = new AbortController();
  const run = trainer.fit(train, long, { signal: control.signal });
  let arrived = 0;
  const loop = (async () => {
    for await (const _ of run) arrived++;
  })();
  while (arrived === 0) await sleep(1);
  control.abort(new Error('enough'));
  const atAbort = arrived;
  await assert.rejects(run.model, (error) => isTripError('aborted')(error) && error.cause.message === 'enough');
  await assert.rejects(loop, isTripError('aborted'));
  await trainer.fit(train, { epochs: 1, restarts: 1 }).model;
  await sleep(80);
  assert.equal(arrived, atAbort);
  assert.deepEqual(await collectErrors(run), ['aborted']);
});

async function collectErrors(run) {
  const codes = [];
  await collect(run).catch((error) => codes.push(error.code));
  return codes;
}

test('abort of a paused run and of one in the queue', async () => {
  const control = new AbortController();
  const first = trainer.fit(train, long, { signal: control.signal, paused: true });
  const second = trainer.fit(train, long, { signal: control.signal });
  control.abort();
  await assert.rejects(first.model, isTripError('aborted'));
  await assert.rejects(second.model, isTripError('aborted'));
  await trainer.fit(train, { epochs: 1, restarts: 1 }).model;
});

test('one signal serves any number of runs', async (t) => {
  const warnings = [];
  const hear = (warning) => warnings.push(warning.message);
  process.on('warning', hear);
  t.after(() => process.off('warning', hear));
  const control = new AbortController();
  const settings = { signal: control.signal };
  await trainer.fit(train, { epochs: 5, restarts: 1 }, settings).model;
  const runs = Array.from({ length: 30 }, () => trainer.fit(train, long, settings));
  control.abort();
  for (const run of runs) await assert.rejects(run.model, isTripError('aborted'));
  await sleep(10);
  assert.deepEqual(warnings, []);
});

test('a signal that is aborted already', async () => {
  const run = trainer.fit(train, long, { signal: AbortSignal.abort() });
  await assert.rejects(run.model, isTripError('aborted'));
  assert.deepEqual(await collectErrors(run), ['aborted']);
});

test('runs wait in a queue and share the workers', async () => {
  const runs = Array.from({ length: 5 }, (_, seed) => trainers[3].fit(train, { epochs: 30, seed, restarts: 2 }));
  const models = await Promise.all(runs.map((run) => run.model));
  models.forEach((model, seed) => {
    assert.equal(model.fingerprint, trip.fit(train, { epochs: 30, seed, restarts: 2 }).fingerprint);
  });
});

test('an absurd learning rate ends as diverged', async () => {
  const model = await trainer.fit(train, { epochs: 100, restarts: 1, learningRate: 1e30 }).model;
  assert.equal(model.restarts[0].diverged, true);
  assert.equal(model.fingerprint, trip.fit(train, { epochs: 100, restarts: 1, learningRate: 1e30 }).fingerprint);
});

test('bad options are refused at once, bad values by promise and loop', async () => {
  assert.throws(() => trainer.fit(train, { lamda: 1 }), isTripError('option', 'did you mean lambda?'));
  assert.throws(() => trainer.fit(train, { onEpoch() {} }), isTripError('option', 'synchronous'));
  assert.throws(() => trainer.fit(train, null), isTripError('option', 'options is null'));
  assert.throws(() => trainer.fit(train, {}, { speed: 1 }), isTripError('option', '"speed"'));
  assert.throws(() => trainer.fit(train, {}, { signal: true }), isTripError('option', 'AbortSignal'));
  assert.throws(() => trainer.fit(train, {}, { snapshotEvery: 0 }), isTripError('option', 'snapshotEvery is 0'));
  assert.throws(() => trainer.fit(train, {}, { epochsPerSecond: -1 }), isTripError('option', 'epochsPerSecond is -1'));
  assert.throws(() => trainer.fit(train, {}, { paused: 1 }), isTripError('option', 'paused is 1'));
  const bad = structuredClone(train);
  bad.x[5] = Number.NaN;
  const run = trainer.fit(bad, { epochs: 5, restarts: 1 });
  await assert.rejects(run.model, isTripError('value'));
  assert.deepEqual(await collectErrors(run), ['value']);
  await trainer.fit(train, { epochs: 1, restarts: 1 }).model;
});

test('values that are not plain data never reach a worker', async () => {
  const expected = trip.fit(train, { epochs: 5, restarts: 1 }).fingerprint;
  const observed = { ...train, load() {}, shape: new Proxy(train.shape, {}) };
  assert.equal((await trainer.fit(observed, { epochs: 5, restarts: 1 }).model).fingerprint, expected);
  const plan = { data: train, grid: { hidden: [[5]], epochs: [5] }, folds: 2 };
  const proxied = { ...plan, grid: { hidden: [new Proxy([5], {})], epochs: [5] } };
  assert.deepEqual((await trainer.sweep(proxied)).rows, (await trainer.sweep(plan)).rows);
});

test('createTrainer checks its options', async () => {
  await assert.rejects(createTrainer({ worker: 1 }), isTripError('option', 'did you mean workers?'));
  await assert.rejects(createTrainer({ workers: 0 }), isTripError('option', 'workers is 0'));
  await assert.rejects(createTrainer({ trip: {} }), isTripError('option', 'trip is an object'));
});

test('a worker that dies: its run fails, others live, and it is replaced', async () => {
  const workerUrl = new URL('./fixtures/dying-worker.mjs', import.meta.url);
  const mortal = await createTrainer({ workers: 2, trip, workerUrl });
  const doomed = mortal.fit(train, { ...long, learningRate: 0.666 });
  const other = mortal.fit(train, { epochs: 4000, restarts: 1 });
  await assert.rejects(doomed.model, isTripError('worker', 'exit code 3'));
  assert.deepEqual(await collectErrors(doomed), ['worker']);
  assert.equal((await other.model).fingerprint, trip.fit(train, { epochs: 4000, restarts: 1 }).fingerprint);
  const again = await Promise.all([1, 2, 3].map((seed) => mortal.fit(train, { epochs: 20, restarts: 1, seed }).model));
  assert.equal(again.length, 3);
  await mortal.close();
});

test('local: the same result without workers, in slices, with every function of a run', async () => {
  const local = await createTrainer({ workers: 2, local: true, trip });
  const expected = trip.fit(train, { epochs: 300, restarts: 3 });
  const [run, other] = [
    local.fit(train, { epochs: 300, restarts: 3 }),
    local.fit(train, { epochs: 40, restarts: 1, seed: 5 }),
  ];
  let turns = 0;
  const clock = setInterval(() => turns++, 1);
  const snapshots = [];
  for await (const { epoch } of run) snapshots.push(epoch);
  clearInterval(clock);
  assert.ok(turns > 2, `${turns} turns of other things while ${snapshots.length} snapshots came`);
  assert.equal((await run.model).fingerprint, expected.fingerprint);
  assert.equal((await other.model).fingerprint, trip.fit(train, { epochs: 40, restarts: 1, seed: 5 }).fingerprint);
  const stop = new AbortController();
  const endless = local.fit(train, long, { signal: stop.signal });
  await endless[Symbol.asyncIterator]().next();
  stop.abort();
  await assert.rejects(endless.model, isTripError('aborted'));
  assert.equal(
    (await local.fit(train, { epochs: 20, restarts: 1 }).model).fingerprint,
    trip.fit(train, { epochs: 20, restarts: 1 }).fingerprint,
  );
  await local.close();
});

test('close ends everything', async () => {
  const short = await createTrainer({ workers: 1, trip });
  const running = short.fit(train, long);
  const waiting = short.fit(train, long);
  await running[Symbol.asyncIterator]().next();
  const loop = collectErrors(running);
  await short.close();
  await assert.rejects(running.model, isTripError('closed'));
  await assert.rejects(waiting.model, isTripError('closed'));
  assert.deepEqual(await loop, ['closed']);
  assert.throws(() => short.fit(train), isTripError('closed'));
  await short.close();
  await short[Symbol.asyncDispose]();
});

test('idle workers let Node end, busy ones do not, failures nobody awaits are quiet', () => {
  const script = fileURLToPath(new URL('./fixtures/idle-trainer.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', timeout: 60_000 });
  assert.deepEqual([status, stdout.trim(), stderr], [0, 'trained 50', '']);
});

test('a worker that ends a restart in a pause trains the next one no further than was asked', async () => {
  const run = trainer.fit(train, { epochs: 5, restarts: 2 }, { paused: true });
  const seen = [];
  const reading = (async () => {
    for await (const { restart, epoch } of run) seen.push(`${restart},${epoch}`);
  })();
  for (const [steps, last] of [
    [5, '1,0'],
    [2, '1,2'],
  ]) {
    run.step(steps);
    for (let tries = 0; tries < 1000 && !seen.includes(last); tries++) await sleep(10);
    await sleep(200);
    assert.equal(seen.at(-1), last);
  }
  run.resume();
  sameModel(await run.model, trip.fit(train, { epochs: 5, restarts: 2 }));
  await reading;
});

test('a free worker goes to the run with the fewest workers, of equal ones to the older', async () => {
  const [given, ready] = [[], []];
  const open = ({ onMessage }) => {
    ready.push(() => onMessage({ type: 'ready' }));
    return { postMessage() {}, terminate() {} };
  };
  const pool = new Pool(3, { open, workerUrl: undefined, compiled: Promise.resolve({}), startTimeout: 1e6 });
  const client = (name) => ({
    ...{ waiting: 9, settled: false, active: new Set(), fail() {} },
    startNext(slot) {
      given.push(name);
      this.active.add(slot);
      slot.assign({ onMessage() {}, onLost() {} }, { type: 'start', job: given.length, training: null });
    },
  });
  pool.add(client('older'));
  pool.add(client('newer'));
  for (const answer of ready) {
    answer();
    await sleep(0);
  }
  assert.deepEqual(given, ['older', 'newer', 'older']);
  await pool.close();
});

test('by default one worker fewer than processors, from 1 to 8; limits of the options', async () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const restore = () => (own ? Object.defineProperty(globalThis, 'navigator', own) : delete globalThis.navigator);
  for (const [hardwareConcurrency, workers] of [
    [1, 1],
    [2, 1],
    [5, 4],
    [9, 8],
    [64, 8],
  ]) {
    Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency }, configurable: true });
    const local = await createTrainer({ trip, local: true }).finally(restore);
    assert.equal(local.workers, workers);
    await local.close();
  }
  await assert.rejects(createTrainer({ trip, workers: 65 }), isTripError('option', 'workers is 65', 'from 1 to 64'));
  await assert.rejects(createTrainer({ trip, startTimeout: 2 ** 31 }), isTripError('option', 'to 2147483647'));
});
