// Marked samples without a browser: shapes, sets, codes for a link, and the variables that set samples apart.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { loadTrip } from '../../dist/index.js';

const reference = JSON.parse(readFileSync(new URL('./fixtures/brush.json', import.meta.url)));
const paths = ['/brush/shapes.ts', '/brush/brushed.ts', '/brush/codes.ts', '/brush/apart.ts'];
let shapes, sets, codes, comparison, coefficients, trip;
before(async () => {
  const loaded = await loadModules(...paths, '/training/marked-coefficients.ts');
  [shapes, sets, codes, comparison, coefficients] = loaded.modules;
  trip = await loadTrip();
});

/** Numbers from 0 to 1, the same in every run. */
function drawing(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
const unit = { centre: [0, 0], extent: 1 };
const finished = (steps) => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
const marks = (...bits) => Uint8Array.from(bits);

test('samples inside lassos that cross themselves are those with a winding number', () => {
  for (const { corners, points, inside } of reference.lassos) {
    const found = shapes.inside(Float32Array.from(points), { kind: 'lasso', corners }, unit);
    assert.deepEqual([...found], inside);
    assert.ok(inside.includes(0) && inside.includes(1));
    // The direction of drawing does not matter.
    const back = Array.from({ length: corners.length / 2 }, (_, at) => corners.slice(2 * at, 2 * at + 2)).reverse();
    assert.deepEqual(
      [...shapes.inside(Float32Array.from(points), { kind: 'lasso', corners: back.flat() }, unit)],
      inside,
    );
  }
});

test('a rectangle has its edges, whichever two corners are given, in the picture’s own coordinates', () => {
  const view = { centre: [10, -20], extent: 4095 / 2 };
  const at = (x, y) => [10 - 4095 / 2 + x, -20 - 4095 / 2 + y];
  const points = Float32Array.from([at(100, 200), at(300, 400), at(200, 300), at(99, 300), at(200, 401)].flat());
  for (const corners of [
    [100, 200, 300, 400],
    [300, 200, 100, 400],
  ]) {
    assert.deepEqual([...shapes.inside(points, { kind: 'rectangle', corners }, view)], [1, 1, 1, 0, 0]);
  }
  assert.deepEqual(shapes.onGrid(view, at(7, 4000)), [7, 4000]);
  assert.deepEqual(shapes.onGrid(view, [-1e9, 1e9]), [0, 4095]);
  const missing = shapes.inside(
    Float32Array.of(Number.NaN, 0),
    { kind: 'rectangle', corners: [0, 0, 4095, 4095] },
    view,
  );
  assert.deepEqual([...missing], [0]);
});

test('a drawn lasso is simplified to few corners that mark the same samples, except near its line', () => {
  const circle = Array.from({ length: 900 }, (_, at) => {
    const angle = (2 * Math.PI * at) / 900;
    return [2000 + 1500 * Math.cos(angle), 2100 + 900 * Math.sin(angle)].map(Math.round);
  }).flat();
  const lasso = shapes.lassoOf(circle);
  assert.ok(lasso.corners.length <= 128, `${lasso.corners.length / 2} corners`);
  const random = drawing(3);
  for (let n = 0; n < 2000; n++) {
    const [x, y] = [4095 * random(), 4095 * random()];
    const radius = Math.hypot((x - 2000) / 1500, (y - 2100) / 900);
    if (Math.abs(radius - 1) < 0.03) continue;
    const point = Float32Array.of((2 * x) / 4095 - 1, (2 * y) / 4095 - 1);
    assert.equal(shapes.inside(point, lasso, unit)[0], Number(radius < 1));
  }
  assert.equal(shapes.lassoOf([5, 5, 900, 900, 5, 5]), undefined);
  assert.equal(shapes.lassoOf([5, 5]), undefined);
  const scribble = Array.from({ length: 6000 }, () => Math.round(4095 * random()));
  assert.ok(shapes.lassoOf(scribble).corners.length <= 128);
});

test('shapes replace, add to and remove from the marks; inverting and classes keep to the sets that are shown', () => {
  const before = { train: marks(1, 1, 0, 0), test: marks(1, 0) };
  const next = { train: marks(1, 0, 1, 0), test: marks(0, 1) };
  assert.deepEqual(sets.combined(before, next, 'replace'), next);
  assert.deepEqual(sets.combined(before, next, 'add'), { train: marks(1, 1, 1, 0), test: marks(1, 1) });
  assert.deepEqual(sets.combined(before, next, 'remove'), { train: marks(0, 1, 0, 0), test: marks(1, 0) });
  assert.deepEqual(sets.combined(undefined, next, 'add'), next);
  assert.deepEqual(sets.combined(undefined, next, 'remove'), { train: marks(0, 0, 0, 0), test: marks(0, 0) });
  const [fit, both] = [sets.shownSets(false), sets.shownSets(true)];
  assert.deepEqual(sets.inverted(before, both), { train: marks(0, 0, 1, 1), test: marks(0, 1) });
  assert.deepEqual(sets.inverted(before, fit), { train: marks(0, 0, 1, 1), test: marks(1, 0) });
  const of = (labels) => ({ shape: [labels.length, 1], labels, classNames: ['a', 'b'] });
  const material = { train: of([0, 1, 1, 0]), test: of([1, 0]) };
  assert.deepEqual(sets.ofClass(material, both, 1), { train: marks(0, 1, 1, 0), test: marks(1, 0) });
  assert.deepEqual(sets.ofClass(material, fit, 1).test, marks(0, 0));
  assert.deepEqual(sets.wrong(material, both, { train: [0, 0, 1, 1], test: [1, 1] }), {
    train: marks(0, 1, 0, 1),
    test: marks(0, 1),
  });
  const { marked, all, classes } = sets.countsOf(material, before, both);
  assert.deepEqual([marked, all], [3, 6]);
  assert.deepEqual(
    classes.map(({ name, marked, all }) => [name, marked, all]),
    [
      ['a', 1, 3],
      ['b', 2, 3],
    ],
  );
  assert.deepEqual(sets.listOf(before, both), [
    { set: 'train', index: 0 },
    { set: 'train', index: 1 },
    { set: 'test', index: 0 },
  ]);
});

test('of a regression, the tenth with the largest errors is marked', () => {
  const of = (count) => ({ shape: [count, 1], targets: Float32Array.from({ length: count }, (_, n) => n) });
  const material = { train: of(30), test: of(20) };
  const predictions = {
    train: material.train.targets.map((y, n) => (n === 3 || n === 7 ? y - 9 : y + (0.1 * n) / 30)),
    test: material.test.targets.map((y, n) => (n === 0 ? y + 5 : y)),
  };
  const found = sets.wrong(material, sets.shownSets(true), predictions);
  assert.deepEqual(sets.listOf(found, sets.shownSets(true)).length, 5);
  assert.deepEqual([found.train[3], found.train[7], found.test[0], found.test[1]], [1, 1, 1, 0]);
});

test('codes of runs return the same marks, are short where a link needs it, and refuse other sizes and damage', () => {
  const random = drawing(11);
  for (const [train, testSize, share] of [
    [1, 0, 1],
    [1, 0, 0],
    [5, 3, 0.5],
    [220, 220, 0.02],
    [220, 220, 0.5],
    [220, 220, 0.98],
    [0, 7, 0.5],
    [10000, 10000, 0.0005],
    [3000, 3000, 0.5],
  ]) {
    const of = (count) => Uint8Array.from({ length: count }, () => Number(random() < share));
    const brushed = { train: of(train), test: of(testSize) };
    const code = codes.runsCode(brushed);
    const sizes = { train, test: testSize };
    assert.match(code, /^n[\w-]+$/);
    assert.deepEqual(codes.readRuns(code, sizes), brushed);
    assert.ok(code.length <= 3 + (1.2 * (train + testSize)) / 6, `${code.length} characters`);
    assert.equal(codes.readRuns(code, { train, test: testSize + 1 }), undefined);
    if (train > 1) assert.equal(codes.readRuns(code, { train: train - 1, test: testSize }), undefined);
    assert.equal(codes.readRuns(`${code}A`, sizes), undefined);
    if (code.length > 3) assert.equal(codes.readRuns(code.slice(0, -1), sizes), undefined);
  }
  const class1 = { train: Uint8Array.from({ length: 220 }, (_, n) => Number(n > 109)), test: new Uint8Array(220) };
  assert.ok(codes.runsCode(class1).length <= 9);
  for (const bad of ['', 'n', 'nA', 'nA*', 'r12', 'n________', `n${'A'.repeat(400)}`])
    assert.equal(codes.readRuns(bad, { train: 5, test: 5 }), undefined, bad);
});

test('codes of shapes return the same shape; two characters for each coordinate', () => {
  const lasso = { kind: 'lasso', corners: [0, 4095, 64, 63, 4000, 1, 12, 13] };
  for (const panel of ['pca', 'lda', 'tucker', 'trip'])
    for (const drawn of [
      { panel, shape: lasso, test: true },
      { panel, shape: { kind: 'rectangle', corners: [5, 6, 7, 8] }, test: false },
    ]) {
      const code = codes.shapeCode(drawn);
      assert.deepEqual(codes.readShape(code), drawn);
      assert.equal(code.length, 2 + 2 * drawn.shape.corners.length);
      assert.match(code, /^[rlRL][\w-]+$/);
    }
  for (const bad of [
    '',
    'r',
    'rt',
    'rtAAAAAA',
    'rtAAAAAAAAAAAA',
    'ltAAAAAAAA',
    'xtAAAAAAAA',
    'rqAAAAAAAA',
    'rtAAAA.AAA',
  ])
    assert.equal(codes.readShape(bad), undefined, bad);
});

/** The samples of a case of the reference in two sets. */
function materialOf({ shape, fit, x, marked }) {
  const size = shape.slice(1).reduce((product, length) => product * length, 1);
  const all = Float64Array.from(x, (value) => value ?? Number.NaN);
  const part = (from, to) => ({ x: all.subarray(from * size, to * size), shape: [to - from, ...shape.slice(1)] });
  return {
    material: { train: part(0, fit), test: part(fit, shape[0]) },
    brushed: { train: Uint8Array.from(marked.slice(0, fit)), test: Uint8Array.from(marked.slice(fit)) },
  };
}

test('differences of means in standard deviations are those of NumPy', () => {
  for (const given of reference.differences) {
    const { material, brushed } = materialOf(given);
    const found = finished(comparison.apart(material, brushed, ['train', 'test']));
    assert.equal(found.length, given.modes.length);
    for (const [mode, { variables }] of found.entries()) {
      const expected = given.modes[mode];
      assert.equal(variables.length, expected.length);
      for (const { index, weight } of variables)
        assert.ok(
          Math.abs(weight - expected[index]) < 1e-9,
          `mode ${mode}, variable ${index}: ${weight}, ${expected[index]}`,
        );
      const sizes = variables.map(({ weight }) => Math.abs(weight));
      assert.deepEqual(
        sizes,
        [...sizes].sort((a, b) => b - a),
      );
    }
  }
});

test('constants, one marked sample, missing values and one group alone give no NaN', () => {
  const given = reference.differences[0];
  const { material } = materialOf(given);
  const none = { train: new Uint8Array(40), test: new Uint8Array(20) };
  const one = { train: marks(1, ...none.train.slice(1)), test: none.test };
  const [first] = finished(comparison.apart(material, one, ['train', 'test']));
  assert.ok(first.variables.every(({ weight }) => Number.isFinite(weight)));
  assert.equal(first.variables.find(({ index }) => index === 1).weight, 0);
  assert.equal(finished(comparison.apart(material, none, ['train', 'test'])), undefined);
  const all = { train: none.train.map(() => 1), test: none.test.map(() => 1) };
  assert.equal(finished(comparison.apart(material, all, ['train', 'test'])), undefined);
  assert.equal(finished(comparison.apart(material, { train: all.train, test: none.test }, ['train'])), undefined);
  const empty = { x: new Float32Array(12).fill(Number.NaN), shape: [6, 2] };
  const [missing] = finished(
    comparison.apart({ train: empty, test: empty }, { train: marks(1, 0, 0, 0, 0, 0), test: marks(0, 0, 0, 0, 0, 0) }, [
      'train',
      'test',
    ]),
  );
  assert.deepEqual(
    missing.variables.map(({ weight }) => weight),
    [0, 0],
  );
});

/** A regression on the distance of the first variable from zero, so that its coefficient has the sign of that variable. */
async function folded() {
  const random = drawing(21);
  const count = 80;
  const x = Float32Array.from({ length: 3 * count }, () => 2 * random() - 1);
  const y = Float32Array.from({ length: count }, (_, n) => Math.abs(x[3 * n]));
  const data = trip.dataset({ x, y, shape: [count, 3], task: 'regression', featureNames: ['folded', 'b', 'c'] });
  const model = trip.fit(data, { epochs: 400, restarts: 2, hidden: [10], learningRate: 0.01, lambda: 0.01, seed: 3 });
  const brushed = {
    train: Uint8Array.from({ length: count }, (_, n) => Number(x[3 * n] > 0)),
    test: new Uint8Array(count),
  };
  const question = {
    trip: { modelAt: () => trip.restore(JSON.stringify(model)), subset: trip.subset },
    ...{ stage: { material: { train: data, test: data } }, frame: {} },
    ...{ state: { sigma: 'auto', target: 0, mode: '1' }, modes: ['variables'], selected: undefined },
  };
  return { question, brushed, model, data };
}

test('mean local coefficients of marked samples and of the others: a folded variable rises here and falls there', async () => {
  const { question, brushed } = await folded();
  const signal = new AbortController().signal;
  const found = await coefficients.coefficientsOf(question, brushed, undefined, signal);
  const [top] = found.modes[0].variables;
  assert.equal(top.name, 'folded');
  assert.ok(top.marked > 0.3 && top.others < -0.3, `${top.marked}, ${top.others}`);
  const marked = brushed.train.reduce((sum, one) => sum + one, 0);
  assert.deepEqual([found.set, found.marked.all, found.others.all], ['train', marked, 80 - marked]);
  const other = { train: new Uint8Array(80), test: brushed.train };
  assert.equal((await coefficients.coefficientsOf(question, other, undefined, signal)).set, 'test');
  const all = { train: new Uint8Array(80).fill(1), test: new Uint8Array(80) };
  const whole = await coefficients.coefficientsOf(question, all, undefined, signal);
  assert.ok(whole.modes[0].variables.every(({ marked, others }) => Number.isFinite(marked) && others === undefined));
  assert.equal(await coefficients.coefficientsOf(question, brushed, undefined, AbortSignal.abort()), undefined);
});
