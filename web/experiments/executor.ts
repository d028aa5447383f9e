/** The package's own trainer as an executor: worker threads in Node, workers in a page. */

import type { Trainer } from 'trip-wasm/trainer';
import type { Executor } from './types.js';

export const trainerExecutor = (trainer: Trainer): Executor => ({
  width: trainer.workers,
  fit: (data, options) => trainer.fit(data, options).model,
  permutationTest: (data, options, settings) => trainer.permutationTest(data, options, settings),
  select: (data, grid, settings) => trainer.select(data, grid, settings),
});
