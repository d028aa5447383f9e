/** Snapshots: the epochs that trainings side by side have in common, whole epochs, and the distance in time. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { SnapshotSchedule } from '../../dist/workers/snapshot-schedule.js';
import { SnapshotFeed } from '../../dist/workers/snapshots.js';
import { collect, isTripError, sameBits, sleep, smallSpiral, trip } from './support.mjs';

const { train, test: held } = smallSpiral();
const trainer = await createTrainer({ workers: 2, trip });
after(() => trainer.close());

/** Epochs and times of the snapshots of a training; `msOf` is the duration of an epoch, `costMs` that of a snapshot. */
function simulate({ every = 1, epochs = 2000, msOf, costMs = 0 }) {
  const schedule = new SnapshotSchedule(every, 0);
  const seen = [];
  for (let [epoch, now] = [0, 0]; epoch < epochs; ) {
    epoch++;
    now += msOf(epoch);
    if (epoch < schedule.after(epoch - 1) || !schedule.isDue(epoch, now)) {
      schedule.relax(now);
      continue;
    }
    now += costMs;
    schedule.taken(now, costMs);
    seen.push({ epoch, now });
  }
  return seen;
}
const gaps = (seen) => seen.slice(1).map(({ now }, at) => now - seen[at].now);

test('snapshots are 33 ms apart or more, and at most 3 times that for a steady training', () => {
  for (const ms of [0.01, 0.4, 3, 20, 32, 34, 40, 66, 70]) {
    const all = gaps(simulate({ msOf: () => ms, epochs: Math.ceil(4000 / ms) }));
    assert.ok(Math.min(...all) >= 1000 / 30 - 1e-6, `${ms}: ${Math.min(...all)}`);
    assert.ok(Math.max(...all) <= 100 + ms, `${ms}: ${Math.max(...all)}`);
  }
  const slow = gaps(simulate({ msOf: () => 500, epochs: 20 }));
  assert.ok(
    slow.every((gap) => gap === 500),
    'each epoch of a slow training',
  );
  const costly = gaps(simulate({ msOf: () => 1, epochs: 20_000, costMs: 20 }));
  assert.ok(Math.min(...costly) >= 220, 'snapshots take a tenth of the time');
  assert.deepEqual(
    simulate({ msOf: () => 30, every: 7, epochs: 2000 }).filter(({ epoch }) => epoch % 7 !== 0),
    [],
  );
});

test('trainings of other speeds have common epochs, as often as the slowest allows', () => {
  // A generator of its own: Math.random would make a failure unrepeatable.
  let state = 1;
  const random = () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  for (let round = 0; round < 40; round++) {
    const paces = [0.02 + random(), 0.02 + random(), 0.02 + 3 * random()];
    const all = paces.map((pace) =>
      simulate({ msOf: (epoch) => pace * (0.7 + 0.6 * random()) * (epoch < 300 ? 20 : 1), epochs: 5000 }),
    );
    const common = all[0].filter(({ epoch }) => all.every((seen) => seen.some((one) => one.epoch === epoch)));
    const fewest = Math.min(...all.map(({ length }) => length));
    assert.ok(common.length >= fewest / 4, `${common.length} common epochs of ${fewest}, paces ${paces}`);
  }
});

test('a training that becomes slow has snapshots again after a few intervals', () => {
  const seen = simulate({ msOf: (epoch) => (epoch < 5000 ? 0.05 : 25), epochs: 7000 });
  const slow = gaps(seen.filter(({ epoch }) => epoch > 5050));
  assert.ok(Math.max(...slow.slice(10)) <= 150, `${Math.max(...slow.slice(10))}`);
});

test('two trainings at once have snapshots of the same epochs, each with the bits of a fit of so many epochs', async () => {
  const options = { epochs: 400, restarts: 1, test: held };
  const speed = { epochsPerSecond: 300 };
  const both = await Promise.all(
    ['pca', 'trip'].map((method) => collect(trainer.fit(train, { ...options, method }, speed))),
  );
  const [pca, own] = both.map((all) => all.map(({ epoch }) => epoch));
  const common = own.filter((epoch) => pca.includes(epoch));
  assert.ok(common.length >= Math.min(own.length, pca.length) / 4, `${pca} and ${own}`);
  for (const { epoch, parameters } of both[1].filter((_, at) => at % 4 === 0))
    sameBits(parameters, trip.fit(train, { ...options, epochs: epoch }).parameters);
});

