/** Signals, texts that a terminal would obey, drafts of results, and the part of a model file that only the command knows. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { checksumOf } from '../../dist/index.js';
import { sleep } from '../lib/support.mjs';
import { command, folderFor } from './support.mjs';

const folder = folderFor('safety');
const { path } = folder;
folder.write('few.csv', 'x,y,class\n1,2.5,a\n3,4.5,b\n5,-6,a\n2,1,b\n');
folder.write('plan.json', JSON.stringify({ data: 'few.csv', table: { target: 'class' }, grid: {}, folds: 2 }));
const fit = ['fit', 'few.csv', '--target', 'class', '--epochs', '2', '--restarts', '1'];
await folder.json([...fit, '--out', 'm.json']);
/** A skipped test would count as failed. */
const onUnix = process.platform === 'win32' ? () => {} : test;

/** Runs a shell line in which `trip` is the command, on a terminal if asked. */
function shell(line, terminal = false, options = {}) {
  const script = `node='${process.execPath}' cli='${command}'; trip() { "$node" "$cli" "$@"; }\n${line}`;
  folder.write('line.sh', script);
  const [program, ...args] = terminal ? ['script', '-qec', 'bash line.sh', '/dev/null'] : ['bash', 'line.sh'];
  return spawnSync(program, args, { cwd: path('.'), encoding: 'utf8', input: '', timeout: 60_000, ...options });
}

/** Says when the command has its handlers of signals; SIGTERM is the second one. */
const saysWhen = "process.on('newListener', (name) => name === 'SIGTERM' && process.stderr.write('listens\\n'))";

/** Starts the command with a silent standard input; resolves to its end after a signal. */
async function interrupted(args, signal, env = {}, { hook = saysWhen, word = 'listens', wait = 300 } = {}) {
  const child = spawn(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(hook)}`, command, ...args],
    {
      cwd: path('.'),
      env: { ...process.env, ...env },
    },
  );
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise((resolve) => child.on('close', (status, by) => resolve({ status, by, stderr })));
  while (!stderr.includes(word) && child.exitCode === null) await sleep(10);
  await sleep(wait);
  child.kill(signal);
  const late = sleep(20_000).then(() => ({ by: 'nothing within 20 s' }));
  const result = await Promise.race([ended, late]);
  child.kill('SIGKILL');
  return result;
}

onUnix('a signal ends a command that waits for a silent input, whatever it waits with', async () => {
  shell(
    'mkfifo font.ttf silent; mkdir -p bin; printf "#!/bin/sh\nexec sleep 30" > bin/scontrol; chmod +x bin/scontrol',
  );
  const slow = { PATH: `${path('bin')}:${process.env.PATH}` };
  const waiting = [
    ['fit', '-', '--target', 'class', '--out', 'x.json'],
    ['predict', 'm.json', '-'],
    ['predict', '-', 'few.csv'],
    ['assess', 'few.csv', '--target', 'class', '--grid', 'silent'],
    ['plot', 'm.json', 'few.csv', '--font', 'font.ttf', '--out', 'x.png'],
    ['sweep', 'plan.json', '--slurm', '--out', 'x.jsonl'],
  ];
  const both = waiting.flatMap((args) => ['SIGINT', 'SIGTERM'].map((signal) => [args, signal]));
  for (const [args, signal] of both) {
    const { by, stderr } = await interrupted(args, signal, args[0] === 'sweep' ? slow : {});
    assert.equal(by, signal, `${args.join(' ')}: ${stderr}`);
    assert.match(stderr, /trip: interrupted\n$/, args.join(' '));
  }
});

/** Says when the command takes its handlers away for work that does not return to the event loop. */
const saysWork = "process.on('removeListener', (name) => name === 'SIGTERM' && process.stderr.write('works\\n'))";

onUnix('a signal ends the command at once while it computes, and its handlers come back', async () => {
  const wide = ['--hidden', '1500,1500', '--lambda', '0.01'];
  const args = [
    'fit',
    'few.csv',
    '--target',
    'class',
    '--epochs',
    '0',
    '--restarts',
    '1',
    ...wide,
    '--out',
    'wide.json',
  ];
  await folder.json(args);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const own = ['score', 'wide.json', 'few.csv'];
    const { by, stderr } = await interrupted(own, signal, {}, { hook: saysWork, word: 'works', wait: 0 });
    assert.equal(by, signal, stderr);
    assert.equal(stderr, 'works\n');
  }
  const silent = await interrupted(['score', 'm.json', '-'], 'SIGTERM', {}, { hook: saysWork, word: 'works' });
  assert.match(silent.stderr, /trip: interrupted\n$/);
});

/** Sends the first signal while the command computes, before it takes its handlers away: the command hears of it in a later turn. */
const early = `const own = globalThis.setImmediate;
let sent = false;
globalThis.setImmediate = (...args) => {
  if (!sent && process.listenerCount('SIGTERM') > 0) {
    sent = true;
    process.kill(process.pid, 'SIGTERM');
  }
  return own(...args);
};`;

onUnix('a signal that arrives just before such work is not forgotten', async () => {
  for (const args of [
    ['score', 'm.json', 'few.csv'],
    ['explain', 'm.json', 'few.csv'],
    ['predict', 'm.json', 'few.csv'],
  ]) {
    const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(early)}` };
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
      ...{ cwd: path('.'), encoding: 'utf8', env, timeout: 60_000 },
    });
    assert.deepEqual([status, signal, stdout], [null, 'SIGTERM', ''], stderr);
    assert.match(stderr, /trip: interrupted\n$/);
  }
});

