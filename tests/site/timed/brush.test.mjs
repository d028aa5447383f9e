// The time of marking: a lasso on 20,000 samples.
import { before, test } from 'node:test';
import { loadModules } from '../../../build-scripts/page-modules.mjs';
import { bestOfThree } from '../support.mjs';

let shapes;
before(async () => {
  const loaded = await loadModules('/brush/shapes.ts');
  [shapes] = loaded.modules;
});

test('a lasso with many corners finds its samples among 20,000 in a few milliseconds', async () => {
  const points = Float32Array.from({ length: 40_000 }, () => 2 * Math.random() - 1);
  const path = Array.from({ length: 2000 }, (_, at) => {
    const angle = (Math.PI * at) / 1000;
    const radius = 1500 + 300 * Math.sin(20 * angle);
    return [2047 + radius * Math.cos(angle), 2047 + radius * Math.sin(angle)].map(Math.round);
  }).flat();
  await bestOfThree(10, 'ms', () => {
    const start = performance.now();
    shapes.inside(points, shapes.lassoOf(path), { centre: [0, 0], extent: 1 });
    return performance.now() - start;
  });
});
