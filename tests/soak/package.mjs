/** Random use of the package in Node with four workers, and what it leaves behind. Needs --expose-gc. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { toSVG } from '../../dist/draw.js';
import { readNpy, writeNpy } from '../../dist/formats.js';
import { TripError } from '../../dist/index.js';
import { numbers, signs } from '../lib/support.mjs';
import { chosenBy } from './random.mjs';

/** The memory of the instance on this thread; those of the workers count in the size of the process. */
const memories = [];
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...args) => {
  const result = await instantiate(...args);
  const { exports } = result.instance ?? result;
  memories.push(Object.values(exports).find((value) => value instanceof WebAssembly.Memory));
  return result;
};

const workers = 4;

/** Opens the package: what the actions use. */
export async function openPackage() {
  const { loadTrip } = await import('../../dist/index.js');
  const { createTrainer } = await import('../../dist/trainer.js');
  const trip = await loadTrip();
  const start = () => createTrainer({ trip, workers });
  return { trip, start, trainer: await start(), memory: memories.at(-1) };
}

/** Data of one of five kinds. */
function dataFrom({ trip }, r) {
  const seed = r.whole(1, 1e6);
  const samples = r.whole(20, 120);
  const kind = r.whole(0, 4);
  if (kind === 0) return trip.dataset(signs(samples, r.whole(2, 12), seed));
  if (kind === 1) return trip.spiral({ seed, samplesPerClass: r.whole(10, 60), noiseDimensions: r.whole(2, 40) }).train;
  if (kind === 2) return trip.planted({ seed, count: samples }).train;
  const [rows, columns] = [r.whole(2, 5), r.whole(2, 5)];
  const x = numbers(samples * rows * columns, seed);
  const y = Array.from({ length: samples }, (_, n) => (kind === 3 ? Number(x[n * rows * columns]) : `k${n % 3}`));
  return trip.dataset({ x, shape: [samples, rows, columns], y, task: kind === 3 ? 'regression' : 'classification' });
}

const optionsFrom = (r) => ({
  epochs: r.whole(1, 40),
  restarts: r.whole(1, 5),
  seed: r.whole(0, 1e6),
  hidden: r.of([[], [4], [8, 4], [10, 10, 10]]),
  lambda: r.of([0.01, 0.1, 'auto']),
  ...(r.chance(0.3) ? { record: 2 } : {}),
  ...(r.chance(0.2) ? { validation: 0.2, patience: 5 } : {}),
});

async function fitted(use, r) {
  const data = dataFrom(use, r);
  const options = optionsFrom(r);
  return { data, options, model: await use.trainer.fit(data, options).model };
}

const isRefusal = (error) => {
  if (!(error instanceof TripError) || error.code === 'internal') throw error;
};

