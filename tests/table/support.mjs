import assert from 'node:assert/strict';
import { readTable, TableError, toDataset } from '../../dist/table.js';

/** The error of a refused table. */
export async function refusal(promise) {
  const error = await promise.then(
    () => assert.fail('nothing was refused'),
    (refused) => refused,
  );
  assert.ok(error instanceof TableError, error.stack);
  return error;
}

export const rowsOf = (count, cells) => Array.from({ length: count }, (_, n) => cells(n));
export const text = (header, rows, delimiter = ',') => [header, ...rows].map((row) => row.join(delimiter)).join('\n');
export const noise = (n, salt = 1) => ((n * 7919 * salt) % 101) / 10 + 0.05;

/** The command's way: the response as classes, other columns as detected or as given by name. */
export async function read(table, { target = 'class', task, types = {}, ...choice } = {}) {
  const choose = (plans) =>
    plans.map(({ name, type }) =>
      name === target ? (task === 'regression' ? 'number' : 'category') : (types[name] ?? type),
    );
  return toDataset(await readTable(table, { choose }), { target, task, ...choice });
}
export const notesOf = ({ notes }) => notes.map((note) => note());

/** Pieces of bytes in the same memory, as a program reads a file that uses one buffer. */
export function* inOneBuffer(pieces) {
  const memory = Buffer.alloc(Math.max(...pieces.map(({ length }) => length)));
  for (const piece of pieces) {
    memory.set(piece);
    yield memory.subarray(0, piece.length);
    memory.fill(0xff);
  }
}
