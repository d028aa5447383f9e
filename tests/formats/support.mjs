import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { TripError } from '../../dist/index.js';

/** A file that NumPy, scikit-learn or DuckDB wrote; a Buffer, as Node reads it. */
export const fixture = (name) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

/** The contents of the fixtures, as reported by the programs that wrote them. */
export const expected = JSON.parse(fixture('expected.json'));

/** Values as the fixtures write them: NaN is null, truth values are 0 and 1. */
export const plain = ({ shape, values }) => ({
  shape: Array.from(shape),
  values: Array.from(values, (value) => (Number.isNaN(value) ? null : typeof value === 'boolean' ? +value : value)),
});

/** The TripError of a call or a promise that must fail. */
export async function refusal(work) {
  const error = await Promise.resolve()
    .then(work)
    .then(
      () => assert.fail('nothing was refused'),
      (refused) => refused,
    );
  assert.ok(error instanceof TripError, error.stack);
  return error;
}

/** Damaged bytes are refused by a TripError or, where the damage changes nothing that counts, read as before. */
export async function refusedOrEqual(read, bytes, whole) {
  try {
    assert.deepEqual(await read(bytes), whole);
  } catch (error) {
    if (!(error instanceof TripError)) throw error;
  }
}
