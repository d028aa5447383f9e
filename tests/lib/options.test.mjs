/** The core and the package describe the same options, and agree about the version of results. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nearest } from '../../dist/common/check.js';
import { loadModule } from '../../dist/core/load.js';
import { fitDefaults, optionTable, resultVersion } from '../../dist/index.js';
import { dataFor, needed, otherValue } from './other-values.mjs';
import { isTripError, smallSpiral, trip } from './support.mjs';

const core = await loadModule({}, true);
const schema = Object.fromEntries(core.optionSchema().map((row) => [row.name, row]));

test('every option of the core is an option of the package, with the same kind and range', () => {
  // The package's seed gives the two seeds of the core, its model gives parameters, its projection is an array, its validation set is an argument of its own, and its
  // steps are applied before the core reads the samples.
  const names = Object.keys(optionTable).filter((name) => !['seed', 'validation', 'steps'].includes(name));
  assert.deepEqual([...names, 'start', 'projection'].sort(), Object.keys(schema).sort());
  for (const name of names) {
    const { kind, low, high, open = false, most = 0, words } = optionTable[name];
    const row = schema[name];
    assert.equal(row.type, kind, name);
    assert.deepEqual(row.words, kind === 'name' ? words : [], name);
    if (low === undefined) continue;
    // Eight modes are the limit of the data.
    const longest = name === 'ranks' ? 8 : most;
    assert.deepEqual([row.low, row.high, row.open, row.longest], [low, high, open, longest], name);
  }
});

test('both ends of each range are accepted, and values beyond are refused', () => {
  const { train } = smallSpiral();
  for (const [name, { kind, low, high, open }] of Object.entries(optionTable)) {
    if (!['number', 'integer'].includes(kind)) continue;
    const beyond = kind === 'integer' ? 1 : high;
    for (const value of [open ? low : low - 1, high + beyond, Number.NaN, '1']) {
      assert.throws(
        () => trip.fit(train, { epochs: 0, [name]: value }),
        isTripError('option', name),
        `${name}: ${value}`,
      );
    }
    if (open || ['epochs', 'restarts', 'record'].includes(name)) continue;
    trip.fit(train, { epochs: 0, restarts: 1, [name]: low }).dispose();
  }
});

test('each word of a name is accepted, and others are refused', () => {
  const { train } = smallSpiral();
  const matrices = trip.dataset({ x: train.x, shape: [train.shape[0], 2, 5], y: [...train.labels] });
  for (const [name, { kind, words }] of Object.entries(optionTable)) {
    if (kind !== 'name') continue;
    const data = (word) => (word === 'tucker' ? matrices : train);
    const more = (word) => (word === 'fixed' ? { projection: trip.randomPlane(train.shape[1], 2, 1, 0) } : {});
    for (const word of words) trip.fit(data(word), { epochs: 0, [name]: word, ...more(word) }).dispose();
    for (const word of ['other', words[0].toUpperCase(), '', 0, null]) {
      assert.throws(() => trip.fit(train, { epochs: 0, [name]: word }), isTripError('option', name, words[0]));
    }
  }
});

test('another value of each option gives another result', () => {
  const { train } = smallSpiral();
  for (const [name, row] of Object.entries(optionTable)) {
    const data = dataFor(name, train);
    const fit = (options) => trip.fit(data, { epochs: 5, restarts: 1, ...needed[name], ...options });
    const [usual, changed] = [fit({}), fit({ [name]: otherValue(row) })];
    assert.deepEqual(changed.options[name], otherValue(row), name);
    // Frames are kept beside the training.
    if (name === 'record') assert.notEqual(changed.frames.length, usual.frames.length);
    else assert.notEqual(changed.fingerprint, usual.fingerprint, name);
  }
});

test('defaults are those of the rows', () => {
  for (const [name, { initial }] of Object.entries(optionTable)) assert.deepEqual(fitDefaults[name], initial, name);
});

test('results have one version in core, package, instance, models and sweeps', () => {
  const { train } = smallSpiral();
  assert.equal(core.resultVersion, resultVersion);
  assert.equal(trip.resultVersion, resultVersion);
  const model = trip.fit(train, { epochs: 1 });
  assert.equal(model.resultVersion, resultVersion);
  const file = model.toJSON();
  assert.equal(trip.restore(file).resultVersion, resultVersion);
  const header = readFileSync(new URL('../../cpp/include/trip/fingerprint.h', import.meta.url), 'utf8');
  assert.ok(header.includes(`kResultVersion = ${resultVersion};`));
});

test('names of other libraries are refused with the name of the package', () => {
  const fit = (options) => () => trip.fit(trip.spiral().train, options);
  for (const [name, own] of [
    ...[
      ['nComponents', 'ranks'],
      ['n_components', 'ranks'],
      ['randomState', 'seed'],
      ['random_state', 'seed'],
      ['learning_rate', 'learningRate'],
    ],
    ...[
      ['max_iter', 'epochs'],
      ['hidden_layer_sizes', 'hidden'],
      ['n_init', 'restarts'],
      ['alpha', 'lambda'],
      ['solver', 'method'],
    ],
    ...[
      ['early_stopping', 'validation'],
      ['n_iter_no_change', 'patience'],
      ['tol', 'minDelta'],
    ],
  ]) {
    assert.throws(fit({ [name]: 1 }), {
      code: 'option',
      message: new RegExp(`"${name}"; (it is called ${own} here|did you mean ${own}\\?)$`),
    });
  }
  const refused = (input, message) => assert.throws(() => trip.dataset(input), { code: 'option', message });
  refused({ data: [[1]] }, /"data"; it is called x here$/);
  refused({ x: [[1]], target: [1] }, /"target"; it is called y here$/);
  refused({ x: [[1]], columns: ['a'] }, /"columns"; it is called featureNames here$/);
  refused({ rows: [{ a: 1 }], y: 'a' }, /"y"; it is called target here$/);
  assert.throws(fit({ nothing: 1 }), { code: 'option', message: /known are method, ranks/ });
});

test('an onEpoch that returns a promise is refused with the remedy', () => {
  const waiting = { epochs: 3, restarts: 1, onEpoch: async () => false };
  assert.throws(
    () => trip.fit(smallSpiral().train, waiting),
    isTripError('option', 'onEpoch returned a promise', 'trip-wasm/trainer'),
  );
});

test('a name with two letters left out, added or changed is recognised', () => {
  for (const name of ['btchsze', 'bbatchsizee', 'batxhsixe'])
    assert.equal(nearest(name, ['ranks', 'batchSize']), 'batchSize', name);
  assert.equal(nearest('abcdefgh', ['abcdezzz']), undefined);
});
