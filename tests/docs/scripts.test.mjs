/** Every script that package.json names, and every other one that can be started, says what it does when asked for help. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { endsSurely, filesBelow, fromRoot, run } from '../../build-scripts/tools.mjs';

const isStarted = (file) => /^whenStarted\(/m.test(readFileSync(file, 'utf8'));
const scripts = filesBelow('build-scripts', 'web/bench', 'web/reproduce').filter(
  (file) => file.endsWith('.mjs') && isStarted(file),
);
const call = (file, ...args) =>
  run(process.execPath, [...endsSurely, file, ...args], { capture: true, check: false, timeout: 60_000 });

test('all scripts of package.json answer --help', () => {
  const { scripts: named } = JSON.parse(readFileSync(fromRoot('package.json')));
  const files = Object.values(named).map((line) => fromRoot(/^node (\S+)/.exec(line)[1]));
  assert.ok(files.length > 20);
  const without = files.filter((file) => !scripts.includes(file) && basename(file) !== 'node-version.mjs');
  assert.deepEqual(without, []);
});

test('the help of a script is its own text or its first comment, and nothing is run', { concurrency: 2 }, async (t) => {
  assert.ok(scripts.length > 25);
  const tests = scripts.map((file) =>
    t.test(basename(file), async () => {
      const { code, stdout, output } = await call(file, '--help');
      assert.equal(code, 0, output);
      assert.equal(output, stdout, 'stderr must be empty');
      assert.ok(stdout.trim().length > 40, stdout);
      assert.doesNotMatch(stdout, /^\s+at |\.mjs:\d|^==/m);
    }),
  );
  await Promise.all(tests);
});

test('a wrong option is named without a stack', async () => {
  const { code, output } = await call(fromRoot('web', 'reproduce', 'main.mjs'), '--bogus');
  assert.equal(code, 1);
  assert.match(output, /--bogus/);
  assert.doesNotMatch(output, /^\s+at /m);
});

test('a program that outlives its time is ended, also when one that it has started holds its output', async () => {
  const holder = `
    const { pid } = require('node:child_process').spawn('sleep', ['300'], { stdio: 'inherit' });
    console.log(pid);
    setInterval(() => {}, 1000);`;
  const { signal, output } = await run(process.execPath, ['-e', holder], {
    capture: true,
    check: false,
    timeout: 5000,
  });
  assert.equal(signal, 'SIGKILL');
  assert.match(output, /^\d+\n$/);
  // The program that it has started was not waited for.
  assert.ok(process.kill(Number(output), 'SIGKILL'));
});
