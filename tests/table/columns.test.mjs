/** Columns that are not variables, names, and realistic tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectTable, readTable, toDataset } from '../../dist/table.js';
import { refusal } from './support.mjs';

const rowsOf = (count, cells) => Array.from({ length: count }, (_, n) => cells(n));
const text = (header, rows, delimiter = ',') => [header, ...rows].map((row) => row.join(delimiter)).join('\n');
const noise = (n, salt = 1) => ((n * 7919 * salt) % 101) / 10 + 0.05;

/** Reads like the command: the response as classes, other columns as detected or as given by name. */
async function read(table, { target = 'class', task, types = {}, ...choice } = {}) {
  const choose = (plans) =>
    plans.map(({ name, type }) =>
      name === target ? (task === 'regression' ? 'number' : 'category') : (types[name] ?? type),
    );
  return toDataset(await readTable(table, { choose }), { target, task, ...choice });
}
const notesOf = ({ notes }) => notes.map((note) => note());

const plainRows = rowsOf(30, (n) => [noise(n), noise(n, 3), 'ab'[(n * 13) % 7 > 3 ? 1 : 0]]);
const with1st = (name, cell) =>
  text(
    [name, 'u', 'v', 'class'],
    plainRows.map((row, n) => [cell(n), ...row]),
  );

for (const [what, name, cell, called = name] of [
  ['a pandas index', '', (n) => n, 'column 1'],
  ['a pandas index that was written twice', 'Unnamed: 0', (n) => n],
  ['the index of R', 'X', (n) => n + 1],
  ['an id', 'id', (n) => n + 1],
  ['row names', 'rownames', (n) => n + 1],
  ['an index', 'index', (n) => n],
  ['a number', 'No.', (n) => n + 1],
  ['a count from somewhere', 'row_id', (n) => n + 4711],
  ['an index of drawn rows', '', (n) => (n * 37) % 1009, 'column 1'],
  ['patient numbers', 'ID', (n) => 842302 + ((n * 7919) % 100_003)],
  ['texts', 'id', (n) => `P-${(n * 37) % 101}`],
  ['whole numbers with a point', 'index', (n) => `${n}.0`],
  ['identifiers of patients', 'patient_id', (n) => 100 + ((n * 37) % 211)],
  ['identifiers of samples', 'SampleID', (n) => `S${n}`],
  ['unnamed texts', '', (n) => `Mazda ${n}`, 'column 1'],
]) {
  test(`${what} in a column called '${name}' is left out with a note, and kept on request`, async () => {
    const table = with1st(name, cell);
    const found = await read(table);
    assert.deepEqual(found.features, ['u', 'v']);
    assert.match(
      notesOf(found).join('\n'),
      new RegExp(
        `column '${called.replace('.', '\\.')}' is left out .*--include '${called.replace('.', '\\.')}' keeps it`,
      ),
    );
    const { columns } = await inspectTable(table);
    assert.equal(columns[0].type, 'skip');
    const kept = columns[0].kept === 'number' ? 'number' : 'indicators';
    const all = await read(table, { types: { [called]: kept } });
    assert.equal(all.features.length, kept === 'number' ? 3 : 32);
    assert.doesNotMatch(notesOf(all).join('\n'), /--include/);
  });
}

for (const [what, name, cell] of [
  ['a count with the name of a variable', 'dose', (n) => n + 1],
  ['numbers with decimals', '', (n) => noise(n, 5)],
  ['numbers that repeat', 'id', (n) => n % 7],
  ['negative numbers', 'X', (n) => -n],
  ['a small x', 'x', (n) => n + 1],
]) {
  test(`${what} in a column called '${name}' is a variable`, async () => {
    const found = await read(with1st(name, cell));
    assert.equal(found.features.length, 3);
    const counts = ['dose', 'x'].includes(name);
    assert.equal(
      notesOf(found).some((note) => note.includes('counts the rows; --ignore')),
      counts,
    );
  });
}

