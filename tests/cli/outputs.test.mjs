/** Inputs and outputs that are not regular files: pipes, devices, links, folders and full disks. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { after, before, test } from 'node:test';
import { command, folderFor } from './support.mjs';

const folder = folderFor('outputs');
const { path } = folder;
const predict = ['predict', 'm.json', 'few.csv', '--quiet'];
const predicted = /^row,prediction\n(\d,[ab]\n){4}$/;
const root = process.getuid?.() === 0;
const nobody = 65534;
/** A skipped test would count as failed. */
const onUnix = process.platform === 'win32' ? () => {} : test;
const asRoot = root ? test : () => {};
const withDescriptors = existsSync('/proc/self/fd') ? test : () => {};

/** Runs a shell line in which `trip` is the command; all its processes are killed if it hangs. */
function shell(line, options = {}) {
  const script = `node='${process.execPath}' cli='${command}'; trip() { "$node" "$cli" "$@"; }\n${line}`;
  return spawnSync('bash', ['-c', script], { cwd: path('.'), encoding: 'utf8', timeout: 60_000, ...options });
}

const leftovers = (where = '.') => readdirSync(path(where)).filter((name) => name.endsWith('.part'));

/** The administrator ignores permissions, so the test runs as another user. */
const asUser = root ? { uid: nobody, gid: nobody } : {};

before(async () => {
  folder.write('few.csv', 'x,y,class\n1,2.5,a\n3,4.5,b\n5,-6,a\n2,1,b\n');
  const plan = { data: 'few.csv', table: { target: 'class' }, grid: {}, options: { epochs: 1, restarts: 1 }, folds: 2 };
  folder.write('plan.json', JSON.stringify(plan));
  await folder.json(['fit', 'few.csv', '--target', 'class', '--epochs', '2', '--out', 'm.json']);
  // Its predictions exceed the buffer of a pipe.
  folder.write('many.csv', `x,y\n${'1,2\n'.repeat(60_000)}`);
});

