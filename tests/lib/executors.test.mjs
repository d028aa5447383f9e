/** Executors of cells: the same rows from all, cells that survive JSON, failures that are tried again, and wrong executors. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, signs, trip } from './support.mjs';

const trainer = await createTrainer({ workers: 2, trip });
const other = await createTrainer({ workers: 1, trip });
after(() => Promise.all([trainer.close(), other.close()]));

const data = trip.dataset(signs(45, 4));
const fast = { epochs: 12, batchSize: 8, restarts: 1, hidden: [3] };
const plan = { data, grid: { lambda: [0.1, 0.01] }, options: fast, folds: 3, trials: 2, seed: 5 };
const copy = (value) => JSON.parse(JSON.stringify(value));

/** Sends cells and outcomes as JSON to another trainer, which has the data, as a queue would; in reverse order. */
const distant = (counts = { cells: 0 }) => ({
  async execute({ data: own, cells, receive, signal }) {
    const given = [...cells].reverse();
    counts.cells += given.length;
    const byName = new Map(given.map((cell) => [cell.name, cell]));
    assert.equal(byName.size, given.length);
    await other.execute({
      data: own,
      cells: given.map(copy),
      signal,
      receive: ({ name }, outcome) => receive(byName.get(name), copy(outcome)),
    });
  },
});

/** Fails the given tries of cells with a name, by how often it has seen them. */
function failing(fails) {
  const seen = new Map();
  return {
    seen,
    async execute({ cells, receive, ...rest }) {
      const good = [];
      for (const cell of cells) {
        const tries = (seen.get(cell.name) ?? 0) + 1;
        seen.set(cell.name, tries);
        if (fails(cell.name, tries)) receive(cell, { error: { code: 'memory', message: `try ${tries}` } });
        else good.push(cell);
      }
      await trainer.execute({ cells: good, receive, ...rest });
    },
  };
}

test('a sweep has the same table on this thread, in workers and by an executor that sends JSON', async () => {
  const expected = await trainer.sweep(plan);
  assert.deepEqual(await trainer.sweep(plan, { executor: 'workers' }), expected);
  assert.deepEqual(await trainer.sweep(plan, { executor: 'here' }), expected);
  const counts = { cells: 0 };
  assert.deepEqual(await trainer.sweep(plan, { executor: distant(counts) }), expected);
  assert.equal(counts.cells, 12);
  assert.deepEqual(expected.failures, []);
  assert.ok(expected.summary.every(({ failed }) => failed === 0));
});

test('assessments have the same results by an executor that sends JSON: folds, choices, permutations, bootstraps', async () => {
  const folds = { folds: 3, seed: 2 };
  const grid = { lambda: [0.1, 0.01] };
  const importance = { repeats: 2 };
  for (const assess of [
    (more) => trainer.crossValidate(data, fast, { ...folds, importance, ...more }),
    (more) => trainer.select(data, grid, { ...folds, inner: 2, options: fast, ...more }),
    (more) => trainer.permutationTest(data, fast, { ...folds, permutations: 4, score: 'auc', ...more }),
    (more) => trainer.permutationTest(data, fast, { ...folds, permutations: 2, choice: { grid, inner: 2 }, ...more }),
    (more) => trainer.stability(data, { ...fast, validation: 0.3 }, { bootstraps: 3, points: true, ...more }),
  ]) {
    const expected = await assess({});
    assert.deepEqual(await assess({ executor: distant() }), expected);
    assert.deepEqual(await assess({ executor: 'here' }), expected);
  }
  const y = Array.from({ length: 30 }, (_, n) => numbers(60)[n] + n / 10);
  const real = trip.dataset({ x: numbers(60), shape: [30, 2], y, task: 'regression' });
  const test = (more) => trainer.permutationTest(real, fast, { ...folds, permutations: 3, ...more });
  assert.deepEqual(await test({ executor: distant() }), await test({}));
});

test('a cell that fails is tried again; the table is then that of a sweep without failures', async () => {
  const expected = await trainer.sweep(plan);
  const executor = failing((name, tries) => name.endsWith('fold 1') && tries < 3);
  assert.deepEqual(await trainer.sweep(plan, { executor, retries: 2 }), expected);
  assert.deepEqual([...executor.seen.values()].sort(), [1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3]);
});

