// The laws of growth: each runs, and the fits of its table are right. No time is judged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLine, fitTwo } from '../../build/experiments/index.js';
import { fitted, measure, tableOf } from '../../web/bench/growth.mjs';
import { laws } from '../../web/bench/growth-laws.mjs';
import { trip } from './support.mjs';

test('the law of each size runs at its smallest size, and says why it grows faster than linear', () => {
  assert.equal(new Set(laws.map(({ name }) => name)).size, laws.length);
  for (const { why, more, sizes, ...law } of laws) {
    assert.equal(why === undefined, more === undefined, law.name);
    assert.ok(sizes.length >= 7 && sizes.every((size, i) => i === 0 || size > sizes[i - 1]), law.name);
    const [time] = measure(trip, { ...law, sizes: sizes.slice(0, 1) }, 1);
    assert.ok(time > 0, law.name);
  }
});

test('a line, a second term and an exponent are fitted to the times of a grid', () => {
  const sizes = [1, 2, 4, 8];
  const law = (more, timeOf) => fitted({ fitLine, fitTwo }, { name: 'size', sizes, more }, sizes.map(timeOf));
  const line = law(undefined, (size) => 3 + 2 * size);
  assert.deepEqual([line.line.slope, line.line.intercept, line.line.r2, line.two], [2, 3, 1, undefined]);
  const square = law(
    (size) => size ** 2,
    (size) => 5 * size ** 2,
  );
  assert.ok(square.line.r2 < 0.97 && Math.abs(square.two.r2 - 1) < 1e-12 && Math.abs(square.exponent - 2) < 1e-12);
  assert.ok(square.curve.every((value, i) => Math.abs(value - 5 * sizes[i] ** 2) < 1e-9));
  const [, , row] = tableOf([square]).split('\n');
  assert.match(row, /^\| size \| 1 to 8 \| 320 ms \| 0\.9\d+ \| 1\.0000 \| 2\.00 \|$/);
});
