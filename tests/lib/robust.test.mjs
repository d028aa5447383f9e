/** Odd arguments in every place either work or are refused by a TripError that is not internal. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loadTrip, TripError } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, smallSpiral, trip } from './support.mjs';

const { train } = smallSpiral();
const model = trip.fit(train, { epochs: 2, restarts: 1, record: 2 });
const explanation = model.explain(train);
const sparse = trip.randomTensors({ dims: [5, 4], count: 6, nonzeros: 3 });
const plan = {
  data: train,
  grid: { lambda: [0.1] },
  options: { epochs: 1, restarts: 1 },
  folds: 2,
  trials: 1,
  seed: 1,
};
const cell = { point: 0, trial: 0, fold: 0 };
const trainer = await createTrainer({ workers: 1, trip });
after(() => trainer.close());
const { rows } = await trainer.sweep(plan);

const angry = {
  toString() {
    throw new Error('never');
  },
};
const oddities = [
  ...[undefined, null, true, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300, 1n, 'text', '', Symbol('s')],
  ...[
    [],
    [[]],
    [null],
    [undefined],
    [Number.NaN],
    [1n],
    ['a'],
    [Symbol('t')],
    [[1, 2], [3]],
    [[1n]],
    [[{}]],
    [() => {}],
  ],
  ...[{}, { length: 3 }, { length: -1 }, { length: 2 ** 40 }, { constructor: { name: 5 } }, Object.create(null), angry],
  ...[
    () => {},
    new Date(0),
    new Map(),
    new Error('x'),
    Promise.resolve(1),
    new Proxy([1], {}),
    new DataView(new ArrayBuffer(8)),
  ],
  ...[new Float32Array(3), new Float32Array(0), new Uint8Array(4), new BigInt64Array(2), model, trip, train],
];

/** One call for each part of an object, with the odd value in its place. */
const parts = (name, object, call) =>
  Object.keys(object).map((part) => [`${name}.${part}`, (odd) => call({ ...object, [part]: odd })]);

const whole = { spec: model.spec, history: model.history, restarts: model.restarts, options: model.options, best: 0 };
const dense = { x: [1, 2, 3, 4], shape: [2, 2], y: [0, 1], task: 'classification', classNames: ['0', '1'] };
const cube = { x: numbers(8), shape: [2, 2, 2], modeNames: [[], []] };
const stored = { offsets: [0, 1, 2], index: [0, 1], value: [1, 2], shape: [2, 3], y: [0, 1] };
const generators = {
  spiral: { samplesPerClass: 5, noiseSamplesPerClass: 1, noiseDimensions: 2 },
  randomTensors: { dims: [3, 3], count: 2, nonzeros: 2 },
  network: { rows: 700, columns: 280, count: 2 },
  planted: { dims: [5, 5], count: 2 },
};
const anyFit = {
  method: 0,
  ranks: 0,
  hidden: 0,
  lambda: 0,
  epochs: 0,
  restarts: 1,
  batchSize: 0,
  learningRate: 0,
  standardize: 0,
};
const moreFit = {
  standardizeTarget: 0,
  restarts: 0,
  search: 0,
  halving: 0,
  firstRestart: 0,
  seed: 0,
  startSeed: 0,
  orderSeed: 0,
  ldaRidge: 0,
};
const lastFit = { record: 0, test: 0, onEpoch: 0, nonsense: 0 };

