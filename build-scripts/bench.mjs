// Microseconds of one optimisation step on the paper's Spiral (100 dimensions, three hidden layers of 10, batches of 20): native
// and as WebAssembly under Node; medians. The native time is the counter `step` (in seconds) of cpp/bench's spiral_step.
// Written to build/bench.json too; with --readme the table of the README is made anew.
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { buildLib } from './build-lib.mjs';
import { buildWasm } from './build-wasm.mjs';
import { buildPreset } from './cmake.mjs';
import { setup } from './setup.mjs';
import { bad, Failure, fromRoot, heading, run, whenStarted } from './tools.mjs';

const bars = { microseconds: 10, timesNative: 2.5 };
const warmUps = 2;
const rounds = 9;
const epochs = 300;
const batchSize = 20;
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function nativeStep() {
  const filter = 'spiral_step/trip/hidden:3';
  const options = [`--benchmark_filter=^${filter}$`, `--benchmark_repetitions=${rounds}`, '--benchmark_format=json'];
  const { stdout } = await run(fromRoot('build', 'bench', 'cpp', 'bench', 'trip_bench'), options, { capture: true });
  const repetitions = stdout.includes('{')
    ? JSON.parse(stdout).benchmarks.filter((entry) => entry.run_type === 'iteration')
    : [];
  if (repetitions.length === 0) throw new Failure(`cpp/bench has no benchmark called ${filter}.`);
  return median(repetitions.map(({ step }) => step * 1e6));
}

/** The first rounds still run code that V8 has not optimised. */
async function wasmStep(simd) {
  const { loadTrip } = await import('../dist/index.js');
  const trip = await loadTrip({ simd });
  const { train } = trip.spiral({ seed: 7 });
  const steps = epochs * Math.ceil(train.shape[0] / batchSize);
  const times = Array.from({ length: warmUps + rounds }, () => {
    const start = performance.now();
    trip.fit(train, { lambda: 0.1, standardize: false, epochs, batchSize }).dispose();
    return ((performance.now() - start) * 1000) / steps;
  });
  return median(times.slice(warmUps));
}

const table = (rows, machine) =>
  [
    `One optimisation step of the paper's Spiral (100 variables, three hidden layers of 10, batch of 20), median of ${rounds} runs on`,
    `${machine}:`,
    '',
    '| build | microseconds a step | times native |',
    '| --- | ---: | ---: |',
    ...rows.map(({ name, time, timesNative }) => `| ${name} | ${time.toFixed(1)} | ${timesNative.toFixed(2)} |`),
  ].join('\n');

function updateReadme(text) {
  const file = fromRoot('README.md');
  const readme = readFileSync(file, 'utf8');
  const marked = /(<!-- bench:begin -->\n)[\s\S]*(<!-- bench:end -->)/;
  if (!marked.test(readme)) throw new Failure('README.md has no place for the table of the benchmark.');
  writeFileSync(
    file,
    readme.replace(marked, (_, begin, end) => `${begin}${text}\n${end}`),
  );
}

whenStarted(import.meta.url, async () => {
  const { values } = parseArgs({ options: { readme: { type: 'boolean', default: false } } });
  await setup('bench');
  await buildPreset('bench', ['trip_bench']);
  await buildWasm();
  await buildLib();
  const machine = `${os.cpus()[0]?.model ?? os.arch()}, Node ${process.versions.node}`;
  heading(`Microseconds a step, median of ${rounds}, ${machine}`);
  const native = await nativeStep();
  const times = { native, 'WebAssembly SIMD': await wasmStep(true), 'WebAssembly scalar': await wasmStep(false) };
  const rows = Object.entries(times).map(([name, time]) => ({ name, time, timesNative: time / native }));
  for (const { name, time, timesNative } of rows) {
    console.log(`${name.padEnd(20)}${time.toFixed(2).padStart(8)}${timesNative.toFixed(2).padStart(8)} x native`);
  }
  writeFileSync(fromRoot('build', 'bench.json'), `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  if (values.readme) updateReadme(table(rows, machine));
  const simd = times['WebAssembly SIMD'];
  if (simd > bars.microseconds || simd > bars.timesNative * native) {
    bad(
      `WebAssembly SIMD: at most ${bars.microseconds} microseconds and ${bars.timesNative} times native are allowed.`,
    );
    process.exitCode = 1;
  }
});
