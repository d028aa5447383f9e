/** Trainers under disturbance: aborts at any moment, workers that are killed, scripts that never answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameModel, signs, sleep, smallSpiral, trip } from './support.mjs';

const { train } = smallSpiral();
const fixture = (name) => new URL(`./fixtures/${name}-worker.mjs`, import.meta.url);
const long = { epochs: 1_000_000, restarts: 1 };
const short = { epochs: 20, restarts: 3 };
const plan = {
  data: train,
  grid: { lambda: [0.01, 0.1], restarts: [2] },
  options: { epochs: 2000, restarts: 1 },
  folds: 3,
};

/** A trainer whose workers publish their messages. */
async function talkingTrainer(t, workers) {
  const channel = new BroadcastChannel('trip-test');
  const messages = [];
  channel.onmessage = ({ data }) => messages.push(data);
  const trainer = await createTrainer({ workers, trip, workerUrl: fixture('talking') });
  t.after(async () => {
    await trainer.close();
    channel.close();
  });
  return { trainer, messages };
}

const ends = ['finished', 'failed', 'cancelled', 'report'];

test('100 aborts at any moment: nothing arrives afterwards, and results are as before', async (t) => {
  const { trainer, messages } = await talkingTrainer(t, 2);
  const expected = trip.fit(train, short);
  const row = trip.sweepCell(plan, { point: 1, trial: 0, fold: 2 });
  let stray = 0;
  for (const [i, value] of numbers(100, 5).entries()) {
    const control = new AbortController();
    const { signal } = control;
    const onResult = () => {
      if (signal.aborted) stray++;
    };
    let ended;
    if (i % 4 === 0) ended = trainer.sweep({ ...plan, options: long }, { signal, onProgress: onResult });
    else {
      const run = trainer.fit(train, { ...long, restarts: 1 + (i % 3) }, { signal, paused: i % 10 === 1 });
      ended = run.model;
      if (i % 2 === 0) {
        (async () => {
          for await (const _ of run) onResult();
        })().catch(() => {});
      }
    }
    if (i % 5 > 0) await sleep(6 * (1 + value));
    const rejected = assert.rejects(ended, isTripError('aborted'));
    control.abort();
    await rejected;
  }
  sameModel(await trainer.fit(train, short).model, expected);
  assert.deepEqual((await trainer.sweep(plan)).rows[5], row);
  await sleep(50);
  assert.equal(stray, 0);
  const said = messages.filter(({ way, job }) => way === 'sent' && job !== undefined);
  for (const job of new Set(said.map((message) => message.job))) {
    const types = said.filter((message) => message.job === job).map(({ type }) => type);
    const end = types.findIndex((type) => ends.includes(type));
    assert.ok(end === -1 || end === types.length - 1, `job ${job}: ${types}`);
  }
});

test('the work stops: a worker that is told says so', async (t) => {
  const { trainer, messages } = await talkingTrainer(t, 1);
  const said = () => messages.some(({ type }) => type === 'cancelled');
  // On a busy machine a worker may answer so late that it is replaced: then once more.
  for (let attempt = 0; attempt < 200 && !said(); attempt++) {
    const control = new AbortController();
    const run = trainer.fit(train, long, { signal: control.signal });
    await run[Symbol.asyncIterator]().next();
    control.abort();
    await assert.rejects(run.model, isTripError('aborted'));
    sameModel(await trainer.fit(train, short).model, trip.fit(train, short));
  }
  assert.ok(said());
});

test('abort in the middle of a long computation: the worker is replaced', async (t) => {
  const { trainer, messages } = await talkingTrainer(t, 1);
  // Principal directions of as many samples as variables have no short cut: these take seconds.
  const size = 900;
  const data = trip.dataset({ x: numbers(size * size), shape: [size, size], y: signs(size, 1).y });
  const control = new AbortController();
  const run = trainer.fit(data, { method: 'pca', epochs: 0, restarts: 1 }, { signal: control.signal });
  await sleep(5);
  control.abort();
  await assert.rejects(run.model, isTripError('aborted'));
  sameModel(await trainer.fit(train, short).model, trip.fit(train, short));
  assert.equal(new Set(messages.map(({ threadId }) => threadId)).size, 2);
});

test('a worker gets the data once per run, computes a fixed projection once, and frees both', async (t) => {
  const { trainer, messages } = await talkingTrainer(t, 1);
  const matrices = trip.dataset({ x: train.x, shape: [train.shape[0], 2, 5], y: [...train.labels] });
  for (const [data, method] of [
    [train, 'trip'],
    [train, 'pca'],
    [matrices, 'tucker'],
  ]) {
    const options = { ...short, method, restarts: 5, record: 2 };
    messages.length = 0;
    sameModel(await trainer.fit(data, options).model, trip.fit(data, options));
    while (!messages.some(({ type }) => type === 'forget')) await sleep(1);
    const starts = messages.filter(({ way, type }) => way === 'received' && type === 'start');
    assert.deepEqual(
      starts.map(({ training }) => training),
      [true, false, false, false, false],
    );
  }
  const both = [trainer.fit(train, { ...short, method: 'pca' }), trainer.fit(train, short)];
  const [pca, own] = await Promise.all(both.map((run) => run.model));
  sameModel(pca, trip.fit(train, { ...short, method: 'pca' }));
  sameModel(own, trip.fit(train, short));
});

test('20 workers killed: each death fails only its run', async () => {
  const trainer = await createTrainer({ workers: 2, trip, workerUrl: fixture('dying') });
  const expected = trip.fit(train, short);
  const runs = Array.from({ length: 40 }, (_, i) =>
    trainer.fit(train, i % 2 === 0 ? { ...long, learningRate: 0.666 } : short),
  );
  const sweep = trainer.sweep(plan);
  const outcomes = await Promise.allSettled(runs.map((run) => run.model));
  for (const [i, { reason, value }] of outcomes.entries()) {
    if (i % 2 === 0) isTripError('worker', 'the worker died', 'exit code 3')(reason);
    else sameModel(value, expected);
  }
  assert.deepEqual((await sweep).rows[5], trip.sweepCell(plan, { point: 1, trial: 0, fold: 2 }));
  await trainer.close();
});

test('a script that loads but never answers fails in time with an error that names it', async () => {
  const workerUrl = fixture('silent');
  const since = performance.now();
  await assert.rejects(
    createTrainer({ workers: 2, trip, workerUrl, startTimeout: 300 }),
    isTripError('worker', 'silent-worker.mjs', '300 ms', 'startTimeout', 'give workerUrl'),
  );
  assert.ok(performance.now() - since >= 290);
  await assert.rejects(createTrainer({ startTimeout: 0 }), isTripError('option', 'startTimeout is 0'));
});
