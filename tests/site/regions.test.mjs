// The most probable class over the plane, without a browser: position and cost of the boundaries.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';

let regions;
before(async () => {
  const loaded = await loadModules('draw/regions.ts');
  [regions] = loaded.modules;
});

/** Softmax of minus the squared distances to the centres, over size x size cells: regions with straight lines between them. */
function field(size, centres) {
  return Float32Array.from({ length: size * size * centres.length }, (_, at) => {
    const cell = Math.floor(at / centres.length);
    const [x, y] = [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
    const power = ([cx, cy]) => Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / size);
    return power(centres[at % centres.length]) / centres.reduce((sum, centre) => sum + power(centre), 0);
  });
}

/** The segments of the traced boundaries: two ends and the two classes of each. */
function trace(found, size) {
  return regions.traceRegions(found, size).flatMap(({ points, classes }) =>
    Array.from({ length: points.length / 2 - 1 }, (_, at) => {
      const [x1, y1, x2, y2] = points.slice(2 * at);
      const ends = [
        [x1, y1],
        [x2, y2],
      ];
      return { ends, classes };
    }),
  );
}

/** Counts the reads of an array's elements. */
function counted(array) {
  const count = { reads: 0 };
  const proxy = new Proxy(array, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) count.reads++;
      return target[name];
    },
  });
  return [proxy, count];
}

test('the boundary of two regions is the straight line where both are equally probable', () => {
  const size = 12;
  const segments = trace(
    regions.regionsOf(
      field(size, [
        [3, 6],
        [8.4, 6],
        [40, 40],
      ]),
      3,
    ),
    size,
  );
  assert.equal(segments.length, size - 1);
  for (const { ends, classes } of segments) {
    for (const [x] of ends) assert.ok(Math.abs(x - 5.7) < 0.02, `${x}`);
    assert.deepEqual(classes.toSorted(), [0, 1]);
  }
});

test('three regions meet in one point, and every segment separates the classes on its sides', () => {
  const size = 30;
  const centres = [
    [7.13, 8.31],
    [22.57, 9.19],
    [15.71, 24.43],
  ];
  const far = ([x, y], label) => Math.hypot(x - centres[label][0], y - centres[label][1]);
  const counts = new Map();
  for (const { ends, classes } of trace(regions.regionsOf(field(size, centres), 3), size)) {
    const middle = [0, 1].map((axis) => (ends[0][axis] + ends[1][axis]) / 2);
    const [one, other] = classes;
    assert.notEqual(one, other);
    assert.ok(Math.abs(far(middle, one) - far(middle, other)) < 0.5, `${middle} between ${one} and ${other}`);
    for (const end of ends) {
      const place = end.map((value) => value.toFixed(4)).join(' ');
      counts.set(place, (counts.get(place) ?? 0) + 1);
    }
  }
  assert.deepEqual(
    [...counts.values()].filter((count) => count > 2),
    [3],
  );
});

test('the cost grows with classes x cells, and boundaries of many classes cost no more than those of few', () => {
  const size = 20;
  const work = (classes) => {
    const centres = Array.from({ length: classes }, (_, k) => [(k * 7.3) % size, (k * 3.1) % size]);
    const [probability, all] = counted(field(size, centres));
    const found = regions.regionsOf(probability, classes);
    const [label, labels] = counted(found.label);
    const [lead, leads] = counted(found.lead);
    regions.traceRegions({ ...found, label, lead }, size);
    return { passes: all.reads / (classes * size ** 2), traced: (labels.reads + leads.reads) / size ** 2 };
  };
  for (const classes of [3, 30, 300]) {
    const { passes, traced } = work(classes);
    assert.equal(passes, 1, `${classes} classes`);
    assert.ok(traced <= 12, `${classes} classes: ${traced} reads a cell`);
  }
});
