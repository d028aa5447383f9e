// Runs pieces of tests, one more at a time than there are processors, because many of them wait, and counts by suite.
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { wasmPresets } from '../cmake.mjs';
import { bad, endsSurely, Failure, fromRoot, good, heading, run } from '../tools.mjs';

/** Ends what hangs. */
const timeout = 10 * 60 * 1000;

const count = (output, pattern) => Number(pattern.exec(output)?.[1] ?? 0);

/** A program that ends badly has failed even if it counted no failure: it may not have come to the counting. */
const withStatus = ({ code, output }, passed, failed) => ({
  passed,
  failed: code === 0 ? failed : Math.max(failed, 1),
  output,
});

/** A program of GoogleTest. A skipped test has not passed, so it counts as failed. */
export async function runGtest(preset, program, filter) {
  const binary = fromRoot('build', preset, 'tests', 'cpp', program);
  const options = [`--gtest_filter=${filter}`, '--gtest_brief=1', '--gtest_color=no'];
  const [command, ...args] = wasmPresets.includes(preset) ? [process.execPath, `${binary}.js`] : [binary];
  const result = await run(command, [...args, ...options], { capture: true, check: false, timeout });
  const names = [...result.output.matchAll(/^\[ {2}FAILED {2}\] (\S+?),? .*\(\d+ ms\)$/gm)].map(([, name]) => name);
  const skipped = count(result.output, /\[ {2}SKIPPED \] (\d+) tests?/);
  const passed = count(result.output, /\[ {2}PASSED {2}\] (\d+) tests?/);
  return { ...withStatus(result, passed, names.length + skipped), names };
}

/** A script of tests, by Node's own runner. */
async function runScript(args, limit) {
  const options = { capture: true, check: false, timeout: limit };
  const result = await run(process.execPath, [...endsSurely, '--test-reporter=spec', ...args], options);
  const counted = (name) => count(result.output, new RegExp(`^ℹ ${name} (\\d+)`, 'm'));
  const failed = ['fail', 'cancelled', 'skipped', 'todo'].reduce((sum, name) => sum + counted(name), 0);
  return withStatus(result, counted('pass'), failed);
}

/** A file of tests. */
export const runFile = (file) => runScript([file], timeout);

/**
 * Files of tests in one process, by a script that makes a suite of each. `names` are those of files that failed or were not reached,
 * `parts` the seconds of each file.
 */
export async function runTogether(script, files) {
  const result = await runScript([script, ...files], timeout * files.length);
  const ended = [...result.output.matchAll(/^([✔✖]) (\S+) \(([\d.]+)ms\)$/gm)];
  const parts = [];
  for (const name of files.map((file) => basename(file, '.test.mjs'))) {
    const [, mark, , time] = ended.find(([, , suite]) => suite === name) ?? [];
    parts.push({ name, seconds: Number(time ?? 0) / 1000, failed: mark !== '✔' });
  }
  const names = parts.filter(({ failed }) => failed).map(({ name }) => name);
  return { ...result, failed: Math.max(result.failed, names.length), names, parts };
}

export async function runCheck(check) {
  try {
    await check();
    return { passed: 1, failed: 0, output: '' };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { passed: 0, failed: 1, output: error.message };
  }
}

/** Says how a piece ended if it failed, and the command that repeats it. Resolves to its counts, and the seconds of its parts. */
async function runPiece(piece) {
  const start = performance.now();
  const { passed, failed, output, names = [], parts } = await piece.run();
  const none = passed + failed === 0;
  if (failed > 0) console.log(output);
  if (failed > 0 || none) {
    bad(`${piece.suite}, ${piece.name}: ${none ? 'no test was run' : `${failed} failed`}`);
    for (const name of piece.again(names)) console.log(`Again: npm test -- '${name}'`);
  }
  const seconds = (performance.now() - start) / 1000;
  const times = (parts ?? [{ name: piece.name, seconds }]).map((part) => ({ ...part, suite: piece.suite }));
  return { counts: { passed, failed: none ? 1 : failed, seconds }, times };
}

/** Runs all pieces; a suite is told when its last piece has ended. Resolves to the counts by suite. */
export async function runPieces(pieces) {
  const results = new Map();
  for (const { suite } of pieces) {
    const result = results.get(suite) ?? { passed: 0, failed: 0, seconds: 0, left: 0 };
    results.set(suite, { ...result, left: result.left + 1 });
  }
  const line = (suite, { passed, failed, seconds }) =>
    `${suite}: ${passed} passed, ${failed} failed, ${seconds.toFixed(0)} s`;
  const waiting = [...pieces];
  const times = [];
  const takeTurns = async () => {
    for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
      const result = results.get(piece.suite);
      const { counts, times: ofPiece } = await runPiece(piece);
      times.push(...ofPiece);
      for (const [key, value] of Object.entries(counts)) result[key] += value;
      result.left--;
      if (result.left === 0) (result.failed > 0 ? bad : good)(line(piece.suite, result));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, takeTurns));
  const longest = times.sort((a, b) => b.seconds - a.seconds).slice(0, 12);
  if (results.size > 1) {
    heading('Longest');
    for (const { suite, name, seconds } of longest)
      console.log(`${seconds.toFixed(0).padStart(4)} s  ${suite}, ${name}`);
    heading('Results');
  }
  if (results.size > 1) for (const [suite, result] of results) console.log(line(suite, result));
  return [...results.values()];
}
