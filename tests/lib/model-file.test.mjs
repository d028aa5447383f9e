/** The saved form of a model: it is restored bit for bit, and truncated, edited or invented files are refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { loadTrip } from '../../dist/index.js';
import { isTripError, sameBits, sameModel, smallSpiral, trip } from './support.mjs';

const { train, test: held } = smallSpiral();
const model = trip.fit(train, { epochs: 30, test: held, record: 4, restarts: 2 });
const text = JSON.stringify(model);
const matrices = trip.planted({ dims: [5, 4], count: 30 }).train;
const named = trip.dataset({
  x: matrices.x,
  shape: matrices.shape,
  y: matrices.labels,
  modeNames: [['a', 'b', 'c', 'd', 'e'], []],
  missing: 'mean',
});
const others = {
  diverged: trip.fit(train, { epochs: 100, restarts: 1, learningRate: 1e30 }),
  'of matrices with names and fill': trip.fit(named, { epochs: 3, restarts: 1 }),
  'of a small step': trip.fit(train, { epochs: 2, restarts: 1, learningRate: 1e-7, lambda: 1e21 }),
  'with a target': trip.fit(
    trip.dataset({ x: [[1], [2], [4]], y: [1.5, 2, 9], task: 'regression', featureNames: ['<img onerror=1> \u2028ä'] }),
    { epochs: 10, restarts: 1 },
  ),
};

/** The canonical JSON of RFC 8785, implemented independently of the package. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

const checksumOf = ({ checksum: _checksum, ...file }) => crc32(canonical(file)).toString(16).padStart(8, '0');
const copy = (change, source = text) => {
  const file = JSON.parse(source);
  change(file);
  return file;
};
/** A file made by hand, with the right checksum. */
const madeUp = (change) => {
  const file = copy(change);
  return { ...file, checksum: checksumOf(file) };
};

test('a restored model is the same bit for bit, also in another instance and the other build', async () => {
  const scalar = await loadTrip({ simd: false });
  for (const restored of [
    trip.restore(text),
    trip.restore(JSON.parse(text)),
    trip.restore(JSON.stringify(JSON.parse(text), null, 2)),
    trip.restore(model.toJSON()),
    scalar.restore(text),
  ]) {
    sameModel(restored, trip.restore(text));
    assert.equal(restored.fingerprint, model.fingerprint);
    sameBits(restored.predictProba(held), model.predictProba(held));
    assert.deepEqual(restored.score(held), model.score(held));
    assert.equal(JSON.stringify(restored), text);
  }
});

test('frames are stored on request', () => {
  assert.equal(trip.restore(model.toJSON()).frames.length, 0);
  const restored = trip.restore(JSON.stringify(model.toJSON({ frames: true })));
  sameModel(restored, model);
});

for (const [name, other] of Object.entries(others)) {
  test(`a model ${name} is restored, and its checksum is the documented one`, () => {
    const file = JSON.parse(JSON.stringify(other));
    const restored = trip.restore(file);
    sameModel(restored, other);
    assert.equal(file.checksum, checksumOf(file));
    // The order of the fields does not matter.
    assert.equal(trip.restore(Object.fromEntries(Object.entries(file).reverse())).fingerprint, other.fingerprint);
  });
}

/** [path, value] of every value in a file that is not an object. */
function* leaves(value, path = []) {
  if (typeof value !== 'object') yield [path, value];
  else for (const name of Object.keys(value)) yield* leaves(value[name], [...path, name]);
}
const at = (file, path) => path.reduce((part, name) => part[name], file);
const edited = (value) => {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const middle = value.length >> 1;
  return `${value.slice(0, middle)}${value[middle] === 'A' ? 'B' : 'A'}${value.slice(middle + 1)}`;
};

