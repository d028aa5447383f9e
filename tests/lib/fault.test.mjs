/** The text to copy after an internal error: what helps to find it, and no data. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultReport, resultVersion, TripError, version } from '../../dist/index.js';

test('version, engine, error, the calls that led to it, and further lines', () => {
  function inner() {
    return undefined.part;
  }
  let cause;
  try {
    inner();
  } catch (error) {
    cause = error;
  }
  const text = faultReport(new TripError('internal', 'outside', { cause }), { link: 'https://example.org/#v=1' });
  const [first, second, link, said, place] = text.split('\n');
  assert.equal(first, `trip-wasm ${version}, results ${resultVersion}`);
  assert.equal(
    second,
    `Node v${process.versions.node}, ${process.platform} ${process.arch}`.replace('Node v', 'Node '),
  );
  assert.equal(link, 'link: https://example.org/#v=1');
  assert.match(said, /^TypeError: Cannot read properties of undefined/);
  assert.match(place, /^at inner \(fault\.test\.mjs:\d+:\d+\)$/);
  assert.ok(text.split('\n').length <= 15);
});

test('no quoted text and no folder', () => {
  const error = new Error(`Unexpected token in "Alice,1962" of ${'x'.repeat(1e6)}`);
  error.stack = `Error: "Alice"\n    at f (file:///home/alice/data/a.js:1:2)\ng@https://example.org/alice/b.js:3:4\n    at C:\\Users\\alice\\c.js:5:6`;
  const text = faultReport(error);
  assert.doesNotMatch(text, /alice|1962|home|Users/i);
  assert.match(text, /at f \(a\.js:1:2\)\ng@b\.js:3:4\nat c\.js:5:6$/);
  assert.ok(text.length < 600);
});

test('anything that is thrown, and nothing', () => {
  const circle = new Error('a');
  circle.cause = circle;
  const odd = Object.assign(new Error('a'), { name: { toString: 1 }, message: Symbol('b'), stack: 7 });
  for (const thrown of [circle, 'text', 7, null, {}, Object.create(null), odd])
    assert.equal(typeof faultReport(thrown), 'string');
  assert.equal(faultReport().split('\n').length, 2);
});
