/** Folds of assessments: how samples are assigned, and what is refused before anything is trained. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { foldsWithin, innerFolds } from '../../dist/assess/choice.js';
import { sampledOf } from '../../dist/assess/fold-checks.js';
import { foldChecks, toFoldSettings } from '../../dist/assess/fold-settings.js';
import { drawFolds } from '../../dist/assess/folds.js';
import { heldOutCells, nameOf } from '../../dist/assess/held-out.js';
import { readOptions } from '../../dist/common/check.js';
import { createTrainer } from '../../dist/trainer.js';
import { moduleOf } from '../../dist/trip.js';
import { isTripError, numbers, read, signs, trip } from './support.mjs';

const trainer = await createTrainer({ workers: 1, trip });
after(() => trainer.close());
const raw = moduleOf(trip);
const cases = JSON.parse(read('tests/lib/fixtures/assess.json'));

const dataOf = (labels, rest = {}) =>
  trip.dataset({
    x: numbers(2 * labels.length),
    shape: [labels.length, 2],
    y: labels,
    task: 'classification',
    ...rest,
  });

/** The folds of these options; nothing is trained. */
function foldsOf(data, options, validation = 0, core = raw) {
  const settings = toFoldSettings(data, readOptions('folds', options, foldChecks(data)));
  return drawFolds(core, sampledOf(data), settings, validation);
}

const countsOf = (values, kinds) =>
  Array.from({ length: kinds }, (_, k) => values.filter((value) => value === k).length);

test('a fold for each of many samples takes no time of its square', () => {
  const used = (count) => {
    const data = trip.dataset({ x: numbers(count), shape: [count, 1], y: numbers(count, 2), task: 'regression' });
    const before = process.cpuUsage();
    assert.equal(foldsOf(data, { folds: 'leave-one-out' }, 0.2).count, count);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const least = (count) => Math.min(...[1, 2, 3].map(() => used(count)));
  // Sixteen times as many: the square would take 256 times as long.
  const [few, many] = [least(2000), least(32_000)];
  assert.ok(many < 80 * few, `${few} and ${many} microseconds`);
});

test('too many folds are refused before any is drawn', () => {
  let drawn = 0;
  const counting = Object.create(raw, {
    folds: {
      value: (...given) => {
        drawn++;
        return raw.folds(...given);
      },
    },
  });
  const data = trip.dataset(signs(400, 4));
  const draw = (options) => foldsOf(data, options, 0, counting);
  draw({ folds: 4, repeats: 3 });
  assert.equal(drawn, 3);
  assert.throws(
    () => draw({ folds: 200, repeats: 10_000 }),
    isTripError('option', '2000000 fits', '10000 repeats of 200 folds', 'at most 1000000'),
  );
  assert.equal(drawn, 3);
});

test('plain and stratified folds are those of trip.folds, with the seeds of a sweep', () => {
  const data = trip.dataset(signs(45, 4));
  const { count, repeats } = foldsOf(data, { folds: 4, repeats: 3, seed: 9 });
  assert.equal(count, 4);
  for (const [t, { assignment, seed }] of repeats.entries()) {
    assert.equal(seed, raw.deriveSeed(9, 2 + t));
    assert.deepEqual(assignment, trip.folds(data, 4, seed));
  }
  const plain = foldsOf(data, { folds: 4, stratify: false }).repeats[0];
  assert.deepEqual(plain.assignment, raw.folds(45, new Int32Array(), 4, raw.deriveSeed(1, 2)));
});

test('a group is never split, every fold is used, and classes are spread: 200 seeds', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = numbers(200, seed + 1).map((value) => (value + 1) / 2);
    const groups = Array.from({ length: 60 }, (_, n) => Math.floor(random[n] * 12));
    const labels = Array.from({ length: 60 }, (_, n) =>
      random[60 + n] < 0.5 ? 'a' : random[60 + n] < 0.8 ? 'b' : 'c',
    );
    const data = dataOf(labels);
    const folds = 2 + (seed % 4);
    const [{ assignment }] = foldsOf(data, { folds, groups, seed }).repeats;
    const ofGroup = new Map();
    for (const [n, group] of groups.entries()) {
      assert.equal(ofGroup.get(group) ?? assignment[n], assignment[n]);
      ofGroup.set(group, assignment[n]);
    }
    const sizes = countsOf([...assignment], folds);
    assert.ok(Math.min(...sizes) > 0);
    // Groups of about 5 samples in folds of 12 to 30: whole groups allow sizes that differ by less than two groups.
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 16, `${sizes}`);
    // No other fold for the last group would be better, by the documented measure.
    assert.deepEqual(foldsOf(data, { folds, groups, seed }).repeats[0].assignment, assignment);
  }
});

