/** The command `doctor`: says what computes here, and tries each part of it. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { faultReport, loadTrip, type Trip } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import type { Arguments, Command } from './command.js';
import { requirePng } from './plot-png.js';
import { align, type Terminal } from './terminal.js';

export const doctor: Command = {
  name: 'doctor',
  summary: 'say what computes here, and try each part of it',
  files: [],
  details:
    'Prints the versions, and tries the WebAssembly of both builds, a worker and the folder for temporary files with a small training. ' +
    'The text contains no data and belongs in the report of an error. The exit status is 1 if a part does not work.',
  options: {},
  examples: [
    ['trip doctor', ''],
    ['trip doctor --json', ''],
  ],
  run,
};

/** Resolves to words for the table, and throws where a part does not work. */
type Check = () => Promise<string>;

const data = (trip: Trip) => trip.spiral({ samplesPerClass: 20, noiseSamplesPerClass: 2, noiseDimensions: 4 }).train;
const options = { epochs: 20, restarts: 1 };

async function printOf(simd: boolean): Promise<string> {
  const trip = await loadTrip({ simd });
  const model = trip.fit(data(trip), options);
  const { fingerprint } = model;
  model.dispose();
  return fingerprint;
}

async function printInWorker(): Promise<string> {
  const trip = await loadTrip();
  const trainer = await createTrainer({ trip, workers: 1 });
  try {
    return (await trainer.fit(data(trip), options).model).fingerprint;
  } finally {
    await trainer.close();
  }
}

const checks: Readonly<Record<string, Check>> = {
  'without SIMD': () => printOf(false),
  'with SIMD': () => printOf(true),
  'in a worker': printInWorker,
  'temporary files': async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trip-'));
    await writeFile(join(folder, 'try'), new Uint8Array(4096));
    await rm(folder, { recursive: true });
    return 'can be written';
  },
};

/** Parts that need more than this package. */
const optional: Readonly<Record<string, Check>> = {
  'pictures as PNG': () => requirePng(undefined).then(() => 'can be drawn'),
};

async function run(_: Arguments, terminal: Terminal): Promise<object> {
  const environment = faultReport().split('\n');
  const machine = `${availableParallelism()} processors, ${(totalmem() / 1e9).toFixed(1)} GB of memory`;
  const failed: string[] = [];
  const tryAll = async (all: typeof checks, needed: boolean) => {
    const found: [string, string][] = [];
    for (const [name, check] of Object.entries(all)) {
      const said = await check().catch((error: Error) => {
        if (needed) failed.push(name);
        return `${needed ? 'FAILED' : 'not possible'}: ${error.message}`;
      });
      found.push([name, said]);
    }
    return found;
  };
  const found = await tryAll(checks, true);
  const prints = new Set(found.slice(0, 3).map(([, said]) => said));
  if (prints.size > 1) failed.push('equal results');
  const all: [string, string][] = [...found, ['equal results', prints.size > 1 ? 'FAILED: they differ' : 'yes']];
  all.push(...(await tryAll(optional, false)));
  terminal.print([...environment, machine, ...align(all)]);
  if (failed.length > 0) process.exitCode = 1;
  return { environment: [...environment, machine], checks: Object.fromEntries(all), failed };
}
