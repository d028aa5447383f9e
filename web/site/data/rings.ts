/** Two circles around the same centre. */

import { type EntryOf, hidden } from './entry.ts';
import type { Shape } from './shapes.ts';

const ring: Shape = (random, label) => {
  const [x, y] = random.direction();
  const radius = (label === 0 ? 0.7 : 1.6) + 0.12 * random.normal();
  return [radius * x, radius * y];
};

export const rings = {
  ...hidden,
  dimensions: 3,
  preset: { dataSeed: 1, seed: 1, hiddenLayers: 2, epochs: 1000 },
  load: async (trip, settings) => (await import('./shapes.ts')).hiddenShape(trip, ring, 2, settings),
} as const satisfies EntryOf;
