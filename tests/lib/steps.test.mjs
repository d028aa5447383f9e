/** Preprocessing: the steps against NumPy and scikit-learn, learned from the training samples alone, stored with the model. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { checksumOf } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, read, sameBits, sameModel, trip } from './support.mjs';

const trainer = await createTrainer({ workers: 2, trip });
after(() => trainer.close());

const cases = JSON.parse(read('tests/lib/fixtures/steps.json'));
const brief = { epochs: 8, restarts: 1, hidden: [4] };

/** Rows of a case as the package takes them, the texts last. */
function rowsOf(values, texts) {
  const count = values.length / 4;
  return Array.from({ length: count }, (_, n) => {
    const row = values.slice(4 * n, 4 * n + 4).map((value) => value ?? Number.NaN);
    return texts ? [...row, texts[n]] : row;
  });
}

/** The samples after the preprocessing, read off a model whose projection is square: Xbar C^T, plus the standardising taken off. */
function preprocessed(model, data) {
  const { mean, scale } = model.spec;
  const size = model.spec.dims[0];
  return model
    .inverseTransform(model.transform(data))
    .map((value, at) => (mean.length === 0 ? value : (value - mean[at % size]) / scale[at % size]));
}

const names = ['a', 'b', 'c', 'd', 'kind'];
for (const { steps, standardize, train, new: later, weights, texts, missing, expected } of cases) {
  const what = [...steps, ...(standardize ? ['standardize'] : []), ...(texts ? ['categories'] : [])].join(', ');
  test(`${what}${weights ? ', weighted' : ''}${missing ? ', missing values' : ''}: as NumPy and scikit-learn`, () => {
    const featureNames = texts ? names : names.slice(0, 4);
    const more = { featureNames, ...(texts ? { categorical: ['kind'] } : {}), ...(missing ? { missing: 'mean' } : {}) };
    const x = rowsOf(train, texts?.[0]);
    const data = trip.dataset({
      x,
      y: x.map((_, n) => n % 2),
      ...more,
      ...(weights ? { sampleWeight: weights } : {}),
    });
    const model = trip.fit(data, { ...brief, steps, standardize, ranks: [expected.size], epochs: 0 });
    const near = (found, wanted) => {
      assert.equal(found.length, wanted.length);
      const tolerance = 3e-6 * Math.max(...wanted.map(Math.abs));
      for (const [i, value] of wanted.entries())
        assert.ok(Math.abs(found[i] - value) <= tolerance, `${i}: ${found[i]}, ${value}`);
    };
    near(preprocessed(model, data), expected.train);
    near(preprocessed(model, trip.dataset({ x: rowsOf(later, texts?.[1]), ...more })), expected.new);
    if (texts) assert.deepEqual(model.spec.featureNames, ['a', 'b', 'c', 'd', 'kind=blue', 'kind=green', 'kind=red']);
    const restored = trip.restore(JSON.stringify(model));
    sameModel(restored, model);
    sameBits(restored.predictProba(data), model.predictProba(data));
  });
}

const count = 36;
const x = numbers(count * 4, 5).map((value) => 5 * value * value);
const colours = Array.from({ length: count }, (_, n) => ['red', 'green', 'blue', 'grey'][(n * 7) % 4]);
const y = Array.from({ length: count }, (_, n) => (n * 5) % 2);
const rows = y.map((own, n) => ({
  a: x[4 * n],
  b: x[4 * n + 1],
  colour: colours[n],
  c: n % 9 === 4 ? null : x[4 * n + 2],
  w: (n * 3) % 5,
  y: own,
}));
const input = { rows, target: 'y', sampleWeight: 'w', categorical: ['colour'], missing: 'mean' };
const data = trip.dataset(input);
const steps = ['log1p', 'pareto'];

