/** Any bytes as a table or an array: a result, or a refusal that explains itself. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { readNpy, readNpz, readParquet, readSvmlight, readTns } from '../../dist/formats.js';
import { TripError } from '../../dist/index.js';
import { readTable, tableOfRecords, toDataset } from '../../dist/table.js';
import { holds, oddText, oddValue, requireRefusal } from './support.mjs';

const cell = fc.oneof(
  oddText,
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom('1,5', '2.500', '3 %', '01.02.2020', '"', '""'),
);
const text = fc
  .record({
    rows: fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 12 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|', '||'),
    end: fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
    quoted: fc.boolean(),
  })
  .map(({ rows, delimiter, end, quoted }) => {
    const written = (own) => (quoted ? `"${own.replaceAll('"', '""')}"` : own);
    return rows.map((row) => row.map(written).join(delimiter)).join(end);
  });
const bytes = fc.oneof(
  { weight: 3, arbitrary: text.map((own) => Buffer.from(own)) },
  text.map((own) => Buffer.from(`\ufeff${own}`, 'utf16le')),
  fc.uint8Array({ maxLength: 300 }),
);

test('any bytes as a table', async () => {
  let read = 0;
  const property = fc.asyncProperty(bytes, fc.integer({ min: 1, max: 400 }), async (all, size) => {
    function* pieces() {
      for (let from = 0; from < all.length; from += size) yield new Uint8Array(all.subarray(from, from + size));
    }
    try {
      const table = await readTable(pieces(), {});
      read++;
      const [first] = table.plans;
      toDataset(table, { target: [first.name], missing: 'mean', categories: 'indicators' });
    } catch (error) {
      requireRefusal(error);
    }
  });
  await holds(property);
  assert.ok(read > 0, 'no table was read');
});

test('any JSON as records', async () => {
  const records = fc.array(fc.oneof(fc.dictionary(oddText, oddValue, { maxKeys: 4 }), oddValue), { maxLength: 6 });
  await holds(
    fc.property(records, (given) => {
      try {
        tableOfRecords(given, {});
      } catch (error) {
        requireRefusal(error);
      }
    }),
  );
});

const folder = new URL('../formats/fixtures/', import.meta.url);
const readers = {
  npy: (own) => readNpy(own),
  npz: (own) => readNpz(own),
  svmlight: (own) => readSvmlight(own),
  svm: (own) => readSvmlight(own),
  tns: (own) => readTns(own),
  parquet: (own) => readParquet(own),
};
const fixtures = readdirSync(folder)
  .map((name) => [name.split('.').at(-1), name])
  .filter(([kind]) => kind in readers)
  .map(([kind, name]) => [kind, new Uint8Array(readFileSync(new URL(name, folder)))])
  .filter(([, all]) => all.length < 20_000);

test('files of arrays with any change', async () => {
  assert.ok(fixtures.length > 10);
  let read = 0;
  const change = fc.record({ at: fc.nat(), to: fc.nat(255), kind: fc.constantFrom('set', 'set', 'cut', 'drop') });
  const property = fc.asyncProperty(
    fc.nat(fixtures.length - 1),
    fc.array(change, { maxLength: 4 }),
    async (which, changes) => {
      const [kind, original] = fixtures[which];
      let own = original.slice();
      for (const { at, to, kind: how } of changes) {
        // The beginning and the end of files describe the rest.
        const place =
          (at % 3 === 0 ? at % 200 : at % 3 === 1 ? own.length - 1 - (at % 200) : at) % Math.max(1, own.length);
        const where = Math.max(0, place);
        if (how === 'set') own[where] = to;
        else if (how === 'cut') own = own.slice(0, where);
        else own = Uint8Array.from([...own.slice(0, where), ...own.slice(where + 1)]);
      }
      const before = process.memoryUsage().arrayBuffers;
      try {
        await readers[kind](own);
        read++;
      } catch (error) {
        assert.ok(error instanceof TripError, error.stack);
        requireRefusal(error);
      }
      assert.ok(process.memoryUsage().arrayBuffers - before < 3e8, 'a small file took much memory');
    },
  );
  await holds(property);
  assert.ok(read > 0, 'no file was read');
});