/** The folds numbered in the order of their first sample: scikit-learn's choice among equal folds follows from roundings. */
function renumbered(assignment) {
  const numbers = new Map();
  for (const fold of assignment) if (!numbers.has(fold)) numbers.set(fold, numbers.size);
  return Array.from(assignment, (fold) => numbers.get(fold));
}

test('folds of groups with different spreads are those of scikit-learn', () => {
  for (const { folds, labels, groups, fold } of cases.groupFolds) {
    const data = dataOf(labels);
    for (const seed of [1, 2]) {
      const [{ assignment }] = foldsOf(data, { folds, groups, seed }).repeats;
      assert.deepEqual(renumbered(assignment), renumbered(fold));
    }
  }
});

test('groups of equal spread come in a seeded order; without classes the largest come first', () => {
  const groups = Array.from({ length: 24 }, (_, n) => `g${n % 12}`);
  const data = dataOf(groups.map((_, n) => (n < 12 ? 'a' : 'b')));
  const several = [1, 2, 3, 4].map((seed) => foldsOf(data, { folds: 3, groups, seed }).repeats[0].assignment.join());
  assert.ok(new Set(several).size > 1);
  const sizes = [9, 1, 7, 3, 5, 2];
  const names = sizes.flatMap((size, g) => Array(size).fill(g));
  const values = trip.dataset({ x: numbers(27), shape: [27, 1], y: numbers(27), task: 'regression' });
  const [{ assignment }] = foldsOf(values, { folds: 3, groups: names }).repeats;
  // Largest first, each to the smallest fold: 9 | 7, 2 | 5, 3, 1.
  assert.deepEqual(countsOf([...assignment], 3), [9, 9, 9]);
});

test('leave one out, leave one group out, own folds', () => {
  const data = dataOf(['a', 'b', 'a', 'b', 'a', 'b']);
  assert.deepEqual([...foldsOf(data, { folds: 'leave-one-out' }).repeats[0].assignment], [0, 1, 2, 3, 4, 5]);
  const groups = ['y', 'y', 'x', 'x', 'y', 'x'];
  const left = foldsOf(data, { folds: 'leave-one-group-out', groups });
  assert.deepEqual([left.count, [...left.repeats[0].assignment]], [2, [0, 0, 1, 1, 0, 1]]);
  const own = [[0, 0, 1, 1, 2, 2], Float64Array.of(2, 1, 0, 0, 1, 2)];
  const { count, repeats } = foldsOf(data, { assignment: own, seed: 3 });
  assert.deepEqual([count, repeats.map(({ assignment }) => [...assignment])], [3, own.map((list) => [...list])]);
  assert.deepEqual([...foldsOf(data, { assignment: own[0] }).repeats[0].assignment], own[0]);
});

