// A thread of the executor in threads.mjs.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { loadSet, runCell } from '../../build/experiments/index.js';
import { loadTrip } from '../../dist/index.js';
import { findData } from './data.mjs';

const trip = await loadTrip();
const sets = new Map();

function load(set) {
  if (!sets.has(set))
    sets.set(
      set,
      loadSet(trip, set, (file) => readFile(findData(workerData.data, file), 'utf8')),
    );
  return sets.get(set);
}

parentPort.on('message', async (task) => {
  try {
    parentPort.postMessage({ row: runCell(task, trip, await load(task.cell.set)) });
  } catch (error) {
    parentPort.postMessage({ error });
  }
});
