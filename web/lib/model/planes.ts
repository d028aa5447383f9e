/** Planes: angles between them, and planes that move. Everything is computed by the core; arguments are checked here. */

import { requireArrayLike } from '../common/arrays.js';
import { integer, number, refuse, seed } from '../common/check.js';
import { fail, guarded } from '../common/errors.js';
import type { RawModule } from '../core/raw.js';
import type { Trip } from '../types.js';

const MAX = 2 ** 31 - 1;

function doubles(name: string, values: unknown): Float64Array {
  requireArrayLike(name, values);
  return Float64Array.from(values, (value, i) =>
    Number.isFinite(value) ? (value as number) : refuse(`${name}[${i}]`, value, 'finite numbers are', 'value'),
  );
}

/** A matrix of `rows` rows and at most as many columns, row-major. */
function matrix(name: string, values: unknown, rows: number): Float64Array {
  integer('rows', rows, 1, MAX);
  requireArrayLike(name, values);
  const { length } = values;
  if (length === 0 || length % rows !== 0 || length > rows * rows)
    fail('shape', `${name} has ${length} numbers; ${rows} rows of 1 to ${rows} columns are accepted`);
  return doubles(name, values);
}

type Planes = Pick<Trip, 'principalAngles' | 'orthonormalize' | 'interpolatePlanes' | 'turnPlane' | 'randomPlane'>;

export const planesOf = (raw: RawModule): Planes => ({
  principalAngles(a, b, rows) {
    const [first, second] = [matrix('a', a, rows), matrix('b', b, rows)];
    return guarded(() => raw.principalAngles(first, second, rows));
  },
  orthonormalize(values, rows) {
    const given = matrix('matrix', values, rows);
    return guarded(() => raw.orthonormalize(given, rows));
  },
  interpolatePlanes(from, to, rows, t) {
    const [first, last] = [matrix('from', from, rows), matrix('to', to, rows)];
    number('t', t, 0, 1);
    return guarded(() => raw.interpolatePlanes(first, last, rows, t));
  },
  turnPlane(frame, rows, variable, position) {
    const given = matrix('frame', frame, rows);
    integer('variable', variable, 0, rows - 1);
    const wanted = doubles('position', position);
    return guarded(() => raw.turnPlane(given, rows, variable, wanted));
  },
  randomPlane(rows, columns, own, index) {
    integer('rows', rows, 1, MAX);
    integer('columns', columns, 1, rows);
    seed('seed', own);
    integer('index', index, 0, MAX);
    return guarded(() => raw.randomPlane(rows, columns, own, index));
  },
});
