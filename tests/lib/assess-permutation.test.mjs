/** Permutation tests, and the choice of options inside a cross validation. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chosenBy } from '../../dist/assess/choice.js';
import { createTrainer } from '../../dist/trainer.js';
import { moduleOf } from '../../dist/trip.js';
import { isTripError, numbers, signs, trip } from './support.mjs';

const trainers = [
  await createTrainer({ workers: 1, trip }),
  await createTrainer({ workers: 3, trip }),
  await createTrainer({ workers: 2, trip, local: true }),
];
const [trainer] = trainers;
after(() => Promise.all(trainers.map((each) => each.close())));
const raw = moduleOf(trip);

const data = trip.dataset(signs(36, 3));
const options = { epochs: 12, batchSize: 8, restarts: 1, hidden: [], ranks: [1], learningRate: 0.05 };
const noise = (seed, samples = 36, variables = 6) =>
  trip.dataset({
    x: numbers(samples * variables, seed),
    shape: [samples, variables],
    y: Array.from({ length: samples }, (_, n) => n % 2),
  });
const grid = { hidden: [[], [3]], lambda: [0, 0.3] };

/** The permutation of a seed, from the documented rule. */
function permutationOf(seed, p, count) {
  const order = [];
  for (const [n, at] of raw.folds(count, new Int32Array(), count, raw.deriveSeed(seed, 10_002 + p)).entries())
    order[at] = n;
  return order;
}

test('p by hand: signal is found, noise is not', async () => {
  for (const [samples, found] of [
    [data, true],
    [noise(4), false],
  ]) {
    const result = await trainer.permutationTest(samples, options, { folds: 4, permutations: 39 });
    const good = result.permuted.filter((score) => score >= result.observed - 1e-9).length;
    assert.equal(result.permuted.length, 39);
    assert.equal(result.atLeastAsGood, good);
    assert.equal(result.p, (1 + good) / 40);
    assert.equal(result.significant, result.p <= 0.05);
    assert.equal(result.significant, found);
    assert.equal(result.stoppedEarly, false);
    assert.equal(result.score, 'accuracy');
    assert.equal(result.observed, result.crossValidation.pooled.accuracy.mean);
    assert.deepEqual(
      result.crossValidation,
      await trainer
        .crossValidate(samples, options, { folds: 4 })
        .then((cv) => ({ ...cv, rows: result.crossValidation.rows })),
    );
  }
});

test('a permuted fit sees the permuted labels alone, on folds that are drawn for them', async () => {
  const rows = new Map();
  const onProgress = ({ row }) => rows.set(row.cell, row);
  const result = await trainer.permutationTest(data, options, {
    folds: 4,
    permutations: 6,
    seed: 3,
    score: 'auc',
    onProgress,
  });
  assert.equal(rows.size, 28);
  for (const p of [0, 5]) {
    const labels = permutationOf(3, p, 36).map((n) => data.labels[n]);
    const permuted = trip.dataset({ x: data.x, shape: data.shape, y: labels, task: 'classification' });
    const cv = await trainer.crossValidate(permuted, options, { folds: 4, seed: 3 });
    for (let f = 0; f < 4; f++)
      assert.equal(rows.get(`permutation ${p}, repeat 0, fold ${f}`).fingerprint, cv.rows[f].fingerprint);
    assert.ok(Math.abs(result.permuted[p] - cv.pooled.auc.mean) < 1e-12);
    const ones = Float64Array.from(labels.flatMap((label) => [1 - label, label]));
    assert.ok(Math.abs(result.correlation[p] - trip.scorePredictions(ones, data).matthews) < 1e-12);
  }
  assert.equal(rows.get('permutation 0, repeat 0, fold 0').predictions.length, 18);
});

test('rows of permutations keep no predictions when the score needs none', async () => {
  const rows = [];
  await trainer.permutationTest(data, options, { folds: 4, permutations: 2, onProgress: ({ row }) => rows.push(row) });
  for (const { cell, predictions } of rows) assert.equal(predictions === undefined, cell.startsWith('permutation'));
});

