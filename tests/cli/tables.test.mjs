/** The command on realistic tables: notes, questions, and the command line to copy. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { trip } from '../lib/support.mjs';
import { command, folderFor } from './support.mjs';

const folder = folderFor('tables');
const rowsOf = (count, cells) => Array.from({ length: count }, (_, n) => cells(n).join(','));
const noise = (n, salt = 1) => ((n * 7919 * salt) % 101) / 10 + 0.05;
const features = (model) => JSON.parse(folder.read(model)).table.features;
const quick = ['--epochs', '2', '--hidden', 'none'];

const people = rowsOf(60, (n) => [
  `"O'Neil, ${n}"`,
  ['blue', 'green', 'red'][n % 3],
  `2020-03-${10 + (n % 20)}`,
  n % 10 === 0 ? '' : noise(n),
  n % 12 === 5 ? '' : noise(n, 3),
]);
folder.write('people.csv', ["name's,kind,when,size,score", ...people].join('\n'));

test('the command line in the message runs unchanged, and predict accepts rows without a response', async () => {
  const refused = await folder.trip([
    'fit',
    'people.csv',
    '--target',
    'score',
    '--task=regression',
    ...quick,
    '--out',
    'p.json',
  ]);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /3 columns are not numeric:\n/);
  const line = /for example:\n {2}(trip fit .*)\n/.exec(refused.stderr)[1];
  assert.match(line, /--ignore 'name'\\''s' --dates when --categories indicators --missing mean$/);
  const shell = `trip() { "${process.execPath}" "${command}" "$@"; }; ${line}`;
  const { status, stderr } = spawnSync('bash', ['-c', shell], { cwd: folder.path('.'), encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /people.csv: 5 of 60 rows were left out: 5 without a response\n/);
  assert.deepEqual(features('p.json'), ['kind=blue', 'kind=green', 'kind=red', 'when', 'size']);
  const { rows } = await folder.json(['predict', 'p.json', 'people.csv']);
  assert.equal(rows.length, 60);
  const scored = await folder.json(['score', 'p.json', 'people.csv']);
  assert.equal(scored.samples, 55);
});

test('existing flags are extended instead of given twice', async () => {
  const given = ['--ignore', 'size', '--target', 'score', '--task', 'regression', '--out', 'g.json', ...quick];
  const { stderr } = await folder.trip(['fit', 'people.csv', ...given, '--json']);
  const { error } = JSON.parse(stderr);
  assert.match(
    error.command,
    /^trip fit people.csv --ignore 'size,name'\\''s' --target score .* --dates when --categories indicators$/,
  );
});

test('the first line says that more than a third of the rows was left out', async () => {
  const rows = rowsOf(90, (n) => [n % 3 === 0 ? 'NA' : noise(n), noise(n, 3), n % 9 === 1 ? '' : 'ab'[n % 2]]);
  folder.write('gaps.csv', ['u,v,class', ...rows].join('\n'));
  const fit = ['fit', 'gaps.csv', '--target', 'class', ...quick, '--out', 'gaps.json'];
  const few = await folder.trip([...fit, '--missing', 'drop']);
  assert.match(few.stderr, /^gaps.csv: 40 of 90 rows were left out: 10 without a response, 30 with a missing value\n/);
  const most = await folder.trip([...fit, '--missing', 'mean']);
  assert.match(
    most.stderr,
    /^gaps.csv: delimiter comma .*\n[\s\S]*gaps.csv: 10 of 90 rows were left out: 10 without a response\n/,
  );
});

test('row names are left out, kept by --include, and not needed in other files', async () => {
  const rows = rowsOf(40, (n) => [n, noise(n), noise(n, 3), 'ab'[n % 2]]);
  folder.write('index.csv', [',u,v,class', ...rows].join('\n'));
  const fit = (out, ...args) => folder.trip(['fit', 'index.csv', '--target', 'class', ...quick, '--out', out, ...args]);
  const { stderr } = await fit('i.json');
  assert.match(
    stderr,
    /column 'column 1' is left out since it names the rows \(counts the rows from '0'\); --include 'column 1' keeps it/,
  );
  assert.deepEqual(features('i.json'), ['u', 'v']);
  const kept = await fit('k.json', '--include', 'column 1');
  assert.doesNotMatch(kept.stderr, /--include/);
  assert.deepEqual(features('k.json'), ['column 1', 'u', 'v']);
  assert.doesNotMatch((await fit('n.json', '--ignore', '1')).stderr, /--include/);
  folder.write('r.csv', ['"u","v","class"', ...rows.map((row) => `"r${row}`.replace(',', '",'))].join('\n'));
  const { rows: predicted } = await folder.json(['predict', 'i.json', 'r.csv']);
  assert.deepEqual(predicted, (await folder.json(['predict', 'i.json', 'index.csv'])).rows);
});

for (const [what, lines, args, says] of [
  [
    'a question of marks',
    ['n;class', '300;a', '1.237;b'],
    [],
    /'1\.237' beside '300' may be 1\.237 or 1237.*--decimal \. reads 1\.237, --decimal , reads 1237/,
  ],
  [
    'a response of decimals',
    ['site\trate', ...rowsOf(30, (n) => [`${1000 + 2 * n}\t.0${10 + n}`])],
    [],
    /numbers that are not all integers; say whether/,
  ],
  ['a byte of Latin-1', ['x,class', '1,a', '2,\xfc'], [], /row 3 is not valid utf-8.*--encoding/],
  ['an open order', ['day,class', '01/02/2020,a', '02/03/2020,b'], ['--dates', 'day'], /order of day and month/],
]) {
  test(`${what} is refused with the flags that decide`, async () => {
    folder.write('asked.csv', Buffer.from(lines.join('\n'), 'latin1'));
    const { status, stderr } = await folder.trip([
      'fit',
      'asked.csv',
      '--target=-1',
      ...quick,
      '--out',
      'a.json',
      ...args,
    ]);
    assert.notEqual(status, 0);
    assert.match(stderr, says);
  });
}

test('a numeric response is read from any number format', async () => {
  const write = (name, cell) =>
    folder.write(name, ['u;y', ...Array.from({ length: 40 }, (_, n) => `${n % 7};${cell(n)}`)].join('\n'));
  const number = (n) => ((n * 37) % 19) / 8;
  write('point.csv', (n) => `${number(n)}`);
  write('comma.csv', (n) => `${number(n)}`.replace('.', ','));
  write('short.csv', (n) => `${number(n)}`.replace(/^0\./, '.').replace(/^(\d)$/, '$1.'));
  write('signs.csv', (n) => `+${number(n)}`);
  write('powers.csv', (n) => `${number(n) * 1000}e-3`);
  const prints = [];
  for (const name of ['point', 'comma', 'short', 'signs', 'powers']) {
    const fit = [
      'fit',
      `${name}.csv`,
      '--target',
      'y',
      '--task',
      'regression',
      '--ranks',
      '1',
      ...quick,
      '--out',
      `${name}.json`,
    ];
    prints.push((await folder.json(fit)).fingerprint);
  }
  assert.equal(new Set(prints).size, 1, prints.join());
});

test('many categories and dates are requested by the name of their column', async () => {
  const rows = rowsOf(100, (n) => [
    `town ${(n * 7) % 30}`,
    `${8 + (n % 9)}:30`,
    noise(n),
    'ab'[(n * 11) % 7 > 3 ? 1 : 0],
  ]);
  folder.write('towns.csv', ['town,at,u,class', ...rows].join('\n'));
  const fit = ['fit', 'towns.csv', '--target', 'class', ...quick, '--out', 't.json'];
  const refused = await folder.trip([...fit, '--categories', 'indicators']);
  assert.match(refused.stderr, /'town': 30 categories .*too many for automatic indicators\n/);
  assert.equal((await folder.trip([...fit, '--indicators', 'town', '--dates', 'at'])).status, 0);
  assert.equal(features('t.json').length, 32);
  const { rows: predicted } = await folder.json(['predict', 't.json', 'towns.csv']);
  assert.equal(predicted.length, 100);
});

test('constant variables are named, ignoring missing values', async () => {
  folder.write('still.csv', 'a,b,c,d,kind\n1,5,7,0,x\n2,5,,0,y\n3,5,7,0,x\n4,5,,0.5,y\n');
  const args = ['fit', 'still.csv', '--target', 'kind', '--missing', 'mean', '--epochs', '1', '--out', 'still.json'];
  assert.deepEqual((await folder.json(args)).constant, ['b', 'c']);
  const { stderr } = await folder.trip(args);
  assert.match(stderr, /still.csv: 2 of 4 variables are constant and have no information: 'b', 'c'\n/);
  folder.write('moving.csv', 'a,b,kind\n1,5,x\n2,6,y\n3,5,x\n');
  assert.deepEqual((await folder.json(['fit', 'moving.csv', ...args.slice(2)])).constant, []);
  folder.write(
    'bare.json',
    JSON.stringify({
      x: [
        [1, 2],
        [1, 3],
      ],
      y: ['u', 'v'],
    }),
  );
  assert.deepEqual((await folder.json(['fit', 'bare.json', '--epochs', '1', '--out', 'bare-m.json'])).constant, ['1']);
  const matrix = [
    ['--shape', '2x2'],
    ['--ranks', '1,1'],
    ['--epochs', '1'],
    ['--out', 'm4.json'],
  ].flat();
  const of4 = await folder.json(['fit', 'still.csv', '--target', 'kind', '--missing', 'mean', ...matrix]);
  assert.deepEqual(of4.constant, ['b', 'c']);
});

test('data with only constant variables are refused before training, in a sweep too', async () => {
  folder.write('dead.csv', 'a,b,kind\n1,5,x\n1,5,y\n1,5,x\n1,5,y\n');
  folder.write('dead-plan.json', JSON.stringify({ data: 'dead.csv', table: { target: 'kind' }, grid: {}, folds: 2 }));
  for (const args of [
    ['fit', 'dead.csv', '--target', 'kind', '--out', 'dead.json'],
    ['sweep', 'dead-plan.json', '--out', 'dead.jsonl'],
  ]) {
    const { status, stderr } = await folder.trip(args);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /trip: .*dead.csv: all 4 samples are equal: every variable is constant, so nothing can be learned from them\n$/,
    );
  }
});

test('new data whose numbers are written otherwise than those of the training set are told', async () => {
  const rows = (cell, name = 'u') =>
    [`${name},v,class`, ...Array.from({ length: 30 }, (_, n) => `${cell(n)},${(n * 7) % 11},${'ab'[n % 2]}`), ''].join(
      '\n',
    );
  const day = (n) => `2024-01-${String((n % 28) + 1).padStart(2, '0')}`;
  const ways = {
    'numbers with %': (n) => `${n}%`,
    'numbers with $': (n) => `$${n}`,
    'numbers with €': (n) => `${n} €`,
    'plain numbers': (n) => `${n}.5`,
    'dates, read as days since 1970-01-01': day,
    'times, read as hours of the day': (n) => `${n % 24}:30`,
  };
  const flags = (way) => (/^dates|^times/.test(way) ? ['--dates', 'u'] : []);
  for (const [trained, cell] of Object.entries(ways)) {
    folder.write('signs.csv', rows(cell));
    const args = ['fit', 'signs.csv', '--target', 'class', '--epochs', '1', '--out', 'signs.json', ...flags(trained)];
    const { status, stderr } = await folder.trip(args);
    assert.equal(status, 0, stderr);
    const all = Object.keys(ways);
    for (const step of [0, 1, 2]) {
      const given = all[(all.indexOf(trained) + step) % all.length];
      const other = ways[given];
      folder.write('new.csv', rows(other));
      const { stderr: told } = await folder.trip(['predict', 'signs.json', 'new.csv']);
      if (given === trained) assert.doesNotMatch(told, /in the training set it held/);
      else assert.ok(told.includes(`column 'u' holds ${given}, and in the training set it held ${trained}`), told);
    }
  }
});

test('dates in eight digits are told, read as days on request, and found again by the model', async () => {
  const text = [
    'day,v,class',
    ...Array.from({ length: 40 }, (_, n) => `${20231101 + n + (n > 29 ? 70 : 0)},${n % 7},${'ab'[n % 2]}`),
    '',
  ];
  folder.write('digits.csv', text.join('\n'));
  const args = ['fit', 'digits.csv', '--target', 'class', '--epochs', '1', '--out', 'digits.json'];
  assert.match((await folder.trip(args)).stderr, /column 'day' looks like dates, .* --dates 'day' reads days/);
  const { stderr } = await folder.trip([...args, '--dates', 'day']);
  assert.doesNotMatch(stderr, /looks like dates/);
  // 2023-11-01 is day 19662; 40 days in a row from there
  assert.equal(trip.restore(folder.read('digits.json')).spec.mean[0], 19662 + 19.5);
  assert.doesNotMatch((await folder.trip(['predict', 'digits.json', 'digits.csv'])).stderr, /training set it held/);
});

for (const [what, column, cells, told] of [
  [
    '64-bit identifiers',
    'id64',
    (n) => `${9007199254740993n + BigInt(n % 7)}`,
    /'id64' differs only in digits that 64-bit/,
  ],
  ['nanoseconds a millisecond apart', 'ns', (n) => `${1700000000000000000n + BigInt(n % 7) * 1000000n}`, undefined],
  ['1e9 and a thousandth', 'hz', (n) => (1e9 + (n % 7) / 1000).toFixed(3), undefined],
]) {
  test(`${what} ${told ? 'are told' : 'are not told'} to lose their digits as 64-bit numbers`, async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `${cells(n)},${(n * 3) % 7},${'ab'[n % 2]}`);
    folder.write('long.csv', `${column},v,class\n${lines.join('\n')}\n`);
    const { stderr } = await folder.trip([
      'fit',
      'long.csv',
      '--target',
      'class',
      '--epochs',
      '1',
      '--out',
      'long.json',
    ]);
    assert.equal(/hardly represent/.test(stderr), told !== undefined);
    if (told) assert.match(stderr, told);
  });
}

test('a response that never changes, classes almost alike, numbers in another mark', async () => {
  const fit = (text, ...more) => {
    folder.write('said.csv', text);
    return folder.trip(['fit', 'said.csv', '--epochs', '1', '--out', 'said.json', ...more]);
  };
  const lines = (cell) => Array.from({ length: 30 }, (_, n) => `${n % 7},${(n * 3) % 11},${cell(n)}`).join('\n');
  const constant = await fit(`u,v,y\n${lines(() => 5)}\n`, '--target', 'y', '--task', 'regression');
  assert.match(constant.stderr, /the response is 5 in every row, so that nothing can be learned of it/);
  const alike = await fit(`u,v,y\n${lines((n) => ['Yes', 'yes', 'no'][n % 3])}\n`, '--target', 'y');
  assert.match(alike.stderr, /column 'y': 'Yes', 'yes' differ only in case, spaces or hyphens/);
  const missing = await fit(`u,v,y\n${lines((n) => (n % 4 ? n : 'NA'))}\n`, '--target', 'y', '--task', 'regression');
  assert.match(missing.stderr, /'NA' \(8\) is read as a missing response\n/);
  const mark = Array.from({ length: 30 }, (_, n) => `1,${n % 3}5e1;${n}.25;${'ab'[n % 2]}`).join('\n');
  const foreign = await fit(`u;v;y\n${mark}\n`, '--target', 'y');
  assert.equal(foreign.status, 1);
  assert.match(foreign.stderr, /column 'u': numbers whose decimal mark is not '\.', the one of the file \('1,05e1'/);
  assert.match(foreign.stderr, /--ignore u/);
});
