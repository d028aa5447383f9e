// Mutants of the C++ core, against its tests in a native build. Each worker has a copy of the sources with a build of its own.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setup } from '../setup.mjs';
import { filesBelow, fromRoot, root, run } from '../tools.mjs';

/** Tests that most mutants fail, in a second; the others follow. */
const first = 'Fingerprint*:Golden*-GoldenSpiral.*';
const brief = ['--gtest_fail_fast', '--gtest_brief=1', '--gtest_color=no'];
/** Times the duration without a mutation. */
const patience = 5;
/** Memory of the tests in KB: a changed size may ask for all of the machine. */
const most = 8 * 2 ** 20;

export const sources = () =>
  filesBelow('cpp/src')
    .filter((file) => /\.(cpp|h)$/.test(file))
    .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }));

export const prepare = () => setup('test');

/** Copies and builds the core. Resolves to `judge(file, text)`, which says what becomes of a changed source. */
export async function openWorker(index) {
  const folder = fromRoot('build', 'mutants', `core-${index}`);
  for (const part of ['cpp', 'cmake', 'CMakeLists.txt', 'CMakePresets.json']) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(fromRoot(part), join(folder, part), { recursive: true, preserveTimestamps: true });
  }
  if (!existsSync(join(folder, 'tests'))) symlinkSync(fromRoot('tests'), join(folder, 'tests'), 'dir');
  const call = (command, args, options) => run(command, args, { cwd: folder, capture: true, check: false, ...options });
  const make = (target) => call('cmake', ['--build', '--preset', 'native', '--target', target]);
  const program = join(folder, 'build', 'native', 'tests', 'cpp', 'trip_tests');
  const test = (filter, timeout) =>
    call('bash', ['-c', `ulimit -v ${most}; exec "$@"`, program, program, `--gtest_filter=${filter}`, ...brief], {
      timeout,
    });
  const library = () =>
    createHash('sha256')
      .update(readFileSync(join(folder, 'build', 'native', 'libtrip.a')))
      .digest('hex');

  await run('cmake', ['--preset', 'native', '-DTRIP_BUILD_TESTS=ON'], { cwd: folder, capture: true });
  for (const target of ['trip', 'trip_tests']) {
    const { code, output } = await make(target);
    if (code !== 0) throw new Error(output);
  }
  const unchanged = library();
  const limits = [];
  for (const filter of [first, '*']) {
    const since = performance.now();
    const { code, output } = await test(filter);
    if (code !== 0) throw new Error(`The tests fail without a mutation:\n${output}`);
    limits.push(Math.ceil(patience * (performance.now() - since)) + 5000);
  }

  async function outcome() {
    if ((await make('trip')).code !== 0) return { result: 'does not compile' };
    if (library() === unchanged) return { result: 'equal', by: 'the same object code' };
    const linked = await make('trip_tests');
    if (linked.code !== 0) return { result: 'does not compile' };
    for (const [f, filter] of [first, '*'].entries()) {
      const { code, output } = await test(filter, limits[f]);
      const failed = /^\[ {2}FAILED {2}\] (\S+?),? /m.exec(output)?.[1];
      if (code !== 0) return { result: 'killed', by: failed ?? 'a crash, or more time than five times the usual' };
    }
    return { result: 'survived' };
  }

  return {
    async judge(file, text) {
      const path = join(folder, file);
      const before = readFileSync(path);
      writeFileSync(path, text);
      try {
        return await outcome();
      } finally {
        writeFileSync(path, before);
      }
    },
  };
}
