/** Validation sets: the split, the best epoch, the choice of lambda, and the automatic defaults. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { isTripError, numbers, sameBits, sameModel, signs, smallSpiral, trip } from './support.mjs';

const { train, test: held } = smallSpiral({ seed: 41 });
const trainer = await createTrainer({ trip, workers: 2 });
after(() => trainer.close());
const options = {
  standardize: false,
  lambda: 0.1,
  epochs: 150,
  restarts: 3,
  learningRate: 0.01,
  hidden: [8],
  validation: 0.25,
  patience: 25,
};

const labelsOf = ({ labels }) => [0, 1].map((c) => labels.filter((label) => label === c).length);

test('a split has the share of each class, is the same for a seed, and keeps every sample once', () => {
  const data = trip.dataset({
    x: Array.from({ length: 47 }, (_, n) => [n]),
    y: Array.from({ length: 47 }, (_, n) => (n % 5 === 0 ? 'rare' : 'common')),
  });
  for (const share of [0.1, 0.25, 0.5, 0.9]) {
    const { train: kept, heldOut } = trip.split(data, share, 7);
    assert.deepEqual(
      [...kept.x, ...heldOut.x].sort((a, b) => a - b),
      [...data.x],
    );
    const wanted = labelsOf(data).map((size) => Math.min(size - 1, Math.max(1, Math.round(share * size))));
    assert.deepEqual(labelsOf(heldOut), wanted);
    for (const part of [kept, heldOut])
      assert.deepEqual(
        [...part.x],
        [...part.x].sort((a, b) => a - b),
      );
    assert.deepEqual(trip.split(data, share, 7).heldOut, heldOut);
    assert.notDeepEqual(trip.split(data, share, 8).heldOut.x, heldOut.x);
  }
  const values = trip.dataset({ x: data.x, shape: [47, 1], y: [...data.x], task: 'regression' });
  assert.equal(trip.split(values, 0.2).heldOut.shape[0], 9);
});

test('a share equals its split as a dataset, and the samples held out are never trained on', () => {
  for (const seed of [1, 91, 92]) {
    const share = trip.fit(train, { ...options, seed, test: held });
    const parts = trip.split(train, options.validation, seed);
    const given = trip.fit(parts.train, { ...options, seed, validation: parts.heldOut, test: held });
    assert.equal(share.options.validation, 0.25);
    assert.equal(given.options.validation, 'dataset');
    sameBits(share.parameters, given.parameters);
    assert.deepEqual(share.restarts, given.restarts);
    assert.ok(Math.abs(share.score(parts.heldOut).loss - share.restarts[share.best].validationLoss) < 1e-6);
    // The scaling too is that of the other samples.
    const scaled = trip.fit(train, { ...options, seed, standardize: true, epochs: 1 });
    assert.deepEqual(scaled.spec.mean, trip.fit(parts.train, { epochs: 0, restarts: 1 }).spec.mean);
  }
});

test('the kept state is that of a fit of exactly as many epochs', () => {
  for (const seed of [101, 102, 103]) {
    const model = trip.fit(train, { ...options, seed });
    const parts = trip.split(train, options.validation, seed);
    const { restart, bestEpoch, epochs, stoppedEpoch, validationLoss } = model.restarts[model.best];
    const { validation: _validation, patience: _patience, ...plain } = options;
    const short = trip.fit(parts.train, { ...plain, seed, restarts: 1, firstRestart: restart, epochs: bestEpoch });
    sameBits(model.parameters, short.parameters);
    const losses = [...model.history.validationLoss];
    assert.equal(losses.length, epochs);
    assert.equal(losses.indexOf(Math.min(...losses)) + 1, bestEpoch);
    assert.equal(Math.fround(validationLoss), Math.min(...losses));
    assert.equal(stoppedEpoch, epochs < options.epochs ? epochs : 0);
    assert.ok(model.restarts.every((one) => one.validationLoss >= validationLoss));
  }
});

test('workers, a saved model and a sweep give the same result', async () => {
  const model = trip.fit(train, options);
  sameModel(await trainer.fit(train, options).model, model);
  const restored = trip.restore(JSON.stringify(model));
  assert.deepEqual(restored.restarts, model.restarts);
  assert.deepEqual(restored.history, model.history);
  assert.equal(restored.options.validation, 0.25);
  const { validation, patience, ...rest } = options;
  const plan = { data: train, grid: { validation: [validation] }, options: { ...rest, patience }, folds: 3 };
  const { rows } = await trainer.sweep(plan);
  const { seed, samples } = rows[1];
  const others = Array.from({ length: train.shape[0] }, (_, n) => n).filter((n) => !samples.includes(n));
  assert.equal(trip.fit(trip.subset(train, others), { ...options, seed }).fingerprint, rows[1].fingerprint);
});

test('without a validation set nothing is reported about it', () => {
  const model = trip.fit(train, { epochs: 2, restarts: 1 });
  assert.equal(model.options.validation, 0);
  for (const name of ['validationLoss', 'bestEpoch', 'stoppedEpoch']) assert.ok(!(name in model.restarts[0]), name);
  assert.ok(!('validationLoss' in model.history));
  assert.ok(!('validation' in model.toJSON()));
});

test('a class of one sample, a share out of range and other data are refused', () => {
  const single = trip.dataset({ x: [[1], [2], [3], [4], [5]], y: ['a', 'a', 'b', 'b', 'alone'] });
  assert.throws(() => trip.fit(single, { validation: 0.5 }), isTripError('value', '"alone" has 1 sample'));
  assert.throws(() => trip.split(single, 0.5), isTripError('value', '"alone"'));
  for (const validation of [-0.1, 0.95, '0.2', Number.NaN])
    assert.throws(() => trip.fit(train, { validation }), isTripError('option', 'validation'));
  const narrow = trip.dataset({ x: [[1], [2]], y: ['0', '1'] });
  assert.throws(() => trip.fit(train, { validation: narrow }), isTripError('shape', 'validation'));
  assert.throws(
    () => trip.fit(train, { lambda: 'validate', validation: 0 }),
    isTripError('option', "lambda is 'validate'", 'validation is 0'),
  );
  assert.throws(() => trip.fit(train, { patience: 3 }), isTripError('option', 'patience is 3', 'validation is 0'));
});

test('a signal ends the synchronous fit', () => {
  const stop = new AbortController();
  let epochs = 0;
  const onEpoch = () => {
    epochs++;
    if (epochs === 3) stop.abort();
  };
  assert.throws(
    () => trip.fit(train, { epochs: 50, restarts: 1, onEpoch, signal: stop.signal }),
    isTripError('aborted'),
  );
  assert.equal(epochs, 3);
  assert.throws(() => trainer.fit(train, { signal: stop.signal }), isTripError('option', 'third argument'));
});

test('lambda auto is a constant over the mean squared norm, for any unit and number of variables', () => {
  const constant = trip.autoLambda({ x: [[1], [-1]], y: ['a', 'b'] });
  const rows = Array.from({ length: 30 }, (_, n) => [n % 7, 1000 * (n % 5), 3]);
  const y = rows.map((_, n) => n % 2);
  const close = (a, b) => assert.ok(Math.abs(a / b - 1) < 1e-12, `${a} and ${b}`);
  // Two variables vary; standardised each has the mean square 1.
  close(trip.autoLambda({ x: rows, y }), constant / 2);
  const norm = rows.flat().reduce((sum, value) => sum + value * value, 0) / rows.length;
  close(trip.autoLambda({ x: rows, y }, { standardize: false }), constant / norm);
  const model = trip.fit({ x: rows, y }, { epochs: 1, restarts: 1 });
  assert.equal(model.options.lambda, model.spec.lambda);
  assert.deepEqual(model.lambdaChoice, { rule: 'auto', auto: constant / 2 });
  assert.deepEqual(trip.restore(JSON.stringify(model)).lambdaChoice, model.lambdaChoice);
  const number = trip.fit({ x: rows, y }, { epochs: 1, restarts: 1, lambda: constant / 2 });
  assert.equal(number.fingerprint, model.fingerprint);
  assert.equal(number.lambdaChoice, undefined);
});

test('weights count in lambda auto, in the validation loss and in a split', () => {
  const x = Array.from({ length: 40 }, (_, n) => [n % 7, (n * n) % 11]);
  const y = x.map((_, n) => n % 2);
  const sampleWeight = x.map((_, n) => [1, 2, 0][n % 3]);
  const copies = x.flatMap((_, n) => Array.from({ length: sampleWeight[n] }, () => n));
  const doubled = { x: copies.map((n) => x[n]), y: copies.map((n) => y[n]) };
  const weighted = trip.dataset({ x, y, sampleWeight });
  for (const standardize of [true, false]) {
    const [a, b] = [weighted, doubled].map((data) => trip.autoLambda(data, { standardize }));
    assert.ok(Math.abs(a / b - 1) < 1e-12, `${a} and ${b}`);
  }
  const given = { epochs: 30, restarts: 1, learningRate: 0.01, hidden: [4] };
  const losses = [weighted, doubled].map(
    (validation) => trip.fit({ x, y }, { ...given, validation }).restarts[0].validationLoss,
  );
  assert.ok(Math.abs(losses[0] - losses[1]) < 1e-6, losses.join(' and '));
  const { heldOut } = trip.split(weighted, 0.25, 3);
  const at = Array.from({ length: heldOut.shape[0] }, (_, n) => `${heldOut.x[2 * n]},${heldOut.x[2 * n + 1]}`);
  for (const [n, row] of at.entries())
    assert.ok(x.some((own, m) => own.join() === row && sampleWeight[m] === heldOut.sampleWeight[n]));
});

test('epochs and restarts auto are numbers in the options', () => {
  const optionsOf = (samples, given) => {
    const x = Array.from({ length: samples }, (_, n) => [n % 11]);
    const model = trip.fit({ x, y: x.map(([value]) => value % 2) }, { hidden: [], ...given });
    return model.options;
  };
  assert.equal(optionsOf(220, { restarts: 1 }).epochs, 2000);
  assert.equal(optionsOf(2200, { restarts: 1 }).epochs, 200);
  assert.equal(optionsOf(2200, { restarts: 1, batchSize: 2200 }).epochs, 2000);
  const { restarts, search, halving, ranks } = optionsOf(40, { epochs: 1 });
  assert.deepEqual([restarts, search, halving, ranks], [12, true, true, [1]]);
  assert.equal(optionsOf(40, { epochs: 1, method: 'pca' }).restarts, 1);
});

test("lambda 'validate' keeps the multiple with the lowest validation loss, also in workers", async () => {
  const { validation: _validation, lambda: _lambda, ...rest } = options;
  const wanted = { ...rest, lambda: 'validate', epochs: 40, restarts: 2 };
  const model = trip.fit(train, wanted);
  const { rule, auto, tried } = model.lambdaChoice;
  assert.equal(rule, 'validate');
  assert.equal(model.options.validation, 0.2);
  assert.deepEqual(
    tried.map(({ lambda }) => Number((lambda / auto).toPrecision(6))),
    [0.03, 0.1, 0.3, 1, 3, 10],
  );
  for (const { lambda, validationLoss } of tried) {
    const one = trip.fit(train, { ...wanted, lambda, validation: 0.2 });
    assert.equal(one.restarts[one.best].validationLoss, validationLoss);
  }
  const lowest = Math.min(...tried.map(({ validationLoss }) => validationLoss));
  assert.equal(tried.find(({ validationLoss }) => validationLoss === lowest).lambda, model.options.lambda);
  const run = trainer.fit(train, wanted);
  const seen = new Set();
  let before = 0;
  for await (const { options: own, progress } of run) {
    seen.add(own.lambda);
    assert.ok(progress >= before - 1e-12 && progress < 1 + 1e-12, `${progress} after ${before}`);
    before = progress;
  }
  assert.ok(Math.abs(before - 1) < 1e-12, `${before}`);
  sameModel(await run.model, model);
  assert.deepEqual((await run.model).lambdaChoice, model.lambdaChoice);
  assert.ok([...seen].every((lambda) => tried.some((one) => one.lambda === lambda)));
  assert.deepEqual(trip.restore(model.toJSON()).lambdaChoice, model.lambdaChoice);
  assert.throws(
    () => trip.sweepCell({ data: train, grid: { lambda: ['validate'] } }, { point: 0, trial: 0, fold: 0 }),
    isTripError('option', 'sweep'),
  );
});

test('lambda auto diverges for no unit of unscaled samples', () => {
  for (const unit of [1e-45, 1e-38, 1e-30, 1e-15, 1, 1e15]) {
    const data = trip.dataset({ ...signs(20, 3), x: Array.from(numbers(60, 7), (value) => value * unit) });
    for (const lambda of ['auto', 'validate']) {
      const model = trip.fit(data, { lambda, standardize: false, epochs: 3, restarts: 2 });
      assert.deepEqual(
        model.restarts.map(({ diverged }) => diverged),
        [false, false],
        `unit ${unit}`,
      );
    }
  }
});

test('a sweep refuses a validation share that a fold cannot split, before the first fit', () => {
  const y = Array.from({ length: 30 }, (_, n) => (n < 3 ? 'rare' : n % 2 ? 'a' : 'b'));
  const plan = (folds, more = {}) => ({
    data: trip.dataset({ ...signs(30, 3), y, ...more }),
    grid: { validation: [0, 0.2] },
    options: { epochs: 1, restarts: 1 },
    folds,
  });
  for (let fold = 0; fold < 3; fold++) trip.sweepCell(plan(3), { point: 1, trial: 0, fold });
  assert.throws(
    () => trip.sweepCell(plan(2), { point: 0, trial: 0, fold: 0 }),
    isTripError('value', 'point 1 of the grid: validation is 0.2', 'class "rare" has too few samples (3)'),
  );
});

test('autoLambda takes an object of options', () => {
  for (const options of [null, 3, true, 'x']) {
    assert.throws(() => trip.autoLambda(signs(20, 3), options), isTripError('option', 'options is', 'an object'));
  }
});

test('shares of a split; a model with its own validation set is restored', () => {
  assert.equal(trip.split(train, 0.9).train.shape[0], 6);
  assert.throws(() => trip.split(train, 0.91), isTripError('option', 'share is 0.91', 'above 0 and at most 0.9'));
  assert.throws(() => trip.split(train, 0), isTripError('option', 'share is 0'));
  const one = (y, task) => () => trip.split({ x: [[1]], y: [y], task }, 0.5);
  assert.throws(one('a', 'classification'), isTripError('value', 'class "a" has 1 sample'));
  assert.throws(one(2.5, 'regression'), isTripError('value', 'the data have 1 sample'));
  const { train: rest, heldOut } = trip.split(train, 0.25);
  const model = trip.fit(rest, { epochs: 2, restarts: 1, hidden: [3], validation: heldOut });
  assert.equal(trip.restore(JSON.stringify(model)).options.validation, 'dataset');
});
