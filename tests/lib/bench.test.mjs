/** The parts of the benchmarks work: numbers, tables, cases, and the page in Chromium. These tests check no times. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { Failure } from '../../build-scripts/tools.mjs';
import { cases, figure3, measure } from '../../web/bench/cases.mjs';
import { difference, median, startWatch } from '../../web/bench/numbers.mjs';
import { parameterArrays, writeData } from '../../web/bench/peers.mjs';
import { duration, judge, markdownTable, replaceMarked } from '../../web/bench/report.mjs';
import { measureNode, openChromium } from '../../web/bench/settings.mjs';
import { read, sameBits, smallSpiral, trip } from './support.mjs';

const once = { rounds: 1, warmUpMs: 0 };
const step = { name: 'spiralStep', ...cases.spiralStep, epochs: 20, restarts: 1 };

test('medians, and durations in readable units', () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 100]), 3);
  assert.deepEqual([0.00512, 0.0514, 1.234, 56.78, 321.4, 4321].map(duration), [
    '5.12 µs',
    '51.4 µs',
    '1.23 ms',
    '56.8 ms',
    '321 ms',
    '4.32 s',
  ]);
});

test('a difference is relative to the largest expected magnitude', () => {
  assert.equal(difference([1, -4, 2.5], [1, -4, 2]), 0.125);
  assert.equal(difference(new Float32Array([0.5]), [Number.NaN]), Number.NaN);
});

test('a value that misses its bar, or is missing, fails', () => {
  const met = (bar) => judge([bar])[0].met;
  assert.deepEqual(
    [7, 8, Number.NaN].map((value) => met({ value, atMost: 7.5 })),
    [true, false, false],
  );
  assert.deepEqual(
    [7, 8, Number.NaN].map((value) => met({ value, atLeast: 7.5 })),
    [false, true, false],
  );
});

test('a table replaces the text between its own marks only', () => {
  const text = 'a\n<!-- x:begin -->\nold\n<!-- x:end -->\nb\n<!-- y:begin -->\nkept\n<!-- y:end -->\n';
  const table = markdownTable(['work', 'time'], [['step', '$1 µs']]);
  assert.equal(table, '| work | time |\n| --- | ---: |\n| step | $1 µs |');
  assert.equal(
    replaceMarked(text, 'x', table),
    text.replace('old', () => table),
  );
  assert.throws(() => replaceMarked(text, 'z', table), Failure);
  for (const name of ['bench', 'bench-peers', 'bench-start']) replaceMarked(read('README.md').toString(), name, table);
  replaceMarked(read('docs/growth.md').toString(), 'growth', table);
});

test('a stopwatch reads the smaller of clock time and processor time', (t) => {
  const time = { clock: 5, user: 7, system: 1 };
  t.mock.method(performance, 'now', () => time.clock);
  t.mock.method(process, 'cpuUsage', () => ({ user: time.user * 1000, system: time.system * 1000 }));
  const passed = startWatch();
  Object.assign(time, { clock: 105, user: 40, system: 8 });
  assert.equal(passed(), 40);
  Object.assign(time, { clock: 106, user: 400, system: 80 });
  assert.equal(passed(), 101);
});

test('preparation and warm-up are not counted', async (t) => {
  let clock = 0;
  t.mock.method(performance, 'now', () => clock);
  t.mock.method(process, 'cpuUsage', () => ({ user: clock * 800, system: clock * 200 }));
  const trained = [];
  const train = async (_, { epochs, batchSize }) => {
    trained.push(epochs);
    // Preparation takes 100, and two trainings run slowly.
    clock += 100 + epochs * (trained.length <= 2 ? 50 : 3);
    assert.equal(batchSize, 20);
  };
  const work = { options: { batchSize: 20 }, epochs: 11, restarts: 1, less: 1, per: 'epoch' };
  const data = { shape: [50, 4] };
  assert.deepEqual(await measure(train, data, work, { rounds: 2, warmUpMs: 651 }), [3, 3]);
  assert.deepEqual(trained, [11, 11, 1, 11, 1, 11]);
  assert.deepEqual(await measure(train, data, { ...work, per: 'step' }, once), [1]);
  assert.deepEqual(await measure(train, data, { ...work, less: 0, per: 'run' }, once), [133]);
});

test('a case runs in Node', async () => {
  const [time] = await measureNode(trip, step, once);
  assert.ok(time > 0, `${time} ms`);
});

test('peers get the bytes of the data, and the parameters in rows', () => {
  const { train } = trip.planted({ dims: [5, 4], count: 3 });
  const { dims, x, y } = writeData('test', train);
  assert.deepEqual([dims, x.type, x.shape, y.type], [[5, 4], 'float32', [3, 20], 'int32']);
  sameBits(new Float32Array(new Uint8Array(readFileSync(x.file)).buffer), train.x);
  const cubes = trip.randomTensors({ dims: [9, 8, 7], count: 4, nonzeros: 6 });
  assert.deepEqual(writeData('test', cubes).index.shape, [4, 6, 3]);

  const model = trip.fit(smallSpiral().train, { hidden: [4, 3], epochs: 0, restarts: 1 });
  const arrays = parameterArrays(model);
  assert.deepEqual(
    arrays.map((array) => [array.length, array[0].length]),
    [
      ...[
        [10, 2],
        [2, 4],
        [4, undefined],
      ],
      ...[
        [3, 4],
        [3, undefined],
        [2, 3],
        [2, undefined],
      ],
    ],
  );
  sameBits(Float32Array.from(arrays.flat(2)), model.parameters);
  model.dispose();
});

let chromium;
before(async () => {
  chromium = await openChromium();
});
after(() => chromium?.close());

test('a case runs in a worker of Chromium, in both builds', async () => {
  for (const simd of [true, false]) {
    const [time, ...more] = await chromium.measure(step, once, simd);
    assert.ok(time > 0 && more.length === 0, `${time} ms`);
  }
});

test('the runs of Figure 3 (a) are 350 of TRIP and 100 of baselines, with the same results in Chromium and Node', async () => {
  const settings = { trials: 10, epochs: 1, restarts: 1 };
  const progress = [];
  const seen = await chromium.figure3(settings, (done, total) => progress.push(`${done} of ${total}`));
  assert.equal(seen.runs, 450);
  assert.equal(progress.at(-1), '450 of 450');
  assert.equal(seen.cells.filter(({ lambda }) => lambda !== undefined).length * settings.trials, 350);

  const trainer = { fit: (data, options) => ({ model: trip.fit(data, options) }) };
  const { cells } = await figure3(trip, trainer, settings, () => {});
  assert.deepEqual(seen.cells, cells);
});
