/** The scripts of a Slurm array, with programs in the place of Slurm: limits, margins, submission, and shards that are killed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { before, test } from 'node:test';
import { command, folderFor } from './support.mjs';

const folder = folderFor('slurm');
const plan = {
  data: 'spiral/train.csv',
  table: { target: 'class' },
  grid: { lambda: [0.01, 0.1], hidden: [[], [4]] },
  options: { epochs: 30, restarts: 1, standardize: false },
  folds: 4,
};
const slurm = (...more) => ['sweep', 'plan of slurm.json', '--slurm', '--out', 'results.jsonl', ...more];
const withPrograms = { PATH: `${folder.path('bin')}:${process.env.PATH}` };
const script = (name) => folder.path(`results.parts/${name}`);
const textOf = (name) => readFileSync(script(name), 'utf8');
/** A value of the head of a script. */
const asked = (name, option) => new RegExp(`^#SBATCH --${option}=(.*)$`, 'm').exec(textOf(name))?.[1];
const bash = (args, env = {}) =>
  spawnSync('bash', args, { cwd: folder.path('.'), encoding: 'utf8', env: { ...process.env, ...env } });

function program(name, text) {
  mkdirSync(folder.path('bin'), { recursive: true });
  folder.write(`bin/${name}`, `#!/bin/sh\n${text}\n`);
  chmodSync(folder.path(`bin/${name}`), 0o755);
}

let whole;
before(async () => {
  await folder.json(['spiral', '--seed', '7', '--out', 'spiral', '--noise-dimensions', '7']);
  folder.write('plan of slurm.json', JSON.stringify(plan));
  await folder.json(['sweep', 'plan of slurm.json', '--out', 'whole.jsonl']);
  whole = folder.read('whole.jsonl');
  // Slurm that allows arrays of up to six jobs.
  program('scontrol', 'echo "MaxArraySize            = 7"');
  program('sbatch', 'echo "$@" >> submitted; if [ "$#" = 2 ]; then echo "41;cluster"; else echo 42; fi');
});

test('without Slurm the scripts are written, in one shard for little work, and nothing is submitted', async () => {
  program('scontrol', 'exit 1');
  const { status, stdout, stderr } = await folder.alone(slurm(), { env: withPrograms });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /\d+ of 16 fits timed: .* of one thread for all of them/);
  assert.match(stdout, /1 shards \(Slurm does not answer here: at most 1000 are assumed\), each of up to 16 fits/);
  assert.match(stdout, /status: trip sweep --status .*results\.parts/);
  assert.deepEqual(readdirSync(folder.path('results.parts')).sort(), ['array.sh', 'logs', 'merge.sh', 'submit.sh']);
  for (const name of ['array.sh', 'merge.sh', 'submit.sh']) assert.equal(bash(['-n', script(name)]).status, 0, name);
  assert.ok(!existsSync(folder.path('submitted')));
  program('scontrol', 'echo "MaxArraySize            = 7"');
});

