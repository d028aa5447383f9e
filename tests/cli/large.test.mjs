/** Tables beyond the size that is held: predict and transform read them in blocks, with the bytes of a table that is read at once. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { readTable, toCsv } from '../../dist/table.js';
import { command, folderFor } from './support.mjs';

const folder = folderFor('large');
/** Larger than `SMALL` of web/cli/spool.ts. */
const SIZE = 2.5e6;

let state = 1;
const uniform = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};

/** Rows of `line` up to the size of a large table. */
function write(file, header, line, size = SIZE) {
  const lines = [header];
  for (let [n, length] = [0, 0]; length < size; n++) {
    const own = line(n);
    lines.push(own);
    length += own.length + 1;
  }
  folder.write(file, `${lines.join('\n')}\n`);
  return lines.length - 1;
}

const noise = () => Array.from({ length: 8 }, () => (6 * uniform() - 3).toFixed(5));
const header = 'id,a,b,c,d,e,f,g,h,kind';
const rowOf = (n, cells) => `id ${n},${cells.join()},${Number(cells[0]) + Number(cells[1]) > 0 ? 'up' : 'down'}`;

async function fitted(file, model, ...more) {
  const args = ['fit', file, '--target', 'kind', '--epochs', '3', '--restarts', '1', '--hidden', '4', '--out', model];
  const { status, stderr } = await folder.trip([...args, ...more]);
  assert.equal(status, 0, stderr);
}

/** The result in blocks, from a file and from a pipe, is that of all rows at once, which --json needs. */
async function sameInBlocks(args, file) {
  const { columns, rows } = await folder.json([...args, file]);
  const { status, stderr } = await folder.trip([...args, file, '--out', 'blocks.csv']);
  assert.equal(status, 0, stderr);
  const found = folder.read('blocks.csv');
  assert.ok(found === toCsv([columns, ...rows]), 'other bytes from a file');
  const piped = execFileSync(
    'sh',
    [
      '-c',
      `cat ${folder.path(file)} | "$@"`,
      'sh',
      process.execPath,
      command,
      ...args.map((arg) => (arg.endsWith('.model.json') ? folder.path(arg) : arg)),
      '-',
      '--quiet',
    ],
    { maxBuffer: 2 ** 28 },
  );
  assert.ok(piped.toString() === found, 'other bytes from a pipe');
  return { rows, stderr };
}

test('a large table gives the same predictions, probabilities and distances in blocks', async () => {
  write('small.csv', header, (n) => rowOf(n, noise()), 20_000);
  await fitted('small.csv', 'plain.model.json', '--ignore', 'id');
  write('large.csv', header, (n) => rowOf(n, noise()));
  await sameInBlocks(['predict', 'plain.model.json', '--proba', '--keep', 'id,a'], 'large.csv');
  const { stderr } = await sameInBlocks(['predict', 'plain.model.json', '--diagnose'], 'large.csv');
  const whole = await folder.trip(['predict', 'plain.model.json', '--diagnose', 'large.csv', '--out', 'whole.npy']);
  assert.match(whole.stderr, /is an array/);
  assert.match(stderr, /\d+ of \d+ rows are unlike anything in training/);
  await sameInBlocks(['transform', 'plain.model.json'], 'large.csv');
  await folder.trip(['transform', 'plain.model.json', 'large.csv', '--out', 'blocks.json']);
  const { columns, rows } = await folder.json(['transform', 'plain.model.json', 'large.csv']);
  assert.deepEqual(JSON.parse(folder.read('blocks.json')), { columns, rows });
});

test('missing values in a large table: means, rows that are left out, a refusal with all of them', async () => {
  const gaps = (n) => rowOf(n, noise()).replace(/^(id \d+),[^,]*/, n % 1000 === 7 ? '$1,' : '$&');
  const count = write('gaps.csv', header, gaps);
  write('few.csv', header, gaps, 20_000);
  await fitted('few.csv', 'means.model.json', '--ignore', 'id', '--missing', 'mean');
  await sameInBlocks(['predict', 'means.model.json'], 'gaps.csv');
  const { rows, stderr } = await sameInBlocks(['predict', 'plain.model.json', '--missing', 'drop'], 'gaps.csv');
  const left = count - rows.length;
  assert.ok(
    left > 10 &&
      stderr.includes(`${left} of ${count.toLocaleString('en')} rows were left out: ${left} with a missing value`),
    stderr,
  );
  const refused = await folder.trip(['predict', 'plain.model.json', 'gaps.csv', '--out', 'never.csv']);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, new RegExp(`${left} missing values:\\nrow 9, column 'a': the value is missing\\n`));
});

