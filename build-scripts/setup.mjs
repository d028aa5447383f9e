// Installs what is missing for a purpose: node build-scripts/setup.mjs [start | test | bench | emscripten | peers | nca | readers | engines]
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, findChromium, findMiniBrowser, fromRoot, heading, run, whenStarted, which } from './tools.mjs';

const oldestEmcc = [3, 1, 6];
const anyFile = (...paths) => paths.some((path) => existsSync(path));
const header = (name) => anyFile(join('/usr/include', name), join('/usr/local/include', name));

// Debian package, what it is needed for, and how to see that it (or something as good) is there.
const needs = {
  start: [
    ['emscripten', () => which('emcc')],
    ['libeigen3-dev', () => header('eigen3/Eigen/Core')],
    ['cmake', () => which('cmake')],
    ['ninja-build', () => which('ninja')],
  ],
  test: [
    ['g++', () => which('g++')],
    ['clang', () => which('clang++')],
    ['clang-format', () => which('clang-format')],
    ['googletest', () => existsSync('/usr/src/googletest/CMakeLists.txt')],
    ['nlohmann-json3-dev', () => header('nlohmann/json.hpp')],
    ['chromium', findChromium],
    ['python3-numpy', () => existsSync('/usr/lib/python3/dist-packages/numpy')],
  ],
  bench: [
    ['g++', () => which('g++')],
    ['libbenchmark-dev', () => header('benchmark/benchmark.h')],
    ['chromium', findChromium],
  ],
  engines: [
    ['g++', () => which('g++')],
    ['googletest', () => existsSync('/usr/src/googletest/CMakeLists.txt')],
    ['nlohmann-json3-dev', () => header('nlohmann/json.hpp')],
    ['chromium', findChromium],
    ['firefox-esr', () => which('firefox-esr', 'firefox')],
    ['webkit2gtk-driver', () => which('WebKitWebDriver') && findMiniBrowser()],
    ['xvfb', () => which('xvfb-run')],
    ['xauth', () => which('xauth')],
  ],
  emscripten: [
    ['debootstrap', () => which('debootstrap')],
    ['chromium', findChromium],
  ],
  nca: [['python3-sklearn', () => existsSync('/usr/lib/python3/dist-packages/sklearn')]],
  readers: [
    ['python3-sklearn', () => existsSync('/usr/lib/python3/dist-packages/sklearn')],
    ['python3-pandas', () => existsSync('/usr/lib/python3/dist-packages/pandas')],
  ],
  peers: [
    ['python3-torch', () => existsSync('/usr/lib/python3/dist-packages/torch')],
    ['python3-numpy', () => existsSync('/usr/lib/python3/dist-packages/numpy')],
    // Without it PyTorch falls back to the reference BLAS, which would be unfair.
    [
      'libopenblas0-pthread',
      () => readdirSync('/usr/lib').some((name) => existsSync(join('/usr/lib', name, 'openblas-pthread'))),
    ],
  ],
};

const missingFor = (purpose) =>
  [...needs.start, ...(purpose === 'start' ? [] : needs[purpose])]
    .filter(([, isThere]) => !isThere())
    .map(([name]) => name);

async function installPackages(purpose) {
  const missing = missingFor(purpose);
  if (missing.length === 0) return;
  const byHand = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const isRoot = process.getuid && process.getuid() === 0;
  const maySudo =
    !isRoot && which('sudo') && (await run('sudo', ['-n', 'true'], { capture: true, check: false })).code === 0;
  if (!which('apt-get') || !(isRoot || maySudo)) {
    throw new Failure(
      `Missing: ${missing.join(', ')}. Install with: sudo ${byHand}   (Debian's names of the packages)`,
    );
  }
  const aptGet = (...args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(isRoot ? command[0] : 'sudo', isRoot ? command.slice(1) : ['-n', ...command]);
  };
  heading(`Debian packages: ${missing.join(' ')}`);
  await aptGet('update');
  await aptGet('install', '-y', '--no-install-recommends', ...missing);
  const still = missingFor(purpose);
  if (still.length > 0) throw new Failure(`Still not found after the installation: ${still.join(', ')}.`);
}

/** Version of the emcc on PATH, from the file beside it: asking emcc itself takes a third of a second. */
export async function emccVersion() {
  const emcc = which('emcc');
  const file = join(dirname(realpathSync(emcc)), 'emscripten-version.txt');
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : (await run(emcc, ['--version'], { capture: true })).output;
  const version = /\d+\.\d+\.\d+/.exec(text);
  if (!version) throw new Failure(`The version of ${emcc} cannot be read from: ${text.trim()}`);
  return version[0];
}

async function checkEmcc() {
  const version = await emccVersion();
  const difference = version
    .split('.')
    .map((part, i) => Number(part) - oldestEmcc[i])
    .find((part) => part !== 0);
  if (difference < 0) {
    throw new Failure(`emcc ${oldestEmcc.join('.')} or newer is needed; ${which('emcc')} is ${version}.`);
  }
}

/** What npm has installed is what the lock file says. By content: a fresh checkout has new times and old contents. */
function modulesAreThere() {
  const installedFile = fromRoot('node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const [installed, wanted] = [packages(installedFile), packages(fromRoot('package-lock.json'))];
  const isThere = ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version;
  return Object.entries(wanted).every(isThere) && Object.keys(installed).every((path) => wanted[path]);
}

async function installModules() {
  if (modulesAreThere()) return;
  const folder = fromRoot('node_modules');
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Failure(`${folder} is a link and out of date: npm ci would empty the folder that others may use.`);
  }
  heading('npm ci');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Everything that `purpose` (one of `needs`) needs is there when this returns. */
export async function setup(purpose) {
  if (!needs[purpose]) throw new Failure(`setup is for ${Object.keys(needs).join(', ')}; not for ${purpose}.`);
  await installPackages(purpose);
  await checkEmcc();
  await installModules();
}

whenStarted(import.meta.url, () => setup(process.argv[2] ?? 'start'));
