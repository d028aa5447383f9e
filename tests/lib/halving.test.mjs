/** Successive halving: restarts that go on are uninterrupted ones, on one thread and in workers that come and go. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createTrainer } from '../../dist/trainer.js';
import { Slot } from '../../dist/workers/pool.js';
import { isTripError, sameBits, sameModel, sleep, smallSpiral, trip } from './support.mjs';

const { train, test: held } = smallSpiral();
const counts = [1, 2, 4];
const trainers = await Promise.all(counts.map((workers) => createTrainer({ workers, trip })));
after(() => Promise.all(trainers.map((each) => each.close())));

const auto = { epochs: 40, restarts: 'auto', learningRate: 0.01, test: held };

test('the reports say which restarts went on, and for how long', () => {
  const { restarts, options, best, history } = trip.fit(train, auto);
  assert.deepEqual([options.restarts, options.search, options.halving], [12, true, true]);
  const halted = restarts.map(({ haltedEpoch }) => haltedEpoch);
  const count = (epoch) => halted.filter((own) => own === epoch).length;
  assert.deepEqual([count(4), count(8), count(0)], [5, 2, 5]);
  // One searched restart; those in all dimensions would be compared after 2000 steps.
  assert.ok(halted.slice(8).every((epoch) => epoch === 0));
  for (const { epochs, haltedEpoch } of restarts) assert.equal(epochs, haltedEpoch || 40);
  assert.equal(history.loss.length, restarts[best].epochs);
  const ranking = ({ restart, objective }) => objective + (restart < 8 ? 0 : 0.03);
  assert.equal(ranking(restarts[best]), Math.min(...restarts.map(ranking)));
  assert.ok(!('haltedEpoch' in trip.fit(train, { ...auto, halving: false }).restarts[0]));
});

test('beside a search, restarts in all dimensions are compared after 2000 and 4000 steps at the earliest', async () => {
  const heavy = train.shape[0] - 5;
  // Five samples of weight 0 are no part of an epoch.
  const weighted = { ...train, sampleWeight: Float64Array.from(train.labels, (_, n) => Number(n < heavy)) };
  const first = Math.ceil(2000 / heavy);
  const options = { ...auto, batchSize: 1, epochs: 2 * first + 1 };
  for (const [epochs, expected] of [
    [2 * first + 1, { [first]: 2, [2 * first]: 1, 0: 1 }],
    [2 * first, { [first]: 2, 0: 2 }],
    [first, { 0: 4 }],
  ]) {
    const model = trip.fit(weighted, { ...options, epochs });
    const counts = {};
    for (const { haltedEpoch } of model.restarts.slice(8)) counts[haltedEpoch] = (counts[haltedEpoch] ?? 0) + 1;
    assert.deepEqual(counts, expected);
    sameModel(await trainers[1].fit(weighted, { ...options, epochs }).model, model);
  }
});

test('each restart, alone for as many epochs, has the same objective; one that went on the same bits', () => {
  const model = trip.fit(train, auto);
  for (const report of model.restarts) {
    const { restart, epochs, objective, testLoss } = report;
    const alone = trip.fit(train, { ...auto, search: true, restarts: 1, firstRestart: restart, epochs });
    assert.equal(alone.restarts[0].objective, objective);
    assert.equal(alone.restarts[0].testLoss, testLoss);
    if (restart !== model.restarts[model.best].restart) continue;
    sameBits(alone.parameters, model.parameters);
    for (const [name, column] of Object.entries(model.history)) sameBits(column, alone.history[name]);
  }
});

test('1, 2 and 4 workers give the model of one thread', async () => {
  for (const more of [
    { record: 4 },
    { halving: true, restarts: 7, firstRestart: 5, search: true, learningRateDecay: 'cosine' },
    { validation: 0.3, patience: 3 },
    { validation: 0.3, lambda: 'validate', epochs: 12 },
    { method: 'pca' },
    { epochs: 0 },
    { epochs: 1 },
    { epochs: 2 },
    { epochs: 6 },
    { learningRate: 1e30 },
  ]) {
    const options = { ...auto, ...more };
    const expected = trip.fit(train, options);
    for (const each of trainers) sameModel(await each.fit(train, options).model, expected);
  }
});

test('snapshots, pauses and steps change no bits; progress rises to 1', async () => {
  const options = { ...auto, epochs: 400, restarts: 6, halving: true };
  const expected = trip.fit(train, options);
  for (const each of trainers) {
    const run = each.fit(train, options, { paused: true });
    run.step(30);
    run.stepTo(35);
    setTimeout(() => run.resume(), 50);
    let before = 0;
    for await (const { epoch, history, progress, restarts } of run) {
      assert.equal(history.loss.length, epoch);
      assert.ok(progress >= before - 1e-12 && progress <= 1, `${progress} after ${before}`);
      before = progress;
      for (const { haltedEpoch } of restarts) assert.ok([0, 40, 80].includes(haltedEpoch));
    }
    assert.ok(Math.abs(before - 1) < 1e-12, `${before}`);
    sameModel(await run.model, expected);
  }
});

test('progress rises to 1 where restarts end early, all of them before the last part', async () => {
  for (const patience of [1, 3, 30]) {
    const options = { ...auto, epochs: 400, restarts: 6, halving: true, validation: 0.3, patience };
    for (const each of trainers) {
      const run = each.fit(train, options);
      let before = 0;
      for await (const { progress } of run) {
        assert.ok(progress >= before - 1e-12 && progress <= 1, `${progress} after ${before}`);
        before = progress;
      }
      assert.ok(Math.abs(before - 1) < 1e-12, `${patience}: ${before}`);
      sameModel(await run.model, trip.fit(train, options));
    }
  }
});

test('paused restarts stop at the epoch that was asked for, beyond comparisons too', async (t) => {
  const { post } = Slot.prototype;
  const restarts = new Map();
  Slot.prototype.post = function (message) {
    if (message.type === 'start') restarts.set(message.job, message.restart);
    return post.call(this, message);
  };
  let trained = new Map();
  let heard = 0;
  const onWorker = (worker) =>
    worker.on('message', ({ type, job, epoch }) => {
      if (type !== 'pulse') heard++;
      if (type === 'progress') trained.set(restarts.get(job), epoch);
    });
  process.on('worker', onWorker);
  const trainer = await createTrainer({ workers: 2, trip });
  t.after(() => {
    process.off('worker', onWorker);
    Slot.prototype.post = post;
    return trainer.close();
  });
  /** Resolves to the epochs of all restarts when one has this epoch and the workers have said nothing for a while. */
  const reached = async (epoch) => {
    for (let tries = 0; tries < 1000 && !(Math.max(...trained.values()) >= epoch); tries++) await sleep(20);
    for (let before = -1; before !== heard; await sleep(250)) before = heard;
    return [...trained.values()];
  };
  for (const count of [2, 6]) {
    const options = { ...auto, epochs: 100, restarts: count, halving: true };
    trained = new Map();
    const run = trainer.fit(train, options, { paused: true });
    const reading = (async () => {
      for await (const _ of run);
    })();
    run.stepTo(15);
    const first = await reached(15);
    assert.equal(Math.max(...first), 15, `${count}: ${first}`);
    run.step(10);
    const further = await reached(16);
    assert.ok(Math.max(...further) <= 25, `${count}: ${further}`);
    run.resume();
    sameModel(await run.model, trip.fit(train, options));
    await reading;
  }
});

