/** Reading small tables: detection, refusals, chunks split at any position. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TripError } from '../../dist/index.js';
import {
  findColumn,
  inspectRows,
  inspectTable,
  readTable,
  refusedColumns,
  TableError,
  tableOfRecords,
  tableOfRows,
  toCsv,
  toDataset,
} from '../../dist/table.js';
import { trip } from '../lib/support.mjs';

/** The table as plain values: names, and rows of numbers, texts and null for missing values. */
const plain = ({ columns, rows }) => ({
  names: columns.map(({ name }) => name),
  rows: Array.from(rows, (_, n) =>
    columns.map((column) =>
      column.type === 'number'
        ? Number.isNaN(column.values[n])
          ? null
          : column.values[n]
        : (column.categories[column.codes[n]] ?? null),
    ),
  ),
});

const failure = async (promise) => {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof TableError && error instanceof TripError, error.stack);
    return error;
  }
  throw new Error('nothing was refused');
};

test('a chunk may end anywhere, even in the middle of a character', async () => {
  const text = '\ufeffname;größe;class\r\n"a;1";1,5;x\r\n"b\r\n2";-2,25;"say ""ü"""\r\n';
  const bytes = new TextEncoder().encode(text);
  const whole = plain(await readTable([bytes]));
  assert.deepEqual(whole, {
    names: ['name', 'größe', 'class'],
    rows: [
      ['a;1', 1.5, 'x'],
      ['b\n2', -2.25, 'say "ü"'],
    ],
  });
  assert.deepEqual(plain(await readTable(text)), whole);
  assert.deepEqual(plain(await readTable(new Blob([bytes]))), whole);
  for (const size of [1, 2, 3, 7]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, p) =>
      bytes.subarray(p * size, (p + 1) * size),
    );
    assert.deepEqual(plain(await readTable(pieces)), whole, `pieces of ${size}`);
  }
});

test('lazy rows are those of the whole array, whatever their number and order', async () => {
  for (const [count, width] of [
    [1, 3],
    [63, 2],
    [65, 2],
    [130, 3],
    [5, 40_000],
  ]) {
    const names = Array.from({ length: width }, (_, i) => `v${i}`);
    const rows = Array.from({ length: count }, (_, n) => names.map((_, i) => (n * 7 + i * 3) / 8));
    const lines = [[...names, 'g'], ...rows.map((row, n) => [...row, n % 2 ? 'a' : 'b'])].map((row) => row.join());
    const table = await readTable(lines.join('\n'));
    const choice = { categories: 'indicators' };
    const [lazy, whole] = [true, false].map((own) => toDataset(table, { ...choice, lazy: own }).input);
    const size = width + 2;
    const order = [...rows.keys(), 0, count - 1, count >> 1];
    for (const n of order) assert.deepEqual([...lazy.x[n]], [...whole.x.subarray(n * size, (n + 1) * size)], `${n}`);
    assert.deepEqual([lazy.x.length, lazy.x[count], lazy.x[count + 99]], [count, undefined, undefined]);
    assert.deepEqual(trip.dataset(lazy).x, trip.dataset(whole).x);
  }
});

test('rows after those used for detection are read in the same way, and errors have their row', async () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => `${n / 8},${n % 3 ? 'yes' : 'no'}`);
  const table = await readTable(`x,y\n${rows.join('\n')}\n`);
  const [x, y] = table.columns;
  assert.equal(x.values.length, 50_000);
  assert.ok(x.values.every((value, n) => value === n / 8));
  assert.ok(y.codes.every((code, n) => y.categories[code] === (n % 3 ? 'yes' : 'no')));
  assert.equal(table.rows[49_999], 50_001);
  rows[40_000] = 'abc,yes';
  for (let n = 45_000; n < 45_030; n++) rows[n] = '1,yes,2';
  const error = await failure(readTable(`x,y\n${rows.join('\n')}`));
  assert.match(error.message, /^31 problems:\nrow 40002, column 'x': 'abc' is not a number\n/);
  assert.match(error.message, /\nrow 45002: 3 cells where 2 are expected\n/);
  assert.match(error.message, /\nand 11 more$/);
  assert.equal(error.rows.length, 20);
  assert.deepEqual(error.rows[0], { row: 40_002, column: 'x', message: "'abc' is not a number" });
});

