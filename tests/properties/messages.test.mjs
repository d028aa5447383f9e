/** Any messages between a trainer and its worker: neither side ends, and the worker goes on to train. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { Slot } from '../../dist/workers/pool.js';
import { Server } from '../../dist/workers/serve.js';
import { askWorker, defaultReading, isCall, openByClient } from './import-worker.mjs';
import { edited, edits, holds, oddText, oddValue } from './support.mjs';

const trip = await loadTrip();
const compiled = await WebAssembly.compile(readFileSync(new URL('../../dist/core-simd.wasm', import.meta.url)));
const { train } = trip.spiral({ samplesPerClass: 6, noiseSamplesPerClass: 1, noiseDimensions: 2 });

/** The messages of a real run and a real sweep, without their worker. */
async function recorded() {
  const messages = [];
  const workerUrl = new URL('../../dist/worker.js', import.meta.url);
  const { post } = Slot.prototype;
  Slot.prototype.post = function (message) {
    messages.push(structuredClone(message));
    post.call(this, message);
  };
  const trainer = await createTrainer({ trip, workers: 1, workerUrl });
  const options = { epochs: 3, restarts: 2, hidden: [2] };
  const run = trainer.fit(train, options, { paused: true });
  run.step(1);
  run.stepTo(2);
  run.setSpeed(1e6);
  run.resume();
  await run.model;
  await trainer.fit(train, { epochs: 12, restarts: 6, hidden: [2], halving: true }).model;
  await trainer.sweep({ data: train, grid: { lambda: [1] }, options, folds: 2 });
  await trainer.close();
  Slot.prototype.post = post;
  return messages;
}
const real = await recorded();
assert.ok(
  real.some(({ state }) => state),
  'no restart rests and goes on',
);
/** Ids are never reused: a worker ignores a job that it has begun already. */
let jobs = 1000;
const ownJob = (message) => (typeof message?.job === 'number' ? { ...message, job: ++jobs } : message);
const load = { type: 'load', compiled };

/** Nothing long: a message may be changed into a long training. */
const isShort = ({ training, task }) =>
  [training, ...(Array.isArray(task?.trainings) ? task.trainings : [])].every(
    (one) => !(one?.options?.epochs > 100) && !(one?.options?.restarts > 100) && !(one?.options?.hidden?.length > 8),
  );

async function freshServer() {
  const sent = [];
  const server = new Server((message) => sent.push(message));
  await server.onMessage(load);
  assert.deepEqual(
    sent.map(({ type }) => type),
    ['loading', 'ready'],
  );
  return { server, sent };
}

test('a job that a worker cannot begin is answered, and changes nothing for the others', async () => {
  const reasons = (sent) => sent.filter(({ type }) => type === 'failed').map(({ job, error }) => [job, error]);
  const start = () => ownJob(structuredClone(real.find(({ type, training }) => type === 'start' && training !== null)));
  const early = [];
  const first = start();
  await new Server((message) => early.push(message)).onMessage(first);
  assert.deepEqual(reasons(early), [[first.job, { code: 'worker', message: 'the worker has not loaded the core' }]]);
  const { server, sent } = await freshServer();
  const [one, other] = [start(), start()];
  const running = server.onMessage(one);
  await server.onMessage(other);
  await server.onMessage({ type: 'resume', job: one.job });
  await running;
  assert.deepEqual(reasons(sent), [[other.job, { code: 'worker', message: 'the worker has another job' }]]);
  assert.equal(sent.at(-1).type, 'finished');
  assert.equal(sent.at(-1).job, one.job);
});

test('a worker answers or ignores any message, and trains afterwards', async () => {
  let { server, sent } = await freshServer();
  const message = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.nat(real.length - 1), edits).map(([at, changes]) => edited(real[at], changes)),
    },
    { weight: 2, arbitrary: fc.nat(real.length - 1).map((at) => structuredClone(real[at])) },
    oddValue,
    fc.constantFrom(undefined, 1n, { type: 'load' }, { type: 'pause' }, { type: 'start' }, { type: 'cell', job: 5 }),
  );
  const property = fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 4 }), async (messages) => {
    sent.length = 0;
    const waiting = [];
    for (const given of messages) {
      if (typeof given === 'object' && given !== null && !isShort(given)) continue;
      waiting.push(server.onMessage(given?.type === 'start' || given?.type === 'cell' ? ownJob(given) : given));
      server.end();
    }
    await Promise.all(waiting);
    for (const { type, error } of sent) if (type === 'failed') assert.equal(typeof error.message, 'string');
    // A pool replaces a worker whose core is in an unknown state.
    if (sent.some(({ fatal }) => fatal)) ({ server, sent } = await freshServer());
    sent.length = 0;
    const start = structuredClone(real.find(({ type, training }) => type === 'start' && training));
    await server.onMessage({ ...ownJob(start), pace: { allowance: null, epochsPerSecond: Number.POSITIVE_INFINITY } });
    assert.equal(sent.at(-1).type, 'finished', JSON.stringify(sent.at(-1)).slice(0, 300));
  });
  await holds(property, 0.25);
});

