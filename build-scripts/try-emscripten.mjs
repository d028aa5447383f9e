// Checks that a newer Emscripten builds the package: node build-scripts/try-emscripten.mjs [--suite trixie] [--folder DIR]
// Installs another Debian release in DIR (needs root, debootstrap and 4 GB; kept for the next time). Builds both modules and the C++
// tests with its Emscripten, runs these tests there, and runs the tests of the package on the result. The script works in a copy below
// DIR and changes neither this checkout nor this system.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { wasmPresets } from './cmake.mjs';
import { setup } from './setup.mjs';
import { Failure, fromRoot, good, heading, run, whenStarted } from './tools.mjs';

const packages = ['emscripten', 'libeigen3-dev', 'cmake', 'ninja-build', 'googletest', 'nlohmann-json3-dev', 'nodejs'];
const apt = ['apt-get', 'install', '-y', '--no-install-recommends'];

/** The Debian mirror of this system. */
function mirror() {
  const folder = '/etc/apt/sources.list.d';
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []),
  ];
  const texts = files
    .filter((file) => /\.(list|sources)$/.test(file) && existsSync(file))
    .map((file) => readFileSync(file, 'utf8'));
  const found = /^(?:URIs:|deb(?: \[.*?\])?)\s+(https?:\S+)/m.exec(texts.join('\n'));
  if (!found) throw new Failure('/etc/apt names no mirror of Debian.');
  return found[1];
}

/** Runs a program in that Debian, without this system's environment. /proc is mounted for this program alone. */
function inside(folder, ...command) {
  const space = ['--mount', '--pid', '--fork', `--mount-proc=${join(folder, 'proc')}`];
  const environment = [
    'env',
    '-i',
    'HOME=/root',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'DEBIAN_FRONTEND=noninteractive',
  ];
  return run('unshare', [...space, 'chroot', folder, ...environment, ...command]);
}

async function makeDebian(folder, suite) {
  if (existsSync(join(folder, 'usr', 'bin', 'emcc'))) return;
  heading(`Debian ${suite} in ${folder}`);
  await run('debootstrap', ['--variant=minbase', suite, folder, mirror()]);
  await inside(folder, ...apt, ...packages);
}

/** Copies the project's files without build outputs; node_modules is shared. */
async function copyProject(copy) {
  const listing = ['-c', 'safe.directory=*', 'ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await run('git', listing, { capture: true });
  rmSync(copy, { recursive: true, force: true });
  for (const file of stdout.split('\0').filter((name) => name !== '' && existsSync(fromRoot(name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(fromRoot(file), join(copy, file));
  }
  symlinkSync(fromRoot('node_modules'), join(copy, 'node_modules'));
}

async function buildAndTestThere(folder) {
  heading('Build and C++ tests, with the newer Emscripten');
  const build =
    "import('/trip/build-scripts/build-wasm.mjs').then(({ buildWasm }) => buildWasm({ tests: true, faults: true }))";
  await inside(folder, 'node', '-e', build);
  for (const preset of wasmPresets) {
    await inside(folder, 'node', `/trip/build/${preset}/tests/cpp/trip_tests.js`, '--gtest_brief=1');
  }
}

/** Builds and tests the library around these modules with this system's Node and browser. */
async function testHere(copy) {
  await run(process.execPath, ['build-scripts/build-lib.mjs'], { cwd: copy });
  await run(process.execPath, ['build-scripts/size-report.mjs'], { cwd: copy, check: false });
  heading('Tests of the package');
  const files = ['lib', 'package'].flatMap((name) =>
    readdirSync(join(copy, 'tests', name))
      .filter((file) => file.endsWith('.test.mjs'))
      .map((file) => join('tests', name, file)),
  );
  await run(process.execPath, ['--test', '--test-reporter=dot', ...files], { cwd: copy });
}

whenStarted(import.meta.url, async () => {
  const { values } = parseArgs({
    options: { suite: { type: 'string', default: 'trixie' }, folder: { type: 'string' } },
  });
  if (process.getuid?.() !== 0) throw new Failure('Root is needed to make another Debian and to start programs in it.');
  await setup('emscripten');
  const folder = resolve(values.folder ?? join(tmpdir(), `trip-${values.suite}`));
  const copy = join(folder, 'trip');
  await makeDebian(folder, values.suite);
  await copyProject(copy);
  await buildAndTestThere(folder);
  await testHere(copy);
  good(
    `The package of Emscripten ${readFileSync(join(folder, 'usr/share/emscripten/emscripten-version.txt'), 'utf8').trim()} passes.`,
  );
});
