/** The synchronous fit: results, options, and bad input, which must leave the module usable. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fitDefaults, loadTrip } from '../../dist/index.js';
import {
  fingerprintData,
  fingerprintOptions,
  fingerprints,
  isTripError,
  numbers,
  sameModel,
  signs,
  smallSpiral,
  trip,
} from './support.mjs';

const { train, test: held } = smallSpiral();
const quick = { epochs: 20, restarts: 1 };

/** The module still gives the same result. */
const reference = trip.fit(train, quick).fingerprint;
after(() => assert.equal(trip.fit(train, quick).fingerprint, reference));
const stillUsable = () => assert.equal(trip.fit(train, quick).fingerprint, reference);

for (const [name, entry] of fingerprints) {
  test(`the fingerprint of ${name} is the expected one in both builds`, async () => {
    for (const simd of [true, false]) {
      const instance = await loadTrip({ simd });
      const model = instance.fit(fingerprintData(instance, entry), fingerprintOptions(entry));
      assert.equal(model.fingerprint, entry.fingerprint, `simd: ${simd}`);
    }
  });
}

test('both builds give the same result for every method and depth, bit for bit', async () => {
  const scalar = await loadTrip({ simd: false });
  for (const method of ['trip', 'pca', 'lda']) {
    for (const hidden of [[], [7], [10, 3, 5]]) {
      const options = { ...quick, method, hidden, test: held, record: 3, restarts: 2 };
      sameModel(trip.fit(train, options), scalar.fit(train, options));
    }
  }
});

test('every default is filled in', () => {
  const model = trip.fit(train, quick);
  const { startSeed, orderSeed, ...rest } = model.options;
  assert.deepEqual(rest, {
    ...fitDefaults,
    ...quick,
    lambda: trip.autoLambda(train),
    ranks: [2],
    hidden: [10, 10, 10],
  });
  assert.ok(Number.isSafeInteger(startSeed) && Number.isSafeInteger(orderSeed) && startSeed !== orderSeed);
  const spelled = trip.fit(train, { ...fitDefaults, epochs: 20, restarts: 1, startSeed, orderSeed, seed: 99 });
  assert.equal(spelled.fingerprint, model.fingerprint);
});

test('seeds: start and order change the result, the same seed repeats it', () => {
  const print = (options) => trip.fit(train, { ...quick, ...options }).fingerprint;
  const prints = [{}, { seed: 2 }, { startSeed: 5 }, { orderSeed: 5 }, { seed: 2 ** 53 - 1 }, { seed: 0 }].map(print);
  assert.equal(new Set(prints).size, prints.length);
  assert.equal(print({ seed: 2 }), prints[1]);
});

test('history: one finite entry per epoch, test columns with a test set', () => {
  const plain = trip.fit(train, quick).history;
  const names = ['accuracy', 'loss', 'objective', 'reconstruction'];
  assert.deepEqual(Object.keys(plain).sort(), names);
  const full = trip.fit(train, { ...quick, test: held }).history;
  assert.deepEqual(Object.keys(full).sort(), [...names, 'testAccuracy', 'testLoss']);
  for (const column of Object.values(full)) assert.ok(column.length === 20 && column.every(Number.isFinite));
  assert.ok(full.objective[19] < full.objective[0]);
});

test('the restart with the lowest objective is kept, all are reported, and each can be repeated alone', () => {
  const model = trip.fit(train, { epochs: 40, restarts: 5, test: held });
  assert.deepEqual(
    model.restarts.map((report) => report.restart),
    [0, 1, 2, 3, 4],
  );
  const objectives = model.restarts.map((report) => report.objective);
  assert.equal(objectives[model.best], Math.min(...objectives));
  const alone = trip.fit(train, { epochs: 40, restarts: 1, firstRestart: model.best, test: held });
  assert.equal(alone.fingerprint, model.fingerprint);
  assert.deepEqual(alone.restarts[0], model.restarts[model.best]);
  const { loss, reconstruction, objective, accuracy } = model.score(train);
  const report = model.restarts[model.best];
  assert.deepEqual(
    [loss, reconstruction, objective, accuracy].map(Math.fround),
    [report.loss, report.reconstruction, report.objective, report.accuracy].map(Math.fround),
  );
  assert.equal(report.testAccuracy, model.score(held).accuracy);
});