test('steps, categories, missing values and weights: one result in workers, sweeps and alone', async () => {
  const options = { ...brief, steps };
  const model = trip.fit(data, { ...options, validation: 0.25, restarts: 2 });
  sameModel(await trainer.fit(data, { ...options, validation: 0.25, restarts: 2 }).model, model);
  sameModel(trip.fit(input, { ...options, validation: 0.25, restarts: 2 }), model);
  const plan = { data, grid: { steps: [[], ['log1p'], steps], hidden: [[], [3]] }, options: brief, folds: 3 };
  const table = await trainer.sweep(plan);
  assert.equal(new Set(table.rows.map(({ fingerprint }) => fingerprint)).size, table.rows.length);
  for (const row of [table.rows[1], table.rows[9], table.rows.at(-1)]) {
    assert.deepEqual(trip.sweepCell(plan, row), row);
    const inside = [...data.labels.keys()].filter((n) => !row.samples.includes(n));
    const alone = trip.fit(trip.subset(data, inside), { ...row.options, seed: row.seed });
    assert.equal(alone.fingerprint, row.fingerprint);
    const test = trip.subset(data, row.samples);
    assert.deepEqual(
      row.predictions,
      Array.from(alone.predictProba(test), (value) => Number(value.toPrecision(9))),
    );
    assert.equal(alone.score(test).loss, row.test.loss);
  }
  const values = trip.dataset({ ...input, task: 'regression', target: 'b', features: ['a', 'colour', 'c'] });
  const regression = trip.fit(values, options);
  sameModel(await trainer.fit(values, options).model, regression);
  assert.deepEqual(regression.spec.input.featureNames, ['a', 'colour', 'c']);
});

test('held-out samples never change the model of a fold', () => {
  const grid = { steps: [steps] };
  const plan = { data, grid, options: brief, folds: 3, seed: 4 };
  const cell = { point: 0, trial: 0, fold: 1 };
  const row = trip.sweepCell(plan, cell);
  const changed = rows.map((own, n) =>
    row.samples.includes(n) ? { ...own, a: 900, b: own.b + 3, c: n % 2 ? null : 7, colour: `new ${n}` } : own,
  );
  const other = trip.sweepCell({ ...plan, data: trip.dataset({ ...input, rows: changed }) }, cell);
  assert.equal(other.fingerprint, row.fingerprint);
  assert.notDeepEqual(other.predictions, row.predictions);
  // A changed training sample does change it.
  const inside = rows.map((own, n) => (n === row.samples[0] ? own : { ...own, a: own.a + 1 }));
  assert.notEqual(
    trip.sweepCell({ ...plan, data: trip.dataset({ ...input, rows: inside }) }, cell).fingerprint,
    row.fingerprint,
  );
});

test('new rows are processed as those of the training, in any order of columns and categories', () => {
  const model = trip.fit(data, { ...brief, steps });
  const expected = model.predictProba(data);
  // Rows alone: the model knows its columns.
  const turned = rows.map(({ y: _y, ...row }) => Object.fromEntries(Object.entries(row).reverse()));
  const bare = turned.map((row) => ({ ...row, c: row.c ?? model.spec.fill[3] }));
  sameBits(model.predictProba(bare), expected);
  assert.deepEqual(model.notes, []);
  // Lists of values too: names say which of their columns are categorical.
  const featureNames = ['colour', 'c', 'b', 'a'];
  sameBits(model.predictProba({ x: bare.map((row) => featureNames.map((name) => row[name])), featureNames }), expected);
  assert.deepEqual(model.notes, []);
  const reversed = trip.dataset({ ...input, rows: [...rows].reverse(), features: ['colour', 'c', 'b', 'a'] });
  assert.notDeepEqual(reversed.categories, data.categories);
  const back = [...rows.keys()].reverse();
  sameBits(model.predictProba(trip.subset(reversed, back)), expected);
  const one = model.predictProba([rows[7]]);
  sameBits(one, expected.slice(14, 16));
  // A category that the training does not have, and a missing one, are zeros.
  const strange = { ...rows[3], colour: 'mauve' };
  const unknown = model.transform([strange]);
  assert.match(
    model.notes[0],
    /^data: "mauve" in the categorical column "colour" does not occur in the training samples/,
  );
  sameBits(
    model.transform({ rows: [{ ...strange, colour: null }], missing: 'mean', features: ['a', 'b', 'colour', 'c'] }),
    unknown,
  );
  assert.deepEqual(model.notes, []);
  const tested = trip.fit(data, { ...brief, test: { ...input, rows: [strange, ...rows.slice(0, 3)] } });
  assert.match(tested.notes[0], /^test: "mauve"/);
  assert.equal(trip.restore(JSON.stringify(tested)).notes[0], tested.notes[0]);
  // Points and explanations take the same rows.
  assert.deepEqual(model.points({ rows, missing: 'mean' })[5].x, model.transform(data)[10]);
  assert.deepEqual(model.explain({ rows, missing: 'mean', sampleWeight: 'w' }).axes, model.explain(data).axes);
});