/** Each command that writes one file, and the beginning of the file. */
const commands = {
  fit: [['fit', 'few.csv', '--target', 'class', '--epochs', '1'], /^\{"format":"trip-wasm model"/],
  predict: [['predict', 'm.json', 'few.csv'], /^row,prediction\n/],
  transform: [['transform', 'm.json', 'few.csv'], /^row,z1,z2\n/],
  explain: [['explain', 'm.json', 'few.csv'], /^mode,variable,/],
  sweep: [['sweep', 'plan.json'], /^\{"format":"trip-wasm sweep"/],
};

for (const [name, [args, begin]] of Object.entries(commands)) {
  const words = args.join(' ');

  onUnix(`${name}: a pipe is written through and stays`, () => {
    const { stdout, status } = shell(
      `rm -f p; mkfifo p; cat p & trip ${words} --out p >/dev/null; s=$?; wait; exit $s`,
    );
    assert.equal(status, 0);
    assert.match(stdout, begin);
    assert.ok(lstatSync(path('p')).isFIFO());
  });

  onUnix(`${name}: /dev/null stays a device, /dev/full is reported`, () => {
    assert.equal(shell(`trip ${words} --out /dev/null`).status, 0);
    assert.ok(lstatSync('/dev/null').isCharacterDevice());
    const { status, stderr } = shell(`trip ${words} --out /dev/full`);
    assert.equal(status, 1);
    assert.match(stderr, /trip: \/dev\/full cannot be written: no space is left\n$/);
    assert.ok(lstatSync('/dev/full').isCharacterDevice());
  });

  test(`${name}: a symbolic link is kept, its target is replaced; spaces and other letters in the name`, () => {
    mkdirSync(path(`${name} résultats`));
    writeFileSync(path(`${name} résultats/表 1`), name === 'sweep' ? '' : 'old');
    symlinkSync(`${name} résultats/表 1`, path(`${name}-link`));
    const { status, stderr } = shell(`trip ${words} --out ${name}-link`);
    assert.equal(status, 0, stderr);
    assert.equal(readlinkSync(path(`${name}-link`)), `${name} résultats/表 1`);
    assert.match(readFileSync(path(`${name} résultats/表 1`), 'utf8'), begin);
    assert.deepEqual(leftovers(`${name} résultats`), []);
  });

  test(`${name}: a link to a file that does not exist yet, and a loop of links`, () => {
    symlinkSync(`${name}-new`, path(`${name}-dangling`));
    assert.equal(shell(`trip ${words} --out ${name}-dangling`).status, 0);
    assert.ok(lstatSync(path(`${name}-dangling`)).isSymbolicLink());
    assert.match(folder.read(`${name}-new`), begin);
    symlinkSync(`${name}-circle`, path(`${name}-circle`));
    const { status, stderr } = shell(`trip ${words} --out ${name}-circle`);
    assert.equal(status, 2);
    assert.match(stderr, /links form a loop/);
  });

  onUnix(`${name}: no name, a folder, a file that may not be written, a folder that takes nothing`, () => {
    assert.match(shell(`trip ${words} --out ''`).stderr, /--out is empty/);
    assert.match(shell(`trip ${words} --out fresh/`).stderr, /fresh\/ is a folder/);
    mkdirSync(path(`${name}-closed`));
    writeFileSync(path(`${name}-closed/file`), 'old');
    writeFileSync(path(`${name}-protected`), 'old');
    chmodSync(path(`${name}-closed/file`), 0o666);
    chmodSync(path(`${name}-protected`), 0o444);
    chmodSync(path(`${name}-closed`), 0o555);
    for (const [out, says] of [
      [`${name}-closed/file`, /-closed is not writable/],
      [`${name}-closed/other`, /-closed is not writable/],
      [`${name}-protected`, /is (write-protected|not writable)|folder .* is not writable/],
    ]) {
      const { status, stderr } = shell(`trip ${words} --out ${out}`, asUser);
      assert.equal(status, 2, stderr);
      assert.match(stderr, says);
    }
    assert.equal(folder.read(`${name}-closed/file`), 'old');
    assert.equal(folder.read(`${name}-protected`), 'old');
  });
}

asRoot('a disk is never written to', (t) => {
  if (spawnSync('mknod', [path('disk'), 'b', '7', '250']).status !== 0)
    return t.diagnostic('no device can be made here');
  const { status, stderr } = shell(`trip ${predict.join(' ')} --out disk`);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /disk cannot be written: it is a disk/);
});

onUnix('every name of the standard output is that, also where the shell appends to a file', () => {
  for (const name of ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1', 'own-name', '-']) {
    if (name === '/proc/self/fd/1' && !existsSync('/proc/self/fd')) continue;
    if (name === 'own-name') symlinkSync('/dev/stdout', path(name));
    writeFileSync(path('log'), 'old\n');
    assert.equal(shell(`trip ${predict.join(' ')} --out ${name} >> log`).status, 0);
    assert.match(folder.read('log'), /^old\nrow,prediction\n(\d,[ab]\n){4}$/);
  }
  const both = shell('trip fit few.csv --target class --epochs 1 --json --out /dev/stdout');
  assert.equal(both.status, 2);
  assert.match(both.stderr, /--json and --out \/dev\/stdout both use the standard output/);
});

withDescriptors('other descriptors are appended to, and substituted processes hear', () => {
  writeFileSync(path('third'), 'old\n');
  assert.equal(shell(`trip ${predict.join(' ')} --out /dev/fd/3 3>> third`).status, 0);
  assert.match(folder.read('third'), /^old\nrow,prediction\n/);
  const { stdout } = shell(`trip ${predict.join(' ')} --out >(cat >&2; sleep 0.1) >/dev/null; wait`);
  assert.equal(stdout, '');
  assert.match(
    shell(
      `trip ${predict.join(' ')} --out >(cat > subst; touch done) >/dev/null; while ! [ -e done ]; do sleep 0.05; done; cat subst`,
    ).stdout,
    predicted,
  );
});

withDescriptors('a full standard output is reported once', () => {
  const message = 'trip: standard output cannot be written: no space is left\n';
  for (const args of [predict, ['--help']]) {
    const { status, stderr } = shell(`trip ${args.join(' ')} > /dev/full`);
    assert.deepEqual([status, stderr], [1, message]);
  }
  const { status, stderr } = shell('trip score m.json few.csv --quiet > /dev/full');
  const [, saved] = /^trip: the result was saved as (.*)\n/.exec(stderr);
  assert.match(readFileSync(saved, 'utf8'), /^accuracy +\d/m);
  assert.deepEqual([status, stderr.replace(/.*\n/, '')], [1, message]);
  rmSync(dirname(saved), { recursive: true });
});

asRoot('a full disk: the old file stays, no draft is left', (t) => {
  mkdirSync(path('tiny'));
  const mount = ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path('tiny')];
  if (spawnSync('mount', mount).status !== 0) return t.diagnostic('nothing can be mounted here');
  try {
    writeFileSync(path('tiny/out.csv'), 'old');
    const { status, stderr } = shell('trip predict m.json many.csv --quiet --out tiny/out.csv');
    assert.equal(status, 1);
    assert.match(stderr, /^trip: tiny\/out.csv cannot be written: no space is left\n$/);
    assert.equal(folder.read('tiny/out.csv'), 'old');
    assert.deepEqual(readdirSync(path('tiny')), ['out.csv']);
  } finally {
    spawnSync('umount', [path('tiny')]);
  }
});

