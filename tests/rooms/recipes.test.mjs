// The recipes of CONTRIBUTING name all production files that an option and a score touch, and commands that exist.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { piecesFor } from '../../build-scripts/test/suites.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path) => readFileSync(`${root}${path}`, 'utf8');
/** A checkout may belong to another user, as in the containers of a host. */
const git = (...args) =>
  execFileSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');

/** The rows of the table below a heading: files, and the tests that its command runs. */
function recipe(heading) {
  const [, section = ''] = read('CONTRIBUTING.md').split(`## ${heading}\n`);
  const rows = section
    .split('\n## ')[0]
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  return rows.map((row) => {
    const [files = '', , command = ''] = row.slice(2, -2).split(' | ');
    const [, tests] = /^`npm test -- (.*)`$/.exec(command) ?? assert.fail(`the command of ${row}`);
    return { files: [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file), tests: tests.split(' ') };
  });
}

/** A name that the test runner knows; of C++ it knows the suite alone. */
function requireTest(quoted) {
  const name = quoted.replaceAll("'", '');
  assert.ok(piecesFor(name).length > 0, name);
  const [, group] = /^cpp\/(\w+)/.exec(name) ?? [];
  if (group) assert.notDeepEqual(git('grep', '-lE', `TEST\\(${group},`, '--', 'tests/cpp'), [''], name);
}

for (const [heading, example] of [
  ['Adding an option', 'learning.?rate.?decay'],
  ['Adding a score', 'macro.?f1'],
]) {
  test(`${heading}: the list is complete, and each of its tests exists`, () => {
    const rows = recipe(heading);
    const production = ['cpp/include', 'cpp/src', 'cpp/wasm', 'web', 'docs/*.md', 'build-scripts'];
    const naming = git('grep', '-liE', example, '--', ...production);
    assert.deepEqual(rows.flatMap(({ files }) => files).sort(), naming.sort());
    for (const { tests } of rows) tests.forEach(requireTest);
  });
}
