/** Runs the built command like a user: in a separate process and folder. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { read, root } from '../lib/support.mjs';

export const command = fileURLToPath(new URL(JSON.parse(read('package.json')).bin.trip, root));

/** Creates an empty folder below build/. */
export function folderFor(name) {
  const folder = fileURLToPath(new URL(`build/cli/${name}/`, root));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return {
    path: (file) => join(folder, file),
    write: (file, text) => writeFileSync(join(folder, file), text),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    /** Starts the command; `ended` resolves to its status, signal and output. */
    start: (args, options) => start(args, { cwd: folder, ...options }),
    trip: (args, options) => start(args, { cwd: folder, ...options }).ended,
    /** The command with --json, which must succeed. */
    async json(args, options) {
      const { status, stdout, stderr } = await start([...args, '--json'], { cwd: folder, ...options }).ended;
      assert.equal(status, 0, stderr);
      assert.equal(stderr, '');
      return JSON.parse(stdout);
    },
  };
}

function start(args, { cwd, input = '', env = {} }) {
  const child = spawn(process.execPath, [command, ...args], { cwd, env: { ...process.env, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise((resolve) => {
    child.on('close', (status, signal) => resolve({ status, signal, stdout, stderr }));
  });
  return { child, ended };
}

/** Splits CSV without quotes into rows of texts. */
export const rowsOf = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