test('any number of workers, an early stop and rows of an earlier run give one result', async () => {
  for (const samples of [data, noise(4)]) {
    const settings = { folds: 3, permutations: 59, seed: 2 };
    const rows = [];
    const full = await trainer.permutationTest(samples, options, {
      ...settings,
      onProgress: ({ row }) => rows.push(row),
    });
    assert.equal(rows.length, 180);
    const stopped = [];
    const counts = [];
    for (const each of trainers) {
      let fits = 0;
      const onProgress = () => fits++;
      const result = await each.permutationTest(samples, options, { ...settings, stopEarly: true, onProgress });
      stopped.push(result);
      assert.ok(fits <= 180);
      counts.push(fits);
    }
    // One worker makes the fits in the order in which they were begun: those of 16 permutations, then those of the true responses. At the
    // decision at most 16 further permutations are begun. Several workers may be further ahead.
    const most = 3 * (1 + Math.max(stopped[0].permuted.length, 16) + 16);
    assert.ok(samples === data || most < 180, `${most} fits`);
    assert.ok(counts[0] <= most, `${counts[0]} fits, at most ${most}`);
    for (const other of stopped.slice(1)) assert.deepEqual(other, stopped[0]);
    const [early] = stopped;
    const made = early.permuted.length;
    assert.deepEqual(early.permuted, full.permuted.slice(0, made));
    assert.equal(early.significant, full.significant);
    assert.equal(early.stoppedEarly, true);
    assert.equal(early.p, (1 + early.atLeastAsGood) / (1 + made));
    // The decision was open before the last permutation that counts.
    const before = early.permuted.slice(0, -1).filter((score) => score >= full.observed - 1e-9).length;
    assert.ok((1 + before) / 60 <= 0.05 && (1 + before + 60 - made) / 60 > 0.05);
    const half = JSON.parse(JSON.stringify(rows.filter((_, i) => i % 2 === 0)));
    let more = 0;
    const resumed = await trainers[1].permutationTest(samples, options, {
      ...settings,
      done: half,
      onProgress: () => more++,
    });
    assert.deepEqual(resumed, full);
    assert.equal(more, 90);
    // More permutations continue the same test.
    const longer = await trainers[1].permutationTest(samples, options, { ...settings, permutations: 60, done: rows });
    assert.deepEqual(longer.permuted.slice(0, 59), full.permuted);
  }
});

test('within groups labels stay in their group; whole groups exchange theirs', async () => {
  const y = Array.from({ length: 40 }, (_, n) => (n * 7) % 3 === 0);
  const groups = Array.from({ length: 40 }, (_, n) => `s${n % 8}`);
  const mixed = trip.dataset({ x: numbers(120, 9), shape: [40, 3], y: y.map(String) });
  const { correlation } = await trainer.permutationTest(mixed, options, { folds: 4, groups, permutations: 5 });
  for (const [p, value] of correlation.entries()) {
    const order = permutationOf(1, p, 40);
    const own = Array.from({ length: 40 }, () => 0);
    for (const group of new Set(groups)) {
      const members = [...groups.keys()].filter((n) => groups[n] === group);
      const shuffled = order.filter((n) => groups[n] === group);
      for (const [i, n] of members.entries()) own[n] = mixed.labels[shuffled[i]];
    }
    const ones = Float64Array.from(own.flatMap((label) => [1 - label, label]));
    assert.ok(Math.abs(value - trip.scorePredictions(ones, mixed).matthews) < 1e-12);
  }
  const subjects = trip.dataset({
    x: numbers(120, 9),
    shape: [40, 3],
    y: groups.map((name) => (name < 's4' ? 'ill' : 'well')),
  });
  await assert.rejects(
    trainer.permutationTest(subjects, options, { folds: 4, groups }),
    isTripError('value', 'nothing can be permuted within groups', "permute: 'groups'"),
  );
  await assert.rejects(
    trainer.permutationTest(mixed, options, { folds: 4, groups, permute: 'groups' }),
    isTripError('value', 'permute is \'groups\', but group "s0" has the responses'),
  );
  const exchanged = await trainer.permutationTest(subjects, options, {
    folds: 4,
    groups,
    permute: 'groups',
    permutations: 9,
  });
  assert.equal(exchanged.permuted.length, 9);
  // Eight groups of five: 4 of each class, so that k of 4 agree and the correlation is (2 k - 4) / 4.
  for (const value of exchanged.correlation) assert.ok(Number.isInteger(Math.round(2e9 * value) / 1e9));
});

