// The page's trainings without a browser: looking back, continuing, pausing at a plateau, kept frames.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';

let Session, initialOf, catalogue, fitOptions, Track, framesFor, frameBytes, plateau, TaskQueue;
let trip, trainer;
before(async () => {
  const loaded = await loadModules(
    '/training/session.ts',
    '/data/state.ts',
    '/data/catalogue.ts',
    '/training/fit-options.ts',
    '/training/track.ts',
    '/training/plateau.ts',
    '/training/queue.ts',
  );
  [
    { Session },
    { initialOf },
    { catalogue },
    { fitOptions },
    { Track, framesFor, frameBytes },
    plateau,
    { TaskQueue },
  ] = loaded.modules;
  trip = await loadTrip();
  trainer = await createTrainer({ workers: 4, trip });
});
after(() => trainer.close());

/** A session that can be waited for. */
function open(pace = () => Number.POSITIVE_INFINITY) {
  let look = () => {};
  const session = new Session(trip, pace, () => look(), new TaskQueue(1));
  const reached = (what) =>
    new Promise((resolve) => {
      look = () => {
        if (what(session)) resolve();
      };
      look();
    });
  return { session, reached, ended: () => reached(({ chosen, finished }) => chosen !== undefined && finished) };
}

const methods = ['pca', 'trip'];
async function plan(changed) {
  const settings = { ...initialOf('iris'), restarts: 2, epochs: 200, ...changed };
  return { settings, methods, material: await catalogue.iris.load(trip, settings) };
}

test('a training in two parts equals two fits bit for bit, and has one time line', async () => {
  const { session, ended } = open();
  const whole = await plan({ epochs: 100, restarts: 2 });
  const branch = { epoch: 60, rate: 0.01 };
  session.begin(trainer, { ...whole, branch }, 1);
  await ended();
  for (const method of methods) {
    const options = { ...fitOptions(whole.settings, whole.material, method), firstRestart: 1 };
    const first = trip.fit(whole.material.train, { ...options, epochs: 60, learningRate: 0.01 });
    const second = trip.fit(whole.material.train, { ...options, epochs: 40, start: first });
    const track = session.tracks[method];
    assert.equal(track.state.fingerprint, second.fingerprint);
    assert.deepEqual(track.frameAt(60).parameters, first.parameters);
    assert.equal(track.epoch, 100);
    assert.deepEqual(track.history.loss, Float32Array.of(...first.history.loss, ...second.history.loss));
    const epochs = track.frames.map(({ epoch }) => epoch);
    assert.deepEqual(
      epochs,
      [...new Set(epochs)].sort((a, b) => a - b),
    );
  }
  // A start that was trained in the background has both parts too.
  session.pick(session.tracks.trip.restart === 1 ? 0 : 1);
  assert.equal(session.tracks.trip.epoch, 100);
  assert.equal(session.tracks.trip.history.loss.length, 100);
  session.stop();
});

test('a finished training continues like a long one, bit for bit, and is shown from its old end', async () => {
  const { session, ended } = open();
  const short = await plan();
  session.begin(trainer, short, 1);
  await ended();
  const before = methods.map((method) => session.tracks[method].newest.parameters);
  const long = { ...short, settings: { ...short.settings, epochs: 450 } };
  session.begin(trainer, long, 1, { direct: true, from: 200 });
  assert.equal(session.playhead, 200);
  session.tick(1);
  assert.ok(session.held && session.playhead === 200, 'the playhead waits at the old end');
  await ended();
  assert.ok(session.replaying && !session.held);
  for (const [at, method] of methods.entries())
    assert.deepEqual(session.tracks[method].frameAt(200).parameters, before[at], method);
  const options = { ...fitOptions(long.settings, long.material, 'trip'), firstRestart: 1 };
  const whole = trip.fit(long.material.train, options);
  assert.equal(session.tracks.trip.state.fingerprint, whole.fingerprint);
  session.tick(10);
  assert.ok(!session.playing && session.playhead === undefined);
  assert.equal(session.frame('trip').epoch, 450);
  whole.dispose();
  session.stop();
});

test('steps move through the recorded epochs in both directions, in all trainings', async () => {
  const { session, ended } = open();
  session.begin(trainer, await plan(), undefined, { direct: true });
  await ended();
  session.step(-10);
  session.step(-10);
  for (const method of methods) assert.equal(session.frame(method).epoch, 180, method);
  session.step(10);
  assert.equal(session.frame('trip').epoch, 190);
  session.seek(3);
  session.step(-10);
  assert.equal(session.frame('trip').epoch, 0);
  session.step(1000);
  assert.equal(session.playhead, undefined);
  assert.equal(session.frame('trip').epoch, 200);
  session.stop();
});

