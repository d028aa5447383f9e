/** Cross validation: folds, subsets, sweeps that can be interrupted, continued and repeated cell by cell. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameBits, signs, smallSpiral, trip } from './support.mjs';

const trainers = { 1: await createTrainer({ workers: 1, trip }), 3: await createTrainer({ workers: 3, trip }) };
after(() => Promise.all(Object.values(trainers).map((each) => each.close())));

const data = trip.dataset(signs(45, 4));
const plan = {
  data,
  grid: [
    { lambda: [0.1, 0.01], hidden: [[], [4]] },
    { method: ['pca'], epochs: [10] },
  ],
  options: { epochs: 20, batchSize: 8, restarts: 2 },
  folds: 3,
  trials: 2,
  seed: 5,
};

test('folds are even, stratified, and depend only on the seed', () => {
  const folds = trip.folds(data, 5, 3);
  assert.deepEqual(folds, trip.folds(data, 5, 3));
  assert.notDeepEqual(folds, trip.folds(data, 5, 4));
  assert.deepEqual(trip.folds(data, 5), trip.folds(data, 5, 1));
  for (const c of [0, 1]) {
    const counts = [0, 1, 2, 3, 4].map((f) => folds.filter((fold, n) => fold === f && data.labels[n] === c).length);
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `${counts}`);
  }
  assert.throws(() => trip.folds(data, 1), isTripError('option', 'k is 1', '2 to 45'));
  assert.throws(() => trip.folds(data, 46), isTripError('option', 'k is 46'));
});

test('subset: samples in the given order, names kept', () => {
  const part = trip.subset(data, [3, 0, 3]);
  assert.deepEqual(part.shape, [3, 4]);
  assert.deepEqual(
    [...part.x],
    [3, 0, 3].flatMap((n) => [...data.x.subarray(4 * n, 4 * n + 4)]),
  );
  assert.deepEqual(
    [...part.labels],
    [3, 0, 3].map((n) => data.labels[n]),
  );
  assert.deepEqual(part.classNames, data.classNames);
  assert.ok(Object.isFrozen(part));
  const sparse = trip.sparseDataset({
    offsets: [0, 2, 2, 3],
    index: [0, 1, 1, 2, 1, 0],
    value: [1, 2, 3],
    shape: [3, 2, 3],
    y: [0.5, 1.5, 2.5],
    task: 'regression',
  });
  const turned = trip.subset(sparse, Int32Array.of(2, 1, 0));
  assert.deepEqual([...turned.offsets], [0, 1, 1, 3]);
  assert.deepEqual([...turned.index], [1, 0, 0, 1, 1, 2]);
  assert.deepEqual([...turned.x], [3, 1, 2]);
  assert.deepEqual([...turned.targets], [2.5, 1.5, 0.5]);
  assert.throws(() => trip.subset(data, [45]), isTripError('option', 'indices[0] is 45'));
  assert.throws(() => trip.subset(data, []), isTripError('value', 'indices'));
});

test('any number of workers and single cells give the same rows of a sweep', async () => {
  const tables = await Promise.all(Object.values(trainers).map((each) => each.sweep(plan)));
  assert.deepEqual(tables[0], tables[1]);
  const { points, rows, summary } = tables[0];
  assert.equal(points.length, 5);
  assert.deepEqual(points[1], { ...plan.options, lambda: 0.1, hidden: [4] });
  assert.deepEqual(points[4], { ...plan.options, method: 'pca', epochs: 10 });
  assert.equal(rows.length, 30);
  for (const [c, row] of rows.entries()) {
    assert.deepEqual([row.point, row.trial, row.fold], [Math.floor(c / 6), Math.floor(c / 3) % 2, c % 3]);
  }
  for (const c of [0, 11, 29]) assert.deepEqual(trip.sweepCell(plan, rows[c]), rows[c]);
  assert.equal(summary.length, 5);
  assert.equal(summary[0].cells, 6);
});

test('the public functions reproduce every number of a row', async () => {
  const { rows } = await trainers[1].sweep(plan);
  const row = rows[9];
  assert.deepEqual([row.point, row.trial, row.fold], [1, 1, 0]);
  // The folds of a trial contain each sample once, for every point.
  const trial = rows.filter(({ point, trial }) => point === 1 && trial === 1);
  assert.deepEqual(
    trial.flatMap(({ samples }) => samples).sort((a, b) => a - b),
    [...data.labels.keys()],
  );
  assert.deepEqual(rows[3].samples, row.samples);
  assert.notDeepEqual(rows[0].samples, row.samples);
  const inside = [...data.labels.keys()].filter((n) => !row.samples.includes(n));
  const [train, held] = [trip.subset(data, inside), trip.subset(data, row.samples)];
  const model = trip.fit(train, { ...row.options, seed: row.seed });
  assert.equal(model.fingerprint, row.fingerprint);
  assert.equal(model.restarts[model.best].restart, row.restart);
  const { confusion, recall, reliability, ...score } = model.score(held);
  assert.deepEqual([confusion.length, recall.length, reliability.length > 0], [2, 2, true]);
  assert.deepEqual(row.test, score);
  sameBits(Float32Array.from(row.predictions), model.predictProba(held));
});

test('the summary follows from the rows', async () => {
  const { rows, summary } = await trainers[1].sweep(plan);
  const mean = (values) => values.reduce((a, b) => a + b) / values.length;
  for (const { point, test, pooled } of summary) {
    const own = rows.filter((row) => row.point === point);
    const aucs = own.map((row) => row.test.auc);
    assert.ok(Math.abs(test.auc.mean - mean(aucs)) < 1e-12);
    const squares = aucs.reduce((sum, auc) => sum + (auc - test.auc.mean) ** 2, 0);
    assert.ok(Math.abs(test.auc.deviation - Math.sqrt(squares / 5)) < 1e-12);
    const trials = [0, 1].map((trial) => {
      const each = own.filter((row) => row.trial === trial);
      const scored = each.flatMap(({ samples, predictions }) =>
        samples.map((n, i) => [predictions[2 * i + 1], data.labels[n]]),
      );
      let [wins, pairs] = [0, 0];
      for (const [high, one] of scored) {
        for (const [low, zero] of scored) {
          if (one !== 1 || zero !== 0) continue;
          pairs++;
          wins += high > low ? 1 : high === low ? 0.5 : 0;
        }
      }
      return wins / pairs;
    });
    assert.ok(Math.abs(pooled.auc.mean - mean(trials)) < 1e-12);
    assert.ok(Math.abs(pooled.accuracy.mean - mean(own.map((row) => row.test.accuracy))) < 1e-12);
  }
});

test('a value that no model can take is named with its cell', async () => {
  const x = data.x.map((value, i) => (i < data.shape[1] ? 3e38 : value));
  const huge = trip.dataset({ x, shape: data.shape, y: data.labels });
  const options = { ranks: [1], epochs: 5, restarts: 1, standardize: false };
  await assert.rejects(trainers[1].sweep({ data: huge, grid: {}, options, folds: 3 }), {
    code: 'value',
    message: /^point 0, trial 0, fold \d: data: the values of sample \d+ are too large/,
  });
});

test('regression: rmse and correlation, pooled too', async () => {
  const x = numbers(160);
  const y = Array.from({ length: 40 }, (_, n) => 100 + 3 * x[4 * n]);
  const regression = { data: trip.dataset({ x, shape: [40, 4], y, task: 'regression' }), grid: {}, folds: 4 };
  const { rows, summary } = await trainers[1].sweep({
    ...regression,
    options: { hidden: [], epochs: 200, restarts: 1, learningRate: 0.01 },
  });
  assert.equal(rows[0].predictions.length, 10);
  assert.equal(summary[0].test.accuracy, undefined);
  const errors = rows.flatMap(({ samples, predictions }) => samples.map((n, i) => predictions[i] - Math.fround(y[n])));
  const rmse = Math.sqrt(errors.reduce((sum, e) => sum + e * e, 0) / 40);
  assert.ok(Math.abs(summary[0].pooled.rmse.mean - rmse) < 1e-4 * rmse);
  assert.ok(summary[0].pooled.pearson.mean > 0.9);
  assert.equal(summary[0].pooled.rmse.deviation, 0);
});

test('aborted, saved, read back and continued: the same table', async () => {
  const expected = await trainers[3].sweep(plan);
  const control = new AbortController();
  const saved = [];
  let reports = 0;
  const onProgress = ({ done, total, row }) => {
    assert.deepEqual([done, total], [++reports, 30]);
    saved.push(JSON.stringify(row));
    if (done === 11) control.abort(new Error('enough'));
  };
  const error = await trainers[3].sweep(plan, { signal: control.signal, onProgress }).catch((thrown) => thrown);
  isTripError('aborted', 'the sweep was aborted')(error);
  assert.equal(error.cause.message, 'enough');
  assert.equal(saved.length, 11);
  let first;
  const done = saved.map((line) => JSON.parse(line));
  const table = await trainers[1].sweep(plan, {
    done,
    onProgress: (progress) => {
      first ??= progress;
    },
  });
  assert.equal(first.done, 12);
  assert.deepEqual(table, expected);
  // A sweep without open cells needs no worker.
  assert.deepEqual(await trainers[1].sweep(plan, { done: JSON.parse(JSON.stringify(table.rows)) }), expected);
});

test('cancelled in the middle of a cell, and the workers are free again', async () => {
  const control = new AbortController();
  // The first point is over at once, the second one never.
  const long = { ...plan, trials: 1, options: {}, grid: { epochs: [1, 1_000_000] } };
  const onProgress = ({ done }) => done === 3 && setImmediate(() => control.abort());
  await assert.rejects(trainers[1].sweep(long, { signal: control.signal, onProgress }), isTripError('aborted'));
  const model = await trainers[1].fit(data, { epochs: 2, restarts: 1 }).model;
  assert.equal(model.history.loss.length, 2);
  await assert.rejects(trainers[1].sweep(plan, { signal: AbortSignal.abort() }), isTripError('aborted'));
});

test('rows of another plan are refused', async () => {
  const row = trip.sweepCell(plan, { point: 0, trial: 1, fold: 2 });
  for (const [change, done] of [
    [{ seed: 6 }, [row]],
    [{ data: trip.subset(data, [...data.labels.keys()].slice(1)) }, [row]],
    [{}, [{ ...row, test: undefined }]],
    [{}, [{ ...row, predictions: row.predictions.slice(1) }]],
    [{ options: { ...plan.options, epochs: 21 } }, [row]],
    [{ trials: 1 }, [row]],
    [{}, [{ ...row, fold: 3 }]],
    [{}, [{}]],
    [{}, [{ ...row, predictions: undefined }]],
  ]) {
    await assert.rejects(
      trainers[1].sweep({ ...plan, ...change }, { done }),
      isTripError('value', 'done[0]', 'another plan'),
    );
  }
});

test('an error of onProgress ends the sweep and is passed on unchanged', async () => {
  const own = new RangeError('mine');
  const onProgress = () => {
    throw own;
  };
  await assert.rejects(trainers[1].sweep(plan, { onProgress }), (error) => error === own);
});

test('bad plans are refused with the name of the option', async () => {
  for (const [change, ...parts] of [
    [{ grid: { lamda: [1] } }, 'grid has no option "lamda"', 'lambda'],
    [{ grid: { lambda: 1 } }, 'grid.lambda is 1', 'an array'],
    [{ grid: { lambda: [] } }, 'grid.lambda'],
    [{ grid: [{ lambda: [1, -1] }] }, 'point 1 of the grid', 'lambda is -1'],
    [{ grid: undefined }, 'grid is undefined'],
    [{ options: { seed: 1 } }, 'options of a sweep has no option "seed"'],
    [{ folds: 46 }, 'folds is 46', '2 to 45'],
    [{ trials: 0 }, 'trials is 0'],
    [{ grid: { ranks: Array(400).fill([1]) }, trials: 10_000 }, '12000000 cells', '400 points', 'at most 1000000'],
    [{ seed: 0.5 }, 'seed is 0.5'],
    [{ fold: 3 }, 'did you mean folds'],
  ]) {
    await assert.rejects(trainers[1].sweep({ ...plan, ...change }), isTripError('option', ...parts));
    assert.throws(() => trip.sweepCell({ ...plan, ...change }, { point: 0, trial: 0, fold: 0 }), isTripError('option'));
  }
  assert.throws(() => trip.sweepCell(plan, { point: 5, trial: 0, fold: 0 }), isTripError('option', 'cell.point is 5'));
  assert.throws(() => trip.sweepCell(plan, { point: 0, trial: 0 }), isTripError('option', 'cell.fold is undefined'));
  await assert.rejects(trainers[1].sweep({ ...plan, data: {} }), isTripError('value', 'data'));
  await assert.rejects(trainers[1].sweep(plan, { rows: [] }), isTripError('option', 'sweep has no option "rows"'));
});

/** Samples of classes with these counts, shuffled by a stride. */
function classesOf(counts) {
  const y = Object.entries(counts).flatMap(([name, count]) => Array(count).fill(name));
  const order = Array.from(y, (_, n) => n).sort((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101) || a - b);
  return trip.dataset({ x: numbers(2 * y.length), shape: [y.length, 2], y: order.map((n) => y[n]) });
}