test('an inspection returns format, columns with reasons and the first rows, and reads no further', async () => {
  let read = 0;
  const pieces = (function* () {
    yield 'code;x;y\n';
    for (let n = 0; n < 1e6; n++) {
      read++;
      yield `00${n};${n},5;${n % 2 ? 'a' : 'b'}\n`;
    }
  })();
  const { format, columns, preview, questions, notes } = await inspectTable(pieces);
  assert.ok(read < 50_000, `${read} rows were read`);
  assert.equal(format.delimiter.value, ';');
  assert.equal(format.delimiter.reason, 'splits the first rows into 3 cells');
  assert.deepEqual(format.decimal, { value: ',', reason: "as in '0,5'" });
  assert.deepEqual(
    columns.map(({ type }) => type),
    ['category', 'number', 'category'],
  );
  assert.equal(columns[0].reason, "'000' begins with a zero");
  assert.deepEqual(preview[1], ['001', '1,5', 'a']);
  assert.deepEqual([questions, notes], [[], []]);
});

test('an ambiguous file raises a question, and the answer is used', async () => {
  const thousands = 'x;y\n1,234;a\n5,678;b\n';
  const { questions } = await inspectTable(thousands);
  assert.deepEqual(questions, [
    {
      option: 'decimal',
      message:
        "column 'x': '1,234' may be 1.234 or 1234, and no other cell decides it: --decimal , reads 1.234, --decimal . reads 1234",
    },
  ]);
  assert.equal((await failure(readTable(thousands))).code, 'option');
  assert.equal((await readTable(thousands, { decimal: ',' })).columns[0].values[0], 1.234);
  assert.deepEqual([...(await readTable(thousands, { decimal: '.' })).columns[0].values], [1234, 5678]);

  const two = 'a;b,c\nd;e,f\n';
  assert.match((await failure(readTable(two))).message, /comma and semicolon split the rows equally well/);
  assert.deepEqual(plain(await readTable(two, { delimiter: ';' })).names, ['a', 'b,c']);
});

test('a source is closed if its table is refused before the end', async () => {
  let closed = false;
  const pieces = (function* () {
    try {
      while (true) yield 'a;b,c\n'.repeat(1000);
    } finally {
      closed = true;
    }
  })();
  assert.equal((await failure(readTable(pieces))).code, 'option');
  assert.ok(closed);
});

test('columns are found by name before position, from either end', () => {
  const names = ['x', '1', 'class'];
  assert.equal(findColumn(names, 'class'), 2);
  assert.equal(findColumn(names, '1'), 1);
  assert.equal(findColumn(names, '3'), 2);
  assert.equal(findColumn(names, '-1'), 2);
  for (const wanted of ['0', '4', '-4', 'y', '1.5', '']) {
    assert.throws(() => findColumn(names, wanted), {
      code: 'option',
      message: /there is no column .*'x', '1', 'class'/,
    });
  }
});