test('trainings that pause catch up with the first one, and then step together', async () => {
  const { session, reached } = open(() => 300);
  const long = await plan({ epochs: 20_000, restarts: 1, data: 'iris' });
  session.begin(trainer, long, undefined);
  const epochs = () => methods.map((method) => session.tracks[method]?.epoch ?? 0);
  const together = () => reached(() => new Set(epochs()).size === 1 && epochs()[0] > 0);
  for (let round = 0; round < 4; round++) {
    const before = Math.max(...epochs());
    await reached(() => Math.min(...epochs()) > before + 20);
    session.pause();
    await together();
    // Reports that were under way have arrived.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await together();
    const [paused] = epochs();
    for (const method of methods) assert.equal(session.frame(method).epoch, paused, method);
    session.step(10);
    session.step(10);
    await reached(() => epochs().every((epoch) => epoch === paused + 20));
    assert.equal(session.epoch, paused + 20);
    const own = trip.fit(long.material.train, {
      ...fitOptions({ ...long.settings, epochs: paused + 20 }, long.material, 'trip'),
    });
    assert.deepEqual(session.frame('trip').parameters, own.parameters, 'the frame is exact');
    own.dispose();
    session.play();
  }
  session.stop();
});

test('the epoch shown is one that every training has, or the end of those that ended before', async () => {
  const loaded = await loadModules('/training/common-epoch.ts');
  const [{ commonEpoch, nextCommonEpoch }] = loaded.modules;
  const track = (epochs, settled = false) => {
    const frames = epochs.map((epoch) => ({ epoch }));
    const frameAt = (epoch) => frames.findLast((one) => one.epoch <= epoch) ?? frames[0];
    return { frames, settled, epoch: epochs.at(-1) ?? 0, frameAt };
  };
  assert.equal(commonEpoch([]), undefined);
  assert.equal(commonEpoch([track([0, 10]), track([])]), undefined, 'one has no frame yet');
  assert.equal(commonEpoch([track([3, 7]), track([4, 8])]), undefined, 'no common epoch');
  assert.equal(commonEpoch([track([0, 200, 220]), track([0, 160, 200]), track([0, 40, 200, 240])]), 200);
  assert.equal(commonEpoch([track([0, 200, 220]), track([0, 160, 200])], 199), 0);
  const ended = [track([0, 50, 100, 150]), track([0, 50, 80], true), track([0, 50, 100])];
  assert.equal(commonEpoch(ended), 100);
  assert.equal(commonEpoch(ended, 99), 50, 'the one that ended at 80 has no frame of the others');
  assert.equal(commonEpoch([track([0, 90], true), track([0, 120], true)]), 120);
  assert.equal(commonEpoch([track([0, 90], true), track([0, 120], true)], 1000), 120);
  assert.equal(nextCommonEpoch(ended, 51), 100);
  assert.equal(nextCommonEpoch(ended, 101), undefined);
  // Against a search through all epochs.
  let state = 7;
  const random = (below) => {
    state = (state * 16807) % 2147483647;
    return state % below;
  };
  for (let round = 0; round < 300; round++) {
    const tracks = Array.from({ length: 1 + random(3) }, () =>
      track(
        [...new Set(Array.from({ length: 1 + random(20) }, () => random(30)))].sort((a, b) => a - b),
        random(2) > 0,
      ),
    );
    const limit = random(35);
    const fits = (epoch) =>
      tracks.every((one) => one.frames.some((frame) => frame.epoch === epoch) || (one.settled && one.epoch < epoch));
    const last = Math.max(...tracks.map(({ epoch }) => epoch));
    let expected;
    for (let epoch = 0; epoch <= Math.min(limit, last); epoch++) if (fits(epoch)) expected = epoch;
    const got = commonEpoch(tracks, limit);
    if (expected !== undefined && tracks.some(({ frames }) => frames.some(({ epoch }) => epoch === expected)))
      assert.equal(got, expected);
    assert.ok(got === undefined || fits(got), `${got}`);
  }
});

test('recorded epochs are played at any speed', async () => {
  const { session, ended } = open((epoch) => (epoch < 100 ? 50 : 1000));
  session.begin(trainer, await plan(), undefined, { direct: true });
  await ended();
  session.seek(0);
  session.play();
  session.tick(1);
  assert.equal(session.playhead, 50);
  session.tick(1);
  session.tick(0.05);
  assert.equal(session.playhead, 150);
  session.stop();
});

