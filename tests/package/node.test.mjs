/** The packed package in Node: both module systems, the single file, and imports without side effects. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createProject, trained } from './support.mjs';

const folder = createProject();

function node(...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout;
}

for (const [name, app] of [
  ['import', 'node.mjs'],
  ['require', 'node.cjs'],
  ['the single file', 'node-single.mjs'],
]) {
  test(`${name} trains, in a worker thread too`, () => {
    assert.deepEqual(JSON.parse(node(`apps/${app}`)), trained);
  });
}

test('the command runs from node_modules/.bin', () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', 'trip-wasm', 'package.json'), 'utf8'));
  const command = join(folder, 'node_modules', '.bin', 'trip');
  assert.equal(execFileSync(command, ['--version'], { encoding: 'utf8' }).trim(), version);
});

test('importing uses only the language, no host functions', () => {
  const names = ['index.js', 'trainer.js', 'single.js', 'draw.js', 'formats.js'].map((name) =>
    join(folder, 'node_modules/trip-wasm/dist', name),
  );
  const counts = node('--no-warnings', '--experimental-vm-modules', 'apps/bare.mjs', ...names)
    .trim()
    .split('\n');
  // loadTrip, dataset, fitDefaults, optionTable, scoreTable, TripError, version, resultVersion, checksumOf, nearest, refuseUnknown, faultReport;
  // createTrainer, TripError; all of them; toSVG, drawOn; the readers.
  assert.deepEqual(counts.map(Number), [12, 2, 13, 2, 16]);
});
