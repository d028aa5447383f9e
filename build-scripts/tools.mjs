// Functions that the scripts share: run programs, print progress, and skip work whose inputs have not changed.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import util from 'node:util';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const fromRoot = (...parts) => join(root, ...parts);

/** A failure whose message explains everything; scripts print it without a stack. */
export class Failure extends Error {}

const style = (format, text) => (process.stdout.isTTY && !process.env.NO_COLOR ? util.styleText(format, text) : text);
export const heading = (text) => console.log(style('bold', `\n== ${text}`));
export const good = (text) => console.log(style('green', text));
export const bad = (text) => console.log(style('red', text));
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The comment at the beginning of a script, which says what it does and how it is called. */
function headOf(file) {
  const [, block, lines] = /^(?:\/\*\*([\s\S]*?)\*\/|((?:\/\/.*\n)+))/.exec(readFileSync(file, 'utf8')) ?? [];
  return (block ?? lines ?? basename(file)).replace(/^ ?(?:\/\/|\*) ?/gm, '').trim();
}

/** Errors that explain themselves; of others the stack is printed. */
const isPlain = (error) => error instanceof Failure || error.code?.startsWith('ERR_PARSE_ARGS');

/**
 * Runs `main` when `moduleUrl` is the started script, but not when another script imports it. `--help` prints the first comment of the
 * script, unless the script has a help of its own.
 */
export function whenStarted(moduleUrl, main, { ownHelp = false } = {}) {
  const [, script, ...args] = process.argv;
  const file = fileURLToPath(moduleUrl);
  if (script === undefined || realpathSync(script) !== file) return;
  if (!ownHelp && args.some((arg) => arg === '--help' || arg === '-h')) return console.log(headOf(file));
  main().catch((error) => {
    bad(isPlain(error) ? error.message : error.stack);
    process.exitCode = 1;
  });
}

/**
 * Runs a program in the root folder. Its output goes to the terminal, with `capture` to the result, with `echo` to both. A status other
 * than 0 is a Failure unless `check` is false.
 */
export function run(command, args, { env, cwd = root, capture = false, echo = false, check = true, timeout } = {}) {
  return new Promise((resolve, reject) => {
    const pipe = capture || echo ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', pipe, pipe],
      env: { ...process.env, ...env },
      timeout,
      killSignal: 'SIGKILL',
    });
    let output = '';
    let stdout = '';
    const collect = (chunk) => {
      output += chunk;
      if (echo) process.stdout.write(chunk);
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) stream.setEncoding('utf8').on('data', collect);
    if (child.stdout) {
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
      });
    }
    // A program that the child has started may hold its pipes, so that 'close' would wait for it.
    child.on('exit', () => {
      if (child.killed) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    });
    child.on('error', (error) => reject(new Failure(`${command} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0 || !check) resolve({ code, signal, output, stdout });
      else
        reject(
          new Failure(`${echo ? '' : output}${command} ${args.join(' ')}\nended with ${signal ?? `status ${code}`}.`),
        );
    });
  });
}

/**
 * Flags for programs whose end a test awaits: at its end, Node waits for the optimizing compiler in the background, which may wait
 * for a garbage collection that no longer comes (nodejs/node issue 54918; about 1 of 600 runs of a short program on a busy machine).
 */
export const endsSurely = ['--no-concurrent-recompilation'];

/** Runs a command line tool of a development dependency. */
export const runTool = (name, args, options) => run(fromRoot('node_modules', '.bin', name), args, options);

/** Path of a program on PATH, or undefined. */
export function which(...names) {
  for (const name of names) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // Not in this folder: try the next.
      }
    }
  }
  return undefined;
}

/** Path of the system's Chromium, or undefined. */
export const findChromium = () => which('chromium', 'chromium-browser', 'google-chrome');
/** Path of WebKitGTK's MiniBrowser, which its WebDriver starts, or undefined. */
export const findMiniBrowser = () =>
  readdirSync('/usr/lib')
    .map((name) => join('/usr/lib', name, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find(existsSync);

/** All files below the given files and folders (relative to the root), sorted; missing ones are skipped. */
export function filesBelow(...paths) {
  return paths
    .map((path) => fromRoot(path))
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isFile()
        ? [path]
        : readdirSync(path, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath ?? entry.path, entry.name)),
    )
    .sort();
}

/** Hash of the names and contents of files. */
export function hashFiles(files, ...more) {
  const hash = createHash('sha256');
  for (const text of more) hash.update(`${text}\0`);
  for (const file of files) hash.update(`${relative(root, file).split(sep).join('/')}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Runs `work` unless the contents of the inputs (files, folders and `flags`) and of the outputs are unchanged since the last run.
 * Returns true when it ran.
 */
export async function step(name, { inputs, outputs, flags = '' }, work) {
  const stampFile = fromRoot('build', 'stamps', `${name}.json`);
  const stamp = () => ({
    inputs: hashFiles(filesBelow(...inputs), flags, process.versions.node),
    outputs: hashFiles(filesBelow(...outputs)),
  });
  const before = stamp();
  if (existsSync(stampFile) && util.isDeepStrictEqual(JSON.parse(readFileSync(stampFile, 'utf8')), before)) {
    console.log(`${name}: up to date`);
    return false;
  }
  heading(name);
  const start = performance.now();
  await work();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ ...stamp(), inputs: before.inputs }));
  console.log(`${name}: ${seconds(start)}`);
  return true;
}
