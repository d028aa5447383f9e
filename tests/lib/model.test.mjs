/** A model: its results and its lifetime. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTripError, sameBits, signs, smallSpiral, trip } from './support.mjs';

const { train, test: held, truth } = smallSpiral();
const options = { epochs: 30, lambda: 0.1, test: held, record: 4, restarts: 2 };
const model = trip.fit(train, options);
const [samples, variables] = train.shape;

test('transform is the scaled data times the projection', () => {
  const latent = model.transform(train);
  const projection = model.projection();
  assert.deepEqual([latent.length, projection.length], [samples * 2, variables * 2]);
  const { mean, scale } = model.spec;
  for (let n = 0; n < samples; n += 7) {
    for (let j = 0; j < 2; j++) {
      let sum = 0;
      for (let i = 0; i < variables; i++) {
        sum += ((train.x[n * variables + i] - mean[i]) / scale[i]) * projection[2 * i + j];
      }
      assert.ok(Math.abs(sum - latent[2 * n + j]) < 1e-4, `sample ${n}: ${sum}, ${latent[2 * n + j]}`);
    }
  }
});

test('the projection has orthonormal columns', () => {
  const c = model.projection(0);
  for (const [a, b, expected] of [
    [0, 0, 1],
    [1, 1, 1],
    [0, 1, 0],
  ]) {
    let sum = 0;
    for (let i = 0; i < variables; i++) sum += c[2 * i + a] * c[2 * i + b];
    assert.ok(Math.abs(sum - expected) < 1e-5);
  }
  assert.throws(() => model.projection(1), isTripError('option', 'mode is 1', '; 0 is accepted'));
});

test('with J = I the reconstruction is the data', () => {
  const data = trip.dataset(signs(20, 3));
  const full = trip.fit(data, { epochs: 5, restarts: 1, ranks: [3] });
  const back = full.inverseTransform(full.transform(data));
  for (const [i, value] of data.x.entries()) assert.ok(Math.abs(value - back[i]) < 1e-4);
});

test('predictions of samples are those of their projections', () => {
  const latent = model.transform(held);
  sameBits(model.predict(held), model.predictLatent(latent));
  sameBits(model.predictProba(held), model.predictProbaLatent(latent));
  sameBits(model.predictLatent([...latent]), model.predictLatent(latent));
});

test('probabilities sum to 1, the class is the larger one, the accuracy counts them', () => {
  const proba = model.predictProba(held);
  const classes = model.predict(held);
  assert.ok(classes instanceof Int32Array);
  let right = 0;
  for (let n = 0; n < samples; n++) {
    assert.ok(Math.abs(proba[2 * n] + proba[2 * n + 1] - 1) < 1e-6);
    assert.equal(classes[n], proba[2 * n + 1] > proba[2 * n] ? 1 : 0);
    if (classes[n] === held.labels[n]) right++;
  }
  const { accuracy, confusion, auc, loss, reconstruction, objective } = model.score(held);
  assert.equal(accuracy, right / samples);
  assert.equal(confusion[0][0] + confusion[1][1], right);
  assert.equal(
    confusion.flat().reduce((sum, count) => sum + count),
    samples,
  );
  assert.ok(auc >= 0 && auc <= 1);
  assert.ok(Math.abs(loss + 0.1 * reconstruction - objective) < 1e-4);
});

test('samples without a response can be projected and predicted, not scored', () => {
  const bare = trip.dataset({ x: held.x, shape: held.shape });
  sameBits(model.transform(bare), model.transform(held));
  sameBits(model.predict(bare), model.predict(held));
  assert.throws(() => model.score(bare), isTripError('value', 'no response'));
});

test('the error names a wrong shape and the right one', () => {
  const other = trip.dataset(signs(5, 3));
  for (const method of ['transform', 'predict', 'predictProba', 'score']) {
    assert.throws(() => model[method](other), isTripError('shape', '[3]', `[${variables}]`));
    assert.throws(() => model[method]([[1]]), isTripError('shape', '[1]', `[${variables}]`));
    assert.throws(() => model[method]({}), isTripError('value', 'dataset()'));
  }
  for (const method of ['predictLatent', 'predictProbaLatent', 'inverseTransform']) {
    assert.throws(() => model[method]([1, 2, 3]), isTripError('shape', 'latent has 3 numbers', 'multiple of 2'));
    assert.throws(() => model[method]([]), isTripError('shape', '0 numbers'));
    assert.throws(() => model[method]([1, Number.NaN]), isTripError('value', 'latent[1] is NaN'));
    assert.throws(() => model[method](7), isTripError('value', 'latent is 7'));
  }
});

test('returned arrays are copies', () => {
  const before = model.parameters;
  model.parameters.fill(0);
  model.projection().fill(0);
  model.transform(train).fill(0);
  sameBits(model.parameters, before);
  assert.equal(trip.restore(model.toJSON()).fingerprint, model.fingerprint);
});

test('frames: evenly spaced, first and last included, each a model', () => {
  assert.deepEqual(
    model.frames.map((frame) => frame.epoch),
    [0, 10, 20, 30],
  );
  const last = trip.modelAt(model, model.frames[3]);
  assert.equal(last.fingerprint, model.fingerprint);
  assert.equal(last.history.loss.length, 30);
  const early = trip.modelAt(model, model.frames[1]);
  const alone = trip.fit(train, {
    ...options,
    epochs: 10,
    restarts: 1,
    firstRestart: model.restarts[model.best].restart,
  });
  assert.equal(early.fingerprint, alone.fingerprint);
  sameBits(early.history.objective, alone.history.objective);
  for (const wrong of [{}, null, undefined, 7]) {
    assert.throws(() => trip.modelAt(wrong), isTripError('value', 'modelAt'));
  }
  assert.throws(() => trip.modelAt(model, 7), isTripError('value', 'and 7'));
  assert.throws(
    () => trip.modelAt(model, { ...model.frames[0], parameters: new Float32Array(3) }),
    isTripError('shape'),
  );
});

test('principal angles: a plane with itself, with its complement, and with the truth', () => {
  const e = (...columns) =>
    Float64Array.from({ length: 4 * columns.length }, (_, at) =>
      Number(Math.floor(at / columns.length) === columns[at % columns.length]),
    );
  const close = (found, expected) => {
    for (const [k, angle] of found.entries()) assert.ok(Math.abs(angle - expected[k]) < 1e-6, `${found}`);
  };
  close(trip.principalAngles(e(0, 1), e(1, 0), 4), [0, 0]);
  close(trip.principalAngles(e(0, 1), e(1, 2), 4), [0, 90]);
  close(trip.principalAngles(e(0, 1), e(2, 3), 4), [90, 90]);
  const angles = trip.principalAngles(model.projection(), truth.plane, variables);
  assert.ok(angles.length === 2 && angles[0] <= angles[1] && angles[1] <= 90);
  assert.throws(() => trip.principalAngles(e(0), [1, 2, 3], 4), isTripError('shape', 'b has 3 numbers'));
  assert.throws(() => trip.principalAngles(undefined, e(0), 4), isTripError('value', 'a is undefined'));
  assert.throws(() => trip.principalAngles(e(0), e(1), 0), isTripError('option', 'rows is 0'));
});

test('dispose is final, can be repeated, and using calls it', () => {
  const short = trip.fit(train, { epochs: 1, restarts: 1 });
  short.dispose();
  short.dispose();
  short[Symbol.dispose]();
  for (const use of [
    () => short.transform(train),
    () => short.predict(train),
    () => short.predictProba(train),
    () => short.predictLatent([1, 2]),
    () => short.score(train),
    () => short.projection(),
    () => short.toJSON(),
  ]) {
    assert.throws(use, isTripError('disposed', 'disposed of'));
  }
  assert.equal(short.history.loss.length, 1);
});