test('regression: the error is compared, smaller is better; weights stay with their samples', async () => {
  const x = numbers(120, 5);
  const y = Array.from({ length: 40 }, (_, n) => 3 * x[3 * n] + 0.1 * x[3 * n + 1]);
  const values = trip.dataset({ x, shape: [40, 3], y, task: 'regression', sampleWeight: y.map((_, n) => 1 + (n % 3)) });
  const own = { ...options, epochs: 60 };
  const result = await trainer.permutationTest(values, own, { folds: 4, permutations: 19 });
  assert.equal(result.score, 'rmse');
  assert.deepEqual([result.p, result.significant], [0.05, true]);
  assert.ok(result.permuted.every((rmse) => rmse > result.observed));
  const order = permutationOf(1, 0, 40);
  const [a, b] = [order.map((n) => values.targets[n]), [...values.targets]];
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const product = (one, other) => mean(one.map((value, n) => (value - mean(one)) * (other[n] - mean(other))));
  assert.ok(Math.abs(result.correlation[0] - product(a, b) / Math.sqrt(product(a, a) * product(b, b))) < 1e-9);
});

test('a choice inside sees nothing outside its samples, and the fit has the chosen options', async () => {
  const settings = { folds: 3, inner: 3, options: { epochs: 10, restarts: 1 }, seed: 6 };
  const rows = new Map();
  const selection = await trainer.select(data, grid, { ...settings, onProgress: ({ row }) => rows.set(row.cell, row) });
  assert.equal(selection.points.length, 4);
  assert.deepEqual(selection.points[3], { epochs: 10, restarts: 1, hidden: [3], lambda: 0.3 });
  assert.equal(rows.size, 3 * (4 * 3 + 1) + 4 * 3);
  const { outer, choices } = selection;
  for (const [fold, choice] of choices.entries()) {
    const inside = [...outer.assignment[0].keys()].filter((n) => outer.assignment[0][n] !== fold);
    const part = trip.subset(data, inside);
    const seed = raw.deriveSeed(raw.deriveSeed(6, 2), 2 + fold);
    // The inner cross validation is the public one on the training samples.
    const inner = await Promise.all(
      selection.points.map((own) => trainer.crossValidate(part, own, { folds: 3, seed: raw.deriveSeed(seed, 3) })),
    );
    for (const [point, cv] of inner.entries())
      for (let f = 0; f < 3; f++)
        assert.equal(
          rows.get(`repeat 0, fold ${fold}, inner fold ${f}, point ${point}`).fingerprint,
          cv.rows[f].fingerprint,
        );
    const means = inner.map((cv) => cv.test.accuracy.mean);
    assert.equal(
      choice,
      means.findIndex((mean) => mean > Math.max(...means) - 1e-9),
    );
    assert.equal(outer.rows[fold].fingerprint, trip.fit(part, { ...selection.points[choice], seed }).fingerprint);
  }
  // The choice on all samples is that of a sweep.
  const { summary } = await trainer.sweep({ data, grid, options: settings.options, folds: 3, seed: 6 });
  assert.deepEqual(selection.inner, summary);
  const means = summary.map(({ test: { accuracy } }) => accuracy.mean);
  assert.equal(
    selection.chosen,
    means.findIndex((mean) => mean > Math.max(...means) - 1e-9),
  );
  assert.equal(selection.optimistic, means[selection.chosen]);
  assert.deepEqual(selection.options, selection.points[selection.chosen]);
});

test('held-out samples never change a choice', async () => {
  const assignment = Array.from({ length: 36 }, (_, n) => n % 3);
  const settings = { assignment, inner: 3, options: { epochs: 10, restarts: 1 } };
  const collect = async (samples) => {
    const rows = new Map();
    await trainer.select(samples, grid, { ...settings, onProgress: ({ row }) => rows.set(row.cell, row) });
    return rows;
  };
  const before = await collect(data);
  const x = data.x.map((value, i) => (assignment[Math.floor(i / 3)] === 2 ? 9 - value : value));
  const later = await collect(
    trip.dataset({ x, shape: [36, 3], y: data.labels.map((label, n) => (assignment[n] === 2 ? 1 - label : label)) }),
  );
  for (const [cell, row] of before) {
    const same = row.fingerprint === later.get(cell).fingerprint;
    if (cell.startsWith('repeat 0, fold 2')) assert.ok(same, cell);
    else if (cell.startsWith('all samples')) assert.ok(!same, cell);
  }
});

