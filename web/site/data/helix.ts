/** Two strands wound around one another, as in DNA: they overlap in every plane, and are separate in space. */

import { type EntryOf, hidden } from './entry.ts';
import type { Shape } from './shapes.ts';

const strand: Shape = (random, label) => {
  const height = random.between(-1, 1);
  const [x, y] = random.turn(height);
  const side = label === 0 ? 1.4 : -1.4;
  return [side * x, side * y, 1.7 * height].map((value) => value + 0.12 * random.normal());
};

export const helix = {
  ...hidden,
  dimensions: 4,
  preset: {
    ...{ dataSeed: 3, seed: 1, epochs: 1000, ranks: 3, samplesPerClass: 150, noiseDimensions: 17, hiddenLayers: 2 },
    lambda: 0.03,
  },
  load: async (trip, settings) => (await import('./shapes.ts')).hiddenShape(trip, strand, 3, settings),
} as const satisfies EntryOf;