onUnix('what a command has printed before it fails hides no failure', () => {
  const line = (rest) =>
    `set -o pipefail; rm -rf sets; mkdir sets; ln -s /dev/full sets/test.csv; trip spiral --seed 1 --out sets ${rest}`;
  for (const rest of ['> /dev/null', '> /dev/full', '| (exec 0<&-; sleep 1)']) {
    const { status, stderr } = shell(line(rest));
    assert.equal(status, 1, `${rest}: ${stderr}`);
    assert.match(stderr, /sets\/test.csv cannot be written: no space is left\n/, rest);
  }
});

/** A name that moves the cursor, makes a line of its own, and turns the direction of writing. */
const forged = 'a\u001b[2J\u009b31m\nFORGED: accuracy 1.0\u202e\u2066\u0007';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are looked for
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const quoted = `"${forged}"`;

test('names of classes, columns and files reach no terminal as they are', async () => {
  folder.write('forged.csv', `x,${quoted},class\n1,2.5,${quoted}\n3,4.5,b\n5,-6,${quoted}\n2,1,b\n`);
  const out = ['--out', `forged\n\u001b.json`];
  for (const args of [
    ['fit', 'forged.csv', '--target', 'class', '--epochs', '2', '--restarts', '1', ...out],
    ['score', out[1], 'forged.csv'],
    ['explain', out[1], 'forged.csv', '--class', forged],
    [
      'assess',
      'forged.csv',
      '--target',
      'class',
      '--epochs',
      '1',
      '--restarts',
      '1',
      '--folds',
      '2',
      '--permutations',
      '0',
      '--bootstraps',
      '2',
      '--importance',
    ],
    ['fit', 'forged.csv', '--target', `${forged}${forged}`, ...out],
    ['fit', `no\n${forged}.csv`, '--target', 'x', ...out],
    [`no\n${forged}`],
    ['predict', out[1], 'few.csv'],
  ])
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await folder.trip([...args, ...more]);
      assert.ok(stdout + stderr, args.join(' '));
      for (const text of [stdout, stderr]) {
        assert.doesNotMatch(text, obeyed, args.join(' '));
        assert.doesNotMatch(text, /^FORGED/m, args.join(' '));
      }
    }
});