onUnix('permissions and owner stay', () => {
  for (const mode of [0o600, 0o640, 0o664, 0o755]) {
    writeFileSync(path('mode'), 'old');
    chmodSync(path('mode'), mode);
    if (root) chownSync(path('mode'), 1234, 4321);
    assert.equal(shell(`umask 077; trip ${predict.join(' ')} --out mode`).status, 0);
    const found = statSync(path('mode'));
    assert.equal(found.mode & 0o7777, mode);
    if (root) assert.deepEqual([found.uid, found.gid], [1234, 4321]);
    assert.match(folder.read('mode'), predicted);
  }
  rmSync(path('mode'));
  shell(`umask 027; trip ${predict.join(' ')} --out mode`);
  assert.equal(statSync(path('mode')).mode & 0o777, 0o640);
});

asRoot('a file whose group cannot be kept is not opened to another group', () => {
  mkdirSync(path('shared'));
  chmodSync(path('shared'), 0o777);
  for (const [mode, expected] of [
    [0o660, 0o600],
    [0o2664, 0o604],
    [0o600, 0o600],
  ]) {
    writeFileSync(path('shared/out'), 'old');
    chownSync(path('shared/out'), nobody, 4321);
    chmodSync(path('shared/out'), mode);
    assert.equal(shell(`trip ${predict.join(' ')} --out shared/out`, asUser).status, 0);
    const found = statSync(path('shared/out'));
    assert.deepEqual([found.uid, found.mode & 0o7777], [nobody, expected]);
    assert.match(folder.read('shared/out'), predicted);
  }
});

test('names of pictures are refused before the work starts', () => {
  for (const name of ['points.svg', 'points.PNG', 'points.html']) {
    const { status, stderr } = shell(`trip ${predict.join(' ')} --out ${name}`);
    assert.equal(status, 2);
    assert.match(stderr, /points\.\w+ cannot be written: this command writes data, not pictures/i);
  }
});

test('a name of the maximum length', () => {
  const name = `${'ü'.repeat(125)}.csv`;
  assert.equal(shell(`trip ${predict.join(' ')} --out ${name}`).status, 0);
  assert.match(folder.read(name), predicted);
});