test('a restart that rested before a pause goes on as far as was asked', async (t) => {
  const trainer = await createTrainer({ workers: 1, trip });
  t.after(() => trainer.close());
  const options = { ...auto, epochs: 200, restarts: 6, halving: true, seed: 2 };
  const run = trainer.fit(train, options, { epochsPerSecond: 400 });
  let most = 0;
  let paused = false;
  for await (const { restart, epoch, haltedEpoch = 0 } of run) {
    if (!paused && restart === 2 && epoch > 0) {
      run.pause();
      run.setSpeed(Number.POSITIVE_INFINITY);
      run.stepTo(150);
      paused = true;
    }
    if (paused) most = Math.max(most, haltedEpoch || epoch);
    if (most === 150) break;
  }
  assert.equal(most, 150);
  run.resume();
  sameModel(await run.model, trip.fit(train, options));
});

test('a sweep computes the cells of one thread', async () => {
  const plan = { data: train, grid: { lambda: [0.1, 0.3] }, options: { epochs: 30 }, folds: 2 };
  const { rows } = await trainers[1].sweep(plan);
  assert.deepEqual(rows, (await trainers[0].sweep(plan, { executor: 'here' })).rows);
  const whole = await trainers[1].sweep({ ...plan, options: { epochs: 30, halving: false } });
  assert.equal(whole.rows.length, 4);
});

