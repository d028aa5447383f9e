// Installs what is missing, builds, and runs tests: everything, or what is named.
//   node build-scripts/test.mjs                        the gate
//   node build-scripts/test.mjs lib cpp                whole suites
//   node build-scripts/test.mjs site/link 'cpp/Trainer.*'   a file; tests of C++ by a filter of GoogleTest; * stands for anything
// Only what the chosen tests need is built. The last line counts: "<n> passed, <m> failed".
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildExperiments } from './build-experiments.mjs';
import { buildLib } from './build-lib.mjs';
import { buildSite } from './build-site.mjs';
import { buildWasm } from './build-wasm.mjs';
import { buildPreset, wasmPresets } from './cmake.mjs';
import { setup } from './setup.mjs';
import { runPieces } from './test/run.mjs';
import { gate, piecesFor } from './test/suites.mjs';
import { bad, Failure, heading, whenStarted } from './tools.mjs';

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

/** Other golden vectors: a path is relative to where npm was called. */
function useGoldenFolder() {
  const given = process.env.TRIP_GOLDEN_DIR;
  if (!given) return;
  const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!existsSync(folder)) throw new Failure(`TRIP_GOLDEN_DIR: there is no folder ${folder}.`);
  process.env.TRIP_GOLDEN_DIR = folder;
}

async function test(names) {
  const pieces = names.flatMap(piecesFor);
  useGoldenFolder();
  await setup('test');
  await build(new Set(pieces.flatMap(({ needs }) => needs)));
  heading('Tests');
  return runPieces(pieces);
}

whenStarted(import.meta.url, async () => {
  const names = process.argv.slice(2);
  let results;
  try {
    results = await test(names.length > 0 ? names : gate);
  } catch (error) {
    bad(error instanceof Failure ? error.message : error.stack);
    results = [{ passed: 0, failed: 1 }];
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
});