test('numbers as categories are sorted as numbers; only those of samples that count are learned', () => {
  const grades = trip.dataset({
    x: [
      [10, 1],
      [9, 2],
      [10, 3],
      [2, 4],
      [9, 5],
      [77, 6],
    ],
    y: [0, 1, 0, 1, 0, 1],
    categorical: [0],
    sampleWeight: [1, 1, 1, 1, 1, 0],
  });
  const model = trip.fit(grades, { ...brief, epochs: 0 });
  assert.deepEqual(model.spec.input, { dims: [2], categories: [{ column: 0, names: ['2', '9', '10'] }] });
  assert.deepEqual(model.spec.dims, [4]);
  assert.match(
    trip.fit(grades, { epochs: 0, test: grades }).notes[0],
    /^test: "77" in the categorical column 0 does not/,
  );
});

test('log1p applies to tensors and sparse samples; the other steps are refused there', () => {
  const matrices = trip.dataset({ x: x.subarray(0, 72), shape: [12, 3, 2], y: y.slice(0, 12) });
  const logged = { ...matrices, x: Float64Array.from(matrices.x, Math.log1p) };
  const near = (a, b) => assert.ok(a.every((value, i) => Math.abs(value - b[i]) < 1e-5));
  const model = trip.fit(matrices, { ...brief, steps: ['log1p'] });
  near(model.transform(matrices), trip.fit(logged, brief).transform(logged));
  const random = trip.randomTensors({ dims: [6, 5, 4], count: 12, nonzeros: 9 });
  const sparse = { ...random, x: random.x.map(Math.abs) };
  const ofSparse = trip.fit(sparse, { ...brief, steps: ['log1p'] });
  const rounded = { ...sparse, x: Float32Array.from(sparse.x, Math.log1p) };
  near(ofSparse.transform(sparse), trip.fit(rounded, brief).transform(rounded));
  sameModel(trip.restore(JSON.stringify(ofSparse)), ofSparse);
  for (const step of ['snv', 'pareto']) {
    const fit = (own) => () => trip.fit(own, { ...brief, steps: [step] });
    assert.throws(fit(matrices), isTripError('option', `steps has '${step}'`, 'have 2 modes', "'log1p' is accepted"));
    assert.throws(fit(sparse), isTripError('option', `steps has '${step}'`, 'are sparse'));
  }
  for (const [at, sample] of [
    [0, 0],
    [10, 1],
  ]) {
    const below = { ...sparse, x: sparse.x.map((value, e) => (e === at ? -1 : value)) };
    const fit = () => trip.fit(below, { ...brief, steps: ['log1p'] });
    assert.throws(fit, isTripError('value', `data: stored value ${at} of sample ${sample} is -1`, 'above -1'));
  }
});