test('a table becomes a dataset: classes, indicators, shapes, missing values', async () => {
  const table = await readTable('a,city,b,class\n1,Paris,2,10\n3,Rome,,2\n5,Rome,6,10\n');
  const classes = { choose: (plans) => plans.map(({ name, type }) => (name === 'class' ? 'category' : type)) };
  const read = await readTable('a,city,b,class\n1,Paris,2,10\n3,Rome,,2\n5,Rome,6,10\n', classes);
  assert.throws(() => toDataset(table, { target: 'class' }), {
    message: /column 'city': 2 categories \('Paris', 'Rome'; [\s\S]*row 3, column 'b': the value is missing/,
  });
  const choice = { target: 'class', categories: 'indicators' };
  assert.throws(() => toDataset(read, choice), {
    message: /^1 missing value:\nrow 3, column 'b': the value is missing\n/,
  });

  const { input, samples, notes } = toDataset(read, { ...choice, missing: 'drop' });
  const data = trip.dataset(input);
  assert.deepEqual([...data.x], [1, 1, 0, 2, 5, 0, 1, 6]);
  assert.deepEqual(data.featureNames, ['a', 'city=Paris', 'city=Rome', 'b']);
  assert.deepEqual(data.classNames, ['10']);
  assert.deepEqual(
    [[...samples], notes.map((note) => note())],
    [[0, 2], ['1 of 3 rows were left out: 1 with a missing value']],
  );

  const mean = trip.dataset(toDataset(read, { ...choice, missing: 'mean', shape: [2, 2] }).input);
  assert.deepEqual(mean.shape, [3, 2, 2]);
  assert.ok(Number.isNaN(mean.x[7]));
  assert.deepEqual(mean.classNames, ['2', '10']);
  assert.throws(() => toDataset(read, { ...choice, missing: 'mean', shape: [3, 2] }), { code: 'shape' });
});

test('a model finds its variables by name, in its own order', async () => {
  const features = ['b', 'city=Rome', 'city=Paris', 'city=Oslo', 'a'];
  const table = await readTable('extra,city,a,b\nx,Paris,1,2\ny,Rome,3,4\n');
  assert.deepEqual([...toDataset(table, { features }).input.x], [2, 0, 1, 0, 1, 4, 1, 0, 0, 3]);
  const strange = await readTable('city,a,b\nParis,1,2\nBerlin,3,4\n');
  assert.throws(() => toDataset(strange, { features }), {
    message: /row 3, column 'city': the model does not know 'Berlin'/,
  });
  assert.throws(() => toDataset(table, { features: ['a', 'z'] }), { message: /the data lack columns .*: 'z'/ });
});

test('records of JSON are rows', async () => {
  const records = JSON.parse('[{"__proto__": 1, "y": "a"}, {"y": "b", "__proto__": null}]');
  assert.deepEqual(plain(tableOfRecords(records)), {
    names: ['__proto__', 'y'],
    rows: [
      [1, 'a'],
      [null, 'b'],
    ],
  });
  assert.deepEqual(
    plain(
      tableOfRecords([
        [0.1, true],
        [2, false],
      ]),
    ).rows,
    [
      [0.1, 'true'],
      [2, 'false'],
    ],
  );
  assert.throws(() => tableOfRecords([{ a: 1 }, { b: 1 }]), { message: /record 2 has 'b'/ });
  assert.throws(() => tableOfRecords([{ a: [1] }]), { message: /record 1 holds a list/ });
  assert.throws(() => tableOfRecords([[1], [2, 3]]), { message: /row 2: 2 cells where 1 are expected/ });
  assert.throws(() => tableOfRecords([]), { code: 'format' });
  for (const [first, seen] of [
    [1, '1'],
    [null, 'null'],
    ['a', "'a'"],
    [true, 'true'],
  ])
    assert.throws(() => tableOfRecords([first, 2]), {
      message: `record 1 is ${seen}; objects, or arrays of equal length, are accepted`,
    });
  assert.throws(() => tableOfRecords([[1], 2]), { message: /record 2 is not an array like the first one/ });
});

/** Microseconds of processor time for tables of so many columns, read in each way. */
async function timeOfWidth(width) {
  const names = Array.from({ length: width }, (_, i) => `v${i}`);
  const record = Object.fromEntries(names.map((name, i) => [name, i]));
  const before = process.cpuUsage();
  tableOfRecords([record, record]);
  const numbers = await readTable([names, names.map((_, i) => i), names.map((_, i) => i + 1)].map(String).join('\n'));
  toDataset(numbers);
  const types = names.map((_, i) => (i % 2 ? 'number' : 'category'));
  const pairs = [names, names.map((_, i) => (i % 2 ? i : 'a')), names.map((_, i) => (i % 2 ? i : 'b'))];
  const mixed = await readTable(pairs.map(String).join('\n'), { choose: () => types });
  const features = names.flatMap((name, i) => (i % 2 ? [name] : [`${name}=a`, `${name}=b`]));
  assert.equal(toDataset(mixed, { features }).input.x.length, 2 * features.length);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test('the time for wide tables grows with their width', async () => {
  await timeOfWidth(1000);
  const narrow = Math.min(await timeOfWidth(4000), await timeOfWidth(4000));
  const wide = Math.min(await timeOfWidth(40_000), await timeOfWidth(40_000));
  // Ten times the width: a step that looks at all columns for each column would take 100 times as long.
  assert.ok(wide < 30 * narrow, `${narrow} and ${wide} microseconds`);
});

test('tables written for spreadsheets have no formulas and are read back unchanged', async () => {
  const rows = [
    ['name', '=1+1', 'x,y'],
    ['@home', -1.5, Number.NaN],
    ['-5', '+cmd', 'say "a"\nb'],
  ];
  const text = toCsv(rows);
  assert.equal(text, `name,"'=1+1","x,y"\n"'@home",-1.5,\n-5,"'+cmd","say ""a""\nb"\n`);
  assert.deepEqual(plain(await readTable(text)).rows[1][2], 'say "a"\nb');
});

test('rows are inspected as a file is, and read with the same plans', () => {
  const origin = { names: ['id', 'size', 'kind'], origin: 'Parquet' };
  const rows = [0, 1, 2, 3].map((n) => [n, n === 2 ? null : n / 4, n % 2 ? 'odd' : 'even']);
  const found = inspectRows(rows, origin);
  assert.deepEqual(
    found.columns.map(({ name, type }) => [name, type]),
    [
      ['id', 'skip'],
      ['size', 'number'],
      ['kind', 'category'],
    ],
  );
  assert.deepEqual(found.preview[2], ['2', '', 'even']);
  assert.deepEqual(tableOfRows(rows, origin).plans, found.columns);
  const open = inspectRows([['1.237'], ['300']], { names: ['a'], origin: 'Parquet' });
  assert.deepEqual(
    open.questions.map(({ option }) => option),
    ['decimal'],
  );
});

test('one list has cells, rows, missing values and columns that a training would refuse', async () => {
  const text = 'a,b,c,y\n1,2,p,u\n2,x,q,v\n,3,p,u\n4,5,q\n5,,r,v\n';
  const choose = (plans) => plans.map(({ name }) => (['c', 'y'].includes(name) ? 'category' : 'number'));
  const choice = { target: 'y' };
  const required = (name) => name !== 'y';
  const problems = (table) => refusedColumns(table, choice);
  const error = await readTable(text, { choose, required, problems }).catch((thrown) => thrown);
  assert.ok(error instanceof TableError);
  for (const line of [
    "column 'c': ",
    "row 3, column 'b': 'x' is not a number",
    "row 4, column 'a': the value is missing",
    'row 5: 3 cells where 4 are expected',
    "row 6, column 'b': the value is missing",
    '--indicators COLUMN',
    '--missing mean',
  ])
    assert.ok(error.message.includes(line), `${line} is not in\n${error.message}`);
  assert.equal(error.rows.length, 4);
  // Without other problems the list is that of the cells.
  const cells = await readTable('a,y\nx,u\n1,v\n2,u\n', { choose, required, problems }).catch((thrown) => thrown);
  assert.equal(cells.message, "1 problem:\nrow 2, column 'a': 'x' is not a number");
  // Mended cells leave the columns to the dataset, with the same words.
  const mended = await readTable('a,b,c,y\n1,2,p,u\n2,3,q,v\n', { choose, required, problems });
  assert.throws(() => toDataset(mended, choice), /column 'c'/);
});

test('a file in one chunk is read in parts, as one that comes in many', async () => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `${n / 8},${n % 3 ? 'jä 🙂' : '"no\r\n, ""none"""'},${n % 7}`);
  const text = `x,kind,y\r\n${lines.join('\r\n')}`;
  const bytes = new TextEncoder().encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 10_007) }, (_, p) =>
    bytes.subarray(p * 10_007, (p + 1) * 10_007),
  );
  const expected = plain(await readTable(pieces));
  assert.equal(expected.rows.length, 60_000);
  for (const source of [[bytes], text, [text]]) {
    const seen = [];
    const table = await readTable(source, { onProgress: (read) => seen.push(read) });
    assert.deepEqual(plain(table), expected);
    assert.ok(seen.length > 4, `${seen}`);
    assert.equal(seen.at(-1), source === text || source[0] === text ? text.length : bytes.length);
  }
});

