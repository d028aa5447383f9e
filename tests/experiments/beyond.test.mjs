// Experiments beyond the paper: rounds of starts, differences per fold, samples transformed by a map, and the rules of
// the claims.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellsOf,
  clockCell,
  differencesOf,
  judgeDifferences,
  judgeSearch,
  judgeSideBySide,
  judgeWeak,
  loadSet,
  lowestShare,
  nameOf,
  nameOfClock,
  outcomesOf,
  parametersOf,
  plans,
  runCell,
  studiesOf,
  taskOf,
} from '../../build/experiments/index.js';
import { trip } from './support.mjs';

const verdicts = (judged) => judged.map(({ verdict }) => verdict);
const cellsOfStudies = (studies) => cellsOf({ quick: studies, full: [] });

/** Rows of all fits of candidates on sets; `row` returns the row of a cell. */
const rowsFor = (candidates, sets, row) =>
  new Map(
    cellsOfStudies(studiesOf(candidates, sets)).map((cell) => [nameOf(cell), { cell: nameOf(cell), ...row(cell) }]),
  );

test('the lowest objectives of each round continue, and the lowest of the last round is the model', () => {
  const halving = {
    title: 'halving',
    options: {},
    rounds: [
      [4, 1],
      [2, 2],
      [1, 3],
    ],
  };
  // Start 4 would be best in the last round, but is not among the best of the first round.
  const objectives = { 1: [9, 2, 1, 3], 2: [9, 2, 1, 0], 3: [9, 9, 7, 0] };
  const rows = rowsFor([halving], ['spiral-1'], ({ options: { epochs, seed } }) => ({
    train: { objective: objectives[epochs][seed - 1] },
    test: { accuracy: seed / 10 },
    overlap: seed === 3 ? 0.9 : 0,
  }));
  const [outcome] = outcomesOf([halving], ['spiral-1'], rows);
  assert.deepEqual([outcome.models[0].cell.options.seed, outcome.found, outcome.accuracy.mean], [3, 1, 0.3]);
  assert.equal(outcome.seconds, undefined);
  // 4 starts of one epoch, 2 and 1 of one more: 7 epochs of three.
  const [first] = outcome.models;
  const clock = { ...first.cell, options: { ...first.cell.options, seed: 1 } };
  const clocks = new Map([[nameOfClock(clock), { seconds: 3 }]]);
  assert.equal(outcomesOf([halving], ['spiral-1'], rows, clocks)[0].seconds.most, 7);
  rows.delete(nameOf(first.cell));
  assert.deepEqual(outcomesOf([halving], ['spiral-1'], rows), []);
});

test('a start that diverged is never the model while another one did not', () => {
  const two = { title: 'two', options: {}, rounds: [[2, 1]] };
  const rows = rowsFor([two], ['spiral-1'], ({ options: { seed } }) =>
    seed === 1 ? { error: 'diverged: why' } : { train: { objective: 5 }, test: { accuracy: 0.5 } },
  );
  assert.equal(outcomesOf([two], ['spiral-1'], rows)[0].models[0].cell.options.seed, 2);
});

test('the Spiral: all three claims hold, and each can fail', () => {
  const { candidates } = plans.auto;
  const sets = Array.from({ length: 40 }, (_, s) => `spiral-${2001 + s}`);
  const judge = ({ missed = 0, accuracy = 0.9, seconds = 1.5 }) => {
    const used = candidates.filter(({ options, view }) => options.restarts === 'auto' || view === 'plane');
    const rows = rowsFor(used, sets, ({ set, view }) => ({
      train: { objective: 1 },
      test: { accuracy: view === 'plane' ? 0.91 : accuracy },
      overlap: sets.indexOf(set) < missed ? 0.3 : 0.95,
    }));
    const clocks = new Map(
      cellsOfStudies(studiesOf(used, sets)).map((cell) => [
        nameOfClock(cell),
        { seconds: seconds + Number(cell.set === sets[0]) },
      ]),
    );
    return verdicts(judgeSearch(outcomesOf(used, sets, rows, clocks)));
  };
  assert.deepEqual(judge({ seconds: 0.9 }), ['holds', 'holds', 'holds']);
  assert.deepEqual(judge({ missed: 0 }), ['holds', 'holds', 'differs']);
  // 39 of 40 found: at least 0.887 by the bound.
  assert.deepEqual(judge({ missed: 1, accuracy: 0.88 }), ['differs', 'differs', 'differs']);
  assert.deepEqual(judge({ missed: 16, accuracy: 0.8, seconds: 3 }), Array(3).fill('does not hold'));
});

test('weak signals: signals found by plain starts must not be lost', () => {
  const { candidates } = plans.weak;
  const outcomes = (auto, four) =>
    candidates.map((candidate) => {
      const found = { [candidates[1].title]: four, "restarts: 'auto'": auto }[candidate.title] ?? 0;
      const models = Array.from({ length: 10 }, (_, s) => ({
        cell: { set: s },
        row: { overlap: s < found ? 0.9 : 0.1 },
      }));
      return { candidate, models };
    });
  assert.deepEqual(verdicts(judgeWeak(outcomes(9, 10), outcomes(4, 6))), ['holds', 'differs']);
  assert.deepEqual(verdicts(judgeWeak(outcomes(4, 9), outcomes(3, 0))), ['does not hold', 'cannot be judged']);
});

