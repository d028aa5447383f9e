/** Chemical measurements of wines from three cultivars. */

import { type EntryOf, measured, split } from './entry.ts';
import { nextTask } from './tasks.ts';

export const wine = {
  ...measured,
  classes: 3,
  /** Cultivar 3 against 2, as in Figure 5 of the paper. */
  preset: { ...measured.preset, target: 2, against: 1 },
  load: async (trip, { dataSeed }) => {
    const [{ default: text }, { readCsv }] = await Promise.all([
      import('../../../tests/data/wine.csv?raw'),
      import('./csv.ts'),
    ]);
    await nextTask();
    const { names, x, y } = readCsv(text);
    await nextTask();
    const featureNames = names.map((name) => name.replaceAll('_', ' '));
    const cultivars = y.map((label) => `cultivar ${Number(label) + 1}`);
    const data = trip.dataset({ x, shape: [y.length, names.length], y: cultivars, featureNames });
    return split(trip, data, dataSeed);
  },
} as const satisfies EntryOf;
