/** Shared by the tests of large sweeps: folders, the command, processes that are started and ended here alone, and a killer of workers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fromRoot } from '../../build-scripts/tools.mjs';

/** build-scripts/test-scale.mjs has installed BullMQ and a copy of the package here. */
export const base = fromRoot('build', 'scale');
const dist = join(base, 'node_modules', 'trip-wasm', 'dist');
export const cli = join(dist, 'cli.js');

/** A file of the package beside BullMQ, where it finds the queue. */
export const load = (name) => import(pathToFileURL(join(dist, `${name}.js`)).href);
export { pause };

/** A folder with the command `trip` on the path of its programs, and the files of docs/large-sweeps/. */
export function folderFor(name) {
  const folder = join(base, 'run', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin', 'trip'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(join(folder, 'bin', 'trip'), 0o755);
  cpSync(fromRoot('docs', 'large-sweeps'), folder, { recursive: true });
  const path = (...parts) => join(folder, ...parts);
  return {
    path,
    read: (...parts) => readFileSync(path(...parts), 'utf8'),
    write: (file, text) => writeFileSync(path(file), text),
    start: (command, args, options = {}) => start(command, args, { cwd: folder, ...options }),
    trip: (args, options = {}) => start('trip', args, { cwd: folder, ...options }).ended,
  };
}

/** Starts a program; `ended` resolves to its status, signal, output and seconds. */
export function start(command, args, { cwd, env = {}, echo = false } = {}) {
  const since = performance.now();
  const path = `${join(cwd, 'bin')}${delimiter}${process.env.PATH}${delimiter}/usr/sbin`;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
    if (echo) process.stdout.write(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) =>
      resolve({ status, signal, stdout, stderr, seconds: (performance.now() - since) / 1000 }),
    );
  });
  return { child, ended };
}

/** Programs that run until `stop`, and at most as long as this process. */
const daemons = new Set();
process.on('exit', () => {
  for (const child of daemons) child.kill('SIGKILL');
});
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => process.exit(1));

/** A program that runs until `stop`. */
export function daemon(command, args, options) {
  const { child, ended } = start(command, args, options);
  daemons.add(child);
  let isOver = false;
  const over = () => {
    isOver = true;
    daemons.delete(child);
  };
  ended.then(over, over);
  return {
    child,
    ended,
    get isOver() {
      return isOver;
    },
    async stop(signal = 'SIGTERM') {
      if (isOver) return;
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await once(child, 'close');
      clearTimeout(late);
    },
  };
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until `look` gives a value. */
export async function until(look, what, seconds = 60) {
  for (const since = performance.now(); ; await pause(200)) {
    const found = await look();
    if (found) return found;
    if (performance.now() - since > 1000 * seconds) throw new Error(`${what}: not within ${seconds} s`);
  }
}

/** Numbers of the running processes whose command lines have all of these texts. */
export function processesWith(...texts) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const line = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        return texts.every((text) => line.includes(text));
      } catch {
        return false;
      }
    });
}

/** Kills one of `candidates()` with SIGKILL every `seconds`, until `stop`; counts the kills. */
export function startKiller(candidates, seconds) {
  const killer = { kills: 0, stop: () => clearInterval(timer) };
  const timer = setInterval(() => {
    const all = candidates();
    const id = all[Math.floor(Math.random() * all.length)];
    if (id === undefined) return;
    try {
      process.kill(id, 'SIGKILL');
      killer.kills++;
    } catch {}
  }, 1000 * seconds);
  return killer;
}

/** Samples of two overlapping classes, the same for every program. */
export function samples(count = 120, variables = 6) {
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff - 0.5;
  };
  const x = Array.from({ length: count * variables }, () => Number(next().toFixed(6)));
  const y = Array.from({ length: count }, (_, n) =>
    x[n * variables] + x[n * variables + 1] + 0.4 * next() > 0 ? 1 : 0,
  );
  return { x, shape: [count, variables], y };
}

/** Writes the samples, and the plan of 200 fits with as many epochs. */
export function writePlan(folder, epochs) {
  const plan = JSON.parse(folder.read('plan.json'));
  folder.write('plan.json', JSON.stringify({ ...plan, options: { ...plan.options, epochs } }));
  folder.write('samples.json', JSON.stringify(samples()));
}

/** The file of one process, computed anew, and its seconds. */
export async function reference(folder, workers = 2) {
  rmSync(folder.path('one.jsonl'), { force: true });
  const { status, stderr, seconds } = await folder.trip([
    'sweep',
    'plan.json',
    '--out',
    'one.jsonl',
    '--workers',
    String(workers),
    '--quiet',
  ]);
  if (status !== 0) throw new Error(stderr);
  return { text: folder.read('one.jsonl'), seconds };
}

/** Writes a plan whose fits take `seconds` with two workers on this machine, and returns the file of one process. */
export async function timedPlan(folder, seconds) {
  const trial = 300;
  writePlan(folder, trial);
  const { seconds: needed } = await reference(folder);
  writePlan(folder, Math.ceil((trial * seconds) / needed));
  return (await reference(folder)).text;
}