test('folds are compared in pairs, and the standard error is corrected for overlapping training sets', () => {
  const cell = (set, restarts, fold) => ({
    set,
    options: { restarts, seed: fold },
    split: { folds: 10, trial: 1, fold },
  });
  const judge = (gains) => {
    const cells = gains.flatMap((_, fold) => [1, 12, 'auto'].map((restarts) => cell('iris', restarts, fold)));
    const rows = new Map(
      cells.map((one) => {
        const { restarts, seed } = one.options;
        return [nameOf(one), { test: { accuracy: 0.5 + seed / 10 + (restarts === 'auto' ? gains[seed] : 0) } }];
      }),
    );
    const differences = differencesOf(cells, rows);
    return [differences, verdicts(judgeDifferences(differences))[0]];
  };
  const [[difference], holds] = judge([0.1, -0.1, 0.1, -0.1]);
  assert.ok(Math.abs(difference.mean) < 1e-12);
  // Deviation 0.2 / sqrt 3, times the root of 1/4 + 1/9.
  assert.ok(Math.abs(difference.error - (0.2 / Math.sqrt(3)) * Math.sqrt(1 / 4 + 1 / 9)) < 1e-12);
  // Four folds that differ so much decide nothing.
  assert.equal(holds, 'cannot be judged');
  assert.equal(judge([0.01, -0.01, 0.01, -0.01])[1], 'holds');
  assert.equal(judge([-0.2, -0.1, -0.2, 0.05])[1], 'cannot be judged');
  assert.equal(judge([-0.2, -0.1, -0.2, -0.1])[1], 'does not hold');
});

test('the bound of a share is that of Clopper and Pearson', () => {
  // From sums of binomial probabilities, which is qbeta(0.05, k, n - k + 1) in R.
  for (const [found, count, bound] of [
    [40, 40, 0.05 ** (1 / 40)],
    [39, 40, 0.8868116],
    [5, 10, 0.2224411],
    [1, 3, 1 - 0.95 ** (1 / 3)],
    [0, 7, 0],
  ])
    assert.ok(Math.abs(lowestShare(found, count) - bound) < 2e-6, `${found} of ${count}: ${lowestShare(found, count)}`);
});

test('projections side by side: the folds are paired, and a difference has an error', () => {
  const named = (values) => values && new Map(values.map((value, fold) => [`iris 0 ${fold}`, value]));
  const set = (trip, nca, plain, folds) => ({
    ...{ set: 'iris', trip: named(trip), nca: named(nca), plain: named(plain) },
    ...(folds === undefined ? {} : { folds }),
  });
  const trip = [0.9, 0.8, 0.7, 0.95, 0.85];
  const plus = (gap) => trip.map((value) => value + gap);
  // A constant difference has no error, however much the folds differ.
  assert.deepEqual(verdicts(judgeSideBySide([set(trip, plus(-0.05), plus(0.015), 5)])), ['holds', 'holds']);
  assert.deepEqual(verdicts(judgeSideBySide([set(trip, plus(0.1), plus(0.1), 5)])), ['does not hold', 'does not hold']);
  // Equal means whose folds differ in both directions tell nothing.
  const wide = trip.map((value, n) => value + (n % 2 === 0 ? 0.1 : -0.15));
  assert.deepEqual(verdicts(judgeSideBySide([set(trip, wide, wide, 5)])), ['cannot be judged', 'cannot be judged']);
  // Data sets of their own have the smaller error: 0.011 without the share of overlapping training sets, 0.017 with it.
  const near = trip.map((value, n) => value + [0.025, -0.025, 0.025, -0.025, 0][n]);
  assert.deepEqual(verdicts(judgeSideBySide([set(trip, near, near)])), ['holds', 'holds']);
  assert.deepEqual(verdicts(judgeSideBySide([set(trip, near, near, 5)])), ['cannot be judged', 'cannot be judged']);
  // Most sets decide; a fold that only one has is left out, and so is NCA where it was not computed.
  const good = set(trip, plus(-0.05), plus(0), 5);
  const bad = set(trip, plus(0.1), plus(0.1), 5);
  assert.deepEqual(verdicts(judgeSideBySide([good, bad, good])), ['holds', 'holds']);
  assert.deepEqual(verdicts(judgeSideBySide([good, bad])), ['cannot be judged', 'cannot be judged']);
  assert.deepEqual(verdicts(judgeSideBySide([set([...trip, 0.1], undefined, plus(0), 5)])), ['holds']);
  assert.deepEqual(verdicts(judgeSideBySide([set([0.9], [0.9], [0.9], 5)])), ['cannot be judged', 'cannot be judged']);
});