test('an edited, missing or new field is detected', () => {
  const file = JSON.parse(JSON.stringify(others['of matrices with names and fill'].toJSON({ frames: true })));
  const paths = [...leaves(file)];
  assert.ok(paths.length > 50);
  for (const [path, value] of paths) {
    const owner = path.slice(0, -1);
    const name = path.at(-1);
    for (const change of [
      (part) => {
        part[name] = edited(value);
      },
      (part) => (Array.isArray(part) ? part.splice(name, 1) : delete part[name]),
      (part) => (Array.isArray(part) ? part.push(value) : Object.assign(part, { extra: value })),
    ]) {
      const wrong = copy((f) => change(at(f, owner)), JSON.stringify(file));
      assert.throws(() => trip.restore(wrong), isTripError('format'), path.join('.'));
    }
  }
});

test('unknown fields of a later package of the same version are ignored', () => {
  const file = madeUp((f) => {
    f.note = 'from the future';
    f.options.weightDecay = 0.1;
    f.history.extra = '';
    f.spec.colour = { of: ['the', 'model'] };
  });
  const restored = trip.restore(file);
  assert.equal(restored.fingerprint, model.fingerprint);
  assert.equal(restored.options.weightDecay, 0.1);
  assert.deepEqual(Object.keys(restored.history), Object.keys(model.history));
});

test('an option that is younger than the file has its default', () => {
  const cosine = trip.fit(train, { epochs: 3, restarts: 1, learningRateDecay: 'cosine' });
  assert.equal(trip.restore(JSON.stringify(cosine)).options.learningRateDecay, 'cosine');
  const old = madeUp((f) => {
    delete f.options.learningRateDecay;
  });
  sameModel(trip.restore(old), trip.restore(text));
  assert.equal(trip.restore(old).options.learningRateDecay, 'none');
  assert.equal(trip.restore(madeUp((f) => delete f.resultVersion)).resultVersion, 1);
});

test('a file whose options do not fit its reports is saved again with the same reports', () => {
  for (const halving of [true, false]) {
    const fit = trip.fit(train, { epochs: 20, restarts: 4, halving: !halving });
    const file = fit.toJSON();
    file.options = { ...file.options, halving };
    const restored = trip.restore({ ...file, checksum: checksumOf(file) });
    assert.deepEqual(restored.restarts, fit.restarts);
    assert.deepEqual(trip.restore(JSON.stringify(restored)).restarts, fit.restarts);
  }
});

for (const [name, file, ...parts] of [
  ['a truncated text', text.slice(0, text.length / 2), 'not JSON', 'truncated'],
  ['an empty text', '', 'not JSON'],
  ['a number', '7', 'it is 7'],
  ['nothing', null, 'it is null'],
  ['a foreign object', { name: 'other' }, "format of the file is missing; 'trip-wasm model' is accepted"],
  ['a foreign format', copy((f) => Object.assign(f, { format: 'onnx' })), 'format of the file is "onnx"'],
  ['a newer version', copy((f) => Object.assign(f, { version: 3 })), 'version 3', 'newer', 'reads version 2'],
  ['no version', copy((f) => delete f.version), 'version is missing'],
  ['version 0', copy((f) => Object.assign(f, { version: 0 })), 'version is 0'],
  ['no checksum', copy((f) => delete f.checksum), 'altered', 'checksum is missing'],
  ['what JSON cannot say', { ...model.toJSON(), best: 1n }, 'BigInt'],
]) {
  test(`restore refuses ${name}`, () => {
    assert.throws(() => trip.restore(file), isTripError('format', ...parts));
  });
}

