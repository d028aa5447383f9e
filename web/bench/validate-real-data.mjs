// Cross validation on real data: compares TRIP with the baselines that fix the projection first. `npm run validate -- --data DIR` prints
// a table. With --out FILE every row is appended to that file (one line of JSON each), and its existing rows are not trained again.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildLib } from '../../build-scripts/build-lib.mjs';
import { buildWasm } from '../../build-scripts/build-wasm.mjs';
import { setup } from '../../build-scripts/setup.mjs';
import { Failure, heading, whenStarted } from '../../build-scripts/tools.mjs';

/** The paper's batch sizes and epochs for vectors; tensors are scaled by one number, never standardised. */
export const sets = {
  iris: {
    file: 'iris.csv',
    options: { hidden: [], batchSize: 32, restarts: 3 },
    grid: [
      { ranks: [[2]], method: ['trip'], lambda: [0.001], epochs: [2000] },
      { ranks: [[2]], method: ['pca', 'lda'], epochs: [500] },
    ],
  },
  wine: {
    file: 'wine.csv',
    options: { hidden: [], batchSize: 32, restarts: 3 },
    grid: [
      { ranks: [[2]], method: ['trip'], lambda: [0.001], epochs: [2000] },
      { ranks: [[2]], method: ['pca', 'lda'], epochs: [500] },
    ],
  },
  sonar: {
    file: 'sonar.csv',
    options: { hidden: [10, 10], batchSize: 64, epochs: 1000, restarts: 10 },
    grid: [
      { ranks: [[1], [2]], method: ['trip'], lambda: [0.01] },
      { ranks: [[1], [2]], method: ['pca', 'lda'] },
    ],
  },
  spambase: {
    file: 'spambase.csv',
    options: { hidden: [10, 10], batchSize: 1024, epochs: 1000 },
    grid: [
      { ranks: [[1], [2]], method: ['trip'], lambda: [0.01] },
      { ranks: [[1], [2]], method: ['pca', 'lda'] },
    ],
  },
  secom: {
    file: 'secom.csv',
    options: { hidden: [10, 10], batchSize: 256, epochs: 100 },
    grid: [
      { ranks: [[2]], method: ['trip'], lambda: [0.1] },
      { ranks: [[2]], method: ['pca', 'lda'] },
    ],
  },
  digits: {
    file: 'digits-8x8.csv',
    shape: [8, 8],
    scale: 1 / 16,
    options: { hidden: [10], batchSize: 64, epochs: 200, learningRate: 0.01 },
    grid: [
      {
        ranks: [
          [2, 2],
          [3, 3],
        ],
        method: ['trip'],
        lambda: [0.001],
      },
      {
        ranks: [
          [2, 2],
          [3, 3],
        ],
        method: ['tucker'],
      },
    ],
  },
  'covid-serology': {
    file: 'covid-serology-6x11.csv',
    shape: [6, 11],
    options: { hidden: [10], batchSize: 64, epochs: 200, learningRate: 0.01 },
    grid: [
      {
        ranks: [
          [1, 1],
          [2, 2],
        ],
        method: ['trip'],
        lambda: [0.01],
      },
      {
        ranks: [
          [1, 1],
          [2, 2],
        ],
        method: ['tucker'],
      },
    ],
  },
  'basic-motions': {
    file: 'basic-motions-2x3x100.csv',
    shape: [2, 3, 100],
    scale: 1 / 10,
    options: { hidden: [10], batchSize: 32, epochs: 300, learningRate: 0.01, restarts: 3 },
    grid: [
      { ranks: [[2, 2, 2]], method: ['trip'], lambda: [0.01, 0.1] },
      { ranks: [[2, 2, 2]], method: ['tucker'] },
    ],
  },
  'olive-oil': {
    file: 'olive-oil-eem-50x13.csv',
    shape: [50, 13],
    scale: 1 / 1000,
    task: 'regression',
    options: { hidden: [10], batchSize: 32, epochs: 500, learningRate: 0.01, restarts: 3 },
    grid: [
      {
        ranks: [
          [1, 1],
          [2, 2],
        ],
        method: ['trip'],
        lambda: [0.01, 0.1],
      },
      {
        ranks: [
          [1, 1],
          [2, 2],
        ],
        method: ['tucker'],
      },
    ],
  },
};

