// Mutants of the package's own code (web/lib), against the tests of the package. The compiler only takes the types away, so the built files
// are changed. Each mutant meets the tests that run its place, the shortest first.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildLib } from '../build-lib.mjs';
import { buildWasm } from '../build-wasm.mjs';
import { copyTree, testFilesIn } from '../copy-tree.mjs';
import { setup } from '../setup.mjs';
import { endsSurely, filesBelow, fromRoot, hashFiles, root, run } from '../tools.mjs';

const suites = ['tests/lib', 'tests/properties'];
/** Tests of other things than web/lib: an allocator that fails, browsers, the benchmarks. */
const others = ['faults', 'browser', 'bench'];
const patience = 4;

const isOurs = (file) =>
  existsSync(fromRoot('web', 'lib', file.replace(/^dist\//, '').replace(/\.js$/, '.ts'))) && file !== 'dist/single.js';

export const sources = () =>
  filesBelow('dist')
    .map((path) => ({ path, file: relative(root, path) }))
    .filter(({ file }) => file.endsWith('.js') && isOurs(file))
    .map(({ path, file }) => ({ file, text: readFileSync(path, 'utf8') }));

const testFiles = () =>
  testFilesIn(...suites).filter((file) => !others.some((name) => file.endsWith(`/${name}.test.mjs`)));

export async function prepare() {
  await setup('test');
  await buildWasm();
  await buildLib();
}

/** Copies the package. Resolves to `judge(file, text, site)`. */
export async function openWorker(index) {
  const folder = fromRoot('build', 'mutants', `package-${index}`);
  copyTree(folder);
  const test = (file, { timeout, env } = {}) =>
    run(process.execPath, [...endsSurely, file], { cwd: folder, capture: true, check: false, timeout, env });
  const known = await coverage(folder, test);

  return {
    async judge(file, text, site) {
      const reached = known
        .filter(({ files }) => [site.at - 1, site.at].some((at) => isReached(files[file], at)))
        .sort((a, b) => a.took - b.took);
      if (reached.length === 0) return { result: 'survived', by: 'no test runs it' };
      const path = join(folder, file);
      const before = readFileSync(path);
      writeFileSync(path, text);
      try {
        for (const { name, took } of reached) {
          const { code, output } = await test(name, { timeout: Math.ceil(patience * took) + 20_000 });
          if (code === 0) continue;
          const failed = /^\s*(?:✖|not ok \d+ -) (.+?)(?: \([\d.]+ms\))?$/m.exec(output)?.[1];
          return { result: 'killed', by: `${name}: ${failed ?? 'it did not end'}` };
        }
        return { result: 'survived', by: `${reached.length} files of tests` };
      } finally {
        writeFileSync(path, before);
      }
    },
  };
}

/** Which test file runs which places, and how long it takes; kept until package or tests change. */
async function coverage(folder, test) {
  const file = fromRoot('build', 'mutants', 'package-coverage.json');
  const hash = hashFiles(filesBelow('dist', ...suites));
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    if (kept.hash === hash) return kept.tests;
  }
  const tests = [];
  for (const name of testFiles()) {
    const raw = join(folder, 'build', 'coverage');
    rmSync(raw, { recursive: true, force: true });
    const since = performance.now();
    const { code, output } = await test(name, { env: { NODE_V8_COVERAGE: raw } });
    if (code !== 0) throw new Error(`${name} fails without a mutation:\n${output}`);
    tests.push({ name, took: performance.now() - since, files: readCoverage(raw, folder) });
    console.log(`${name}: ${Math.round(tests.at(-1).took / 1000)} s`);
  }
  writeFileSync(file, JSON.stringify({ hash, tests }));
  return tests;
}

/** The ranges of each built file by V8, of all processes and threads: [start, end, runs]. */
function readCoverage(raw, folder) {
  const start = pathToFileURL(join(folder, 'dist')).href;
  const files = {};
  for (const name of readdirSync(raw)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(raw, name), 'utf8')).result) {
      if (!url.startsWith(start)) continue;
      const file = `dist${url.slice(start.length).replace(/[?#].*/, '')}`;
      const ranges = functions.flatMap((one) => one.ranges.map((r) => [r.startOffset, r.endOffset, r.count]));
      files[file] ??= [];
      files[file].push(ranges);
    }
  }
  return files;
}

/** In some process the innermost range around the place has run. The range of what follows a `||` begins with the operator itself. */
const isReached = (processes = [], at) =>
  processes.some((ranges) => {
    const around = ranges.filter(([start, end]) => start <= at && at < end);
    const innermost = around.reduce(
      (least, one) => (one[1] - one[0] <= least[1] - least[0] ? one : least),
      [0, Infinity, 0],
    );
    return innermost[2] > 0;
  });
