/** Sweeps in shards: the merged file is that of one process; repeated, foreign, missing and failed rows. */
import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { loadTrip } from '../../dist/index.js';
import { identityOf, partHeaderOf, RowFile } from '../../dist/shards.js';
import { readTable, toDataset } from '../../dist/table.js';
import { sleep } from '../lib/support.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('shards');
const plan = {
  data: 'spiral/train.csv',
  table: { target: 'class' },
  grid: { lambda: [0.01, 0.1], hidden: [[], [4]] },
  options: { epochs: 40, restarts: 1, standardize: false },
  folds: 4,
  seed: 3,
};
const total = 16;
const shards = [1, 2, 3];
const part = (k) => `part-${k}.jsonl`;
const shard = (k, n = 3, out = part(k)) => [
  'sweep',
  'plan.json',
  '--shard',
  `${k}/${n}`,
  '--out',
  out,
  '--workers',
  '1',
];
const merge = (out, ...parts) => ['sweep', 'plan.json', '--merge', ...parts, '--out', out];
const linesOf = (name) => folder.read(name).trimEnd().split('\n');
const rowsOf = (name) =>
  linesOf(name)
    .slice(1)
    .filter((line) => !line.startsWith('{"begun"'));
const number = ({ point, trial = 0, fold }) => 4 * (point + trial) + fold;

async function refused(args, pattern, expected = 1) {
  const { status, stderr } = await folder.trip(args);
  assert.equal(status, expected, stderr);
  assert.match(stderr, pattern);
}

/** Writes a file of these rows with the first line of another. */
const variant = (name, like, rows) => folder.write(name, `${[linesOf(like)[0], ...rows].join('\n')}\n`);

let whole;

/** The cells and the identity of the plan. */
async function planned() {
  const trip = await loadTrip();
  const table = await readTable(folder.read(plan.data), {
    choose: (plans) => plans.map(({ name }) => (name === 'class' ? 'category' : 'number')),
  });
  const data = trip.dataset(toDataset(table, { target: 'class' }).input);
  const { data: _, table: _own, ...rest } = plan;
  return { cells: trip.sweepCells({ ...rest, data }), identity: identityOf(rest, data) };
}

before(async () => {
  await folder.json(['spiral', '--seed', '7', '--out', 'spiral', '--noise-dimensions', '7']);
  folder.write('plan.json', JSON.stringify(plan));
  folder.write('other.json', JSON.stringify({ ...plan, seed: 4 }));
  await folder.json(['sweep', 'plan.json', '--out', 'whole.jsonl', '--workers', '2']);
  whole = folder.read('whole.jsonl');
  for (const k of shards) await folder.json(shard(k));
});

test('shards have the cells of the rule, and their merge is the file of one process, in any order', async () => {
  for (const k of shards) {
    const cells = rowsOf(part(k)).map((line) => number(JSON.parse(line)));
    assert.deepEqual(
      cells.sort((a, b) => a - b),
      [...Array(total).keys()].filter((c) => c % 3 === k - 1),
    );
  }
  for (const [out, parts] of Object.entries({ 'a.jsonl': [1, 2, 3], 'b.jsonl': [3, 1, 2] })) {
    const { fits, missing, failed } = await folder.json(merge(out, ...parts.map(part)));
    assert.deepEqual([fits, missing, failed], [total, 0, 0]);
    assert.equal(folder.read(out), whole);
  }
  mkdirSync(folder.path('parts'), { recursive: true });
  for (const k of shards) copyFileSync(folder.path(part(k)), folder.path(`parts/${part(k)}`));
  const { summary } = await folder.json(merge('c.jsonl', 'parts'));
  assert.equal(folder.read('c.jsonl'), whole);
  assert.deepEqual(summary, (await folder.json(['sweep', 'plan.json', '--out', 'whole.jsonl'])).summary);
  // A file of one process is a part too.
  await folder.json(merge('d.jsonl', 'whole.jsonl'));
  assert.equal(folder.read('d.jsonl'), whole);
});

test('a shard that was killed goes on, and its unfinished last line is dropped', async () => {
  const [first, mark, ...rows] = linesOf(part(2));
  folder.write('torn.jsonl', `${[first, mark, rows[2]].join('\n')}\n${rows[0].slice(0, 60)}`);
  const { stderr } = await folder.trip(shard(2, 3, 'torn.jsonl'));
  assert.match(stderr, /torn\.jsonl: 1 fits already exist/);
  assert.deepEqual(rowsOf('torn.jsonl').sort(), rowsOf(part(2)).sort());
  assert.equal(linesOf('torn.jsonl').filter((line) => line.startsWith('{"begun"')).length, 2);
  await folder.json(merge('torn-merged.jsonl', part(1), 'torn.jsonl', part(3)));
  assert.equal(folder.read('torn-merged.jsonl'), whole);
});

