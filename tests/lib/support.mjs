/** Helpers of the tests of the package, which run on the built package in dist/. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadTrip, TripError } from '../../dist/index.js';

export const root = new URL('../../', import.meta.url);
export const read = (path) => readFileSync(new URL(path, root));

export const trip = await loadTrip();

/** A spiral that trains in milliseconds. */
export const smallSpiral = (options = {}) =>
  trip.spiral({ seed: 3, samplesPerClass: 30, noiseSamplesPerClass: 3, noiseDimensions: 7, ...options });

/** Fits whose fingerprints every build and every engine must repeat; the tests of the core have them too. */
export const fingerprints = Object.entries(JSON.parse(read('tests/fingerprints.json')));

/** The options of one of them. The core has these defaults, which the package replaces by values that follow from the data. */
export const fingerprintOptions = ({ options }) => ({ lambda: 0.1, epochs: 2000, restarts: 1, ...options });

/** The training set of one of them. Browsers receive it as text, so it uses no names of this module. */
export function fingerprintData(trip, { random, spiral, shape }) {
  if (random) return trip.randomTensors(random);
  const { train } = trip.spiral(spiral);
  if (shape === undefined) return train;
  const [samples, variables] = train.shape;
  const y = Array.from({ length: samples }, (_, n) => Math.fround(train.x[n * variables] * train.x[n * variables + 1]));
  return trip.dataset({ x: train.x, shape: [samples, ...shape], y, task: 'regression' });
}

/** A TripError with this code, and a message that has all of these parts. */
export function isTripError(code, ...parts) {
  return (error) => {
    assert.ok(error instanceof TripError, `expected a TripError, got ${error?.stack ?? error}`);
    assert.equal(error.code, code, error.message);
    for (const part of parts) assert.match(error.message, part instanceof RegExp ? part : new RegExp(literally(part)));
    return true;
  };
}

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Equal bit for bit, NaN included. */
export function sameBits(a, b) {
  assert.equal(a.constructor, b.constructor);
  assert.deepEqual(
    new Uint8Array(a.buffer, a.byteOffset, a.byteLength),
    new Uint8Array(b.buffer, b.byteOffset, b.byteLength),
  );
}

/** Compares all results of two models. */
export function sameModel(a, b) {
  assert.equal(a.fingerprint, b.fingerprint);
  sameBits(a.parameters, b.parameters);
  assert.deepEqual(a.spec, b.spec);
  assert.deepEqual(a.options, b.options);
  assert.deepEqual(a.restarts, b.restarts);
  assert.equal(a.best, b.best);
  assert.deepEqual(Object.keys(a.history), Object.keys(b.history));
  for (const [name, column] of Object.entries(a.history)) sameBits(column, b.history[name]);
  assert.deepEqual(a.frames, b.frames);
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** All snapshots of a run. */
export async function collect(run) {
  const snapshots = [];
  for await (const snapshot of run) snapshots.push(snapshot);
  return snapshots;
}

/** Pseudorandom numbers, the same on every call. */
export function numbers(count, seed = 1) {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/** N vectors of I variables; the class is the sign of the first one. */
export function signs(samples, variables, seed = 1) {
  const x = numbers(samples * variables, seed);
  const y = Array.from({ length: samples }, (_, n) =>
    n === 0 ? 'plus' : n === 1 ? 'minus' : x[n * variables] > 0 ? 'plus' : 'minus',
  );
  for (let n = 0; n < samples; n++) x[n * variables] = Math.abs(x[n * variables]) * (y[n] === 'plus' ? 1 : -1);
  return { x, shape: [samples, variables], y };
}