test("'auto' is a dozen restarts with search and halving, and each can be repeated alone", () => {
  const options = { epochs: 15, restarts: 1, test: held };
  const auto = trip.fit(train, { ...options, restarts: 'auto' });
  assert.equal(auto.restarts.length, 12);
  assert.equal(auto.options.restarts, 12);
  assert.equal(auto.options.search, true);
  assert.equal(auto.options.halving, true);
  const same = trip.fit(train, { ...options, restarts: 12, search: true, halving: true });
  assert.equal(same.fingerprint, auto.fingerprint);
  const { halving } = trip.fit(train, { ...options, restarts: 'auto', halving: false }).options;
  assert.equal(halving, false);
  const { restart } = auto.restarts[auto.best];
  const alone = trip.fit(train, { ...options, search: true, firstRestart: restart });
  assert.equal(alone.fingerprint, auto.fingerprint);
  assert.notEqual(trip.fit(train, { ...options, firstRestart: restart }).fingerprint, auto.fingerprint);
  const ranking = ({ restart, objective }) => objective + (restart < 8 ? 0 : 0.03);
  assert.equal(ranking(auto.restarts[auto.best]), Math.min(...auto.restarts.map(ranking)));
});

test('fixed projections need no search', () => {
  const auto = trip.fit(train, { method: 'pca', epochs: 5, restarts: 'auto' });
  assert.equal(auto.options.search, false);
  const same = trip.fit(train, { method: 'pca', epochs: 5, restarts: 12, halving: true });
  assert.equal(auto.fingerprint, same.fingerprint);
});

test('the search finds the spiral', () => {
  for (const seed of [501, 502]) {
    const { train, truth } = trip.spiral({ seed });
    const model = trip.fit(train, { standardize: false, restarts: 'auto', epochs: 1000 });
    const cosines = trip
      .principalAngles(model.projection(), truth.plane, 100)
      .map((angle) => Math.cos((angle * Math.PI) / 180));
    const overlap = cosines.reduce((sum, cosine) => sum + cosine ** 2, 0) / 2;
    assert.ok(overlap > 0.8, `seed ${seed}: overlap ${overlap}`);
  }
});

test('onEpoch is called after every epoch, and false stops the training', () => {
  const seen = [];
  const model = trip.fit(train, { epochs: 6, restarts: 2, test: held, onEpoch: (progress) => seen.push(progress) });
  assert.deepEqual(
    seen.map(({ restart, epoch }) => [restart, epoch]),
    [0, 1].flatMap((r) => [1, 2, 3, 4, 5, 6].map((e) => [r, e])),
  );
  const kept = seen.filter(({ restart }) => restart === model.best);
  assert.deepEqual(
    kept.map(({ loss }) => loss),
    [...model.history.loss],
  );
  assert.deepEqual(
    kept.map(({ testAccuracy }) => testAccuracy),
    [...model.history.testAccuracy],
  );
  const stopped = trip.fit(train, { epochs: 50, restarts: 3, onEpoch: ({ epoch }) => epoch < 7 });
  assert.deepEqual([stopped.history.loss.length, stopped.restarts.length, stopped.restarts[0].epochs], [7, 1, 7]);
});

test('an error of onEpoch passes through and nothing leaks', () => {
  const mine = new RangeError('mine');
  assert.throws(
    () =>
      trip.fit(train, {
        epochs: 3,
        restarts: 1,
        onEpoch: () => {
          throw mine;
        },
      }),
    (error) => error === mine,
  );
  stillUsable();
});

test('zero epochs keep the initial values', () => {
  const model = trip.fit(train, { epochs: 0, restarts: 1 });
  assert.deepEqual([model.history.loss.length, model.restarts[0].epochs], [0, 0]);
  assert.ok(Number.isFinite(model.score(train).objective));
});