for (const [what, quote, delimiter, names] of [
  ['write.csv without its first name', '"', ',', (n) => `${n + 1}`],
  ['write.table', '"', '\t', (n) => `car ${n}`],
  ['without quotes', '', ';', (n) => `r${n}`],
]) {
  test(`R, ${what}: the header is one cell shorter, and the first column names the rows`, async () => {
    const q = (cell) => `${quote}${cell}${quote}`;
    const rows = plainRows.map((row, n) => [q(names(n)), row[0], row[1], q(row[2])]);
    const table = text(['u', 'v', 'class'].map(q), rows, delimiter);
    const found = await read(table);
    assert.deepEqual(found.features, ['u', 'v']);
    assert.equal(found.input.x[0], noise(0));
    assert.match(notesOf(found).join(), /'row name' is left out .*header is one cell shorter.*--include 'row name'/);
  });
}

test('a header that is shorter for another reason is an error of the rows', async () => {
  const rows = rowsOf(20, (n) => [n % 3, noise(n), 'a']);
  assert.match((await refusal(readTable(text(['x', 'class'], rows)))).message, /row 2: 3 cells where 2 are expected/);
  const trailing = await readTable('x,class\n1,a,\n2,b,\n3,a,');
  assert.deepEqual(
    trailing.columns.map(({ name }) => name),
    ['x', 'class'],
  );
});

for (const [what, extra, told] of [
  ['the class under another name', (_, c) => ['healthy', 'ill'][c], 'answer'],
  ['a code of the class', (_, c) => [17, 4][c], 'answer'],
  ['a number that alone separates the classes', (n, c) => noise(n) + 30 * c, 'answer'],
  ['a group that belongs to one class', (n, c) => 2 * (n % 2) + c, 'answer'],
  ['a number that separates all rows except one', (n, c) => (n === 2 ? 200 : noise(n) + 30 * c), undefined],
  ['noise', (n) => noise(n, 11), undefined],
]) {
  test(`${what}: ${told ? 'reported' : 'not reported'} as the response itself`, async () => {
    const rows = rowsOf(60, (n) => [noise(n), extra(n, n % 5 > 2 ? 1 : 0), 'ab'[n % 5 > 2 ? 1 : 0]]);
    const table = text(['u', 'extra', 'class'], rows);
    const isText = Number.isNaN(Number(rows[0][1]));
    const notes = notesOf(await read(table, { types: isText ? { extra: 'indicators' } : {} })).join('\n');
    assert.equal(/column 'extra' alone determines .*--ignore 'extra' leaves it out/.test(notes), told !== undefined);
    const { answers } = await inspectTable(table);
    assert.deepEqual(answers('class'), told ? ['extra'] : []);
    if (isText)
      assert.match((await refusal(read(table))).message, /'extra': 2 categories .*it may be the response itself/);
  });
}

test('the response in other units is reported too', async () => {
  const rows = rowsOf(40, (n) => [noise(n), noise(n, 3) * 1.8 + 32, noise(n, 3)]);
  const choice = { target: 'celsius', task: 'regression' };
  const notes = notesOf(await read(text(['u', 'fahrenheit', 'celsius'], rows), choice));
  assert.match(notes.join(), /column 'fahrenheit' alone determines/);
  assert.doesNotMatch(notes.join(), /column 'u' alone/);
});

