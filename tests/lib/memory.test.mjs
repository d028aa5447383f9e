/** WebAssembly with at most 64 MB: data that do not fit are an error of their call, and everything else goes on with the same bits. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, read, sameModel, smallSpiral, trip } from './support.mjs';

const page = 2 ** 16;

/** A number of a binary (LEB128), and the position behind it. */
function numberAt(bytes, from) {
  const end = bytes.findIndex((byte, at) => at >= from && byte < 128);
  return [bytes.subarray(from, end + 1).reduceRight((value, byte) => 128 * value + (byte & 127), 0), end + 1];
}
const asNumber = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...asNumber(Math.floor(value / 128))]);

/** The binary with another limit of its memory: section 5 is [size, count, flags, pages at the start, most pages]. */
function limited(bytes, megabytes) {
  for (let at = 8; at < bytes.length; ) {
    const [size, from] = numberAt(bytes, at + 1);
    if (bytes[at] === 5) {
      assert.deepEqual([...bytes.subarray(from, from + 2)], [1, 1]);
      const [first] = numberAt(bytes, from + 2);
      const section = [1, 1, ...asNumber(first), ...asNumber((megabytes * 2 ** 20) / page)];
      return Uint8Array.from([
        ...bytes.subarray(0, at),
        ...[5, ...asNumber(section.length), ...section],
        ...bytes.subarray(from + size),
      ]);
    }
    at = from + size;
  }
  assert.fail('the binary has no memory');
}

const wasmBinary = limited(read('dist/core-simd.wasm'), 64);
const narrow = await loadTrip({ wasmBinary });
const trainer = await createTrainer({ trip: narrow, wasmBinary, workers: 2 });
after(() => trainer.close());

const { train } = smallSpiral();
const short = { epochs: 20, restarts: 2 };
const expected = trip.fit(train, short);
/** 80 MB. */
const [samples, variables] = [20_000, 1000];
const large = narrow.dataset({
  x: new Float32Array(samples * variables).fill(0.5),
  shape: [samples, variables],
  y: Float64Array.from({ length: samples }, (_, n) => n % 2),
  task: 'classification',
});
const tooLittle = isTripError('memory', 'not enough memory in WebAssembly for this size');

test('in a call: each that does not fit is refused, any number of times, and the others have the same bits', () => {
  const model = narrow.fit(train, short);
  const wide = narrow.fit(narrow.subset(large, [0, 1, 2, 3]), { epochs: 1, restarts: 1, hidden: [2] });
  for (let time = 0; time < 2; time++) {
    assert.throws(() => narrow.fit(large, short), tooLittle);
    assert.throws(() => narrow.fit(narrow.subset(large, [0, 1]), { ...short, hidden: [4096, 4096] }), tooLittle);
    for (const call of ['transform', 'predict', 'predictProba', 'score', 'explain', 'diagnose'])
      assert.throws(() => wide[call](large), isTripError('memory'), call);
    sameModel(narrow.fit(train, short), expected);
    assert.deepEqual(model.predict(train), expected.predict(train));
    assert.deepEqual(wide.transform(narrow.subset(large, [0])), wide.transform(narrow.subset(large, [1])));
  }
  const many = { x: numbers(4), shape: [2, 2], y: [0, 1] };
  assert.throws(() => narrow.randomTensors({ dims: [300, 300], count: 90_000, nonzeros: 90 }), isTripError('memory'));
  narrow.fit(narrow.dataset(many), short).dispose();
});

test('in workers: a run that does not fit fails alone', async () => {
  const runs = Array.from({ length: 4 }, (_, i) => trainer.fit(i % 2 === 0 ? large : train, short));
  const outcomes = await Promise.allSettled(runs.map((run) => run.model));
  for (const [i, { reason, value }] of outcomes.entries()) {
    if (i % 2 === 0) tooLittle(reason);
    else sameModel(value, expected);
  }
});

test('in a sweep: the cells that do not fit are its failures, and the others have the same rows', async () => {
  const plan = { data: train, grid: { hidden: [[4], [4096, 4096], [3]] }, options: short, folds: 2 };
  const { rows, failures } = await trainer.sweep(plan, { retries: 1 });
  assert.deepEqual(
    failures.map(({ cell, error }) => [cell.point, cell.fold, error.code]),
    [0, 1].map((fold) => [1, fold, 'memory']),
  );
  const cells = [0, 2].flatMap((point) => [0, 1].map((fold) => ({ point, trial: 0, fold })));
  assert.deepEqual(
    rows,
    cells.map((cell) => trip.sweepCell(plan, cell)),
  );
});

test('on this thread with one worker: in the instance that is given, which is free again at the end', async () => {
  const { instantiate } = WebAssembly;
  let started = 0;
  WebAssembly.instantiate = (...args) => {
    started++;
    return instantiate.apply(WebAssembly, args);
  };
  try {
    // Eight fits that are kept would not fit beside one another.
    const part = narrow.subset(
      large,
      Int32Array.from({ length: 2500 }, (_, n) => n),
    );
    for (let time = 0; time < 8; time++) {
      const local = await createTrainer({ trip: narrow, local: true, workers: 1 });
      await local.fit(part, { epochs: 1, restarts: 1, hidden: [2] }).model;
      sameModel(await local.fit(train, short).model, expected);
      if (time % 2 === 1) local.fit(part, short).model.catch(() => {});
      await local.close();
    }
    assert.equal(started, 0);
    const two = await createTrainer({ trip: narrow, local: true, workers: 2 });
    sameModel(await two.fit(train, short).model, expected);
    await two.close();
    assert.ok(started > 0);
  } finally {
    WebAssembly.instantiate = instantiate;
  }
  narrow.fit(narrow.subset(large, [0, 1]), { epochs: 1, restarts: 1, hidden: [2] }).dispose();
});

test('workers have the binary of the instance', async () => {
  const own = await createTrainer({ trip: narrow, workers: 1 });
  try {
    await assert.rejects(own.fit(large, { ...short, epochs: 1 }).model, tooLittle);
  } finally {
    await own.close();
  }
});