test('regression: targets in the units of the user', () => {
  const x = numbers(300 * 4);
  const y = Float64Array.from({ length: 300 }, (_, n) => 1000 + 50 * x[4 * n] - 20 * x[4 * n + 1]);
  const data = trip.dataset({ x, shape: [300, 4], y, task: 'regression' });
  const model = trip.fit(data, { hidden: [], lambda: 0, epochs: 300, restarts: 1, learningRate: 0.01 });
  const score = model.score(data);
  assert.ok(score.rmse < 2 && score.pearson > 0.99, `rmse ${score.rmse}, pearson ${score.pearson}`);
  assert.deepEqual(Object.keys(score).sort(), ['loss', 'objective', 'pearson', 'reconstruction', 'rmse']);
  assert.ok(model.predict(data) instanceof Float32Array && Math.abs(model.predict(data)[0] - y[0]) < 10);
  assert.equal(model.history.accuracy, undefined);
  assert.throws(() => model.predictProba(data), isTripError('option', 'classification'));
  assert.throws(() => trip.fit(data, { method: 'lda' }), isTripError('option', "'lda' needs classes"));
});

test('1 to 12 samples give a result or a clear error', () => {
  for (let samples = 1; samples <= 12; samples++) {
    const input = signs(samples, 3);
    if (samples === 1) {
      assert.throws(
        () => trip.fit(trip.dataset(input), quick),
        isTripError('value', 'only the class "plus"', 'two classes'),
      );
      continue;
    }
    for (const method of ['trip', 'pca', 'lda']) {
      const model = trip.fit(trip.dataset(input), { ...quick, method });
      assert.ok(Number.isFinite(model.score(trip.dataset(input)).objective), `${method}, ${samples} samples`);
    }
  }
  stillUsable();
});

test('one sample is enough for regression', () => {
  const data = trip.dataset({ x: [[1, 2, 3]], y: [4.5], task: 'regression' });
  assert.ok(Number.isFinite(trip.fit(data, quick).predict(data)[0]));
});

test('the error names a single class', () => {
  const data = trip.dataset({ x: [[1], [2]], y: ['only', 'only'], classNames: ['only', 'other'] });
  assert.throws(() => trip.fit(data), isTripError('value', '"only"', 'two classes or more'));
});

test('J above I is refused, J = I is a rotation', () => {
  const data = trip.dataset(signs(20, 3));
  assert.throws(
    () => trip.fit(data, { ranks: [4] }),
    isTripError('option', 'ranks[0] is 4', 'mode 0 of the data has 3'),
  );
  assert.throws(() => trip.fit(data, { ranks: [2, 2] }), isTripError('option', 'ranks has 2 entries', '1 modes'));
  const model = trip.fit(data, { ...quick, ranks: [3] });
  assert.ok(model.score(data).reconstruction < 1e-4);
  const narrow = trip.dataset(signs(20, 1));
  assert.deepEqual(trip.fit(narrow, quick).spec.ranks, [1]);
});

test('a batch above N is a full batch', () => {
  const print = (batchSize) => trip.fit(train, { ...quick, batchSize }).fingerprint;
  assert.equal(print(1e9), print(train.shape[0]));
});

test('constant and duplicated columns', () => {
  const input = signs(30, 4);
  for (let n = 0; n < 30; n++) {
    input.x[4 * n + 2] = 7;
    input.x[4 * n + 3] = input.x[4 * n];
  }
  const data = trip.dataset(input);
  for (const method of ['trip', 'pca', 'lda']) {
    const model = trip.fit(data, { ...quick, method });
    assert.equal(model.spec.scale[2], 1);
    assert.ok(Number.isFinite(model.score(data).objective), method);
  }
});