for (const [header, names] of [
  [
    ['conc', 'conc', 'conc (2)'],
    ['conc', 'conc (3)', 'conc (2)'],
  ],
  [
    ['a', 'a (2)', 'a', 'a'],
    ['a', 'a (2)', 'a (3)', 'a (4)'],
  ],
  [
    ['column 2', '', 'x'],
    ['column 2', 'column 2 (2)', 'x'],
  ],
  [
    ['', 'column 1', ''],
    ['column 1 (2)', 'column 1', 'column 3'],
  ],
  [
    ['', '', 'column 2'],
    ['column 1', 'column 2 (2)', 'column 2'],
  ],
  [
    ['x (2)', 'x', 'x'],
    ['x (2)', 'x', 'x (3)'],
  ],
  [
    ['x', 'x', 'x (2)', 'x (2)'],
    ['x', 'x (3)', 'x (2)', 'x (2) (2)'],
  ],
  [
    ['b', 'B', 'b'],
    ['b', 'B', 'b (2)'],
  ],
  [
    ['column 3', 'y', '', 'column 3 (2)'],
    ['column 3', 'y', 'column 3 (3)', 'column 3 (2)'],
  ],
  [
    ['1a', '1a', '1a (2)', '1a (3)'],
    ['1a', '1a (4)', '1a (2)', '1a (3)'],
  ],
  [
    ['__proto__', '__proto__', 'constructor'],
    ['__proto__', '__proto__ (2)', 'constructor'],
  ],
]) {
  test(`names of ${header.map((name) => `'${name}'`).join()}`, async () => {
    const { plans, notes } = await readTable(text(header, [header.map((_, c) => c + 1), header.map((_, c) => c + 5)]));
    assert.deepEqual(
      plans.map(({ name }) => name),
      names,
    );
    assert.equal(notes.length, names.filter((name, c) => name !== header[c]).length);
  });
}

test('an indicator with the name of a column is refused', async () => {
  const rows = rowsOf(30, (n) => ['red blue'.split(' ')[n % 2], noise(n), 'ab'[n % 3 > 0 ? 1 : 0]]);
  const error = await refusal(read(text(['hue', 'hue=red', 'class'], rows), { categories: 'indicators' }));
  assert.match(error.message, /indicator 'hue=red' of column 'hue=red' has the name of another|indicator 'hue=red'/);
});

test('classes with the same numeric value stay separate and are reported', async () => {
  const rows = rowsOf(20, (n) => [noise(n), ['1', '1.0', '01', '2'][n % 4]]);
  const found = await read(text(['u', 'class'], rows));
  assert.equal(new Set(found.input.y).size, 4);
  assert.match(notesOf(found).join(), /column 'class': '1', '1.0', '01' are the same number written differently/);
  const plain = await read(
    text(
      ['u', 'class'],
      rowsOf(20, (n) => [noise(n), ['1', '10', '2'][n % 3]]),
    ),
  );
  assert.deepEqual(new Set(plain.input.y), new Set([1, 10, 2]));
  assert.doesNotMatch(notesOf(plain).join(), /same number/);
});

for (const token of ['-', 'NA', 'None', '?', 'null', 'N/A', 'nan']) {
  test(`the class ${token} is read as missing, with the flag that keeps it`, async () => {
    const rows = rowsOf(24, (n) => [noise(n), ['yes', 'no', token][n % 3]]);
    const found = await read(text(['u', 'class'], rows));
    const notes = notesOf(found).join('\n');
    assert.match(notes, /^8 of 24 rows were left out: 8 without a response/);
    const [, flag] = /--missing-tokens '(.*)' keeps it as a class/.exec(notes);
    const table = await readTable(text(['u', 'class'], rows), { missingTokens: flag.split(',') });
    assert.equal(table.columns[1].missing, 0);
    assert.ok(table.columns[1].categories.includes(token));
    assert.equal(found.fewLeft, false);
  });
}

for (const [what, cells, decimals] of [
  ['decimals without a zero', ['.048', '.5', '.25'], true],
  ['decimal commas', ['0,5', '1,25', '2,5'], true],
  ['signs and exponents', ['+3.5', '1e-3', '-2'], true],
  ['a percent sign', ['12.5%', '3%', '4%'], true],
  ['Swiss thousands with decimals', ["1'237.50", '3', "2'000"], true],
  ['a Unicode minus', ['\u22121.5', '2', '3'], true],
  ['one that could be thousands', ['1.237', '300', '1.311'], true],
  ['whole numbers', ['1', '2', '10'], false],
  ['whole numbers with a point', ['1.', '2.', '3.'], false],
]) {
  test(`a response of ${what} is ${decimals ? 'refused without a task' : 'read as classes'}`, async () => {
    const table = text(
      ['u', 'class'],
      rowsOf(30, (n) => [n % 7, cells[n % 3]]),
      ';',
    );
    if (!decimals) return assert.equal((await read(table)).input.task, 'classification');
    assert.match((await refusal(read(table))).message, /numbers that are not all integers; say whether/);
    const kept = await read(table, { task: 'classification' });
    assert.equal(new Set(kept.input.y).size, 3);
  });
}