test('missing rows are counted and named, and one process computes them', async () => {
  const { status, stderr, stdout } = await folder.trip([...merge('some.jsonl', part(1), part(3)), '--json']);
  assert.equal(status, 1);
  assert.match(stderr, /5 of 16 fits are missing: point 0, trial 0, fold 1; point 1, trial 0, fold 0; .*fold 1$/m);
  assert.deepEqual([JSON.parse(stdout).fits, JSON.parse(stdout).missing], [11, 5]);
  assert.equal(rowsOf('some.jsonl').length, 11);
  await folder.json(['sweep', 'plan.json', '--out', 'some.jsonl']);
  assert.equal(folder.read('some.jsonl'), whole);
});

test('a row that several parts have must be equal bit for bit', async () => {
  await folder.json(shard(1, 2, 'half.jsonl'));
  const { repeated } = await folder.json(merge('again.jsonl', ...shards.map(part), 'half.jsonl'));
  assert.equal(repeated, 8);
  assert.equal(folder.read('again.jsonl'), whole);
  const rows = rowsOf('half.jsonl');
  const at = rows.findIndex((line) => number(JSON.parse(line)) === 6);
  const row = JSON.parse(rows[at]);
  const bits = JSON.stringify({ ...row, predictions: row.predictions.with(3, row.predictions[3] / 2) });
  variant('wrong.jsonl', 'half.jsonl', rows.with(at, bits));
  rmSync(folder.path('never.jsonl'), { force: true });
  await refused(
    merge('never.jsonl', ...shards.map(part), 'wrong.jsonl'),
    /point 1, trial 0, fold 2 has different rows in part-1\.jsonl and wrong\.jsonl: line \d+/,
  );
  assert.ok(!existsSync(folder.path('never.jsonl')));
});

test('doubled lines, foreign rows and files of other plans are refused, in a merge and when a shard goes on', async () => {
  const [own] = rowsOf(part(1));
  const [other] = rowsOf(part(2));
  for (const [rows, says] of [
    [[own, own], /line 3 repeats/],
    [[other], /line 2 is the row of another shard/],
    [[own.replace('"seed":', '"seed":1')], /line 2 is a row of another plan/],
    [['{}'], /line 2 is a row of another plan/],
    [['7'], /line 2 is not JSON of a fit/],
    [['{"point":0'], /line 2 is not JSON of a fit/],
  ]) {
    variant('bad.jsonl', part(1), rows);
    await refused(merge('never.jsonl', 'bad.jsonl'), new RegExp(`bad\\.jsonl: ${says.source}`));
    await refused(shard(1, 3, 'bad.jsonl'), new RegExp(`bad\\.jsonl: ${says.source}`));
  }
  const foreign = ['sweep', 'other.json', '--merge', part(1), '--out', 'never.jsonl'];
  await refused(foreign, /part-1\.jsonl has rows of another plan or of other data/);
  await refused(merge('never.jsonl', 'plan.json'), /plan\.json is not a file of the rows of a sweep/);
  await refused(shard(2, 3, part(1)), /part-1\.jsonl is not the file of this sweep/);
  await refused(shard(1, 4, part(1)), /part-1\.jsonl is not the file of this sweep/);
  await refused(['sweep', 'plan.json', '--out', part(1)], /part-1\.jsonl is not the file of this sweep/);
  await refused(merge('never.jsonl', 'nowhere'), /nowhere: there is no such file/);
  assert.ok(!existsSync(folder.path('never.jsonl')));
});

test('a failed row is computed again, by the same command and by a merge with the part that has it', async () => {
  const [failed, ...others] = rowsOf(part(1)).map((line) => JSON.parse(line));
  const { point, trial, fold } = failed;
  const line = JSON.stringify({ cell: { point, trial, fold }, error: { code: 'memory', message: 'no room' } });
  const left = others.map((row) => JSON.stringify(row));
  variant('failed.jsonl', part(1), [...left, line]);
  const { status, stderr } = await folder.trip(merge('open.jsonl', 'failed.jsonl', part(2), part(3)));
  assert.equal(status, 1);
  assert.match(stderr, /1 fit failed, the first: point \d, trial 0, fold \d: no room; the shards that have them/);
  assert.equal(rowsOf('open.jsonl').filter((one) => one === line).length, 1);
  // A part that has the row wins, before and after.
  for (const parts of [
    ['failed.jsonl', part(1)],
    [part(1), 'failed.jsonl'],
  ]) {
    await folder.json(merge('healed.jsonl', ...parts, part(2), part(3)));
    assert.equal(folder.read('healed.jsonl'), whole);
  }
  await folder.json(shard(1, 3, 'failed.jsonl'));
  assert.equal(rowsOf('failed.jsonl').length, left.length + 2);
  await folder.json(merge('healed.jsonl', 'failed.jsonl', part(2), part(3)));
  assert.equal(folder.read('healed.jsonl'), whole);
  await folder.json(['sweep', 'plan.json', '--out', 'open.jsonl']);
  assert.equal(folder.read('open.jsonl'), whole);
});

