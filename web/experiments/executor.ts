/** The executor of the calling thread. */

import type { Trip } from 'trip-wasm';
import { runCell } from './run.js';
import type { Executor, Loaded } from './types.js';

/** Fits one cell after the other and blocks meanwhile; `load` gives the sets by name. */
export const executorHere = (trip: Trip, load: (set: string) => Promise<Loaded>): Executor => ({
  async execute(cells, receive) {
    for (const task of cells) receive(task, runCell(task, trip, await load(task.cell.set)));
  },
});
