/**
 * Each allocation of each call of the core fails in turn: the call reports an error, no memory leaks, and the objects of the call give
 * the same bits afterwards. The first 50 allocations of a call fail in all cases, and later ones at distances that grow by 15 %; with
 * FAULTS=all each of them does, which takes long.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadModule } from '../../dist/core/load.js';
import { fitDefaults } from '../../dist/index.js';
import { isTripError, numbers } from './support.mjs';

const binary = readFileSync(new URL('../../build/wasm-simd/cpp/wasm/core_faults.wasm', import.meta.url));

/** The module and the exports of its allocator. */
async function faultyModule() {
  const { instantiate } = WebAssembly;
  let faults;
  WebAssembly.instantiate = async (...values) => {
    const result = await instantiate(...values);
    faults = result.exports;
    return result;
  };
  const core = await loadModule({ wasmBinary: binary }, true);
  WebAssembly.instantiate = instantiate;
  return { core, faults };
}

const { core, faults } = await faultyModule();

const empty = {
  labels: new Int32Array(),
  targets: new Float32Array(),
  exact: new Float64Array(),
  offsets: new Int32Array(),
  index: new Int32Array(),
  responses: 1,
  weights: new Float64Array(),
};
const vectors = {
  ...empty,
  ...{ dims: [5], count: 12, x: Float32Array.from(numbers(60)), task: 'classification', classes: 3, sparse: false },
  labels: Int32Array.from({ length: 12 }, (_, n) => n % 3),
};
const matrices = { ...vectors, dims: [3, 4], x: Float32Array.from(numbers(144)) };
const stored = core.randomTensors({ seed: 1, dims: [6, 5, 4], count: 8, nonzeros: 7 });
const values = { ...vectors, task: 'regression', classes: 0, ...empty, targets: Float32Array.from(numbers(12)) };

const { seed: _seed, steps: _steps, ...defaults } = fitDefaults;
const options = {
  ...{ ...defaults, lambda: 0.1, hidden: [4, 3], epochs: 3, batchSize: 5, learningRate: 0.01, restarts: 2, record: 2 },
  ...{ start: new Float32Array(), projection: new Float64Array(), startSeed: 1, orderSeed: 2 },
};
const tensor = { ...options, standardize: false };

/** Objects of the core that are freed after the test of a call. */
const owned = [];
const own = (object) => {
  owned.push(object);
  return object;
};
const end = () => {
  for (const object of owned.splice(0)) object.delete();
};

const fitOf = (train, wanted, test = null) => own(core.createFit(train, test, test, wanted));
function trained(train, wanted, test) {
  const fit = fitOf(train, wanted, test);
  do while (!fit.atEnd()) fit.advance(100, wanted.epochs);
  while (fit.nextRestart());
  return fit;
}
function modelOf(train, wanted) {
  const fit = trained(train, wanted);
  return own(core.createModel(fit.spec(), fit.bestParameters()));
}

const doubles = numbers(24);
const flatPlane = Float64Array.of(1, 0, 0, 1, 0, 0, 0, 0);
const [pair, none] = [Float64Array.of(0.3, 0.7), Float64Array.of()];

/** A model that must survive all tests. */
const witness = modelOf(vectors, options);
owned.splice(0);
const [fingerprint, predicted] = [witness.fingerprint(), witness.predict(vectors)];

/** Two of the samples are left out. */
const weights = Float64Array.of(1, 2, 0, 1, 3, 1, 1, 0, 2, 1, 1, 2);

const kinds = {
  vectors: [vectors, options],
  regression: [values, options],
  'several responses': [{ ...values, responses: 2, targets: Float32Array.from(numbers(24)) }, options],
  'weighted vectors': [{ ...vectors, weights }, options],
  'weighted lda': [
    { ...vectors, weights },
    { ...options, method: 'lda', ranks: [3] },
  ],
  pca: [vectors, { ...options, method: 'pca' }],
  lda: [vectors, { ...options, method: 'lda', ranks: [3] }],
  fixed: [vectors, { ...options, method: 'fixed', projection: Float64Array.of(1, 0, 0, 1, 0, 0, 0, 0, 0, 0) }],
  searched: [vectors, { ...options, search: true, restarts: 9 }],
  halved: [vectors, { ...options, halving: true, restarts: 3 }],
  matrices: [matrices, { ...tensor, ranks: [2, 2] }],
  'wide matrices': [matrices, { ...tensor, ranks: [3, 4] }],
  tucker: [matrices, { ...tensor, method: 'tucker', ranks: [2, 2] }],
  cubes: [stored, { ...tensor, ranks: [2, 2, 2] }],
  'weighted cubes': [
    { ...stored, weights: weights.subarray(0, 8) },
    { ...tensor, ranks: [2, 2, 2] },
  ],
  'sparse, other ranks': [stored, { ...tensor, ranks: [3, 1, 2] }],
};