test('a preamble that is longer than what detection reads at first', async () => {
  const body = Array.from({ length: 30 }, (_, n) => `${n},${n % 2}`).join('\n');
  const text = `${'# measured by hand, row after row, and never again\n'.repeat(4000)}x,y\n${body}\n`;
  for (const size of [2 ** 12, 2 ** 16, 2 ** 18]) {
    const bytes = Buffer.from(text);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, k) =>
      bytes.subarray(k * size, (k + 1) * size),
    );
    const table = await readTable(chunks);
    assert.deepEqual([plain(table).names, table.rows.length, table.rows[0]], [['x', 'y'], 30, 4002], `${size}`);
  }
});

test('comment rows that an option skips are counted', async () => {
  const text = 'x,colour\n1,red\n# a remark\n2,blue\n#3,green\n';
  const notes = (await readTable(text, { comment: '#' })).notes.map((note) => note());
  assert.ok(notes.includes('2 comment rows were skipped'), notes.join());
  assert.ok(!(await readTable('x\n1\n2\n', { comment: '#' })).notes.some((note) => /comment/.test(note())));
});

test('many equal names are numbered in one pass, and most of their notes are one', async () => {
  const { columns, notes } = await inspectTable(`${'a,'.repeat(19_999)}b\n`);
  const names = columns.map(({ name }) => name);
  assert.deepEqual([names[0], names[1], names[19_998], names[19_999]], ['a', 'a (2)', 'a (19999)', 'b']);
  assert.equal(notes.length, 21);
  assert.match(notes.at(-1)(), /^19978 more columns without a name, or with that of an earlier one/);
  const taken = await inspectTable('a,a (2),a,a,a (2)\n1,2,3,4,5\n');
  assert.deepEqual(
    taken.columns.map(({ name }) => name),
    ['a', 'a (2)', 'a (3)', 'a (4)', 'a (2) (2)'],
  );
});