test('values and options that do not fit are refused with the place and the reason', () => {
  const plain = trip.dataset({ x, shape: [count, 4], y });
  const fit =
    (options, own = plain) =>
    () =>
      trip.fit(own, { ...brief, ...options });
  const low = [...x];
  low[9] = -1.5;
  const below = trip.dataset({ x: low, shape: [count, 4], y });
  assert.throws(
    fit({ steps: ['log1p'] }, below),
    isTripError('value', "data.x[2, 1] is -1.5; the step 'log1p' accepts"),
  );
  const logged = trip.fit(plain, { ...brief, steps: ['log1p'] });
  assert.throws(() => logged.predict(below), isTripError('value', 'data.x[2, 1] is -1.5'));
  assert.throws(fit({ steps: ['log1p'], test: below }), isTripError('value', 'test.x[2, 1] is -1.5'));
  assert.throws(
    fit({ steps: 'log1p' }),
    isTripError('option', 'steps is "log1p"', "a list of 'log1p', 'snv', 'pareto'"),
  );
  assert.throws(fit({ steps: ['log'] }), isTripError('option', 'steps[0] is "log"', "'log1p'"));
  assert.throws(fit({ steps: ['snv', 'log1p', 'snv'] }), isTripError('option', "steps has 'snv' twice"));
  assert.throws(
    fit({ steps: ['pareto'], standardize: true }),
    isTripError('option', 'standardize is true', "'pareto'"),
  );
  assert.equal(trip.fit(plain, { ...brief, steps: ['pareto'] }).options.standardize, false);
  assert.equal(trip.fit(plain, { ...brief, steps: ['snv'] }).options.standardize, true);
  const single = trip.dataset({ x: x.subarray(0, count), shape: [count, 1], y });
  assert.throws(fit({ steps: ['snv'] }, single), isTripError('option', 'the samples have 1 variables of numbers'));
  assert.throws(
    fit({}, { rows, target: 'y', missing: 'mean' }),
    isTripError('value', 'rows[0]["colour"]', 'categorical: ["colour"]'),
  );
  const dataset = (more) => () => trip.dataset({ ...input, ...more });
  assert.throws(
    dataset({ categorical: ['colour', 'size'] }),
    isTripError('option', 'categorical[1] is "size"', '"a", "b", "colour"'),
  );
  assert.throws(dataset({ categorical: ['colour', 2] }), isTripError('option', 'the column 2 twice'));
  assert.throws(dataset({ categorical: 'colour' }), isTripError('option', 'categorical is "colour"'));
  assert.throws(
    () => trip.dataset({ x: new Float32Array(8), shape: [2, 2, 2], categorical: [0] }),
    isTripError('option', 'categorical is for vectors'),
  );
  assert.throws(
    () => trip.dataset({ x: [[{}, 1]], categorical: [0] }),
    isTripError('value', 'x[0, 0] is an object', 'texts, finite numbers and booleans'),
  );
  const model = trip.fit(data, brief);
  const codes = trip.dataset({ x: [[1, 2, 3, 4]], featureNames: ['a', 'b', 'colour', 'c'] });
  assert.throws(
    () => model.predict(codes),
    isTripError('value', 'data has numbers in the column "colour"', 'categorical'),
  );
  assert.throws(
    () => logged.predict({ x: [['u', 1, 2, 3]], categorical: [0] }),
    isTripError('value', 'data has categorical columns'),
  );
  const forged = { ...data, categories: [{ column: 9, names: [] }] };
  assert.throws(fit({}, forged), isTripError('value', 'data.categories[0]', 'rise up to 3'));
});

