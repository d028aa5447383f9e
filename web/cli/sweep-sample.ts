/** Times some fits of a sweep, to size its shards. */

import type { CellPlan } from 'trip-wasm';
import { createTrainer } from 'trip-wasm/trainer';
import { commonDivisor } from '../shards/index.js';
import type { LoadedPlan } from './sweep-plan.js';
import type { Terminal } from './terminal.js';

/** After this time no further fit is begun. */
const SAMPLE_MS = 10_000;

export interface Sample {
  /** Number of fits. */
  readonly fits: number;
  /** Seconds of one thread for a fit, the mean and about the largest. */
  readonly seconds: number;
  readonly slowest: number;
  /** Largest memory of this process so far. */
  readonly megabytes: number;
}

/** Fits cells from all parts of the plan, in `workers` threads. */
export async function sampleOf(
  { trip, data, cells }: LoadedPlan,
  workers: number,
  terminal: Terminal,
): Promise<Sample> {
  const trainer = await createTrainer({ trip, workers });
  const begun = new Map<CellPlan, number>();
  const since = performance.now();
  let [fits, slowest] = [0, 0];
  function* plans(): Generator<CellPlan> {
    for (const c of spread(cells.length)) {
      if (begun.size > 0 && performance.now() - since > SAMPLE_MS) return;
      const plan = cells.plan(c);
      begun.set(plan, performance.now());
      yield plan;
    }
  }
  const receive = (plan: CellPlan) => {
    fits++;
    // Trainers take a cell one fit before a thread has room for it, so that this is at most twice the time.
    slowest = Math.max(slowest, performance.now() - (begun.get(plan) as number));
    terminal.progress('timing fits', Math.min(performance.now() - since, SAMPLE_MS), SAMPLE_MS);
  };
  try {
    await trainer.execute({ data, cells: plans(), receive, signal: terminal.signal });
    terminal.finish();
    const seconds = ((performance.now() - since) / 1000) * (Math.min(workers, fits) / fits);
    return { fits, seconds, slowest: slowest / 1000, megabytes: process.resourceUsage().maxRSS / 1024 };
  } finally {
    await trainer.close();
  }
}

/** All cells once, so that the first ones are spread over the plan whatever its periods are. */
function* spread(length: number): Generator<number> {
  let stride = Math.max(1, Math.round(length * 0.618));
  while (commonDivisor(stride, length) > 1) stride++;
  for (let i = 0, c = 0; i < length; i++, c = (c + stride) % length) yield c;
}