test('a cell that fails each time is a failure of the table, without a part in the means', async () => {
  const bad = 'point 1, trial 0, fold 2';
  const executor = failing((name) => name === bad);
  const failures = [];
  const seen = [];
  const table = await trainer.sweep(plan, {
    executor,
    retries: 1,
    onFailure: (failure) => failures.push(failure),
    onProgress: ({ done, total }) => seen.push([done, total]),
  });
  const failure = { cell: { point: 1, trial: 0, fold: 2 }, error: { code: 'memory', message: 'try 2' } };
  assert.deepEqual(table.failures, [failure]);
  assert.deepEqual(failures, [failure]);
  assert.deepEqual(seen.at(-1), [11, 12]);
  const { rows, summary } = await trainer.sweep(plan);
  const left = rows.filter((_, c) => c !== 8);
  assert.deepEqual(table.rows, left);
  assert.deepEqual(table.summary[0], summary[0]);
  const own = left.filter(({ point }) => point === 1);
  assert.deepEqual([table.summary[1].cells, table.summary[1].failed], [6, 1]);
  assert.equal(table.summary[1].test.accuracy.defined, 5);
  const mean = own.reduce((sum, row) => sum + row.test.accuracy, 0) / 5;
  assert.ok(Math.abs(table.summary[1].test.accuracy.mean - mean) < 1e-12);
  // Trial 0 is incomplete, so that the pool is that of trial 1.
  assert.equal(table.summary[1].pooled.accuracy.defined, 1);
  // It is open in a later sweep.
  const again = await trainer.sweep(plan, { done: copy([...table.rows, ...table.failures]) });
  assert.deepEqual(again.rows, rows);
});

test('without retries the first failure rejects, and assessments reject after their tries', async () => {
  const executor = failing((name) => name.endsWith('fold 0'));
  await assert.rejects(trainer.sweep(plan, { executor }), isTripError('memory', 'point 0, trial 0, fold 0', 'try 1'));
  const settings = { folds: 3, executor: failing(() => true), retries: 2 };
  await assert.rejects(trainer.crossValidate(data, fast, settings), isTripError('memory', 'repeat 0, fold 0', 'try 3'));
  const once = failing((_, tries) => tries < 2);
  const expected = await trainer.crossValidate(data, fast, { folds: 3 });
  assert.deepEqual(await trainer.crossValidate(data, fast, { folds: 3, executor: once, retries: 1 }), expected);
});

test('a value that no model can take fails its cells alone, in workers and on this thread', async () => {
  const x = data.x.map((value, i) => (i < 4 ? 3e38 : value));
  const huge = { data: trip.dataset({ x, shape: data.shape, y: data.labels }), grid: {}, folds: 3 };
  const options = { ranks: [1], epochs: 5, restarts: 1, standardize: false };
  for (const executor of ['workers', 'here']) {
    const { failures, rows, summary } = await trainer.sweep({ ...huge, options }, { executor, retries: 1 });
    assert.equal(rows.length, 2);
    assert.ok(rows.every(({ samples }) => !samples.includes(0)));
    assert.deepEqual([failures.length, failures[0].error.code, summary[0].failed], [1, 'value', 1]);
    assert.match(failures[0].error.message, /the values of sample 0 are too large/);
  }
});

test('a worker that dies in a cell is replaced, and the other cells are computed', async () => {
  const workerUrl = new URL('./fixtures/dying-worker.mjs', import.meta.url);
  const mortal = await createTrainer({ workers: 1, trip, workerUrl });
  const grid = [{ learningRate: [0.01] }, { learningRate: [0.666], epochs: [1_000_000] }];
  const { rows, failures } = await mortal.sweep({ ...plan, grid, trials: 1 }, { retries: 1 });
  await mortal.close();
  assert.deepEqual(
    rows.map(({ point }) => point),
    [0, 0, 0],
  );
  assert.deepEqual(
    failures.map(({ cell, error }) => [cell.point, cell.fold, error.code]),
    [0, 1, 2].map((fold) => [1, fold, 'worker']),
  );
});

