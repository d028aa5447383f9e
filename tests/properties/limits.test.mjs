/** Each limit of docs/limits.md, one below and one above: what is below is not refused for its size, and what is above names the limit. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadModules } from '../../build-scripts/page-modules.mjs';
import { readNpy, writeNpy } from '../../dist/formats.js';
import { checksumOf, loadTrip, nearest, TripError } from '../../dist/index.js';
import { readShard } from '../../dist/shards.js';

const trip = await loadTrip();
const { modules } = await loadModules('/data/state.ts', '/data/own.ts');
const [{ addresses }, { tooLarge }] = modules;

const table = new Map(
  [
    ...readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8').matchAll(/^\| ([^|]+) \| ([\d,]+) \|$/gm),
  ].map(([, what, most]) => [what, Number(most.replaceAll(',', ''))]),
);

const { train } = trip.spiral({ samplesPerClass: 4, noiseSamplesPerClass: 1, noiseDimensions: 1 });
const model = trip.fit(train, { epochs: 1, restarts: 1, hidden: [2], standardize: false });
const file = JSON.parse(JSON.stringify(model));
const images = trip.dataset({ x: new Float32Array(2 * 65536), shape: [2, 256, 256], y: [0, 1] });
const restore = (change) => {
  const copy = structuredClone(file);
  change(copy);
  return trip.restore({ ...copy, checksum: checksumOf(copy) });
};
/** A model of these sizes, with parameters that are all zero. */
function sized({ dims = [1], ranks = dims, hidden = [] }) {
  const widths = [...hidden, 2];
  const inner = widths.reduce((sum, width, l) => sum + width * (l === 0 ? 1 : widths[l - 1] + 1), 0);
  const count = ranks.reduce((sum, rank, k) => sum + rank * (dims[k] + widths[0]), inner);
  const parameters = Buffer.alloc(4 * count).toString('base64');
  return restore((f) => {
    delete f.spec.reference;
    Object.assign(f.spec, { dims, ranks, hidden });
    f.parameters = parameters;
  });
}
const reports = (rows, epochs = 1) => {
  const own = new Float64Array(rows * 9);
  for (let r = 0; r < rows; r++) own[9 * r + 7] = epochs;
  return Buffer.from(own.buffer).toString('base64');
};
const sweep = (plan) =>
  trip.sweepCells({ data: train, grid: { lambda: [1] }, options: { epochs: 1 }, folds: 2, ...plan });
const messageOf = (call) => {
  try {
    call();
  } catch (error) {
    // Each entry that is one file has a class of its own.
    assert.equal(error.name, TripError.name, error.stack);
    return error.message;
  }
  return assert.fail('accepted');
};

