/** Errors in cells, bytes and lines are reported together, with row, column and text; lines before the table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectTable, readTable } from '../../dist/table.js';
import { inOneBuffer, refusal } from './support.mjs';

const required = (name) => name !== 'class';
const plain = ({ columns }) =>
  Object.fromEntries(
    columns.map((column) => [
      column.name,
      column.type === 'number'
        ? [...column.values]
        : Array.from(column.codes, (code) => column.categories[code] ?? null),
    ]),
  );

test('unreadable cells are listed in one message, with missing values, in the order of the rows', async () => {
  const rows = Array.from({ length: 12 }, (_, n) => [n, n / 2, n * 3, `${n}%`, `$${n}`, 'a']);
  rows[1][0] = 'abc';
  rows[2][1] = '';
  rows[3][2] = '1.2.3';
  rows[4][3] = '0.5';
  rows[5][4] = '€7';
  rows[6][1] = 'NA';
  rows[7][0] = '0x1F';
  rows[8][1] = 'inf';
  rows[9][2] = '1e999';
  rows[10][1] = '7%';
  rows[11][5] = '';
  const text = ['a,b,c,rate,price,class', ...rows.map((row) => row.join())].join('\n');
  const error = await refusal(readTable(text, { required }));
  assert.deepEqual(error.message.split('\n').slice(0, -1), [
    '10 problems:',
    "row 3, column 'a': 'abc' is not a number",
    "row 4, column 'b': the value is missing",
    "row 5, column 'c': '1.2.3' is not a number",
    "row 6, column 'rate': '0.5' has no percent sign, and most cells of the column have one",
    "row 7, column 'price': the currency of '€7' is not '$'",
    "row 8, column 'b': the value is missing",
    "row 9, column 'a': '0x1F' is not a number; hexadecimal digits are not accepted",
    "row 10, column 'b': 'inf' is not a finite number",
    "row 11, column 'c': '1e999' is too large; magnitudes up to 3.4028234663852886e+38 (32-bit float) are accepted",
    "row 12, column 'b': '7%' has a percent sign, and most cells of the column have none",
  ]);
  assert.match(error.message, /--missing drop leaves such rows out, --missing mean/);
  assert.equal(error.rows.length, 10);
});

test('20 errors are shown and the others counted, and missing values alone are not an error of reading', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => (n < 300 ? '1,2,a' : n % 2 ? ',x,a' : '1,2,b'));
  const text = ['u,v,class', ...rows].join('\n');
  const error = await refusal(readTable(text, { required }));
  assert.equal(error.rows.length, 20);
  assert.match(
    error.message,
    /^200 problems:\nrow 303, column 'v': 'x' is not a number\nrow 303, column 'u': the value is missing\n/,
  );
  assert.match(error.message, /\nand 180 more\n/);
  assert.equal((await readTable('u,class\n1,a\n,b', { required })).columns[0].missing, 1);
});

for (const [what, bytes, encoding, row] of [
  ['a Latin-1 letter in the header', Buffer.from('größe;b\n1;2\n', 'latin1'), undefined, 1],
  ['one in a label', Buffer.from('x;class\n1;a\n2;für\n3;b\n', 'latin1'), undefined, 3],
  ['one in the last row', Buffer.from('x;class\n1;a\n2;b\n3;ö', 'latin1'), undefined, 4],
  ['one after lines of two lines', Buffer.from('x;class\n"1";"a\nb"\n2;ö\n', 'latin1'), undefined, 3],
  ['one after carriage returns', Buffer.from('x;class\r\n1;a\r\n2;b\r\n3;\xe9\r\n', 'latin1'), undefined, 4],
  ['one after comments', Buffer.from('# by hand\n# twice\nx;class\n1;\xe9\n', 'latin1'), undefined, 4],
  ['a cut-off character at the end', Buffer.from([...Buffer.from('x;class\n1;a\n2;'), 0xc3]), undefined, 3],
  ['half a pair of UTF-16', Buffer.from('\ufeffx;class\n1;a\n2;\ud800\n3;b\n', 'utf16le'), undefined, 3],
  [
    'a byte that Shift JIS has not',
    Buffer.from([...Buffer.from('x;class\n1;'), 0x83, 0x41, 10, 50, 59, 0xfd, 10]),
    'shift_jis',
    3,
  ],
  ['the first byte', Buffer.from([0xfc, 0x3b, 0x62, 10, 0x31, 0x3b, 0x32, 10]), undefined, 1],
]) {
  test(`${what} that cannot be decoded is reported with its row`, async () => {
    const options = encoding === undefined ? {} : { encoding };
    for (const size of [1, 3, 5, 1000]) {
      const pieces = Array.from(
        { length: Math.ceil(bytes.length / size) },
        (_, p) => new Uint8Array(bytes.subarray(p * size, (p + 1) * size)),
      );
      for (const refused of [readTable(inOneBuffer(pieces), options), inspectTable(inOneBuffer(pieces), options)]) {
        const error = await refusal(refused);
        assert.equal(error.code, 'format');
        assert.match(
          error.message,
          new RegExp(`^row ${row} is not valid .*--encoding`),
          `pieces of ${size}: ${error.message}`,
        );
        assert.deepEqual(
          error.rows.map((one) => one.row),
          [row],
        );
      }
    }
  });
}

test('an invalid byte far from the beginning is reported with its row', async () => {
  const lines = Array.from({ length: 40_000 }, (_, n) => `${n};"a\n${n}"`);
  lines[33_333] = '5;\xfc';
  const bytes = Buffer.from(['x;class', ...lines].join('\n'), 'latin1');
  const pieces = Array.from({ length: Math.ceil(bytes.length / 4001) }, (_, p) =>
    bytes.subarray(p * 4001, (p + 1) * 4001),
  );
  assert.match((await refusal(readTable(inOneBuffer(pieces)))).message, /^row 33335 is not valid utf-8/);
});

for (const [what, text, expected, options] of [
  ['sep=; of spreadsheets', 'sep=;\na;b\n1,5;x\n2;y', { a: [1.5, 2], b: ['x', 'y'] }],
  ['sep=, against more semicolons', 'sep=,\r\na,b\r\n1.5,x;y\r\n2,x;z', { a: [1.5, 2], b: ['x;y', 'x;z'] }],
  ['SEP=| in capitals', 'SEP=|\na|b\n1|x', { a: [1], b: ['x'] }],
  ['sep=: that nobody would guess', 'sep=:\na:b\n1:x\n2:y', { a: [1, 2], b: ['x', 'y'] }],
  ['sep=\\t', 'sep=\\t\na\tb\n1\tx', { a: [1], b: ['x'] }],
  ['"sep=;" in quotes', '"sep=;"\na;b\n1;x', { a: [1], b: ['x'] }],
  ['a given delimiter before sep', 'sep=;\na,b\n1,x', { a: [1], b: ['x'] }, { delimiter: ',' }],
  ['comments', '# made by hand\n# a,b,c\nx,class\n1,a\n2,b', { x: [1, 2], class: ['a', 'b'] }],
  [
    'comments with quotes and delimiters',
    '# he said "no, never\n#;;;\nx;class\n1;a\n2;b',
    { x: [1, 2], class: ['a', 'b'] },
  ],
  ['comments after sep', 'sep=;\n# one\nx;class\n1;a', { x: [1], class: ['a'] }],
  ['an indented comment', '  # one\nx,class\n1,a', { x: [1], class: ['a'] }],
  ['comments and no header', '# one\n1.5,2\n2.5,3', { 'column 1': [1.5, 2.5], 'column 2': [2, 3] }],
  ['the header of numpy', '# x,class\n1.5,2\n2.5,3', { x: [1.5, 2.5], class: [2, 3] }],
  ['a header that begins with #', '#id,class\n1.5,a\n2.5,b', { id: [1.5, 2.5], class: ['a', 'b'] }],
  ['# in the rows', 'x,class\n1,#a\n2,b', { x: [1, 2], class: ['#a', 'b'] }],
  [
    'a comment mark of their own',
    '% one\nx,class\n1,a\n% two\n2,b',
    { x: [1, 2], class: ['a', 'b'] },
    { comment: '%' },
  ],
]) {
  test(`before the table: ${what}`, async () => {
    for (const size of [1, 4, 1000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, p) =>
        text.slice(p * size, (p + 1) * size),
      );
      assert.deepEqual(plain(await readTable(pieces, options)), expected, `pieces of ${size}`);
    }
  });
}

test('lines before the table are counted: rows keep their numbers, and comments are reported with the flag', async () => {
  const text = 'sep=;\n# one\n# two\nx;class\n1;a\nabc;b\n3;a\n4;a';
  const error = await refusal(readTable(text));
  assert.match(error.message, /row 6, column 'x': 'abc' is not a number/);
  const table = await readTable(text.replace('abc', '2'));
  assert.deepEqual([...table.rows], [5, 6, 7, 8]);
  assert.deepEqual(
    table.notes.map((note) => note()),
    ["2 comment lines before the header were skipped; --comment '#' skips such lines everywhere"],
  );
  assert.equal(table.format.delimiter.reason, 'named in the first line');
});

test('numbers of any length equal those of Number, with either mark', async () => {
  let state = 7;
  const random = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const digits = (count) => Array.from({ length: count }, () => random(10)).join('');
  const texts = Array.from({ length: 3000 }, () => {
    const [whole, part] = [digits(random(13)), digits(random(13))];
    const text = `${['', '', '-', '+'][random(4)]}${whole || (part ? '' : '0')}${part || random(4) === 0 ? `.${part}` : ''}`;
    return /\d/.test(text) ? `${text}${random(20) === 0 ? `e${random(30) - 15}` : ''}` : '0.5';
  });
  const edges = ['-0', '+0.0', '5.', '.5', '-.5', '0.1', '123456789012345', '999999999999999.', '1234567890123456789'];
  const all = ['0.25', ...edges, '0.000000000000001', '9007199254740993', '00012', ...texts];
  const expected = Float32Array.from(all, Number);
  for (const [mark, delimiter] of ['.,', ',;'].map(([...pair]) => pair)) {
    const text = `x${delimiter}y\n${all.map((cell) => `${cell.replace('.', mark)}${delimiter}a`).join('\n')}\n`;
    const { columns } = await readTable(text, { decimal: mark, choose: () => ['number', 'skip'] });
    assert.deepEqual(new Uint32Array(Float32Array.from(columns[0].values).buffer), new Uint32Array(expected.buffer));
  }
});