onUnix('data, model and plan from pipes and from the standard input by any name', () => {
  for (const line of [
    'rm -f d; mkfifo d; (cat few.csv > d &); trip predict m.json d --quiet',
    'rm -f d; mkfifo d; (cat m.json > d &); trip predict d few.csv --quiet',
    'cat few.csv | trip predict m.json - --quiet',
    'cat few.csv | trip predict m.json /dev/stdin --quiet',
    'cat m.json | trip predict - few.csv --quiet',
    'trip predict m.json - --quiet < few.csv',
    'trip predict <(cat m.json) <(cat few.csv) --quiet',
  ]) {
    const { stdout, stderr } = shell(line);
    assert.match(stdout, predicted, `${line}: ${stderr}`);
  }
  const { status } = shell('cat plan.json | trip sweep - --out piped.jsonl');
  assert.equal(status, 0);
  assert.equal(folder.read('piped.jsonl').split('\n').length, 4);
  const twice = shell('cat m.json | trip predict - -');
  assert.equal(twice.status, 2);
  assert.match(twice.stderr, /standard input: it is given twice, but can only be read once/);
});

onUnix('an interrupt is heard while a pipe keeps us waiting', () => {
  shell('mkfifo idle');
  // A shell starts what runs beside it deaf to this signal, until the command listens, which a busy machine may delay.
  const listens = existsSync('/proc/self/status')
    ? 'until grep -q "^SigCgt:.*[2367abef]$" /proc/$p/status; do sleep 0.05; done;'
    : '';
  for (const args of ['predict m.json idle', 'predict idle few.csv', 'predict m.json few.csv --out idle']) {
    const { status, signal } = shell(`"$node" "$cli" ${args} & p=$!; ${listens} sleep 1.5; kill -INT $p; wait $p`);
    assert.deepEqual([status, signal], [130, null], args);
  }
  const { stdout } = shell(
    'sleep 5 | ("$node" "$cli" predict m.json - <&0 & p=$!; sleep 1.5; kill -TERM $p; wait $p; echo $?)',
  );
  assert.match(stdout, /143/);
});

onUnix('a closed pipe ends quietly, files that were asked for are written all the same', () => {
  for (const line of [
    'trip predict m.json many.csv --quiet | head -1',
    'trip predict m.json many.csv --json | head -c 10',
    'trip --help | head -0',
    'trip predict m.json many.csv --out /dev/stdout --quiet | head -1',
    'rm -f e; mkfifo e; (head -1 e > /dev/null &); trip predict m.json many.csv --out e --quiet',
  ]) {
    const { stderr, status } = shell(`set -o pipefail; ${line}`);
    assert.equal(stderr, '', line);
    assert.equal(status, 0, line);
  }
  shell(
    '(sleep 0.2; trip spiral --out closed-spiral; echo $? > status) | true; while ! [ -s status ]; do sleep 0.05; done',
  );
  assert.equal(folder.read('status'), '0\n');
  assert.deepEqual(readdirSync(path('closed-spiral')).sort(), ['test.csv', 'train.csv', 'truth.csv']);
  const { status } = shell(
    '(trip fit few.csv --target class --epochs 1 --out heard.json; echo $? > status2) 2>&1 | true; while ! [ -s status2 ]; do sleep 0.05; done',
  );
  assert.equal(status, 0);
  assert.equal(folder.read('status2'), '0\n');
});

onUnix('spiral: the name of a file, of a device, of a folder that takes nothing', () => {
  for (const [out, says] of [
    ['few.csv', /few.csv cannot be created: a file with this name exists/],
    ['few.csv/below', /cannot be created: a file with this name exists/],
    ['/dev/null', /\/dev\/null cannot be created/],
    ["''", /--out is empty; the name of a folder/],
  ]) {
    const { status, stderr } = shell(`trip spiral --out ${out}`);
    assert.equal(status, 2, stderr);
    assert.match(stderr, says);
  }
  mkdirSync(path('shut'), { mode: 0o555 });
  const { status, stderr } = shell('trip spiral --out shut', asUser);
  assert.equal(status, 2, stderr);
  assert.match(stderr, /folder .*shut is not writable/);
});

after(() => {
  for (const name of [...Object.keys(commands).map((one) => `${one}-closed`), 'shut']) {
    if (existsSync(path(name))) chmodSync(path(name), 0o755);
  }
  // Loops of links, pipes and devices would disturb other programs that search build/.
  rmSync(path('.'), { recursive: true });
});