/** `at(n)` makes something of the size n; what it throws is compared with the limit. */
const limits = {
  'characters of a model file': { at: (n) => trip.restore('x'.repeat(n)), below: 'not JSON' },
  'modes of a model': { at: (n) => sized({ dims: Array(n).fill(1) }), says: '1 to 8 modes', below: 'fingerprint' },
  'values of a projected sample': {
    // 2^16 = 256 x 256, and 257 x 256 is the next size of two modes.
    at: (n) => sized({ dims: n > 65536 ? [257, 256] : [256, 256] }),
    says: 'at most 65536',
    below: 'fingerprint',
  },
  'weights of the first layer of a fit or a model file of matrices or cubes': {
    at: (n) => {
      const hidden = [n / 2 ** 16];
      trip.fit(images, { epochs: 0, restarts: 1, ranks: [256, 256], hidden }).dispose();
      sized({ dims: [256, 256], hidden });
    },
    above: () => [
      () => trip.fit(images, { epochs: 0, restarts: 1, ranks: [256, 256], hidden: [65] }),
      () => sized({ dims: [256, 256], hidden: [65] }),
      () => sized({ dims: Array(8).fill(4), hidden: [4096] }),
    ],
    says: 'at most 4194304',
    below: 'fingerprint',
  },
  'hidden layers of a fit or a model file': {
    at: (n) => {
      const hidden = Array(n).fill(2);
      trip.fit(train, { epochs: 0, restarts: 1, hidden }).dispose();
      sized({ hidden });
    },
    above: (n) => [
      () => trip.fit(train, { epochs: 0, hidden: Array(n).fill(2) }),
      () => sized({ hidden: Array(n).fill(2) }),
    ],
    says: 'at most 16',
    below: 'fingerprint',
  },
  'width of a hidden layer of a fit or a model file': {
    at: (n) => {
      trip.fit(train, { epochs: 0, restarts: 1, hidden: [n] }).dispose();
      sized({ hidden: [n] });
    },
    above: (n) => [() => trip.fit(train, { epochs: 0, hidden: [n] }), () => sized({ hidden: [n] })],
    says: 'from 1 to 4096',
    below: 'fingerprint',
  },
  'restarts of a fit or a model file': {
    at: (n) => restore((f) => Object.assign(f, { restarts: reports(n) })),
    above: (n) => [
      () => trip.fit(train, { restarts: n }),
      () => restore((f) => Object.assign(f, { restarts: reports(n) })),
    ],
    says: 'to 100000',
  },
  'epochs of a fit or of a report in a model file': {
    at: (n) => restore((f) => Object.assign(f, { restarts: reports(1, n) })),
    above: (n) => [
      () => trip.fit(train, { epochs: n }),
      () => restore((f) => Object.assign(f, { restarts: reports(1, n) })),
    ],
    says: 'to 1000000',
  },
  'frames of a fit or a model file': {
    at: (n) =>
      restore((f) => Object.assign(f, { frames: Array(n).fill({ restart: 0, epoch: 0, parameters: f.parameters }) })),
    above: (n) => [() => trip.fit(train, { record: n }), () => limits['frames of a fit or a model file'].at(n)],
    says: '10000',
  },
  'points of a grid': {
    at: (n) => sweep({ grid: { lambda: Array(n).fill(1) } }),
    above: (n) => [
      () => sweep({ grid: { lambda: Array(n).fill(1) } }),
      () => sweep({ grid: Array(n).fill({}) }),
      () => sweep({ grid: Array(n).fill({ lambda: Array(10).fill(1), epochs: Array(1000).fill(1) }) }),
    ],
    says: 'more than 100000 points',
  },
  'trials of a sweep': { at: (n) => sweep({ trials: n }), says: 'to 10000' },
  'cells of a sweep': {
    at: (n) => sweep({ grid: { lambda: Array(n > 1e6 ? 251 : 250).fill(1) }, trials: 2000 }),
    says: 'at most 1000000',
  },
  'shards of a sweep': { at: (n) => readShard(`1/${n}`, '--shard'), says: 'at most 1000000 shards' },
  'dimensions of an array of NumPy': {
    at: (n) => readNpy(writeNpy({ values: Float64Array.of(1), shape: Array(n).fill(1) })),
    says: 'at most 64',
  },
  // tests/cli/refusals.test.mjs has files of so many levels and of one more.
  'levels of lists and objects in JSON that the command reads': { at: (n) => assert.equal(n, 100) },
  'characters of a note of a model that the command prints': { at: (n) => assert.equal(n, 1000) },
  'characters that a message quotes': {
    at: (n) => assert.equal(quotedIn(n), n),
    above: (n) => [() => assert.equal(quotedIn(n), n - 1)],
  },
  'characters of a message': {
    at: (n) => assert.equal(new TripError('value', 'x'.repeat(n)).message.length, n),
    above: (n) => [() => assert.equal(new TripError('value', 'x'.repeat(n)).message, `${'x'.repeat(n - 1)}...`)],
  },
  'characters of a name that is compared with known names, to suggest one': {
    at: (n) => assert.equal(nearest(`${'x'.repeat(n - 1)}y`, ['x'.repeat(n)]), 'x'.repeat(n)),
    above: (n) => [() => assert.equal(nearest(`${'x'.repeat(n - 1)}y`, ['x'.repeat(n - 1)]), undefined)],
  },
  'characters of a link': {
    at: (n) => assert.notDeepEqual(addresses.parse(`#${'x'.repeat(n)}`).problems, [{ code: 'damaged' }]),
    above: (n) => [() => assert.deepEqual(addresses.parse(`#${'x'.repeat(n)}`).problems, [{ code: 'damaged' }])],
  },
  // tests/site/walks.test.mjs opens files of this size and of one byte more.
  'bytes of a model file on the page': { at: (n) => assert.equal(n, 2 ** 25) },
  'bytes of a table on the page': {
    at: (size) => assert.equal(tooLarge({ size }), undefined),
    above: (size) => [() => assert.equal(tooLarge({ size })?.code, 'tooLarge')],
  },
};