test('one message lists all columns that are not numeric, with their looks and the flags that handle them', async () => {
  const rows = rowsOf(60, (n) => [
    `item ${n}`,
    ['blue', 'green', 'red'][n % 3],
    `2020-0${1 + (n % 9)}-1${n % 10}`,
    `${10 + (n % 9)}:30`,
    `0${1000 + (n % 50)}`,
    `${20_000 + (n % 12)}`,
    `town ${n % 30}`,
    `0${1 + (n % 9)}/0${1 + (n % 7)}/2020`,
    n % 10 === 0 ? '' : noise(n),
    noise(n, 3),
  ]);
  const header = ['name', 'kind', 'when', 'at, exactly', 'zip', 'PLZ', 'town', 'day', 'size', 'score'];
  const table = text(
    header.map((name) => `"${name}"`),
    rows,
  );
  const error = await refusal(read(table, { target: 'score', task: 'regression' }));
  assert.match(error.message, /^columns that are not numeric: 8\n/);
  for (const look of [
    "column 'name': an identifier, all 60 values differ ('item 0', 'item 1', 'item 2', ...)",
    "column 'kind': 3 categories ('blue', 'green', 'red'; ",
    "column 'when': dates ('2020-01-10', ",
    "column 'at, exactly': times of the day ('10:30', ",
    "column 'zip': 50 different codes, like zip codes ('01000', ",
    "column 'PLZ': 12 different codes, like zip codes ('20000', ",
    "column 'town': 30 categories ('town 0', 'town 1', 'town 2', ...), too many for automatic indicators",
    "column 'day': dates whose order of day and month is ambiguous ('01/01/2020', ",
    'missing values: 6',
    "row 2, column 'size': the value is missing",
  ]) {
    assert.ok(error.message.includes(look), `${look}\nis not in\n${error.message}`);
  }
  assert.deepEqual(error.details.flags, {
    ignore: 'name,zip,PLZ,town,day',
    dates: 'when,4',
    categories: 'indicators',
    missing: 'mean',
  });
  const types = {
    name: 'skip',
    zip: 'skip',
    PLZ: 'skip',
    town: 'skip',
    day: 'skip',
    when: 'date',
    'at, exactly': 'date',
  };
  const choice = { target: 'score', task: 'regression', categories: 'indicators', missing: 'mean', types };
  const found = await read(table, choice);
  assert.deepEqual(found.features, ['kind=blue', 'kind=green', 'kind=red', 'when', 'at, exactly', 'size']);
  assert.deepEqual([...found.input.x.slice(0, 5)], [1, 0, 0, 18271, 10.5]);
});

for (const [rows, categories, few] of [
  [300, 20, true],
  [300, 21, false],
  [100, 10, true],
  [100, 11, false],
  [30, 3, true],
  [30, 4, false],
  [12, 2, true],
]) {
  test(`${categories} categories in ${rows} rows ${few ? 'become indicators' : 'become indicators on request only'}`, async () => {
    const table = text(
      ['kind', 'u', 'class'],
      rowsOf(rows, (n) => [`k${n % categories}`, noise(n), 'ab'[(n >> 1) % 2]]),
    );
    if (few) return assert.equal((await read(table, { categories: 'indicators' })).features.length, categories + 1);
    const error = await refusal(read(table, { categories: 'indicators' }));
    assert.match(error.message, new RegExp(`'kind': ${categories} categories .*too many.*\n.*--indicators`));
    assert.deepEqual(error.details.flags, { ignore: 'kind' });
    assert.equal((await read(table, { types: { kind: 'indicators' } })).features.length, categories + 1);
  });
}