test('folds that cannot work are refused before anything is trained', async () => {
  const rare = dataOf([...'aaaaaaaaaabbb']);
  const lone = dataOf([...'aaaaaaab']);
  const values = trip.dataset({ x: numbers(8), shape: [8, 1], y: numbers(8), task: 'regression' });
  const six = dataOf(['a', 'b', 'a', 'b', 'a', 'b']);
  const unweighed = dataOf(['a', 'b', 'a', 'b', 'a', 'b'], { sampleWeight: [1, 0, 1, 1, 1, 2] });
  const weighted = dataOf(['a', 'b', 'a', 'b', 'a', 'b'], { sampleWeight: [1, 0, 1, 0, 1, 2] });
  const wrong = [
    [rare, {}, 'value', 'folds is 5, but class "b" has 3 samples; at most 3 folds work'],
    [lone, {}, 'value', 'folds is 5, but class "b" has 1 sample; no number of folds works: a class needs 2 samples'],
    [lone, { folds: 'leave-one-out' }, 'value', 'repeat 0, fold 7 have one class, "a"; two or more are needed'],
    [
      dataOf([...'aaabbbc']),
      { folds: 'leave-one-out' },
      'value',
      'repeat 0, fold 6 have none of class "c", which has 1 sample',
    ],
    [six, { folds: 7 }, 'option', 'folds is 7', 'from 2 to 6'],
    [six, { folds: 1 }, 'option', 'folds is 1'],
    [six, { folds: 'all' }, 'option', 'folds is "all"', "'leave-one-out', 'leave-one-group-out'"],
    [six, { repeats: 0 }, 'option', 'repeats is 0', 'from 1 to 10000'],
    [six, { seed: -1 }, 'option', 'seed is -1'],
    [six, { groups: [1, 2] }, 'shape', 'groups has 2 entries; the data have 6 samples'],
    [
      six,
      { groups: [1, 2, 1, 2, 1, Number.NaN] },
      'value',
      'groups[5] is NaN',
      'texts and finite numbers are accepted',
    ],
    [six, { groups: [7, 7, 7, 7, 7, 7] }, 'value', 'groups has the group 7 alone; two groups or more'],
    [six, { groups: [1, 1, 2, 2, 3, 3] }, 'value', 'folds is 5, but there are 3 groups; at most 3 folds work'],
    [six, { folds: 2, groups: ['s', 't', 's', 't', 'u', 't'] }, 'value', 'class "b" occurs in group "t" alone'],
    [six, { folds: 'leave-one-group-out' }, 'option', "folds is 'leave-one-group-out', but no groups are given"],
    [six, { folds: 'leave-one-out', groups: [1, 1, 2, 2, 3, 3] }, 'option', "'leave-one-group-out' is accepted"],
    [six, { folds: 'leave-one-out', stratify: true }, 'option', 'stratify is true', 'leaves no choice'],
    [values, { stratify: true }, 'option', 'stratify is true, but a regression has no classes'],
    [six, { assignment: [0, 1] }, 'shape', 'assignment has 2 entries'],
    [six, { assignment: [0, 0, 2, 2, 0, 2] }, 'value', 'assignment has fold 2, but no sample in fold 1'],
    [six, { assignment: [0, 0, 0, 0, 0, 0] }, 'value', 'assignment has one fold'],
    [six, { assignment: [0, 0, 1, 1, 0, -1] }, 'option', 'assignment[5] is -1'],
    [six, { assignment: [0, 1, 0, 1, 0, 1] }, 'value', 'repeat 0, fold 0 have one class, "b"'],
    [
      six,
      {
        assignment: [
          [0, 0, 1, 1, 0, 1],
          [0, 0, 1, 1, 2, 2],
        ],
      },
      'value',
      'assignment[1] has 3 folds, assignment[0] has 2',
    ],
    [six, { assignment: [0, 0, 1, 1, 0, 1], folds: 2 }, 'option', 'folds is given, but follows from assignment'],
    [
      six,
      { assignment: [0, 0, 1, 1, 0, 1], groups: [1, 1, 1, 2, 2, 2] },
      'value',
      'group 1 into the folds 0 and 1 of repeat 0',
    ],
    [weighted, { folds: 3 }, 'value', 'have one class, "a"'],
    [unweighed, { folds: 'leave-one-out' }, 'value', 'the samples held out in repeat 0, fold 1 all have the weight 0'],
    [six, { repeat: 2 }, 'option', 'did you mean repeats?'],
  ];
  for (const [data, options, ...expected] of wrong) {
    let trained = 0;
    const onProgress = () => trained++;
    const settings = { ...options, onProgress };
    await assert.rejects(trainer.crossValidate(data, { epochs: 0, restarts: 1 }, settings), isTripError(...expected));
    assert.equal(trained, 0);
  }
  const split = { epochs: 0, restarts: 1, validation: 0.2 };
  await assert.rejects(
    trainer.crossValidate(dataOf([...'aaaabb']), split, { folds: 2 }),
    isTripError('value', 'validation is 0.2, but the samples to train with in repeat 0, fold 0 have one of class "b"'),
  );
});