test('stepTo: paused runs reach the same epoch, whichever they have reached before', async () => {
  const options = { epochs: 1_000_000, restarts: 1 };
  const control = new AbortController();
  // They are slow until they are paused, so that they are far from the epochs below even if this side has to wait.
  const settings = { signal: control.signal, epochsPerSecond: 500 };
  const runs = ['pca', 'trip'].map((method) => trainer.fit(train, { ...options, method }, settings));
  const readers = runs.map((run) => run[Symbol.asyncIterator]());
  const reached = async (epoch) => {
    for (const [at, reader] of readers.entries()) {
      let last = seen[at];
      while (last?.epoch !== epoch) {
        last = (await reader.next()).value;
        assert.ok(last.epoch <= epoch, `${last.epoch} is after ${epoch}`);
      }
      seen[at] = last;
    }
  };
  const seen = [undefined, undefined];
  for (const [at, reader] of readers.entries()) seen[at] = (await reader.next()).value;
  for (const run of runs) run.pause();
  await sleep(300);
  for (const run of runs) run.setSpeed(Number.POSITIVE_INFINITY);
  for (const run of runs) run.stepTo(60_000);
  for (const run of runs) run.stepTo(50_000);
  await reached(60_000);
  sameBits(seen[1].parameters, trip.fit(train, { ...options, epochs: 60_000 }).parameters);
  for (const run of runs) run.stepTo(7);
  for (const run of runs) run.step(3);
  await reached(60_003);
  assert.throws(() => runs[0].stepTo(0.5), isTripError('option', 'epoch is 0.5'));
  control.abort();
  for (const run of runs) await assert.rejects(run.model);
  const waiting = trainer.fit(train, { epochs: 100, restarts: 1 }, { paused: true });
  waiting.stepTo(12);
  for await (const { epoch } of waiting) if (epoch === 12) break;
  waiting.resume();
  await waiting.model;
});

test('a paused training stands at the end of an epoch', async () => {
  const control = new AbortController();
  const options = { epochs: 1_000_000, restarts: 1 };
  const run = trainer.fit(train, options, { signal: control.signal });
  const snapshots = run[Symbol.asyncIterator]();
  for (let round = 0; round < 4; round++) {
    let last = (await snapshots.next()).value;
    run.pause();
    for (let waits = true; waits; ) {
      const next = snapshots.next();
      next.catch(() => {});
      const got = await Promise.race([next, sleep(200)]);
      if (got) last = got.value;
      waits = got !== undefined;
      if (!waits) {
        sameBits(last.parameters, trip.fit(train, { ...options, epochs: last.epoch }).parameters);
        run.resume();
        await next;
      }
    }
  }
  control.abort();
  await assert.rejects(run.model);
});

test('a run is watched from its first reader to its last', async () => {
  const said = [];
  const feed = new SnapshotFeed((watched) => said.push(watched));
  feed.publish(() => ({ epoch: 4 }));
  const readers = [feed.iterate(), feed.iterate()];
  for (const reader of readers) assert.equal((await reader.next()).value.epoch, 4);
  for (let time = 0; time < 2; time++) await readers[0].return();
  assert.deepEqual([said, feed.watched], [[true], true]);
  assert.deepEqual(await readers[0].next(), { done: true, value: undefined });
  await readers[1].return();
  await feed.iterate().next();
  assert.deepEqual([said, feed.watched], [[true, false, true], true]);
});

test('a stride doubles while it is too short, is halved once an interval while it is too long, and can be reset', () => {
  const schedule = new SnapshotSchedule(3, 0);
  for (const epoch of [3, 6, 12, 24, 48, 96]) assert.equal(schedule.isDue(epoch, 1), false);
  // 2.2 intervals are 73.3 ms, and an interval is 33.3 ms.
  for (const [now, next] of [
    [0, 192],
    [73, 192],
    [74, 96],
    [106, 96],
    [107, 48],
  ]) {
    schedule.relax(now);
    assert.equal(schedule.after(0), next, `${now} ms`);
  }
  schedule.reset();
  schedule.relax(1000);
  assert.equal(schedule.after(7), 9);
  assert.deepEqual([schedule.isDue(4, 1000), schedule.isDue(9, 1000)], [false, true]);
  // A snapshot that cost 20 ms: the next one after 200.
  schedule.taken(1000, 20);
  assert.deepEqual([schedule.isDue(12, 1199), schedule.isDue(18, 1200)], [false, true]);
});