for (const [cells, values] of [
  [
    ['1970-01-01', '1970-01-02', '1969-12-31'],
    [0, 1, -1],
  ],
  [
    ['2024-02-29', '2000-01-01', '1900-03-01'],
    [19782, 10957, -25508],
  ],
  [
    ['2020/01/01', '2020/12/31', '2021/01/01'],
    [18262, 18627, 18628],
  ],
  [
    ['01.02.2020', '28.02.2020', '1.3.2020'],
    [18293, 18320, 18322],
  ],
  [
    ['31/01/2020', '01/02/2020', '02/02/2020'],
    [18292, 18293, 18294],
  ],
  [
    ['01/31/2020', '02/01/2020', '02/02/2020'],
    [18292, 18293, 18294],
  ],
  [
    ['2020-01-01T12:00:00Z', '2020-01-01 18:00', '2020-01-02T00:00:00+02:00'],
    [18262.5, 18262.75, 18262 + 22 / 24],
  ],
  [
    ['1 Mar 2021', '28 february 2021', '02-Mar-21'],
    [18687, 18686, 18688],
  ],
  [
    ['March 1, 2021', 'Feb. 28, 2021', 'Mar 2 2021'],
    [18687, 18686, 18688],
  ],
  [
    ['2021-03', '2021-02', '1970-01'],
    [18687, 18659, 0],
  ],
  [
    ['13.1.70', '31.12.69', '1.3.21'],
    [12, -1, 18687],
  ],
  [
    ['08:30', '23:15', '00:00'],
    [8.5, 23.25, 0],
  ],
  [
    ['8:30 AM', '12:00 pm', '12:00 AM'],
    [8.5, 12, 0],
  ],
  [
    ['08:30:36', '09:00:00', '10:15:00.5'],
    [8.51, 9, 10.25 + 0.5 / 3600],
  ],
]) {
  test(`${cells[0]} and the like are dates or times`, async () => {
    const table = text(
      ['when', 'class'],
      cells.map((cell) => [`"${cell}"`, 'a']),
    );
    const { columns } = await readTable(table, { choose: () => ['date', 'category'] });
    assert.deepEqual([...columns[0].values], values);
  });
}

test('a text that is not a date is an error with its row; dates with an ambiguous order are not guessed', async () => {
  const rows = rowsOf(3000, (n) => [`2020-01-${10 + (n % 20)}`, 'a'.repeat(40)]);
  rows[2500][0] = '2020-02-30';
  const choose = () => ['date', 'category'];
  assert.match(
    (await refusal(readTable(text(['day', 'class'], rows), { choose }))).message,
    /row 2502, column 'day': '2020-02-30' is not a date/,
  );
  const open = text(
    ['day', 'class'],
    [
      ['01/02/2020', 'a'],
      ['03/04/2020', 'b'],
    ],
  );
  assert.match((await refusal(readTable(open, { choose }))).message, /'day' holds dates whose order .*2020-12-31/);
  assert.match(
    (await refusal(readTable('day,class\nsoon,a\nlater,b', { choose }))).message,
    /'day' does not hold dates/,
  );
});

test('rows without a response are left out for every treatment of missing variables', async () => {
  const rows = rowsOf(40, (n) => [n % 4 === 1 ? '' : noise(n), n % 5 === 0 ? 'NA' : 'ab'[n % 2]]);
  const table = text(['u', 'class'], rows);
  const mean = await read(table, { missing: 'mean' });
  assert.equal(mean.samples.length, 32);
  assert.match(notesOf(mean)[0], /^8 of 40 rows were left out: 8 without a response$/);
  const drop = await read(table, { missing: 'drop' });
  assert.match(notesOf(drop)[0], /^16 of 40 rows were left out: 8 without a response, 8 with a missing value$/);
  assert.deepEqual([mean.fewLeft, drop.fewLeft], [false, true]);
  const error = await refusal(read(table));
  assert.match(error.message, /^missing values: 8\n/);
  assert.match(
    (
      await refusal(
        read(
          text(
            ['u', 'class'],
            rowsOf(9, () => [1, '-']),
          ),
        ),
      )
    ).message,
    /no row has a response/,
  );
});
