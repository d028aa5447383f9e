/** Parquet files that DuckDB wrote: columns of many types, codecs, and damaged files. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readParquet } from '../../dist/formats.js';
import { TripError } from '../../dist/index.js';
import { nulls, pageOf, parquetOf } from './parquet-file.mjs';
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

test('two columns of one name keep their values', async () => {
  const file = fixture('uncompressed.parquet').toString('latin1');
  const found = await readParquet(Buffer.from(file.replaceAll('\x18\x04time', '\x18\x04date'), 'latin1'));
  assert.equal(found.names.filter((name) => name === 'date').length, 2);
  assert.deepEqual(found.rows, rows);
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

/** The file with one byte replaced, at a distance from the beginning of its footer or, without `footer`, of the file. */
function damagedAt(file, at, byte) {
  const damaged = Buffer.from(file);
  damaged[at] = byte;
  return damaged;
}

test('gzip is built in', async () => {
  assert.deepEqual(await readParquet(fixture('gzip.parquet')), { names, rows });
});

test('damage of the pages is refused by column, or gives other values; no claim of a page is allocated', async () => {
  for (const name of ['uncompressed.parquet', 'typed.parquet', 'gzip.parquet']) {
    const file = fixture(name);
    const footer = file.length - 8 - file.readUInt32LE(file.length - 8);
    for (let at = 4; at < footer; at += name === 'typed.parquet' ? 1 : 7) {
      for (const byte of [0xff, 0x7e, 0]) {
        await readParquet(damagedAt(file, at, byte)).catch((error) => {
          assert.ok(error instanceof TripError, error.stack);
          assert.match(error.message, /column '|integers below/);
        });
      }
    }
  }
});

test('a run that is longer than its page is refused', async () => {
  const file = fixture('uncompressed.parquet');
  // The levels of the first page: 4 bytes of length, then a run of 60 present cells.
  const run = file.indexOf(Buffer.of(2, 0, 0, 0, 120, 1));
  assert.ok(run > 0);
  const { code, message } = await refusal(() => readParquet(damagedAt(file, run + 4, 126)));
  assert.equal(code, 'format');
  assert.equal(
    message,
    "the Parquet file cannot be read: column 'id': a run claims 63 values; 60 are left in its page",
  );
});

test('the callback hears of every column', async () => {
  const heard = [];
  await readParquet(fixture('groups.parquet'), {}, (...progress) => void heard.push(progress.join('/')));
  assert.deepEqual(heard, ['1/9', '2/9', '3/9', '4/9', '5/9', '6/9', '7/9', '8/9', '9/9']);
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

test('a footer whose fields have other types ends in a TripError, or in other values', async () => {
  // The lower half of a field's header is its type, 1 to 12; the upper half is the distance to the number of the last field.
  for (const name of ['list.parquet', 'large.parquet']) {
    const whole = fixture(name);
    const footer = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
    for (let at = footer; at < whole.length - 8; at++) {
      for (let type = 1; type <= 12; type++) {
        for (const distance of [whole[at] & 0xf0, 0x10, 0x30]) {
          const damaged = Buffer.from(whole);
          damaged[at] = distance | type;
          await readParquet(damaged).catch((error) =>
            assert.ok(error instanceof TripError, `${name}, ${at}: ${error.stack}`),
          );
        }
      }
    }
  }
});

test('counts that a few bytes stand for are bounded by the size of the file', async () => {
  const ofNulls = (count) => parquetOf([pageOf(nulls(count), nulls(count).length, count)], count);
  assert.equal((await readParquet(ofNulls(2 ** 16))).rows.length, 2 ** 16);
  for (const [count, of] of [
    [2 ** 22 + 2 ** 12, 'rows'],
    [2 ** 27, 'cells'],
  ]) {
    const { code, message } = await refusal(() => readParquet(ofNulls(count)));
    assert.equal(code, 'memory');
    assert.match(message, new RegExp(`has ${count} rows of 1 columns; at most \\d+ ${of} are accepted`));
  }
});

test('pages unpack to a bounded number of bytes, one by one and all together', async () => {
  const unpacked = [];
  const codecs = {
    BROTLI: (_packed, size) => {
      unpacked.push(size);
      return new Uint8Array(size);
    },
  };
  const empty = (size) => pageOf(Buffer.from('some bytes'), size, 0);
  const read = (...sizes) => readParquet(parquetOf(sizes.map(empty), 1, { codec: 'BROTLI' }), codecs);
  const { code, message } = await refusal(() => read(2 ** 29));
  assert.equal(code, 'memory');
  assert.match(message, /^the pages of the file unpack to more than 2684\d{5} bytes, which are accepted$/);
  assert.match(
    (await refusal(() => read(2 ** 30 + 1))).message,
    /column 'x': a page of 10 bytes claims 1073741825 bytes/,
  );
  assert.deepEqual(unpacked, []);
  assert.match(
    (await refusal(() => read(2 ** 27, 2 ** 27, 2 ** 27))).message,
    /^the pages of the file unpack to more than/,
  );
  assert.deepEqual(unpacked, [2 ** 27, 2 ** 27]);
});
