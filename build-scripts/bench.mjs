// Microseconds of one optimisation step on the paper's Spiral (100 dimensions, three hidden layers of 10, batches of 20): native
// and as WebAssembly under Node. The native time is the counter `step` (in seconds) of cpp/bench's spiral_step.
import { buildLib } from './build-lib.mjs';
import { buildWasm } from './build-wasm.mjs';
import { buildPreset } from './cmake.mjs';
import { setup } from './setup.mjs';
import { bad, Failure, fromRoot, heading, run, whenStarted } from './tools.mjs';

const bars = { microseconds: 10, timesNative: 2.5 };
const rounds = 7;
const epochs = 300;
const batchSize = 20;
const best = (values) => Math.min(...values);

async function nativeStep() {
  const filter = 'spiral_step/trip/hidden:3';
  const options = [`--benchmark_filter=^${filter}$`, `--benchmark_repetitions=${rounds}`, '--benchmark_format=json'];
  const { stdout } = await run(fromRoot('build', 'bench', 'cpp', 'bench', 'trip_bench'), options, { capture: true });
  const repetitions = stdout.includes('{')
    ? JSON.parse(stdout).benchmarks.filter((entry) => entry.run_type === 'iteration')
    : [];
  if (repetitions.length === 0) throw new Failure(`cpp/bench has no benchmark called ${filter}.`);
  return best(repetitions.map(({ step }) => step * 1e6));
}

/** Best of some rounds: the first ones still run code that V8 has not optimised. */
async function wasmStep(simd) {
  const { loadTrip } = await import('../dist/index.js');
  const trip = await loadTrip({ simd });
  const { train } = trip.spiral({ seed: 7 });
  const steps = epochs * Math.ceil(train.shape[0] / batchSize);
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    trip.fit(train, { lambda: 0.1, standardize: false, epochs, batchSize }).dispose();
    return ((performance.now() - start) * 1000) / steps;
  });
  return best(times);
}

whenStarted(import.meta.url, async () => {
  await setup('bench');
  await buildPreset('bench', ['trip_bench']);
  await buildWasm();
  await buildLib();
  heading(`Microseconds a step, best of ${rounds}`);
  const native = await nativeStep();
  const simd = await wasmStep(true);
  const scalar = await wasmStep(false);
  const rows = { native, 'WebAssembly SIMD': simd, 'WebAssembly scalar': scalar };
  for (const [name, time] of Object.entries(rows)) {
    console.log(`${name.padEnd(20)}${time.toFixed(2).padStart(8)}${(time / native).toFixed(2).padStart(8)} x native`);
  }
  const over = simd > bars.microseconds || simd > bars.timesNative * native;
  if (over) {
    bad(
      `WebAssembly SIMD: at most ${bars.microseconds} microseconds and ${bars.timesNative} times native are allowed.`,
    );
    process.exitCode = 1;
  }
});