/** `prepare` creates the call's arguments, without failures; the test deletes an object that the call returns. */
const calls = {
  folds: [() => {}, () => core.folds(12, vectors.labels, 3, 1)],
  draw: [() => {}, () => core.draw(50, 12, 1)],
  align: [() => {}, () => core.align(doubles, doubles, [2, 3], none)],
  'align, with a start': [() => {}, () => core.align(doubles, doubles, [2], Float64Array.of(0, 1, 1, 0))],
  meanPlane: [() => {}, () => core.meanPlane(Float64Array.of(1, 0, 0, 0, 1, 0), 3, 1)],
  randomAngles: [() => {}, () => core.randomAngles(5, 2, 3, 1)],
  principalAngles: [() => {}, () => core.principalAngles(Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0), 3)],
  'scorePredictions, classes': [() => {}, () => core.scorePredictions(pair, Int32Array.of(0), none, 2, none)],
  'scorePredictions, values': [
    () => {},
    () => core.scorePredictions(pair, Int32Array.of(), pair, 2, Float64Array.of(2)),
  ],
  groups: [() => {}, () => core.groups({ ...options, halving: true, restarts: 9, search: true }, 3)],
  goingOn: [
    () => core.groups({ ...options, epochs: 100, halving: true, restarts: 2 }, 3)[0],
    (group) => core.goingOn(group, 0, Int32Array.of(0, 1), Float64Array.of(0.2, 0.1)),
  ],
  log1p: [() => {}, () => core.log1p(pair)],
  orthonormalize: [() => {}, () => core.orthonormalize(doubles, 12)],
  interpolatePlanes: [() => {}, () => core.interpolatePlanes(flatPlane, flatPlane.toReversed(), 4, 0.3)],
  turnPlane: [() => {}, () => core.turnPlane(flatPlane, 4, 0, pair)],
  randomPlane: [() => {}, () => core.randomPlane(5, 2, 1, 0)],
  fingerprintOf: [() => {}, () => core.fingerprintOf(doubles)],
  deriveSeed: [() => {}, () => core.deriveSeed(7, 1)],
  optionSchema: [() => {}, () => core.optionSchema()],
  spiral: [() => {}, () => core.spiral({ seed: 1, samplesPerClass: 5, noiseSamplesPerClass: 1, noiseDimensions: 4 })],
  randomTensors: [() => {}, () => core.randomTensors({ seed: 1, dims: [6, 5, 4], count: 3, nonzeros: 4 })],
  network: [() => {}, () => core.network({ seed: 1, rows: 700, columns: 280, count: 1 })],
  planted: [() => {}, () => core.planted({ seed: 1, dims: [5, 4], count: 3 })],
  ...Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, [data, wanted]]) => [
      [`createFit, ${kind}`, [() => {}, () => core.createFit(data, data, data, wanted)]],
      [`advance, ${kind}`, [() => fitOf(data, wanted, data), (fit) => fit.advance(1000, wanted.epochs)]],
      [`nextRestart, ${kind}`, [() => afterFirst(data, wanted), (fit) => fit.nextRestart()]],
      [`stop, ${kind}`, [() => fitOf(data, wanted, data), (fit) => fit.stop()]],
      [`halt, ${kind}`, [() => fitOf(data, wanted, data), (fit) => fit.halt()]],
      [`state, ${kind}`, [() => afterFirst(data, wanted), (fit) => fit.state()]],
      [
        `resume, ${kind}`,
        [
          () => ({ state: afterFirst(data, wanted).state(), fit: fitOf(data, wanted, data) }),
          ({ state, fit }) => fit.resume(state),
        ],
      ],
      [`evaluate, ${kind}`, [() => fitOf(data, wanted, data), (fit) => fit.evaluate()]],
      ...['spec', 'parameters', 'reports', 'bestParameters', 'bestHistory', 'bestFrames', 'bestReference'].map(
        (name) => [`${name}, ${kind}`, [() => trained(data, wanted, data), (fit) => fit[name]()]],
      ),
      [`history, ${kind}`, [() => trained(data, wanted, data), (fit) => fit.history(1)]],
      [
        `createModel, ${kind}`,
        [() => trained(data, wanted), (fit) => core.createModel(fit.spec(), fit.bestParameters())],
      ],
      ...['transform', 'predict', 'score', 'reference'].map((name) => [
        `${name}, ${kind}`,
        [() => modelOf(data, wanted), (model) => model[name](data)],
      ]),
      [
        `inverseTransform, ${kind}`,
        [() => withLatent(data, wanted), ({ model, latent }) => model.inverseTransform(latent)],
      ],
      [
        `inverseTransformExact, ${kind}`,
        [() => withLatent(data, wanted), ({ model, latent }) => model.inverseTransformExact(latent)],
      ],
      [`predictLatent, ${kind}`, [() => withLatent(data, wanted), ({ model, latent }) => model.predictLatent(latent)]],
      [
        `diagnose, ${kind}`,
        [
          () => withReference(data, wanted),
          ({ model, mean, covariance, center }) => model.diagnose(data, mean, covariance, center, 3),
        ],
      ],
      [`projection, ${kind}`, [() => modelOf(data, wanted), (model) => model.projection(0)]],
      [`fingerprint, ${kind}`, [() => modelOf(data, wanted), (model) => model.fingerprint()]],
      [
        `createExplanation, ${kind}`,
        [
          () => withLatent(data, wanted),
          ({ model, latent }) => core.createExplanation(model, Float64Array.from(latent), 0, data.weights),
        ],
      ],
      [
        `addTarget, ${kind}`,
        [() => explained(data, wanted), ({ explanation, target }) => explanation.addTarget(target)],
      ],
      [`local, ${kind}`, [() => explained(data, wanted), ({ explanation }) => explanation.local(1)]],
      [`neighbours, ${kind}`, [() => explained(data, wanted), ({ explanation }) => explanation.neighbours(1)]],
    ]),
  ),
  predictProba: [() => modelOf(vectors, options), (model) => model.predictProba(vectors)],
  predictProbaLatent: [() => withLatent(vectors, options), ({ model, latent }) => model.predictProbaLatent(latent)],
};