const calls = [
  ['dataset', (odd) => trip.dataset(odd)],
  ...parts('dataset', { ...dense, featureNames: ['a', 'b'], missing: 'refuse' }, trip.dataset),
  ...parts('dataset of matrices', cube, trip.dataset),
  ['modeNames[0]', (odd) => trip.dataset({ ...cube, modeNames: [odd, []] })],
  ['sparseDataset', (odd) => trip.sparseDataset(odd)],
  ...parts('sparseDataset', stored, trip.sparseDataset),
  ...Object.entries(generators).flatMap(([name, options]) => parts(name, { seed: 1, ...options }, trip[name])),
  ['fit', (odd) => trip.fit(odd)],
  ...Object.keys({ ...anyFit, ...moreFit, ...lastFit }).map((name) => [
    `fit options.${name}`,
    (odd) => trip.fit(train, { epochs: 1, restarts: 1, [name]: odd }).dispose(),
  ]),
  ...parts('fit', train, (data) => trip.fit(data, { epochs: 1, restarts: 1 }).dispose()),
  ...parts('fit', sparse, (data) => trip.fit(data, { epochs: 1, restarts: 1 }).dispose()),
  ...['transform', 'predict', 'predictProba', 'score', 'inverseTransform', 'predictLatent', 'predictProbaLatent'].map(
    (method) => [method, (odd) => model[method](odd)],
  ),
  ['projection', (odd) => model.projection(odd)],
  ['toJSON', (odd) => model.toJSON(odd)],
  ...['transform', 'score', 'explain'].flatMap((method) => parts(method, train, (data) => model[method](data))),
  ['explain options', (odd) => model.explain(train, odd).dispose()],
  ...parts('explain', { sigma: 1, target: 0, samples: [0] }, (options) => model.explain(train, options).dispose()),
  ['local', (odd) => explanation.local(odd)],
  ...parts('top', [0, 0, 1, 0], (all) => explanation.top(...Object.values(all))),
  ['modelAt', (odd) => trip.modelAt(odd)],
  ['modelAt frame', (odd) => trip.modelAt(model, odd)],
  ...parts('modelAt', { ...whole, parameters: model.parameters }, trip.modelAt),
  ...parts('modelAt frame', model.frames[0], (frame) => trip.modelAt(model, frame)),
  ...parts('modelAt spec', model.spec, (spec) => trip.modelAt({ ...whole, parameters: model.parameters, spec })),
  ['restore', (odd) => trip.restore(odd)],
  ...parts('restore', model.toJSON(), trip.restore),
  ...parts('principalAngles', [[1, 0], [0, 1], 2], (all) => trip.principalAngles(...Object.values(all))),
  ...parts('subset', [train, [0]], (all) => trip.subset(...Object.values(all))),
  ...parts('folds', [train, 3, 1], (all) => trip.folds(...Object.values(all))),
  ['sweepCell', (odd) => trip.sweepCell(odd, cell)],
  ...parts('plan', plan, (own) => trip.sweepCell(own, cell)),
  ...parts('cell', cell, (own) => trip.sweepCell(plan, own)),
  ['trainer.fit', (odd) => trainer.fit(odd)],
  ['trainer.fit run', (odd) => trainer.fit(train, { epochs: 1, restarts: 1 }, odd).model],
  ...parts(
    'run',
    { signal: undefined, snapshotEvery: 1, epochsPerSecond: 1e9 },
    (run) => trainer.fit(train, { epochs: 1, restarts: 1 }, run).model,
  ),
  ['sweep options', (odd) => trainer.sweep(plan, odd)],
  ...parts('sweep', { signal: undefined, onProgress() {}, done: [] }, (options) => trainer.sweep(plan, options)),
  ['done', (odd) => trainer.sweep(plan, { done: [odd] })],
  ...parts('done', rows[0], (row) => trainer.sweep(plan, { done: [row] })),
  ['modules', (odd) => createTrainer({ trip: odd ?? {} }).then((own) => own.close())],
  ...parts('loadTrip', { wasmUrl: 'nowhere.wasm', wasmBinary: new Uint8Array(4), simd: 'auto' }, loadTrip),
];

