/** Wrong arguments of the readers, and files that claim more than they contain. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { ofArrays, readNpy, readNpz, readParquet, readSvmlight, readTns, writeNpy } from '../../dist/formats.js';
import { TripError } from '../../dist/index.js';
import { fixture, refusal } from './support.mjs';

const readers = { npy: readNpy, npz: readNpz, svm: readSvmlight, tns: readTns, parquet: readParquet };
const bytesOf = (text) => new TextEncoder().encode(text);

test('the bytes of a file are a Uint8Array', async () => {
  const wrong = [
    undefined,
    null,
    3,
    'text',
    [],
    {},
    new ArrayBuffer(8),
    new Float32Array(3),
    Promise.resolve(),
    () => 1,
  ];
  for (const [name, read] of Object.entries(readers)) {
    for (const bytes of wrong) {
      const { code, message } = await refusal(() => read(bytes));
      assert.equal(code, 'value', `${name}: ${message}`);
      assert.match(message, /^bytes is .*; a Uint8Array.* is accepted$/);
    }
  }
  const { message } = await refusal(() => readNpy(new ArrayBuffer(8)));
  assert.match(message, /an ArrayBuffer; .*new Uint8Array\(buffer\)/);
});

test('choices are checked', async () => {
  const [svm, tns] = [bytesOf('1 1:2 3:4\n'), bytesOf('1 1 2\n')];
  const refused = async (work, pattern) => assert.match((await refusal(work)).message, pattern);
  for (const choice of [null, 3, 'x', []]) {
    for (const read of [readNpz, (_, own) => readSvmlight(svm, own), (_, own) => readTns(tns, own)])
      await refused(() => read(fixture('iris.npz'), choice), /^the choice is .*; an object is accepted$/);
  }
  for (const dims of ['a', 3, [], [0], [-1], [1.5], ['2'], [2 ** 31]]) {
    await refused(() => readSvmlight(svm, { dims }), /^dims/);
    await refused(() => readTns(tns, { dims }), /^dims/);
  }
  for (const first of [2, -1, '1', null]) await refused(() => readSvmlight(svm, { first }), /^first is .* from 0 to 1/);
  for (const samples of [-1, 1.5, '3', Number.NaN, 1e12]) await refused(() => readTns(tns, { samples }), /^samples is/);
  const arrays = [
    undefined,
    {},
    { shape: 'x', values: [] },
    { shape: [2], values: new Float64Array(3) },
    { shape: [-1], values: new Float64Array(1) },
    { shape: [1], values: [1] },
    { shape: [1], values: new BigInt64Array(1) },
  ];
  for (const array of arrays) await refused(() => writeNpy(array), /accepted|needs/);
});

test('a short line cannot claim gigabytes', async () => {
  const { code, message } = await refusal(() => readTns(bytesOf('1 1 1\n2147483647 1 1\n')));
  assert.equal(code, 'memory');
  assert.match(message, /line 2 has the sample 2147483647; .*67108864/);
  assert.equal(readTns(bytesOf('1 2147483647 1\n')).input.offsets.length, 2);
});

test('a header cannot claim samples without elements', async () => {
  const values = new Float64Array(0);
  const claims = [
    [1_000_000_000, 0],
    [0, 1_000_000_000],
    [0, 3],
    [2, 0, 4],
  ];
  for (const shape of claims) {
    const empty = readNpy(writeNpy({ shape, values }));
    for (const missing of ['refuse', 'mean', 'drop']) {
      for (const target of [undefined, '1']) {
        const { code, message } = await refusal(() => ofArrays({ x: empty }, { missing, target }));
        assert.equal(code, 'shape');
        assert.match(message, /the shape of the samples is \(.*\), without an element/);
      }
    }
    for (const task of ['regression', 'classification']) {
      const x = { shape: [2, 1], values: new Float64Array(2) };
      const { message } = await refusal(() => ofArrays({ x, y: empty }, { task }));
      assert.match(message, /the shape of the response is \(.*\), without an element/);
    }
  }
});

test('files cut off, shortened or altered anywhere are read or refused by a TripError', async () => {
  let state = 7;
  const below = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const damage = [
    (file) => file.slice(0, below(file.length)),
    (file) => {
      const [from, length] = [below(file.length), 1 + below(20)];
      return Uint8Array.from([...file.slice(0, from), ...file.slice(from + length)]);
    },
    (file) => {
      for (let n = 0; n < 3; n++) file[below(file.length)] = below(256);
      return file;
    },
  ];
  for (const name of readdirSync(new URL('fixtures/', import.meta.url))) {
    const read = readers[name.split('.').at(-1)];
    if (read === undefined || fixture(name).length > 50_000) continue;
    for (let n = 0; n < 18; n++) {
      const file = damage[n % damage.length](new Uint8Array(fixture(name)));
      await Promise.resolve()
        .then(() => read(file))
        .catch((error) => assert.ok(error instanceof TripError, `${name}: ${error.stack}`));
    }
  }
});