test('the array is within its limit and shares no factor with the fits; it asks for the sample with a margin', async () => {
  const { status, stdout, stderr } = await folder.alone(
    slurm('--submit', '--shard-minutes', '0.00001', '--workers', '2', '--retries', '1', '--json'),
    { env: withPrograms },
  );
  assert.equal(status, 0, stderr);
  const found = JSON.parse(stdout);
  assert.deepEqual([found.shards, found.fits, found.submitted], [5, 16, ['41', '42']]);
  assert.deepEqual([asked('array.sh', 'array'), asked('array.sh', 'cpus-per-task')], ['1-5', '2']);
  assert.deepEqual([asked('array.sh', 'time'), asked('array.sh', 'mem')], [`${found.minutes}`, `${found.megabytes}M`]);
  assert.ok(found.minutes >= 15 && found.megabytes >= 256 && found.secondsPerFit > 0);
  assert.match(textOf('array.sh'), /^#SBATCH --requeue$/m);
  assert.match(textOf('array.sh'), /--workers 2 --retries 1/);
  const [array, merge] = folder.read('submitted').trim().split('\n');
  assert.equal(array, `--parsable ${script('array.sh')}`);
  assert.equal(merge, `--parsable --dependency=afterany:41 ${script('merge.sh')}`);
});

test('no part of a name is run, expanded by Slurm, or a line of its own', async () => {
  const out = `it's 100%j "q" \\ $(touch ran) \`touch ran\`; touch ran #.jsonl`;
  const parts = folder.path(out.replace('.jsonl', '.parts'));
  const written = await folder.alone(['sweep', 'plan of slurm.json', '--slurm', '--out', out], { env: withPrograms });
  assert.equal(written.status, 0, written.stderr);
  const text = readFileSync(`${parts}/array.sh`, 'utf8');
  const logs = `${parts}/logs/`.replaceAll('%', '%%').replaceAll(/["\\]/g, '\\$&');
  assert.ok(text.includes(`\n#SBATCH --output="${logs}%a.log"\n`), text);
  assert.match(text, /^#SBATCH --job-name=trip-[\w.-]+$/m);
  rmSync(folder.path('submitted'), { force: true });
  const jobs = [...Array(Number(/--array=1-(\d+)/.exec(text)[1])).keys()];
  for (const k of jobs) assert.equal(bash([`${parts}/array.sh`], { SLURM_ARRAY_TASK_ID: `${k + 1}` }).status, 0);
  for (const name of ['merge.sh', 'submit.sh']) {
    const { status, stderr } = bash([`${parts}/${name}`], withPrograms);
    assert.equal(status, 0, stderr);
  }
  assert.equal(folder.read(out), whole);
  assert.ok(!existsSync(folder.path('ran')));
  const { status, stderr } = await folder.alone(
    ['sweep', 'plan of slurm.json', '--slurm', '--out', 'a\ntouch ran\n.jsonl'],
    { env: withPrograms },
  );
  assert.equal(status, 2, stderr);
  assert.match(stderr, /--out is ".*a\\ntouch ran\\n\.jsonl"; for Slurm a path without control characters is accepted/);
  assert.ok(!existsSync(folder.path('a\ntouch ran\n.parts')));
});

test('options that every job would refuse are refused before scripts are written', async () => {
  for (const [name, value, told] of [
    ['--retries', '1000', /--retries is 1000; an integer from 0 to 100 is accepted/],
    ['--retries', '1.5', /--retries is 1.5; an integer/],
    ['--workers', '0', /workers is 0/],
    ['--workers', '5000', /workers is 5000/],
  ]) {
    const { status, stderr } = await folder.alone(
      ['sweep', 'plan of slurm.json', '--slurm', '--out', 'refused.jsonl', name, value],
      {
        env: withPrograms,
      },
    );
    assert.equal(status, 2, `${name} ${value}: ${stderr}`);
    assert.match(stderr, told);
  }
  assert.ok(!existsSync(folder.path('refused.parts/array.sh')));
});

test('the jobs give the file of one process, and the merge before their end says what is missing', async () => {
  for (const k of ['1', '3']) assert.equal(bash([script('array.sh')], { SLURM_ARRAY_TASK_ID: k }).status, 0);
  const early = bash([script('merge.sh')]);
  assert.equal(early.status, 1);
  assert.match(early.stderr, /9 of 16 fits are missing/);
  // Submitted again: the parts are gone on with, in as many shards.
  const again = await folder.alone(slurm('--json'), { env: withPrograms });
  assert.equal(JSON.parse(again.stdout).shards, 5, again.stderr);
  for (const k of ['2', '4', '5']) assert.equal(bash([script('array.sh')], { SLURM_ARRAY_TASK_ID: k }).status, 0);
  assert.equal(bash([script('merge.sh')]).status, 0);
  assert.equal(folder.read('results.jsonl'), whole);
});

test('a killed process is started again, and given up when it adds nothing three times', () => {
  rmSync(folder.path('tries'), { force: true });
  // In the place of the command: killed twice, then done; with ENDLESS killed each time.
  program('killed', 'echo x >> tries; if [ -n "$ENDLESS" ] || [ "$(wc -l < tries)" -lt 3 ]; then kill -9 $$; fi');
  const text = textOf('array.sh').replace(/^trip=.*$/m, `trip=(${folder.path('bin/killed')})`);
  folder.write('again.sh', text);
  const tries = () => folder.read('tries').length / 2;
  assert.equal(bash(['again.sh'], { SLURM_ARRAY_TASK_ID: '1' }).status, 0);
  assert.equal(tries(), 3);
  rmSync(folder.path('tries'));
  assert.equal(bash(['again.sh'], { SLURM_ARRAY_TASK_ID: '1', ENDLESS: '1' }).status, 137);
  assert.equal(tries(), 3);
  folder.write('failed.sh', text.replace(folder.path('bin/killed'), 'false'));
  assert.equal(bash(['failed.sh'], { SLURM_ARRAY_TASK_ID: '1' }).status, 1);
});

test('wrong uses are refused; --submit says what is missing', async () => {
  for (const [args, says] of [
    [['sweep', 'plan of slurm.json', '--submit', '--out', 'r.jsonl'], /--submit is given without --slurm/],
    [slurm('--shard', '1/2'), /--shard and --slurm are given/],
    [slurm('--shard-minutes', '0'), /--shard-minutes is 0/],
  ]) {
    const { status, stderr } = await folder.trip(args);
    assert.equal(status, 2, stderr);
    assert.match(stderr, says);
  }
  program('sbatch', 'echo "sbatch: error: no partition" >&2; exit 1');
  const { status, stderr } = await folder.alone(slurm('--submit'), { env: withPrograms });
  assert.equal(status, 1);
  assert.match(stderr, /--submit: sbatch: error: no partition; .*submit\.sh submits where sbatch is installed/);
  assert.ok(existsSync(command));
});
