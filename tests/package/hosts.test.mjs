/**
 * The packed package in hosts other than Node and plain pages: Jest with jsdom, the pools of Vitest, Deno and Bun. Their programs are
 * installed into build/hosts, at the versions below, when they are missing.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createProject, root, trained } from './support.mjs';

/** Native programs are installed for the platform that runs these tests. */
const native = process.platform === 'linux' && process.arch === 'x64';
const versions = {
  jest: '30.5.2',
  'jest-environment-jsdom': '30.5.2',
  vitest: '4.1.12',
  // Only the programs, without their wrapper packages, whose scripts would download them.
  ...(native && { '@deno/linux-x64-glibc': '2.9.6', '@oven/bun-linux-x64': '1.4.5' }),
};
const hosts = join(root, 'build', 'hosts');
const consumer = join(hosts, 'consumer');
const installed = (name) => join(hosts, 'node_modules', name);

function install() {
  const isThere = ([name, version]) => {
    const manifest = join(installed(name), 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
  };
  if (Object.entries(versions).every(isThere)) return;
  mkdirSync(hosts, { recursive: true });
  writeFileSync(join(hosts, 'package.json'), JSON.stringify({ private: true, dependencies: versions }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: hosts, stdio: 'pipe' });
}

before(() => {
  install();
  // Inside the programs' folder, so that configurations find the packages that they name.
  rmSync(consumer, { recursive: true, force: true });
  cpSync(createProject(), consumer, { recursive: true });
});

/** Runs a program in the consumer's folder; resolves to its output. */
function run(program, args, { env = {} } = {}) {
  const options = { cwd: consumer, encoding: 'utf8', env: { ...process.env, ...env }, timeout: 120_000 };
  const { stdout, stderr, status } = spawnSync(program, args, options);
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  return { stdout, stderr };
}

function expect(environment) {
  const text = `export const expected = ${JSON.stringify({ environment, trained })};\n`;
  writeFileSync(join(consumer, 'apps', 'expected.js'), text);
}

test('Jest with jsdom, which has no TextDecoder', () => {
  expect({ document: 'object', decoder: 'undefined' });
  const config = {
    rootDir: '.',
    testEnvironment: 'jsdom',
    transform: {},
    testMatch: ['**/apps/runner.js'],
    testTimeout: 60_000,
  };
  const args = [join(installed('jest'), 'bin', 'jest.js'), '--config', JSON.stringify(config)];
  const { stderr } = run(process.execPath, args, { env: { NODE_OPTIONS: '--experimental-vm-modules' } });
  assert.match(stderr, /Tests: +3 passed, 3 total/);
});

for (const pool of ['forks', 'threads', 'vmThreads', 'vmForks']) {
  test(`Vitest, pool ${pool}`, () => {
    expect({ document: 'undefined', decoder: 'function' });
    const config = { test: { globals: true, include: ['apps/runner.js'], testTimeout: 60_000, pool } };
    writeFileSync(join(consumer, 'vitest.config.mjs'), `export default ${JSON.stringify(config)};\n`);
    const { stdout } = run(process.execPath, [join(installed('vitest'), 'vitest.mjs'), 'run'], {
      env: { NO_COLOR: '1' },
    });
    assert.match(stdout, /Tests +3 passed \(3\)/);
  });
}

for (const [host, program, flags] of [
  ['Deno', join(installed('@deno/linux-x64-glibc'), 'deno'), ['run', '--no-prompt', '--allow-read', '--allow-env']],
  ['Bun', join(installed('@oven/bun-linux-x64'), 'bin', 'bun'), []],
]) {
  for (const [entry, app] of [
    ['files', 'node.mjs'],
    ['the single file', 'node-single.mjs'],
  ]) {
    test(`${host}, ${entry}`, { skip: !native }, () => {
      assert.deepEqual(JSON.parse(run(program, [...flags, `apps/${app}`]).stdout), trained);
    });
  }
}
