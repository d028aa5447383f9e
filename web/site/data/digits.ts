/** Handwritten digits as matrices of grey levels from 0 to 1: the first 900, enough to train on and few enough to draw. */

import { type EntryOf, split, tensor } from './entry.ts';
import { nextTask } from './tasks.ts';

const count = 900;
const side = 8;
const along = (what: string) => Array.from({ length: side }, (_, at) => `${what} ${at + 1}`);

export const digits = {
  ...tensor,
  classes: 10,
  modes: ['rows', 'columns'],
  preset: { ...tensor.preset, lambda: 0.001, hiddenLayers: 1, hiddenWidth: 20, epochs: 200, batchSize: 60, ranks: 3 },
  load: async (trip, { dataSeed }) => {
    const [{ default: text }, { readCsv }] = await Promise.all([
      import('../../../tests/data/digits-8x8.csv?raw'),
      import('./csv.ts'),
    ]);
    await nextTask();
    const { x, y } = readCsv(text, count);
    await nextTask();
    const data = trip.dataset({
      x: x.map((grey) => grey / 16),
      shape: [y.length, side, side],
      y,
      classNames: Array.from({ length: 10 }, (_, digit) => String(digit)),
      modeNames: [along('row'), along('column')],
    });
    await nextTask();
    return split(trip, data, dataSeed);
  },
} as const satisfies EntryOf;
