/** Settings of the benchmark: native, Node, and workers of headless Chromium. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchChromium } from '../../build-scripts/chromium.mjs';
import { serve } from '../../build-scripts/serve.mjs';
import { Failure, fromRoot, run } from '../../build-scripts/tools.mjs';
import { measure } from './cases.mjs';
import { numbers } from './numbers.mjs';
import { readCsv } from './validate-real-data.mjs';

const inputFile = (name) => fromRoot('build', 'bench-inputs', `${name}.bin`);

/** Bytes of a file that `writeInputs` has made. */
const readInput = (name) => new Uint8Array(readFileSync(inputFile(name))).buffer;

/** Writes the samples of Epileptic: those of epileptic.csv in `folder`, or the same number of random values. */
export function writeInputs(trip, folder) {
  let x = numbers(11500 * 178);
  let y = Int32Array.from({ length: 11500 }, (_, n) => n % 2);
  if (folder !== undefined) {
    const file = join(folder, 'epileptic.csv');
    if (!existsSync(file)) throw new Failure(`--data ${folder}: epileptic.csv is missing.`);
    const data = readCsv(trip, file, {});
    if (data.shape.join() !== '11500,178')
      throw new Failure(`${file} has ${data.shape.join(' x ')} values; 11500 x 178 are expected.`);
    [x, y] = [data.x, data.labels];
  }
  mkdirSync(fromRoot('build', 'bench-inputs'), { recursive: true });
  writeFileSync(inputFile('epileptic-x'), x);
  writeFileSync(inputFile('epileptic-y'), y);
}

/** Milliseconds of each round: the counter `step` in seconds if the benchmark has one, else processor time of the loop. */
export async function measureNative({ native }, { rounds }) {
  const options = [`--benchmark_filter=^${native}$`, `--benchmark_repetitions=${rounds}`, '--benchmark_format=json'];
  const program = fromRoot('build', 'bench', 'cpp', 'bench', 'trip_bench');
  const { stdout } = await run(program, options, { capture: true });
  const entries = stdout.includes('{') ? JSON.parse(stdout).benchmarks : [];
  const repetitions = entries.filter((entry) => entry.run_type === 'iteration');
  if (repetitions.length === 0) throw new Failure(`cpp/bench has no benchmark called ${native}.`);
  const perMillisecond = { ns: 1e6, us: 1e3, ms: 1, s: 1e-3 };
  return repetitions.map(({ step, cpu_time, time_unit }) =>
    step === undefined ? cpu_time / perMillisecond[time_unit] : step * 1000,
  );
}

/** The data of a case, for this process. */
export const nodeData = (trip, work) => work.data(trip, readInput);

/** `trip.fit` in this process. */
export async function measureNode(trip, work, settings) {
  const train = (data, options) => trip.fit(data, options).dispose();
  return measure(train, await nodeData(trip, work), work, settings);
}

/**
 * Opens a page in headless Chromium. `measure` trains with `trainer.fit` in one worker; `figure3` uses two. Both are sent to the page as
 * strings, so they cannot use names of this module.
 */
export async function openChromium() {
  const browser = await launchChromium();
  const server = await serve(fromRoot());
  const page = await browser.newPage();
  await page.goto(`${server.url}web/bench/page.html`);
  return {
    version: browser.version(),
    measure: (work, settings, simd) => {
      const { data: _, ...plain } = work;
      return page.evaluate(measureInWorker, { work: plain, settings, simd });
    },
    async figure3(settings, onProgress) {
      await page.exposeFunction('onProgress', onProgress);
      return page.evaluate(figure3InWorkers, settings);
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function measureInWorker({ work, settings, simd }) {
  const [{ loadTrip }, { createTrainer }, { cases, measure }] = await Promise.all(
    ['dist/index.js', 'dist/trainer.js', 'web/bench/cases.mjs'].map((path) => import(`/${path}`)),
  );
  const read = async (name) => (await fetch(`/build/bench-inputs/${name}.bin`)).arrayBuffer();
  const trip = await loadTrip({ simd });
  const trainer = await createTrainer({ trip, simd, workers: 1 });
  const train = async (data, options) => (await trainer.fit(data, options).model).dispose();
  try {
    return await measure(train, await cases[work.name].data(trip, read), work, settings);
  } finally {
    await trainer.close();
  }
}

async function figure3InWorkers(settings) {
  const [{ loadTrip }, { createTrainer }, { figure3 }] = await Promise.all(
    ['dist/index.js', 'dist/trainer.js', 'web/bench/cases.mjs'].map((path) => import(`/${path}`)),
  );
  const trip = await loadTrip();
  const trainer = await createTrainer({ trip, workers: 2 });
  try {
    return await figure3(trip, trainer, settings, window.onProgress);
  } finally {
    await trainer.close();
  }
}
