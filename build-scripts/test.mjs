// Installs what is missing, builds, and runs all tests, or only the named groups: node build-scripts/test.mjs [cpp] [wasm] ...
// The last line is the count of all: "<n> passed, <m> failed".
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { buildExperiments } from './build-experiments.mjs';
import { buildLib } from './build-lib.mjs';
import { buildSite } from './build-site.mjs';
import { buildWasm } from './build-wasm.mjs';
import { runChecks } from './check.mjs';
import { buildPreset, wasmPresets } from './cmake.mjs';
import { setup } from './setup.mjs';
import { bad, Failure, filesBelow, fromRoot, good, heading, run, seconds, whenStarted } from './tools.mjs';

const stageLimit = 10 * 60 * 1000;

const count = (output, pattern) => Number(pattern.exec(output)?.[1] ?? 0);

/** A program that ends badly has failed even if it counted no failure: it may not have come to the counting. */
const withStatus = ({ code, output }, passed, failed) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
  output,
});

/** The C++ tests of a preset. A skipped test has not passed, so it counts as failed. */
const gtest = (preset, suites = '*', program = 'trip_tests') => ({
  name: `C++ ${preset}${suites === '*' ? '' : ` ${suites}`}`,
  needs: [preset],
  async run() {
    const binary = fromRoot('build', preset, 'tests', 'cpp', program);
    const filter = suites === '*' ? '*' : `${suites}:*/${suites}`;
    const options = [`--gtest_filter=${filter}`, '--gtest_brief=1', '--gtest_color=no'];
    const [command, ...args] = wasmPresets.includes(preset) ? [process.execPath, `${binary}.js`] : [binary];
    const result = await run(command, [...args, ...options], { capture: true, check: false, timeout: stageLimit });
    const failed = (result.output.match(/^\[ {2}FAILED {2}\] .* \(\d+ ms\)$/gm) ?? []).length;
    const skipped = count(result.output, /\[ {2}SKIPPED \] (\d+) tests?/);
    return withStatus(result, count(result.output, /\[ {2}PASSED {2}\] (\d+) tests?/), failed + skipped);
  },
});

/**
 * The tests directly in a folder under tests/ by Node's own runner, `atOnce` files at a time. Tests that measure times, as those in
 * a folder `timed`, run one by one and alone; the others may share the machine.
 */
const nodeTest = (folder, needs, { alone = false, atOnce = 1 } = {}) => ({
  name: `tests/${folder}`,
  needs,
  alone,
  async run() {
    const files = testsIn(folder);
    if (files.length === 0) return { passed: 0, failed: 0, output: '' };
    const args = ['--test', `--test-concurrency=${atOnce}`, '--test-reporter=spec', ...files];
    const shown = alone ? { echo: true } : { capture: true };
    const result = await run(process.execPath, args, { ...shown, check: false, timeout: stageLimit });
    const counted = (name) => count(result.output, new RegExp(`^ℹ ${name} (\\d+)`, 'm'));
    const failed = ['fail', 'cancelled', 'skipped', 'todo'].reduce((sum, name) => sum + counted(name), 0);
    return { ...withStatus(result, counted('pass'), failed), ...(alone && { output: '' }) };
  },
});
const testsIn = (folder) =>
  filesBelow(`tests/${folder}`).filter(
    (file) => file.endsWith('.test.mjs') && dirname(file) === fromRoot('tests', folder),
  );

const groups = {
  cpp: [gtest('native'), gtest('clang', 'Fingerprint*', 'trip_fingerprint_tests')],
  wasm: wasmPresets.map((preset) => gtest(preset)),
  check: [{ name: 'checks', needs: ['lib', 'site'], run: runChecks }],
  lib: [nodeTest('lib', ['lib', 'faults'], { alone: true })],
  cli: [nodeTest('table', ['lib']), nodeTest('formats', ['lib']), nodeTest('cli', ['lib'])],
  package: [nodeTest('package', ['lib'])],
  experiments: [nodeTest('experiments', ['lib', 'experiments'])],
  docs: [nodeTest('docs', ['lib', 'site'])],
  site: [
    nodeTest('site', ['lib', 'site'], { alone: true, atOnce: 2 }),
    nodeTest('site/timed', ['lib', 'site'], { alone: true }),
  ],
  timed: [nodeTest('site/timed', ['lib', 'site'], { alone: true })],
  golden: ['native', ...wasmPresets].map((preset) => gtest(preset, 'Golden*')),
  asan: [gtest('asan')],
};
const everything = ['cpp', 'wasm', 'check', 'lib', 'cli', 'package', 'experiments', 'docs', 'site'];

async function build(needs) {
  const tests = wasmPresets.some((preset) => needs.has(preset));
  for (const preset of ['native', 'clang', 'asan']) {
    const program = preset === 'clang' ? 'trip_fingerprint_tests' : 'trip_tests';
    if (needs.has(preset)) await buildPreset(preset, [program], { tests: true });
  }
  if (tests || needs.has('lib')) await buildWasm({ tests, faults: needs.has('faults') });
  if (needs.has('lib')) await buildLib();
  if (needs.has('experiments')) await buildExperiments();
  if (needs.has('site')) await buildSite();
}

async function runStage({ name, run: work }) {
  const start = performance.now();
  const { passed, failed, output } = await work();
  const none = passed + failed === 0;
  if (failed > 0) console.log(output);
  const line = `${name}: ${passed} passed, ${failed} failed${none ? ' (no test was run)' : ''}, ${seconds(start)}`;
  (failed > 0 || none ? bad : good)(line);
  return { passed, failed: none ? 1 : failed, line };
}

/** Stages that may share the machine run two at a time; then the others one by one, which use both cores by themselves or measure times. */
async function runStages(stages) {
  heading('Tests');
  const results = [];
  const waiting = stages.filter(({ alone }) => !alone);
  const takeTurns = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) results.push(await runStage(stage));
  };
  await Promise.all([takeTurns(), takeTurns()]);
  for (const stage of stages.filter(({ alone }) => alone)) results.push(await runStage(stage));
  return results;
}

/** Other golden vectors: a path is relative to where npm was called. */
function useGoldenFolder() {
  const given = process.env.TRIP_GOLDEN_DIR;
  if (!given) return;
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!existsSync(folder)) throw new Failure(`TRIP_GOLDEN_DIR: there is no folder ${folder}.`);
  process.env.TRIP_GOLDEN_DIR = folder;
}

async function test(names) {
  const unknown = names.find((name) => !groups[name]);
  if (unknown)
    throw new Failure(`There is no group of tests called ${unknown}; there are ${Object.keys(groups).join(', ')}.`);
  const stages = names.flatMap((name) => groups[name]);
  useGoldenFolder();
  await setup('test');
  await build(new Set(stages.flatMap(({ needs }) => needs)));
  return runStages(stages);
}

whenStarted(import.meta.url, async () => {
  const names = process.argv.slice(2);
  let results;
  try {
    results = await test(names.length > 0 ? names : everything);
  } catch (error) {
    bad(error instanceof Failure ? error.message : error.stack);
    results = [{ passed: 0, failed: 1 }];
  }
  if (results.length > 1) heading('Results');
  if (results.length > 1) for (const { line } of results) console.log(line);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
});
