/** Runs the built command like a user: in a folder of its own, and where that matters in a process of its own. */
import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endsSurely } from '../../build-scripts/tools.mjs';
import { read, root } from '../lib/support.mjs';

const hostFile = fileURLToPath(new URL('host.mjs', import.meta.url));
export const command = fileURLToPath(new URL(JSON.parse(read('package.json')).bin.trip, root));

/** Creates an empty folder below build/. */
export function folderFor(name) {
  const folder = fileURLToPath(new URL(`build/cli/${name}/`, root));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const trip = hostIn(folder);
  return {
    path: (file) => join(folder, file),
    write: (file, text) => writeFileSync(join(folder, file), text),
    read: (file, encoding = 'utf8') => readFileSync(join(folder, file), encoding),
    /** Starts the command in a process of its own; `ended` resolves to its status, signal and output. */
    start: (args, options) => start(args, { cwd: folder, ...options }),
    alone: (args, options) => start(args, { cwd: folder, ...options }).ended,
    /** The same result, in a process that the commands of this folder share: a fraction of the work. */
    trip,
    /** The command with --json, which must succeed. */
    async json(args, options) {
      const { status, stdout, stderr } = await trip([...args, '--json'], options);
      assert.equal(status, 0, stderr);
      assert.equal(stderr, '');
      return JSON.parse(stdout);
    },
  };
}

/** The command in a host process, which runs one call at a time and ends after the tests of the file. */
function hostIn(folder) {
  let host;
  let last = Promise.resolve();
  // Node runs the last hooks when nothing keeps the process, so an idle host must not.
  const hold = (held) => {
    for (const handle of [host, host.channel]) held ? handle.ref() : handle.unref();
  };
  const call = (args, { input = '', cwd = folder }) =>
    new Promise((resolve, reject) => {
      host ??= fork(hostFile, [command], { execArgv: [...endsSurely, '--no-warnings', '--trace-warnings'] });
      hold(true);
      const broken = () => reject(new Error(`the host of commands ended during trip ${args.join(' ')}`));
      host.once('exit', broken);
      host.once('message', ({ warnings, ...result }) => {
        host.off('exit', broken);
        hold(false);
        for (const stack of warnings) console.warn(`Node warned during trip ${args.join(' ')}: ${stack}`);
        resolve(result);
      });
      host.send({ args, input, cwd });
    });
  after(async () => {
    if (!host?.connected) return;
    host.ref();
    host.disconnect();
    await once(host, 'exit');
  });
  return (args, options = {}) => {
    const result = last.then(() => call(args, options));
    last = result.catch(() => {});
    return result;
  };
}

function start(args, { cwd, input = '', env = {} }) {
  const child = spawn(process.execPath, [...endsSurely, command, ...args], { cwd, env: { ...process.env, ...env } });
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
