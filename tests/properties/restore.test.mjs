/** Model files with any change and the right checksum: a model that works and is saved again with the same bits, or a refusal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checksumOf, loadTrip } from '../../dist/index.js';
import { edited, edits, holds, refusable, requireRefusal } from './support.mjs';

const trip = await loadTrip();
const rows = [
  { a: 1, b: 2, colour: 'red' },
  { a: 3, b: 1, colour: 'blue' },
  { a: 4, b: 5, colour: 'red' },
  { a: 0, b: 3, colour: 'green' },
  { a: 2, b: 8, colour: 'blue' },
  { a: 5, b: 1, colour: 'red' },
];
const y = ['p', 'q', 'p', 'q', 'p', 'q'];
const short = { epochs: 2, restarts: 2, hidden: [3] };
const columns = (...names) => rows.map((row) => names.map((name) => row[name]));
const models = [
  trip.fit(trip.dataset({ x: columns('a', 'b'), y, featureNames: ['a', 'b'], missing: 'mean' }), {
    ...short,
    record: 2,
  }),
  trip.fit(trip.dataset({ x: columns('a', 'b', 'colour'), y, categorical: [2] }), { ...short, steps: ['log1p'] }),
  trip.fit(trip.dataset({ x: columns('a', 'b'), y: [1.5, 2, 3, 9, 4, 1], task: 'regression' }), {
    ...{ ...short, validation: 0.4, patience: 1, lambda: 'validate', steps: ['pareto'], hidden: [] },
  }),
  trip.fit(trip.planted({ dims: [4, 5], count: 12 }).train, short),
];
const files = models.map((model) => JSON.parse(JSON.stringify(model.toJSON({ frames: true }))));
const withChecksum = (file) => ({ ...file, checksum: checksumOf(file) });

function restored(file) {
  try {
    return trip.restore(withChecksum(file));
  } catch (error) {
    const [, own] = /its parameters have ([\da-f]{16})$/.exec(error.message) ?? [];
    if (own === undefined) return requireRefusal(error, ['format', 'memory']);
    // The program that computes the checksum can compute the fingerprint too.
    return refusable(() => trip.restore(withChecksum({ ...file, fingerprint: own })), ['format', 'memory']);
  }
}

test('changed model files', async () => {
  let accepted = 0;
  const property = fc.property(fc.nat(files.length - 1), edits, (which, changes) => {
    const file = edited(files[which], changes);
    if (typeof file !== 'object') return;
    const model = restored(file);
    if (model === undefined) return;
    accepted++;
    const again = trip.restore(JSON.stringify(model));
    assert.equal(again.fingerprint, model.fingerprint);
    const { input, dims } = model.spec;
    const size = (input?.dims ?? dims).reduce((product, length) => product * length, 1);
    assert.ok(size < 1000, 'a model of more variables than its file has parameters');
    if (input === undefined) {
      const shape = [2, ...dims];
      const samples = { x: new Float64Array(2 * size).fill(0.5), shape };
      for (const call of ['transform', 'predict', 'diagnose']) refusable(() => model[call](samples));
      refusable(() =>
        model.explain({ x: new Float64Array(4 * size).map((_, i) => i % 5), shape: [4, ...dims] }).dispose(),
      );
    }
    JSON.stringify([model.history, model.restarts, model.frames, model.notes, model.options]);
    again.dispose();
    model.dispose();
  });
  await holds(property);
  assert.ok(accepted > 0, 'no file was accepted');
});

test('any text', async () => {
  const text = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.nat(1e9).map((at) => JSON.stringify(files[0]).slice(0, at % 5000)),
  );
  await holds(
    fc.property(text, (given) => {
      refusable(() => trip.restore(given), ['format']);
    }),
  );
});
