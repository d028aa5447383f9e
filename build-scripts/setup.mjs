// Installs missing dependencies of a purpose: node build-scripts/setup.mjs [start | test | bench | emscripten | peers | nca | readers | engines | scale]
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, findChromium, findMiniBrowser, fromRoot, heading, run, whenStarted, which } from './tools.mjs';

const oldestEmcc = [3, 1, 6];
const anyFile = (...paths) => paths.some((path) => existsSync(path));
const inSbin = (name) => anyFile(join('/usr/sbin', name));
const header = (name) => anyFile(join('/usr/include', name), join('/usr/local/include', name));

/** A file of any version of clang. */
const clangFile = (path) =>
  existsSync('/usr/lib') &&
  readdirSync('/usr/lib')
    .filter((name) => name.startsWith('llvm-'))
    .map((name) => join('/usr/lib', name, 'lib', 'clang'))
    .filter((folder) => existsSync(folder))
    .some((folder) => readdirSync(folder).some((version) => existsSync(join(folder, version, path))));

// Debian packages, their purposes, and a check for each whether it, or a replacement, is installed.
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
    ['libclang-rt-dev', () => clangFile('include/fuzzer/FuzzedDataProvider.h')],
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
    ['clang', () => which('clang++')],
    ['libclang-rt-dev', () => clangFile('include/fuzzer/FuzzedDataProvider.h')],
    ['googletest', () => existsSync('/usr/src/googletest/CMakeLists.txt')],
    ['nlohmann-json3-dev', () => header('nlohmann/json.hpp')],
    ['chromium', findChromium],
    ['firefox-esr', () => which('firefox-esr', 'firefox')],
    ['webkit2gtk-driver', () => which('WebKitWebDriver') && findMiniBrowser()],
    ['xvfb', () => which('xvfb-run')],
    ['xauth', () => which('xauth')],
  ],
  scale: [
    ['slurm-wlm', () => ['slurmctld', 'slurmd', 'sbatch'].every((name) => which(name) ?? inSbin(name))],
    ['munge', () => which('munged') ?? inSbin('munged')],
    ['redis-server', () => which('redis-server')],
    ['parallel', () => which('parallel')],
    ['snakemake', () => which('snakemake')],
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
    // Without it PyTorch uses the slower reference BLAS, which would make the comparison unfair.
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

/** Version of the emcc on PATH, from the file beside it: running emcc takes a third of a second. */
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

/** Whether node_modules matches the lock file. Compares contents, since a fresh checkout has new times. */
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
    throw new Failure(`${folder} is an outdated link: npm ci would empty a folder that others may use.`);
  }
  heading('npm ci');
  await run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Installs everything that `purpose`, a name of `needs`, requires. */
export async function setup(purpose) {
  if (!needs[purpose]) throw new Failure(`setup is for ${Object.keys(needs).join(', ')}; not for ${purpose}.`);
  await installPackages(purpose);
  await checkEmcc();
  await installModules();
}

whenStarted(import.meta.url, () => setup(process.argv[2] ?? 'start'));