function afterFirst(data, wanted) {
  const fit = fitOf(data, wanted, data);
  fit.advance(1000, wanted.epochs);
  return fit;
}
function withLatent(data, wanted) {
  const model = modelOf(data, wanted);
  return { model, latent: model.transform(data) };
}
function withReference(data, wanted) {
  const model = modelOf(data, wanted);
  const center = new Float64Array(data.dims.length === 1 ? data.dims[0] : 0);
  return { model, ...model.reference(data), center };
}
function explained(data, wanted) {
  const { model, latent } = withLatent(data, wanted);
  const explanation = own(core.createExplanation(model, Float64Array.from(latent), 0, data.weights));
  const target = Float64Array.from({ length: data.count }, (_, n) => latent[n]);
  explanation.addTarget(target);
  return { explanation, target };
}

const all = process.env.FAULTS === 'all';
const following = (nth) => (all || nth < 50 ? nth + 1 : Math.ceil(nth * 1.15));
/** Allocations that failed, and those that some call survived without an error. */
const counts = { failed: 0, withoutError: 0 };
/** These calls change their object, which is discarded after a failure. */
const changes = /^(advance|nextRestart|resume|addTarget),/;

/** The result of a call as plain data; an object that it returned is deleted. */
function plain(result) {
  if (typeof result?.delete !== 'function') return result;
  const content = result.fingerprint?.() ?? result.neighbours?.(1) ?? [result.spec(), result.parameters()];
  result.delete();
  return content;
}

/** Runs `call` with each of its allocations failing in turn. */
function failEach(name, [prepare, call]) {
  const { length } = owned;
  const before = faults.faults_alive();
  const expected = plain(call(prepare()));
  end();
  for (let nth = 1; ; nth = following(nth)) {
    const given = prepare();
    faults.faults_arm(nth);
    let error;
    try {
      call(given)?.delete?.();
    } catch (thrown) {
      error = thrown;
    }
    const succeeded = faults.faults_armed();
    faults.faults_arm(0);
    if (error !== undefined && !changes.test(name)) assert.deepEqual(plain(call(given)), expected, `allocation ${nth}`);
    end();
    assert.equal(owned.length, length);
    assert.equal(faults.faults_alive(), before, `allocation ${nth}: blocks are lost`);
    if (succeeded) {
      assert.equal(error, undefined);
      return;
    }
    counts.failed++;
    if (error === undefined) counts.withoutError++;
    else isTripError('memory', 'not enough memory')(error);
  }
}

for (const [name, call] of Object.entries(calls)) {
  test(name, () => {
    failEach(name, call);
    assert.equal(witness.fingerprint(), fingerprint);
    assert.deepEqual(witness.predict(vectors), predicted);
  });
}

test('each function of the border is called', () => {
  const fit = fitOf(vectors, options);
  const explanation = explained(vectors, options).explanation;
  const named = new Set(Object.keys(calls).map((name) => name.split(',')[0]));
  // These are or return what is there already.
  const known = [
    'compiled',
    'resultVersion',
    'argCount',
    'atEnd',
    'standing',
    'restart',
    'epoch',
    'stepsPerEpoch',
    'best',
    'sigma',
  ];
  const ofObjects = [fit, witness, explanation].flatMap((object) => Object.keys(Object.getPrototypeOf(object)));
  const ofHandles = ['constructor', 'delete', 'deleteLater', 'isDeleted', 'isAliasOf', 'clone'];
  const all = [...Object.keys(core), ...ofObjects].filter((name) => ![...known, ...ofHandles].includes(name));
  assert.ok(all.length > 40, `${all.length}`);
  assert.deepEqual(
    all.filter((name) => !named.has(name)),
    [],
  );
  end();
});

test('the number of allocations that failed', (t) => {
  t.diagnostic(
    `${counts.failed} allocations of ${Object.keys(calls).length} calls failed, ${counts.withoutError} of them without an error`,
  );
  assert.ok(counts.failed > 10_000, `${counts.failed}`);
});
