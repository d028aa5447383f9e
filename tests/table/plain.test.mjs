/**
 * Lines that are read from their bytes give the table, notes and errors that the same text gives, which is always read by the reader of
 * rows. PLAIN_RUNS sets the number of tables (200), PLAIN_SEED the seed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTable, TableError } from '../../dist/table.js';
import { inOneBuffer } from './support.mjs';

const runs = Number(process.env.PLAIN_RUNS ?? 200);
const seed = Number(process.env.PLAIN_SEED ?? 1);

/** Longer than the beginning that detection uses, which is read as text. */
const HEAD = 66_000;

const numbers = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 0, max: 6 }))
      .map(([n, d]) => (n / 7).toFixed(d)),
  },
  { weight: 4, arbitrary: fc.double({ noNaN: true, min: -1e30, max: 1e30 }).map(String) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 99_999 }).map(String) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '+5',
      '-0',
      '0',
      '.5',
      '5.',
      '-.25',
      '+',
      '-',
      '.',
      '',
      ' ',
      ' 1.5',
      '1.5 ',
      '\t2',
      '1e5',
      '12e3',
      '1.5E-7',
      '123456789012345',
      '1234567890123456',
      '9007199254740993',
      '0.1234567890123456789',
      '1.237',
      '1.234.567',
      '1,5',
      '12%',
      '$5',
      '1e39',
      'inf',
      'NaN',
      'NA',
      '-999',
      '-0.0',
      'x',
      '\x01',
      '00012',
      '1 234',
      '\u22125',
      '12 ',
      '1.0000',
      '3.4028235e38',
      '0x10',
    ),
  },
);
const texts = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'red', '7', '') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'straße',
      '"q"',
      '"a,b"',
      '"two\nlines"',
      ' c ',
      '\x01',
      '2020-01-05',
      'NA',
      '#x',
      '"open',
      'u"v',
      '日本',
    ),
  },
);

/** Changes of whole lines. */
const oddLines = fc.constantFrom(
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => `${line},`,
  (line) => line.slice(0, line.lastIndexOf(',')),
  () => '',
  () => ',,',
  (line) => `# ${line}`,
  (line) => ` ${line}`,
  (line) => `${line}\r`,
  (line) => line.replace(',', '\r'),
  (line) => `${line},1`,
);

/** Rows that can be read, most of them, or any. */
const rows = (of) => fc.array(of, { minLength: 1, maxLength: 40 });
const tameRow = fc.record({
  x: fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n / 8).toFixed(4)),
  y: fc.oneof(fc.integer({ min: -99_999, max: 99_999 }).map(String), fc.constantFrom('', '-0', '1e5', ' 7', '1.5')),
  z: fc.constantFrom('a', 'b', 'straße', '"q"', '"two\nlines"', 'NA', ' c '),
  odd: fc.constantFrom(
    (line) => line,
    (line) => line,
    () => '',
    () => ',,',
  ),
});
const anyRow = fc.record({ x: numbers, y: numbers, z: texts, odd: oddLines });

const tables = fc.record({
  /** Integers alone leave the decimal mark open. */
  filler: fc.constantFrom('1.5,2.25,a', '15,225,a', '1.237,3,b', '1,5.237,7', '"1",2,a', '1.5,2.25,a,'),
  rows: fc.oneof({ weight: 2, arbitrary: rows(tameRow) }, { weight: 1, arbitrary: rows(anyRow) }),
  eol: fc.constantFrom('\n', '\n', '\r\n', '\r'),
  end: fc.boolean(),
  delimiter: fc.constantFrom(',', ',', ';', '\t', '|'),
  comma: fc.boolean(),
  piece: fc.integer({ min: 1, max: 3000 }),
  options: fc.record(
    {
      comment: fc.constantFrom('#', '# ', 'é'),
      missingTokens: fc.constantFrom(['', '-999', 'NA'], ['NA'], ['', '0', '1,5', '7']),
      decimal: fc.constantFrom('.', ','),
      encoding: fc.constantFrom('windows-1252', 'utf-8', 'latin1'),
    },
    { requiredKeys: [] },
  ),
  types: fc.constantFrom(
    undefined,
    ['number', 'number', 'category'],
    ['number', 'skip', 'category'],
    ['category', 'number', 'number'],
    ['number', 'number', 'skip'],
  ),
  required: fc.boolean(),
});

function textOf({ filler, rows, eol, end, delimiter, comma }) {
  const lines = rows.map(({ x, y, z, odd }) => odd([x, y, z].join(',')));
  const own = Array.from({ length: Math.ceil((HEAD + 500) / (filler.length + 1)) }, () => filler);
  // The changed lines stand between plain ones.
  const all = ['x,y,z', ...own, ...lines.flatMap((line, n) => (n % 3 ? [line] : [line, filler]))];
  const text = all.join(eol) + (end ? eol : '');
  const written =
    comma && delimiter !== ','
      ? text.replaceAll(',', '\0').replaceAll('.', ',').replaceAll('\0', delimiter)
      : text.replaceAll(',', delimiter);
  return written;
}

async function outcome(source, { options, types, required }) {
  const choose = (plans) => plans.map(({ type }, c) => types?.[c] ?? type);
  const asked = { ...options, choose, ...(required ? { required: () => true } : {}) };
  try {
    const { format, plans, columns, rows, tokens, notes } = await readTable(source, asked);
    const { encoding: _, ...rest } = format;
    return { format: rest, plans, columns, rows, tokens, notes: notes.map((note) => note()) };
  } catch (error) {
    assert.ok(error instanceof TableError, error.stack);
    const { code, message, details } = error;
    return { code, message, details };
  }
}

function* piecesOf(bytes, size) {
  for (let from = 0; from < bytes.length; from += size) yield new Uint8Array(bytes.subarray(from, from + size));
}

test(`${runs} random tables give the same from bytes and from text`, async () => {
  const outcomes = { read: 0, refused: 0 };
  const property = fc.asyncProperty(tables, async (table) => {
    const bytes = Buffer.from(textOf(table), 'utf8');
    const chunks = [bytes.subarray(0, HEAD), ...piecesOf(bytes.subarray(HEAD), table.piece)];
    const decoder = new TextDecoder(table.options.encoding ?? 'utf-8');
    const texts = chunks.map((chunk) => decoder.decode(chunk, { stream: true }));
    const read = await outcome(inOneBuffer(chunks), table);
    assert.deepEqual(read, await outcome([...texts, decoder.decode()], table));
    outcomes[read.code === undefined ? 'read' : 'refused']++;
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: runs, seed });
  if (failed) assert.fail(`${errorInstance.message}\n${JSON.stringify({ ...counterexample[0] })}`);
  assert.ok(outcomes.read > runs / 10 && outcomes.refused > runs / 10, JSON.stringify(outcomes));
});

test('a byte that cannot be decoded is reported in its row after plain lines', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `${n},${n / 8}`);
  const text = Buffer.from(`x,y\n${lines.join('\n')}\n`);
  text[text.indexOf('15000,')] = 0xff;
  const error = await outcome([new Uint8Array(text.subarray(0, 66_000)), new Uint8Array(text.subarray(66_000))], {});
  assert.match(error.message, /^row 15002 is not valid utf-8/);
});

test('NUL characters after plain lines are refused', async () => {
  const text = Buffer.from(`x,y\n${'1,2.5\n'.repeat(20_000)}`);
  text[100_000] = 0;
  assert.match(
    (
      await outcome(
        [new Uint8Array(text)].flatMap((all) => [all.subarray(0, 70_000), all.subarray(70_000)]),
        {},
      )
    ).message,
    /NUL/,
  );
});
