/** Texts of a file that a message quotes may have any length: a part of them is quoted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofArrays, readNpy, readNpz, readParquet, writeNpy } from '../../dist/formats.js';
import { nulls, pageOf, parquetOf } from './parquet-file.mjs';
import { refusal } from './support.mjs';
import { zipOf } from './zip.mjs';

const long = '\u001b[2J\u202e'.repeat(2 ** 17);
/** Names of members have at most 65,535 bytes. */
const name = 'n'.repeat(60_000);

const numbers = writeNpy({ shape: [2], values: Float64Array.of(1, 2) });
const texts = (value) => Buffer.from(writeNpy({ shape: [1], values: [value] }));

/** An array whose header has this type. */
function npyOf(descr) {
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': (3,), }\n`;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(dictionary.length);
  return Buffer.concat([Buffer.from('\x93NUMPY\x02\0', 'latin1'), length, Buffer.from(dictionary), Buffer.alloc(8)]);
}

const archive = (...members) =>
  zipOf(members.map(([member, content]) => ({ name: `${member}.npy`, content: Buffer.from(content) })));
const page = pageOf(nulls(2), nulls(2).length, 2);

for (const [what, read] of Object.entries({
  'a foreign type': () => readNpy(npyOf(`x8${'!'.repeat(2 ** 19)}`)),
  'a known type with more behind it': () => readNpy(npyOf(`<f8${'!'.repeat(2 ** 19)}`)),
  'texts as samples': () => ofArrays({ x: { shape: [1, 1], values: [long] } }),
  'a target': () => ofArrays({ x: { shape: [1, 2], values: Float64Array.of(1, 2) } }, { target: long }),
  'names of members, none of which is known': () => readNpz(archive([name, numbers], [`${name}2`, numbers])),
  'the name of an array that is damaged': () => readNpz(archive([name, 'no array'])),
  'two members of one name': () => readNpz(archive([name, numbers], [name, numbers])),
  'an array that is asked for': () => readNpz(archive(['x', numbers]), { array: long }),
  'the format of a sparse matrix': () =>
    readNpz(
      archive(...['indptr', 'indices', 'shape', 'data'].map((member) => [member, numbers]), [
        'format',
        texts('k'.repeat(10_000)),
      ]),
    ),
  'a column of Parquet by an unknown codec': () => readParquet(parquetOf([page], 2, { name: long, codec: 'BROTLI' })),
  'a column of Parquet that is damaged': () => readParquet(parquetOf([page.subarray(0, 20)], 2, { name: long })),
})) {
  test(`${what}: a part is quoted`, async () => {
    const { message } = await refusal(read);
    assert.ok(message.length < 900, `${message.length}: ${message.slice(0, 300)}`);
  });
}
