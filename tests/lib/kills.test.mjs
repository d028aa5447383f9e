/** Workers that are killed 20 times at random moments, and messages that arrive late, twice or from elsewhere: nothing is lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createTrainer } from '../../dist/trainer.js';
import { Slot } from '../../dist/workers/pool.js';
import { numbers, sameModel, sleep, smallSpiral, trip } from './support.mjs';

const { train } = smallSpiral();
const seed = Number(process.env.KILLS_SEED ?? 5);
const kills = 20;

/** Random numbers from 0 to 1, which follow from the seed. */
function randomly() {
  const values = numbers(10_000, seed);
  let at = 0;
  return () => (1 + values[at++ % values.length]) / 2;
}

/** The living workers, and the job that each has. Two deaths of a worker in the same job would fail it, so each job is hit once. */
const jobs = new Map();
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...more) {
  if (!jobs.has(this)) this.once('exit', () => jobs.delete(this));
  if (message?.type === 'load') jobs.set(this, 'loading');
  if (message?.type === 'start') jobs.set(this, `restart ${message.restart}`);
  if (message?.task?.trainings)
    jobs.set(this, JSON.stringify([message.task.trainings[0].options, [...message.task.heldOut.x]]));
  postMessage.call(this, message, ...more);
};

/** Kills 20 workers at random moments: while they load, train, or wait. */
async function kill() {
  const random = randomly();
  const hit = new Set();
  let killed = 0;
  for (let loading = 0; killed < kills; ) {
    await sleep(30 * random());
    // A place stays empty after three deaths in a row before the first job.
    const mayDie = ([, job]) => (job === 'loading' ? loading < 4 : !hit.has(job));
    const alive = [...jobs].filter(mayDie);
    if (alive.length === 0) continue;
    const [worker, job] = alive[Math.floor(random() * alive.length)];
    if (job === 'loading') loading++;
    else hit.add(job);
    jobs.delete(worker);
    killed++;
    await worker.terminate();
  }
  return killed;
}

async function mortalTrainer(t, workers) {
  jobs.clear();
  const trainer = await createTrainer({ workers, trip });
  t.after(() => trainer.close());
  return trainer;
}

test(`a fit of 60 restarts, ${kills} workers killed: the same model, and snapshots as if none had been`, async (t) => {
  const trainer = await mortalTrainer(t, 3);
  const options = { epochs: 1500, restarts: 60, record: 3 };
  const expected = trip.fit(train, options);
  const run = trainer.fit(train, options);
  const newest = new Map();
  const watched = (async () => {
    for await (const { restart, epoch, history, progress } of run) {
      assert.ok(epoch >= (newest.get(restart) ?? 0), `restart ${restart} went back to epoch ${epoch}`);
      newest.set(restart, epoch);
      if (restart === expected.best)
        assert.deepEqual(history.loss, expected.history.loss.subarray(0, history.loss.length));
      assert.ok(progress >= 0 && progress <= 1);
    }
  })();
  const [model, killed] = await Promise.all([run.model, kill()]);
  await watched;
  assert.equal(killed, kills);
  sameModel(model, expected);
  t.diagnostic(`${killed} workers killed`);
});

test(`a sweep, ${kills} workers killed: the same rows, none lost`, async (t) => {
  const trainer = await mortalTrainer(t, 3);
  const grid = { lambda: [0.01, 0.1, 1], learningRate: [0.01, 0.02] };
  const plan = { data: train, grid, options: { epochs: 800, restarts: 2 }, folds: 4, trials: 3 };
  const [table, killed] = await Promise.all([trainer.sweep(plan), kill()]);
  assert.equal(killed, kills);
  assert.equal(table.rows.length, 72);
  assert.deepEqual(table, await trainer.sweep(plan, { executor: 'here' }));
  t.diagnostic(`${killed} workers killed, ${72 - table.rows.length} rows lost`);
});

test('a paused run whose worker is killed trains as far as the reader had asked', async (t) => {
  const trainer = await mortalTrainer(t, 1);
  const run = trainer.fit(train, { epochs: 60, restarts: 1 }, { paused: true });
  const snapshots = run[Symbol.asyncIterator]();
  const until = async (epoch) => {
    for (let seen = -1; seen < epoch; ) seen = (await snapshots.next()).value.epoch;
  };
  await until(0);
  run.step(10);
  await until(10);
  await [...jobs.keys()][0].terminate();
  run.step(10);
  await until(20);
  run.stepTo(40);
  await until(40);
  run.resume();
  sameModel(await run.model, trip.fit(train, { epochs: 60, restarts: 1 }));
});