/** A CSV with a header whose last column is the response; empty fields are missing values. */
export function readCsv(trip, file, { shape, scale = 1, task = 'classification' }) {
  const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const rows = lines.map((line) => line.split(',').map((field) => (field === '' ? Number.NaN : Number(field))));
  const names = header.split(',').slice(0, -1);
  return trip.dataset({
    x: rows.flatMap((row) => row.slice(0, -1).map((value) => value * scale)),
    shape: [rows.length, ...(shape ?? [names.length])],
    y: rows.map((row) => row.at(-1)),
    task,
    missing: 'mean',
    ...(shape === undefined ? { featureNames: names } : {}),
  });
}

const spread = (value) => (value === undefined ? '' : `${value.mean.toFixed(3)} +-${value.deviation.toFixed(3)}`);
const columns = ['accuracy', 'auc', 'rmse', 'pearson'];

function print(name, data, { summary }, seconds) {
  heading(`${name}: ${data.shape.join(' x ')}, ${seconds.toFixed(0)} s`);
  const used = columns.filter((column) => summary.some(({ test }) => test[column] !== undefined));
  console.log(
    `${'method'.padEnd(8)}${'ranks'.padEnd(8)}${'lambda'.padEnd(8)}${'fit'.padEnd(16)}${used.map((column) => column.padEnd(16)).join('')}pooled`,
  );
  for (const { options, train, test, pooled } of summary) {
    const { method, ranks, lambda = '' } = options;
    const cells = used.map((column) => spread(test[column]).padEnd(16)).join('');
    const together = used.map((column) => pooled[column]?.mean.toFixed(3)).join(' ');
    console.log(
      `${method.padEnd(8)}${ranks.join('x').padEnd(8)}${String(lambda).padEnd(8)}${spread(train[used[0]]).padEnd(16)}${cells}${together}`,
    );
  }
}

/** Shows a progress bar on a terminal only. */
function showProgress({ done, total }) {
  if (!process.stderr.isTTY) return;
  const width = 40;
  const filled = Math.round((width * done) / total);
  process.stderr.write(
    `\r[${'#'.repeat(filled)}${' '.repeat(width - filled)}] ${done}/${total}${done === total ? '\n' : ''}`,
  );
}

function earlierRows(file) {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

whenStarted(import.meta.url, async () => {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      out: { type: 'string' },
      trials: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string' },
    },
  });
  if (values.data === undefined)
    throw new Failure('npm run validate -- --data DIR [--only iris,wine] [--out FILE] [--trials 5] [--workers 2]');
  const names = values.only?.split(',') ?? Object.keys(sets);
  const unknown = names.find((name) => sets[name] === undefined);
  if (unknown !== undefined)
    throw new Failure(`${unknown} is not a data set; known are ${Object.keys(sets).join(', ')}.`);
  await setup('start');
  await buildWasm();
  await buildLib();
  const { loadTrip } = await import('../../dist/index.js');
  const { createTrainer } = await import('../../dist/trainer.js');
  const trip = await loadTrip();
  const trainer = await createTrainer({
    trip,
    ...(values.workers === undefined ? {} : { workers: Number(values.workers) }),
  });
  const earlier = earlierRows(values.out);
  try {
    for (const name of names) {
      const set = sets[name];
      const data = readCsv(trip, join(values.data, set.file), set);
      const plan = {
        data,
        grid: set.grid,
        options: set.options,
        trials: Number(values.trials),
        seed: Number(values.seed),
      };
      const start = performance.now();
      const done = earlier.filter((entry) => entry.set === name).map((entry) => entry.row);
      const onProgress = (progress) => {
        showProgress(progress);
        if (values.out !== undefined)
          appendFileSync(values.out, `${JSON.stringify({ set: name, row: progress.row })}\n`);
      };
      const table = await trainer.sweep(plan, { done, onProgress });
      print(name, data, table, (performance.now() - start) / 1000);
    }
  } finally {
    await trainer.close();
  }
});