test('a start needs the same steps and categories', () => {
  const model = trip.fit(data, { ...brief, steps });
  const on = (own, options) => trip.fit(own, { ...brief, start: model, ...options });
  assert.equal(on(data, { steps }).options.start, model.fingerprint);
  assert.throws(() => on(data, { steps: ['pareto'] }), isTripError('option', 'start has steps ["log1p","pareto"]'));
  assert.throws(() => on(data, {}), isTripError('option', 'start has steps', 'for this fit []'));
  const others = trip.dataset({ ...input, rows: rows.map((row) => ({ ...row, colour: `${row.colour}er` })) });
  assert.throws(() => on(others, { steps }), isTripError('option', 'start has featureNames'));
  const nameless = (prefix) =>
    trip.dataset({ x: rows.map(({ a, colour }) => [a, prefix + colour]), y, categorical: [1] });
  const start = trip.fit(nameless(''), brief);
  const fit = () => trip.fit(nameless('dark '), { ...brief, start });
  assert.throws(fit, isTripError('option', 'start has categories'));
});

test('lambda auto follows from the samples after the steps', () => {
  const lambda = (options) => trip.autoLambda(data, { ...brief, ...options });
  assert.notEqual(lambda({ steps }), lambda({ steps: ['pareto'] }));
  // Standardised variables count 1 each: four colours and three numbers.
  assert.equal(lambda({ steps: ['log1p'] }), 0.3 / 7);
});

test('a file without steps is as before; altered steps are refused', () => {
  const plain = trip.fit(trip.dataset({ x, shape: [count, 4], y }), brief);
  const file = plain.toJSON();
  assert.equal(file.version, 1);
  for (const name of ['steps', 'input']) assert.ok(!(name in file.options) && !(name in file.spec), name);
  const model = trip.fit(data, { ...brief, steps });
  const own = model.toJSON();
  assert.equal(own.version, 2);
  assert.deepEqual(own.options.steps, steps);
  const restored = (change) => {
    const copy = JSON.parse(JSON.stringify(own));
    change(copy.spec);
    return () => trip.restore({ ...copy, checksum: checksumOf(copy) });
  };
  restored(() => {})().dispose();
  for (const [change, ...parts] of [
    [(spec) => delete spec.steps[1].mean, 'spec.steps[1].mean'],
    [(spec) => Object.assign(spec.steps[1], { mean: spec.steps[1].mean.slice(0, 32) }), 'spec.steps'],
    [(spec) => Object.assign(spec.steps[1], { scale: btoa('\0'.repeat(56)) }), 'spec.steps'],
    [(spec) => Object.assign(spec.steps[0], { step: 'log' }), 'spec.steps[0] is "log"', 'log1p'],
    [(spec) => Object.assign(spec, { steps: 'log1p' }), 'spec.steps'],
    [(spec) => spec.input.categories[0].names.pop(), 'spec.input'],
    [(spec) => Object.assign(spec.input.categories[0], { column: 4 }), 'categories[0]'],
    [(spec) => spec.input.featureNames.pop(), 'spec.input'],
    [(spec) => delete spec.input.dims, 'spec.input.dims'],
    [(spec) => delete spec.input, 'spec.fill'],
  ])
    assert.throws(restored(change), isTripError('format', ...parts));
  const edited = JSON.parse(JSON.stringify(own));
  edited.spec.steps.pop();
  assert.throws(() => trip.restore(edited), isTripError('format', 'checksum'));
  // Users may change the public arrays.
  const expected = model.transform(data);
  model.spec.steps[1].mean.fill(7);
  sameBits(model.transform(data), expected);
  assert.equal(model.toJSON().checksum, own.checksum);
});

test('a categorical first column is found by its name; notes list ten unknown categories', () => {
  const of = (features) => trip.dataset({ rows, target: 'y', categorical: ['colour'], features });
  const model = trip.fit(of(['colour', 'a']), brief);
  sameBits(model.predictProba(of(['a', 'colour'])), model.predictProba(of(['colour', 'a'])));
  const strange = (length) => Array.from({ length }, (_, n) => ({ a: 1, colour: `new ${n}` }));
  model.predict(strange(2));
  assert.match(model.notes[0], /^data: "new 0", "new 1" in the categorical column "colour" do not occur/);
  model.predict(strange(12));
  assert.match(model.notes[0], /"new 9" and 2 more in the categorical column "colour" do not occur/);
});
