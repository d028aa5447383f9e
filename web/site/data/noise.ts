/** Pure noise: two classes drawn at random, and variables that know nothing of them. */

import { type EntryOf, measured } from './entry.ts';
import { Random } from './random.ts';
import { nextTask } from './tasks.ts';

/** With more variables than samples, some plane separates any two classes. */
const variables = 200;

export const noise = {
  ...measured,
  classes: 2,
  sizes: ['samplesPerClass'],
  preset: { ...measured.preset, lambda: 0.001, epochs: 200, samplesPerClass: 30 },
  load: async (trip, { dataSeed, samplesPerClass }) => {
    const draw = (stream: number) => {
      const random = new Random(dataSeed, stream);
      const count = 2 * samplesPerClass;
      const x = Float32Array.from({ length: count * variables }, () => random.normal());
      const y = Array.from({ length: count }, (_, n) => (n < samplesPerClass ? 'A' : 'B'));
      return trip.dataset({ x, shape: [count, variables], y });
    };
    const train = draw(1);
    await nextTask();
    return { train, test: draw(2) };
  },
} as const satisfies EntryOf;
