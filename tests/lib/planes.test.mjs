/** Planes that move: compared with SciPy (tests/cpp/fixtures/make-tour.py), and what is refused. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTripError, numbers, read, sameBits, trip } from './support.mjs';

const fixture = JSON.parse(read('tests/cpp/fixtures/tour.json'));

const near = (seen, expected, bound) => {
  assert.equal(seen.length, expected.length);
  for (const [i, value] of seen.entries()) assert.ok(Math.abs(value - expected[i]) <= bound, `${i}: ${value}`);
};

/** The largest deviation of the products of columns from those of orthonormal ones. */
function defect(matrix, columns) {
  let worst = 0;
  for (let a = 0; a < columns; a++)
    for (let b = 0; b <= a; b++) {
      let sum = 0;
      for (let i = 0; i < matrix.length; i += columns) sum += matrix[i + a] * matrix[i + b];
      worst = Math.max(worst, Math.abs(sum - (a === b ? 1 : 0)));
    }
  return worst;
}

test('the functions are those of SciPy', () => {
  for (const { rows, matrix, polar } of fixture.orthonormalize) near(trip.orthonormalize(matrix, rows), polar, 1e-9);
  for (const { rows, from, to, shares, frames } of fixture.path)
    for (const [s, t] of shares.entries()) near(trip.interpolatePlanes(from, to, rows, t), frames[s], 1e-9);
  for (const { rows, variable, frame, position, turned } of fixture.turn)
    near(trip.turnPlane(frame, rows, variable, position), turned, 1e-9);
});

test('ten thousand drags leave the plane orthonormal, and the last variable where it was put', () => {
  const random = numbers(30_000, 7);
  let frame = trip.randomPlane(12, 2, 5, 0);
  for (let drag = 0; drag < 10_000; drag++) {
    const [x, y, which] = random.subarray(3 * drag, 3 * drag + 3);
    const variable = Math.floor((which + 1) * 6);
    frame = trip.turnPlane(frame, 12, variable, [x, y]);
    const length = Math.max(1, Math.sqrt(x * x + y * y));
    near(frame.subarray(2 * variable, 2 * variable + 2), [x / length, y / length], 1e-12);
  }
  assert.ok(defect(frame, 2) < 1e-14, String(defect(frame, 2)));
});

test('a path leads from plane to plane', () => {
  const [from, to] = [trip.randomPlane(9, 2, 1, 0), trip.randomPlane(9, 2, 1, 1)];
  sameBits(trip.interpolatePlanes(from, to, 9, 0), from);
  const end = trip.interpolatePlanes(from, to, 9, 1);
  assert.ok(trip.principalAngles(end, to, 9)[1] < 1e-10);
  const [whole, half] = [to, trip.interpolatePlanes(from, to, 9, 0.5)].map((plane) =>
    trip.principalAngles(from, plane, 9),
  );
  near(half, [whole[0] / 2, whole[1] / 2], 1e-10);
  // Projections of models have the rounding of single precision.
  trip.interpolatePlanes(Float32Array.from(from), Float32Array.from(to), 9, 0.3);
});

test('what is no plane is refused', () => {
  const plane = trip.randomPlane(4, 2, 1, 0);
  const refused = (call, code, ...parts) => assert.throws(call, isTripError(code, ...parts));
  refused(() => trip.orthonormalize([1, 2, 3], 2), 'shape', 'matrix has 3 numbers', '2 rows of 1 to 2 columns');
  refused(() => trip.orthonormalize([1, 1, 1, 1], 2), 'value', 'linearly dependent');
  refused(() => trip.orthonormalize([], 2), 'shape', 'matrix has 0 numbers');
  assert.deepEqual([...trip.orthonormalize([-2], 1)], [-1]);
  refused(() => trip.orthonormalize([1, Number.NaN], 2), 'value', 'matrix[1] is NaN');
  refused(() => trip.orthonormalize('1', 1), 'value', 'matrix is');
  refused(() => trip.orthonormalize(plane), 'option', 'rows is undefined');
  refused(() => trip.interpolatePlanes(plane, plane, 4, 1.5), 'option', 't is 1.5', '0 to 1');
  refused(() => trip.interpolatePlanes(plane, [1, 0, 0, 0], 4, 0), 'shape', 'to has 1 columns');
  refused(() => trip.interpolatePlanes([1, 1], [1, 0], 2, 0), 'value', 'from must have orthonormal columns');
  refused(() => trip.turnPlane(plane, 4, 4, [0, 0]), 'option', 'variable is 4', '0 to 3');
  refused(() => trip.turnPlane(plane, 4, 0, [0]), 'shape', 'position has 1 numbers');
  refused(() => trip.turnPlane(plane, 4, 0, [0, Number.NaN]), 'value', 'position[1] is NaN');
  refused(() => trip.turnPlane([2, 0, 0, 2], 2, 0, [0, 0]), 'value', 'frame must have orthonormal columns');
  refused(() => trip.randomPlane(2, 3, 1, 0), 'option', 'columns is 3');
  refused(() => trip.randomPlane(2, 1, -1, 0), 'option', 'seed is -1');
  refused(() => trip.randomPlane(2, 1, 1, 0.5), 'option', 'index is 0.5');
});
