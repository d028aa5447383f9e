/** GNU parallel and Snakemake with the files of the documentation, whose shards are killed, and a disk that is full. */
import assert from 'node:assert/strict';
import { mkdirSync, readlinkSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { before, test } from 'node:test';
import { folderFor, processesWith, reference, start, startKiller, writePlan } from './support.mjs';

const first = folderFor('parallel');
let whole;
before(async () => {
  writePlan(first, 200);
  whole = (await reference(first)).text;
});

for (const [name, command, ...args] of [
  ['parallel', 'sh', 'parallel.sh'],
  ['snakemake', 'snakemake', '--cores', '4', '--retries', '10', '--quiet'],
]) {
  test(`${name}: shards that are killed go on, and the merge is the file of one process`, async () => {
    const folder = name === 'parallel' ? first : folderFor(name);
    writePlan(folder, 200);
    const shards = () => processesWith('cli.js', '--shard').filter((id) => isIn(id, folder));
    const killer = startKiller(shards, 2);
    setTimeout(killer.stop, 9000);
    const { status, stderr } = await folder.start(command, args, { env: { HOME: folder.path('.') } }).ended;
    killer.stop();
    assert.equal(status, 0, stderr);
    console.log(`${name}: ${killer.kills} kills`);
    assert.ok(killer.kills >= 1);
    assert.equal(folder.read('results.jsonl'), whole);
  });
}

/** Whether a process works in this folder. */
function isIn(id, folder) {
  try {
    return readlinkSync(`/proc/${id}/cwd`) === resolve(folder.path('.'));
  } catch {
    return false;
  }
}

test('a shard whose disk is full ends with an error, and goes on when there is room', async () => {
  const folder = folderFor('disk');
  writePlan(folder, 200);
  mkdirSync(folder.path('small'));
  const shard = ['sweep', 'plan.json', '--shard', '1/1', '--out', 'small/part-1.jsonl', '--workers', '2', '--quiet'];
  const mount = await start('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', 'small'], { cwd: folder.path('.') })
    .ended;
  const isMounted = mount.status === 0;
  try {
    const command = isMounted ? ['trip', shard] : ['prlimit', ['--fsize=65536', 'trip', ...shard]];
    const full = await folder.start(...command).ended;
    console.log(`disk: ${isMounted ? 'tmpfs of 64 kB' : 'files limited to 64 kB'}: ${full.stderr.trim()}`);
    assert.equal(full.status, 1, full.stderr);
    assert.match(full.stderr, isMounted ? /cannot be written: no space is left/ : /cannot be written: EFBIG/);
    if (isMounted) await start('mount', ['-o', 'remount,size=20m', 'small'], { cwd: folder.path('.') }).ended;
    const { status, stderr } = await folder.trip(shard);
    assert.equal(status, 0, stderr);
    assert.equal((await folder.trip(['sweep', 'plan.json', '--merge', 'small', '--out', 'results.jsonl'])).status, 0);
    assert.equal(folder.read('results.jsonl'), whole);
  } finally {
    if (isMounted) await start('umount', ['small'], { cwd: folder.path('.') }).ended;
    rmSync(folder.path('small'), { recursive: true, force: true });
  }
});