test('one standard error: the first point that is nearly as good', async () => {
  const order = { hidden: [[], [3], [6]], lambda: [1, 0.1, 0] };
  const settings = { folds: 3, inner: 4, options: { epochs: 15, restarts: 1 }, seed: 8 };
  for (const samples of [data, noise(2), noise(11)]) {
    const { inner, chosen } = await trainer.select(samples, order, { ...settings, rule: 'one-standard-error' });
    const all = inner.map(({ test: { accuracy } }) => accuracy);
    const top = all.reduce((best, own) => (own.mean > best.mean + 1e-12 ? own : best));
    const first = all.findIndex(({ mean }) => mean >= top.mean - top.deviation / Math.sqrt(4) - 1e-12);
    assert.equal(chosen, first);
  }
});

test('a selection has one result on any trainer, resumed or not', async () => {
  const groups = Array.from({ length: 36 }, (_, n) => n % 12);
  const settings = { folds: 3, inner: 2, groups, options: { epochs: 8, restarts: 1 }, rule: 'one-standard-error' };
  const rows = [];
  const full = await trainer.select(data, grid, { ...settings, onProgress: (progress) => rows.push(progress) });
  assert.deepEqual(
    rows.map(({ done, total }) => [done, total]),
    rows.map((_, i) => [i + 1, rows.length]),
  );
  for (const each of trainers.slice(1)) assert.deepEqual(await each.select(data, grid, settings), full);
  const done = JSON.parse(JSON.stringify(rows.map(({ row }) => row).filter((_, i) => i % 2 === 1)));
  assert.deepEqual(await trainer.select(data, grid, { ...settings, done }), full);
});

test('on noise the nested score is at chance, the score that chose is above it', async () => {
  const wide = { hidden: [[], [4]], ranks: [[1], [2]], learningRate: [0.01, 0.05], lambda: [0, 0.3] };
  const settings = { folds: 4, inner: 3, options: { epochs: 8, restarts: 1, batchSize: 10 } };
  const runs = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => trainers[1].select(noise(seed * 100, 36, 6), wide, { ...settings, seed })),
  );
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const nested = mean(runs.map(({ outer }) => outer.pooled.accuracy.mean));
  const optimistic = mean(runs.map((run) => run.optimistic));
  // The standard error of 8 means of 36 samples is 0.03.
  assert.ok(Math.abs(nested - 0.5) < 0.06, `nested ${nested}`);
  assert.ok(optimistic > 0.57, `optimistic ${optimistic}`);
});

test('a permutation test repeats the choice for every permutation', async () => {
  const choice = { grid, inner: 3 };
  const own = { epochs: 8, restarts: 1 };
  const settings = { folds: 3, permutations: 4, choice, seed: 4 };
  const rows = [];
  const result = await trainers[1].permutationTest(data, own, { ...settings, onProgress: ({ row }) => rows.push(row) });
  assert.equal(rows.length, 5 * 3 * (4 * 3 + 1));
  const { outer } = await trainer.select(data, grid, { folds: 3, inner: 3, options: own, seed: 4 });
  assert.equal(result.observed, outer.pooled.accuracy.mean);
  assert.deepEqual(
    result.crossValidation.rows.map((row) => row.fingerprint),
    outer.rows.map((row) => row.fingerprint),
  );
  const labels = permutationOf(4, 2, 36).map((n) => data.labels[n]);
  const permuted = trip.dataset({ x: data.x, shape: data.shape, y: labels, task: 'classification' });
  const other = await trainer.select(permuted, grid, { folds: 3, inner: 3, options: own, seed: 4 });
  assert.ok(Math.abs(result.permuted[2] - other.outer.pooled.accuracy.mean) < 1e-12);
  const done = JSON.parse(JSON.stringify(rows.filter((_, i) => i % 3 === 0)));
  assert.deepEqual(await trainer.permutationTest(data, own, { ...settings, done }), result);
});

