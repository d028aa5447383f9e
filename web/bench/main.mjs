// Measures the speed on this machine: npm run bench [-- --quick] [--data DIR] [--readme]; see --help.

import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { buildPreset } from '../../build-scripts/cmake.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { heading, whenStarted } from '../../build-scripts/tools.mjs';
import { cases } from './cases.mjs';
import { median } from './numbers.mjs';
import {
  duration,
  judge,
  markdownTable,
  printBars,
  processor,
  readOptions,
  writeReadme,
  writeResults,
} from './report.mjs';
import { measureNative, measureNode, openChromium, writeInputs } from './settings.mjs';

const help = `npm run bench [-- --quick] [--data DIR] [--readme]

Times the core natively (Google Benchmark), as WebAssembly with and without SIMD in Node (trip.fit) and in a worker of headless
Chromium (trainer.fit): steps and epochs of five shapes of data, and all runs of the paper's Figure 3 (a) in two workers.
Every number is a median of several rounds: processor time where nothing runs beside (native, Node), clock in Chromium. Close other
programs first: it takes two to five minutes.

  --quick     one round of each and a short Figure 3 (a), to see that it works; no bar is judged
  --data DIR  Epileptic from DIR/epileptic.csv, not from random numbers of its size
  --readme    rewrites the table of README.md

Results go to build/bench.json. The status is 1 when a bar is missed.`;

const settingNames = ['native', 'Node, SIMD', 'Node, scalar', 'Chromium, SIMD', 'Chromium, scalar'];

/** One function per setting; each resolves to the milliseconds of the rounds of a case. */
async function openSettings(chromium) {
  const { loadTrip } = await import('../../dist/index.js');
  const [simd, scalar] = [await loadTrip({ simd: true }), await loadTrip({ simd: false })];
  return {
    native: measureNative,
    'Node, SIMD': (work, settings) => measureNode(simd, work, settings),
    'Node, scalar': (work, settings) => measureNode(scalar, work, settings),
    'Chromium, SIMD': (work, settings) => chromium.measure(work, settings, true),
    'Chromium, scalar': (work, settings) => chromium.measure(work, settings, false),
  };
}

async function measureAll(chromium, { quick }) {
  const settings = await openSettings(chromium);
  const counts = quick ? { rounds: 1, warmUpMs: 500 } : { rounds: 7, warmUpMs: 1000 };
  const results = [];
  for (const [name, plain] of Object.entries(cases)) {
    const work = { name, ...plain };
    heading(work.title);
    for (const setting of settingNames) {
      const rounds = await settings[setting](work, counts);
      results.push({ name, setting, per: work.per, milliseconds: median(rounds), rounds });
      console.log(`${setting.padEnd(18)}${duration(median(rounds)).padStart(10)} per ${work.per}`);
    }
  }
  return results;
}

async function measureFigure3(chromium, { quick }) {
  heading('Figure 3 (a): 35 cells of TRIP and 10 of PCA and LDA in Chromium, two workers');
  let shown = 0;
  const onProgress = (done, total) => {
    if (done < total && done - shown < total / 10) return;
    shown = done;
    console.log(`${String(done).padStart(4)} of ${total} runs`);
  };
  const settings = quick ? { trials: 1, epochs: 20 } : { trials: 10, epochs: 2000 };
  const { cells, ...figure } = await chromium.figure3(settings, onProgress);
  const best = cells.reduce((a, b) => (b.testAccuracy > a.testAccuracy ? b : a));
  console.log(
    `${duration(figure.milliseconds)} for ${figure.runs} runs of ${settings.epochs} epochs; highest test accuracy, mean of ` +
      `${settings.trials}: ${best.testAccuracy.toFixed(3)} with ${best.method ?? `lambda ${best.lambda}`} and ${best.depth} hidden layers`,
  );
  return { ...settings, ...figure, cells };
}

function barsOf(results, figure3) {
  const of = (name, setting) =>
    results.find((result) => result.name === name && result.setting === setting).milliseconds;
  const step = of('spiralStep', 'Node, SIMD');
  return judge([
    { what: 'Spiral step, SIMD in Node', unit: 'microseconds', value: step * 1000, atMost: 7.5 },
    { what: 'the same', unit: 'times native', value: step / of('spiralStep', 'native'), atMost: 2.2 },
    { what: 'Spiral, 2000 epochs in Chromium', unit: 'ms', value: of('spiralRun', 'Chromium, SIMD'), atMost: 200 },
    { what: 'network, one epoch in Chromium', unit: 'ms', value: of('networkEpoch', 'Chromium, SIMD'), atMost: 300 },
    { what: 'Figure 3 (a) in Chromium', unit: 's', value: figure3.milliseconds / 1000, atMost: 60 },
  ]);
}

function readmeTable(results, figure3, machine) {
  const rows = Object.entries(cases).map(([name, { title }]) => [
    title,
    ...results.filter((result) => result.name === name).map(({ milliseconds }) => duration(milliseconds)),
  ]);
  return [
    `Medians on ${machine}:`,
    '',
    markdownTable(['work', ...settingNames], rows),
    '',
    `All ${figure3.runs} trainings of the paper's Figure 3 (a), ${figure3.epochs} epochs each, take ` +
      `${duration(figure3.milliseconds)} in two workers of Chromium.`,
  ].join('\n');
}

whenStarted(
  import.meta.url,
  async () => {
    const values = readOptions(help, { data: { type: 'string' } });
    if (values === undefined) return;
    await setup('bench');
    await buildPreset('bench', ['trip_bench']);
    await buildWasm();
    await buildLib();
    const { loadTrip } = await import('../../dist/index.js');
    writeInputs(await loadTrip(), values.data);
    const chromium = await openChromium();
    try {
      const machine = `${processor()}, Node ${process.versions.node}, Chromium ${chromium.version}`;
      heading(values.quick ? `${machine} (--quick: one round)` : machine);
      const results = await measureAll(chromium, values);
      const figure3 = await measureFigure3(chromium, values);
      const bars = values.quick ? [] : barsOf(results, figure3);
      writeResults('bench.json', { machine, quick: values.quick, data: values.data, results, figure3, bars });
      if (values.readme) writeReadme('bench', readmeTable(results, figure3, machine));
      if (!values.quick) printBars(bars);
    } finally {
      await chromium.close();
    }
  },
  { ownHelp: true },
);