test('a trainer ignores what is no message of the current job', async () => {
  const answers = [
    'loading',
    'ready',
    'unloadable',
    'pulse',
    'started',
    'progress',
    'finished',
    'rested',
    'failed',
    'report',
    'cancelled',
  ];
  const message = fc.oneof(
    oddValue,
    fc.record({
      type: fc.oneof(fc.constantFrom(...answers), oddValue),
      job: fc.oneof(fc.integer({ min: 0, max: 9 }), oddValue),
      error: oddValue,
    }),
  );
  const property = fc.asyncProperty(fc.array(message, { maxLength: 8 }), async (messages) => {
    const job = 7;
    const heard = [];
    const listeners = [];
    const thread = { postMessage() {}, terminate() {} };
    const open = (listener) => {
      listeners.push(listener);
      return thread;
    };
    const slot = new Slot({
      workerUrl: undefined,
      open,
      compiled: Promise.resolve(compiled),
      startTimeout: 1e6,
      onChange() {},
    });
    const started = slot.start();
    listeners[0].onMessage({ type: 'ready' });
    await started;
    const assignment = { onMessage: (own) => heard.push(own), onLost: () => heard.push({ job, lost: true }) };
    slot.assign(assignment, { type: 'start', job, training: null });
    for (const own of messages) listeners[0].onMessage(own);
    await slot.stop();
    for (const own of heard) assert.equal(own.job, job);
    const ends = heard.filter(({ type }) => type !== 'started' && type !== 'progress');
    assert.ok(ends.length <= 1, 'a job ended twice');
  });
  await holds(property);
});

const text = ['a,b,kind', ...Array.from({ length: 60 }, (_, n) => `${n % 7},${(n * 5) % 11},k${n % 2}`)].join('\n');
const choice = { target: 'kind', task: 'classification', missing: 'refuse', categories: 'refuse' };
const calls = [
  { call: 'open', source: text },
  { call: 'inspect', reading: defaultReading },
  { call: 'answers', target: 'kind' },
  { call: 'read', reading: defaultReading, choice },
].map((own, id) => ({ ...own, id, language: 'en' }));

test("the page's worker for tables answers each call once, whatever the messages before", async () => {
  const message = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(fc.nat(calls.length - 1), edits).map(([at, changes]) => edited(calls[at], changes)),
    },
    { weight: 2, arbitrary: fc.nat(calls.length - 1).map((at) => structuredClone(calls[at])) },
    oddValue,
    fc.constantFrom(undefined, null, 1n),
  );
  const property = fc.asyncProperty(fc.array(message, { maxLength: 4 }), async (messages) => {
    for (const own of messages) {
      const replies = await askWorker(own);
      const ends = replies.filter(({ type }) => type !== 'progress');
      assert.equal(ends.length, isCall(own) ? 1 : 0);
      for (const { id } of replies) assert.ok(Object.is(id, own.id));
    }
    for (const own of calls) {
      const replies = await askWorker(own);
      assert.equal(replies.at(-1)?.type, 'done', JSON.stringify(replies.at(-1)).slice(0, 300));
    }
  });
  await holds(property, 0.25);
});

test("the client of the page's worker for tables settles each call, whatever the messages", async () => {
  const reply = fc.oneof(
    oddValue,
    fc.constantFrom(undefined, null, { type: 'failed', id: 1 }, { type: 'done', id: 1 }),
    fc.record({
      type: fc.oneof(fc.constantFrom('progress', 'done', 'failed'), oddText),
      id: fc.oneof(fc.constantFrom(1, 2, 3), oddValue),
      value: fc.oneof(oddValue, fc.record({ notes: oddValue })),
      error: fc.oneof(
        oddValue,
        fc.record({
          kind: fc.oneof(fc.constantFrom('refusal', 'table', 'other'), oddText),
          reason: oddValue,
          code: oddValue,
          message: oddValue,
          details: oddValue,
        }),
      ),
    }),
  );
  const property = fc.asyncProperty(fc.array(reply, { maxLength: 6 }), async (replies) => {
    const opens = ({ call, id }, receive) => call === 'open' && receive({ type: 'done', id, value: true });
    const { table, receive } = await openByClient(text, opens);
    const settled = new Set();
    const asked = [
      table.inspect(defaultReading),
      table.answers('kind'),
      table.read(defaultReading, choice, () => {}),
    ].map((promise, at) =>
      promise.then(
        () => settled.add(at + 1),
        () => settled.add(at + 1),
      ),
    );
    for (const own of replies) receive(structuredClone(own));
    await new Promise(setImmediate);
    for (const own of replies)
      if (['done', 'failed'].includes(own?.type) && [1, 2, 3].includes(own.id)) assert.ok(settled.has(own.id));
    table.close();
    await Promise.all(asked);
  });
  await holds(property);
});
