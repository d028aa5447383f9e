// Measures the time to a first model in Node, in milliseconds of clock and of processor: node web/bench/import.mjs [dist]
// Each round is a new process; medians are printed. The argument is the folder of another build of dist/.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { fromRoot, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { median } from './numbers.mjs';

const rounds = 9;
const steps = ['import', 'loadTrip', 'first fit', 'first fit in a worker'];

/** Runs in the new process: prints clock and processor time at the end of each step. */
async function measure(index, trainer) {
  const times = [];
  const note = () => {
    const { user, system } = process.cpuUsage();
    times.push([performance.now(), (user + system) / 1000]);
  };
  note();
  const { loadTrip } = await import(index);
  const { createTrainer } = await import(trainer);
  note();
  const trip = await loadTrip();
  note();
  const { train } = trip.spiral({ seed: 7 });
  trip.fit(train, { epochs: 20 });
  note();
  const pool = await createTrainer({ trip, workers: 1 });
  await pool.fit(train, { epochs: 20 }).model;
  note();
  await pool.close();
  console.log(JSON.stringify(times));
}

/** Medians of the milliseconds between two notes: clock and processor for each step. */
function medians(folder, files) {
  const addresses = files.map((file) => JSON.stringify(pathToFileURL(resolve(folder, file)).href));
  const code = `(${measure})(${addresses.join(', ')})`;
  const runs = Array.from({ length: rounds }, () =>
    JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })),
  );
  return steps.map((_, step) =>
    [0, 1].map((column) => median(runs.map((times) => times[step + 1][column] - times[step][column]))),
  );
}

whenStarted(import.meta.url, async () => {
  const [folder = fromRoot('dist')] = process.argv.slice(2);
  if (folder === fromRoot('dist')) await buildLib();
  heading(
    `Milliseconds from nothing to a model, Node ${process.versions.node}, median of ${rounds}: clock (processor)`,
  );
  console.log(`${''.padEnd(16)}${steps.map((step) => step.padStart(24)).join('')}`);
  for (const [name, files] of Object.entries({
    'trip-wasm': ['index.js', 'trainer.js'],
    'trip-wasm/single': ['single.js', 'single.js'],
  })) {
    const cells = medians(folder, files).map((pair) => {
      const [clock, processor] = pair.map((time) => time.toFixed(0));
      return `${clock} (${processor})`.padStart(24);
    });
    console.log(`${name.padEnd(16)}${cells.join('')}`);
  }
});
