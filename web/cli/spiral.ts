/** The command `spiral`: writes the paper's Spiral data to files. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dataset, loadTrip, type SpiralOptions, TripError } from 'trip-wasm';
import { toCsv } from '../table/index.js';
import { exact } from './apply.js';
import { type Arguments, aNumber, type Command } from './command.js';
import { requireWritable, writeFile } from './output.js';
import type { Terminal } from './terminal.js';

export const spiral: Command = {
  name: 'spiral',
  summary: "write the paper's Spiral data, two arms hidden in 100 dimensions",
  files: [],
  details: 'Writes train.csv, test.csv (x1 to x100 and class) and truth.csv, the true plane with one row per variable.',
  options: {
    out: { value: 'DIR', help: 'the folder, created if it does not exist' },
    seed: { value: 'N', help: 'default 1', read: aNumber },
    'samples-per-class': { value: 'N', help: 'samples on each arm (default 100)', read: aNumber },
    'noise-samples-per-class': { value: 'N', help: 'uniform in the plane (default 10)', read: aNumber },
    'noise-dimensions': { value: 'N', help: 'default 97', read: aNumber },
  },
  needs: ['out'],
  examples: [
    ['trip spiral --seed 7 --out spiral', ''],
    [
      'trip fit spiral/train.csv --target class --test spiral/test.csv --standardize no --restarts 8 --out spiral.json',
      '',
    ],
  ],
  run,
};

async function run({ values }: Arguments, terminal: Terminal): Promise<object> {
  const folder = values.out as string;
  const given = {
    seed: values.seed,
    samplesPerClass: values['samples-per-class'],
    noiseSamplesPerClass: values['noise-samples-per-class'],
    noiseDimensions: values['noise-dimensions'],
  };
  const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const { train, test, truth } = (await loadTrip()).spiral(options as SpiralOptions);
  await makeFolder(folder);
  const plane = Array.from({ length: truth.plane.length / 2 }, (_, i) => [
    `x${i + 1}`,
    ...truth.plane.slice(2 * i, 2 * i + 2),
  ]);
  const texts = {
    'train.csv': csvOf(train),
    'test.csv': csvOf(test),
    'truth.csv': toCsv([['variable', 'axis 1', 'axis 2'], ...plane]),
  };
  const files = Object.keys(texts).map((name) => join(folder, name));
  for (const file of files) await requireWritable(file);
  for (const [f, text] of Object.values(texts).entries()) {
    await writeFile(files[f] as string, [text], terminal.signal);
    terminal.print(files[f] as string);
  }
  return { files };
}

async function makeFolder(folder: string): Promise<void> {
  if (folder === '') throw new TripError('option', '--out is empty; the name of a folder is accepted');
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isFile = code === 'EEXIST' || code === 'ENOTDIR';
    throw new TripError('option', `${folder} cannot be created: ${isFile ? 'a file with this name exists' : message}`);
  }
}

function csvOf({ x, shape, labels, classNames }: Dataset): string {
  const [samples = 0, size = 0] = shape;
  const header = [...Array.from({ length: size }, (_, i) => `x${i + 1}`), 'class'];
  const rows = Array.from({ length: samples }, (_, n) => [
    ...Array.from(x.subarray(n * size, (n + 1) * size), exact),
    classNames?.[labels?.[n] as number] as string,
  ]);
  return toCsv([header, ...rows]);
}