test('a worker that was made to forget its training gets it again, also for a restart that goes on', async (t) => {
  const { postMessage } = Worker.prototype;
  t.after(() => {
    Worker.prototype.postMessage = postMessage;
  });
  let forgotten = false;
  Worker.prototype.postMessage = function (message, ...more) {
    if (!forgotten && message?.type === 'start' && message.training === null && message.state) {
      forgotten = true;
      postMessage.call(this, { type: 'forget' });
    }
    postMessage.call(this, message, ...more);
  };
  const trainer = await mortalTrainer(t, 1);
  const options = { epochs: 200, restarts: 6, halving: true };
  sameModel(await trainer.fit(train, options).model, trip.fit(train, options));
  assert.ok(forgotten, 'no restart rested and went on');
});

/** Messages that belong to nothing: of other scripts, of jobs that are not begun, with wrong contents. */
const foreign = [
  ...[
    null,
    'text',
    7,
    [],
    {},
    { type: 'nothing' },
    { type: 'load' },
    { type: 'unloadable', error: {} },
    { type: 'ready' },
  ],
  ...['start', 'cell', 'cancel', 'pause', 'speed', 'finished', 'failed', 'report', 'progress', 'started'].map(
    (type) => ({
      type,
      job: 1e9,
    }),
  ),
];

/**
 * Delivers a message once or twice, at once or later, and foreign ones between; first messages keep their order. Foreign ones begin when
 * the worker is loaded: before, a foreign `ready` or `unloadable` is what the worker itself would say.
 */
function restless(deliver, random) {
  let queue = Promise.resolve();
  let loaded = false;
  return (message) => {
    const [late, twice, other] = [random(), random(), random()];
    queue = queue.then(async () => {
      if (late < 0.3) await sleep(20 * random());
      if (loaded && other < 0.3) deliver(foreign[Math.floor(random() * foreign.length)]);
      deliver(structuredClone(message));
      loaded ||= message.type === 'load' || message.type === 'ready';
      if (twice < 0.2) deliver(structuredClone(message));
      else if (twice < 0.4) setTimeout(() => deliver(structuredClone(message)), 30 * random());
    });
  };
}

test('late, doubled and foreign messages in both directions: the same models, snapshots and rows', async (t) => {
  const random = randomly();
  const ways = new WeakMap();
  const { post } = Slot.prototype;
  const { on } = Worker.prototype;
  Slot.prototype.post = function (message) {
    if (!ways.has(this))
      ways.set(
        this,
        restless((own) => post.call(this, own), random),
      );
    ways.get(this)(message);
  };
  Worker.prototype.on = function (event, listener) {
    return on.call(this, event, event === 'message' ? restless(listener, random) : listener);
  };
  t.after(() => {
    Object.assign(Slot.prototype, { post });
    Object.assign(Worker.prototype, { on });
  });
  const trainer = await createTrainer({ workers: 2, trip });
  t.after(() => trainer.close());
  const plan = { data: train, grid: { lambda: [0.01, 0.1] }, options: { epochs: 100, restarts: 1 }, folds: 3 };
  for (const [own, options] of [
    [1, { epochs: 300, restarts: 6 }],
    [2, { epochs: 100, restarts: 3, record: 2, lambda: 'validate' }],
    [3, { epochs: 50, restarts: 5, method: 'pca' }],
  ]) {
    const expected = trip.fit(train, { ...options, seed: own });
    const run = trainer.fit(train, { ...options, seed: own }, { paused: own === 1 });
    if (own === 1) {
      run.step(5);
      run.resume();
    }
    for await (const { epoch, history } of run) assert.equal(history.loss.length, epoch);
    sameModel(await run.model, expected);
    const { rows } = await trainer.sweep({ ...plan, seed: own });
    assert.equal(rows.length, 6);
    assert.deepEqual(rows[5], trip.sweepCell({ ...plan, seed: own }, { point: 1, trial: 0, fold: 2 }));
    const control = new AbortController();
    const aborted = trainer.fit(train, { epochs: 1_000_000, restarts: 1 }, { signal: control.signal });
    await sleep(10);
    control.abort();
    await assert.rejects(aborted.model);
  }
});