onUnix('a result on a terminal is harmless, and the same bytes go to files and pipes', async () => {
  const model = `'forged\n\u001b.json'`;
  const { stdout } = shell(`trip predict ${model} forged.csv --quiet --proba`, true);
  assert.match(stdout, /FORGED/);
  assert.doesNotMatch(stdout.replaceAll('\r\n', '\n'), obeyed);
  assert.doesNotMatch(stdout, /^FORGED/m);
  shell(
    `trip predict ${model} forged.csv --quiet --out bytes.csv; trip predict ${model} forged.csv --quiet > piped.csv`,
  );
  assert.ok(folder.read('bytes.csv').includes(quoted));
  assert.equal(folder.read('piped.csv'), folder.read('bytes.csv'));
  const { rows } = await folder.json(['predict', 'forged\n\u001b.json', 'forged.csv']);
  assert.ok(rows.some(([, name]) => name === forged));
  // A bar is drawn when reading takes longer than a tenth of a second.
  const pipe = `'a\u001b[31mb.csv'`;
  const slow = `mkfifo ${pipe}; (for n in 1 2 3 4 5; do cat few.csv; sleep 0.1; done > ${pipe} &)`;
  const bar = shell(`${slow}; trip fit ${pipe} --target class --epochs 1 --out t.json`, true).stdout;
  assert.match(bar, /reading a\?\[31mb\.csv \d+/);
  assert.ok(!bar.includes('\u001b[31m'));
});

/** Makes the command say the name and the permissions of each draft when it begins, and when it replaces the file. */
const draftWatcher = `
import { promises, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
const { open, rename } = promises;
const say = (what, file) =>
  process.stderr.write([what, basename(file), (statSync(file).mode & 0o777).toString(8)].join(' ') + '\\n');
promises.open = async (file, ...more) => {
  const handle = await open(file, ...more);
  if (String(file).endsWith('.part')) say('begins', file);
  return handle;
};
promises.rename = (from, to) => {
  say('ends', from);
  return rename(from, to);
};
syncBuiltinESMExports();`;
const saysDrafts = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(draftWatcher)}` };

const drafts = (where = '.') => readdirSync(path(where)).filter((name) => name.endsWith('.part'));

onUnix('a link at the name of a draft is not followed: names cannot be guessed, and drafts are new files', async () => {
  mkdirSync(path('linked'));
  folder.write('victim', 'old');
  const names = new Set();
  for (const round of [1, 2]) {
    folder.write('linked/out.csv', 'old');
    chmodSync(path('linked/out.csv'), 0o600);
    const run = await folder.alone(['predict', 'm.json', 'few.csv', '--out', 'linked/out.csv'], { env: saysDrafts });
    assert.equal(run.status, 0, run.stderr);
    const said = run.stderr.split('\n').filter((line) => /^(begins|ends) /.test(line));
    assert.ok(said.length >= 2, run.stderr);
    for (const line of said)
      assert.match(line, /^(begins|ends) \.trip-[\da-f]{12}-\d+-[\da-f]{16}\.part 600$/, `round ${round}`);
    names.add(/^ends (\S+)/m.exec(run.stderr)[1]);
    assert.equal(statSync(path('linked/out.csv')).mode & 0o777, 0o600);
    assert.deepEqual(drafts('linked'), []);
  }
  assert.equal(names.size, 2);
  // Links at old names of drafts, and a link of another owner's choice, stay and are not written through.
  for (const name of [`.trip-0123456789ab-${process.pid}.part`, 'out.csv.new', 'out.csv.part', 'out.csv~'])
    symlinkSync('../victim', path(`linked/${name}`));
  await folder.json(['predict', 'm.json', 'few.csv', '--out', 'linked/out.csv']);
  assert.equal(folder.read('victim'), 'old');
});

onUnix('each length of a name is refused before the training, or works', async () => {
  for (const length of [230, 236, 250, 255]) {
    const name = `${'n'.repeat(length - 5)}.json`;
    await folder.json([...fit, '--out', name]);
    assert.equal(JSON.parse(folder.read(name)).format, 'trip-wasm model');
  }
  for (const length of [256, 5000]) {
    const { status, stderr } = await folder.trip([
      ...fit.map((own) => (own === '2' ? '1000000' : own)),
      '--out',
      'n'.repeat(length),
    ]);
    assert.equal(status, 2);
    assert.match(stderr, /cannot be written: .*name too long/);
  }
  // The name of the folder of parts is longer.
  const { status, stderr } = await folder.trip(['sweep', 'plan.json', '--slurm', '--out', 'n'.repeat(252)]);
  assert.deepEqual([status, /name too long/.test(stderr)], [1, true], stderr);
});

/** Mounts a small disk that takes nothing more; false where nothing can be mounted. */
function fullDisk(name) {
  mkdirSync(path(name));
  const mount = ['-t', 'tmpfs', '-o', 'size=16k,mode=777', 'tmpfs', path(name)];
  return process.getuid?.() === 0 && spawnSync('mount', mount).status === 0;
}

onUnix('a disk that is full is refused before the training', (t) => {
  if (!fullDisk('full')) return t.diagnostic('nothing can be mounted here');
  try {
    spawnSync('dd', ['if=/dev/zero', `of=${path('full/zeros')}`, 'bs=1k']);
    const { status, stderr } = shell(`trip ${fit.join(' ')} --out full/m.json`);
    assert.deepEqual([status, /full\/m.json cannot be written: no space is left\n/.test(stderr)], [2, true], stderr);
    assert.deepEqual(readdirSync(path('full')), ['zeros']);
  } finally {
    spawnSync('umount', [path('full')]);
  }
});

onUnix('a model that cannot be written is saved elsewhere, and its place is told', () => {
  for (const json of ['', ' --json']) {
    const { status, stderr } = shell(`trip ${fit.join(' ')} --quiet --out /dev/full${json}`);
    assert.equal(status, 1);
    const saved = json ? JSON.parse(stderr).error.savedAs : /^trip: the result was saved as (.*)\n/.exec(stderr)[1];
    assert.ok(saved, stderr);
    assert.equal(JSON.parse(readFileSync(saved, 'utf8')).fingerprint, JSON.parse(folder.read('m.json')).fingerprint);
    assert.equal(lstatSync(saved).mode & 0o777, 0o600);
    rmSync(dirname(saved), { recursive: true });
  }
});

/** Waits after a pipe was opened. */
const opensSlowly = `
import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { open } = promises;
promises.open = async (file, ...more) => {
  const handle = await open(file, ...more);
  if (String(file).endsWith('closing')) await new Promise((resolve) => setTimeout(resolve, 500));
  return handle;
};
syncBuiltinESMExports();`;

/** The place of a saved result, which standard error tells once. */
function savedBy({ status, stderr }, json = false) {
  assert.equal(status, 1, stderr);
  const places = json
    ? [JSON.parse(stderr).error.savedAs]
    : [...stderr.matchAll(/saved as (.*)\n/g)].map(([, at]) => at);
  assert.equal(places.length, 1, stderr);
  const text = readFileSync(places[0], 'utf8');
  assert.equal(lstatSync(places[0]).mode & 0o777, 0o600);
  rmSync(dirname(places[0]), { recursive: true });
  return text;
}

const assess =
  'assess few.csv --target class --epochs 1 --restarts 1 --folds 2 --permutations 0 --bootstraps 0 --quiet';

onUnix('all that took long to compute is saved where its file, device or pipe takes nothing', () => {
  const saved = (line, json) => savedBy(shell(line), json);
  const rows = saved('trip sweep plan.json --quiet --out /dev/full').trimEnd().split('\n');
  assert.deepEqual([rows.length, JSON.parse(rows[0]).format], [3, 'trip-wasm sweep']);
  assert.ok(JSON.parse(saved(`trip ${assess} --json > /dev/full`, true)).crossValidation);
  assert.match(saved(`trip ${assess} > /dev/full`), /^Held out .*\n\nScores of 2 folds\n/);
  assert.match(saved('trip explain m.json few.csv --quiet > /dev/full'), /\nlocal regression coefficients/);
  assert.equal(JSON.parse(saved(`trip ${fit.join(' ')} --quiet --out - > /dev/full`)).format, 'trip-wasm model');
  // The reader of a pipe that is a file closes it before the model is written.
  const closed = 'rm -f closing; mkfifo closing; (exec 3< closing; exec 3<&-) & ';
  const slow = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(opensSlowly)}` };
  const env = { ...process.env, ...slow };
  const piped = shell(`${closed} trip ${fit.join(' ')} --quiet --out closing`, false, { env });
  assert.match(piped.stderr, /closing cannot be written: its reader closed it before the end\n/);
  assert.equal(JSON.parse(savedBy(piped)).format, 'trip-wasm model');
});