test('huge values end finite or diverged, never as NaN', () => {
  const input = signs(20, 3);
  for (const magnitude of [1e18, 1e30, 3e38]) {
    const data = trip.dataset({ ...input, x: input.x.map((value) => value * magnitude) });
    for (const standardize of [true, false]) {
      const model = trip.fit(data, { ...quick, standardize });
      assert.ok(model.parameters.every(Number.isFinite), `${magnitude}, standardize ${standardize}`);
    }
  }
  stillUsable();
});

test('an absurd learning rate ends as diverged with the last finite state', () => {
  const model = trip.fit(train, { epochs: 200, restarts: 1, learningRate: 1e30 });
  const report = model.restarts[0];
  assert.equal(report.diverged, true);
  assert.ok(report.epochs < 200);
  assert.ok(model.parameters.every(Number.isFinite));
  assert.match(model.fingerprint, /^[0-9a-f]{16}$/);
  stillUsable();
});

test('invalid values of an altered dataset are refused', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const data = trip.dataset(signs(12, 3));
    data.x[7] = bad;
    assert.throws(() => trip.fit(data, quick), isTripError('value'));
    const model = trip.fit(trip.dataset(signs(12, 3)), quick);
    assert.throws(() => model.transform(data), isTripError('value'));
  }
  const data = trip.dataset(signs(12, 3));
  data.labels[0] = 9;
  assert.throws(() => trip.fit(data, quick), isTripError('value'));
  stillUsable();
});

test('the parts of a hand-made dataset must agree', () => {
  const good = trip.dataset(signs(12, 3));
  for (const [change, ...expected] of [
    [{ x: good.x.subarray(1) }, 'shape', 'data.x has 35 entries', '36'],
    [{ labels: good.labels.subarray(1) }, 'shape', 'data.labels has 11 entries', '12'],
    [{ shape: [12] }, 'shape', 'shape is [12]'],
    [{ x: [...good.x] }, 'value', 'dataset()'],
    [{ task: undefined }, 'value', 'no response'],
  ]) {
    assert.throws(() => trip.fit({ ...good, ...change }, quick), isTripError(...expected));
  }
  const matrices = { ...good, shape: [12, 1, 3], featureNames: ['a'] };
  assert.throws(() => trip.fit(matrices, quick), isTripError('shape', 'data.featureNames', '2 modes'));
  assert.throws(() => trip.fit([[1, 2]], quick), isTripError('value', 'dataset()'));
  assert.throws(() => trip.fit(), isTripError('value', 'undefined'));
});

test('the test set takes the classes of the training set', () => {
  const input = signs(40, 3);
  const data = trip.dataset(input);
  const turned = trip.dataset({ ...input, classNames: ['minus', 'plus'] });
  assert.notDeepEqual(turned.labels, data.labels);
  const model = trip.fit(data, { ...quick, test: turned });
  assert.equal(model.restarts[0].testAccuracy, model.restarts[0].accuracy);
  assert.deepEqual(model.score(turned), model.score(data));
  const one = trip.dataset({ x: [[3, 0, 0]], y: ['plus'] });
  assert.ok(Number.isFinite(model.score(one).loss));
  const foreign = trip.dataset({ x: [[3, 0, 0]], y: ['zero'] });
  assert.throws(() => model.score(foreign), isTripError('value', '"zero"', '"plus", "minus"'));
  assert.throws(() => trip.fit(data, { test: foreign }), isTripError('value', 'test has the class "zero"'));
  const numbersOf = trip.dataset({ ...input, y: numbers(40), task: 'regression' });
  assert.throws(
    () => model.score(numbersOf),
    isTripError('value', 'data is for regression, the training set for classification'),
  );
  assert.throws(() => trip.fit(data, { test: trip.dataset(signs(9, 2)) }), isTripError('shape', '[2]', '[3]'));
  assert.throws(() => trip.fit(data, { test: trip.dataset({ x: [[1, 2, 3]] }) }), isTripError('value', 'no response'));
});