for (const [name, change, ...parts] of [
  ['no parameters', (f) => delete f.parameters, 'no parameters'],
  ['fewer parameters', (f) => Object.assign(f, { parameters: f.parameters.slice(0, 16) }), 'parameters'],
  ['half a number', (f) => Object.assign(f, { parameters: btoa('abcde') }), '5 bytes'],
  ['no base64', (f) => Object.assign(f, { parameters: '***' }), 'not base64'],
  ['other parameters', (f) => Object.assign(f, { parameters: edited(f.parameters) }), 'fingerprint'],
  ['a parameter that is no number', (f) => Object.assign(f, { parameters: withNaN(f.parameters) }), 'finite'],
  ['another scale', (f) => Object.assign(f.spec, { scale: edited(f.spec.scale) }), ''],
  ['a scale of zeros', (f) => Object.assign(f.spec, { scale: btoa('\0'.repeat(80)) }), 'spec.scale'],
  ['no scale', (f) => Object.assign(f.spec, { scale: '' }), 'a mean and a scale'],
  ['a frame that is no object', (f) => Object.assign(f, { frames: [5] }), 'frames[0] is 5'],
  ['a frame that is nothing', (f) => Object.assign(f, { frames: [null] }), 'frames[0] is null'],
  ['another fingerprint', (f) => Object.assign(f, { fingerprint: '0123' }), '0123', model.fingerprint],
  ['no fingerprint', (f) => delete f.fingerprint, 'fingerprint is missing'],
  [
    'a fingerprint that is no text',
    (f) => Object.assign(f, { fingerprint: { toString: 1 } }),
    'fingerprint is an object',
  ],
  ...[['a'], null, { toString: 1 }].map((name) => [
    `${JSON.stringify(name)} as the name of a response`,
    (f) => Object.assign(f.spec, { responses: [{ name, mean: 0, scale: 1 }] }),
    'spec.responses[0].name is',
    'a text is accepted',
  ]),
  ['no spec', (f) => delete f.spec, 'spec is missing'],
  ['no ranks', (f) => delete f.spec.ranks, 'spec.ranks is missing; an array of integers is accepted'],
  ['other ranks', (f) => Object.assign(f.spec, { ranks: [3] }), 'parameters'],
  ['ranks above the dimensions', (f) => Object.assign(f.spec, { ranks: [11] }), '11'],
  ['too many modes', (f) => Object.assign(f.spec, sizes(9, 1)), 'modes'],
  ['a projected size beyond the core', (f) => Object.assign(f.spec, sizes(8, 9)), '65536'],
  ['absurd ranks', (f) => Object.assign(f.spec, { dims: [2 ** 30], ranks: [2 ** 30] }), ''],
  ['an unknown method', (f) => Object.assign(f.spec, { method: 'umap' }), 'spec.method'],
  ['names of fewer classes', (f) => Object.assign(f.spec, { classNames: ['0'] }), 'spec.outputs'],
  ['names that are none', (f) => Object.assign(f.spec, { classNames: [0, 1] }), 'spec.classNames'],
  ['names of other variables', (f) => Object.assign(f.spec, { featureNames: ['a'] }), 'spec.featureNames'],
  ['no history', (f) => delete f.history, 'history is missing'],
  ['a history without its loss', (f) => delete f.history.loss, 'history.loss'],
  ['best out of range', (f) => Object.assign(f, { best: 5 }), 'best is 5'],
  ['frames that are none', (f) => Object.assign(f, { frames: 'a' }), ''],
]) {
  test(`restore refuses ${name}, with the right checksum`, () => {
    assert.throws(() => trip.restore(madeUp(change)), isTripError('format', ...parts));
  });
}

function sizes(modes, size) {
  const dims = Array(modes).fill(size);
  return { dims, ranks: dims, mean: '', scale: '' };
}

function withNaN(base64) {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeFloatLE(Number.NaN, 8);
  return bytes.toString('base64');
}