test('a training pauses at its plateau, once', async () => {
  const { session, ended, reached } = open();
  session.stopsAtPlateau = true;
  const settings = { data: 'rings', dataSeed: 1, seed: 1, hiddenLayers: 1, epochs: 900, restarts: 1 };
  const rings = { ...initialOf('rings'), ...settings, lambda: 0.3, standardize: false, learningRate: 0.001 };
  const material = await catalogue.rings.load(trip, rings);
  session.begin(trainer, { settings: rings, methods, material }, undefined, { direct: true });
  await ended();
  const at = session.tracks.trip.plateau;
  assert.ok(at > 2 * plateau.plateauEpochs && at < 900, `flat at ${at}`);
  assert.equal(session.playhead, at);
  assert.ok(!session.playing);
  session.play();
  session.tick(100);
  assert.equal(session.playhead, undefined);

  session.setPace(() => 20000);
  session.rewind();
  session.play();
  await reached(({ playing }) => !playing);
  assert.equal(session.playhead, at, 'also while it is watched');
  session.play();
  await reached(({ finished }) => finished);
  session.stop();
});

test('a failed training ends like any other: all methods are trained, and the state has the reason', async () => {
  /** Trains everything but TRIP, whole or in its first part. */
  const failing = {
    fit: (data, options, settings) => {
      if (options.method !== 'trip') return trainer.fit(data, options, settings);
      const model = Promise.reject(new Error('no memory'));
      model.catch(() => {});
      return { model, [Symbol.asyncIterator]: () => ({ next: () => model }) };
    },
  };
  for (const branch of [undefined, { epoch: 60, rate: 0.01 }]) {
    const { session, reached } = open();
    session.begin(failing, { ...(await plan()), branch }, undefined, { direct: true, from: 100 });
    assert.equal(session.state.phase, 'alone');
    await reached(({ finished }) => finished);
    assert.equal(session.state.kind, 'failed');
    assert.equal(session.failure, 'no memory');
    assert.deepEqual(
      methods.map((method) => session.tracks[method].state.kind),
      ['done', 'failed'],
    );
    session.stop();
    assert.deepEqual(session.state, { kind: 'idle' });
  }
});

test('an objective is flat when it improves by less than 1 % over equal numbers of epochs', () => {
  const { plateauOf, plateauEpochs: n } = plateau;
  const falling = (rate) => Float32Array.from({ length: 1000 }, (_, epoch) => Math.exp(-rate * epoch));
  assert.equal(plateauOf(falling(1.2e-4)), undefined);
  assert.equal(plateauOf(falling(0.8e-4)), 2 * n);
  assert.equal(plateauOf(falling(-0.01)), 2 * n, 'a rising objective has not improved');
  assert.equal(plateauOf([]), undefined);
  assert.equal(plateauOf(Float32Array.from({ length: 2 * n - 1 }, () => 1)), undefined, 'too short to judge');
  const rests = Float32Array.from({ length: 900 }, (_, epoch) => 1 + 0.01 * Math.max(0, 500 - epoch));
  assert.ok(plateauOf(rests) > 500 && plateauOf(rests) <= 500 + 2 * n);
  const noisy = rests.map((value, epoch) => value * (1 + 0.003 * (epoch % 2 ? 1 : -1)));
  assert.equal(plateauOf(noisy), plateauOf(rests), 'single epochs may jump about');
});

test('stored frames stay within their memory limit for any model size and training length', () => {
  assert.equal(framesFor(500, 8, 3), 201);
  for (const parameters of [500, 20_000, 60_000])
    for (const starts of [1, 8, 32]) {
      const frames = framesFor(parameters, starts, 3);
      assert.ok(frames * (starts + 9) * 4 * parameters <= frameBytes, `${frames} of ${parameters}, ${starts} starts`);
    }
  assert.equal(framesFor(1e9, 32, 3), 2);
  const track = new Track('trip', 0, 20, () => undefined);
  for (let epoch = 0; epoch <= 1000; epoch++) {
    track.addSnapshot({ restart: 0, epoch, parameters: new Float32Array(1), history: {}, busyMs: 0 });
    assert.ok(track.frames.length <= 20);
    assert.equal(track.newest.epoch, epoch);
  }
  assert.equal(track.frames[0].epoch, 0);
});