for (const [options, ...parts] of [
  [{ lamda: 1 }, '"lamda"', 'did you mean lambda?'],
  [{ batch: 1 }, 'did you mean batchSize?'],
  [{ learning_rate: 1 }, 'did you mean learningRate?'],
  [{ zzz: 1 }, '"zzz"', 'known are'],
  [{ method: 'umap' }, 'method is "umap"', "'trip', 'pca', 'lda'"],
  [{ hidden: 10 }, 'hidden is 10'],
  [{ hidden: [0] }, 'hidden[0] is 0'],
  [{ hidden: [10, 2.5] }, 'hidden[1] is 2.5'],
  [{ hidden: [5000] }, 'hidden[0] is 5000', '4096'],
  [{ hidden: Array(17).fill(2) }, 'hidden has 17 entries', '16'],
  [{ epochs: 1e7, restarts: 1 }, 'epochs is 10000000', '1000000'],
  [{ record: 1e5 }, 'record is 100000'],
  [{ ranks: ['2'] }, 'ranks[0] is "2" (string)'],
  [{ lambda: -0.1 }, 'lambda is -0.1'],
  [{ lambda: Number.NaN }, 'lambda is NaN'],
  [{ lambda: Number.POSITIVE_INFINITY }, 'lambda is Infinity'],
  [{ epochs: -1 }, 'epochs is -1'],
  [{ epochs: 2.5, restarts: 1 }, 'epochs is 2.5'],
  [{ epochs: '100' }, 'epochs is "100" (string)'],
  [{ batchSize: 0 }, 'batchSize is 0'],
  [{ learningRate: 0 }, 'learningRate is 0', 'above 0'],
  [{ learningRate: 1e39 }, 'learningRate is 1e+39'],
  [{ standardize: 1 }, 'standardize is 1', 'true or false'],
  [{ standardizeTarget: 'no' }, 'standardizeTarget is "no"'],
  [{ restarts: 0 }, 'restarts is 0'],
  [{ restarts: 'all' }, 'restarts is "all"'],
  [{ firstRestart: -1 }, 'firstRestart is -1'],
  [{ seed: 1.5 }, 'seed is 1.5'],
  [{ seed: 2 ** 53 }, 'seed is 9007199254740992'],
  [{ startSeed: -1 }, 'startSeed is -1'],
  [{ orderSeed: null }, 'orderSeed is null'],
  [{ record: -1 }, 'record is -1'],
  [{ onEpoch: true }, 'onEpoch is true'],
  [null, 'options is null'],
]) {
  const name = options === null ? 'null' : `${Object.keys(options)[0]}: ${JSON.stringify(Object.values(options)[0])}`;
  test(`refuses ${name}`, () => {
    assert.throws(() => trip.fit(train, options), isTripError('option', ...parts));
  });
}

test('undefined options are defaults', () => {
  assert.equal(
    trip.fit(train, { ...quick, lambda: undefined, seed: undefined, test: undefined }).fingerprint,
    reference,
  );
});

/** Loads an instance whose memory size can be read. */
async function loadMeasured() {
  const { instantiate } = WebAssembly;
  let memory;
  WebAssembly.instantiate = async (...given) => {
    const result = await instantiate.call(WebAssembly, ...given);
    const { exports } = result.instance ?? result;
    memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
    return result;
  };
  try {
    return { instance: await loadTrip(), size: () => memory.buffer.byteLength };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test('10,000 failures and 10,000 models do not grow the memory', async () => {
  const { instance, size } = await loadMeasured();
  const data = instance.dataset(signs(12, 3));
  const bad = instance.dataset(signs(12, 3));
  bad.x[0] = Number.NaN;
  const cycle = (count) => {
    for (let i = 0; i < count; i++) {
      assert.throws(() => instance.fit(bad, { epochs: 1, restarts: 1 }), isTripError('value'));
      const model = instance.fit(data, { epochs: 1, hidden: [4], restarts: 2, record: 2 });
      assert.throws(() => model.transform(bad), isTripError('value'));
      model.dispose();
    }
  };
  cycle(100);
  const before = size();
  cycle(10_000);
  assert.equal(size(), before);
});
