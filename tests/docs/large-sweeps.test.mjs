/** The files of docs/large-sweeps/: the page has their text, and they are well formed. `npm run test:scale` runs them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { filesBelow, fromRoot, run } from '../../build-scripts/tools.mjs';
import { blocks } from './blocks.mjs';

const files = filesBelow('docs/large-sweeps');
const named = (name) => files.find((file) => basename(file) === name);
const read = (name) => readFileSync(named(name), 'utf8');

test('the page has every file as it is, except the plan', () => {
  const own = blocks.filter(({ place }) => place.startsWith('docs/large-sweeps.md:')).map(({ code }) => code);
  const others = files.filter((file) => basename(file) !== 'plan.json');
  assert.equal(others.length, 7);
  for (const file of others) assert.ok(own.includes(readFileSync(file, 'utf8')), basename(file));
});

test('the Job of Kubernetes gives each index its shard, and its part outlives a pod', async () => {
  const { kind, apiVersion, spec } = parse(read('job.yaml'));
  assert.deepEqual([kind, apiVersion, spec.completionMode], ['Job', 'batch/v1', 'Indexed']);
  const { containers, volumes, restartPolicy } = spec.template.spec;
  const [{ command, volumeMounts, workingDir }] = containers;
  assert.equal(restartPolicy, 'Never');
  assert.ok(spec.parallelism <= spec.completions);
  assert.deepEqual(
    volumeMounts.map(({ name, mountPath }) => [name, mountPath]),
    [[volumes[0].name, workingDir]],
  );
  const script = command.at(-1).replace('exec npx', 'echo');
  const env = { JOB_COMPLETION_INDEX: '4' };
  const { stdout } = await run('sh', ['-c', script], { capture: true, env });
  assert.equal(
    stdout.trim(),
    `trip sweep plan.json --shard 5/${spec.completions} --out parts/part-5.jsonl --workers 2 --quiet`,
  );
});

test('scripts have the syntax of their shell, and the plan is that of a sweep of 200 fits', async () => {
  await run('sh', ['-n', named('parallel.sh')], { capture: true });
  for (const name of ['plan.mjs', 'submit.mjs', 'work.mjs', 'status.mjs'])
    await run(process.execPath, ['--check', named(name)], { capture: true });
  const { data, grid, folds, trials } = JSON.parse(read('plan.json'));
  assert.equal(data, 'samples.json');
  assert.equal(grid.lambda.length * grid.hidden.length * folds * trials, 200);
  assert.ok(files.every((file) => file.startsWith(fromRoot('docs'))));
});
