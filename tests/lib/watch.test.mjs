/** Workers that die in silence: runs, sweeps and assessments; sleeping computers and long calls are no deaths. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, mock, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isSmall, Watch } from '../../dist/workers/watch.js';
import { isTripError, sameModel, smallSpiral, trip } from './support.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mute-'));
process.env.MUTE_WORKER_TRACE = join(folder, 'trace');
const { train } = smallSpiral();
const workerUrl = new URL('./fixtures/mute-worker.mjs', import.meta.url);
after(() => rmSync(folder, { recursive: true }));

const long = { epochs: 1_000_000, restarts: 1 };
const short = { epochs: 30, restarts: 1 };

/**
 * A test with a trainer of its own. Each waits for seconds until a silent worker counts as dead, so two run at a time.
 * More would keep one another from the processor for that long.
 */
const silence = (name, use) =>
  test(name, async () => {
    const trainer = await createTrainer({ workers: 2, trip, workerUrl });
    try {
      await use(trainer);
    } finally {
      await trainer.close();
    }
  });

describe('workers that fall silent', { concurrency: 2 }, () => {
  for (const learningRate of [0.666, 0.667])
    silence(`a run fails while others go on, and the worker is replaced (${learningRate})`, async (trainer) => {
      const other = trainer.fit(train, { ...long, epochs: 3000 });
      const doomed = trainer.fit(train, { ...long, learningRate });
      await assert.rejects(doomed.model, isTripError('worker', 'the worker died', 'has not answered for'));
      await assert.rejects(doomed[Symbol.asyncIterator]().next(), isTripError('worker'));
      sameModel(await other.model, trip.fit(train, { ...long, epochs: 3000 }));
      const again = [1, 2, 3].map((seed) => trainer.fit(train, { ...short, seed }).model);
      for (const [at, model] of (await Promise.all(again)).entries())
        sameModel(model, trip.fit(train, { ...short, seed: at + 1 }));
    });

  silence('a paused run fails too', async (trainer) => {
    const run = trainer.fit(train, { ...long, learningRate: 0.666 }, { paused: true });
    await assert.rejects(run.model, isTripError('worker', 'has not answered'));
  });

  silence('a sweep and an assessment repeat the cell of a dead worker, with the same result', async (trainer) => {
    const plan = { data: train, grid: { hidden: [[], [4]] }, folds: 2, options: { ...short, learningRate: 0.668 } };
    const { rows } = await trainer.sweep(plan);
    for (const row of rows) assert.deepEqual(row, trip.sweepCell(plan, row));
    rmSync(`${process.env.MUTE_WORKER_TRACE}-0.668`);
    const options = { ...short, learningRate: 0.668 };
    const first = await trainer.crossValidate(train, options, { folds: 3 });
    assert.deepEqual((await trainer.crossValidate(train, options, { folds: 3 })).predictions, first.predictions);
  });

  silence('a cell of which workers die again and again fails with its name', async (trainer) => {
    const plan = {
      data: train,
      grid: { learningRate: [0.001, 0.667] },
      folds: 2,
      options: { ...long, epochs: 500_000 },
    };
    await assert.rejects(
      trainer.sweep(plan),
      isTripError('worker', 'point 1, trial 0, fold', 'has not answered', '2 workers died of it'),
    );
  });
});

silence(
  'workers that die together: the one without a job is replaced too, before it gets the job of the other',
  async (trainer) => {
    const options = { ...short, epochs: 3000, learningRate: 0.669 };
    sameModel(await trainer.fit(train, options).model, trip.fit(train, options));
  },
);

/** A watch with a clock of its own; `says` are its reports. */
function watched() {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  const said = { pings: 0, deaths: [] };
  const watch = new Watch(
    () => said.pings++,
    (reason) => said.deaths.push(reason),
  );
  const pass = (ms, { asleep = false } = {}) => {
    for (let rest = ms; rest > 0; rest -= 50) {
      now += 50;
      if (!asleep) mock.timers.tick(50);
    }
  };
  const end = () => {
    watch.end();
    mock.timers.reset();
    clock.mock.restore();
  };
  return { watch, said, pass, end };
}

test('silence is a death after 2.25 s to 2.7 s in which this side was awake', () => {
  const { watch, said, pass, end } = watched();
  watch.begin(true);
  pass(2650);
  assert.deepEqual(said.deaths, []);
  assert.ok(said.pings >= 4, `${said.pings} pings`);
  pass(100);
  assert.equal(said.deaths.length, 1);
  pass(10_000);
  assert.equal(said.deaths.length, 1);
  end();
});

test('a frozen tab, a sleeping computer and answers are no deaths', () => {
  const { watch, said, pass, end } = watched();
  watch.begin(true);
  for (let round = 0; round < 20; round++) {
    pass(1000);
    pass(3_600_000, { asleep: true });
    pass(500);
    watch.heard(true);
  }
  for (let round = 0; round < 50; round++) {
    pass(2000);
    watch.heard();
  }
  assert.deepEqual(said.deaths, []);
  end();
});

test('a large training is watched once its worker has said that its calls are short', () => {
  const { watch, said, pass, end } = watched();
  watch.begin(false);
  watch.heard(false);
  pass(600_000);
  assert.deepEqual(said.deaths, [], 'it prepares its data');
  watch.heard(true);
  pass(2750);
  assert.equal(said.deaths.length, 1);
  watch.begin(false);
  pass(2750);
  assert.equal(said.deaths.length, 2, 'an idle worker answers at once');
  end();
});

test('a small training may be silent for longer until its worker has said that its calls are short', () => {
  const { watch, said, pass, end } = watched();
  watch.begin(true);
  watch.heard(false);
  pass(9000);
  assert.deepEqual(said.deaths, [], 'an engine may run new code slowly');
  pass(500);
  assert.equal(said.deaths.length, 1);
  watch.begin(true);
  watch.heard(false);
  pass(2000);
  watch.heard(true);
  pass(2750);
  assert.equal(said.deaths.length, 2);
  end();
});

test('trainings are small when any machine does each of their calls within a tenth of a second', () => {
  const training = (count, dims, { hidden = [10, 10, 10], batchSize = 20, classes = 2 } = {}) => ({
    train: {
      dims,
      x: { length: count * dims.reduce((a, b) => a * b) },
      exact: [],
      labels: { length: count },
      targets: [],
      classes,
    },
    test: null,
    options: { ranks: dims.map(() => 2), hidden, batchSize },
  });
  for (const small of [training(640, [103]), training(1000, [100]), training(100, [28, 28]), training(4, [1])])
    assert.ok(isSmall(small));
  for (const large of [
    training(100_000, [1000]),
    training(50, [20_000]),
    training(2000, [66], { hidden: [64], classes: 1000 }),
    training(640, [103], { hidden: [4096, 4096, 4096] }),
    training(1e6, [20], { batchSize: 1e6, hidden: [100, 100] }),
  ])
    assert.ok(!isSmall(large));
  const doubles = training(100_000, [100]);
  assert.ok(!isSmall({ ...doubles, train: { ...doubles.train, x: [], exact: doubles.train.x } }));
});
