// The plans as data: every cell has a unique name, and equal names are equal cells in all plans.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  plans as byName,
  cellsOf,
  nameOf,
  nameOfAssessment,
  nameOfTime,
  runCell,
  runCells,
  sets,
  stagesOf,
  timeCellsOf,
} from '../../build/experiments/index.js';
import { fromRoot } from '../../build-scripts/tools.mjs';
import { threadExecutor } from '../../web/reproduce/threads.mjs';
import { executorFor, trip } from './support.mjs';

const plans = Object.values(byName);
const cellsOfPlan = new Map(plans.map((plan) => [plan, cellsOf(plan)]));

test('every cell of every plan has a unique name, and equal names are equal cells', () => {
  const known = new Map();
  for (const plan of plans) {
    const cells = cellsOfPlan.get(plan);
    const times = timeCellsOf(plan.time?.full ?? { series: [], options: {}, rounds: 0 });
    const assessments = (plan.assessments?.full ?? []).map(nameOfAssessment);
    assert.ok(cells.length + times.length + assessments.length > 0, plan.name);
    assert.equal(new Set(assessments).size, assessments.length, plan.name);
    assert.equal(new Set(cells.map(nameOf)).size, cells.length, plan.name);
    for (const cell of cells) {
      assert.ok(sets[cell.set], nameOf(cell));
      const text = JSON.stringify([cell.set, Object.entries(cell.options).sort(), cell.split, cell.view]);
      const name = nameOf(cell);
      assert.equal(known.get(name) ?? text, text);
      known.set(name, text);
    }
  }
  assert.equal(new Set(known.values()).size, known.size);
  assert.ok(known.size > 100_000, `${known.size} cells`);
});

test('a full run begins with the cells of the quick one', () => {
  for (const plan of plans.filter((one) => one.quick.length > 0)) {
    const quick = cellsOf(plan, 1).map(nameOf);
    assert.ok(quick.length > 0);
    assert.deepEqual(cellsOfPlan.get(plan).slice(0, quick.length).map(nameOf), quick);
    assert.deepEqual(stagesOf(plan, 1)[0].cells.map(nameOf), quick);
    assert.equal(stagesOf(plan).at(-1).kind, 'Full run');
  }
  const { assessments } = byName.chance;
  const all = new Set(assessments.full.map(nameOfAssessment));
  assert.ok(assessments.quick.every((cell) => all.has(nameOfAssessment(cell)) && sets[cell.set]));
  const { quick, full } = byName.fig7.time;
  const names = new Set(timeCellsOf(full).map(nameOfTime));
  assert.ok(timeCellsOf(quick).some((cell) => names.has(nameOfTime(cell))));
});

test('the plans cover all sets of the paper with its batch sizes', () => {
  const paper = { sonar: 64, colposcopies: 64, alizadeh: 64, sports: 256, secom: 256, ozone: 256 };
  const large = { spambase: 1024, theorem: 1024, epileptic: 2048, iris: 32, wine: 32, network: 128, 'spiral-1': 20 };
  const used = new Set([...cellsOfPlan.values()].flat().map(({ set }) => set));
  for (const [set, batch] of Object.entries({ ...paper, ...large })) {
    assert.ok(used.has(set), set);
    assert.equal(sets[set].options.batchSize, batch);
  }
});

test('the plans and the runner use no modules of Node', () => {
  const folder = fromRoot('build', 'experiments');
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  assert.ok(files.length > 10);
  for (const file of files)
    assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /node:|require\(|\bprocess\b/, file);
});

test('a cell is a repeatable fit, and an inner fit never uses the outer fold', async () => {
  const { train, test: held } = trip.spiral({ seed: 3, samplesPerClass: 30, noiseDimensions: 5 });
  const cell = { set: 'spiral-1', options: { epochs: 5, seed: 4, hidden: [5] } };
  const whole = runCell({ cell }, trip, { data: train, test: held });
  const model = trip.fit(train, { lambda: 0.1, restarts: 1, ...cell.options });
  assert.equal(whole.fingerprint, model.fingerprint);
  assert.equal(whole.test.accuracy, model.score(held).accuracy);
  model.dispose();

  const seen = [];
  const spy = {
    ...trip,
    fit: (data, options) => {
      seen.push(data);
      return trip.fit(data, options);
    },
  };
  const split = { folds: 5, trial: 2, fold: 3, without: 2 };
  runCell({ cell: { ...cell, split } }, spy, { data: train });
  const folds = trip.folds(train, 5, 2);
  const expected = trip.subset(
    train,
    [...folds.keys()].filter((n) => folds[n] !== 3 && folds[n] !== 2),
  );
  assert.deepEqual(seen[0].x, expected.x);
});

test('threads run the same cells, which they get as plain data, and load the sets themselves', async () => {
  const threads = threadExecutor(2);
  try {
    const spiral = [1, 2, 3].map((seed) => ({ set: 'spiral-1', options: { epochs: 5, seed, hidden: [5] } }));
    const sonar = { set: 'sonar', options: { epochs: 2, seed: 1 }, split: { folds: 5, trial: 1, fold: 2 } };
    const cells = [
      ...spiral,
      sonar,
      { ...spiral[0], view: 'plane' },
      { ...spiral[0], options: { epochs: 2 }, keep: true },
    ];
    const rowsOf = async (executor) => {
      const rows = new Map();
      await runCells(cells, { trip, executor, rows, keep: (row) => rows.set(row.cell, row) });
      return cells.map((cell) => rows.get(nameOf(cell)));
    };
    const expected = await rowsOf(executorFor());
    assert.deepEqual(await rowsOf(threads), expected);
    assert.equal(expected.filter(({ fingerprint }) => fingerprint !== undefined).length, cells.length);
    const unknown = { set: 'nowhere', options: { epochs: 1, seed: 1 } };
    await assert.rejects(
      threads.execute([{ cell: unknown }], () => {}),
      /nowhere|undefined/,
    );
    assert.deepEqual(await rowsOf(threads), expected);
  } finally {
    await threads.close();
  }
});

test('a diverged fit is an outcome; other errors stop the run', async () => {
  const { train } = trip.spiral({ seed: 3, samplesPerClass: 10, noiseDimensions: 2 });
  const cell = { set: 'spiral-1', options: { epochs: 5, seed: 1 } };
  const failing = (code) => ({
    ...trip,
    fit: () => {
      throw Object.assign(new Error('why'), { code });
    },
  });
  assert.equal(runCell({ cell }, failing('diverged'), { data: train }).error, 'diverged: why');
  assert.throws(() => runCell({ cell }, failing('closed'), { data: train }), /why/);
});