test('an abort ends a sweep on this thread and reaches own executors', async () => {
  const long = { ...plan, options: { ...fast, epochs: 1_000_000 } };
  const signal = AbortSignal.timeout(50);
  let ended = 0;
  const onProgress = ({ done }) => {
    ended = done;
  };
  await assert.rejects(trainer.sweep(long, { executor: 'here', signal, onProgress }), isTripError('aborted'));
  assert.equal(ended, 0, 'no cell trains to its end');
  const control = new AbortController();
  let seen;
  const executor = {
    execute: ({ signal: own }) =>
      new Promise((resolve) => {
        own.addEventListener('abort', () => {
          seen = own.aborted;
          resolve();
        });
        control.abort();
      }),
  };
  await assert.rejects(trainer.sweep(plan, { executor, signal: control.signal }), isTripError('aborted'));
  assert.equal(seen, true);
});

test('executors that break the contract, and wrong options, are refused', async () => {
  const silent = { execute: async ({ cells }) => void [...cells] };
  await assert.rejects(
    trainer.sweep(plan, { executor: silent }),
    isTripError('value', 'without an outcome for point 0'),
  );
  const strange = { execute: async ({ cells, receive }) => receive(copy([...cells][0]), { error: {} }) };
  await assert.rejects(trainer.sweep(plan, { executor: strange }), isTripError('value', 'a cell that it did not have'));
  const left = {
    execute: async ({ cells, receive }) => {
      for (const cell of cells) {
        receive(cell, { error: { code: 'memory', message: '' } });
        break;
      }
    },
  };
  for (const executor of [{ execute: async () => {} }, left])
    for (const assess of [
      (own) => trainer.sweep(plan, own),
      (own) => trainer.crossValidate(data, fast, { folds: 3, ...own }),
    ]) {
      const ended = assess({ executor, retries: left === executor ? 1 : 0 });
      await assert.rejects(ended, isTripError('value', 'the executor ended without taking all of its cells'));
    }
  for (const outcome of [
    undefined,
    null,
    'done',
    {},
    { report: 7 },
    { error: { code: 'worker', message: { toString: 1 } } },
  ]) {
    const vague = { execute: async ({ cells, receive }) => receive([...cells][0], outcome) };
    await assert.rejects(
      trainer.sweep(plan, { executor: vague }),
      isTripError('value', 'neither a report nor an error for point 0'),
    );
  }
  const lost = { execute: () => Promise.reject(new RangeError('no connection')) };
  await assert.rejects(trainer.sweep(plan, { executor: lost }), /no connection/);
  for (const executor of ['there', {}, 3])
    await assert.rejects(trainer.sweep(plan, { executor }), isTripError('option', 'executor is', "'here', 'workers'"));
  await assert.rejects(trainer.sweep(plan, { retries: -1 }), isTripError('option', 'retries is -1', '0 to 100'));
  await assert.rejects(trainer.stability(data, fast, { retries: 0.5 }), isTripError('option', 'retries is 0.5'));
});