const none = 'no number of folds works';
for (const [counts, folds, ...says] of [
  [{ usual: 29, rare: 1 }, 10, 'class "rare" has 1 sample', none],
  [{ usual: 29, rare: 1 }, 2, 'class "rare" has 1 sample', none],
  [{ a: 1, b: 1 }, 2, 'classes "a", "b" have 1 sample', none],
  [{ a: 1, b: 1, c: 1 }, 2, 'classes "a", "b", "c" have 1 sample', 'at most 3 folds work'],
]) {
  test(`classes ${JSON.stringify(counts)} in ${folds} folds are refused before the first fit`, async () => {
    const data = classesOf(counts);
    let fits = 0;
    const onProgress = () => fits++;
    const run = trainers[1].sweep({ data, grid: {}, folds, options: { epochs: 1, restarts: 1 } }, { onProgress });
    await assert.rejects(run, isTripError('value', `folds is ${folds}`, ...says));
    assert.equal(fits, 0);
    assert.throws(() => trip.folds(data, folds), isTripError('value', `k is ${folds}`, ...says));
    const cell = { point: 0, trial: 0, fold: 0 };
    assert.throws(() => trip.sweepCell({ data, grid: {}, folds }, cell), isTripError('value', ...says));
  });
}

for (const [counts, folds, defined] of [
  [{ usual: 27, rare: 3 }, 10, 3],
  [{ a: 2, b: 2 }, 4, undefined],
  [{ a: 2, b: 2 }, 2, 2],
  [{ a: 8, b: 8, c: 1 }, 5, 5],
  [{ a: 1, b: 1, c: 1 }, 3, undefined],
]) {
  test(`classes ${JSON.stringify(counts)} in ${folds} folds: every mean has its number of folds`, async () => {
    const data = classesOf(counts);
    for (const method of ['trip', 'pca', 'lda']) {
      const options = { epochs: 1, restarts: 1, hidden: [], ranks: [1], method };
      const { summary, rows } = await trainers[1].sweep({ data, grid: {}, folds, options, trials: 2 });
      const [{ test, train, pooled, cells }] = summary;
      assert.equal(test.accuracy.defined, cells);
      assert.equal(test.auc?.defined, defined && 2 * defined);
      assert.equal(pooled.accuracy.defined, 2);
      for (const each of [test, train, pooled].flatMap(Object.values)) {
        assert.ok([each.mean, each.deviation].every(Number.isFinite), JSON.stringify(each));
      }
      assert.equal(rows.filter((row) => row.test.auc !== undefined).length, test.auc?.defined ?? 0);
    }
  });
}