test('a wide header above short rows gives the columns room for no more cells than the file can have', async (t) => {
  const count = 6000;
  const wide = `${Array.from({ length: count }, (_, c) => `n${c}`).join()}\n${'1\n'.repeat(count)}`;
  let largest = 0;
  const own = globalThis.Float64Array;
  globalThis.Float64Array = class extends own {
    constructor(...given) {
      super(...given);
      largest = Math.max(largest, this.length);
    }
  };
  t.after(() => {
    globalThis.Float64Array = own;
  });
  const { message } = await failure(readTable(wide));
  assert.match(message, /1 cell where 6000 are expected/);
  // All columns share one array: a cell takes a byte of the file at least.
  assert.ok(largest > 0 && largest < 2 * wide.length, `${largest}`);
});

test('the first of several rows in arrays holds the names if the option says so', () => {
  const rows = [
    ['a', 'k'],
    [1, 'x'],
    [2, 'y'],
  ];
  const table = tableOfRecords(rows, { header: true });
  assert.deepEqual(plain(table), {
    names: ['a', 'k'],
    rows: [
      [1, 'x'],
      [2, 'y'],
    ],
  });
});

test('a column of a model that stands in the table is no indicator of another column', async () => {
  const text = 'g,g=a,g=b\na,0.5,7\nb,1.5,8\n';
  const own = await readTable(text, { choose: () => ['category', 'number', 'number'] });
  const { input } = toDataset(own, { features: ['g=a', 'g=b'] });
  assert.deepEqual([...input.x], [0.5, 7, 1.5, 8]);
  const mixed = toDataset(own, { features: ['g=a', 'g=b', 'g=c'] });
  assert.deepEqual([...mixed.input.x], [0.5, 7, 0, 1.5, 8, 0]);
});

test('texts of a column that is only copied are kept, also those that mean a missing value elsewhere', async () => {
  const text = 'id,x\nNA,1\n-,NA\n,3\n';
  const { columns } = await readTable(text, {
    choose: () => ['category', 'number'],
    verbatim: (name) => name === 'id',
  });
  assert.deepEqual([columns[0].categories, columns[0].missing, columns[1].missing], [['NA', '-', ''], 0, 1]);
});