test('wrong settings and abort', async () => {
  const wrong = [
    [trainer.permutationTest(data, options, { permutations: 0 }), 'option', 'permutations is 0', 'from 1 to 100000'],
    [trainer.permutationTest(data, options, { score: 'loss' }), 'option', 'score is "loss"', "'accuracy'"],
    [trainer.permutationTest(data, options, { score: 'rmse' }), 'option', 'score is "rmse"'],
    [
      trainer.permutationTest(data, options, { permute: 'groups' }),
      'option',
      "permute is 'groups', but no groups are given",
    ],
    [trainer.permutationTest(data, options, { permute: 'all' }), 'option', 'permute is "all"'],
    [trainer.permutationTest(data, options, { stopEarly: 1 }), 'option', 'stopEarly is 1'],
    [trainer.permutationTest(data, options, { choice: { inner: 3 } }), 'option', 'grid is undefined'],
    [
      trainer.permutationTest(data, options, { choice: { grid: {}, outer: 3 } }),
      'option',
      'choice has no option "outer"',
    ],
    [
      trainer.permutationTest(data, options, { permutations: 100_000, repeats: 10 }),
      'option',
      'the assessment has 5000050 fits',
      'at most 1000000',
    ],
    [trainer.select(data), 'option', 'grid is undefined'],
    [trainer.select(data, { hiden: [[]] }), 'option', 'did you mean hidden?'],
    [trainer.select(data, { ranks: [[1], [9]] }), 'option', 'point 1 of the grid: ranks[0] is 9'],
    [trainer.select(data, grid, { rule: 'first' }), 'option', 'rule is "first"', "'one-standard-error'"],
    [trainer.select(data, grid, { inner: 1 }), 'option', 'inner is 1'],
    [trainer.select(data, grid, { inner: 20 }), 'value', 'the inner folds of repeat 0, fold 0: folds is 20, but class'],
    [
      trainer.select(data, grid, { folds: 3, inner: 3, groups: Array.from(data.labels, (_, n) => n % 3) }),
      'value',
      'inner is 3, but there are 2 groups',
    ],
    [trainer.select(data, grid, { options: { seed: 3 } }), 'option', '"seed"'],
  ];
  for (const [promise, ...expected] of wrong) await assert.rejects(promise, isTripError(...expected));
  for (const begin of [
    (signal) => trainer.permutationTest(data, { ...options, epochs: 1_000_000 }, { signal }),
    (signal) => trainer.select(data, grid, { options: { ...options, epochs: 1_000_000 }, signal }),
  ]) {
    const control = new AbortController();
    const running = begin(control.signal);
    setTimeout(() => control.abort(), 20);
    await assert.rejects(running, isTripError('aborted'));
  }
  assert.equal((await trainer.crossValidate(data, options, { folds: 3 })).rows.length, 3);
});

test('permuted classes that leave a fold nothing to learn are refused before anything is trained', async () => {
  const y = [...'aaaaaaaaabbb'];
  const rare = trip.dataset({ x: numbers(24), shape: [12, 2], y });
  const assignment = y.map((_, n) => n % 3);
  let fits = 0;
  await assert.rejects(
    trainer.permutationTest(rare, options, { assignment, permutations: 999, onProgress: () => fits++ }),
    isTripError('value', /^permutation \d+: the samples to train with in repeat 0, fold \d have one class, "a"/),
  );
  assert.equal(fits, 0);
});

test('a point whose score is undefined in some folds is not chosen before one that has it in all', () => {
  const points = [0, 1, 2].map((point) => ({ options: { lambda: point } }));
  const rows = (scores) => scores.map((pearson) => ({ test: pearson === undefined ? {} : { pearson } }));
  const none = undefined;
  const choose = (rule, ...scores) => chosenBy({ points, rule, score: 'pearson' }, rows(scores.flat()));
  const [steady, lucky] = [
    [0.7, 0.8, 0.75],
    [0.99, none, none],
  ];
  assert.equal(choose('best', lucky, steady, [0.1, 0.2, 0.1]), 1);
  assert.equal(choose('one-standard-error', lucky, [0.1, 0.2, 0.1], steady), 2);
  assert.equal(choose('best', [0.5, none, none], lucky, [0.4, none, none]), 1);
  assert.throws(() => choose('best', [none, none, none], [none, none, none], [none, none, none]), isTripError('value'));
});