/** The numbers of a field in base64, changed. */
function changed(base64, type, change) {
  const bytes = Buffer.from(base64, 'base64');
  const numbers = new type(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return Buffer.from((change(numbers) ?? numbers).buffer).toString('base64');
}
const doubles = (at, value) => (f) =>
  Object.assign(f, {
    restarts: changed(f.restarts, Float64Array, (all) => {
      all[at] = value;
    }),
  });
const frame = (change) => (f) =>
  Object.assign(f, { frames: [{ restart: 0, epoch: 1, parameters: f.parameters, ...change(f) }] });

for (const [name, change, ...parts] of [
  ['17 hidden layers', (f) => Object.assign(f.spec, { hidden: Array(17).fill(10) }), 'at most 16'],
  ['a million hidden layers', (f) => Object.assign(f.spec, { hidden: Array(1e6).fill(1) }), '1000000 entries'],
  ['a wide layer', (f) => Object.assign(f.spec, { hidden: [4097] }), 'from 1 to 4096'],
  ['more memory than its own size', (f) => Object.assign(f.spec, { dims: [2 ** 28], ranks: [1] }), '268435718 param'],
  ['a layer of 2^31 - 1', (f) => Object.assign(f.spec, { hidden: [2 ** 31 - 1] }), '2147483647'],
  ['a class twice', (f) => Object.assign(f.spec, { classNames: ['a', 'a'] }), 'has "a" twice'],
  ['steps twice', (f) => Object.assign(f.spec, { steps: [{ step: 'snv' }, { step: 'snv' }] }), "'snv' twice"],
  ['a shorter history', (f) => Object.assign(f.history, { loss: btoa('\0\0\0\0') }), '30 numbers; 1'],
  ['half a restart', (f) => Object.assign(f, { restarts: btoa('\0'.repeat(80)) }), 'number of restarts is 1.1111'],
  ['responses beyond all data', (f) => Object.assign(f.spec, { targetScale: 1e308 }), 'spec.targetScale'],
  ['a restart of 1e300', doubles(0, 1e300), 'restarts[0].restart is 1e+300'],
  ['half an epoch', doubles(7, 0.5), 'restarts[0].epochs is 0.5'],
  ['a restart that diverged twice', doubles(8, 2), 'restarts[0].diverged is 2'],
  [
    'reports of a validation that is none',
    (f) => Object.assign(f.history, { validationLoss: f.history.loss }),
    'valid',
  ],
  ['options of 1e300 restarts', (f) => Object.assign(f.options, { restarts: 1e300 }), 'options.restarts is 1e+300'],
  ['options with an unknown method', (f) => Object.assign(f.options, { method: 'x' }), 'options.method'],
  ['no list of frames', (f) => Object.assign(f, { frames: null }), 'frames is null'],
  ['a frame of other parameters', frame(() => ({ parameters: '' })), 'frames[0].parameters', '0 numbers'],
  ['a frame of no epoch', frame(() => ({ epoch: -1 })), 'frames[0].epoch'],
  ['too many frames', (f) => Object.assign(f, { frames: Array(10_001).fill({}) }), '10001 entries'],
  ['a best restart after the last', (f) => Object.assign(f, { best: 2 }), 'best is 2'],
  ['options of a share of 5', (f) => Object.assign(f.options, { validation: 5 }), 'options.validation is 5'],
  ['a list as its version', (f) => Object.assign(f, { version: ['999'] }), 'version is ["999"]'],
  ['a text as its version', (f) => Object.assign(f, { version: '1' }), 'version is "1"'],
]) {
  test(`restore refuses ${name} before any work, with the right checksum`, () => {
    assert.throws(() => trip.restore(madeUp(change)), isTripError('format', ...parts));
  });
}

test('messages quote at most 200 characters of a model file', () => {
  const long = 'x'.repeat(3e6);
  for (const change of [
    (f) => Object.assign(f, { fingerprint: long }),
    (f) => Object.assign(f, { fingerprint: [long] }),
    (f) => Object.assign(f, { version: long }),
    (f) => Object.assign(f, { version: [long] }),
    (f) => Object.assign(f, { best: long }),
    (f) => Object.assign(f.spec, { classNames: [long, long] }),
    (f) => Object.assign(f.spec, { method: long }),
    (f) => Object.assign(f.spec, { hidden: [long] }),
    (f) => Object.assign(f.spec, { steps: [{ step: long }] }),
    (f) => Object.assign(f.options, { method: long }),
    (f) => Object.assign(f.options, { classWeight: { [long]: -1 } }),
  ]) {
    const refused = (error) => isTripError('format')(error) && error.message.length < 700;
    assert.throws(() => trip.restore(madeUp(change)), refused, String(change));
  }
  assert.throws(() => trip.restore(`{"${long}`), isTripError('format', 'not JSON'));
});

test('bytes and promises are refused with the remedy', () => {
  const text = JSON.stringify(trip.fit(trip.spiral().train, { epochs: 1, restarts: 1 }));
  assert.throws(() => trip.restore(Buffer.from(text)), { code: 'format', message: /given as bytes; its text/ });
  assert.throws(() => trip.restore(Promise.resolve(text)), { code: 'format', message: /is a promise.*await it first/ });
});
