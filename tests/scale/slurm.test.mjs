/** A Slurm job array whose processes are killed, and whose controller is restarted, gives the file of one process. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startSlurm } from './slurm.mjs';
import { folderFor, pause, processesWith, startKiller, timedPlan, until } from './support.mjs';

const folder = folderFor('slurm');
let slurm;
let whole;
before(async () => {
  // Long enough for several kills.
  whole = await timedPlan(folder, 24);
  slurm = await startSlurm();
});
after(() => slurm?.stop());

/** Submits the array, and waits until its merge has ended. */
async function submit() {
  const args = [
    'sweep',
    'plan.json',
    '--slurm',
    '--submit',
    '--shard-minutes',
    '0.001',
    '--out',
    'results.jsonl',
    '--json',
  ];
  const { status, stdout, stderr } = await folder.trip(args, { env: slurm.env });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const isOver = async () => (await slurm.queue()) === '';
const over = () => until(isOver, 'the array and its merge', 600);

test('kills, a restart of slurmctld, then the merge: byte for byte the file of one process', async () => {
  const { shards, submitted, minutes } = await submit();
  assert.equal(submitted.length, 2);
  // The limit of the array, which has no factor in common with 200.
  assert.equal(shards, 9);
  assert.ok(minutes >= 15, `${minutes} min`);
  const killer = startKiller(() => processesWith('cli.js', '--shard', folder.path('results.parts')), 4);
  const ended = over();
  await pause(12_000);
  await slurm.restartController();
  await Promise.race([pause(40_000), ended]);
  killer.stop();
  await ended;
  console.log(`Slurm: ${shards} shards, ${killer.kills} kills, one restart of slurmctld`);
  assert.ok(killer.kills >= 3);
  const status = await folder.trip(['sweep', '--status', 'results.parts', '--json']);
  const { done, failed, left } = JSON.parse(status.stdout);
  assert.deepEqual([done + left, failed], [200, 0]);
  if (left > 0) {
    // A shard that was killed three times before its first row is given up: the same command goes on.
    console.log(`Slurm: ${left} rows were left; submitted again`);
    await submit();
    await over();
  }
  assert.equal(folder.read('results.jsonl'), whole);
  const rows = readdirSync(folder.path('results.parts'))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => folder.read('results.parts', name).split('\n'))
    .filter((line) => line.startsWith('{"point"') && line.endsWith('}'));
  assert.equal(rows.length, 200, 'a row was computed twice');
  assert.ok(existsSync(folder.path('results.parts', 'logs', 'merge.log')));
});
