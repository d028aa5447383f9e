/** The held-out picture: folds turned and shifted to the picture of one model, on their training samples alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureOf } from '../../dist/assess/picture.js';
import { moduleOf } from '../../dist/trip.js';
import { numbers, sameBits, trip } from './support.mjs';

const raw = moduleOf(trip);
const near = (a, b, bound, name) => assert.ok(Math.abs(a - b) <= bound, `${name}: ${a} and ${b}`);

/** An orthogonal matrix: two reflections, and a third one of the first axis if `flip`. */
function orthogonal(size, seed, flip = false) {
  let v = numbers(size, seed);
  const length = Math.hypot(...v);
  v = v.map((value) => value / length);
  const w = numbers(size, seed + 1);
  const wide = Math.hypot(...w);
  const reflect = (m, by) =>
    m.map((row) => {
      const along = row.reduce((total, value, j) => total + value * by[j], 0);
      return row.map((value, j) => value - 2 * along * by[j]);
    });
  const identity = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => Number(i === j)));
  const twice = reflect(
    reflect(identity, v),
    w.map((value) => value / wide),
  );
  return (flip ? twice.map((row) => row.map((value, j) => (j === 0 ? -value : value))) : twice).flat();
}

/** Points times a matrix of each mode. */
function turn(points, ranks, rotations) {
  let result = Array.from(points);
  for (const [k, rank] of ranks.entries()) {
    const after = ranks.slice(k + 1).reduce((a, b) => a * b, 1);
    result = result.map((_, at) => {
      const j = Math.floor(at / after) % rank;
      let value = 0;
      for (let i = 0; i < rank; i++) value += result[at + (i - j) * after] * rotations[k][i * rank + j];
      return value;
    });
  }
  return result;
}

const shapes = { vectors: [2], 'vectors in 5 dimensions': [5], matrices: [2, 2], cubes: [2, 1, 3] };
for (const [name, ranks] of Object.entries(shapes)) {
  test(`${name}: a rotated and shifted fold comes back to the reference`, () => {
    const [count, size] = [40, ranks.reduce((a, b) => a * b)];
    const latent = numbers(count * size, 5);
    const bases = ranks.map((rank, k) => {
      const full = orthogonal(7, 20 + k);
      return Array.from({ length: 7 * rank }, (_, at) => full[Math.floor(at / rank) * 7 + (at % rank)]);
    });
    const folds = [0, 1, 2].map((fold) => {
      const rotations = ranks.map((rank, k) => orthogonal(rank, 31 + 5 * fold + k, (fold + k) % 2 === 0));
      const shift = numbers(size, 40 + fold);
      return {
        train: Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 !== fold),
        heldOut: Array.from({ length: count }, (_, n) => n).filter((n) => n % 3 === fold),
        latent: turn(latent, ranks, rotations).map((value, at) => value + shift[at % size]),
        projections: bases.map((basis, k) => turn(basis, [ranks[k]], [rotations[k]])),
      };
    });
    const reference = { latent, projections: bases, ranks };
    const picture = pictureOf(raw, folds, reference);
    for (const [at, value] of picture.entries()) near(value, latent[at], 1e-6, `number ${at}`);
  });
}

/** The polar factor of a square matrix by Newton's iteration X <- (X + X^-T) / 2, of 2 x 2 numbers. */
function polar([a, b, c, d]) {
  let x = [a, b, c, d];
  for (let i = 0; i < 60; i++) {
    const determinant = x[0] * x[3] - x[1] * x[2];
    const inverse = [x[3], -x[2], -x[1], x[0]].map((value) => value / determinant);
    x = x.map((value, at) => (value + inverse[at]) / 2);
  }
  return x;
}

test('the rotation is the weighted Procrustes rotation of the training samples', () => {
  const count = 30;
  const [latent, other] = [numbers(2 * count, 6), numbers(2 * count, 7)];
  const sampleWeight = Float64Array.from({ length: count }, (_, n) => n % 4);
  const train = Array.from({ length: 20 }, (_, n) => n);
  const heldOut = Array.from({ length: 10 }, (_, n) => 20 + n);
  const fold = { train, heldOut, latent: other.map((value, at) => value + latent[at]) };
  const total = train.reduce((sum, n) => sum + sampleWeight[n], 0);
  const meanOf = (points, p) => train.reduce((sum, n) => sum + sampleWeight[n] * points[2 * n + p], 0) / total;
  const cross = [0, 0, 0, 0];
  for (const n of train)
    for (const i of [0, 1])
      for (const j of [0, 1])
        cross[2 * i + j] +=
          sampleWeight[n] * (fold.latent[2 * n + i] - meanOf(fold.latent, i)) * (latent[2 * n + j] - meanOf(latent, j));
  const rotation = polar(cross);
  const picture = pictureOf(raw, [fold], { latent, projections: [], ranks: [2], sampleWeight });
  for (const n of heldOut)
    for (const j of [0, 1]) {
      const own = [0, 1].map((i) => fold.latent[2 * n + i] - meanOf(fold.latent, i));
      const expected = own[0] * rotation[j] + own[1] * rotation[2 + j] + meanOf(latent, j);
      near(picture[2 * n + j], expected, 1e-6, `sample ${n}`);
    }
  // Held-out samples have no part in it: moving one moves only its own point.
  const moved = Float64Array.from(fold.latent);
  moved[40] += 5;
  const next = pictureOf(raw, [{ ...fold, latent: moved }], { latent, projections: [], ranks: [2], sampleWeight });
  sameBits(picture.subarray(42), next.subarray(42));
  near(Math.hypot(next[40] - picture[40], next[41] - picture[41]), 5, 1e-5, 'distance');
});
