/** Memory: ten thousand trainings and ten thousand failures leak nothing; unreachable models are collected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { checksumOf, loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sleep } from './support.mjs';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** The memory of each instance that is loaded from now on. */
const memories = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const result = await instantiate(...args);
  const { exports } = result.instance ?? result;
  memories.push(Object.values(exports).find((value) => value instanceof WebAssembly.Memory));
  return result;
};

async function freshInstance() {
  const trip = await loadTrip();
  return { trip, memory: memories.at(-1) };
}

/** Number of models of 160 kB that fit before the heap must grow, which measures the allocator's free memory. */
function room({ trip, memory }) {
  const wide = trip.dataset({ x: numbers(40_000), shape: [2, 20_000], y: ['a', 'b'] });
  const model = trip.fit(wide, { epochs: 0, restarts: 1, ranks: [1], hidden: [], standardize: false });
  const models = [model];
  const before = memory.buffer.byteLength;
  while (memory.buffer.byteLength === before) models.push(trip.modelAt(model));
  for (const each of models) each.dispose();
  return models.length;
}

const heapUsed = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const tiny = { x: numbers(40), shape: [4, 10], y: [0, 1, 0, 1] };
const options = { epochs: 1, restarts: 1, hidden: [3], record: 1 };

/** Heap, allocator and objects of JavaScript have the same size as after one call. */
async function leavesNothing(call) {
  const [expected, instance] = [await freshInstance(), await freshInstance()];
  call(expected.trip, 0);
  call(instance.trip, 0);
  const { byteLength } = instance.memory.buffer;
  const used = heapUsed();
  for (let i = 0; i < 10_000; i++) call(instance.trip, i);
  assert.equal(instance.memory.buffer.byteLength, byteLength);
  assert.ok(heapUsed() - used < 2e6, `${heapUsed() - used} bytes of JavaScript objects more`);
  const [free, wanted] = [room(instance), room(expected)];
  assert.ok(wanted > 10 && free >= wanted - 1, `room for ${free} models, before for ${wanted}`);
}

test('10,000 models, trained, used and disposed of', () => {
  let data;
  return leavesNothing((trip, i) => {
    data ??= trip.dataset(tiny);
    const cells = { data, grid: {}, options: { epochs: 1, restarts: 1, hidden: [3] }, folds: 2 };
    const model = trip.fit(data, options);
    if (i % 10 === 0) trip.modelAt(model, model.frames[0]).dispose();
    if (i % 10 === 1) model.explain(data, { samples: [0] }).dispose();
    if (i % 10 === 2) trip.sweepCell(cells, { point: 0, trial: 0, fold: 1 });
    model.predict(data);
    model.dispose();
    model.dispose();
    assert.throws(() => model.transform(data), isTripError('disposed', 'the model has been disposed of'));
  });
});

// The stack has 1 MB: a leak of 105 bytes per failure would overflow it.
test('10,000 calls that fail in the core', () => {
  const calls = [
    (trip, { hole }) => trip.fit(hole, options),
    (trip, { data, hole }) => trip.fit(data, { ...options, test: hole }),
    (_, { model, hole }) => model.predict(hole),
    (_, { model, hole }) => model.score(hole),
    (trip, { model }) => trip.modelAt(model, { ...model.frames[0], parameters: new Float32Array(5) }),
    (trip, { model }) => trip.modelAt({ ...model, parameters: model.parameters, spec: { ...model.spec, ranks: [11] } }),
    (trip) => trip.randomTensors({ dims: [2, 2], nonzeros: 5 }),
    (trip) => trip.planted({ dims: [10] }),
    (trip, { foreign }) => trip.restore(foreign),
  ];
  const things = new WeakMap();
  return leavesNothing((trip, i) => {
    if (!things.has(trip)) {
      const data = trip.dataset(tiny);
      const hole = { ...data, x: Float32Array.from(data.x, (value, i) => (i === 3 ? Number.NaN : value)) };
      const model = trip.fit(data, options);
      const other = { ...JSON.parse(JSON.stringify(model)), fingerprint: '0123' };
      things.set(trip, { data, hole, model, foreign: { ...other, checksum: checksumOf(other) } });
    }
    // The first call meets all of them.
    for (const call of i === 0 ? calls : [calls[i % calls.length]]) {
      assert.throws(
        () => call(trip, things.get(trip)),
        (error) => error.constructor.name === 'TripError' && error.code !== 'internal',
      );
    }
  });
});

test('unreachable models and explanations are collected', async () => {
  const { trip, memory } = await freshInstance();
  const wide = trip.dataset({ x: numbers(40_000), shape: [2, 20_000], y: ['a', 'b'] });
  const model = trip.fit(wide, { epochs: 0, restarts: 1, ranks: [1], hidden: [], standardize: false });
  const { byteLength } = memory.buffer;
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 8; i++) trip.modelAt(model).explain(wide);
    collectGarbage();
    await sleep(0);
  }
  // 320 models of 160 kB.
  assert.ok(memory.buffer.byteLength < byteLength + 16e6, `${memory.buffer.byteLength - byteLength} bytes more`);
});

test('using: a model is disposed of at the end of its block, and its results stay', async () => {
  const { trip } = await freshInstance();
  const data = trip.dataset(tiny);
  const model = trip.fit(data, options);
  const explanation = model.explain(data, { samples: [1] });
  const [latent, fingerprint] = [model.transform(data), model.fingerprint];
  const copy = latent.slice();
  for (const each of [model, explanation]) each[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
  assert.throws(() => model.predict(data), isTripError('disposed'));
  assert.throws(() => explanation.local(0), isTripError('disposed', 'the explanation has been disposed of'));
  assert.equal(explanation.local(1).sample, 1);
  // No result is a view of the heap: growth would detach it, further calls would change it.
  room({ trip, memory: memories.at(-1) });
  assert.deepEqual(latent, copy);
  assert.equal(trip.fit(data, options).fingerprint, fingerprint);
});

test('the heap may grow during any call', async () => {
  const { trip, memory } = await freshInstance();
  const small = trip.fit(trip.dataset(tiny), options);
  const before = memory.buffer.byteLength;
  const big = trip.dataset({ x: numbers(4_000_000), shape: [4, 1_000_000], y: [0, 1, 0, 1] });
  const model = trip.fit(big, { epochs: 1, restarts: 1, hidden: [], ranks: [1], standardize: false });
  assert.ok(memory.buffer.byteLength > before);
  assert.equal(model.transform(big).length, 4);
  assert.equal(model.inverseTransform([1]).length, 1_000_000);
  assert.equal(trip.modelAt(model).fingerprint, model.fingerprint);
  assert.equal(trip.fit(trip.dataset(tiny), options).fingerprint, small.fingerprint);
});

test('a trainer on this thread frees each training', async () => {
  const { trip, memory } = await freshInstance();
  const local = await createTrainer({ trip, local: true, workers: 1 });
  const wide = trip.dataset({ x: numbers(40_000), shape: [2, 20_000], y: ['a', 'b'] });
  const given = { epochs: 1, restarts: 1, ranks: [1], hidden: [], standardize: false };
  const train = async (count) => {
    for (let i = 0; i < count; i++) (await local.fit(wide, given).model).dispose();
  };
  await train(3);
  const { byteLength } = memory.buffer;
  await train(60);
  await local.close();
  assert.equal(memory.buffer.byteLength, byteLength);
});
