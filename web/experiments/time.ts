/** Measures the time of an epoch, for the paper's Figure 7. */

import type { Trip } from 'trip-wasm';
import { nameOfTime } from './cells.js';
import { median } from './numbers.js';
import type { TimeCell, TimeRow } from './types.js';

/** Milliseconds since an arbitrary start: processor time if the environment measures it, and wall-clock time. */
export interface Clocks {
  cpu(): number;
  wall(): number;
}

const WARM_UP = 3;

/** Trains synchronously, so that no other thread of this program disturbs it; the first epochs are ignored. */
export function timeCell(trip: Trip, cell: TimeCell, clocks: Clocks): TimeRow {
  const { dims, nonzeros, options } = cell;
  const data = trip.randomTensors({ dims, nonzeros });
  const moments: { cpu: number; wall: number }[] = [];
  const onEpoch = () => {
    moments.push({ cpu: clocks.cpu(), wall: clocks.wall() });
  };
  trip.fit(data, { restarts: 1, ...options, onEpoch }).dispose();
  const between = (clock: keyof Clocks) =>
    median(
      moments.slice(WARM_UP).map((moment, e) => moment[clock] - (moments[e + WARM_UP - 1]?.[clock] ?? Number.NaN)),
    );
  return { cell: nameOfTime(cell), cpu: between('cpu'), wall: between('wall') };
}
