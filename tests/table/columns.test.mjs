/** Columns that are no variables, their names, and responses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectTable, readTable, toDataset } from '../../dist/table.js';
import { trip } from '../lib/support.mjs';
import { noise, notesOf, read, refusal, rowsOf, text } from './support.mjs';

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

test('the response in other units is found among many rows, by those that differ', async () => {
  // Most rows have the same response; `nearly` is it in other units but for one row.
  const celsius = (n) => (n % 50 === 7 ? noise(n, 3) : 20);
  const rows = rowsOf(5000, (n) => [
    noise(n),
    celsius(n) * 1.8 + 32,
    celsius(n) * 1.8 + 32 + (n === 1207 ? 9 : 0),
    celsius(n) + noise(n) / 1000,
    celsius(n),
  ]);
  const table = text(['u', 'seldom', 'nearly', 'measured', 'celsius'], rows);
  const notes = notesOf(await read(table, { target: 'celsius', task: 'regression' })).join();
  assert.match(notes, /column 'seldom' alone determines/);
  for (const other of ['u', 'nearly', 'measured']) assert.ok(!notes.includes(`column '${other}' alone`), other);
});

for (const [what, responseAt] of [
  ['few rows vary much', (n) => noise(n) / 1000 + (n % 997 === 5 ? 1000 * noise(n, 3) : 0)],
  ['every 24th row hardly varies', (n) => 20 + (n % 24 > 6 && n % 24 < 18 ? 90 * noise(n, 5) : noise(n) / 500)],
]) {
  test(`the response in other units is found where ${what}, though it is rounded`, async () => {
    const rows = rowsOf(24_000, (n) => [noise(n, 11), Number(responseAt(n).toFixed(2)) / 3.6, responseAt(n)]);
    const notes = notesOf(await read(text(['u', 'rounded', 'y'], rows), { target: 'y', task: 'regression' })).join();
    assert.match(notes, /column 'rounded' alone determines/);
    assert.doesNotMatch(notes, /column 'u' alone/);
  });
}

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

for (const token of ['NaN', 'Infinity', '-Infinity']) {
  test(`the class ${token} beside numbers is a text that the package takes, with the flag that keeps it`, async () => {
    const rows = rowsOf(24, (n) => [noise(n), ['1', '2', token][n % 3]]);
    const kept = await readTable(text(['u', 'class'], rows), {
      missingTokens: ['?'],
      choose: () => ['number', 'category'],
    });
    const { input } = toDataset(kept, { target: 'class', task: 'classification' });
    assert.deepEqual(new Set(input.y), new Set(['1', '2', token]));
    assert.deepEqual([...trip.dataset(input).classNames].sort(), ['1', '2', token].sort());
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
