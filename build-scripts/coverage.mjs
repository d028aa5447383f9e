// Which lines and branches the tests run: npm run coverage -- [core] [package]
//   core      cpp/src and cpp/include, by the C++ tests in a native build with counters
//   package   web/lib, web/table and web/cli, by their tests in Node, in a copy that is built with source maps
// Prints a table for each folder and the lines that no test runs. build/coverage/ has the numbers of each file of the core, and
// build/coverage-report/ those of the package.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { buildWasm } from './build-wasm.mjs';
import { buildPreset } from './cmake.mjs';
import { copyTree, testFilesIn } from './copy-tree.mjs';
import { setup } from './setup.mjs';
import { bad, endsSurely, Failure, fromRoot, good, heading, root, run, whenStarted } from './tools.mjs';

const suites = ['tests/lib', 'tests/table', 'tests/cli', 'tests/properties'];
/** The allocator that fails, and the browser, need builds that the copy does not have. */
const others = ['tests/lib/faults.test.mjs', 'tests/lib/browser.test.mjs'];

/** Names ranges of numbers: 3-5, 9. */
function ranges(numbers) {
  const parts = [];
  for (const n of numbers) {
    const last = parts.at(-1);
    if (last && n === last[1] + 1) last[1] = n;
    else parts.push([n, n]);
  }
  return parts.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join(', ');
}

const share = (hit, all) => `${hit} of ${all}${all > 0 ? ` (${((100 * hit) / all).toFixed(1)} %)` : ''}`;

async function core() {
  heading('Core');
  await buildPreset('coverage', ['trip_tests'], { tests: true });
  const objects = fromRoot('build', 'coverage', 'CMakeFiles', 'trip.dir', 'cpp', 'src');
  for (const name of readdirSync(objects).filter((file) => file.endsWith('.gcda'))) rmSync(join(objects, name));
  await run(fromRoot('build', 'coverage', 'tests', 'cpp', 'trip_tests'), ['--gtest_brief=1']);
  const files = new Map();
  for (const name of readdirSync(objects).filter((file) => file.endsWith('.gcno'))) {
    const args = ['--json-format', '--branch-probabilities', '--stdout', join(objects, name)];
    const { stdout } = await run('gcov', args, { capture: true });
    for (const document of stdout.split('\n').filter(Boolean)) collect(files, JSON.parse(document));
  }
  const table = [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([file, lines]) => summary(file, [...lines]));
  writeFileSync(fromRoot('build', 'coverage', 'core.json'), `${JSON.stringify(table, null, 1)}\n`);
  for (const { file, lines, hit, branches, taken, missed } of table)
    console.log(
      `${file}: lines ${share(hit, lines)}, branches ${share(taken, branches)}${missed.length > 0 ? `; not run: ${ranges(missed)}` : ''}`,
    );
  const sum = (key) => table.reduce((total, one) => total + one[key], 0);
  good(`core: lines ${share(sum('hit'), sum('lines'))}, branches ${share(sum('taken'), sum('branches'))}`);
}

/** Adds the lines of one object file: a header or a template counts once, with the runs of all that contain it. */
function collect(files, { files: parts, current_working_directory: folder }) {
  for (const { file, lines } of parts) {
    const name = relative(root, file.startsWith('/') ? file : join(folder, file));
    if (!/^cpp\/(src|include)\//.test(name)) continue;
    if (!files.has(name)) files.set(name, new Map());
    const known = files.get(name);
    for (const { line_number: line, count, branches } of lines) {
      const entry = known.get(line) ?? { count: 0, branches: [] };
      entry.count += count;
      // An exception may leave from any call, which is no decision of the code.
      const decisions = branches.filter((branch) => !branch.throw).map((branch) => branch.count);
      entry.branches = Array.from(
        { length: Math.max(decisions.length, entry.branches.length) },
        (_, b) => (entry.branches[b] ?? 0) + (decisions[b] ?? 0),
      );
      known.set(line, entry);
    }
  }
}

function summary(file, lines) {
  const branches = lines.flatMap(([, entry]) => entry.branches);
  return {
    file,
    lines: lines.length,
    hit: lines.filter(([, { count }]) => count > 0).length,
    branches: branches.length,
    taken: branches.filter((count) => count > 0).length,
    missed: lines
      .filter(([, { count }]) => count === 0)
      .map(([line]) => line)
      .sort((a, b) => a - b),
  };
}

async function thePackage() {
  heading('Package');
  await buildWasm();
  const folder = fromRoot('build', 'coverage-package');
  copyTree(folder);
  const inCopy = (args, options) =>
    run(process.execPath, args, { cwd: folder, capture: true, check: false, ...options });
  const built = await inCopy(['build-scripts/build-lib.mjs'], { env: { TRIP_SOURCE_MAPS: '1' } });
  if (built.code !== 0) throw new Failure(built.output);
  const raw = join(folder, 'build', 'v8');
  mkdirSync(raw);
  const waiting = testFilesIn(...suites).filter((file) => !others.includes(file));
  const failed = [];
  const takeTurns = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const { code } = await inCopy([...endsSurely, file], { env: { NODE_V8_COVERAGE: raw } });
      if (code !== 0) failed.push(file);
      console.log(`${file}${code === 0 ? '' : ': failed'}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, takeTurns));
  const include = ['web/lib/**', 'web/table/**', 'web/cli/**'].flatMap((pattern) => ['--include', pattern]);
  const reporters = ['text', 'json-summary'].flatMap((name) => ['--reporter', name]);
  const c8 = fromRoot('node_modules', 'c8', 'bin', 'c8.js');
  const out = fromRoot('build', 'coverage-report');
  const args = [
    'report',
    '--temp-directory',
    raw,
    '--exclude-after-remap',
    ...include,
    ...reporters,
    '--reports-dir',
    out,
  ];
  const { code, output } = await inCopy([c8, ...args]);
  if (code !== 0) throw new Failure(output);
  console.log(output);
  if (failed.length > 0) bad(`Failed, and counted all the same: ${failed.join(', ')}`);
}

const parts = { core, package: thePackage };

whenStarted(import.meta.url, async () => {
  const names = process.argv.slice(2);
  for (const name of names)
    if (!Object.hasOwn(parts, name))
      throw new Failure(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`);
  await setup('test');
  for (const name of names.length > 0 ? names : Object.keys(parts)) await parts[name]();
});