test('workers that are killed between and within the parts of a restart cost no bits', async (t) => {
  const options = { ...auto, epochs: 3000, restarts: 9, halving: true, record: 3 };
  const expected = trip.fit(train, options);
  const busy = new Map();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...more) {
    if (message?.type === 'start') busy.set(this, `${message.restart} from ${message.state?.counts[1] ?? 0}`);
    postMessage.call(this, message, ...more);
  };
  t.after(() => {
    Worker.prototype.postMessage = postMessage;
  });
  const trainer = await createTrainer({ workers: 3, trip });
  t.after(() => trainer.close());
  const run = trainer.fit(train, options);
  const hit = new Set();
  let ended = false;
  run.model.finally(() => {
    ended = true;
  });
  // Two deaths in the same part of a restart would fail the fit.
  for (let n = 0; !ended; n = (n + 1) % 7) {
    await sleep(5 + 3 * n);
    const [worker, part] = [...busy].find(([, own]) => !hit.has(own)) ?? [];
    if (worker === undefined || ended) continue;
    hit.add(part);
    busy.delete(worker);
    await worker.terminate();
  }
  sameModel(await run.model, expected);
  assert.ok(
    [...hit].some((part) => part.endsWith('from 300')),
    `killed: ${[...hit]}`,
  );
});

test('parts that arrive twice do not count twice', async (t) => {
  const { post } = Slot.prototype;
  const { on } = Worker.prototype;
  Slot.prototype.post = function (message) {
    post.call(this, message);
    if (message.type === 'start') post.call(this, message);
  };
  Worker.prototype.on = function (event, listener) {
    const twice = (message) => {
      listener(message);
      if (message?.type === 'rested' || message?.type === 'finished') listener(structuredClone(message));
    };
    return on.call(this, event, event === 'message' ? twice : listener);
  };
  t.after(() => {
    Object.assign(Slot.prototype, { post });
    Object.assign(Worker.prototype, { on });
  });
  const trainer = await createTrainer({ workers: 2, trip });
  t.after(() => trainer.close());
  sameModel(await trainer.fit(train, auto).model, trip.fit(train, auto));
});

test('a run that is aborted ends in any part, and the workers take the next one', async () => {
  for (const [w, each] of trainers.entries()) {
    for (const seen of [0, 0.2, 0.5]) {
      const control = new AbortController();
      const options = { ...auto, epochs: 20_000 };
      const run = each.fit(train, options, { signal: control.signal });
      await assert.rejects(async () => {
        for await (const { progress } of run) if (progress >= seen) control.abort();
      }, isTripError('aborted'));
      await assert.rejects(run.model, isTripError('aborted'));
    }
    sameModel(await trainers[w].fit(train, auto).model, trip.fit(train, auto));
  }
});

test('false from onEpoch keeps the best restart so far, with those that wait', () => {
  let epochs = 0;
  const model = trip.fit(train, { ...auto, onEpoch: () => ++epochs < 19 });
  // Three of four restarts wait after 4 epochs, since one was beaten; the fifth has trained 3.
  assert.deepEqual(
    model.restarts.map(({ restart, epochs }) => [restart, epochs]),
    [0, 1, 2, 3, 4].map((restart) => [restart, restart < 4 ? 4 : 3]),
  );
  assert.equal(model.restarts.filter(({ haltedEpoch }) => haltedEpoch > 0).length, 1);
  assert.equal(model.restarts[model.best].objective, Math.min(...model.restarts.map(({ objective }) => objective)));
});

test('the file of a model has the reports, and files without them are as before', () => {
  const model = trip.fit(train, auto);
  const file = model.toJSON();
  assert.equal(file.version, 1);
  const read = trip.restore(JSON.stringify(file));
  sameModel(read, model);
  assert.ok(!('halving' in trip.fit(train, { ...auto, halving: false }).toJSON()));
});