test('with groups, whole groups validate inside of each fold, and every class is left to learn from', () => {
  for (let seed = 0; seed < 40; seed++) {
    const groups = Array.from({ length: 60 }, (_, n) => Math.floor(n / 5));
    const data = dataOf(groups.map((group) => 'abc'[group % 3]));
    const folds = foldsOf(data, { folds: 3, groups, seed }, 0.25);
    const cells = heldOutCells(raw, {
      ...{ data, folds, groups: Int32Array.from(groups), wanted: {} },
      ...{ name: nameOf, options: () => ({ validation: 0.25, ranks: [1] }) },
    });
    for (const cell of cells) {
      const { train, validation, heldOut } = cell.plan();
      const of = (samples) => new Set(samples.map((n) => groups[n]));
      assert.deepEqual(
        [...train, ...validation, ...heldOut].sort((a, b) => a - b),
        [...groups.keys()],
      );
      for (const group of of(validation)) assert.ok(!of(train).has(group) && !of(heldOut).has(group));
      assert.equal(of(validation).size, 2);
      assert.equal(new Set(train.map((n) => data.labels[n])).size, 3);
    }
  }
});

test('groups that leave none to validate are refused before anything is trained', async () => {
  const groups = Array.from({ length: 12 }, (_, n) => Math.floor(n / 6));
  const data = dataOf(Array.from(groups, (_, n) => 'ab'[n % 2]));
  const settings = { folds: 'leave-one-group-out', groups };
  await assert.rejects(
    trainer.crossValidate(data, { epochs: 1, restarts: 1, validation: 0.25 }, settings),
    isTripError('value', 'validation is 0.25, but there is 1 group to train with'),
  );
});

test('inner folds keep groups whole, and spread classes as the outer ones, or where these are given or single samples', () => {
  const labels = Array.from({ length: 36 }, (_, n) => 'ab'[n % 2]);
  const data = dataOf(labels);
  const choice = { points: [{ options: { validation: 0 } }], inner: 3 };
  const settingsOf = (given) => toFoldSettings(data, readOptions('folds', given, foldChecks(data)));
  const groups = labels.map((_, n) => `g${Math.floor(n / 4)}`);
  const settings = settingsOf({ folds: 3, groups });
  const given = { data: sampledOf(data), folds: drawFolds(raw, sampledOf(data), settings), settings, choice };
  for (let fold = 0; fold < 3; fold++) {
    const { folds, within } = innerFolds(raw, given, { repeat: 0, fold });
    const ofGroup = new Map();
    for (const [i, n] of within.entries()) {
      const own = folds.repeats[0].assignment[i];
      assert.equal(ofGroup.get(groups[n]) ?? own, own);
      ofGroup.set(groups[n], own);
    }
    assert.equal(ofGroup.size, 6);
  }
  const [spread, plain] = [data.labels, new Int32Array()].map((own) => raw.folds(36, own, 3, raw.deriveSeed(4, 2)));
  assert.notDeepEqual(plain, spread);
  const inner = (own) =>
    foldsWithin(raw, given.data, { settings: settingsOf(own), choice, seed: 4 }).repeats[0].assignment;
  const assignment = labels.map((_, n) => Number(n % 4 < 2));
  for (const own of [{}, { folds: 'leave-one-out' }, { assignment }]) assert.deepEqual(inner(own), spread);
  assert.deepEqual(inner({ stratify: false }), plain);
});

test('a name of a class that no sample has refuses nothing', () => {
  const labels = [...'aaaabbbbaabb'];
  const groups = labels.map((_, n) => n % 6);
  for (const [settings, expected] of [
    [{ folds: 3 }, 3],
    [{ folds: 'leave-one-out' }, 12],
    [{ folds: 3, groups }, 3],
    [{ folds: 'leave-one-group-out', groups }, 6],
  ]) {
    const { count, repeats } = foldsOf(dataOf(labels, { classNames: ['a', 'none', 'b'] }), settings);
    assert.equal(count, expected);
    if (!settings.groups) assert.deepEqual(repeats, foldsOf(dataOf(labels), settings).repeats);
  }
});

test('between folds that are equally even a group goes to the one with the fewest samples, then to the lowest', () => {
  const parts = ['b'.repeat(12), 'a'.repeat(14) + 'b'.repeat(4), 'a'.repeat(7) + 'b'.repeat(8)];
  const groups = parts.flatMap((part, g) => Array(part.length).fill(g));
  // The last one, a third of each class, makes either fold as uneven; they have 12 and 18 samples.
  for (const seed of [1, 2, 3]) {
    const [{ assignment }] = foldsOf(dataOf([...parts.join('')]), { folds: 2, groups, seed }).repeats;
    assert.deepEqual(
      [...assignment],
      groups.map((g) => [0, 1, 0][g]),
    );
  }
});