test('the cells of a sweep: their numbers, plans, rows and summary', async () => {
  const { rows, summary, points } = await trainer.sweep(plan);
  const cells = trip.sweepCells(plan);
  assert.equal(cells.length, 12);
  assert.deepEqual(cells.points, points);
  assert.equal(cells.data, data);
  for (const [c, row] of rows.entries()) {
    const { point, trial, fold } = row;
    assert.deepEqual(cells.at(c), { point, trial, fold });
    assert.equal(cells.indexOf(copy(row)), c);
    assert.equal(cells.indexOf({ cell: { point, trial, fold }, error: { code: 'memory', message: '' } }), c);
    assert.deepEqual(cells.plan(c).heldOut, row.samples);
    assert.equal(cells.plan(c).name, `point ${point}, trial ${trial}, fold ${fold}`);
  }
  for (const error of [{ message: 'none' }, { code: 'memory' }, 'none', null, []])
    assert.throws(() => cells.indexOf({ cell: cells.at(0), error }, 'line 4'), isTripError('value', 'line 4 is a row'));
  const computed = [];
  await trainer.execute({
    data: cells.data,
    cells: [7, 3].map((c) => copy(cells.plan(c))),
    signal: new AbortController().signal,
    receive: ({ name }, { report }) => computed.push([name, report]),
  });
  computed.sort(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(
    computed.map(([, report], i) => cells.row([3, 7][i], report)),
    [rows[3], rows[7]],
  );
  const whole = cells.summary();
  for (const row of rows) whole.add(row);
  assert.deepEqual(whole.result(), summary);
  const part = cells.summary();
  part.add(rows[7]);
  assert.throws(() => part.add(rows[7]), isTripError('value', 'the order of the cells'));
  assert.throws(() => part.add(rows[2]), isTripError('value', 'the order of the cells'));
  assert.deepEqual(
    part.result().map(({ test: { accuracy } }) => accuracy?.defined),
    [undefined, 1],
  );
  for (const foreign of [
    { error: { code: 'memory', message: '' } },
    { ...rows[0], point: 99 },
    { ...rows[0], fold: -1 },
    { ...rows[0], test: undefined },
    { ...rows[0], samples: undefined },
  ])
    assert.throws(() => cells.summary().add(foreign), isTripError('value', 'the row is of another plan'));
  assert.throws(() => cells.summary().add(null), isTripError('option', 'the row is null'));
  for (const bad of [
    { ...rows[0], seed: 1 },
    { ...rows[0], fold: 3 },
    { ...rows[5], point: 1, trial: 0, fold: -1 },
    { ...rows[2], trial: 1, fold: -1 },
    { ...rows[3], point: 1, trial: -1, fold: 0 },
    { ...rows[0], point: -1 },
    { ...rows[0], point: 2 },
    { ...rows[0], fold: '0' },
    { ...rows[0], train: 1 },
    ...[
      { point: 1, trial: 0, fold: -1 },
      { point: 1, trial: -1, fold: 0 },
    ].map((cell) => ({ cell, error: { code: 'memory', message: '' } })),
    { ...rows[0], samples: [1] },
    { cell: {}, error: {} },
  ])
    assert.throws(() => cells.indexOf(bad, 'line 4'), isTripError('value', 'line 4 is a row of another plan'));
  assert.throws(() => cells.at(12), isTripError('option', 'cell is 12', '0 to 11'));
  assert.throws(() => cells.indexOf(7), isTripError('option', 'the row is 7'));
});

test('cells that cannot be prepared or sent fail alone; an error of the cells themselves rejects', async () => {
  const cells = trip.sweepCells(plan);
  const [a, b, c] = [0, 1, 2].map((at) => cells.plan(at));
  const outcomes = new Map();
  const receive = ({ name }, outcome) => outcomes.set(name, outcome);
  const batch = (given) => ({ data, cells: given, receive, signal: new AbortController().signal });
  const unsendable = { ...c, wanted: { importance: { score() {}, larger: true, repeats: 1 } } };
  await trainer.execute(batch([{ ...b, heldOut: [99] }, unsendable, a]));
  assert.match(outcomes.get(b.name).error.message, /^indices\[0\] is 99/);
  assert.match(outcomes.get(c.name).error.message, /^the job cannot be sent to a worker/);
  assert.ok(outcomes.get(a.name).report);
  function* broken() {
    yield a;
    throw new Error('no further cell');
  }
  await assert.rejects(trainer.execute(batch(broken())), /no further cell/);
});

test('the same plan twice has two equal outcomes', async () => {
  const cell = trip.sweepCells(plan).plan(0);
  const outcomes = [];
  const receive = (own, outcome) => outcomes.push([own === cell, outcome]);
  await trainer.execute({ data, cells: [cell, cell], receive, signal: new AbortController().signal });
  assert.equal(outcomes.length, 2);
  assert.ok(outcomes[0][1].report);
  assert.deepEqual(outcomes[0], [true, outcomes[1][1]]);
  assert.equal(outcomes[1][0], true);
});

test('samples that a step refuses are named with their fold, in workers and on this thread', async () => {
  const x = data.x.map((value, i) => (i === 2 ? -3 : Math.abs(value)));
  const low = trip.dataset({ x, shape: data.shape, y: data.labels });
  for (const executor of ['workers', 'here'])
    await assert.rejects(
      trainer.crossValidate(low, { ...fast, steps: ['log1p'] }, { folds: 3, executor }),
      isTripError('value', /^repeat 0, fold \d: data\.x\[\d+, 2\] is -3; the step 'log1p'/),
    );
});