/** Characters of the fingerprint that the refusal of a model file quotes. */
const quotedIn = (n) =>
  /fingerprint is (z*)/.exec(messageOf(() => restore((f) => Object.assign(f, { fingerprint: 'z'.repeat(n) }))))[1]
    .length;

test('the table in the documentation has all limits', () => {
  assert.deepEqual([...table.keys()], Object.keys(limits));
});

for (const [what, { at, above, says, below }] of Object.entries(limits)) {
  const most = table.get(what);
  test(`${what}: ${most}`, () => {
    if (below === undefined) at(most);
    else {
      const message = messageOf(() => at(most));
      assert.ok(message.includes(below), message);
    }
    if (says === undefined && above === undefined && below === undefined) return;
    for (const call of above?.(most + 1) ?? [() => at(most + 1)]) {
      if (says === undefined && below === undefined) call();
      else {
        const message = messageOf(call);
        assert.ok(message.includes(says ?? String(most)), message);
      }
    }
  });
}

test('the first line of a file of rows cannot ask for more cells than a sweep has', async () => {
  const { statusOf } = await import('../../dist/shards.js');
  const path = join(mkdtempSync(join(tmpdir(), 'trip-limits-')), 'rows.jsonl');
  const status = (plan) => {
    writeFileSync(path, `${JSON.stringify({ format: 'trip-wasm sweep', version: 1, data: 'd', plan })}\n`);
    return statusOf([path]);
  };
  const plan = { grid: { lambda: [1] }, options: {}, folds: 10, trials: 100_000, seed: 1 };
  assert.equal((await status(plan)).cells, 1_000_000);
  for (const change of [
    { trials: 100_001 },
    { folds: 2 ** 32 },
    { folds: '10000000000' },
    { folds: null },
    { folds: -1 },
    { folds: 0.5, trials: 1 },
    { folds: 1e300 },
    { grid: { lambda: 5 } },
  ])
    await assert.rejects(
      status({ ...plan, ...change }),
      (error) => error instanceof TripError && error.code === 'format',
      JSON.stringify(change),
    );
  rmSync(dirname(path), { recursive: true });
});

test('names of inherited properties are names like others in every parser, and no prototype changes', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const polluting = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  const calls = [
    () => restore((f) => Object.defineProperty(f.options, '__proto__', { value: polluting, enumerable: true })),
    () => restore((f) => Object.defineProperty(f.spec, '__proto__', { value: polluting, enumerable: true })),
    () => restore((f) => Object.defineProperty(f.history, '__proto__', { value: 'AAAA', enumerable: true })),
    () => trip.fit(train, JSON.parse('{"__proto__":{"epochs":1},"epochs":0}')),
    () => sweep(JSON.parse('{"__proto__":{"trials":2}}')),
    () => trip.dataset({ x: [[1], [2]], y: ['__proto__', 'constructor'], featureNames: ['__proto__'] }),
    () => trip.fit(train, { epochs: 0, restarts: 1, classWeight: JSON.parse('{"__proto__":2}') }),
    () => addresses.parse('#v=1&__proto__=1&constructor=2&s=__proto__&toString=5'),
  ];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      assert.ok(error instanceof TripError, error.stack);
    }
    assert.equal(Object.getOwnPropertyNames(Object.prototype).join(), before, String(call));
    assert.equal({}.polluted, undefined, String(call));
  }
});
