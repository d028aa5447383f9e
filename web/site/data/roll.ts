/** A Swiss roll: a sheet rolled up in space. Stripes along the roll alternate between the classes; only the end of the roll shows them. */

import { type EntryOf, hidden } from './entry.ts';
import type { Shape } from './shapes.ts';

/**
 * Turns of the roll, stripes of each class, inner and outer radius. Three stripes to a turn give neighbouring layers opposite classes, so
 * the picture shows the layers.
 */
const [turns, stripes, inner, outer] = [2, 3, 0.4, 2] as const;

const sheet: Shape = (random, label) => {
  const along = (2 * random.below(stripes) + label + random.between(0.05, 0.95)) / (2 * stripes);
  const radius = inner + (outer - inner) * along;
  const [x, y] = random.turn(turns * (along - 0.5));
  // The sheet is wider than the roll, so that PCA prefers the width, which says nothing about the class.
  return [radius * x, radius * y, random.between(-2.1, 2.1)].map((value) => value + 0.06 * random.normal());
};

export const roll = {
  ...hidden,
  dimensions: 4,
  preset: { dataSeed: 2, seed: 1, epochs: 1500, samplesPerClass: 250, noiseDimensions: 17, lambda: 0.03 },
  load: async (trip, settings) => (await import('./shapes.ts')).hiddenShape(trip, sheet, 3, settings, 2),
} as const satisfies EntryOf;