/** Actions of a user, with weights. Each leaves nothing but, sometimes, a model that the garbage collector must free. */
export const actions = [
  [
    'train',
    6,
    async (use, r) => {
      const { data, options, model } = await fitted(use, r);
      if (r.chance(0.2)) {
        const again = use.trip.fit(data, options);
        assert.equal(again.fingerprint, model.fingerprint, 'workers and thread differ');
        again.dispose();
      }
      model.transform(data);
      model.predict(data);
      model.score(data);
      if (r.chance(0.7)) model.dispose();
    },
  ],
  [
    'watch and stop',
    3,
    async (use, r) => {
      const abort = new AbortController();
      const run = use.trainer.fit(dataFrom(use, r), { ...optionsFrom(r), epochs: 1e5 }, { signal: abort.signal });
      run.model.catch(() => {});
      let left = r.whole(1, 4);
      for await (const snapshot of run) {
        assert.ok(snapshot.epoch >= 0);
        if (--left === 0) break;
      }
      abort.abort();
      await run.model.then((model) => model.dispose(), isStopped);
    },
  ],
  [
    'explain',
    3,
    async (use, r) => {
      const { data, model } = await fitted(use, r);
      try {
        const sample = use.trip.subset(data, [r.whole(0, data.shape[0] - 1)]);
        model.explain(sample);
        model.diagnose(sample);
      } catch (error) {
        isRefusal(error);
      }
      model.dispose();
    },
  ],
  [
    'export and import',
    3,
    async (use, r) => {
      const { data, model } = await fitted(use, r);
      const restored = use.trip.restore(JSON.stringify(model));
      assert.equal(restored.fingerprint, model.fingerprint);
      const array = readNpy(writeNpy({ values: data.x, shape: [data.x.length] }));
      assert.ok(array);
      if (r.chance(0.5)) assert.match(toSVG(model, data), /^<svg/);
      restored.dispose();
      model.dispose();
    },
  ],
  [
    'sweep',
    2,
    async (use, r) => {
      const data = use.trip.dataset(signs(r.whole(24, 60), 4, r.whole(1, 1e6)));
      const plan = {
        data,
        grid: { lambda: [0.1, 0.01] },
        options: { epochs: r.whole(1, 10), restarts: 1 },
        folds: 2,
        seed: r.whole(0, 100),
      };
      const table = await use.trainer.sweep(plan);
      assert.equal(table.rows.length, 4);
    },
  ],
  [
    'assess',
    1,
    async (use, r) => {
      const data = use.trip.dataset(signs(r.whole(24, 60), 4, r.whole(1, 1e6)));
      const options = { epochs: r.whole(1, 10), restarts: 1 };
      if (r.chance(0.5)) await use.trainer.crossValidate(data, options, { folds: 3, seed: r.whole(0, 100) });
      else await use.trainer.stability(data, options, { bootstraps: 4, seed: r.whole(0, 100) });
    },
  ],
  [
    'mistakes',
    2,
    async (use, r) => {
      const wrong = [
        () => use.trip.dataset({ x: [[1, Number.NaN]], y: ['a'] }),
        () => use.trip.restore('{"format":"trip"}'),
        () => use.trip.fit(dataFrom(use, r), { epochs: -1 }),
        () => use.trainer.fit(dataFrom(use, r), { colour: 1 }),
        () => use.trip.folds(dataFrom(use, r), 1),
      ];
      assert.throws(r.of(wrong), (error) => error instanceof TripError && error.code !== 'internal');
    },
  ],
  [
    'another trainer',
    0.3,
    async (use, r) => {
      const run = use.trainer.fit(dataFrom(use, r), { ...optionsFrom(r), epochs: 1e5 });
      const ended = run.model.then((model) => model.dispose(), isStopped);
      await use.trainer.close();
      await ended;
      use.trainer = await use.start();
    },
  ],
];

function isStopped(error) {
  if (!['aborted', 'closed'].includes(error.code)) throw error;
}

export const act = async (use, r) => {
  const [name, , action] = chosenBy(r, actions);
  return { name, done: action(use, r) };
};

/** The state after garbage collection. Idle workers do not keep Node running, so that Node's own report counts them and all handles. */
export async function measure({ memory, trip, trainer }) {
  // Every worker has started, and answers.
  const model = await trainer.fit(trip.dataset(signs(24, 3)), { epochs: 1, restarts: 2 * workers }).model;
  model.dispose();
  for (let times = 0; times < 3; times++) {
    globalThis.gc();
    await sleep(20);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const { libuv, workers: threads } = process.report.getReport();
  return {
    heap: heapUsed,
    external,
    'size of the process': rss,
    'memory of the core': memory.buffer.byteLength,
    handles: libuv.length,
    workers: threads.length,
  };
}

/** How much each may grow over the last half of a run. Allocators keep what they may need again, so that the process varies more. */
export const tolerances = {
  heap: { share: 0.02, most: 2 ** 18 },
  external: { share: 0.02, most: 2 ** 18 },
  'size of the process': { share: 0.05, most: 2 ** 24 },
  'memory of the core': { share: 0, most: 2 ** 16 },
  handles: { share: 0, most: 0.5 },
  workers: { share: 0, most: 0.5 },
};

export const close = ({ trainer }) => trainer.close();
export const open = openPackage;
