/** Sweeps: the table equals the library's, the file is the same after any interruption, refusals. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { before, test } from 'node:test';
import { createTrainer } from '../../dist/trainer.js';
import { sleep, trip } from '../lib/support.mjs';
import { folderFor } from './support.mjs';

const folder = folderFor('sweep');
const plan = {
  data: 'spiral/train.csv',
  table: { target: 'class' },
  grid: { lambda: [0.01, 0.1], hidden: [[], [6]] },
  options: { epochs: 150, restarts: 1, standardize: false },
  folds: 4,
  seed: 3,
};
const cells = 16;
const sweep = (out, ...more) => ['sweep', 'plan.json', '--out', out, ...more];
let whole;

before(async () => {
  await folder.json(['spiral', '--seed', '7', '--out', 'spiral', '--noise-dimensions', '7']);
  folder.write('plan.json', JSON.stringify(plan));
  const { fits, summary } = await folder.json(sweep('whole.jsonl', '--workers', '2'));
  assert.equal(fits, cells);
  assert.equal(summary.length, 4);
  whole = folder.read('whole.jsonl');
});

test('the rows equal those of the library and follow a header', async () => {
  const { train } = trip.spiral({ seed: 7, noiseDimensions: 7 });
  const trainer = await createTrainer({ trip, workers: 1 });
  const { data: _data, table: _table, ...rest } = plan;
  const { rows } = await trainer.sweep({ ...rest, data: train });
  await trainer.close();
  const [header, ...lines] = whole
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(header.format, 'trip-wasm sweep');
  assert.deepEqual(header.plan.grid, plan.grid);
  assert.deepEqual(lines, JSON.parse(JSON.stringify(rows)));
});

test('a sweep that was killed and restarted ends with the same file and computes nothing twice', async () => {
  const lines = () =>
    existsSync(folder.path('killed.jsonl')) ? folder.read('killed.jsonl').split('\n').length - 1 : 0;
  let there = cells;
  // On a busy machine it may have ended before it is seen: then once more.
  for (let attempt = 0; attempt < 5 && there === cells; attempt++) {
    rmSync(folder.path('killed.jsonl'), { force: true });
    const run = folder.start(sweep('killed.jsonl', '--workers', '1'));
    while (lines() < 4) await sleep(5);
    run.child.kill('SIGKILL');
    await run.ended;
    there = lines() - 1;
  }
  assert.ok(there >= 3 && there < cells, `${there} fits`);
  const { stderr, status } = await folder.trip(sweep('killed.jsonl'));
  assert.equal(status, 0, stderr);
  assert.match(stderr, new RegExp(`killed.jsonl: ${there} fits already exist`));
  assert.equal(folder.read('killed.jsonl'), whole);
});

test('an incomplete last line is computed again; rows may be in any order', async () => {
  const [header, ...rows] = whole.trimEnd().split('\n');
  folder.write('torn.jsonl', `${[header, ...rows.slice(2).reverse()].join('\n')}\n${rows[0].slice(0, 50)}`);
  await folder.json(sweep('torn.jsonl'));
  assert.equal(folder.read('torn.jsonl'), whole);
});

test('an interrupt ends the process by the signal and keeps finished fits', async () => {
  folder.write('endless.json', JSON.stringify({ ...plan, grid: { epochs: [1, 1_000_000] } }));
  const run = folder.start(['sweep', 'endless.json', '--out', 'stopped.jsonl', '--workers', '1']);
  while (!existsSync(folder.path('stopped.jsonl')) || folder.read('stopped.jsonl').split('\n').length < 3)
    await sleep(5);
  run.child.kill('SIGINT');
  const { signal, stderr } = await run.ended;
  assert.equal(signal, 'SIGINT', stderr);
  assert.match(stderr, /trip: interrupted\n$/);
  const lines = folder.read('stopped.jsonl').trimEnd().split('\n');
  assert.ok(lines.length >= 2);
  for (const line of lines) JSON.parse(line);
});

test('results of another plan, of other data, and altered results are refused', async () => {
  folder.write('other.json', JSON.stringify({ ...plan, seed: 4 }));
  folder.write('held.json', JSON.stringify({ ...plan, data: 'spiral/test.csv' }));
  for (const file of ['other.json', 'held.json']) {
    const { status, stderr } = await folder.trip(['sweep', file, '--out', 'whole.jsonl']);
    assert.equal(status, 1);
    assert.match(stderr, /whole.jsonl is not the file of this sweep/);
  }
  folder.write('altered.jsonl', whole.replace('\n{', '\n{,'));
  const { status, stderr } = await folder.trip(sweep('altered.jsonl'));
  assert.equal(status, 1);
  assert.match(stderr, /altered.jsonl: line 2 is not JSON/);
  assert.equal(folder.read('whole.jsonl'), whole);
});

test('classes with fewer samples than folds are reported before the first fit, or refused with a number that works', async () => {
  const rows = (rare) =>
    Array.from({ length: 30 }, (_, n) => `${(n * 7) % 11},${n % 4},${n < rare ? 'rare' : 'usual'}\n`);
  const own = {
    ...plan,
    grid: {},
    options: { epochs: 2, restarts: 1 },
    folds: 5,
    data: 'rare.csv',
    table: { target: 'kind' },
  };
  folder.write('rare-plan.json', JSON.stringify(own));
  folder.write('rare.csv', `a,b,kind\n${rows(1).join('')}`);
  const refused = await folder.trip(['sweep', 'rare-plan.json', '--out', 'rare.jsonl']);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /folds is 5, but class "rare" has 1 sample: .*; no number of folds works/);
  assert.ok(!existsSync(folder.path('rare.jsonl')));
  folder.write('rare.csv', `a,b,kind\n${rows(3).join('')}`);
  const { status, stdout, stderr } = await folder.trip(['sweep', 'rare-plan.json', '--out', 'rare.jsonl']);
  assert.equal(status, 0);
  assert.match(stderr, /class 'rare' has 3 samples: 2 of 5 folds contain none of them/);
  assert.match(stdout, /mean \+- standard deviation over the held-out folds\nauc is defined in 3 of 5 fits; its mean/);
  assert.doesNotMatch(stdout, /NaN|none/);
});

for (const [change, says] of [
  [{ grid: { lamda: [1] } }, /"lamda"; did you mean lambda\?/],
  [{ fold: 3 }, /a plan has no option "fold"; did you mean folds\?/],
  [{ table: { targte: 'class' } }, /table has no option "targte"; did you mean target\?/],
  [{ table: { target: 'class', missing: 'maybe' } }, /table.missing is "maybe"; accepted: refuse, mean, drop/],
  [{ data: undefined }, /data is missing/],
  [{ grid: undefined }, /grid is undefined/],
]) {
  test(`refused: ${JSON.stringify(change)}`, async () => {
    folder.write('bad.json', JSON.stringify({ ...plan, ...change }));
    const { status, stderr } = await folder.trip(['sweep', 'bad.json', '--out', 'bad.jsonl']);
    assert.equal(status, 2, stderr);
    assert.match(stderr, says);
    assert.ok(!existsSync(folder.path('bad.jsonl')), 'a file was written for a plan that is refused');
  });
}