onUnix('a file of another user in a folder like /tmp is refused before the training', (t) => {
  if (process.getuid?.() !== 0) return t.diagnostic('needs two users');
  mkdirSync(path('sticky'));
  chmodSync(path('sticky'), 0o1777);
  folder.write('sticky/m.json', 'old');
  chmodSync(path('sticky/m.json'), 0o666);
  const { status, stderr } = shell(`trip ${fit.join(' ')} --out sticky/m.json`, false, { uid: 65534, gid: 65534 });
  assert.deepEqual([status, /belongs to another user/.test(stderr)], [2, true], stderr);
  assert.equal(folder.read('sticky/m.json'), 'old');
});

test('the table part of a model file is checked', async () => {
  const file = JSON.parse(folder.read('m.json'));
  const refused = async (name, table, says) => {
    const { checksum: _, ...rest } = { ...file, table };
    folder.write('altered.json', JSON.stringify({ ...rest, checksum: checksumOf(rest) }));
    const { status, stderr } = await folder.trip(['score', 'altered.json', 'few.csv']);
    if (says === undefined) return assert.equal(status, 0, `${name}: ${stderr}`);
    assert.equal(status, 1, name);
    assert.match(stderr, says, name);
    assert.ok(stderr.length < 600, name);
  };
  const { table } = file;
  await refused('as it is', table);
  await refused(
    'a number for the names',
    { features: 5 },
    /table.features of the model file does not fit; a list of 2 different/,
  );
  await refused('a column twice', { ...table, features: ['x', 'x'] }, /table.features/);
  await refused('three columns', { ...table, features: ['x', 'y', 'z'] }, /table.features/);
  await refused('numbers as names', { ...table, features: [1, 2] }, /table.features/);
  await refused('the response is a variable', { ...table, target: 'x' }, /table.target/);
  await refused('two responses of one', { ...table, target: ['class', 'other'] }, /table.target/);
  await refused('an object as the response', { ...table, target: { a: 1 } }, /table.target/);
  await refused('a list', [], /table of the model file does not fit/);
  await refused('nothing', null, /table of the model file does not fit/);
  await refused('signs that are none', { ...table, signs: [['x']] }, /table.signs/);
  await refused('signs of numbers', { ...table, signs: [['x', 5]] }, /table.signs/);
  await refused('an index of 2', { ...table, firstIndex: 2 }, /table.firstIndex/);
  await refused('long names', { ...table, features: ['x'.repeat(1e6), 'x'.repeat(1e6)] }, /table.features/);
  assert.ok(!existsSync(path('altered.json.part')));
});

test('an option name of any length is refused at once: it is not compared with the known ones', async () => {
  for (const name of ['x'.repeat(3_000_000), `--target${'x'.repeat(3_000_000)}`]) {
    const { status, stderr } = await folder.trip([
      'fit',
      'few.csv',
      `--${name}`,
      'a',
      '--out',
      'x.json',
      '--target',
      'class',
    ]);
    assert.equal(status, 2);
    assert.match(stderr, /known are/);
    assert.ok(stderr.length < 5000);
  }
});

// The folder has pipes and names that would disturb other programs that search build/.
test('all files can be removed', () => rmSync(path('.'), { recursive: true }));