test('fits that fail each time become error rows: the others are computed, and the exit status is 1', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, n) => `${n === 4 ? '3e38,-3e38' : `${n % 7},${(n * 3) % 5}`},${'ab'[n % 2]}`,
  );
  folder.write('huge.csv', `a,b,kind\n${rows.join('\n')}\n`);
  const own = { data: 'huge.csv', table: { target: 'kind' }, grid: {}, folds: 3 };
  const options = { epochs: 3, restarts: 1, standardize: false, ranks: [1], hidden: [] };
  folder.write('huge.json', JSON.stringify({ ...own, options }));
  const { status, stderr, stdout } = await folder.trip(['sweep', 'huge.json', '--out', 'huge.jsonl', '--retries', '1']);
  assert.equal(status, 1, stdout);
  assert.match(
    stderr,
    /trip: 1 fit failed, the first: point 0, trial 0, fold \d: .*too large.*; the same command tries again/,
  );
  assert.match(stdout, /accuracy/);
  const found = rowsOf('huge.jsonl').map((line) => JSON.parse(line));
  assert.equal(found.filter((row) => row.error?.code === 'value').length, 1);
  assert.deepEqual(
    found.map((row) => (row.cell ?? row).fold),
    [0, 1, 2],
  );
  const again = await folder.trip(['sweep', 'huge.json', '--out', 'huge.jsonl', '--json']);
  assert.deepEqual([again.status, JSON.parse(again.stdout).failed], [1, 1]);
  await refused(['sweep', 'huge.json', '--out', 'huge.jsonl', '--retries', '-1'], /retries is -1/, 2);
});

test('the status needs the parts alone: done, failed, left, the remaining time', async () => {
  const alone = folderFor('shards-status');
  for (const k of shards) copyFileSync(folder.path(part(k)), alone.path(part(k)));
  const all = await alone.json(['sweep', '--status', ...shards.map(part)]);
  assert.deepEqual(all, { cells: total, done: total, failed: 0, left: 0, files: 3, active: 3 });
  const [first, , ...rows] = linesOf(part(2));
  const begun = `{"begun":"${new Date(Date.now() - 200_000).toISOString()}"}`;
  const failure = '{"cell":{"point":0,"trial":0,"fold":1},"error":{"code":"memory","message":"no room"}}';
  alone.write(part(2), `${[first, failure, begun, rows[1], rows[2]].join('\n')}\n${rows[3].slice(0, 50)}`);
  rmSync(alone.path(part(3)));
  rmSync(alone.path(part(1)));
  const some = await alone.json(['sweep', 'plan.json', '--status', part(2)]);
  assert.deepEqual([some.done, some.failed, some.left, some.files, some.active], [2, 1, 13, 1, 1]);
  // Two rows in 200 seconds, and in those in which the command starts: 13 more in 1300.
  assert.ok(some.secondsLeft >= 1290 && some.secondsLeft < 1900, `${some.secondsLeft}`);
  const { stdout } = await alone.trip(['sweep', '--status', '.']);
  assert.match(
    stdout,
    /^2 of 16 fits done, 1 failed, 13 left, about [23]\d min( \d+ s)?\n1 parts, 1 of them growing\n$/,
  );
  const old = begun.replace(/\d{4}/, '2020');
  alone.write(part(2), `${[first, old, rows[1]].join('\n')}\n`);
  folder.write('other-part.jsonl', '');
  await folder.json(['sweep', 'other.json', '--shard', '1/8', '--out', 'other-part.jsonl']);
  await refused(['sweep', '--status', part(1), 'other-part.jsonl'], /other-part\.jsonl has rows of another plan/);
  await refused(['sweep', '--status', 'spiral/train.csv'], /train\.csv is not a file of the rows of a sweep/);
});

