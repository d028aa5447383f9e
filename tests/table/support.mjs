import assert from 'node:assert/strict';
import { TableError } from '../../dist/table.js';

/** The error of a refused table. */
export async function refusal(promise) {
  const error = await promise.then(
    () => assert.fail('nothing was refused'),
    (refused) => refused,
  );
  assert.ok(error instanceof TableError, error.stack);
  return error;
}