test('the number of parameters equals that of the package', () => {
  const cases = [
    [[6], [2], [10, 7], 3],
    [[6], [3], [], 2],
    [[5, 4, 3], [2, 1, 2], [4], 2],
  ];
  for (const [dims, ranks, hidden, outputs] of cases) {
    const count = 12;
    const x = Float64Array.from({ length: count * dims.reduce((a, b) => a * b) }, (_, i) => (i * 7919) % 101);
    const data = trip.dataset({ x, shape: [count, ...dims], y: Array.from({ length: count }, (_, n) => n % outputs) });
    const model = trip.fit(data, { ranks, hidden, epochs: 1, restarts: 1 });
    const { projection, network } = parametersOf(dims, ranks, hidden, outputs);
    assert.equal(projection + network, model.parameters.length);
    model.dispose();
  }
});

test('lambda in turn: each fit starts from the model of the fit before, in any run', async () => {
  const { train, test: held } = trip.spiral({ seed: 3, samplesPerClass: 30, noiseDimensions: 5 });
  const options = { seed: 4, hidden: [5], lambda: 0.1 };
  const cell = { set: 'spiral-1', options: { ...options, epochs: 8, lambdasBefore: [1, 0.3] } };
  const row = runCell({ cell }, trip, { data: train, test: held });
  const first = trip.fit(train, { ...options, lambda: 1, epochs: 2, restarts: 1 });
  const second = trip.fit(train, { ...options, lambda: 0.3, epochs: 2, start: first });
  const last = trip.fit(train, { ...options, epochs: 4, start: second });
  assert.equal(row.fingerprint, last.fingerprint);
  for (const model of [first, second, last]) model.dispose();
  assert.match(row.cell, /lambdasBefore=\[1 0.3\]/);
  const ticks = [0, 5000, 5000, 9000];
  const clocked = clockCell(cell, trip, { data: train }, () => ticks.shift());
  assert.deepEqual(clocked, { cell: nameOfClock(cell), seconds: 4 });
});

test('a cell transforms its samples by a map, and its overlap is that of the complete projection', async () => {
  const loaded = await loadSet(trip, 'spiral-2001');
  const cell = { set: 'spiral-2001', options: { epochs: 3, seed: 1, hidden: [5], standardize: false, ranks: [2] } };
  const given = runCell({ cell: { ...cell, view: 'plane' } }, trip, loaded);
  assert.ok(given.overlap > 1 - 1e-6, `${given.overlap}`);
  const inSpan = runCell({ cell: { ...cell, view: 'span5' } }, trip, loaded);
  assert.ok(inSpan.overlap > 0 && inSpan.overlap < 1);
  // The part outside the five directions cannot be reconstructed.
  assert.notEqual(inSpan.fingerprint, runCell({ cell }, trip, loaded).fingerprint);
  const first = Array.from({ length: 200 }, (_, i) => Number(i === 0 || i === 3));
  const sources = { trip, load: async () => loaded };
  const task = await taskOf(
    { ...cell, view: 'nca' },
    {
      ...sources,
      learn: async (_, parts) => {
        assert.equal(parts.train, loaded.data);
        return { map: first };
      },
    },
  );
  const seen = runCell(task, trip, loaded);
  const two = (data) =>
    trip.dataset({ x: Array.from({ length: 220 }, (_, n) => [data.x[100 * n], data.x[100 * n + 1]]), y: data.labels });
  const model = trip.fit(two(loaded.data), { lambda: 0.1, restarts: 1, ...cell.options });
  assert.equal(seen.fingerprint, model.fingerprint);
  assert.equal(seen.test.accuracy, model.score(two(loaded.test)).accuracy);
  model.dispose();
  await assert.rejects(taskOf({ ...cell, view: 'nca' }, sources), /needs a program/);
  assert.throws(() => runCell({ cell: { ...cell, view: 'nca' } }, trip, loaded), /needs a program/);
});

test('weak signals are in the documented variables', async () => {
  for (const [set, rule] of [
    ['weak-line-0.2-1', (_, last) => last > 0],
    ['weak-plane-0.2-1', (other, last) => last > 0 === other > 0],
  ]) {
    const { data, test: held, plane } = await loadSet(trip, set);
    assert.deepEqual(
      [data.shape, held.shape],
      [
        [300, 20],
        [300, 20],
      ],
    );
    const squares = Array(20).fill(0);
    for (const [at, value] of data.x.entries()) squares[at % 20] += value ** 2 / 300;
    for (const [i, square] of squares.entries()) {
      const expected = i < 18 ? 1 : 0.04;
      assert.ok(square > 0.6 * expected && square < 1.5 * expected, `${set}, ${i}: ${square}`);
    }
    for (let n = 0; n < 300; n++) assert.equal(data.labels[n], Number(rule(data.x[20 * n + 18], data.x[20 * n + 19])));
    assert.equal(plane.length, set.includes('line') ? 20 : 40);
  }
});