test('a permutation in which no point has a score takes the first one', async () => {
  // Three numbers differ from 0. In a permutation all of them may lie in one outer fold, which leaves the other constant.
  const samples = trip.dataset({
    x: numbers(24, 5),
    shape: [12, 2],
    y: Array.from({ length: 12 }, (_, n) => (n % 4 === 1 ? n : 0)),
    task: 'regression',
  });
  const settings = { folds: 2, permutations: 30, seed: 2, score: 'rmse' };
  const choice = { grid: { lambda: [0, 0.3] }, inner: 2, score: 'pearson' };
  const assignment = raw.folds(12, new Int32Array(), 2, raw.deriveSeed(2, 2));
  const outside = (targets) => [0, 1].some((fold) => targets.every((y, at) => y === 0 || assignment[at] === fold));
  const permuted = Array.from({ length: 30 }, (_, p) => permutationOf(2, p, 12).map((n) => samples.targets[n]));
  assert.ok(permuted.some(outside) && !outside([...samples.targets]));
  const own = { epochs: 8, restarts: 1, hidden: [], ranks: [1] };
  const result = await trainer.permutationTest(samples, own, { ...settings, choice });
  assert.equal(result.permuted.length, 30);
  assert.ok(result.permuted.every(Number.isFinite));
  assert.deepEqual([...result.crossValidation.assignment[0]], [...assignment]);
  // True responses without a score are an error.
  const held = [...assignment.keys()].filter((at) => assignment[at] === 0).slice(0, 3);
  const y = Array.from({ length: 12 }, (_, at) => (held.includes(at) ? at + 1 : 0));
  const apart = trip.dataset({ x: samples.x, shape: [12, 2], y, task: 'regression' });
  await assert.rejects(trainer.permutationTest(apart, own, { ...settings, choice }), /cannot choose/);
});

test('the smallest p that can be expected follows from the responses', async () => {
  const few = { folds: 2, permutations: 39 };
  const groups = Array.from({ length: 36 }, (_, n) => Math.floor(n / 9));
  const x = numbers(72, 3);
  const y = groups.map((group) => group % 2);
  const whole = { x, shape: [36, 2], y };
  const quick = { epochs: 1, restarts: 1, hidden: [] };
  const smallest = async (samples, settings) =>
    (await trainer.permutationTest(samples, quick, { ...few, ...settings })).smallestP;
  // Four groups, two of each class: 6 arrangements.
  assert.equal(await smallest(whole, { groups, permute: 'groups' }), 1 / 6);
  assert.equal(await smallest(whole, {}), 1 / 40);
  // Within groups: 2 of 9 in one group, and 3 of 9 in another: 36 * 84.
  const mixed = groups.map((group, n) => +((group === 0 && n % 9 < 2) || (group === 1 && n % 9 < 3) || group === 3));
  assert.equal(await smallest({ ...whole, y: mixed }, { groups, folds: 2 }), 1 / 40);
  const values = Array.from(numbers(36, 8));
  assert.equal(await smallest({ ...whole, y: values, task: 'regression' }, {}), 1 / 40);
});

test('of errors the smallest is best, also within one standard error', () => {
  const points = [0, 1, 2].map((lambda) => ({ options: { lambda } }));
  const choose = (rule, ...scores) =>
    chosenBy(
      { points, rule, score: 'rmse' },
      scores.flat().map((rmse) => ({ test: { rmse } })),
    );
  // Mean 2, deviation sqrt(1 / 3), standard error 0.289.
  const best = [1.5, 2.5, 1.5, 2.5];
  const [far, close] = [Array(4).fill(2.3), Array(4).fill(2.25)];
  assert.equal(choose('best', far, close, best), 2);
  assert.equal(choose('one-standard-error', far, close, best), 1);
});

test('defaults: 5 folds, 5 inner folds, 199 permutations, 100 bootstraps', async () => {
  const totalOf = async (begin) => {
    let total;
    const onProgress = (progress) => {
      total = progress.total;
      throw new Error('enough');
    };
    await assert.rejects(begin({ onProgress }), /enough/);
    return total;
  };
  const one = { ...options, epochs: 1 };
  assert.equal(await totalOf((own) => trainer.permutationTest(data, one, own)), 5 * 200);
  const select = (own) => trainer.select(data, { lambda: [0, 1] }, { options: one, ...own });
  assert.equal(await totalOf(select), 5 * (2 * 5 + 1) + 2 * 5);
  assert.equal(await totalOf((own) => trainer.stability(data, one, own)), 101);
});
