// Measures how the time grows with each size, and fits the law of each: npm run bench:growth [-- --quick] [--write]; see --help.
import { readFileSync, writeFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { buildExperiments } from '../../build-scripts/build-experiments.mjs';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { fromRoot, heading, whenStarted } from '../../build-scripts/tools.mjs';
import { arrange, panel } from '../reproduce/draw.mjs';
import { laws } from './growth-laws.mjs';
import { startWatch } from './numbers.mjs';
import { duration, markdownTable, processor, readOptions, replaceMarked, writeResults } from './report.mjs';

const help = `npm run bench:growth [-- --quick] [--write]

Trains and explains over a grid of each size (samples, variables, projected size, stored values, epochs, starts, rows explained) while the
others stay, in Node on one thread, and over the number of workers. Each grid gets a line by least squares with its R^2, and the exponent of a
power of the size. The lowest time of several rounds over the grid counts, since other programs only add time. It takes about five minutes.

  --quick   one round of three sizes each, to see that it works
  --write   rewrites the table of docs/growth.md and docs/growth.svg

Results go to build/bench-growth.json.`;

const ROUNDS = 5;

/** The lowest milliseconds of each size. */
export function measure(trip, { sizes, prepare }, rounds) {
  const prepared = sizes.map((size) => {
    const made = prepare(trip, size);
    return typeof made === 'function' ? { work: made } : made;
  });
  const times = sizes.map(() => Number.POSITIVE_INFINITY);
  prepared[0].work();
  for (let round = 0; round < rounds; round++)
    for (const [i, { work }] of prepared.entries()) {
      const read = startWatch();
      work();
      times[i] = Math.min(times[i], read());
    }
  for (const { end } of prepared) end?.();
  return times;
}

/** Seconds of the clock for the same sweep on one worker and on as many as there are processors. */
async function measureWorkers(trip, { createTrainer }, counts, rounds) {
  const data = trip.network({ seed: 1 }).data;
  const plan = {
    data,
    grid: { lambda: [0.01, 0.1, 1] },
    options: { ranks: [2, 2], hidden: [10], epochs: 12, restarts: 1, standardize: false },
    folds: 8,
  };
  const times = counts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++)
    for (const [i, workers] of counts.entries()) {
      const trainer = await createTrainer({ trip, workers });
      const since = performance.now();
      await trainer.sweep(plan);
      times[i] = Math.min(times[i], performance.now() - since);
      await trainer.close();
    }
  return times;
}

/** The line, or the two terms, fitted to the times of a law, and the exponent of its power. */
export function fitted({ fitLine, fitTwo }, { name, sizes, more, why }, times) {
  const line = fitLine(sizes, times);
  const two = more && fitTwo(sizes, sizes.map(more), times);
  const { slope: exponent } = fitLine(sizes.map(Math.log), times.map(Math.log));
  const curve = two?.fitted ?? sizes.map((size) => line.intercept + line.slope * size);
  return { name, sizes, times, why, line, two, exponent, curve };
}

function curvePanel({ name, sizes, times, curve }) {
  const points = sizes.map((size, i) => ({ size, time: times[i], curve: curve[i] }));
  return panel(name, {
    width: 300,
    height: 210,
    marginLeft: 46,
    marginRight: 20,
    x: { label: null, ticks: 4, zero: true },
    y: { label: null, grid: true, zero: true, ticks: 4 },
    marks: [
      Plot.frame({ stroke: '#888' }),
      Plot.line(points, { x: 'size', y: 'curve', stroke: '#1f5fa8' }),
      Plot.dot(points, { x: 'size', y: 'time', r: 3, fill: 'white', stroke: 'black' }),
    ],
  });
}

export const tableOf = (found) =>
  markdownTable(
    ['over', 'grid', 'time at its end', 'R² of a line', 'R² with the second term', 'exponent'],
    found.map(({ name, sizes, times, line, two, exponent }) => [
      name,
      `${sizes[0].toLocaleString('en')} to ${sizes.at(-1).toLocaleString('en')}`,
      duration(times.at(-1)),
      line.r2.toFixed(4),
      two?.r2.toFixed(4) ?? '',
      exponent.toFixed(2),
    ]),
  );

const reasonsOf = (found) =>
  found.flatMap(({ name, why }) => (why === undefined ? [] : [`- ${name}: ${why}.`])).join('\n');

const workersText = (counts, times) =>
  `A sweep of 24 fits takes ${times.map((time, i) => `${duration(time)} on ${counts[i]} ${counts[i] === 1 ? 'worker' : 'workers'}`).join(', ')}.`;

function write(found, workers) {
  const file = fromRoot('docs', 'growth.md');
  const parts = [
    `Measured on ${processor()}, Node ${process.versions.node}.`,
    tableOf(found),
    workers,
    reasonsOf(found),
  ];
  writeFileSync(file, replaceMarked(readFileSync(file, 'utf8'), 'growth', parts.join('\n\n')));
  const notes = ['Milliseconds of the processor, lowest of five rounds; lines as fitted.'];
  const picture = arrange('Time over each size', found.map(curvePanel), { columns: 3, notes });
  writeFileSync(fromRoot('docs', 'growth.svg'), picture);
  console.log('docs/growth.md and docs/growth.svg have been rewritten.');
}

async function main() {
  const values = readOptions(help, { write: { type: 'boolean', default: false } });
  if (values === undefined) return;
  await setup('start');
  await buildWasm();
  await buildLib();
  await buildExperiments();
  const fits = await import('../../build/experiments/index.js');
  const { loadTrip } = await import('../../dist/index.js');
  const trainers = await import('../../dist/trainer.js');
  const trip = await loadTrip();
  const rounds = values.quick ? 1 : ROUNDS;
  heading(`Time over each size, ${processor()}`);
  const found = [];
  for (const law of laws) {
    const sizes = values.quick ? law.sizes.slice(0, 3) : law.sizes;
    found.push(fitted(fits, { ...law, sizes }, measure(trip, { ...law, sizes }, rounds)));
    const { name, line, two, exponent } = found.at(-1);
    const more = two === undefined ? '' : `, with the second term ${two.r2.toFixed(4)}`;
    console.log(`${name}: R^2 of a line ${line.r2.toFixed(4)}${more}, exponent ${exponent.toFixed(2)}`);
  }
  const { availableParallelism } = await import('node:os');
  const counts = [...new Set([1, 2, availableParallelism()])].filter((count) => count <= availableParallelism());
  const times = await measureWorkers(trip, trainers, counts, rounds);
  const workers = workersText(counts, times);
  console.log(workers);
  writeResults('bench-growth.json', { found, workers: { counts, times } });
  if (values.write) write(found, workers);
}

whenStarted(import.meta.url, main, { ownHelp: true });