test('an error in a late row is reported as ever, and the old result stays', async () => {
  const count = write('late.csv', header, (n) => rowOf(n, noise()));
  folder.write('late.csv', `${folder.read('late.csv')}id x,1,2,3,oops,5,6,7,8,up\nid y,1\n`);
  folder.write('kept.csv', 'old');
  const { status, stderr } = await folder.trip(['predict', 'plain.model.json', 'late.csv', '--out', 'kept.csv']);
  assert.equal(status, 1);
  assert.match(
    stderr,
    new RegExp(`row ${count + 2}, column 'd': 'oops' is not a number\\nrow ${count + 3}: 2 cells where 10`),
  );
  assert.equal(folder.read('kept.csv'), 'old');
  const { stdout } = await folder.trip(['predict', 'plain.model.json', 'late.csv']);
  assert.equal(stdout, '');
});

test('all rows decide whether floats are precise enough, never a block', async () => {
  const kind = (n) => (n % 3 ? 'up' : 'down');
  const cases = {
    // Narrow in all rows but one.
    outlier: (n) => `${n === 30_000 ? 1 : (1_000_000 + uniform()).toFixed(6)},${noise().slice(0, 4).join()},${kind(n)}`,
    // Narrow in the first half alone.
    half: (n) =>
      `${(n < 27_000 ? 1_000_000 + uniform() : uniform()).toFixed(6)},${noise().slice(0, 4).join()},${kind(n)}`,
    // The second column is constant in each block of the first rows.
    steps: (n) => `${(Math.floor(n / 20_000) + 0.1).toFixed(6)},${noise().slice(0, 4).join()},${kind(n)}`,
    // Equal neighbours as floats.
    merged: (n) =>
      `${(1 + (n % 2) * 1e-9 + Math.floor(n / 1000)).toFixed(10)},${noise().slice(0, 4).join()},${kind(n)}`,
  };
  for (const [name, line] of Object.entries(cases)) {
    write(`${name}-few.csv`, 'a,b,c,d,e,kind', line, 20_000);
    await fitted(`${name}-few.csv`, `${name}.model.json`);
    write(`${name}.csv`, 'a,b,c,d,e,kind', line);
    await sameInBlocks(['transform', `${name}.model.json`], `${name}.csv`);
  }
});

test('a late row determines the decimal mark of all rows', async () => {
  const open = (n) => `${1 + (n % 9)}.${100 + (n % 900)};${n % 7};${n % 2 ? 'up' : 'down'}`;
  write('open-few.csv', 'a;b;kind', open, 20_000);
  await fitted('open-few.csv', 'open.model.json', '--decimal', ',');
  write('open.csv', 'a;b;kind', open);
  folder.write('open.csv', `${folder.read('open.csv')}3,5;1;up\n`);
  const { rows } = await sameInBlocks(['transform', 'open.model.json'], 'open.csv');
  assert.ok(rows.length > 10_000);
});

test('the memory of a prediction does not grow with the file', () => {
  const report =
    'data:text/javascript,process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))';
  const [small, large] = [8e6, 32e6].map((size, n) => {
    write(`grow-${n}.csv`, header, (row) => rowOf(row, noise()), size);
    const args = [
      'predict',
      folder.path('plain.model.json'),
      folder.path(`grow-${n}.csv`),
      '--quiet',
      '--out',
      folder.path('grown.csv'),
    ];
    const { status, stderr } = spawnSync(process.execPath, ['--import', report, command, ...args], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return Number(stderr) / 1024;
  });
  assert.ok(large < small + 24, `${small.toFixed()} MB for 8 MB, ${large.toFixed()} MB for 32 MB`);
});

test('the columns of numbers of a table share one array, which is freed before a training', async () => {
  const source = readFileSync(new URL('../../web/cli/memory.ts', import.meta.url), 'utf8');
  const { code } = await transform(source, { loader: 'ts' });
  const { freeColumns } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const rows = Array.from({ length: 5000 }, (_, n) => `${n / 8},${n % 7},2024-01-0${1 + (n % 9)},${'ab'[n % 2]}`);
  const table = await readTable(`u,v,day,kind\n${rows.join('\n')}`, {
    choose: () => ['number', 'number', 'date', 'category'],
  });
  const [u, v, day, kind] = table.columns.map((column) => column.values ?? column.codes);
  assert.deepEqual([u[4999], v[4999], day.length, kind[4999]], [4999 / 8, 4999 % 7, 5000, 1]);
  assert.ok(u.buffer === v.buffer && u.buffer === day.buffer && u.buffer !== kind.buffer);
  freeColumns(table);
  assert.deepEqual(
    [u, v, day, kind].map(({ length }) => length),
    [0, 0, 0, 0],
  );
  // More rows than expected are in arrays of their own.
  const short = 'u,v\n'.concat('1,2\n'.repeat(20_000), '123456.7,123456.8\n'.repeat(20_000));
  const long = 'u,v\n'.concat('123456.7,123456.8\n'.repeat(20_000), '1,2\n'.repeat(20_000));
  for (const text of [short, long]) {
    const { columns } = await readTable(text);
    for (const [c, { values }] of columns.entries()) {
      assert.equal(values.length, 40_000);
      assert.equal(
        values.reduce((sum, value) => sum + value, 0).toFixed(0),
        (20_000 * (1 + c + 123456.7 + 0.1 * c)).toFixed(0),
      );
    }
  }
});