test('folds of single samples have no correlation', async () => {
  const data = trip.dataset({ x: numbers(12), shape: [6, 2], y: [1, 2, 3, 4, 5, 6.5], task: 'regression' });
  const { summary } = await trainers[1].sweep({ data, grid: {}, folds: 6, options: { epochs: 1, restarts: 1 } });
  assert.equal(summary[0].test.pearson, undefined);
  assert.equal(summary[0].test.rmse.defined, 6);
  assert.equal(summary[0].pooled.pearson.defined, 1);
});

test('a split of random classes fails at once or never', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const labels = Array.from(numbers(4 + (seed % 9), seed), (value) => Math.floor(Math.abs(value) ** 3 * 4));
    if (new Set(labels).size < 2) continue;
    const data = trip.dataset({ x: numbers(2 * labels.length), shape: [labels.length, 2], y: labels });
    for (let folds = 2; folds <= labels.length; folds++) {
      let assigned;
      try {
        assigned = trip.folds(data, folds, seed);
      } catch {}
      const learnable = (f) => new Set(labels.filter((_, n) => assigned[n] !== f)).size > 1;
      if (assigned) assert.ok([...Array(folds).keys()].every(learnable), `${labels} in ${folds}`);
    }
  }
});

test('a worker that dies: the error names the cell, and the next sweep runs', async () => {
  const workerUrl = new URL('./fixtures/dying-worker.mjs', import.meta.url);
  const mortal = await createTrainer({ workers: 1, trip, workerUrl });
  const doomed = mortal.sweep({ ...plan, options: { epochs: 1_000_000, learningRate: 0.666 } });
  await assert.rejects(doomed, isTripError('worker', 'point 0, trial 0, fold 0', 'exit code 3'));
  const { rows } = await mortal.sweep(plan);
  assert.deepEqual(rows[7], trip.sweepCell(plan, rows[7]));
  await mortal.close();
});

