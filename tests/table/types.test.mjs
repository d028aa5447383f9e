/** Columns that are no numbers: categories, dates and times; rows without a response. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTable } from '../../dist/table.js';
import { noise, notesOf, read, refusal, rowsOf, text } from './support.mjs';

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
  assert.match(error.message, /^8 columns are not numeric:\n/);
  for (const look of [
    "column 'name': an identifier, all 60 values differ ('item 0', 'item 1', 'item 2', ...)",
    "column 'kind': 3 categories ('blue', 'green', 'red'; ",
    "column 'when': dates ('2020-01-10', ",
    "column 'at, exactly': times of the day ('10:30', ",
    "column 'zip': 50 different codes, like zip codes ('01000', ",
    "column 'PLZ': 12 different codes, like zip codes ('20000', ",
    "column 'town': 30 categories ('town 0', 'town 1', 'town 2', ...), too many for automatic indicators",
    "column 'day': dates whose order of day and month is ambiguous ('01/01/2020', ",
    '6 missing values:',
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
  assert.match((await refusal(readTable(open, { choose }))).message, /'day' contains dates whose order .*2020-12-31/);
  assert.match(
    (await refusal(readTable('day,class\nsoon,a\nlater,b', { choose }))).message,
    /'day' contains no readable dates/,
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
  assert.match(error.message, /^8 missing values:\n/);
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