test('a file that another process writes is left to it', async () => {
  // Long enough that it has not ended when its first rows are seen.
  folder.write(
    'long.json',
    JSON.stringify({ ...plan, grid: { epochs: [1, ...Array.from({ length: 20 }, (_, n) => 4000 + n)] } }),
  );
  const args = ['sweep', 'long.json', '--shard', '1/1', '--out', 'shared.jsonl', '--workers', '1'];
  const run = folder.start(args);
  while (!existsSync(folder.path('shared.jsonl')) || linesOf('shared.jsonl').length < 4) await sleep(5);
  appendFileSync(folder.path('shared.jsonl'), '{"begun":"2026-01-01T00:00:00.000Z"}\n');
  const { status, stderr } = await run.ended;
  assert.equal(status, 1);
  assert.match(stderr, /shared\.jsonl was changed by another process/);
  assert.deepEqual(
    readdirSync(folder.path('.')).filter((name) => name.startsWith('.trip-')),
    [],
  );
});

test('a process that has opened a part before another one wrote it leaves its rows', async () => {
  const trip = await loadTrip();
  const { train } = trip.spiral({ samplesPerClass: 8, noiseDimensions: 2 });
  const cells = trip.sweepCells({
    data: train,
    grid: { lambda: [1, 2] },
    options: { epochs: 2, restarts: 1 },
    folds: 2,
  });
  const options = { cells, header: '{"of":"a test"}', marked: false };
  const row = (c) => ({ cell: cells.at(c), error: { code: 'value', message: `row ${c}` } });
  for (const begun of ['', '{"of":"a']) {
    const path = folder.path('raced.jsonl');
    writeFileSync(path, begun);
    const late = await RowFile.open(path, options);
    const early = await RowFile.open(path, options);
    for (let c = 0; c < 4; c++) early.add(c, row(c));
    await early.close();
    const written = folder.read('raced.jsonl');
    assert.equal(written.trimEnd().split('\n').length, 5);
    late.add(0, row(0));
    await assert.rejects(late.close(), /raced\.jsonl was changed by another process/);
    assert.equal(folder.read('raced.jsonl'), written);
  }
});

test('a cell that a queue gives out twice has one row', async () => {
  const { cells, identity } = await planned();
  const file = await RowFile.open(folder.path('twice.jsonl'), { cells, header: partHeaderOf(identity), marked: true });
  const lines = rowsOf('whole.jsonl').map((line) => JSON.parse(line));
  for (const c of [0, 1, 0, 2, 1]) file.add(c, lines[c]);
  await file.close();
  assert.equal(rowsOf('twice.jsonl').length, 3);
  assert.equal(
    (await RowFile.open(folder.path('twice.jsonl'), { cells, header: partHeaderOf(identity), marked: true })).rows,
    3,
  );
});

test('a merge keeps the rows that only its results have, and replaces no other file', async () => {
  await folder.trip(merge('res.jsonl', part(1)));
  const first = linesOf('res.jsonl').length;
  await folder.json(['sweep', 'plan.json', '--out', 'res.jsonl']);
  assert.equal(folder.read('res.jsonl'), whole);
  assert.ok(first < linesOf('res.jsonl').length);
  const again = await folder.trip(merge('res.jsonl', part(1)));
  assert.equal(again.status, 0, again.stderr);
  assert.equal(folder.read('res.jsonl'), whole);
  folder.write('copy.json', folder.read('plan.json'));
  await refused(
    ['sweep', 'copy.json', '--merge', part(1), '--out', 'copy.json'],
    /copy\.json exists, and is not the file of this sweep/,
  );
  assert.equal(folder.read('copy.json'), folder.read('plan.json'));
  folder.write('empty.jsonl', '');
  assert.equal((await folder.trip(merge('empty.jsonl', ...shards.map(part)))).status, 0);
  assert.equal(folder.read('empty.jsonl'), whole);
});

for (const [args, says] of [
  [['--shard', '0/3'], /--shard is "0\/3"; k\/n with k from 1 to n, such as 3\/20/],
  [['--shard', '4/3'], /--shard is "4\/3"/],
  [['--shard', '3'], /--shard is "3"/],
  [['--shard', '1/3', '--merge', 'a'], /--shard and --merge are given; one of them is accepted/],
  [['--status', 'a', '--merge', 'a'], /--merge and --status are given/],
]) {
  test(`refused: ${args.join(' ')}`, () => refused(['sweep', 'plan.json', '--out', 'x.jsonl', ...args], says, 2));
}

test('the plan is needed for a merge, and --out for all but the status', async () => {
  await refused(['sweep', '--merge', part(1), '--out', 'x.jsonl'], /no plan is given/, 2);
  await refused(['sweep', 'plan.json', '--merge', part(1)], /--out RESULTS is needed/, 2);
  await refused(['sweep', 'plan.json', 'more.json', '--out', 'x.jsonl'], /2 files are given/, 2);
});