test('a closed trainer refuses a sweep', async () => {
  const own = await createTrainer({ workers: 1, trip });
  const running = own.sweep({ ...plan, options: { epochs: 100_000 } });
  running.catch(() => {});
  await own.close();
  await assert.rejects(running, isTripError('closed'));
  await assert.rejects(own.sweep(plan), isTripError('closed'));
});

test('sparse matrices sweep too, runs and sweeps share the workers', async () => {
  const sparse = trip.randomTensors({ dims: [9, 8], count: 20, nonzeros: 6 });
  const small = {
    data: sparse,
    grid: { method: ['trip', 'tucker'] },
    options: { epochs: 5, restarts: 1, hidden: [] },
    folds: 2,
  };
  const { train } = smallSpiral();
  const [table, model] = await Promise.all([
    trainers[3].sweep(small),
    trainers[3].fit(train, { epochs: 20, restarts: 3 }).model,
  ]);
  assert.equal(model.fingerprint, trip.fit(train, { epochs: 20, restarts: 3 }).fingerprint);
  assert.deepEqual(trip.sweepCell(small, { point: 1, trial: 0, fold: 1 }), table.rows[3]);
});

test('too few values for a validation share are refused', () => {
  const three = trip.dataset({ x: numbers(6), shape: [3, 2], y: [1.5, 2, 3], task: 'regression' });
  const own = { data: three, grid: { validation: [0.5] }, options: { epochs: 1, restarts: 1 } };
  trip.sweepCells({ ...own, folds: 3 });
  assert.throws(() => trip.sweepCells({ ...own, folds: 2 }), isTripError('value', 'the data have too few samples (3)'));
});
