/** Tests for a runner with global `test` and `expect`: files and single file, training here and in a worker, and a model file. */
import { loadTrip } from 'trip-wasm';
import * as single from 'trip-wasm/single';
import { createTrainer } from 'trip-wasm/trainer';
import { expected } from './expected.js';
import { train } from './train.js';

test('the environment is the requested one', () => {
  expect({ document: typeof document, decoder: typeof TextDecoder }).toEqual(expected.environment);
});

test('the package trains, and its models survive a file', async () => {
  const trip = await loadTrip();
  const x = [[1, 2], [2, 1], [3, 5], [5, 4]]; // biome-ignore format: one row
  const data = trip.dataset({ x, y: ['ä', 'ä', '📈', '📈'] });
  const model = trip.fit(data, { epochs: 3, restarts: 1, ranks: [1] });
  expect(trip.restore(JSON.stringify(model)).fingerprint).toBe(model.fingerprint);
  expect(Number.isFinite(model.explain(data).local(0).neighbours)).toBe(true);
  expect(() => trip.fit(data, { ranks: [9] })).toThrow(/ranks/);
  expect(await train({ loadTrip, createTrainer })).toEqual(expected.trained);
}, 60_000);

test('the single file trains', async () => {
  expect(await train(single)).toEqual(expected.trained);
}, 60_000);
