/** Parquet files that DuckDB wrote: columns of many types, codecs, and damaged files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readParquet } from '../../dist/formats.js';
import { TripError } from '../../dist/index.js';
import { fixture, refusal } from './support.mjs';

function timeOf(text) {
  return `${text.replace(' ', 'T')}.000Z`.replace('T00:00:00.000Z', '');
}

const records = JSON.parse(fixture('typed.json'));
const names = Object.keys(records[0]);
/** Times are written with a T and a zone. */
const rows = records.map((record) => names.map((name) => (name === 'time' ? timeOf(record[name]) : record[name])));

test('columns of every type, as DuckDB says them in JSON', async () => {
  for (const file of ['typed.parquet', 'uncompressed.parquet']) {
    assert.deepEqual(await readParquet(fixture(file)), { names, rows }, file);
  }
});

test('a codec that is given is used, one that is not is refused by name', async () => {
  assert.deepEqual(await readParquet(fixture('gzip.parquet'), { GZIP: gunzipSync }), { names, rows });
  const { code, message } = await refusal(() =>
    readParquet(fixture('zstd.parquet'), { GZIP: gunzipSync, BROTLI: undefined }),
  );
  assert.equal(code, 'format');
  assert.equal(message, "column 'id' is compressed by ZSTD; UNCOMPRESSED, SNAPPY, GZIP are accepted");
});

test('several groups of rows stay in order', async () => {
  const found = await readParquet(fixture('groups.parquet'));
  assert.deepEqual(
    found.rows.map(([, b]) => b),
    Array.from({ length: 5000 }, (_, n) => n),
  );
});

test('lists, and integers that a double cannot hold, are refused by their place', async () => {
  assert.match((await refusal(() => readParquet(fixture('list.parquet')))).message, /column 'list' holds lists/);
  const { code, message } = await refusal(() => readParquet(fixture('large.parquet')));
  assert.equal(code, 'value');
  assert.equal(message, "row 2, column 'large' is 9007199254740993; integers below 2^53 are accepted");
});

test('what is no Parquet file, or cut off, is refused', async () => {
  const file = fixture('typed.parquet');
  for (let length = 0; length < file.length; length += 7) {
    assert.equal((await refusal(() => readParquet(file.subarray(0, length)))).code, 'format');
  }
  assert.equal((await refusal(() => readParquet(Buffer.from('a,b\n1,2\n3,4\n')))).code, 'format');
});

test('damage of the footer ends in a TripError, or in other values: the format has no checksum', async () => {
  const file = fixture('typed.parquet');
  const footer = file.length - 8 - file.readUInt32LE(file.length - 8);
  for (let at = footer; at < file.length; at += 5) {
    const damaged = Buffer.from(file);
    damaged[at] ^= 255;
    await readParquet(damaged).catch((error) => assert.ok(error instanceof TripError, error.stack));
  }
});