test(`${calls.length} places for ${oddities.length} oddities: none causes an internal error`, async () => {
  const faults = [];
  let refused = 0;
  for (const [name, call] of calls) {
    for (const [o, odd] of oddities.entries()) {
      try {
        await call(odd);
      } catch (thrown) {
        refused++;
        if (thrown instanceof TripError && thrown.code !== 'internal') continue;
        faults.push(`${name} with oddity ${o}: ${thrown?.name} ${thrown?.code} ${thrown?.message}`);
      }
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(refused > 0.6 * calls.length * oddities.length, `${refused} refused`);
});

test('excessive sizes are refused at once, and the error names the size', () => {
  const since = process.cpuUsage();
  const cheap = { offsets: [0, 1, 2], index: [0, 0, 1, 1], value: [1, 2], y: [0, 1] };
  const long = trip.sparseDataset({ ...cheap, shape: [2, 100_000_000, 5] });
  for (const call of [
    () => trip.planted({ dims: [1000, 1000, 1000] }),
    () => trip.network({ count: 1_000_000 }),
    () => trip.randomTensors({ count: 1_000_000, nonzeros: 10_000 }),
    () => trip.spiral({ samplesPerClass: 100_000, noiseDimensions: 1000 }),
    () => trip.fit(long, { method: 'tucker' }),
    () => trip.fit(long),
    // One column takes the memory of four.
    () => trip.fit(trip.sparseDataset({ ...cheap, index: [0, 1], shape: [2, 35_000_000] }), { ranks: [1] }),
  ]) {
    assert.throws(call, isTripError('memory', /would need about \d+ MB; WebAssembly has 2147/));
  }
  const wide = trip.dataset({ x: numbers(400 * 20), shape: [20, 400], y: numbers(20), task: 'regression' });
  const flat = trip.fit(wide, { epochs: 0, restarts: 1, ranks: [400], hidden: [] });
  assert.throws(
    () => flat.explain(wide),
    isTripError('option', 'in 400 projected dimensions', /about 4e\+11 operations/),
  );
  const { user } = process.cpuUsage(since);
  assert.ok(user < 5e6, `${user / 1e6} s`);
});

test('messages of refusals are readable', () => {
  const one = trip.fit(trip.dataset({ x: [[1], [2]], y: [0, 1] }), { epochs: 0, restarts: 1 });
  for (const [call, message] of [
    [() => one.projection(1), 'mode is 1 (number); 0 is accepted'],
    [() => one.projection(1n), 'mode is 1n (bigint); 0 is accepted'],
    [() => trip.fit(train, { ranks: new Uint8Array([11]) }), 'ranks[0] is 11 (number); mode 0 of the data has 10'],
    [() => trip.fit(new Uint8Array(2)), 'data is a Uint8Array; a dataset (made by'],
    [() => trip.fit(new Int32Array(2)), 'data is an Int32Array; a dataset (made by'],
    [() => trip.fit(Promise.resolve(train)), 'data is a Promise; a dataset (made by'],
    [() => trip.fit(train, { lambda: [1, 2, 3, 4, 5, 6, 7, 8] }), 'lambda is [1, 2, 3, 4, 5, 6, 7, 8];'],
    [() => trip.fit(train, { lambda: Array(9).fill(1) }), 'lambda is an array of length 9;'],
    [() => trip.fit(train, { lambda: ['x'.repeat(30), 'y'.repeat(30)] }), 'lambda is an array of length 2;'],
    [() => trip.fit(train, { lambda: 'x'.repeat(41) }), `lambda is "${'x'.repeat(40)}..." (string);`],
    [() => trip.fit(train, { lamda: 1 }), 'fit has no option "lamda"; did you mean lambda?'],
    [
      () => trip.fit(train, { epochs: 1n, restarts: 1 }),
      'epochs is 1n (bigint); an integer from 0 to 1000000 is accepted',
    ],
    [() => trip.dataset({ x: [1n, 2n], shape: [2, 1] }), 'x[0, 0] is 1n (bigint); numbers are accepted'],
    [() => trip.dataset({ x: new BigInt64Array(2), shape: [2, 1] }), 'x is a BigInt64Array; a typed array, an array'],
    [() => trip.dataset({ x: [[1], [2]], y: [0n, 1n] }), 'y[0] is 0n (bigint); numbers or strings are accepted'],
  ]) {
    assert.throws(call, (error) => error instanceof TripError && error.message.startsWith(message), message);
  }
});

test('the public data of a model cannot be changed', () => {
  for (const list of [model.spec, model.spec.dims, model.spec.ranks, model.spec.hidden, model.spec.classNames]) {
    assert.ok(Object.isFrozen(list));
  }
  for (const list of [explanation.targets, explanation.targets[0].axes, explanation.surrogate.g]) {
    assert.ok(Object.isFrozen(list));
  }
  const grid = { hidden: [[4]] };
  trip.sweepCell({ ...plan, grid }, cell);
  assert.ok(!Object.isFrozen(grid.hidden[0]), 'lists of the caller are left alone');
});

test('the memory of a fit follows from its arrays', () => {
  const cheap = { offsets: [0, 1, 2], index: [0, 1], value: [1, 2], y: [0, 1] };
  const rows = 50_000_000;
  const data = trip.sparseDataset({ ...cheap, shape: [2, rows] });
  for (const [options, bytes] of [
    [{ ranks: [2] }, 12 * 4 * 2],
    // Two of the arrays are padded to vectors of four columns.
    [{ ranks: [5] }, 10 * 4 * 5 + 2 * 4 * 8],
    // Restarts that rest: a third of those in all dimensions and another one, of four arrays each.
    [{ ranks: [2], restarts: 'auto' }, 12 * 4 * 2 + 4 * 4 * 2 * (2 + 1)],
    [{ ranks: [2], restarts: 7, halving: true }, 12 * 4 * 2 + 4 * 4 * 2 * (3 + 1)],
  ])
    assert.throws(
      () => trip.fit(data, { restarts: 1, ...options }),
      isTripError('memory', `would need about ${(rows * bytes) / 1e6} MB`),
    );
  // The arrays of all modes are there together; Tucker decomposes one mode after the other.
  const index = [0, 0, 1, 1, 2, 2, 3, 3];
  const wide = { offsets: [0, 1, 2, 3, 4], index, value: [1, 2, 3, 4], y: [0, 1, 0, 1] };
  const matrices = trip.sparseDataset({ ...wide, shape: [4, 15e6, 15e6] });
  const refused = (bytes) => isTripError('memory', `would need about ${bytes / 1e6} MB`);
  const options = { ranks: [2, 2], restarts: 1 };
  assert.throws(() => trip.fit(matrices, options), refused(2 * 15e6 * 96));
  const sweep = { data: matrices, grid: {}, options, folds: 2 };
  assert.throws(() => trip.sweepCell(sweep, { point: 0, trial: 0, fold: 0 }), refused(2 * 15e6 * 96));
  const uneven = trip.sparseDataset({ ...wide, shape: [4, 5e6, 4e6] });
  assert.throws(() => trip.fit(uneven, { ...options, method: 'tucker' }), refused((5e6 + 4e6) * 48 + 5e6 * 400));
});

test('the memory of generated, encoded and hand-made samples follows from their numbers', () => {
  const refused = (bytes) => isTripError('memory', `would need about ${(bytes / 1e6).toFixed()} MB`);
  // Two sets of two classes, in doubles and floats and their copies.
  const spiral = { samplesPerClass: 100_000, noiseSamplesPerClass: 0, noiseDimensions: 397 };
  assert.throws(() => trip.spiral(spiral), refused(16 * 4 * 100_000 * 400));
  // Each sample has a category of its own.
  const count = 14_000;
  const names = Array.from({ length: count }, (_, n) => [`category ${n}`]);
  const y = names.map((_, n) => n % 2);
  assert.throws(() => trip.fit({ x: names, y, categorical: [0] }), refused(12 * count * count));
  // Only the length of the numbers is read.
  const x = new Float32Array(2 ** 28 + 1);
  assert.throws(() => trip.fit({ ...train, x }), refused(8 * x.length));
  assert.throws(() => model.predict({ ...train, x }), refused(8 * x.length));
});

test('a reconstruction has at most half a gigabyte, as floats or as doubles', () => {
  for (const [offset, unit, most] of [
    [0, 1, 2 ** 27],
    [1e9, 0.001, 2 ** 26],
  ]) {
    const x = numbers(8192, 4).map((value) => offset + unit * value);
    const own = trip.fit({ x, shape: [2, 4096], y: [0, 1] }, { epochs: 0, restarts: 1, ranks: [1], hidden: [] });
    const latent = new Float32Array(most / 4096 + 1);
    assert.throws(
      () => own.inverseTransform(latent),
      isTripError('memory', `${most + 4096} numbers, at most ${most} are`),
    );
  }
});
