/** Assessments of altered rows, weights of 0, unequal groups, and settings that resemble each other. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { amongGroups, amongSamples, correlationOf } from '../../dist/assess/permuted-responses.js';
import { permuted } from '../../dist/data/permuted.js';
import { createTrainer } from '../../dist/trainer.js';
import { moduleOf } from '../../dist/trip.js';
import { isTripError, numbers, trip } from './support.mjs';

const trainer = await createTrainer({ workers: 2, trip });
after(() => trainer.close());

const options = { epochs: 4, restarts: 1, hidden: [], ranks: [1] };
const COUNT = 24;
const x = Array.from(numbers(2 * COUNT, 21));
const y = Array.from({ length: COUNT }, (_, n) => 'ab'[n % 2]);
const dataOf = (more = {}) => trip.dataset({ x, shape: [COUNT, 2], y, ...more });
const data = dataOf();
const counted = (zeros) => y.map((_, n) => (zeros.includes(n) ? 0 : 1));

test('rows of data with other signs are refused', async () => {
  const values = { y: x.slice(0, COUNT), task: 'regression' };
  for (const [one, other] of [
    [dataOf(), dataOf({ x: x.map((value) => -value) })],
    [dataOf(), dataOf({ x: x.map((value, i) => (i === 1 || i === 30 ? -value : value)) })],
    [dataOf(values), dataOf({ ...values, y: values.y.map((value) => -value) })],
  ]) {
    const { rows } = await trainer.crossValidate(one, options, { folds: 2 });
    await assert.rejects(
      trainer.crossValidate(other, options, { folds: 2, done: rows }),
      isTripError('value', /other data/),
    );
  }
});

test('rows whose scores are missing or no numbers are refused', async () => {
  const { rows } = await trainer.crossValidate(data, options, { folds: 3 });
  for (const part of ['train', 'test'])
    for (const altered of [{}, [], 5, '0.5', null, { accuracy: '0.5' }, { accuracy: null }])
      await assert.rejects(
        trainer.crossValidate(data, options, { folds: 3, done: [rows[2], { ...rows[1], [part]: altered }] }),
        isTripError('value', /repeat 0, fold 1 in done is incomplete/),
      );
  const { diverged: _diverged, ...rest } = rows[0];
  await assert.rejects(
    trainer.crossValidate(data, options, { folds: 3, done: [rest] }),
    isTripError('value', /incomplete/),
  );
});

test('rows of other drawings of folds are refused, those of the default are accepted', async () => {
  const settings = { folds: 3, permutations: 3 };
  const { rows: seen, test: first } = await rowsOf((onProgress) =>
    trainer.permutationTest(data, options, { ...settings, onProgress }),
  );
  // The same folds of the true responses; those of permuted responses would stay, too.
  const [assignment] = first.crossValidation.assignment;
  await assert.rejects(
    trainer.permutationTest(data, options, { permutations: 3, assignment, done: seen }),
    isTripError('value', /another plan/),
  );
  const again = await trainer.permutationTest(data, options, { ...settings, permute: 'samples', done: seen });
  assert.deepEqual(again.permuted, first.permuted);

  const grid = { lambda: [1, 0.01] };
  const plain = { options, inner: 2, folds: 3, stratify: false };
  const { rows, test: chosen } = await rowsOf((onProgress) => trainer.select(data, grid, { ...plain, onProgress }));
  await assert.rejects(
    trainer.select(data, grid, { options, inner: 2, assignment: chosen.outer.assignment, done: rows }),
    isTripError('value', /another plan/),
  );
});

async function rowsOf(run) {
  const rows = [];
  return { test: await run(({ row }) => rows.push(row)), rows };
}

test('folds whose held-out samples all have the weight 0 are refused before anything is trained', async () => {
  const weighted = dataOf({ sampleWeight: counted([3, 9]) });
  const values = dataOf({ sampleWeight: counted([5]), y: x.slice(0, COUNT), task: 'regression' });
  const onProgress = () => assert.fail('a fit was trained');
  const loo = { folds: 'leave-one-out', onProgress };
  const assignment = y.map((_, n) => (n === 3 || n === 9 ? 1 : n % 5 === 0 ? 0 : 2));
  for (const [run, place] of [
    [() => trainer.crossValidate(weighted, options, loo), 3],
    [() => trainer.crossValidate(values, options, loo), 5],
    [() => trainer.crossValidate(weighted, options, { assignment, onProgress }), 1],
    [() => trainer.permutationTest(weighted, options, loo), 3],
    [() => trainer.select(weighted, { lambda: [1] }, { options, ...loo }), 3],
  ])
    await assert.rejects(
      run(),
      isTripError('value', new RegExp(`held out in repeat 0, fold ${place} all have the weight 0`)),
    );
  // Folds that permuted classes would have.
  const most = dataOf({ sampleWeight: counted([...Array(19).keys()].map((n) => n + 2)) });
  await assert.rejects(
    trainer.permutationTest(most, options, { folds: 2, permutations: 99, onProgress }),
    isTripError('value', /^permutation \d+: .*weight 0|^permutation \d+: .*one class/),
  );
});

test('samples of weight 0 keep their response in permutations, as do groups of weight 0', async () => {
  const raw = moduleOf(trip);
  const zeros = [1, 6, 7, 12, 20];
  const of = Int32Array.from(y, (_, n) => n >> 2);
  const groups = { names: [0, 1, 2, 3, 4, 5], of };
  const weighted = dataOf({ sampleWeight: counted(zeros) });
  const whole = dataOf({ y: [...of].map((g) => 'ab'[g % 2]), sampleWeight: [...of].map((g) => (g === 2 ? 0 : 1)) });
  let changed = 0;
  for (let seed = 0; seed < 20; seed++) {
    for (const within of [undefined, groups]) {
      const from = amongSamples(raw, weighted, within).draw(seed);
      assert.deepEqual(
        [...from].sort((a, b) => a - b),
        [...from.keys()],
      );
      for (const n of zeros) assert.equal(from[n], n);
      if (within) for (const [n, other] of from.entries()) assert.equal(of[other], of[n]);
      changed += from.filter((other, n) => other !== n).length;
    }
    const from = amongGroups(raw, whole, groups).draw(seed);
    for (const [n, other] of from.entries()) assert.equal(of[other] === 2, of[n] === 2);
    assert.equal(new Set(from).size, 6);
  }
  assert.ok(changed > 20 * 2 * 5);
  // Correlations are those of the samples that count: with the others, whose responses stay, they would be larger.
  const assignment = y.map((_, n) => n % 3);
  const { correlation } = await trainer.permutationTest(weighted, options, { assignment, permutations: 6 });
  const plain = trip.subset(
    weighted,
    y.map((_, n) => n).filter((n) => !zeros.includes(n)),
  );
  const share = plain.labels.filter((label) => label === 0).length;
  for (const value of correlation) {
    // k of the samples of either class exchange it: 1 - k N / (a b), where a and b are the sizes of the classes.
    const exchanged = ((1 - value) * share * (19 - share)) / 19;
    assert.ok(Math.abs(exchanged - Math.round(exchanged)) < 1e-9, `${exchanged}`);
  }
});

test('responses that are all equal cannot be permuted', async () => {
  const groups = y.map((_, n) => n >> 2);
  const same = dataOf({ y: y.map(() => 7), task: 'regression' });
  for (const settings of [{}, { groups }, { groups, permute: 'groups' }])
    await assert.rejects(
      trainer.permutationTest(same, options, { folds: 2, ...settings }),
      isTripError('value', /response is 7 for every sample/),
    );
});

test('groups of unequal size count as fewer in the interval', async () => {
  const sizes = [1, 1, 2, 2, 3, 3, 6, 6];
  const groups = sizes.flatMap((size, g) => Array(size).fill(g));
  const assignment = groups.map((g) => (g % 2) ^ (g >> 2));
  for (const sampleWeight of [undefined, groups.map((g) => (g < 2 ? 0 : 0.5 + (g % 3)))]) {
    const samples = dataOf(sampleWeight ? { sampleWeight } : {});
    const { interval } = await trainer.crossValidate(samples, options, { groups, assignment });
    const weights = sizes.map((size, g) => size * (sampleWeight?.[groups.indexOf(g)] ?? 1));
    const sum = (of) => weights.reduce((total, weight) => total + of(weight), 0);
    const n = sum((weight) => weight) ** 2 / sum((weight) => weight * weight);
    // Wilson's interval, from its definition: the ends solve (value - p)^2 = z^2 p (1 - p) / n.
    for (const end of [interval.low, interval.high])
      assert.ok(Math.abs((interval.value - end) ** 2 - (1.959964 ** 2 * end * (1 - end)) / n) < 1e-6);
  }
});

test('no value but undefined stands for an absent reference', async () => {
  for (const reference of [null, 0, '', Number.NaN, false, {}, { spec: {} }])
    for (const run of [
      () => trainer.crossValidate(data, options, { folds: 2, reference }),
      () => trainer.stability(data, options, { bootstraps: 2, reference }),
    ])
      await assert.rejects(run(), isTripError('value', /reference is .*; a model of these data is accepted/));
});

test('groups of two types and too many own folds are refused', async () => {
  await assert.rejects(
    trainer.crossValidate(data, options, { groups: y.map((_, n) => (n === 4 ? '1' : n % 3)) }),
    isTripError('value', /groups has 0 \(number\) and "1" \(string\)/),
  );
  await assert.rejects(
    trainer.crossValidate(data, options, { groups: y.map((_, n) => (n === 0 ? '1' : 1 + (n % 3))) }),
    isTripError('value', /groups has "1" \(string\) and 2 \(number\)/),
  );
  const assignment = Array(10_001).fill(y.map((_, n) => n % 2));
  await assert.rejects(trainer.crossValidate(data, options, { assignment }), isTripError('option', /at most 10000/));
});

test('names of inherited properties are no options', async () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const given = JSON.parse(`{"${name}": [1]}`);
    for (const run of [
      () => trainer.crossValidate(data, options, given),
      () => trainer.select(data, given, { options }),
      async () => trip.fit(data, given),
    ])
      await assert.rejects(run(), isTripError('option', new RegExp(`no option "${name}"`)));
  }
});

test('sparse samples are refused by a model with steps for dense samples', () => {
  const sparse = trip.sparseDataset({ offsets: [0, 1], index: [0], value: [2], shape: [1, 2] });
  for (const step of ['snv', 'pareto']) {
    const model = trip.fit(data, { ...options, steps: [step], standardize: false });
    assert.throws(() => model.predict(sparse), isTripError('value', new RegExp(`sparse.*'${step}'`)));
    model.dispose();
  }
});

test('arrangements within groups are multiplied; several responses are permuted and compared together', () => {
  const raw = moduleOf(trip);
  const groups = { names: ['p', 'q'], of: Int32Array.from(y, (_, n) => Number(n >= 4)) };
  // One of 4 in the first group, two of 20 in the second.
  const few = dataOf({ y: y.map((_, n) => ([1, 5, 6].includes(n) ? 'b' : 'a')) });
  assert.equal(amongSamples(raw, few, groups).arrangements, 4 * 190);
  const values = (of) => dataOf({ y: y.map((_, n) => of(n)), task: 'regression' });
  // 24 over 12.
  assert.equal(
    amongSamples(
      raw,
      values((n) => [1, n % 2]),
      undefined,
    ).arrangements,
    2_704_156,
  );
  assert.throws(
    () =>
      amongSamples(
        raw,
        values(() => [1, 2]),
        undefined,
      ),
    isTripError('value', 'the response is 1, 2 for every sample'),
  );
  const own = values((n) => [n, (n - 11.5) ** 2, Math.abs(n - 11.5), 7]);
  const turned = permuted(
    own,
    y.map((_, n) => 23 - n),
  );
  assert.deepEqual([...turned.targets.subarray(0, 8)], [23, 132.25, 11.5, 7, 22, 110.25, 10.5, 7]);
  // Correlations of -1, 1 and 1; the constant response has none.
  assert.ok(Math.abs(correlationOf(turned, own) - 1 / 3) < 1e-12);
});
