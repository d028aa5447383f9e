/** `kill -9` at each call that changes a file: the old file or the new one, never a part, and the next run completes it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endsSurely } from '../../build-scripts/tools.mjs';
import { command, folderFor } from './support.mjs';

const folder = folderFor('killed');
const killAt = fileURLToPath(new URL('kill-at.mjs', import.meta.url));
/** Windows ends a process without a signal. */
const onUnix = process.platform === 'win32' ? () => {} : test;

const plan = {
  data: 'few.csv',
  table: { target: 'class' },
  grid: { lambda: [0.1, 1] },
  options: { epochs: 1, restarts: 1 },
  folds: 2,
};

before(async () => {
  folder.write('few.csv', 'x,y,class\n1,2.5,a\n3,4.5,b\n5,-6,a\n2,1,b\n');
  folder.write('plan.json', JSON.stringify(plan));
  await folder.json(['fit', 'few.csv', '--target', 'class', '--epochs', '2', '--out', 'm.json']);
  for (const part of [1, 2])
    await folder.json(['sweep', 'plan.json', '--shard', `${part}/2`, '--out', `part-${part}.jsonl`, '--workers', '1']);
  // A merge goes on with its own results, and replaces no other file.
  await folder.trip(['sweep', 'plan.json', '--merge', 'part-1.jsonl', '--out', 'merged-before.jsonl']);
});

/** Runs the command in `where`, which kills itself at one call. Resolves to its signal, or null if it ends by itself. */
async function run(where, args, env) {
  const child = spawn(process.execPath, [...endsSurely, '--import', killAt, command, ...args], {
    cwd: where,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const [status, signal] = await once(child, 'close');
  if (signal === null) assert.equal(status, 0, said);
  return signal;
}

/** An empty folder with the inputs. */
function fresh(name) {
  const where = folder.path(name);
  rmSync(where, { recursive: true, force: true });
  mkdirSync(where);
  for (const input of ['few.csv', 'plan.json', 'm.json', 'part-1.jsonl', 'part-2.jsonl'])
    cpSync(folder.path(input), join(where, input));
  return where;
}

const inputs = 5;

/** A command, its result, and whether the result grows row by row instead of being replaced at the end. */
const commands = {
  fit: ['fit few.csv --target class --epochs 1 --out result.json', 'result.json'],
  predict: ['predict m.json few.csv --out result.csv', 'result.csv'],
  explain: ['explain m.json few.csv --out result.csv', 'result.csv'],
  plot: ['plot m.json few.csv --out result.svg', 'result.svg'],
  merge: ['sweep plan.json --merge part-1.jsonl part-2.jsonl --out result.jsonl', 'result.jsonl'],
  sweep: ['sweep plan.json --workers 1 --out result.jsonl', 'result.jsonl', 'grows'],
  shard: ['sweep plan.json --shard 1/2 --workers 1 --out result.jsonl', 'result.jsonl', 'grows'],
  assess: [
    'assess few.csv --target class --epochs 1 --restarts 1 --folds 2 --permutations 0 --bootstraps 0 --workers 1 --out result.jsonl',
    'result.jsonl',
    'grows',
  ],
};

/** Commands that write several files or other formats, and all of their files. */
const others = {
  spiral: ['spiral --out made', ['made/train.csv', 'made/test.csv', 'made/truth.csv']],
  transform: ['transform m.json few.csv --out result.npy', ['result.npy']],
  json: ['predict m.json few.csv --out result.json', ['result.json']],
  'fit and plot': [
    'fit few.csv --target class --epochs 1 --restarts 1 --out result.json --plot result.svg',
    ['result.json', 'result.svg'],
  ],
  slurm: [
    'sweep plan.json --slurm --out result.jsonl',
    ['array.sh', 'merge.sh', 'submit.sh'].map((script) => `result.parts/${script}`),
  ],
};

for (const [name, [line, results]] of Object.entries(others)) {
  const args = line.split(' ');
  onUnix(`${name}: killed at each call, each file is the old one, the new one or not there`, async () => {
    const at = folder.path(`${name}-here`);
    /** The files, without the numbers that follow the time of fits; undefined for those that are not there. */
    const contents = () =>
      results.map((file) =>
        existsSync(join(at, file))
          ? readFileSync(join(at, file), 'latin1').replace(/--(time|mem|array)=\S+|\/\d+"/g, '')
          : undefined,
      );
    const begin = (old) => {
      fresh(`${name}-here`);
      for (const file of old ? results : []) {
        mkdirSync(dirname(join(at, file)), { recursive: true });
        writeFileSync(join(at, file), 'old');
      }
    };
    begin(false);
    assert.equal(await run(at, args, {}), null);
    const expected = contents();
    assert.ok(expected.every((text) => text?.length > 50));
    const entries = readdirSync(at, { recursive: true }).length;
    for (const old of [true, false]) {
      let kills = 0;
      for (let signal = 'SIGKILL'; signal !== null; ) {
        begin(old);
        signal = await run(at, args, { TRIP_KILL_AT: String(kills + 1) });
        if (signal !== null) kills++;
        for (const [f, found] of contents().entries())
          assert.ok([old ? 'old' : undefined, expected[f]].includes(found), `${results[f]} after kill ${kills}`);
        const again = await folder.trip(args, { cwd: at });
        assert.equal(again.status, 0, again.stderr);
        assert.deepEqual(contents(), expected, `after kill ${kills}`);
        assert.equal(readdirSync(at, { recursive: true }).length, entries, `${readdirSync(at, { recursive: true })}`);
      }
      assert.ok(kills >= 5 && kills < 60, `${kills} kills`);
    }
  });
}

for (const [name, [line, result, grows]] of Object.entries(commands)) {
  const args = line.split(' ');
  onUnix(`${name}: killed at each call that changes a file`, async () => {
    const whole = fresh(`${name}-whole`);
    const log = folder.path(`${name}.log`);
    assert.equal(await run(whole, args, { TRIP_KILL_LOG: log }), null);
    const expected = comparable(readFileSync(join(whole, result), 'utf8'));
    const calls = readFileSync(log, 'utf8').trimEnd().split(' ');
    assert.ok(calls.includes('open') && calls.some((call) => /appendFile|write/.test(call)), calls.join(' '));

    // Rows that wait for one another are written together, so the number of calls differs between runs.
    let kills = 0;
    for (let signal = 'SIGKILL'; signal !== null; ) {
      const at = `killed at call ${kills + 1}, of about ${calls.length}: ${calls}`;
      const where = fresh(`${name}-${kills + 1}`);
      const file = join(where, result);
      if (!grows) cpSync(name === 'merge' ? folder.path('merged-before.jsonl') : join(where, 'few.csv'), file);
      const old = grows ? undefined : readFileSync(file, 'utf8');
      signal = await run(where, args, { TRIP_KILL_AT: String(kills + 1) });
      if (signal !== null) kills++;
      const found = grows ? undefined : readFileSync(file, 'utf8');
      if (found !== old) assert.equal(found, expected, at);
      const again = await folder.trip(args, { cwd: where });
      assert.equal(again.status, 0, `${at}: ${again.stderr}`);
      assert.equal(comparable(readFileSync(file, 'utf8')), expected, at);
      assert.equal(readdirSync(where).length, inputs + 1, `${at}: ${readdirSync(where)}`);
    }
    assert.ok(kills >= 5 && kills < 40, `${kills} kills`);
  });
}

/** Files of shards contain the times at which their writers began. */
function comparable(text) {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('{"begun"'))
    .join('\n');
}
