/** Number formats of countries and programs: read correctly when the file determines the format, refused with a question otherwise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectTable, readTable, TableError, tableOfRecords } from '../../dist/table.js';

const table = (delimiter, ...rows) => rows.map((row) => row.join(delimiter)).join('\n');
const column = async (text, name, options) => {
  const { columns } = await readTable(text, options);
  const found = columns.find((one) => one.name === name);
  return found.type === 'number' ? [...found.values] : found;
};
const rounded = (values) => values;

for (const [what, delimiter, cells, expected] of [
  ['Swiss apostrophes', ';', ["1'237.50", "12'000", "1'234'567.25", '300'], [1237.5, 12000, 1234567.25, 300]],
  ['typographic apostrophes', ',', ['1’237.5', '980', '45’000', '7'], [1237.5, 980, 45000, 7]],
  ['French no-break spaces', ';', ['1\u00a0237,5', '12\u00a0000', '8', '0,25'], [1237.5, 12000, 8, 0.25]],
  ['narrow no-break spaces', '\t', ['1\u202f237', '12\u202f000,75', '8', '-3\u202f000'], [1237, 12000.75, 8, -3000]],
  ['thin and plain spaces', ';', ['1 237', '12\u2009000', '8', '1 234 567,5'], [1237, 12000, 8, 1234567.5]],
  ['Indian lakhs', ';', ['1,23,456', '12,34,567.5', '950', '1,00,00,000'], [123456, 1234567.5, 950, 1e7]],
  ['German with decimals', ';', ['1.237', '300', '12.345.678', '0,5'], [1237, 300, 12345678, 0.5]],
  ['English with decimals', ';', ['1,237', '300', '12,345,678', '0.5'], [1237, 300, 12345678, 0.5]],
  ['two marks between thousands', ';', ['1.237', '300', '1.234.567', '5'], [1237, 300, 1234567, 5]],
  ['one cell of four decimals', ';', ['1.237', '1.311', '1.2345', '2.000'], [1.237, 1.311, 1.2345, 2]],
  ['a zero before the mark', '\t', ['0.500', '1.311', '1.234', '2.000'], [0.5, 1.311, 1.234, 2]],
  ['four digits before the mark', ';', ['1234.500', '1.311', '1.234', '2'], [1234.5, 1.311, 1.234, 2]],
  ['an exponent', ';', ['1.234e3', '1.311', '1.234', '2'], [1234, 1.311, 1.234, 2]],
  ['a fixed number of decimals', ',', ['1.252', '2.345', '9.120', '-3.001'], [1.252, 2.345, 9.12, -3.001]],
  ['all ways to write a number', ',', ['.048', '5.', '+3', '1e-3', '-.5E+2'], [0.048, 5, 3, 0.001, -50]],
  ['the same with commas', ';', [',048', '5,', '+3', '1e-3', '-,5E+2'], [0.048, 5, 3, 0.001, -50]],
  ['a minus sign and an en dash', ',', ['\u22121.5', '2', '–3.25', '\u22124e\u22122'], [-1.5, 2, -3.25, -0.04]],
  ['percent signs', ',', ['12%', '3.5 %', '-7%', '100%'], [12, 3.5, -7, 100]],
  ['currency before', ';', ['$1,234.50', '-$3', '$-4.25', 'US$ 7'], null],
  ['dollars', ';', ['$1,234.50', '-$3', '$-4.25', '$ 7'], [1234.5, -3, -4.25, 7]],
  ['euro signs after the number', ';', ['1.234,50 €', '3 €', '-4,25€', '7'], [1234.5, 3, -4.25, 7]],
  ['francs by code', ';', ["CHF 1'234.50", 'CHF 3', 'CHF -4.25', 'CHF 7'], [1234.5, 3, -4.25, 7]],
  ['rupees', '|', ['₹1,23,456.50', '₹3', '₹4,200', '₹7'], [123456.5, 3, 4200, 7]],
]) {
  test(`${what} are read`, async () => {
    const text = table(delimiter, ['n', 'class'], ...cells.map((cell, n) => [cell, 'ab'[n % 2]]));
    if (expected === null) return assert.rejects(readTable(text), { message: /the currency of 'US\$ 7' is not '\$'/ });
    assert.deepEqual(await column(text, 'n'), rounded(expected));
  });
}

for (const [what, delimiter, cells, decimals, thousands] of [
  ['German thousands below a million', ';', ['300', '1.237', '322'], '1.237', '1237'],
  ['German thousands in a comma file', ',', ['300', '1.237', '322'], '1.237', '1237'],
  ['fixed decimals in a semicolon file', ';', ['1.252', '2.345', '9.120'], '1.252', '1252'],
  ['fixed decimals in a tab file', '\t', ['-1.252', '2.345', '9.120'], '-1.252', '-1252'],
  ['decimal commas or thousands', ';', ['1,252', '2,345', '9,120'], '1.252', '1252'],
  ['English thousands beside bare numbers', '|', ['950', '1,252', '12,345'], '1.252', '1252'],
  ['quoted thousands', ',', ['"1,252"', '"2,345"', '"9,120"'], '1.252', '1252'],
  ['euros', ';', ['1.252 €', '2.345 €', '999 €'], '1.252 €', '1252 €'],
  ['percent', ';', ['1,252%', '2,345%', '3%'], '1.252%', '1252%'],
  ['a column at the end of many', ';', ['5;7;1.000', '6;8;2.000', '7;9;950'], '1.000', '1000'],
]) {
  test(`${what}: ambiguous, and either answer is used`, async () => {
    const names = ['a', 'b', 'c'].slice(0, cells[0].split(';').length);
    const text = table(delimiter, [...names, 'class'], ...cells.map((cell, n) => [cell, 'ab'[n % 2]]));
    const { questions } = await inspectTable(text);
    assert.equal(questions.length, 1);
    assert.ok(questions[0].message.includes(`may be ${decimals} or ${thousands}, `), questions[0].message);
    await assert.rejects(readTable(text), (error) => {
      assert.ok(error instanceof TableError);
      assert.deepEqual([error.code, error.details.option, error.message], ['option', 'decimal', questions[0].message]);
      return true;
    });
    const [, one, first, other, second] = /--decimal (.) reads (\S+).*--decimal (.) reads (\S+)/.exec(
      questions[0].message,
    );
    const at = names.at(-1);
    const value = (mark) => column(text, at, { decimal: mark }).then((values) => values.map(Math.abs));
    const meant = (shown) => Math.abs(Number.parseFloat(shown));
    assert.ok((await value(one)).includes(meant(first)));
    assert.ok((await value(other)).includes(meant(second)));
  });
}

test('a cell far from the beginning determines the mark for the cells before it', async () => {
  const many = Array.from({ length: 30_000 }, (_, n) => (n % 3 === 0 ? '1.237' : `${n % 900}`));
  const german = ['umsatz;klasse', ...many.map((cell) => `${cell};a`), '0,5;b', '2.000,25;a'].join('\n');
  const values = await column(german, 'umsatz');
  assert.deepEqual([values[0], values[1], values[3], values.at(-2), values.at(-1)], [1237, 1, 1237, 0.5, 2000.25]);
  const { format, notes } = await readTable(german);
  assert.deepEqual(format.decimal, { value: ',', reason: "as in '0,5'" });
  assert.ok(notes.some((note) => note() === "thousands separators removed: 'umsatz' (as in '1.237')"));
  const english = await column([...german.split('\n').slice(0, -2), '0.5;b'].join('\n'), 'umsatz');
  assert.deepEqual([english[0], english[1], english.at(-1)], [1.237, 1, 0.5]);
});

test('an ambiguity that appears only in the complete file is reported at its end', async () => {
  const whole = ['x;class', ...Array.from({ length: 30_000 }, (_, n) => `${n % 900};a`), '1.237;b'].join('\n');
  assert.deepEqual((await inspectTable(whole)).questions, []);
  await assert.rejects(readTable(whole), { code: 'option', message: /'1\.237' beside '0' may be 1\.237 or 1237/ });
  const ignored = await readTable(whole, { choose: () => ['skip', 'category'] });
  assert.equal(ignored.columns.length, 1);
});

test('another column determines the mark; a column of texts does not', async () => {
  assert.deepEqual(await column('a;b;c\n1.237;0,5;x\n300;2,25;y', 'a'), [1237, 300]);
  assert.deepEqual(await column('a;b;c\n1.237;12.3456;x\n300;2;y', 'a'), rounded([1.237, 300]));
  assert.deepEqual(await column('a;b;c\n1.237;1.2;x\n300;2;y', 'a'), rounded([1.237, 300]));
  assert.deepEqual(await column("a;b;c\n1.237;1'000;x\n300;2;y", 'a'), rounded([1.237, 300]));
  await assert.rejects(readTable('a;b;c\n1.237;v 0,5;x\n300;about 2,25;y'), { code: 'option' });
});

test('if only some cells have a percent sign, the minority is reported by row', async () => {
  const wrong = 'rate,class\n12%,a\n3%,b\n0.12,a\n5%,b';
  await assert.rejects(readTable(wrong), { message: /row 4, column 'rate': '0.12' has no percent sign/ });
  await assert.rejects(readTable('rate,class\n12,a\n3,b\n50%,a\n5,b'), {
    message: /row 4, column 'rate': '50%' has a percent sign/,
  });
});

test('signs removed from numbers are reported', async () => {
  const { notes } = await readTable('p,q,r,class\n5%,$1.5,"1,234.5",a\n6%,$2,7,b');
  assert.deepEqual(
    notes.map((note) => note()),
    [
      "thousands separators removed: 'r' (as in '1,234.5')",
      "percent signs removed, 5% is read as 5: 'p' (as in '5%')",
      "currency signs removed: 'q' (as in '$1.5')",
    ],
  );
});

test('texts in JSON may be ambiguous like cells, numbers in JSON are not', async () => {
  const values = (records, options) => [...tableOfRecords(records, options).columns[0].values];
  assert.deepEqual(values([{ a: 1.237 }, { a: 300 }]), rounded([1.237, 300]));
  assert.throws(() => tableOfRecords([{ a: '1,237' }, { a: '300' }]), {
    code: 'option',
    message: /may be 1.237 or 1237/,
  });
  assert.deepEqual(values([{ a: '1,237' }, { a: '0,5' }, { a: 2.5 }]), rounded([1.237, 0.5, 2.5]));
  assert.deepEqual(values([{ a: '1,237' }, { a: 300.5 }], { decimal: '.' }), [1237, 300.5]);
});

for (const [what, cells, type] of [
  ['hash values', ['713752e1', 'a3f9c2d0', '12345678', '0b1c2d3e'], 'category'],
  ['hash values that are digits for the most part', ['713752e1', '12345678', '87654321', 'deadbeef'], 'category'],
  ['article numbers', ['12e4', 'A-17', '13e5', '14e6', '15e7'], 'category'],
  ['digits of one length', ['713752e1', '71375201', '99912345', '12345678'], 'category'],
  ['short identifiers', ['4e2', '41e2', 'b7', '12', '13'], 'category'],
  ['hexadecimal digits', ['10e1', 'ff', '20', '30', '1a'], 'category'],
  ['upper case', ['713752E1', 'A3F9C2D0', '12345678', '87654321'], 'category'],
  ['underscores', ['12e4', 'x_17', '13', '14', '15'], 'category'],
  ['real exponents', ['1.5e3', '12e4', '7', '0.001'], 'number'],
  ['exponents of many lengths', ['12e4', '5', '700', '1e-3'], 'number'],
]) {
  test(`${what} are of type ${type}`, async () => {
    const text = table(',', ['code', 'class'], ...cells.map((cell) => [cell, 'a']));
    const { columns, notes } = await readTable(text);
    assert.equal(columns[0].type, type);
    if (type === 'category') assert.deepEqual(columns[0].categories, [...new Set(cells)]);
    else if (cells.includes('12e4'))
      assert.match(notes.map((note) => note()).join(), /read as numbers with an exponent.*'12e4'/);
  });
}

for (const [what, cells, noted] of [
  ['a single digit before the e, beside integers of its length', ['7134', '7e12', '7198', '8120'], '7e12'],
  ['long integers that a spreadsheet has rounded', ['71375210', '7.13E+12', '71375247'], '7.13E+12'],
  ['exponents far from the beginning', [...Array(3000).fill('71375210'), '713752e1'], '713752e1'],
  ['short integers', ['1e5', '12', '7'], undefined],
  ['measurements', ['1500', '2.5e3', '0.25', '7E+2'], undefined],
  ['integers of programs', ['1000', '1e-3', '2000'], undefined],
]) {
  test(`identifiers among numbers: ${what} ${noted ? 'are noted' : 'have no note'}`, async () => {
    const text = table(',', ['value', 'class'], ...cells.map((cell) => [cell, 'a']));
    const { columns, notes } = await readTable(text, { choose: () => ['number', 'category'] });
    assert.equal(columns[0].type, 'number');
    const said = notes.map((note) => note()).join();
    if (noted)
      assert.ok(
        said.includes(`numbers with an exponent; --category keeps them as text: 'value' (as in '${noted}')`),
        said,
      );
    else assert.doesNotMatch(said, /exponent/);
  });
}

test('missing cells do not affect the type of a column', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? '0,5;1.237' : n % 4 === 1 ? '2,25;300' : 'NA;NA'));
  const text = ['a;b', ...rows].join('\n');
  assert.deepEqual((await inspectTable(text)).questions, []);
  assert.deepEqual((await column(text, 'b')).slice(0, 2), [1237, 300]);
});

test('an integer beyond 32-bit floats is refused even before the mark is determined', async () => {
  const text = `a;b\n1;x\n${'9'.repeat(40)};y\n3;x`;
  await assert.rejects(readTable(text), { message: /row 3, column 'a': .* is too large/ });
});

test('a fixed number of decimals in a comma file is reported with the other reading', async () => {
  const text = 'a,class\n1.252,x\n-2.345,y\n';
  const told =
    "column 'a': '1.252' is read with a decimal point, since all its cells have three digits after it; --decimal , reads 1252";
  assert.deepEqual(
    (await readTable(text)).notes.map((note) => note()),
    [told],
  );
  assert.deepEqual(
    (await inspectTable(text)).notes.map((note) => note()),
    [told],
  );
  assert.deepEqual(await column(text, 'a', { decimal: ',' }), [1252, -2345]);
  assert.deepEqual((await readTable(`${text}0.5,x`)).notes, []);
});
