/** Cubes with a hidden core. */

import { type EntryOf, tensor } from './entry.ts';
import { nextTask } from './tasks.ts';

export const cube = {
  ...tensor,
  classes: 2,
  modes: ['first mode', 'second mode', 'third mode'],
  preset: { ...tensor.preset, lambda: 0.01, hiddenLayers: 2, epochs: 300, batchSize: 64 },
  load: async (trip, { dataSeed }) => {
    // A task of its own keeps the tasks short.
    await nextTask();
    const { train, test, truth } = trip.planted({ seed: dataSeed, dims: [10, 8, 6], count: 160 });
    const classNames = ['opposite signs', 'same sign'];
    return { train: { ...train, classNames }, test: { ...test, classNames }, truth: truth.basis };
  },
} as const satisfies EntryOf;
